//! What is known of a domain (L-04), and what a debate draws on (L-06).
use super::beta::Beta;
use super::calibration::{self, Calibration};
use super::evidence::{self, KindWeight};
use super::fold::Learned;
use super::thresholds::{HIGH_PRIORITY, MOST_QUESTIONS, MOST_SKILLS, NEUTRAL};
use crate::measure::rounded;
use debate::learning::{Change, RoundsEffect};
use debate::rules::{LearnedAccuracy, LearnedRules, LearnedWeight};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What is known of a domain at a time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DomainKnown {
    /// Its name.
    pub name: String,
    /// The weights of all kinds of evidence, strongest kind first.
    pub evidence: Vec<KindWeight>,
    /// The models whose ballots were judged, by name.
    pub models: Vec<Calibration>,
    /// The questions to ask first, most missed first.
    pub questions: Vec<RequiredQuestion>,
    /// The skills that tables lacked, most missed first.
    pub skills: Vec<SkillKnown>,
    /// What further rounds did; absent without a case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<RoundsKnown>,
    /// Imported accuracy by family, right and wrong.
    #[serde(skip)]
    families: BTreeMap<String, (f64, f64)>,
}

/// A question that a debate in the domain must answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RequiredQuestion {
    /// Its text.
    pub text: String,
    /// How many post-mortems found that it was not asked, or not answered.
    pub missed: u32,
    /// How many judged debates it was put to.
    pub asked: u32,
    /// How many of these decided well.
    pub well: u32,
    /// The estimated share of debates that decide well when it is asked; the prior is neutral (0.5, as strong as 20 debates).
    pub effectiveness: f64,
    /// The lower end of its 90% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How urgent it is: by how often it was missed.
    pub priority: Priority,
}

/// How urgent a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// One post-mortem missed it.
    Low,
    /// Two did.
    Medium,
    /// Three or more did.
    High,
}

impl Priority {
    /// The word as users read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Priority::Low => "low",
            Priority::Medium => "medium",
            Priority::High => "high",
        }
    }
}

/// A skill that tables lacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkillKnown {
    /// Its name.
    pub name: String,
    /// How many post-mortems missed it.
    pub missed: u32,
}

/// What rounds after the first did to decisions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RoundsKnown {
    /// How many debates they moved towards the truth.
    pub helped: u32,
    /// How many they moved away from it.
    pub hurt: u32,
    /// How many they left as they were.
    pub unchanged: u32,
}

/// A question or skill by its text for comparison, in the words of the first who named it.
#[derive(Default)]
struct Named {
    words: String,
    order: usize,
    missed: u32,
    asked: u32,
    well: u32,
}

impl DomainKnown {
    pub(super) fn of(learned: &Learned, name: &str, now: u64) -> DomainKnown {
        let (mut questions, mut skills) = (BTreeMap::new(), BTreeMap::new());
        let mut rounds = RoundsKnown { helped: 0, hurt: 0, unchanged: 0 };
        for it in learned.counting().filter(|it| it.update.domain == name) {
            match &it.update.change {
                Change::Question { text } => named(&mut questions, text).missed += 1,
                Change::Asked { text, went_well } => {
                    let question = named(&mut questions, text);
                    question.asked += 1;
                    question.well += u32::from(*went_well);
                }
                Change::Skill { name } => named(&mut skills, name).missed += 1,
                Change::Rounds { effect: RoundsEffect::Helped } => rounds.helped += 1,
                Change::Rounds { effect: RoundsEffect::Hurt } => rounds.hurt += 1,
                Change::Rounds { effect: RoundsEffect::Unchanged } => rounds.unchanged += 1,
                Change::Evidence { .. } | Change::Calibration { .. } => {}
            }
        }
        let mut families = BTreeMap::new();
        for it in learned.pooled().flat_map(|it| &it.domains).filter(|it| it.name == name) {
            for question in &it.questions {
                named(&mut questions, &question.text).missed += question.missed;
            }
            for it in &it.forecasts {
                let sums = calibration::pooled(learned, name, &it.family, now);
                families.insert(it.family.clone(), sums);
            }
        }
        let mut questions: Vec<Named> = questions.into_values().filter(|it: &Named| it.missed > 0).collect();
        questions.sort_by_key(|it| (Reverse((it.missed, it.well)), it.order));
        let mut skills: Vec<Named> = skills.into_values().collect();
        skills.sort_by_key(|it| (Reverse(it.missed), it.order));
        DomainKnown {
            name: name.to_owned(),
            evidence: evidence::weights(learned, name, now),
            models: calibration::of_domain(learned, name, now),
            questions: questions.into_iter().map(required).collect(),
            skills: skills.into_iter().map(|it| SkillKnown { name: it.words, missed: it.missed }).collect(),
            rounds: Some(rounds).filter(|it| it.helped + it.hurt + it.unchanged > 0),
            families,
        }
    }

    /// Whether anything is known of it.
    pub fn is_empty(&self) -> bool {
        self.evidence.iter().all(|it| it.projects == 0)
            && self.models.is_empty()
            && self.questions.is_empty()
            && self.skills.is_empty()
            && self.rounds.is_none()
            && self.families.is_empty()
    }

    /// What a debate of these models draws on; none if nothing is known.
    pub(super) fn rules<'a>(
        &self,
        version: u64,
        models: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Option<LearnedRules> {
        let known = self.evidence.iter().filter(|it| it.projects > 0);
        let weights = known.map(|it| LearnedWeight {
            kind: it.kind,
            mean: it.mean,
            low: it.low,
            high: it.high,
            projects: it.projects,
        });
        let mut accuracy: Vec<LearnedAccuracy> = Vec::new();
        for (model, family) in models {
            if !accuracy.iter().any(|it| it.model == model) {
                accuracy.extend(self.accuracy(model, family));
            }
        }
        let rules = LearnedRules {
            version,
            weights: weights.collect(),
            accuracy,
            questions: self.questions.iter().take(MOST_QUESTIONS).map(|it| it.text.clone()).collect(),
            skills: self.skills.iter().take(MOST_SKILLS).map(|it| it.name.clone()).collect(),
        };
        let is_empty = rules.weights.is_empty()
            && rules.accuracy.is_empty()
            && rules.questions.is_empty()
            && rules.skills.is_empty();
        (!is_empty).then_some(rules)
    }

    /// What is known of a model, or else of its family by others.
    fn accuracy(&self, model: &str, family: &str) -> Option<LearnedAccuracy> {
        if let Some(it) = self.models.iter().find(|it| it.model == model) {
            let (mean, low, high, right, cases) = (it.mean, it.low, it.high, it.right, it.cases);
            return Some(LearnedAccuracy { model: model.to_owned(), mean, low, high, right, cases });
        }
        let (right, wrong) = self.families.get(family)?;
        let beta = Beta::prior(NEUTRAL).with(*right, *wrong);
        let (low, high) = beta.interval();
        let (mean, low, high) = (rounded(beta.mean()), rounded(low), rounded(high));
        Some(LearnedAccuracy { model: model.to_owned(), mean, low, high, right: 0, cases: 0 })
    }
}

/// The entry of a text, with the order of first mention.
fn named<'a>(list: &'a mut BTreeMap<String, Named>, words: &str) -> &'a mut Named {
    let order = list.len();
    let new = || Named { words: words.to_owned(), order, ..Named::default() };
    list.entry(debate::text::folded(words)).or_insert_with(new)
}

fn required(it: Named) -> RequiredQuestion {
    let beta = Beta::prior(NEUTRAL).with(f64::from(it.well), f64::from(it.asked - it.well));
    let (low, high) = beta.interval();
    let priority = match it.missed {
        0 | 1 => Priority::Low,
        missed if missed < HIGH_PRIORITY => Priority::Medium,
        _ => Priority::High,
    };
    RequiredQuestion {
        text: it.words,
        missed: it.missed,
        asked: it.asked,
        well: it.well,
        effectiveness: rounded(beta.mean()),
        low: rounded(low),
        high: rounded(high),
        priority,
    }
}
