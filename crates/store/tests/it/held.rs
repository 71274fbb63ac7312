//! Owners, restart policies and run locks of debates.
use super::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use store::{Error, KeyedRequest, Ownership, RestartPolicy};

fn held(tenant: &str, key: &str) -> Ownership {
    let request = Some(KeyedRequest { key: key.to_owned(), digest: "x".to_owned() });
    Ownership { tenant: tenant.to_owned(), restart_policy: RestartPolicy::Resume, request }
}

/// I-21, O-42: the owner and the first events of a debate are written together or not at all, many at once, whatever is wrong with some.
#[tokio::test]
async fn a_debate_begins_whole_or_not_at_all() {
    let (_directory, path, store) = fresh().await;
    let log = debate(&id("a"), "gRPC?");
    store.import(&id("taken"), &log).await.unwrap();
    let before = store.commits();
    let begun = [("a", "k1"), ("b", "k2"), ("again", "k1"), ("taken", "k3"), ("c", "k4")];
    let beginning = begun.map(|(name, key)| {
        let (store, log) = (store.clone(), log.clone());
        tokio::spawn(async move { store.begin(&id(name), held("t", key), log).await })
    });
    let mut outcomes = Vec::new();
    for begun in beginning {
        outcomes.push(begun.await.unwrap());
    }
    let [Ok(()), Ok(()), Err(repeated), Err(taken), Ok(())] = outcomes.as_slice() else { panic!("{outcomes:?}") };
    assert!(matches!(repeated, Error::Repeated { key } if key == "k1"), "{repeated:?}");
    assert!(matches!(taken, Error::Taken { seq: 0, .. }), "{taken:?}");
    assert!(store.commits() - before <= 2, "all share a transaction or two");

    assert!(matches!(store.log(&id("again")).await, Err(Error::Unknown { .. })), "nothing is left of what was refused");
    assert_eq!(store.asked("t", "k3").await.unwrap(), None);
    assert_eq!(store.held(&id("taken")).await.unwrap(), Ownership::default(), "it stays the owner's");
    for (name, key) in [("a", "k1"), ("b", "k2"), ("c", "k4")] {
        assert_eq!(store.log(&id(name)).await.unwrap().len(), 5);
        assert_eq!(store.held(&id(name)).await.unwrap(), held("t", key));
        assert_eq!(store.asked("t", key).await.unwrap(), Some((id(name), "x".to_owned())));
        assert_eq!(store.asked("other", key).await.unwrap(), None);
    }
    store.close().await;
    let again = Store::open(&path).await.unwrap();
    let unfinished: Vec<_> = again.unfinished().await.unwrap().into_iter().map(|(it, _)| it).collect();
    assert_eq!(unfinished, [id("a"), id("b"), id("c")], "in the order in which they began");
}

/// I-21, O-22: events and the request key that continues a debate are written together or not at all, and once; a key names one request of
/// a tenant, whether it begins or continues a debate.
#[tokio::test]
async fn a_debate_goes_on_once_by_a_key() {
    let (_directory, path, store) = fresh().await;
    store.begin(&id("a"), held("t", "begun"), debate(&id("a"), "gRPC?")).await.unwrap();
    let asked = |key: &str| Some(KeyedRequest { key: key.to_owned(), digest: "y".to_owned() });
    let more = [envelope(5, round(2))];
    let taken = store.go_on(&id("a"), "t", asked("begun"), &more).await;
    assert!(matches!(taken, Err(Error::Repeated { ref key }) if key == "begun"), "{taken:?}");
    assert_eq!(store.log(&id("a")).await.unwrap().len(), 5, "nothing of it is written");
    store.go_on(&id("a"), "t", asked("k"), &more).await.unwrap();
    let again = store.go_on(&id("a"), "t", asked("k"), &[envelope(6, round(3))]).await;
    assert!(matches!(again, Err(Error::Repeated { ref key }) if key == "k"), "{again:?}");
    let begun = store.begin(&id("b"), held("t", "k"), debate(&id("b"), "gRPC?")).await;
    assert!(matches!(begun, Err(Error::Repeated { ref key }) if key == "k"), "{begun:?}");
    let place = store.go_on(&id("a"), "t", asked("new"), &more).await;
    assert!(matches!(place, Err(Error::Taken { .. })), "{place:?}");
    assert_eq!(store.asked("t", "new").await.unwrap(), None, "what was not written was not asked for");
    store.go_on(&id("a"), "other", asked("k"), &[envelope(6, round(3))]).await.unwrap();
    store.close().await;
    let again = Store::open(&path).await.unwrap();
    assert_eq!(again.log(&id("a")).await.unwrap().len(), 7);
    assert_eq!(again.asked("t", "k").await.unwrap(), Some((id("a"), "y".to_owned())));
    assert!(matches!(again.log(&id("b")).await, Err(Error::Unknown { .. })));
}

/// I-21: the last restart policy that was set holds, in whatever order the futures are awaited.
#[tokio::test]
async fn the_last_wish_holds() {
    let (_directory, _path, store) = fresh().await;
    store.begin(&id("a"), held("t", "k"), debate(&id("a"), "gRPC?")).await.unwrap();
    let (first, last) = (
        store.set_restart_policy(&id("a"), RestartPolicy::Close),
        store.set_restart_policy(&id("a"), RestartPolicy::Stay),
    );
    last.await.unwrap();
    first.await.unwrap();
    assert_eq!(store.held(&id("a")).await.unwrap().restart_policy, RestartPolicy::Stay);
    drop(store.set_restart_policy(&id("a"), RestartPolicy::Resume));
    store.append(&id("a"), &envelope(5, round(2))).await.unwrap();
    assert_eq!(
        store.held(&id("a")).await.unwrap().restart_policy,
        RestartPolicy::Resume,
        "also if nobody waits for it"
    );

    // A debate without an entry becomes the owner's once it is to be resumed, and otherwise stays as it was.
    store.set_restart_policy(&id("own"), RestartPolicy::Close).await.unwrap();
    assert_eq!(store.unfinished().await.unwrap().len(), 1);
    store.set_restart_policy(&id("own"), RestartPolicy::Resume).await.unwrap();
    let own = Ownership { restart_policy: RestartPolicy::Resume, ..Ownership::default() };
    assert_eq!(store.unfinished().await.unwrap().get(1), Some(&(id("own"), own)));
}

/// O-42: a tenant finds, lists and searches its own debates and can't tell that there are others.
#[tokio::test]
async fn a_tenant_sees_its_own_alone() {
    let (_directory, _path, store) = fresh().await;
    for (name, tenant, key) in [("0a1", "ann", "1"), ("0a2", "bob", "1"), ("0b1", "ann", "2"), ("0b2", "ann", "3")] {
        store.begin(&id(name), held(tenant, key), debate(&id(name), "gRPC?")).await.unwrap();
    }
    store.import(&id("0c1"), &debate(&id("0c1"), "gRPC?")).await.unwrap();
    let find = async |tenant: &str, prefix: &str| match store.find_of(tenant, prefix).await {
        Ok(found) => found.to_string(),
        Err(Error::Ambiguous { ids, .. }) => ids.iter().map(DebateId::as_str).collect::<Vec<_>>().join(" or "),
        Err(Error::Unknown { .. }) => "unknown".to_owned(),
        Err(other) => panic!("{other:?}"),
    };
    for (tenant, prefix, expected) in [
        ("ann", "0a", "0a1"),
        ("bob", "0", "0a2"),
        ("bob", "0a1", "unknown"),
        ("ann", "0b", "0b1 or 0b2"),
        ("ann", "0b2", "0b2"),
        ("", "0", "0c1"),
        ("nobody", "0", "unknown"),
        ("ann", "", "unknown"),
    ] {
        assert_eq!(find(tenant, prefix).await, expected, "{tenant} {prefix}");
    }
    assert!(matches!(store.find("0a").await, Err(Error::Ambiguous { .. })), "the command line sees all");
    for (tenant, expected) in [("ann", 3), ("bob", 1), ("", 1), ("nobody", 0)] {
        assert_eq!(store.list_of(tenant, 10, None).await.unwrap().len(), expected, "{tenant}");
        assert_eq!(store.search_among("audit", 100, 0, Some(tenant)).await.unwrap().len(), expected * 2, "{tenant}");
    }
    assert_eq!(store.search("audit", 100).await.unwrap().len(), 10);
    let hits = store.search_among("audit", 1, 0, Some("bob")).await.unwrap();
    assert_eq!(hits.iter().map(|it| it.debate.as_str()).collect::<Vec<_>>(), ["0a2"], "others take up no room");
}

/// O-22: inspecting a lock keeps no process from taking it, and of many that try, one gets it.
#[tokio::test(flavor = "multi_thread")]
async fn looking_does_not_hold_up_a_claim() {
    let (_directory, _path, store) = fresh().await;
    let looks = Arc::new(AtomicBool::new(true));
    let looking: Vec<_> = (0..2)
        .map(|_| {
            let (store, looks) = (store.clone(), looks.clone());
            std::thread::spawn(move || {
                while looks.load(Ordering::Relaxed) {
                    store.is_locked(&id("a"));
                }
            })
        })
        .collect();
    for n in 0..2_000 {
        let claim = store.lock_run(&id("a")).unwrap();
        assert!(matches!(store.lock_run(&id("a")), Err(Error::Running { .. })), "{n}");
        assert!(store.is_locked(&id("a")));
        if n % 2 == 0 { claim.settle() } else { drop(claim) }
    }
    looks.store(false, Ordering::Relaxed);
    looking.into_iter().for_each(|it| it.join().unwrap());
    assert!(!store.is_locked(&id("a")));
}

/// O-22: a lock file that is removed while others wait for it is not locked by two.
#[test]
fn a_mark_is_held_by_one() {
    let directory = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let store = runtime.block_on(Store::open(&directory.path().join("a.db"))).unwrap();
    let running = Arc::new(AtomicBool::new(false));
    let claiming: Vec<_> = (0..4)
        .map(|_| {
            let (store, running) = (store.clone(), running.clone());
            std::thread::spawn(move || {
                let mut had = 0;
                while had < 200 {
                    let Ok(claim) = store.lock_run(&id("a")) else { continue };
                    assert!(!running.swap(true, Ordering::SeqCst), "two run the same debate");
                    had += 1;
                    running.store(false, Ordering::SeqCst);
                    claim.settle();
                }
            })
        })
        .collect();
    claiming.into_iter().for_each(|it| it.join().unwrap());
}

/// O-20: a store in memory leaves no files behind.
#[tokio::test]
async fn memory_leaves_no_marks() {
    let store = Store::memory().await.unwrap();
    let _claim = store.lock_run(&id("a")).unwrap();
    let mark = format!("{}.a.running", store.path().display());
    assert!(!Path::new(&mark).exists());
    assert!(!store.is_locked(&id("a")));
}

/// O-30, O-42: the newest debates of a tenant, page by page, and the owner's, whoever wrote them and in whatever order they came.
#[tokio::test]
async fn a_tenants_pages_follow_each_other() {
    let (_directory, _path, store) = fresh().await;
    let opened = |name: &str, at: u64| -> Vec<Envelope> {
        debate(&id(name), "gRPC?").into_iter().map(|it| Envelope { at, ..it }).collect()
    };
    for (name, tenant, at) in [("a", "ann", 5), ("b", "ann", 9), ("c", "bob", 7), ("d", "ann", 5), ("e", "", 8)] {
        store.begin(&id(name), held(tenant, name), opened(name, at)).await.unwrap();
    }
    store.set_restart_policy(&id("f"), RestartPolicy::Resume).await.unwrap();
    let log = opened("f", 6);
    for event in &log {
        store.append(&id("f"), event).await.unwrap();
    }
    assert_eq!(
        store.held(&id("f")).await.unwrap().restart_policy,
        RestartPolicy::Resume,
        "what was decided before stays"
    );
    let page = async |tenant: &str, limit: u32, after: Option<&str>| {
        let after = after.map(id);
        let listed = store.list_of(tenant, limit, after.as_ref()).await.unwrap();
        listed.into_iter().map(|it| it.debate.to_string()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(page("ann", 2, None).await, "b d");
    assert_eq!(page("ann", 2, Some("d")).await, "a");
    assert_eq!(page("ann", 2, Some("a")).await, "");
    assert_eq!(page("", 9, None).await, "e f");
    assert_eq!(page("", 9, Some("e")).await, "f");
    store.check().await.unwrap();
    store.close().await;
    assert!(matches!(store.check().await, Err(Error::Closed)));
}

/// A long log is written in parts, so that others do not wait for all of it; it is invisible until it is complete, and the remains of an
/// interrupted attempt are removed.
#[tokio::test]
async fn a_long_log_is_seen_when_it_is_whole() {
    let (_directory, _path, store) = fresh().await;
    let long = |needle: &str| {
        let said = turn("hamilton", &format!("{needle} {}", "We should. ".repeat(20_000)), &[]);
        let rest = (1..30).map(move |seq| envelope(seq, said.clone()));
        std::iter::once(envelope(0, super::opened(&id("a"), "gRPC?"))).chain(rest).collect::<Vec<_>>()
    };
    // Interrupted: all but the first event is there, and somebody searched.
    store.import(&id("a"), &long("earlier")[1..]).await.unwrap();
    assert_eq!(store.search("earlier", 99).await.unwrap(), []);
    assert!(store.find("a").await.is_err());
    let before = store.commits();
    store.begin(&id("a"), held("t", "k"), long("needle")).await.unwrap();
    assert!(store.commits() - before > 5, "in parts");
    assert_eq!(store.log(&id("a")).await.unwrap(), long("needle"));
    assert_eq!(store.search_among("needle", 99, 0, Some("t")).await.unwrap().len(), 29);
    assert_eq!(store.search("earlier", 99).await.unwrap(), []);
    // An existing debate stays as it is.
    let again = store.begin(&id("a"), held("t", "other"), long("later")).await.unwrap_err();
    assert!(matches!(again, Error::Taken { .. }), "{again:?}");
    assert_eq!(store.log(&id("a")).await.unwrap(), long("needle"));
    // Nothing is added to a debate that has only its first event.
    store.import(&id("b"), &long("short")[..1]).await.unwrap();
    let again = store.begin(&id("b"), held("t", "other"), long("later")).await.unwrap_err();
    assert!(matches!(again, Error::Taken { seq: 0, .. }), "{again:?}");
    assert_eq!(store.log(&id("b")).await.unwrap().len(), 1);
}
