//! Causal relations in a sentence, by rules that are right nine times in ten or find nothing (P-02).
//!
//! A rule reads a clause of the simplest form alone: a whole subject, a verb in the present that can hardly mean anything else, and a whole
//! object, which keep their negations and conditions. Everything that a rule can't be sure of is left out: pronouns, past events, other verbs
//! within an end, and what is not the author's own view (`stance`). English, without a grammar. Not here: how findings are merged (`merging`).
use super::changes;
use super::cleft::{begins_cleft, cleft};
use super::cues::{self, Cue, Kind, VerbForm};
use super::links;
use super::lists::WORDS;
use super::serving::is_for_somebody;
use super::stance::{self, is_question};
use super::tokens::{Punctuation, Word};
use debate::Polarity;
use debate::belief::looks_plural;
use std::ops::Range;

/// The most words of an end. Ours: a clause with its condition.
const MOST_WORDS: usize = 16;
/// The most words of a subject. Ours: a noun with its relative clause; longer ones mostly contain another verb.
const MOST_SUBJECT: usize = 12;
/// The factor by which each hedge lowers the confidence of a relation. Ours: two of them halve it.
const HEDGED: f64 = 0.75;
/// The most hedges that count.
const MOST_HEDGES: usize = 2;

/// A relation of a sentence; ends are ranges of its words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Relation {
    pub(crate) cause: Range<usize>,
    pub(crate) effect: Range<usize>,
    pub(crate) polarity: Polarity,
    pub(crate) sure: f64,
    /// The words in which the sentence says it: both ends, what stands between them, and what belongs before them.
    pub(crate) said: Range<usize>,
}

/// The relations that a sentence asserts, in order.
pub(crate) fn relations(sentence: &str, words: &[Word<'_>]) -> Vec<Relation> {
    if words.is_empty() || is_question(sentence) || !stance::is_own(sentence, words) {
        return Vec::new();
    }
    let mut found: Vec<Relation> = links::relation(words).into_iter().collect();
    let clauses = clauses(words);
    if !found.is_empty() {
        found.extend(links::more(words, &clauses));
        return found;
    }
    for (at, range) in clauses.iter().enumerate() {
        if begins_cleft(words, range) {
            found.extend(cleft(words, range));
        } else if let Some(it) = clause(words, range) {
            // What its subject does besides may stand behind a comma.
            let next = clauses.get(at + 1).filter(|it| it.start == range.end && !is_strong(words, it.start));
            let whole = range.start..next.map_or(range.end, |it| it.end);
            let more = if it.cause.start < it.effect.start { further(words, &it, &whole) } else { Vec::new() };
            found.push(it);
            found.extend(more);
        }
    }
    found
}

/// The clauses of a sentence: between semicolons, colons and dashes, and commas before a conjunction.
fn clauses(words: &[Word<'_>]) -> Vec<Range<usize>> {
    let is_border = |at: &usize| {
        let Some(word) = words.get(*at) else { return false };
        let is_joined = matches!(word.low.as_str(), "and" | "but" | "while" | "whereas") && *at > 3;
        word.punctuation == Punctuation::Strong || (word.punctuation == Punctuation::Comma && is_joined)
    };
    let ends: Vec<usize> = (1..words.len()).filter(is_border).chain([words.len()]).collect();
    let begins = [0].into_iter().chain(ends.iter().copied());
    begins.zip(&ends).map(|(begin, end)| begin..*end).filter(|it| it.len() > 2).collect()
}

fn is_strong(words: &[Word<'_>], at: usize) -> bool {
    words.get(at).is_some_and(|it| it.punctuation == Punctuation::Strong)
}

/// The relation of a clause: its first verb decides.
fn clause(words: &[Word<'_>], range: &Range<usize>) -> Option<Relation> {
    let begin = opened(words, range);
    for at in begin + 1..range.end {
        let low = words.get(at)?.low.as_str();
        if WORDS.has("being", low) {
            return being(words, begin, at, range.end);
        }
        if WORDS.has("modals", low) {
            let verb = skip_adverbs(words, at + 1, range.end);
            let cue =
                cues::at(words.get(verb..range.end)?).find(|it| it.form == VerbForm::Bare && it.kind.is_verb())?;
            return acting(words, begin..at, verb, range.end, cue);
        }
        if let Some(cue) = cues::at(words.get(at..range.end)?).find(|it| is_finite(words, begin, at, it)) {
            return acting(words, begin..at, at, range.end, cue);
        }
    }
    None
}

/// Where a clause begins, without a connective.
pub(super) fn opened(words: &[Word<'_>], range: &Range<usize>) -> usize {
    let first = words.get(range.start).map(|it| it.low.as_str()).unwrap_or_default();
    range.start + usize::from(WORDS.has("connecting", first))
}

/// Whether a cue is a finite verb in the present after a subject that begins at `begin`.
fn is_finite(words: &[Word<'_>], begin: usize, at: usize, cue: &Cue) -> bool {
    let low = |at: usize| words.get(at).map(|it| it.low.as_str()).unwrap_or_default();
    let before = at.checked_sub(1).map(low).unwrap_or_default();
    let is_noun =
        WORDS.has("edges", before) || WORDS.has("breaks", before) || matches!(low(at + cue.len()), "of" | "is" | "are");
    let is_several = is_plural(head(words, begin..at));
    cue.kind.is_verb()
        && !is_noun
        && match cue.form {
            VerbForm::Bare => is_several,
            VerbForm::Third => !is_several,
            VerbForm::Past | VerbForm::Participle | VerbForm::Going | VerbForm::Plain => false,
        }
}

/// The noun that decides the number of a subject: the last before its first preposition or relative clause.
pub(super) fn head<'a>(words: &'a [Word<'_>], range: Range<usize>) -> &'a str {
    let all = words.get(range).unwrap_or_default();
    let is_behind =
        |it: &Word<'_>| matches!(it.low.as_str(), "to" | "of" | "we" | "you") || WORDS.has("breaks", &it.low);
    let joint = all.iter().rposition(|it| it.low == "and").filter(|it| *it > 0);
    if joint.is_some_and(|it| !all.iter().take(it).any(is_behind)) {
        // Two subjects are several.
        return "these";
    }
    let end = all.iter().position(|it| is_behind(it) || WORDS.has("relative", &it.low)).unwrap_or(all.len());
    end.checked_sub(1).and_then(|it| all.get(it)).map(|it| it.low.as_str()).unwrap_or_default()
}

fn is_plural(low: &str) -> bool {
    (looks_plural(low) && !low.ends_with("ics")) || WORDS.has("plural", low)
}

/// Whether a subject does things: who produces a clock is no cause of it.
pub(super) fn is_agent(words: &[Word<'_>], subject: &Range<usize>) -> bool {
    let whole = words.get(subject.clone()).unwrap_or_default();
    let of_head = head(words, subject.clone());
    // Of two subjects each may be one.
    let ends = [of_head, whole.last().map(|it| it.low.as_str()).filter(|_| of_head == "these").unwrap_or_default()];
    ends.into_iter().any(is_doer)
}

/// Whether a noun is somebody, by itself or by its ending.
pub(super) fn is_doer(head: &str) -> bool {
    let is_doer = head.len() > 4
        && ["er", "ers", "or", "ors", "ist", "ists", "man", "men"].iter().any(|it| head.ends_with(it))
        && !WORDS.words("no_agents").any(|it| head.ends_with(it));
    is_doer || WORDS.has("agents", head)
}

fn skip_adverbs(words: &[Word<'_>], from: usize, end: usize) -> usize {
    (from..end).find(|at| words.get(*at).is_none_or(|it| !is_adverb(&it.low))).unwrap_or(end)
}

/// `X causes Y`, `X may cause Y`, `Y depends on X`. Behind the subject stand auxiliaries up to the verb.
fn acting(words: &[Word<'_>], range: Range<usize>, verb: usize, end: usize, cue: &Cue) -> Option<Relation> {
    let passed = words.get(range.end..verb)?;
    let is_parted = words.get(range.end)?.punctuation != Punctuation::None;
    if is_parted || WORDS.any("negations", passed) || WORDS.any("unreal", passed) {
        return None;
    }
    let subject = self::subject(words, range)?;
    let hedges = WORDS.count("hedges", passed);
    if let Some(changed) = changes::relation(words, &subject, verb + cue.len()..end, cue, hedges) {
        return changed;
    }
    let object = object(words, verb + cue.len(), end)?;
    // `Children need sleep`, `the law requires a permit`: somebody's need, and a demand, are no effects.
    let is_needed = matches!(cue.base, "need" | "require");
    if is_needed && (is_agent(words, &subject) || WORDS.has("demanding_nouns", head(words, subject.clone()))) {
        return None;
    }
    // `Require far less care`.
    let is_less = |it: &Word<'_>| WORDS.has("none", &it.low);
    if is_needed && words.get(object.clone())?.iter().take(2).any(is_less) {
        return None;
    }
    // `Reduces citizens to consumers` takes nothing from citizens.
    let is_turned =
        cue.base == "reduce" && is_agent(words, &object) && words.get(object.clone())?.iter().any(|it| it.low == "to");
    let is_odd = is_turned || (cue.kind == Kind::Weak && is_agent(words, &subject));
    (!is_odd).then(|| made(subject, object, cue, hedges)).filter(|it| !is_for_somebody(words, it, cue))
}

/// `Y is caused by X`, `X is fatal to Y`, `X is the cause of Y`.
fn being(words: &[Word<'_>], begin: usize, at: usize, end: usize) -> Option<Relation> {
    let verb = words.get(at)?;
    let next = skip_adverbs(words, at + 1, end);
    let passed = words.get(at + 1..next)?;
    let is_present = matches!(verb.low.as_str(), "is" | "are") && verb.punctuation == Punctuation::None;
    // `Too dangerous to grown men to be a sport`.
    let is_too = passed.iter().any(|it| it.low == "too");
    if !is_present || is_too || WORDS.any("negations", passed) {
        return None;
    }
    let hedges = WORDS.count("hedges", passed);
    let before = subject(words, begin..at)?;
    let rest = words.get(next..end)?;
    if rest.first().is_some_and(|it| it.low == "why") {
        return why(words, before, next + 1, end);
    }
    if let Some(cue) = cues::at(rest).find(|it| matches!(it.kind, Kind::State | Kind::Fruit)) {
        return Some(made(before, object(words, next + cue.len(), end)?, cue, hedges))
            .filter(|it| !is_for_somebody(words, it, cue));
    }
    if rest.first().is_some_and(|it| matches!(it.low.as_str(), "the" | "a" | "an" | "its")) {
        // `The chief cause of`, but not `one of the roots of`.
        let named = |at: usize| {
            Some((at, cues::at(words.get(at..end)?).find(|it| matches!(it.kind, Kind::Noun | Kind::Fruit))?))
        };
        let (at, cue) = (next + 1..(next + 4).min(end)).find_map(named)?;
        let is_plain = words.get(next + 1..at)?.iter().all(|it| !WORDS.has("breaks", &it.low) && it.low != "of");
        let found = made(before, object(words, at + cue.len(), end)?, cue, hedges);
        return is_plain.then_some(found).filter(|it| !is_for_somebody(words, it, cue));
    }
    let is_passive = |it: &&Cue| {
        matches!(it.form, VerbForm::Past | VerbForm::Participle) && matches!(it.kind, Kind::Verb | Kind::Weak)
    };
    let cue = cues::at(rest).find(is_passive)?;
    let by = skip_adverbs(words, next + cue.len(), end);
    words.get(by).filter(|it| it.low == "by" && it.punctuation == Punctuation::None)?;
    let found = made(object(words, by + 1, end)?, before, cue, hedges);
    // What a firm makes, it makes.
    (cue.kind != Kind::Weak || !is_agent(words, &found.cause)).then_some(found)
}

/// `X is why Y`: all of the clause behind it.
fn why(words: &[Word<'_>], cause: Range<usize>, begin: usize, end: usize) -> Option<Relation> {
    let stop = (begin + 1..end).find(|at| words.get(*at).is_some_and(|it| it.punctuation != Punctuation::None));
    let effect = begin..stop.unwrap_or(end);
    let part = words.get(effect.clone()).filter(|it| (3..=MOST_WORDS).contains(&it.len()))?;
    let is_of_somebody = part.first().is_some_and(|it| WORDS.has("persons", &it.low) || WORDS.has("pointing", &it.low));
    let effect = named(words, effect).filter(|_| !is_of_somebody && !is_told(part))?;
    let said = spanned(&cause, &effect);
    Some(Relation { cause, effect, polarity: Polarity::Furthers, sure: WHY, said })
}

/// The confidence of an explanation.
const WHY: f64 = 0.7;

/// The relations of the further verbs of a subject: `reduces waste and prevents litter`.
fn further(words: &[Word<'_>], first: &Relation, range: &Range<usize>) -> Vec<Relation> {
    let subject = first.cause.clone();
    let is_joint = |at: &usize| {
        words
            .get(*at)
            .is_some_and(|it| matches!(it.low.as_str(), "and" | "but") || it.punctuation == Punctuation::Comma)
    };
    let read = |at: usize| {
        let joined = words.get(at).is_some_and(|it| matches!(it.low.as_str(), "and" | "but"));
        let verb = skip_adverbs(words, at + usize::from(joined), range.end);
        let is_several = is_plural(head(words, subject.clone()));
        let form = if is_several { VerbForm::Bare } else { VerbForm::Third };
        let mut all = cues::at(words.get(verb..range.end)?);
        let cue = all.find(|it| it.form == form && matches!(it.kind, Kind::Verb | Kind::Weak))?;
        if WORDS.any("negations", words.get(at..verb)?) || (is_several && !is_determined(words, verb + cue.len())) {
            return None;
        }
        let object = object(words, verb + cue.len(), range.end)?;
        let is_odd = cue.kind == Kind::Weak && is_agent(words, &subject);
        Some(made(subject.clone(), object, cue, 0)).filter(|it| !is_odd && !is_for_somebody(words, it, cue))
    };
    let begin = first.effect.end.max(first.cause.end);
    (begin..range.end).filter(is_joint).filter_map(read).collect()
}

/// Whether a determiner stands at a place: what stands before it is a verb and no noun.
fn is_determined(words: &[Word<'_>], at: usize) -> bool {
    words.get(at).is_some_and(|it| WORDS.has("determiners", &it.low) && it.low != "of")
}

pub(super) fn made(before: Range<usize>, behind: Range<usize>, cue: &Cue, hedges: usize) -> Relation {
    let (cause, effect) =
        if matches!(cue.kind, Kind::From | Kind::Fruit) { (behind, before) } else { (before, behind) };
    let hedges = i32::try_from(hedges.min(MOST_HEDGES)).unwrap_or_default();
    let said = spanned(&cause, &effect);
    Relation { cause, effect, polarity: cue.polarity, sure: cue.sure * HEDGED.powi(hedges), said }
}

/// From one end to the other.
pub(super) fn spanned(cause: &Range<usize>, effect: &Range<usize>) -> Range<usize> {
    cause.start.min(effect.start)..cause.end.max(effect.end)
}

/// A subject: one noun phrase, whole, that names what it is about; a relative clause may stand behind its noun.
pub(super) fn subject(words: &[Word<'_>], mut range: Range<usize>) -> Option<Range<usize>> {
    // Adverbs before the verb don't belong to it.
    while range.end > range.start && words.get(range.end - 1).is_some_and(|it| is_adverb(&it.low)) {
        range.end -= 1;
    }
    let part = words.get(range.clone()).filter(|it| it.len() <= MOST_SUBJECT)?;
    let first = part.first()?;
    let is_told = part.iter().any(|it| it.is_quoted) || part.iter().take(2).any(|it| WORDS.has("pointing", &it.low));
    let is_parted = part.iter().skip(1).any(|it| it.punctuation != Punctuation::None);
    let is_quantified = WORDS.has("none", &first.low) || WORDS.has("persons", &first.low);
    // `Every option we add` has a relative clause without its pronoun.
    let is_relative =
        |it: &Word<'_>| matches!(it.low.as_str(), "that" | "who" | "which" | "whose" | "where" | "we" | "you");
    let noun = part.iter().skip(1).position(is_relative).map_or(part.len(), |it| it + 1);
    let has_verb = part.iter().take(noun).any(|it| is_verb(&it.low) || WORDS.has("persons", &it.low));
    let behind = part.get(noun + 1..).unwrap_or_default();
    let is_cut = (noun < part.len() && behind.is_empty()) || part.last().is_some_and(|it| is_open(&it.low));
    // `Researchers discovered that`, `at noon a driver`, `my eldest`.
    let before_relative = part.get(..noun).and_then(<[Word<'_>]>::last).filter(|_| noun < part.len());
    let is_odd = before_relative.is_some_and(|it| it.low.ends_with("ed"))
        || part.last().is_some_and(|it| WORDS.has("inclined", &it.low))
        || WORDS.has("breaks", &first.low)
        || matches!(first.low.as_str(), "its" | "their")
        || part.iter().any(|it| WORDS.has("particular", &it.low));
    let points = behind
        .iter()
        .any(|it| WORDS.has("told", &it.low) || matches!(it.low.as_str(), "i" | "he" | "she" | "they" | "it"));
    let is_whole = !is_told && !is_parted && !is_quantified && !has_verb && !is_cut && !is_odd && !points;
    named(words, range).filter(|_| is_whole)
}

/// Whether what ends with a word was cut off.
fn is_open(low: &str) -> bool {
    WORDS.has("dangling", low) || (WORDS.has("edges", low) && !WORDS.has("helpers", low))
}

/// Words that make a verb, or its clause, within an end.
pub(super) fn is_verb(low: &str) -> bool {
    WORDS.has("helpers", low) || WORDS.has("stops", low) || WORDS.has("acting", low) || WORDS.has("verbs", low)
}

/// An object from `begin` on: to the end of the clause, or to the comma before what only adds to it. A condition belongs to it.
pub(super) fn object(words: &[Word<'_>], begin: usize, end: usize) -> Option<Range<usize>> {
    let first = words.get(begin).filter(|it| begin < end && it.punctuation == Punctuation::None)?;
    // `Instead of burning fossil fuels makes`: the cue was a noun.
    let is_barred =
        ["pointing", "persons", "hanging", "breaks", "no_object"].iter().any(|it| WORDS.has(it, &first.low))
            || (first.low.ends_with('s') && is_verb(&first.low))
            || ["helpers", "told"].iter().any(|it| WORDS.has(it, &first.low) && !WORDS.has("participles", &first.low));
    if is_barred {
        return None;
    }
    let mut to = begin;
    while to < end {
        let word = words.get(to)?;
        if to > begin && word.punctuation == Punctuation::Comma && !is_listed(words, to, end) {
            // `So that`, but not `so they are`.
            let concludes = word.low == "so" && words.get(to + 1).is_none_or(|it| it.low != "that");
            if WORDS.has("conditional", &word.low) && !concludes {
                // The condition is a part of what is said.
                to = end;
            }
            break;
        }
        if to > begin
            && matches!(word.low.as_str(), "because" | "since" | "but" | "so" | "for" | "as")
            && is_clause(words, to, end)
        {
            break;
        }
        if to > begin && runs_on(words, to, end) {
            break;
        }
        to += 1;
    }
    let part = words.get(begin..to).filter(|it| it.len() <= MOST_WORDS)?;
    let is_told = is_told(part);
    let is_cut = is_open(&part.last()?.low) || WORDS.has("helpers", &part.last()?.low);
    // `Irresponsible, risky behaviour`.
    let is_adjective = to < end
        && words.get(to).is_some_and(|it| it.punctuation == Punctuation::Comma)
        && part.last().is_some_and(|last| {
            WORDS.has("made_so", &last.low) || WORDS.words("adjectival").any(|it| last.low.ends_with(it))
        });
    named(words, begin..to).filter(|_| !is_told && !is_cut && !is_adjective)
}

/// Whether an end is quoted, compared or only supposed.
pub(super) fn is_told(part: &[Word<'_>]) -> bool {
    part.iter().any(|it| it.is_quoted || it.low == "than" || WORDS.has("unreal", &it.low))
}

/// Whether an object ends before a word: before another verb of its subject, `by showing`, `as it puts`, `in a way that`.
fn runs_on(words: &[Word<'_>], at: usize, end: usize) -> bool {
    let low = |at: usize| words.get(at).filter(|_| at < end).map(|it| it.low.as_str()).unwrap_or_default();
    let next = low(at + 1);
    match low(at) {
        "and" | "or" if matches!(next, "therefore" | "thus" | "hence" | "so" | "then" | "thereby" | "consequently") => {
            true
        }
        "and" | "or" => {
            let is_cue_in = |form: VerbForm| {
                let mut all = cues::at(words.get(at + 1..end).unwrap_or_default());
                all.any(|it| it.kind.is_verb() && it.form == form)
            };
            // `And removes barriers`, but not `and fumes from`.
            let goes_on = words.get(at + 2).filter(|_| at + 2 < end).is_some_and(|it| {
                let is_small = WORDS.has("edges", &it.low) || WORDS.has("breaks", &it.low);
                it.punctuation == Punctuation::None
                    && (!is_small || WORDS.has("determiners", &it.low))
                    && !matches!(it.low.as_str(), "and" | "of" | "no")
            });
            let is_third = next.ends_with('s') && !next.ends_with("ss") && !next.ends_with("ous") && goes_on;
            let parted = (at + 2..(at + 7).min(end))
                .find(|at| words.get(*at).is_some_and(|it| it.punctuation != Punctuation::None));
            let has_clause = (at + 2..parted.unwrap_or(at + 7))
                .any(|at| matches!(low(at), "is" | "are" | "was" | "were" | "has" | "have"));
            let is_bare = matches!(low(at + 2), "the" | "a" | "an" | "that") && is_cue_in(VerbForm::Bare);
            let is_listed = ["verbs", "helpers", "present", "inclined"].iter().any(|it| WORDS.has(it, next));
            is_listed || is_cue_in(VerbForm::Third) || is_third || has_clause || is_bare
        }
        "by" => next.ends_with("ing"),
        "as" => WORDS.has("persons", next),
        "in" => matches!((next, low(at + 2)), ("a", "way") | ("ways", _) | ("the", "way")),
        _ => false,
    }
}

/// Whether the words after a conjunction have a subject and a verb of their own.
fn is_clause(words: &[Word<'_>], at: usize, end: usize) -> bool {
    words.get(at..end).is_some_and(|rest| match rest.first().map(|it| it.low.as_str()) {
        Some("because" | "since" | "but" | "so") => true,
        // `For the honest and does nothing`, `for those who are`: the verb is another's.
        _ => {
            let is_other = |it: &&Word<'_>| {
                !matches!(it.low.as_str(), "and" | "or" | "who" | "that" | "which")
                    && it.punctuation == Punctuation::None
            };
            let near: Vec<&Word<'_>> = rest.iter().take_while(|it| it.low == "for" || is_other(it)).take(7).collect();
            // `For a child to be able to play` has no verb of its own.
            near.windows(2).any(|it| matches!(it, [one, next] if one.low != "to" && WORDS.has("helpers", &next.low)))
        }
    })
}

/// Whether the comma before a word belongs to a list: `dust, noise and smoke`.
fn is_listed(words: &[Word<'_>], at: usize, end: usize) -> bool {
    let rest = words.get(at..end).unwrap_or_default();
    let is_item = |it: &Word<'_>| !is_verb(&it.low) && !WORDS.has("relative", &it.low);
    let length = rest.iter().skip(1).position(|it| it.punctuation != Punctuation::None).map_or(rest.len(), |it| it + 1);
    let item = rest.get(..length).unwrap_or_default();
    let is_last = item.iter().any(|it| matches!(it.low.as_str(), "and" | "or"));
    let more = rest.get(length).is_some_and(|it| it.punctuation == Punctuation::Comma) && length <= 5;
    length <= 10 && item.iter().all(is_item) && (is_last || (more && is_listed(words, at + length, end)))
}

/// An end without its article; none where it names nothing.
pub(super) fn named(words: &[Word<'_>], range: Range<usize>) -> Option<Range<usize>> {
    let is_article = words.get(range.start).is_some_and(|it| matches!(it.low.as_str(), "the" | "a" | "an"));
    let range = range.start + usize::from(is_article)..range.end;
    let part = words.get(range.clone()).filter(|it| !it.is_empty())?;
    let carries = |it: &Word<'_>| {
        let letters = it.low.chars().filter(|c| c.is_alphabetic()).count();
        letters >= 3 && !WORDS.has("bare", &it.low) && !WORDS.has("edges", &it.low)
    };
    part.iter().any(carries).then_some(range)
}

fn is_adverb(low: &str) -> bool {
    WORDS.has("adverbs", low)
        || low == "much"
        || (low.len() > 4
            && low.ends_with("ly")
            && !matches!(
                low,
                "family" | "supply" | "assembly" | "reply" | "apply" | "early" | "monopoly" | "anomaly" | "folly"
            ))
}
