//! Passages of a corpus, word for word: those nearest to a query, and the chunks that a log stores.
//!
//! Not here: how near a sentence is (`corpus`), and which beliefs are relevant (`recall`).
use super::Similar;
use super::corpus::{Corpus, Nearness, Sentence};
use crate::beliefs::lists::WORDS;
use crate::beliefs::{stands_in, tokens};
use debate::persona::Quote;
use debate::{Chunk, ChunkId, Persona, text};
use std::collections::BTreeSet;

/// The most passages of a turn. Ours: 400 tokens are about a dozen sentences, and each has a neighbour.
const MOST_PASSAGES: usize = 8;
/// The share of the best score below which a sentence only fills the room. Ours: measured on `tests/gold/retrieval`.
const LEAST_SHARE: f64 = 0.4;

/// A passage near to a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The words, with the sentence beside them that they need.
    pub quote: Quote,
    /// Where they stand: the file, and the part of it.
    pub source: String,
    /// How near their sentence is.
    pub near: Nearness,
}

/// The nearest passages, nearest first, at most `room` tokens in all. A sentence that leans on the one before it comes with it; what room is
/// left goes to the sentences that follow.
pub fn passages(corpus: &Corpus<'_>, near: &[Nearness], room: usize) -> Vec<Passage> {
    let least = near.first().map_or(0.0, |it| it.score * LEAST_SHARE);
    let (mut taken, mut left) = (Vec::<(Passage, usize)>::new(), room);
    for it in near.iter().filter(|it| it.score >= least) {
        let Some(sentence) = corpus.sentences.get(it.at) else { continue };
        let before = leans(sentence.text).then(|| corpus.at(it.at.checked_sub(1)?, sentence)).flatten();
        let whole = before.and_then(|before| run(before, sentence)).unwrap_or_else(|| text::one_line(sentence.text));
        let alone = text::one_line(sentence.text);
        let Some(words) = [whole, alone].into_iter().find(|it| text::tokens(it) <= left) else { continue };
        let is_new =
            taken.iter().all(|(it, _)| !stands_in(&words, &it.quote.text) && !stands_in(&it.quote.text, &words));
        if taken.len() < MOST_PASSAGES && is_new {
            left -= text::tokens(&words);
            let quote = Quote { text: words, chunk: sentence.chunk.id.clone() };
            taken.push((Passage { quote, source: sentence.chunk.source.clone(), near: *it }, it.at));
        }
    }
    let starts: BTreeSet<usize> = taken.iter().map(|it| it.1).collect();
    for (passage, at) in &mut taken {
        let next = at.checked_add(1).filter(|it| !starts.contains(it)).and_then(|next| {
            let sentence = corpus.sentences.get(*at)?;
            corpus.at(next, sentence)
        });
        let Some(next) = next.map(|it| text::one_line(it.text)) else { continue };
        let longer = format!("{} {next}", passage.quote.text);
        let more = text::tokens(&longer).saturating_sub(text::tokens(&passage.quote.text));
        if more <= left && crate::beliefs::is_verbatim(&longer, &chunk_text(corpus, *at)) {
            left -= more;
            passage.quote.text = longer;
        }
    }
    taken.into_iter().map(|it| it.0).collect()
}

fn chunk_text(corpus: &Corpus<'_>, at: usize) -> String {
    corpus.sentences.get(at).map(|it| it.chunk.text.clone()).unwrap_or_default()
}

/// Whether a sentence begins with a word that refers to the one before it.
pub(super) fn leans(sentence: &str) -> bool {
    tokens::words(sentence).first().is_some_and(|it| WORDS.has("leaning", &it.low))
}

/// Two neighbouring sentences as they stand in their chunk.
fn run(before: &Sentence<'_>, sentence: &Sentence<'_>) -> Option<String> {
    let both = format!("{} {}", text::one_line(before.text), text::one_line(sentence.text));
    crate::beliefs::is_verbatim(&both, &sentence.chunk.text).then_some(both)
}

impl<'a> Corpus<'a> {
    /// The sentence at an index, if it stands in the same chunk as another.
    fn at(&self, at: usize, other: &Sentence<'_>) -> Option<&Sentence<'a>> {
        self.sentences.get(at).filter(|it| it.chunk.id == other.chunk.id)
    }
}

/// The persona with the chunks that its beliefs and its contract name, and those nearest to `topic`, up to `most` in all: what a panel's log
/// stores. Named chunks are kept even beyond `most`.
pub fn kept(persona: &Persona, topic: &str, most: usize) -> Persona {
    let contract = &persona.contract;
    let quoted = contract.anchors.iter().chain(&contract.voice.examples).map(|it| &it.chunk);
    let nodes = persona.beliefs.nodes.iter().flat_map(|it| it.chunks.first());
    let edges = persona.beliefs.edges.iter().flat_map(|it| it.chunks.first());
    let mut wanted: BTreeSet<&ChunkId> = quoted.chain(nodes).chain(edges).collect();
    if persona.chunks.len() > most {
        let corpus = Corpus::of(persona);
        let near = corpus.nearest(topic, &Similar::default());
        for sentence in near.iter().filter_map(|it| corpus.sentences.get(it.at)) {
            if wanted.len() < most {
                wanted.insert(&sentence.chunk.id);
            }
        }
        // Aspects are not known yet: the rest comes from all over the corpus.
        for chunk in persona.chunks.iter().step_by(persona.chunks.len().div_ceil(most.max(1))) {
            if wanted.len() < most {
                wanted.insert(&chunk.id);
            }
        }
    } else {
        wanted.extend(persona.chunks.iter().map(|it| &it.id));
    }
    let chunks: Vec<Chunk> = persona.chunks.iter().filter(|it| wanted.contains(&it.id)).cloned().collect();
    let mut kept = Persona { chunks, ..persona.clone() };
    // References to chunks that are not kept are removed; the first is kept if it existed.
    let ids: BTreeSet<ChunkId> = kept.chunks.iter().map(|it| it.id.clone()).collect();
    let is_kept = |it: &ChunkId| ids.contains(it);
    let sources = kept
        .beliefs
        .nodes
        .iter_mut()
        .map(|it| &mut it.chunks)
        .chain(kept.beliefs.edges.iter_mut().map(|it| &mut it.chunks));
    sources.filter(|it| it.first().is_some_and(is_kept)).for_each(|it| it.retain(is_kept));
    kept
}
