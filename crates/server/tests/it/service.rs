//! The service: operations of one tenant, and isolation between tenants.
use engine::Status;
use exports::Format;
use server::requests::{Continue, Control, Fork, Start};
use server::simulated::SimulatedPlanner;
use server::{ApiError, Caller, DebateService, Limits, Snapshot};
use std::sync::Arc;
use std::time::Duration;
use store::{KeyedRequest, Store};

/// As many answers as any debate here needs.
const ALL: usize = 1 << 20;

/// Participants that answer at once.
fn answering() -> SimulatedPlanner {
    SimulatedPlanner::new().unwrap()
}

async fn service(planner: &SimulatedPlanner, limits: Limits) -> DebateService {
    DebateService::new(Store::memory().await.unwrap(), Arc::new(planner.clone()), limits)
}

fn caller(tenant: &str) -> Caller {
    Caller::of(tenant)
}

fn about(topic: &str) -> Start {
    Start { topic: topic.into(), rounds: Some(2), algorithm: Some("fixed_rounds".into()), ..Start::default() }
}

/// Timeout for what must happen.
const LONG: Duration = Duration::from_secs(600);

/// O-42: a debate of another tenant is unknown, by id or prefix; nor do other tenants' ids make a prefix ambiguous.
#[tokio::test]
async fn another_tenants_debate_is_not_there() {
    let service = service(&answering(), Limits::default()).await;
    let (ann, bob) = (caller("ann"), caller("bob"));
    let hers = service.start(&ann, &about("Ledgers of ours?"), None).await.unwrap().id;
    let his = service.start(&bob, &about("Ledgers of ours?"), None).await.unwrap().id;
    for (who, id) in [(&ann, &hers), (&bob, &his)] {
        assert_eq!(service.wait(who, id.as_str(), LONG).await.unwrap().status, Status::Over);
    }
    for asked in [hers.as_str(), &hers.as_str()[..hers.as_str().len() - 1], "none"] {
        let unknown = ApiError::Unknown { id: asked.to_owned() };
        assert_eq!(service.read(&bob, asked).await.unwrap_err(), unknown);
        assert_eq!(service.log(&bob, asked).await.unwrap_err(), unknown);
        assert_eq!(service.wait(&bob, asked, LONG).await.unwrap_err(), unknown);
        assert_eq!(service.watch(&bob, asked, 0).await.err().unwrap(), unknown);
        assert_eq!(service.go_on(&bob, asked, &Continue::default()).await.unwrap_err(), unknown);
        assert_eq!(service.fork(&bob, asked, &Fork::default(), None).await.unwrap_err(), unknown);
        assert_eq!(service.list(&bob, 10, Some(asked)).await.unwrap_err(), unknown);
        for what in [Control::Pause, Control::Resume, Control::Stop] {
            assert_eq!(service.control(&bob, asked, what).await.unwrap_err(), unknown);
        }
    }
    assert_eq!(service.find(&bob, &his.as_str()[..4]).await.unwrap(), his, "her debate does not make it ambiguous");
    let found = service.search(&bob, "ledgers", 10).await.unwrap();
    assert!(!found.is_empty() && found.iter().all(|it| it.debate == his), "{found:?}");
    let listed = service.list(&bob, 10, None).await.unwrap();
    assert_eq!(listed.into_iter().map(|it| it.debate).collect::<Vec<_>>(), [his]);
    assert_eq!(service.read(&caller(""), hers.as_str()).await.unwrap_err(), ApiError::Unknown { id: hers.to_string() });
}

/// O-30, O-42: a tenant can't run more debates at once than its share, is told so, and does not block others.
#[tokio::test]
async fn a_tenant_has_its_share() {
    let planner = SimulatedPlanner::held().unwrap();
    let service = service(&planner, Limits { running: 3, running_of_one: 2, ..Limits::default() }).await;
    let start = async |tenant: &str| service.start(&caller(tenant), &about("Why?"), None).await;
    start("ann").await.unwrap();
    start("ann").await.unwrap();
    let Err(ApiError::Busy(said)) = start("ann").await else { panic!("it has its share") };
    assert!(said.starts_with("2 of your debates are running, which is the most for one caller"), "{said}");
    start("bob").await.unwrap();
    let Err(ApiError::Busy(said)) = start("eve").await else { panic!("the supervisor is full") };
    assert!(said.starts_with("3 debates are running, which is the most"), "{said}");
}

/// I-21: a wait ends with the debate or at its timeout, and returns the state either way.
#[tokio::test]
async fn a_wait_says_how_far_it_got() {
    let planner = SimulatedPlanner::held().unwrap();
    let service = service(&planner, Limits::default()).await;
    let who = caller("");
    let id = service.start(&who, &about("Why?"), None).await.unwrap().id;
    let snapshot = service.wait(&who, id.as_str(), Duration::ZERO).await.unwrap();
    assert_eq!((snapshot.status, &snapshot.debate.id, &snapshot.debate.closed), (Status::Running, &id, &None));
    planner.answer(ALL);
    assert_eq!(service.wait(&who, id.as_str(), LONG).await.unwrap().status, Status::Over);
}

/// I-40, O-42: an imported log belongs to its importer, counts once, and is idle where it was cut; an invalid log is rejected with the
/// reason.
#[tokio::test]
async fn a_log_is_taken_over() {
    let service_a = service(&answering(), Limits::default()).await;
    let (ann, bob) = (caller("ann"), caller("bob"));
    let id = service_a.start(&ann, &about("Why?"), None).await.unwrap().id;
    service_a.wait(&ann, id.as_str(), LONG).await.unwrap();
    let (_, log) = service_a.log(&ann, id.as_str()).await.unwrap();
    let lines: Vec<String> = log.iter().map(|it| debate::log::write(it).unwrap()).collect();

    let service_b = service(&answering(), Limits::default()).await;
    assert_eq!(service_b.import(&caller(""), &lines.join("\n")).await.unwrap(), id, "the owner's keeps its id");
    let id = service_b.import(&bob, &lines[..4].join("\n")).await.unwrap();
    assert_eq!(service_b.read(&bob, id.as_str()).await.unwrap().status, Status::Paused);
    assert!(service_b.read(&ann, id.as_str()).await.is_err(), "it is his who brought it");
    let again = service_b.import(&bob, &lines.join("\n")).await.unwrap_err();
    assert_eq!(again, ApiError::Conflict(format!("debate `{id}` is already here")));
    assert!(service_b.supervisor().recover().await.unwrap().is_empty(), "it goes on when somebody says so");
    service_b.control(&bob, id.as_str(), Control::Resume).await.unwrap();
    assert_eq!(service_b.wait(&bob, id.as_str(), LONG).await.unwrap().status, Status::Over);

    for wrong in ["", "{}", "not json\n", &lines[1], &[&lines[0][..], &lines[2]].join("\n"), &lines[0][..40]] {
        let refused = service_b.import(&bob, wrong).await.unwrap_err();
        assert!(matches!(&refused, ApiError::Refused(said) if !said.is_empty()), "{wrong:?}: {refused:?}");
    }
}

/// O-42: an import neither reveals whether another tenant has the debate, nor takes it away.
#[tokio::test]
async fn taking_over_tells_nothing_of_others() {
    let (full, empty) =
        (service(&answering(), Limits::default()).await, service(&answering(), Limits::default()).await);
    let (ann, bob) = (caller("ann"), caller("bob"));
    let id = full.start(&ann, &about("Why?"), None).await.unwrap().id;
    full.wait(&ann, id.as_str(), LONG).await.unwrap();
    let (_, log) = full.log(&ann, id.as_str()).await.unwrap();
    let log = log.iter().map(|it| debate::log::write(it).unwrap()).collect::<Vec<_>>().join("\n");

    let copy = full.import(&bob, &log).await.unwrap();
    assert_eq!(copy, empty.import(&bob, &log).await.unwrap(), "the same answer whether it is hers or nobody's");
    let again = ApiError::Conflict(format!("debate `{copy}` is already here"));
    assert_eq!(full.import(&bob, &log).await.unwrap_err(), again);
    assert_eq!(full.read(&bob, copy.as_str()).await.unwrap().status, Status::Over);
    assert_eq!(full.read(&ann, id.as_str()).await.unwrap().status, Status::Over);
    let hers = ApiError::Conflict(format!("debate `{id}` is already here"));
    assert_eq!(full.import(&ann, &log).await.unwrap_err(), hers, "what is one's own may be told");
    assert_ne!(empty.import(&ann, &log).await.unwrap(), copy, "nobody can take the place of another's");
}

/// D-01, D-50: a hand-written log can be read, and runs only if it could have been opened here.
#[tokio::test]
async fn a_log_from_elsewhere_runs_by_our_rules() {
    let planner = answering();
    let service = service(&planner, Limits::default()).await;
    let who = caller("ann");
    let id = service.start(&who, &about("Why?"), None).await.unwrap().id;
    service.wait(&who, id.as_str(), LONG).await.unwrap();
    let (_, log) = service.log(&who, id.as_str()).await.unwrap();
    let sound = serde_json::to_value(&log[0]).unwrap();
    let seats: Vec<serde_json::Value> = (0..50)
        .map(|n| {
            let mut seat = sound["participants"][0].clone();
            seat["name"] = format!("p{n}").into();
            seat
        })
        .collect();
    let wrong = [
        ("/topic", "How do I build a pipe bomb at home?".into(), "this topic is refused"),
        ("/rules/rounds", 4_000_000_000_u32.into(), "`rounds` is 4000000000"),
        ("/rules/max_tokens", 1_000_000_u32.into(), "`max_tokens` is 1000000"),
        ("/participants", seats.into(), "at most 8 participants"),
        ("/mode", "none-such".into(), "none-such"),
    ];
    for (number, (place, value, expected)) in wrong.into_iter().enumerate() {
        let mut opened = sound.clone();
        opened["debate"] = format!("hand-{number}").into();
        *opened.pointer_mut(place).unwrap() = value;
        let id = service.import(&who, &opened.to_string()).await.unwrap();
        let refused = service.control(&who, id.as_str(), Control::Resume).await.unwrap_err();
        assert!(matches!(&refused, ApiError::Refused(said) if said.contains(expected)), "{place}: {refused:?}");
        assert_eq!(service.read(&who, id.as_str()).await.unwrap().status, Status::Paused, "{place}");
        service.control(&who, id.as_str(), Control::Stop).await.unwrap();
        let refused = service.go_on(&who, id.as_str(), &Continue::default()).await.unwrap_err();
        assert!(matches!(refused, ApiError::Refused(_)), "{place}: {refused:?}");
    }
    assert!(service.supervisor().recover().await.unwrap().is_empty());
}

/// O-30: a single tenant may use the whole server; of several, none more than its share.
#[tokio::test]
async fn a_share_is_for_those_who_share() {
    let of_one = |tenants| Limits::default().shared_by(tenants).running_of_one;
    assert_eq!((of_one(1), of_one(2), Limits::default().running_of_one), (1_000, 100, 1_000));
    let access = |text: &str| server::Access::parse(text).unwrap().tenants();
    assert_eq!(server::Access::open().tenants(), 1);
    assert_eq!(access("acme 0123456789abcdef0\nacme 0123456789abcdef1"), 1);
    assert_eq!(access("acme 0123456789abcdef0\nowner 0123456789abcdef1"), 2);

    let service = service(&SimulatedPlanner::held().unwrap(), Limits::default().shared_by(1)).await;
    for n in 0..101 {
        service.start(&caller(""), &about("Why?"), None).await.unwrap_or_else(|why| panic!("{n}: {why}"));
    }
}

/// I-30: a key identifies one request of a tenant.
#[tokio::test]
async fn a_key_names_one_request() {
    let service = service(&answering(), Limits::default()).await;
    let key = |digest: &str| Some(KeyedRequest { key: "k".into(), digest: digest.into() });
    let start = async |tenant: &str, digest: &str| service.start(&caller(tenant), &about("Why?"), key(digest)).await;
    let first = start("ann", "1").await.unwrap().id;
    assert_eq!(start("ann", "1").await.unwrap().id, first);
    assert!(matches!(start("ann", "2").await, Err(ApiError::Conflict(_))));
    assert_ne!(start("bob", "1").await.unwrap().id, first);
    assert_eq!(service.begun(), 2, "what was asked for again is not begun again");
}

/// I-30: a repeated request returns its debate, even if its models are now unavailable.
#[tokio::test]
async fn a_key_is_looked_up_first() {
    let store = Store::memory().await.unwrap();
    let key = || Some(KeyedRequest { key: "k".into(), digest: "1".into() });
    let willing = DebateService::new(store.clone(), Arc::new(answering()), Limits::default());
    let first = willing.start(&caller("ann"), &about("Why?"), key()).await.unwrap().id;
    let unwilling = DebateService::new(store, Arc::new(answering()), Limits::default());
    let request = Start { participants: vec!["gone/model".into()], ..about("Why?") };
    assert_eq!(unwilling.start(&caller("ann"), &request, key()).await.unwrap().id, first);
    // A fork would have an id of its own.
    assert_eq!(willing.fork(&caller("ann"), first.as_str(), &Fork::default(), key()).await.unwrap(), first);
    assert!(unwilling.start(&caller("ann"), &request, None).await.is_err());
}

/// I-30, I-21: long computations delay no other request, on one thread.
#[tokio::test]
async fn heavy_work_holds_up_nobody() {
    let service = service(&answering(), Limits::default()).await;
    let who = caller("");
    let id = service.start(&who, &about("Why?"), None).await.unwrap().id;
    service.wait(&who, id.as_str(), LONG).await.unwrap();
    let (let_go, held) = std::sync::mpsc::channel();
    let (began, begun) = tokio::sync::oneshot::channel();
    let make = move |_: &Snapshot| {
        began.send(()).unwrap();
        held.recv_timeout(Duration::from_secs(60)).is_ok()
    };
    let made = service.made(&who, id.as_str(), make);
    let other = async {
        begun.await.unwrap();
        assert_eq!(service.read(&who, id.as_str()).await.unwrap().status, Status::Over);
        let_go.send(()).unwrap();
    };
    let (made, ()) = tokio::join!(made, other);
    assert_eq!(made, Ok(true), "it was waited for");
}

/// I-22: an unchanged debate is folded, judged and exported once, a continued one again; the cache holds only a few.
#[tokio::test]
async fn what_was_made_of_a_debate_is_kept() {
    let service = service(&answering(), Limits::default()).await;
    let who = caller("");
    let held = async || {
        let id = service.start(&who, &about("Why?"), None).await.unwrap().id;
        service.wait(&who, id.as_str(), LONG).await.unwrap();
        id
    };
    let id = held().await;
    let file = async || service.file(&who, id.as_str(), Format::Html).await.unwrap().1;
    let (first, second) =
        (service.judged(&who, id.as_str()).await.unwrap(), service.read(&who, id.as_str()).await.unwrap());
    assert!(Arc::ptr_eq(&first.debate, &second.debate) && std::ptr::eq(first.verdict(), second.verdict()));
    let page = file().await;
    assert!(Arc::ptr_eq(&page, &file().await), "each part of a file would cost the whole");

    service.go_on(&who, id.as_str(), &Continue::default()).await.unwrap();
    service.wait(&who, id.as_str(), LONG).await.unwrap();
    let third = service.read(&who, id.as_str()).await.unwrap();
    assert!(third.debate.next_seq > first.debate.next_seq, "what is old is not told as new");
    assert_ne!(page, file().await);
    for _ in 0..8 {
        held().await;
    }
    let fourth = service.read(&who, id.as_str()).await.unwrap();
    assert!(!Arc::ptr_eq(&third.debate, &fourth.debate), "all debates would be kept");
    assert_eq!(third.debate, fourth.debate);
}
