//! Benchmarks of this machine: many debates at once, simulated debates without prompts, duration over the theoretical minimum, debates with
//! watchers, a model in this process, and building a persona.
//!
//! The command provides participants, rules and models. Not here: comparing two variants of a configuration (`crate::variants`).
mod load;
mod local;
mod path;
mod personas;
mod simulated;
mod watchers;

pub use load::{Load, Throughput};
pub use local::{Local, Speeds};
pub use path::{Path, TABLE_SIZES};
pub use personas::{Built, Corpus};
pub use simulated::{Direct, Rate};
pub use watchers::{Overhead, Watchers};

use crate::Error;
use debate::{DebateId, Participant, Rules, Topic};
use engine::{Journal, Live, Spec, Toolbox, World};
use models::Model;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Participants, models and rules.
#[derive(Clone)]
pub struct Seats {
    /// The participants.
    pub participants: Vec<Participant>,
    /// Their models, by name.
    pub models: BTreeMap<String, Arc<dyn Model>>,
    /// The rules.
    pub rules: Rules,
}

/// The topic where it does not matter.
const TOPIC: &str = "Should the payments team adopt gRPC for internal calls?";

impl Seats {
    /// A debate of these participants on a fixed topic.
    pub fn spec(&self, id: DebateId, mode: &str) -> Result<Spec, Error> {
        self.spec_on(TOPIC, id, mode)
    }

    fn spec_on(&self, topic: &str, id: DebateId, mode: &str) -> Result<Spec, Error> {
        Ok(Spec {
            id,
            topic: Topic::new(topic)?,
            ballot: None,
            mode: mode.to_owned(),
            participants: self.participants.clone(),
            rules: self.rules.clone(),
            disciplines: Default::default(),
            attached: Vec::new(),
            personas: Vec::new(),
        })
    }

    /// The dependencies of a debate: no tools, and this journal.
    fn world(&self, journal: Arc<dyn Journal>) -> World {
        World {
            pause_flag: Default::default(),
            models: self.models.clone(),
            journal,
            clock: Arc::new(Live::after(0)),
            analyst: None,
            tools: Arc::new(Toolbox::default()),
        }
    }
}

/// The id of a debate that is not kept.
fn id() -> DebateId {
    DebateId::from("bench")
}

/// A time to the millisecond.
fn seconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e3).round() / 1e3
}

/// The processor time of this process so far; 0 where the system does not tell.
fn spent_cpu() -> Duration {
    // Fields 14 and 15 after the command's closing parenthesis: user and system time, in hundredths of a second on Linux.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map(|(_, rest)| rest).unwrap_or_default();
    let ticks: u64 = fields.split_whitespace().skip(11).take(2).filter_map(|it| it.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// The peak memory of this process, in megabytes; `None` where the system does not tell.
fn peak_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some((kilobytes / 102.4).round() / 10.0)
}
