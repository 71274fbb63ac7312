//! Somebody who answers only by quoting what they wrote: retrieved, word for word, and cited; no network and no weights.
//!
//! Whatever is asked, the answer is made of sentences of the persona's chunks, each with the id of its chunk behind it. Nothing is put in other words, so
//! it may not fit; where the corpus has nothing to say, what stands for its author serves, and where there is not even that, it
//! declines. Not here: which sentences are nearest to what is asked (`personas::recall`).
use crate::prompted::{Prompted, filled};
use analysis::opposition::opposed;
use debate::belief::NodeKind;
use debate::crux::{Answered, CruxKind};
use debate::persona::Quote;
use debate::{Debate, Persona};
use futures_util::future::{BoxFuture, ready};
use models::{Deltas, Error, Model, Reply, Request, Stop, Usage};
use personas::recall;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The provider's name: `quote/Hamilton`.
pub const PROVIDER: &str = "quote";

/// The most tokens of an answer. Ours: three sentences of the eighteenth century.
const ROOM: usize = 300;

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

    /// What there is to quote on what is asked, the nearest first; never empty but where there is nothing to quote at all.
    fn quotes(&self, asked: &Prompted<'_>) -> Vec<Quote> {
        let me = self.persona.name.as_str();
        let other = asked.other(me).unwrap_or_default();
        let found = [format!("{} {other}", asked.subject()), asked.subject().to_owned(), asked.topic().to_owned()];
        let mut quotes: Vec<Quote> = Vec::new();
        for quote in found.iter().flat_map(|it| recall::quotes(&self.persona, it, ROOM)) {
            if !quotes.contains(&quote) {
                quotes.push(quote);
            }
        }
        if quotes.is_empty() {
            quotes.extend(self.persona.contract.anchors.iter().cloned());
        }
        if quotes.is_empty() {
            let mut chunks = self.persona.chunks.iter().map(|it| recall::quotes(&self.persona, &it.text, ROOM));
            quotes.extend(chunks.find(|it| !it.is_empty()).unwrap_or_default());
        }
        // Who has said something says something else, while there is something else.
        let said = asked.said();
        let is_said = |it: &Quote| said.iter().any(|(by, words)| *by == me && words.contains(&it.text));
        quotes.sort_by_key(is_said);
        quotes
    }

    /// The answer in the form asked for; none where there is nothing to quote.
    fn answer(&self, request: &Request) -> Option<Value> {
        let asked = Prompted::of(&request.user);
        let quotes = self.quotes(&asked);
        let best = quotes.first()?;
        let other = asked.other(self.persona.name.as_str());
        let against = |it: &&Quote| other.is_some_and(|other| opposed(other, &it.text).is_some());
        let opposing = quotes.iter().find(against);
        // Of a turn of several sentences the others are the reasons.
        let more = if quotes.len() > 1 { quotes.get(1..3.min(quotes.len())).unwrap_or_default() } else { &quotes };
        let give = |field: &str| match field {
            "position" | "say" => Some(json!(cited(best))),
            "reasoning" => Some(json!(more.iter().map(cited).collect::<Vec<_>>().join(" "))),
            "core" => Some(json!(cited(opposing.unwrap_or(best)))),
            "kind" => Some(json!(self.kind(opposing.unwrap_or(best)))),
            "answer" => Some(json!(Answered::Nuanced)),
            _ => None,
        };
        Some(filled(&request.schema.as_ref()?.body, give))
    }

    /// What kind of thing a sentence is about: of values where a value of the persona's stands in the same chunk.
    fn kind(&self, quote: &Quote) -> CruxKind {
        let mut nodes = self.persona.beliefs.nodes.iter();
        let is_value = nodes.any(|it| it.kind == NodeKind::CoreValue && it.chunks.contains(&quote.chunk));
        if is_value { CruxKind::Values } else { CruxKind::Empirical }
    }
}

/// A sentence, and where it stands.
fn cited(quote: &Quote) -> String {
    format!("{} [{}]", quote.text, quote.chunk)
}

impl Model for Quoting {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        let Some(answer) = self.answer(request) else {
            let reason = format!("nothing that {} wrote is at hand to be quoted", self.persona.name);
            return Box::pin(ready(Err(Error::Local { reason })));
        };
        let text = answer.to_string();
        if let Some(watcher) = watcher {
            watcher.delta(&text);
        }
        // Nobody was asked and nothing was paid.
        let usage = Usage { input: 0, cached: 0, output: 0, cost: Some(0.0) };
        Box::pin(ready(Ok(Reply { text, stop: Stop::End, usage, attempts: 1, calls: Vec::new() })))
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
