//! The rate limit (O-42): a token bucket per tenant, and one for all unauthenticated requests.
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The buckets: at most one per tenant, and one more.
pub(super) struct Rate {
    a_minute: u32,
    buckets: Mutex<BTreeMap<Option<String>, Bucket>>,
}

struct Bucket {
    left: f64,
    at: Instant,
}

impl Rate {
    pub(super) fn new(a_minute: u32) -> Rate {
        Rate { a_minute: a_minute.max(1), buckets: Mutex::default() }
    }

    /// Takes a token from the bucket of a tenant, or of unauthenticated requests; otherwise returns the time to wait.
    pub(super) fn take(&self, tenant: Option<&str>) -> Result<(), Duration> {
        let (most, now) = (f64::from(self.a_minute), Instant::now());
        let a_second = most / 60.0;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.entry(tenant.map(str::to_owned)).or_insert(Bucket { left: most, at: now });
        let filled = now.saturating_duration_since(bucket.at).as_secs_f64() * a_second;
        *bucket = Bucket { left: (bucket.left + filled).min(most), at: now };
        if bucket.left >= 1.0 {
            bucket.left -= 1.0;
            return Ok(());
        }
        Err(Duration::from_secs_f64((1.0 - bucket.left) / a_second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-42: a tenant over its rate waits, and does not delay others.
    #[tokio::test(start_paused = true)]
    async fn a_bucket_empties_and_fills() {
        let rate = Rate::new(60);
        for _ in 0..60 {
            assert_eq!(rate.take(Some("a")), Ok(()));
        }
        assert_eq!(rate.take(Some("a")), Err(Duration::from_secs(1)));
        assert_eq!(rate.take(Some("b")), Ok(()), "another's bucket is full");
        assert_eq!(rate.take(None), Ok(()));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(rate.take(Some("a")), Ok(()));
        assert!(rate.take(Some("a")).is_err());
        tokio::time::advance(Duration::from_secs(3_600)).await;
        assert!((0..60).all(|_| rate.take(Some("a")).is_ok()));
        assert!(rate.take(Some("a")).is_err(), "it never holds more than a minute's");
    }
}
