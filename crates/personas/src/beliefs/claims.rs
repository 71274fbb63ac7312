//! Theses: what an author holds without stating an effect, recognized by wording, and the kind of a belief (P-02).
//!
//! Not here: causes and effects (`causal`), and which theses are kept (`merging`).
use super::causal::{is_asserted, is_question};
use super::lists::WORDS;
use super::tokens::{Punctuation, Word};
use debate::belief::NodeKind;
use std::ops::Range;

/// The length of a thesis, in words. Ours: shorter is a fragment, longer is an argument.
const LENGTH: Range<usize> = 6..46;
/// The strength from which a clause is a thesis. Ours: a demand, or a value with a universal word.
const STRONG: f64 = 1.5;
/// The firmness of a statement without hedges, and the factor for each hedge. Ours: nobody is sure of everything.
const HELD: f64 = 0.9;
const HEDGED: f64 = 0.8;
/// The most hedges that count.
const MOST_HEDGES: usize = 3;

/// A thesis, as a range of the words of its sentence.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Thesis {
    pub(crate) words: Range<usize>,
    pub(crate) strength: f64,
}

/// The theses of a sentence: of its parts between semicolons, colons and dashes, those stated strongly.
pub(crate) fn theses(sentence: &str, words: &[Word<'_>]) -> Vec<Thesis> {
    if is_question(sentence) {
        return Vec::new();
    }
    let borders =
        (1..words.len()).filter(|it| words.get(*it).is_some_and(|word| word.punctuation == Punctuation::Strong));
    let ends: Vec<usize> = borders.chain([words.len()]).collect();
    let begins = [0].into_iter().chain(ends.iter().copied());
    let parts = begins.zip(&ends).map(|(begin, end)| begin..*end);
    parts.filter_map(|it| thesis(words, it)).collect()
}

fn thesis(words: &[Word<'_>], range: Range<usize>) -> Option<Thesis> {
    let part = words.get(range.clone()).filter(|it| LENGTH.contains(&it.len()))?;
    let is_own = is_asserted(words, range.end.checked_sub(1)?) && !part.iter().any(|it| it.is_quoted);
    let strength = strength(part);
    (is_own && strength >= STRONG).then_some(Thesis { words: range, strength })
}

/// How strongly a clause is stated: demands count most, then convictions, values and universal words; hedges and references to earlier
/// sentences count against it.
fn strength(part: &[Word<'_>]) -> f64 {
    let count = |list: &str, most: usize| WORDS.count(list, part).min(most) as f64;
    let leans = part.first().is_some_and(|it| WORDS.has("leaning", &it.low));
    let told = 1.5 * count("normative", 1) + count("convinced", 1) + count("values", 2) + 0.5 * count("universal", 2);
    told - 0.5 * count("hedges", 2) - if leans { 0.5 } else { 0.0 }
}

/// The kind of belief that some words of a sentence express.
pub(crate) fn kind(part: &[Word<'_>], sentence: &[Word<'_>]) -> NodeKind {
    let has = |list: &str, words: &[Word<'_>]| WORDS.count(list, words) > 0;
    if has("values", part) || has("demanding", part) {
        NodeKind::CoreValue
    } else if has("assuming", sentence) {
        NodeKind::Assumption
    } else if has("concluding", sentence) {
        NodeKind::Inference
    } else {
        NodeKind::FactualClaim
    }
}

/// The firmness of a belief, by the hedges of its sentence.
pub(crate) fn held(sentence: &[Word<'_>]) -> f64 {
    let hedges = WORDS.count("hedges", sentence).min(MOST_HEDGES);
    HELD * HEDGED.powi(i32::try_from(hedges).unwrap_or_default())
}
