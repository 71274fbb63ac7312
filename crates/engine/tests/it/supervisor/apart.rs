//! Isolation of debates: who is woken, what is delayed, and on which threads long work runs.
use super::*;
use futures_util::future::join;
use futures_util::task::{ArcWake, waker};
use std::pin::pin;
use std::process::Command;
use std::task::Context;
use store::{Ownership, RestartPolicy};
use tokio::task::spawn_blocking;

/// Counts wake-ups.
#[derive(Default)]
struct Woken(AtomicUsize);

impl ArcWake for Woken {
    fn wake_by_ref(it: &Arc<Woken>) {
        it.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// A waiter for a paused debate is not woken by another one that starts, runs and ends.
#[tokio::test]
async fn who_waits_for_one_debate_is_not_woken_by_another() {
    let supervisor = fresh(&GatedModels::open(), 2).await;
    let (id, woken) = (DebateId::from("idle"), Arc::<Woken>::default());
    let mut waits = pin!(supervisor.until_runs(&id));
    let woken_by = waker(woken.clone());
    assert!(waits.as_mut().poll(&mut Context::from_waker(&woken_by)).is_pending());
    supervisor.open(&spec("busy", 1), Owner::default()).await.unwrap();
    assert_eq!(rested(&supervisor, "busy").await, Status::Over);
    assert_eq!(woken.0.load(Ordering::Relaxed), 0);
    supervisor.open(&spec("idle", 1), Owner::default()).await.unwrap();
    assert!(woken.0.load(Ordering::Relaxed) > 0);
}

/// A hanging disk blocks neither the worker threads nor the count of running debates. A pipe blocks when opened until there is a process at
/// its other end, like a file on such a disk.
#[tokio::test]
async fn a_disk_that_hangs_holds_up_nobody_else() {
    let (_directory, path, store) = filed().await;
    let supervisor = supervisor(&store, &GatedModels::open(), 2);
    let mark = |id: &str| PathBuf::from(format!("{}.{id}.running", path.display()));
    for id in ["paused", "opened"] {
        assert!(Command::new("mkfifo").arg(mark(id)).status().unwrap().success());
    }
    // The check whether another process runs it reads the file.
    let there = async {
        assert_eq!(supervisor.running(), 0);
        let mark = mark("paused");
        spawn_blocking(move || drop(std::fs::OpenOptions::new().write(true).open(mark).unwrap())).await.unwrap();
    };
    join(supervisor.pause(&"paused".into()), there).await.0.unwrap();
    // Taking the run lock writes the file.
    let there = async {
        while supervisor.running() == 0 {
            tokio::task::yield_now().await;
        }
        let mark = mark("opened");
        spawn_blocking(move || std::fs::File::open(mark).unwrap()).await.unwrap()
    };
    let spec = spec("opened", 1);
    join(supervisor.open(&spec, Owner::default()), there).await.0.unwrap();
    assert_eq!(rested(&supervisor, "opened").await, Status::Over);
}

/// A debate that would not be opened is not resumed when a server starts, as it would not be by `resume`.
#[tokio::test]
async fn recovery_refuses_what_resume_refuses() {
    let (_directory, _path, store) = filed().await;
    let mut log = engine::opening(&engine::Live::after(0), &spec("d", 1)).unwrap();
    let Event::DebateOpened { rules, .. } = &mut log[0].event else { panic!("{log:?}") };
    // Out of range: from a newer release, or edited by hand.
    rules.rounds = 0;
    let held = Ownership { restart_policy: RestartPolicy::Resume, ..Ownership::default() };
    store.begin(&"d".into(), held, log).await.unwrap();
    let gated = GatedModels::open();
    let supervisor = supervisor(&store, &gated, 1);
    assert_eq!(supervisor.recover().await.unwrap(), [""; 0].map(DebateId::from));
    let Status::Failed(why) = status(&supervisor, "d").await else { panic!("{:?}", status(&supervisor, "d").await) };
    assert_eq!(supervisor.resume(&"d".into()).await.unwrap_err().to_string(), why);
    assert_eq!(gated.asked().len(), 0, "nothing was asked");
}

/// O-42: after a start no tenant has more debates at once than its limit, and the others do not wait for its debates.
#[tokio::test(flavor = "multi_thread")]
async fn recovery_keeps_to_a_tenants_share() {
    let (_directory, _path, store) = filed().await;
    let first = supervisor(&store, &GatedModels::letting(0), 10);
    for (id, tenant) in [("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b")] {
        first.open(&spec(id, 1), of(tenant)).await.unwrap();
    }
    first.close(std::time::Duration::ZERO).await;

    let gated = GatedModels::letting(0);
    let terms = Limits { most: 10, most_of_one: 1, around: None };
    let second = Supervisor::on(store.clone(), Arc::new(GatedProvider(gated.clone())), terms);
    assert_eq!(second.recover().await.unwrap().len(), 4);
    gated.asks(6).await;
    let asked: BTreeSet<String> = gated.asked().into_keys().map(|(id, _)| id.to_string()).collect();
    assert_eq!(asked, ["a1", "b1"].map(str::to_owned).into());
    gated.gate.add_permits(ALL);
    for id in ["a1", "a2", "a3", "b1"] {
        assert_eq!(rested(&second, id).await, Status::Over);
    }
}

/// The steps of a long debate do not run on a worker thread, and those of a short one are not moved.
#[test]
fn steps_of_a_long_debate_leave_the_thread_that_answers() {
    for (rounds, leaves) in [(3, false), (30, true)] {
        let begun = Arc::new(AtomicUsize::new(0));
        let counted = begun.clone();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .on_thread_start(move || {
                counted.fetch_add(1, Ordering::Relaxed);
            })
            .build()
            .unwrap();
        let spec = spec("d", rounds);
        runtime.block_on(support::run(&spec, &Arc::default()));
        assert_eq!(begun.load(Ordering::Relaxed) > 0, leaves, "{rounds} rounds");
    }
}
