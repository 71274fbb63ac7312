//! Following a debate: every event once and in order, from any position, whichever process runs it.
use super::*;
use engine::supervisor::LiveSignal;
use engine::{Continuation, Signal, Watcher};
use std::time::Duration;

/// What a watcher receives until the debate is over.
async fn heard(mut watcher: Watcher) -> Vec<(u64, String)> {
    let mut all = Vec::new();
    while let Some(told) = watcher.next().await.unwrap() {
        all.push((told.seq, told.line.to_string()));
    }
    all
}

async fn written(store: &Store, id: &str) -> Vec<(u64, String)> {
    store.lines(&id.into(), 0, u32::MAX).await.unwrap()
}

/// I-30: five hundred watchers from any position, through a pause, receive every event once and in order; one that never reads delays
/// nobody.
#[tokio::test(flavor = "multi_thread")]
async fn everybody_hears_every_event_once() {
    let gated = GatedModels::letting(0);
    let supervisor = fresh(&gated, 1).await;
    supervisor.open(&spec("d", 5), Owner::default()).await.unwrap();
    let _never_reads = supervisor.watch(&"d".into(), 0);
    let follow = |from: u64| {
        let supervisor = supervisor.clone();
        tokio::spawn(async move { (from, heard(supervisor.watch(&"d".into(), from)).await) })
    };
    let mut following: Vec<_> = (0..250).map(|n| follow(n % 25)).collect();
    gated.asks(3).await;
    supervisor.pause(&"d".into()).await.unwrap();
    gated.gate.add_permits(3);
    assert_eq!(rested(&supervisor, "d").await, Status::Paused);
    following.extend((0..250).map(|n| follow(n % 25)));
    gated.gate.add_permits(ALL);
    supervisor.resume(&"d".into()).await.unwrap();
    assert_eq!(rested(&supervisor, "d").await, Status::Over);
    let all = written(supervisor.store(), "d").await;
    assert!(all.len() > 20, "a debate of some length");
    for watcher in following {
        let (from, heard) = watcher.await.unwrap();
        assert_eq!(heard, all.get(from as usize..).unwrap_or_default(), "from {from}");
    }
}

/// I-30: a watcher behind the end of a closed debate receives nothing more, and when the debate is continued goes on where it was.
#[tokio::test]
async fn the_end_is_told_and_what_follows_it() {
    let gated = GatedModels::open();
    let supervisor = fresh(&gated, 1).await;
    supervisor.open(&spec("d", 1), Owner::default()).await.unwrap();
    let mut watcher = supervisor.watch(&"d".into(), 0);
    let mut all = Vec::new();
    while let Some(told) = watcher.next().await.unwrap() {
        all.push((told.seq, told.line.to_string()));
    }
    assert_eq!(all, written(supervisor.store(), "d").await);
    for from in [all.len() as u64, all.len() as u64 + 100] {
        assert_eq!(heard(supervisor.watch(&"d".into(), from)).await, [], "from {from}");
    }
    supervisor.until_rest(&"d".into()).await;
    let (debate, _) = supervisor.read(&"d".into()).await.unwrap();
    supervisor.go_on(&"d".into(), &Continuation::of(&debate)).await.unwrap();
    all.extend(heard(watcher).await);
    assert_eq!(all, written(supervisor.store(), "d").await);
    assert_eq!(all.iter().filter(|(_, line)| line.contains("\"debate_closed\"")).count(), 2);
}

/// I-21, O-22: a debate of another supervisor is followed by its log, to its end.
#[tokio::test]
async fn what_runs_elsewhere_is_followed() {
    let (_directory, path, store) = filed().await;
    let gated = GatedModels::letting(4);
    let here = supervisor(&store, &gated, 1);
    here.open(&spec("d", 3), Owner::default()).await.unwrap();
    let there = supervisor(&Store::open(&path).await.unwrap(), &gated, 1);
    let watcher = tokio::spawn(heard(there.watch(&"d".into(), 2)));
    gated.asks(6).await;
    gated.gate.add_permits(ALL);
    assert_eq!(rested(&here, "d").await, Status::Over);
    assert_eq!(watcher.await.unwrap(), written(&store, "d").await[2..]);
}

/// I-30: a live watcher whose futures are dropped over and over loses no event, and receives streamed text of the next run too.
#[tokio::test]
async fn every_word_is_heard_and_no_event_lost() {
    let gated = GatedModels::letting(0);
    let supervisor = fresh(&gated, 1).await;
    supervisor.open(&spec("d", 2), Owner::default()).await.unwrap();
    let mut watcher = supervisor.watch(&"d".into(), 0);
    let (mut events, mut spoke, mut is_continued) = (Vec::new(), BTreeSet::new(), false);
    let mut interruptions = 0;
    loop {
        // The future is dropped whenever it has nothing soon; nothing is streamed before it was polled often enough to subscribe.
        let heard = tokio::select! {
            biased;
            heard = watcher.next_live() => heard.unwrap(),
            () = tokio::time::sleep(Duration::from_millis(2)) => {
                interruptions += 1;
                gated.gate.add_permits(usize::from(interruptions % 20 == 0));
                continue;
            }
        };
        match heard {
            Some(LiveSignal::Logged(told)) => events.push((told.seq, told.line.to_string())),
            Some(LiveSignal::Signal(Signal::Said { call, .. })) => {
                spoke.insert(call.to_string());
            }
            Some(LiveSignal::Signal(Signal::Asked { .. } | Signal::Restarted { .. })) => {}
            None if !is_continued => {
                is_continued = true;
                supervisor.until_rest(&"d".into()).await;
                let (debate, _) = supervisor.read(&"d".into()).await.unwrap();
                gated.gate.forget_permits(ALL);
                supervisor.go_on(&"d".into(), &Continuation::of(&debate)).await.unwrap();
            }
            None => break,
        }
    }
    for round in ["r2/", "r4/"] {
        assert!(spoke.iter().any(|it| it.starts_with(round)), "{round} is heard: {spoke:?}");
    }
    assert_eq!(events, written(supervisor.store(), "d").await);
}

/// I-21: no wait is endless: it ends when a debate pauses or fails.
#[tokio::test]
async fn a_wait_ends_when_nothing_will_come() {
    let gated = GatedModels::letting(0);
    let supervisor = fresh(&gated, 1).await;
    supervisor.open(&spec("d", 2), Owner::default()).await.unwrap();
    gated.asks(3).await;
    let waiting = tokio::spawn({
        let supervisor = supervisor.clone();
        async move { rested(&supervisor, "d").await }
    });
    supervisor.pause(&"d".into()).await.unwrap();
    gated.gate.add_permits(3);
    assert_eq!(waiting.await.unwrap(), Status::Paused);
    let mut watcher = supervisor.watch(&"d".into(), 1_000);
    let patience = tokio::time::timeout(Duration::from_millis(1), watcher.next()).await;
    assert!(patience.is_err(), "one that rests may go on");
}
