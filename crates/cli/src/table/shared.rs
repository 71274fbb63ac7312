//! What is loaded once for a process, however many debates ask for it: embedded models, and the networks that read meaning.
//!
//! Whoever asks while something is being loaded waits for it; a load that failed is tried again by the next who asks. Not here: how
//! anything is loaded (`embedded`, `analyst`).
use crate::exit::Exit;
use engine::Analyst;
use models::Model;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::OnceCell;

/// What is loaded, by name.
#[derive(Default)]
pub(super) struct Shared {
    models: Mutex<BTreeMap<String, Slot>>,
    reader: OnceCell<Arc<dyn Analyst>>,
}

/// One model, or the room for it.
type Slot = Arc<OnceCell<Arc<dyn Model>>>;

impl Shared {
    /// The model of that name; `load` is asked for it where it is not here.
    pub(super) async fn model(
        &self,
        name: &str,
        load: impl Future<Output = Result<Arc<dyn Model>, Exit>>,
    ) -> Result<Arc<dyn Model>, Exit> {
        let slot =
            self.models.lock().unwrap_or_else(PoisonError::into_inner).entry(name.to_owned()).or_default().clone();
        slot.get_or_try_init(|| load).await.cloned()
    }

    /// The networks that read meaning.
    pub(super) async fn reader(
        &self,
        open: impl Future<Output = Result<Arc<dyn Analyst>, Exit>>,
    ) -> Result<Arc<dyn Analyst>, Exit> {
        self.reader.get_or_try_init(|| open).await.cloned()
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}
