//! What of a persona matters to what is being discussed (P-04): words and, where there are vectors, meaning.
use debate::{ChunkId, Persona};

/// Beliefs and chunks that matter, the closest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recalled {
    /// Ids of nodes and edges, three to five; none where nothing is relevant.
    pub beliefs: Vec<String>,
    /// The chunks they stand in, or that matter themselves.
    pub chunks: Vec<ChunkId>,
}

/// The texts whose nearness to a query is worth asking for: the words of every belief, by id.
pub fn candidates(persona: &Persona) -> Vec<(String, String)> {
    let ids = persona.beliefs.nodes.iter().map(|it| &it.id).chain(persona.beliefs.edges.iter().map(|it| &it.id));
    ids.filter_map(|id| Some((id.clone(), persona.beliefs.words(id)?))).collect()
}

/// What matters to `query`; `near` are the candidates' likenesses to it, in their order, where somebody has measured them.
pub fn recall(_persona: &Persona, _query: &str, _near: Option<&[f64]>) -> Recalled {
    Recalled::default()
}
