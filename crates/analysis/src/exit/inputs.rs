//! What is known of a round when it is decided whether it is the last: measured first, then read against the thresholds.
//!
//! Agreement between participants, stability of each, support by evidence and novelty are separate things, and stay so. Not here: what
//! follows from them (`table`).
use super::agreement::agreement;
use super::rubric::Rubric;
use crate::convergence::{self, Sharing, rounded};
use crate::groupthink;
use crate::news::News;
use crate::positions::{self, Reading, mean};
use crate::stability;
use crate::thresholds::{
    AGREEMENT, AGREEMENT_CONFIDENCE, EVIDENCE_STRONG, HEARD_SHARE, OPTIONS_STILL, PLATEAU_CHANGE, PLATEAU_ROUNDS,
    SHIFT_LITTLE, SHIFT_STABLE, SIMILAR, STABLE_ROUNDS,
};
use debate::event::{Figure, RoundKind};
use debate::{Algorithm, Debate, Round, Rules};
use std::cell::OnceCell;

/// What was measured of a round. Votes for one position, likeness, movement, shares and sources of positions are measured only for an
/// algorithm that goes by them.
#[derive(Clone, Debug, PartialEq)]
pub struct Measures {
    /// Which round.
    pub round: u32,
    /// What the rubric makes of its votes.
    pub rubric: Rubric,
    /// Whether the votes amount to a consensus on one position.
    pub is_signed: bool,
    /// Pairs of positions that contradict each other.
    pub opposed: usize,
    /// Mean pairwise similarity of positions (E-10).
    pub similarity: Option<f64>,
    /// Share of the table that holds a position.
    pub heard: f64,
    /// What moved since the round before, and before that, the latest first.
    pub steps: Vec<Step>,
    /// How far sources are shared (E-13).
    pub sharing: Option<Sharing>,
}

/// What moved from one round to the next. What can't be told is absent.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Mean shift of positions (E-12).
    pub shift: Option<f64>,
    /// How far the shares of the options moved.
    pub options: Option<f64>,
    /// Mean change of confidence, where no vote changed.
    pub confidence: Option<f64>,
    /// FACTs that came up, where confidences were quiet.
    pub facts: Option<usize>,
}

impl Measures {
    /// Measures a round of a debate.
    pub fn of(debate: &Debate, round: &Round) -> Measures {
        let news = OnceCell::new();
        let news = || news.get_or_init(|| News::of(debate));
        let seats = debate.participants.len();
        let holders = round.spoken.iter().filter(|it| it.turn.position.is_some()).count();
        let upto: Vec<&Round> = debate.rounds.iter().filter(|it| it.number < round.number).chain([round]).collect();
        let (is_by_votes, is_by_likeness, is_by_shares) = match debate.rules.algorithm {
            Algorithm::VoteRubric => (true, false, false),
            Algorithm::Agreement => (false, true, true),
            Algorithm::EvidenceBasedDebate => (false, true, false),
            Algorithm::FixedRounds => (false, false, false),
        };
        let step = |pair: &[&Round]| {
            let [before, after] = pair else { return None };
            let confidence = change_of_confidence(before, after);
            Some(Step {
                shift: is_by_likeness.then(|| convergence::mean_shift(debate, before, after)).flatten(),
                options: is_by_shares.then(|| stability::moved(debate, before, after)).flatten(),
                confidence,
                // What came up in a round that is not quiet decides nothing.
                facts: confidence.filter(|it| *it < PLATEAU_CHANGE).map(|_| news().facts(after.number)),
            })
        };
        let most = quiet_rounds(&debate.rules, STABLE_ROUNDS.max(PLATEAU_ROUNDS));
        Measures {
            round: round.number,
            rubric: Rubric::of(round, seats),
            is_signed: is_by_votes && agreement(debate, round).is_some(),
            opposed: positions::opposed_pairs(Reading::of(debate), &round.spoken),
            similarity: is_by_likeness.then(|| convergence::similarity(debate, round)).flatten(),
            heard: if seats == 0 { 0.0 } else { holders as f64 / seats as f64 },
            steps: upto
                .windows(2)
                .rev()
                .take(most)
                .filter(|it| is_since_said(debate, round, it))
                .filter_map(step)
                .collect(),
            sharing: is_by_likeness.then(|| convergence::evidence(news(), round)).flatten(),
        }
    }

    /// Whether each of the last so many steps is as wanted.
    fn lasts(&self, steps: usize, is_wanted: impl Fn(&Step) -> bool) -> bool {
        self.steps.len() >= steps && self.steps.iter().take(steps).all(is_wanted)
    }

    /// The figures that the algorithm of a debate goes by, with their thresholds.
    pub fn figures(&self, rules: &Rules) -> Vec<Figure> {
        let last = self.steps.first();
        let shift = last.and_then(|it| it.shift);
        let blockers = Figure::of("unresolved BLOCKER votes", Some(self.rubric.blockers as f64), 0.0);
        let opposed = Figure::of("pairs of positions that contradict each other", Some(self.opposed as f64), 0.0);
        match rules.algorithm {
            Algorithm::VoteRubric | Algorithm::FixedRounds => self.rubric.figures(rules),
            Algorithm::Agreement => vec![
                Figure::of("similarity of positions", self.similarity, similarity_needed(rules)),
                opposed,
                blockers,
                Figure::of("least confidence", self.rubric.least_confidence, AGREEMENT_CONFIDENCE),
                Figure::of("mean shift of positions", shift, SHIFT_STABLE),
                Figure::of("change of the shares of positions", last.and_then(|it| it.options), OPTIONS_STILL),
            ],
            Algorithm::EvidenceBasedDebate => vec![
                Figure::of("similarity of positions", self.similarity, similarity_needed(rules)),
                opposed,
                blockers,
                Figure::of("evidence convergence", self.sharing.map(|it| it.by_all), EVIDENCE_STRONG),
                Figure::of("mean shift of positions", shift, SHIFT_STABLE),
                Figure::of("mean shift of positions, two rounds in a row", self.longest_shift(rules), SHIFT_LITTLE),
            ],
        }
    }

    /// The largest mean shift of the rounds that must be quiet in a row; none where there are not so many.
    fn longest_shift(&self, rules: &Rules) -> Option<f64> {
        let needed = quiet_rounds(rules, STABLE_ROUNDS);
        let shifts: Option<Vec<f64>> = self.steps.iter().take(needed).map(|it| it.shift).collect();
        shifts.filter(|it| it.len() == needed)?.into_iter().reduce(f64::max)
    }
}

/// Whether a step leads to a round after a person last spoke: what was quiet before is no reason to stop after. What was said after a round
/// that is past was not known when it was played.
fn is_since_said(debate: &Debate, measured: &Round, step: &[&Round]) -> bool {
    let is_past = debate.rounds.iter().any(|it| it.number > measured.number);
    let said = debate.continued.iter().filter(|it| it.said.is_some()).map(|it| it.after);
    let said = said.filter(|it| *it < measured.number || !is_past).max().unwrap_or_default();
    step.last().is_some_and(|it| it.number > said)
}

/// The similarity that is enough: the algorithm's, or a person's (D-60).
pub(crate) fn similarity_needed(rules: &Rules) -> f64 {
    let own = match rules.algorithm {
        Algorithm::Agreement => AGREEMENT,
        Algorithm::VoteRubric | Algorithm::EvidenceBasedDebate | Algorithm::FixedRounds => SIMILAR,
    };
    rules.leaving.consensus.unwrap_or(own)
}

/// The quiet rounds in a row that are enough: the algorithm's, or a person's (D-60).
fn quiet_rounds(rules: &Rules, usual: usize) -> usize {
    rules.leaving.convergence_rounds.map_or(usual, |it| it.max(1) as usize)
}

/// Mean change of confidence between two rounds; none where a vote changed, or somebody gave no confidence or no turn.
fn change_of_confidence(before: &Round, after: &Round) -> Option<f64> {
    let changes: Option<Vec<f64>> = after
        .spoken
        .iter()
        .map(|now| {
            let then = before.said_by(&now.by).filter(|it| it.turn.vote == now.turn.vote)?;
            Some((now.turn.confidence? - then.turn.confidence?).abs())
        })
        .collect();
    mean(changes?).map(rounded)
}

/// What the table decides by: measures read against their thresholds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// Whether anybody has heard anybody.
    pub heard: Heard,
    /// Whether the table may be fooling itself.
    pub doubt: Doubt,
    /// Agreement: how alike positions are.
    pub accord: Accord,
    /// Agreement: whether votes make one position everyone's.
    pub votes: Votes,
    /// Agreement: how sure everyone is.
    pub assurance: Assurance,
    /// Stability: how far positions moved in this round.
    pub step: Stride,
    /// Stability: how far they moved for some rounds in a row.
    pub course: Course,
    /// Stability: whether the shares of the options moved for some rounds in a row.
    pub options: Options,
    /// Stability: whether votes and confidences moved for some rounds in a row.
    pub convictions: Convictions,
    /// Support: whether positions rest on the same sources.
    pub support: Support,
    /// Novelty: whether a FACT came up in the rounds that were quiet.
    pub novelty: Novelty,
}

/// An enum of inputs with all its values, so that the table can be enumerated.
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
    /// Whether anybody has heard anybody.
    Heard {
        /// The openings: nobody has.
        Nobody,
        /// A later round.
        Others,
    }
}
input! {
    /// Whether the table may be fooling itself (D-43).
    Doubt {
        /// Nothing grave was seen.
        Clear,
        /// Something grave was seen after this round.
        Grave,
        /// This was the objection round, and it brought nothing.
        Unshaken,
    }
}
input! {
    /// How alike positions are.
    Accord {
        /// Two contradict each other, or somebody would not sign.
        Opposed,
        /// They are not alike, or too few are heard.
        Apart,
        /// They are alike as far as E-10 calls it a consensus, and not as far as is wanted.
        Alike,
        /// They are as alike as the algorithm wants.
        Enough,
    }
}
input! {
    /// Whether votes make one position everyone's (D-40's rubric, and one position that all mean).
    Votes {
        /// They do not.
        Short,
        /// They do.
        Met,
    }
}
input! {
    /// How sure everyone is.
    Assurance {
        /// Somebody is not, or does not say.
        Unsure,
        /// Everyone is.
        Sure,
    }
}
input! {
    /// How far positions moved in this round.
    Stride {
        /// Some way, or it can't be told.
        Moving,
        /// Hardly.
        Steady,
    }
}
input! {
    /// How far positions moved for some rounds in a row.
    Course {
        /// Some way, or it can't be told.
        Moving,
        /// They are stable.
        Stable,
        /// They moved so little that more rounds return nothing.
        Still,
    }
}
input! {
    /// Whether the shares of the options moved for some rounds in a row.
    Options {
        /// They did, or it can't be told.
        Moving,
        /// They did not.
        Still,
    }
}
input! {
    /// Whether votes and confidences moved for some rounds in a row.
    Convictions {
        /// They did, or it can't be told.
        Moving,
        /// No vote did, and confidences hardly.
        Quiet,
    }
}
input! {
    /// Whether positions rest on the same sources.
    Support {
        /// Nobody cites anything.
        None,
        /// On different ones.
        Diverse,
        /// On the same.
        Shared,
    }
}
input! {
    /// Whether a FACT came up in the rounds that were quiet.
    Novelty {
        /// None did.
        Nothing,
        /// One did.
        New,
    }
}

impl Inputs {
    /// Reads measures of the current round against the thresholds of the debate's rules.
    pub fn of(debate: &Debate, measures: &Measures) -> Inputs {
        let rules = &debate.rules;
        let (stable, plateau) = (quiet_rounds(rules, STABLE_ROUNDS), quiet_rounds(rules, PLATEAU_ROUNDS));
        let moves_less = |it: &Step, than: f64| it.shift.is_some_and(|it| it < than);
        let is_sure = measures.rubric.least_confidence.is_some_and(|it| it >= AGREEMENT_CONFIDENCE);
        let is_quiet = |it: &Step| it.confidence.is_some_and(|it| it < PLATEAU_CHANGE);
        Inputs {
            heard: if measures.round > 1 { Heard::Others } else { Heard::Nobody },
            doubt: doubt(debate, measures.round),
            accord: accord(rules, measures),
            votes: if measures.is_signed { Votes::Met } else { Votes::Short },
            assurance: if is_sure { Assurance::Sure } else { Assurance::Unsure },
            step: if measures.lasts(1, |it| moves_less(it, SHIFT_STABLE)) { Stride::Steady } else { Stride::Moving },
            course: if measures.lasts(stable, |it| moves_less(it, SHIFT_LITTLE)) {
                Course::Still
            } else if measures.lasts(stable, |it| it.shift.is_some_and(|it| it <= SHIFT_STABLE)) {
                Course::Stable
            } else {
                Course::Moving
            },
            options: if measures.lasts(stable, |it| it.options.is_some_and(|it| it < OPTIONS_STILL)) {
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

fn accord(rules: &Rules, measures: &Measures) -> Accord {
    let similarity = measures.similarity.filter(|_| measures.heard >= HEARD_SHARE);
    match similarity {
        _ if measures.opposed > 0 || measures.rubric.blockers > 0 => Accord::Opposed,
        Some(it) if it >= similarity_needed(rules) => Accord::Enough,
        Some(it) if it >= SIMILAR => Accord::Alike,
        Some(_) | None => Accord::Apart,
    }
}

fn doubt(debate: &Debate, round: u32) -> Doubt {
    let is_objection = debate.rounds.iter().any(|it| it.number == round && it.kind == RoundKind::Objection);
    let is_grave = debate.groupthink.iter().any(|it| it.round == round && it.what.is_grave());
    // A person is asked once: what they said is known, and the algorithm decides.
    let was_answered = debate.continued.iter().any(|it| it.said.is_some() && it.after < round);
    if is_objection && !was_answered && groupthink::is_unshaken(debate, round) {
        Doubt::Unshaken
    } else if is_grave && !is_objection {
        Doubt::Grave
    } else {
        Doubt::Clear
    }
}
