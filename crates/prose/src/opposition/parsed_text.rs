//! A parsed text: sentences, content words, and the scope of negations.
//!
//! Not here: comparing two texts.
use crate::words::{self, Clause, stem};
use std::collections::{BTreeMap, BTreeSet};

/// Negations.
pub const NEGATIONS: &[&str] = &[
    "not",
    "no",
    "never",
    "cannot",
    "without",
    "neither",
    "nor",
    "nobody",
    "none",
    "nothing",
    "nowhere",
    "dont",
    "doesnt",
    "didnt",
    "shouldnt",
    "wont",
    "wouldnt",
    "cant",
    "couldnt",
    "isnt",
    "arent",
    "wasnt",
    "werent",
    "mustnt",
    "neednt",
    "havent",
    "hasnt",
    "hadnt",
    "aint",
    "hardly",
    "barely",
    "scarcely",
    "unnecessary",
];

/// Stems of negating verbs.
const REFUSALS: &[&str] = &["avoid", "refus", "declin", "forgo", "lack"];

/// Words that begin a new clause, which limits the scope of a negation.
pub(super) const CLAUSES: &[&str] =
    &["but", "because", "since", "however", "although", "though", "unless", "whereas", "then"];

/// Verbs that begin a new statement after `and`.
const AUXILIARIES: &[&str] =
    &["is", "are", "was", "were", "be", "should", "will", "would", "must", "can", "may", "has", "have", "do", "does"];

/// Stems before `against` that make it a rejection and not a location.
const SAYING: &[&str] =
    &["is", "are", "am", "be", "was", "were", "im", "vot", "decid", "advis", "recommend", "argu", "speak", "strongly"];

/// How many content words a negation covers. Ours: "do not adopt gRPC for internal services" is four.
const REACH: usize = 4;

/// The distance of a negation from a word, nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Negation {
    /// It covers the word.
    Here,
    /// It is in the same statement.
    InStatement,
    /// It is in another statement of the sentence.
    InSentence,
    /// The sentence contains none.
    Nowhere,
}

/// A word at its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// In lower case.
    pub word: String,
    /// Its stem.
    pub stem: String,
    /// The distance of a negation.
    pub negation: Negation,
    /// Whether it is a content word.
    pub is_content: bool,
}

/// Some clauses with their content words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Passage {
    /// The clauses.
    pub clauses: Vec<Vec<Token>>,
    /// Stems of its content words.
    pub subject: BTreeSet<String>,
    /// The distance of the nearest negation, by stem.
    negations: BTreeMap<String, Negation>,
    /// Its numbers.
    pub numbers: BTreeSet<String>,
    /// Occurrences by stem.
    pub counts: BTreeMap<String, usize>,
}

impl Passage {
    fn of(clauses: Vec<Vec<Token>>) -> Passage {
        let mut passage = Passage::default();
        for token in clauses.iter().flatten() {
            *passage.counts.entry(token.stem.clone()).or_default() += 1;
            if token.is_content {
                passage.subject.insert(token.stem.clone());
                let nearest = passage.negations.entry(token.stem.clone()).or_insert(token.negation);
                *nearest = token.negation.min(*nearest);
            }
            if token.word.starts_with(|c: char| c.is_ascii_digit()) {
                let cardinal = ["st", "nd", "rd", "th"].iter().find_map(|it| token.word.strip_suffix(it));
                passage.numbers.insert(cardinal.unwrap_or(&token.word).to_owned());
            }
        }
        Passage { clauses, ..passage }
    }

    /// Its words, in order.
    pub fn tokens(&self) -> impl Iterator<Item = &Token> {
        self.clauses.iter().flatten()
    }

    /// Possible decision verbs at the head of a statement, each with the stem of its object.
    pub fn decisions(&self) -> Vec<(&str, &Token)> {
        let mut found = Vec::new();
        for clause in &self.clauses {
            let mut is_head = true;
            let mut content = clause.iter().filter(|it| it.is_content || it.word == "and").peekable();
            while let Some(token) = content.next() {
                if let Some(object) = content.peek().filter(|it| is_head && token.is_content && it.is_content) {
                    found.push((object.stem.as_str(), token));
                }
                is_head = !token.is_content;
            }
        }
        found
    }

    /// The content words directly after a stem.
    pub fn following<'a>(&'a self, stem: &'a str) -> impl Iterator<Item = &'a str> {
        let next = self.clauses.iter().flat_map(|it| it.iter().zip(it.iter().skip(1)));
        next.filter(move |(it, next)| it.stem == stem && next.is_content).map(|(_, next)| next.stem.as_str())
    }

    /// Whether a negation covers a stem anywhere.
    pub fn negates(&self, stem: &str) -> bool {
        self.negations.get(stem) == Some(&Negation::Here)
    }

    /// Whether it negates a stem that the other passage contains without a negation nearer than `farther`.
    pub fn denies(&self, stem: &str, other: &Passage, farther: Negation) -> bool {
        self.negates(stem) && other.negations.get(stem).is_some_and(|it| *it > farther)
    }

    /// The stems that it contains more often than another passage.
    pub fn beyond<'a>(&'a self, other: &'a Passage) -> impl Iterator<Item = &'a str> {
        let count = |stem: &str| other.counts.get(stem).copied().unwrap_or_default();
        self.counts.iter().filter(move |(stem, n)| **n > count(stem)).map(|(stem, _)| stem.as_str())
    }
}

/// A parsed text.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedText {
    /// The yes or no at its start.
    pub answer: Option<bool>,
    /// Its sentences.
    pub sentences: Vec<Passage>,
    /// All sentences as one.
    pub whole: Passage,
}

impl ParsedText {
    /// Parses a text.
    pub fn of(text: &str) -> ParsedText {
        let mut sentences = words::sentences(text);
        let first = sentences.first_mut().and_then(|it| it.first_mut());
        let answer = first.as_deref().and_then(plain_answer);
        if let Some(clause) = first.filter(|_| answer.is_some()) {
            clause.remove(0);
        }
        let sentences: Vec<Vec<Vec<Token>>> = sentences.into_iter().map(sentence).collect();
        let whole = Passage::of(sentences.concat());
        ParsedText { answer, sentences: sentences.into_iter().map(Passage::of).collect(), whole }
    }
}

/// The yes (true) or no (false) at the start of a text: "No, …" and "No we can't", but not "No team can".
fn plain_answer(first: &Clause) -> Option<bool> {
    let is_answer = match first.get(1).map(String::as_str) {
        None | Some("i" | "we" | "it" | "they" | "this" | "that" | "you") => true,
        Some(_) => false,
    };
    match first.first()?.as_str() {
        "yes" => Some(true),
        "no" if is_answer => Some(false),
        _ => None,
    }
}

fn sentence(clauses: Vec<Clause>) -> Vec<Vec<Token>> {
    let mut read: Vec<Vec<Token>> = clauses.into_iter().map(clause).collect();
    if read.iter().flatten().any(|it| it.negation < Negation::InSentence) {
        read.iter_mut().flatten().for_each(|it| it.negation = it.negation.min(Negation::InSentence));
    }
    read
}

/// Parses a clause by statements: the scope of a negation ends with its statement.
fn clause(words: Clause) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    // Start of the statement, end of the negation's scope, and the distance of words outside the scope.
    let (mut start, mut reach, mut beyond) = (0, 0, Negation::Nowhere);
    let mut last = String::new();
    let mut rest = words.into_iter().peekable();
    while let Some(word) = rest.next() {
        let next = rest.peek().map_or("", String::as_str);
        let is_joint = matches!(word.as_str(), "and" | "or");
        let is_border = CLAUSES.contains(&word.as_str());
        if is_border || (is_joint && (AUXILIARIES.contains(&next) || is_negation(&word, next, ""))) {
            (start, reach, beyond) = (tokens.len(), 0, Negation::Nowhere);
        }
        // "Anything but Vim" excludes Vim.
        if is_negation(&last, &word, next) || (word == "but" && last == "anything") {
            let is_second = reach > 0 && word != "nor";
            (reach, beyond) = if is_second { (0, Negation::Nowhere) } else { (REACH, Negation::InStatement) };
            for token in tokens.iter_mut().skip(start) {
                // A double negation cancels: "never without".
                token.negation = if is_second { beyond } else { beyond.min(token.negation) };
            }
        } else if !is_border {
            let is_content = !words::is_empty(&word);
            let negation = if reach > 0 && is_content { Negation::Here } else { beyond };
            tokens.push(Token { stem: stem(&word), negation, is_content, word: word.clone() });
            reach = reach.saturating_sub(usize::from(is_content));
        }
        last = word;
    }
    tokens
}

fn is_negation(last: &str, word: &str, next: &str) -> bool {
    match (word, next) {
        // "Not only", "no later than" and the like negate nothing.
        ("not" | "no", "only" | "just" | "merely" | "least" | "later" | "more" | "less" | "matter" | "doubt") => false,
        ("no", it) if it.starts_with(|c: char| c.is_ascii_digit()) => false,
        ("rather", "than") | ("wrong", "to") => true,
        ("against", _) => last.is_empty() || SAYING.contains(&stem(last).as_str()),
        _ => NEGATIONS.contains(&word) || REFUSALS.contains(&stem(word).as_str()),
    }
}
