//! A setup without a network: simulated participants, and voices scripted by a test.
use debate::{Debate, DebateId, Envelope, Event};
use engine::{Bus, Continuation, Error, Journal, Live, PauseFlag, Resources, Toolbox, World};
use futures_util::future::{BoxFuture, ready};
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

/// The server's planner with simulated participants, and with voices in the place of some of them.
///
/// Requests are planned, continued and forked as for users: the planner sees a simulated participant where a voice sits, and the voice's name is
/// written over it afterwards.
pub(super) struct FakeSetup {
    /// Folder of the store.
    dir: tempfile::TempDir,
    voices: BTreeMap<String, Arc<dyn Model>>,
    planner: SimulatedPlanner,
}

impl Default for FakeSetup {
    fn default() -> FakeSetup {
        let dir = tempfile::tempdir().unwrap();
        FakeSetup { dir, voices: voices(), planner: SimulatedPlanner::new().unwrap() }
    }
}

/// Voices and the simulated participants that the planner sees in their places.
const STAND_INS: [(&str, &str); 7] = [
    ("voice/yes", "sim/9001"),
    ("voice/no", "sim/9002"),
    ("voice/talks", "sim/9003"),
    ("voice/hostile", "sim/9004"),
    ("voice/fails", "sim/9005"),
    ("voice/waits", "sim/9006"),
    (MISSING, "sim/9007"),
];

/// The model that the planner sees.
fn stand_in(model: &str) -> &str {
    STAND_INS.iter().find(|(voice, _)| *voice == model).map_or(model, |(_, stand_in)| stand_in)
}

/// The same in a word for a seat: `a=voice/yes` is `a=sim/9001`.
fn stand_in_of(word: &str) -> String {
    match word.split_once('=') {
        Some((name, model)) => format!("{name}={}", stand_in(model)),
        None => stand_in(word).to_owned(),
    }
}

/// Gives the seats back to the voices; whether one of them has a voice.
fn give_back(participants: &mut [debate::Participant]) -> bool {
    let mut has_voice = false;
    for seat in participants {
        if let Some((voice, _)) = STAND_INS.iter().find(|(_, stand_in)| *stand_in == seat.model) {
            (seat.model, seat.family, has_voice) = ((*voice).to_owned(), seat.name.to_string(), true);
        }
    }
    has_voice
}

/// The opening of a log, with the planner's view of its seats.
fn lent(log: &[Envelope]) -> Vec<Envelope> {
    let mut log = log.to_vec();
    for envelope in &mut log {
        if let Event::DebateOpened { participants, .. } = &mut envelope.event {
            participants.iter_mut().for_each(|it| it.model = stand_in(&it.model).to_owned());
        }
    }
    log
}

impl FakeSetup {
    /// A debate as the server plans it.
    pub(super) async fn planned(&self, start: &Start) -> Result<Prepared, InvalidRequest> {
        let participants = start.participants.iter().map(|it| stand_in_of(it)).collect();
        let mut prepared = self.planner.spec(&Start { participants, ..start.clone() }).await?;
        if give_back(&mut prepared.spec.participants) {
            // The voices' answers have no sections.
            prepared.spec.rules.structure = false;
        }
        Ok(prepared)
    }
}

impl Planner for FakeSetup {
    fn spec<'a>(&'a self, start: &'a Start) -> BoxFuture<'a, Result<Prepared, InvalidRequest>> {
        Box::pin(self.planned(start))
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
        let mut debate = debate.clone();
        debate.participants.iter_mut().for_each(|it| it.model = stand_in(&it.model).to_owned());
        self.planner.continuation(&debate, request)
    }

    fn fork(&self, log: &[Envelope], request: &Fork) -> Result<(DebateId, Vec<Envelope>), InvalidRequest> {
        let (id, mut begun) = self.planner.fork(&lent(log), request)?;
        for envelope in &mut begun {
            if let Event::DebateOpened { participants, .. } = &mut envelope.event {
                give_back(participants);
            }
        }
        Ok((id, begun))
    }

    fn provide<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Resources, String>> {
        if debate.participants.iter().any(|it| it.model == MISSING) {
            return Box::pin(ready(Err(super::hostile::HOSTILE.to_owned())));
        }
        Box::pin(async move {
            let mut seen = debate.clone();
            seen.participants.iter_mut().for_each(|it| it.model = stand_in(&it.model).to_owned());
            let mut resources = self.planner.provide(&seen).await?;
            resources.models.extend(self.voices.iter().map(|(name, voice)| (name.clone(), voice.clone())));
            Ok(resources)
        })
    }

    fn forecast(&self, debate: &Debate) -> Forecast {
        self.planner.forecast(debate)
    }

    /// More models than a response has room for.
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
    let bring = FakeSetup::default();
    let spec = bring.planned(start).await.unwrap().spec;
    let journal = Arc::new(Kept::default());
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
