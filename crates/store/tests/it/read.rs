//! Reading back: whole logs, torn ones, damaged ones; finding by prefix; listing.
use super::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use store::{Error, Ownership};

/// O-22: an incomplete record at the end is reported, with the complete part, and can be dropped.
#[tokio::test]
async fn a_torn_record_is_told_and_dropped() {
    // The second is cut within a character, the third before its first byte.
    let breaks = [
        "UPDATE events SET body = substr(body, 1, 40) WHERE seq = 4",
        "UPDATE events SET body = CAST(x'7b2274797065223a22c3' AS TEXT) WHERE seq = 4",
        "UPDATE events SET body = '' WHERE seq = 4",
    ];
    for sql in breaks {
        let (_directory, path, store) = fresh().await;
        let events = debate(&id("a"), "gRPC?");
        store.import(&id("a"), &events).await.unwrap();
        assert_eq!(store.drop_torn(&id("a")).await.unwrap(), None, "a whole log keeps its last record");
        assert!(!store.search("audit", 5).await.unwrap().is_empty());
        execute(&path, sql).await;

        let why = store.log(&id("a")).await.unwrap_err();
        let text = why.to_string();
        assert!(matches!(why, Error::Torn { seq: 4, whole, .. } if whole == events[..4]), "{text}");
        assert!(text.contains("`roundtable resume a --drop-torn` continues without it"), "{text}");
        assert_eq!(store.list(1, 0).await.unwrap()[0].closed, None);

        assert_eq!(store.drop_torn(&id("a")).await.unwrap(), Some(4));
        assert_eq!(store.log(&id("a")).await.unwrap(), events[..4]);
        // The next event takes its position, and search finds it there.
        store.append(&id("a"), &envelope(4, turn("hamilton", "Autumn, then.", &[]))).await.unwrap();
        assert_eq!(store.search("autumn", 5).await.unwrap().len(), 1);
        assert_eq!(store.search("audit", 5).await.unwrap().len(), 2);
    }
}

/// O-22, O-24: a record that is damaged inside, or of an unknown kind, is reported and never dropped.
#[tokio::test]
async fn a_damaged_record_is_told_and_kept() {
    let breaks = [
        (2, "UPDATE events SET body = substr(body, 1, 40) WHERE seq = 2"),
        (4, "UPDATE events SET body = replace(body, 'debate_closed', 'debate_adjourned') WHERE seq = 4"),
    ];
    for (broken, sql) in breaks {
        let (_directory, path, store) = fresh().await;
        store.import(&id("a"), &debate(&id("a"), "gRPC?")).await.unwrap();
        execute(&path, sql).await;
        assert!(matches!(store.log(&id("a")).await, Err(Error::Damaged { seq, .. }) if seq == broken));
        assert!(matches!(store.drop_torn(&id("a")).await, Err(Error::Damaged { seq, .. }) if seq == broken));
        assert_eq!(store.list(1, 0).await.unwrap()[0].events, 5);
        store.search("audit", 5).await.unwrap();
    }
}

/// O-22: a missing record is reported.
#[tokio::test]
async fn a_gap_is_told() {
    let (_directory, path, store) = fresh().await;
    store.import(&id("a"), &debate(&id("a"), "gRPC?")).await.unwrap();
    execute(&path, "DELETE FROM events WHERE seq = 3").await;
    assert!(matches!(store.log(&id("a")).await, Err(Error::Gap { seq: 3, .. })));
}

/// O-21: a debate is found by an unambiguous prefix of its id.
#[tokio::test]
async fn an_id_is_found_by_its_beginning() {
    let (_directory, _path, store) = fresh().await;
    for name in ["0198a", "0198ab", "0198b", "7f", "%", "x1", "x2", "x3", "x4", "x5", "x6", "Zürich", "Zurich"] {
        store.import(&id(name), &debate(&id(name), "gRPC?")).await.unwrap();
    }
    let found = async |prefix| match store.find(prefix).await {
        Ok(debate) => debate.to_string(),
        Err(why) => why.to_string(),
    };
    assert_eq!(found("7").await, "7f");
    assert_eq!(found("0198a").await, "0198a", "a whole id is found although another goes on");
    assert_eq!(found("0198ab").await, "0198ab");
    assert_eq!(found("0198").await, "`0198` could be `0198a` or `0198ab` or `0198b`; give more of the id");
    assert_eq!(found("x").await, "`x` could be `x1` or `x2` or `x3` or `x4` or `x5`; give more of the id");
    assert_eq!(found("Zü").await, "Zürich");
    assert_eq!(found("%").await, "%");
    for unknown in ["", "0197", "_", "7F", "7f0", "*"] {
        assert_eq!(found(unknown).await, format!("no debate `{unknown}`; `roundtable list` lists all debates"));
    }
    assert!(matches!(store.log(&id("0197")).await, Err(Error::Unknown { id }) if id == "0197"));
}

/// O-21: the list is read from the logs, newest first, a page at a time.
#[tokio::test]
async fn debates_are_listed_newest_first() {
    let (_directory, path, store) = fresh().await;
    for (number, name) in ["old", "middle", "new"].into_iter().enumerate() {
        let mut events = debate(&id(name), &format!("What of the {name} one?"));
        events.iter_mut().for_each(|it| it.at += 1_000 * number as u64);
        if name == "new" {
            events.truncate(3);
        }
        store.import(&id(name), &events).await.unwrap();
    }
    let list = store.list(2, 0).await.unwrap();
    let [new, middle] = list.as_slice() else { panic!("{list:?}") };
    assert_eq!(new.topic, "What of the new one?");
    assert_eq!((new.events, new.closed), (3, None));
    assert_eq!((new.opened_at, new.last_at), (1_790_000_002_000, 1_790_000_002_002));
    assert_eq!((middle.events, middle.closed), (5, Some(debate::event::Reason::RoundCap)));
    assert_eq!((middle.mode.as_str(), middle.participants.join(" ")), ("oxford", "hamilton brook".to_owned()));
    let rest = store.list(2, 2).await.unwrap();
    assert_eq!(rest.iter().map(|it| it.debate.as_str()).collect::<Vec<_>>(), ["old"]);

    execute(&path, "UPDATE events SET body = 'x' WHERE debate = 'old' AND seq = 0").await;
    assert_eq!(store.list(2, 2).await.unwrap()[0].topic, "", "one that can't be read is still listed");
}

/// The times of the first and the last event are read without reading the log.
#[tokio::test]
async fn a_debate_is_dated_without_its_log() {
    let (_directory, path, store) = fresh().await;
    let events = debate(&id("a"), "gRPC?");
    store.import(&id("a"), &events).await.unwrap();
    execute(&path, "UPDATE events SET body = 'no event'").await;
    assert!(store.log(&id("a")).await.is_err());
    assert_eq!(store.times(&id("a")).await.unwrap(), [events[0].at, events[events.len() - 1].at]);
    assert!(matches!(store.times(&id("b")).await, Err(Error::Unknown { .. })));
}

/// A long log is neither serialized nor parsed on a worker thread; a short one is not moved.
#[test]
fn a_long_log_leaves_the_thread_that_answers() {
    for (events, reads, leaves) in [(20, false, false), (20, true, false), (200, false, true), (200, true, true)] {
        let begun = Arc::new(AtomicUsize::new(0));
        let counted = begun.clone();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .on_thread_start(move || {
                counted.fetch_add(1, Ordering::Relaxed);
            })
            .build()
            .unwrap();
        runtime.block_on(async {
            let store = Store::memory().await.unwrap();
            let said = turn("hamilton", &"We should. ".repeat(200), &[]);
            let log: Vec<Envelope> = (0..events).map(|seq| envelope(seq, said.clone())).collect();
            if reads {
                // Events that are appended one by one are serialized in place.
                store.import(&id("a"), &log).await.unwrap();
                assert_eq!(store.log(&id("a")).await.unwrap(), log);
            } else {
                store.begin(&id("a"), Ownership::default(), log).await.unwrap();
            }
        });
        assert_eq!(begun.load(Ordering::Relaxed) > 0, leaves, "{events} events, read: {reads}");
    }
}
