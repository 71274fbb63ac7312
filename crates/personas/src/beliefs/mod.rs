//! Extracts beliefs from chunks without a model (P-02): only what an author expressed.
//!
//! Each chunk is read by itself ([`of_chunk`]), so that a build can stop between two; the findings are then merged ([`merged`]). Not here: the
//! extraction by a model (`model`), and how beliefs change (`analysis`).
pub(crate) mod causal;
mod changes;
mod claims;
mod cleft;
pub(crate) mod cues;
mod cycles;
mod links;
pub(crate) mod lists;
mod merging;
pub(crate) mod own;
mod serving;
pub(crate) mod stance;
pub(crate) mod tokens;

pub use cycles::cycles;
pub use merging::{MOST_CLAIMS, MOST_EDGES, merged};

use causal::relations;
use claims::thesis;
use debate::belief::NodeKind;
use debate::{BeliefGraph, Chunk, ChunkId, Polarity, text};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tokens::{Punctuation, Word};

/// The length from which a word has a capital in a title, in letters. Ours: "and", "of" and "the" have none.
const TITLED: usize = 4;
/// The fewest such words that make a title. Ours: a sentence of three words may begin with two names.
const TITLE_LEAST: usize = 4;

/// A finding: something that a chunk says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The chunk.
    pub chunk: ChunkId,
    /// The content.
    pub said: Statement,
}

/// The content of a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Statement {
    /// A statement that something is so, or ought to be.
    Claim {
        /// The statement.
        what: BeliefText,
        /// How strongly it is stated, from 0 up: where there are too many, the strongest are kept.
        strength: f64,
    },
    /// A statement that something causes or prevents something else.
    Relation {
        /// The cause.
        cause: BeliefText,
        /// The effect.
        effect: BeliefText,
        /// Whether it causes or prevents.
        polarity: Polarity,
        /// The confidence, 0…1.
        confidence: f64,
        /// The author's own words from one end to the other, where they read by themselves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<String>,
    },
}

/// Words of a chunk, with kind and firmness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeliefText {
    /// As in the chunk, with white space collapsed.
    pub words: String,
    /// The kind of belief.
    pub kind: NodeKind,
    /// The firmness, 0…1.
    pub held: f64,
}

/// The beliefs that chunks express; every node and edge names its chunks.
pub fn beliefs(chunks: &[Chunk]) -> BeliefGraph {
    merged(chunks.iter().map(of_chunk))
}

/// The findings of a chunk, in order.
pub fn of_chunk(chunk: &Chunk) -> Vec<Finding> {
    // A line is a paragraph.
    let lines = chunk.text.lines().filter(|it| !is_title(it));
    let said = lines.flat_map(|line| {
        let sentences = tokens::sentences(line);
        let (held, surely) = (stance::held(&sentences), stance::surely_held(&sentences));
        let quoted = own::quoted(&sentences);
        // What follows a question may be half of its answer.
        let answers: Vec<bool> =
            [false].into_iter().chain(sentences.iter().map(|it| stance::is_question(it))).collect();
        let surely = surely.into_iter().zip(answers).map(|(surely, answers)| surely && !answers);
        let own = sentences.into_iter().zip(held.into_iter().zip(surely)).zip(quoted);
        let of_own = own.filter(|((_, (held, _)), quoted)| *held && !quoted).flat_map(|((it, (_, surely)), _)| {
            // A thesis has only its words to show whose it is.
            of_sentence(it).into_iter().filter(move |it| surely || matches!(it, Statement::Relation { .. }))
        });
        of_own.collect::<Vec<_>>()
    });
    said.map(|said| Finding { chunk: chunk.id.clone(), said }).collect()
}

/// Whether a paragraph is a title: its words begin with capitals. A title expresses no belief.
pub(crate) fn is_title(paragraph: &str) -> bool {
    let words = tokens::words(paragraph);
    let long: Vec<&Word<'_>> = words.iter().filter(|it| it.low.chars().count() >= TITLED).collect();
    let capital = long.iter().filter(|it| it.raw.starts_with(|c: char| c.is_uppercase() || c.is_numeric())).count();
    long.len() >= TITLE_LEAST && 5 * capital >= 4 * long.len()
}

/// Whether a text contains words, with white space collapsed and ignoring case.
pub fn stands_in(words: &str, text: &str) -> bool {
    let folded = |it: &str| text::one_line(it).to_lowercase();
    !words.trim().is_empty() && folded(text).contains(&folded(words))
}

/// Whether a text contains words literally, with white space collapsed, as quotations must.
pub fn is_verbatim(words: &str, text: &str) -> bool {
    !words.trim().is_empty() && text::one_line(text).contains(&text::one_line(words))
}

/// The kind of belief that a sentence expresses.
pub(crate) fn kind_of(sentence: &str) -> NodeKind {
    let words = tokens::words(sentence);
    claims::kind(&words, &words)
}

/// The findings of a sentence, in order.
pub(crate) fn of_sentence(sentence: &str) -> Vec<Statement> {
    let words = tokens::words(sentence);
    let held = |range: &Range<usize>| -> Option<BeliefText> {
        let part = words.get(range.clone())?;
        let kind = claims::kind(part, &words);
        Some(BeliefText { words: said(sentence, part)?, kind, held: claims::held(&words) })
    };
    let mut found = Vec::new();
    for it in relations(sentence, &words) {
        if let (Some(cause), Some(effect)) = (held(&it.cause), held(&it.effect)) {
            let clause = spoken(sentence, &words, it.said);
            found.push(Statement::Relation { cause, effect, polarity: it.polarity, confidence: it.sure, clause });
        }
    }
    // An edge says what its sentence says.
    if let Some(it) = thesis(sentence, &words).filter(|_| found.is_empty()) {
        found.extend(held(&it.words).map(|what| Statement::Claim { what, strength: it.strength }));
    }
    found
}

/// The words in which a relation is said, with the article before them; none where they are too many.
fn spoken(sentence: &str, words: &[Word<'_>], range: Range<usize>) -> Option<String> {
    let before = range
        .start
        .checked_sub(1)
        .filter(|_| words.get(range.start).is_some_and(|it| it.punctuation == Punctuation::None));
    let is_article =
        before.and_then(|it| words.get(it)).is_some_and(|it| matches!(it.low.as_str(), "the" | "a" | "an"));
    let part = words.get(range.start - usize::from(is_article)..range.end)?;
    said(sentence, part).filter(|_| part.len() <= CLAUSE_WORDS)
}

/// The most words of the clause of a relation. Ours: two ends and what stands between them; a longer one does not read by itself.
pub(crate) const CLAUSE_WORDS: usize = 45;

/// Some words as in their sentence, with the punctuation between them.
fn said(sentence: &str, part: &[Word<'_>]) -> Option<String> {
    let (first, last) = (part.first()?, part.last()?);
    Some(text::one_line(sentence.get(first.at.start..last.at.end)?))
}
