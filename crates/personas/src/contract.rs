//! A contract out of chunks, without a model (P-01): what a corpus does not say is absent.
use debate::{BeliefGraph, Chunk, Contract, Name};

/// Who somebody is, by what they wrote.
pub fn contract(name: &Name, _chunks: &[Chunk], _beliefs: &BeliefGraph) -> Contract {
    Contract { identity: name.to_string(), ..Contract::default() }
}
