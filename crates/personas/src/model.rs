//! Beliefs and a contract read by a model (P-01, P-02): for each chunk a question and a second one that checks what was found, and one for the
//! contract.
//!
//! Only quotations count: words that their sentence does not contain are dropped, and counted. Not here: rules that need no model (`beliefs`,
//! `contract`), and the storage of answers (`build`).
mod extraction;

use crate::beliefs::own::{self, Spoken};
use crate::beliefs::{Finding, is_verbatim, stands_in};
use crate::contract::{self, fitted};
use debate::persona::{Built, Quote, Voice};
use debate::{BeliefGraph, Chunk, Contract, Name, Rules, text};
use extraction::{Checked, Found, Scope, Sheet};
use models::{Request, Schema, ToolUse, Usage};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

const BELIEFS: &str = include_str!("../prompts/beliefs.md");
const CONTRACT: &str = include_str!("../prompts/contract.md");

/// The sampling temperature (P-16: checks at 0.2, extraction at 0.3). Ours: the same chunk should give the same findings.
const TEMPERATURE: f32 = 0.2;
/// The most output tokens for a chunk and for its check, of a model elsewhere and of one on this machine, and for a contract. Ours: two dozen
/// findings; the three that a small model finds in five seconds; the limits of a contract (P-03) and its JSON.
const MOST_FOUND: u32 = 1_600;
const MOST_FOUND_HERE: u32 = 130;
const MOST_CONTRACT: u32 = 3_000;
/// The usual output tokens, for price estimates. Ours: four findings with their words; a line for each; half the limits of a contract.
const USUAL_FOUND: u64 = 250;
const USUAL_CHECK: u64 = 120;
const USUAL_CONTRACT: u64 = 1_200;
/// The tokens of a corpus that a contract is made from. Ours: some twenty chunks, which every model can read at once.
const SAMPLE: usize = 6_000;
/// Why a model's findings are missing.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The call failed.
    #[error("`{model}` could not be asked: {why}")]
    Asking {
        /// The model.
        model: String,
        /// The error of the call.
        why: Box<models::Error>,
    },
    /// The answer does not fit its schema.
    #[error("`{model}` gave no readable answer about {about}: build again, or with another model")]
    Unread {
        /// The model.
        model: String,
        /// The subject of the question.
        about: String,
        /// The parser's error.
        source: serde_json::Error,
    },
}

/// A model's result, and how many entries were dropped because the text does not contain them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Read<T> {
    /// The entries that were kept.
    pub found: T,
    /// How many entries were dropped.
    pub dropped: usize,
    /// How many answers could not be read.
    #[serde(default, skip_serializing_if = "is_none")]
    pub unread: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

/// A model that reads chunks.
pub struct Reader {
    name: String,
    model: Arc<dyn models::Model>,
    seed: u64,
}

impl Reader {
    /// A reader with the model named `provider/model` and a random seed.
    pub fn new(name: impl Into<String>, model: Arc<dyn models::Model>, seed: u64) -> Reader {
        Reader { name: name.into(), model, seed }
    }

    /// How a persona that it reads is recorded to be built.
    pub fn built(&self) -> Built {
        Built::Model(self.name.clone())
    }

    /// Which sentences of a chunk it is asked about: a model on this machine takes seconds for each.
    fn scope(&self) -> Scope {
        if self.is_here() { Scope::Narrow } else { Scope::Wide }
    }

    /// Whether it computes on this machine.
    pub fn is_here(&self) -> bool {
        self.name.starts_with("local/")
    }

    /// The estimated usage of the questions about a chunk, the second of which is asked only where something was found; none where no sentence
    /// can hold a relation.
    pub fn takes(&self, chunk: &Chunk) -> Vec<Usage> {
        let Some(sheet) = Sheet::of(chunk, self.scope()) else { return Vec::new() };
        let tokens = text::tokens(&sheet.question());
        vec![usual(BELIEFS, tokens, USUAL_FOUND), usual(BELIEFS, tokens, USUAL_CHECK)]
    }

    /// The estimated usage of the question for a contract; none of a model on this machine, which is not asked for one.
    pub fn takes_contract(&self, chunks: &[Chunk]) -> Option<Usage> {
        let all: usize = chunks.iter().map(|it| text::tokens(&it.text)).sum();
        (!self.is_here()).then(|| usual(CONTRACT, all.min(SAMPLE), USUAL_CONTRACT))
    }

    /// The findings of a chunk: the counterpart of [`crate::beliefs::of_chunk`]. Every relation and thesis was checked by a second question. Those of a
    /// model on this machine, which finds little, stand beside those of the rules; an answer of its that can't be read is counted.
    pub async fn of_chunk(&self, chunk: &Chunk) -> Result<Read<Vec<Finding>>, Error> {
        let asked = self.asked(chunk).await;
        if !self.is_here() {
            return asked;
        }
        let mut read = match asked {
            Err(Error::Unread { .. }) => Read { unread: 1, ..Read::default() },
            asked => asked?,
        };
        read.found.extend(crate::beliefs::of_chunk(chunk));
        Ok(read)
    }

    async fn asked(&self, chunk: &Chunk) -> Result<Read<Vec<Finding>>, Error> {
        let Some(sheet) = Sheet::of(chunk, self.scope()) else { return Ok(Read::default()) };
        let most = if self.is_here() { MOST_FOUND_HERE } else { MOST_FOUND };
        let about = format!("chunk {}", chunk.id);
        let schema = Schema::new("beliefs", extraction::found_schema(self.scope()));
        let call = format!("persona/chunk/{}", chunk.id);
        let answer = self.ask(call, BELIEFS, sheet.question(), schema, most).await?;
        let answer: Found = self.parse(&answer, &about)?;
        let (related, theses) = (sheet.contained(answer.relations.clone()), sheet.theses(&answer.theses));
        if related.is_empty() && theses.is_empty() {
            return Ok(sheet.findings(&answer, related, theses, &[]));
        }
        let schema = Schema::new("checks", extraction::checked_schema(self.scope()));
        let call = format!("persona/check/{}", chunk.id);
        let checked = self.ask(call, BELIEFS, sheet.check(&related, &theses), schema, most).await?;
        let checked: Checked = self.parse(&checked, &about)?;
        Ok(sheet.findings(&answer, related, theses, &checked.checks))
    }

    /// The contract: the counterpart of [`contract::contract`]. Where the model gives no verbatim anchors or examples, the extractive ones are used; all of
    /// it is extractive for a model on this machine, which would take minutes for a poorer one.
    pub async fn contract(
        &self,
        name: &Name,
        chunks: &[Chunk],
        beliefs: &BeliefGraph,
    ) -> Result<Read<Contract>, Error> {
        let extracted = contract::contract(name, chunks, beliefs);
        if self.is_here() {
            return Ok(Read { found: extracted, ..Read::default() });
        }
        let sample = sample(chunks, &extracted);
        let lines: Vec<String> = sample.iter().map(|it| format!("| {}: {}", it.id, text::one_line(&it.text))).collect();
        let user = format!("The author is called {name}.\n\n{}", lines.join("\n"));
        let about = format!("the contract of {name}");
        let schema = Schema::new("contract", contract_schema());
        let answer = self.ask(format!("persona/contract/{name}"), CONTRACT, user, schema, MOST_CONTRACT).await?;
        let answer: Described = self.parse(&answer, &about)?;
        Ok(answer.verified(chunks, extracted))
    }

    async fn ask(
        &self,
        call: String,
        system: &str,
        user: String,
        schema: Schema,
        max_tokens: u32,
    ) -> Result<String, Error> {
        let request = Request {
            call,
            system: system.into(),
            user,
            stable: Vec::new(),
            schema: Some(Arc::new(schema)),
            max_tokens: self.model.limit(max_tokens, Rules::MAX_TOKENS),
            temperature: Some(TEMPERATURE),
            seed: Some(self.seed),
            tools: ToolUse::default(),
            data: None,
        };
        let failed = |why| Error::Asking { model: self.name.clone(), why: Box::new(why) };
        Ok(self.model.ask(&request, None).await.map_err(failed)?.text)
    }

    /// The JSON object in an answer, whatever text surrounds it; of one that was cut off, its whole entries.
    fn parse<T: for<'a> Deserialize<'a>>(&self, answer: &str, about: &str) -> Result<T, Error> {
        let object = answer.find('{').and_then(|at| answer.get(at..)).unwrap_or(answer);
        let mut read = serde_json::Deserializer::from_str(object).into_iter::<T>();
        let unread = |source| Error::Unread { model: self.name.clone(), about: about.to_owned(), source };
        match read.next() {
            Some(Err(error)) if error.is_eof() => {
                let whole = whole_entries(object).and_then(|it| serde_json::from_str(&it).ok());
                whole.ok_or_else(|| unread(error))
            }
            Some(parsed) => parsed.map_err(unread),
            None => serde_json::from_str("").map_err(unread),
        }
    }
}

/// A JSON object that was cut off, closed behind the last whole entry of the lists in it; none where no list has one.
fn whole_entries(cut: &str) -> Option<String> {
    let (mut open, mut whole) = (Vec::new(), None);
    let (mut is_text, mut is_escaped) = (false, false);
    for (at, c) in cut.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if is_text => is_escaped = true,
            '"' => is_text = !is_text,
            _ if is_text => {}
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                open.pop();
                if open.last() == Some(&']') || c == ']' {
                    whole = Some((at + 1, open.clone()));
                }
            }
            _ => {}
        }
    }
    let (end, open) = whole?;
    let closing: String = open.iter().rev().collect();
    Some(format!("{}{closing}", cut.get(..end)?))
}

/// The tokens of a question and of a usual answer.
fn usual(system: &str, user: usize, output: u64) -> Usage {
    let input = u64::try_from(text::tokens(system) + user).unwrap_or(u64::MAX);
    Usage { input, output, ..Usage::default() }
}

/// Chunks for a contract: those of its anchors, and others from all over the corpus.
fn sample<'a>(chunks: &'a [Chunk], extracted: &Contract) -> Vec<&'a Chunk> {
    let is_anchor = |it: &&Chunk| extracted.anchors.iter().any(|anchor| anchor.chunk == it.id);
    let all: usize = chunks.iter().map(|it| text::tokens(&it.text)).sum();
    let apart = all.div_ceil(SAMPLE).max(1);
    let spread = chunks.iter().step_by(apart).filter(|it| !is_anchor(it));
    let mut left = SAMPLE;
    let mut taken: Vec<&Chunk> = Vec::new();
    for chunk in chunks.iter().filter(is_anchor).chain(spread) {
        let tokens = text::tokens(&chunk.text);
        if tokens <= left {
            left -= tokens;
            taken.push(chunk);
        }
    }
    taken
}

#[derive(Debug, Deserialize)]
struct Described {
    identity: String,
    bias: Vec<String>,
    stakes: Vec<String>,
    epistemology: Vec<String>,
    evidence: Vec<String>,
    horizon: Vec<String>,
    mind_changers: Vec<String>,
    patterns: Vec<String>,
    vocabulary: Vec<String>,
    forbidden: Vec<String>,
    examples: Vec<Quote>,
    anchors: Vec<Quote>,
}

impl Described {
    fn verified(self, chunks: &[Chunk], extracted: Contract) -> Read<Contract> {
        let mut dropped = 0;
        let mut verbatim = |quotes: Vec<Quote>, otherwise: Vec<Quote>| {
            let all = quotes.len();
            let kept: Vec<Quote> = quotes.into_iter().filter(|it| is_own(it, chunks)).collect();
            dropped += all - kept.len();
            if kept.is_empty() { otherwise } else { kept }
        };
        let anchors = verbatim(self.anchors, extracted.anchors);
        let examples = verbatim(self.examples, extracted.voice.examples);
        let identity =
            if self.identity.trim().is_empty() { extracted.identity } else { text::one_line(&self.identity) };
        let voice = Voice { patterns: self.patterns, vocabulary: self.vocabulary, forbidden: self.forbidden, examples };
        let Described { bias, stakes, epistemology, evidence, horizon, mind_changers, .. } = self;
        let found = Contract { identity, bias, stakes, epistemology, evidence, horizon, mind_changers, voice, anchors };
        Read { found: fitted(found), dropped, unread: 0 }
    }
}

/// Whether a quotation stands in its chunk, and no sentence that it touches is a question, a report, a quotation, or a view that is no longer held.
fn is_own(quote: &Quote, chunks: &[Chunk]) -> bool {
    // A chunk may go on with a report of the one before it.
    let place = chunks.iter().position(|it| it.id == quote.chunk);
    let around = place.and_then(|at| chunks.get(at.saturating_sub(1)..=at)).unwrap_or_default();
    let Some(chunk) = around.last().filter(|it| is_verbatim(&quote.text, &it.text)) else { return false };
    let all = own::spoken(around);
    let touches = |it: &&Spoken<'_>| stands_in(it.text, &quote.text) || stands_in(&quote.text, it.text);
    let mut touched = all.iter().filter(|it| it.chunk.id == chunk.id).filter(touches).peekable();
    touched.peek().is_some() && touched.all(|it| matches!(it.voice, own::Voice::Own | own::Voice::Nobody))
}

fn contract_schema() -> Value {
    let texts = || list(json!({"type": "string"}));
    let quotes = || list(closed(&[("text", json!({"type": "string"})), ("chunk", json!({"type": "string"}))]));
    closed(&[
        ("identity", json!({"type": "string"})),
        ("bias", texts()),
        ("stakes", texts()),
        ("epistemology", texts()),
        ("evidence", texts()),
        ("horizon", texts()),
        ("mind_changers", texts()),
        ("patterns", texts()),
        ("vocabulary", texts()),
        ("forbidden", texts()),
        ("examples", quotes()),
        ("anchors", quotes()),
    ])
}

fn list(of: Value) -> Value {
    json!({"type": "array", "items": of})
}

/// A closed object with these required fields.
fn closed(fields: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = fields.iter().map(|it| it.0).collect();
    let properties: serde_json::Map<String, Value> =
        fields.iter().map(|(name, it)| ((*name).to_owned(), it.clone())).collect();
    json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
}
