//! Whether two texts contradict each other, by their words alone (E-11, O-07): the guard that no likeness gets past.
//!
//! It knows answers, negation, opposites, figures and order, in English, and says which of them it saw. It misses what needs knowledge.
//! Where it must err it calls an agreement split, which costs a round; a split called agreement costs the decision. Not here:
//! whether two texts say the same (`lexical`, `relation`): that nothing opposes them is not enough.
pub mod answer;
mod antonyms;
pub mod asked;
pub mod cause;
pub(crate) mod leaning;
mod order;
pub mod reading;
pub(crate) mod rival;

use crate::thresholds::{
    ANTONYM_SHARE, ANTONYM_SUBJECT, MOST_SENTENCES, SAME_ELSE, SAME_SENTENCE, SAME_SUBJECT, SAME_WORDS, TURNED_SHARE,
};
use answer::Answer;
use antonyms::Source;
use asked::Asked;
use reading::{Negation, Passage, Reading, Token};
use std::collections::BTreeSet;
use std::fmt;

/// What shows that two texts are opposed. Pairs stand in the order of the alphabet, so that it is the same whichever text comes first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sign {
    /// One begins with yes, the other with no.
    Answers,
    /// They take different sides of a pair that decisions are made of.
    Decision(String, String),
    /// They say antonyms of what is else the same.
    Antonyms(String, String),
    /// They name other figures.
    Figures,
    /// One negates what the other does not.
    Negation,
    /// The same words in an order that matters.
    Order,
    /// Each puts forward an answer of its own, as the right one.
    Rivals,
    /// One says that it disagrees with whom it answers, the other does not.
    Dissent,
    /// One is for what is asked, the other against it.
    Sides,
    /// One says that something brings about what by the other it prevents.
    Causes,
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sign::Answers => f.write_str("one answers yes, the other no"),
            Sign::Decision(a, b) | Sign::Antonyms(a, b) => write!(f, "one says `{a}`, the other `{b}`"),
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

/// The sign that two texts contradict each other, if there is one.
pub fn opposed(a: &str, b: &str) -> Option<Sign> {
    between(&Reading::of(a), &Reading::of(b), Parity::Counts)
}

/// The sign that two texts on one question, or on none, are at odds: a contradiction, what they say of it themselves, what they answer to
/// it, or what they have it bring about. None of these is part of [`opposed`], by which debates that are on record were decided.
pub fn contested(topic: Option<&str>, a: &str, b: &str) -> Option<Sign> {
    let (one, other) = (Reading::of(a), Reading::of(b));
    contest(a, b, &one, &other, &Answers::of(topic, a, b, &one, &other))
}

/// The stem of a word that is known to have an opposite.
pub fn is_word(stem: &str) -> bool {
    antonyms::knows(stem)
}

/// What two texts answer to what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answers {
    /// What the first answers.
    pub one: Option<Answer>,
    /// What the second answers.
    pub other: Option<Answer>,
    /// Whether a question is known that yes or no answers: else they need not be of the same thing.
    pub is_asked: bool,
    /// Whether it is put as one, so that who gives no answer has not said anything yet.
    pub is_question: bool,
}

impl Answers {
    /// Reads two texts on a topic.
    pub fn of(topic: Option<&str>, a: &str, b: &str, one: &Reading, other: &Reading) -> Answers {
        let asked = topic.map(Asked::of);
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

/// Whether it matters that one text negates what the other does not: not where both plainly answer the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parity {
    Counts,
    Aside,
}

/// The same of texts that are read already.
pub fn contest(a: &str, b: &str, one: &Reading, other: &Reading, answers: &Answers) -> Option<Sign> {
    // Without a question, sides are of one thing where it is all that either speaks of.
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
    between(one, other, parity).or_else(of_themselves).or_else(by_cause)
}

fn between(a: &Reading, b: &Reading, parity: Parity) -> Option<Sign> {
    if matches!((a.answer, b.answer), (Some(a), Some(b)) if a != b) {
        return Some(Sign::Answers);
    }
    compare(&a.whole, &b.whole, SAME_SUBJECT, parity).or_else(|| by_sentences(a, b, parity))
}

/// Looks for two sentences about the same that are opposed: in a long text they are few among many words. What both texts say is no
/// difference between them.
fn by_sentences(a: &Reading, b: &Reading, parity: Parity) -> Option<Sign> {
    if a.sentences.len() < 2 && b.sentences.len() < 2 {
        return None;
    }
    let own = |of: &Reading, other: &Reading| -> Vec<Passage> {
        of.sentences.iter().filter(|it| !other.sentences.contains(it)).take(MOST_SENTENCES).cloned().collect()
    };
    let (ours, theirs) = (own(a, b), own(b, a));
    ours.iter().flat_map(|one| theirs.iter().filter_map(|other| compare(one, other, SAME_SENTENCE, parity))).min()
}

/// Compares two passages that are about the same if they share at least so much.
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
    // "Do not adopt it" and "reject it": the negation is in the word, and what it reaches is none of its own.
    let answered: BTreeSet<&str> =
        opposites.iter().filter(|it| it.is_turned_back).flat_map(|it| it.statement(a, b)).collect();
    let shared = a.subject.intersection(&b.subject).map(String::as_str).filter(|it| !answered.contains(it)).collect();
    if parity == Parity::Counts && is_negated(a, b, &shared, by_all) {
        return Some(Sign::Negation);
    }
    (by_all >= SAME_WORDS && order::is_changed(a, b)).then_some(Sign::Order)
}

/// Whether one passage negates a good part of what they share, or the very word that decides, or anything where nearly all else is the
/// same; or each negates what the other says ("this, not that").
fn is_negated(a: &Passage, b: &Passage, shared: &BTreeSet<&str>, by_all: f64) -> bool {
    let denied = |one: &Passage, other: &Passage, farther: Negation| -> Vec<&str> {
        shared.iter().copied().filter(|it| one.denies(it, other, farther)).collect()
    };
    let (ours, theirs) = (denied(a, b, Negation::InStatement), denied(b, a, Negation::InStatement));
    let is_crossed = !ours.is_empty() && !theirs.is_empty();
    if is_crossed || ours.iter().chain(&theirs).any(|it| antonyms::decides(it)) {
        return true;
    }
    // Where both sentences have a negation, it may only stand elsewhere.
    let turned = denied(a, b, Negation::InSentence).len() + denied(b, a, Negation::InSentence).len();
    turned as f64 > shared.len() as f64 * TURNED_SHARE || (turned > 0 && by_all >= SAME_ELSE)
}

/// How much of the shorter and of both together two sets share.
fn shares(a: &BTreeSet<String>, b: &BTreeSet<String>) -> (f64, f64) {
    let shared = a.intersection(b).count() as f64;
    let (least, all) = (a.len().min(b.len()) as f64, a.union(b).count() as f64);
    (if least > 0.0 { shared / least } else { 0.0 }, if all > 0.0 { shared / all } else { 0.0 })
}

/// Two words, one in each passage, that are opposites.
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

    /// What the two decide of one and the same thing, however much else they say: "keep the monolith" and "replace the monolith".
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

    /// Whether the rest of the passages is about the same.
    fn counts(&self, a: &Passage, b: &Passage, least: f64) -> bool {
        let rest = |it: &Passage| -> BTreeSet<String> {
            it.subject.iter().filter(|it| **it != self.one && **it != self.other).cloned().collect()
        };
        let (one, other) = (rest(a), rest(b));
        let (by_shorter, by_all) = shares(&one, &other);
        let is_alike = by_shorter >= ANTONYM_SUBJECT && by_all >= ANTONYM_SHARE;
        // A preposition takes no side by itself.
        let is_weighty = a.subject.contains(&self.one) && b.subject.contains(&self.other);
        let is_bare = one.is_empty() || other.is_empty();
        match self.source {
            Source::Decisions if is_weighty => (by_shorter >= least || is_bare) && !self.is_of_two_things(a, b),
            Source::Decisions | Source::WordNet => is_alike || (is_bare && one == other),
        }
    }

    /// Whether the two are said of different things: "higher speed" and "lower cost".
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
