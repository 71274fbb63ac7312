//! What a topic asks: whether yes answers it, and which verb and thing it is about.
//!
//! Not here: what a text answers (`answer`).
use super::answer::{Answer, LISTS};
use super::antonyms::{self, Source};
use super::reading::NEGATIONS;
use crate::words::{self, is_empty, stem};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Words that stand for what was spoken of, or for who speaks.
pub(super) const PRONOUNS: &[&str] = &["it", "this", "that", "them", "these", "we", "i", "us", "they", "you", "one"];

/// Stems of words for what is proposed, whatever it is.
pub(super) const PLANS: &[&str] =
    &["plan", "idea", "proposal", "move", "project", "initiativ", "propos", "change", "step"];

/// Words of a question that yes or no does not answer.
const OPEN: &[&str] = &["what", "which", "how", "who", "where", "when", "why", "whom", "whose"];

/// Words before the verb of a question, and of a statement that wants something.
const BEFORE_VERB: &[&str] =
    &["should", "shall", "must", "can", "could", "may", "will", "would", "ought", "do", "does", "did", "to"];

/// How far in a topic a word of [`OPEN`] makes it open. Ours: "in our case, what"; "should we move when traffic doubles" is closed.
const EARLY: usize = 4;

/// What a verb is said of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// What is asked about.
    It,
    /// Something else in its place.
    Instead,
}

/// A topic as a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Yes or no is no answer to it.
    pub is_open: bool,
    /// It is put as a question that yes or no answers.
    pub is_question: bool,
    /// It wants something not to be done.
    pub(super) is_negative: bool,
    /// The stem of what is to be done, where it can be told.
    pub(super) verb: Option<String>,
    /// The first thing that it is to be done to.
    pub(super) object: Option<String>,
    /// What is said of the thing is said of doing it: adopt, keep, or no verb at all.
    pub(super) is_taking: bool,
    /// Stems of all it speaks of.
    pub(super) subject: BTreeSet<String>,
}

impl Asked {
    /// Reads a topic.
    pub fn of(topic: &str) -> Asked {
        let said = words::of(topic);
        let is_choice = |at: usize| {
            matches!(said.get(at).map(String::as_str), Some("or" | "vs" | "versus"))
                && said.get(at + 1).is_none_or(|it| it != "not")
        };
        let is_open = said.iter().take(EARLY).any(|it| OPEN.contains(&it.as_str())) || (0..said.len()).any(is_choice);
        let place = verb_in(&said);
        let content = |from: usize| {
            said.iter().skip(from).filter(|it| !is_empty(it) && !NEGATIONS.contains(&it.as_str())).map(|it| stem(it))
        };
        let verb = place.and_then(|it| said.get(it)).map(|it| stem(it));
        let modal = place.and_then(|it| said.get(..it)).unwrap_or_default();
        Asked {
            is_open,
            is_question: !is_open && topic.trim_end().ends_with('?'),
            is_negative: modal.iter().any(|it| NEGATIONS.contains(&it.as_str())),
            object: content(place.map_or(0, |it| it + 1)).next(),
            is_taking: verb.as_deref().is_none_or(|it| class(it).is_some()),
            subject: content(0).collect(),
            verb,
        }
    }

    /// Whether a verb is said of the thing that is asked about; none where it is said of something else.
    pub(super) fn taken(&self, statement: &[(String, String)], verb: usize) -> Option<Taken> {
        let is_object = |(_, stem): &(String, String)| self.object.as_deref().is_none_or(|it| it == stem);
        let is_it =
            |(word, _): &(String, String)| matches!(word.as_str(), "it" | "this" | "that" | "them" | "these" | "so");
        let behind = || statement.iter().skip(verb + 1);
        if let Some(at) = behind().position(is_object) {
            let is_other =
                |(word, _): &(String, String)| matches!(word.as_str(), "instead" | "rather" | "over" | "not" | "than");
            return Some(if behind().take(at).any(is_other) { Taken::Instead } else { Taken::It });
        }
        let is_else = |(word, stem): &(String, String)| !is_empty(word) && !self.subject.contains(stem);
        let is_named = statement.iter().take(verb).any(is_object) || behind().any(is_it);
        (is_named || !behind().any(is_else)).then_some(Taken::It)
    }

    /// Which way the word at a place of a statement takes what is asked, if it is a verb of it: the topic's own, one like it, or its opposite.
    pub(super) fn verb_at(&self, statement: &[(String, String)], at: usize) -> Option<Answer> {
        let (verb, (_, stem)) = (self.verb.as_deref()?, statement.get(at)?);
        if stem == verb {
            return Some(Answer::For);
        }
        let of_it = statement.iter().skip(at + 1).any(|(_, it)| Some(it) == self.object.as_ref());
        let is_alike = class(verb).is_some() && class(verb) == class(stem);
        let is_opposite =
            || antonyms::opposites(stem).iter().any(|(it, source)| it == verb && *source == Source::Decisions);
        match of_it {
            true if is_opposite() => Some(Answer::Against),
            true if is_alike => Some(Answer::For),
            true | false => None,
        }
    }
}

/// Lists of verbs that do the same to a thing, by their stems.
static CLASSES: LazyLock<BTreeMap<String, &str>> = LazyLock::new(|| {
    ["adopts", "keeps"].into_iter().flat_map(|list| LISTS.words(list).map(move |it| (stem(it), list))).collect()
});

/// The list that a verb is on.
fn class(verb: &str) -> Option<&'static str> {
    CLASSES.get(verb).copied()
}

/// Where the verb of a topic stands.
fn verb_in(said: &[String]) -> Option<usize> {
    let is_content = |at: &usize| said.get(*at).is_some_and(|it| !is_empty(it) && !NEGATIONS.contains(&it.as_str()));
    let is_verb =
        |at: &usize| said.get(*at).is_some_and(|it| class(&stem(it)).is_some() || antonyms::decides(&stem(it)));
    let Some(modal) = said.iter().position(|it| BEFORE_VERB.contains(&it.as_str())) else {
        return (0..said.len()).find(is_content).filter(is_verb);
    };
    let rest = || (modal + 1..said.len()).filter(is_content);
    let is_plain = modal > 0 || said.get(1).is_some_and(|it| PRONOUNS.contains(&it.as_str()));
    if is_plain { rest().next() } else { rest().skip(1).find(is_verb).or_else(|| rest().find(is_verb)) }
}
