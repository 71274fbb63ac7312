//! Evidence of claims: weights, checks, and search in attached texts.
//!
//! Not here: classifying evidence (`prose::typing`), and the effect of a refuted claim (`argument`).
pub mod backing;
pub mod bm25;
pub mod checks;
pub mod found;
pub mod passages;
pub mod thresholds;
