//! What is recorded of a call besides its reply: attempts that may have been billed, and dropped options (O-02, O-04).
//!
//! An attempt is charged when it is sent, so that it counts even if it fails or its caller is cancelled. Not here: prices, and
//! where the notes are stored.
use crate::chat::Usage;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The record of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Noted {
    /// Usage of attempts that no reply contains: as reported by the provider, or our estimate.
    pub usage: Usage,
    /// The number of these attempts.
    pub attempts: u32,
    /// Whether the reply's usage is our estimate, since the provider counted nothing.
    pub estimated: bool,
    /// Options that the provider refused and the answer came without.
    pub dropped: Vec<Dropped>,
}

impl Noted {
    /// Whether nothing was recorded.
    pub fn is_nothing(&self) -> bool {
        self.attempts == 0 && !self.estimated && self.dropped.is_empty()
    }
}

/// A dropped option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The option's name.
    pub option: String,
    /// The provider's message.
    pub why: String,
}

/// Records notes of a call in progress.
#[derive(Debug, Default)]
pub struct Notes(Mutex<Noted>);

impl Notes {
    /// A copy of the notes so far.
    pub fn noted(&self) -> Noted {
        self.lock().clone()
    }

    /// Restores the notes of a replayed call.
    pub fn restore(&self, noted: &Noted) {
        self.lock().clone_from(noted);
    }

    pub(crate) fn estimate(&self) {
        self.lock().estimated = true;
    }

    pub(crate) fn drop_option(&self, option: &str, why: &str) {
        self.lock().dropped.push(Dropped { option: option.to_owned(), why: why.to_owned() });
    }

    /// Starts an attempt, charged with `most` until its usage is known.
    pub(crate) fn charge(&self, most: Usage) -> Charge<'_> {
        Charge { notes: self, due: Some(most) }
    }

    fn lock(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An attempt in progress. Its charge is recorded on drop, however the attempt ends.
#[derive(Debug)]
pub(crate) struct Charge<'a> {
    notes: &'a Notes,
    due: Option<Usage>,
}

impl Charge<'_> {
    /// Replaces the charge by a better estimate.
    pub(crate) fn update(&mut self, usage: Usage) {
        self.due = Some(usage);
    }

    /// Cancels the charge: nothing was billed, or a reply contains the usage.
    pub(crate) fn cancel(&mut self) {
        self.due = None;
    }
}

impl Drop for Charge<'_> {
    fn drop(&mut self) {
        if let Some(usage) = self.due.take() {
            let mut noted = self.notes.lock();
            noted.usage += usage;
            noted.attempts += 1;
        }
    }
}
