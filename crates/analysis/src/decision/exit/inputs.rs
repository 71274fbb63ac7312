//! Inputs of the exit decision: measures of a round, compared with thresholds.
//!
//! Agreement between participants, stability of each, support by evidence and novelty are separate inputs. Agreement and stability are
//! those of ballots (B-10). Not here: the decision (`rules`).
use super::rubric::Rubric;
use crate::ballots::{Count, figures};
use crate::decision::label::Label;
use crate::decision::thresholds::{
    AGREEMENT, AGREEMENT_CONFIDENCE, OPTIONS_STILL, PLATEAU_CHANGE, PLATEAU_ROUNDS, SHIFT_LITTLE, STABLE_ROUNDS,
};
use crate::measure::convergence::{self, Sharing};
use crate::measure::groupthink;
use crate::measure::novelty::NovelClaims;
use crate::measure::thresholds::{EVIDENCE_STRONG, SHIFT_STABLE, SIMILAR};
use crate::measure::{mean, rounded};
use debate::event::{Figure, RoundKind};
use debate::{Algorithm, Debate, Round, Rules};
use std::cell::OnceCell;

/// Measures of a round. Measures that the algorithm does not use are not computed.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    /// The round.
    pub round: u32,
    /// The rubric of its votes.
    pub rubric: Rubric,
    /// The label of the leading option (B-11).
    pub label: Label,
    /// Fraction of pairs with the same ballot (B-10).
    pub agreement: Option<f64>,
    /// Changes between the last rounds, latest first.
    pub steps: Vec<Step>,
    /// Overlap of the sources cited in the round, or, where it cites none, of those cited so far (E-13).
    pub sharing: Option<Sharing>,
    /// New FACTs of the round; unknown if a participant is not asked for claims.
    pub brought: Option<usize>,
}

/// Changes from one round to the next. Unknown values are absent.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The fraction of changed ballots; for estimates, their mean relative change (B-10).
    pub change: Option<f64>,
    /// The change of the options' shares.
    pub shares: Option<f64>,
    /// Mean change of confidence, if no ballot changed.
    pub confidence: Option<f64>,
    /// New FACTs, if confidence was stable.
    pub facts: Option<usize>,
}

impl Measures {
    /// Measures a round.
    pub fn of(debate: &Debate, round: &Round) -> Measures {
        let novel = OnceCell::new();
        let novel = || novel.get_or_init(|| NovelClaims::of(debate));
        let count = Count::of_round(debate, round);
        let rubric = Rubric::of(&count, debate.participants.len());
        let upto: Vec<&Round> = debate.rounds.iter().filter(|it| it.number < round.number).chain([round]).collect();
        let is_by_plateau = debate.rules.algorithm == Algorithm::VoteRubric;
        let step = |pair: &[&Round]| {
            let [before, after] = pair else { return None };
            let (then, now) = (Count::of_round_after(debate, before, after.number), Count::of_round(debate, after));
            let change = now.stability(before.number).map(|it| rounded(1.0 - it));
            let confidence = change.filter(|it| *it == 0.0).and_then(|_| change_of_confidence(before, after));
            Some(Step {
                change,
                shares: figures::distance(&then.tally(), &now.tally()),
                confidence,
                // New FACTs matter only in a stable round.
                facts: confidence
                    .filter(|it| is_by_plateau && *it < PLATEAU_CHANGE)
                    .map(|_| novel().facts(after.number)),
            })
        };
        let most = quiet_rounds(&debate.rules, STABLE_ROUNDS.max(PLATEAU_ROUNDS));
        let is_by_evidence = debate.rules.algorithm == Algorithm::EvidenceBasedDebate;
        Measures {
            round: round.number,
            label: count.label(rubric.option),
            agreement: count.agreement(),
            rubric,
            steps: upto
                .windows(2)
                .rev()
                .take(most)
                .filter(|it| is_since_said(debate, round, it))
                .filter_map(step)
                .collect(),
            sharing: is_by_evidence
                .then(|| convergence::evidence(novel(), round).or_else(|| convergence::evidence_so_far(novel(), round)))
                .flatten(),
            brought: debate.has_sides().then(|| novel().brought(debate, round)).flatten(),
        }
    }

    /// Whether each of the last so many steps satisfies a predicate.
    fn lasts(&self, steps: usize, is_wanted: impl Fn(&Step) -> bool) -> bool {
        self.steps.len() >= steps && self.steps.iter().take(steps).all(is_wanted)
    }

    /// The values that the algorithm uses, with their thresholds.
    pub fn figures(&self, rules: &Rules) -> Vec<Figure> {
        let last = self.steps.first();
        let change = last.and_then(|it| it.change);
        let blockers = Figure::of("unresolved BLOCKER votes", Some(self.rubric.votes.blocker as f64), 0.0);
        let agreement = Figure::of("agreement of ballots", self.agreement, agreement_needed(rules));
        match rules.algorithm {
            Algorithm::VoteRubric | Algorithm::FixedRounds => self.rubric.figures(rules),
            Algorithm::Agreement => vec![
                agreement,
                blockers,
                Figure::of("least confidence", self.rubric.least_confidence, AGREEMENT_CONFIDENCE),
                Figure::of("share of changed ballots", change, SHIFT_STABLE),
                Figure::of("change of the shares of options", last.and_then(|it| it.shares), OPTIONS_STILL),
            ],
            Algorithm::EvidenceBasedDebate => vec![
                agreement,
                blockers,
                Figure::of("evidence convergence", self.sharing.map(|it| it.by_all), EVIDENCE_STRONG),
                Figure::of("share of changed ballots", change, SHIFT_STABLE),
                Figure::of("share of changed ballots, two rounds in a row", self.longest_change(rules), SHIFT_LITTLE),
            ],
        }
    }

    /// The largest change in the required number of stable rounds; none with fewer rounds.
    fn longest_change(&self, rules: &Rules) -> Option<f64> {
        let needed = quiet_rounds(rules, STABLE_ROUNDS);
        let changes: Option<Vec<f64>> = self.steps.iter().take(needed).map(|it| it.change).collect();
        changes.filter(|it| it.len() == needed)?.into_iter().reduce(f64::max)
    }
}

/// Whether a step leads to a round after a person's last message: stability before it is no reason to stop after it. A message after an
/// earlier round was not known in that round.
fn is_since_said(debate: &Debate, measured: &Round, step: &[&Round]) -> bool {
    let is_past = debate.rounds.iter().any(|it| it.number > measured.number);
    let said = debate.continued.iter().filter(|it| it.said.is_some()).map(|it| it.after);
    let said = said.filter(|it| *it < measured.number || !is_past).max().unwrap_or_default();
    step.last().is_some_and(|it| it.number > said)
}

/// The required agreement: the algorithm's, or a person's (D-60).
pub(crate) fn agreement_needed(rules: &Rules) -> f64 {
    let own = match rules.algorithm {
        Algorithm::Agreement => AGREEMENT,
        Algorithm::VoteRubric | Algorithm::EvidenceBasedDebate | Algorithm::FixedRounds => SIMILAR,
    };
    rules.exit_limits.consensus.unwrap_or(own)
}

/// The required stable rounds: the algorithm's, or a person's (D-60).
fn quiet_rounds(rules: &Rules, usual: usize) -> usize {
    rules.exit_limits.convergence_rounds.map_or(usual, |it| it.max(1) as usize)
}

/// Mean change of confidence between two rounds; none if a confidence or a turn is missing.
fn change_of_confidence(before: &Round, after: &Round) -> Option<f64> {
    let changes: Option<Vec<f64>> = after
        .spoken
        .iter()
        .map(|now| Some((now.turn.confidence? - before.said_by(&now.by)?.turn.confidence?).abs()))
        .collect();
    mean(changes?).map(rounded)
}

/// The inputs of the exit table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// Whether participants argue assigned sides.
    pub sides: Sides,
    /// Whether participants have seen each other's answers.
    pub heard: Heard,
    /// Whether there are signs of groupthink.
    pub doubt: Doubt,
    /// Agreement: of ballots.
    pub accord: Accord,
    /// Agreement: whether the leading option meets the rubric.
    pub votes: Votes,
    /// Agreement: everyone's confidence.
    pub assurance: Assurance,
    /// Stability: ballots changed in this round.
    pub step: Stride,
    /// Stability: ballots changed in the last rounds.
    pub drift: Drift,
    /// Stability: change of the options' shares in the last rounds.
    pub options: Options,
    /// Stability: change of ballots and confidence in the last rounds.
    pub convictions: Convictions,
    /// Support: overlap of sources.
    pub support: Support,
    /// Novelty: new FACTs in the stable rounds.
    pub novelty: Novelty,
}

/// Defines an input enum with the list of its values, so that tests can enumerate the table.
macro_rules! input {
    ($(#[$doc:meta])* $name:ident { $($(#[$what:meta])* $value:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$what])* $value),+
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$value),+];
        }
    };
}

input! {
    /// Whether participants argue assigned sides (B-05).
    Sides {
        /// Nobody does.
        None,
        /// Some do, and continue to argue.
        Open,
        /// Some do, and the last round changed no judge's ballot.
        Kept,
        /// All do, and the last round brought no FACT.
        Exhausted,
    }
}
input! {
    /// Whether participants have seen each other's answers.
    Heard {
        /// Openings: not yet.
        Nobody,
        /// A later round.
        Others,
    }
}
input! {
    /// Signs of groupthink (D-43, B-14).
    Doubt {
        /// No grave sign.
        Clear,
        /// A grave sign after this round.
        Grave,
        /// An objection round without effect, where the agreement came by yielding, is blocked, or the stakes are high.
        Unshaken,
    }
}
input! {
    /// Agreement of ballots.
    Accord {
        /// No option has more than half, or somebody blocks it or has not stated a vote.
        Apart,
        /// More than half hold one option, and everybody else would accept it.
        Signed,
        /// The same, with the agreement that E-10 calls a consensus, but below the required one.
        Alike,
        /// The same, with the required agreement.
        Enough,
    }
}
input! {
    /// Whether the leading option meets the rubric of D-40.
    Votes {
        /// It is not.
        Short,
        /// It is.
        Met,
    }
}
input! {
    /// Everyone's confidence.
    Assurance {
        /// Somebody's is too low or missing.
        Unsure,
        /// Everyone's is sufficient.
        Sure,
    }
}
input! {
    /// Ballots changed in this round.
    Stride {
        /// Some, or unknown.
        Moving,
        /// Hardly any.
        Steady,
    }
}
input! {
    /// Ballots changed in the last rounds.
    Drift {
        /// Some, or unknown.
        Moving,
        /// Hardly any.
        Stable,
        /// So few that further rounds would not help.
        Still,
    }
}
input! {
    /// Change of the options' shares in the last rounds.
    Options {
        /// They changed, or unknown.
        Moving,
        /// They did not change.
        Still,
    }
}
input! {
    /// Change of ballots and confidence in the last rounds.
    Convictions {
        /// They changed, or unknown.
        Moving,
        /// No ballot changed, and confidence hardly.
        Quiet,
    }
}
input! {
    /// Overlap of sources.
    Support {
        /// No sources so far.
        None,
        /// Different sources.
        Diverse,
        /// The same sources.
        Shared,
    }
}
input! {
    /// New FACTs in the stable rounds.
    Novelty {
        /// None did.
        Nothing,
        /// One did.
        New,
    }
}

impl Inputs {
    /// Compares the measures of a round with the thresholds of the rules.
    pub fn of(debate: &Debate, measures: &Measures) -> Inputs {
        Inputs::of_measures(&debate.rules, measures, sides(debate, measures), doubt(debate, measures))
    }

    /// The same for measures that come from no log.
    pub fn of_measures(rules: &Rules, measures: &Measures, sides: Sides, doubt: Doubt) -> Inputs {
        let (stable, plateau) = (quiet_rounds(rules, STABLE_ROUNDS), quiet_rounds(rules, PLATEAU_ROUNDS));
        let moves_less = |it: &Step, than: f64| it.change.is_some_and(|it| it < than);
        let is_sure = measures.rubric.least_confidence.is_some_and(|it| it >= AGREEMENT_CONFIDENCE);
        let is_quiet = |it: &Step| it.confidence.is_some_and(|it| it < PLATEAU_CHANGE);
        Inputs {
            sides,
            heard: if measures.round > 1 { Heard::Others } else { Heard::Nobody },
            doubt,
            accord: accord(rules, measures),
            votes: if measures.rubric.is_met(rules) { Votes::Met } else { Votes::Short },
            assurance: if is_sure { Assurance::Sure } else { Assurance::Unsure },
            step: if measures.lasts(1, |it| moves_less(it, SHIFT_STABLE)) { Stride::Steady } else { Stride::Moving },
            drift: if measures.lasts(stable, |it| moves_less(it, SHIFT_LITTLE)) {
                Drift::Still
            } else if measures.lasts(stable, |it| it.change.is_some_and(|it| it <= SHIFT_STABLE)) {
                Drift::Stable
            } else {
                Drift::Moving
            },
            options: if measures.lasts(stable, |it| it.shares.is_some_and(|it| it < OPTIONS_STILL)) {
                Options::Still
            } else {
                Options::Moving
            },
            convictions: if measures.lasts(plateau, is_quiet) { Convictions::Quiet } else { Convictions::Moving },
            support: match measures.sharing.map(|it| it.by_all) {
                None => Support::None,
                Some(it) if it >= EVIDENCE_STRONG => Support::Shared,
                Some(_) => Support::Diverse,
            },
            novelty: if measures.steps.iter().take(plateau).any(|it| it.facts.is_none_or(|it| it > 0)) {
                Novelty::New
            } else {
                Novelty::Nothing
            },
        }
    }
}

fn sides(debate: &Debate, measures: &Measures) -> Sides {
    let is_judged = debate.participants.iter().any(|it| !debate.is_arguing(&it.name));
    let is_kept = measures.lasts(1, |it| it.change.is_some_and(|it| it < SHIFT_STABLE));
    // A mode that is chosen later gives no sides to an earlier round.
    let round = debate.rounds.iter().find(|it| it.number == measures.round).filter(|it| !it.spoken.is_empty());
    let has_sides = round.map_or(debate.has_sides(), |it| it.spoken.iter().any(|it| it.is_argued));
    match has_sides {
        false => Sides::None,
        true if is_judged && is_kept => Sides::Kept,
        true if !is_judged && measures.brought == Some(0) => Sides::Exhausted,
        true => Sides::Open,
    }
}

fn accord(rules: &Rules, measures: &Measures) -> Accord {
    match measures.agreement {
        _ if measures.label != Label::Consensus => Accord::Apart,
        Some(it) if it >= agreement_needed(rules) => Accord::Enough,
        Some(it) if it >= SIMILAR => Accord::Alike,
        Some(_) | None => Accord::Signed,
    }
}

/// Whether an agreement is doubtful. After an objection round a person is asked only if the agreement came by yielding, is blocked, or the
/// stakes are high: independent openings that agree and survive objections are a consensus (B-14).
fn doubt(debate: &Debate, measures: &Measures) -> Doubt {
    let Some(round) = debate.rounds.iter().find(|it| it.number == measures.round) else { return Doubt::Clear };
    let is_grave = debate.groupthink.iter().any(|it| it.round == round.number && it.what.is_grave());
    // A person is asked once; after the answer the algorithm decides.
    let was_answered = debate.continued.iter().any(|it| it.said.is_some() && it.after < round.number);
    let is_suspect = || {
        let is_blocked = measures.rubric.votes.blocker > 0;
        debate.rules.high_stakes || is_blocked || groupthink::came_by_yielding(debate, round)
    };
    let is_unshaken = || !was_answered && groupthink::is_unshaken(debate, round.number) && is_suspect();
    Doubt::of(round.kind, is_grave, is_unshaken)
}

impl Doubt {
    /// The doubt after a round of this kind: an objection round may have had no effect on a suspect agreement, any other may have shown a grave
    /// sign.
    pub fn of(kind: RoundKind, is_grave: bool, is_unshaken: impl FnOnce() -> bool) -> Doubt {
        match kind {
            RoundKind::Objection if is_unshaken() => Doubt::Unshaken,
            RoundKind::Objection => Doubt::Clear,
            RoundKind::Usual | RoundKind::Opening | RoundKind::Take | RoundKind::Closing | RoundKind::Ballot => {
                if is_grave {
                    Doubt::Grave
                } else {
                    Doubt::Clear
                }
            }
        }
    }
}
