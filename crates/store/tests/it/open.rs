//! Opening new, older, newer and foreign files.
use super::*;
use sqlx::Row;
use store::Error;

/// O-20: a new file gets its directory and its schema, and can be opened again.
#[tokio::test]
async fn a_new_file_is_made_with_its_directory() {
    let (_directory, path, store) = fresh().await;
    store.import(&id("a"), &debate(&id("a"), "gRPC?")).await.unwrap();
    store.close().await;
    assert!(!path.with_file_name("roundtable.db-wal").exists(), "closing folds the write-ahead log into the file");

    let again = Store::open(&path).await.unwrap();
    assert_eq!(again.log(&id("a")).await.unwrap(), debate(&id("a"), "gRPC?"));
    let mut raw = raw(&path).await;
    let mode: String = sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut raw).await.unwrap();
    assert_eq!(mode, "wal");
}

/// O-20: an empty file counts as new.
#[tokio::test]
async fn an_empty_file_is_new() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("empty.db");
    std::fs::write(&path, "").unwrap();
    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.list(10, 0).await.unwrap(), []);
}

/// O-20, O-24: a file of the first schema is migrated with all its content.
#[tokio::test]
async fn an_old_file_is_brought_up_to_date() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("old.db");
    execute(&path, include_str!("../golden/schema-1.sql")).await;

    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.log(&id("0198-old")).await.unwrap().len(), 4);
    let hits = store.search("spring", 10).await.unwrap();
    assert_eq!(hits.iter().map(|it| it.seq).collect::<Vec<_>>(), [2]);
    assert_eq!(store.list_of("", 10, None).await.unwrap().len(), 1, "it is the owner's");
    let mut raw = raw(&path).await;
    let version = sqlx::query("PRAGMA user_version").fetch_one(&mut raw).await.unwrap().get::<i64, _>(0);
    assert_eq!(version, 6);
}

/// O-20, O-21: an index of a release that took a Chinese sentence for one word is made anew.
#[tokio::test]
async fn an_old_index_is_made_anew() {
    let (_directory, path, store) = fresh().await;
    store.import(&id("a"), &debate(&id("a"), "系统应该拆分吗？")).await.unwrap();
    store.close().await;
    let before = "DROP TABLE learned; DROP TABLE learned_next; DROP TABLE found; \
        CREATE VIRTUAL TABLE found USING fts5 (text, n UNINDEXED, what UNINDEXED, speaker UNINDEXED, round UNINDEXED, \
            tokenize = 'unicode61 remove_diacritics 2'); \
        INSERT INTO found (text, n, what) VALUES ('系统应该拆分吗？', 1, 'topic'); \
        UPDATE indexed SET upto = 99";
    execute(&path, before).await;
    execute(&path, "PRAGMA user_version = 4").await;
    let store = Store::open(&path).await.unwrap();
    let hits = store.search("拆分", 10).await.unwrap();
    assert_eq!(hits.iter().map(|it| it.marked("«", "»")).collect::<Vec<_>>(), ["系统应该«拆分»吗？"]);
}

/// O-20: a file of a newer release is refused, and left as it is.
#[tokio::test]
async fn a_newer_file_is_refused_untouched() {
    let (_directory, path, store) = fresh().await;
    store.import(&id("a"), &debate(&id("a"), "gRPC?")).await.unwrap();
    store.close().await;
    execute(&path, "PRAGMA user_version = 99").await;
    let before = std::fs::read(&path).unwrap();

    let why = Store::open(&path).await.unwrap_err();
    assert!(matches!(why, Error::NewerSchema { found: 99, known: 6, .. }), "{why:?}");
    assert!(why.to_string().contains("newer release (schema 99, this one knows 6)"), "{why}");
    assert!(std::fs::read(&path).unwrap() == before);
}

/// O-20: the database of another program is refused, and left as it is.
#[tokio::test]
async fn a_foreign_database_is_refused_untouched() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("foreign.db");
    execute(&path, "CREATE TABLE bookmarks (url TEXT)").await;
    let before = std::fs::read(&path).unwrap();
    let why = Store::open(&path).await.unwrap_err();
    assert!(matches!(why, Error::Foreign { .. }), "{why:?}");
    assert!(std::fs::read(&path).unwrap() == before);
}

/// O-20: a file that is no database is refused, and left as it is.
#[tokio::test]
async fn a_text_file_is_no_database() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("notes.txt");
    let text = "# Notes\nBuy milk.\n".repeat(100);
    std::fs::write(&path, &text).unwrap();
    let why = Store::open(&path).await.unwrap_err();
    assert!(matches!(why, Error::NotADatabase { .. }), "{why:?}");
    assert_eq!(
        why.to_string(),
        format!("`{}` is not a database; move it away, or choose another file", path.display())
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

/// O-20: where no file can be created, the path is named.
#[tokio::test]
async fn places_that_cannot_be_written_are_named() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    std::fs::write(&file, "").unwrap();
    let inside_a_file = file.join("roundtable.db");
    let a_directory = directory.path().to_owned();
    let mut places = vec![inside_a_file, a_directory];
    if rustix::process::geteuid().is_root() {
        // Permissions don't restrict root; this file system does.
        places.push(PathBuf::from("/proc/roundtable.db"));
    } else {
        let closed = directory.path().join("closed");
        std::fs::create_dir(&closed).unwrap();
        std::fs::set_permissions(&closed, std::os::unix::fs::PermissionsExt::from_mode(0o555)).unwrap();
        places.push(closed.join("roundtable.db"));
    }
    for place in places {
        let why = Store::open(&place).await.unwrap_err();
        assert!(matches!(why, Error::Io { .. }), "{why:?}");
        assert!(why.to_string().contains(&format!("`{}`", place.display())), "{why}");
    }
}

/// O-20: many processes open a new file at the same time, and all succeed.
#[tokio::test(flavor = "multi_thread")]
async fn a_new_file_may_be_opened_by_many_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("roundtable.db");
    let mut opening = tokio::task::JoinSet::new();
    for number in 0..8 {
        let path = path.clone();
        opening.spawn(async move {
            let store = Store::open(&path).await?;
            store.append(&DebateId::from(format!("d{number}")), &envelope(0, round(1))).await
        });
    }
    for outcome in opening.join_all().await {
        outcome.unwrap();
    }
    let store = Store::open(&path).await.unwrap();
    assert_eq!(store.list(100, 0).await.unwrap().len(), 8);
}

/// A store in memory works like one in a file, and shares nothing with the next.
#[tokio::test]
async fn memory_is_a_store_of_its_own() {
    let (one, other) = (Store::memory().await.unwrap(), Store::memory().await.unwrap());
    one.import(&id("a"), &debate(&id("a"), "gRPC?")).await.unwrap();
    assert_eq!(one.log(&id("a")).await.unwrap().len(), 5);
    assert_eq!(one.search("audit", 10).await.unwrap().len(), 2);
    assert_eq!(other.list(10, 0).await.unwrap(), []);
}

/// A closed store refuses, in every clone.
#[tokio::test]
async fn a_closed_store_refuses() {
    let (_directory, _path, store) = fresh().await;
    let clone = store.clone();
    store.close().await;
    clone.close().await;
    assert!(matches!(clone.append(&id("a"), &envelope(0, round(1))).await, Err(Error::Closed)));
    assert!(matches!(clone.log(&id("a")).await, Err(Error::Closed)));
    assert!(matches!(clone.search("a", 1).await, Err(Error::Closed)));
}
