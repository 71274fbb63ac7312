//! From answers to events: what somebody said, what a clerk found, what words and networks of this process made of it.
//!
//! Nothing is made up: what can't be read is a loss, or a failure on record. Not here: what follows from it (`course`, `rooms`), and how
//! texts are read (`debate::reply`).
use super::{course, model, rules, transcript};
use crate::step::{Ask, Part, Script, Weigh};
use analysis::{crux, safety};
use debate::event::{Answer, Failure, PanelEvent, Parts, RoomEvent, RoomTurn, RoundKind, Stage, Stop};
use debate::reply::{self, Grade, Judgement};
use debate::rules::Detection;
use debate::state::Room;
use debate::{CallId, Card, Claim, Debate, Event, Flaw, Label, Name, Relation, Turn};

/// Fields that a panel does not ask for.
const UNASKED: [&str; 7] = ["vote", "signs", "objection", "references", "key_points", "confidence_change", "stance"];

/// Checks a turn (D-04): a position and its reasoning are needed, and nothing else is a reason to ask again; of who only quotes, a sentence.
/// Who makes no claims claims its position, so that cards and graphs can name it (P-24, P-40).
pub(super) fn check(debate: &Debate, ask: &Ask, turn: &mut Turn, flaws: &mut Vec<Flaw>) -> Grade {
    reply::without_types(turn, flaws);
    reply::without_needs(turn, flaws);
    let Turn { position, reasoning, confidence, claims, .. } = std::mem::take(turn);
    *turn = Turn { position, reasoning, confidence, claims, ..Turn::default() };
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
        | Flaw::UnknownClaim { .. }
        | Flaw::UnknownSource { .. }
        | Flaw::AssignedKind { .. }
        | Flaw::UnbackedFact { .. }
        | Flaw::WrongStance { .. }
        | Flaw::CorrectedStance { .. } => false,
        Flaw::NoObject | Flaw::Wrapped | Flaw::Malformed | Flaw::Truncated | Flaw::Unprintable | Flaw::Ungrounded => {
            true
        }
    });
    if let Some(position) = turn.position.as_ref().filter(|_| turn.claims.is_empty()) {
        let (label, text) = (Label::Infer, position.clone());
        turn.claims.push(Claim { label, text, cites: Vec::new(), kind: None, assigned: false });
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

/// Whether it was looked for what somebody has written on a question, and nothing was found (P-04).
fn is_ungrounded(debate: &Debate, call: &CallId) -> bool {
    debate.panel.recalled.get(call).is_some_and(|it| it.beliefs.is_empty())
}

/// The event that records what came of a question about aspects or a room.
pub fn recorded(debate: &Debate, ask: &Ask, outcome: Result<Answer, (Failure, String)>, took: u64) -> Option<Event> {
    let by = model(debate, ask).unwrap_or_default().to_owned();
    match ask.script {
        Script::Aspects => Some(aspects(debate, ask, by, outcome, took)),
        Script::Room { room, part } => {
            let room = debate.panel.rooms.get(room)?;
            let what = match part {
                Part::Say(stage) => said(debate, ask, stage, outcome, took),
                Part::Judge { .. } => judged(debate, ask, by, outcome, took),
                Part::Cores => {
                    let (found, failed, answer) = heard(outcome, |it| reply::cores(it).ok_or_else(unreadable));
                    let call = ask.call.clone();
                    RoomEvent::CoresCompared { call, judge: by, same: found, failed, answer, took }
                }
                Part::Card => {
                    let (card, failed, answer) = heard(outcome, |it| card(debate, room, it));
                    RoomEvent::CardDrawn { call: ask.call.clone(), judge: by, card, failed, answer, took }
                }
            };
            Some(Event::Room { round: room.round, room: room.id.clone(), what })
        }
        Script::Turn | Script::Again | Script::Review => None,
    }
}

/// The event that records what was made of a room without a model; `judge` is who compared.
pub fn weighed(
    debate: &Debate,
    weigh: &Weigh,
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

/// What the moderator chose; where it chose nothing, graphs and the topic do, and the record says so (P-31).
fn aspects(debate: &Debate, ask: &Ask, by: String, outcome: Result<Answer, (Failure, String)>, took: u64) -> Event {
    let most = usize::try_from(rules(debate).most_aspects).unwrap_or(usize::MAX).max(1);
    let (found, failed, answer) = heard(outcome, |it| {
        let aspects = reply::aspects(it);
        if aspects.is_empty() { Err(unreadable()) } else { Ok(aspects) }
    });
    let (mut aspects, by) = found.map_or_else(|| course::own_aspects(debate), |it| (it, by));
    aspects.truncate(most);
    let call = Some(ask.call.clone());
    Event::Panel { what: PanelEvent::AspectsSet { aspects, by, call, failed, answer, took } }
}

/// What somebody said in a room. One who says nothing, or what nobody may see, has lost its turn (D-21, D-50).
fn said(
    debate: &Debate,
    Ask { call, who, .. }: &Ask,
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
        // Not its words: they may begin with what nobody is to see (P-22).
        Some((Failure::Refused, "it declined to answer".to_owned()))
    } else {
        safety::screen(&answer.text).map(|it| (Failure::Withheld, it.to_string()))
    };
    let (turn, mut flaws) = reply::room(&answer.text);
    let turn = asked_for(turn, stage);
    let is_said = match stage {
        Stage::Clash | Stage::Position | Stage::Exchange => !turn.say.is_empty(),
        Stage::Convergence => turn.core.is_some(),
    };
    let unusable = || {
        let detail = flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
        (!is_said).then_some((Failure::Unusable, detail))
    };
    if let Some((why, detail)) = lost.or_else(unusable) {
        let took = answer.took;
        return RoomEvent::TurnFailed { call, by, stage, why, detail, answer: Some(answer), took };
    }
    if is_ungrounded(debate, &call) {
        flaws.push(Flaw::Ungrounded);
    }
    RoomEvent::Said { call, by, stage, turn, flaws, answer }
}

/// What was said without what the stage does not ask for: nobody names the core thing before it is asked for.
fn asked_for(turn: RoomTurn, stage: Stage) -> RoomTurn {
    let RoomTurn { say, trace, answer, conceded, core, kind, falsifier } = turn;
    match stage {
        Stage::Clash => RoomTurn { say, conceded, ..RoomTurn::default() },
        Stage::Position => RoomTurn { say, trace, answer, ..RoomTurn::default() },
        Stage::Exchange => RoomTurn { say, trace, answer, conceded, ..RoomTurn::default() },
        Stage::Convergence => RoomTurn { say, trace, answer, core, kind, falsifier, conceded: None },
    }
}

/// What the clerk made of a clash. A vote does not take it apart: what it says of opposition stands for the claim and for engagement too.
fn judged(
    debate: &Debate,
    ask: &Ask,
    judge: String,
    outcome: Result<Answer, (Failure, String)>,
    took: u64,
) -> RoomEvent {
    let read = |it: &str| {
        let Judgement { opposed, engaged, same_claim, relevant, question } = reply::clash(it).ok_or_else(unreadable)?;
        let (engaged, same_claim) = match rules(debate).detection {
            Detection::Parts => (engaged, same_claim),
            Detection::Vote => (opposed, opposed),
        };
        match (opposed, engaged, same_claim, relevant) {
            (Some(opposed), Some(engaged), Some(same_claim), Some(relevant)) => {
                Ok((Parts { opposed, engaged, same_claim, relevant }, question))
            }
            _ => Err("the clerk's judgement leaves something out".to_owned()),
        }
    };
    let (found, failed, answer) = heard(outcome, read);
    let (parts, question) = found.map_or((None, None), |(parts, question)| (Some(parts), question));
    RoomEvent::ClashJudged { call: ask.call.clone(), judge, parts, question, failed, answer, took }
}

/// The card in an answer: its turns found, and all that does not stand in the room taken out.
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

/// What a clerk's answer comes to: what was found, or why nothing was, and the answer.
fn heard<T>(
    outcome: Result<Answer, (Failure, String)>,
    read: impl Fn(&str) -> Result<T, String>,
) -> (Option<T>, Option<String>, Option<Answer>) {
    let (read, answer) = match outcome {
        Ok(answer) if answer.stop == Stop::Refused => (Err("the clerk refused".to_owned()), Some(answer)),
        Ok(answer) => match safety::screen(&answer.text) {
            Some(finding) => (Err(finding.to_string()), Some(answer)),
            None => (read(&answer.text), Some(answer)),
        },
        Err((why, detail)) if detail.is_empty() => (Err(why.to_string()), None),
        Err((_, detail)) => (Err(detail), None),
    };
    let (found, failed) = split(read);
    (found, failed, answer)
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
