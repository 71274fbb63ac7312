//! Detects contradictions between two texts by their words (E-11, O-07). It overrules similarity.
//!
//! It uses answers, negation, antonyms, figures and word order, in English, and reports which of them applied. It misses contradictions
//! that require knowledge. It prefers false positives: a false split costs a round, a false agreement costs the decision. Not here: whether
//! two texts say the same (`lexical`, `relation`).
pub mod answer;
mod antonyms;
pub mod cause;
pub(crate) mod leaning;
mod norms;
mod order;
pub mod parsed_question;
pub mod parsed_text;
pub(crate) mod rival;

use crate::thresholds::{
    ANTONYM_SHARE, ANTONYM_SUBJECT, MOST_SENTENCES, SAME_ELSE, SAME_SENTENCE, SAME_SUBJECT, SAME_WORDS, TURNED_SHARE,
};
use answer::Answer;
use antonyms::Source;
use parsed_question::ParsedQuestion;
use parsed_text::{Negation, ParsedText, Passage, Token};
use std::collections::BTreeSet;
use std::fmt;

/// The evidence that two texts are opposed. Pairs are in alphabetical order, so that the order of the texts does not matter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// One begins with yes, the other with no.
    Answers,
    /// They use opposite words of the decision table.
    Decision(String, String),
    /// They use antonyms in otherwise equal statements.
    Antonyms(String, String),
    /// They name different figures.
    Figures,
    /// One negates what the other does not.
    Negation,
    /// The same words in a different order that matters.
    Order,
    /// Each proposes its own answer as the right one.
    Rivals,
    /// One explicitly disagrees with the other.
    Dissent,
    /// One is for the topic, the other against it.
    Sides,
    /// One says that something causes an effect, the other that it prevents it.
    Causes,
    /// They make opposite demands, or give opposite verdicts, on one subject.
    Norms(String, String),
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sign::Answers => f.write_str("one answers yes, the other no"),
            Sign::Decision(a, b) | Sign::Antonyms(a, b) | Sign::Norms(a, b) => {
                write!(f, "one says `{a}`, the other `{b}`")
            }
            Sign::Figures => f.write_str("they name different figures"),
            Sign::Negation => f.write_str("one negates what the other does not"),
            Sign::Order => f.write_str("the same words in another order"),
            Sign::Rivals => f.write_str("each puts forward an answer of its own"),
            Sign::Dissent => f.write_str("one says that it disagrees with the other"),
            Sign::Sides => f.write_str("one is for it, the other against it"),
            Sign::Causes => f.write_str("one says that it brings about what by the other it prevents"),
        }
    }
}

/// Evidence that two texts contradict each other, if any.
pub fn opposed(a: &str, b: &str) -> Option<Sign> {
    between(&ParsedText::of(a), &ParsedText::of(b), Parity::Counts)
}

/// Evidence that two texts, with or without a topic, are at odds: a contradiction, explicit dissent, their answers, causal statements, or demands.
/// The latter four are not part of [`opposed`], because recorded debates were decided by that.
pub fn contested(topic: Option<&str>, a: &str, b: &str) -> Option<Sign> {
    let (one, other) = (ParsedText::of(a), ParsedText::of(b));
    contest(a, b, &one, &other, &Answers::of(topic, a, b, &one, &other))
}

/// Whether a stem has a known opposite.
pub fn is_word(stem: &str) -> bool {
    antonyms::knows(stem)
}

/// The answers of two texts to a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    /// The answer of the first.
    pub one: Option<Answer>,
    /// The answer of the second.
    pub other: Option<Answer>,
    /// Whether there is a yes/no topic; otherwise the answers may refer to different things.
    pub is_asked: bool,
    /// Whether the topic is phrased as a question, so that a text without an answer has not answered it.
    pub is_question: bool,
}

impl Answers {
    /// Analyses two texts on a topic.
    pub fn of(topic: Option<&str>, a: &str, b: &str, one: &ParsedText, other: &ParsedText) -> Answers {
        let asked = topic.map(ParsedQuestion::of);
        Answers {
            one: answer::of(asked.as_ref(), a, one),
            other: answer::of(asked.as_ref(), b, other),
            is_asked: asked.as_ref().is_some_and(|it| !it.is_open),
            is_question: asked.as_ref().is_some_and(|it| it.is_question),
        }
    }

    fn are_opposite(self) -> bool {
        matches!((self.one, self.other), (Some(one), Some(other)) if one != other)
    }

    fn are_same(self) -> bool {
        self.one.is_some() && self.one == self.other
    }
}

/// Whether a difference in negation matters; it does not if both plainly give the same answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parity {
    Counts,
    Aside,
}

/// [`contested`] for parsed texts.
pub fn contest(a: &str, b: &str, one: &ParsedText, other: &ParsedText, answers: &Answers) -> Option<Sign> {
    // Without a topic, answers must refer to one thing that is the only content of a text.
    let is_of_one = || {
        let are_short = one.sentences.len() == 1 && other.sentences.len() == 1;
        are_short && !one.whole.subject.is_disjoint(&other.whole.subject)
    };
    if answers.are_opposite() && (answers.is_asked || is_of_one()) {
        return Some(Sign::Sides);
    }
    let parity = if answers.are_same() { Parity::Aside } else { Parity::Counts };
    let of_themselves = || match rival::answers(a, b) {
        rival::Answers::Rival => Some(Sign::Rivals),
        rival::Answers::OneMore | rival::Answers::Alike => {
            (rival::dissents(a) != rival::dissents(b)).then_some(Sign::Dissent)
        }
    };
    let by_cause = || cause::are_contrary(a, b).then_some(Sign::Causes);
    let by_norm = || norms::opposed(one, other).map(|(a, b)| if a < b { (a, b) } else { (b, a) });
    let is_meant = |it: &Sign| *it != Sign::Negation || !norms::agree(one, other);
    between(one, other, parity)
        .filter(is_meant)
        .or_else(of_themselves)
        .or_else(by_cause)
        .or_else(|| by_norm().map(|(a, b)| Sign::Norms(a, b)))
}

fn between(a: &ParsedText, b: &ParsedText, parity: Parity) -> Option<Sign> {
    if matches!((a.answer, b.answer), (Some(a), Some(b)) if a != b) {
        return Some(Sign::Answers);
    }
    compare(&a.whole, &b.whole, SAME_SUBJECT, parity).or_else(|| by_sentences(a, b, parity))
}

/// Finds two opposed sentences with the same subject in longer texts. Sentences that both texts contain do not count.
fn by_sentences(a: &ParsedText, b: &ParsedText, parity: Parity) -> Option<Sign> {
    if a.sentences.len() < 2 && b.sentences.len() < 2 {
        return None;
    }
    let own = |of: &ParsedText, other: &ParsedText| -> Vec<Passage> {
        of.sentences.iter().filter(|it| !other.sentences.contains(it)).take(MOST_SENTENCES).cloned().collect()
    };
    let (ours, theirs) = (own(a, b), own(b, a));
    ours.iter().flat_map(|one| theirs.iter().filter_map(|other| compare(one, other, SAME_SENTENCE, parity))).min()
}

/// Compares two passages; they have the same subject if they share at least this fraction.
fn compare(a: &Passage, b: &Passage, least: f64, parity: Parity) -> Option<Sign> {
    let opposites = Opposite::between(a, b);
    let by_object = Opposite::of_one_object(a, b);
    let seen = opposites
        .iter()
        .filter(|it| !it.is_turned_back && it.counts(a, b, least))
        .chain(&by_object)
        .map(|it| it.sign(a, b))
        .min();
    if seen.is_some() {
        return seen;
    }
    let (by_shorter, by_all) = shares(&a.subject, &b.subject);
    if by_shorter < least {
        return None;
    }
    if !a.numbers.is_empty() && !b.numbers.is_empty() && a.numbers.is_disjoint(&b.numbers) {
        return Some(Sign::Figures);
    }
    // "Do not adopt it" and "reject it": the antonym accounts for the negation.
    let answered: BTreeSet<&str> =
        opposites.iter().filter(|it| it.is_turned_back).flat_map(|it| it.statement(a, b)).collect();
    let shared = a.subject.intersection(&b.subject).map(String::as_str).filter(|it| !answered.contains(it)).collect();
    if parity == Parity::Counts && is_negated(a, b, &shared, by_all) {
        return Some(Sign::Negation);
    }
    (by_all >= SAME_WORDS && order::is_changed(a, b)).then_some(Sign::Order)
}

/// Whether one passage negates much of the shared words, or the deciding word, or anything if nearly all else is equal; or each negates the
/// other ("this, not that").
fn is_negated(a: &Passage, b: &Passage, shared: &BTreeSet<&str>, by_all: f64) -> bool {
    let denied = |one: &Passage, other: &Passage, farther: Negation| -> Vec<&str> {
        shared.iter().copied().filter(|it| one.denies(it, other, farther)).collect()
    };
    let (ours, theirs) = (denied(a, b, Negation::InStatement), denied(b, a, Negation::InStatement));
    let is_crossed = !ours.is_empty() && !theirs.is_empty();
    if is_crossed || ours.iter().chain(&theirs).any(|it| antonyms::decides(it)) {
        return true;
    }
    // If both sentences contain a negation, it may only be in a different place.
    let turned = denied(a, b, Negation::InSentence).len() + denied(b, a, Negation::InSentence).len();
    turned as f64 > shared.len() as f64 * TURNED_SHARE || (turned > 0 && by_all >= SAME_ELSE)
}

/// The shared fraction of the shorter set, and of the union.
fn shares(a: &BTreeSet<String>, b: &BTreeSet<String>) -> (f64, f64) {
    let shared = a.intersection(b).count() as f64;
    let (least, all) = (a.len().min(b.len()) as f64, a.union(b).count() as f64);
    (if least > 0.0 { shared / least } else { 0.0 }, if all > 0.0 { shared / all } else { 0.0 })
}

/// A pair of opposite words, one in each passage.
struct Opposite {
    one: String,
    other: String,
    source: Source,
    /// Whether one of them is negated, so that both say the same.
    is_turned_back: bool,
}

impl Opposite {
    fn between(a: &Passage, b: &Passage) -> Vec<Opposite> {
        let theirs: BTreeSet<&str> = b.beyond(a).collect();
        let mut found: Vec<Opposite> = Vec::new();
        for one in a.beyond(b) {
            for (other, source) in antonyms::opposites(one) {
                if theirs.contains(other.as_str()) && !found.iter().any(|it| it.one == one && it.other == other) {
                    let is_turned_back = a.negates(one) != b.negates(&other);
                    found.push(Opposite { one: one.to_owned(), other, source, is_turned_back });
                }
            }
        }
        found
    }

    /// Opposite decisions about the same object, whatever else the passages say: "keep the monolith" and "replace the monolith".
    fn of_one_object(a: &Passage, b: &Passage) -> Vec<Opposite> {
        let (ours, theirs) = (a.decisions(), b.decisions());
        let mut found = Vec::new();
        for (object, one) in &ours {
            let of_it: Vec<&Token> = theirs.iter().filter(|(it, _)| it == object).map(|(_, it)| *it).collect();
            let is_said_by_both = of_it.iter().any(|it| it.stem == one.stem);
            for (other, source) in antonyms::opposites(&one.stem) {
                let is_taken_back = ours.iter().any(|(it, verb)| it == object && verb.stem == other);
                let is_opposed = of_it
                    .iter()
                    .any(|it| it.stem == other && (it.negation == Negation::Here) == (one.negation == Negation::Here));
                if source == Source::Decisions && is_opposed && !is_said_by_both && !is_taken_back {
                    found.push(Opposite { one: one.stem.clone(), other, source, is_turned_back: false });
                }
            }
        }
        found
    }

    /// Whether the rest of the passages has the same subject.
    fn counts(&self, a: &Passage, b: &Passage, least: f64) -> bool {
        let rest = |it: &Passage| -> BTreeSet<String> {
            it.subject.iter().filter(|it| **it != self.one && **it != self.other).cloned().collect()
        };
        let (one, other) = (rest(a), rest(b));
        let (by_shorter, by_all) = shares(&one, &other);
        let is_alike = by_shorter >= ANTONYM_SUBJECT && by_all >= ANTONYM_SHARE;
        // A preposition alone decides nothing.
        let is_weighty = a.subject.contains(&self.one) && b.subject.contains(&self.other);
        let is_bare = one.is_empty() || other.is_empty();
        match self.source {
            Source::Decisions if is_weighty => (by_shorter >= least || is_bare) && !self.is_of_two_things(a, b),
            Source::Decisions | Source::WordNet => is_alike || (is_bare && one == other),
        }
    }

    /// Whether the two refer to different things: "higher speed" and "lower cost".
    fn is_of_two_things(&self, a: &Passage, b: &Passage) -> bool {
        let mut things = (a.following(&self.one), b.following(&self.other));
        matches!((things.0.next(), things.1.next()), (Some(one), Some(other)) if !b.subject.contains(one) && !a.subject.contains(other))
    }

    /// The words of the statement in which one of them is negated.
    fn statement<'a>(&self, a: &'a Passage, b: &'a Passage) -> Vec<&'a str> {
        let (passage, stem) = if a.negates(&self.one) { (a, &self.one) } else { (b, &self.other) };
        let clauses = passage.clauses.iter().filter(|it| it.iter().any(|it| it.stem == *stem));
        clauses.flatten().map(|it| it.stem.as_str()).collect()
    }

    fn sign(&self, a: &Passage, b: &Passage) -> Sign {
        let word = |it: &Passage, stem: &str| {
            it.tokens().find(|it| it.stem == stem).map_or_else(String::new, |it| it.word.clone())
        };
        let (one, other) = (word(a, &self.one), word(b, &self.other));
        let (one, other) = if one < other { (one, other) } else { (other, one) };
        match self.source {
            Source::Decisions => Sign::Decision(one, other),
            Source::WordNet => Sign::Antonyms(one, other),
        }
    }
}
