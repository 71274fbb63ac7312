//! Loads embedded models and networks once for a process, however many debates use them.
//!
//! Concurrent requests wait for the same load, which continues if the first requester is gone. A failed load is tried again by the next
//! request. Not here: how anything is loaded (`embedded`, `analyst`).
use crate::error::Error;
use engine::Analyst;
use models::Model;
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::OnceCell;

/// How many unused models stay loaded when another is requested. Ours: enough for a usual debate; each takes gigabytes.
const IDLE_MOST: usize = 2;

/// Loaded models by name, and the analyst.
#[derive(Default)]
pub(super) struct Shared {
    /// The most recently requested model comes last.
    models: Mutex<VecDeque<(String, Slot<dyn Model>)>>,
    reader: Slot<dyn Analyst>,
}

/// A loaded value, or an empty slot for it.
type Slot<T> = Arc<OnceCell<Arc<T>>>;

impl Shared {
    /// The model of that name. If it is not loaded, `plan` says how to load it; loading blocks a thread.
    pub(super) async fn model<L>(
        &self,
        name: &str,
        plan: impl FnOnce() -> Result<L, Error>,
    ) -> Result<Arc<dyn Model>, Error>
    where
        L: FnOnce() -> Result<Arc<dyn Model>, Error> + Send + 'static,
    {
        loaded(self.slot(name), plan).await
    }

    /// The networks that compare by meaning.
    pub(super) async fn reader<L>(&self, plan: impl FnOnce() -> Result<L, Error>) -> Result<Arc<dyn Analyst>, Error>
    where
        L: FnOnce() -> Result<Arc<dyn Analyst>, Error> + Send + 'static,
    {
        loaded(self.reader.clone(), plan).await
    }

    /// The slot of a model; evicts the models that have been unused longest.
    fn slot(&self, name: &str) -> Slot<dyn Model> {
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        let place = models.iter().position(|(it, _)| it == name);
        let found = place.and_then(|it| models.remove(it));
        let (_, slot) = found.unwrap_or_else(|| (name.to_owned(), Slot::default()));
        // A failed load left an empty slot.
        models.retain(|(_, it)| !is_idle(it) || it.initialized());
        while models.iter().filter(|(_, it)| is_idle(it)).count() > IDLE_MOST {
            let oldest = models.iter().position(|(_, it)| is_idle(it));
            drop(oldest.and_then(|it| models.remove(it)));
        }
        models.push_back((name.to_owned(), slot.clone()));
        slot
    }
}

/// Whether no debate uses a model or waits for it.
fn is_idle(slot: &Slot<dyn Model>) -> bool {
    Arc::strong_count(slot) == 1 && slot.get().is_none_or(|it| Arc::strong_count(it) == 1)
}

/// The value of a slot, loaded by a task that outlives its requester.
async fn loaded<T: ?Sized + Send + Sync + 'static, L>(
    slot: Slot<T>,
    plan: impl FnOnce() -> Result<L, Error>,
) -> Result<Arc<T>, Error>
where
    L: FnOnce() -> Result<Arc<T>, Error> + Send + 'static,
{
    if let Some(loaded) = slot.get() {
        return Ok(loaded.clone());
    }
    let load = plan()?;
    let loading = tokio::spawn(async move {
        let load = || async { tokio::task::spawn_blocking(load).await.map_err(Error::failed)? };
        slot.get_or_try_init(load).await.cloned()
    });
    loading.await.map_err(Error::failed)?
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::Sim;
    use std::sync::mpsc;
    use std::task::Poll;

    fn sim() -> Result<Arc<dyn Model>, Error> {
        Ok(Arc::new(Sim::new(1)))
    }

    /// O-01: a load continues when the debate that requested it is stopped, and the next request gets its result: never two copies at once.
    #[tokio::test]
    async fn a_load_outlives_its_asker() {
        let shared = Shared::default();
        let (begun, begins) = mpsc::channel();
        let (release, released) = mpsc::channel::<()>();
        {
            let first = shared.model("a", || {
                Ok(move || {
                    begun.send(()).unwrap();
                    released.recv().unwrap();
                    sim()
                })
            });
            let mut first = std::pin::pin!(first);
            let outcome = std::future::poll_fn(|context| Poll::Ready(first.as_mut().poll(context))).await;
            assert!(outcome.is_pending());
        }
        tokio::task::spawn_blocking(move || begins.recv().unwrap()).await.unwrap();
        release.send(()).unwrap();
        let second = shared.model("a", || Ok(|| panic!("it is being loaded"))).await;
        assert!(second.is_ok());
    }

    /// O-01: unused models are evicted, used ones stay, and a failed load leaves nothing.
    #[tokio::test]
    async fn idle_models_make_way() {
        let shared = Shared::default();
        let names = || -> Vec<String> { shared.models.lock().unwrap().iter().map(|(it, _)| it.clone()).collect() };
        let used = shared.model("used", || Ok(sim)).await.unwrap();
        for name in ["a", "b", "c", "a"] {
            drop(shared.model(name, || Ok(sim)).await.unwrap());
        }
        for n in 0..9 {
            let failed = shared.model(&format!("none{n}"), || Ok(|| Err(Error::failed("no such file")))).await;
            assert!(failed.is_err());
        }
        assert_eq!(names(), ["used", "c", "a", "none8"]);
        drop(used);
        drop(shared.model("b", || Ok(sim)).await.unwrap());
        assert_eq!(names(), ["c", "a", "b"]);
    }
}
