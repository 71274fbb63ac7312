//! A model that answers only by quoting a persona's texts, word for word and cited; no network and no weights.
//!
//! Every answer consists of sentences from the persona's chunks, each followed by the id of its chunk. Nothing is paraphrased or added,
//! neither a confidence nor a kind. It declines if no text is near the question, by words or by meaning. Not here: which sentences are near (`personas::recall`).
use debate::crux::Answered;
use debate::persona::Quote;
use debate::reply::NO_VIEW;
use debate::{Debate, Persona};
use formats::answer::filled;
use formats::data::{PanelQuestion, Question};
use futures_util::future::{BoxFuture, ready};
use models::{Deltas, Error, Model, Reply, Request, Stop, Usage};
use personas::recall::{self, Query};
use prose::opposition::contested;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The provider's name: `quote/Hamilton`.
pub const PROVIDER: &str = "quote";

/// The most tokens of an answer. Ours: three sentences of the eighteenth century.
const MOST_TOKENS: usize = 300;

/// The most reasons of a take, a sentence each. Ours: with what is held they are three sentences (P-10).
const REASONS: usize = 2;

/// The message when it declines.
const SILENT: &str = "has written nothing near this";

/// Whether a model, as `provider/model`, only quotes.
pub fn is_quoting(model: &str) -> bool {
    model.split('/').next() == Some(PROVIDER)
}

/// A model that only quotes.
#[derive(Clone, Debug)]
pub struct QuoteModel {
    persona: Arc<Persona>,
}

impl QuoteModel {
    /// A model that quotes this persona.
    pub fn new(persona: Arc<Persona>) -> QuoteModel {
        QuoteModel { persona }
    }

    /// The answer by the requested schema; `None` if no text is near the question.
    fn answer(&self, request: &Request) -> Option<Value> {
        let schema = request.schema.as_ref()?;
        let asked: Question = serde_json::from_value(request.data.clone()?).ok()?;
        let asked = asked.panel?;
        if schema.name == "crux_answers" {
            return Some(self.crux_answers(&asked));
        }
        let question = asked.question.as_deref();
        let purpose = Purpose::by(schema.name);
        let quotes = self.quotes(&asked, purpose);
        let (best, others) = quotes.split_first()?;
        let reasons = others.iter().filter(|it| it.text != best.text).take(REASONS);
        let give = |field: &str| match field {
            "position" | "say" | "core" => Some(json!(cited(best))),
            "reasoning" => Some(json!(reasons.clone().map(cited).collect::<Vec<_>>().join(" "))),
            // Without a belief on the question it answers neither yes nor no.
            "answer" => question.map(|it| json!(recall::answered(&self.persona, it, best))),
            "falsifier" => {
                let changer = recall::changer(&self.persona, question.unwrap_or(&asked.topic), MOST_TOKENS);
                Some(changer.map_or(Value::Null, |it| json!(cited(&it))))
            }
            // It does not classify sentences.
            "kind" => Some(Value::Null),
            _ => None,
        };
        Some(filled(&schema.body, give))
    }

    /// An answer to each crux question (P-25), with the sentence nearest to it, quoted before or not: by what it says, or the author's beliefs in it. No view
    /// where nothing is near; a sentence that gives neither yes nor no is cited without one (`analysis::crux::matrix`).
    fn crux_answers(&self, asked: &PanelQuestion) -> Value {
        let answer = |(number, question): (usize, &String)| {
            let query = Query { about: vec![question], besides: &asked.topic, said: Vec::new() };
            let found =
                self.answering(question, recall::quotes(&self.persona, &query, &[], MOST_TOKENS)).into_iter().next();
            let answer = found.as_ref().and_then(|it| recall::answered(&self.persona, question, it));
            let answer = answer.map_or(NO_VIEW, Answered::as_str);
            json!({"crux": number, "answer": answer, "why": found.as_ref().map(cited).unwrap_or_default()})
        };
        json!({"answers": (1..).zip(&asked.cruxes).map(answer).collect::<Vec<_>>()})
    }

    /// Quotable sentences, the nearest first. A room searches for its question, the aspect and the other's last statement; a clash for the
    /// aspect and that statement; otherwise the aspect or the topic.
    fn quotes(&self, asked: &PanelQuestion, purpose: Purpose) -> Vec<Quote> {
        // The first of several quotations is the other's position; the rest are reasons.
        let other = asked.other().and_then(|it| it.split(" [").next());
        let parts = [asked.question.as_deref(), asked.aspect.as_deref(), other];
        let mut about: Vec<&str> = parts.into_iter().flatten().collect();
        if about.is_empty() {
            about.push(&asked.topic);
        }
        let own = asked.own();
        let since = |first: usize| own.iter().skip(first).copied().collect::<Vec<&str>>();
        // What is near by its meaning alone opens no further exchange: nothing tells whether more of it is near, or new.
        let is_more = purpose == Purpose::More;
        let passages: Vec<&str> = asked.passages.iter().map(String::as_str).filter(|_| !is_more).collect();
        let find = |said: Vec<&str>| {
            let query = Query { about: about.clone(), besides: &asked.topic, said };
            recall::quotes(&self.persona, &query, &passages, MOST_TOKENS)
        };
        // The first of its own statements that may not be repeated: by preference, and as a fallback.
        let (liked, allowed) = match purpose {
            Purpose::Take | Purpose::Position | Purpose::Core => (own.len(), own.len()),
            Purpose::Rebuttal => (0, REBUTTAL),
            Purpose::More => return unsaid(&own, find),
        };
        let (new, again) = (find(since(liked)), find(since(allowed)));
        if let (Purpose::Position, Some(question)) = (purpose, asked.question.as_deref()) {
            return self.answering(question, again);
        }
        // A sentence that contradicts the other's statement is the best rebuttal, new or not.
        let is_contrary = |it: &&Quote| other.is_some_and(|other| contested(None, other, &it.text).is_some());
        let contrary = match purpose {
            Purpose::Rebuttal => new.iter().chain(&again).find(is_contrary).cloned(),
            Purpose::Take | Purpose::Position | Purpose::More | Purpose::Core => None,
        };
        contrary.into_iter().chain(if new.is_empty() { again } else { new }).collect()
    }
}

impl QuoteModel {
    /// The quotations with one that answers the question first, if one does.
    fn answering(&self, question: &str, mut quotes: Vec<Quote>) -> Vec<Quote> {
        let found = quotes.iter().position(|it| recall::answered(&self.persona, question, it).is_some());
        let first = found.map(|at| quotes.remove(at));
        quotes.splice(0..0, first);
        quotes
    }
}

/// Quotable sentences that were not quoted before, in full or in part: of old statements only the beginning is shown.
fn unsaid<'a>(own: &[&'a str], find: impl Fn(Vec<&str>) -> Vec<Quote>) -> Vec<Quote> {
    let cut: Vec<&'a str> = own.iter().filter_map(|it| it.strip_suffix('…')?.rsplit("] ").next()).collect();
    let is_begun = |it: &Quote| {
        let is_told = |start: &&str| start.split_whitespace().count() >= TOLD && it.text.starts_with(start.trim_end());
        cut.iter().any(is_told)
    };
    let mut begun: Vec<Quote> = Vec::new();
    loop {
        let said = own.iter().copied().chain(begun.iter().map(|it| it.text.as_str())).collect();
        let (again, new): (Vec<Quote>, Vec<Quote>) = find(said).into_iter().partition(is_begun);
        if again.is_empty() || !new.is_empty() {
            return new;
        }
        begun.extend(again);
    }
}

/// How many words of a beginning identify a sentence. Ours: many sentences share fewer.
const TOLD: usize = 4;

/// The index of the first rebuttal among a participant's statements: its take precedes it.
const REBUTTAL: usize = 1;

/// The purpose of a quotation, which decides what may be repeated: a take in a clash only as a fallback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A position on a topic or an aspect.
    Take,
    /// A reply to the other.
    Rebuttal,
    /// A position on the question of a room: the sentence that answers it, else the nearest, quoted before or not.
    Position,
    /// A further position on it, not quoted before.
    More,
    /// The crux: the nearest sentence, quoted before or not.
    Core,
}

impl Purpose {
    /// The purpose, by the name of the schema.
    fn by(form: &str) -> Purpose {
        match form {
            "rebuttal" => Purpose::Rebuttal,
            "room_position" => Purpose::Position,
            "room_exchange" => Purpose::More,
            "room_core" => Purpose::Core,
            _ => Purpose::Take,
        }
    }
}

/// A sentence with its citation.
fn cited(quote: &Quote) -> String {
    format!("{} [{}]", quote.text, quote.chunk)
}

impl Model for QuoteModel {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        let (text, stop) = match self.answer(request) {
            Some(answer) => (answer.to_string(), Stop::End),
            None => (SILENT.to_owned(), Stop::Refused),
        };
        if let Some(watcher) = watcher {
            watcher.delta(&text);
        }
        // No model was asked, so it costs nothing.
        let usage = Usage { input: 0, cached: 0, output: 0, cost: Some(0.0) };
        Box::pin(ready(Ok(Reply { text, stop, usage, attempts: 1, calls: Vec::new() })))
    }

    fn reads_data(&self) -> bool {
        true
    }
}

/// The quoting models of a debate, by name: they need no provider.
pub(crate) fn seated(debate: &Debate) -> BTreeMap<String, Arc<dyn Model>> {
    let quoting = debate.participants.iter().filter(|it| is_quoting(&it.model));
    let with_persona = quoting.filter_map(|it| {
        let persona = debate.panel.personas.get(&it.name)?.clone();
        Some((it.model.clone(), Arc::new(QuoteModel::new(persona)) as Arc<dyn Model>))
    });
    with_persona.collect()
}
