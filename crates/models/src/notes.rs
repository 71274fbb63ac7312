//! What is to be known of a call besides its answer: attempts that a provider may have billed, and options that were dropped (O-02, O-04).
//!
//! An attempt is charged from the moment it is sent, so that one which fails, or whose caller goes away, is not forgotten. Not here: prices,
//! and who keeps the notes.
use crate::chat::Usage;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What was noted of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Noted {
    /// What attempts consumed whose usage is in no answer: what the provider reported of them, and our estimate of the rest.
    pub usage: Usage,
    /// How many attempts that were.
    pub attempts: u32,
    /// The usage of the answer is our estimate: the provider counted nothing.
    pub estimated: bool,
    /// The options that the provider refused and that the answer came without.
    pub dropped: Vec<Dropped>,
}

impl Noted {
    /// Whether there is nothing to tell.
    pub fn is_nothing(&self) -> bool {
        self.attempts == 0 && !self.estimated && self.dropped.is_empty()
    }
}

/// An option that a call went without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Which.
    pub option: String,
    /// What the provider said of it.
    pub why: String,
}

/// Where a call is noted while it is under way.
#[derive(Debug, Default)]
pub struct Notes(Mutex<Noted>);

impl Notes {
    /// What was noted so far.
    pub fn noted(&self) -> Noted {
        self.lock().clone()
    }

    /// Notes what is known already, of a call that is played back.
    pub fn restore(&self, noted: &Noted) {
        self.lock().clone_from(noted);
    }

    pub(crate) fn estimate(&self) {
        self.lock().estimated = true;
    }

    pub(crate) fn drop_option(&self, option: &str, why: &str) {
        self.lock().dropped.push(Dropped { option: option.to_owned(), why: why.to_owned() });
    }

    /// An attempt is sent: until more is known it counts as `most`.
    pub(crate) fn charge(&self, most: Usage) -> Charge<'_> {
        Charge { notes: self, due: Some(most) }
    }

    fn lock(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An attempt under way. What it is due is noted when it is over, however it ends.
#[derive(Debug)]
pub(crate) struct Charge<'a> {
    notes: &'a Notes,
    due: Option<Usage>,
}

impl Charge<'_> {
    /// More is known now.
    pub(crate) fn becomes(&mut self, usage: Usage) {
        self.due = Some(usage);
    }

    /// Nothing was billed, or an answer tells what was.
    pub(crate) fn lift(&mut self) {
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
