//! Whether a table agrees by its votes, how that can be told, and where everybody stands at the end.
//!
//! Not here: likeness of positions as a figure (`convergence`).
use super::rubric::Rubric;
use crate::lexical;
use crate::positions::{self, Group, Reading, Relation};
use crate::thresholds::FEWEST_LIVE;
use debate::event::{Reason, RoundKind};
use debate::{Algorithm, Debate, Name, Round, Spoken, Vote, participant};
use std::collections::BTreeSet;

/// How a table agrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// All who would sign name the same participant's position, who stands by it.
    Signed(Name),
    /// All who spoke hold what can be told to be one position.
    Alike,
}

/// Whether a round is a consensus by its votes, and how it can be told: the rubric is met, no two positions contradict each other, and
/// there is one position that everyone means. That nothing speaks against it is not enough.
pub fn agreement(debate: &Debate, round: &Round) -> Option<Agreement> {
    let is_met = Rubric::of(round, debate.participants.len()).is_met(&debate.rules);
    if is_met && !positions::any_opposed(Reading::of(debate), &round.spoken) { meant(debate, round) } else { None }
}

/// The one position that everyone means, by the name they sign or by its words.
fn meant(debate: &Debate, round: &Round) -> Option<Agreement> {
    let signed: BTreeSet<&Name> = round.signing().filter_map(|it| signature(debate, it)).collect();
    match (signed.len(), holder(debate, round)) {
        (_, Some(name)) => Some(Agreement::Signed(name)),
        // Who names different positions means different ones, unless they are word for word the same.
        (2.., None) => positions::are_verbatim(&round.spoken).then_some(Agreement::Alike),
        (0 | 1, None) => {
            let groups = positions::groups(Reading::of(debate), &round.spoken);
            // One who weighs sides that others were told to argue says the same as nobody.
            let is_shared = |it: &Group<'_>| it.members.len() >= FEWEST_LIVE;
            matches!(groups.as_slice(), [only] if is_shared(only)).then_some(Agreement::Alike)
        }
    }
}

/// The participant whose position this turn names, as itself or as the others know it.
fn signature<'a>(debate: &'a Debate, spoken: &Spoken) -> Option<&'a Name> {
    participant::called(&debate.participants, spoken.turn.signs.as_deref()?).map(|it| &it.name)
}

/// The participant whose position this turn signs: it would, and whose position it is stands by it.
pub(crate) fn signed<'a>(debate: &'a Debate, round: &Round, spoken: &Spoken) -> Option<&'a Name> {
    let name = signature(debate, spoken).filter(|_| spoken.turn.vote.is_some_and(Vote::is_for))?;
    (stands_by_it(debate, round, name) && !contradicts(debate, round, spoken, name)).then_some(name)
}

/// Whether what a turn says contradicts the position that it names: what is signed against one's own words is not signed (E-11).
fn contradicts(debate: &Debate, round: &Round, spoken: &Spoken, name: &Name) -> bool {
    let own = spoken.turn.position.as_deref().filter(|_| spoken.is_own());
    let held = round.said_by(name).and_then(|it| it.turn.position.as_deref());
    let is_opposed = |(own, held)| positions::relation(Reading::of(debate), own, held) == Relation::Opposed;
    debate.rules.decide.is_some() && own.zip(held).is_some_and(is_opposed)
}

/// Whether a participant would sign, and still holds what the others have read of it. Openings have read nothing.
fn stands_by_it(debate: &Debate, round: &Round, name: &Name) -> bool {
    let position = |it: &Round| it.said_by(name).and_then(|it| it.turn.position.clone());
    let read = debate.rounds.iter().rev().filter(|it| it.number < round.number).find_map(position);
    let is_kept = |(read, holds): (String, String)| lexical::continues(&read, &holds);
    read.zip(position(round)).is_some_and(is_kept) && round.signing().any(|it| it.by == *name)
}

/// The participant whose position all who would sign name, and who stands by it.
fn holder(debate: &Debate, round: &Round) -> Option<Name> {
    let mut names = round.signing().map(|it| signature(debate, it));
    let name = names.next().flatten()?.clone();
    let are_enough = round.signing().count() >= FEWEST_LIVE;
    let is_meant = || !round.signing().any(|it| contradicts(debate, round, it, &name));
    let is_signed = are_enough && names.all(|it| it == Some(&name)) && stands_by_it(debate, round, &name);
    (is_signed && is_meant()).then_some(name)
}

/// The rounds on the topic as a whole: what somebody holds on one aspect is not where it stands (P-10).
pub(crate) fn on_the_whole(debate: &Debate) -> impl DoubleEndedIterator<Item = &Round> {
    debate.rounds.iter().filter(|it| it.kind != RoundKind::Take)
}

/// Where everybody stands: the last round in which all had their turn and two could speak, with what was said since by those who
/// spoke in a round that a cap cut short. If no round was finished, the last one in which two spoke.
pub fn standing(debate: &Debate) -> Option<Round> {
    let seats = debate.participants.len();
    let heard = || on_the_whole(debate).rev().filter(|it| it.spoken.len() >= FEWEST_LIVE);
    let mut standing = heard().find(|it| it.is_finished(seats)).or_else(|| heard().next())?.clone();
    for later in on_the_whole(debate).filter(|it| it.number > standing.number) {
        for spoken in &later.spoken {
            standing.failed.retain(|it| it.by != spoken.by);
            match standing.spoken.iter_mut().find(|it| it.by == spoken.by) {
                Some(before) => *before = spoken.clone(),
                None => standing.spoken.push(spoken.clone()),
            }
        }
    }
    standing.spoken.sort_by_key(|it| it.seat);
    Some(standing)
}

/// The agreement that stands at the end: that of the last finished round, if nothing said since undoes it.
pub fn standing_agreement(debate: &Debate) -> Option<Agreement> {
    let standing = standing(debate)?;
    let finished = debate.rounds.iter().find(|it| it.number == standing.number)?;
    if is_concluded_by_likeness(debate) {
        return meant(debate, &standing);
    }
    let reached = agreement(debate, finished)?;
    let is_kept = standing.spoken.iter().all(|now| match finished.said_by(&now.by) {
        Some(then) if then == now => true,
        Some(then) => match (&then.turn.position, &now.turn.position) {
            (Some(then), Some(now)) => lexical::continues(then, now),
            (None, _) | (_, None) => false,
        },
        None => false,
    });
    let is_undone = !Rubric::of(&standing, debate.participants.len()).is_met(&debate.rules)
        || positions::any_opposed(Reading::of(debate), &standing.spoken);
    (is_kept && !is_undone).then_some(reached)
}

/// Whether the debate ended in a consensus by an algorithm that does not go by votes.
fn is_concluded_by_likeness(debate: &Debate) -> bool {
    let is_consensus = debate.closed.as_ref().is_some_and(|it| it.why == Reason::Consensus);
    match debate.rules.algorithm {
        Algorithm::Agreement | Algorithm::EvidenceBasedDebate => is_consensus,
        Algorithm::VoteRubric | Algorithm::FixedRounds => false,
    }
}
