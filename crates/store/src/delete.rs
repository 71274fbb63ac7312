//! A debate goes with all that is kept of it: its log, whose it was, and what can be found of it.
//!
//! Not here: whether it runs. Whoever deletes a debate holds its [`Claim`](crate::Claim), and settles that afterwards.
use crate::Store;
use crate::error::Error;
use crate::writer::Job;
use debate::ids::DebateId;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

/// What the index has of the debate goes, and what it has of the last event that it has seen: the mark is then set back behind that one, so that
/// whoever is indexing meanwhile, with what was read before, finds another mark than it started from and reads again.
const FOUND: &str =
    "DELETE FROM found WHERE n IN (SELECT n FROM events WHERE debate = ?1) OR n >= (SELECT upto FROM indexed)";

/// An event that comes later may get the `n` of one that went: the index must still look at it.
const MARK: &str = "UPDATE indexed SET upto = min(upto - 1, (SELECT coalesce(max(n), 0) FROM events))";

impl Store {
    /// Deletes a debate with all that is kept of it; returns when that is on the disk. Says whether there was one. Debates that were forked from it
    /// have their own copies of what they need.
    pub async fn delete(&self, debate: &DebateId) -> Result<bool, Error> {
        self.ask(|done| Job::Delete { debate: debate.clone(), done }).await
    }
}

pub(crate) async fn all(connection: &mut SqliteConnection, debate: &DebateId) -> Result<bool, sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    // A setting of the index, which is kept: words are taken out of it, and not only marked as gone.
    sqlx::query("INSERT INTO found (found, rank) VALUES ('secure-delete', 1)").execute(&mut *transaction).await?;
    sqlx::query(FOUND).bind(debate.as_str()).execute(&mut *transaction).await?;
    let gone =
        sqlx::query("DELETE FROM events WHERE debate = ?1").bind(debate.as_str()).execute(&mut *transaction).await?;
    sqlx::query("DELETE FROM held WHERE debate = ?1").bind(debate.as_str()).execute(&mut *transaction).await?;
    sqlx::query("DELETE FROM continued WHERE debate = ?1").bind(debate.as_str()).execute(&mut *transaction).await?;
    sqlx::query(MARK).execute(&mut *transaction).await?;
    transaction.commit().await?;
    // The log beside the file holds what was written before. Whoever reads right now keeps it from being emptied; the next one who can does.
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

    /// O-21: what was read for the index before a debate was deleted is not put into it afterwards, and a debate that gets the place
    /// of the deleted one is found by its own words, whether the index had seen the deleted one or not.
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
