//! The state of a debate, folded from its log. It is derived, never stored, and has no serde.
//!
//! Turns of a round are ordered by seat, never by arrival, so that runs with different timing produce the same prompts. For the same reason
//! the claims of a round get their ids when the next round opens. Not here: what a participant sees of it (`view`).
mod account;
mod ballots;
mod claim_references;
mod entry;
mod facts;
mod fault;
mod lookups;
mod needs;
pub mod panel;
pub mod registry;
mod review;
mod round;

pub use account::{Account, RoundAccount};
pub use ballots::{Grouping, ResolvedBallot};
pub use facts::{Chosen, Closed, Continued, GroupthinkSign};
pub use fault::FoldError;
pub use lookups::Lookups;
pub use needs::{Need, Requests};
pub use panel::{Cores, Drawn, Judged, Panel, Room, RoomStatement};
pub use review::Watching;
pub use round::{Compared, Exchange, Failed, Review, Round, Spoken};

use crate::attachment::Attachment;
use crate::ballot::{Ballot, Choice};
use crate::event::{Envelope, Event, Fork, LOG_VERSION, PanelEvent};
use crate::ids::{DebateId, Name};
use crate::participant::{Discipline, Participant, Profile, Role};
use crate::relation::{Comparisons, Pair, TurnRef};
use crate::rules::Rules;
use crate::tool::Use;
use crate::topic::Topic;
use crate::usage::Usage;
use entry::{Entry, in_order};
use registry::Registry;
use round::place;
use std::sync::Arc;

/// The options given by a ballot.
fn given(ballot: Option<&Ballot>) -> Vec<Choice> {
    let names = ballot.map(Ballot::given).unwrap_or_default();
    names.into_iter().map(|headline| Choice { headline, since: 0, merged: None }).collect()
}

/// The current state of a debate.
#[derive(Clone, Debug, PartialEq)]
pub struct Debate {
    /// Its id.
    pub id: DebateId,
    /// Its topic.
    pub topic: Topic,
    /// The ballot; none at a panel (B-01).
    pub ballot: Option<Ballot>,
    /// The options by letter: given ones, then those grouped from headlines (B-03).
    pub options: Vec<Choice>,
    /// Name of the mode.
    pub mode: String,
    /// Participants in seating order.
    pub participants: Vec<Participant>,
    /// The rules.
    pub rules: Rules,
    /// Whether the participants are simulated.
    pub rehearsal: bool,
    /// The time it began, in milliseconds since 1970.
    pub opened_at: u64,
    /// Its rounds, the current one last.
    pub rounds: Vec<Round>,
    /// Claims and evidence of the rounds before the current one.
    pub registry: Registry,
    /// Total usage of all calls, including failed ones, without those copied by a fork.
    pub spent: Usage,
    /// Usage of the calls copied by a fork, which the other debate paid for (O-23).
    pub copied: Usage,
    /// The most expensive call.
    pub dearest: Usage,
    /// The number of answers.
    pub calls: u32,
    /// Running time, in milliseconds.
    pub elapsed: u64,
    /// The sequence number of the next event.
    pub next_seq: u64,
    /// How it ended, if it did.
    pub closed: Option<Closed>,
    /// The debate it was forked from, and the cut.
    pub fork: Option<Fork>,
    /// The mode selected by `auto`.
    pub chosen: Option<Chosen>,
    /// Signs of groupthink.
    pub groupthink: Vec<GroupthinkSign>,
    /// The review for harm, if triggered.
    pub watching: Option<Watching>,
    /// Continuations by a person.
    pub continued: Vec<Continued>,
    /// Attached texts; the first is `S1`.
    pub attached: Vec<Arc<Attachment>>,
    /// The round after which each text was attached; 0 before the first.
    pub attached_after: Vec<u32>,
    /// Cache of tool results by query.
    pub lookups: Lookups,
    /// Comparisons of positions.
    pub compared: Comparisons,
    /// Tokens by purpose.
    pub account: Account,
    /// Requests of participants in earlier rounds ([`Debate::needs`]).
    pub requests: Requests,
    /// State specific to a panel.
    pub panel: Panel,
}

impl Debate {
    /// Folds a complete log.
    pub fn replay<'a>(log: impl IntoIterator<Item = &'a Envelope>) -> Result<Debate, FoldError> {
        let mut log = log.into_iter();
        let mut debate = Debate::open(log.next().ok_or(FoldError::Empty)?)?;
        log.try_for_each(|envelope| debate.apply(envelope))?;
        Ok(debate)
    }

    /// Creates the state from the first event.
    pub fn open(envelope: &Envelope) -> Result<Debate, FoldError> {
        let Event::DebateOpened { version, debate, topic, ballot, mode, participants, rules, rehearsal, fork } =
            &envelope.event
        else {
            return Err(FoldError::NotOpened(envelope.event.kind()));
        };
        if *version > LOG_VERSION {
            return Err(FoldError::Newer(*version));
        }
        if *version < LOG_VERSION {
            return Err(FoldError::Older(*version));
        }
        if envelope.seq != 0 {
            return Err(FoldError::OutOfOrder { expected: 0, found: envelope.seq });
        }
        Ok(Debate {
            id: debate.clone(),
            topic: topic.clone(),
            ballot: ballot.clone(),
            options: given(ballot.as_ref()),
            mode: mode.clone(),
            participants: participants.clone(),
            rules: rules.in_force(),
            rehearsal: *rehearsal,
            opened_at: envelope.at,
            rounds: Vec::new(),
            registry: Registry::default(),
            spent: Usage::default(),
            copied: Usage::default(),
            dearest: Usage::default(),
            calls: 0,
            elapsed: envelope.elapsed,
            next_seq: 1,
            closed: None,
            fork: fork.clone(),
            chosen: None,
            groupthink: Vec::new(),
            watching: None,
            continued: Vec::new(),
            attached: Vec::new(),
            attached_after: Vec::new(),
            lookups: Lookups::default(),
            compared: Comparisons::default(),
            account: Account::default(),
            requests: Requests::default(),
            panel: Panel::default(),
        })
    }

    /// Applies the next event.
    pub fn apply(&mut self, envelope: &Envelope) -> Result<(), FoldError> {
        let seq = envelope.seq;
        if seq != self.next_seq {
            return Err(FoldError::OutOfOrder { expected: self.next_seq, found: seq });
        }
        self.check(envelope)?;
        // Rulings take effect from the next round on, and at the end.
        if matches!(envelope.event, Event::RoundOpened { .. } | Event::DebateClosed { .. }) {
            self.carry_out();
        }
        match &envelope.event {
            Event::DebateOpened { .. } => return Err(FoldError::OutOfOrder { expected: seq, found: 0 }),
            Event::ModeChosen { mode, why, participants, .. } => {
                self.chosen = Some(Chosen { mode: mode.clone(), why: why.clone() });
                self.participants.clone_from(participants);
            }
            Event::RoundOpened { round, in_turn, kind, focus } => {
                self.absorb();
                let (number, in_turn, kind, focus) = (*round, *in_turn, *kind, focus.clone());
                self.rounds.push(Round { number, in_turn, kind, focus, ..Round::default() });
            }
            Event::TurnTaken { by, turn, flaws, answer, .. } => {
                let seat = self.seat(seq, by)?;
                let is_held = self.evaluator().is_some() && !self.is_read_beside();
                let types = if self.rules.evidence.is_some() { account::types(turn) } else { 0 };
                self.pay(seq, answer, Some(by), types);
                let (usage, took) = (answer.usage, answer.took);
                let (by, turn, flaws) = (by.clone(), turn.clone(), flaws.clone());
                let is_argued = !self.is_closing() && self.is_arguing(&by);
                let (claims, terms, option) = (Vec::new(), Vec::new(), None);
                let spoken = Spoken { seat, by, turn, flaws, usage, took, claims, terms, option, is_argued };
                let round = self.current(seq)?;
                let said = TurnRef { round: round.number, by: spoken.by.clone() };
                let list = if is_held { &mut round.held } else { &mut round.spoken };
                place(list, spoken, |it| it.seat);
                self.await_review(said);
            }
            Event::AnswerUnusable { by, flaws, answer, .. } => {
                self.seat(seq, by)?;
                self.pay(seq, answer, Some(by), 0);
                self.current(seq)?.unusable.insert(by.clone(), flaws.clone());
            }
            Event::TurnFailed { by, why, detail, answer, .. } => {
                let seat = self.seat(seq, by)?;
                answer.iter().for_each(|it| self.pay(seq, it, Some(by), 0));
                let failed = Failed { seat, by: by.clone(), why: *why, detail: detail.clone() };
                place(&mut self.current(seq)?.failed, failed, |it| it.seat);
            }
            Event::AnswerReviewed { by, ruling, reason, unread, answer, .. } => {
                answer.iter().for_each(|it| self.pay(seq, it, None, 0));
                let (by, ruling, reason, is_unread) = (by.clone(), ruling.clone(), reason.clone(), *unread);
                self.review(seq, Review { by, ruling, reason, is_unread })?;
            }
            Event::RoundReviewed { round, read, rulings, failed, answer, .. } => {
                answer.iter().for_each(|it| self.pay(seq, it, None, 0));
                self.review_round(seq, *round, read, (rulings, failed.as_deref()))?;
            }
            Event::GroupthinkSeen { round, what, signs, .. } => {
                self.groupthink.push(GroupthinkSign { round: *round, what: *what, signs: signs.clone() });
            }
            Event::WatchBegun { triggers, evaluator, second, beside } => {
                self.watch(triggers, evaluator.as_ref(), second.as_ref(), *beside);
            }
            Event::WatchEnded { round } => self.end_watch(*round),
            Event::SourcesAttached { sources } => {
                self.registry.attach(sources.iter().map(|it| (it.title.as_str(), it.text.as_str())));
                self.attached.extend(sources.iter().cloned().map(Arc::new));
                let after = self.round().map_or(0, |it| it.number);
                self.attached_after.resize(self.attached.len(), after);
                self.lookups.clear();
            }
            Event::ToolsUsed { by, uses, answer, .. } => {
                self.seat(seq, by)?;
                self.pay(seq, answer, Some(by), 0);
                let (spent, dearest) = (self.spent, self.dearest);
                let (text, uses) = (answer.text.clone(), uses.clone());
                let owing: Vec<Name> = self.owing().into_iter().map(|it| it.name.clone()).collect();
                let unread = self.unread().len();
                let round = self.current(seq)?;
                let is_again = round.unusable.contains_key(by);
                let open = owing.iter().filter(|it| round.unusable.contains_key(*it) == is_again).count();
                let held = round.held.len() + unread;
                let exchange = Exchange { text, uses, is_again, open, held, spent, dearest };
                round.used.entry(by.clone()).or_default().push(exchange);
                self.lookups.enter(&self.rounds, by);
            }
            Event::PositionsCompared { call, analyst, failed, pairs, answer, .. } => {
                answer.iter().for_each(|it| self.count(seq, it));
                let metrics = answer.iter().filter(|_| !self.is_copied(seq)).map(|it| it.usage.tokens());
                self.account.metrics += metrics.sum::<u64>();
                for Pair { a, b, relation } in pairs {
                    if let (Some(one), Some(other)) = (self.position(a), self.position(b)) {
                        let (one, other) = (one.to_owned(), other.to_owned());
                        // Only a model has an answer, and a model's judgement is one vote of three (P-30).
                        match answer {
                            Some(_) => self.compared.vote(&one, &other, *relation),
                            None => self.compared.enter(&one, &other, *relation),
                        }
                    }
                }
                let (call, analyst, failed) = (call.clone(), analyst.clone(), failed.clone());
                let pairs = pairs.iter().map(|it| (it.a.clone(), it.b.clone())).collect();
                self.current(seq)?.compared.push(Compared { call, analyst, failed, pairs });
            }
            Event::BallotsGrouped { by, options, merged, claims, terms, repeated, answer, .. } => {
                answer.iter().for_each(|it| self.pay(seq, it, None, 0));
                if let Some(it) = self.round().filter(|it| it.grouping.by.is_some()) {
                    return Err(FoldError::GroupedTwice { seq, round: it.number });
                }
                self.group(seq, options, merged)?;
                let (claims, terms, repeated) = (claims.clone(), terms.clone(), repeated.clone());
                self.current(seq)?.grouping = Grouping { by: Some(by.to_string()), claims, terms, repeated };
            }
            Event::CallNoted { noted, .. } => self.charge(seq, noted),
            Event::Panel { what } => self.apply_panel(seq, what)?,
            Event::Room { room, what, .. } => self.apply_room(seq, room, what)?,
            Event::DebateClosed { why, figures, question } => {
                self.absorb();
                self.closed = Some(Closed { why: *why, figures: figures.clone(), question: question.clone() });
            }
            Event::DebateContinued { rules, said, focus } => {
                let ended = self.closed.take().map(|it| it.why);
                self.rules = rules.in_force();
                let after = self.round().map_or(0, |it| it.number);
                self.continued.push(Continued { after, said: said.clone(), focus: focus.clone(), ended });
            }
        }
        if self.owing().is_empty() {
            self.carry_out();
        }
        self.elapsed = envelope.elapsed;
        self.next_seq += 1;
        Ok(())
    }

    /// Whether an event is valid in this state; a manipulated log is rejected.
    fn check(&self, Envelope { seq, event, .. }: &Envelope) -> Result<(), FoldError> {
        let seq = *seq;
        let is_continued = matches!(event, Event::DebateContinued { .. });
        if self.closed.is_some() && !is_continued {
            return Err(FoldError::AfterTheEnd { seq });
        }
        let last = self.rounds.last().map_or(0, |it| it.number);
        let (round, expected, by) = match event {
            Event::RoundOpened { round, .. } => (*round, last + 1, None),
            Event::TurnTaken { round, by, .. } | Event::TurnFailed { round, by, .. } => {
                (*round, last, Some((by, false)))
            }
            Event::AnswerUnusable { round, by, .. } => (*round, last, Some((by, true))),
            Event::ToolsUsed { round, by, .. } => (*round, last, Some((by, false))),
            Event::PositionsCompared { round, .. } | Event::BallotsGrouped { round, .. } => (*round, last, None),
            Event::Room { round, .. } | Event::Panel { what: PanelEvent::DisputesFound { round, .. } } => {
                (*round, last, None)
            }
            // It may concern an earlier round; the list of unreviewed answers validates that.
            Event::RoundReviewed { .. } => (last, last, None),
            Event::AnswerReviewed { round, .. } | Event::GroupthinkSeen { round, .. } | Event::WatchEnded { round } => {
                (*round, last, None)
            }
            Event::DebateOpened { .. }
            | Event::ModeChosen { .. }
            | Event::WatchBegun { .. }
            | Event::SourcesAttached { .. }
            | Event::CallNoted { .. }
            | Event::DebateClosed { .. }
            | Event::DebateContinued { .. }
            | Event::Panel {
                what:
                    PanelEvent::PersonasSeated { .. }
                    | PanelEvent::AspectsSet { .. }
                    | PanelEvent::BeliefsRecalled { .. }
                    | PanelEvent::CruxesAnswered { .. },
            } => return Ok(()),
        };
        if last == 0 && expected == 0 {
            return Err(FoldError::NoRound { seq });
        }
        if round != expected {
            return Err(FoldError::WrongRound { seq, expected, found: round });
        }
        let is_again = |(name, is_first_try): (&Name, bool)| {
            let settled = |it: &Round| it.is_settled(name) || (is_first_try && it.unusable.contains_key(name));
            self.rounds.last().is_some_and(settled)
        };
        match by {
            Some((name, is_first_try)) if is_again((name, is_first_try)) => {
                Err(FoldError::Twice { seq, name: name.clone() })
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The current round.
    pub fn round(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// Participants without a turn or failure in the current round, by seat.
    pub fn owing(&self) -> Vec<&Participant> {
        let Some(round) = self.round() else { return Vec::new() };
        self.participants.iter().filter(|it| !round.is_settled(&it.name)).collect()
    }

    /// The participant with this name.
    pub fn participant(&self, name: &Name) -> Option<&Participant> {
        self.participants.iter().find(|it| it.name == *name)
    }

    /// Whether a turn without an answer was silence: somebody who only quotes had written nothing on it (P-18).
    pub fn is_silence(&self, why: crate::event::Failure) -> bool {
        why == crate::event::Failure::Refused && self.rules.panel.as_ref().is_some_and(|it| it.quote)
    }

    /// Whether it is a panel (P-10).
    pub fn is_panel(&self) -> bool {
        self.rules.panel.is_some() || !self.panel.personas.is_empty() || !self.panel.rooms.is_empty()
    }

    /// The label of what a participant examines first: its role or discipline if it has one, its persona at a panel, otherwise its
    /// perspective.
    pub fn outlook(&self, it: &Participant) -> &'static str {
        let own = it.role.map(Role::as_str).or_else(|| it.discipline.map(Discipline::as_str));
        let usual = || if self.is_panel() { "persona" } else { it.perspective.as_str() };
        own.unwrap_or_else(usual)
    }

    /// The position of a turn.
    pub fn position(&self, TurnRef { round, by }: &TurnRef) -> Option<&str> {
        let round = self.rounds.iter().find(|it| it.number == *round)?;
        round.said_by(by)?.turn.position.as_deref()
    }

    /// The earlier result of the same tool query on the same texts ([`query`](crate::tool::query), D-61).
    pub fn found(&self, query: &str) -> Option<&Use> {
        self.lookups.find(&self.rounds, query)
    }

    /// The prompt profile of the participant with this name.
    pub fn profile(&self, name: &Name) -> Profile {
        self.participant(name).map(|it| it.profile).unwrap_or_default()
    }

    /// The latest continuation, if no round has opened since. Resuming a stopped debate does not count.
    pub fn just_continued(&self) -> Option<&Continued> {
        let last = self.round().map_or(0, |it| it.number);
        self.continued.last().filter(|it| it.after == last && !it.is_taking_back())
    }

    /// The registry including the current round, and that round with the indices of its claims.
    pub fn entered(&self) -> (Registry, Option<Round>) {
        let mut registry = self.registry.clone();
        let current = self.rounds.last().map(|last| {
            let mut last = last.clone();
            in_order(&mut last, &self.participants, self.order(), |last| {
                registry.absorb(last);
            });
            last
        });
        (registry, current)
    }

    /// The requests including the current round.
    fn entered_requests(&self) -> Requests {
        let mut requests = self.requests.clone();
        let is_asking = |it: &&Round| it.spoken.iter().any(|it| !it.turn.needs.is_empty());
        if let Some(mut last) = self.rounds.last().filter(is_asking).cloned() {
            in_order(&mut last, &self.participants, self.order(), |last| requests.enter(last));
        }
        requests
    }

    /// Enters the last round into the registry.
    pub(crate) fn absorb(&mut self) {
        let order = self.order();
        if let Some(last) = self.rounds.last_mut() {
            in_order(last, &self.participants, order, |last| {
                self.registry.absorb(last);
                claim_references::resolve(last, &mut self.registry);
                self.requests.enter(last);
            });
        }
    }

    /// The order in which turns of a round are entered.
    fn order(&self) -> Entry {
        if self.rules.hidden.order {
            Entry::Drawn(format!("{} {}", self.id.as_str(), self.rules.seed))
        } else {
            Entry::Usual
        }
    }

    fn seat(&self, seq: u64, name: &Name) -> Result<usize, FoldError> {
        let seat = self.participants.iter().position(|it| it.name == *name);
        seat.ok_or_else(|| FoldError::Stranger { seq, name: name.clone() })
    }

    fn current(&mut self, seq: u64) -> Result<&mut Round, FoldError> {
        self.rounds.last_mut().ok_or(FoldError::NoRound { seq })
    }
}
