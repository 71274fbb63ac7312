//! Opens the database file and migrates older ones.
//!
//! Migrations only go forward and are counted by `user_version`. We count ourselves because a file is inspected before anything in it
//! changes: one from a newer release, or from another program, is left unchanged.
use crate::error::Error;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};
use std::path::Path;
use std::time::{Duration, Instant};

/// Each migrates to the next version. Never edit one once it is released: add another.
const MIGRATIONS: [&str; 6] = [
    include_str!("../migrations/0001_events.sql"),
    include_str!("../migrations/0002_search.sql"),
    include_str!("../migrations/0003_held.sql"),
    include_str!("../migrations/0004_continued.sql"),
    include_str!("../migrations/0005_scripts.sql"),
    include_str!("../migrations/0006_learned.sql"),
];

/// The schema version of this release.
pub(crate) const KNOWN: i64 = MIGRATIONS.len() as i64;

/// Identifies the file in its header: `Rtbl`.
const APPLICATION: i64 = 0x5274_626c;

/// How long to wait for another process to release the database.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);

/// The options of every connection.
pub(crate) fn options() -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .busy_timeout(PATIENCE)
        .foreign_keys(true)
        // A checkpoint delays the commit that triggers it: do it four times as rarely as by default, at 16 MB of log.
        .pragma("wal_autocheckpoint", "4096")
        .synchronous(SqliteSynchronous::Full)
        // Deleted content is overwritten: the file keeps no words of a deleted debate.
        .pragma("secure_delete", "on")
        // Debates are private: their content must not reach a program's log with the statements.
        .disable_statement_logging()
}

/// Opens the writing connection, with the schema up to date.
pub(crate) async fn open(path: &Path, options: &SqliteConnectOptions) -> Result<SqliteConnection, Error> {
    let fault = |why| Error::of_database(path, why);
    let mut connection = options.clone().create_if_missing(true).connect().await.map_err(fault)?;
    if version(path, &mut connection).await? < KNOWN {
        migrate(path, &mut connection).await?;
    }
    write_ahead(&mut connection).await.map_err(fault)?;
    Ok(connection)
}

/// Opens a read-only file. Fails if it would have to be migrated.
pub(crate) async fn open_fixed(path: &Path, options: &SqliteConnectOptions) -> Result<SqliteConnection, Error> {
    let mut connection = options.connect().await.map_err(|why| Error::of_database(path, why))?;
    match version(path, &mut connection).await? {
        KNOWN => Ok(connection),
        _ => Err(Error::ReadOnly { path: path.to_owned() }),
    }
}

/// The schema version of the file; 0 for a new one.
async fn version(path: &Path, connection: &mut SqliteConnection) -> Result<i64, Error> {
    let (found, application, tables): (i64, i64, i64) = sqlx::query_as(
        "SELECT (SELECT user_version FROM pragma_user_version), (SELECT application_id FROM pragma_application_id), \
         (SELECT count(*) FROM sqlite_schema)",
    )
    .fetch_one(connection)
    .await
    .map_err(|why| Error::of_database(path, why))?;
    let new = found == 0 && application == 0 && tables == 0;
    match found {
        _ if application != APPLICATION && !new => Err(Error::Foreign { path: path.to_owned() }),
        _ if found > KNOWN => Err(Error::NewerSchema { path: path.to_owned(), found, known: KNOWN }),
        _ => Ok(found),
    }
}

async fn migrate(path: &Path, connection: &mut SqliteConnection) -> Result<(), Error> {
    let fault = |why| Error::of_database(path, why);
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.map_err(fault)?;
    // Another process may have migrated it while this one waited for the lock.
    let found = version(path, &mut transaction).await?;
    for sql in MIGRATIONS.into_iter().skip(usize::try_from(found).unwrap_or_default()) {
        sqlx::raw_sql(sql).execute(&mut *transaction).await.map_err(fault)?;
    }
    let mark = format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {KNOWN}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(mark)).execute(&mut *transaction).await.map_err(fault)?;
    transaction.commit().await.map_err(fault)
}

/// Puts the file in WAL mode, where a commit costs one sync and readers don't wait.
///
/// SQLite does not wait for a lock here by itself, and two processes may open a new file at the same time.
async fn write_ahead(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let begun = Instant::now();
    loop {
        match sqlx::query("PRAGMA journal_mode = WAL").execute(&mut *connection).await {
            Ok(_) => return Ok(()),
            Err(sqlx::Error::Database(why))
                if why.code().is_some_and(|code| code == "5") && begun.elapsed() < PATIENCE =>
            {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            Err(why) => return Err(why),
        }
    }
}
