//! A journal for debates that are measured and not kept.
use debate::{DebateId, Envelope};
use engine::Journal;
use futures_util::future::{BoxFuture, ready};
use std::sync::{Mutex, PoisonError};

/// A journal in memory.
#[derive(Debug, Default)]
pub(crate) struct MemoryJournal(Mutex<Vec<Envelope>>);

impl MemoryJournal {
    pub(crate) fn read(&self) -> Vec<Envelope> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Journal for MemoryJournal {
    fn write<'a>(&'a self, _: &'a DebateId, events: &'a [Envelope]) -> BoxFuture<'a, Result<(), engine::Error>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(events);
        Box::pin(ready(Ok(())))
    }
}
