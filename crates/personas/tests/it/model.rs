//! P-01: personas by a model, of which only quotations count.
use crate::corpora::chunks;
use debate::Name;
use debate::persona::Built;
use futures_util::future::BoxFuture;
use models::{Deltas, Model, Reply, Request, Stop, Usage};
use personas::beliefs::merged;
use personas::contract::fits;
use personas::model::{Error, Reader};
use std::sync::{Arc, Mutex};

/// A model with fixed answers, in turn, the last one again and again; it records its requests.
struct Says(Vec<&'static str>, Mutex<Vec<Request>>);

impl Model for Says {
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        _: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        let mut asked = self.1.lock().unwrap();
        let text = (*self.0.get(asked.len()).or(self.0.last()).unwrap()).to_owned();
        asked.push(request.clone());
        let reply = Reply { text, stop: Stop::End, usage: Usage::default(), attempts: 1, calls: Vec::new() };
        Box::pin(async move { Ok(reply) })
    }

    /// As an embedded model, whose answers are held to a schema.
    fn may_think(&self) -> bool {
        false
    }
}

fn named(name: &str, answers: &[&'static str]) -> (Arc<Says>, Reader) {
    let model = Arc::new(Says(answers.to_vec(), Mutex::default()));
    (Arc::clone(&model), Reader::new(name, model, 7))
}

fn reader(answer: &'static str) -> (Arc<Says>, Reader) {
    named("double/one", &[answer])
}

const TEXT: &str = "Small teams  should own\nwhat they run. A shared database makes everyone wait. Is that so? \
    When rents rise, empty shops drive people away.";

const FOUND: &str = r#"Here: {"relations": [
    {"n": 3, "cause": "A shared database", "sign": 1, "effect": "everyone wait", "condition": null},
    {"n": 3, "cause": "a shared Database", "sign": 1, "effect": "everyone wait", "condition": null},
    {"n": 3, "cause": "A shared database", "sign": -1, "effect": "everyone wait", "condition": null},
    {"n": 3, "cause": "A shared database makes", "sign": 1, "effect": "everyone", "condition": null},
    {"n": 4, "cause": "Is", "sign": 1, "effect": "that so", "condition": null},
    {"n": 5, "cause": "empty shops", "sign": -1, "effect": "people", "condition": "When rents rise"},
    {"n": 5, "cause": "shops", "sign": -1, "effect": "people away", "condition": "When rents fall"}],
    "theses": [5, 9]} Done."#;

const CHECKED: &str = r#"{"checks": [
    {"reading": 1, "says": true, "holds": true, "direction": true, "whole": true, "stands": true},
    {"reading": 2, "says": true, "holds": true, "direction": false, "whole": true, "stands": true},
    {"reading": 3, "says": true, "holds": true, "direction": true, "whole": true, "stands": false},
    {"reading": 4, "says": true, "holds": true, "direction": true, "whole": true, "stands": true},
    {"reading": 5, "says": true, "holds": true, "direction": true, "whole": true, "stands": true}]}"#;

/// P-02: a relation stands in its sentence, keeps its condition, and passes, as theses do, a second question; the rest is dropped, and counted.
#[tokio::test]
async fn every_relation_is_checked() {
    let (model, reader) = named("double/one", &[FOUND, CHECKED]);
    let chunk = &chunks(&[TEXT])[0];
    let read = reader.of_chunk(chunk).await.unwrap();
    let graph = merged([read.found].into_iter());
    let told: Vec<String> = graph.edges.iter().map(|it| graph.sentence(it).unwrap()).collect();
    assert_eq!(told, ["A shared database makes everyone wait", "When rents rise, empty shops drive people"]);
    assert!(graph.nodes.iter().any(|it| it.concept == "When rents rise, empty shops drive people away"));
    assert_eq!(read.dropped, 6, "five relations and the thesis of a sentence that is not there");
    assert_eq!(reader.built(), Built::Model("double/one".to_owned()));
    let asked = model.1.lock().unwrap();
    let lines = "| 1: Small teams should own\n| 2: what they run.\n| 3: A shared database makes everyone wait.\n";
    assert!(asked.iter().all(|it| it.user.starts_with(lines) && it.system == asked[0].system), "a shared beginning");
    assert!(asked[0].user.contains("the sentences 1, 3, 5 one by one"), "{}", asked[0].user);
    assert!(asked[1].user.contains("| 2: sentence 3: \"A shared database makes everyone wait\"; read as: \"A shared database\" works against \"everyone wait\""));
    assert_eq!([&asked[0].call, &asked[1].call], ["persona/chunk/k1", "persona/check/k1"]);
    assert_eq!(asked[0].schema.as_ref().unwrap().body["additionalProperties"], false);
}

/// P-02: a belief is shown in the author's words from one end to the other, with what turns them round before it.
#[tokio::test]
async fn a_belief_is_told_in_its_authors_words() {
    let found = r#"{"relations": [
        {"n": 1, "cause": "a proper handover", "sign": -1, "effect": "the gap between two shifts", "condition": null},
        {"n": 2, "cause": "sleep", "sign": 1, "effect": "A night desk", "condition": null}], "theses": []}"#;
    let checked = r#"{"checks": [
        {"reading": 1, "says": true, "holds": true, "direction": true, "whole": true, "stands": true},
        {"reading": 2, "says": true, "holds": true, "direction": true, "whole": true, "stands": true}]}"#;
    let (model, reader) = named("double/one", &[found, checked]);
    let text = "I hold that only a proper handover closes the gap between two shifts. A night desk needs sleep.";
    let read = reader.of_chunk(&chunks(&[text])[0]).await.unwrap();
    let graph = merged([read.found].into_iter());
    let told: Vec<String> = graph.edges.iter().map(|it| graph.sentence(it).unwrap()).collect();
    assert_eq!(told, ["only a proper handover closes the gap between two shifts", "A night desk needs sleep"]);
    let asked = &model.1.lock().unwrap()[1].user;
    assert!(asked.contains("\"A night desk needs sleep\"; read as: \"sleep\" leads to \"A night desk\""), "{asked}");
}

/// P-02: a relation that the second question says nothing of is dropped, and nothing found needs no second question.
#[tokio::test]
async fn what_is_not_checked_is_dropped() {
    let (model, silent) = named("double/one", &[FOUND, r#"{"checks": []}"#]);
    let read = silent.of_chunk(&chunks(&[TEXT])[0]).await.unwrap();
    assert_eq!(read.found, Vec::new(), "neither relations nor theses");
    assert_eq!(model.1.lock().unwrap().len(), 2);
    let (model, nothing) = named("double/one", &[r#"{"relations": [], "theses": []}"#]);
    assert_eq!(nothing.of_chunk(&chunks(&[TEXT])[0]).await.unwrap(), Default::default());
    assert_eq!(model.1.lock().unwrap().len(), 1);
    let (model, questions) = named("double/one", &[]);
    assert_eq!(questions.of_chunk(&chunks(&["Why so? Who knows?"])[0]).await.unwrap(), Default::default());
    assert!(model.1.lock().unwrap().is_empty(), "no sentence can hold a relation");
}

/// P-02: a model on this machine is shown only the sentences that can hold a relation, with those before them, and answers briefly.
#[tokio::test]
async fn an_embedded_model_is_asked_little() {
    let (model, reader) = named("local/small", &[r#"{"relations": [], "theses": []}"#]);
    let text = "The town is old. Its walls are high. I was there once. Noise from the street prevents sleep. The rest is silence.";
    reader.of_chunk(&chunks(&[text])[0]).await.unwrap();
    let asked = model.1.lock().unwrap();
    assert!(
        asked[0].user.starts_with("| 3: I was there once.\n| 4: Noise from the street prevents sleep.\n\n"),
        "{}",
        asked[0].user
    );
    assert!(asked[0].user.contains("sentences 4 one by one") && asked[0].max_tokens <= 200);
}

/// P-02: the words of a belief have their verb; an end has its noun; a thesis is checked, and has no connective before it.
#[tokio::test]
async fn a_belief_has_its_verb_and_a_thesis_its_noun() {
    let found = r#"{"relations": [
        {"n": 1, "cause": "the lanes are closed", "sign": -1, "effect": "trade", "condition": null},
        {"n": 2, "cause": "a narrow road", "sign": -1, "effect": "drivers", "condition": null},
        {"n": 3, "cause": "They", "sign": -1, "effect": "peace", "condition": null}], "theses": [3, 4, 5, 6]}"#;
    let checked: Vec<String> = (1..=4)
        .map(|it| {
            format!(
                r#"{{"reading": {it}, "says": true, "holds": true, "direction": true, "whole": true, "stands": {}}}"#,
                it != 4
            )
        })
        .collect();
    let checked: &'static str = format!("{{\"checks\": [{}]}}", checked.join(", ")).leak();
    let (model, reader) = named("double/one", &[found, checked]);
    let text = "When the lanes are closed, trade dies. What slows drivers is a narrow road. They ruin the peace of the town. \
        But buses should run at night. Besides, trees calm a street. She is right about the poor.";
    let read = reader.of_chunk(&chunks(&[text])[0]).await.unwrap();
    let graph = merged([read.found].into_iter());
    let told: Vec<String> = graph.edges.iter().map(|it| graph.sentence(it).unwrap()).collect();
    assert_eq!(told, ["When the lanes are closed, trade dies", "What slows drivers is a narrow road"]);
    assert_eq!(graph.theses().map(|it| it.concept.as_str()).collect::<Vec<_>>(), ["buses should run at night"]);
    let asked = &model.1.lock().unwrap()[1].user;
    assert!(
        asked.contains("| 3: thesis: \"buses should run at night\"\n| 4: thesis: \"trees calm a street\""),
        "{asked}"
    );
}

/// P-02: of an answer that was cut off the whole entries count; a model on this machine whose answer can't be read costs no chunk, and what rules
/// find stands beside what it finds.
#[tokio::test]
async fn an_embedded_model_that_fails_costs_no_chunk() {
    let text = "A shared database makes everyone wait. Noise from the street prevents sleep.";
    let cut = r#"{"relations": [{"n": 1, "cause": "A shared database", "sign": 1, "effect": "everyone wait", "condition": null}, {"n": 2, "ca"#;
    let checked =
        r#"{"checks": [{"reading": 1, "says": true, "holds": true, "direction": true, "whole": true, "stands": true}"#;
    let (model, reader) = named("local/small", &[cut, checked]);
    let read = reader.of_chunk(&chunks(&[text])[0]).await.unwrap();
    let graph = merged([read.found].into_iter());
    let told: Vec<String> = graph.edges.iter().map(|it| graph.sentence(it).unwrap()).collect();
    assert_eq!(
        (told, read.unread),
        (
            vec!["A shared database makes everyone wait".to_owned(), "Noise from the street prevents sleep".to_owned()],
            0
        )
    );
    let asked = model.1.lock().unwrap()[0].schema.as_ref().unwrap().body.to_string();
    assert!(asked.contains("maxItems") && asked.contains("maxLength"), "{asked}");
    let (_, reader) = named("local/small", &["{\"relations\": [{\"n\": 1, \"ca"]);
    let read = reader.of_chunk(&chunks(&[text])[0]).await.unwrap();
    assert_eq!((read.unread, read.found.len()), (1, 1), "{read:?}");
    let (model, reader) = named("local/small", &[]);
    let chunks = chunks(&[text]);
    let contract = reader.contract(&Name::from("x"), &chunks, &personas::beliefs(&chunks)).await.unwrap();
    assert_eq!(contract.found, personas::contract(&Name::from("x"), &chunks, &personas::beliefs(&chunks)));
    assert!(model.1.lock().unwrap().is_empty(), "no model on this machine is asked for a contract");
}

/// P-01: a quotation of a contract is its author's own view, whoever chose it.
#[tokio::test]
async fn no_contract_quotes_somebody_elses_view() {
    let (_, reader) = reader(
        r#"{"identity": "You are x.", "bias": [], "stakes": [], "epistemology": [], "evidence": [], "horizon": [], "mind_changers": [],
           "patterns": [], "vocabulary": [], "forbidden": [], "examples": [],
           "anchors": [{"text": "They say that traffic evaporates.", "chunk": "k1"}, {"text": "A closed street pushes its cars into the next one.", "chunk": "k1"}]}"#,
    );
    let chunks = chunks(&["They say that traffic evaporates.\nA closed street pushes its cars into the next one."]);
    let read = reader.contract(&Name::from("x"), &chunks, &personas::beliefs(&chunks)).await.unwrap();
    let anchors: Vec<&str> = read.found.anchors.iter().map(|it| it.text.as_str()).collect();
    assert_eq!((anchors, read.dropped), (vec!["A closed street pushes its cars into the next one."], 1));
}

/// P-01: an unreadable answer is an error that names its subject.
#[tokio::test]
async fn an_unreadable_answer_is_an_error() {
    for answer in ["", "I can't.", "{\"relations\": 3}", "{\"relations\": [{\"n\": \"one\"}], \"theses\": []}"] {
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
