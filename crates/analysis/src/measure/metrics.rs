//! Metrics of a round with thresholds and trends, and the resulting exit rule (E-22).
//!
//! Metrics of ballots decide (B-10); those of wording are for display only. Unknown values are absent. Not here: displaying them.
use crate::ballots::Count;
use crate::decision::exit::{self, Then};
use crate::decision::thresholds::{AGREEMENT_CONFIDENCE, RUBRIC_CONFIDENCE};
use crate::measure::convergence::{self, Likeness, Movement, Support};
use crate::measure::novelty::NovelClaims;
use crate::measure::rounded;
use crate::measure::thresholds::{EVIDENCE_STRONG, SHIFT_STABLE, SIMILAR, STAGNANT_FACTS, VOTES};
use debate::event::{Reason, RoundKind};
use debate::relation::TurnRef;
use debate::state::Compared;
use debate::{Algorithm, Analyst, Debate, Round};
use prose::lexical::is_verbatim;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The metrics of a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metrics {
    /// The metrics.
    pub figures: Vec<Metric>,
    /// Mean pairwise overlap of sources, beside the overlap of all (E-13); absent without sources.
    pub pairwise: Option<f64>,
    /// Overlap of sources in all rounds so far, beside that of the round (E-13); absent without sources.
    pub so_far: Option<f64>,
    /// The means of comparing the positions.
    pub compared: Compare,
    /// The resulting exit rule.
    pub ruling: Ruling,
}

/// A metric of a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metric {
    /// Its name.
    pub name: &'static str,
    /// Its value; absent if unknown.
    pub value: Option<f64>,
    /// Its value in the previous round.
    pub before: Option<f64>,
    /// Its threshold.
    pub threshold: f64,
    /// On which side of the threshold it is wanted.
    pub wanted: DesiredSide,
    /// Its band, in words.
    pub band: &'static str,
}

/// On which side of its threshold a metric is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DesiredSide {
    /// At or above.
    AtLeast,
    /// Below.
    Below,
}

/// The change of a metric since the previous round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    /// It rose.
    Up,
    /// It fell.
    Down,
    /// Unchanged.
    Level,
}

impl Metric {
    /// Whether it is on the wanted side.
    pub fn is_met(&self) -> bool {
        self.value.is_some_and(|it| match self.wanted {
            DesiredSide::AtLeast => it >= self.threshold,
            DesiredSide::Below => it < self.threshold,
        })
    }

    /// Its change, at two digits.
    pub fn trend(&self) -> Option<Trend> {
        let shown = |it: f64| (it * 100.0).round();
        let (now, then) = self.value.zip(self.before)?;
        Some(match shown(now).total_cmp(&shown(then)) {
            std::cmp::Ordering::Greater => Trend::Up,
            std::cmp::Ordering::Less => Trend::Down,
            std::cmp::Ordering::Equal => Trend::Level,
        })
    }
}

/// The means of comparing the positions of a round (P-31).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Compare {
    /// Nothing, because all positions are identical.
    Nobody,
    /// Words only.
    Words {
        /// Why no better comparison was made, if one was configured.
        why: Option<String>,
    },
    /// Local networks in this process.
    Local,
    /// A model, by votes.
    Model {
        /// Its name.
        name: String,
        /// Valid votes of the pairs with the fewest; pairs with fewer than two are compared by words.
        votes: usize,
    },
}

impl Compare {
    /// What compared a round. A round with nothing new to compare takes over the previous value.
    fn of(debate: &Debate, round: &Round) -> Compare {
        let positions: Vec<&str> = round.spoken.iter().filter_map(|it| it.turn.position.as_deref()).collect();
        let is_one = positions.windows(2).all(|it| matches!(it, [a, b] if is_verbatim(a, b)));
        if debate.rules.analyst != Analyst::Lexical && round.compared.is_empty() && positions.len() > 1 && is_one {
            return Compare::Nobody;
        }
        let upto = debate.rounds.iter().rev().filter(|it| it.number <= round.number);
        let Some(last) = upto.into_iter().map(|it| &it.compared).find(|it| !it.is_empty()) else {
            return Compare::Words { why: None };
        };
        let made: Vec<&Compared> = last.iter().filter(|it| it.failed.is_none()).collect();
        let why = || last.iter().find_map(|it| it.failed.clone());
        match made.as_slice() {
            [] => Compare::Words { why: why() },
            [only] if only.analyst == LOCAL => Compare::Local,
            [only] => Compare::Words { why: why().or_else(|| Some(format!("only one vote of {}", only.analyst))) },
            [first, ..] => Compare::Model { name: first.analyst.clone(), votes: fewest(last, &made) },
        }
    }
}

/// The votes of the pairs with the fewest, because a call covers only some pairs.
fn fewest(all: &[Compared], made: &[&Compared]) -> usize {
    let mut votes: BTreeMap<&[(TurnRef, TurnRef)], usize> = BTreeMap::new();
    made.iter().for_each(|it| *votes.entry(it.pairs.as_slice()).or_default() += 1);
    // A failure does not say which pairs it concerned.
    let is_any_lost = all.len() > votes.len() * VOTES as usize;
    votes.into_values().min().filter(|_| !is_any_lost).unwrap_or_default()
}

/// The recorded name of local networks.
const LOCAL: &str = "local";

/// The next step after a round, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ruling {
    /// The next step.
    pub then: Follows,
    /// The exit rule, or the cap, in words.
    pub says: &'static str,
}

/// The next step after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Follows {
    /// Another round.
    GoesOn,
    /// An objection round.
    Objections,
    /// The end, for this reason.
    Ends(Reason),
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let then = match self.then {
            Follows::GoesOn => "goes on",
            Follows::Objections => "goes on with objections",
            Follows::Ends(_) => "ends",
        };
        write!(f, "{then}: {}", self.says)
    }
}

impl Ruling {
    fn of(debate: &Debate, round: &Round) -> Ruling {
        let row = exit::ruling_of(debate, round);
        let is_last = debate.round().is_some_and(|it| it.number == round.number);
        let closed = debate.closed.as_ref().filter(|_| is_last).map(|it| it.why);
        let is_capped = is_last && round.number >= debate.rules.rounds;
        let then = match (closed, row.map(|it| it.then)) {
            (Some(reason), _) | (None, Some(Then::Close(reason))) => Follows::Ends(reason),
            (None, Some(Then::Escalate)) => Follows::Ends(Reason::Escalated),
            (None, Some(Then::Object | Then::GoOn) | None) if is_capped => Follows::Ends(Reason::RoundCap),
            (None, Some(Then::Object)) => Follows::Objections,
            (None, Some(Then::GoOn) | None) => Follows::GoesOn,
        };
        let by_rule = match round.kind {
            RoundKind::Ballot => "the closing ballots decide",
            RoundKind::Usual | RoundKind::Objection | RoundKind::Opening | RoundKind::Take | RoundKind::Closing => {
                row.map_or("only its caps end it", |it| it.says)
            }
        };
        let says = match then {
            Follows::Ends(reason) => cap(reason).unwrap_or(by_rule),
            Follows::GoesOn | Follows::Objections => by_rule,
        };
        Ruling { then, says }
    }
}

/// A cap that ended a debate, in words.
fn cap(reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::RoundCap => Some("the last round was played"),
        Reason::Budget => Some("the budget does not reach for more"),
        Reason::Deadline => Some("the time is up"),
        Reason::Insufficient => Some("fewer than two could speak"),
        Reason::Unassailable => Some("what is missing can't change the vote"),
        Reason::NeedsContext => Some("it waits for what was asked for"),
        Reason::Stopped => Some("a person stopped it"),
        Reason::Discussed => Some("all aspects were discussed"),
        Reason::Consensus | Reason::Plateau | Reason::Stable | Reason::DiminishingReturns | Reason::Escalated => None,
    }
}

impl Metrics {
    /// The metrics of all rounds, each with its number.
    pub fn course(debate: &Debate) -> Vec<(u32, Metrics)> {
        let novel = NovelClaims::of(debate);
        debate.rounds.iter().map(|it| (it.number, Metrics::of(debate, &novel, it))).collect()
    }

    /// The metrics of a round.
    pub(crate) fn of(debate: &Debate, novel: &NovelClaims, round: &Round) -> Metrics {
        let before = debate.rounds.iter().find(|it| it.number + 1 == round.number);
        let sharing = |it: &Round| convergence::evidence(novel, it);
        let cast = |it: &Round| Count::of_round(debate, it).cast();
        let sure = |it: &Round| Count::of_round(debate, it).least_confidence();
        let facts = |it: &Round| {
            let brought = novel.brought(debate, it)? as f64;
            (!it.spoken.is_empty()).then(|| rounded(brought / it.spoken.len() as f64))
        };
        let agreement = |it: &Round| Count::of_round(debate, it).agreement();
        let stability = |it: &Round| Count::of_round(debate, it).stability(it.number.checked_sub(1)?);
        let (agreed, kept) = (agreement(round), stability(round));
        let worded = convergence::similarity(debate, round);
        let shifted = |it: &Round| {
            let before = debate.rounds.iter().find(|other| other.number + 1 == it.number)?;
            convergence::mean_shift(debate, before, it)
        };
        let (moved, evidence, least, new) = (shifted(round), sharing(round), sure(round), facts(round));
        let figures = vec![
            Metric {
                name: "agreement",
                value: agreed,
                before: before.and_then(agreement),
                threshold: wanted_agreement(debate),
                wanted: DesiredSide::AtLeast,
                band: match agreed {
                    None => "too few ballots",
                    Some(it) if it >= 1.0 => "all hold one option",
                    Some(it) if it >= wanted_agreement(debate) => "nearly all agree",
                    Some(it) if it > 0.0 => "some agree",
                    Some(_) => "each holds another",
                },
            },
            Metric {
                name: "stability",
                value: kept,
                before: before.and_then(stability),
                threshold: 1.0 - SHIFT_STABLE,
                wanted: DesiredSide::AtLeast,
                band: match kept {
                    None => "no round to compare",
                    // A judge among those who argue a side.
                    Some(_) if cast(round) == 1 => "of the only ballot",
                    Some(it) if it >= 1.0 => "nobody changed",
                    Some(_) => "ballots changed",
                },
            },
            Metric {
                name: "text similarity",
                value: worded,
                before: before.and_then(|it| convergence::similarity(debate, it)),
                threshold: SIMILAR,
                wanted: DesiredSide::AtLeast,
                band: worded.map_or("too few positions", |it| Likeness::of(it).as_str()),
            },
            Metric {
                name: "text shift",
                value: moved,
                before: before.and_then(shifted),
                threshold: SHIFT_STABLE,
                wanted: DesiredSide::Below,
                band: moved.map_or("no round to compare", |it| Movement::of(it).as_str()),
            },
            Metric {
                name: "evidence",
                value: evidence.map(|it| it.by_all),
                before: before.and_then(sharing).map(|it| it.by_all),
                threshold: EVIDENCE_STRONG,
                wanted: DesiredSide::AtLeast,
                band: Support::of(evidence).as_str(),
            },
            Metric {
                name: "confidence",
                value: least,
                before: before.and_then(sure),
                threshold: wanted_confidence(debate),
                wanted: DesiredSide::AtLeast,
                band: match least {
                    None => "not all say",
                    Some(_) if cast(round) == 1 => "of the only ballot",
                    Some(_) => "the least sure",
                },
            },
            Metric {
                name: "new facts",
                value: new,
                before: before.and_then(facts),
                threshold: STAGNANT_FACTS,
                wanted: DesiredSide::AtLeast,
                band: match new {
                    None => "nobody spoke",
                    Some(it) if it >= STAGNANT_FACTS => "new ground",
                    Some(it) if it > 0.0 => "under one a speaker",
                    Some(_) => "nothing new",
                },
            },
        ];
        let (compared, ruling) = (Compare::of(debate, round), Ruling::of(debate, round));
        let so_far = convergence::evidence_so_far(novel, round).map(|it| it.by_all);
        Metrics { figures, pairwise: evidence.map(|it| it.pairwise), so_far, compared, ruling }
    }
}

/// The required agreement; that of E-20 if the algorithm has none.
fn wanted_agreement(debate: &Debate) -> f64 {
    match debate.rules.algorithm {
        Algorithm::Agreement | Algorithm::EvidenceBasedDebate => exit::inputs::agreement_needed(&debate.rules),
        Algorithm::VoteRubric | Algorithm::FixedRounds => SIMILAR,
    }
}

/// The required minimum confidence (D-40).
fn wanted_confidence(debate: &Debate) -> f64 {
    match debate.rules.algorithm {
        Algorithm::Agreement => AGREEMENT_CONFIDENCE,
        Algorithm::VoteRubric | Algorithm::EvidenceBasedDebate | Algorithm::FixedRounds => RUBRIC_CONFIDENCE,
    }
}
