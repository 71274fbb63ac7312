//! Detecting disagreement without a model, and conclusions from cards (P-06, P-24, P-30, P-31, P-40, P-41, Q-22).
//!
//! Everything derives from participants' statements. Not here: when it is called (`formats::panel`).
mod agreement;
mod aspects;
mod belief_updates;
mod candidates;
mod card;
mod clash;
mod dispute;
mod downstream;
pub mod findings;
mod graph;
mod likeness;
mod matrix;
mod nearness;
mod phrase;
pub mod positions;
mod room_statements;
mod same_crux;
mod shared;
mod shifts;
mod subject;
pub mod thresholds;

pub use agreement::is_closed_as_agreed;
pub use aspects::aspects;
pub use belief_updates::{BeliefUpdates, Change, belief_updates, belief_updates_before};
pub use candidates::{Candidate, candidates, candidates_of, comparisons, contradictions, opposite_edges};
pub use card::{card, verified};
pub use clash::{clash_pairs, parts};
pub use dispute::{Takes, disputes, exclude, is_dispute, takes};
pub use graph::{ClaimEdge, ClaimGraph, ClaimNode, graph};
pub use matrix::{Cell, Row, is_cited, matrix, unanswered};
pub use nearness::Nearness;
pub use phrase::{affirmed, otherwise, whether};
pub use same_crux::{cores_pairs, same_core, same_question};
pub use shifts::{
    Ended, Moved, Shift, SkippedDispute, Synthesis, is_crux, outcome, shifts, synthesis, unfinished, why_no_card,
};
