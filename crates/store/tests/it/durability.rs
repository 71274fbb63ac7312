//! Acknowledged events survive whatever happens next.
use super::*;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

const CHILD: &str = "STORE_TEST_CHILD";

/// The child's part: appends to many debates for ever and prints what was acknowledged.
async fn append_for_ever(path: &Path) {
    let store = Store::open(path).await.unwrap();
    let mut writing = tokio::task::JoinSet::new();
    for number in 0..20 {
        let store = store.clone();
        writing.spawn(async move {
            let debate = DebateId::from(format!("d{number}"));
            for seq in 0.. {
                store.append(&debate, &envelope(seq, turn("hamilton", &"words ".repeat(500), &[]))).await.unwrap();
                // One write a line, so that a kill leaves at most the last line unfinished.
                std::io::stdout().write_all(format!("acknowledged d{number} {seq}\n").as_bytes()).unwrap();
            }
        });
    }
    writing.join_all().await;
}

/// O-21, O-22: killed at any moment, nothing acknowledged is lost and every log is complete. The killed process runs this test too, with
/// the path of the store in its environment.
#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_events_survive_a_kill() {
    if let Some(path) = std::env::var_os(CHILD) {
        return append_for_ever(Path::new(&path)).await;
    }
    for kill_after in [1, 100, 1_500] {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("roundtable.db");
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "durability::acknowledged_events_survive_a_kill", "--nocapture"])
            .env(CHILD, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut acknowledged = BTreeMap::new();
        let mut heard = 0;
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // After the kill the pipe still holds the child's last output.
        while let Some(Ok(line)) = lines.next() {
            let words: Vec<&str> = line.split(' ').collect();
            if let ["acknowledged", debate, seq] = words[..] {
                let newest: &mut u64 = acknowledged.entry(id(debate)).or_default();
                *newest = (*newest).max(seq.parse().unwrap());
                heard += 1;
            }
            if heard == kill_after {
                child.kill().unwrap();
            }
        }
        child.wait().unwrap();

        assert!(heard >= kill_after);
        let store = Store::open(&path).await.unwrap();
        for (debate, newest) in acknowledged {
            let log = store.log(&debate).await.unwrap();
            assert!(log.len() as u64 > newest, "{debate}: {newest} was acknowledged, {} are there", log.len());
            store.append(&debate, &envelope(log.len() as u64, round(2))).await.unwrap();
        }
    }
}

/// O-21: acknowledged events are visible to other processes at once.
#[tokio::test]
async fn acknowledged_events_are_visible_elsewhere() {
    let (_directory, path, store) = fresh().await;
    let other = Store::open(&path).await.unwrap();
    for seq in 0..5 {
        store.append(&id("a"), &envelope(seq, round(1))).await.unwrap();
        assert_eq!(other.log(&id("a")).await.unwrap().len() as u64, seq + 1);
    }
}

/// O-22: the last clone may be dropped without closing; acknowledged events stay.
#[tokio::test]
async fn dropping_is_enough() {
    let (_directory, path, store) = fresh().await;
    tokio::spawn(async move { store.append(&id("a"), &envelope(0, round(1))).await }).await.unwrap().unwrap();
    let again = Store::open(&path).await.unwrap();
    assert_eq!(again.log(&id("a")).await.unwrap().len(), 1);
}
