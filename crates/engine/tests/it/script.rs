//! The real debates as scripts in four languages: the question, the answer to each call, and the expected verdict.
//!
//! The tests of the program play them too. The engine's prompts are real; only the answers come from the script.
use crate::memory_journal::{MemoryJournal, Ticks};
use debate::{Algorithm, Ballot, Debate, Envelope, Groups, Layout, Profile, Rules, Topic};
use engine::{Bus, Seat, Spec, Toolbox, World};
use futures_util::future::BoxFuture;
use models::{Deltas, Model, Reply, Request, Stop, Usage};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The languages of each script.
pub(crate) const LANGUAGES: [&str; 4] = ["en", "de", "es", "ja"];
/// The names of the debates.
pub(crate) const DEBATES: [&str; 8] =
    ["collab", "four-day", "four-day-argued", "heron", "ibis", "on-call", "person-days", "person-days-short"];

/// A debate as it was held.
#[derive(Deserialize)]
pub(crate) struct Script {
    topic: String,
    mode: String,
    rounds: u32,
    ballot: Ballot,
    participants: Vec<String>,
    answers: BTreeMap<String, Value>,
    /// The verdict by default rules; under `at_cap` that of all its rounds, where default rules end it before the last.
    pub(crate) expected: Value,
}

/// Answers each call from the script.
struct Reader {
    answers: BTreeMap<String, Value>,
    asked: Arc<Mutex<BTreeSet<String>>>,
}

impl Model for Reader {
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        _: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        let answer =
            self.answers.get(&request.call).unwrap_or_else(|| panic!("`{}` is not in the script", request.call));
        self.asked.lock().unwrap().insert(request.call.clone());
        let usage = Usage { input: 1_000, cached: 0, output: 500, cost: Some(0.01) };
        let reply = Reply { text: answer.to_string(), stop: Stop::End, usage, attempts: 1, calls: Vec::new() };
        Box::pin(std::future::ready(Ok(reply)))
    }
}

/// Reads a script.
pub(crate) fn script(language: &str, name: &str) -> Script {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/debates");
    let path = folder.join(format!("{language}/{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn spec(script: &Script, name: &str, algorithm: Algorithm) -> Spec {
    let seats = script.participants.iter().map(|it| Seat {
        model: format!("script/{it}"),
        family: it.clone(),
        name: Some(it.clone()),
        profile: Profile::Full,
        layout: Layout::Rebuild,
    });
    let groups = Groups::Model(format!("script/{}", script.participants[0]));
    Spec {
        id: name.into(),
        topic: Topic::new(&script.topic).unwrap(),
        ballot: Some(script.ballot.clone()),
        mode: script.mode.clone(),
        participants: engine::seat(seats),
        // They were held before sections were fields.
        rules: Rules { rounds: script.rounds, groups, algorithm, structure: false, ..Rules::default() },
        disciplines: Default::default(),
        attached: Vec::new(),
        personas: Vec::new(),
    }
}

/// Plays a script by default rules.
pub(crate) async fn play(script: &Script, name: &str) -> (Debate, Vec<Envelope>) {
    play_by(script, name, Algorithm::default()).await
}

/// Plays a script: every answer up to the end of the debate is asked for, and nothing else.
pub(crate) async fn play_by(script: &Script, name: &str, algorithm: Algorithm) -> (Debate, Vec<Envelope>) {
    let asked: Arc<Mutex<BTreeSet<String>>> = Arc::default();
    let spec = spec(script, name, algorithm);
    let reader: Arc<dyn Model> = Arc::new(Reader { answers: script.answers.clone(), asked: asked.clone() });
    let journal = Arc::new(MemoryJournal::default());
    let world = World {
        models: spec.participants.iter().map(|it| (it.model.clone(), reader.clone())).collect(),
        journal: journal.clone(),
        clock: Arc::new(Ticks),
        analyst: None,
        tools: Arc::new(Toolbox::default()),
        pause_flag: Default::default(),
    };
    let debate = engine::start(&world, &spec, &Bus::silent()).await.unwrap();
    let is_later = |it: &&String| (debate.rounds.len() + 1..9).any(|round| it.starts_with(&format!("r{round}/")));
    let played = script.answers.keys().filter(|it| !is_later(it));
    let unused: Vec<&String> = played.filter(|it| !asked.lock().unwrap().contains(*it)).collect();
    assert!(unused.is_empty(), "{name}: {unused:?} are not asked for; it ended by {:?}", debate.closed);
    (debate, journal.read())
}
