//! The next step between two who disagree: clash, position, exchange, convergence, card (P-10, P-20, P-21, P-24, P-30).
//!
//! The rooms of a round run side by side, one batch of questions at a time; a room's questions depend on that room alone. Not here: prompts
//! (`prompt`), and how answers become events (`answers`).
use super::{CLERK, phases, rules};
use crate::ask::{self, Ask, Part};
use crate::rounds::over;
use crate::step::{LocalJudge, LocalTask, Recall, Step};
use analysis::crux;
use debate::crux::Answered;
use debate::event::{Failure, Parts, RoomEvent, Stage};
use debate::rules::{Detection, PanelRules};
use debate::state::panel::{Cores, Judged, Lost};
use debate::state::{Room, RoomStatement};
use debate::{CallId, Debate, Event, Name, RoomCall, Round, text};
use prose::lexical;
use std::collections::BTreeSet;

/// How often both may name different cores before the card is drawn anyway (P-21).
const LOOPS: usize = 2;
/// Turns of exchange after different cores were named (P-21).
const MORE: usize = 2;
/// The fewest rebuttals of a clash and turns of an exchange (P-10, P-21).
const FEWEST: usize = 2;
/// The most rebuttals of a clash (P-10).
const MOST_CLASH: usize = 4;
/// The most turns of an exchange (P-21).
const MOST_EXCHANGE: usize = 8;
/// The most turns of an exchange of quotations. Ours: the next turn asks for the other's best argument, which no quotation states.
const MOST_QUOTED: usize = 4;
/// The number of votes, and how many must agree (P-30).
const VOTES: u32 = 3;
const AGREE: usize = 2;
/// Tokens for passages in a room's prompt (P-04).
const PASSAGES: usize = 200;

/// The next step in the rooms of a round; none where all are over.
pub(super) fn next(debate: &Debate, round: &Round) -> Option<Step> {
    let rooms = debate.panel.rooms.iter().enumerate().filter(|(_, it)| it.round == round.number);
    let progress: Vec<Progress> = rooms.map(|(at, room)| Progress::of(debate, at, room)).collect();
    // The rest of an interrupted batch comes first: a resumed debate must neither ask nor end differently.
    let least = progress.iter().filter(|it| it.due.is_some()).map(|it| it.turns).min()?;
    let is_rest = progress.iter().any(|it| it.turns > least || it.is_halfway);
    let (mut local_tasks, mut asks) = (Vec::new(), Vec::new());
    for due in progress.into_iter().filter(|it| it.turns == least).filter_map(|it| it.due) {
        match due {
            Due::Record(event) => return Some(Step::Record(*event)),
            Due::LocalTasks(more) => local_tasks.extend(more),
            Due::Ask(more) => asks.extend(more),
        }
    }
    if !local_tasks.is_empty() {
        return Some(Step::LocalTasks(local_tasks));
    }
    let lacking = over(debate, if is_rest { 0 } else { asks.len() });
    let asks = || asks.into_iter().map(|it| Ask::Panel(ask::Panel::Room(it))).collect();
    Some(lacking.map_or_else(|| Step::Ask(asks()), |reason| phases::ended(debate, reason)))
}

/// The next action of a room.
enum Due {
    Record(Box<Event>),
    LocalTasks(Vec<LocalTask>),
    Ask(Vec<ask::RoomQuestion>),
}

/// How far a room has got.
struct Progress {
    due: Option<Due>,
    /// How many batches of its questions were answered. All open rooms have the same number, unless a batch was interrupted.
    turns: usize,
    /// Whether some questions of the current batch are already answered.
    is_halfway: bool,
}

impl Progress {
    fn of(debate: &Debate, at: usize, room: &Room) -> Progress {
        let due = due(debate, at, room);
        let begun = batches(room);
        let is_halfway = match &due {
            Some(Due::Ask(asks)) => asks.iter().any(|it| begun.contains(&batch(room, &it.call))),
            Some(Due::Record(_) | Due::LocalTasks(_)) | None => false,
        };
        Progress { due, turns: begun.len() - usize::from(is_halfway), is_halfway }
    }
}

/// A room's questions that are asked at once: their subject, and whether it is the second try.
type Batch = (Option<Batched>, bool);

/// The subject of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Batched {
    /// Statements at a stage, with their number; where two are asked at once, both have the same number.
    Said(Stage, usize),
    /// All votes on whether the clash has settled the disagreement.
    Judged,
    /// Whether both named the same core, with the number of the check.
    Cores(usize),
    /// The card.
    Card,
}

/// The batch of a question: two participants asked at once are one batch, and so are all votes.
fn batch(room: &Room, call: &CallId) -> Batch {
    let batched = call.of_room().map(|it| match it {
        RoomCall::Turn { stage: stage @ (Stage::Position | Stage::Convergence), number, .. } => {
            Batched::Said(*stage, number.div_ceil(2))
        }
        RoomCall::Turn { stage: stage @ (Stage::Clash | Stage::Exchange), number, .. } => {
            Batched::Said(*stage, *number)
        }
        RoomCall::Judge { .. } => Batched::Judged,
        RoomCall::Cores { time } => Batched::Cores(*time),
        RoomCall::Card => Batched::Card,
    });
    (batched, room.first_try(call).is_some())
}

/// The batches with at least one answer. Local tasks are no questions.
fn batches(room: &Room) -> BTreeSet<Batch> {
    let is_here = |judge: &str| !judge.split(';').next().is_some_and(|it| it.contains('/'));
    let judged = room.judged.iter().filter(|it| is_here(&it.judge)).map(|it| &it.call);
    let cores = room.cores.iter().filter(|it| is_here(&it.judge)).map(|it| &it.call);
    let here: Vec<&CallId> = judged.chain(cores).collect();
    let mut batches: BTreeSet<Batch> = room.calls().filter(|it| !here.contains(it)).map(|it| batch(room, it)).collect();
    if room.card.as_ref().is_some_and(|it| !is_here(&it.judge)) {
        let is_again = room.is_unusable(&CallId::card(&room.id));
        batches.insert((Some(Batched::Card), is_again));
    }
    batches
}

/// The next action of a room; none once it is over. A participant with nothing to say ends the room, but only after the participant asked at
/// the same time has answered: a log that is cut between the two continues in the same way.
fn due(debate: &Debate, at: usize, room: &Room) -> Option<Due> {
    if room.is_over() {
        return None;
    }
    let planner = RoomPlanner { debate, at, room, rules: rules(debate) };
    let due = match &room.question {
        // Both say that nothing is left between them: the card says what they agree on (P-21).
        _ if crux::is_closed_as_agreed(debate, room) => planner.weigh(CallId::card(&room.id), Part::Card, Vec::new()),
        None => planner.clash(),
        Some(_) => planner.inside(),
    };
    let Some(lost) = room.lost.iter().find(|it| !is_spent(planner.rules, it)) else { return Some(due) };
    let begun = batches(room);
    let rest: Vec<ask::RoomQuestion> = match due {
        Due::Ask(asks) => asks.into_iter().filter(|it| begun.contains(&batch(room, &it.call))).collect(),
        Due::Record(_) | Due::LocalTasks(_) => Vec::new(),
    };
    if !rest.is_empty() {
        return Some(Due::Ask(rest));
    }
    let why = format!("{} had nothing to say in the {}: {}", lost.by, lost.stage, lost.why);
    let (call, judge) = (CallId::card(&room.id), "words".to_owned());
    Some(planner.record(RoomEvent::CardDrawn { call, judge, card: None, failed: Some(why), answer: None, took: 0 }))
}

/// Plans the next question of a room.
struct RoomPlanner<'a> {
    debate: &'a Debate,
    at: usize,
    room: &'a Room,
    rules: &'a PanelRules,
}

impl RoomPlanner<'_> {
    fn record(&self, what: RoomEvent) -> Due {
        Due::Record(Box::new(Event::Room { round: self.room.round, room: self.room.id.clone(), what }))
    }

    /// Alternating rebuttals, then the judgement whether they settled the disagreement.
    fn clash(&self) -> Due {
        let said: Vec<&RoomStatement> = self.room.at(Stage::Clash).collect();
        // A quoting participant has few sentences on one question and repeats none: one rebuttal each is enough, the rest is for the room.
        let most = if self.rules.quote { FEWEST } else { bounded(self.rules.clash, MOST_CLASH) };
        if said.len() < most && !is_done(&said, &[]) {
            return self.say(Stage::Clash, &[(said.len() + 1, self.by_turns(said.len()))]);
        }
        let votes = match (&self.rules.clerk, self.rules.detection) {
            (Some(_), Detection::Parts) => 1,
            (Some(_), Detection::Vote) => VOTES,
            (None, _) => 0,
        };
        let is_there = |vote: u32| {
            let call = CallId::judge(&self.room.id, vote);
            self.room.judged.iter().any(|it| it.call == call || it.call == call.once_more())
        };
        let missing = (1..=votes).filter(|it| !is_there(*it));
        let asks: Vec<ask::RoomQuestion> = missing
            .map(|vote| self.ask(CallId::judge(&self.room.id, vote), CLERK.into(), Part::Judge { vote }))
            .collect();
        if !asks.is_empty() {
            return self.put(asks);
        }
        // Without a model's judgement, words and networks of this process decide (P-31).
        match (self.verdict(votes), is_there(votes + 1)) {
            (Some(what), _) => self.record(what),
            (None, true) => {
                let why = "nobody could tell whether they still disagree".to_owned();
                self.record(RoomEvent::Left { why, parts: None })
            }
            (None, false) => {
                let pairs = crux::clash_pairs(self.debate, self.room);
                self.weigh(CallId::judge(&self.room.id, votes + 1), Part::Judge { vote: votes + 1 }, pairs)
            }
        }
    }

    /// The result of the judgements, `votes` of them by models; none where there is no result.
    fn verdict(&self, votes: u32) -> Option<RoomEvent> {
        let local = CallId::judge(&self.room.id, votes + 1);
        let by_words = self.room.judged.iter().find(|it| it.call == local);
        let is_vote = votes == VOTES && by_words.is_none();
        let heard: Vec<(&Judged, Parts)> = match by_words {
            Some(it) => it.parts.map(|parts| (it, parts)).into_iter().collect(),
            None => self.room.judged.iter().filter_map(|it| Some((it, it.parts?))).collect(),
        };
        let needed = if is_vote { AGREE } else { 1 };
        let (open, others): (Vec<_>, Vec<_>) = heard.iter().partition(|(_, parts)| parts.all());
        if open.len() >= needed {
            let question = open.iter().find_map(|(it, _)| it.question.clone()).unwrap_or_else(|| self.fallback());
            let beside = || self.beside(&question).filter(|_| by_words.is_some());
            return Some(match (self.earlier(&question), beside()) {
                (Some(room), _) => {
                    RoomEvent::Left { why: format!("they had this question in {}", room.id), parts: None }
                }
                (None, Some(room)) => {
                    let why = format!("{} has this question, and who is not in it is asked it too", room.id);
                    RoomEvent::Left { why, parts: None }
                }
                (None, None) => RoomEvent::Opened { question },
            });
        }
        let (_, first) = others.first().filter(|_| others.len() >= needed)?;
        // One vote of several settles nothing.
        let settled: Vec<&Parts> = others.iter().map(|(_, it)| it).filter(|it| it.is_a_dispute()).collect();
        if settled.len() >= needed {
            return settled.first().map(|it| RoomEvent::Settled { why: self.why(**it, by_words.is_some()) });
        }
        // Where votes differ in their reasons, all reasons are given.
        let reasons: BTreeSet<String> = others.iter().map(|(_, it)| self.why(*it, by_words.is_some())).collect();
        let parts = Some(*first).filter(|_| reasons.len() == 1);
        Some(RoomEvent::Left { why: reasons.into_iter().collect::<Vec<_>>().join("; or: "), parts })
    }

    /// The room of an earlier round in which the same two finished the same question.
    fn earlier(&self, question: &str) -> Option<&Room> {
        let Room { a, b, round, .. } = self.room;
        let is_same = |it: &&Room| {
            let are_same = (&it.a, &it.b) == (a, b) || (&it.a, &it.b) == (b, a);
            are_same && it.round < *round && it.question.as_deref().is_some_and(|it| crux::same_question(it, question))
        };
        self.debate.panel.rooms.iter().filter(|it| it.card().is_some()).find(is_same)
    }

    /// An earlier room of this round with the same question, where everybody only quotes: words alone give the same question to every pair that an
    /// aspect divides, and each would quote the same again. Everybody is asked it before the closings (P-25).
    fn beside(&self, question: &str) -> Option<&Room> {
        let is_same = |it: &&Room| {
            it.round == self.room.round && it.question.as_deref().is_some_and(|it| crux::same_question(it, question))
        };
        let before = self.debate.panel.rooms.iter().take(self.at);
        before.filter(|_| self.rules.is_revised() && self.rules.quote).find(is_same)
    }

    /// A question where nobody stated one: derived from the words, or else the aspect of the takes.
    fn fallback(&self) -> String {
        let (_, question) = crux::parts(self.debate, self.room, &[]);
        let aspect = || super::aspect(self.debate, self.room.round).unwrap_or(self.debate.topic.as_str()).to_owned();
        if question.trim().is_empty() { aspect() } else { question }
    }

    /// Why a disagreement needs no room: the conditions that are not met. Words alone prove nothing, and say so.
    fn why(&self, Parts { opposed, engaged, same_claim, relevant }: Parts, is_by_words: bool) -> String {
        let compatible = match is_by_words && self.rules.is_revised() {
            true => "no contradiction was found, by words alone",
            false => "what both say can be so at once",
        };
        let parts = [
            (Some(opposed), compatible),
            (engaged, "they do not answer each other"),
            (same_claim, "they speak of different claims"),
            (Some(relevant), "it does not matter to the topic"),
        ];
        parts.iter().filter(|(holds, _)| *holds == Some(false)).map(|(_, why)| *why).collect::<Vec<_>>().join("; ")
    }

    /// Position, exchange, convergence, and the card once both name the same core or have failed twice more.
    fn inside(&self) -> Due {
        let room = self.room;
        let owing: Vec<(usize, &Name)> = [(1, &room.a), (2, &room.b)]
            .into_iter()
            .filter(|(_, it)| !has_said(room.at(Stage::Position), it))
            .collect();
        if !owing.is_empty() {
            return self.say(Stage::Position, &owing);
        }
        let since = room.cores.last().map_or(0, |it| it.after);
        match room.cores.last().filter(|it| it.after == room.said.len()) {
            // Where the clerk can't tell, words and networks of this process decide (P-31).
            Some(Cores { same: None, .. }) if !self.is_compared_here() => return self.compare_here(),
            Some(_) if !self.is_to_go_on() => return self.card(),
            Some(_) | None => {}
        }
        let window = room.said.get(since..).unwrap_or_default();
        let named: Vec<&RoomStatement> = window.iter().filter(|it| it.stage == Stage::Convergence).collect();
        let spoken: Vec<&RoomStatement> = window.iter().filter(|it| it.stage == Stage::Exchange).collect();
        let is_exhausted = if room.cores.is_empty() {
            let positions: Vec<&RoomStatement> = room.at(Stage::Position).collect();
            let most = if self.rules.quote { MOST_QUOTED } else { MOST_EXCHANGE };
            let is_long = spoken.len() >= bounded(self.rules.exchange, most);
            let is_spent = room.lost.iter().any(|it| is_spent(self.rules, it));
            is_long || is_spent || is_done(&spoken, &positions)
        } else {
            spoken.len() >= MORE
        };
        if named.is_empty() && !is_exhausted {
            let all = room.at(Stage::Exchange).count();
            return self.say(Stage::Exchange, &[(all + 1, self.by_turns(all))]);
        }
        let first = 2 * self.loops();
        let owing: Vec<(usize, &Name)> = [(first + 1, &room.a), (first + 2, &room.b)]
            .into_iter()
            .filter(|(_, it)| !has_said(named.iter().copied(), it))
            .collect();
        if !owing.is_empty() {
            return self.say(Stage::Convergence, &owing);
        }
        match &self.rules.clerk {
            Some(_) => self.put(vec![self.ask(self.cores_call(), CLERK.into(), Part::Cores)]),
            None => self.compare_here(),
        }
    }

    /// The call id of the next check whether both named the same core.
    fn cores_call(&self) -> CallId {
        CallId::cores(&self.room.id, self.room.cores.len() + 1)
    }

    fn compare_here(&self) -> Due {
        self.weigh(self.cores_call(), Part::Cores, crux::cores_pairs(self.room))
    }

    /// Whether the cores named last were compared without the clerk.
    fn is_compared_here(&self) -> bool {
        let times = self.room.cores.iter().filter(|it| it.after == self.room.said.len()).count();
        times > usize::from(self.rules.clerk.is_some())
    }

    /// How often different cores were named.
    fn loops(&self) -> usize {
        self.room.cores.iter().filter(|it| it.same == Some(false)).count()
    }

    /// Whether different cores were named and another try is left. Quoting participants would name the same again.
    fn is_to_go_on(&self) -> bool {
        let is_apart = self.room.cores.last().is_some_and(|it| it.same == Some(false));
        is_apart && self.loops() <= LOOPS && !self.rules.quote
    }

    fn card(&self) -> Due {
        let call = CallId::card(&self.room.id);
        if super::draws(self.rules).is_some() {
            self.put(vec![self.ask(call, CLERK.into(), Part::Card)])
        } else {
            self.weigh(call, Part::Card, Vec::new())
        }
    }

    /// The next speaker after so many statements.
    fn by_turns(&self, spoken: usize) -> &Name {
        if spoken.is_multiple_of(2) { &self.room.a } else { &self.room.b }
    }

    /// The questions to the speakers at a stage, by number; their beliefs are recalled first.
    fn say(&self, stage: Stage, who: &[(usize, &Name)]) -> Due {
        let asked: Vec<ask::RoomQuestion> = who
            .iter()
            .map(|(number, who)| {
                let call = CallId::said(&self.room.id, stage, *number, who);
                self.ask(call, (*who).clone(), Part::Say(stage))
            })
            .collect();
        let recalls: Vec<LocalTask> = asked.iter().filter_map(|it| self.recall(it)).collect();
        if recalls.is_empty() { self.put(asked) } else { Due::LocalTasks(recalls) }
    }

    /// Asks questions, a second time where the first answer could not be used, and never before all first answers are in (D-21).
    fn put(&self, asks: Vec<ask::RoomQuestion>) -> Due {
        let is_lost = |it: &ask::RoomQuestion| self.room.lost.iter().any(|lost| lost.call == it.call);
        let (again, mut first): (Vec<ask::RoomQuestion>, Vec<ask::RoomQuestion>) =
            asks.into_iter().partition(|it| self.room.is_unusable(&it.call));
        first.retain(|it| !is_lost(it));
        if !first.is_empty() {
            return Due::Ask(first);
        }
        let again = again.into_iter().map(|it| ask::RoomQuestion { call: it.call.once_more(), ..it });
        Due::Ask(again.filter(|it| !is_lost(it)).collect())
    }

    /// The task that recalls a persona's beliefs relevant to the other's last statement, unless that is done.
    fn recall(&self, ask::RoomQuestion { call, who, .. }: &ask::RoomQuestion) -> Option<LocalTask> {
        let panel = &self.debate.panel;
        let is_due = panel.personas.contains_key(who) && !panel.recalled.contains_key(call);
        let other = if *who == self.room.a { &self.room.b } else { &self.room.a };
        let heard = self
            .room
            .said
            .iter()
            .rev()
            .find(|it| it.by == *other && matches!(it.stage, Stage::Clash | Stage::Exchange));
        let take = || self.debate.position(&debate::relation::TurnRef { round: self.room.round, by: other.clone() });
        let last = heard.map(|it| it.turn.say.as_str()).or_else(take);
        let about = [self.room.question.as_deref(), super::aspect(self.debate, self.room.round), last];
        let query = text::uncited(&about.into_iter().flatten().collect::<Vec<_>>().join(" ")).into_owned();
        is_due.then(|| LocalTask::Recall(Recall { call: call.clone(), by: who.clone(), query, room: PASSAGES }))
    }

    fn ask(&self, call: CallId, who: Name, part: Part) -> ask::RoomQuestion {
        ask::RoomQuestion { call, round: self.room.round, room: self.at, who, part }
    }

    fn weigh(&self, call: CallId, part: Part, pairs: Vec<(String, String)>) -> Due {
        Due::LocalTasks(vec![LocalTask::Judge(LocalJudge { call, round: self.room.round, room: self.at, part, pairs })])
    }
}

/// Whether a quoting participant has nothing more to quote: that ends the exchange, not the room.
fn is_spent(rules: &PanelRules, lost: &Lost) -> bool {
    rules.quote && lost.stage == Stage::Exchange && lost.why == Failure::Refused
}

fn bounded(turns: u32, most: usize) -> usize {
    usize::try_from(turns).unwrap_or(usize::MAX).clamp(FEWEST, most)
}

fn has_said<'a>(mut said: impl Iterator<Item = &'a RoomStatement>, who: &Name) -> bool {
    said.any(|it| it.by == *who)
}

/// Whether continuing is pointless (P-14): both of the last two concede something, both answer the question alike, or the last statement
/// repeats an earlier one by its speaker.
fn is_done(said: &[&RoomStatement], before: &[&RoomStatement]) -> bool {
    let [earlier @ .., one, last] = said else { return false };
    let are_granting = one.turn.conceded.is_some() && last.turn.conceded.is_some();
    // That both answer "it depends" settles nothing.
    let are_alike = last.turn.answer.is_some_and(|it| it != Answered::Nuanced) && one.turn.answer == last.turn.answer;
    let mut own = before.iter().chain(earlier).filter(|it| it.by == last.by);
    are_granting || are_alike || own.any(|it| lexical::same(&it.turn.say, &last.turn.say))
}
