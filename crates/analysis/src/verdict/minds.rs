//! Who changed their mind, and on what (I-03): in debates with a rule of decision the moves that the rule sees, so that both say the same.
use super::Change;
use super::ruled::Ruled;
use crate::decide::table::Moved;
use crate::exit::on_the_whole;
use crate::positions::{self, Reading, Relation};
use crate::thresholds::MOVED_CONFIDENCE;
use debate::{Debate, Name, Spoken, Vote};
use std::collections::BTreeSet;

/// What is said of who holds the opposite of what it opened with.
pub(super) const REVERSED: &str = "reversed its position";

/// What is said of who is for another option than it opened with, though the two do not contradict each other.
pub(super) const JOINED: &str = "went over to another position";

/// How this participant's mind changed between its opening and its last turn, if it did.
pub(super) fn change(debate: &Debate, name: &Name, ruled: Option<&Ruled<'_>>) -> Option<Change> {
    let turns: Vec<(u32, &Spoken)> =
        on_the_whole(debate).filter_map(|round| Some((round.number, round.said_by(name)?))).collect();
    let (_, opening) = turns.first()?;
    // An opening's vote is on the topic's proposal, a later one on what most hold: only the later ones compare.
    let first_vote = turns.iter().find(|(round, _)| *round > 1).and_then(|(_, it)| it.turn.vote);
    let (_, last) = turns.get(1..)?.last()?;
    if let Some(Moved { round, evidence }) = ruled.and_then(|it| it.moved(opening.seat)) {
        let what = if is_reversed(debate, opening, last) { REVERSED } else { JOINED };
        let turn = turns.iter().find(|(number, _)| *number >= round).map(|(_, it)| &it.turn);
        let reason = turn.and_then(|it| it.confidence_change.as_ref()?.reason.clone());
        return Some(Change { round, what: what.to_owned(), reason, evidence });
    }
    let moved = |to: &Spoken| match ruled {
        None if is_reversed(debate, opening, to) => Some(REVERSED.to_owned()),
        None | Some(_) => what_moved(opening, first_vote, to),
    };
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

/// Whether somebody came to the opposite; who was given a side has not changed it.
fn is_reversed(debate: &Debate, from: &Spoken, to: &Spoken) -> bool {
    let is_opposed = match (&from.turn.position, &to.turn.position) {
        (Some(from), Some(to)) => positions::relation(Reading::of(debate), from, to) == Relation::Opposed,
        (None, _) | (_, None) => false,
    };
    is_opposed && from.is_own() && to.is_own()
}

fn what_moved(from: &Spoken, first_vote: Option<Vote>, to: &Spoken) -> Option<String> {
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
