//! P-04: whether the sentence that answers a question is found by meaning, with the real network.
use crate::support::weights;
use debate::text::one_line;
use debate::{BeliefGraph, Contract, Persona, persona::Built};
use local::embeddings::{LocalSemantics, SentenceEncoder};
use models::SemanticModel;
use personas::recall::Corpus;
use std::path::Path;

/// The share of questions whose answer is among the first five (P-04).
const FOUND: f64 = 0.80;

#[derive(serde::Deserialize)]
struct Question {
    corpus: String,
    author: String,
    question: String,
    answers: Vec<String>,
}

fn persona(folder: &Path, asked: &Question) -> Persona {
    let read = personas::readers::read_file(&folder.join(&asked.corpus), &format!("{}.md", asked.author), None);
    let mut taken = personas::chunks::UsedIds::default();
    let chunks = read.passages.iter().flat_map(|it| personas::chunks::cut(it, &mut taken)).collect();
    let (contract, beliefs) = (Contract::default(), BeliefGraph::default());
    Persona {
        name: asked.author.as_str().into(),
        built: Built::Extractive,
        persuadability: 0.2,
        contract,
        beliefs,
        chunks,
    }
}

/// P-04: for at least eight of ten questions in other words than the texts', a sentence that answers is among the first five; what nobody wrote about finds
/// nothing, and the obvious question of a corpus always finds something.
#[tokio::test]
async fn weights_find_the_same_said_in_other_words() {
    let weights = weights("minilm-l6-v2");
    let encoder = SentenceEncoder::open(&weights.join("model.onnx"), &weights.join("tokenizer.json"), 2).unwrap();
    let network = LocalSemantics::new(encoder, None);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../personas/tests/gold/retrieval");
    let (mut found, mut all) = (0_i32, 0_i32);
    for line in std::fs::read_to_string(folder.join("questions.jsonl")).unwrap().lines() {
        let asked: Question = serde_json::from_str(line).unwrap();
        let persona = persona(&folder, &asked);
        let corpus = Corpus::of(&persona);
        let places = corpus.measured(&asked.question);
        let texts: Vec<&str> =
            std::iter::once(asked.question.as_str()).chain(places.iter().map(|it| corpus.text(*it))).collect();
        let vectors = network.embed(&texts).await.unwrap();
        let (query, others) = vectors.split_first().unwrap();
        let cosine = |it: &models::Vector| f64::from(prose::similarity::cosine(query, it).unwrap_or_default());
        let near = corpus.nearest(&asked.question, &places.into_iter().zip(others.iter().map(cosine)).collect());
        match asked.answers.as_slice() {
            [] => assert!(near.is_empty(), "nobody wrote about {:?}", asked.question),
            [any] if any == "*" => assert!(!near.is_empty(), "{} wrote about {:?}", asked.author, asked.question),
            answers => {
                all += 1;
                let five = near.iter().take(5).map(|it| one_line(corpus.text(it.at())));
                found += i32::from(five.into_iter().any(|it| answers.iter().any(|answer| it.contains(answer))));
            }
        }
    }
    assert_eq!(all, 41);
    assert!(f64::from(found) >= FOUND * f64::from(all), "{found} of {all} among the first five");
}
