//! Counts for others, and counts of others (L-08).
use super::faded;
use super::fold::Learned;
use crate::measure::rounded;
use debate::Kind;
use debate::learning::{
    Change, PooledCounts, PooledDomain, PooledEvidence, PooledForecasts, PooledQuestion, PooledRounds, RoundsEffect,
};
use std::collections::BTreeMap;

/// Whether the texts of questions are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithQuestions {
    /// They are: their owner says that they tell nothing of a debate.
    Yes,
    /// Counts alone.
    No,
}

/// What is wrong with counts of others.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolingError {
    /// They have another form.
    #[error("these counts have version {0}; this release reads version {known}", known = PooledCounts::VERSION)]
    Version(u32),
    /// A number can't be a count.
    #[error("a count of domain `{domain}` is not a number of cases: {what}")]
    Count {
        /// The domain.
        domain: String,
        /// Which one.
        what: &'static str,
    },
    /// A name can't be a domain.
    #[error("`{0}` is not the name of a domain as this program writes it")]
    Domain(String),
}

/// The most cases of a kind or family that a file may bring. Ours: more is no count of a team, and would outweigh everything known.
const MOST: f64 = 100_000.0;

impl Learned {
    /// The counts of all domains, or of one, with what was imported: for others. They have no topics, positions, claims, answers, names of
    /// projects or ids.
    pub fn pool(&self, domain: Option<&str>, questions: WithQuestions, now: u64) -> PooledCounts {
        let names = self.domains().into_iter().filter(|it| domain.is_none_or(|only| only == *it));
        let domains = names.map(|it| self.pool_domain(it, questions, now)).collect();
        PooledCounts { version: PooledCounts::VERSION, at: now, domains }
    }

    fn pool_domain(&self, name: &str, questions: WithQuestions, now: u64) -> PooledDomain {
        let known = self.domain(name, now);
        let evidence = known.evidence.iter().filter(|it| it.projects > 0).map(|it| PooledEvidence {
            kind: it.kind,
            held: rounded(it.held),
            failed: rounded(it.cases - it.held),
            projects: it.projects,
        });
        let mut families: BTreeMap<String, PooledForecasts> = BTreeMap::new();
        let mut add = |family: &str, right: f64, wrong: f64, debates: u32| {
            let sums = families.entry(family.to_owned()).or_insert_with(|| PooledForecasts {
                family: family.to_owned(),
                right: 0.0,
                wrong: 0.0,
                debates: 0,
            });
            sums.right += right;
            sums.wrong += wrong;
            sums.debates += debates;
        };
        let mut rounds = PooledRounds { helped: 0.0, hurt: 0.0, unchanged: 0.0 };
        for it in self.counting().filter(|it| it.update.domain == name) {
            let fading = faded(it.at, now);
            match &it.update.change {
                Change::Calibration { family, forecasts, .. } if !forecasts.is_empty() => {
                    let right = forecasts.iter().filter(|it| it.is_right).count() as f64 / forecasts.len() as f64;
                    add(family, fading * right, fading * (1.0 - right), 1);
                }
                Change::Rounds { effect: RoundsEffect::Helped } => rounds.helped += fading,
                Change::Rounds { effect: RoundsEffect::Hurt } => rounds.hurt += fading,
                Change::Rounds { effect: RoundsEffect::Unchanged } => rounds.unchanged += fading,
                Change::Calibration { .. }
                | Change::Evidence { .. }
                | Change::Question { .. }
                | Change::Asked { .. }
                | Change::Skill { .. } => {}
            }
        }
        for pool in self.pooled() {
            let fading = faded(pool.at, now);
            for it in pool.domains.iter().filter(|it| it.name == name) {
                for it in &it.forecasts {
                    add(&it.family, fading * it.right, fading * it.wrong, it.debates);
                }
                if let Some(it) = it.rounds {
                    rounds.helped += fading * it.helped;
                    rounds.hurt += fading * it.hurt;
                    rounds.unchanged += fading * it.unchanged;
                }
            }
        }
        let asked = known.questions.iter().filter(|_| questions == WithQuestions::Yes);
        PooledDomain {
            name: name.to_owned(),
            evidence: evidence.collect(),
            forecasts: families
                .into_values()
                .map(|it| PooledForecasts { right: rounded(it.right), wrong: rounded(it.wrong), ..it })
                .collect(),
            questions: asked.map(|it| PooledQuestion { text: it.text.clone(), missed: it.missed }).collect(),
            rounds: Some(rounds).filter(|it| it.helped + it.hurt + it.unchanged > 0.0),
        }
    }
}

/// Checks counts of others before they are imported.
pub fn check(counts: &PooledCounts) -> Result<(), PoolingError> {
    if counts.version != PooledCounts::VERSION {
        return Err(PoolingError::Version(counts.version));
    }
    for domain in &counts.domains {
        if debate::learning::domain(&domain.name).ok().as_deref() != Some(domain.name.as_str()) {
            return Err(PoolingError::Domain(domain.name.chars().take(60).collect()));
        }
        let wrong = |what: &'static str| PoolingError::Count { domain: domain.name.clone(), what };
        let is_count = |it: f64| it.is_finite() && (0.0..=MOST).contains(&it);
        let is_twice = |kind: Kind| domain.evidence.iter().filter(|it| it.kind == kind).count() > 1;
        for it in &domain.evidence {
            if !is_count(it.held) || !is_count(it.failed) || is_twice(it.kind) {
                return Err(wrong(it.kind.as_str()));
            }
        }
        if domain.forecasts.iter().any(|it| !is_count(it.right) || !is_count(it.wrong)) {
            return Err(wrong("ballots"));
        }
        if domain.rounds.is_some_and(|it| ![it.helped, it.hurt, it.unchanged].into_iter().all(is_count)) {
            return Err(wrong("rounds"));
        }
        if domain.questions.iter().any(|it| it.text.chars().count() > MOST_QUESTION) {
            return Err(wrong("questions"));
        }
    }
    Ok(())
}

/// The maximum length of a question, in characters. Ours: it stands in every prompt of the domain.
pub const MOST_QUESTION: usize = 300;
