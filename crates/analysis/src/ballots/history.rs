//! A debate as decision rules see it: numbered options, and the ballots of each round.
use super::moves::Move;
use super::rules::{Ballot, BallotHistory, Gate, Given};
use super::{Count, FinalTurns, on_the_whole};
use debate::event::RoundKind;
use debate::state::ResolvedBallot;
use debate::{Debate, Spoken};

/// The ballots of a debate by round; none for an estimate or without a vote. Closing ballots, if any, replace all others (B-05).
pub fn history(debate: &Debate, standing: &FinalTurns<'_>, moves: &[Move<'_>]) -> BallotHistory {
    let is_closing = standing.kind == RoundKind::Ballot;
    let place =
        |held: Option<ResolvedBallot<'_>>| held.and_then(ResolvedBallot::option).and_then(|it| debate.place(it));
    let ballot = |round: u32, spoken: &Spoken| Ballot {
        voter: spoken.seat,
        option: place(debate.held(spoken)),
        then: place(debate.held_after(spoken, round)).filter(|it| Some(*it) != place(debate.held(spoken))),
        confidence: spoken.turn.confidence,
        ranking: spoken.turn.ranking.iter().filter_map(|it| debate.place(debate.resolved(*it))).collect(),
        carried: moves.iter().find(|it| it.round == round && *it.by == spoken.by).map(|it| it.carried),
    };
    let round_of = |spoken: &Spoken| {
        let is_it = |it: &&debate::Round| it.spoken.iter().any(|it| std::ptr::eq(it, spoken));
        debate.rounds.iter().find(is_it).map_or(standing.round, |it| it.number)
    };
    // If a later round was cut short, the last complete one is not the final state.
    let is_cut = standing.spoken.iter().any(|it| round_of(it) > standing.round);
    let is_past = |number: u32| number < standing.round || (is_cut && number == standing.round);
    let earlier = on_the_whole(debate).filter(|it| is_past(it.number) && !is_closing);
    let mut rounds: Vec<Vec<Ballot>> = earlier
        .map(|round| Count::of_round(debate, round).voters.iter().map(|it| ballot(round.number, it.spoken)).collect())
        .collect();
    let last = Count::of_final(debate, standing);
    rounds.push(last.voters.iter().map(|it| ballot(round_of(it.spoken), it.spoken)).collect());
    let options = debate.options_at(debate::Horizon::Now).len();
    BallotHistory { options, rounds }
}

/// External inputs of the rules: the gate for changed votes, and how often models were right in the debate's domain (L-06).
pub fn given(debate: &Debate) -> Given {
    let known = |it: &debate::Participant| {
        let learned = debate.rules.learning.as_ref()?;
        learned.accuracy.iter().find(|known| known.model == it.model).map(|it| it.mean)
    };
    let seats = debate.participants.iter().enumerate();
    let weights = seats.filter_map(|(seat, it)| Some((seat, known(it)?))).collect();
    let is_gated = debate.rules.evidence.as_ref().is_some_and(|it| it.gate);
    Given { weights, gate: if is_gated { Gate::Checked } else { Gate::Open } }
}
