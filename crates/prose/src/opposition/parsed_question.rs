//! What a topic asks: whether it is a yes/no question, and its verb and object.
//!
//! Not here: the answer of a text (`answer`).
use super::answer::{Answer, LISTS};
use super::antonyms::{self, Source};
use super::parsed_text::NEGATIONS;
use crate::words::{self, is_empty, stem};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Pronouns for the topic or the speaker.
pub(super) const PRONOUNS: &[&str] = &["it", "this", "that", "them", "these", "we", "i", "us", "they", "you", "one"];

/// Stems of nouns for a proposal.
pub(super) const PLANS: &[&str] =
    &["plan", "idea", "proposal", "move", "project", "initiativ", "propos", "change", "step"];

/// Words of open questions.
const OPEN: &[&str] = &["what", "which", "how", "who", "where", "when", "why", "whom", "whose"];

/// Words before the verb of a question or a request.
const BEFORE_VERB: &[&str] =
    &["should", "shall", "must", "can", "could", "may", "will", "would", "ought", "do", "does", "did", "to"];

/// Within how many words a word of [`OPEN`] makes a topic open. Ours: "in our case, what"; "should we move when traffic doubles" is closed.
const EARLY: usize = 4;

/// The object of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VerbObject {
    /// The topic's object.
    It,
    /// An alternative to it.
    Instead,
}

/// A parsed topic.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedQuestion {
    /// Not answerable by yes or no.
    pub is_open: bool,
    /// Phrased as a yes/no question.
    pub is_question: bool,
    /// Asks whether not to do something.
    pub(super) is_negative: bool,
    /// The stem of the verb, if known.
    pub(super) verb: Option<String>,
    /// The first object.
    pub(super) object: Option<String>,
    /// A judgement of the object is a judgement of the action: adopt, keep, or no verb.
    pub(super) is_taking: bool,
    /// Stems of all content words.
    pub(super) subject: BTreeSet<String>,
}

impl ParsedQuestion {
    /// Parses a topic.
    pub fn of(topic: &str) -> ParsedQuestion {
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
        ParsedQuestion {
            is_open,
            is_question: !is_open && topic.trim_end().ends_with('?'),
            is_negative: modal.iter().any(|it| NEGATIONS.contains(&it.as_str())),
            object: content(place.map_or(0, |it| it + 1)).next(),
            is_taking: verb.as_deref().is_none_or(|it| class(it).is_some()),
            subject: content(0).collect(),
            verb,
        }
    }

    /// The object of a verb in a statement; none if it is unrelated to the topic.
    pub(super) fn taken(&self, statement: &[(String, String)], verb: usize) -> Option<VerbObject> {
        let is_object = |(_, stem): &(String, String)| self.object.as_deref().is_none_or(|it| it == stem);
        let is_it =
            |(word, _): &(String, String)| matches!(word.as_str(), "it" | "this" | "that" | "them" | "these" | "so");
        let behind = || statement.iter().skip(verb + 1);
        if let Some(at) = behind().position(is_object) {
            let is_other =
                |(word, _): &(String, String)| matches!(word.as_str(), "instead" | "rather" | "over" | "not" | "than");
            return Some(if behind().take(at).any(is_other) { VerbObject::Instead } else { VerbObject::It });
        }
        let is_else = |(word, stem): &(String, String)| !is_empty(word) && !self.subject.contains(stem);
        let is_named = statement.iter().take(verb).any(is_object) || behind().any(is_it);
        (is_named || !behind().any(is_else)).then_some(VerbObject::It)
    }

    /// The direction of the word at an index relative to the topic's verb: the same verb, a synonym, or its opposite; none for other words.
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

/// Classes of synonymous verbs, by stem.
static CLASSES: LazyLock<BTreeMap<String, &str>> = LazyLock::new(|| {
    ["adopts", "keeps"].into_iter().flat_map(|list| LISTS.words(list).map(move |it| (stem(it), list))).collect()
});

/// The class of a verb.
fn class(verb: &str) -> Option<&'static str> {
    CLASSES.get(verb).copied()
}

/// The index of the verb of a topic.
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
