//! Relations between clauses: `A, so B`, `do A, and B will follow`, `without A there is no B` (P-02).
//!
//! Reasons after `because` are left out, since most are reasons of the author's and no causes, and so are suppositions after `if`. Not here:
//! relations within a clause (`causal`).
use super::causal::{Relation, is_verb, named, spanned};
use super::cues;
use super::lists::WORDS;
use super::tokens::{Punctuation, Word};
use debate::Polarity;
use std::ops::Range;

/// How many words a clause may have. Ours: longer ones contain others.
const LENGTH: Range<usize> = 2..23;
/// How many words a noun and what belongs to it may have.
const PHRASE: Range<usize> = 1..8;
/// The confidence of such a relation. Ours: that of a plain verb with a hedge.
const SURE: f64 = 0.7;

/// The relation between the first clauses of a sentence, if there is one.
pub(super) fn relation(words: &[Word<'_>]) -> Option<Relation> {
    let end = (1..words.len()).find(|it| words.get(*it).is_some_and(|it| it.punctuation == Punctuation::Strong));
    let clause = words.get(..end.unwrap_or(words.len()))?;
    let is_joined = clause.first().is_some_and(|it| matches!(it.low.as_str(), "and" | "but" | "so" | "yet" | "for"));
    let begin = usize::from(is_joined);
    let found = so(clause, begin).or_else(|| done(clause, begin)).or_else(|| without(clause, begin));
    let found = found.or_else(|| not_without(clause, begin)).map(|it| (it, Polarity::Furthers));
    let ((cause, effect), polarity) = found.or_else(|| the_more(clause, begin))?;
    let (cause, effect) = (named(clause, cause)?, named(clause, effect)?);
    // The first words say how the two are joined: `Without`, `There is no`, `The more`.
    let first = spanned(&cause, &effect).start;
    let joint =
        clause.get(begin..first).is_some_and(|it| it.iter().skip(1).all(|it| it.punctuation == Punctuation::None));
    let said = if joint { begin } else { first }..cause.end.max(effect.end);
    Some(Relation { cause, effect, polarity, sure: SURE, said })
}

/// Those of further clauses behind a first one of the form `without A there is no B`.
pub(super) fn more(words: &[Word<'_>], clauses: &[Range<usize>]) -> Vec<Relation> {
    let moved = |it: Range<usize>, by: usize| it.start + by..it.end + by;
    let read = |range: &Range<usize>| {
        let begin = range.start + usize::from(low(words, range.start) == "and");
        let part = words.get(begin..range.end)?;
        let (cause, effect) = without(part, 0).or_else(|| not_without(part, 0))?;
        let said = begin..begin + cause.end.max(effect.end);
        let (cause, effect) = (named(words, moved(cause, begin))?, named(words, moved(effect, begin))?);
        Some(Relation { cause, effect, polarity: Polarity::Furthers, sure: SURE, said })
    };
    clauses.iter().skip(1).filter_map(read).collect()
}

fn low<'a>(words: &'a [Word<'_>], at: usize) -> &'a str {
    words.get(at).map(|it| it.low.as_str()).unwrap_or_default()
}

fn is_comma(words: &[Word<'_>], at: usize) -> bool {
    words.get(at).is_some_and(|it| it.punctuation == Punctuation::Comma)
}

/// The end of a clause from `from` on: the next comma before one of these words.
fn until(words: &[Word<'_>], from: usize, joins: &[&str]) -> usize {
    let next = (from..words.len()).find(|it| is_comma(words, *it));
    next.filter(|it| joins.contains(&low(words, *it))).unwrap_or(words.len())
}

/// `A, so B`.
fn so(words: &[Word<'_>], begin: usize) -> Option<(Range<usize>, Range<usize>)> {
    let is_so =
        |at: &usize| low(words, *at) == "so" && is_comma(words, *at) && !WORDS.has("so_other", low(words, at + 1));
    let at = (begin + 3..words.len().saturating_sub(2)).find(is_so)?;
    let end = until(words, at + 3, &["and", "but", "because", "which", "who", "though"]);
    let joint = (begin..at).rev().find(|it| is_comma(words, *it) && matches!(low(words, *it), "and" | "but" | "for"));
    let sides = (joint.map_or(begin, |it| it + 1)..at, at + 1..end);
    // `So the complaint is not valid` is a conclusion.
    let concludes = words.get(sides.1.clone())?.iter().any(|it| WORDS.has("judging", &it.low));
    (is_plain(words, &sides.0) && is_plain(words, &sides.1) && sides.1.len() > 2 && !concludes).then_some(sides)
}

/// `Do A, and B will follow`.
fn done(words: &[Word<'_>], begin: usize) -> Option<(Range<usize>, Range<usize>)> {
    // `Free play teaches`, `open doors let`: what may be no verb needs its object right behind it.
    let is_bare = WORDS.has("imperative_other", low(words, begin));
    let has_object = WORDS.has("determiners", low(words, begin + 1)) || WORDS.has("agents", low(words, begin + 1));
    if !WORDS.has("imperative", low(words, begin)) || (is_bare && !has_object) {
        return None;
    }
    let is_second = |at: &usize| {
        low(words, *at) == "and" && (is_comma(words, *at) || matches!(low(words, at + 2), "will" | "shall"))
    };
    let at = (begin + 2..words.len()).find(is_second)?;
    let end = (at + 1..words.len()).find(|it| is_comma(words, *it)).unwrap_or(words.len());
    // `And then make`: the next instruction.
    let instructs = |low: &str| low == "then" || low == "either" || WORDS.has("imperative", low);
    if instructs(low(words, at + 1)) {
        return None;
    }
    // A verb before `and` is the sentence's own, and the first word a noun or an adjective.
    let is_finite = |at: usize| {
        let has_cue =
            cues::at(words.get(at..).unwrap_or_default()).any(|it| it.is_finite() && low(words, at).ends_with('s'));
        has_cue || WORDS.has("helpers", low(words, at)) || (is_verb(low(words, at)) && low(words, at).ends_with('s'))
    };
    let is_whole = !(begin + 1..at).any(is_finite);
    let follows = |it: &Word<'_>| matches!(it.low.as_str(), "will" | "shall") || WORDS.has("verbs", &it.low);
    let follows = words.get(at + 1..end)?.iter().skip(1).any(follows);
    let is_of_somebody = |it: &Word<'_>| {
        let is_one = matches!(it.low.as_str(), "they" | "them" | "it" | "this" | "that");
        it.is_quoted || is_one || WORDS.has("particular", &it.low)
    };
    (follows && is_whole && !words.iter().any(is_of_somebody)).then_some((begin..at, at + 1..end))
}

/// `Without A there is no B`: A furthers B.
fn without(words: &[Word<'_>], begin: usize) -> Option<(Range<usize>, Range<usize>)> {
    if low(words, begin) != "without" {
        return None;
    }
    let at = (begin + 2..words.len()).find(|it| matches!(low(words, *it), "there" | "no"))?;
    let is_being = low(words, at) == "no" || matches!(low(words, at + 1), "is" | "are" | "can");
    let no = (at..(at + 4).min(words.len())).find(|it| low(words, *it) == "no")?;
    let end = (no + 1..words.len()).find(|it| is_comma(words, *it)).unwrap_or(words.len());
    let names = |it: &Word<'_>| {
        !WORDS.has("persons", &it.low) && !WORDS.has("pointing", &it.low) && !it.is_quoted && !is_verb(&it.low)
    };
    let is_named = words.get(begin + 1..at)?.iter().all(names);
    (is_being && is_named).then_some((begin + 1..at, no + 1..end))
}

/// `There is no A without B`, `no A without B`: B furthers A.
fn not_without(words: &[Word<'_>], begin: usize) -> Option<(Range<usize>, Range<usize>)> {
    let is_there = low(words, begin) == "there" && matches!(low(words, begin + 1), "is" | "are" | "can");
    let no = if is_there { (begin + 2..begin + 4).find(|it| low(words, *it) == "no")? } else { begin };
    let without = (no + 2..words.len()).find(|it| low(words, *it) == "without")?;
    let plain = |range: Range<usize>| {
        words.get(range).is_some_and(|it| {
            let names = |it: &Word<'_>| {
                let is_somebody = WORDS.has("persons", &it.low) || WORDS.has("particular", &it.low);
                !is_somebody
                    && !WORDS.has("pointing", &it.low)
                    && !it.is_quoted
                    && !is_verb(&it.low)
                    && !it.low.ends_with("ing")
            };
            PHRASE.contains(&it.len())
                && it.iter().all(names)
                && it.iter().skip(1).all(|it| it.punctuation == Punctuation::None)
        })
    };
    let (effect, cause) = (no + 1..without, without + 1..words.len());
    (low(words, no) == "no" && plain(effect.clone()) && plain(cause.clone())).then_some((cause, effect))
}

/// The places of a cause and an effect.
type Ends = (Range<usize>, Range<usize>);

/// `The more A, the less B`: of `more` and `less` only the signs remain.
fn the_more(words: &[Word<'_>], begin: usize) -> Option<(Ends, Polarity)> {
    let side = |at: usize, end: usize| {
        let measure = low(words, at + 1);
        let is_measure = matches!(measure, "more" | "less" | "fewer");
        let is_comparative = measure.len() > 4 && measure.ends_with("er") && WORDS.has("made_so", measure);
        let sign = if matches!(measure, "less" | "fewer") { Polarity::Hinders } else { Polarity::Furthers };
        let range = at + 1 + usize::from(is_measure)..end;
        let part = words.get(range.clone())?;
        let is_of_somebody = |it: &Word<'_>| {
            let is_one = matches!(it.low.as_str(), "it" | "they" | "them" | "this" | "that" | "there");
            it.is_quoted || is_one || WORDS.has("particular", &it.low) || WORDS.has("unreal", &it.low)
        };
        let is_whole = (1..12).contains(&part.len()) && !part.iter().any(is_of_somebody);
        (low(words, at) == "the" && (is_measure || is_comparative) && is_whole).then_some((range, sign))
    };
    let comma = (begin + 2..words.len()).find(|at| is_comma(words, *at) && low(words, *at) == "the")?;
    let end = (comma + 1..words.len()).find(|at| is_comma(words, *at)).unwrap_or(words.len());
    let ((cause, one), (effect, other)) = (side(begin, comma)?, side(comma, end)?);
    let polarity = if one == other { Polarity::Furthers } else { Polarity::Hinders };
    Some(((cause, effect), polarity))
}

/// Whether a clause is in the present tense and indicative, and about nobody in particular.
fn is_plain(words: &[Word<'_>], range: &Range<usize>) -> bool {
    let Some(part) = words.get(range.clone()).filter(|it| LENGTH.contains(&it.len())) else { return false };
    let tells = |it: &Word<'_>| {
        let is_unreal = WORDS.has("unreal", &it.low) && !matches!(it.low.as_str(), "cannot" | "can't" | "ought");
        it.is_quoted || is_unreal || WORDS.has("told", &it.low) || WORDS.has("particular", &it.low)
    };
    let begins = part.first().is_some_and(|it| {
        let low = it.low.as_str();
        WORDS.has("pointing", low) || WORDS.has("persons", low) || WORDS.has("no_object", low)
    });
    !part.iter().any(tells) && !begins
}
