//! Whose view a sentence tells, and whether it is held: not what is asked, supposed, denied, formerly held, ironic, or told of others, also over
//! several sentences (P-02).
//!
//! By words, and in doubt against: a view that is left out does no harm. Not here: what a sentence says (`causal`, `claims`).
use super::lists::WORDS;
use super::tokens::{self, Word};

/// How many sentences after a report may go on with it. Ours: a longer report is seldom without a word of its own.
const GOES_ON: usize = 3;
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
        let is_own = before.iter().any(|it| WORDS.has("own", &it.low));
        words.get(place..).is_some_and(|rest| WORDS.begins("telling", rest).is_some()) && !is_own
    };
    (0..words.len()).any(told)
}

/// Whether a sentence by itself tells its author's view of today, as it is and not as it would be.
pub(crate) fn is_own(sentence: &str, words: &[Word<'_>]) -> bool {
    let is_exclaimed = sentence.trim_end_matches(['"', '”', ')', ' ']).ends_with('!');
    let is_quoted = words.iter().any(|it| it.is_quoted) || sentence.contains(['"', '“', '”']);
    let is_unsure = ["former", "ironic", "supposing", "denying"].iter().any(|it| WORDS.any(it, words));
    !is_exclaimed && !is_quoted && !is_unsure && !tells(words)
}

/// For each sentence of a paragraph, whether its author holds it, as far as its neighbours tell.
pub(crate) fn held(sentences: &[&str]) -> Vec<bool> {
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
        reported = if tells(words) || WORDS.any("former", words) { GOES_ON } else { reported.saturating_sub(1) };
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
