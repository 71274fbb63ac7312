//! Whether a table is fooling itself (D-41, D-42).
use debate::{Debate, Event};

/// What is seen after the current, finished round and not yet written down.
pub fn after_round(_debate: &Debate) -> Option<Event> {
    None
}
