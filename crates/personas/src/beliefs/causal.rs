//! Causal relations in a sentence: cue phrases, and the words on either side of them (P-02).
//!
//! Only the author's own assertions count: no questions, conditions, quotations or reports of others. English, by patterns without a grammar:
//! where the ends of a relation are unclear, nothing is found. Not here: how findings are merged (`merging`).
use super::cues::{self, Cue, Kind, VerbForm};
use super::lists::WORDS;
use super::tokens::{Punctuation, Word};
use debate::Polarity;
use std::ops::Range;

/// The most words of an end. Ours: a concept, not a paragraph.
const MOST_WORDS: usize = 12;
/// The most words of an end that is a clause. Ours: a subject, a verb, and their complements.
const CLAUSE_WORDS: usize = 16;
/// The fewest words of a clause. Ours: "the launch slipped" is the shortest that says something.
const LEAST_CLAUSE: usize = 3;
/// From how many words on an end may stop before a preposition. Ours: enough for "the most common and durable source of factions".
const ENOUGH_WORDS: usize = 5;
/// The factor by which each hedge lowers the confidence of a relation. Ours: two of them halve it.
const HEDGED: f64 = 0.75;
/// The most hedges that count.
const MOST_HEDGES: usize = 2;
/// The most words of a list item. Ours: "high rates of interest".
const LISTED: usize = 4;
/// How many words may be between the verb and a noun for a cause. Ours: "is one of the most common".
const NOUN_REACH: usize = 6;

/// A relation of a sentence; ends are ranges of its words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Relation {
    pub(crate) cause: Range<usize>,
    pub(crate) effect: Range<usize>,
    pub(crate) polarity: Polarity,
    pub(crate) sure: f64,
}

/// The relations that a sentence asserts, in the order of their cues.
pub(crate) fn relations(sentence: &str, words: &[Word<'_>]) -> Vec<Relation> {
    if is_question(sentence) {
        return Vec::new();
    }
    let mut found: Vec<Relation> = Vec::new();
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|it| !it.is_empty()) {
        let hit = cues::at(rest).find_map(|cue| Some((read(words, at, cue)?, cue.len())));
        match hit.filter(|_| is_asserted(words, at)) {
            Some((relation, length)) => {
                found.push(relation);
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

/// Whether a sentence is a question.
pub(crate) fn is_question(sentence: &str) -> bool {
    sentence.trim_end_matches(['"', '”', '\'', '’', ')', ' ']).ends_with('?')
}

/// Whether the words at an index are the author's own and unconditional.
pub(crate) fn is_asserted(words: &[Word<'_>], at: usize) -> bool {
    let before = words.get(..at).unwrap_or_default();
    words.get(at).is_some_and(|it| !it.is_quoted) && WORDS.count("conditions", before) == 0 && !tells(before)
}

/// Whether words report what somebody else says.
pub(crate) fn tells(words: &[Word<'_>]) -> bool {
    let told = |place: usize| {
        let is_own = place > 0 && words.get(place - 1).is_some_and(|it| WORDS.has("own", &it.low));
        words.get(place..).is_some_and(|rest| WORDS.begins("telling", rest).is_some()) && !is_own
    };
    (0..words.len()).any(told)
}

fn read(words: &[Word<'_>], at: usize, cue: &Cue) -> Option<Relation> {
    let end = at + cue.len();
    match cue.kind {
        Kind::Verb | Kind::Weak | Kind::From => verb(words, at, end, cue),
        Kind::Link | Kind::Clause => link(words, at, end, cue),
        Kind::Then => then(words, at, end, cue),
        Kind::Cause | Kind::Effect => noun(words, at, cue),
        Kind::Felt => felt(words, at, "from", cue),
        Kind::Over => felt(words, at, "over", cue),
    }
}

/// `X causes Y`, `Y is caused by X`, `X, causing Y`, `Y results from X`.
fn verb(words: &[Word<'_>], at: usize, end: usize, cue: &Cue) -> Option<Relation> {
    words.get(end).filter(|it| it.low != "of")?;
    let reach = before(words, at, cue.form)?;
    let subject = reach.words.clone();
    let by = (cue.kind != Kind::From && matches!(cue.form, VerbForm::Past | VerbForm::Participle))
        .then(|| by(words, end))
        .flatten();
    let (cause, effect) = match (by, cue.kind) {
        (Some(behind), _) => (phrase_after(words, behind)?, subject),
        (None, Kind::From) => (phrase_after(words, end)?, subject),
        (None, _) if reach.is_passive || cue.form == VerbForm::Participle => return None,
        (None, _) => (subject, phrase_after(words, end)?),
    };
    if cue.kind == Kind::Weak && !is_abstract(words, &effect) {
        return None;
    }
    made(words, cause, effect, cue, &reach)
}

/// The index after `by`, skipping adverbs before it.
fn by(words: &[Word<'_>], end: usize) -> Option<usize> {
    let mut at = end;
    while words.get(at).is_some_and(|it| is_adverb(&it.low)) && at < end + 2 {
        at += 1;
    }
    words.get(at).filter(|it| it.low == "by" && it.punctuation == Punctuation::None).map(|_| at + 1)
}

/// `Y because of X`, `because X, Y`.
fn link(words: &[Word<'_>], at: usize, end: usize, cue: &Cue) -> Option<Relation> {
    let reach = Reach::default();
    let side = |from: usize| match cue.kind {
        Kind::Clause => clause_after(words, from),
        Kind::Verb
        | Kind::Weak
        | Kind::From
        | Kind::Link
        | Kind::Then
        | Kind::Cause
        | Kind::Effect
        | Kind::Felt
        | Kind::Over => phrase_after(words, from),
    };
    let cause = side(end)?;
    if at == 0 || words.get(at).is_some_and(|it| it.punctuation == Punctuation::Strong) {
        let behind =
            (end..words.len()).find(|it| words.get(*it).is_some_and(|word| word.punctuation != Punctuation::None))?;
        let is_comma = words.get(behind).is_some_and(|it| it.punctuation == Punctuation::Comma);
        return made(words, cause, clause_after(words, behind).filter(|_| is_comma)?, cue, &reach);
    }
    if words.get(at - 1).is_some_and(|it| matches!(it.low.as_str(), "not" | "merely" | "only" | "or")) {
        return None;
    }
    made(words, cause, clause_before(words, at)?, cue, &reach)
}

/// `X; therefore Y`.
fn then(words: &[Word<'_>], at: usize, end: usize, cue: &Cue) -> Option<Relation> {
    let begin = match at.checked_sub(1).and_then(|it| words.get(it)) {
        Some(word) if word.low == "and" || word.low == "but" => at - 1,
        Some(_) | None => at,
    };
    if begin == 0 || words.get(begin).is_none_or(|it| it.punctuation == Punctuation::None) {
        return None;
    }
    made(words, clause_before(words, begin)?, clause_after(words, end)?, cue, &Reach::default())
}

/// `X is the cause of Y`, `the cause of Y is X`; an effect the other way round.
fn noun(words: &[Word<'_>], at: usize, cue: &Cue) -> Option<Relation> {
    let link = words.get(at + 1).filter(|it| it.punctuation == Punctuation::None)?;
    let is_reason = words.get(at).is_some_and(|it| it.low.starts_with("reason"));
    if link.low != if is_reason { "for" } else { "of" } {
        return None;
    }
    let of = phrase_after(words, at + 2)?;
    let is_being = |it: &usize| words.get(*it).is_some_and(|word| WORDS.has("being", &word.low));
    let first = (at.saturating_sub(NOUN_REACH)..at).rev().find(is_being);
    let is_whole = |from: usize| {
        words.get(from + 1..=at).is_some_and(|it| it.iter().all(|word| word.punctuation == Punctuation::None))
    };
    let (other, reach) = match first.filter(|it| is_whole(*it)) {
        Some(being) => {
            let mut reach = before(words, being, VerbForm::Third)?;
            // A negation may follow the verb.
            let between = words.get(being..at).unwrap_or_default();
            reach.negations += WORDS.count("negations", between);
            (reach.words.clone(), reach)
        }
        None => {
            let being = (of.end..(of.end + 3).min(words.len())).find(is_being)?;
            let is_subject = words.get(at.saturating_sub(2)..at)?.iter().any(|it| it.low == "the");
            (phrase_after(words, being + 1).filter(|_| is_subject)?, Reach::default())
        }
    };
    let (cause, effect) = if cue.kind == Kind::Cause { (other, of) } else { (of, other) };
    made(words, cause, effect, cue, &reach)
}

/// `scars from stitches`, `anger over prices`.
fn felt(words: &[Word<'_>], at: usize, link: &str, cue: &Cue) -> Option<Relation> {
    words.get(at + 1).filter(|it| it.punctuation == Punctuation::None && it.low == link)?;
    let behind = words.get(at + 2..(at + 8).min(words.len()))?;
    let is_range = link == "from" && behind.iter().any(|it| matches!(it.low.as_str(), "to" | "till" | "until"));
    let is_figure = behind.first()?.low.chars().any(|it| it.is_ascii_digit());
    if is_range || is_figure {
        return None;
    }
    let effect = trimmed(words, noun_before(words, at + 1)?)?;
    made(words, phrase_after(words, at + 2)?, effect, cue, &Reach::default())
}

fn made(words: &[Word<'_>], cause: Range<usize>, effect: Range<usize>, cue: &Cue, reach: &Reach) -> Option<Relation> {
    let (cause, cause_lacks) = present(words, cause)?;
    let (effect, effect_lacks) = present(words, effect)?;
    let is_apart = cause.end <= effect.start || effect.end <= cause.start;
    let is_end = |it: &Range<usize>| is_concept(words, it) && is_whole(words, it);
    if !is_apart || !is_end(&cause) || !is_end(&effect) {
        return None;
    }
    // Denying a cause does not assert prevention.
    if reach.negations > 0 {
        return None;
    }
    let turns = usize::from(cause_lacks) + usize::from(effect_lacks);
    let polarity = if turns % 2 == 1 { cue.polarity.reversed() } else { cue.polarity };
    let hedges = i32::try_from(reach.hedges.min(MOST_HEDGES)).unwrap_or_default();
    Some(Relation { cause, effect, polarity, sure: cue.sure * HEDGED.powi(hedges) })
}

/// Whether an end is a concept: several words, or one that is not just an adjective.
fn is_concept(words: &[Word<'_>], end: &Range<usize>) -> bool {
    match words.get(end.clone()).unwrap_or_default() {
        [] => false,
        [word] => {
            let is_adjective = word.low.len() > 4 && WORDS.words("adjectival").any(|it| word.low.ends_with(it));
            !is_adjective && !WORDS.has("bare", &word.low)
        }
        several => !several.iter().all(|it| WORDS.has("bare", &it.low) || WORDS.has("edges", &it.low)),
    }
}

/// Whether an end is complete: `employ toward`, cut behind a preposition or before its verb's subject, is not.
fn is_whole(words: &[Word<'_>], end: &Range<usize>) -> bool {
    let (Some(first), Some(last)) = (words.get(end.start), end.end.checked_sub(1).and_then(|it| words.get(it))) else {
        return false;
    };
    let before =
        end.start.checked_sub(1).and_then(|it| words.get(it)).filter(|_| first.punctuation == Punctuation::None);
    let is_acted = before.is_some_and(|it| WORDS.has("acted", &it.low));
    !is_acted && !WORDS.has("acting", &first.low) && !WORDS.has("dangling", &last.low)
}

/// An end without words of absence (`lack of`), and whether it had any.
fn present(words: &[Word<'_>], end: Range<usize>) -> Option<(Range<usize>, bool)> {
    let lacking = WORDS.begins("lacking", words.get(end.clone()).unwrap_or_default());
    match lacking.and_then(|length| trimmed(words, end.start + length..end.end)) {
        Some(rest) => Some((rest, true)),
        None => Some((end, false)),
    }
}

/// The subject before a verb, and what was skipped on the way.
#[derive(Clone, Debug, Default)]
struct Reach {
    words: Range<usize>,
    negations: usize,
    hedges: usize,
    is_passive: bool,
}

fn before(words: &[Word<'_>], at: usize, form: VerbForm) -> Option<Reach> {
    let mut reach = Reach::default();
    let (mut end, mut may_pause) = (at, form == VerbForm::Going);
    loop {
        let pause = words.get(end)?.punctuation;
        let last = words.get(end.checked_sub(1)?)?;
        let is_paused =
            pause == Punctuation::Strong || (pause == Punctuation::Comma && !may_pause && !is_adverb(&last.low));
        if is_paused {
            return None;
        }
        let low = last.low.as_str();
        if WORDS.has("relative", low) {
            end -= 1;
            may_pause = true;
            break;
        }
        let is_infinitive = low == "to" && end == at && form == VerbForm::Bare;
        if is_infinitive {
            words.get(end.checked_sub(2)?).filter(|it| WORDS.has("inclined", &it.low))?;
            end -= 2;
        } else if WORDS.has("helpers", low) || is_adverb(low) || (end < at && WORDS.has("inclined", low)) {
            end -= 1;
        } else {
            break;
        }
        reach.is_passive |= WORDS.has("passive", low) && form != VerbForm::Going;
    }
    let passed = words.get(end..at).unwrap_or_default();
    reach.negations = WORDS.count("negations", passed);
    reach.hedges = WORDS.count("hedges", passed);
    let pause = words.get(end)?.punctuation;
    if pause == Punctuation::Strong || (pause == Punctuation::Comma && !may_pause) {
        return None;
    }
    let is_noun = matches!(form, VerbForm::Bare | VerbForm::Third | VerbForm::Past)
        && end == at
        && precedes_noun(&words.get(at.checked_sub(1)?)?.low);
    let is_object = form == VerbForm::Going
        && end == at
        && pause == Punctuation::None
        && precedes_noun(&words.get(at.checked_sub(1)?)?.low);
    if is_noun || is_object {
        return None;
    }
    reach.words = trimmed(words, noun_before(words, end)?)?;
    // `No faction leads to …` means `a faction does not lead to …`.
    let first = reach.words.start.checked_sub(1).and_then(|it| words.get(it));
    reach.negations += usize::from(first.is_some_and(|it| it.low == "no"));
    Some(reach)
}

/// Words after which `cause` is a noun, and `causing` has no subject.
fn precedes_noun(low: &str) -> bool {
    WORDS.has("breaks", low)
        || matches!(
            low,
            "a" | "an"
                | "the"
                | "of"
                | "its"
                | "his"
                | "her"
                | "their"
                | "our"
                | "my"
                | "your"
                | "any"
                | "no"
                | "some"
                | "one"
                | "such"
                | "another"
                | "each"
                | "every"
                | "this"
                | "main"
                | "leading"
                | "major"
                | "common"
                | "root"
                | "and"
                | "or"
                | "other"
                | "all"
                | "these"
                | "those"
                | "as"
                | "than"
                | "to"
        )
}

/// A noun phrase that ends before `end`.
fn noun_before(words: &[Word<'_>], end: usize) -> Option<Range<usize>> {
    let mut begin = end;
    while begin > end.saturating_sub(MOST_WORDS) {
        let Some(word) = begin.checked_sub(1).and_then(|it| words.get(it)) else { break };
        if begin < end
            && words.get(begin).is_some_and(|it| it.punctuation != Punctuation::None)
            && !is_listed(words, begin..end)
        {
            break;
        }
        let is_subject = matches!(word.low.as_str(), "i" | "we" | "you" | "he" | "she" | "it" | "they");
        let is_helper = WORDS.has("helpers", &word.low);
        if is_helper || WORDS.has("stops", &word.low) {
            // After an auxiliary or a subject, such a word belongs to another verb.
            let is_verb = |it: &&Word<'_>| it.low.ends_with("ed") || it.low.ends_with("ing");
            let rest = words.get(begin).filter(|it| (is_helper || is_subject) && is_verb(it));
            begin += usize::from(rest.is_some());
            break;
        }
        begin -= 1;
    }
    (begin < end).then_some(begin..end)
}

/// A noun phrase from `begin` on.
fn phrase_after(words: &[Word<'_>], begin: usize) -> Option<Range<usize>> {
    let mut end = begin;
    while let Some(word) = words.get(end).filter(|_| end < begin + MOST_WORDS) {
        let length = end - begin;
        let is_over = (word.punctuation != Punctuation::None && (length == 0 || !goes_on(words, end)))
            || WORDS.has("stops", &word.low)
            || WORDS.has("helpers", &word.low)
            || (length >= ENOUGH_WORDS
                && (WORDS.has("breaks", &word.low) || matches!(word.low.as_str(), "and" | "to")));
        // A demonstrative before its noun ends nothing.
        let is_first = length == 0
            && word.punctuation == Punctuation::None
            && matches!(word.low.as_str(), "this" | "these" | "those" | "that");
        if is_over && !is_first {
            break;
        }
        end += 1;
    }
    trimmed(words, begin..end)
}

/// Whether the comma before these words belongs to a list that ends in them: `dust, noise and smoke`.
fn is_listed(words: &[Word<'_>], behind: Range<usize>) -> bool {
    let is_comma = words.get(behind.start).is_some_and(|it| it.punctuation == Punctuation::Comma);
    is_comma
        && words
            .get(behind)
            .is_some_and(|it| it.iter().take(LISTED).any(|word| matches!(word.low.as_str(), "and" | "or")))
}

/// Whether the comma before a word belongs to a list that goes on: `smog, acid rain and warming`.
fn goes_on(words: &[Word<'_>], at: usize) -> bool {
    let item = words.get(at..(at + LISTED + 1).min(words.len())).unwrap_or_default();
    let is_plain =
        |it: &Word<'_>| !WORDS.has("stops", &it.low) && !WORDS.has("helpers", &it.low) && !WORDS.has("breaks", &it.low);
    let ends = item
        .iter()
        .skip(1)
        .position(|it| it.punctuation == Punctuation::Comma || matches!(it.low.as_str(), "and" | "or"));
    let begins = item.first().is_some_and(|it| it.punctuation == Punctuation::Comma && it.low != "and");
    begins && ends.is_some_and(|length| item.iter().take(length + 1).all(is_plain))
}

/// The clause that ends before `end`, cut to the length of an end.
fn clause_before(words: &[Word<'_>], end: usize) -> Option<Range<usize>> {
    let is_border = |at: &usize| {
        let is_marked = words.get(*at).is_some_and(|it| it.punctuation != Punctuation::None);
        let is_told = at.checked_sub(1).and_then(|it| words.get(it)).is_some_and(|it| WORDS.has("relative", &it.low));
        is_marked || is_told
    };
    let begin = (0..end).rev().find(is_border).unwrap_or_default();
    clause(words, begin..end.min(begin + CLAUSE_WORDS))
}

/// The clause from `begin` on, cut to the length of an end.
fn clause_after(words: &[Word<'_>], begin: usize) -> Option<Range<usize>> {
    let limit = words.len().min(begin + CLAUSE_WORDS);
    let end = (begin + 1..limit).find(|it| words.get(*it).is_some_and(|word| word.punctuation != Punctuation::None));
    clause(words, begin..end.unwrap_or(limit))
}

/// A clause that is complete by itself: it is not subordinate, and has enough words.
fn clause(words: &[Word<'_>], all: Range<usize>) -> Option<Range<usize>> {
    let hangs = words.get(all.start).is_some_and(|it| WORDS.has("hanging", &it.low));
    let is_whole = !hangs && all.len() >= LEAST_CLAUSE;
    trimmed(words, all).filter(|it| is_whole && it.len() > 1)
}

/// An end without insignificant words at its edges; none where nothing is left.
pub(crate) fn trimmed(words: &[Word<'_>], end: Range<usize>) -> Option<Range<usize>> {
    let is_small = |low: &str| WORDS.has("edges", low) || WORDS.has("breaks", low) || is_adverb(low);
    let is_edge = |at: usize| words.get(at).is_none_or(|it| is_small(&it.low));
    let (mut from, mut to) = (end.start, end.end);
    while from < to && is_edge(from) {
        from += 1;
    }
    while from < to && is_edge(to - 1) {
        to -= 1;
    }
    let carries = |it: &Word<'_>| it.low.chars().filter(|c| c.is_alphabetic()).count() >= 3 && !it.is_quoted;
    words.get(from..to)?.iter().any(carries).then_some(from..to)
}

fn is_adverb(low: &str) -> bool {
    WORDS.has("adverbs", low)
        || (low.len() > 4
            && low.ends_with("ly")
            && !matches!(
                low,
                "family" | "supply" | "assembly" | "reply" | "apply" | "early" | "monopoly" | "anomaly" | "folly"
            ))
}

/// Whether an end names nothing concrete.
fn is_abstract(words: &[Word<'_>], end: &Range<usize>) -> bool {
    let ends =
        |low: &str| low.len() > 6 && WORDS.words("endings").any(|it| low.ends_with(it)) && !WORDS.has("things", low);
    words.get(end.clone()).unwrap_or_default().iter().any(|it| WORDS.has("abstract", &it.low) || ends(&it.low))
}
