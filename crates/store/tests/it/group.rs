//! Concurrent writers: one commit for all of them, and an error of one does not affect the others.
use super::*;
use std::task::Poll;
use store::Error;

/// O-30: hundreds of debates that write at once share commits, and each log is in order.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_appends_share_commits() {
    let (_directory, _path, store) = fresh().await;
    let (debates, events) = (200, 10);
    let mut writing = tokio::task::JoinSet::new();
    for number in 0..debates {
        let store = store.clone();
        writing.spawn(async move {
            let debate = DebateId::from(format!("d{number}"));
            for seq in 0..events {
                store.append(&debate, &envelope(seq, round(1))).await?;
            }
            Ok::<_, Error>(debate)
        });
    }
    for debate in writing.join_all().await {
        let seqs: Vec<u64> = store.log(&debate.unwrap()).await.unwrap().iter().map(|it| it.seq).collect();
        assert_eq!(seqs, (0..events).collect::<Vec<_>>());
    }
    let commits = store.commits();
    assert!(commits < debates * events / 10, "{commits} commits for {} events", debates * events);
}

/// O-30: a single debate does not wait for others.
#[tokio::test]
async fn a_lone_debate_commits_each_event() {
    let (_directory, _path, store) = fresh().await;
    for seq in 0..20 {
        store.append(&id("a"), &envelope(seq, round(1))).await.unwrap();
    }
    assert_eq!(store.commits(), 20);
}

/// O-21: an append whose caller has gone is written after a flush, so that the next process to run the debate reads it.
#[tokio::test]
async fn a_flush_waits_for_what_nobody_waits_for() {
    let (_directory, _path, store) = fresh().await;
    let (a, b, mine, its) = (id("a"), id("b"), envelope(0, round(1)), envelope(1, round(2)));
    store.append(&a, &mine).await.unwrap();
    for (debate, envelope) in [(&a, &its), (&b, &mine)] {
        let mut writing = Box::pin(store.append(debate, envelope));
        assert!(std::future::poll_fn(|context| Poll::Ready(writing.as_mut().poll(context).is_pending())).await);
    }
    store.flush().await.unwrap();
    assert_eq!([store.log(&a).await.unwrap().len(), store.log(&b).await.unwrap().len()], [2, 1]);
}

/// O-21, O-22: a taken position is refused to its writer, not to others in the same commit.
#[tokio::test]
async fn a_taken_place_hurts_nobody_else() {
    let (_directory, path, store) = fresh().await;
    let other = Store::open(&path).await.unwrap();
    other.append(&id("d7"), &envelope(0, round(7))).await.unwrap();

    let before = store.commits();
    let mut writing = tokio::task::JoinSet::new();
    for number in 0..50 {
        let store = store.clone();
        writing.spawn(async move {
            let debate = DebateId::from(format!("d{number}"));
            (number, store.append(&debate, &envelope(0, round(1))).await)
        });
    }
    for (number, outcome) in writing.join_all().await {
        match outcome {
            Ok(()) => assert_ne!(number, 7),
            Err(Error::Taken { debate, seq }) => assert_eq!((number, debate, seq), (7, id("d7"), 0)),
            Err(why) => panic!("{why:?}"),
        }
    }
    assert_eq!(store.commits(), before + 1, "all in one commit, on one thread");
    assert_eq!(store.log(&id("d7")).await.unwrap(), [envelope(0, round(7))], "what was there stays");
    assert_eq!(store.log(&id("d8")).await.unwrap(), [envelope(0, round(1))]);
}

/// O-31: of two concurrent writes to the same position, one is refused.
#[tokio::test]
async fn one_of_two_writers_is_refused() {
    let (_directory, path, store) = fresh().await;
    let other = Store::open(&path).await.unwrap();
    let (debate, event) = (id("a"), envelope(0, round(1)));
    let outcomes = tokio::join!(store.append(&debate, &event), other.append(&debate, &event));
    assert!(
        matches!(outcomes, (Ok(()), Err(Error::Taken { .. })) | (Err(Error::Taken { .. }), Ok(()))),
        "{outcomes:?}"
    );
    let debate = id("b");
    let twice = tokio::join!(store.append(&debate, &event), store.append(&debate, &event));
    assert!(matches!(twice, (Ok(()), Err(Error::Taken { .. }))), "{twice:?}");
}

/// O-23: an imported log is stored as a whole or not at all.
#[tokio::test]
async fn an_import_is_all_or_nothing() {
    let (_directory, _path, store) = fresh().await;
    let events = debate(&id("a"), "gRPC?");
    store.append(&id("b"), &events[3]).await.unwrap();
    assert!(matches!(store.import(&id("b"), &events).await, Err(Error::Taken { .. })));
    assert!(matches!(store.log(&id("b")).await, Err(Error::Gap { seq: 0, .. })), "only what was there before");
    store.import(&id("a"), &events).await.unwrap();
    assert_eq!(store.log(&id("a")).await.unwrap(), events);
    store.import(&id("a"), &[]).await.unwrap();
}

/// O-30: much text at once is split over several commits and is stored completely.
#[tokio::test]
async fn large_events_arrive() {
    let (_directory, _path, store) = fresh().await;
    let text = "größer ".repeat(200_000);
    let mut writing = tokio::task::JoinSet::new();
    for number in 0..8 {
        let (store, text) = (store.clone(), text.clone());
        writing.spawn(async move {
            let debate = DebateId::from(format!("d{number}"));
            store.append(&debate, &envelope(0, turn("hamilton", &text, &[]))).await
        });
    }
    for outcome in writing.join_all().await {
        outcome.unwrap();
    }
    assert!((2..8).contains(&store.commits()), "{}", store.commits());
    assert_eq!(store.log(&id("d3")).await.unwrap(), [envelope(0, turn("hamilton", &text, &[]))]);
}

/// O-21: unusual ids and texts are read back unchanged.
#[tokio::test]
async fn odd_texts_survive() {
    let (_directory, _path, store) = fresh().await;
    for odd in ["", "'; DROP TABLE events; --", "a\0b", "\u{10ffff}", "\"],[1,2", "日本語"] {
        let event = envelope(0, turn(odd, odd, &[odd]));
        store.append(&id(odd), &event).await.unwrap();
        assert_eq!(store.log(&id(odd)).await.unwrap(), [event], "{odd:?}");
    }
}

/// An event that SQLite can't hold is refused before it can affect others.
#[tokio::test]
async fn numbers_too_large_are_refused() {
    let (_directory, _path, store) = fresh().await;
    let why = store.append(&id("a"), &envelope(u64::MAX - 1_790_000_000_000, round(1))).await.unwrap_err();
    assert!(matches!(why, Error::Unwritable { .. }), "{why:?}");
}

/// A caller that stops waiting does not stop the writer.
#[tokio::test]
async fn a_caller_may_give_up() {
    let (_directory, _path, store) = fresh().await;
    let (debate, event) = (id("a"), envelope(0, round(1)));
    {
        let mut waiting = std::pin::pin!(store.append(&debate, &event));
        let first = std::future::poll_fn(|context| Poll::Ready(waiting.as_mut().poll(context))).await;
        assert!(first.is_pending(), "the writer has not had its turn yet");
    }
    store.append(&id("b"), &event).await.unwrap();
    assert_eq!(store.log(&debate).await.unwrap(), [event], "it was queued, so it was written");
}
