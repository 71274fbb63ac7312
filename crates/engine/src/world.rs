//! The dependencies of a run: models, log, clock, tools.
use crate::clock::Clock;
use crate::comparison::analyst::Analyst;
use crate::error::Error;
use crate::tools::Tools;
use debate::{DebateId, Envelope};
use futures_util::future::BoxFuture;
use models::Model;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::Store;

/// A destination for the events of a debate.
pub trait Journal: Send + Sync {
    /// Writes events atomically; they are durable when this returns.
    fn write<'a>(&'a self, debate: &'a DebateId, events: &'a [Envelope]) -> BoxFuture<'a, Result<(), Error>>;
}

impl Journal for Store {
    fn write<'a>(&'a self, debate: &'a DebateId, events: &'a [Envelope]) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move { Ok(self.import(debate, events).await?) })
    }
}

/// The dependencies of a run.
#[derive(Clone)]
pub struct World {
    /// The model for each `provider/model` that the debate asks.
    pub models: BTreeMap<String, Arc<dyn Model>>,
    /// The log.
    pub journal: Arc<dyn Journal>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The analyst that compares positions in this process, if the rules use one. Without it words alone are compared (P-31).
    pub analyst: Option<Arc<dyn Analyst>>,
    /// The tools of participants.
    pub tools: Arc<dyn Tools>,
    /// Pauses the run before it asks the next question.
    pub pause_flag: PauseFlag,
}

/// Pauses a run: calls in flight finish and are recorded, no further one is made. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct PauseFlag(Arc<AtomicBool>);

impl PauseFlag {
    /// Makes the run pause before its next question.
    pub fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Lets a run that has not paused yet continue.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Release);
    }

    /// Whether the run is to pause.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

impl World {
    /// The model `model`, for the participant `name`.
    pub(crate) fn model(&self, name: &str, model: &str) -> Result<&Arc<dyn Model>, Error> {
        let none = || Error::NoModel { name: name.to_owned(), model: model.to_owned() };
        self.models.get(model).ok_or_else(none)
    }
}
