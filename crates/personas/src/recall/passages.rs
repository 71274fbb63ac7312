//! Sentences of a corpus, word for word: those around beliefs, and the chunks that a log stores.
//!
//! Not here: which beliefs are relevant (`recall`), and the sentences nearest to a question (`quoted`).
use crate::beliefs::{stands_in, tokens};
use analysis::evidence::bm25::Bm25;
use debate::persona::Quote;
use debate::{Chunk, ChunkId, Persona, text};
use prose::lexical::{stems, subject};
use std::collections::BTreeSet;

/// For each belief in turn, the sentence of its chunk that contains its words, as far as they fit into `room` tokens.
pub(super) fn around(persona: &Persona, beliefs: &[String], query: &str, room: usize) -> Vec<Quote> {
    let asked: BTreeSet<String> = stems(query).into_iter().collect();
    let (mut taken, mut left) = (Vec::<Quote>::new(), room);
    for quote in beliefs.iter().filter_map(|it| best(persona, it, &asked)) {
        let tokens = text::tokens(&quote.text);
        if tokens <= left && taken.iter().all(|it| !stands_in(&quote.text, &it.text)) {
            left -= tokens;
            taken.push(quote);
        }
    }
    taken
}

/// Of a belief's chunks, the sentence that contains its words and most of the query's.
fn best(persona: &Persona, id: &str, asked: &BTreeSet<String>) -> Option<Quote> {
    let edge = persona.beliefs.edge(id);
    let ends = match edge {
        Some(edge) => vec![persona.beliefs.node(&edge.cause)?, persona.beliefs.node(&edge.effect)?],
        None => vec![persona.beliefs.node(id)?],
    };
    let holds = |sentence: &str| ends.iter().filter(|it| stands_in(&it.concept, sentence)).count();
    let shared = |sentence: &str| stems(sentence).into_iter().collect::<BTreeSet<_>>().intersection(asked).count();
    let chunks = persona.beliefs.chunks(id).iter().filter_map(|it| persona.chunk(it));
    let sentences = chunks.flat_map(|chunk| tokens::sentences(&chunk.text).into_iter().map(move |it| (chunk, it)));
    let best = sentences.rev().max_by_key(|(_, it)| (holds(it), shared(it)))?;
    Some(Quote { text: text::one_line(best.1), chunk: best.0.id.clone() })
}

/// The persona with the chunks that its beliefs and its contract name, and those nearest to `topic`, up to `most` in all: what a panel's log
/// stores. Named chunks are kept even beyond `most`.
pub fn kept(persona: &Persona, topic: &str, most: usize) -> Persona {
    let contract = &persona.contract;
    let quoted = contract.anchors.iter().chain(&contract.voice.examples).map(|it| &it.chunk);
    let nodes = persona.beliefs.nodes.iter().flat_map(|it| it.chunks.first());
    let edges = persona.beliefs.edges.iter().flat_map(|it| it.chunks.first());
    let mut wanted: BTreeSet<&ChunkId> = quoted.chain(nodes).chain(edges).collect();
    let index = Bm25::of(persona.chunks.iter().map(|it| it.text.as_str()));
    for (at, _) in index.rank(&subject(topic).join(" ")) {
        if wanted.len() < most {
            wanted.extend(persona.chunks.get(at).map(|it| &it.id));
        }
    }
    let chunks: Vec<Chunk> = persona.chunks.iter().filter(|it| wanted.contains(&it.id)).cloned().collect();
    let mut kept = Persona { chunks, ..persona.clone() };
    // References to chunks that are not kept are removed; the first is kept if it existed.
    let is_kept = |it: &ChunkId| kept.chunks.iter().any(|chunk| chunk.id == *it);
    let sources = kept
        .beliefs
        .nodes
        .iter_mut()
        .map(|it| &mut it.chunks)
        .chain(kept.beliefs.edges.iter_mut().map(|it| &mut it.chunks));
    sources.filter(|it| it.first().is_some_and(is_kept)).for_each(|it| it.retain(is_kept));
    kept
}
