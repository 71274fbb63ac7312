//! How often the writer commits.
use crate::writer::Job;
use debate::ids::DebateId;
use std::time::{Duration, Instant};

/// The interval between commits while several debates write. A commit costs about 200 µs of processor whatever is in it, so this bounds the
/// cost of commits to 5 % of a core. A debate waits for two or three commits in a round, in which its models take a hundred times as long.
pub(crate) const GAP: Duration = Duration::from_millis(4);

/// When the last group was begun, and for which debate.
///
/// A single debate waits for each of its events before the next, so waiting would not make its group larger.
#[derive(Default)]
pub(crate) struct CommitPacer {
    begun: Option<Instant>,
    last: Option<DebateId>,
}

impl CommitPacer {
    /// How long to wait for further appends.
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
