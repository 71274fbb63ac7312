//! What is known of a domain (L-04), and what a debate draws on (L-06).
use super::beta::Beta;
use super::calibration::{self, Calibration, FamilyKnown};
use super::evidence::{self, KindWeight, separated};
use super::faded;
use super::fold::Learned;
use super::share::Sums;
use super::thresholds::{HIGH_PRIORITY, MEDIUM_PRIORITY, MOST_QUESTIONS, MOST_SKILLS, NEUTRAL, WENT_WELL};
use crate::measure::rounded;
use debate::learning::{Change, Postmortem, RoundsEffect};
use debate::rules::{LearnedAccuracy, LearnedRules, LearnedWeight};
use serde::Serialize;
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
    /// The skills that no participant had, most missed first.
    pub skills: Vec<SkillKnown>,
    /// What further rounds did; absent without a case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<RoundsKnown>,
    /// Imported accuracy by family of models.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub families: Vec<FamilyKnown>,
    /// Where the imported counts of this domain came from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub imported: Vec<String>,
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
    /// How many judged debates of the domain it was not put to.
    pub unasked: u32,
    /// How many of these decided well.
    pub unasked_well: u32,
    /// The estimated share of debates that decide well when it is asked, old ones faded; the prior is neutral (0.5, as strong as 20 debates).
    pub effectiveness: f64,
    /// The lower end of its 90% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How urgent it is: by how often it was missed.
    pub priority: Priority,
}

/// How urgent a question is: by how many post-mortems missed it, old ones faded.
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

/// A skill that no participant had.
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
    /// The share that they moved towards the truth, old debates faded and imported ones added.
    pub helped_share: f64,
    /// The share that they moved away from it, likewise.
    pub hurt_share: f64,
    /// What imported debates weigh in these shares.
    pub imported: f64,
}

/// A question or skill by its text for comparison, in the words of the first who named it.
#[derive(Default)]
struct Named {
    words: String,
    order: usize,
    missed: u32,
    missed_weight: f64,
    asked: u32,
    well: u32,
    asked_sums: Sums,
}

impl Named {
    fn miss(&mut self, times: u32, weight: f64) {
        self.missed = self.missed.saturating_add(times);
        self.missed_weight += f64::from(times) * weight;
    }
}

/// A debate of the domain with a known accuracy.
struct Judged {
    went_well: bool,
    /// The questions that were put to it, as they are compared.
    asked: Vec<String>,
}

impl DomainKnown {
    pub(super) fn of(learned: &Learned, name: &str, now: u64) -> DomainKnown {
        let (mut questions, mut skills) = (BTreeMap::new(), BTreeMap::new());
        for it in learned.counting().filter(|it| it.update.domain == name) {
            let fading = faded(it.at, now);
            match &it.update.change {
                Change::Question { text } => named(&mut questions, text).miss(1, fading),
                Change::Asked { text, went_well } => {
                    let question = named(&mut questions, text);
                    question.asked = question.asked.saturating_add(1);
                    question.well = question.well.saturating_add(u32::from(*went_well));
                    question.asked_sums.add(fading, if *went_well { 1.0 } else { 0.0 });
                }
                Change::Skill { name } => named(&mut skills, name).miss(1, fading),
                Change::Rounds { .. } | Change::Evidence { .. } | Change::Calibration { .. } => {}
            }
        }
        for pool in learned.pooled() {
            for it in pool.domains.iter().filter(|it| it.name == name).flat_map(|it| &it.questions) {
                named(&mut questions, &it.text).miss(it.missed, faded(pool.at, now));
            }
        }
        let judged = judged(learned, name);
        let mut skills: Vec<Named> = skills.into_values().collect();
        skills.sort_by(first);
        let mut questions: Vec<Named> = questions.into_values().filter(|it: &Named| it.missed > 0).collect();
        questions.sort_by(first);
        DomainKnown {
            name: name.to_owned(),
            evidence: evidence::weights(learned, name, now),
            models: calibration::of_domain(learned, name, now),
            questions: questions.into_iter().map(|it| required(it, &judged)).collect(),
            skills: skills.into_iter().map(|it| SkillKnown { name: it.words, missed: it.missed }).collect(),
            rounds: rounds(learned, name, now),
            families: calibration::families(learned, name, now),
            imported: learned.sources(name),
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
        // While the cases separate no kinds, the outcomes may have nothing to do with evidence: the usual weights stand.
        let is_separated = !separated(&self.evidence).is_empty();
        let known = self.evidence.iter().filter(|it| it.projects > 0 && is_separated);
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
            imported: self.imported.clone(),
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
        let it = self.families.iter().find(|it| it.family == family)?;
        let (mean, low, high) = (it.mean, it.low, it.high);
        Some(LearnedAccuracy { model: model.to_owned(), mean, low, high, right: 0, cases: 0 })
    }
}

/// Most missed first, then most useful, then first named.
fn first(one: &Named, other: &Named) -> std::cmp::Ordering {
    let by_weight = other.missed_weight.total_cmp(&one.missed_weight);
    by_weight.then(other.well.cmp(&one.well)).then(one.order.cmp(&other.order))
}

/// The entry of a text, with the order of first mention.
fn named<'a>(list: &'a mut BTreeMap<String, Named>, words: &str) -> &'a mut Named {
    let order = list.len();
    let new = || Named { words: words.to_owned(), order, ..Named::default() };
    list.entry(debate::text::folded(words)).or_insert_with(new)
}

/// The debates of a domain with an outcome and a known accuracy. A deleted debate is not among them.
fn judged(learned: &Learned, domain: &str) -> Vec<Judged> {
    let asked: BTreeMap<u64, &str> = learned
        .counting()
        .filter_map(|it| {
            let Change::Asked { text, .. } = &it.update.change else { return None };
            Some((it.number, text.as_str()))
        })
        .collect();
    let judged = |it: &Postmortem| {
        let accuracy = it.accuracy.filter(|_| it.domain == domain)?;
        let asked = it.updates.iter().filter_map(|number| asked.get(number)).map(|it| debate::text::folded(it));
        Some(Judged { went_well: accuracy >= WENT_WELL, asked: asked.collect() })
    };
    let closed = learned.debates.values().filter(|it| !it.outcomes.is_empty());
    closed.filter_map(|it| it.postmortem.as_ref()).filter_map(|(_, it)| judged(it)).collect()
}

fn rounds(learned: &Learned, domain: &str, now: u64) -> Option<RoundsKnown> {
    let (mut helped, mut hurt, mut unchanged) = (0_u32, 0_u32, 0_u32);
    let (mut towards, mut away, mut all, mut imported) = (0.0, 0.0, 0.0, 0.0);
    for it in learned.counting().filter(|it| it.update.domain == domain) {
        let Change::Rounds { effect } = &it.update.change else { continue };
        let fading = faded(it.at, now);
        all += fading;
        match effect {
            RoundsEffect::Helped => (helped, towards) = (helped.saturating_add(1), towards + fading),
            RoundsEffect::Hurt => (hurt, away) = (hurt.saturating_add(1), away + fading),
            RoundsEffect::Unchanged => unchanged = unchanged.saturating_add(1),
        }
    }
    for pool in learned.pooled() {
        let fading = faded(pool.at, now);
        for it in pool.domains.iter().filter(|it| it.name == domain).filter_map(|it| it.rounds) {
            towards += fading * it.helped;
            away += fading * it.hurt;
            imported += fading * (it.helped + it.hurt + it.unchanged);
        }
    }
    all += imported;
    (all > 0.0).then(|| RoundsKnown {
        helped,
        hurt,
        unchanged,
        helped_share: rounded(towards / all),
        hurt_share: rounded(away / all),
        imported: rounded(imported),
    })
}

fn required(it: Named, judged: &[Judged]) -> RequiredQuestion {
    let (asked, well) = (it.asked_sums.all(), it.asked_sums.share().map_or(0.0, |it| it.share));
    let beta = Beta::prior(NEUTRAL).with(asked * well, asked * (1.0 - well));
    let (low, high) = beta.interval();
    let priority = match it.missed_weight {
        weight if weight >= HIGH_PRIORITY => Priority::High,
        weight if weight >= MEDIUM_PRIORITY => Priority::Medium,
        _ => Priority::Low,
    };
    let folded = debate::text::folded(&it.words);
    let unasked: Vec<&Judged> = judged.iter().filter(|it| !it.asked.contains(&folded)).collect();
    let count = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    RequiredQuestion {
        text: it.words,
        missed: it.missed,
        asked: it.asked,
        well: it.well,
        unasked: count(unasked.len()),
        unasked_well: count(unasked.iter().filter(|it| it.went_well).count()),
        effectiveness: rounded(beta.mean()),
        low: rounded(low),
        high: rounded(high),
        priority,
    }
}
