//! Measures whether the sentence that answers a question is found in an author's texts (P-04).
//!
//! `cargo run --release -p engine --example retrieval -- DIR [WEIGHTS]`: DIR has `questions.jsonl` and a folder for each corpus with a file for
//! each author (`crates/personas/tests/gold/retrieval`); WEIGHTS is the folder of the sentence network (`target/weights/minilm-l6-v2`). It
//! prints the share of questions whose answer is among the first one, three and five, and how many that nobody answered found nothing.
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
use debate::persona::Built;
use debate::{BeliefGraph, Contract, Name, Persona};
use local::embeddings::{LocalSemantics, SentenceEncoder};
use models::SemanticModel;
use personas::chunks::{UsedIds, cut};
use personas::readers::read_file;
use personas::recall::Corpus;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

#[derive(Deserialize)]
struct Question {
    corpus: String,
    author: String,
    question: String,
    /// Parts of the sentences that answer it; `*` where any will do; none where nobody answered it.
    answers: Vec<String>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().ok_or("give the folder of the questions")?;
    let folder = Path::new(&folder);
    let network = match args.next() {
        Some(weights) => {
            let weights = Path::new(&weights);
            Some(LocalSemantics::new(
                SentenceEncoder::open(&weights.join("model.onnx"), &weights.join("tokenizer.json"), 2)?,
                None,
            ))
        }
        None => None,
    };
    let is_verbose = args.next().is_some();
    let mut ranks = Vec::new();
    let (mut silent, mut unanswered, mut obvious, mut all_obvious) = (0, 0, 0, 0);
    for line in std::fs::read_to_string(folder.join("questions.jsonl"))?.lines() {
        let asked: Question = serde_json::from_str(line)?;
        let persona = persona(folder, &asked)?;
        let corpus = Corpus::of(&persona);
        let similar = match &network {
            Some(network) => similar(network, &corpus, &asked.question).await?,
            None => BTreeMap::new(),
        };
        let found = corpus.nearest(&asked.question, &similar);
        match asked.answers.as_slice() {
            [] => {
                unanswered += 1;
                silent += usize::from(found.is_empty());
                if is_verbose {
                    let best = found.first().map(|it| (corpus.text(it.at()), it.words, it.meaning));
                    let most = similar.values().copied().fold(0.0, f64::max);
                    println!("unanswered {:?}: {best:?} {most:.2}", asked.question);
                }
            }
            [any] if any == "*" => {
                all_obvious += 1;
                obvious += usize::from(!found.is_empty());
                if is_verbose {
                    println!(
                        "obvious {} {:?}: {:?}",
                        asked.author,
                        asked.question,
                        found.iter().take(2).map(|it| (corpus.text(it.at()), it.score)).collect::<Vec<_>>()
                    );
                }
            }
            answers => {
                let is_answer = |text: &str| {
                    let text = debate::text::one_line(text);
                    answers.iter().any(|it| text.contains(it) || it.contains(&text))
                };
                let rank = found.iter().position(|it| is_answer(corpus.text(it.at())));
                if is_verbose && rank.is_none_or(|it| it >= 5) {
                    println!("{rank:?} {} {:?}", asked.author, asked.question);
                }
                ranks.push(rank);
            }
        }
    }
    let share =
        |most: usize| ranks.iter().filter(|it| it.is_some_and(|it| it < most)).count() as f64 / ranks.len() as f64;
    println!("{} questions: among the first {:.3}, three {:.3}, five {:.3}", ranks.len(), share(1), share(3), share(5));
    println!(
        "{silent} of {unanswered} that nobody answered found nothing; {obvious} of {all_obvious} obvious ones found something"
    );
    Ok(())
}

async fn similar(
    network: &LocalSemantics,
    corpus: &Corpus<'_>,
    query: &str,
) -> Result<BTreeMap<usize, f64>, Box<dyn Error>> {
    let places = corpus.measured(query);
    let texts: Vec<&str> = std::iter::once(query).chain(places.iter().map(|it| corpus.text(*it))).collect();
    let vectors = network.embed(&texts).await?;
    let (query, others) = vectors.split_first().ok_or("no vectors")?;
    let cosine = |it: &models::Vector| f64::from(prose::similarity::cosine(query, it).unwrap_or_default());
    Ok(places.into_iter().zip(others.iter().map(cosine)).collect())
}

fn persona(folder: &Path, asked: &Question) -> Result<Persona, Box<dyn Error>> {
    let read = read_file(&folder.join(&asked.corpus), &format!("{}.md", asked.author), None);
    let mut taken = UsedIds::default();
    let chunks = read.passages.iter().flat_map(|it| cut(it, &mut taken)).collect();
    let (contract, beliefs) = (Contract::default(), BeliefGraph::default());
    Ok(Persona {
        name: Name::from(asked.author.as_str()),
        built: Built::Extractive,
        persuadability: 0.2,
        contract,
        beliefs,
        chunks,
    })
}
