//! P-01: personas by a model, of which only quotations count.
use crate::corpora::chunks;
use debate::Name;
use debate::persona::Built;
use futures_util::future::BoxFuture;
use models::{Deltas, Model, Reply, Request, Stop, Usage};
use personas::beliefs::{Statement, merged};
use personas::contract::fits;
use personas::model::{Error, Reader};
use std::sync::{Arc, Mutex};

/// A model with a fixed answer that records its requests.
struct Says(&'static str, Mutex<Vec<Request>>);

impl Model for Says {
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        _: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        if let Ok(mut asked) = self.1.lock() {
            asked.push(request.clone());
        }
        let reply =
            Reply { text: self.0.to_owned(), stop: Stop::End, usage: Usage::default(), attempts: 1, calls: Vec::new() };
        Box::pin(async move { Ok(reply) })
    }
}

fn reader(answer: &'static str) -> (Arc<Says>, Reader) {
    let model = Arc::new(Says(answer, Mutex::default()));
    (Arc::clone(&model), Reader::new("double/one", model, 7))
}

const TEXT: &str = "Small teams  should own\nwhat they run. A shared database makes everyone wait.";

/// P-01, P-02: words that the chunk does not contain are dropped, and counted.
#[tokio::test]
async fn only_what_stands_in_the_chunk_is_kept() {
    let (model, reader) = reader(
        r#"Here: {"claims": [{"words": "Small teams should own what they run", "kind": "core_value", "held": 1.5},
           {"words": "Large teams fail", "kind": "factual_claim", "held": 0.9}],
           "relations": [{"cause": "A shared database", "effect": "everyone wait", "polarity": 1, "confidence": 0.8},
           {"cause": "a shared Database", "effect": "everyone wait", "polarity": -1, "confidence": 0.8}]} Done."#,
    );
    let chunk = &chunks(&[TEXT])[0];
    let read = reader.of_chunk(chunk).await.unwrap();
    assert_eq!((read.found.len(), read.dropped), (2, 2));
    assert!(matches!(&read.found[1].said, Statement::Claim { what, .. } if what.held == 1.0));
    let graph = merged([read.found].into_iter());
    assert_eq!(graph.sentence(&graph.edges[0]).unwrap(), "A shared database leads to everyone wait");
    assert_eq!(reader.built(), Built::Model("double/one".to_owned()));
    let asked = model.1.lock().unwrap();
    assert_eq!(asked[0].user, "| Small teams should own what they run. A shared database makes everyone wait.");
    assert_eq!(asked[0].call, "persona/chunk/k1");
    assert_eq!(asked[0].schema.as_ref().unwrap().body["additionalProperties"], false);
}

/// P-01: an unreadable answer is an error that names its subject.
#[tokio::test]
async fn an_unreadable_answer_is_an_error() {
    for answer in [
        "",
        "I can't.",
        "{\"claims\": 3}",
        "{\"claims\": [{\"words\": \"x\", \"kind\": \"hunch\", \"held\": 1}], \"relations\": []}",
    ] {
        let (_, reader) = reader(answer);
        let error = reader.of_chunk(&chunks(&[TEXT])[0]).await.unwrap_err();
        assert!(matches!(error, Error::Unread { .. }) && error.to_string().contains("chunk k1"), "{error}");
    }
}

/// P-01, P-03: a contract's quotes are verbatim and it fits; without any, the extractive ones are used.
#[tokio::test]
async fn a_contract_is_verified() {
    let (model, reader) = reader(
        r#"{"identity": "You are somebody who owns things.", "bias": ["Small over large."], "stakes": [], "epistemology": [],
           "evidence": [], "horizon": [], "mind_changers": [], "patterns": ["Flat."], "vocabulary": ["own"], "forbidden": ["synergy"],
           "examples": [{"text": "Nobody said this.", "chunk": "k1"}],
           "anchors": [{"text": "Small teams should own what they run.", "chunk": "k1"}, {"text": "A shared database", "chunk": "k9"}]}"#,
    );
    let chunks = chunks(&[TEXT]);
    let read = reader.contract(&Name::from("owner"), &chunks, &personas::beliefs(&chunks)).await.unwrap();
    assert_eq!(read.dropped, 2);
    assert_eq!(read.found.anchors.len(), 1);
    let extracted = personas::contract(&Name::from("owner"), &chunks, &personas::beliefs(&chunks));
    assert_eq!(read.found.voice.examples, extracted.voice.examples);
    assert_eq!(read.found.voice.forbidden, ["synergy"]);
    assert!(fits(&read.found));
    let asked = model.1.lock().unwrap();
    assert!(asked[0].user.contains("The author is called owner.") && asked[0].user.contains("\n| k1: Small teams"));
}
