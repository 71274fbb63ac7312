//! How often the writer commits.
use crate::writer::Job;
use debate::ids::DebateId;
use std::time::{Duration, Instant};

/// How far apart commits begin while several debates write. A commit costs some 200 µs of processor whatever is in it, so
/// this bounds what commits cost in all, to 5 % of a core; a debate waits for two or three of them in a round, which takes
/// its models a hundred times as long.
pub(crate) const GAP: Duration = Duration::from_millis(4);

/// When the last group was begun, and for whom.
///
/// A debate alone waits for each of its events before the next, so nobody would come along if the writer waited.
#[derive(Default)]
pub(crate) struct Pace {
    begun: Option<Instant>,
    last: Option<DebateId>,
}

impl Pace {
    /// How long to let others come along.
    pub(crate) fn rest(&self, waiting: &[Job], gap: Duration) -> Option<Duration> {
        let several = waiting.iter().filter_map(Job::debate).any(|it| self.last.as_ref() != Some(it));
        self.begun.filter(|_| several).and_then(|begun| gap.checked_sub(begun.elapsed()))
    }

    pub(crate) fn begin(&mut self, waiting: &[Job]) {
        self.begun = Some(Instant::now());
        if let Some(debate) = waiting.iter().rev().find_map(Job::debate) {
            self.last = Some(debate.clone());
        }
    }
}
