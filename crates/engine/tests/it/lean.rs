//! Debates of lean participants, alone and with others.
use crate::support::{self, Cast, MemoryJournal};
use debate::{Algorithm, Debate, Envelope, Event, Profile, Rules};
use engine::{Bus, Spec, World};
use futures_util::future::BoxFuture;
use models::{Deltas, Model, Reply, Request, Stop, Usage};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

fn every_round(rounds: u32) -> Rules {
    Rules { rounds, algorithm: Algorithm::FixedRounds, ..Rules::default() }
}

async fn run(spec: &Spec) -> (Debate, Vec<Envelope>, BTreeMap<String, Request>) {
    let cast = Arc::new(Cast::default());
    let (debate, log) = support::run(spec, &cast).await;
    (debate, log, cast.asked())
}

/// A lean form without its sentence openings, which a rehearsal does not use.
fn of_any_words(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, value)| *name != "pattern" || !value.is_string());
            kept.map(|(name, value)| (name.clone(), of_any_words(value))).collect()
        }
        Value::Array(items) => items.iter().map(of_any_words).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
    }
}

/// D-18, O-05: a lean debate runs to its end; each answer has the requested form and no flaw, and it replays.
#[tokio::test]
async fn a_lean_debate_runs_whole() {
    for mode in formats::modes::names() {
        let spec = support::asked_as(support::spec(mode, 4, every_round(4)), &[Profile::Lean]);
        let (debate, log, asked) = run(&spec).await;
        // With assigned sides everyone casts a closing ballot as well.
        let rounds = if debate.has_sides() { 5 } else { 4 };
        assert_eq!(debate.rounds.len(), rounds, "{mode}");
        assert_eq!(asked.len(), rounds * 4, "{mode}: nobody is asked again");
        let mut cast = 0;
        for envelope in &log {
            let Event::TurnTaken { call, turn, flaws, answer, .. } = &envelope.event else { continue };
            let request = &asked[&call.to_string()];
            let schema = request.schema.as_ref().unwrap();
            assert_eq!(schema.name, formats::answer::LEAN, "{mode} {call}");
            assert!((320..=400).contains(&request.max_tokens), "{mode} {call}: {}", request.max_tokens);
            let given: Value = serde_json::from_str(&answer.text).unwrap();
            assert!(jsonschema::is_valid(&of_any_words(&schema.body), &given), "{mode} {call}: {given}");
            assert_eq!(flaws, &[], "{mode} {call}");
            cast += usize::from(turn.ballot.is_some());
        }
        assert!(cast > 0, "{mode}: nobody casts a ballot");
        assert_eq!(engine::replay(log, &Bus::silent()).await.unwrap(), debate, "{mode}");
    }
}

/// D-18: one lean participant among full ones: each is asked by its own profile, and the log says which.
#[tokio::test]
async fn a_mixed_table_debates() {
    for mode in formats::modes::names() {
        let profiles = [Profile::Full, Profile::Lean, Profile::Full];
        let spec = support::asked_as(support::spec(mode, 3, every_round(3)), &profiles);
        let (debate, log, asked) = run(&spec).await;
        assert!(debate.rounds.iter().all(|it| it.spoken.len() == 3 && it.unusable.is_empty()), "{mode}");
        for (call, request) in &asked {
            let is_lean = request.schema.as_ref().is_some_and(|it| it.name == formats::answer::LEAN);
            assert_eq!(is_lean, call.ends_with("sim-2"), "{mode} {call}");
            let is_listed = request.user.contains("\n| C1 ");
            assert!(!(is_lean && is_listed), "{mode} {call}");
            assert!(is_lean || is_listed || call.starts_with("r1/"), "{mode} {call}");
        }
        let opened = debate::log::write(&log[0]).unwrap();
        assert_eq!(opened.matches("\"profile\":\"lean\"").count(), 1, "{opened}");
        assert_eq!(opened.matches("\"profile\"").count(), 1, "{opened}");
        assert_eq!(engine::replay(log, &Bus::silent()).await.unwrap(), debate, "{mode}");
    }
}

/// A participant that says all it can, whatever it was asked for.
struct Talker {
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Model for Talker {
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        _: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        self.seen.lock().unwrap().push(request.clone());
        let asked = support::question(request);
        let long = |salt: &str| format!("{salt} in {} ", request.call.replace('/', " ")).repeat(60);
        let text = json!({
            "position": long("Yes, for many reasons"), "reasoning": long("reasoning"), "confidence": 0.6,
            "ballot": {"choice": "Yes", "headline": null}, "terms": if asked.round == 1 { vec!["somebody owns the risk by name and signs for it before the first of the month is over"] } else { Vec::new() },
            "others": [{"option": "B", "stand": "minor", "why": long("reservation")}], "stance": asked.stance,
        });
        let reply =
            Reply { text: text.to_string(), stop: Stop::End, usage: Usage::default(), attempts: 1, calls: Vec::new() };
        Box::pin(std::future::ready(Ok(reply)))
    }

    fn reads_data(&self) -> bool {
        true
    }
}

/// D-18, D-31: with eight seats and fifty rounds the shown statements stay under 900 tokens by a real tokenizer, and the prompt under that
/// plus the four layers and the topic.
#[tokio::test]
async fn a_lean_prompt_stays_small() {
    let encoder = tiktoken_rs::o200k_base_singleton();
    let count = |text: &str| encoder.encode_ordinary(text).len();
    for mode in formats::modes::names() {
        // Growth depends on visibility, not on the mode: one mode of each order is tested at length.
        let tables: &[(u32, usize)] = match mode {
            "collaborative" | "adversarial" => &[(3, 2), (50, 2), (50, 8)],
            _ => &[(3, 2), (3, 8)],
        };
        for &(rounds, seats) in tables {
            let spec = support::asked_as(support::spec(mode, seats, every_round(rounds)), &[Profile::Lean]);
            let seen = Arc::new(Mutex::new(Vec::new()));
            let talker: Arc<dyn Model> = Arc::new(Talker { seen: seen.clone() });
            let models = spec.participants.iter().map(|it| (it.model.clone(), talker.clone())).collect();
            let world = World {
                pause_flag: Default::default(),
                models,
                journal: Arc::new(MemoryJournal::default()),
                clock: Arc::new(support::Ticks),
                analyst: None,
                tools: Arc::new(engine::Toolbox::default()),
            };
            let debate = engine::start(&world, &spec, &Bus::silent()).await.unwrap();
            let seen = seen.lock().unwrap();
            let closings = if debate.has_sides() { seats } else { 0 };
            assert_eq!(seen.len(), rounds as usize * seats + closings, "{mode}");
            for Request { call, system, user, .. } in seen.iter() {
                let said = user.split_once("# Said so far\n").map_or("", |(_, rest)| rest);
                let said = said.split("\n\n# ").next().unwrap();
                let ballot = user.split_once("# The ballot\n").map_or("", |(_, rest)| rest);
                let ballot = ballot.split("\n\n# Your ").next().unwrap();
                assert!(count(ballot) <= 80 + 30 * seats, "{mode} {call}: {} tokens\n{ballot}", count(ballot));
                assert!(count(said) <= 900, "{mode} {call}: {} tokens\n{said}", count(said));
                let group = user.split_once("# The group in round").map_or("", |(_, rest)| rest);
                let group = group.split("\n\n# ").next().unwrap();
                let rest = count(system) + count(user) - count(said) - count(group) - count(ballot);
                assert!(rest < 350 + count(spec.topic.as_str()) + 20, "{mode} {call}: {rest} tokens besides");
            }
            let last = &seen[seen.len() - 1];
            let previous = last.user.lines().filter(|it| it.contains(&format!("r{} turn", rounds - 1)));
            assert_eq!(previous.count(), seats, "{mode}: all of the round before are shown\n{}", last.user);
        }
    }
}
