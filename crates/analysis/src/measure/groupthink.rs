//! Signs of groupthink (D-41, D-42), and the effect of an objection round (D-43).
//!
//! Groupthink is about how agreement came about (B-14). Unknown values are no sign: participants that are not asked for FACTs can't
//! stagnate for lack of them. Parallel openings are independent, and agreement among them is no groupthink. Not here: consequences
//! (`decision::exit`).
use crate::ballots::rules::Carried;
use crate::ballots::{Count, moves, relative};
use crate::evidence::checks;
use crate::measure::novelty::{self, NovelClaims};
use crate::measure::thresholds::{
    EARLY_CONFIDENCE, EARLY_ROUND, EARLY_SHARE, GATE_CLUSTERS, GATE_OVERLAP, GATE_SOURCES, LIGHT_LEAST, LIGHT_MEAN,
    LIGHT_SIGNS, SAME_REASONS, SIMILAR, STAGNANT_CHANGE, STAGNANT_FACTS, STAGNANT_ROUNDS, STAGNANT_SPREAD,
    UNSHAKEN_BELIEF, UNSHAKEN_CONFIDENCE,
};
use crate::measure::{mean, overlap, pairs, rounded};
use debate::event::{Figure, Groupthink, RoundKind};
use debate::state::registry::ClaimRecord;
use debate::state::{GroupthinkSign, ResolvedBallot};
use debate::{Debate, Event, Letter, Name, Round, Spoken, Stance};
use std::cell::LazyCell;
use std::collections::BTreeSet;

/// New signs after the current, finished round: grave ones first, then light ones.
pub fn after_round(debate: &Debate) -> Option<Event> {
    let threshold = debate.rules.groupthink.filter(|_| debate.ballot.is_some() && !debate.has_sides())?;
    // Closing ballots are secret, and therefore independent.
    let round = debate.round().filter(|it| (it.in_turn || it.number > 1) && it.kind != RoundKind::Ballot)?;
    let (known_grave, known_light): (Vec<&GroupthinkSign>, Vec<&GroupthinkSign>) =
        debate.groupthink.iter().filter(|it| it.round == round.number).partition(|it| it.what.is_grave());
    let grave = || early_convergence(debate, round).or_else(|| stagnation(debate, round));
    let grave = if !known_grave.is_empty() || is_of_an_episode(debate, round) { None } else { grave() };
    let light = || if !known_light.is_empty() { None } else { light(debate, round, threshold) };
    let (what, signs) = grave.or_else(light)?;
    let (signs, figures) = signs.into_iter().map(|it| (it.words, it.figures)).unzip::<_, _, Vec<_>, Vec<_>>();
    Some(Event::GroupthinkSeen { round: round.number, what, signs, figures: figures.concat() })
}

/// Whether a round is an objection round or follows one, so that its signs belong to an earlier finding.
fn is_of_an_episode(debate: &Debate, round: &Round) -> bool {
    let near = debate.rounds.iter().filter(|it| it.number == round.number || it.number + 1 == round.number);
    near.into_iter().any(|it| it.kind == RoundKind::Objection)
}

/// A sign, with its measured values.
struct Sign {
    words: String,
    figures: Vec<Figure>,
}

/// The confidences of a round; none if one is missing or nobody spoke.
fn confidences(round: &Round) -> Option<Vec<f64>> {
    let given: Option<Vec<f64>> = round.spoken.iter().map(|it| it.turn.confidence).collect();
    given.filter(|it| !it.is_empty())
}

/// Everyone is confident of the same answer (D-41).
fn light(debate: &Debate, round: &Round, threshold: f64) -> Option<(Groupthink, Vec<Sign>)> {
    let mut signs: Vec<Sign> = [all_sure(round), one_stance(round)].into_iter().flatten().collect();
    signs.extend(agreed(debate, round, threshold));
    (signs.len() >= LIGHT_SIGNS).then_some((Groupthink::Light, signs))
}

fn all_sure(round: &Round) -> Option<Sign> {
    let given = confidences(round)?;
    let (least, mean) = (given.iter().copied().reduce(f64::min)?, mean(given).map(rounded)?);
    is_all_sure(least, mean).then(|| Sign {
        words: format!("everyone is sure: {least:.2} at the least, {mean:.2} in the mean"),
        figures: vec![
            Figure::of("least confidence", Some(least), LIGHT_LEAST),
            Figure::of("mean confidence", Some(mean), LIGHT_MEAN),
        ],
    })
}

/// Whether all of several participants with a stance have the same.
fn one_stance(round: &Round) -> Option<Sign> {
    let stances: Vec<Stance> = round.spoken.iter().filter_map(|it| it.turn.stance).collect();
    let (first, rest) = stances.split_first()?;
    (!rest.is_empty() && rest.iter().all(|it| it == first)).then(|| Sign {
        words: format!("all take one stance, {first}"),
        figures: vec![Figure::of("stances", Some(1.0), 1.0)],
    })
}

fn agreed(debate: &Debate, round: &Round, threshold: f64) -> Option<Sign> {
    let agreement = Count::of_round(debate, round).agreement().filter(|it| *it > threshold)?;
    Some(Sign {
        words: format!("ballots agree to {agreement:.2}"),
        figures: vec![Figure::of("agreement of ballots", Some(agreement), threshold)],
    })
}

/// Two consecutive rounds with too little new, no moves, and unchanged, similar positions (D-42).
fn stagnation(debate: &Debate, round: &Round) -> Option<(Groupthink, Vec<Sign>)> {
    let upto: Vec<&Round> = debate.rounds.iter().filter(|it| it.number <= round.number).collect();
    if upto.len() <= STAGNANT_ROUNDS {
        return None;
    }
    let novel = LazyCell::new(|| NovelClaims::of(debate));
    let steps: Option<Vec<Stagnant>> = upto
        .windows(2)
        .rev()
        .take(STAGNANT_ROUNDS)
        .map(|pair| match pair {
            [before, after] => Stagnant::of(debate, &novel, before, after),
            _ => None,
        })
        .collect();
    let steps = steps?;
    let worst = |of: fn(&Stagnant) -> f64| steps.iter().map(of).reduce(f64::max).unwrap_or_default();
    let (facts, change, spread) = (worst(|it| it.facts), worst(|it| it.change), worst(|it| it.spread));
    let signs = vec![
        Sign {
            words: format!("{STAGNANT_ROUNDS} rounds in a row brought less than one new fact for each participant"),
            figures: vec![Figure::of("new facts for each participant", Some(facts), STAGNANT_FACTS)],
        },
        Sign {
            words: format!("confidences changed by {change:.2} on average at the most"),
            figures: vec![Figure::of("mean change of confidence", Some(change), STAGNANT_CHANGE)],
        },
        Sign {
            words: format!("ballots are {spread:.2} apart at the most"),
            figures: vec![Figure::of("spread of ballots", Some(spread), STAGNANT_SPREAD)],
        },
    ];
    Some((Groupthink::Stagnation, signs))
}

/// A stagnant round, compared with the previous one.
struct Stagnant {
    facts: f64,
    change: f64,
    spread: f64,
}

impl Stagnant {
    /// None if one of the three conditions fails or is unknown.
    fn of(
        debate: &Debate,
        novel: &LazyCell<NovelClaims, impl FnOnce() -> NovelClaims>,
        before: &Round,
        after: &Round,
    ) -> Option<Stagnant> {
        let changes: Option<Vec<f64>> = after
            .spoken
            .iter()
            .map(|now| Some((now.turn.confidence? - before.said_by(&now.by)?.turn.confidence?).abs()))
            .collect();
        // Cheap conditions first, because most rounds do not stagnate.
        let change = mean(changes?).map(rounded).filter(|it| is_still(*it, 1.0))?;
        let agreement = Count::of_round(debate, after).agreement().filter(|it| is_still(change, *it))?;
        let spread = rounded(1.0 - agreement);
        let brought = novel.brought(debate, after).filter(|it| is_barren(*it, after.spoken.len()))?;
        let facts = rounded(brought as f64 / after.spoken.len().max(1) as f64);
        Some(Stagnant { facts, change, spread })
    }
}

/// Most are confident by the second round, on too little evidence (D-42). Confident disagreement does not count: ballots must agree.
fn early_convergence(debate: &Debate, round: &Round) -> Option<(Groupthink, Vec<Sign>)> {
    let sure = round.spoken.iter().filter(|it| it.turn.confidence.is_some_and(is_sure)).count();
    let share = rounded(sure as f64 / debate.participants.len().max(1) as f64);
    // Agreement is counted only where the rest holds.
    let agreement = is_early(round.number, share, 1.0).then(|| Count::of_round(debate, round).agreement()).flatten()?;
    if !is_early(round.number, share, agreement) {
        return None;
    }
    let gate = DiversityGate::of(debate, &NovelClaims::of(debate), round);
    let mut signs = vec![Sign {
        words: format!("{sure} of {} are sure by round {}", debate.participants.len(), round.number),
        figures: vec![
            Figure::of("share of the sure", Some(share), EARLY_SHARE),
            Figure::of("agreement of ballots", Some(agreement), SIMILAR),
        ],
    }];
    signs.extend(gate.failures());
    (signs.len() > 1).then_some((Groupthink::EarlyConvergence, signs))
}

/// Whether so large a share of confident participants, and so much agreement, is early (D-42).
pub fn is_early(round: u32, sure: f64, agreement: f64) -> bool {
    round <= EARLY_ROUND && sure >= EARLY_SHARE && agreement >= SIMILAR
}

/// Whether a confidence counts as sure in [`is_early`].
pub fn is_sure(confidence: f64) -> bool {
    confidence >= EARLY_CONFIDENCE
}

/// Whether a round changed so little, in confidence and in the spread of ballots, that it is stagnant without new FACTs (D-42).
pub fn is_still(change: f64, agreement: f64) -> bool {
    change <= STAGNANT_CHANGE && rounded(1.0 - agreement) <= STAGNANT_SPREAD
}

/// Whether so many new FACTs of so many participants are few (D-42).
pub fn is_barren(facts: usize, participants: usize) -> bool {
    rounded(facts as f64 / participants.max(1) as f64) < STAGNANT_FACTS
}

/// Whether confidences are those of light groupthink (D-41).
pub fn is_all_sure(least: f64, mean: f64) -> bool {
    least >= LIGHT_LEAST && mean >= LIGHT_MEAN
}

/// Whether an agreement has a diverse basis (D-42). Unknown values are absent, and fail nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiversityGate {
    /// Sources cited so far by those who spoke.
    pub sources: Option<usize>,
    /// Mean pairwise overlap of held claims.
    pub overlap: Option<f64>,
    /// Groups of participants who hold the same claims.
    pub clusters: Option<usize>,
}

impl DiversityGate {
    fn of(debate: &Debate, novel: &NovelClaims, round: &Round) -> DiversityGate {
        let is_known = round.spoken.iter().any(|it| novelty::is_asked(debate, &it.by));
        let speaks = |name: &Name| round.spoken.iter().any(|it| it.by == *name);
        let cited = novel.registry().evidence.iter();
        let cited = cited.filter(|it| it.introduced <= round.number && it.by.iter().any(speaks)).count();
        let premises: Vec<BTreeSet<usize>> = round.spoken.iter().map(|it| premises(novel, round, &it.by)).collect();
        let basis = DiversityGate::of_premises(cited, &premises);
        if is_known { basis } else { DiversityGate { sources: None, overlap: None, clusters: None } }
    }

    /// The basis of participants who cite so many sources and hold these claims; what somebody without a claim rests on is unknown.
    pub fn of_premises(cited: usize, premises: &[BTreeSet<usize>]) -> DiversityGate {
        let has_premises = premises.iter().all(|it| !it.is_empty());
        let overlaps = pairs(premises).map(|(one, other)| overlap(one, other));
        DiversityGate {
            sources: Some(cited),
            overlap: mean(overlaps).map(rounded).filter(|_| has_premises),
            clusters: has_premises.then(|| clusters(premises)),
        }
    }

    /// Whether the basis is diverse enough.
    pub fn holds(&self) -> bool {
        self.failures().is_empty()
    }

    /// Its figures with their thresholds.
    pub fn figures(&self) -> Vec<Figure> {
        let count = |it: Option<usize>| it.map(|it| it as f64);
        vec![
            Figure::of("sources cited", count(self.sources), GATE_SOURCES as f64),
            Figure::of("overlap of premises", self.overlap, GATE_OVERLAP),
            Figure::of("semantic clusters", count(self.clusters), GATE_CLUSTERS as f64),
        ]
    }

    fn failures(&self) -> Vec<Sign> {
        let words = [
            self.sources.filter(|it| *it < GATE_SOURCES).map(|it| format!("sources cited: {it}")),
            self.overlap.filter(|it| *it >= GATE_OVERLAP).map(|it| format!("premises overlap to {it:.2}")),
            self.clusters.filter(|it| *it < GATE_CLUSTERS).map(|_| "all hold it for the same reasons".to_owned()),
        ];
        let figures = self.figures().into_iter().map(|it| vec![it]);
        words.into_iter().zip(figures).filter_map(|(words, figures)| Some(Sign { words: words?, figures })).collect()
    }
}

/// The basis of the agreement in a round; unknown for a round that was not played.
pub fn diversity_gate(debate: &Debate, round: u32) -> DiversityGate {
    match debate.rounds.iter().find(|it| it.number == round) {
        Some(it) => DiversityGate::of(debate, &NovelClaims::of(debate), it),
        None => DiversityGate { sources: None, overlap: None, clusters: None },
    }
}

/// The claims that a participant had stated or supported by a round, and not retracted.
fn premises(novel: &NovelClaims, round: &Round, name: &Name) -> BTreeSet<usize> {
    let claims = novel.registry().claims.iter().enumerate();
    let holds = |it: &ClaimRecord| it.after(round.number).is_some_and(|it| it.holding().any(|it| it == name));
    claims.filter(|(_, it)| holds(it)).map(|(place, _)| place).collect()
}

/// The number of clusters: two participants are in one if their claims overlap enough.
fn clusters(premises: &[BTreeSet<usize>]) -> usize {
    let mut clusters: Vec<Vec<&BTreeSet<usize>>> = Vec::new();
    for it in premises {
        // A participant may join separate clusters, so the seating order does not matter.
        let (near, far): (Vec<_>, Vec<_>) =
            clusters.into_iter().partition(|cluster| cluster.iter().any(|other| overlap(it, other) >= SAME_REASONS));
        clusters = far;
        clusters.push(near.into_iter().flatten().chain([it]).collect());
    }
    clusters.len()
}

/// Whether an objection round changed nothing: no new fact, undiminished confidence, unchanged belief (D-43). An unknown value counts as a
/// change.
pub fn is_unshaken(debate: &Debate, round: u32) -> bool {
    let Some(after) = debate.rounds.iter().find(|it| it.number == round) else { return false };
    let Some(before) = debate.rounds.iter().find(|it| it.number + 1 == round) else { return false };
    let confidence = confidences(after).and_then(mean).map(rounded);
    let belief = || change_of_belief(debate, before, after);
    changed_nothing(confidence, belief, || NovelClaims::of(debate).brought(debate, after))
}

/// Whether an objection round after which the mean confidence is this changed nothing: neither belief nor the FACTs. An unknown value counts
/// as a change.
pub fn changed_nothing(
    confidence: Option<f64>,
    belief: impl FnOnce() -> Option<f64>,
    brought: impl FnOnce() -> Option<usize>,
) -> bool {
    confidence.is_some_and(|it| it >= UNSHAKEN_CONFIDENCE)
        && belief().is_some_and(|it| it < UNSHAKEN_BELIEF)
        && brought() == Some(0)
}

/// Mean change of belief between two rounds: of confidence, or of the best guess if that changed more; a changed option counts as 1.
pub fn change_of_belief(debate: &Debate, before: &Round, after: &Round) -> Option<f64> {
    let change = |now: &Spoken| {
        let then = before.said_by(&now.by)?;
        let confidence = (now.turn.confidence? - then.turn.confidence?).abs();
        Some(match (debate.held_after(then, after.number), debate.held_after(now, after.number)) {
            (Some(ResolvedBallot::Estimate(then)), Some(ResolvedBallot::Estimate(now))) => {
                relative(then.best, now.best).max(confidence)
            }
            (then, now) if then == now => confidence,
            (_, _) => 1.0,
        })
    };
    let changes: Option<Vec<f64>> = after.spoken.iter().map(change).collect();
    mean(changes?).map(rounded)
}

/// Whether the leading option won by yielding (B-14): without uncarried moves, at most half hold it.
pub fn came_by_yielding(debate: &Debate, round: &Round) -> bool {
    let count = Count::of_round(debate, round);
    count.leader().is_some_and(|it| is_yielded(firm(debate, round, it, Carried::New), count.of_all()))
}

/// Whether an option that so many of all hold without an uncarried move won by yielding (B-14).
pub fn is_yielded(firm: usize, all: usize) -> bool {
    firm * 2 <= all
}

/// The number of holders of an option in a round whose move to it, if any, was carried by at least this.
pub(crate) fn firm(debate: &Debate, round: &Round, option: Letter, least: Carried) -> usize {
    let registry = debate.entered().0;
    let moves = moves::moves(debate, &registry, &checks::of_registry(debate, &registry));
    let yielded = |name: &Name| {
        let last = moves.iter().rev().find(|it| it.by == name && it.round <= round.number);
        last.is_some_and(|it| {
            it.carried < least && it.to.option().map(|it| debate.resolved_after(it, round.number)) == Some(option)
        })
    };
    Count::of_round(debate, round).holders(option).filter(|it| !yielded(it.name())).count()
}
