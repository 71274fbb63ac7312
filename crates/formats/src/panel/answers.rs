//! From answers to events: statements, a clerk's findings, and results computed in this process.
//!
//! Nothing is invented: an unreadable answer is recorded as a lost turn or a failure. Not here: what follows from an event (`phases`,
//! `rooms`), and how text is parsed (`debate::reply`).
use super::{cruxes, held, model, phases, rules, transcript};
use crate::ask::{self, Part};
use crate::step::LocalJudge;
use analysis::{crux, safety};
use debate::event::{Answer, Failure, PanelEvent, Parts, RoomEvent, RoomTurn, RoundKind, Stage, Stop};
use debate::reply::{self, Grade, Judgement};
use debate::rules::Detection;
use debate::state::Room;
use debate::state::panel::Recalled;
use debate::{Act, CallId, Card, Claim, Debate, Event, Flaw, Label, Name, Relation, Turn};

/// Fields that a panel does not ask for.
const UNASKED: [&str; 7] =
    ["ballot", "references", "key_points", "confidence_change", "stance", "questions", "moves.why"];

/// Checks a turn (D-04). Only a missing position or missing reasoning is a reason to ask again; a quoting participant needs only a sentence.
/// A position without claims becomes a claim itself, so that cards and graphs can refer to it (P-24, P-40).
pub(super) fn check(debate: &Debate, ask: &ask::Turn, turn: &mut Turn, flaws: &mut Vec<Flaw>) -> Grade {
    reply::without_types(turn, flaws);
    reply::without_needs(turn, flaws);
    let Turn { position, reasoning, confidence, claims, mut moves, .. } = std::mem::take(turn);
    // Only closings answer claims of earlier rounds: takes are made before anybody has heard the others (P-40).
    let is_closing = debate.round().is_some_and(|it| it.kind == RoundKind::Closing);
    moves.retain(|it| {
        is_closing && rules(debate).is_revised() && matches!(it.act, Act::Support | Act::Challenge | Act::Concede)
    });
    *turn = Turn { position, reasoning, confidence, claims, moves, ..Turn::default() };
    turn.claims.iter_mut().for_each(|it| it.cites.clear());
    let is_quoted = rules(debate).quote;
    let is_take = debate.round().is_some_and(|it| it.kind == RoundKind::Take);
    flaws.retain(|it| match it {
        Flaw::Missing { field } if (is_take || is_quoted) && field == "confidence" => false,
        Flaw::Missing { field } if is_quoted && field == "reasoning" => false,
        Flaw::Missing { field }
        | Flaw::WrongType { field }
        | Flaw::Coerced { field }
        | Flaw::OutOfRange { field }
        | Flaw::TooLong { field } => !UNASKED.contains(&field.as_str()),
        Flaw::UnresolvedCitation { .. }
        | Flaw::UncitedFact { .. }
        | Flaw::UnsourcedFact { .. }
        | Flaw::CitedAssumption { .. }
        | Flaw::UnknownOption { .. }
        | Flaw::Headline { .. }
        | Flaw::Unordered
        | Flaw::MissingSection { .. }
        | Flaw::Unmitigated { .. }
        | Flaw::UnknownParticipant { .. }
        | Flaw::ChangedBallot
        | Flaw::UnknownTerm { .. }
        | Flaw::UnknownClaim { .. }
        | Flaw::UnknownSource { .. }
        | Flaw::AssignedKind { .. }
        | Flaw::DoubtedKind { .. }
        | Flaw::UnbackedFact { .. }
        | Flaw::WrongStance { .. }
        | Flaw::CorrectedStance { .. } => false,
        Flaw::NoObject | Flaw::Wrapped | Flaw::Malformed | Flaw::Truncated | Flaw::Unprintable | Flaw::Ungrounded => {
            true
        }
    });
    if let Some(position) = turn.position.as_ref().filter(|_| turn.claims.is_empty()) {
        let (label, text) = (Label::Infer, position.clone());
        turn.claims.push(Claim { label, text, cites: Vec::new(), kind: None, assigned: false, standing: None });
    }
    if is_ungrounded(debate, &CallId::turn(ask.round, &ask.who)) {
        flaws.push(Flaw::Ungrounded);
    }
    match (&turn.position, &turn.reasoning) {
        (Some(_), Some(_)) => Grade::Whole,
        (Some(_), None) if is_quoted => Grade::Whole,
        (Some(_), None) => Grade::Partial,
        (None, _) => Grade::Nothing,
    }
}

/// Whether recall for a question found nothing that the persona wrote (P-04).
fn is_ungrounded(debate: &Debate, call: &CallId) -> bool {
    debate.panel.recalled.get(call).is_some_and(Recalled::is_empty)
}

/// The event that records the answer to a question about aspects or a room.
pub fn recorded(
    debate: &Debate,
    ask: &ask::Panel,
    outcome: Result<Answer, (Failure, String)>,
    took: u64,
) -> Option<Event> {
    let by = model(debate, ask).unwrap_or_default().to_owned();
    let ask = match ask {
        ask::Panel::Aspects { .. } => return Some(aspects(debate, by, outcome, took)),
        ask::Panel::Cruxes { call, who, .. } => return Some(cruxes::recorded(debate, call, who, outcome, took)),
        ask::Panel::Room(ask) => ask,
    };
    let room = debate.panel.rooms.get(ask.room)?;
    let clerk = Clerk { room, call: &ask.call, judge: by, took };
    let what = match ask.part {
        Part::Say(stage) => said(debate, room, ask, stage, outcome, took),
        Part::Judge { .. } => {
            let judgement = |it: &str| judgement(it, rules(debate).detection);
            clerk.recorded(outcome, judgement, |Found { call, judge, found, failed, answer, took }| {
                let (parts, question) = found.map_or((None, None), |(parts, question)| (Some(parts), question));
                RoomEvent::ClashJudged { call, judge, parts, question, failed, answer, took }
            })
        }
        Part::Cores => {
            let cores = |it: &str| reply::cores(it).ok_or_else(unreadable);
            clerk.recorded(outcome, cores, |Found { call, judge, found: same, failed, answer, took }| {
                RoomEvent::CoresCompared { call, judge, same, failed, answer, took }
            })
        }
        Part::Card => {
            let card = |it: &str| card(debate, room, it);
            clerk.recorded(outcome, card, |Found { call, judge, found: card, failed, answer, took }| {
                RoomEvent::CardDrawn { call, judge, card, failed, answer, took }
            })
        }
    };
    Some(Event::Room { round: room.round, room: room.id.clone(), what })
}

/// The event that records what this process computed about a room; `judge` names the method.
pub fn judged_locally(
    debate: &Debate,
    weigh: &LocalJudge,
    judge: &str,
    made: Result<Vec<Relation>, String>,
    took: u64,
) -> Option<Event> {
    let room = debate.panel.rooms.get(weigh.room)?;
    let (call, judge) = (weigh.call.clone(), judge.to_owned());
    let what = match weigh.part {
        Part::Judge { .. } => {
            let (parts, question, failed) = match made.map(|it| crux::parts(debate, room, &it)) {
                Ok((parts, question)) => (Some(parts), Some(question).filter(|it| !it.trim().is_empty()), None),
                Err(why) => (None, None, Some(why)),
            };
            RoomEvent::ClashJudged { call, judge, parts, question, failed, answer: None, took }
        }
        Part::Cores => {
            let (same, failed) = split(made.map(|it| crux::same_core(room, &it)));
            RoomEvent::CoresCompared { call, judge, same, failed, answer: None, took }
        }
        Part::Card => {
            let (card, failed) = split(crux::card(debate, room));
            RoomEvent::CardDrawn { call, judge: "words".to_owned(), card, failed, answer: None, took }
        }
        Part::Say(_) => return None,
    };
    Some(Event::Room { round: room.round, room: room.id.clone(), what })
}

/// The aspects that the moderator chose; without any, belief graphs and the topic give them, and the event says so (P-31).
fn aspects(debate: &Debate, by: String, outcome: Result<Answer, (Failure, String)>, took: u64) -> Event {
    let most = usize::try_from(rules(debate).most_aspects).unwrap_or(usize::MAX).max(1);
    let (found, answer) = parsed(outcome, |it| {
        let aspects = reply::aspects(it);
        let contradictions = held::known(debate, reply::contradictions(it));
        if aspects.is_empty() { Err(unreadable()) } else { Ok((aspects, contradictions)) }
    });
    let (found, failed) = split(found.map_err(|it| it.why));
    let ((mut aspects, contradictions), by) = found.map_or_else(
        || {
            let (aspects, by) = phases::own_aspects(debate);
            ((aspects, Vec::new()), by)
        },
        |it| (it, by),
    );
    aspects.truncate(most);
    let call = Some(CallId::Aspects);
    Event::Panel { what: PanelEvent::AspectsSet { aspects, by, contradictions, call, failed, answer, took } }
}

/// A statement in a room. An unreadable answer is asked for once more; a second failure, or a statement that must not be shown, is a lost turn
/// (D-21, D-50).
fn said(
    debate: &Debate,
    room: &Room,
    ask::RoomQuestion { call, who, .. }: &ask::RoomQuestion,
    stage: Stage,
    outcome: Result<Answer, (Failure, String)>,
    took: u64,
) -> RoomEvent {
    let (call, by): (CallId, Name) = (call.clone(), who.clone());
    let answer = match outcome {
        Ok(answer) => answer,
        Err((why, detail)) => return RoomEvent::TurnFailed { call, by, stage, why, detail, answer: None, took },
    };
    let lost = if answer.stop == Stop::Refused {
        // Not its words: they may begin with the private trace (P-22).
        let why = if rules(debate).quote { "it has written nothing more on this" } else { "it declined to answer" };
        Some((Failure::Refused, why.to_owned()))
    } else {
        safety::screen(&answer.text).map(|it| (Failure::Withheld, it.to_string()))
    };
    let (turn, mut flaws) = reply::room(&answer.text);
    let turn = asked_for(turn, stage, rules(debate).is_revised());
    let is_said = match stage {
        Stage::Clash | Stage::Position | Stage::Exchange => !turn.say.is_empty(),
        Stage::Convergence => turn.core.is_some(),
    };
    let unusable = || {
        let detail = flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        let detail = if detail.is_empty() { "it says nothing that was asked for".to_owned() } else { detail };
        (!is_said).then_some((Failure::Unusable, detail))
    };
    let first = room.first_try(&call);
    match lost.or_else(unusable) {
        Some((Failure::Unusable, why)) if first.is_none() => {
            return RoomEvent::AnswerUnusable { call, by: Some(by), why, answer };
        }
        Some((why, detail)) => {
            let took = answer.took;
            return RoomEvent::TurnFailed { call, by, stage, why, detail, answer: Some(answer), took };
        }
        None => {}
    }
    // A second try uses the beliefs recalled for the first.
    if is_ungrounded(debate, first.map_or(&call, |it| &it.call)) {
        flaws.push(Flaw::Ungrounded);
    }
    RoomEvent::Said { call, by, stage, turn, flaws, answer }
}

/// The statement without fields that its stage does not ask for: no core is named before the convergence stage, and panels of revision 0 do
/// not ask whether anything is left, nor which claims are answered.
fn asked_for(turn: RoomTurn, stage: Stage, is_revised: bool) -> RoomTurn {
    let RoomTurn { say, trace, answer, conceded, core, kind, falsifier, nothing_left, both_hold, rests_on, links } =
        turn;
    let asked = match stage {
        Stage::Clash => RoomTurn { say, conceded, links, ..RoomTurn::default() },
        Stage::Position => RoomTurn { say, trace, answer, links, ..RoomTurn::default() },
        Stage::Exchange => RoomTurn { say, trace, answer, conceded, rests_on, links, ..RoomTurn::default() },
        Stage::Convergence => RoomTurn { say, trace, answer, core, kind, falsifier, rests_on, ..RoomTurn::default() },
    };
    if !is_revised {
        return RoomTurn { links: Vec::new(), rests_on: Vec::new(), ..asked };
    }
    RoomTurn { nothing_left, both_hold: both_hold.filter(|_| nothing_left == Some(true)), ..asked }
}

/// A room's question to its clerk.
struct Clerk<'a> {
    room: &'a Room,
    call: &'a CallId,
    judge: String,
    took: u64,
}

/// The answer to it.
struct Found<T> {
    call: CallId,
    judge: String,
    found: Option<T>,
    failed: Option<String>,
    answer: Option<Answer>,
    took: u64,
}

impl Clerk<'_> {
    /// The event that records an answer: the result of `make`, or a request to ask once more where the answer could not be read (D-21).
    fn recorded<T>(
        self,
        outcome: Result<Answer, (Failure, String)>,
        read: impl Fn(&str) -> Result<T, String>,
        make: impl Fn(Found<T>) -> RoomEvent,
    ) -> RoomEvent {
        let Clerk { room, call, judge, took } = self;
        let (is_first, call) = (room.first_try(call).is_none(), call.clone());
        match parsed(outcome, read) {
            (Err(NoFinding { why, is_unreadable: true }), Some(answer)) if is_first => {
                RoomEvent::AnswerUnusable { call, by: None, why, answer }
            }
            (found, answer) => {
                let (found, failed) = split(found.map_err(|it| it.why));
                make(Found { call, judge, found, failed, answer, took })
            }
        }
    }
}

/// The clerk's judgement of a clash. A vote does not divide it into parts: it says nothing about the claim and about engagement.
fn judgement(answer: &str, detection: Detection) -> Result<(Parts, Option<String>), String> {
    let Judgement { opposed, engaged, same_claim, relevant, question } = reply::clash(answer).ok_or_else(unreadable)?;
    let (engaged, same_claim, is_whole) = match detection {
        Detection::Parts => (engaged, same_claim, engaged.is_some() && same_claim.is_some()),
        Detection::Vote => (None, None, true),
    };
    match (opposed, relevant) {
        (Some(opposed), Some(relevant)) if is_whole => Ok((Parts { opposed, engaged, same_claim, relevant }, question)),
        _ => Err("the clerk's judgement leaves something out".to_owned()),
    }
}

/// The card in an answer, with its turns looked up and everything that is not in the room removed.
fn card(debate: &Debate, room: &Room, answer: &str) -> Result<Card, String> {
    let mut card = reply::card(answer).ok_or_else(unreadable)?;
    card.question = room.question.clone().unwrap_or_default();
    for stand in &mut card.positions {
        stand.turn = transcript::turn(room, &stand.turn, &stand.by, &stand.words);
    }
    for words in card.falsifiers.iter_mut().chain(&mut card.conceded) {
        words.turn = transcript::turn(room, &words.turn, &words.by, &words.words);
    }
    crux::verified(debate, room, card)
}

/// Why there is no finding.
pub(super) struct NoFinding {
    pub(super) why: String,
    /// Whether it answered, so that a second try may help.
    is_unreadable: bool,
}

/// The parsed answer to a question that is not a turn, or why there is none, together with the answer's text.
pub(super) fn parsed<T>(
    outcome: Result<Answer, (Failure, String)>,
    read: impl Fn(&str) -> Result<T, String>,
) -> (Result<T, NoFinding>, Option<Answer>) {
    let lost = |why: String| Err(NoFinding { why, is_unreadable: false });
    match outcome {
        Ok(answer) if answer.stop == Stop::Refused => (lost("it declined to answer".to_owned()), Some(answer)),
        Ok(answer) => match safety::screen(&answer.text) {
            Some(finding) => (lost(finding.to_string()), Some(answer)),
            None => (read(&answer.text).map_err(|why| NoFinding { why, is_unreadable: true }), Some(answer)),
        },
        Err((why, detail)) if detail.is_empty() => (lost(why.to_string()), None),
        Err((_, detail)) => (lost(detail), None),
    }
}

fn split<T>(made: Result<T, String>) -> (Option<T>, Option<String>) {
    match made {
        Ok(made) => (Some(made), None),
        Err(why) => (None, Some(why)),
    }
}

fn unreadable() -> String {
    "the clerk's answer could not be read".to_owned()
}
