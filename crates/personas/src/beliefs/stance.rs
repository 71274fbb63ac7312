//! Whose view a sentence tells, and whether it is held: not what is asked, supposed, denied, formerly held, ironic, or told of others, also over
//! several sentences (P-02).
//!
//! By words, and in doubt against: a view that is left out does no harm. Not here: what a sentence says (`causal`, `claims`).
use super::lists::WORDS;
use super::tokens::{self, Word};

/// How many sentences after a report may go on with it, and after one of opponents. Ours: a longer report is seldom without a word of its own; those that begin
/// with a pronoun go on with it anyway.
const GOES_ON: usize = 1;
const OPPOSED: usize = 3;
/// The most words between quotation marks that are a term and not a quotation.
const TERM: usize = 2;
/// The most words of a sentence that takes back the one before it: `That is a myth.`
const SHORT: usize = 12;

/// Whether a sentence is a question.
pub(crate) fn is_question(sentence: &str) -> bool {
    sentence.trim_end_matches(['"', '”', '\'', '’', ')', ' ']).ends_with('?')
}

/// Whether words report what somebody else says.
pub(crate) fn tells(words: &[Word<'_>]) -> bool {
    let told = |place: usize| {
        let before = words.get(place.saturating_sub(3)..place).unwrap_or_default();
        let is_own = before.iter().any(|it| matches!(it.low.as_str(), "i" | "we"));
        // `The bug reports`, `gets a say`.
        let is_noun = before.last().is_some_and(|it| WORDS.has("noun_markers", &it.low));
        let length = words.get(place..).and_then(|rest| WORDS.begins("telling", rest));
        length.is_some_and(|length| length > 1 || !is_noun) && !is_own
    };
    (0..words.len()).any(told)
}

/// Whether a sentence by itself tells its author's view of today, as it is and not as it would be.
pub(crate) fn is_own(sentence: &str, words: &[Word<'_>]) -> bool {
    let is_exclaimed = sentence.trim_end_matches(['"', '”', ')', ' ']).ends_with('!');
    let is_quoted = words.iter().filter(|it| it.is_quoted).count() > TERM;
    let is_unsure = ["former", "ironic", "supposing", "denying"].iter().any(|it| WORDS.any(it, words));
    !is_exclaimed && !is_quoted && !is_unsure && !tells(words)
}

/// Whether a sentence that reports nobody tells what its author holds today, denials among it.
pub(crate) fn is_sure(sentence: &str, words: &[Word<'_>]) -> bool {
    let is_exclaimed = sentence.trim_end_matches(['"', '”', ')', ' ']).ends_with('!');
    !is_exclaimed && !["former", "ironic", "supposing"].iter().any(|it| WORDS.any(it, words))
}

/// For each sentence of a paragraph, whether its author holds it, as far as its neighbours tell.
pub(crate) fn held(sentences: &[&str]) -> Vec<bool> {
    held_after(sentences, GOES_ON)
}

/// The same in doubt: for what reads like anybody's opinion, a report goes on for longer.
pub(crate) fn surely_held(sentences: &[&str]) -> Vec<bool> {
    held_after(sentences, OPPOSED)
}

fn held_after(sentences: &[&str], goes_on_for: usize) -> Vec<bool> {
    let words: Vec<Vec<Word<'_>>> = sentences.iter().map(|it| tokens::words(it)).collect();
    let mut held = vec![true; sentences.len()];
    let mut reported = 0_usize;
    for (at, words) in words.iter().enumerate() {
        let turns = words.iter().take(2).any(|it| WORDS.has("turning", &it.low)) || WORDS.any("own_view", words);
        if turns {
            reported = 0;
        }
        if let Some(it) = held.get_mut(at) {
            *it = reported == 0;
        }
        let goes_on = words.first().is_some_and(|it| WORDS.has("going_on", &it.low));
        reported = match (tells(words), reported) {
            (true, _) if WORDS.any("opposing", words) => OPPOSED,
            (true, _) => goes_on_for,
            (false, _) if WORDS.any("former", words) => goes_on_for,
            (false, left) if goes_on => left,
            (false, left) => left.saturating_sub(1),
        };
        // `People keep asking me where I stand`: what follows is the author's answer.
        if WORDS.any("asks_author", words) {
            reported = 0;
        }
        // `That is a myth.` takes back the sentence before it.
        let takes_back =
            words.len() <= SHORT && WORDS.begins("taking_back", words).is_some() && WORDS.any("refuting", words);
        if takes_back && let Some(before) = at.checked_sub(1).and_then(|it| held.get_mut(it)) {
            *before = false;
        }
        if takes_back && let Some(it) = held.get_mut(at) {
            *it = false;
        }
    }
    held
}
