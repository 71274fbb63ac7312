//! A supervisor that is killed, and the next one over its store.
use super::*;
use debate::CallId;
use models::fake_provider::{Behaviour, FakeProvider, Received};
use models::{CALL_HEADER, Catalog, Dialect, Gateway, ModelRef, Policy, Provider, Schema};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

const STORE: &str = "HOUSE_TEST_STORE";
const PROVIDER: &str = "HOUSE_TEST_PROVIDER";

/// Models at a provider in another process.
struct Away {
    gateway: Gateway,
}

impl Away {
    fn at(url: &str) -> Away {
        let provider = Provider::custom("sim", Dialect::OpenaiChat, url, None);
        let catalog = Catalog::new(vec![provider], &|_| None);
        let gateway = Gateway::new(catalog, Policy::default(), BTreeMap::new(), &|_| None);
        Away { gateway }
    }
}

impl ResourceProvider for Away {
    fn provide<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Resources, String>> {
        let open = |model: &String| {
            let name = model.rsplit('/').next().unwrap();
            let at = ModelRef { provider: "sim".into(), model: name.into() };
            (model.clone(), self.gateway.open(&at).unwrap() as Arc<dyn Model>)
        };
        let models = debate.participants.iter().map(|it| open(&it.model)).collect();
        Box::pin(async move { Ok(Resources { models, analyst: None }) })
    }
}

/// The child's part: a supervisor that recovers, opens `d` if it does not exist, and runs until it is killed.
async fn hold_debates(path: &Path) {
    let provider = std::env::var(PROVIDER).unwrap();
    let store = Store::open(path).await.unwrap();
    let supervisor = Supervisor::new(store.clone(), Arc::new(Away::at(&provider)), 4);
    let going = supervisor.recover().await.unwrap();
    if store.log(&"d".into()).await.is_err() {
        supervisor.open(&spec("d", 4), named("k", "same")).await.unwrap();
    }
    write(&format!("goes {}", going.len()));
    let mut watcher = supervisor.watch(&"d".into(), 0);
    while let Some(told) = watcher.next().await.unwrap() {
        write(&format!("told {}", told.seq));
    }
    supervisor.until_rest(&"d".into()).await;
    write("over");
    std::future::pending::<()>().await;
}

/// One write a line, so that a kill leaves at most the last line unfinished.
fn write(line: &str) {
    use std::io::Write;
    std::io::stdout().write_all(format!("{line}\n").as_bytes()).unwrap();
}

fn spawn(path: &Path, provider: &str) -> (Child, impl Iterator<Item = String> + use<>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "supervisor::killed::a_killed_house_goes_on_with_its_debates", "--nocapture"])
        .env(STORE, path)
        .env(PROVIDER, provider)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    (child, lines)
}

/// A provider that answers as simulated participants do up to some round, and nothing after it; and counts how often each call arrived.
struct AwayProvider {
    fake: FakeProvider,
    asked: Arc<Mutex<BTreeMap<String, u32>>>,
    /// The last round that it answers.
    until: Arc<AtomicU32>,
}

async fn provider() -> AwayProvider {
    let asked = Arc::new(Mutex::new(BTreeMap::<String, u32>::new()));
    let until = Arc::new(AtomicU32::new(u32::MAX));
    let (counting, last) = (asked.clone(), until.clone());
    let fake = FakeProvider::start(move |received: &Received| {
        let call = received.header(CALL_HEADER).unwrap();
        *counting.lock().unwrap().entry(call.to_owned()).or_default() += 1;
        if CallId::from(call).round().is_some_and(|it| it > last.load(Ordering::Relaxed)) {
            return Behaviour::Hang;
        }
        let messages = received.body["messages"].as_array().unwrap();
        let text = |role: &str| messages.iter().find(|it| it["role"] == role).unwrap()["content"].as_str().unwrap();
        let model = received.body["model"].as_str().unwrap();
        let body = received.body.pointer("/response_format/json_schema/schema").cloned();
        let request = Request {
            call: call.to_owned(),
            system: text("system").into(),
            user: text("user").into(),
            stable: Vec::new(),
            schema: body.map(|body| Arc::new(Schema::new("answer", body))),
            max_tokens: 1_000,
            temperature: None,
            seed: None,
            tools: Default::default(),
            data: None,
        };
        let reply = futures_util::FutureExt::now_or_never(Sim::new(model.parse().unwrap()).ask(&request, None));
        Behaviour::answer(reply.unwrap().unwrap().text)
    });
    AwayProvider { fake: fake.await.unwrap(), asked, until }
}

/// I-21, O-22: a server that is killed at any moment resumes its debate when it starts again, and comes to the verdict of an uninterrupted
/// run. Recorded answers are asked for once, however often it is killed; a repeated request finds the debate. The killed process runs this
/// test too, with the path of the store in its environment.
#[tokio::test(flavor = "multi_thread")]
async fn a_killed_house_goes_on_with_its_debates() {
    if let Some(path) = std::env::var_os(STORE) {
        return hold_debates(Path::new(&path)).await;
    }
    let whole_provider = provider().await;
    let away = Arc::new(Away::at(&whole_provider.fake.base_url()));
    let whole = {
        let supervisor = Supervisor::new(Store::memory().await.unwrap(), away.clone(), 1);
        supervisor.open(&spec("d", 4), Owner::default()).await.unwrap();
        assert_eq!(rested(&supervisor, "d").await, Status::Over);
        said(&supervisor.store().log(&"d".into()).await.unwrap())
    };
    assert_eq!(whole.len(), 12);

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("supervisor.db");
    let AwayProvider { fake, asked, until } = provider().await;
    let url = fake.base_url();
    let mut written: Vec<(String, Option<String>)> = Vec::new();
    let mut ever = BTreeSet::new();
    // Killed after so many published events; the last run reaches the end.
    for kill_at in [1, 4, 7, 12, u64::MAX] {
        asked.lock().unwrap().clear();
        // It can't end before it is killed: the last round is not answered.
        until.store(if kill_at == u64::MAX { 4 } else { 3 }, Ordering::Relaxed);
        let (mut child, lines) = spawn(&path, &url);
        for line in lines {
            if let Some(goes) = line.strip_prefix("goes ") {
                assert_eq!(goes, if kill_at == 1 { "0" } else { "1" }, "what was running is found again");
            }
            let told = line.strip_prefix("told ").and_then(|it| it.parse::<u64>().ok());
            if told.is_some_and(|it| it >= kill_at) || line == "over" {
                break;
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let store = Store::open(&path).await.unwrap();
        assert!(!store.is_locked(&"d".into()), "the lock goes with the process");
        let restart_policy = store.held(&"d".into()).await.unwrap().restart_policy;
        assert_eq!(
            restart_policy,
            if kill_at == u64::MAX { store::RestartPolicy::Stay } else { store::RestartPolicy::Resume }
        );
        let asked = asked.lock().unwrap().clone();
        ever.extend(asked.keys().cloned());
        for (call, _) in &written {
            assert!(!asked.contains_key(call), "{call} was answered, and is asked again");
        }
        assert!(asked.values().all(|it| *it == 1), "{asked:?}");
        written = said(&store.log(&"d".into()).await.unwrap());
        store.close().await;
    }
    assert_eq!(written, whole, "the same is said in the end");
    assert_eq!(ever, whole.iter().map(|(call, _)| call.clone()).collect::<BTreeSet<_>>());
    let supervisor = Supervisor::new(Store::open(&path).await.unwrap(), Arc::new(Away::at(&url)), 1);
    assert_eq!(supervisor.recover().await.unwrap(), [] as [DebateId; 0], "it is over");
    let before = fake.count();
    assert_eq!(supervisor.open(&spec("again", 4), named("k", "same")).await.unwrap(), "d".into());
    assert_eq!((fake.count(), status(&supervisor, "d").await), (before, Status::Over));
}

/// I-21: a paused debate stays paused, a stopped one is closed, one of the command line is left alone; the rest resume.
#[tokio::test]
async fn only_what_ran_goes_on() {
    let (_directory, path, store) = filed().await;
    let gated = GatedModels::letting(0);
    let first = supervisor(&store, &gated, 10);
    for (place, id) in ["paused", "stopped", "running"].into_iter().enumerate() {
        first.open(&spec(id, 2), Owner::default()).await.unwrap();
        gated.asks(3 * (place + 1)).await;
    }
    // A debate of the command line: a log without an owner's entry.
    let log = engine::opening(&support::Ticks, &spec("own", 2)).unwrap();
    store.import(&"own".into(), &log).await.unwrap();
    first.pause(&"paused".into()).await.unwrap();
    first.stop(&"stopped".into()).await.unwrap();
    // As a kill does: nothing is published any more.
    first.close(std::time::Duration::ZERO).await;
    store.close().await;

    let (store, gated) = (Store::open(&path).await.unwrap(), GatedModels::open());
    let second = supervisor(&store, &gated, 10);
    assert_eq!(second.recover().await.unwrap(), ["running".into()]);
    for (id, expected) in
        [("paused", Status::Paused), ("stopped", Status::Over), ("own", Status::Paused), ("running", Status::Over)]
    {
        assert_eq!(rested(&second, id).await, expected, "{id}");
    }
    assert!(gated.asked().keys().all(|(id, _)| id.as_str() == "running"));
    // Once resumed here, it has an entry.
    second.resume(&"own".into()).await.unwrap();
    assert_eq!(rested(&second, "own").await, Status::Over);
}
