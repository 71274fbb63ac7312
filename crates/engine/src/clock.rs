//! The clock of a debate.
use debate::CallId;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// The time of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// In milliseconds since 1970.
    pub at: u64,
    /// Milliseconds since the debate began, without pauses.
    pub elapsed: u64,
}

/// The source of a debate's time: the system clock, or a recording.
pub trait Clock: Send + Sync {
    /// The time of event `seq`.
    fn stamp(&self, seq: u64) -> Stamp;
    /// The duration of a call in milliseconds; `measured` is what it took in this process.
    fn took(&self, call: &CallId, measured: Duration) -> u64;
    /// The time left until a debate has been running for `deadline_ms`.
    fn left(&self, deadline_ms: u64) -> Option<Duration>;
}

/// The system clock. One for each run of a debate.
#[derive(Debug)]
pub struct Live {
    started: Instant,
    elapsed_before: u64,
    /// The time at its start in place of the system's.
    set: Option<u64>,
}

impl Live {
    /// The clock of a debate that has already been running for `elapsed_before` milliseconds.
    pub fn after(elapsed_before: u64) -> Live {
        Live { started: Instant::now(), elapsed_before, set: None }
    }

    /// The same, starting at this time, in milliseconds since 1970, in place of the system's.
    pub fn set(self, at: Option<u64>) -> Live {
        Live { set: at, ..self }
    }

    fn elapsed(&self) -> u64 {
        self.elapsed_before + millis(self.started.elapsed())
    }
}

impl Clock for Live {
    fn stamp(&self, _seq: u64) -> Stamp {
        let system = || millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
        let at = self.set.map_or_else(system, |it| it.saturating_add(millis(self.started.elapsed())));
        Stamp { at, elapsed: self.elapsed() }
    }

    fn took(&self, _call: &CallId, measured: Duration) -> u64 {
        millis(measured)
    }

    fn left(&self, deadline_ms: u64) -> Option<Duration> {
        Some(Duration::from_millis(deadline_ms.saturating_sub(self.elapsed())))
    }
}

fn millis(duration: Duration) -> u64 {
    duration.as_millis().try_into().unwrap_or(u64::MAX)
}
