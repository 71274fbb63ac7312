//! A setup without a network: simulated participants, and voices scripted by a test.
use debate::{Debate, DebateId, Envelope, Layout, Profile, Rules, Topic};
use engine::{
    At, Bus, Changes, Continuation, Cut, Error, Journal, Live, PauseFlag, Resources, Seat, Spec, Toolbox, World,
};
use futures_util::future::{BoxFuture, ready};
use lab::Sim;
use models::{Deltas, Model, Reply, Request, Stop, Usage};
use rmcp::model::{CallToolRequestParams, CallToolResult, JsonObject, ProtocolVersion};
use rmcp::service::{RoleClient, RunningService};
use rmcp::{ClientHandler, ClientLifecycleMode, ClientServiceExt, ServiceExt};
use serde_json::{Value, json};
use server::mcp::Roundtable;
use server::requests::{Continue, Fork, Panel, Start};
use server::simulated::SimulatedPlanner;
use server::{
    Agent, ApiError, Caller, DebateService, Deck, DeckLine, Forecast, InvalidRequest, Limits, Planner, Prepared,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use store::Store;

/// What a voice says in every round.
#[derive(Clone, Debug)]
pub(super) enum Voice {
    /// This position with reasons; it objects to the other option.
    Holds { position: &'static str, confidence: f64, choice: &'static str },
    /// The same text in every field.
    Repeats(&'static str),
    /// Long texts with many new claims in every round.
    Talks,
    /// Nothing: its provider is down.
    Fails,
    /// Nothing until the test releases it.
    Waits(Arc<tokio::sync::Notify>),
}

impl Model for Voice {
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        _: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        let answer = match self {
            Voice::Holds { position, confidence, choice } => answer(position, *confidence, choice, position),
            Voice::Repeats(text) => {
                let mut answer = answer(text, 0.8, "depends", text);
                answer["ballot"]["headline"] = json!(text);
                answer["terms"] = json!([text]);
                answer["on_terms"] = json!([{"term": "T1", "act": "oppose", "why": text}]);
                answer["because"] = json!([{"id": null, "why": text}]);
                answer["needs"] = json!([text]);
                answer
            }
            Voice::Talks => talk(&request.call),
            Voice::Fails => {
                return Box::pin(ready(Err(models::Error::TimedOut { after: std::time::Duration::from_secs(1) })));
            }
            Voice::Waits(go) => {
                return Box::pin(async move {
                    go.notified().await;
                    Ok(reply(answer("It can wait.", 0.9, "yes", "it can")))
                });
            }
        };
        Box::pin(ready(Ok(reply(answer))))
    }
}

fn reply(answer: Value) -> Reply {
    let usage = Usage { input: 100, cached: 0, output: 50, cost: Some(0.001) };
    Reply { text: answer.to_string(), stop: Stop::End, usage, attempts: 1, calls: Vec::new() }
}

fn answer(position: &str, confidence: f64, choice: &str, text: &str) -> Value {
    // The options of a yes-or-no question; the entry for its own option is ignored.
    let others = ["A", "B"].map(|it| json!({"option": it, "stand": "blocker", "why": text}));
    json!({
        "position": position, "reasoning": text, "confidence": confidence, "ballot": {"choice": choice, "headline": null},
        "others": others, "terms": [], "on_terms": [], "because": [], "key_points": [text],
        "claims": [{"label": "FACT", "text": format!("{text} [1]"), "type": "DOCUMENTED"}],
        "references": [{"number": 1, "title": text, "url": "https://example.org/a", "type": "DOCUMENTED"}],
        "moves": [],
    })
}

/// A long answer, different in every round and seat.
fn talk(call: &str) -> Value {
    let text = |what: &str| {
        format!("In {call} it is {what}: ") + &format!("\"{what}\" is weighed against cost, risk and time. ").repeat(4)
    };
    let claims: Vec<Value> = (1..=2)
        .map(|it| json!({"label": "FACT", "text": format!("{} [{it}]", text(&format!("claim {it}"))), "type": "DOCUMENTED"}))
        .collect();
    let references: Vec<Value> =
        (1..=2).map(|it| json!({"number": it, "title": text(&format!("source {it}")), "type": "DOCUMENTED"})).collect();
    let others: Vec<Value> = ["A", "B", "C", "D", "E", "F", "G", "H"]
        .into_iter()
        .map(|it| json!({"option": it, "stand": "blocker", "why": text("but")}))
        .collect();
    let terms = ["one", "two", "three"].map(text);
    let reason = |id: &str| json!({"id": id, "why": text("because")});
    json!({
        "position": text("so"), "reasoning": text("why").repeat(12), "confidence": 0.7,
        "ballot": {"choice": "new", "headline": text("headline")}, "others": others,
        "terms": terms,
        "on_terms": [{"term": "T1", "act": "adopt", "why": text("adopted")}, {"term": "T2", "act": "oppose", "why": text("opposed")}],
        "because": [reason("C1"), reason("T1"), reason("E1")],
        "key_points": [text("point"), text("more")], "claims": claims, "references": references, "moves": [],
    })
}

/// The voices by model name.
pub(super) fn voices() -> BTreeMap<String, Arc<dyn Model>> {
    let holds = |position, confidence, choice| Voice::Holds { position, confidence, choice };
    let all: [(&str, Voice); 6] = [
        ("voice/yes", holds("Yes, adopt it.", 0.9, "yes")),
        ("voice/no", holds("No, do not adopt it.", 0.9, "no")),
        ("voice/talks", Voice::Talks),
        ("voice/hostile", Voice::Repeats(super::hostile::HOSTILE)),
        ("voice/fails", Voice::Fails),
        ("voice/waits", Voice::Waits(Arc::default())),
    ];
    all.into_iter().map(|(name, it)| (name.to_owned(), Arc::new(it) as Arc<dyn Model>)).collect()
}

/// An unavailable model, whose provider's error is hostile too.
pub(super) const MISSING: &str = "voice/missing";

/// A setup of voices and simulated participants.
pub(super) struct FakeSetup {
    /// Folder of the store.
    dir: tempfile::TempDir,
    count: AtomicUsize,
    voices: BTreeMap<String, Arc<dyn Model>>,
    /// Planner for panels.
    planner: SimulatedPlanner,
}

impl Default for FakeSetup {
    fn default() -> FakeSetup {
        FakeSetup {
            dir: tempfile::tempdir().unwrap(),
            count: AtomicUsize::new(0),
            voices: voices(),
            planner: SimulatedPlanner::new().unwrap(),
        }
    }
}

fn seats(models: &[String]) -> Vec<debate::Participant> {
    let usual = ["sim/1", "sim/2", "sim/3"].map(str::to_owned).to_vec();
    let models = if models.is_empty() { usual } else { models.to_vec() };
    engine::seat(models.into_iter().enumerate().map(|(at, it)| {
        let (name, model) =
            it.split_once('=').map_or((None, it.as_str()), |(name, model)| (Some(name.to_owned()), model));
        Seat {
            model: if model == "sim" { format!("sim/{at}") } else { model.to_owned() },
            family: format!("f{at}"),
            name,
            profile: Profile::Full,
            layout: Layout::Rebuild,
        }
    }))
}

/// A debate of these models.
pub(super) fn spec(id: &str, start: &Start) -> Result<Spec, InvalidRequest> {
    let refused = |error: &dyn std::fmt::Display| InvalidRequest(error.to_string());
    let (rounds, seed) = (start.rounds.unwrap_or(2), start.seed.unwrap_or(7));
    // The voices' answers have no sections.
    let (context, structure) = (start.ask_context.unwrap_or_default(), false);
    let mut rules = Rules { rounds, seed, context, structure, ..Rules::default() };
    if let Some(word) = &start.algorithm {
        rules.algorithm = word.parse().map_err(|it| refused(&it))?;
    }
    Ok(Spec {
        id: DebateId::from(id),
        topic: Topic::new(&start.topic).map_err(|it| refused(&it))?,
        ballot: start.given_ballot()?,
        mode: start.mode.clone().unwrap_or_else(|| "collaborative".to_owned()),
        participants: seats(&start.participants),
        rules,
        disciplines: Default::default(),
        attached: Vec::new(),
        personas: Vec::new(),
    })
}

impl Planner for FakeSetup {
    fn spec<'a>(&'a self, start: &'a Start) -> BoxFuture<'a, Result<Prepared, InvalidRequest>> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let spec = spec(&format!("{number:04}-debate"), start);
        Box::pin(ready(spec.map(|spec| Prepared {
            spec,
            estimate_usd: Some(0.01),
            calls: None,
            settings: Vec::new(),
            notes: vec!["a note".to_owned()],
            draws_on_outcomes: false,
        })))
    }

    fn prepare_panel<'a>(&'a self, tenant: &'a str, request: &'a Panel) -> BoxFuture<'a, Result<Prepared, ApiError>> {
        self.planner.prepare_panel(tenant, request)
    }

    fn decks<'a>(&'a self, tenant: &'a str) -> BoxFuture<'a, Result<Vec<DeckLine>, ApiError>> {
        self.planner.decks(tenant)
    }

    fn deck<'a>(&'a self, tenant: &'a str, name: &'a str) -> BoxFuture<'a, Result<Deck, ApiError>> {
        self.planner.deck(tenant, name)
    }

    fn continuation(&self, debate: &Debate, request: &Continue) -> Result<Continuation, InvalidRequest> {
        let mut continuation = Continuation::of(debate);
        (continuation.said, continuation.focus) = (request.say.clone(), request.focus.clone());
        Ok(continuation)
    }

    fn fork(&self, log: &[Envelope], request: &Fork) -> Result<(DebateId, Vec<Envelope>), InvalidRequest> {
        let refused = |error: &dyn std::fmt::Display| InvalidRequest(error.to_string());
        let at = request.after_round.map_or(At::LastRound, At::Round);
        let cut = Cut::of(log, at).map_err(|it| refused(&it))?;
        let id = DebateId::from(format!("{:04}-debate", self.count.fetch_add(1, Ordering::Relaxed)));
        let mut changes = Changes::none(&cut, id.clone(), 1);
        changes.rules.rounds += 1;
        changes.said = request.say.clone();
        Ok((id, engine::fork(&cut, changes).map_err(|it| refused(&it))?))
    }

    fn provide<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Resources, String>> {
        let model = |name: &str| match self.voices.get(name) {
            Some(voice) => voice.clone(),
            None => Arc::new(Sim::new(name.bytes().map(u64::from).sum())) as Arc<dyn Model>,
        };
        if debate.participants.iter().any(|it| it.model == MISSING) {
            return Box::pin(ready(Err(super::hostile::HOSTILE.to_owned())));
        }
        let models = debate.participants.iter().map(|it| (it.model.clone(), model(&it.model))).collect();
        Box::pin(ready(Ok(Resources { models, analyst: None })))
    }

    fn forecast(&self, _: &Debate) -> Forecast {
        Forecast { round_usd: Some(0.0), sends_to: Vec::new() }
    }

    fn agents(&self) -> BoxFuture<'_, Result<Vec<Agent>, InvalidRequest>> {
        let agent = |at: usize| Agent {
            model: format!("sim/{at}"),
            available: true,
            note: "simulated: \"costs nothing\"".to_owned(),
            usd_per_million: Some([0.0, 0.0]),
            is_default: at < 3,
        };
        Box::pin(ready(Ok((0..200).map(agent).collect())))
    }
}

/// A log in memory.
#[derive(Default)]
struct Kept(Mutex<Vec<Envelope>>);

impl Journal for Kept {
    fn write<'a>(&'a self, _: &'a DebateId, events: &'a [Envelope]) -> BoxFuture<'a, Result<(), Error>> {
        self.0.lock().unwrap().extend_from_slice(events);
        Box::pin(ready(Ok(())))
    }
}

/// The whole log of a finished debate.
pub(super) async fn held(start: &Start) -> Vec<Envelope> {
    let spec = spec("held", start).unwrap();
    let journal = Arc::new(Kept::default());
    let bring = FakeSetup::default();
    let opened = engine::opening(&Live::after(0), &spec).unwrap();
    let models = server::Planner::provide(&bring, &Debate::replay(&opened).unwrap()).await.unwrap().models;
    let (analyst, tools, pause_flag) = (None, Arc::new(Toolbox::usual()), PauseFlag::default());
    let world = World { models, journal: journal.clone(), clock: Arc::new(Live::after(0)), analyst, tools, pause_flag };
    engine::start(&world, &spec, &Bus::default()).await.unwrap();
    std::mem::take(&mut journal.0.lock().unwrap())
}

/// A request to start a debate.
pub(super) fn start(participants: &[&str], rounds: u32) -> Start {
    Start {
        topic: "Should we adopt it?".to_owned(),
        participants: participants.iter().map(|it| (*it).to_owned()).collect(),
        rounds: Some(rounds),
        algorithm: Some("fixed_rounds".to_owned()),
        ..Start::default()
    }
}

/// A service over a new store.
pub(super) async fn service() -> DebateService {
    let table = FakeSetup::default();
    let store = Store::open(&table.dir.path().join("store.db")).await.unwrap();
    DebateService::new(store, Arc::new(table), Limits::default())
}

/// The generation of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaks {
    /// With `initialize`.
    Older,
    /// Without `initialize`.
    Newer,
}

pub(super) const BOTH: [Speaks; 2] = [Speaks::Older, Speaks::Newer];

/// A client over an in-memory pipe.
pub(super) async fn client<H: ClientHandler>(
    service: &DebateService,
    tenant: &str,
    speaks: Speaks,
    handler: H,
) -> RunningService<RoleClient, H> {
    let (here, there) = tokio::io::duplex(1 << 20);
    let server = Roundtable::new(service.clone(), Caller::of(tenant));
    tokio::spawn(async move { server.serve(there).await.unwrap().waiting().await });
    match speaks {
        Speaks::Older => handler.serve(here).await.unwrap(),
        Speaks::Newer => {
            let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
            handler.serve_with_lifecycle(here, ClientLifecycleMode::Discover { preferred_versions }).await.unwrap()
        }
    }
}

/// Calls a tool.
pub(super) async fn call<H: ClientHandler>(
    client: &RunningService<RoleClient, H>,
    tool: &'static str,
    arguments: Value,
) -> CallToolResult {
    client.call_tool(CallToolRequestParams::new(tool).with_arguments(object(arguments))).await.unwrap()
}

pub(super) fn object(value: Value) -> JsonObject {
    value.as_object().cloned().expect("an object")
}

/// The text of a result.
pub(super) fn words(result: &CallToolResult) -> String {
    result.content.iter().filter_map(|it| it.as_text()).map(|it| it.text.clone()).collect()
}

/// The structured content of a result, which must not be an error.
pub(super) fn value(result: &CallToolResult) -> Value {
    assert_ne!(result.is_error, Some(true), "{}", words(result));
    result.structured_content.clone().expect("a structured result")
}

/// Starts a debate and waits until it is over.
pub(super) async fn begun(service: &DebateService, client: &RunningService<RoleClient, ()>, start: &Start) -> String {
    let id = value(&call(client, "start_roundtable", serde_json::to_value(start).unwrap()).await)["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut watcher = service.watch(&Caller::default(), &id, 0).await.unwrap();
    while watcher.next().await.unwrap().is_some() {}
    id
}
