//! What a model finds in the sentences of a chunk, and the second question by which every relation is checked (P-02).
//!
//! Both questions begin with the same words, so that a cache serves the second. Words that a sentence does not contain are dropped, and so is a
//! relation that can't keep its condition within its ends. Not here: calls (`model`), and merging (`beliefs`).
use super::Read;
use crate::beliefs::stance::is_question;
use crate::beliefs::{BeliefText, Finding, Statement, cues, is_title, is_verbatim, kind_of, tokens};
use debate::belief::NodeKind;
use debate::{Chunk, Polarity, text};
use serde::Deserialize;
use serde_json::{Value, json};

const FIND: &str = include_str!("../../prompts/beliefs-find.md");
const CHECK: &str = include_str!("../../prompts/beliefs-check.md");

/// The most words of an end with its condition. Ours: the prompt sets no limit; longer ends are no concepts.
const END_WORDS: usize = 30;
/// The most words of a clause. Ours: two such ends and what stands between them; a longer one does not read by itself.
const CLAUSE_WORDS: usize = 45;
/// Words before a clause that belong to it: without them it would say something else.
const OPENS: [&str; 14] = [
    "if", "when", "where", "whoever", "without", "unless", "until", "because", "since", "only", "no", "the", "a",
    "even",
];
/// The fewest words of a sentence that can hold a relation: a cause, a verb, an effect.
const LEAST_WORDS: usize = 4;
/// The confidence of a relation that was checked, and the firmness of a thesis. Ours: they tell no more than that.
const SURE: f64 = 0.8;

/// Which sentences are worth a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// All that assert something.
    Wide,
    /// Those with a word that relations are made with: a model on this machine takes seconds for each.
    Narrow,
}

/// The sentences of a chunk, and which are asked about.
#[derive(Debug)]
pub(super) struct Sheet<'a> {
    pub(super) chunk: &'a Chunk,
    /// By number, from 1.
    sentences: Vec<(usize, &'a str)>,
    asked: Vec<usize>,
}

impl<'a> Sheet<'a> {
    /// The sheet of a chunk; none where no sentence can hold a relation. In a narrow scope only those sentences and the ones before them are shown.
    pub(super) fn of(chunk: &'a Chunk, scope: Scope) -> Option<Sheet<'a>> {
        let lines = chunk.text.lines().filter(|it| !is_title(it));
        let all: Vec<(usize, &str)> = (1..).zip(lines.flat_map(tokens::sentences)).collect();
        let asked: Vec<usize> = all.iter().filter(|it| can_hold(it.1, scope)).map(|it| it.0).collect();
        let is_shown =
            |number: usize| scope == Scope::Wide || asked.iter().any(|it| *it == number || *it == number + 1);
        let sentences = all.into_iter().filter(|it| is_shown(it.0)).collect();
        (!asked.is_empty()).then_some(Sheet { chunk, sentences, asked })
    }

    fn sentence(&self, number: usize) -> Option<&'a str> {
        self.sentences.iter().find(|it| it.0 == number).map(|it| it.1)
    }

    /// The words with which both questions begin.
    fn lines(&self) -> String {
        let line = |(number, it): &(usize, &str)| format!("| {number}: {}", text::one_line(it));
        self.sentences.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The first question.
    pub(super) fn question(&self) -> String {
        let numbers: Vec<String> = self.asked.iter().map(ToString::to_string).collect();
        format!("{}\n\n{}", self.lines(), FIND.replace("{{numbers}}", &numbers.join(", ")).trim_end())
    }

    /// The second question, about what was found.
    pub(super) fn check(&self, found: &[Related]) -> String {
        let line = |(at, it): (usize, &Related)| {
            // As the belief will be shown, and what is read in it.
            let (cause, effect) = (text::one_line(&it.cause), text::one_line(&it.effect));
            let read = format!("\"{cause}\" {} \"{effect}\"", it.polarity().verb(&cause));
            match &it.clause {
                Some(clause) => format!("| {at}: sentence {}: \"{clause}\"; read as: {read}", it.n),
                None => format!("| {at}: sentence {}: {read}", it.n),
            }
        };
        let readings: Vec<String> = (1..).zip(found).map(line).collect();
        format!("{}\n\n{}", self.lines(), CHECK.replace("{{readings}}", &readings.join("\n")).trim_end())
    }

    /// The relations whose words their sentences contain, with their conditions in their ends.
    pub(super) fn contained(&self, found: Vec<Related>) -> Vec<Related> {
        found.into_iter().filter_map(|it| self.grounded(it)).collect()
    }

    fn grounded(&self, mut it: Related) -> Option<Related> {
        let sentence = text::one_line(self.sentence(it.n).filter(|_| self.asked.contains(&it.n))?);
        (it.cause, it.effect) = (text::one_line(&it.cause), text::one_line(&it.effect));
        if let Some(condition) = it.condition.take().map(|it| text::one_line(&it)).filter(|it| !it.is_empty()) {
            let is_in = |end: &str| end.contains(&condition);
            if !is_in(&it.cause) && !is_in(&it.effect) {
                // An end that stands beside its condition takes it in.
                let joined = |end: &str| beside(&sentence, end, &condition);
                match (joined(&it.effect), joined(&it.cause)) {
                    (Some(effect), _) => it.effect = effect,
                    (None, Some(cause)) => it.cause = cause,
                    (None, None) => return None,
                }
            }
        }
        let stands = |end: &str| {
            let count = end.split_whitespace().count();
            count > 0 && count <= END_WORDS && is_verbatim(end, &sentence)
        };
        let is_apart = it.cause != it.effect && !it.cause.contains(&it.effect) && !it.effect.contains(&it.cause);
        it.clause = clause(&sentence, &it.cause, &it.effect);
        (stands(&it.cause) && stands(&it.effect) && is_apart).then_some(it)
    }

    /// The findings: relations that passed the check, and theses.
    pub(super) fn findings(&self, answer: &Found, related: Vec<Related>, checks: &[Check]) -> Read<Vec<Finding>> {
        let passed = |number: usize| {
            let all: Vec<&Check> = checks.iter().filter(|it| it.reading == number).collect();
            !all.is_empty() && all.iter().all(|it| it.says && it.holds && it.direction && it.whole && it.stands)
        };
        let held = |words: &str| BeliefText { words: text::one_line(words), kind: kind_of(words), held: SURE };
        let relations = (1..).zip(related).filter(|(number, _)| passed(*number)).map(|(_, it)| Statement::Relation {
            cause: BeliefText { kind: NodeKind::FactualClaim, ..held(&it.cause) },
            effect: BeliefText { kind: NodeKind::FactualClaim, ..held(&it.effect) },
            polarity: it.polarity(),
            confidence: SURE,
            clause: it.clause,
        });
        let theses = answer.theses.iter().filter(|it| self.asked.contains(it)).filter_map(|it| self.sentence(*it));
        let theses = theses
            .map(|it| Statement::Claim { what: held(it.trim_end_matches(['.', '!', ' '])), strength: 1.0 + SURE });
        let all = answer.relations.len() + answer.theses.len();
        let found: Vec<Finding> =
            relations.chain(theses).map(|said| Finding { chunk: self.chunk.id.clone(), said }).collect();
        Read { dropped: all.saturating_sub(found.len()), found }
    }
}

/// Whether a sentence can hold a relation.
fn can_hold(sentence: &str, scope: Scope) -> bool {
    let words = tokens::words(sentence);
    let is_stated = words.len() >= LEAST_WORDS && !is_question(sentence) && !words.iter().all(|it| it.is_quoted);
    is_stated && (scope == Scope::Wide || cues::relates(&words))
}

/// The words of a sentence from an end to its condition, or the other way round, where nothing but a comma parts them.
fn beside(sentence: &str, end: &str, condition: &str) -> Option<String> {
    let places = [
        format!("{end} {condition}"),
        format!("{end}, {condition}"),
        format!("{condition} {end}"),
        format!("{condition}, {end}"),
    ];
    places.into_iter().find(|it| sentence.contains(it.as_str()))
}

/// The words of a sentence from one end of a relation to the other, with the words before them that they need; none if they are too many.
fn clause(sentence: &str, cause: &str, effect: &str) -> Option<String> {
    let place = |end: &str| sentence.find(end).map(|at| at..at + end.len());
    let (cause, effect) = (place(cause)?, place(effect)?);
    let (start, end) = (cause.start.min(effect.start), cause.end.max(effect.end));
    let opening = |before: &str| {
        let word = before.trim_end().rsplit([' ', ',', ';', ':', '(', '—']).next().unwrap_or_default();
        OPENS.contains(&word.to_lowercase().as_str()).then_some(word.len())
    };
    let mut start = start;
    while let Some(before) = sentence.get(..start) {
        let Some(length) = opening(before).filter(|_| before.ends_with(' ')) else { break };
        start = before.trim_end().len() - length;
    }
    let words = sentence.get(start..end)?;
    (words.split_whitespace().count() <= CLAUSE_WORDS).then(|| words.to_owned())
}

/// The answer to the first question.
#[derive(Debug, Deserialize)]
pub(super) struct Found {
    pub(super) relations: Vec<Related>,
    pub(super) theses: Vec<usize>,
}

/// A relation that a model found.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Related {
    n: usize,
    cause: String,
    effect: String,
    sign: i8,
    #[serde(default)]
    condition: Option<String>,
    /// Its words in the sentence, once it was found there.
    #[serde(skip)]
    clause: Option<String>,
}

impl Related {
    fn polarity(&self) -> Polarity {
        if self.sign < 0 { Polarity::Hinders } else { Polarity::Furthers }
    }
}

/// The answer to the second question.
#[derive(Debug, Deserialize)]
pub(super) struct Checked {
    pub(super) checks: Vec<Check>,
}

/// What the second question says of a relation.
#[derive(Debug, Deserialize)]
pub(super) struct Check {
    reading: usize,
    says: bool,
    holds: bool,
    direction: bool,
    whole: bool,
    /// It reads as a statement of the author by itself.
    stands: bool,
}

pub(super) fn found_schema() -> Value {
    let relation = super::closed(&[
        ("n", json!({"type": "integer"})),
        ("cause", json!({"type": "string"})),
        ("sign", json!({"type": "integer", "enum": [1, -1]})),
        ("effect", json!({"type": "string"})),
        ("condition", json!({"type": ["string", "null"]})),
    ]);
    super::closed(&[("relations", super::list(relation)), ("theses", super::list(json!({"type": "integer"})))])
}

pub(super) fn checked_schema() -> Value {
    let yes = || json!({"type": "boolean"});
    let check = super::closed(&[
        ("reading", json!({"type": "integer"})),
        ("says", yes()),
        ("holds", yes()),
        ("direction", yes()),
        ("whole", yes()),
        ("stands", yes()),
    ]);
    super::closed(&[("checks", super::list(check))])
}
