//! What earlier outcomes added to a debate, in the verdict (L-06).
use debate::Debate;
use debate::learning::GENERAL;
use debate::rules::{LearnedAccuracy, LearnedRules, LearnedWeight};
use serde::Serialize;

/// What earlier outcomes of its domain added to a debate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LearnedUse {
    /// The domain.
    pub domain: String,
    /// The version of what was learned.
    pub version: u64,
    /// Learned weights of kinds of evidence; others weigh as usual.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<LearnedWeight>,
    /// How often models at the table were right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accuracy: Vec<LearnedAccuracy>,
    /// Questions that were put to the participants.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<String>,
    /// Skills that were suggested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<String>,
    /// Where counts of others that are part of this came from, in the words of who imported them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub imported: Vec<String>,
}

impl LearnedUse {
    /// What a debate drew on; none if nothing was learned of its domain, or if it was not to be used.
    pub fn of(debate: &Debate) -> Option<LearnedUse> {
        let domain = debate.rules.domain.clone().unwrap_or_else(|| GENERAL.to_owned());
        debate.rules.learning.clone().map(|it| LearnedUse::in_domain(domain, *it))
    }

    /// The same before a debate.
    pub fn in_domain(domain: String, learned: LearnedRules) -> LearnedUse {
        let LearnedRules { version, weights, accuracy, questions, skills, imported } = learned;
        LearnedUse { domain, version, weights, accuracy, questions, skills, imported }
    }

    /// All uses in one short line: how many of each.
    pub fn brief(&self) -> String {
        let LearnedUse { domain, version: _, weights, accuracy, questions, skills, imported } = self;
        let parts = [
            (weights.len(), "evidence weight"),
            (accuracy.len(), "model's accuracy"),
            (questions.len(), "question"),
            (skills.len(), "skill"),
            (imported.len(), "import"),
        ];
        let part = |(count, noun): (usize, &str)| match (count, noun) {
            (0, _) => None,
            (1, _) => Some(format!("1 {noun}")),
            (_, "model's accuracy") => Some(format!("{count} models' accuracy")),
            (_, _) => Some(format!("{count} {noun}s")),
        };
        let parts: Vec<String> = parts.into_iter().filter_map(part).collect();
        format!("used from domain {domain}: {}", parts.join(", "))
    }

    /// Each use in a line, without a full stop.
    pub fn says(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let domain = &self.domain;
        if !self.weights.is_empty() {
            let weight = |it: &LearnedWeight| {
                let projects = if it.projects == 1 { "project" } else { "projects" };
                format!("{} {:.2} ({} {projects})", it.kind, it.mean, it.projects)
            };
            let weights: Vec<String> = self.weights.iter().map(weight).collect();
            lines.push(format!("evidence weights of domain {domain}: {}", weights.join(", ")));
        }
        if !self.accuracy.is_empty() {
            let accuracy = |it: &LearnedAccuracy| format!("{} {}", it.model, was_right(it));
            let accuracy: Vec<String> = self.accuracy.iter().map(accuracy).collect();
            lines.push(format!("accuracy in domain {domain}: {}", accuracy.join("; ")));
        }
        if !self.questions.is_empty() {
            lines.push(format!("questions put first in domain {domain}: {}", self.questions.join(" ")));
        }
        if !self.skills.is_empty() {
            lines.push(format!(
                "skills that no participant of earlier debates in domain {domain} had: {}",
                self.skills.join(", ")
            ));
        }
        if !self.imported.is_empty() {
            lines.push(format!("counts of others are part of this: {}", self.imported.join(", ")));
        }
        lines
    }
}

/// How often a model was right, in words: `was right 61% of 23 times here (weight 0.56)`.
pub fn was_right(it: &LearnedAccuracy) -> String {
    let weight = format!("weight {:.2}", it.mean);
    match it.cases {
        0 => format!("is known from imported counts ({weight})"),
        1 => format!("was {} the one time here ({weight})", if it.right == 1 { "right" } else { "wrong" }),
        cases => {
            let share = f64::from(it.right) / f64::from(cases) * 100.0;
            format!("was right {share:.0}% of {cases} times here ({weight})")
        }
    }
}

/// How often a model was right before the debate.
pub(super) fn accuracy(debate: &Debate, model: &str) -> Option<LearnedAccuracy> {
    debate.rules.learning.as_ref()?.accuracy.iter().find(|it| it.model == model).cloned()
}
