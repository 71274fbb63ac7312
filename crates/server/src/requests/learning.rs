//! Requests about what happened after debates (L-02, L-03).
use super::check::described;
use analysis::learning::{Input, MOST_QUESTION, MOST_TEXT, OutcomeError, OutcomeRequest, sentence};
use debate::learning::OutcomeStatus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The statuses of a project, as requests name them.
pub const STATUSES: [&str; 5] = ["on_track", "new_requirement", "technical_debt", "blocked", "completed"];

/// The most lessons, questions, skills or ids of one request. Ours: a report of a page.
const MOST: usize = 20;

/// What happened after a debate's decision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordOutcome {
    /// What happened, in a sentence.
    #[schemars(length(max = MOST_TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// The option that proved right: its letter, its words, or `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<String>,
    /// The true value of an estimate, in its unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// When it happened: a day (2026-11-18) or a moment (2026-11-18T08:15:30Z); now if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// How the project stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Its effect, in a sentence.
    #[schemars(length(max = MOST_TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub impact: Option<String>,
    /// What it cost, in days of work.
    #[schemars(range(min = 0))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_days: Option<f64>,
    /// How unexpected it was, from 0 (not at all) to 1.
    #[schemars(range(min = 0, max = 1))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surprise: Option<f64>,
    /// Ids of claims and sources that it bears out, such as `C1` and `E2`. Nothing is learned of evidence that no outcome names.
    #[schemars(length(max = MOST))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bears_out: Vec<String>,
    /// Ids of claims and sources that it refutes.
    #[schemars(length(max = MOST))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refutes: Vec<String>,
    /// The project that it belongs to: debates of one project count as one case.
    #[schemars(length(max = MOST_TEXT))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
}

impl RecordOutcome {
    /// The outcome, to be checked against its debate; otherwise what is wrong with it.
    pub(crate) fn request(self) -> Result<OutcomeRequest, String> {
        let when = self.when.map(|words| {
            exports::times::read(&words).ok_or_else(|| {
                let words: String = words.chars().filter(|it| !it.is_control()).take(40).collect();
                format!("`when` is `{words}`; it must be a day (2026-11-18) or a moment (2026-11-18T08:15:30Z)")
            })
        });
        let status = self.status.map(|it| it.parse::<OutcomeStatus>().map_err(|why| why.to_string()));
        Ok(OutcomeRequest {
            when: when.transpose()?,
            what: self.what,
            status: status.transpose()?,
            right: self.right,
            value: self.value,
            impact: self.impact,
            cost_days: self.cost_days,
            surprise: self.surprise,
            bears_out: self.bears_out,
            refutes: self.refutes,
            project: self.project,
        })
    }
}

/// A post-mortem to write.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClosePostmortem {
    /// How accurate the decision was, from 0 (wrong) to 1; from what proved right if absent.
    #[schemars(range(min = 0, max = 1))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// Lessons, a sentence each.
    #[schemars(length(max = MOST), inner(length(max = MOST_TEXT)))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lessons: Vec<String>,
    /// Questions that should have been asked first; they are put before later debates in this domain.
    #[schemars(length(max = MOST), inner(length(max = MOST_QUESTION)))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<String>,
    /// Skills that no participant had; they are suggested before later debates in this domain.
    #[schemars(length(max = MOST), inner(length(max = MOST_QUESTION)))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<String>,
    /// The domain that it counts in; the debate's, or `general`, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
    /// Writes a new post-mortem that replaces the previous one and its updates.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// Learns from a rehearsal with simulated participants too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rehearsal: bool,
}

impl ClosePostmortem {
    /// What a post-mortem can't know from the record; otherwise what is wrong with it.
    pub(crate) fn input(self) -> Result<Input, String> {
        let domain = self.domain.as_deref().map(debate::learning::domain).transpose();
        let lines = |field, given: Vec<String>| {
            let lines = given.into_iter().map(|it| sentence(field, Some(it)));
            let lines: Result<Vec<Option<String>>, OutcomeError> = lines.collect();
            lines.map(|it| it.into_iter().flatten().collect::<Vec<String>>()).map_err(|why| why.to_string())
        };
        let input = Input {
            domain: domain.map_err(|why| why.to_string())?,
            accuracy: self.accuracy,
            lessons: lines("lessons", self.lessons)?,
            questions: lines("questions", self.questions)?,
            skills: lines("skills", self.skills)?,
            with_rehearsal: self.rehearsal,
            ..Input::default()
        };
        // They stand in later prompts: they are checked as topics are.
        for it in input.questions.iter().chain(&input.skills) {
            engine::check_words(it).map_err(|why| why.to_string())?;
        }
        Ok(input)
    }
}

described!(RecordOutcome, ClosePostmortem);
