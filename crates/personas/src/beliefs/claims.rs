//! Theses: whole sentences that stand alone and that their author would sign, and the kind of a belief (P-02).
//!
//! A thesis is about something that it names, in the present, in general, and is stated: no anecdote, opening, question or announcement, and no
//! pronoun without its noun. Not here: causes and effects (`causal`), whose view it is (`stance`), and which theses are kept (`merging`).
use super::cues::{self, VerbForm};
use super::lists::WORDS;
use super::own;
use super::stance;
use super::tokens::{Punctuation, Word};
use debate::belief::NodeKind;
use std::ops::Range;

/// The length of a thesis, in words. Ours: shorter ones mostly lean on their neighbours, longer ones are arguments.
const LENGTH: Range<usize> = 9..37;
/// The number of words at the beginning that may not refer to another sentence. Ours: later pronouns have their noun in the sentence.
const BEGINNING: usize = 5;
/// The same for pronouns that are objects.
const OBJECTS: usize = 9;
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
    // `But` and `and` lean on nothing that the sentence needs.
    let begin = usize::from(words.first().is_some_and(|it| matches!(it.low.as_str(), "but" | "and" | "yet")));
    let rest = words.get(begin..)?;
    (is_stated && stands_alone(rest) && is_general(rest))
        .then(|| Thesis { words: begin..words.len(), strength: strength(rest) })
}

/// Whether a sentence needs none before it: it begins with what it is about, and no word points elsewhere.
fn stands_alone(words: &[Word<'_>]) -> bool {
    let has = |list: &str, it: &Word<'_>| WORDS.has(list, &it.low) || WORDS.has(list, it.bare());
    let Some(first) = words.first() else { return false };
    let is_opening =
        !is_conditional(words) && ["leaning", "opening", "pointing", "persons"].iter().any(|it| has(it, first));
    let is_joined = matches!(first.low.as_str(), "and" | "but" | "so" | "yet");
    let points =
        words.iter().any(|it| has("elsewhere", it)) || words.iter().take(BEGINNING).any(|it| has("standing_for", it));
    // `On all of them`: an object's noun is seldom behind it.
    let points = points
        || words.iter().take(OBJECTS).any(|it| matches!(it.low.as_str(), "them" | "him" | "her" | "it"))
        || WORDS.any("opposing", words);
    // `A club isn't the same: …`.
    let is_compared =
        |pair: &[Word<'_>]| matches!(pair, [one, next] if one.low == "same" && next.punctuation != Punctuation::None);
    let points = points || words.windows(2).any(is_compared);
    // `Nobody means to, and …`.
    let points = points
        || words
            .windows(2)
            .any(|it| matches!(it, [one, next] if one.low == "to" && next.punctuation != Punctuation::None))
        || WORDS.has("modals", &first.low)
        || words.iter().any(|it| it.low == "considered");
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
        "a" | "an" => is_now || is_timeless(words),
        low if WORDS.has("general", low) => true,
        "if" | "what" => is_conditional(words),
        low if begins_no_noun(low) => false,
        low if is_many(low) => is_now || is_timeless(words),
        low if low.ends_with("ing") => has_verb(words),
        low => ends(low) || WORDS.has("abstract", low) || is_about_many(words) || is_common(words),
    };
    let is_counted = words.iter().take(COUNTED).any(|it| WORDS.has("numbers", &it.low));
    // `12`, `thirty-one`.
    let is_figure = |low: &str| {
        let tens = low.split_once('-').is_some_and(|(it, _)| WORDS.has("tens", it));
        tens || low.chars().any(|it| it.is_ascii_digit())
    };
    let has_figure = words.iter().any(|it| is_figure(&it.low));
    // A name within a sentence is somebody or some place in particular.
    let has_name = words.iter().skip(1).any(|it| it.raw.starts_with(char::is_uppercase));
    // `You` is everybody where the sentence is about all of a kind.
    let is_of_author = words.iter().any(|it| {
        let is_everybody = is_kind && matches!(it.bare(), "you" | "your");
        !is_everybody && (WORDS.has("ourselves", &it.low) || WORDS.has("ourselves", it.bare()))
    });
    let is_event = words.iter().any(|it| WORDS.has("told", &it.low) && !WORDS.has("participles", &it.low));
    (is_kind || is_demand) && !is_counted && !has_figure && !has_name && !is_event && !is_of_author
}

/// Whether a sentence begins with a condition, or with `what` and its verb, and is about nobody.
fn is_conditional(words: &[Word<'_>]) -> bool {
    let low = |at: usize| words.get(at).map(|it| it.low.as_str()).unwrap_or_default();
    let is_anybody = |it: &Word<'_>| {
        matches!(it.bare(), "you" | "your" | "it" | "they" | "them" | "their") || WORDS.has("ourselves", it.bare())
    };
    let is_if = low(0) == "if" && words.iter().skip(2).any(|it| it.punctuation == Punctuation::Comma);
    let acts = |it: &cues::Cue| it.form == VerbForm::Third;
    let is_what = low(0) == "what" && cues::at(words.get(1..).unwrap_or_default()).any(acts);
    (is_if || is_what) && is_timeless(words) && !words.iter().any(is_anybody)
}

/// Whether a sentence begins with a noun that is no name, and `is`.
fn is_common(words: &[Word<'_>]) -> bool {
    let [first, second, ..] = words else { return false };
    first.raw.starts_with(char::is_lowercase) && matches!(second.low.as_str(), "is" | "are") && is_timeless(words)
}

/// Whether a first word is no noun: `Allows everyone to …`, `Bring a bag`, `Sometimes`.
fn begins_no_noun(low: &str) -> bool {
    ["verbs", "helpers", "modals", "present", "adverbs", "imperative"].iter().any(|it| WORDS.has(it, low))
        || matches!(low, "allows" | "makes" | "helps" | "sometimes")
}

/// Whether a sentence has a verb of the present, and no word that may be a past tense.
fn is_timeless(words: &[Word<'_>]) -> bool {
    has_verb(words) && !words.iter().any(|it| it.low.ends_with("ed") || WORDS.has("past", &it.low))
}

/// Whether a word behind the first one is plainly a verb.
fn has_verb(words: &[Word<'_>]) -> bool {
    let is_verb = |at: usize| {
        let rest = words.get(at..).unwrap_or_default();
        let is_listed = ["helpers", "modals", "verbs", "present"]
            .iter()
            .any(|it| rest.first().is_some_and(|word| WORDS.has(it, &word.low)));
        is_listed || cues::at(rest).any(cues::Cue::is_finite)
    };
    (1..words.len()).any(is_verb)
}

/// Whether a word is a plural, by its ending.
fn is_many(low: &str) -> bool {
    low.ends_with('s') && low.len() > 3 && !low.ends_with("ss") && !low.ends_with("us") && !WORDS.has("edges", low)
}

/// Whether a sentence begins with a plural behind an adjective: `Overdue charges raise little money`.
fn is_about_many(words: &[Word<'_>]) -> bool {
    let low = |at: usize| words.get(at).map(|it| it.low.as_str()).unwrap_or_default();
    let is_plain = |low: &str| {
        !["edges", "breaks", "verbs", "present", "persons", "adverbs", "telling", "opening", "imperative"]
            .iter()
            .any(|it| WORDS.has(it, low))
            && !low.ends_with("ly")
    };
    let is_joined = words.get(1).is_some_and(|it| it.punctuation == Punctuation::None);
    let acts = ["helpers", "modals", "verbs", "present"].iter().any(|it| WORDS.has(it, low(2)))
        || cues::at(words.get(2..).unwrap_or_default()).any(|it| it.form == VerbForm::Bare);
    is_joined && is_plain(low(0)) && is_many(low(1)) && is_plain(low(1)) && acts && is_timeless(words)
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
