//! Beliefs out of chunks, without a model (P-02): only what an author expressed.
//!
//! A chunk is read by itself ([`of_chunk`]), so that a build can stop between two of them; what was found is then put together
//! ([`merged`]). Not here: how a model is asked for the same (`model`), and how beliefs move (`analysis`).
pub(crate) mod causal;
mod claims;
mod cues;
mod cycles;
pub(crate) mod lists;
mod merging;
pub(crate) mod tokens;

pub use cycles::cycles;
pub use merging::{MOST_CLAIMS, MOST_EDGES, merged};

use causal::relations;
use claims::theses;
use debate::belief::NodeKind;
use debate::{BeliefGraph, Chunk, ChunkId, Polarity, text};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tokens::Word;

/// From how many letters on a word has a capital in a title. Ours: "and", "of" and "the" have none.
const TITLED: usize = 4;
/// The fewest such words by which a title is told. Ours: a sentence of three words may begin with two names.
const TITLE_LEAST: usize = 4;

/// Something that a chunk says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Which chunk.
    pub chunk: ChunkId,
    /// What.
    pub said: Said,
}

/// What a chunk can say of what somebody holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Said {
    /// That something is so, or ought to be.
    Claim {
        /// What.
        what: Held,
        /// How strongly it is put, from 0 up: where there are too many, the strongest stay.
        strength: f64,
    },
    /// That something brings about, or prevents, something else.
    Relation {
        /// What does.
        cause: Held,
        /// What is brought about or prevented.
        effect: Held,
        /// Which of both.
        polarity: Polarity,
        /// How sure, 0…1.
        confidence: f64,
    },
}

/// Words of a chunk with how they are held.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// As they stand in the chunk, its white space folded.
    pub words: String,
    /// What kind of belief they are.
    pub kind: NodeKind,
    /// How firmly they are held, 0…1.
    pub held: f64,
}

/// The beliefs that chunks express; every node and edge names the chunks it stands in.
pub fn beliefs(chunks: &[Chunk]) -> BeliefGraph {
    merged(chunks.iter().map(of_chunk))
}

/// What a chunk says, in its order.
pub fn of_chunk(chunk: &Chunk) -> Vec<Finding> {
    // A line is a paragraph.
    let lines = chunk.text.lines().filter(|it| !is_title(it));
    let said = lines.flat_map(tokens::sentences).flat_map(of_sentence);
    said.map(|said| Finding { chunk: chunk.id.clone(), said }).collect()
}

/// Whether a paragraph is a title, which names what is talked about and holds nothing: its words begin with capitals.
pub(crate) fn is_title(paragraph: &str) -> bool {
    let words = tokens::words(paragraph);
    let long: Vec<&Word<'_>> = words.iter().filter(|it| it.low.chars().count() >= TITLED).collect();
    let capital = long.iter().filter(|it| it.raw.starts_with(|c: char| c.is_uppercase() || c.is_numeric())).count();
    long.len() >= TITLE_LEAST && 5 * capital >= 4 * long.len()
}

/// Whether words stand in a text: white space folded, upper and lower case alike.
pub fn stands_in(words: &str, text: &str) -> bool {
    let folded = |it: &str| text::one_line(it).to_lowercase();
    !words.trim().is_empty() && folded(text).contains(&folded(words))
}

/// Whether words stand in a text letter for letter, white space folded: what a quotation must.
pub fn is_verbatim(words: &str, text: &str) -> bool {
    !words.trim().is_empty() && text::one_line(text).contains(&text::one_line(words))
}

/// What a sentence says, in its order.
pub(crate) fn of_sentence(sentence: &str) -> Vec<Said> {
    let words = tokens::words(sentence);
    let held = |range: &Range<usize>| -> Option<Held> {
        let part = words.get(range.clone())?;
        let kind = claims::kind(part, &words);
        Some(Held { words: said(sentence, part)?, kind, held: claims::held(&words) })
    };
    let mut found = Vec::new();
    for it in relations(sentence, &words) {
        if let (Some(cause), Some(effect)) = (held(&it.cause), held(&it.effect)) {
            found.push(Said::Relation { cause, effect, polarity: it.polarity, confidence: it.sure });
        }
    }
    for it in theses(sentence, &words) {
        found.extend(held(&it.words).map(|what| Said::Claim { what, strength: it.strength }));
    }
    found
}

/// Some words as they stand in their sentence, with the marks between them.
fn said(sentence: &str, part: &[Word<'_>]) -> Option<String> {
    let (first, last) = (part.first()?, part.last()?);
    Some(text::one_line(sentence.get(first.at.start..last.at.end)?))
}
