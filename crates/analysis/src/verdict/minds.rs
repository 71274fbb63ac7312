//! Who changed their mind, and on what (I-03).
use super::Change;
use crate::positions::{self, Reading, Relation};
use crate::thresholds::MOVED_CONFIDENCE;
use debate::{Debate, Name, Spoken, Vote};
use std::collections::BTreeSet;

/// What is said of who holds the opposite of what it opened with.
pub(super) const REVERSED: &str = "reversed its position";

/// How this participant's mind changed between its opening and its last turn, if it did.
pub(super) fn change(debate: &Debate, name: &Name) -> Option<Change> {
    let turns: Vec<(u32, &Spoken)> =
        debate.rounds.iter().filter_map(|round| Some((round.number, round.said_by(name)?))).collect();
    let (_, opening) = turns.first()?;
    // An opening's vote is on the topic's proposal, a later one on what most hold: only the later ones compare.
    let first_vote = turns.iter().find(|(round, _)| *round > 1).and_then(|(_, it)| it.turn.vote);
    let moved = |to: &Spoken| what_moved(debate, opening, first_vote, to);

    let (_, last) = turns.get(1..)?.last()?;
    let what = moved(last)?;
    // Since when it has been so without a break.
    let kind = |it: &str| it.split(' ').next().map(str::to_owned);
    let is_so = |it: &Spoken| moved(it).as_deref().map(kind) == Some(kind(&what));
    let since = turns.iter().rposition(|(_, it)| !is_so(it)).map_or(1, |it| it + 1);
    let (round, turn) = turns.get(since)?;
    let before = sources(turns.iter().filter(|(number, _)| number < round).map(|(_, it)| *it));
    let after = sources(turns.iter().filter(|(number, _)| number >= round).map(|(_, it)| *it));
    Some(Change {
        round: *round,
        what,
        reason: turn.turn.confidence_change.as_ref().and_then(|it| it.reason.clone()),
        evidence: after.difference(&before).map(|it| (*it).to_owned()).collect(),
    })
}

fn what_moved(debate: &Debate, from: &Spoken, first_vote: Option<Vote>, to: &Spoken) -> Option<String> {
    let is_reversed = match (&from.turn.position, &to.turn.position) {
        (Some(from), Some(to)) => positions::relation(Reading::of(debate), from, to) == Relation::Opposed,
        (None, _) | (_, None) => false,
    };
    // Who was given a side has not changed it.
    if is_reversed && from.is_own() && to.is_own() {
        return Some(REVERSED.to_owned());
    }
    match (first_vote, to.turn.vote) {
        (Some(from), Some(to)) if from.is_for() != to.is_for() => return Some(format!("vote {from} to {to}")),
        (Some(_), Some(_)) | (None, _) | (_, None) => {}
    }
    match (from.turn.confidence, to.turn.confidence) {
        (Some(from), Some(to)) if (to - from).abs() >= MOVED_CONFIDENCE => {
            Some(format!("confidence {from:.2} to {to:.2}"))
        }
        (Some(_), Some(_)) | (None, _) | (_, None) => None,
    }
}

/// What these turns really cite: references that a claim points at.
fn sources<'a>(turns: impl Iterator<Item = &'a Spoken>) -> BTreeSet<&'a str> {
    turns
        .flat_map(|it| {
            let cited: BTreeSet<u32> = it.turn.claims.iter().flat_map(|claim| claim.cites.iter().copied()).collect();
            it.turn.references.iter().filter(move |reference| cited.contains(&reference.number))
        })
        .map(|it| it.title.as_str())
        .collect()
}
