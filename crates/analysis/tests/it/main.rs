//! Debates made of events, and what is measured and decided of them.
#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test that can't go on fails")]
mod answers;
mod argument;
mod checked;
mod compared;
mod convergence;
mod crux;
mod decisions;
mod evidence;
mod groupthink;
mod leaving;
mod planted;
mod properties;
mod scene;
mod summary;
mod within;
