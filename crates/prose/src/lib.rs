//! Texts read without a model: what their words say, whether two contradict each other, what kind of evidence they are, what they compute.
//!
//! Pure functions over texts, most of them in English alone. For panels, where nobody votes, for grouping without a model, for checks of
//! claims and for recall. Not here: anything that a debate is decided by (`analysis::ballots`), and any network (`local`).
pub mod arithmetic;
mod language;
pub mod lexical;
mod linear;
pub mod lists;
pub mod opposition;
pub mod relation;
pub mod signs;
pub mod similarity;
pub mod thresholds;
pub mod typing;
pub mod words;
