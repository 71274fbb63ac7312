//! However long a debate and its answers, prompts stay small.
use crate::support::{self, MemoryJournal};
use debate::{Algorithm, Layout, Rules};
use engine::{Bus, World};
use futures_util::future::BoxFuture;
use models::{Deltas, Model, Reply, Request, Stop, Usage};
use serde_json::json;
use std::sync::{Arc, Mutex};

/// A participant that fills every field and never repeats itself. It has its own option and terms in its first turn only, as short as
/// requested: these are never cut.
struct Talker {
    counts: Arc<Mutex<Vec<usize>>>,
}

impl Model for Talker {
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        _: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        let encoder = tiktoken_rs::o200k_base_singleton();
        let count = encoder.encode_ordinary(&request.system).len() + encoder.encode_ordinary(&request.user).len();
        self.counts.lock().unwrap().push(count);
        let asked = support::question(request);
        let is_first = asked.round == 1;
        // With assigned sides nobody has an option before the closing ballots.
        let is_new = asked.options.is_empty();
        let long = |salt: &str| format!("{} in {} ", salt, request.call.replace('/', " ")).repeat(60);
        let term = |which: &str| {
            format!(
                "The {which} condition of {} is met and shown in writing before anybody signs anything.",
                request.call
            )
        };
        let claims: Vec<_> = (1..=6).map(|n| json!({"label": "FACT", "text": format!("Claim {n} of {} says that latency rises by {n} ms under load and cost falls by 3.{n}% [{n}].", request.call)})).collect();
        let references: Vec<_> = (1..=6).map(|n| json!({"number": n, "title": format!("Report {n} on {}", request.call), "url": format!("https://example.org/{}/{n}", request.call)})).collect();
        let text = json!({
            "position": long("Yes, for many reasons"), "reasoning": long("reasoning"), "confidence": 0.6,
            "ballot": {"choice": if is_new { "new" } else { "A" }, "headline": format!("Only if {} shows it", request.call)},
            "others": (["A", "B", "C", "D", "E"].map(|it| json!({"option": it, "stand": "minor", "why": long("reservation")}))),
            "terms": if is_first { ["first", "second", "third"].map(term).to_vec() } else { Vec::new() },
            "because": [{"id": "C1", "why": long("why")}], "claims": claims, "references": references,
            "key_points": [long("first"), long("second")],
            "confidence_change": {"delta": 0.1, "since": 1, "reason": long("reason")}, "stance": asked.stance,
        });
        let reply =
            Reply { text: text.to_string(), stop: Stop::End, usage: Usage::default(), attempts: 1, calls: Vec::new() };
        Box::pin(std::future::ready(Ok(reply)))
    }

    fn reads_data(&self) -> bool {
        true
    }
}

/// D-31: input tokens of every call stay under 8,000 at 3, 12 and 50 rounds with 2 to 8 participants, by a real tokenizer.
#[tokio::test]
async fn a_prompt_stays_under_8000_tokens() {
    for mode in ["collaborative", "adversarial"] {
        for (rounds, seats) in [(3, 8), (12, 5), (50, 2), (50, 8)] {
            stays_under(mode, rounds, seats, Layout::Rebuild).await;
        }
    }
}

/// D-31, D-35: the same where prompts only grow until they are compacted.
#[tokio::test]
async fn a_growing_prompt_stays_under_8000_tokens() {
    for mode in ["collaborative", "adversarial"] {
        for (rounds, seats) in [(3, 2), (12, 2), (50, 3)] {
            stays_under(mode, rounds, seats, Layout::Append).await;
        }
    }
}

/// D-01, D-31: the same in every mode, at a length by which each has shown all that it shows.
#[tokio::test]
async fn a_prompt_stays_under_8000_tokens_in_every_mode() {
    for mode in formats::modes::names() {
        stays_under(mode, 6, 8, Layout::Rebuild).await;
        stays_under(mode, 8, 4, Layout::Append).await;
    }
}

async fn stays_under(mode: &str, rounds: u32, seats: usize, layout: Layout) {
    let rules = Rules { rounds, algorithm: Algorithm::FixedRounds, ..Rules::default() };
    let mut spec = support::spec(mode, seats, rules);
    spec.participants.iter_mut().for_each(|it| it.layout = layout);
    spec.topic = debate::Topic::new(&"Should we really do this, all things considered? ".repeat(80)).unwrap();
    let counts = Arc::new(Mutex::new(Vec::new()));
    let talker: Arc<dyn Model> = Arc::new(Talker { counts: counts.clone() });
    let models = spec.participants.iter().map(|it| (it.model.clone(), talker.clone())).collect();
    let world = World {
        pause_flag: Default::default(),
        models,
        journal: Arc::new(MemoryJournal::default()),
        clock: Arc::new(support::Ticks),
        analyst: None,
        tools: Arc::new(engine::Toolbox::default()),
    };
    engine::start(&world, &spec, &Bus::silent()).await.unwrap();
    let counts = counts.lock().unwrap();
    let closings = if matches!(mode, "devils-advocate" | "red-team-blue-team") { seats } else { 0 };
    assert_eq!(counts.len(), rounds as usize * seats + closings, "{mode}");
    let most = counts.iter().max().copied().unwrap();
    assert!(most < 8_000, "{mode}, {layout:?}, {rounds} rounds, {seats} seats: {most} tokens");
    assert!(most > 3_000, "{mode}, {layout:?}, {rounds} rounds, {seats} seats: only {most} tokens, is anything shown?");
}
