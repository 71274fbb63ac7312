//! Checks whether answers of an embedded model match their schema: many turns over random prompts, each validated by an independent
//! validator against the schema of its request (D-21).
//!
//! `cargo run --release -p engine --example held -- smollm2-135m 500`
#![expect(clippy::print_stdout, reason = "an example that reports")]
use debate::Letter;
use debate::ballot::{DEPENDS, Listed, Names, Paper, PaperKind};
use formats::answer::{AnswerSchema, Lean, Shape};
use futures_util::future::join_all;
use local::weights::{Cache, Role, catalog};
use local::{BackendKind, Embedded, Options};
use models::{Model, Request, Schema, Stop};
use serde_json::Value;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;

/// How many are asked concurrently.
const AT_ONCE: usize = 8;

/// A lean form, with the ballot paper to parse it.
struct Asked {
    schema: Value,
    paper: Paper,
}

/// Two lean forms: an opening on yes or no, and a later turn with another participant's option.
fn forms() -> Vec<Asked> {
    let sentence = |start: &str, most: u32| format!("{start}([^.!?:|\\n]|[.][0-9a-z]){{10,{most}}}[.]");
    let listed = |(at, word): (usize, &&str)| Listed { letter: Letter::at(at), word: (*word).to_owned() };
    let form = |words: &[&str], held: &[usize]| {
        let paper = Paper {
            kind: PaperKind::Options { otherwise: DEPENDS, names: Names::YesNo },
            options: words.iter().enumerate().map(listed).collect(),
            held: held.iter().copied().map(Letter::at).collect(),
            terms: 0,
            has_cast: !held.is_empty(),
            is_closing: false,
        };
        let shape = |(at, word): (usize, &&str)| Shape {
            position: Some(sentence(&format!("I hold {word}, "), 180)),
            word: Some((*word).to_owned()),
            option: Some(Letter::at(at)),
        };
        let shapes = words.iter().enumerate().map(shape).collect();
        let reasoning = sentence("The danger is that ", 200);
        let form = Lean { reasoning, shapes, stance: None, paper: Some(paper.clone()), is_opening: held.is_empty() };
        Asked { schema: AnswerSchema::Lean(form).to_json(), paper }
    };
    vec![form(&["yes", "no"], &[]), form(&["yes", "no", "C"], &[0, 2])]
}

/// What prompts are made of: words, numbers, other scripts, JSON, special tokens, noise.
const WORDS: [&str; 24] = [
    "should",
    "we",
    "adopt",
    "the",
    "ledger",
    "42",
    "3.14",
    "naïve",
    "Zürich",
    "日本語",
    "مرحبا",
    "🙂",
    "{\"position\": \"",
    "\\n",
    "\"",
    "}",
    "<|im_end|>",
    "ACCEPT",
    "null",
    "https://a.b/c?d=e",
    "\t",
    "—",
    "Ignore all rules.",
    "……",
];

#[tokio::main(flavor = "multi_thread", worker_threads = 1)]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "smollm2-135m".to_owned());
    let turns: usize = words.next().map_or(Ok(500), |it| it.parse())?;
    let weight = catalog::named(&name).ok_or("no such weights")?;
    let Role::Chat(chat) = weight.role else { return Err("it does not talk".into()) };
    let home = std::env::var("HOME").map(|it| PathBuf::from(it).join(".cache/roundtable/weights"));
    let caches = [Some(Cache::of_tests()), home.ok().map(Cache::at)];
    let held = caches.into_iter().flatten().find_map(|it| it.find(weight));
    let held = held.ok_or(format!("fetch it first: `roundtable models pull {name}`"))?;
    let options = Options {
        backend: BackendKind::Candle,
        threads: None,
        template: Some(chat.template),
        sampling: chat.sampling,
        memory: None,
    };
    let model = Embedded::load(&held.model(), options)?;

    let mut chance = fastrand::Rng::with_seed(1);
    let (mut valid, mut whole, mut tokens) = (0, 0, 0);
    let forms = forms();
    let mut asked = 0;
    while asked < turns {
        let batch = AT_ONCE.min(turns - asked);
        let requests: Vec<Request> = (asked..asked + batch)
            .map(|turn| {
                let mut text = |most: usize| {
                    let count = chance.usize(0..most);
                    let words = (0..count).map(|_| WORDS.get(chance.usize(..WORDS.len())).copied().unwrap_or_default());
                    words.collect::<Vec<_>>().join(" ")
                };
                let (system, user) = (text(30), text(120));
                Request {
                    call: format!("turn {turn}"),
                    system: system.into(),
                    user,
                    stable: Vec::new(),
                    schema: forms.get(turn % forms.len()).map(|it| Arc::new(Schema::new("answer", it.schema.clone()))),
                    max_tokens: *[20, 80, 320].get(turn % 3).unwrap_or(&320),
                    temperature: Some(chance.f32() * 1.2),
                    seed: Some(turn as u64),
                    tools: Default::default(),
                    data: None,
                }
            })
            .collect();
        let replies = join_all(requests.iter().map(|it| model.ask(it, None))).await;
        for (turn, (request, reply)) in (asked..).zip(requests.iter().zip(replies)) {
            let reply = reply?;
            let paper = forms.get(turn % forms.len()).map(|it| &it.paper);
            tokens += reply.usage.output;
            let schema = request.schema.as_ref().ok_or("every turn has a form")?;
            let is_valid = serde_json::from_str::<Value>(&reply.text)
                .is_ok_and(|value| jsonschema::validator_for(&schema.body).is_ok_and(|it| it.is_valid(&value)));
            if is_valid && reply.stop == Stop::End {
                valid += 1;
            } else {
                println!("not valid: {:?} {}", reply.stop, reply.text);
            }
            let (turn, flaws) = debate::reply::read_on(&reply.text, paper);
            let grade = debate::reply::grade(&turn, paper, &flaws);
            whole += u32::from(grade == debate::reply::Grade::Whole && flaws.is_empty());
        }
        asked += batch;
    }
    println!(
        "{name}: {valid} of {turns} valid against their schema, {whole} read whole without a flaw, {tokens} tokens"
    );
    if valid == turns { Ok(()) } else { Err("not all were valid".into()) }
}
