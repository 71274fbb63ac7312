//! What was measured of a round, against what, how it moved, and what the table of leaving makes of it (E-22).
//!
//! The figures that decide are those of ballots (B-10); those of wording stand beside them and decide nothing. A figure that nobody could tell is absent. Not here: how they are shown.
use crate::ballots::Count;
use crate::measure::convergence::{self, Likeness, Movement, Support};
use crate::measure::novelty::News;
use crate::measure::rounded;
use crate::measure::thresholds::{EVIDENCE_STRONG, SHIFT_STABLE, SIMILAR, STAGNANT_FACTS, VOTES};
use crate::outcome::exit::{self, Then};
use crate::outcome::thresholds::{AGREEMENT_CONFIDENCE, RUBRIC_CONFIDENCE};
use debate::event::Reason;
use debate::relation::Said;
use debate::state::Compared;
use debate::{Algorithm, Analyst, Debate, Round};
use prose::lexical::is_verbatim;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A round in figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metrics {
    /// Each figure.
    pub figures: Vec<Metric>,
    /// Mean overlap of the sources of two participants, beside the evidence that all share (E-13); absent where nobody cites any.
    pub pairwise: Option<f64>,
    /// The evidence that all share by all rounds so far, beside that of the round (E-13); absent where nobody has cited any.
    pub so_far: Option<f64>,
    /// Who compared the positions.
    pub compared: Compare,
    /// What follows.
    pub ruling: Ruling,
}

/// Something measured of a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metric {
    /// What.
    pub name: &'static str,
    /// What it came to; absent where it can't be told.
    pub value: Option<f64>,
    /// What it came to in the round before.
    pub before: Option<f64>,
    /// What it is held against.
    pub threshold: f64,
    /// On which side of that it is wanted.
    pub wanted: Wanted,
    /// What it amounts to, in words.
    pub band: &'static str,
}

/// On which side of its threshold a figure is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    /// There, or above.
    AtLeast,
    /// Below.
    Below,
}

/// How a figure moved since the round before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    /// It rose.
    Up,
    /// It fell.
    Down,
    /// It is what it was.
    Level,
}

impl Metric {
    /// Whether it is where it is wanted.
    pub fn is_met(&self) -> bool {
        self.value.is_some_and(|it| match self.wanted {
            Wanted::AtLeast => it >= self.threshold,
            Wanted::Below => it < self.threshold,
        })
    }

    /// How it moved, to the two digits that people read.
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

/// Who compared the positions of a round (P-31).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Compare {
    /// Nobody had to: all hold the same, word for word.
    Nobody,
    /// Nobody but a reader of words.
    Words {
        /// Why nobody else did, where somebody should have.
        why: Option<String>,
    },
    /// Networks in this process.
    Local,
    /// A model, by its votes.
    Model {
        /// Which.
        name: String,
        /// Votes that could be read, of the pairs that have the fewest: with fewer than two of them, some are compared by words.
        votes: usize,
    },
}

impl Compare {
    /// By whom a round was compared. A round in which there was nothing new to compare is as the last one in which there was.
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

/// The votes on those pairs of a round that have the fewest: a model is asked about a few pairs at once.
fn fewest(all: &[Compared], made: &[&Compared]) -> usize {
    let mut votes: BTreeMap<&[(Said, Said)], usize> = BTreeMap::new();
    made.iter().for_each(|it| *votes.entry(it.pairs.as_slice()).or_default() += 1);
    // A failure does not say about which pairs it was.
    let is_any_lost = all.len() > votes.len() * VOTES as usize;
    votes.into_values().min().filter(|_| !is_any_lost).unwrap_or_default()
}

/// Networks in this process, as the record has them.
const LOCAL: &str = "local";

/// What follows on a round, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ruling {
    /// What follows.
    pub then: Follows,
    /// The rule of leaving that says so, or the cap, in words.
    pub says: &'static str,
}

/// What follows on a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Follows {
    /// Another round.
    GoesOn,
    /// A round of objections.
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
        let by_rule = row.map_or("only its caps end it", |it| it.says);
        let says = match then {
            Follows::Ends(reason) => cap(reason).unwrap_or(by_rule),
            Follows::GoesOn | Follows::Objections => by_rule,
        };
        Ruling { then, says }
    }
}

/// The end of a debate that no rule of leaving brings about, in words.
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
    /// Measures all rounds of a debate, each with its number.
    pub fn course(debate: &Debate) -> Vec<(u32, Metrics)> {
        let news = News::of(debate);
        debate.rounds.iter().map(|it| (it.number, Metrics::of(debate, &news, it))).collect()
    }

    /// Measures a round.
    pub(crate) fn of(debate: &Debate, news: &News, round: &Round) -> Metrics {
        let before = debate.rounds.iter().find(|it| it.number + 1 == round.number);
        let sharing = |it: &Round| convergence::evidence(news, it);
        let sure = |it: &Round| Count::of_round(debate, it).least_confidence();
        let facts = |it: &Round| {
            let brought = news.brought(debate, it)? as f64;
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
                wanted: Wanted::AtLeast,
                band: match agreed {
                    None => "too few ballots",
                    Some(it) if it >= 1.0 => "all hold one option",
                    Some(it) if it >= wanted_agreement(debate) => "nearly all agree",
                    Some(it) if it > 0.0 => "they differ",
                    Some(_) => "each holds another",
                },
            },
            Metric {
                name: "stability",
                value: kept,
                before: before.and_then(stability),
                threshold: 1.0 - SHIFT_STABLE,
                wanted: Wanted::AtLeast,
                band: match kept {
                    None => "no round to compare",
                    Some(it) if it >= 1.0 => "nobody changed its ballot",
                    Some(_) => "ballots changed",
                },
            },
            Metric {
                name: "text similarity",
                value: worded,
                before: before.and_then(|it| convergence::similarity(debate, it)),
                threshold: SIMILAR,
                wanted: Wanted::AtLeast,
                band: worded.map_or("too few positions", |it| Likeness::of(it).as_str()),
            },
            Metric {
                name: "text shift",
                value: moved,
                before: before.and_then(shifted),
                threshold: SHIFT_STABLE,
                wanted: Wanted::Below,
                band: moved.map_or("no round to compare", |it| Movement::of(it).as_str()),
            },
            Metric {
                name: "evidence",
                value: evidence.map(|it| it.by_all),
                before: before.and_then(sharing).map(|it| it.by_all),
                threshold: EVIDENCE_STRONG,
                wanted: Wanted::AtLeast,
                band: Support::of(evidence).as_str(),
            },
            Metric {
                name: "confidence",
                value: least,
                before: before.and_then(sure),
                threshold: wanted_confidence(debate),
                wanted: Wanted::AtLeast,
                band: match least {
                    None => "not all say",
                    Some(it) if it >= wanted_confidence(debate) => "everyone is sure",
                    Some(_) => "not all are sure",
                },
            },
            Metric {
                name: "new facts",
                value: new,
                before: before.and_then(facts),
                threshold: STAGNANT_FACTS,
                wanted: Wanted::AtLeast,
                band: match new {
                    None => "nobody spoke",
                    Some(it) if it >= STAGNANT_FACTS => "new ground",
                    Some(it) if it > 0.0 => "little that is new",
                    Some(_) => "nothing new",
                },
            },
        ];
        let (compared, ruling) = (Compare::of(debate, round), Ruling::of(debate, round));
        let so_far = convergence::evidence_so_far(news, round).map(|it| it.by_all);
        Metrics { figures, pairwise: evidence.map(|it| it.pairwise), so_far, compared, ruling }
    }
}

/// The agreement that is enough; what E-20 calls a consensus where the algorithm does not go by it.
fn wanted_agreement(debate: &Debate) -> f64 {
    match debate.rules.algorithm {
        Algorithm::Agreement | Algorithm::EvidenceBasedDebate => exit::inputs::agreement_needed(&debate.rules),
        Algorithm::VoteRubric | Algorithm::FixedRounds => SIMILAR,
    }
}

/// The least confidence of everyone that is enough (D-40).
fn wanted_confidence(debate: &Debate) -> f64 {
    match debate.rules.algorithm {
        Algorithm::Agreement => AGREEMENT_CONFIDENCE,
        Algorithm::VoteRubric | Algorithm::EvidenceBasedDebate | Algorithm::FixedRounds => RUBRIC_CONFIDENCE,
    }
}
