//! Who does, when a debate is run again, what this process did when it was recorded: comparisons, groupings and local tasks without a model.
//!
//! What models said is given back by whoever answers for them ([`models::Model`]), as when they are asked. Not here: the recording
//! (`recording`), and who compares in a live debate (`analyst`).
use crate::error::Error;
use debate::{CallId, Event, Relation};
use formats::LocalTask;
use models::Notes;

/// Whoever answers in place of this process.
pub(crate) trait Replayer: Send + Sync {
    /// How positions were found to stand to each other by networks of the process that recorded it.
    fn compared(&self) -> Result<Vec<Relation>, models::Error>;

    /// What came of a grouping that no model answered, with what was noted of it; nothing where one did, for that one is asked again.
    fn grouped(&self, call: &CallId, notes: &Notes) -> Option<Event>;

    /// What came of local tasks, each in its order. A missing recording is an error, and what stands before it is given all the same.
    fn done(&self, local_tasks: &[LocalTask]) -> Vec<Result<Event, Error>>;
}
