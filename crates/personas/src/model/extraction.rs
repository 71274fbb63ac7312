//! What a model finds in the sentences of a chunk, and the second question by which every relation is checked (P-02).
//!
//! Both questions begin with the same words, so that a cache serves the second. Words that a sentence does not contain are dropped, and so is a
//! relation that can't keep its condition within its ends. Not here: calls (`model`), and merging (`beliefs`).
use super::Read;
use crate::beliefs::lists::WORDS;
use crate::beliefs::stance::is_question;
use crate::beliefs::tokens::Punctuation;
use crate::beliefs::{BeliefText, CLAUSE_WORDS, Finding, Statement, cues, is_title, is_verbatim, kind_of, own, tokens};
use debate::belief::NodeKind;
use debate::{Chunk, Polarity, text};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const FIND: &str = include_str!("../../prompts/beliefs-find.md");
const CHECK: &str = include_str!("../../prompts/beliefs-check.md");

/// The most words of an end with its condition. Ours: the prompt sets no limit; longer ends are no concepts.
const END_WORDS: usize = 30;
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

    /// The second question, about the relations and behind them the theses that were found.
    pub(super) fn check(&self, found: &[Related], theses: &[String]) -> String {
        let relation = |it: &Related| {
            // As the belief will be shown, and what is read in it.
            let (cause, effect) = (text::one_line(&it.cause), text::one_line(&it.effect));
            let read = format!("\"{cause}\" {} \"{effect}\"", it.polarity().verb(&cause));
            match &it.clause {
                Some(clause) => format!("sentence {}: \"{clause}\"; read as: {read}", it.n),
                None => format!("sentence {}: {read}", it.n),
            }
        };
        let all = found.iter().map(relation).chain(theses.iter().map(|it| format!("thesis: \"{it}\"")));
        let readings: Vec<String> = (1..).zip(all).map(|(at, it)| format!("| {at}: {it}")).collect();
        format!("{}\n\n{}", self.lines(), CHECK.replace("{{readings}}", &readings.join("\n")).trim_end())
    }

    /// The theses among sentences that a model named: those that lean on no other, without the connective at their beginning.
    pub(super) fn theses(&self, numbers: &[usize]) -> Vec<String> {
        let named: BTreeSet<usize> = numbers.iter().copied().filter(|it| self.asked.contains(it)).collect();
        named.into_iter().filter_map(|it| alone(self.sentence(it)?)).collect()
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
        let names = |end: &str| !is_pronoun(end);
        let place = |end: &str| sentence.find(end).unwrap_or_default();
        // A pronoun may stand for the other end where that one comes before it.
        let [first, second] =
            if place(&it.cause) <= place(&it.effect) { [&it.cause, &it.effect] } else { [&it.effect, &it.cause] };
        let is_named = names(first) && (names(second) || second.split_whitespace().count() > 1);
        (is_named && stands(&it.cause) && stands(&it.effect) && is_apart).then_some(it)
    }

    /// The findings: relations and theses that passed the check, in the order of its readings.
    pub(super) fn findings(
        &self,
        answer: &Found,
        related: Vec<Related>,
        theses: Vec<String>,
        checks: &[Check],
    ) -> Read<Vec<Finding>> {
        let passed = |number: usize| {
            let all: Vec<&Check> = checks.iter().filter(|it| it.reading == number).collect();
            !all.is_empty() && all.iter().all(|it| it.says && it.holds && it.direction && it.whole && it.stands)
        };
        let held = |words: &str| BeliefText { words: text::one_line(words), kind: kind_of(words), held: SURE };
        let relations = related.into_iter().map(|it| Statement::Relation {
            cause: BeliefText { kind: NodeKind::FactualClaim, ..held(&it.cause) },
            effect: BeliefText { kind: NodeKind::FactualClaim, ..held(&it.effect) },
            polarity: it.polarity(),
            confidence: SURE,
            clause: it.clause,
        });
        let theses = theses.iter().map(|it| Statement::Claim { what: held(it), strength: 1.0 + SURE });
        let said = (1..).zip(relations.chain(theses)).filter(|(number, _)| passed(*number)).map(|(_, said)| said);
        let found: Vec<Finding> = said.map(|said| Finding { chunk: self.chunk.id.clone(), said }).collect();
        let all = answer.relations.len() + answer.theses.len();
        Read { dropped: all.saturating_sub(found.len()), found, ..Read::default() }
    }
}

/// A sentence as a thesis, without the connective at its beginning and its full stop; none where it leans on another or has no verb of its own.
fn alone(sentence: &str) -> Option<String> {
    let words = tokens::words(sentence);
    let first = words.iter().position(|it| !WORDS.has("connecting", &it.low)).unwrap_or_default();
    let rest = words.get(first..)?;
    // `A count that shows more`: half an answer.
    let is_cut = matches!(rest.first()?.low.as_str(), "a" | "an") && !own::has_main_verb(rest);
    let is_whole = !own::leans(rest) && !is_cut && !WORDS.has("persons_third", rest.first()?.bare());
    let told = sentence.get(rest.first()?.at.start..)?.trim_end_matches(['.', '!', ' ']);
    is_whole.then(|| told.to_owned())
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

/// Whether an end begins with a pronoun that stands for something else.
fn is_pronoun(end: &str) -> bool {
    tokens::words(end).first().is_none_or(|it| WORDS.has("persons_third", it.bare()))
}

/// The words of a sentence from one end of a relation to the other, with the words before them that they need and the verb behind them; none if they
/// are too many.
fn clause(sentence: &str, cause: &str, effect: &str) -> Option<String> {
    let place = |end: &str| sentence.find(end).map(|at| at..at + end.len());
    let (cause, effect) = (place(cause)?, place(effect)?);
    let (start, end) = (cause.start.min(effect.start), cause.end.max(effect.end));
    let words = tokens::words(sentence);
    let (first, last) =
        (words.iter().position(|it| it.at.end > start)?, words.iter().rposition(|it| it.at.start < end)?);
    let low = |at: usize| words.get(at).map(|it| it.low.as_str()).unwrap_or_default();
    let is_parted = |at: usize| words.get(at).is_none_or(|it| it.punctuation != Punctuation::None);
    // `What slows`, `it is`: what the first end is said of stands before it.
    let begin = (0..=first).rev().find(|at| is_parted(*at)).unwrap_or_default();
    let leads = (begin..first).find(|at| {
        WORDS.has("leading_in", low(*at)) || WORDS.begins("leading_in", words.get(*at..).unwrap_or_default()).is_some()
    });
    let mut from = leads.filter(|it| first - it <= LEADS).unwrap_or(first);
    while from > 0 && !is_parted(from) && OPENS.contains(&low(from - 1)) {
        from -= 1;
    }
    if from == first && from > 0 && is_parted(from) && OPENS.contains(&low(from - 1)) && from - begin <= 1 {
        from -= 1;
    }
    // `Trade dies`: so does the verb of the last one behind it.
    let is_verb = |at: usize| {
        let word = low(at);
        let is_formed = word.len() > 3 && !word.ends_with("ss") && (word.ends_with('s') || word.ends_with("ed"));
        let is_small =
            WORDS.has("breaks", word) || matches!(word, "as" | "this" | "its" | "his" | "less" | "unless" | "besides");
        ["helpers", "modals", "verbs", "acting", "present"].iter().any(|it| WORDS.has(it, word))
            || (is_formed && !is_small)
    };
    let stop = (last + 1..words.len()).find(|at| is_parted(*at)).unwrap_or(words.len());
    let is_said = last + 1 < stop && is_verb(last + 1);
    let to = if is_said { stop - 1 } else { last };
    let said = sentence.get(words.get(from)?.at.start.min(start)..words.get(to)?.at.end.max(end))?;
    (said.split_whitespace().count() <= CLAUSE_WORDS).then(|| said.to_owned())
}

/// The most words of a beginning such as `What slows`. Ours: a pronoun, a verb and an adverb.
const LEADS: usize = 3;

/// The answer to the first question.
#[derive(Debug, Deserialize)]
pub(super) struct Found {
    #[serde(default)]
    pub(super) relations: Vec<Related>,
    #[serde(default)]
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
    #[serde(default)]
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

/// The schema of the first answer. In a narrow scope its lists and words are bounded, so that a short answer is a whole one.
pub(super) fn found_schema(scope: Scope) -> Value {
    let words = || bounded(scope, json!({"type": "string"}), "maxLength", MOST_LETTERS_HERE);
    let relation = super::closed(&[
        ("n", json!({"type": "integer"})),
        ("cause", words()),
        ("sign", json!({"type": "integer", "enum": [1, -1]})),
        ("effect", words()),
        ("condition", bounded(scope, json!({"type": ["string", "null"]}), "maxLength", MOST_LETTERS_HERE)),
    ]);
    let list = |of: Value, most: usize| bounded(scope, super::list(of), "maxItems", most);
    super::closed(&[
        ("relations", list(relation, MOST_RELATIONS_HERE)),
        ("theses", list(json!({"type": "integer"}), MOST_THESES_HERE)),
    ])
}

/// The most relations and theses of a chunk and the most letters of an end, of a model on this machine. Ours: what it writes in a few seconds.
const MOST_RELATIONS_HERE: usize = 2;
const MOST_THESES_HERE: usize = 2;
const MOST_LETTERS_HERE: usize = 60;

/// A schema with a bound, in a narrow scope.
fn bounded(scope: Scope, mut schema: Value, bound: &str, most: usize) -> Value {
    if let (Scope::Narrow, Some(object)) = (scope, schema.as_object_mut()) {
        object.insert(bound.to_owned(), json!(most));
    }
    schema
}

pub(super) fn checked_schema(scope: Scope) -> Value {
    let yes = || json!({"type": "boolean"});
    let check = super::closed(&[
        ("reading", json!({"type": "integer"})),
        ("says", yes()),
        ("holds", yes()),
        ("direction", yes()),
        ("whole", yes()),
        ("stands", yes()),
    ]);
    super::closed(&[("checks", bounded(scope, super::list(check), "maxItems", MOST_RELATIONS_HERE + MOST_THESES_HERE))])
}
