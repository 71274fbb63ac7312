//! Relations of cleft clauses: `What wears people out is X`, `X is what ruins shops` (P-02).
use super::causal::{Relation, head, is_agent, made, object, opened, subject};
use super::cues::{self, Kind, VerbForm};
use super::lists::WORDS;
use super::serving::is_for_somebody;
use super::tokens::Word;
use std::ops::Range;

/// Whether a clause is `What …` or `… is what …`.
pub(super) fn begins_cleft(words: &[Word<'_>], range: &Range<usize>) -> bool {
    let begin = opened(words, range);
    words.get(begin).is_some_and(|it| it.low == "what") || cleft_at(words, begin, range.end).is_some()
}

/// The place of `is` in `… is what …`.
fn cleft_at(words: &[Word<'_>], begin: usize, end: usize) -> Option<usize> {
    let is_what = |at: &usize| is_being(words, *at) && words.get(at + 1).is_some_and(|it| it.low == "what");
    (begin + 1..end).find(is_what)
}

fn is_being(words: &[Word<'_>], at: usize) -> bool {
    words.get(at).is_some_and(|it| matches!(it.low.as_str(), "is" | "are"))
}

/// `What wears people out is X`, `X is what ruins shops`.
pub(super) fn cleft(words: &[Word<'_>], range: &Range<usize>) -> Option<Relation> {
    let begin = opened(words, range);
    let cue = |at: usize| {
        let mut all = cues::at(words.get(at..range.end)?);
        all.find(|it| matches!(it.form, VerbForm::Third | VerbForm::Bare) && matches!(it.kind, Kind::Verb | Kind::Weak))
    };
    let (cause, effect, cue) = if words.get(begin)?.low == "what" {
        let cue = cue(begin + 1)?;
        let at = (begin + 2..range.end).find(|at| is_being(words, *at))?;
        (object(words, at + 1, range.end)?, object(words, begin + 1 + cue.len(), at)?, cue)
    } else {
        let at = cleft_at(words, begin, range.end)?;
        let cue = cue(at + 2)?;
        (subject(words, begin..at)?, object(words, at + 2 + cue.len(), range.end)?, cue)
    };
    // `What ruins shops`, but not `what slows drivers`: nobody is brought about or prevented.
    let is_somebody = is_agent(words, &effect) && !WORDS.has("institutions", head(words, effect.clone()));
    let is_odd = (cue.kind == Kind::Weak && is_agent(words, &cause)) || is_somebody;
    // All of it is said, `What` and its verb among it.
    let it = made(cause, effect, cue, 0);
    let said = begin..it.cause.end.max(it.effect.end);
    Some(Relation { said, ..it }).filter(|it| !is_odd && !is_for_somebody(words, it, cue))
}
