//! Supplies, in a replay, the recorded results of work without a model: comparisons, groupings and local tasks.
//!
//! Recorded answers of models come through [`models::Model`], as live ones do. Not here: the recording (`recording`), and comparisons in a
//! live debate (`analyst`).
use crate::error::Error;
use debate::{CallId, Event, Relation};
use formats::LocalTask;
use models::Notes;

/// Supplies recorded results in place of this process.
pub(crate) trait Replayer: Send + Sync {
    /// The relations that the recording process computed with its networks.
    fn compared(&self) -> Result<Vec<Relation>, models::Error>;

    /// The recorded grouping and its notes, if no model answered; otherwise `None`, and the model is asked again.
    fn grouped(&self, call: &CallId, notes: &Notes) -> Option<Event>;

    /// The recorded events of local tasks, in order. A missing one is an error; those before it are returned.
    fn done(&self, local_tasks: &[LocalTask]) -> Vec<Result<Event, Error>>;
}
