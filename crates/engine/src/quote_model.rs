//! Somebody who answers only by quoting what they wrote: retrieved, word for word, and cited; no network and no weights.
//!
//! Whatever is asked, the answer is made of sentences of the persona's chunks, each with the id of its chunk behind it. Nothing is put in other
//! words, and nothing is added: not how sure its author is, nor what kind of thing it speaks of. Whoever has written nothing near what is asked
//! declines. Not here: which sentences are near (`personas::recall`).
use crate::prompted::{Prompted, filled};
use debate::persona::Quote;
use debate::{Debate, Persona};
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
const ROOM: usize = 300;

/// The most reasons of a take, a sentence each. Ours: with what is held they are three sentences (P-10).
const REASONS: usize = 2;

/// What whoever declines says.
const SILENT: &str = "has written nothing near this";

/// Whether a model, as `provider/model`, is somebody who only quotes.
pub fn is_quoting(model: &str) -> bool {
    model.split('/').next() == Some(PROVIDER)
}

/// Somebody who only quotes.
#[derive(Clone, Debug)]
pub struct Quoting {
    persona: Arc<Persona>,
}

impl Quoting {
    /// Whoever answers by what this persona wrote.
    pub fn new(persona: Arc<Persona>) -> Quoting {
        Quoting { persona }
    }

    /// The answer in the form asked for; none where nothing that was written is near to it.
    fn answer(&self, request: &Request) -> Option<Value> {
        let schema = request.schema.as_ref()?;
        let asked = Prompted::of(&request.user);
        let question = asked.line("The question");
        let quotes = self.quotes(&asked, Wanted::by(schema.name));
        let (best, others) = quotes.split_first()?;
        let reasons = others.iter().filter(|it| it.text != best.text).take(REASONS);
        let give = |field: &str| match field {
            "position" | "say" | "core" => Some(json!(cited(best))),
            "reasoning" => Some(json!(reasons.clone().map(cited).collect::<Vec<_>>().join(" "))),
            // Where no belief of it is about that, it answers neither way.
            "answer" => question.map(|it| json!(recall::answered(&self.persona, it, best))),
            "falsifier" => {
                let changer = recall::changer(&self.persona, question.unwrap_or_else(|| asked.topic()), ROOM);
                Some(changer.map_or(Value::Null, |it| json!(cited(&it))))
            }
            // What kind of thing a sentence is about, it does not say.
            "kind" => Some(Value::Null),
            _ => None,
        };
        Some(filled(&schema.body, give))
    }

    /// What there is to quote on what is asked, the nearest first: in a room on its question, the aspect and what the other said last, in a clash
    /// on the aspect and that; else on the aspect, or the topic.
    fn quotes(&self, asked: &Prompted<'_>, wanted: Wanted) -> Vec<Quote> {
        let me = self.persona.name.as_str();
        // The first quotation of several is what the other holds; the others are reasons.
        let other = asked.other(me).and_then(|it| it.split(" [").next());
        let parts = [asked.line("The question"), asked.line("Aspect"), other];
        let mut about: Vec<&str> = parts.into_iter().flatten().collect();
        if about.is_empty() {
            about.push(asked.topic());
        }
        let own = asked.own(me);
        let since = |first: usize| own.iter().skip(first).copied().collect::<Vec<&str>>();
        let find = |said: Vec<&str>| {
            recall::quotes(&self.persona, &Query { about: about.clone(), besides: asked.topic(), said }, ROOM)
        };
        // From where on nothing that was said is said again: at best, and where there is nothing else.
        let (liked, allowed) = match wanted {
            Wanted::Take | Wanted::Core => (own.len(), own.len()),
            Wanted::Rebuttal => (0, REBUTTAL),
            Wanted::Position => (REBUTTAL, own.len()),
            Wanted::More => return unsaid(&own, find),
        };
        let (new, again) = (find(since(liked)), find(since(allowed)));
        // What says the contrary of what the other said answers it best, new or not.
        let is_contrary = |it: &&Quote| other.is_some_and(|other| contested(None, other, &it.text).is_some());
        let contrary = match wanted {
            Wanted::Rebuttal => new.iter().chain(&again).find(is_contrary).cloned(),
            Wanted::Take | Wanted::Position | Wanted::More | Wanted::Core => None,
        };
        contrary.into_iter().chain(if new.is_empty() { again } else { new }).collect()
    }
}

/// What there is to quote that was not quoted before, whole or begun: of what was said long ago only the beginning is shown.
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

/// How many words of a beginning tell a sentence from others. Ours: fewer begin many.
const TOLD: usize = 4;

/// The place of a first rebuttal among what somebody said: its take comes before it.
const REBUTTAL: usize = 1;

/// What is to be quoted, and so what may be quoted again: a take in a clash, and a rebuttal in the room, only where there is nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// What is held on a topic or an aspect.
    Take,
    /// An answer to the other.
    Rebuttal,
    /// What is held on the question of a room.
    Position,
    /// What else is held on it: nothing that was said.
    More,
    /// What the question turns on: what comes nearest to it, said or not.
    Core,
}

impl Wanted {
    /// By the name of the form of an answer.
    fn by(form: &str) -> Wanted {
        match form {
            "rebuttal" => Wanted::Rebuttal,
            "room_position" => Wanted::Position,
            "room_exchange" => Wanted::More,
            "room_core" => Wanted::Core,
            _ => Wanted::Take,
        }
    }
}

/// A sentence, and where it stands.
fn cited(quote: &Quote) -> String {
    format!("{} [{}]", quote.text, quote.chunk)
}

impl Model for Quoting {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        let (text, stop) = match self.answer(request) {
            Some(answer) => (answer.to_string(), Stop::End),
            None => (SILENT.to_owned(), Stop::Refused),
        };
        if let Some(watcher) = watcher {
            watcher.delta(&text);
        }
        // Nobody was asked and nothing was paid.
        let usage = Usage { input: 0, cached: 0, output: 0, cost: Some(0.0) };
        Box::pin(ready(Ok(Reply { text, stop, usage, attempts: 1, calls: Vec::new() })))
    }
}

/// Those at a table who only quote, by their models: they need nobody to bring them.
pub(crate) fn seated(debate: &Debate) -> BTreeMap<String, Arc<dyn Model>> {
    let quoting = debate.participants.iter().filter(|it| is_quoting(&it.model));
    let with_persona = quoting.filter_map(|it| {
        let persona = debate.panel.personas.get(&it.name)?.clone();
        Some((it.model.clone(), Arc::new(Quoting::new(persona)) as Arc<dyn Model>))
    });
    with_persona.collect()
}
