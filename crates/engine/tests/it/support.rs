//! A deterministic world for tests, all in memory.
pub(crate) use crate::memory_journal::{MemoryJournal, Ticks};
use debate::{Debate, Envelope, Layout, Profile, Rules, Topic};
use engine::{Bus, Material, Seat, Spec, Tool, ToolOutput, Toolbox, World};
use formats::data::Question;
use futures_util::future::BoxFuture;
use lab::Sim;
use models::{Deltas, Model, Reply, Request, ToolCall};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The folder of some weights: those that `cargo xtask test` fetched, or others.
pub(crate) fn weights(name: &str) -> PathBuf {
    let beside_the_build = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/weights");
    std::env::var_os("ROUNDTABLE_TEST_WEIGHTS").map_or_else(beside_the_build, PathBuf::from).join(name)
}

/// What a call returns instead of the simulated answer.
#[derive(Clone, Debug)]
pub(crate) enum Instead {
    Text(&'static str),
    Fail(models::Error),
    /// Tool calls, each with its arguments.
    Calls(&'static [(&'static str, &'static str)]),
}

/// A tool that finds whatever it is asked for, and counts its calls.
#[derive(Default)]
pub(crate) struct Look {
    pub(crate) asked: Mutex<Vec<String>>,
}

impl Tool for Look {
    fn name(&self) -> &'static str {
        "look"
    }

    fn description(&self) -> &'static str {
        "Looks something up."
    }

    fn schema(&self) -> Value {
        json!({"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"],
               "additionalProperties": false})
    }

    fn is_of_use(&self, _material: &Material) -> bool {
        true
    }

    fn run<'a>(&'a self, _material: &'a Material, arguments: &'a Value) -> BoxFuture<'a, ToolOutput> {
        let query = arguments["query"].as_str().map(str::to_owned);
        self.asked.lock().unwrap().push(query.clone().unwrap_or_default());
        Box::pin(async move {
            match query.as_deref() {
                None => ToolOutput::failed("`query` is missing"),
                Some("never") => std::future::pending().await,
                Some(query) if query.starts_with("everything") => {
                    ToolOutput::found("All there is to know of it. ".repeat(300), Vec::new())
                }
                Some(query) if query.starts_with("passage") => ToolOutput::found("Part of a passage…", Vec::new()),
                Some(query) => ToolOutput::found(format!("It is on record that {query}."), vec!["S1#1".to_owned()]),
            }
        })
    }
}

/// Simulated participants that record their requests, and misbehave where told to.
#[derive(Default)]
pub(crate) struct Cast {
    instead: BTreeMap<&'static str, Instead>,
    asked: Mutex<BTreeMap<String, Request>>,
    order: Mutex<Vec<String>>,
    pub(crate) look: Arc<Look>,
}

impl Cast {
    /// A cast in which these calls have other outcomes.
    pub(crate) fn stumbling(instead: impl IntoIterator<Item = (&'static str, Instead)>) -> Arc<Cast> {
        Arc::new(Cast { instead: instead.into_iter().collect(), ..Cast::default() })
    }

    pub(crate) fn asked(&self) -> BTreeMap<String, Request> {
        self.asked.lock().unwrap().clone()
    }

    pub(crate) fn order(&self) -> Vec<String> {
        self.order.lock().unwrap().clone()
    }
}

struct Actor {
    cast: Arc<Cast>,
    sim: Sim,
}

impl Model for Actor {
    fn may_think(&self) -> bool {
        self.sim.may_think()
    }

    fn ask<'a>(
        &'a self,
        request: &'a Request,
        watcher: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        let twice = self.cast.asked.lock().unwrap().insert(request.call.clone(), request.clone());
        assert!(twice.is_none(), "{} is asked twice", request.call);
        self.cast.order.lock().unwrap().push(request.call.clone());
        match self.cast.instead.get(request.call.as_str()).cloned() {
            Some(Instead::Text(text)) => Box::pin(async move {
                let mut reply = self.sim.ask(request, watcher).await?;
                reply.text = text.to_owned();
                reply.calls.clear();
                Ok(reply)
            }),
            Some(Instead::Calls(calls)) => Box::pin(async move {
                let call = |(place, (name, arguments)): (usize, &(&str, &str))| ToolCall {
                    id: format!("use_{place}"),
                    name: (*name).to_owned(),
                    arguments: (*arguments).to_owned(),
                };
                let reply = self.sim.ask(request, watcher).await?;
                let calls = calls.iter().enumerate().map(call).collect();
                Ok(Reply { text: "Let me see.".to_owned(), calls, ..reply })
            }),
            Some(Instead::Fail(error)) => Box::pin(std::future::ready(Err(error))),
            None => self.sim.ask(request, watcher),
        }
    }

    fn reads_data(&self) -> bool {
        self.sim.reads_data()
    }
}

/// The question of a request as data, for models that use it.
pub(crate) fn question(request: &Request) -> Question {
    serde_json::from_value(request.data.clone().unwrap()).unwrap()
}

/// A debate of `seats` simulated participants.
pub(crate) fn spec(mode: &str, seats: usize, rules: Rules) -> Spec {
    // Answers here are written by hand, without sections; `structure` tests those.
    let rules = Rules { structure: false, ..rules };
    let seats = (1..=seats).map(|n| Seat {
        model: format!("sim/{n}"),
        family: "sim".into(),
        name: None,
        profile: Profile::Full,
        layout: Layout::Rebuild,
    });
    Spec {
        id: "test".into(),
        topic: Topic::new("Should we move the ledger to event sourcing?").unwrap(),
        ballot: None,
        mode: mode.into(),
        participants: engine::seat(seats),
        rules,
        disciplines: Default::default(),
        attached: Vec::new(),
        personas: Vec::new(),
    }
}

/// The same debate with these profiles, in turn.
pub(crate) fn asked_as(mut spec: Spec, profiles: &[Profile]) -> Spec {
    spec.participants.iter_mut().zip(profiles.iter().cycle()).for_each(|(it, profile)| it.profile = *profile);
    spec
}

/// A world with this cast.
pub(crate) fn world(spec: &Spec, cast: &Arc<Cast>, journal: &Arc<MemoryJournal>) -> World {
    let actor = |model: &str| {
        let seed = model.rsplit('/').next().and_then(|it| it.parse().ok()).unwrap_or_default();
        Arc::new(Actor { cast: cast.clone(), sim: Sim::new(seed) }) as Arc<dyn Model>
    };
    let table = engine::models_of(&spec.participants, &spec.rules, None);
    let models = table.into_iter().map(|it| (it.clone(), actor(&it))).collect();
    let tools = Arc::new(Toolbox::new(vec![cast.look.clone()]));
    World {
        models,
        journal: journal.clone(),
        clock: Arc::new(Ticks),
        analyst: None,
        tools,
        pause_flag: Default::default(),
    }
}

/// Runs a debate from the start; returns it and its log.
pub(crate) async fn run(spec: &Spec, cast: &Arc<Cast>) -> (Debate, Vec<Envelope>) {
    let journal = Arc::new(MemoryJournal::default());
    let debate = engine::start(&world(spec, cast, &journal), spec, &Bus::silent()).await.unwrap();
    (debate, journal.read())
}

/// Replays a log cut after each event: the debate is the fold of it, and where it is over, the events are the same bytes.
pub(crate) async fn replays_at_every_cut(log: &[Envelope], what: &str) {
    for cut in 1..=log.len() {
        let (bus, mut subscriber) = Bus::events();
        let debate = engine::replay(log[..cut].to_vec(), &bus).await.unwrap();
        assert_eq!(debate, Debate::replay(&log[..cut]).unwrap(), "{what} cut at {cut}");
        drop(bus);
        let mut replayed = Vec::new();
        while let Some(envelope) = subscriber.events.recv().await {
            replayed.push(debate::log::write(&envelope).unwrap());
        }
        if debate.closed.is_some() {
            let lines: Vec<String> = log[..cut].iter().map(|it| debate::log::write(it).unwrap()).collect();
            assert_eq!(replayed, lines, "{what} cut at {cut}");
        }
    }
}
