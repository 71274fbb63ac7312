//! Serializes requests by their idempotency key: of two equal concurrent requests, one is carried out.
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::OwnedMutexGuard;

/// The tenant and the key of the request.
type Key = (String, String);
type Waiting = BTreeMap<Key, Arc<tokio::sync::Mutex<()>>>;

/// The requests in progress.
#[derive(Debug, Default)]
pub(super) struct Requests {
    waiting: Mutex<Waiting>,
}

impl Requests {
    /// Waits until no other request of the tenant with this key is in progress.
    pub(super) async fn acquire(&self, tenant: &str, key: &str) -> RequestPermit<'_> {
        let key = (tenant.to_owned(), key.to_owned());
        let lock = self.lock().entry(key.clone()).or_default().clone();
        // Created before waiting: dropping the future then also cleans up.
        let mut permit = RequestPermit { requests: self, key, guard: None };
        permit.guard = Some(lock.lock_owned().await);
        permit
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// While it exists, no other request with its key is carried out.
pub(super) struct RequestPermit<'a> {
    requests: &'a Requests,
    key: Key,
    guard: Option<OwnedMutexGuard<()>>,
}

impl Drop for RequestPermit<'_> {
    fn drop(&mut self) {
        let mut waiting = self.requests.lock();
        self.guard.take();
        // Only the map and this guard hold it.
        if waiting.get(&self.key).is_some_and(|it| Arc::strong_count(it) == 1) {
            waiting.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    /// I-21: two requests with one key run one after the other; others do not wait, and finished ones leave nothing behind.
    #[test]
    fn one_key_is_one_at_a_time() {
        let requests = Requests::default();
        let first = requests.acquire("a", "k").now_or_never().unwrap();
        assert!(requests.acquire("a", "k").now_or_never().is_none());
        let other = requests.acquire("b", "k").now_or_never().unwrap();
        drop(first);
        let second = requests.acquire("a", "k").now_or_never();
        assert!(second.is_some());
        drop((second, other));
        assert!(requests.lock().is_empty());
    }
}
