//! Whether the rest of a round can be skipped.
//!
//! Only in the last possible round, if it is sequential, and if the remaining answers can change neither the leading option nor the label.
//! Not here: reporting the skipped participants (`verdict`).
use crate::ballots::rules::{Carried, Gate};
use crate::ballots::{Count, history};
use crate::measure::groupthink;
use debate::event::{Reason, RoundKind};
use debate::{Algorithm, Debate, Decide, Round, Vote};

/// The reason to end the current round early, if its remaining answers can't change the vote.
pub fn within_round(debate: &Debate) -> Option<Reason> {
    let round = debate.round()?;
    let is_last = round.number > 1 && round.number == debate.rules.rounds && round.kind == RoundKind::Usual;
    let is_open = round.in_turn && round.held.is_empty() && !debate.owing().is_empty();
    let may_stop = match debate.rules.algorithm {
        Algorithm::VoteRubric | Algorithm::Agreement | Algorithm::EvidenceBasedDebate => !debate.rules.exit_limits.off,
        Algorithm::FixedRounds => false,
    };
    (is_last && is_open && may_stop && is_decided(debate, round)).then_some(Reason::Unassailable)
}

/// Whether more than half hold one option and a participant who has spoken blocks it, so that the leading option and the label are fixed.
/// Rules that use more than the final count may still be affected.
fn is_decided(debate: &Debate, round: &Round) -> bool {
    let seats = debate.participants.len();
    let count = Count::of_round(debate, round);
    let Some(leader) = count.leader() else { return false };
    let is_blocked = count.voters.iter().any(|it| count.vote(it, leader) == Some(Vote::Blocker));
    let least = match history::given(debate).gate {
        Gate::Open => Carried::New,
        Gate::Checked => Carried::Checked,
    };
    let is_safe = || match debate.rules.decide {
        Decide::Openings | Decide::Majority => true,
        Decide::Guarded => groupthink::firm(debate, round, leader, least) * 2 > seats,
        Decide::Confidence | Decide::Calibration | Decide::Borda | Decide::Condorcet | Decide::Trajectory => false,
    };
    count.holders(leader).count() * 2 > seats && is_blocked && is_safe()
}
