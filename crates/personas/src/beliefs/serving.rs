//! Effects that are none: who is served or uses something is not brought about (P-02).
//!
//! Where the clause of a relation says with its verb that somebody is protected or taught, it is one. Not here: how ends are found (`causal`).
use super::causal::{Relation, head, is_agent};
use super::cues::{self, Cue, Kind, VerbForm};
use super::lists::WORDS;
use super::tokens::Word;
use debate::Polarity;

/// Whether an effect is somebody whom its cause serves, and who does nothing: who benefits is not brought about.
pub(super) fn is_for_somebody(words: &[Word<'_>], it: &Relation, cue: &Cue) -> bool {
    let is_served = cue.polarity == Polarity::Furthers && cue.kind != Kind::From && is_agent(words, &it.effect);
    let part = words.get(it.effect.clone()).unwrap_or_default();
    let acts = part.iter().any(|it| it.low == "to");
    // `Marriage strengthens families`, `fences are necessary for cattle`: what is served, or made more of, is no effect.
    let only_serves = (cue.polarity == Polarity::Furthers
        && (cue.kind == Kind::State || WORDS.has("serving", cue.base)))
        || cue.base == "cost";
    let is_needed =
        matches!(cue.base, "necessary" | "needed" | "required" | "vital" | "crucial" | "essential" | "important");
    // `Necessary to protect the weak`.
    let is_aim = is_needed && cues::at(part).any(|it| it.kind.is_verb() && it.form == VerbForm::Bare);
    let names_act = is_aim || part.first().is_some_and(|it| it.low.ends_with("ing"));
    // `Wind is a source of wind power`: nothing brings about itself.
    let (cause, effect) = (head(words, it.cause.clone()), head(words, it.effect.clone()));
    let is_empty = WORDS.has("empty", effect) || WORDS.has("empty", cause);
    // `A threat to keep children in line`.
    let is_verb = matches!(cue.kind, Kind::State | Kind::Noun)
        && !is_needed
        && part.first().is_some_and(|it| WORDS.has("imperative", &it.low));
    // `Helmets protect cyclists`: the clause says it.
    let says_whom = WORDS.has("serving_whom", cue.base);
    (is_served && !acts && !says_whom)
        || (only_serves && !says_whom && !names_act && !is_abstract(effect))
        || cause == effect
        || is_empty
        || is_verb
}

/// Whether a noun names no thing: a quality, an event, a state.
fn is_abstract(low: &str) -> bool {
    let ends = || WORDS.words("endings").any(|it| low.ends_with(it) || low.trim_end_matches('s').ends_with(it));
    !WORDS.has("had", low) && (WORDS.has("abstract", low) || (!WORDS.has("things", low) && ends()))
}
