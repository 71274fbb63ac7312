//! Compares two settings: holds the debates of a scenario with both in turn, measures them, and reports the results (D-70).
//!
//! Not here: how settings become participants and rules, which the command prepares ([`Side`]).
mod compare;
mod interval;
mod measure;
mod report;
mod scenario;

pub(crate) use compare::percent;
pub use report::Report;
pub use scenario::{BUILT_IN, Known, Scenario, SideSettings};

use crate::Error;
use crate::memory_journal::MemoryJournal;
use compare::Pair;
use debate::event::Reason;
use debate::state::Closed;
use debate::{DebateId, Participant, Rules, Topic};
use engine::{Analyst, Bus, Live, Spec, Toolbox, World};
use measure::Measure;
use models::Model;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One setting, ready to run.
pub struct Side {
    /// The participants.
    pub participants: Vec<Participant>,
    /// Their models, by name.
    pub models: BTreeMap<String, Arc<dyn Model>>,
    /// Compares positions in this process.
    pub analyst: Option<Arc<dyn Analyst>>,
    /// The modes of the scenario, each with its rules; every debate has its own seed.
    pub modes: Vec<(String, Rules)>,
}

/// Holds every debate of a scenario with both settings, and adds the figures to a report. The order alternates between repetitions, so that
/// a machine that becomes slower or faster favours neither.
pub async fn hold(scenario: &Scenario, baseline: &Side, variant: &Side, report: &mut Report) -> Result<(), Error> {
    for repetition in 0..scenario.repeat {
        let seed = scenario.seed.wrapping_add(u64::from(repetition));
        for ((mode, usual), (_, changed)) in baseline.modes.iter().zip(&variant.modes) {
            for topic in &scenario.topics {
                let (usual, changed) =
                    (baseline.spec(mode, usual, topic, seed), variant.spec(mode, changed, topic, seed));
                let (usual, changed) = if repetition % 2 == 0 {
                    let first = baseline.hold(&usual).await?;
                    (first, variant.hold(&changed).await?)
                } else {
                    let first = variant.hold(&changed).await?;
                    (baseline.hold(&usual).await?, first)
                };
                match (usual, changed) {
                    (Ok(baseline), Ok(variant)) => report.pairs.push(Pair { mode: mode.clone(), baseline, variant }),
                    (Err(why), _) | (_, Err(why)) => report.lost.push(why),
                }
            }
        }
    }
    Ok(())
}

impl Side {
    /// Checks all debates of a scenario before any of them costs anything.
    pub fn check(&self, scenario: &Scenario) -> Result<(), Error> {
        for ((mode, rules), topic) in self.modes.iter().zip(scenario.topics.iter().cycle()) {
            self.spec(mode, rules, topic, scenario.seed).check().map_err(engine::Error::from)?;
        }
        Ok(())
    }

    /// The debate, under an id that is the same on both sides: random choices may depend on it.
    fn spec(&self, mode: &str, rules: &Rules, topic: &Topic, seed: u64) -> Spec {
        Spec {
            id: DebateId::from("bench"),
            topic: topic.clone(),
            ballot: None,
            mode: mode.to_owned(),
            participants: self.participants.clone(),
            rules: Rules { seed, ..rules.clone() },
            disciplines: Default::default(),
            attached: Vec::new(),
            personas: Vec::new(),
        }
    }

    /// Holds a debate and measures it; the inner error says why it could not be held.
    async fn hold(&self, spec: &Spec) -> Result<Result<Vec<Measure>, String>, Error> {
        let pages = Arc::new(MemoryJournal::default());
        let world = World {
            pause_flag: Default::default(),
            models: self.models.clone(),
            journal: pages.clone(),
            clock: Arc::new(Live::after(0)),
            analyst: self.analyst.clone(),
            tools: Arc::new(Toolbox::usual()),
        };
        let debate = engine::start(&world, spec, &Bus::silent()).await?;
        Ok(match debate.closed {
            Some(Closed { why: Reason::Insufficient, .. }) | None => {
                let lost = debate.rounds.iter().flat_map(|it| &it.failed).next();
                Err(lost.map(|it| format!("{}: {}", it.by, it.detail)).unwrap_or_default())
            }
            Some(_) => Ok(measure::of(&pages.read(), &debate)),
        })
    }
}
