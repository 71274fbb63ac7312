//! The properties of a simulated participant, as numbers that can be set (O-06).
use super::problem::{Claims, Facts, Holding};
use debate::Letter;
use serde::Serialize;

/// The properties of a simulated participant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Dials {
    /// Probability that it is right alone.
    pub accuracy: f64,
    /// How far that differs from question to question, more or less; it knows which questions are easy for it.
    pub spread: f64,
    /// Correlation of its errors with those of others with the same value, 0 to 1; shared errors are the same wrong option.
    pub correlation: f64,
    /// How much an unchecked claim of somebody else counts, 0 to 1; with a neutral update, the probability that it adopts another's ballot.
    pub persuadability: f64,
    /// How far that differs from participant to participant, more or less, where claims are weighed; drawn for each question.
    pub persuadability_spread: f64,
    /// How much each other who holds an option counts for it, in log-odds.
    pub conformity: f64,
    /// The same in open ballots only: what it does not believe and says all the same.
    pub pressure: f64,
    /// How its stated confidence follows its belief: 1 states it, 0 states 0.75 whatever it believes, -1 mirrors it at 0.75.
    pub calibration: f64,
    /// How much more another's name counts than its own, in log-odds; nothing where names are hidden.
    pub identity: f64,
    /// Probability that it states a private fact that speaks against its own ballot.
    pub candour: f64,
    /// Probability that it repeats a claim of somebody else instead of making one.
    pub echo: f64,
    /// Probability, each round, that it answers anew as if it were alone.
    pub drift: f64,
    /// Whether it argues for one wrong option, with sources that nobody can check, and never moves.
    pub hostile: bool,
    /// How it changes its mind.
    pub update: Update,
}

/// How a participant changes its mind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Update {
    /// By what it heard: claims by their quality, holders by its conformity.
    Evidence,
    /// It adopts the ballot of one other at random, whoever is right.
    Neutral,
    /// It keeps a ballot that the majority holds, and is neutral otherwise.
    KeepMajority,
    /// With a probability it adopts the majority's ballot, and is neutral otherwise.
    FollowMajority {
        /// The probability.
        share: f64,
    },
    /// It keeps a right ballot, and is neutral otherwise: what no participant can do.
    Oracle,
    /// A contradicted ballot is revised at measured rates.
    Rates {
        /// Probability that it gives up a right ballot, or a wrong one for another wrong one.
        harmful: f64,
        /// Probability that it gives up a wrong ballot for the right one.
        beneficial: f64,
        /// What counts as a contradiction.
        when: Contradiction,
    },
}

/// What counts as a contradiction of a ballot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Contradiction {
    /// One other, drawn at random, holds something else.
    Peer,
    /// Anybody holds something else.
    Any,
    /// More others hold one other option than its own has holders.
    Majority,
}

impl Default for Dials {
    fn default() -> Dials {
        Dials {
            accuracy: 0.7,
            spread: 0.15,
            correlation: 0.2,
            persuadability: 0.5,
            persuadability_spread: 0.25,
            conformity: 0.3,
            pressure: 0.0,
            calibration: 1.0,
            identity: 0.0,
            candour: 0.5,
            echo: 0.0,
            drift: 0.0,
            hostile: false,
            update: Update::Evidence,
        }
    }
}

/// Why a dial can't be set.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum DialError {
    /// There is no such dial.
    #[error("there is no dial `{name}`; choose one of {all}, {question}", all = Dials::NAMES.join(", "), question = Question::NAMES.join(", "))]
    Unknown {
        /// The name.
        name: String,
    },
    /// A part of a name is not `dial=value`.
    #[error("`{part}` is not a dial with a value, as in `accuracy=0.8`")]
    NoValue {
        /// The part.
        part: String,
    },
    /// The value is out of range.
    #[error("`{name}` is `{found}`; it must be {allowed}")]
    Value {
        /// The dial.
        name: String,
        /// The value.
        found: String,
        /// What is allowed.
        allowed: &'static str,
    },
}

/// What a question is like, as it can be set in the same way as dials.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Question {
    /// What claims are worth.
    pub claims: Claims,
    /// Private facts in place of private signals.
    pub facts: Option<Facts>,
    /// The right option; drawn if absent.
    pub right: Option<Letter>,
}

impl Question {
    /// All names.
    pub const NAMES: [&'static str; 8] =
        ["checkable", "misleading", "sourced", "invented", "facts", "brief", "checkable_facts", "right"];

    /// Sets a property by its name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), DialError> {
        let wrong = |allowed| DialError::Value { name: name.to_owned(), found: value.to_owned(), allowed };
        let share = || value.parse::<f64>().ok().filter(|it| (0.0..=1.0).contains(it)).ok_or_else(|| wrong(SHARE));
        let flag = || value.parse::<bool>().map_err(|_| wrong(FLAG));
        let usual = Facts { held: Holding::Single, brief: false, checkable: false };
        match name {
            "checkable" => self.claims.checkable = share()?,
            "misleading" => self.claims.misleading = share()?,
            "sourced" => self.claims.sourced = share()?,
            "invented" => self.claims.invented = share()?,
            "facts" => {
                let held = match value {
                    "single" => Holding::Single,
                    "shared" => Holding::Shared,
                    _ => return Err(wrong("single or shared")),
                };
                self.facts = Some(Facts { held, ..self.facts.unwrap_or(usual) });
            }
            "brief" => self.facts = Some(Facts { brief: flag()?, ..self.facts.unwrap_or(usual) }),
            "checkable_facts" => self.facts = Some(Facts { checkable: flag()?, ..self.facts.unwrap_or(usual) }),
            "right" => self.right = Some(value.parse().map_err(|_| wrong("the letter of an option"))?),
            _ => return Err(DialError::Unknown { name: name.to_owned() }),
        }
        Ok(())
    }
}

const SHARE: &str = "a number from 0 to 1";
const WEIGHT: &str = "a number from 0 to 10";
const SIGNED: &str = "a number from -1 to 1";
const FLAG: &str = "true or false";
const UPDATE: &str = "evidence, neutral, keep-majority, follow-majority, oracle or rates";

/// Centre of stated confidences.
const CENTRE: f64 = 0.75;

impl Dials {
    /// All names.
    pub const NAMES: [&'static str; 14] = [
        "accuracy",
        "spread",
        "correlation",
        "persuadability",
        "persuadability_spread",
        "conformity",
        "pressure",
        "calibration",
        "identity",
        "candour",
        "echo",
        "drift",
        "hostile",
        "update",
    ];
    /// What a hostile participant says its confidence is.
    pub(super) const HOSTILE: f64 = 0.95;
    /// Published rates of revision, and what we take them to mean: one other is read each round.
    pub const PUBLISHED: Update = Update::Rates { harmful: 0.629, beneficial: 0.515, when: Contradiction::Peer };
    /// The share of followers in the published experiment.
    pub const FOLLOWERS: f64 = 0.30;

    /// Sets a dial by its name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), DialError> {
        let wrong = |allowed| DialError::Value { name: name.to_owned(), found: value.to_owned(), allowed };
        let number = |from: f64, to: f64, allowed| {
            let number = value.parse::<f64>().ok().filter(|it| (from..=to).contains(it));
            number.ok_or_else(|| wrong(allowed))
        };
        match name {
            "accuracy" => self.accuracy = number(0.0, 1.0, SHARE)?,
            "spread" => self.spread = number(0.0, 1.0, SHARE)?,
            "correlation" => self.correlation = number(0.0, 1.0, SHARE)?,
            "persuadability" => self.persuadability = number(0.0, 1.0, SHARE)?,
            "persuadability_spread" => self.persuadability_spread = number(0.0, 1.0, SHARE)?,
            "conformity" => self.conformity = number(0.0, 10.0, WEIGHT)?,
            "pressure" => self.pressure = number(0.0, 10.0, WEIGHT)?,
            "calibration" => self.calibration = number(-1.0, 1.0, SIGNED)?,
            "identity" => self.identity = number(0.0, 10.0, WEIGHT)?,
            "candour" => self.candour = number(0.0, 1.0, SHARE)?,
            "echo" => self.echo = number(0.0, 1.0, SHARE)?,
            "drift" => self.drift = number(0.0, 1.0, SHARE)?,
            "hostile" => self.hostile = value.parse().map_err(|_| wrong(FLAG))?,
            "update" => {
                self.update = match value {
                    "evidence" => Update::Evidence,
                    "neutral" => Update::Neutral,
                    "keep-majority" => Update::KeepMajority,
                    "follow-majority" => Update::FollowMajority { share: Dials::FOLLOWERS },
                    "oracle" => Update::Oracle,
                    "rates" => Dials::PUBLISHED,
                    _ => return Err(wrong(UPDATE)),
                }
            }
            _ => return Err(DialError::Unknown { name: name.to_owned() }),
        }
        Ok(())
    }

    /// All dials with their values.
    pub fn told(&self) -> String {
        let Dials {
            accuracy,
            spread,
            correlation,
            persuadability,
            persuadability_spread,
            conformity,
            pressure,
            calibration,
            identity,
            candour,
            echo,
            drift,
            hostile,
            update,
        } = self;
        let update = match update {
            Update::Evidence => "evidence".to_owned(),
            Update::Neutral => "neutral".to_owned(),
            Update::KeepMajority => "keep-majority".to_owned(),
            Update::FollowMajority { share } => format!("follow-majority {share}"),
            Update::Oracle => "oracle".to_owned(),
            Update::Rates { harmful, beneficial, when } => {
                let when = match when {
                    Contradiction::Peer => "one other",
                    Contradiction::Any => "anybody",
                    Contradiction::Majority => "a majority",
                };
                format!("rates {harmful} harmful, {beneficial} beneficial, where {when} contradicts")
            }
        };
        format!(
            "accuracy {accuracy}, spread {spread}, correlation {correlation}, persuadability {persuadability}, \
             persuadability_spread {persuadability_spread}, conformity {conformity}, pressure {pressure}, calibration {calibration}, identity {identity}, \
             candour {candour}, echo {echo}, drift {drift}, hostile {hostile}, update {update}"
        )
    }

    /// The confidence that it states for a belief, to the hundredth.
    pub(super) fn stated(&self, belief: f64) -> f64 {
        let stated = CENTRE + self.calibration * (belief - CENTRE);
        (stated.clamp(0.02, 0.98) * 100.0).round() / 100.0
    }

    /// The probability that it adopts another's ballot instead of its own.
    pub(super) fn adopts(&self, has_names: bool) -> f64 {
        let identity = if has_names { self.identity } else { 0.0 };
        match self.persuadability {
            it if it <= 0.0 || it >= 1.0 || identity <= 0.0 => it,
            it => 1.0 / (1.0 + (-(it / (1.0 - it)).ln() - identity).exp()),
        }
    }

    /// How much each other holder counts for an option, in log-odds.
    pub(super) fn weight_of_others(&self, has_names: bool, is_secret: bool) -> f64 {
        let identity = if has_names { self.identity.exp() } else { 1.0 };
        (self.conformity + if is_secret { 0.0 } else { self.pressure }) * identity
    }
}
