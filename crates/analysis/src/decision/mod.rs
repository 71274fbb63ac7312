//! Conclusions from ballots: exit conditions, label, choice of mode, and verdict.
//!
//! Everything is derived from `ballots` and `measure`, never from prose. Not here: counting.
pub mod choice;
pub mod exit;
pub(crate) mod label;
pub mod thresholds;
pub mod verdict;
