//! The parts of a decision: first screen, option, terms, supporting claims, and participants who hold another option.
//!
//! The wording is the verdict's. Not here: the state of the debate, which a verdict does not contain (`decision`).
use super::consensus::strings;
use analysis::ballots::pool::PooledEstimate;
use analysis::ballots::terms::TermLine;
use analysis::decision::verdict;
use schemars::JsonSchema;
use serde::Serialize;

/// What every surface shows first, in the same words (I-01).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Screen {
    /// The decision with how many hold it, or that there is none.
    pub headline: String,
    /// How much agreement there is, and whether an objection round tested it.
    pub label: String,
    /// The position of the surest holder, in its own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Whose words these are, and how sure that one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Terms, what it rests on, what would turn it, who does not hold it, and so on.
    pub rows: Vec<Row>,
}

/// A row of the first screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Row {
    /// What it is about.
    pub title: &'static str,
    /// What it says.
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
    /// What it says.
    pub headline: String,
    /// Who holds it.
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
    /// What it says.
    pub text: String,
    /// Whether all who hold the decision ask for it.
    pub is_shared: bool,
    /// Who asks for it.
    pub asked_by: Vec<String>,
    /// Who opposes it.
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
    /// What it says, or is.
    pub title: String,
    /// How many hold or cite it.
    pub cited_by: usize,
    /// Of how many.
    pub of: usize,
    /// How its author knows it: opened, recalled, reported or reasoned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<&'static str>,
}

impl RestsOn {
    pub(super) fn of(it: &verdict::Resting) -> RestsOn {
        let (id, title) = (it.id.clone(), it.title.clone());
        RestsOn { id, title, cited_by: it.cited_by, of: it.of, standing: it.standing.map(|it| it.as_str()) }
    }
}

/// What another rule would have decided (B-15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OtherRule {
    /// Which rule.
    pub rule: &'static str,
    /// Its option in words; absent on a tie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// How it comes to that.
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
    /// Who.
    pub by: String,
    /// What it holds instead; absent where it cast no ballot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
    /// Whether it would sign the decision all the same: ACCEPT, MINOR or BLOCKER; absent where it has not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote: Option<&'static str>,
    /// What it holds against the decision.
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
    /// What it says.
    pub headline: String,
    /// Whether it was on the ballot from the start.
    pub is_given: bool,
    /// Whether it was decided on.
    pub is_decided: bool,
    /// Who holds it.
    pub held_by: Vec<String>,
    /// Who opened with it.
    pub opened_by: Vec<String>,
    /// What those say of it who do not hold it.
    pub said: Vec<Said>,
    /// The pooled probability of it, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pooled: Option<f64>,
}

/// What somebody says of an option that it does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Said {
    /// Who.
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
            it.said.iter().map(|it| Said { by: it.by.to_string(), stand: it.stand.as_str(), why: it.why.clone() });
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
