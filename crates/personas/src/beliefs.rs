//! Beliefs out of chunks, without a model (P-02): only what an author expressed.
use debate::{BeliefGraph, Chunk};

/// The beliefs that chunks express; every node and edge names the chunks it stands in.
pub fn beliefs(_chunks: &[Chunk]) -> BeliefGraph {
    BeliefGraph::default()
}
