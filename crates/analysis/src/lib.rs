//! How a debate is measured and decided: which positions oppose each other, when to stop, what the verdict is.
//!
//! Pure functions over a [`debate::Debate`]. What is read here is structured fields first (votes, confidences) and words
//! second; the reader of words is lexical, weak, and knows it: it may miss that two positions agree, it tries hard not to
//! miss that they don't. Not here: who speaks next (`formats`), and any model.
pub mod accounting;
pub mod argument;
pub mod arithmetic;
pub mod backing;
pub mod bm25;
pub mod checks;
pub mod choice;
pub mod convergence;
pub mod crux;
pub mod decide;
pub mod diversity;
pub mod exit;
pub mod found;
pub mod groupthink;
pub mod interaction;
pub mod interval;
pub mod labelling;
mod language;
pub mod lexical;
mod linear;
mod lists;
pub mod metrics;
pub mod news;
pub mod opposition;
pub mod passages;
pub mod positions;
pub mod relation;
pub mod safety;
pub mod signs;
pub mod similarity;
pub mod stability;
pub mod stance;
pub mod statistics;
pub mod summary;
pub mod thresholds;
pub mod typing;
pub mod verdict;
pub mod voices;
mod words;

pub use verdict::{Label, Verdict};
