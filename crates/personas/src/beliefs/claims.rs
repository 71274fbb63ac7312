//! Theses: whole sentences that stand alone and that their author would sign, and the kind of a belief (P-02).
//!
//! A thesis is about something that it names, in the present, in general, and is stated: no anecdote, opening, question or announcement, and no
//! pronoun without its noun. Not here: causes and effects (`causal`), whose view it is (`stance`), and which theses are kept (`merging`).
use super::lists::WORDS;
use super::own;
use super::stance;
use super::tokens::Word;
use debate::belief::NodeKind;
use std::ops::Range;

/// The length of a thesis, in words. Ours: shorter ones mostly lean on their neighbours, longer ones are arguments.
const LENGTH: Range<usize> = 9..37;
/// The number of words at the beginning that may not refer to another sentence. Ours: later pronouns have their noun in the sentence.
const BEGINNING: usize = 8;
/// The number of words after which a number at the beginning no longer counts things of one case.
const COUNTED: usize = 4;
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

/// The thesis of a sentence, if it is one.
pub(crate) fn thesis(sentence: &str, words: &[Word<'_>]) -> Option<Thesis> {
    let is_whole = sentence.starts_with(|it: char| it.is_uppercase()) && sentence.trim_end().ends_with('.');
    let is_stated =
        is_whole && own::has_main_verb(words) && LENGTH.contains(&words.len()) && stance::is_own(sentence, words);
    (is_stated && stands_alone(words) && is_general(words))
        .then(|| Thesis { words: 0..words.len(), strength: strength(words) })
}

/// Whether a sentence needs none before it: it begins with what it is about, and no word points elsewhere.
fn stands_alone(words: &[Word<'_>]) -> bool {
    let has = |list: &str, it: &Word<'_>| WORDS.has(list, &it.low) || WORDS.has(list, it.bare());
    let Some(first) = words.first() else { return false };
    let is_opening = ["leaning", "opening", "pointing", "persons"].iter().any(|it| has(it, first));
    let is_joined = matches!(first.low.as_str(), "and" | "but" | "so" | "yet");
    let points =
        words.iter().any(|it| has("elsewhere", it)) || words.iter().take(BEGINNING).any(|it| has("standing_for", it));
    !is_opening && !is_joined && !points && !(0..words.len()).any(|at| own::is_pointing_that(words, at))
}

/// Whether a sentence is a general statement: about all of a kind, or about what ought to be; in the present tense, and about nobody in particular.
fn is_general(words: &[Word<'_>]) -> bool {
    let any = |list: &str| words.iter().any(|it| WORDS.has(list, &it.low));
    let first = words.first().map(|it| it.low.as_str()).unwrap_or_default();
    let (is_now, is_demand) = (any("present"), WORDS.any("normative", words));
    let ends = |low: &str| WORDS.words("endings").any(|it| low.ends_with(it));
    let is_kind = match first {
        "the" => false,
        "a" | "an" => is_now,
        low if WORDS.has("general", low) => true,
        low if low.ends_with('s') && low.len() > 3 && !WORDS.has("edges", low) => is_now,
        low => low.ends_with("ing") || ends(low) || WORDS.has("abstract", low),
    };
    let is_counted = words.iter().take(COUNTED).any(|it| WORDS.has("numbers", &it.low));
    let has_figure = words.iter().any(|it| it.low.chars().any(|it| it.is_ascii_digit()));
    // A name within a sentence is somebody or some place in particular.
    let has_name = words.iter().skip(1).any(|it| it.raw.starts_with(char::is_uppercase));
    let is_of_author = words.iter().any(|it| WORDS.has("ourselves", &it.low) || WORDS.has("ourselves", it.bare()));
    let is_event = words.iter().any(|it| WORDS.has("told", &it.low) && !WORDS.has("participles", &it.low));
    (is_kind || is_demand) && !is_counted && !has_figure && !has_name && !is_event && !is_of_author
}

/// How strongly a thesis is stated: demands count most, then values and universal words; hedges count against it.
fn strength(part: &[Word<'_>]) -> f64 {
    let count = |list: &str, most: usize| WORDS.count(list, part).min(most) as f64;
    let told = 1.0 + 1.5 * count("normative", 1) + 0.5 * count("values", 2) + 0.5 * count("universal", 2);
    (told - 0.5 * count("hedges", 2)).max(0.1)
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
