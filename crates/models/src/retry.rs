//! The retry policy: a pure function and its parameters (O-03).
//!
//! Delays double and are drawn at random between zero and the full delay ("full jitter"), so that calls refused together do not
//! return together. A delay that the provider requests takes precedence, up to a limit.
//! Not here: the retry loop, which is in [`HttpModel`](crate::HttpModel).
use crate::error::Error;
use std::time::{Duration, SystemTime};

/// Time limits and retries of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Maximum number of attempts, the first included.
    pub attempts: u32,
    /// Maximum silence of a provider: before it answers, and between two pieces of an answer.
    pub idle: Duration,
    /// Maximum duration of one attempt, from its start to the answer's last byte.
    pub total: Duration,
    /// Maximum delay after the first failure; it doubles with each.
    pub first_wait: Duration,
    /// The upper bound of the doubling.
    pub longest_wait: Duration,
    /// The longest delay that a provider may request; beyond it the call fails.
    pub longest_asked_wait: Duration,
    /// The seed of the jitter; random if absent.
    pub seed: Option<u64>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            attempts: 5,
            idle: Duration::from_secs(120),
            // Ours: the longest answers of reasoning models take minutes, and providers' own clients wait ten.
            total: Duration::from_secs(15 * 60),
            first_wait: Duration::from_millis(500),
            longest_wait: Duration::from_secs(20),
            longest_asked_wait: Duration::from_secs(60),
            seed: None,
        }
    }
}

impl Policy {
    /// The delay after failure number `failures`, from 1; `None` to give up. `jitter` is from 0 to 1.
    pub fn delay(&self, failures: u32, error: &Error, jitter: f64) -> Option<Duration> {
        if failures >= self.attempts || !error.is_worth_retrying() {
            return None;
        }
        match error.wait() {
            Some(asked) if asked > self.longest_asked_wait => None,
            // With jitter, so that not all calls return at the same moment.
            Some(asked) => Some(asked + self.first_wait.mul_f64(jitter)),
            None => {
                let doubled = self.first_wait.saturating_mul(2_u32.saturating_pow(failures.saturating_sub(1)));
                Some(doubled.min(self.longest_wait).mul_f64(jitter))
            }
        }
    }
}

/// The retry delay that the provider requests by header: milliseconds, seconds or a date.
pub(crate) fn wait_asked<'a>(header: impl Fn(&str) -> Option<&'a str>, now: SystemTime) -> Option<Duration> {
    let number = |name| header(name)?.trim().parse::<f64>().ok();
    let seconds = number("retry-after-ms").map(|millis| millis / 1000.0).or_else(|| number("retry-after"));
    if let Some(seconds) = seconds {
        return Duration::try_from_secs_f64(seconds.max(0.0)).ok();
    }
    let date = httpdate::parse_http_date(header("retry-after")?.trim()).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Excerpt;
    use crate::key::Key;

    fn message() -> Excerpt {
        Excerpt::new("busy", &Key::none())
    }

    fn limited(seconds: Option<u64>) -> Error {
        Error::RateLimited { wait: seconds.map(Duration::from_secs), message: message() }
    }

    fn cut() -> Error {
        Error::Cut { reason: "reset".to_owned() }
    }

    /// O-03
    #[test]
    fn waits_double_up_to_a_limit_and_obey_the_provider() {
        let rejected = Error::Rejected { status: 400, complaint: Default::default(), message: message() };
        let server = Error::Server { status: 503, wait: None, message: message() };
        let rows: [(u32, Error, f64, Option<u64>); 13] = [
            (1, cut(), 1.0, Some(500)),
            (2, cut(), 1.0, Some(1000)),
            (3, cut(), 0.5, Some(1000)),
            (4, cut(), 1.0, Some(4000)),
            (4, cut(), 0.0, Some(0)),
            (5, cut(), 1.0, None),
            (1, server, 1.0, Some(500)),
            (1, limited(None), 1.0, Some(500)),
            (1, limited(Some(7)), 0.0, Some(7000)),
            (3, limited(Some(7)), 1.0, Some(7500)),
            (1, limited(Some(60)), 0.0, Some(60_000)),
            (1, limited(Some(61)), 0.0, None),
            (1, rejected, 1.0, None),
        ];
        for (failures, error, jitter, expected) in rows {
            let delay = Policy::default().delay(failures, &error, jitter);
            assert_eq!(delay, expected.map(Duration::from_millis), "{failures} {error} {jitter}");
        }
        let patient = Policy { attempts: u32::MAX, ..Policy::default() };
        assert_eq!(patient.delay(4_000_000, &cut(), 1.0), Some(patient.longest_wait));
    }

    /// O-02
    #[test]
    fn a_wish_to_wait_is_understood_in_each_of_its_forms() {
        let now = httpdate::parse_http_date("Sun, 15 Nov 2026 10:00:00 GMT").unwrap();
        type Headers = &'static [(&'static str, &'static str)];
        let rows: [(Headers, Option<u64>); 8] = [
            (&[("retry-after", "3")], Some(3000)),
            (&[("retry-after", " 0.25 ")], Some(250)),
            (&[("retry-after", "9"), ("retry-after-ms", "40")], Some(40)),
            (&[("retry-after", "Sun, 15 Nov 2026 10:00:30 GMT")], Some(30_000)),
            (&[("retry-after", "Sun, 15 Nov 2026 09:00:00 GMT")], Some(0)),
            (&[("retry-after", "-4")], Some(0)),
            (&[("retry-after", "soon")], None),
            (&[], None),
        ];
        for (headers, expected) in rows {
            let find = |name: &str| headers.iter().find(|(header, _)| *header == name).map(|(_, value)| *value);
            assert_eq!(wait_asked(find, now), expected.map(Duration::from_millis), "{headers:?}");
        }
    }
}
