//! A new debate from any event of another, with changes (O-23).
//!
//! The new log begins with an opening of its own and copies what follows on the old one, up to the cut: what was answered is neither
//! asked nor paid for again. Nothing here waits, asks or writes. Not here: what a person types (`cli`).
use crate::continuation::{Continuation, goes_on};
use crate::error::Error;
use crate::seating::Seat;
use crate::spec::{attached, check_panel, check_rules, is_rehearsed};
use debate::event::{Fork, LOG_VERSION, PanelEvent};
use debate::state::Room;
use debate::{Attachment, Debate, DebateId, Envelope, Event, Name, Participant, Round, Rules};
use formats::{Assignment, SeatingSeed, panel};

/// Where a debate is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// After its last finished round.
    LastRound,
    /// After this round.
    Round(u32),
    /// After this event.
    Event(u64),
}

/// Why a debate can't be forked like that.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ForkError {
    /// No round to begin after.
    #[error("no round of debate `{0}` is finished")]
    NothingYet(DebateId),
    /// No such round.
    #[error("debate `{debate}` has no round {round}; its rounds so far: {rounds}")]
    NoRound {
        /// Which debate.
        debate: DebateId,
        /// The round that was named.
        round: u32,
        /// How many there are.
        rounds: usize,
    },
    /// A round that is not over.
    #[error("round {round} of debate `{debate}` is not finished")]
    Unfinished {
        /// Which debate.
        debate: DebateId,
        /// Which round.
        round: u32,
    },
    /// No such event.
    #[error("debate `{debate}` has no event {event}; its last one is {last}")]
    NoEvent {
        /// Which debate.
        debate: DebateId,
        /// The event that was named.
        event: u64,
        /// The last there is.
        last: u64,
    },
    /// Nobody of that name.
    #[error("nobody at the table is called `{name}`; there are {seats}")]
    NoSeat {
        /// The name.
        name: String,
        /// The names there are.
        seats: String,
    },
    /// Another mode in the middle of something.
    #[error("the mode can't change {0}; cut after a whole round before that")]
    Mode(&'static str),
    /// A panel that shall be something else, or the other way round.
    #[error("a panel can't go on in another mode, nor any other debate as a panel")]
    Panel,
}

/// A debate up to where another goes on from it.
#[derive(Debug)]
pub struct Cut<'a> {
    /// What is kept; never closed at its end.
    events: &'a [Envelope],
    /// The debate as it was then.
    pub debate: Debate,
}

/// What is different about the new debate.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    /// Its id, new in the store.
    pub id: DebateId,
    /// When it is opened, in milliseconds since 1970.
    pub at: u64,
    /// Its rules.
    pub rules: Rules,
    /// Another mode.
    pub mode: Option<String>,
    /// How disciplines are given out, where that mode has any.
    pub disciplines: Assignment,
    /// Who speaks from now on, for the seats with these names.
    pub seats: Vec<Seat>,
    /// What every participant is told.
    pub said: Option<String>,
    /// What the next round must answer.
    pub focus: Option<String>,
    /// Further texts that participants may look things up in (O-10).
    pub attached: Vec<Attachment>,
}

impl Changes {
    /// Nothing but another id.
    pub fn none(cut: &Cut<'_>, id: DebateId, at: u64) -> Changes {
        let rules = cut.debate.rules.clone();
        let (mode, disciplines, seats, attached) = (None, Assignment::default(), Vec::new(), Vec::new());
        Changes { id, at, rules, mode, disciplines, seats, said: None, focus: None, attached }
    }
}

impl<'a> Cut<'a> {
    /// Cuts a log.
    pub fn of(log: &'a [Envelope], at: At) -> Result<Cut<'a>, Error> {
        let whole = Debate::replay(log)?;
        let kept = match at {
            At::Event(event) => {
                let last = whole.next_seq.saturating_sub(1);
                if event > last {
                    return Err(ForkError::NoEvent { debate: whole.id, event, last }.into());
                }
                event
            }
            At::Round(round) => end_of(log, &whole, round)?,
            At::LastRound => {
                let last = whole.rounds.iter().rfind(|it| is_over(&whole, it));
                let last = last.ok_or_else(|| ForkError::NothingYet(whole.id.clone()))?;
                end_of(log, &whole, last.number)?
            }
        };
        let kept = usize::try_from(kept).unwrap_or(usize::MAX).saturating_add(1);
        // What is attached to a debate, and who speaks for whom at a panel, belongs to its opening.
        let is_brought = |it: &&Envelope| {
            matches!(it.event, Event::SourcesAttached { .. } | Event::Panel { what: PanelEvent::PersonasSeated { .. } })
        };
        let kept = kept.max(1 + log.iter().skip(1).take_while(is_brought).count());
        let events = log.get(..kept).unwrap_or(log);
        let events = match events.split_last() {
            Some((Envelope { event: Event::DebateClosed { .. }, .. }, before)) => before,
            Some(_) | None => events,
        };
        Ok(Cut { events, debate: Debate::replay(events)? })
    }
}

/// Whether everyone has had their turn, one way or the other, nobody waits to be heard, and nobody is in a room.
fn is_over(debate: &Debate, round: &Round) -> bool {
    let has_spoken = round.spoken.len() + round.failed.len() == debate.participants.len();
    round.held.is_empty() && has_spoken && debate.panel.rooms_of(round.number).all(Room::is_over)
}

/// The last event of a round that somebody's answer stands behind: what followed from the round is decided anew.
fn end_of(log: &[Envelope], debate: &Debate, number: u32) -> Result<u64, ForkError> {
    let Some(round) = debate.rounds.iter().find(|it| it.number == number) else {
        return Err(ForkError::NoRound { debate: debate.id.clone(), round: number, rounds: debate.rounds.len() });
    };
    if !is_over(debate, round) {
        return Err(ForkError::Unfinished { debate: debate.id.clone(), round: number });
    }
    let opens_next = |it: &Envelope| matches!(it.event, Event::RoundOpened { round, .. } if round > number);
    let of_round = log.iter().take_while(|it| !opens_next(it));
    Ok(of_round.filter(|it| it.event.call().is_some()).last().map_or(0, |it| it.seq))
}

/// The log of a new debate that begins as another did.
pub fn fork(cut: &Cut<'_>, changes: Changes) -> Result<Vec<Envelope>, Error> {
    check_rules(&changes.rules)?;
    let before = &cut.debate;
    let mode = changes.mode.clone().unwrap_or_else(|| before.mode.clone());
    let is_reseated = mode != before.mode;
    if is_reseated && [&mode, &before.mode].into_iter().any(|it| it == panel::NAME) {
        return Err(ForkError::Panel.into());
    }
    if is_reseated {
        let has_chosen = before.chosen.is_some();
        let is_within = before.round().is_some_and(|it| !is_over(before, it));
        match (has_chosen, is_within) {
            (true, _) => return Err(ForkError::Mode("once `auto` has chosen one").into()),
            (false, true) => return Err(ForkError::Mode("within a round").into()),
            (false, false) => {}
        }
    }
    let format = formats::named(&mode)?;
    let (debate, seed) = (changes.id.clone(), changes.rules.seed);
    let chance = SeatingSeed { debate, seed, disciplines: changes.disciplines.clone() };
    let sit = |table: &[Participant]| -> Result<Vec<Participant>, ForkError> {
        let mut table = seated(table, &changes.seats)?;
        if is_reseated {
            format.seat(&mut table, &chance);
            if changes.rules.hidden.names {
                formats::hide_names(&mut table, &chance);
            }
        }
        Ok(table)
    };

    let upto = before.next_seq.saturating_sub(1);
    let mut log = Vec::with_capacity(cut.events.len() + 1);
    for envelope in cut.events {
        let mut copy = envelope.clone();
        match &mut copy.event {
            Event::DebateOpened { version, debate, mode: called, participants, rules, rehearsal, fork, .. } => {
                let table = sit(participants)?;
                // What was simulated stays so, whoever speaks now.
                *rehearsal = *rehearsal || is_rehearsed(&table);
                *fork = Some(Fork { debate: before.id.clone(), upto });
                (*version, *participants) = (LOG_VERSION, table);
                debate.clone_from(&changes.id);
                called.clone_from(&mode);
                rules.clone_from(&changes.rules);
                copy.at = changes.at;
            }
            Event::ModeChosen { participants, .. } => *participants = sit(participants)?,
            // Else the rules of then would come back with it.
            Event::DebateContinued { rules, .. } => rules.clone_from(&changes.rules),
            Event::RoundOpened { .. }
            | Event::TurnTaken { .. }
            | Event::AnswerUnusable { .. }
            | Event::TurnFailed { .. }
            | Event::GroupthinkSeen { .. }
            | Event::WatchBegun { .. }
            | Event::WatchEnded { .. }
            | Event::AnswerReviewed { .. }
            | Event::RoundReviewed { .. }
            | Event::SourcesAttached { .. }
            | Event::ToolsUsed { .. }
            | Event::PositionsCompared { .. }
            | Event::BallotsGrouped { .. }
            | Event::Panel { .. }
            | Event::Room { .. }
            | Event::CallNoted { .. }
            | Event::DebateClosed { .. } => {}
        }
        log.push(copy);
    }
    let Changes { at, rules, said, focus, attached: texts, .. } = changes;
    let mut added: Vec<Event> = attached(&texts).into_iter().collect();
    if said.is_some() || focus.is_some() {
        added.push(Continuation { rules, said, focus, attached: Vec::new() }.words()?);
    }
    for (seq, event) in (upto + 1..).zip(added) {
        log.push(Envelope { seq, at, elapsed: before.elapsed, event });
    }
    let forked = Debate::replay(&log)?;
    check_panel(&forked.mode, &forked.participants, &forked.rules, forked.panel.personas.keys())?;
    if is_decided_as_before(before, &forked) {
        goes_on(forked)?;
    }
    Ok(log)
}

/// Whether the same turns come to the same answer in both: where they need not, there is something to see though nobody speaks again.
fn is_decided_as_before(before: &Debate, forked: &Debate) -> bool {
    let is_gated = |it: &Debate| it.rules.evidence.as_ref().is_some_and(|it| it.gate);
    before.rules.decide == forked.rules.decide && is_gated(before) == is_gated(forked)
}

/// The same table with other models in some of its seats: names, roles and what was said stay.
fn seated(table: &[Participant], seats: &[Seat]) -> Result<Vec<Participant>, ForkError> {
    let mut table = table.to_vec();
    for Seat { model, family, name, profile, layout } in seats {
        let wanted = Name::from(name.as_deref().unwrap_or_default());
        let Some(seat) = table.iter_mut().find(|it| it.name == wanted) else {
            let seats = table.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ");
            return Err(ForkError::NoSeat { name: wanted.to_string(), seats });
        };
        model.clone_into(&mut seat.model);
        family.clone_into(&mut seat.family);
        (seat.profile, seat.layout) = (*profile, *layout);
    }
    Ok(table)
}
