//! Debates built from events, and their measures and decisions.
#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test that can't go on fails")]
mod argument;
mod ballots;
mod checked;
mod convergence;
mod crux;
mod decisions;
mod diversity;
mod evidence;
mod exits;
mod groupthink;
mod learning;
mod plan;
mod planted_crux;
mod properties;
mod relations;
mod summary;
mod test_debate;
mod units;
mod within;
