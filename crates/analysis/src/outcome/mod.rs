//! What ballots come to: when a debate may end, how much agreement there is, which mode fits, and what the verdict says.
//!
//! All of it is decided from what `ballots` counts and `measure` measures, never from prose. Not here: the counting itself.
pub mod choice;
pub mod exit;
pub(crate) mod label;
pub mod thresholds;
pub mod verdict;
