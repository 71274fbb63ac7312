//! What claims rest on: what each kind of evidence is worth, whether a claim holds, and where a text speaks of it.
//!
//! Not here: which kind of evidence a text is (`prose::typing`), and what follows from a claim that falls (`argument`).
pub mod backing;
pub mod bm25;
pub mod checks;
pub mod found;
pub mod passages;
pub mod thresholds;
