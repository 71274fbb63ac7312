//! Analysts: what they ask their networks, and what they cache.
use crate::support::weights;
use engine::{Analyst, Lexical, Local, Texts};
use futures_util::future::BoxFuture;
use local::embeddings::{LocalSemantics, SentenceEncoder};
use models::{Error, SemanticModel, Vector};
use prose::thresholds::OPPOSED_MOST;
use std::sync::{Arc, Mutex};

/// A network that finds everything similar, counts its calls, and may judge contradictions or fail.
#[derive(Default)]
struct Stub {
    embedded: Mutex<Vec<String>>,
    judged: Mutex<Vec<(String, String)>>,
    /// Its judgement of the contradicting pair, in one direction only.
    judgement: Option<(&'static str, &'static str)>,
    is_broken: bool,
    /// How many vectors it leaves out.
    left_out: usize,
}

impl SemanticModel for Stub {
    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> BoxFuture<'a, Result<Vec<Vector>, Error>> {
        Box::pin(async move {
            if self.is_broken {
                return Err(Error::Local { reason: "out of memory".to_owned() });
            }
            self.embedded.lock().unwrap().extend(texts.iter().map(|it| (*it).to_owned()));
            let count = texts.len() - self.left_out.min(texts.len());
            Ok(vec![Vector::from(vec![0.6, 0.8]); count])
        })
    }

    fn contradict<'a>(&'a self, pairs: &'a [(&'a str, &'a str)]) -> BoxFuture<'a, Result<Option<Vec<f32>>, Error>> {
        Box::pin(async move {
            let Some(judgement) = self.judgement else { return Ok(None) };
            self.judged.lock().unwrap().extend(pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())));
            Ok(Some(pairs.iter().map(|it| if *it == judgement { 0.97 } else { 0.02 }).collect()))
        })
    }
}

fn pair<'a>(a: &'a str, b: &'a str) -> Texts<'a> {
    Texts { topic: Some("Which queue?"), a, b }
}

const KAFKA: &str = "Take Kafka, since the team knows it";
const NATS: &str = "NATS is what we have run for years";
const FASTING: &str = "The man is fasting today";
const LUNCH: &str = "He has a large lunch at noon";

/// E-10: a pair is compared once, in either order, and again on another topic.
#[tokio::test]
async fn a_comparison_is_remembered() {
    let stub = Arc::new(Stub::default());
    let local = Local::new(stub.clone());
    assert_eq!(local.name(), "local");
    let first = local.relate(&[pair(KAFKA, NATS), pair(NATS, KAFKA), pair(KAFKA, KAFKA)]).await.unwrap();
    assert_eq!(first[0], first[1]);
    assert!(first[2].same_point);
    assert_eq!(*stub.embedded.lock().unwrap(), [NATS, KAFKA, "Which queue?"], "each text once");
    let again = local.relate(&[pair(NATS, KAFKA)]).await.unwrap();
    assert_eq!(again, [first[0]]);
    assert_eq!(stub.embedded.lock().unwrap().len(), 3, "nothing is read twice");
    local.relate(&[Texts { topic: None, a: KAFKA, b: NATS }]).await.unwrap();
    assert_eq!(stub.embedded.lock().unwrap().len(), 5, "without the topic it is another question");
    assert_eq!(local.relate(&[]).await.unwrap(), []);
}

/// E-11: both directions are judged and the more certain one counts; opposition that words show needs no judgement.
#[tokio::test]
async fn entailment_is_asked_in_both_directions_where_words_are_silent() {
    let stub = Arc::new(Stub { judgement: Some((LUNCH, FASTING)), ..Stub::default() });
    let local = Local::new(stub.clone());
    let pairs = [pair(FASTING, LUNCH), pair("Adopt it", "Do not adopt it"), pair(KAFKA, NATS)];
    let relations = local.relate(&pairs).await.unwrap();
    assert_eq!(relations.iter().map(|it| it.opposed).collect::<Vec<_>>(), [true, true, false]);
    assert!(relations.iter().all(|it| !it.opposed || it.similarity <= OPPOSED_MOST));
    let asked = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    let expected = [asked(FASTING, LUNCH), asked(KAFKA, NATS), asked(LUNCH, FASTING), asked(NATS, KAFKA)];
    assert_eq!(*stub.judged.lock().unwrap(), expected);
}

/// P-31: a failing network is an error, not a relation, and nothing is cached.
#[tokio::test]
async fn a_network_that_fails_is_an_error() {
    for stub in [Stub { is_broken: true, ..Stub::default() }, Stub { left_out: 1, ..Stub::default() }] {
        let local = Local::new(Arc::new(stub));
        for _ in 0..2 {
            let error = local.relate(&[pair(KAFKA, NATS)]).await.unwrap_err();
            assert!(matches!(error, Error::Local { .. }), "{error}");
        }
    }
}

/// E-11: the lexical analyst needs no network.
#[tokio::test]
async fn words_are_compared_without_a_network() {
    let relations = Lexical.relate(&[pair("Adopt it", "Do not adopt it"), pair(KAFKA, KAFKA)]).await.unwrap();
    assert_eq!(Lexical.name(), "lexical");
    assert!(relations[0].opposed && relations[1].same_point);
}

/// E-10, E-11: with the real network, agreement in other words is one point, and a contradiction in nearly the same words is not.
#[tokio::test]
async fn weights_agreement_and_contradiction() {
    let folder = weights("minilm-l6-v2");
    let sentences = SentenceEncoder::open(&folder.join("model.onnx"), &folder.join("tokenizer.json"), 1).unwrap();
    let local = Local::new(Arc::new(LocalSemantics::new(sentences, None)));
    let topic = Some("Where should the billing service keep its data?");
    let (move_it, migrate) = (
        "We should move the billing service to PostgreSQL this quarter.",
        "This quarter, billing ought to be migrated to Postgres.",
    );
    let stay = "We should not move the billing service to PostgreSQL this quarter.";
    let sugar = "A tax on sugar lowers the number of people with diabetes.";
    let pairs = [(move_it, migrate), (move_it, stay), (move_it, sugar)].map(|(a, b)| Texts { topic, a, b });
    let relations = local.relate(&pairs).await.unwrap();
    assert!(relations[0].same_point && relations[0].similarity >= 0.80 && !relations[0].opposed, "{:?}", relations[0]);
    assert!(relations[1].opposed && relations[1].similarity <= OPPOSED_MOST, "{:?}", relations[1]);
    assert!(!relations[2].on_topic && !relations[2].opposed && relations[2].similarity < 0.40, "{:?}", relations[2]);
}
