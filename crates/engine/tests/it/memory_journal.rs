//! A log in memory, and a clock driven by it.
use debate::{CallId, DebateId, Envelope};
use engine::{Clock, Error, Journal, Stamp};
use futures_util::future::BoxFuture;
use std::sync::Mutex;
use std::time::Duration;

/// A log in memory.
#[derive(Default)]
pub(crate) struct MemoryJournal(Mutex<Vec<Envelope>>);

impl MemoryJournal {
    pub(crate) fn read(&self) -> Vec<Envelope> {
        self.0.lock().unwrap().clone()
    }
}

impl Journal for MemoryJournal {
    fn write<'a>(&'a self, _debate: &'a DebateId, events: &'a [Envelope]) -> BoxFuture<'a, Result<(), Error>> {
        self.0.lock().unwrap().extend_from_slice(events);
        Box::pin(std::future::ready(Ok(())))
    }
}

/// A clock that ticks once for each event.
pub(crate) struct Ticks;

impl Clock for Ticks {
    fn stamp(&self, seq: u64) -> Stamp {
        Stamp { at: 1_700_000_000_000 + seq * 1_000, elapsed: seq * 1_000 }
    }

    fn took(&self, _call: &CallId, _measured: Duration) -> u64 {
        250
    }

    fn left(&self, _deadline_ms: u64) -> Option<Duration> {
        None
    }
}
