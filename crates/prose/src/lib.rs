//! Text analysis without a model: comparing two texts, detecting contradictions, classifying evidence, evaluating arithmetic.
//!
//! Pure functions, most of them for English only. Used for panels, for grouping without a model, for checking claims and for recall. Not
//! here: anything that decides a debate (`analysis::ballots`), and networks (`local`).
pub mod arithmetic;
pub mod evidence_kind;
pub mod features;
mod language;
pub mod lexical;
mod linear;
pub mod lists;
pub mod opposition;
pub mod relation;
pub mod similarity;
pub mod thresholds;
pub mod words;
