//! A text's answer to a topic: for or against (E-11).
//!
//! Uses a yes or no, the topic's own verb affirmed or negated, and about a hundred phrases of approval and rejection (`data/answers.txt`).
//! A text without any of these has no answer here. English only, except for yes and no. Not here: sentiment by word counts (`leaning`), and
//! the relation of two texts.
#[cfg(test)]
mod tests;

use super::antonyms;
use super::parsed_question::{PLANS, PRONOUNS, ParsedQuestion, VerbObject};
use super::parsed_text::{NEGATIONS, ParsedText};
use crate::lists::Lists;
use crate::words::{self, Clause, stem};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The direction of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// In favour.
    For,
    /// Against.
    Against,
}

impl Answer {
    fn turned(self) -> Answer {
        match self {
            Answer::For => Answer::Against,
            Answer::Against => Answer::For,
        }
    }

    /// Composes two answers: an answer about a statement that itself is an answer; two equal ones are in favour.
    fn of(self, other: Answer) -> Answer {
        if self == other { Answer::For } else { Answer::Against }
    }
}

/// The referent of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// The subject of the statement.
    Any,
    /// The object after it.
    Object,
}

/// A phrase: the stems after the first, its answer, and its reference.
type Phrase = (Vec<String>, Answer, Reach);

pub(super) static LISTS: LazyLock<Lists> = LazyLock::new(|| Lists::read(include_str!("../../data/answers.txt")));

static PHRASES: LazyLock<BTreeMap<String, Vec<Phrase>>> = LazyLock::new(|| {
    let mut phrases: BTreeMap<String, Vec<Phrase>> = BTreeMap::new();
    for (name, answer, reach) in [
        ("against", Answer::Against, Reach::Any),
        ("for", Answer::For, Reach::Any),
        ("rejects", Answer::Against, Reach::Object),
        ("accepts", Answer::For, Reach::Object),
    ] {
        for phrase in LISTS.phrases(name) {
            let mut stems = phrase.into_iter().map(stem);
            let first = stems.next().unwrap_or_default();
            phrases.entry(first).or_default().push((stems.collect(), answer, reach));
        }
    }
    // The longest phrase first: "not worth" before "not".
    phrases.values_mut().for_each(|it| it.sort_by_key(|(rest, _, _)| std::cmp::Reverse(rest.len())));
    phrases
});

/// Things that can be weighed against each other, by stem.
static WEIGHED: LazyLock<BTreeMap<String, &str>> = LazyLock::new(|| {
    let lists = ["heavy", "light", "outweighs"].into_iter();
    lists.flat_map(|list| LISTS.words(list).map(move |it| (stem(it), list))).collect()
});

/// Words that begin a new statement.
const BORDERS: &[&str] =
    &["and", "but", "because", "since", "as", "so", "which", "while", "although", "though", "however", "yet", "unless"];

/// Words that connect a phrase with its object: "a mistake to drop it".
const BINDING: &[&str] = &["to", "that", "whether", "if", "it", "this", "of", "from"];

/// Stems of opinion words: their object always follows.
const OPINIONS: &[&str] =
    &["doubt", "doubtful", "sceptical", "skeptical", "unconvinc", "convinc", "persuad", "hesitant", "reluctant"];

/// Words that make the next verb a decision.
const DECIDING: &[&str] = &[
    "should",
    "shall",
    "must",
    "ought",
    "will",
    "would",
    "need",
    "want",
    "lets",
    "let",
    "recommend",
    "propose",
    "suggest",
    "shouldnt",
    "mustnt",
    "wont",
    "wouldnt",
    "id",
    "ill",
    "well",
];

/// Words before a noun: "the move".
const ARTICLES: &[&str] = &["a", "an", "the", "this", "that", "any", "no", "our", "your", "their", "its", "my", "such"];

/// Stems of reporting verbs, for what others want.
const REPORTING: &[&str] =
    &["say", "claim", "argu", "proposal", "notion", "suggestion", "whoever", "who", "whether", "question", "believ"];

/// How many words after such a word the verb may be. Ours: "we should by all means adopt it".
const VERB: usize = 5;

/// Yes and no in other languages.
const ELSEWHERE: (&[&str], &[&str]) = (
    &[
        "ja",
        "jawohl",
        "oui",
        "si",
        "sí",
        "sì",
        "sim",
        "да",
        "tak",
        "evet",
        "igen",
        "ano",
        "kyllä",
        "nai",
        "ναι",
        "はい",
        "是",
        "是的",
        "对",
        "네",
        "예",
        "हाँ",
        "نعم",
    ],
    &[
        "nein",
        "non",
        "não",
        "nao",
        "nee",
        "nej",
        "нет",
        "nie",
        "hayır",
        "nem",
        "ne",
        "ei",
        "όχι",
        "いいえ",
        "不",
        "不是",
        "否",
        "아니요",
        "아니오",
        "नहीं",
        "لا",
    ],
);

/// The answer of a text to the topic; without a topic, or with an open one, the answer of its phrases.
pub fn of(asked: Option<&ParsedQuestion>, text: &str, parsed: &ParsedText) -> Option<Answer> {
    let sentences = words::sentences(text);
    let is_open = asked.is_some_and(|it| it.is_open);
    let plain = plainly(&sentences, parsed).filter(|_| !is_open);
    if plain.is_some() {
        return plain;
    }
    let asked = asked.filter(|it| !it.is_open);
    let statements =
        || sentences.iter().enumerate().flat_map(|(at, it)| statements(it).map(move |part| (at, it, part)));
    let decides = |it: &Statement| asked.and_then(|asked| decision(asked, it));
    let decided = balance(statements().filter_map(|(_, _, it)| decides(&it)));
    let said = balance(statements().filter(|(_, _, it)| decides(it).is_none()).filter_map(|(at, sentence, it)| {
        let said = phrases(asked, &it)?;
        asked.is_none_or(|asked| is_about(asked, at, sentence, &it)).then_some(said)
    }));
    let answer = match (decided, said) {
        // "Adopt it? That would be reckless": ambiguous.
        (Some(one), Some(other)) if one != other => return None,
        (decided, said) => decided.or(said)?,
    };
    Some(if asked.is_some_and(|it| it.is_negative) { answer.turned() } else { answer })
}

/// A yes or no at the start or, alone, at the end.
fn plainly(sentences: &[Vec<Clause>], parsed: &ParsedText) -> Option<Answer> {
    let answer = |is_yes: bool| if is_yes { Answer::For } else { Answer::Against };
    if let Some(is_yes) = parsed.answer {
        return Some(answer(is_yes));
    }
    let first = sentences.first()?.first()?;
    let [word] = first.as_slice() else { return at_the_end(sentences) };
    let elsewhere = (ELSEWHERE.0.contains(&word.as_str()), ELSEWHERE.1.contains(&word.as_str()));
    match elsewhere {
        (true, _) => Some(Answer::For),
        (_, true) => Some(Answer::Against),
        (false, false) => at_the_end(sentences),
    }
}

fn at_the_end(sentences: &[Vec<Clause>]) -> Option<Answer> {
    let last = sentences.last()?.last()?;
    let is_answer = |it: &String| matches!(it.as_str(), "is" | "say" | "vote" | "vot" | "answer");
    let (word, before) = last.split_last()?;
    if !before.is_empty() && !before.iter().any(is_answer) {
        return None;
    }
    match word.as_str() {
        "yes" => Some(Answer::For),
        "no" | "nope" => Some(Answer::Against),
        _ => None,
    }
}

/// A part of a clause that makes one statement, as words with their stems.
type Statement = Vec<(String, String)>;

fn statements(sentence: &[Clause]) -> impl Iterator<Item = Statement> {
    sentence.iter().flat_map(|clause| {
        let parts = clause.split(|it| BORDERS.contains(&it.as_str())).filter(|it| !it.is_empty());
        parts.map(|it| it.iter().map(|it| (it.clone(), stem(it))).collect::<Statement>()).collect::<Vec<_>>()
    })
}

/// The majority of answers; none on a tie.
fn balance(answers: impl Iterator<Item = Answer>) -> Option<Answer> {
    let sum: i32 = answers.map(|it| if it == Answer::For { 1 } else { -1 }).sum();
    match sum {
        1.. => Some(Answer::For),
        0 => None,
        _ => Some(Answer::Against),
    }
}

/// The decision of a statement about the topic, by its verb: "we should not adopt it".
fn decision(asked: &ParsedQuestion, statement: &Statement) -> Option<Answer> {
    let (at, stands) = (0..statement.len()).find_map(|at| Some((at, asked.verb_at(statement, at)?)))?;
    let before = statement.get(..at)?;
    let is_head = before.iter().all(|(word, _)| is_opening(word));
    let trigger = before.iter().rposition(|(word, _)| DECIDING.contains(&word.as_str()));
    // A verb at the start of a question is no decision.
    let is_decided = trigger.is_some_and(|it| {
        at - it <= VERB
            && (it > 0
                || !matches!(before.get(1), Some((next, _)) if PRONOUNS.contains(&next.as_str()) && next != "us"))
    });
    let (word, _) = statement.get(at)?;
    let is_passive = before.last().is_some_and(|(it, _)| it == "be");
    let is_bare = !words::is_inflected(word) || is_passive;
    // A reported opinion of others is no decision.
    let is_reported = before.iter().enumerate().any(|(at, (_, stem))| {
        let by = at.checked_sub(1).and_then(|it| before.get(it)).map_or("", |(it, _)| it.as_str());
        REPORTING.contains(&stem.as_str()) && !matches!(by, "i" | "we")
    });
    let is_noun = before.last().is_some_and(|(it, _)| ARTICLES.contains(&it.as_str()));
    if !is_bare || is_noun || is_reported || !(is_head || is_decided) {
        return None;
    }
    let marks = marks(before);
    let is_denied_last = statement.last().is_some_and(|(it, _)| is_negation(it));
    let turns = marks.iter().filter(|it| it.answer == Answer::Against).count()
        + negations(before)
        + usize::from(is_denied_last)
        + usize::from(asked.taken(statement, at)? == VerbObject::Instead);
    Some(if turns.is_multiple_of(2) { stands } else { stands.turned() })
}

/// Words before an imperative that do not change it.
fn is_opening(word: &str) -> bool {
    words::is_empty(word) || is_negation(word) || matches!(word, "please" | "yes" | "no" | "simply" | "now" | "first")
}

fn is_negation(word: &str) -> bool {
    word != "unnecessary" && NEGATIONS.contains(&word)
}

/// The number of negations outside phrases; "not only" does not count.
fn negations(words: &[(String, String)]) -> usize {
    let marks = marks(words);
    let is_free = |at: usize| !marks.iter().any(|it| (it.start..it.end).contains(&at));
    let next = |at: usize| words.get(at + 1).map_or("", |(it, _)| it.as_str());
    let denies = |(at, (word, _)): (usize, &(String, String))| {
        is_free(at) && is_negation(word) && !matches!(next(at), "only" | "just" | "merely")
    };
    words.iter().enumerate().filter(|it| denies(*it)).count()
}

/// A phrase at its position.
struct PhraseMatch {
    start: usize,
    end: usize,
    answer: Answer,
    reach: Reach,
}

/// The non-overlapping phrases among words, in order.
fn marks(words: &[(String, String)]) -> Vec<PhraseMatch> {
    let mut found = Vec::new();
    let mut start = 0;
    while let Some((_, first)) = words.get(start) {
        let follows = |rest: &[String]| {
            rest.iter().enumerate().all(|(by, it)| words.get(start + 1 + by).is_some_and(|(_, stem)| stem == it))
        };
        let phrase = PHRASES.get(first).into_iter().flatten().find(|(rest, _, _)| follows(rest));
        let end = start + 1 + phrase.map_or(0, |(rest, _, _)| rest.len());
        found.extend(phrase.map(|(_, answer, reach)| PhraseMatch { start, end, answer: *answer, reach: *reach }));
        start = end;
    }
    found
}

/// The answer of a statement's phrases; the first refers to the others.
fn phrases(asked: Option<&ParsedQuestion>, statement: &Statement) -> Option<Answer> {
    if let Some(it) = weighed(statement) {
        return Some(it);
    }
    let is_thing = |(word, stem): &(String, String)| {
        PRONOUNS.contains(&word.as_str())
            || PLANS.contains(&stem.as_str())
            || asked.is_some_and(|it| it.subject.contains(stem))
    };
    let has_object = |it: &PhraseMatch| statement.iter().skip(it.end).any(is_thing);
    let counts = |it: &PhraseMatch| it.reach == Reach::Any || has_object(it);
    let mut said: Option<(Answer, usize)> = None;
    let mut read = 0;
    for mark in marks(statement).into_iter().filter(counts) {
        let turns = statement.get(read..mark.start).map_or(0, negations);
        let own = if turns.is_multiple_of(2) { mark.answer } else { mark.answer.turned() };
        let is_bound = |from: usize| {
            let between = statement.get(from..mark.start).unwrap_or_default();
            let is_opinion = from
                .checked_sub(1)
                .and_then(|it| statement.get(it))
                .is_some_and(|(_, it)| OPINIONS.contains(&it.as_str()));
            is_opinion || mark.reach == Reach::Object || between.iter().any(|(it, _)| BINDING.contains(&it.as_str()))
        };
        said = match said {
            None => Some((own, mark.end)),
            Some((first, end)) if is_bound(end) => Some((first.of(own), mark.end)),
            Some(it) => Some(it),
        };
        read = mark.end;
    }
    // "A mistake not to adopt it": the object is negated.
    let is_turned = |end: usize| {
        let rest = statement.iter().skip(end);
        let mut next = rest.clone().zip(rest.skip(1));
        next.any(|((it, _), (next, _))| is_negation(it) && (next == "to" || next.ends_with("ing")))
    };
    said.map(|(it, end)| if is_turned(end) { it.turned() } else { it })
}

/// "Its costs outweigh its benefits", and the reverse; "are outweighed by" inverts it.
fn weighed(statement: &Statement) -> Option<Answer> {
    let is = |list: &str, stem: &str| WEIGHED.get(stem) == Some(&list);
    let at = statement.iter().position(|(_, it)| is("outweighs", it))?;
    let (before, after) = (statement.get(..at)?, statement.get(at + 1..)?);
    let side = |words: &[(String, String)]| {
        let has = |list: &str| words.iter().any(|(_, it)| is(list, it));
        match (has("light"), has("heavy")) {
            (true, false) => Some(Answer::For),
            (false, true) => Some(Answer::Against),
            (true, true) | (false, false) => None,
        }
    };
    let wins = match (side(before), side(after)) {
        (Some(one), Some(other)) if one == other => return None,
        (Some(one), _) => one,
        (None, Some(other)) => other.turned(),
        (None, None) => return None,
    };
    let is_turned = after.first().is_some_and(|(it, _)| it == "by") != (negations(before) % 2 == 1);
    Some(if is_turned { wins.turned() } else { wins })
}

/// Whether a statement refers to the topic and not to something else.
fn is_about(asked: &ParsedQuestion, at: usize, sentence: &[Clause], statement: &Statement) -> bool {
    let has = |is: &dyn Fn(&str, &str) -> bool| sentence.iter().flatten().any(|it| is(it, &stem(it)));
    if has(&|word, stem| {
        asked.verb.as_deref() == Some(stem)
            || PLANS.contains(&stem)
            || (PRONOUNS.contains(&word) && !matches!(word, "we" | "i" | "us"))
    }) {
        return true;
    }
    if asked.object.as_deref().is_some_and(|object| has(&|_, stem| stem == object)) {
        return asked.is_taking;
    }
    // "Overkill for the pipeline" has no other subject than the topic.
    let marks = marks(statement);
    let is_marked = |at: usize| marks.iter().any(|it| (it.start..it.end).contains(&at));
    let is_foreign = |(at, (word, stem)): (usize, &(String, String))| {
        !is_marked(at)
            && !words::is_empty(word)
            && !is_negation(word)
            && !asked.subject.contains(stem)
            && !antonyms::decides(stem)
    };
    at == 0 && !statement.iter().enumerate().any(is_foreign)
}
