//! The log of outcomes and of what was learned.
use super::*;
use debate::learning::{Change, Event, Outcome, Update};

fn outcome(debate: &str, what: &str) -> Event {
    Event::OutcomeAdded { debate: id(debate), outcome: Outcome { what: what.to_owned(), ..Outcome::default() } }
}

fn update() -> Event {
    let update = Update {
        domain: "api".to_owned(),
        reason: "a reason".to_owned(),
        project: None,
        projects: 1,
        before: None,
        after: Some(1.0),
        change: Change::Skill { name: "law".to_owned() },
    };
    Event::UpdateApplied { update }
}

/// L-02, O-42: each tenant has a log of its own, numbered from 0, which outlives the process.
#[tokio::test]
async fn each_tenant_has_its_own_log() {
    let (_directory, path, store) = fresh().await;
    assert_eq!(store.learned("").await.unwrap(), store::LearnedLog::default());
    let written = store.learn("", 0, 7, vec![outcome("d", "one"), update()]).await.unwrap().unwrap();
    assert_eq!(written.iter().map(|it| (it.seq, it.at)).collect::<Vec<_>>(), [(0, 7), (1, 7)]);
    store.learn("acme", 0, 8, vec![outcome("e", "two")]).await.unwrap().unwrap();
    store.close().await;
    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.learned("").await.unwrap(), store::LearnedLog { events: written, next: 2 });
    let theirs = store.learned("acme").await.unwrap();
    assert_eq!((theirs.events.len(), theirs.next), (1, 1));
    assert_eq!(store.learned("nobody").await.unwrap().events, []);
}

/// L-04: of two callers who decided on the same log one is told to decide anew, and nothing of its events is written.
#[tokio::test]
async fn who_comes_second_decides_anew() {
    let (_directory, _path, store) = fresh().await;
    let events = || vec![outcome("d", "one"), update()];
    let (first, second) = tokio::join!(store.learn("", 0, 1, events()), store.learn("", 0, 2, events()));
    let written = [first.unwrap().is_some(), second.unwrap().is_some()];
    assert_eq!(written.iter().filter(|it| **it).count(), 1, "{written:?}");
    assert_eq!(store.learned("").await.unwrap().events.len(), 2);
    assert_eq!(store.learn("", 5, 1, events()).await.unwrap(), None, "no gap is made either");
    assert!(store.learn("", 2, 1, vec![]).await.unwrap().is_some());
}

/// L-02, O-40: a deleted debate takes its outcomes with it, to the last byte; updates stay, and no number is used again.
#[tokio::test]
async fn a_deleted_debate_takes_its_outcomes() {
    let (_directory, path, store) = fresh().await;
    store.import(&id("gone"), &debate(&id("gone"), "Should the kite fly?")).await.unwrap();
    let events = vec![update(), outcome("kept", "a zebra"), outcome("gone", "a zeppelin fell")];
    store.learn("", 0, 1, events).await.unwrap().unwrap();
    store.learn("acme", 0, 1, vec![outcome("gone", "another zeppelin")]).await.unwrap().unwrap();
    assert!(store.delete(&id("gone")).await.unwrap());
    let left = store.learned("").await.unwrap();
    assert_eq!(left.events.iter().map(|it| it.seq).collect::<Vec<_>>(), [0, 1]);
    assert_eq!((left.next, store.learned("acme").await.unwrap().events.len()), (3, 0));
    let files = std::fs::read_dir(path.parent().unwrap()).unwrap().map(|it| std::fs::read(it.unwrap().path()).unwrap());
    assert!(!files.into_iter().any(|bytes| bytes.windows(8).any(|it| it == b"zeppelin")), "no byte is left");
    let next = store.learn("", 3, 2, vec![update()]).await.unwrap().unwrap();
    assert_eq!(next[0].seq, 3);
}

/// O-24: a record that this release can't read is named.
#[tokio::test]
async fn a_record_that_cant_be_read_is_named() {
    let (_directory, path, store) = fresh().await;
    store.learn("", 0, 1, vec![update()]).await.unwrap().unwrap();
    store.close().await;
    execute(&path, "UPDATE learned SET body = replace(body, 'update_applied', 'from_the_future')").await;
    let why = Store::open(&path).await.unwrap().learned("").await.unwrap_err();
    assert!(why.to_string().starts_with("record 0 of what was learned can't be read"), "{why}");
}
