//! What comes next between two who disagree: clash, position, exchange, convergence, card (P-10, P-20, P-21, P-24, P-30).
//!
//! Rooms of a round go on side by side, a question at a time each; what one asks depends on nothing but itself. Not here: the words of a
//! question (`prompt`), and what an answer amounts to (`heard`).
use super::{CLERK, course, rules};
use crate::rounds::over;
use crate::step::{Ask, Errand, Part, Recall, Script, Step, Weigh};
use analysis::{crux, lexical};
use debate::crux::Answered;
use debate::event::{Parts, RoomEvent, Stage};
use debate::rules::{Detection, PanelRules};
use debate::state::panel::Judged;
use debate::state::{Room, RoomSaid};
use debate::{CallId, Debate, Event, Horizon, Name, Round, text};

/// How often different things may be named before the card is drawn all the same (P-21).
const LOOPS: usize = 2;
/// Turns of exchange after different things were named (P-21).
const MORE: usize = 2;
/// The fewest rebuttals of a clash and turns of an exchange (P-10, P-21).
const FEWEST: usize = 2;
/// The most rebuttals of a clash (P-10).
const MOST_CLASH: usize = 4;
/// The most turns of an exchange (P-21).
const MOST_EXCHANGE: usize = 8;
/// How many are asked where they vote, and how many must agree (P-30).
const VOTES: u32 = 3;
const AGREE: usize = 2;
/// Tokens of chunks that there is room for in a room (P-04: beliefs and chunks are 150 to 200).
const PASSAGES: usize = 100;

/// What comes next in the rooms of a round; none where all are over.
pub(super) fn next(debate: &Debate, round: &Round) -> Option<Step> {
    let rooms = debate.panel.rooms.iter().enumerate().filter(|(_, it)| it.round == round.number);
    let mut due: Vec<(usize, Due)> = rooms.filter_map(|(at, it)| Some((turns(it), due(debate, at, it)?))).collect();
    // What a batch that was interrupted still lacks comes before anything else: going on must not ask, nor end, otherwise.
    let least = due.iter().map(|(turns, _)| *turns).min()?;
    let is_ahead = |it: &Room| turns(it) > least || is_halfway(it);
    let is_rest = debate.panel.rooms_of(round.number).any(is_ahead);
    due.retain(|(turns, _)| *turns == least);
    let (mut errands, mut asks) = (Vec::new(), Vec::new());
    for (_, due) in due {
        match due {
            Due::Record(event) => return Some(Step::Record(*event)),
            Due::Errands(more) => errands.extend(more),
            Due::Ask(more) => asks.extend(more),
        }
    }
    if !errands.is_empty() {
        return Some(Step::Errands(errands));
    }
    let lacking = over(debate, if is_rest { 0 } else { asks.len() });
    Some(lacking.map_or(Step::Ask(asks), |reason| course::ended(debate, reason)))
}

/// What a room is waiting for.
enum Due {
    Record(Box<Event>),
    Errands(Vec<Errand>),
    Ask(Vec<Ask>),
}

/// How many questions, or pairs of them that are put at once, a room has had answered: all that are live have had as many, unless a batch was
/// interrupted.
fn turns(room: &Room) -> usize {
    let is_by_model = |judge: &str| judge.contains('/');
    let in_turn = room.said.iter().filter(|it| matches!(it.stage, Stage::Clash | Stage::Exchange)).count();
    let at_once = |stage| room.at(stage).count() / 2;
    let votes = room.judged.iter().filter(|it| is_by_model(&it.judge)).count();
    let judged = usize::from(room.question.is_some() || room.settled.is_some()).min(votes);
    let cores = room.cores.iter().filter(|it| is_by_model(&it.judge)).count();
    let drawn = room.card.iter().filter(|it| is_by_model(&it.judge)).count();
    in_turn
        + at_once(Stage::Position)
        + at_once(Stage::Convergence)
        + judged
        + cores
        + drawn
        + usize::from(room.lost.is_some())
}

/// Whether one of two who were asked at once has answered, or some of those who vote have voted.
fn is_halfway(room: &Room) -> bool {
    let is_odd = |stage| room.at(stage).count() % 2 == 1;
    let votes = room.judged.len();
    let is_voting = room.question.is_none() && room.settled.is_none() && (1..VOTES as usize).contains(&votes);
    let is_live = !room.is_over() && room.lost.is_none();
    is_live && (is_odd(Stage::Position) || is_odd(Stage::Convergence) || is_voting)
}

/// What a room is waiting for; nothing once it is over.
fn due(debate: &Debate, at: usize, room: &Room) -> Option<Due> {
    if room.is_over() {
        return None;
    }
    let desk = Desk { debate, at, room, rules: rules(debate) };
    Some(match (&room.lost, &room.question) {
        (Some(lost), _) => {
            let why = format!("{} had nothing to say in the {}: {}", lost.by, lost.stage, lost.why);
            desk.record(RoomEvent::CardDrawn {
                call: CallId::card(&room.id),
                judge: "words".to_owned(),
                card: None,
                failed: Some(why),
                answer: None,
                took: 0,
            })
        }
        (None, None) => desk.clash(),
        (None, Some(_)) => desk.inside(),
    })
}

/// Whoever puts the next question of a room.
struct Desk<'a> {
    debate: &'a Debate,
    at: usize,
    room: &'a Room,
    rules: &'a PanelRules,
}

impl Desk<'_> {
    fn record(&self, what: RoomEvent) -> Due {
        Due::Record(Box::new(Event::Room { round: self.room.round, room: self.room.id.clone(), what }))
    }

    /// Rebuttals by turns, then whether they settled it.
    fn clash(&self) -> Due {
        let said: Vec<&RoomSaid> = self.room.at(Stage::Clash).collect();
        // Who only quotes has few sentences on one question, and says none twice: a rebuttal each serves, and there is no exchange.
        let most = if self.rules.quote { FEWEST } else { bounded(self.rules.clash, MOST_CLASH) };
        if said.len() < most && !is_done(&said, &[]) {
            return self.say(Stage::Clash, &[(said.len() + 1, self.by_turns(said.len()))]);
        }
        let votes = match (&self.rules.clerk, self.rules.detection) {
            (Some(_), Detection::Parts) => 1,
            (Some(_), Detection::Vote) => VOTES,
            (None, _) => 0,
        };
        let is_there = |vote: u32| self.room.judged.iter().any(|it| it.call == CallId::judge(&self.room.id, vote));
        let missing: Vec<u32> = (1..=votes).filter(|it| !is_there(*it)).collect();
        if !missing.is_empty() {
            let asks = missing
                .into_iter()
                .map(|vote| self.ask(CallId::judge(&self.room.id, vote), CLERK.into(), Part::Judge { vote }));
            return Due::Ask(asks.collect());
        }
        // Where no model can tell, words and networks of this process do (P-31).
        match (self.verdict(votes), is_there(votes + 1)) {
            (Some(what), _) => self.record(what),
            (None, true) => {
                let why = "nobody could tell whether they still disagree".to_owned();
                self.record(RoomEvent::Settled { why })
            }
            (None, false) => {
                let pairs = crux::clash_pairs(self.debate, self.room);
                self.weigh(CallId::judge(&self.room.id, votes + 1), Part::Judge { vote: votes + 1 }, pairs)
            }
        }
    }

    /// What the judgements come to, `votes` of them by models; none where they come to nothing.
    fn verdict(&self, votes: u32) -> Option<RoomEvent> {
        let local = CallId::judge(&self.room.id, votes + 1);
        let by_words = self.room.judged.iter().find(|it| it.call == local);
        let is_vote = votes == VOTES && by_words.is_none();
        let heard: Vec<(&Judged, Parts)> = match by_words {
            Some(it) => it.parts.map(|parts| (it, parts)).into_iter().collect(),
            None => self.room.judged.iter().filter_map(|it| Some((it, it.parts?))).collect(),
        };
        let needed = if is_vote { AGREE } else { 1 };
        let (open, settled): (Vec<_>, Vec<_>) = heard.iter().partition(|(_, parts)| parts.all());
        if open.len() >= needed {
            let question = open.iter().find_map(|(it, _)| it.question.clone());
            return Some(RoomEvent::Opened { question: question.unwrap_or_else(|| self.fallback()) });
        }
        let (_, parts) = settled.first().filter(|_| settled.len() >= needed)?;
        Some(RoomEvent::Settled { why: why(*parts) })
    }

    /// A question where nobody put one: what words give, or what the takes were about.
    fn fallback(&self) -> String {
        let (_, question) = crux::parts(self.debate, self.room, &[]);
        let aspect = || super::aspect(self.debate, self.room.round).unwrap_or(self.debate.topic.as_str()).to_owned();
        if question.trim().is_empty() { aspect() } else { question }
    }

    /// Position, exchange, convergence, and the card once both name the same thing, or have not twice more.
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
        let is_named = room.cores.last().is_some_and(|it| it.after == room.said.len());
        if is_named && !self.is_to_go_on() {
            return self.card();
        }
        let window = room.said.get(since..).unwrap_or_default();
        let named: Vec<&RoomSaid> = window.iter().filter(|it| it.stage == Stage::Convergence).collect();
        let spoken: Vec<&RoomSaid> = window.iter().filter(|it| it.stage == Stage::Exchange).collect();
        let is_exhausted = if room.cores.is_empty() {
            let positions: Vec<&RoomSaid> = room.at(Stage::Position).collect();
            let is_long = spoken.len() >= bounded(self.rules.exchange, MOST_EXCHANGE);
            self.rules.quote || is_long || is_done(&spoken, &positions)
        } else {
            spoken.len() >= MORE
        };
        if named.is_empty() && !is_exhausted {
            let all = room.at(Stage::Exchange).count();
            return self.say(Stage::Exchange, &[(all + 1, self.by_turns(all))]);
        }
        let first = 2 * room.cores.len();
        let owing: Vec<(usize, &Name)> = [(first + 1, &room.a), (first + 2, &room.b)]
            .into_iter()
            .filter(|(_, it)| !has_said(named.iter().copied(), it))
            .collect();
        if !owing.is_empty() {
            return self.say(Stage::Convergence, &owing);
        }
        let call = CallId::cores(&room.id, room.cores.len() + 1);
        match &self.rules.clerk {
            Some(_) => Due::Ask(vec![self.ask(call, CLERK.into(), Part::Cores)]),
            None => self.weigh(call, Part::Cores, crux::cores_pairs(room)),
        }
    }

    /// Whether different things were named and there is another try. Who only quotes would name the same again.
    fn is_to_go_on(&self) -> bool {
        let cores = &self.room.cores;
        cores.last().is_some_and(|it| it.same == Some(false)) && cores.len() <= LOOPS && !self.rules.quote
    }

    fn card(&self) -> Due {
        let call = CallId::card(&self.room.id);
        if super::draws(self.rules).is_some() {
            Due::Ask(vec![self.ask(call, CLERK.into(), Part::Card)])
        } else {
            self.weigh(call, Part::Card, Vec::new())
        }
    }

    /// Who speaks after so many have.
    fn by_turns(&self, spoken: usize) -> &Name {
        if spoken.is_multiple_of(2) { &self.room.a } else { &self.room.b }
    }

    /// The questions to those who speak at a stage, by number; what they hold of it is recalled first.
    fn say(&self, stage: Stage, who: &[(usize, &Name)]) -> Due {
        let asked: Vec<Ask> = who
            .iter()
            .map(|(number, who)| {
                let call = CallId::said(&self.room.id, stage, *number, who);
                self.ask(call, (*who).clone(), Part::Say(stage))
            })
            .collect();
        let recalls: Vec<Errand> = asked.iter().filter_map(|it| self.recall(it)).collect();
        if recalls.is_empty() { Due::Ask(asked) } else { Due::Errands(recalls) }
    }

    /// The errand that finds what of a persona matters to what the other said last, where nobody has yet.
    fn recall(&self, Ask { call, who, .. }: &Ask) -> Option<Errand> {
        let panel = &self.debate.panel;
        let is_due = panel.personas.contains_key(who) && !panel.recalled.contains_key(call);
        let other = if *who == self.room.a { &self.room.b } else { &self.room.a };
        let heard = self
            .room
            .said
            .iter()
            .rev()
            .find(|it| it.by == *other && matches!(it.stage, Stage::Clash | Stage::Exchange));
        let take = || self.debate.position(&debate::relation::Said { round: self.room.round, by: other.clone() });
        let last = heard.map(|it| it.turn.say.as_str()).or_else(take);
        let about = [self.room.question.as_deref(), super::aspect(self.debate, self.room.round), last];
        let query = text::uncited(&about.into_iter().flatten().collect::<Vec<_>>().join(" ")).into_owned();
        is_due.then(|| Errand::Recall(Recall { call: call.clone(), by: who.clone(), query, room: PASSAGES }))
    }

    fn ask(&self, call: CallId, who: Name, part: Part) -> Ask {
        let script = Script::Room { room: self.at, part };
        Ask { call, round: self.room.round, who, horizon: Horizon::Now, script }
    }

    fn weigh(&self, call: CallId, part: Part, pairs: Vec<(String, String)>) -> Due {
        Due::Errands(vec![Errand::Weigh(Weigh { call, round: self.room.round, room: self.at, part, pairs })])
    }
}

fn bounded(turns: u32, most: usize) -> usize {
    usize::try_from(turns).unwrap_or(usize::MAX).clamp(FEWEST, most)
}

fn has_said<'a>(mut said: impl Iterator<Item = &'a RoomSaid>, who: &Name) -> bool {
    said.any(|it| it.by == *who)
}

/// Whether going on would bring nothing (P-14): both of the last two grant something, both answer the question alike, or the last repeats what
/// its speaker said before.
fn is_done(said: &[&RoomSaid], before: &[&RoomSaid]) -> bool {
    let [earlier @ .., one, last] = said else { return false };
    let are_granting = one.turn.conceded.is_some() && last.turn.conceded.is_some();
    // That both say it depends settles nothing.
    let are_alike = last.turn.answer.is_some_and(|it| it != Answered::Nuanced) && one.turn.answer == last.turn.answer;
    let mut own = before.iter().chain(earlier).filter(|it| it.by == last.by);
    are_granting || are_alike || own.any(|it| lexical::same(&it.turn.say, &last.turn.say))
}

/// Why a disagreement needs no room: the parts that do not hold.
fn why(Parts { opposed, engaged, same_claim, relevant }: Parts) -> String {
    let parts = [
        (opposed, "what both say can be so at once"),
        (engaged, "they do not answer each other"),
        (same_claim, "they speak of different claims"),
        (relevant, "it does not matter to the topic"),
    ];
    parts.iter().filter(|(holds, _)| !holds).map(|(_, why)| *why).collect::<Vec<_>>().join("; ")
}
