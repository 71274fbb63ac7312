//! The parts of a decision: first screen, option, terms, supporting claims, and participants who hold another option.
//!
//! The wording is the verdict's. Not here: the state of the debate, which a verdict does not contain (`decision`).
use super::consensus::strings;
use analysis::ballots::pool::PooledEstimate;
use analysis::ballots::terms::TermLine;
use analysis::decision::verdict;
use schemars::JsonSchema;
use serde::Serialize;

/// The first screen, worded as on every surface (I-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Screen {
    /// The decision with how many hold it, or that there is none.
    pub headline: String,
    /// The label, and whether an objection round tested it.
    pub label: String,
    /// The position of the surest holder, in its own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The author of the position, and its confidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Terms, what it rests on, what would turn it, who does not hold it, and so on.
    pub rows: Vec<Row>,
}

/// A row of the first screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Row {
    /// Its title.
    pub title: &'static str,
    /// Its text.
    pub text: String,
}

impl Screen {
    /// The first screen of a verdict.
    pub(super) fn of(verdict: &verdict::Verdict) -> Screen {
        let verdict::Screen { headline, label, position, by, rows } = verdict.screen();
        let row = |verdict::Row { title, text }: verdict::Row| Row { title, text };
        Screen { headline, label, position, by, rows: rows.into_iter().map(row).collect() }
    }
}

/// The option that was decided on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Chosen {
    /// Its letter.
    pub letter: String,
    /// Its headline.
    pub headline: String,
    /// Its holders.
    pub held_by: Vec<String>,
}

impl Chosen {
    pub(super) fn of(it: &verdict::Chosen) -> Chosen {
        Chosen { letter: it.letter.to_string(), headline: it.headline.clone(), held_by: strings(&it.held_by) }
    }
}

/// Estimates pooled.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Pooled {
    /// The mean of the lower ends of the 80% intervals.
    pub low: f64,
    /// The mean of the best guesses.
    pub best: f64,
    /// The mean of the upper ends.
    pub high: f64,
    /// The median of the best guesses.
    pub median: f64,
    /// The lowest best guess.
    pub least: f64,
    /// The highest best guess.
    pub most: f64,
}

impl Pooled {
    pub(super) fn of(it: &PooledEstimate) -> Pooled {
        let PooledEstimate { low, best, high, median, least, most } = *it;
        Pooled { low, best, high, median, least, most }
    }
}

/// A condition on which the decision would be carried out (B-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Term {
    /// Its id, `T1`.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Whether all who hold the decision ask for it.
    pub is_shared: bool,
    /// Participants who ask for it.
    pub asked_by: Vec<String>,
    /// Its opponents.
    pub opposed_by: Vec<String>,
}

impl Term {
    pub(super) fn of(it: &TermLine) -> Term {
        Term {
            id: it.id.clone(),
            text: it.text.clone(),
            is_shared: it.is_shared,
            asked_by: strings(&it.asked_by),
            opposed_by: strings(&it.opposed_by),
        }
    }
}

/// A claim or a source that a decision rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RestsOn {
    /// Its id, `C1` or `E1`.
    pub id: String,
    /// Its text or title.
    pub title: String,
    /// Number of participants that hold or cite it.
    pub cited_by: usize,
    /// Of how many.
    pub of: usize,
    /// Its standing: opened, recalled, reported or reasoned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<&'static str>,
}

impl RestsOn {
    pub(super) fn of(it: &verdict::BasisLine) -> RestsOn {
        let (id, title) = (it.id.clone(), it.title.clone());
        RestsOn { id, title, cited_by: it.cited_by, of: it.of, standing: it.standing.map(|it| it.as_str()) }
    }
}

/// The result of another decision rule (B-15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OtherRule {
    /// The rule.
    pub rule: &'static str,
    /// Its option in words; absent on a tie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// The reason for its result.
    pub why: String,
}

impl OtherRule {
    pub(super) fn of(it: &verdict::RuleLine) -> OtherRule {
        OtherRule { rule: it.rule.as_str(), option: it.option.clone(), why: it.why.clone() }
    }
}

/// Somebody who does not hold the decision (B-11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Dissent {
    /// The participant's name.
    pub by: String,
    /// Its own option; absent if it cast no ballot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
    /// Whether it would sign the decision all the same: ACCEPT, MINOR or BLOCKER; absent where it has not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote: Option<&'static str>,
    /// Its objection to the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objection: Option<String>,
}

impl Dissent {
    pub(super) fn of(it: &verdict::Dissent) -> Dissent {
        Dissent {
            by: it.by.to_string(),
            holds: it.holds.clone(),
            vote: it.vote.map(|it| it.as_str()),
            objection: it.objection.clone(),
        }
    }
}

/// An option of the ballot.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OptionLine {
    /// Its letter.
    pub letter: String,
    /// Its headline.
    pub headline: String,
    /// Whether it was on the ballot from the start.
    pub is_given: bool,
    /// Whether it was decided on.
    pub is_decided: bool,
    /// Its holders.
    pub held_by: Vec<String>,
    /// Participants who opened with it.
    pub opened_by: Vec<String>,
    /// Votes on it by participants with another option.
    pub said: Vec<VoteOn>,
    /// The pooled probability of it, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pooled: Option<f64>,
}

/// A participant's vote on an option that it does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct VoteOn {
    /// The participant's name.
    pub by: String,
    /// Whether it would act on it: same, minor or blocker.
    pub stand: &'static str,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl OptionLine {
    pub(super) fn of(it: &verdict::OptionLine) -> OptionLine {
        let said =
            it.said.iter().map(|it| VoteOn { by: it.by.to_string(), stand: it.stand.as_str(), why: it.why.clone() });
        OptionLine {
            letter: it.letter.to_string(),
            headline: it.headline.clone(),
            is_given: it.is_given,
            is_decided: it.is_decided,
            held_by: strings(&it.held_by),
            opened_by: strings(&it.opened_by),
            said: said.collect(),
            pooled: it.pooled,
        }
    }
}
