//! Deleting debates.
use super::*;
use store::{Error, KeyedRequest, Ownership, RestartPolicy};

/// O-21, O-40: a deleted debate is gone from the log, the lists, the search and the request keys; others stay, and its id can be used
/// again.
#[tokio::test]
async fn a_deleted_debate_is_gone() {
    let (_directory, _path, store) = fresh().await;
    let request = Some(KeyedRequest { key: "k".to_owned(), digest: "d".to_owned() });
    let held = Ownership { tenant: "acme".to_owned(), restart_policy: RestartPolicy::Resume, request };
    store.begin(&id("gone"), held, debate(&id("gone"), "Should the zeppelin fly?")).await.unwrap();
    store.import(&id("kept"), &debate(&id("kept"), "Should the zebra run?")).await.unwrap();
    assert_eq!(store.search("audit", 20).await.unwrap().len(), 4);
    assert!(store.delete(&id("gone")).await.unwrap());
    assert!(!store.delete(&id("gone")).await.unwrap(), "there is none any more");
    assert!(matches!(store.log(&id("gone")).await, Err(Error::Unknown { .. })));
    assert!(matches!(store.find("gone").await, Err(Error::Unknown { .. })));
    assert_eq!(store.asked("acme", "k").await.unwrap(), None);
    assert_eq!(store.held(&id("gone")).await.unwrap(), Ownership::default());
    assert_eq!(store.unfinished().await.unwrap(), []);
    assert_eq!(store.list_of("acme", 9, None).await.unwrap(), []);
    let listed: Vec<_> = store.list(9, 0).await.unwrap().into_iter().map(|it| it.debate).collect();
    assert_eq!(listed, [id("kept")]);
    assert!(store.search("zeppelin", 9).await.unwrap().is_empty());
    assert!(store.search("audit", 20).await.unwrap().iter().all(|hit| hit.debate == id("kept")));
    assert_eq!(store.log(&id("kept")).await.unwrap().len(), 5);
    store.import(&id("gone"), &debate(&id("gone"), "Should the kite fly?")).await.unwrap();
    assert_eq!(store.search("kite", 9).await.unwrap().len(), 1);
}

/// O-21, O-40: no file of the store keeps a word of a deleted debate, whether it was indexed before or not.
#[tokio::test]
async fn no_file_keeps_its_words() {
    let (_directory, path, store) = fresh().await;
    let folder = path.parent().unwrap();
    let holds = |word: &str| {
        let files = std::fs::read_dir(folder).unwrap().map(|it| std::fs::read(it.unwrap().path()).unwrap());
        files.filter(|bytes| bytes.windows(word.len()).any(|it| it == word.as_bytes())).count()
    };
    for number in 0..40 {
        let other = id(&format!("other{number}"));
        store.import(&other, &debate(&other, "Should the zebra run?")).await.unwrap();
    }
    let long = format!("Should the zeppelin fly? {}", "Because of the wind. ".repeat(150));
    let claim = store.lock_run(&id("gone")).unwrap();
    store.import(&id("gone"), &debate(&id("gone"), &long)).await.unwrap();
    assert_eq!(store.search("zeppelin", 9).await.unwrap().len(), 1);
    assert!(holds("zeppelin") > 0);
    assert!(store.delete(&id("gone")).await.unwrap());
    claim.settle();
    assert_eq!(holds("zeppelin"), 0);
    let names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert!(!names.iter().any(|it| it.to_string_lossy().contains("running")), "{names:?}");
    assert_eq!(store.search("zebra", 99).await.unwrap().len(), 40);
}
