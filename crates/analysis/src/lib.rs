//! How a debate is counted, measured and decided: what ballots come to, when to stop, what the verdict is.
//!
//! Pure functions over a [`debate::Debate`]. What decides is declared by the participants in fields of their answers (`ballots`); words are
//! read for display, for checks of claims and at panels, where nobody votes. Not here: who speaks next (`formats`), and any model.
pub mod accounting;
pub mod argument;
pub mod backing;
pub mod ballots;
pub mod bm25;
pub mod checks;
pub mod choice;
pub mod convergence;
pub mod crux;
pub mod diversity;
pub mod exit;
pub mod found;
pub mod groupthink;
pub mod interaction;
pub mod measure;
pub mod metrics;
pub mod news;
pub mod passages;
pub mod positions;
pub mod safety;
pub mod statistics;
pub mod summary;
pub mod thresholds;
pub mod verdict;
pub mod voices;

pub use verdict::{Label, Verdict};
