//! Whether the rest of a round needs to be asked.
//!
//! Only in the last round that may be played, where speakers speak in turn, and only when neither who leads nor the label can change
//! whatever the others would say. Not here: what is said of those who were not asked (`verdict`).
use super::rubric::Rubric;
use crate::positions::{self, Group, Reading};
use debate::event::{Reason, RoundKind};
use debate::{Algorithm, Debate, Round, Spoken};

/// Whether what is still missing of the current round can no longer change its vote.
pub fn within_round(debate: &Debate) -> Option<Reason> {
    let round = debate.round()?;
    let is_last = round.number > 1 && round.number == debate.rules.rounds && round.kind == RoundKind::Usual;
    let is_open = round.in_turn && round.held.is_empty() && !debate.owing().is_empty();
    let may_stop = match debate.rules.algorithm {
        Algorithm::VoteRubric | Algorithm::Agreement | Algorithm::EvidenceBasedDebate => !debate.rules.leaving.off,
        Algorithm::FixedRounds => false,
    };
    (is_last && is_open && may_stop && is_decided(debate, round)).then_some(Reason::Unassailable)
}

/// Whether more than half of the table hold one position already, a consensus is out of reach, and so is the other side of the half that
/// must sign.
fn is_decided(debate: &Debate, round: &Round) -> bool {
    let seats = debate.participants.len();
    // Whoever failed in this round counts as it stood before, as whoever is not asked does.
    let missing = seats.saturating_sub(round.spoken.len());
    let rubric = Rubric::of(round, seats);
    let is_out_of_reach = rubric.blockers > 0 || positions::any_opposed(Reading::of(debate), &round.spoken);
    let signing = round.signing().count();
    let is_half_settled = signing * 2 >= seats || (signing + missing) * 2 < seats;
    let groups = positions::groups(Reading::of(debate), &round.spoken);
    let leads = |it: &Group<'_>| it.members.len() * 2 > seats && is_one(it);
    is_out_of_reach && is_half_settled && groups.iter().any(leads)
}

/// Whether all of a group say the same in the same words: no answer can come between them.
fn is_one(group: &Group<'_>) -> bool {
    let members: Vec<Spoken> = group.members.iter().map(|it| (*it).clone()).collect();
    positions::are_verbatim(&members)
}
