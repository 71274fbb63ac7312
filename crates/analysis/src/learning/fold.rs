//! The fold of the log of outcomes and updates.
use super::domain::DomainKnown;
use debate::DebateId;
use debate::learning::{Envelope, Event, Outcome, PooledCounts, Postmortem, Update};
use debate::rules::LearnedRules;
use std::collections::{BTreeMap, BTreeSet};

/// The state of the log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learned {
    /// The sequence number after the last update, reversal or import; 0 before the first.
    pub version: u64,
    /// The outcomes and post-mortems of debates.
    pub debates: BTreeMap<DebateId, DebateKnown>,
    /// The updates, oldest first.
    pub updates: Vec<Applied>,
    /// Imported counts, oldest first.
    pub imported: Vec<Imported>,
    /// The random name under which this owner exports counts, once there is one.
    pub source: Option<String>,
}

/// The outcomes and the post-mortem of a debate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DebateKnown {
    /// Its outcomes, oldest first.
    pub outcomes: Vec<Recorded>,
    /// When its decision is to be revisited, in milliseconds since 1970.
    pub revisit_on: Option<u64>,
    /// Whether its owner wants no reminder.
    pub is_never_due: bool,
    /// Its latest post-mortem, and when it was closed.
    pub postmortem: Option<(u64, Postmortem)>,
    /// Whether an outcome was added or removed after the post-mortem.
    pub is_stale: bool,
}

/// A recorded outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// Its number: the sequence number of its event.
    pub number: u64,
    /// When it was recorded, in milliseconds since 1970.
    pub at: u64,
    /// What happened.
    pub outcome: Outcome,
}

/// An update with its number.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// Its number: the sequence number of its event.
    pub number: u64,
    /// When it was applied, in milliseconds since 1970.
    pub at: u64,
    /// What was learned.
    pub update: Update,
    /// Why it no longer counts, if it was reverted.
    pub reverted: Option<String>,
}

/// Imported counts with their number.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// Their number: the sequence number of their event.
    pub number: u64,
    /// The counts.
    pub counts: PooledCounts,
    /// Where they came from.
    pub from: String,
    /// Why they no longer count, if they were reverted.
    pub reverted: Option<String>,
}

impl Learned {
    /// Folds a log. Deletions leave gaps in it.
    pub fn of<'a>(log: impl IntoIterator<Item = &'a Envelope>) -> Learned {
        let mut learned = Learned::default();
        log.into_iter().for_each(|it| learned.apply(it));
        learned
    }

    /// Applies the next event.
    pub fn apply(&mut self, envelope: &Envelope) {
        let Envelope { seq, at, event } = envelope;
        if event.debate().is_none() && !matches!(event, Event::SourceNamed { .. }) {
            self.version = seq.saturating_add(1);
        }
        match event {
            Event::OutcomeAdded { debate, outcome } => {
                let recorded = Recorded { number: *seq, at: *at, outcome: outcome.clone() };
                let known = self.of_debate(debate);
                known.outcomes.push(recorded);
                known.is_stale = known.postmortem.is_some();
            }
            Event::OutcomeRemoved { debate, outcome } => {
                let known = self.of_debate(debate);
                known.outcomes.retain(|it| it.number != *outcome);
                known.is_stale = known.postmortem.is_some();
            }
            Event::ReviewSet { debate, on } => {
                let known = self.of_debate(debate);
                (known.revisit_on, known.is_never_due) = (*on, on.is_none());
            }
            Event::PostmortemClosed { debate, postmortem } => {
                let known = self.of_debate(debate);
                (known.postmortem, known.is_stale) = (Some((*at, (**postmortem).clone())), false);
            }
            Event::SourceNamed { source } => self.source = Some(source.clone()),
            Event::UpdateApplied { update } => {
                self.updates.push(Applied { number: *seq, at: *at, update: update.clone(), reverted: None });
            }
            Event::UpdateReverted { update, reason } => {
                let updates = self.updates.iter_mut().filter(|it| it.number == *update);
                updates.for_each(|it| it.reverted = Some(reason.clone()));
                let imported = self.imported.iter_mut().filter(|it| it.number == *update);
                imported.for_each(|it| it.reverted = Some(reason.clone()));
            }
            Event::CountsImported { counts, from } => {
                let imported = Imported { number: *seq, counts: counts.clone(), from: from.clone(), reverted: None };
                self.imported.push(imported);
            }
        }
    }

    fn of_debate(&mut self, debate: &DebateId) -> &mut DebateKnown {
        self.debates.entry(debate.clone()).or_default()
    }

    /// The updates that count, oldest first.
    pub fn counting(&self) -> impl Iterator<Item = &Applied> {
        self.updates.iter().filter(|it| it.reverted.is_none())
    }

    /// The imported counts that count.
    pub(super) fn pooled(&self) -> impl Iterator<Item = &PooledCounts> {
        self.imported.iter().filter(|it| it.reverted.is_none()).map(|it| &it.counts)
    }

    /// Where the imported counts of a domain came from, in the words of who imported them.
    pub(super) fn sources(&self, domain: &str) -> Vec<String> {
        let counting = self.imported.iter().filter(|it| it.reverted.is_none());
        let of_domain = counting.filter(|it| it.counts.domains.iter().any(|it| it.name == domain));
        of_domain.map(|it| it.from.clone()).collect()
    }

    /// Whether nothing is recorded of a debate, and no day on which it is due.
    pub fn is_untouched(&self, debate: &DebateId) -> bool {
        self.debates.get(debate).is_none_or(|it| {
            it.outcomes.is_empty() && it.postmortem.is_none() && it.revisit_on.is_none() && !it.is_never_due
        })
    }

    /// The domains of which something is known, by name.
    pub fn domains(&self) -> BTreeSet<&str> {
        let pooled = self.pooled().flat_map(|it| &it.domains).map(|it| it.name.as_str());
        self.counting().map(|it| it.update.domain.as_str()).chain(pooled).collect()
    }

    /// What is known of a domain at this time.
    pub fn domain(&self, name: &str, now: u64) -> DomainKnown {
        DomainKnown::of(self, name, now)
    }

    /// What a debate in a domain draws on, for a table of these models with their families; none if nothing is known (L-06).
    pub fn rules<'a>(
        &self,
        domain: &str,
        models: impl IntoIterator<Item = (&'a str, &'a str)>,
        now: u64,
    ) -> Option<LearnedRules> {
        self.domain(domain, now).rules(self.version, models)
    }

    /// Debates whose day has come and of which no outcome is known, earliest date first.
    pub fn due(&self, now: u64) -> Vec<(&DebateId, u64)> {
        let due = self.debates.iter().filter_map(|(id, it)| {
            let on = it.revisit_on.filter(|on| *on <= now && it.outcomes.is_empty() && it.postmortem.is_none())?;
            Some((id, on))
        });
        let mut due: Vec<_> = due.collect();
        due.sort_by_key(|(_, on)| *on);
        due
    }
}
