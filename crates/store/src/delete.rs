//! Deletes a debate with everything stored for it: its log, its owner, its search index, its outcomes and its
//! post-mortem.
//!
//! Not here: whether it runs. The caller holds its [`RunLock`](crate::RunLock) and settles that afterwards.
use crate::Store;
use crate::error::Error;
use crate::writer::Job;
use debate::ids::DebateId;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

/// Removes the index rows of the debate and of the last indexed event; the mark is then set back behind that event, so that a concurrent
/// indexer finds another mark than it started from and reads again.
const FOUND: &str =
    "DELETE FROM found WHERE n IN (SELECT n FROM events WHERE debate = ?1) OR n >= (SELECT upto FROM indexed)";

/// A later event may get the `n` of a deleted one: the index must still read it.
const MARK: &str = "UPDATE indexed SET upto = min(upto - 1, (SELECT coalesce(max(n), 0) FROM events))";

impl Store {
    /// Deletes a debate with everything stored for it; returns when that is on the disk. Returns whether it existed. Forks of it have their
    /// own copies of the events.
    pub async fn delete(&self, debate: &DebateId) -> Result<bool, Error> {
        self.ask(|done| Job::Delete { debate: debate.clone(), done }).await
    }
}

pub(crate) async fn all(connection: &mut SqliteConnection, debate: &DebateId) -> Result<bool, sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // A persistent setting of the index: deleted words are removed from it, and not only marked as deleted.
    sqlx::query("INSERT INTO found (found, rank) VALUES ('secure-delete', 1)").execute(&mut *transaction).await?;
    sqlx::query(FOUND).bind(debate.as_str()).execute(&mut *transaction).await?;
    let gone =
        sqlx::query("DELETE FROM events WHERE debate = ?1").bind(debate.as_str()).execute(&mut *transaction).await?;
    sqlx::query("DELETE FROM held WHERE debate = ?1").bind(debate.as_str()).execute(&mut *transaction).await?;
    // Outcomes and post-mortems; what was learned from them stays as counts.
    sqlx::query("DELETE FROM learned WHERE debate = ?1").bind(debate.as_str()).execute(&mut *transaction).await?;
    sqlx::query("DELETE FROM continued WHERE debate = ?1").bind(debate.as_str()).execute(&mut *transaction).await?;
    sqlx::query(MARK).execute(&mut *transaction).await?;
    transaction.commit().await?;
    // The write-ahead log still holds earlier content. A current reader prevents truncation; the next checkpoint that can truncates it.
    let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(connection).await;
    Ok(gone.rows_affected() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::unindexed;
    use debate::event::{Envelope, Event, LOG_VERSION};
    use debate::rules::Rules;
    use debate::topic::Topic;

    fn opening(id: &str, topic: &str) -> Envelope {
        let event = Event::DebateOpened {
            version: LOG_VERSION,
            debate: DebateId::from(id),
            topic: Topic::new(topic).unwrap(),
            ballot: None,
            mode: "collaborative".to_owned(),
            participants: Vec::new(),
            rules: Rules::default(),
            rehearsal: false,
            fork: None,
        };
        Envelope { seq: 0, at: 1, elapsed: 0, event }
    }

    /// O-21: rows that were read for the index before a deletion are not added afterwards, and a debate that gets the row numbers of the
    /// deleted one is found by its own words, whether the deleted one was indexed or not.
    #[tokio::test]
    async fn nothing_deleted_comes_back_into_the_index() {
        for is_indexed in [false, true] {
            let store = Store::memory().await.unwrap();
            let [kept, gone, next] = ["kept", "gone", "next"].map(DebateId::from);
            store.append(&kept, &opening("kept", "about apples")).await.unwrap();
            store.append(&gone, &opening("gone", "about secrets")).await.unwrap();
            if is_indexed {
                assert_eq!(store.search("secrets", 9).await.unwrap().len(), 1);
            }
            let from: i64 =
                sqlx::query_scalar("SELECT upto FROM indexed").fetch_one(&store.inner.readers).await.unwrap();
            let read = unindexed(&store.inner.readers, from, i64::MAX).await.unwrap();
            assert!(store.delete(&gone).await.unwrap());
            store.append(&next, &opening("next", "about pears")).await.unwrap();
            assert_eq!(read.is_some(), !is_indexed);
            if let Some(stride) = read {
                store.ask(|done| Job::Index { stride, done }).await.unwrap();
            }
            for (word, found) in [("secrets", None), ("pears", Some(&next)), ("apples", Some(&kept))] {
                let hits = store.search(word, 9).await.unwrap();
                assert_eq!(hits.iter().map(|it| &it.debate).collect::<Vec<_>>(), Vec::from_iter(found), "{word}");
            }
        }
    }
}
