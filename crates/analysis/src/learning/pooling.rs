//! Export and import of counts (L-08).
use super::faded;
use super::fold::Learned;
use super::thresholds::{CLOCK_AHEAD_MS, MOST_IMPORTED, MOST_IMPORTED_QUESTIONS, PROJECT_CASES};
use crate::measure::rounded;
use debate::learning::{
    Change, Event, PooledCounts, PooledDomain, PooledEvidence, PooledForecasts, PooledQuestion, PooledRounds,
    RoundsEffect,
};
use std::collections::{BTreeMap, BTreeSet};

/// Whether the texts of questions are exported or imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithQuestions {
    /// They are, because a person has read them.
    Yes,
    /// Counts alone.
    No,
}

/// Why counts are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolingError {
    /// They have another form.
    #[error("these counts have version {0}; this release reads version {known}", known = PooledCounts::VERSION)]
    Version(u32),
    /// They don't say whose they are.
    #[error("these counts don't say which store they come from; export them anew with this release")]
    NoSource,
    /// They are the importer's own.
    #[error("these counts were exported from this store; they are known here already")]
    Own,
    /// They were imported before, or older ones of the same store.
    #[error("counts of the same store, as new as these or newer, were imported before as {0}; nothing was changed")]
    Known(u64),
    /// They are of no domain.
    #[error("these counts are empty; nothing was imported")]
    Empty,
    /// They were counted in the future.
    #[error("these counts were made in the future; check the clock of the machine that exported them, and this one's")]
    Future,
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
    /// The same entry stands there twice, or a name in it is malformed.
    #[error("domain `{domain}` has {what}")]
    Entry {
        /// The domain.
        domain: String,
        /// What is wrong with it.
        what: &'static str,
    },
}

impl Learned {
    /// The owner's own counts of all domains, or of one, under the name `source`. They have no topics, positions, claims, answers, names of
    /// projects or ids. Imported counts are not among them: whoever wants those imports them from their owner.
    pub fn pool(&self, source: &str, domain: Option<&str>, questions: WithQuestions, now: u64) -> PooledCounts {
        let own = Learned { imported: Vec::new(), ..self.clone() };
        let names = own.domains().into_iter().filter(|it| domain.is_none_or(|only| only == *it));
        let domains = names.map(|it| own.pool_domain(it, questions, now)).collect();
        PooledCounts { version: PooledCounts::VERSION, at: now, source: source.to_owned(), domains }
    }

    fn pool_domain(&self, name: &str, questions: WithQuestions, now: u64) -> PooledDomain {
        let known = self.domain(name, now);
        let evidence = known.evidence.iter().filter(|it| it.projects > 0).map(|it| PooledEvidence {
            kind: it.kind,
            held: rounded(it.held),
            failed: rounded(it.cases - it.held),
            projects: it.projects,
        });
        let mut rounds = PooledRounds { helped: 0.0, hurt: 0.0, unchanged: 0.0 };
        for it in self.counting().filter(|it| it.update.domain == name) {
            if let Change::Rounds { effect } = &it.update.change {
                let sum = match effect {
                    RoundsEffect::Helped => &mut rounds.helped,
                    RoundsEffect::Hurt => &mut rounds.hurt,
                    RoundsEffect::Unchanged => &mut rounds.unchanged,
                };
                *sum += faded(it.at, now);
            }
        }
        let asked = known.questions.iter().filter(|_| questions == WithQuestions::Yes);
        PooledDomain {
            name: name.to_owned(),
            evidence: evidence.collect(),
            forecasts: self.pool_forecasts(name, now),
            questions: asked.map(|it| PooledQuestion { text: it.text.clone(), missed: it.missed }).collect(),
            rounds: Some(rounds).filter(|it| it.helped + it.hurt + it.unchanged > 0.0),
        }
    }

    /// The ballots of a domain by family. The updates of one post-mortem have consecutive numbers, so that models of one family in one debate
    /// are counted as one debate.
    fn pool_forecasts(&self, name: &str, now: u64) -> Vec<PooledForecasts> {
        let mut families: BTreeMap<&str, PooledForecasts> = BTreeMap::new();
        let mut last: BTreeMap<&str, (u64, BTreeSet<&str>)> = BTreeMap::new();
        for it in self.counting().filter(|it| it.update.domain == name) {
            let Change::Calibration { model, family, forecasts } = &it.update.change else { continue };
            if forecasts.is_empty() {
                continue;
            }
            let fading = faded(it.at, now);
            let right = forecasts.iter().filter(|it| it.is_right).count() as f64 / forecasts.len() as f64;
            let new = || PooledForecasts { family: family.clone(), right: 0.0, wrong: 0.0, debates: 0 };
            let sums = families.entry(family).or_insert_with(new);
            sums.right += fading * right;
            sums.wrong += fading * (1.0 - right);
            let (number, models) = last.entry(family).or_default();
            let is_same = !models.is_empty() && it.number == *number + 1 && !models.contains(model.as_str());
            if !is_same {
                sums.debates = sums.debates.saturating_add(1);
                models.clear();
            }
            *number = it.number;
            models.insert(model);
        }
        let written =
            |it: PooledForecasts| PooledForecasts { right: rounded(it.right), wrong: rounded(it.wrong), ..it };
        families.into_values().map(written).collect()
    }
}

/// The events that import counts of another store, of which the first gets the number `next`, with the number of the import. A newer file of
/// the same store replaces the older one. Questions are left out unless a person has agreed to them: they stand in every prompt of the domain.
pub fn importing(
    known: &Learned,
    next: u64,
    now: u64,
    mut counts: PooledCounts,
    questions: WithQuestions,
    from: &str,
) -> Result<(Vec<Event>, u64), PoolingError> {
    check(&counts, now)?;
    if known.source.as_deref() == Some(counts.source.as_str()) {
        return Err(PoolingError::Own);
    }
    if questions == WithQuestions::No {
        counts.domains.iter_mut().for_each(|it| it.questions.clear());
    }
    let of_source = known.imported.iter().filter(|it| it.reverted.is_none() && it.counts.source == counts.source);
    let mut events = Vec::new();
    for it in of_source {
        // Without their questions the same counts are no newer.
        if it.counts.at > counts.at || is_within(&counts, &it.counts) {
            return Err(PoolingError::Known(it.number));
        }
        let reason = "newer counts of the same store replace them".to_owned();
        events.push(Event::UpdateReverted { update: it.number, reason });
    }
    let number = next.saturating_add(events.len() as u64);
    events.push(Event::CountsImported { counts, from: from.to_owned() });
    Ok((events, number))
}

/// Whether counts are the same as earlier ones, with the same questions or fewer.
fn is_within(counts: &PooledCounts, earlier: &PooledCounts) -> bool {
    let is_part = |(it, of): (&PooledDomain, &PooledDomain)| {
        let alike = PooledDomain { questions: of.questions.clone(), ..it.clone() };
        alike == *of && it.questions.iter().all(|it| of.questions.contains(it))
    };
    let alike = PooledCounts { domains: earlier.domains.clone(), ..counts.clone() };
    alike == *earlier
        && counts.domains.len() == earlier.domains.len()
        && counts.domains.iter().zip(&earlier.domains).all(is_part)
}

/// Checks counts before they are imported.
fn check(counts: &PooledCounts, now: u64) -> Result<(), PoolingError> {
    if counts.version != PooledCounts::VERSION {
        return Err(PoolingError::Version(counts.version));
    }
    if counts.source.is_empty() || counts.source.len() > MOST_SOURCE || !counts.source.chars().all(is_plain) {
        return Err(PoolingError::NoSource);
    }
    if counts.at > now.saturating_add(CLOCK_AHEAD_MS) {
        return Err(PoolingError::Future);
    }
    if counts.domains.is_empty() {
        return Err(PoolingError::Empty);
    }
    let mut names = BTreeSet::new();
    for domain in &counts.domains {
        if debate::learning::domain(&domain.name).ok().as_deref() != Some(domain.name.as_str()) {
            return Err(PoolingError::Domain(domain.name.chars().filter(|it| !it.is_control()).take(60).collect()));
        }
        let entry = |what| PoolingError::Entry { domain: domain.name.clone(), what };
        if !names.insert(&domain.name) {
            return Err(entry("two entries"));
        }
        check_domain(domain).map_err(|(what, is_count)| match is_count {
            true => PoolingError::Count { domain: domain.name.clone(), what },
            false => entry(what),
        })?;
    }
    Ok(())
}

/// What is wrong with a domain, and whether it is a count.
fn check_domain(domain: &PooledDomain) -> Result<(), (&'static str, bool)> {
    let is_weight = |it: f64| it.is_finite() && (0.0..=MOST_IMPORTED).contains(&it);
    let is_number = |it: u32| f64::from(it) <= MOST_IMPORTED;
    let (mut kinds, mut families, mut questions) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for it in &domain.evidence {
        // Rounded figures may exceed the bound by a trifle.
        let is_too_much = it.held + it.failed > f64::from(it.projects) * PROJECT_CASES + 1e-6;
        if is_too_much
            || !kinds.insert(it.kind)
            || !is_weight(it.held)
            || !is_weight(it.failed)
            || !is_number(it.projects)
        {
            return Err((it.kind.as_str(), true));
        }
    }
    for it in &domain.forecasts {
        if it.family.is_empty() || it.family.len() > MOST_SOURCE || !it.family.chars().all(is_plain) {
            return Err(("a name of a family that is not one of letters, digits, `.`, `-`, `_`, `/` and `:`", false));
        }
        if !families.insert(&it.family) {
            return Err(("a family of models twice", false));
        }
        if !is_weight(it.right) || !is_weight(it.wrong) || !is_number(it.debates) {
            return Err(("ballots", true));
        }
    }
    if domain.rounds.is_some_and(|it| ![it.helped, it.hurt, it.unchanged].into_iter().all(is_weight)) {
        return Err(("rounds", true));
    }
    if domain.questions.len() > MOST_IMPORTED_QUESTIONS {
        return Err(("more than 20 questions", false));
    }
    for it in &domain.questions {
        let line = debate::text::one_line(&debate::text::clean(&it.text).text);
        if line != it.text || line.is_empty() || line.chars().count() > MOST_QUESTION {
            return Err(("a question that is not a line of at most 300 characters", false));
        }
        if !questions.insert(debate::text::folded(&it.text)) {
            return Err(("a question twice", false));
        }
        if !is_number(it.missed) {
            return Err(("questions", true));
        }
    }
    Ok(())
}

fn is_plain(it: char) -> bool {
    it.is_alphanumeric() || matches!(it, '.' | '-' | '_' | '/' | ':')
}

/// The maximum length of the name of a store or family, in bytes. Ours.
const MOST_SOURCE: usize = 60;

/// The maximum length of a question, in characters. Ours: it stands in every prompt of the domain.
pub const MOST_QUESTION: usize = 300;
