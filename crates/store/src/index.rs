//! The search index: derived from the log, and updated when somebody searches.
//!
//! A read-only file has an index in memory, as long as it is open. Appends don't touch the index. Events are read and parsed here, on the
//! searcher's task; the writer only moves the mark and adds the rows, in one transaction, and only if the mark is still where the searcher
//! found it: of two processes that index at the same time, one wins and the other reads again.
use crate::Store;
use crate::aside::aside;
use crate::characters::separated;
use crate::error::Error;
use crate::log::whole;
use crate::search::What;
use crate::writer::Job;
use debate::event::{Event, RoomEvent};
use debate::turn::Turn;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteExecutor};
use std::sync::LazyLock;
use tokio::sync::{MappedMutexGuard, MutexGuard};

/// Events indexed in one transaction: few, since appends wait for it.
const STRIDE: i64 = 256;

const INDEX: &str = "INSERT INTO found (text, n, what, speaker, round) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?1)";

/// The same two tables as in the file, in memory: SQLite resolves unqualified names to these.
static TEMPORARY: LazyLock<String> = LazyLock::new(|| {
    [include_str!("../migrations/0002_search.sql"), include_str!("../migrations/0005_scripts.sql")]
        .concat()
        .replace("TABLE ", "TABLE temp.")
});

/// A batch of events to index.
pub(crate) struct Stride {
    /// The last event before them, and the last of them.
    from: i64,
    upto: i64,
    /// Rows for the index as JSON: `[[text, n, what, speaker, round], …]`.
    rows: String,
}

impl Store {
    /// Indexes everything that had been appended when it was called.
    pub(crate) async fn catch_up(&self) -> Result<(), Error> {
        let newest = newest(&self.inner.readers).await.map_err(|why| self.fault(why))?;
        loop {
            let from = mark(&self.inner.readers).await.map_err(|why| self.fault(why))?;
            let next = unindexed(&self.inner.readers, from, newest).await.map_err(|why| self.fault(why))?;
            let Some(stride) = next else { return Ok(()) };
            self.ask(|done| Job::Index { stride, done }).await?;
        }
    }

    /// A connection with an up-to-date index in memory, for a read-only file. It is kept as long as the store.
    pub(crate) async fn indexed_aside(&self) -> Result<MappedMutexGuard<'_, SqliteConnection>, Error> {
        let mut reader = self.inner.reader.lock().await;
        let caught_up = async {
            let connection = match &mut *reader {
                Some(connection) => connection,
                absent => {
                    let options = self.inner.options.clone().pragma("temp_store", "MEMORY");
                    let mut connection = options.connect().await?;
                    sqlx::raw_sql(AssertSqlSafe(TEMPORARY.as_str())).execute(&mut connection).await?;
                    absent.insert(connection)
                }
            };
            let newest = newest(&mut *connection).await?;
            loop {
                let from = mark(&mut *connection).await?;
                let Some(stride) = unindexed(&mut *connection, from, newest).await? else { return Ok(()) };
                stride.write(connection).await?;
            }
        };
        caught_up.await.map_err(|why| self.fault(why))?;
        MutexGuard::try_map(reader, Option::as_mut).map_err(|_| Error::Closed)
    }
}

async fn newest<'a>(connection: impl SqliteExecutor<'a>) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT coalesce(max(n), 0) FROM events").fetch_one(connection).await
}

/// The last indexed event.
async fn mark<'a>(connection: impl SqliteExecutor<'a>) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("SELECT upto FROM indexed").fetch_one(connection).await
}

/// The next events as rows for the index, and the last of them.
pub(crate) async fn unindexed<'a>(
    connection: impl SqliteExecutor<'a>,
    from: i64,
    newest: i64,
) -> Result<Option<Stride>, sqlx::Error> {
    let events: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("SELECT n, body FROM events WHERE n > ?1 AND n <= ?2 ORDER BY n LIMIT ?3")
            .bind(from)
            .bind(newest)
            .bind(STRIDE)
            .fetch_all(connection)
            .await?;
    let Some((upto, _)) = events.last() else { return Ok(None) };
    let (upto, bytes) = (*upto, events.iter().map(|(_, body)| body.len()).sum());
    let rows = aside(bytes, move || {
        let mut rows = Vec::new();
        for (n, body) in events {
            // An unreadable record has nothing to index; reading its log reports it.
            if let Ok(envelope) = debate::log::one(whole(&body)) {
                add(&mut rows, n, &envelope.event);
            }
        }
        Value::Array(rows).to_string()
    });
    Ok(Some(Stride { from, upto, rows: rows.await }))
}

impl Stride {
    /// Adds the rows and moves the mark, unless another process has done so meanwhile.
    pub(crate) async fn write(self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let Stride { from, upto, rows } = self;
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        let moved = sqlx::query("UPDATE indexed SET upto = ?2 WHERE upto = ?1")
            .bind(from)
            .bind(upto)
            .execute(&mut *transaction)
            .await?;
        if moved.rows_affected() == 0 {
            return transaction.rollback().await;
        }
        sqlx::query(INDEX).bind(rows).execute(&mut *transaction).await?;
        transaction.commit().await
    }
}

fn add(rows: &mut Vec<Value>, n: i64, event: &Event) {
    let mut row = |what: What, text: &str, by: Option<&str>, round: Option<u32>| {
        // Control characters are removed: two of them mark matches in a snippet.
        let text: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
        rows.push(json!([separated(&text), n, what.as_str(), by, round]));
    };
    match event {
        Event::DebateOpened { topic, .. } => row(What::Topic, topic.as_str(), None, None),
        Event::TurnTaken { round, by, turn: Turn { position, claims, .. }, .. } => {
            let by = Some(by.as_str());
            if let Some(position) = position {
                row(What::Position, position, by, Some(*round));
            }
            for claim in claims {
                row(What::Claim, &claim.text, by, Some(*round));
            }
        }
        Event::Room { round, what: RoomEvent::Said { by, turn, .. }, .. } => {
            row(What::Room, &turn.say, Some(by.as_str()), Some(*round));
        }
        Event::Room { round, what: RoomEvent::CardDrawn { card: Some(card), .. }, .. } => {
            row(What::Crux, &format!("{} {}", card.question, card.crux), None, Some(*round));
        }
        Event::RoundOpened { .. }
        | Event::AnswerUnusable { .. }
        | Event::TurnFailed { .. }
        | Event::ModeChosen { .. }
        | Event::GroupthinkSeen { .. }
        | Event::WatchBegun { .. }
        | Event::WatchEnded { .. }
        | Event::AnswerReviewed { .. }
        | Event::RoundReviewed { .. }
        | Event::SourcesAttached { .. }
        | Event::ToolsUsed { .. }
        | Event::PositionsCompared { .. }
        | Event::BallotsGrouped { .. }
        | Event::Panel { .. }
        | Event::Room { .. }
        | Event::CallNoted { .. }
        | Event::DebateContinued { .. }
        | Event::DebateClosed { .. } => {}
    }
}
