//! Relations of verbs that say what becomes of something: `lets debts grow`, `makes errors cheaper`, `keeps people from voting`, `means delay` (P-02).
//!
//! What comes about is told with its verb or its adjective. Not here: verbs whose object alone is brought about (`causal`).
use super::causal::{Relation, is_agent, is_doer, is_told, made, object};
use super::cues::{Cue, Kind};
use super::lists::WORDS;
use super::tokens::Word;
use debate::Polarity;
use std::ops::Range;

/// The most words of what is changed, before how.
const CHANGED: usize = 5;

/// The most words of a clause that something means.
const MOST: usize = 20;

/// The relation of such a verb with what stands behind it; `None` outside where the verb is another, inside where it makes no relation.
pub(super) fn relation(
    words: &[Word<'_>],
    subject: &Range<usize>,
    behind: Range<usize>,
    cue: &Cue,
    hedges: usize,
) -> Option<Option<Relation>> {
    let low = |at: usize| words.get(at).map(|it| it.low.as_str()).unwrap_or_default();
    let effect = match cue.kind {
        Kind::Lets => lets(words, &behind, cue),
        Kind::Makes if cue.base == "keep" && out(words, &behind).is_some() => out(words, &behind),
        Kind::Makes => makes_it(words, &behind, cue).or_else(|| makes(words, &behind, cue)),
        Kind::Gives => gives(words, &behind),
        Kind::Means => means(words, &behind).filter(|_| !names_word(words, subject)),
        Kind::Verb | Kind::Weak | Kind::From | Kind::State | Kind::Noun | Kind::Fruit => return None,
    };
    // `Makes people set it`: whose name is elsewhere.
    let points = |it: &Range<usize>| it.clone().any(|at| matches!(low(at), "it" | "them" | "him" | "her" | "this"));
    let effect = effect.filter(|it| !points(it));
    // Who makes or allows something is no cause of it.
    let is_doer = cue.kind != Kind::Means && is_agent(words, subject);
    let is_out = cue.base == "keep" && effect.as_ref().is_some_and(|it| low(it.end) == "out");
    let is_kept = |it: &Range<usize>| it.clone().any(|at| low(at) == "from" && low(at + 1).ends_with("ing"));
    let is_against = cue.kind == Kind::Makes && (is_out || effect.as_ref().is_some_and(is_kept));
    let found = effect.filter(|_| !is_doer).map(|effect| {
        let it = made(subject.clone(), effect, cue, hedges);
        if !is_against {
            return it;
        }
        // `Keep rats out of a heap`: all of it is said.
        let stop = (it.said.end..behind.end).find(|at| low(*at) != "out" && low(*at) != "of").filter(|_| is_out);
        let whole = stop.and_then(|at| object(words, at, behind.end)).filter(|_| is_out);
        let end = whole.map_or(it.said.end + usize::from(is_out), |it| it.end);
        Relation { polarity: Polarity::Hinders, said: it.said.start..end, ..it }
    });
    Some(found)
}

/// `Lets debts grow`, `allows errors to spread`.
fn lets(words: &[Word<'_>], behind: &Range<usize>, cue: &Cue) -> Option<Range<usize>> {
    let found = object(words, behind.start, behind.end)?;
    let part = words.get(found.clone())?;
    let has_verb = if cue.base == "let" {
        // A noun and its verb, which is no noun behind a preposition.
        part.len() > 1 && part.iter().skip(1).any(|it| is_bare_verb(&it.low))
    } else if cue.base == "help" {
        // `Helps children learn`, `helps to reduce waste`.
        return helps(words, found);
    } else {
        part.iter().skip(1).any(|it| it.low == "to")
    };
    let is_aside = part.iter().any(|it| matches!(it.low.as_str(), "alone" | "go" | "down") && cue.base == "let");
    (has_verb && !is_aside).then_some(found)
}

/// `Helps children learn`, `helps pupils to read`: somebody and a verb.
fn helps(words: &[Word<'_>], found: Range<usize>) -> Option<Range<usize>> {
    let part = words.get(found.clone())?;
    let noun = part.iter().take(CHANGED).position(|it| is_doer(&it.low))?;
    let next = part.get(noun + 1)?.low.as_str();
    (next == "to" || is_bare_verb(next)).then_some(found)
}

/// `Gives pupils time`, `provides jobs`: what is had, with who has it.
fn gives(words: &[Word<'_>], behind: &Range<usize>) -> Option<Range<usize>> {
    let low = |at: usize| words.get(at).map(|it| it.low.as_str()).unwrap_or_default();
    let found = object(words, behind.start, behind.end)?;
    let is_idle = WORDS.has("given_nothing", low(found.start));
    (!is_idle && words.get(found.clone())?.len() > 1).then_some(found)
}

/// `Makes it harder to vote`: what becomes harder.
fn makes_it(words: &[Word<'_>], behind: &Range<usize>, cue: &Cue) -> Option<Range<usize>> {
    let low = |at: usize| words.get(at).map(|it| it.low.as_str()).unwrap_or_default();
    let is_made = low(behind.start) == "it" && cue.base == "make";
    let at = behind.start + 1 + usize::from(matches!(low(behind.start + 1), "more" | "less" | "very" | "so" | "too"));
    let is_so = WORDS.has("made_so", low(at)) || WORDS.has("made_it", low(at));
    let to = at + 1;
    let is_whole = low(to) == "to" || (low(to) == "for" && (to..behind.end).any(|it| low(it) == "to"));
    let stop =
        (to..behind.end).find(|at| words.get(*at).is_some_and(|it| it.punctuation != super::tokens::Punctuation::None));
    let effect = behind.start + 1..stop.unwrap_or(behind.end);
    let part = words.get(effect.clone())?;
    (is_made && is_so && is_whole && part.len() <= MOST && !is_told(part)).then_some(effect)
}

/// A word that is as a verb behind `let` and a noun: no determiner, no preposition, no ending of another kind.
fn is_bare_verb(low: &str) -> bool {
    let is_small = (WORDS.has("edges", low) || WORDS.has("breaks", low)) && !matches!(low, "have" | "be" | "do");
    !is_small && !["s", "ed", "ing", "ly"].iter().any(|it| low.ends_with(it))
}

/// `Makes errors cheaper`, `keeps people from voting`, `leaves cards blocked`.
fn makes(words: &[Word<'_>], behind: &Range<usize>, cue: &Cue) -> Option<Range<usize>> {
    let low = |at: usize| words.get(at).map(|it| it.low.as_str()).unwrap_or_default();
    let found = object(words, behind.start, behind.end)?;
    let is_barred = cue.base == "make" && WORDS.has("made_nothing", low(found.start));
    let so = |at: usize| {
        let word = low(at);
        let is_adjective = WORDS.has("made_so", word)
            || (word.len() > 5 && WORDS.words("made_ending").any(|it| word.ends_with(it)))
            || (cue.base != "make" && word.len() > 4 && word.ends_with("ed"));
        // Behind its noun, and with none of its own.
        let next = low(at + 1);
        let is_last = at + 1 >= found.end
            || words.get(at + 1).is_none_or(|it| it.punctuation != super::tokens::Punctuation::None)
            || WORDS.has("breaks", next)
            || matches!(next, "to" | "and" | "for" | "enough" | "if" | "when" | "because" | "until");
        let before = low(at - 1);
        let is_behind_noun = !WORDS.has("edges", before) || matches!(before, "more" | "less" | "too" | "very");
        is_adjective && is_last && is_behind_noun
    };
    let from = |at: usize| low(at) == "from" && low(at + 1).ends_with("ing") && matches!(cue.base, "keep");
    // `Makes a waiter sort the room`.
    let agent =
        |at: usize| found.contains(&(at + 2)) && is_doer(low(at)) && is_bare_verb(low(at + 1)) && cue.base == "make";
    let acts = (found.start..found.end.min(found.start + 2)).any(agent);
    // `Turns the work into the number`.
    if matches!(cue.base, "turn" | "transform" | "convert") {
        return (found.start + 1..found.end).any(|at| low(at) == "into").then_some(found);
    }
    let has_change = acts || (found.start + 1..found.end.min(found.start + 1 + CHANGED)).any(|at| so(at) || from(at));
    (has_change && !is_barred).then_some(found)
}

/// `Keeps rats out`: what is kept out.
fn out(words: &[Word<'_>], behind: &Range<usize>) -> Option<Range<usize>> {
    let low = |at: usize| words.get(at).map(|it| it.low.as_str()).unwrap_or_default();
    let at = (behind.start + 1..behind.end.min(behind.start + CHANGED)).find(|at| low(*at) == "out")?;
    let is_plain = |at: usize| {
        let word = low(at);
        !WORDS.has("edges", word) && !WORDS.has("persons", word) && !WORDS.has("breaks", word)
    };
    let is_article = matches!(low(behind.start), "the" | "a" | "an");
    let from = behind.start + usize::from(is_article);
    (from < at && (from..at).all(is_plain)).then_some(from..at)
}

/// `Means delay`, `means that the shop closes`.
fn means(words: &[Word<'_>], behind: &Range<usize>) -> Option<Range<usize>> {
    let is_that = words.get(behind.start).is_some_and(|it| it.low == "that");
    let begin = behind.start + usize::from(is_that);
    let is_barred = words.get(begin).is_none_or(|it| {
        matches!(it.low.as_str(), "to" | "that" | "what" | "business" | "well" | "something" | "exactly")
            || it.is_quoted
    });
    let is_clause = words.get(begin).is_some_and(|it| matches!(it.low.as_str(), "we" | "they" | "people" | "you"));
    if is_clause {
        // All that follows is what it means.
        let whole = begin..behind.end;
        return (whole.len() > 2 && whole.len() <= MOST && !is_told(words.get(whole.clone())?)).then_some(whole);
    }
    object(words, begin, behind.end).filter(|it| !is_barred && it.len() > 1)
}

/// Whether a subject is a word whose meaning is told.
fn names_word(words: &[Word<'_>], subject: &Range<usize>) -> bool {
    let part = words.get(subject.clone()).unwrap_or_default();
    part.iter().any(|it| {
        it.is_quoted
            || matches!(it.low.as_str(), "word" | "words" | "term" | "phrase" | "name" | "sentence" | "symbol" | "sign")
    })
}
