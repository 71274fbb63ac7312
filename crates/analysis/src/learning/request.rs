//! The request to record an outcome, checked against its debate (L-02).
use debate::learning::{Outcome, OutcomeStatus, Right};
use debate::state::registry;
use debate::{Ballot, Debate, Horizon, text};

/// An outcome as it is given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutcomeRequest {
    /// When it happened, in milliseconds since 1970.
    pub when: Option<u64>,
    /// What happened, in a sentence.
    pub what: Option<String>,
    /// How the project stands.
    pub status: Option<OutcomeStatus>,
    /// The option that proved right: its letter, its words, or `none`.
    pub right: Option<String>,
    /// The true value of an estimate.
    pub value: Option<f64>,
    /// Its effect, in a sentence.
    pub impact: Option<String>,
    /// What it cost, in days of work.
    pub cost_days: Option<f64>,
    /// How unexpected it was, 0…1.
    pub surprise: Option<f64>,
    /// Claims and sources that it bears out, by id.
    pub bears_out: Vec<String>,
    /// Claims and sources that it refutes, by id.
    pub refutes: Vec<String>,
    /// The project that it belongs to.
    pub project: Option<String>,
}

/// What is wrong with an outcome.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OutcomeError {
    /// It says nothing.
    #[error(
        "an outcome says something: what happened, what proved right, how the project stands, or which claims held"
    )]
    Empty,
    /// The debate goes on.
    #[error("debate `{0}` is not over; an outcome needs a decision")]
    NotOver(String),
    /// It is older than the debate.
    #[error("this happened before the debate began; an outcome comes after its decision")]
    Before,
    /// It has not happened yet.
    #[error("this day has not come yet; an outcome is something that happened")]
    Future,
    /// No option has this letter or these words.
    #[error("right is `{found}`, which is no option of this debate; there are: {options}, none")]
    Option {
        /// What was given.
        found: String,
        /// The options.
        options: String,
    },
    /// The ballot is an estimate.
    #[error("this debate estimates {unit}: give the true value, not an option")]
    NoOption {
        /// The unit.
        unit: String,
    },
    /// The ballot is no estimate.
    #[error("this debate estimates nothing: name the option that proved right, not a value")]
    NoEstimate,
    /// The debate has no ballot.
    #[error("a panel puts nothing to the vote: say what happened, and which claims held")]
    NoBallot,
    /// No claim or source has this id.
    #[error("`{id}` is no claim or source of this debate; claims are C1 to C{claims}, sources E1 to E{sources}")]
    Unknown {
        /// What was given.
        id: String,
        /// How many claims there are.
        claims: usize,
        /// How many sources there are.
        sources: usize,
    },
    /// The same id is borne out and refuted.
    #[error("`{0}` is both borne out and refuted; an outcome says one of the two")]
    Both(String),
    /// A number is out of range.
    #[error("{field} is {found}; it must be {allowed}")]
    Range {
        /// The field.
        field: &'static str,
        /// What was given.
        found: f64,
        /// What is allowed.
        allowed: &'static str,
    },
    /// A text is too long.
    #[error("{field} has {found} characters; it may have {most}", most = MOST_TEXT)]
    Long {
        /// The field.
        field: &'static str,
        /// Its length.
        found: usize,
    },
}

/// The maximum length of a text of an outcome, in characters. Ours: a paragraph.
pub const MOST_TEXT: usize = 1_000;

impl OutcomeRequest {
    /// Whether it says nothing of what happened; blank texts say nothing.
    pub fn is_empty(&self) -> bool {
        let is_blank = |it: &Option<String>| it.as_ref().is_none_or(|it| visible(it).is_empty());
        let has_none = |it: &[String]| it.iter().all(|it| it.trim().is_empty());
        is_blank(&self.what)
            && is_blank(&self.right)
            && is_blank(&self.impact)
            && has_none(&self.bears_out)
            && has_none(&self.refutes)
            && self.status.is_none()
            && self.value.is_none()
            && self.cost_days.is_none()
            && self.surprise.is_none()
    }

    /// The outcome, if it fits the debate, which must be over. It happened after the debate was opened, and by `now`.
    pub fn checked(self, debate: &Debate, now: u64) -> Result<Outcome, OutcomeError> {
        if debate.closed.is_none() {
            return Err(OutcomeError::NotOver(debate.id.to_string()));
        }
        if self.is_empty() {
            return Err(OutcomeError::Empty);
        }
        if let Some(when) = self.when {
            // A day stands for its first moment: the day of the debate itself is allowed.
            let opened = debate.opened_at - debate.opened_at % DAY_MS;
            if when < opened {
                return Err(OutcomeError::Before);
            }
            if when > now.saturating_add(DAY_MS) {
                return Err(OutcomeError::Future);
            }
        }
        let words = self.right.as_deref().filter(|it| !visible(it).is_empty());
        let right = right(debate, words, self.value)?;
        let in_range = |field, value: Option<f64>, most: f64, allowed| match value {
            Some(found) if !(0.0..=most).contains(&found) => Err(OutcomeError::Range { field, found, allowed }),
            value => Ok(value),
        };
        let (bears_out, refutes) = (ids(debate, &self.bears_out)?, ids(debate, &self.refutes)?);
        if let Some(id) = bears_out.iter().find(|it| refutes.contains(it)) {
            return Err(OutcomeError::Both(id.clone()));
        }
        Ok(Outcome {
            when: self.when,
            what: sentence("what", self.what)?.unwrap_or_default(),
            status: self.status,
            right,
            impact: sentence("impact", self.impact)?,
            cost_days: in_range("cost_days", self.cost_days, 1e6, "0 to 1,000,000 days")?,
            surprise: in_range("surprise", self.surprise, 1.0, "0 to 1")?,
            bears_out,
            refutes,
            project: sentence("project", self.project)?,
        })
    }
}

/// A text on one line, without hidden characters and outer blanks.
fn visible(words: &str) -> String {
    text::one_line(&text::clean(words).text).trim().to_owned()
}

/// The length of a day, in milliseconds.
const DAY_MS: u64 = 24 * 3_600_000;

/// A text on one line, without hidden characters; none if nothing is left.
pub fn sentence(field: &'static str, words: Option<String>) -> Result<Option<String>, OutcomeError> {
    let Some(words) = words else { return Ok(None) };
    let line = visible(&words);
    match line.chars().count() {
        0 => Ok(None),
        found if found > MOST_TEXT => Err(OutcomeError::Long { field, found }),
        _ => Ok(Some(line)),
    }
}

fn right(debate: &Debate, option: Option<&str>, value: Option<f64>) -> Result<Option<Right>, OutcomeError> {
    match (&debate.ballot, option, value) {
        (_, None, None) => Ok(None),
        (None, _, _) => Err(OutcomeError::NoBallot),
        (Some(Ballot::Estimate { unit }), Some(_), _) => Err(OutcomeError::NoOption { unit: unit.clone() }),
        (Some(Ballot::Estimate { .. }), None, Some(found)) => {
            let most = debate::ballot::Estimate::MOST;
            let allowed = "a number within ±10^15";
            if found.abs() <= most {
                Ok(Some(Right::Value(found)))
            } else {
                Err(OutcomeError::Range { field: "value", found, allowed })
            }
        }
        (Some(_), None, Some(_)) => Err(OutcomeError::NoEstimate),
        (Some(_), Some(words), _) => chosen(debate, words).map(Some),
    }
}

/// The option with this letter or these words.
fn chosen(debate: &Debate, words: &str) -> Result<Right, OutcomeError> {
    let folded = text::folded(words);
    let options = debate.options_at(Horizon::Now);
    let named = options.iter().find(|(_, it)| text::folded(&it.headline) == folded);
    let lettered = options.iter().find(|(letter, _)| text::folded(&letter.to_string()) == folded);
    match named.or(lettered) {
        Some((letter, _)) => Ok(Right::Option(debate.resolved(*letter))),
        None if folded == "none" => Ok(Right::None),
        None => {
            let option =
                |(letter, it): &(debate::Letter, debate::ballot::Choice)| format!("{letter} ({})", it.headline);
            let options: Vec<String> = options.iter().filter(|(_, it)| it.merged.is_none()).map(option).collect();
            let found = text::one_line(&text::clean(words).text).chars().take(60).collect();
            Err(OutcomeError::Option { found, options: options.join(", ") })
        }
    }
}

/// Ids in the form of the registry, each once, if they exist.
fn ids(debate: &Debate, given: &[String]) -> Result<Vec<String>, OutcomeError> {
    let registry = debate.entered().0;
    let (claims, sources) = (registry.claims.len(), registry.evidence.len());
    let mut ids: Vec<String> = Vec::new();
    for word in given.iter().map(|it| it.trim()).filter(|it| !it.is_empty()) {
        let upper = word.to_ascii_uppercase();
        let is_known = registry::place('C', &upper).is_some_and(|it| it < claims)
            || registry::place('E', &upper).is_some_and(|it| it < sources);
        if !is_known {
            let id = text::one_line(&text::clean(word).text).chars().take(20).collect();
            return Err(OutcomeError::Unknown { id, claims, sources });
        }
        if !ids.contains(&upper) {
            ids.push(upper);
        }
    }
    Ok(ids)
}
