//! Measures whether the sentence that answers a question is found in an author's texts (P-04).
//!
//! `cargo run --release -p engine --example retrieval -- DIR [WEIGHTS [verbose]]`: DIR has `questions.jsonl` and a folder for each corpus with a
//! file or a folder for each author (`crates/personas/tests/gold/retrieval` and `long` in it); WEIGHTS is the folder of the sentence network
//! (`target/weights/minilm-l6-v2`). It prints, for each wording of the questions, how often the answer is among the first one, three and five
//! sentences and among the first five passages, and how many that nobody answered found nothing.
#![expect(clippy::print_stdout, reason = "a benchmark says what it measured")]
use debate::persona::Built;
use debate::{BeliefGraph, Contract, Name, Persona};
use engine::Local;
use local::embeddings::{LocalSemantics, SentenceEncoder};
use personas::chunks::{UsedIds, cut};
use personas::readers::read_file;
use personas::recall::{Corpus, Measure, Query, Similar, passages, quotes};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

/// The most tokens of passages: enough for the first five.
const ROOM: usize = 2_000;
/// The most tokens of passages in a turn (P-04), and of an answer that only quotes.
const TURN: usize = 400;
/// See [`TURN`].
const MOST_QUOTED: usize = 300;

#[derive(Deserialize)]
struct Question {
    corpus: String,
    author: String,
    #[serde(default)]
    wording: String,
    question: String,
    /// Parts of the sentences that answer it; `*` where any will do; none where nobody answered it.
    answers: Vec<String>,
}

/// How often an answer was found.
#[derive(Default)]
struct Found {
    all: usize,
    first: usize,
    three: usize,
    five: usize,
    passages: usize,
    /// Whether three quotations have it, and whether nothing is quoted.
    quoted: usize,
    silent: usize,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().ok_or("give the folder of the questions")?;
    let folder = Path::new(&folder);
    let network = match args.next() {
        Some(weights) => {
            let weights = Path::new(&weights);
            let encoder = SentenceEncoder::open(&weights.join("model.onnx"), &weights.join("tokenizer.json"), 2)?;
            Some(Local::new(Arc::new(LocalSemantics::new(encoder, None))))
        }
        None => None,
    };
    let is_verbose = args.next().is_some();
    let mut all: BTreeMap<String, Found> = BTreeMap::new();
    let (mut silent, mut unanswered, mut obvious, mut all_obvious) = (0, 0, 0, 0);
    for line in std::fs::read_to_string(folder.join("questions.jsonl"))?.lines() {
        let asked: Question = serde_json::from_str(line)?;
        let persona = persona(folder, &asked)?;
        let corpus = Corpus::of(&persona);
        let similar = match &network {
            Some(network) => {
                let measure = Measure::within(&corpus, std::iter::empty(), &asked.question);
                engine::analyst::similar(network, &asked.question, &measure).await?.unwrap_or_default()
            }
            None => Similar::default(),
        };
        let found = corpus.nearest(&asked.question, &similar);
        match asked.answers.as_slice() {
            [] => {
                unanswered += 1;
                silent += usize::from(found.is_empty());
                if is_verbose && !found.is_empty() {
                    println!("nobody, but found: {} {:?}", asked.author, asked.question);
                }
            }
            [any] if any == "*" => {
                all_obvious += 1;
                obvious += usize::from(!found.is_empty());
                if is_verbose && found.is_empty() {
                    println!("obvious, but nothing: {} {:?}", asked.author, asked.question);
                }
            }
            answers => {
                let is_answer = |text: &str| {
                    let text = debate::text::one_line(text);
                    answers.iter().any(|it| text.contains(it) || it.contains(&text))
                };
                let rank = found.iter().position(|it| is_answer(corpus.text(it.at())));
                let shown = passages(&corpus, &found, ROOM);
                let passage = shown.iter().take(5).any(|it| is_answer(&it.quote.text));
                if is_verbose && !passage {
                    println!("missed: {} {} {:?}, at {rank:?}", asked.wording, asked.author, asked.question);
                }
                let (room, query) =
                    (passages(&corpus, &found, TURN), Query { about: vec![&asked.question], ..Query::default() });
                let room: Vec<&str> =
                    room.iter().filter(|_| network.is_some()).map(|it| it.quote.text.as_str()).collect();
                let quoted = quotes(&persona, &query, &room, MOST_QUOTED);
                let answers_by_quoting = quoted.iter().any(|it| is_answer(&it.text));
                if is_verbose && !answers_by_quoting {
                    println!("quoted: {} {:?}: {:?}", asked.author, asked.question, quoted.first().map(|it| &it.text));
                }
                let counts = all.entry(asked.wording.clone()).or_default();
                let is_within = |most: usize| usize::from(rank.is_some_and(|it| it < most));
                counts.all += 1;
                counts.first += is_within(1);
                counts.three += is_within(3);
                counts.five += is_within(5);
                counts.passages += usize::from(passage);
                counts.quoted += usize::from(answers_by_quoting);
                counts.silent += usize::from(quoted.is_empty());
            }
        }
    }
    for (wording, Found { all, first, three, five, passages, quoted, silent }) in &all {
        let name = if wording.is_empty() { "other words" } else { wording };
        println!(
            "{name}: {all} questions; sentence first {first}, of three {three}, of five {five}; passage of five {passages}; quoted {quoted}, silent {silent}"
        );
    }
    println!(
        "{silent} of {unanswered} that nobody answered found nothing; {obvious} of {all_obvious} obvious ones found something"
    );
    Ok(())
}

fn persona(folder: &Path, asked: &Question) -> Result<Persona, Box<dyn Error>> {
    let author = folder.join(&asked.corpus).join(&asked.author);
    let mut files: Vec<_> = if author.is_dir() {
        std::fs::read_dir(&author)?.map(|it| Ok(it?.path())).collect::<Result<_, std::io::Error>>()?
    } else {
        vec![author.with_extension("md")]
    };
    files.sort();
    let mut taken = UsedIds::default();
    let mut chunks = Vec::new();
    for file in files {
        let name = file.file_name().and_then(|it| it.to_str()).ok_or("a file has no name")?;
        let folder = file.parent().ok_or("a file has no folder")?;
        let read = read_file(folder, name, None);
        chunks.extend(read.passages.iter().flat_map(|it| cut(it, &mut taken)));
    }
    let (contract, beliefs) = (Contract::default(), BeliefGraph::default());
    let name = Name::from(asked.author.as_str());
    Ok(Persona { name, built: Built::Extractive, persuadability: 0.2, contract, beliefs, chunks })
}
