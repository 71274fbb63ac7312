//! All that costs or is chance: models, the log, the time, the tools.
use crate::analyst::Analyst;
use crate::clock::Clock;
use crate::error::Error;
use crate::tools::Tools;
use debate::{DebateId, Envelope};
use futures_util::future::BoxFuture;
use models::Model;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::Store;

/// Where a debate is written down.
pub trait Journal: Send + Sync {
    /// Writes events that belong together; they are safe when this returns.
    fn write<'a>(&'a self, debate: &'a DebateId, events: &'a [Envelope]) -> BoxFuture<'a, Result<(), Error>>;
}

impl Journal for Store {
    fn write<'a>(&'a self, debate: &'a DebateId, events: &'a [Envelope]) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move { Ok(self.import(debate, events).await?) })
    }
}

/// The world a debate runs in.
#[derive(Clone)]
pub struct World {
    /// Who answers for each `provider/model` at the table.
    pub models: BTreeMap<String, Arc<dyn Model>>,
    /// Where events are written.
    pub journal: Arc<dyn Journal>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// Who compares positions in this process, where the rules have it so; without one words alone serve (P-31).
    pub analyst: Option<Arc<dyn Analyst>>,
    /// What participants may look things up with.
    pub tools: Arc<dyn Tools>,
    /// What holds the debate up before it asks anybody anything further.
    pub pause_flag: PauseFlag,
}

/// Lets a debate come to rest: whoever is speaking is heard and written down, nobody else is asked. Clones are one pause_flag.
#[derive(Clone, Debug, Default)]
pub struct PauseFlag(Arc<AtomicBool>);

impl PauseFlag {
    /// From now on nobody is asked anything.
    pub fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whoever has not come to rest goes on.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Release);
    }

    /// Whether it was pulled.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

impl World {
    /// Who answers for `model`, on behalf of `name`.
    pub(crate) fn model(&self, name: &str, model: &str) -> Result<&Arc<dyn Model>, Error> {
        let none = || Error::NoModel { name: name.to_owned(), model: model.to_owned() };
        self.models.get(model).ok_or_else(none)
    }
}
