//! Concurrency and rate limits of a provider.
//!
//! Every provider has its own limiter, so that a slow or failing one delays no other (O-30). A call holds its permit only during an
//! attempt, not during a retry delay.
//! Not here: budgets and limits on concurrent debates, which the engine enforces.
use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;
use tokio::sync::{Mutex, Semaphore, SemaphorePermit};
use tokio::time::Instant;

/// A provider's limits; an absent one does not apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of concurrent attempts.
    pub concurrency: Option<NonZeroUsize>,
    /// Maximum number of attempts started per minute.
    pub per_minute: Option<NonZeroU32>,
}

impl Limits {
    /// Limits from settings, where 0 means no limit.
    pub fn new(concurrency: usize, per_minute: u32) -> Self {
        Self { concurrency: NonZeroUsize::new(concurrency), per_minute: NonZeroU32::new(per_minute) }
    }
}

/// Both limits of one provider, shared by all calls to it.
#[derive(Debug)]
pub(crate) struct ProviderLimiter {
    permits: Option<Semaphore>,
    rate: Option<RateLimiter>,
}

impl ProviderLimiter {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            permits: limits.concurrency.map(|permits| Semaphore::new(permits.get().min(Semaphore::MAX_PERMITS))),
            rate: limits.per_minute.map(RateLimiter::new),
        }
    }

    /// Waits for a permit, in order of arrival, and for the rate. Dropping the permit or the future releases it.
    pub(crate) async fn acquire(&self) -> Option<SemaphorePermit<'_>> {
        let permit = match &self.permits {
            // The semaphore is never closed, so there is no error to pass on.
            Some(permits) => permits.acquire().await.ok(),
            None => None,
        };
        if let Some(rate) = &self.rate {
            rate.wait().await;
        }
        permit
    }
}

/// A rate limit with a short burst (the generic cell rate algorithm). A waiting caller holds the lock and advances the schedule
/// only after its wait, so a cancelled caller uses up nothing.
#[derive(Debug)]
struct RateLimiter {
    interval: Duration,
    burst: Duration,
    next: Mutex<Option<Instant>>,
}

impl RateLimiter {
    fn new(per_minute: NonZeroU32) -> Self {
        let interval = Duration::from_secs(60) / per_minute.get();
        // A burst of six seconds' worth: providers that count by the minute also check shorter intervals.
        Self { interval, burst: interval * (per_minute.get() / 10).saturating_sub(1), next: Mutex::new(None) }
    }

    /// Waits until the caller may start. The lock is fair: first come, first served.
    async fn wait(&self) {
        let mut next = self.next.lock().await;
        let now = Instant::now();
        let due = next.unwrap_or(now).max(now);
        tokio::time::sleep_until(due.checked_sub(self.burst).map_or(now, |start| start.max(now))).await;
        *next = Some(due + self.interval);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_pace_allows_a_burst_and_then_its_interval() {
        let rate = RateLimiter::new(NonZeroU32::new(60).unwrap());
        let start = Instant::now();
        let mut waited = Vec::new();
        for _ in 0..9 {
            rate.wait().await;
            waited.push(start.elapsed().as_secs());
        }
        assert_eq!(waited, [0, 0, 0, 0, 0, 0, 1, 2, 3]);
        tokio::time::advance(Duration::from_secs(100)).await;
        let later = Instant::now();
        for _ in 0..7 {
            rate.wait().await;
        }
        assert_eq!(later.elapsed().as_secs(), 1, "an idle minute is forgotten, not saved up");
    }

    /// O-03: callers that are cancelled while they wait delay no other.
    #[tokio::test(start_paused = true)]
    async fn cancelled_callers_leave_no_reservation() {
        let limiter = ProviderLimiter::new(Limits::new(0, 6));
        let start = Instant::now();
        limiter.acquire().await;
        for _ in 0..1_000 {
            let waiting = limiter.acquire();
            tokio::pin!(waiting);
            assert!(futures_util::poll!(waiting.as_mut()).is_pending());
        }
        limiter.acquire().await;
        assert_eq!(start.elapsed().as_secs(), 10, "the second call of six a minute");
    }

    /// O-03
    #[tokio::test(start_paused = true)]
    async fn the_minute_is_kept() {
        let limiter = ProviderLimiter::new(Limits::new(0, 6));
        let start = Instant::now();
        for _ in 0..4 {
            limiter.acquire().await;
        }
        assert_eq!(start.elapsed().as_secs(), 30);
    }

    /// O-03
    #[tokio::test(start_paused = true)]
    async fn a_dropped_wait_takes_no_place() {
        let limiter = ProviderLimiter::new(Limits::new(1, 0));
        let held = limiter.acquire().await;
        let waited = tokio::time::timeout(Duration::from_secs(1), limiter.acquire()).await;
        assert!(waited.is_err());
        drop(held);
        assert!(limiter.acquire().await.is_some());
    }
}
