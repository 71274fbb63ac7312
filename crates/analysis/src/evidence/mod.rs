//! Evidence of claims: weights, checks, and search in attached texts.
//!
//! Not here: classifying evidence (`prose::evidence_kind`), and the effect of a refuted claim (`argument`).
pub mod backing;
pub mod bm25;
pub mod checks;
pub mod passages;
pub mod thresholds;
pub mod tool_backing;
