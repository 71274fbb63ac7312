//! The course of a panel: aspects, rounds, what follows each round, and the end (P-10, P-12, P-14).
//!
//! All participants of a round are asked together; then their positions are compared and searched for disagreement. The rooms of a round
//! finish before the next round. Not here: what happens in a room (`rooms`), and any prompt.
use super::{MODERATOR, cruxes, rooms, rules};
use crate::ask::{self, Ask, Attempt};
use crate::compare;
use crate::order::Order;
use crate::rounds::{caps, over, pending_comparison};
use crate::step::{LocalTask, Recall, Step};
use analysis::ballots::thresholds::FEWEST_LIVE;
use analysis::crux;
use debate::event::{Dispute, Failure, Ignored, PanelEvent, Reason, RoundKind};
use debate::{CallId, Debate, Event, Participant, RoomId, Round};

/// Tokens for passages in a round's prompt (P-04).
const PASSAGES: usize = 400;

/// The `by` of a finding that an aspect is undisputed because fewer than two spoke to it.
const NOBODY: &str = "nobody";

/// The next step.
pub(super) fn next(debate: &Debate) -> Step {
    if debate.closed.is_some() {
        return Step::Done;
    }
    if debate.panel.aspects.is_none() {
        return aspects(debate);
    }
    let Some(round) = debate.round() else { return open(debate, None) };
    let was_cut = round.failed.iter().any(|it| it.why == Failure::Deadline);
    let is_empty = is_empty(debate, round);
    let owing = debate.owing();
    let is_over = was_cut || is_empty || owing.is_empty();
    if !is_over {
        return ask(debate, round, owing);
    }
    // A round that a person continues is continued, however the round before it ended.
    let is_continued = debate.just_continued().is_some();
    match (was_cut, is_empty) {
        (true, _) if !is_continued => ended(debate, Reason::Deadline),
        (false, true) if !is_continued => ended(debate, Reason::Insufficient),
        (true, _) | (_, true) => open(debate, Some(round)),
        (false, false) => after(debate, round),
    }
}

/// Whether too few participants can speak. On an aspect a participant, and above all one that only quotes, may have nothing to say: with fewer
/// than two takes the aspect is undisputed, and the panel goes on unless nobody can be reached.
fn is_empty(debate: &Debate, round: &Round) -> bool {
    let is_unreached = |it: Failure| match it {
        Failure::TimedOut | Failure::Unavailable | Failure::Rejected => true,
        Failure::Unusable | Failure::Refused | Failure::Deadline | Failure::Withheld => false,
    };
    let all = debate.participants.len();
    match round.kind {
        _ if rules(debate).quote => false,
        RoundKind::Take => round.failed.iter().filter(|it| is_unreached(it.why)).count() == all,
        RoundKind::Opening | RoundKind::Closing | RoundKind::Usual | RoundKind::Objection | RoundKind::Ballot => {
            all.saturating_sub(round.failed.len()) < FEWEST_LIVE
        }
    }
}

/// The aspects: chosen by a person, by the clerk, or derived from the personas' beliefs and the topic (P-10, P-31).
fn aspects(debate: &Debate) -> Step {
    let rules = rules(debate);
    if !rules.aspects.is_empty() {
        let mut aspects: Vec<String> = Vec::new();
        for aspect in &rules.aspects {
            if !aspects.contains(aspect) {
                aspects.push(aspect.clone());
            }
        }
        return set(aspects, "you".to_owned(), None);
    }
    match (&rules.clerk, over(debate, 1)) {
        (Some(_), None) => Step::Ask(vec![Ask::Panel(ask::Panel::Aspects { who: MODERATOR.into() })]),
        (Some(_), Some(reason)) => {
            let (aspects, by) = own_aspects(debate);
            set(aspects, by, Some(format!("nobody was asked: {reason}")))
        }
        (None, _) => {
            let (aspects, by) = own_aspects(debate);
            set(aspects, by, None)
        }
    }
}

fn set(aspects: Vec<String>, by: String, failed: Option<String>) -> Step {
    let what =
        PanelEvent::AspectsSet { aspects, by, contradictions: Vec::new(), call: None, failed, answer: None, took: 0 };
    Step::Record(Event::Panel { what })
}

/// Aspects without a model, and their origin: the belief graphs, or the topic alone.
pub fn own_aspects(debate: &Debate) -> (Vec<String>, String) {
    let most = usize::try_from(rules(debate).most_aspects).unwrap_or(usize::MAX).max(1);
    let topic = debate.topic.as_str();
    let mut aspects = crux::aspects(debate, most);
    aspects.truncate(most);
    if aspects.is_empty() {
        aspects.push(topic.to_owned());
    }
    let is_of_topic = aspects.iter().all(|it| topic.to_lowercase().contains(&it.to_lowercase()));
    (aspects, if is_of_topic { "topic" } else { "graphs" }.to_owned())
}

/// The rest of a round that is under way: each participant's beliefs are recalled first, then all are asked together (P-04, P-10).
fn ask(debate: &Debate, round: &Round, owing: Vec<&Participant>) -> Step {
    let is_again = |it: &Participant| round.unusable.contains_key(&it.name);
    let batch = Order::Together.batch(owing, debate.participants.last(), is_again);
    // The budget check for an interrupted batch was made when it began: resuming must not end the debate differently.
    let is_under_way = if batch.who.iter().all(|it| is_again(it)) {
        round.unusable.keys().any(|it| round.is_settled(it))
    } else {
        round.has_begun()
    };
    if let Some(reason) = over(debate, if is_under_way { 0 } else { batch.who.len() }) {
        return ended(debate, reason);
    }
    let recalls: Vec<LocalTask> = batch.who.iter().filter_map(|it| recall(debate, round, it)).collect();
    if !recalls.is_empty() {
        return Step::LocalTasks(recalls);
    }
    let ask = |it: &&Participant| {
        let attempt = if is_again(it) { Attempt::Second } else { Attempt::First };
        Ask::Turn(ask::Turn::of(debate, &it.name, batch.horizon, attempt))
    };
    Step::Ask(batch.who.iter().map(ask).collect())
}

/// The task that recalls a participant's relevant beliefs for its question, unless that is done. A second try uses the first one's result.
fn recall(debate: &Debate, round: &Round, it: &Participant) -> Option<LocalTask> {
    let call = CallId::turn(round.number, &it.name);
    let is_due = debate.panel.personas.contains_key(&it.name) && !debate.panel.recalled.contains_key(&call);
    let query = || match &round.focus {
        // What is near to the topic alone must not be quoted as a view of the aspect.
        Some(aspect) if rules(debate).quote => aspect.clone(),
        Some(aspect) => format!("{aspect} {}", debate.topic),
        None => debate.topic.to_string(),
    };
    is_due.then(|| LocalTask::Recall(Recall { call, by: it.name.clone(), query: query(), room: PASSAGES }))
}

/// The step after a finished round.
fn after(debate: &Debate, round: &Round) -> Step {
    match round.kind {
        RoundKind::Opening => open(debate, Some(round)),
        RoundKind::Take | RoundKind::Closing | RoundKind::Usual | RoundKind::Objection | RoundKind::Ballot => {
            if let Some(step) = pending_comparison(debate, round) {
                return step;
            }
            if round.kind == RoundKind::Take && !debate.panel.searched.contains_key(&round.number) {
                return disputes(debate, round);
            }
            rooms::next(debate, round).unwrap_or_else(|| open(debate, Some(round)))
        }
    }
}

/// The event that records which takes of a round conflict; without a conflict there is no clash (P-12).
fn disputes(debate: &Debate, round: &Round) -> Step {
    let most = usize::try_from(rules(debate).rooms).unwrap_or(usize::MAX);
    let (pairs, mut ignored) = crux::disputes(debate, round.number);
    let numbers = debate.panel.rooms.len() + 1..;
    let (mut disputes, mut beyond) = (Vec::new(), Vec::new());
    for (number, (a, b)) in numbers.zip(pairs) {
        if disputes.len() < most {
            disputes.push(Dispute { room: RoomId::number(number), a, b });
        } else {
            let rooms = if most == 1 { "1 room".to_owned() } else { format!("{most} rooms") };
            let why = format!("an aspect has at most {rooms}, and other pairs disagree more");
            beyond.push(Ignored { a, b, why });
        }
    }
    ignored.extend(beyond);
    let is_words = round.compared.iter().all(|it| it.failed.is_some());
    let by = match is_words {
        _ if round.spoken.len() < FEWEST_LIVE => NOBODY,
        true => "lexical",
        false => compare::name(&debate.rules.analyst),
    };
    let by = by.to_owned();
    let what = PanelEvent::DisputesFound { round: round.number, by, disputes, ignored };
    Step::Record(Event::Panel { what })
}

/// The next round, if budget and time allow it, or the end: the opening, one round for each aspect, the closing. A person who continues may
/// name a further aspect; the remaining planned rounds and a new closing follow.
fn open(debate: &Debate, last: Option<&Round>) -> Step {
    let is_cut =
        |it: &Round| debate.panel.rooms_of(it.number).any(|it| it.lost.iter().any(|it| it.why == Failure::Deadline));
    let continued = debate.just_continued();
    if continued.is_none() && last.is_some_and(is_cut) {
        return ended(debate, Reason::Deadline);
    }
    let planned = debate.panel.aspects.iter().flat_map(|it| &it.list);
    let is_open = |it: &&String| !debate.rounds.iter().any(|round| round.focus.as_ref() == Some(*it));
    let is_closed = last.is_some_and(|it| it.kind == RoundKind::Closing);
    let named = continued.and_then(|it| it.focus.as_ref());
    let (kind, focus) = match (last, named.or_else(|| planned.clone().find(is_open))) {
        (None, _) => (RoundKind::Opening, None),
        (Some(_), Some(aspect)) => (RoundKind::Take, Some(aspect.clone())),
        (Some(_), None) if is_closed && continued.is_none() => return ended(debate, Reason::Discussed),
        (Some(last), None) => match cruxes::next(debate, last) {
            Some(step) => return step,
            None => (RoundKind::Closing, None),
        },
    };
    let round = last.map_or(0, |it| it.number) + 1;
    let opened = Step::Record(Event::RoundOpened { round, in_turn: false, kind, focus });
    over(debate, debate.participants.len()).map_or(opened, |reason| ended(debate, reason))
}

/// The step that ends a panel. No metric ends a panel, so the event lists only what it used.
pub(super) fn ended(debate: &Debate, why: Reason) -> Step {
    Step::Record(Event::DebateClosed { why, figures: caps(debate).collect(), question: None })
}
