//! A load test: 200 streams, 20 debates, an import of 60 MiB and a panel of eight personas with 2,000 beliefs each (nodes and edges) run
//! repeatedly at the same time, while other clients read and start debates. Prints one line of JSON; fails if more than one request in a
//! hundred takes longer than 100 ms.
//!
//! `cargo run --release -p server --features simulated --example crowd -- [SECONDS]`
#![expect(clippy::print_stdout, reason = "an example that reports")]
use debate::belief::{Edge, Node, NodeKind};
use debate::persona::Built;
use debate::rules::PanelRules;
use debate::{BeliefGraph, Chunk, Contract, DebateId, Event, Layout, Persona, Polarity, Profile, Rules, Topic};
use engine::{Owner, Seat, Spec, seat};
use serde_json::{Value, json};
use server::simulated::SimulatedPlanner;
use server::{Access, Caller, DebateService, Limits, http};
use std::collections::BTreeMap;
use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use store::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const DEBATES: usize = 20;
const WATCHERS_OF_EACH: usize = 10;
const IMPORT: usize = 60 << 20;
const PERSONAS: usize = 8;
/// Nodes per persona, and the same number of edges.
const NODES: usize = 1_000;
/// Delay of a simulated answer.
const ANSWER: Duration = Duration::from_millis(20);
/// Number of measuring clients, and the pause between their requests.
const ASKERS: usize = 4;
const REST: Duration = Duration::from_millis(5);
/// The target for the 99th percentile, in milliseconds.
const MOST_MS: f64 = 100.0;

/// Work done by the load.
#[derive(Default)]
struct Done {
    debates: AtomicU64,
    events: AtomicU64,
    imports: AtomicU64,
    panel: AtomicU64,
}

fn main() -> Outcome<()> {
    let seconds = std::env::args().nth(1).map_or(Ok(30), |it| it.parse())?;
    let serving = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let folder = tempfile::tempdir()?;
    let (service, address) = serving.block_on(async {
        let store = Store::open(&folder.path().join("crowd.db")).await?;
        let limits = Limits { requests_a_minute: u32::MAX, ..Limits::default() };
        let service = DebateService::new(store, Arc::new(SimulatedPlanner::slow(ANSWER)?), limits);
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        tokio::spawn(http::serve(listener, service.clone(), Access::open(), CancellationToken::new()));
        Outcome::Ok((service, address))
    })?;
    let long = serving.block_on(long_log())?;
    let (stop, done) = (CancellationToken::new(), Arc::<Done>::default());
    // Clients have threads of their own, as if on other machines.
    let others = serving.block_on(others(address))?;
    // Panels run in the server's runtime.
    let panels = serving.spawn(panels(service, done.clone()));
    let crowding = {
        let (stop, done) = (stop.clone(), done.clone());
        std::thread::spawn(move || alone()?.block_on(crowd(address, long, stop, done)))
    };
    let asked = alone()?.block_on(ask(address, others, Duration::from_secs(seconds)));
    stop.cancel();
    crowding.join().map_err(|_| "the crowd broke off")??;
    if panels.is_finished() {
        serving.block_on(panels)??;
    }
    serving.shutdown_background();
    report(asked?, &done)
}

fn alone() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

/// Prints the measurements, and checks the target.
fn report(asked: BTreeMap<&'static str, Vec<f64>>, done: &Done) -> Outcome<()> {
    let figures = |times: &[f64]| {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).or(times.last()).copied();
        let rounded = |it: Option<f64>| it.map(|it| (it * 10.0).round() / 10.0);
        let (half, most) = (rounded(at(0.5)), rounded(times.last().copied()));
        (at(0.99), json!({"requests": times.len(), "p50_ms": half, "p99_ms": rounded(at(0.99)), "most_ms": most}))
    };
    let all: Vec<f64> = asked.values().flatten().copied().collect();
    let (late, whole) = figures(&all);
    let each: BTreeMap<_, _> = asked.iter().map(|(kind, times)| (*kind, figures(times).1)).collect();
    let count = |it: &AtomicU64| it.load(Ordering::Relaxed);
    let is_within = late.is_some_and(|it| it <= MOST_MS);
    let crowd = json!({
        "debates": count(&done.debates), "events_heard": count(&done.events), "imports": count(&done.imports),
        "panel_events": count(&done.panel),
    });
    println!("{}", json!({"all": whole, "each": each, "crowd": crowd, "within": is_within}));
    if is_within { Ok(()) } else { Err(format!("one request in a hundred takes longer than {MOST_MS} ms").into()) }
}

/// Debates that the load does not touch.
async fn others(address: SocketAddr) -> Outcome<Vec<String>> {
    let mut others = Vec::new();
    for _ in 0..4 {
        others.push(start(address, 3, 2).await?);
    }
    for id in &others {
        read_all(address, &format!("GET /api/v1/debates/{id}/events")).await?;
    }
    Ok(others)
}

/// Reads and starts other debates until the time is up; returns the duration of each request in milliseconds.
async fn ask(address: SocketAddr, others: Vec<String>, time: Duration) -> Outcome<BTreeMap<&'static str, Vec<f64>>> {
    let until = Instant::now() + time;
    let mut askers = JoinSet::new();
    for number in 0..ASKERS {
        let others = others.clone();
        askers.spawn(async move {
            let mut took: Vec<(&'static str, f64)> = Vec::new();
            let small = json!({"topic": "Should we?", "participants": ["sim", "sim"], "rounds": 1}).to_string();
            for (turn, id) in others.iter().cycle().enumerate().skip(number) {
                if Instant::now() >= until {
                    break;
                }
                let (kind, line, body) = match turn % 8 {
                    0 | 1 => ("state", format!("GET /api/v1/debates/{id}"), ""),
                    2 => ("verdict", format!("GET /api/v1/debates/{id}/verdict"), ""),
                    3 => ("rounds", format!("GET /api/v1/debates/{id}/rounds"), ""),
                    4 => ("list", "GET /api/v1/debates?limit=20".to_owned(), ""),
                    5 => ("claims", format!("GET /api/v1/debates/{id}/claims"), ""),
                    6 => ("export", format!("GET /api/v1/debates/{id}/export?format=markdown"), ""),
                    _ => ("start", "POST /api/v1/debates".to_owned(), small.as_str()),
                };
                let began = Instant::now();
                let answer = request(address, &line, "application/json", body.as_bytes()).await?;
                took.push((kind, began.elapsed().as_secs_f64() * 1e3));
                if !answer.starts_with("HTTP/1.1 20") {
                    return Err(format!("{line}: {answer}").into());
                }
                tokio::time::sleep(REST).await;
            }
            Outcome::Ok(took)
        });
    }
    let mut all: BTreeMap<&'static str, Vec<f64>> = BTreeMap::new();
    while let Some(took) = askers.join_next().await {
        took??.into_iter().for_each(|(kind, ms)| all.entry(kind).or_default().push(ms));
    }
    Ok(all)
}

/// Debates, their streams, and imports, repeated until stopped.
async fn crowd(address: SocketAddr, long: Vec<String>, stop: CancellationToken, done: Arc<Done>) -> Outcome<()> {
    let mut crowd = JoinSet::new();
    for _ in 0..DEBATES {
        let done = done.clone();
        crowd.spawn(async move {
            loop {
                let id = start(address, 4, 20).await?;
                let mut watching = JoinSet::new();
                for _ in 0..WATCHERS_OF_EACH {
                    let line = format!("GET /api/v1/debates/{id}/events");
                    watching.spawn(async move { read_all(address, &line).await });
                }
                while let Some(heard) = watching.join_next().await {
                    done.events.fetch_add(heard??, Ordering::Relaxed);
                }
                done.debates.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    crowd.spawn(async move {
        for number in 0.. {
            let body = long.concat().replacen("\"long\"", &format!("\"long{number}\""), 1);
            let answer =
                request(address, "POST /api/v1/debates/import", "application/x-ndjson", body.as_bytes()).await?;
            if !answer.starts_with("HTTP/1.1 201") {
                return Err(answer.into());
            }
            done.imports.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    });
    // Work in progress is dropped when the time is up.
    tokio::select! {
        () = stop.cancelled() => Ok(()),
        Some(ended) = crowd.join_next() => ended?,
    }
}

/// Panels, one after the other.
async fn panels(service: DebateService, done: Arc<Done>) -> Outcome<()> {
    for number in 0.. {
        let spec = panel(&format!("panel{number}"))?;
        service.supervisor().open(&spec, Owner::default()).await?;
        let mut panel = service.supervisor().watch(&spec.id, 0);
        while panel.next().await?.is_some() {
            done.panel.fetch_add(1, Ordering::Relaxed);
        }
    }
    Ok(())
}

/// The log of a debate that is as long as the import; its id is `long`.
async fn long_log() -> Outcome<Vec<String>> {
    let service = DebateService::new(Store::memory().await?, Arc::new(SimulatedPlanner::new()?), Limits::default());
    let start = json!({
        "topic": "Should we?", "participants": vec!["sim"; 8], "rounds": 50, "algorithm": "fixed_rounds", "mode": "collaborative",
    });
    let id = service.start(&Caller::default(), &serde_json::from_value(start)?, None).await?.id;
    service.supervisor().until_rest(&id).await;
    let mut log = service.supervisor().store().log(&id).await?;
    let turns = log.iter().filter(|it| matches!(it.event, Event::TurnTaken { .. })).count();
    let more = "What was said at length. ".repeat(IMPORT / turns.max(1) / 25);
    for it in &mut log {
        if let Event::DebateOpened { debate, .. } = &mut it.event {
            *debate = DebateId::from("long");
        } else if let Event::TurnTaken { answer, .. } = &mut it.event {
            answer.text.push_str(&more);
        }
    }
    Ok(log.iter().map(|it| Ok(debate::log::write(it)? + "\n")).collect::<Result<_, serde_json::Error>>()?)
}

/// A panel of eight personas with the maximum number of beliefs.
fn panel(id: &str) -> Outcome<Spec> {
    let personas: Vec<Persona> = (0..PERSONAS).map(persona).collect();
    let seats = (1..).zip(&personas).map(|(n, it)| Seat {
        model: format!("sim/{n}"),
        family: "sim".to_owned(),
        name: Some(it.name.to_string()),
        profile: Profile::Full,
        layout: Layout::Rebuild,
    });
    Ok(Spec {
        id: id.into(),
        topic: Topic::new("Do steady tariffs lead to cheap freight?")?,
        ballot: None,
        mode: formats::panel::NAME.to_owned(),
        participants: seat(seats),
        rules: Rules { panel: Some(PanelRules { most_aspects: 2, ..PanelRules::default() }), ..Rules::default() },
        disciplines: Default::default(),
        attached: Vec::new(),
        personas,
    })
}

fn persona(number: usize) -> Persona {
    const KINDS: [&str; 10] =
        ["cheap", "early", "foreign", "public", "rural", "skilled", "steady", "strict", "sudden", "urban"];
    const THINGS: [&str; 10] =
        ["barley", "canals", "credit", "freight", "granaries", "harvests", "lenders", "mills", "rents", "tariffs"];
    let word = |of: &[&'static str], at: usize| of.get(at % of.len()).copied().unwrap_or_default();
    let concept = |at: usize| format!("{} {} of district {}", word(&KINDS, at), word(&THINGS, at / 10), at / 100);
    let polarity = |at: usize| if (at + number).is_multiple_of(3) { Polarity::Hinders } else { Polarity::Furthers };
    let chunk = |at: usize| format!("k{at}").as_str().into();
    let next = |at: usize| (at * 7 + 1) % NODES;
    let node = |at: usize| Node {
        id: format!("b{at}"),
        concept: concept(at),
        kind: NodeKind::FactualClaim,
        held: 0.8,
        chunks: vec![chunk(at)],
    };
    let edge = |at: usize| Edge {
        id: format!("e{at}"),
        cause: format!("b{at}"),
        effect: format!("b{}", next(at)),
        polarity: polarity(at),
        confidence: 0.8,
        clause: None,
        chunks: vec![chunk(at)],
    };
    let text = |at: usize| Chunk {
        id: chunk(at),
        source: format!("{number}.md"),
        text: format!("As I have seen, {} {} {}.", concept(at), polarity(at).verb("they"), concept(next(at))),
    };
    Persona {
        name: format!("speaker{number}").as_str().into(),
        built: Built::Hand,
        persuadability: Persona::PERSUADABILITY,
        contract: Contract { identity: "Keeps accounts.".to_owned(), ..Contract::default() },
        beliefs: BeliefGraph {
            nodes: (0..NODES).map(node).collect(),
            edges: (0..NODES).filter(|at| next(*at) != *at).map(edge).collect(),
        },
        chunks: (0..NODES).map(text).collect(),
    }
}

/// Starts a debate that plays all its rounds.
async fn start(address: SocketAddr, seats: usize, rounds: u32) -> Outcome<String> {
    let start = json!({
        "topic": "Should we?", "participants": vec!["sim"; seats], "rounds": rounds, "algorithm": "fixed_rounds", "mode": "collaborative",
    });
    let answer = request(address, "POST /api/v1/debates", "application/json", start.to_string().as_bytes()).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    let body: Value = serde_json::from_str(body)?;
    Ok(body.get("id").and_then(Value::as_str).ok_or_else(|| answer.clone())?.to_owned())
}

/// Sends a request and reads the response.
async fn request(address: SocketAddr, line: &str, kind: &str, body: &[u8]) -> Outcome<String> {
    let mut stream = send(address, line, kind, body).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(String::from_utf8(answer)?)
}

/// Reads an event stream to its end; returns the number of events.
async fn read_all(address: SocketAddr, line: &str) -> Outcome<u64> {
    let mut stream = send(address, line, "text/plain", b"").await?;
    let (mut heard, mut bytes) = (0, vec![0; 64 << 10]);
    loop {
        let read = stream.read(&mut bytes).await?;
        let Some(part) = bytes.get(..read).filter(|it| !it.is_empty()) else { return Ok(heard) };
        heard += part.windows(5).filter(|it| it == b"\ndata").count() as u64;
    }
}

async fn send(address: SocketAddr, line: &str, kind: &str, body: &[u8]) -> Outcome<TcpStream> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!(
        "{line} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body).await?;
    Ok(stream)
}
