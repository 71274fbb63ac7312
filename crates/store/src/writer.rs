//! The single task that writes.
//!
//! It takes all queued jobs, writes them in one transaction, and notifies all callers: a sync of the disk costs as much for a thousand
//! events as for one. Callers serialize events on their own tasks; here they are only copied.
use crate::commit_pacer::CommitPacer;
use crate::delete;
use crate::error::Error;
use crate::group::{Append, Continued, Group, is_taken};
use crate::held::{KeyedRequest, Ownership, RestartPolicy};
use crate::index::Stride;
use crate::learned::LearnedAppend;
use debate::ids::DebateId;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Notifies the caller of the outcome.
pub(crate) type Done<T> = oneshot::Sender<Result<T, Error>>;

/// A job of the writer.
pub(crate) enum Job {
    /// Append events to a log.
    Append(Append),
    /// Add a batch of events to the search index.
    Index { stride: Stride, done: Done<()> },
    /// Remove the last record of a log, which can't be read.
    Drop { debate: DebateId, seq: i64, body: Vec<u8>, done: Done<bool> },
    /// Delete a debate.
    Delete { debate: DebateId, done: Done<bool> },
    /// Remove what was written of a debate that has no first event; refused if it has one.
    Clear { debate: DebateId, done: Done<()> },
    /// Append events to the log of what was learned, if their place in it is still free.
    Learn { append: LearnedAppend, done: Done<bool> },
    /// Set what a starting server does with a debate.
    RestartPolicy { debate: DebateId, restart_policy: RestartPolicy, done: Done<()> },
    /// Write nothing; notify when all earlier jobs are written or refused.
    Flush { done: Done<()> },
    /// Write what is queued, then stop.
    Close,
}

/// The most jobs of one transaction. Larger transactions cost a little less, but their callers have nothing to do meanwhile: a thousand
/// debates at once (O-30) are 5 % slower with 1,024.
const MOST_JOBS: usize = 192;
/// The most bytes of one statement, to bound memory; a single append may be larger.
const MOST_BYTES: usize = 4 << 20;

/// Inserts the owner and the opening time of a new debate.
const BEGUN: &str = "INSERT INTO held (debate, tenant, fate, key, request, at, n) \
    SELECT debate, ?2, ?3, ?4, ?5, at, n FROM events WHERE debate = ?1 AND seq = 0 ON CONFLICT (debate) DO UPDATE \
    SET tenant = excluded.tenant, fate = excluded.fate, key = excluded.key, request = excluded.request, \
        at = excluded.at, n = excluded.n";

/// The same for a debate that no server began: an earlier restart policy stays.
const OPENED: &str = "INSERT INTO held (debate, tenant, fate, at, n) \
    SELECT debate, '', 0, at, n FROM events WHERE debate = ?1 AND seq = 0 ON CONFLICT (debate) DO UPDATE \
    SET at = excluded.at, n = excluded.n";

/// Inserts the request that continues a debate, unless a debate was created with the same key.
const CONTINUED: &str = "INSERT INTO continued (tenant, key, debate, request) SELECT ?1, ?2, ?3, ?4 \
    WHERE NOT EXISTS (SELECT 1 FROM held WHERE tenant = ?1 AND key = ?2)";

/// After a removal: a later event may get the `n` of a removed one, and the index must still read it.
const BEHIND: &str = "UPDATE indexed SET upto = min(upto, (SELECT coalesce(max(n), 0) FROM events))";

/// Owns the writing connection.
pub(crate) struct Writer {
    pub(crate) path: PathBuf,
    pub(crate) connection: SqliteConnection,
    pub(crate) queue: mpsc::UnboundedReceiver<Job>,
    pub(crate) commits: Arc<AtomicU64>,
    /// The interval between commits while several debates write.
    pub(crate) gap: Duration,
}

impl Writer {
    /// Writes until all senders are dropped, or a job says to close.
    pub(crate) async fn run(mut self) {
        let mut waiting = Vec::new();
        let mut pacer = CommitPacer::default();
        while self.queue.recv_many(&mut waiting, MOST_JOBS).await > 0 {
            if let Some(rest) = pacer.rest(&waiting, self.gap) {
                tokio::time::sleep(rest).await;
                waiting.extend(std::iter::from_fn(|| self.queue.try_recv().ok()).take(MOST_JOBS));
            }
            pacer.begin(&waiting);
            let (mut group, mut begun) = (Group::default(), Vec::new());
            for job in waiting.drain(..) {
                match job {
                    // These write to two tables: they share a transaction, each with its own outcome.
                    Job::Append(append) if append.stands_apart() => {
                        // What was queued for its log before comes first.
                        if append.continued.is_some() {
                            self.commit(std::mem::take(&mut group)).await;
                        }
                        begun.push(append);
                        if begun.iter().map(Append::bytes).sum::<usize>() > MOST_BYTES {
                            self.commit_apart(std::mem::take(&mut begun)).await;
                        }
                    }
                    Job::Append(append) => {
                        if begun.iter().any(|it| it.debate == append.debate) {
                            self.commit_apart(std::mem::take(&mut begun)).await;
                        }
                        group.add(append);
                        if group.bytes() > MOST_BYTES {
                            self.commit(std::mem::take(&mut group)).await;
                        }
                    }
                    Job::Index { stride, done } => {
                        let outcome = stride.write(&mut self.connection).await;
                        let _ = done.send(outcome.map_err(|why| Error::of_database(&self.path, why)));
                    }
                    Job::Drop { debate, seq, body, done } => {
                        let outcome = self.drop_last(&debate, seq, body).await;
                        let _ = done.send(outcome.map_err(|why| Error::of_database(&self.path, why)));
                    }
                    Job::Delete { debate, done } => {
                        // Earlier jobs are written first.
                        self.commit(std::mem::take(&mut group)).await;
                        self.commit_apart(std::mem::take(&mut begun)).await;
                        let outcome = delete::all(&mut self.connection, &debate).await;
                        let _ = done.send(outcome.map_err(|why| Error::of_database(&self.path, why)));
                    }
                    Job::Learn { append, done } => {
                        let outcome = append.write(&mut self.connection).await;
                        let _ = done.send(outcome.map_err(|why| Error::of_database(&self.path, why)));
                    }
                    Job::Clear { debate, done } => {
                        let outcome = match self.clear(&debate).await {
                            Ok(true) => Ok(()),
                            Ok(false) => Err(Error::Taken { debate, seq: 0 }),
                            Err(why) => Err(Error::of_database(&self.path, why)),
                        };
                        let _ = done.send(outcome);
                    }
                    Job::RestartPolicy { debate, restart_policy, done } => {
                        // Debates that begin in this group must exist first.
                        self.commit_apart(std::mem::take(&mut begun)).await;
                        let outcome = self.decide(&debate, restart_policy).await;
                        let _ = done.send(outcome.map_err(|why| Error::of_database(&self.path, why)));
                    }
                    Job::Flush { done } => {
                        self.commit(std::mem::take(&mut group)).await;
                        self.commit_apart(std::mem::take(&mut begun)).await;
                        let _ = done.send(Ok(()));
                    }
                    Job::Close => self.queue.close(),
                }
            }
            self.commit(group).await;
            self.commit_apart(begun).await;
        }
        let _ = self.connection.close().await;
    }

    async fn commit(&mut self, mut group: Group) {
        if group.is_empty() {
            return;
        }
        let outcome = group.write(&mut self.connection).await;
        let members = group.into_members();
        match outcome {
            Ok(()) => self.confirm(members),
            Err(why) if is_taken(&why) => self.commit_apart(members).await,
            Err(why) => self.refuse(members, why),
        }
    }

    /// Writes each member separately, in one transaction: used when a position of one is taken and the others are to be written.
    async fn commit_apart(&mut self, members: Vec<Append>) {
        if members.is_empty() {
            return;
        }
        let mut written = Vec::new();
        let mut members = members.into_iter();
        let outcome = async {
            let mut transaction = self.connection.begin_with("BEGIN IMMEDIATE").await?;
            for mut member in members.by_ref() {
                let (is_new, held, continued) = (member.begins(), member.held.take(), member.continued.take());
                let begun = Begun { is_new, held, continued, debate: member.debate.clone() };
                let mut alone = Group::from(member);
                let outcome = write_alone(&mut transaction, &mut alone, begun).await;
                match outcome {
                    Ok(Alone::Written) => written.append(&mut alone.into_members()),
                    Ok(Alone::Taken) => alone.into_members().into_iter().for_each(Append::tell_taken),
                    Ok(Alone::Repeated { key }) => {
                        let repeated = |it: Append| it.tell(Err(Error::Repeated { key: key.clone() }));
                        alone.into_members().into_iter().for_each(repeated);
                    }
                    Err(why) => {
                        written.append(&mut alone.into_members());
                        return Err(why);
                    }
                }
            }
            transaction.commit().await
        }
        .await;
        match outcome {
            Ok(()) => self.confirm(written),
            Err(why) => {
                written.extend(members);
                self.refuse(written, why);
            }
        }
    }

    fn confirm(&self, members: Vec<Append>) {
        self.commits.fetch_add(1, Ordering::Relaxed);
        members.into_iter().for_each(|member| member.tell(Ok(())));
    }

    fn refuse(&self, members: Vec<Append>, why: sqlx::Error) {
        let why = Arc::new(why);
        members.into_iter().for_each(|member| member.tell(Err(Error::of_shared(&self.path, &why))));
    }

    async fn decide(&mut self, debate: &DebateId, restart_policy: RestartPolicy) -> Result<(), sqlx::Error> {
        let change = match restart_policy {
            // Becomes the owner's, if it has no entry.
            RestartPolicy::Resume => {
                "INSERT INTO held (debate, tenant, fate) VALUES (?1, '', ?2) ON CONFLICT (debate) DO UPDATE SET fate = ?2"
            }
            RestartPolicy::Stay | RestartPolicy::Close => "UPDATE held SET fate = ?2 WHERE debate = ?1",
        };
        sqlx::query(change)
            .bind(debate.as_str())
            .bind(restart_policy.number())
            .execute(&mut self.connection)
            .await
            .map(drop)
    }

    /// Removes the events and index rows of a debate without a first event; returns whether it has none.
    async fn clear(&mut self, debate: &DebateId) -> Result<bool, sqlx::Error> {
        let mut transaction = self.connection.begin_with("BEGIN IMMEDIATE").await?;
        let first: Option<i64> = sqlx::query_scalar("SELECT min(seq) FROM events WHERE debate = ?1")
            .bind(debate.as_str())
            .fetch_one(&mut *transaction)
            .await?;
        if first.is_none_or(|it| it == 0) {
            transaction.rollback().await?;
            return Ok(first.is_none());
        }
        for sql in [
            "DELETE FROM found WHERE n IN (SELECT n FROM events WHERE debate = ?1)",
            "DELETE FROM events WHERE debate = ?1",
        ] {
            sqlx::query(sql).bind(debate.as_str()).execute(&mut *transaction).await?;
        }
        sqlx::query(BEHIND).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }

    async fn drop_last(&mut self, debate: &DebateId, seq: i64, body: Vec<u8>) -> Result<bool, sqlx::Error> {
        let mut transaction = self.connection.begin_with("BEGIN IMMEDIATE").await?;
        let dropped = sqlx::query(
            "DELETE FROM events WHERE debate = ?1 AND seq = ?2 AND CAST(body AS BLOB) = ?3 \
             AND NOT EXISTS (SELECT 1 FROM events WHERE debate = ?1 AND seq > ?2)",
        )
        .bind(debate.as_str())
        .bind(seq)
        .bind(body)
        .execute(&mut *transaction)
        .await?;
        sqlx::query("UPDATE held SET at = NULL, n = NULL WHERE debate = ?1 AND ?2 = 0")
            .bind(debate.as_str())
            .bind(seq)
            .execute(&mut *transaction)
            .await?;
        sqlx::query(BEHIND).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(dropped.rows_affected() > 0)
    }
}

/// The debate that a member begins or continues, if any.
struct Begun {
    debate: DebateId,
    is_new: bool,
    held: Option<Ownership>,
    continued: Option<Continued>,
}

/// The outcome of a member that is written separately.
enum Alone {
    Written,
    /// The position is taken.
    Taken,
    /// The tenant has used the key before.
    Repeated {
        key: String,
    },
}

/// Writes one member and its owner, or nothing of it; earlier members stay written.
async fn write_alone(connection: &mut SqliteConnection, alone: &mut Group, begun: Begun) -> Result<Alone, sqlx::Error> {
    let Begun { debate, is_new, held, continued } = begun;
    let mut point = connection.begin().await?;
    match alone.write(&mut point).await {
        Err(why) if is_taken(&why) => {
            point.rollback().await?;
            return Ok(Alone::Taken);
        }
        other => other?,
    }
    if let Some(Continued { tenant, request: KeyedRequest { key, digest } }) = continued {
        let outcome = sqlx::query(CONTINUED).bind(&tenant).bind(&key).bind(debate.as_str()).bind(digest);
        match outcome.execute(&mut *point).await {
            Ok(done) if done.rows_affected() > 0 => {}
            Err(why) if !is_taken(&why) => return Err(why),
            Ok(_) | Err(_) => {
                point.rollback().await?;
                return Ok(Alone::Repeated { key });
            }
        }
    }
    if let Some(Ownership { tenant, restart_policy, request }) = held {
        if let Some(KeyedRequest { key, .. }) = &request
            && is_continued(&mut point, &tenant, key).await?
        {
            let key = key.clone();
            point.rollback().await?;
            return Ok(Alone::Repeated { key });
        }
        let (key, digest) = request.map(|it| (it.key, it.digest)).unzip();
        let outcome = sqlx::query(BEGUN)
            .bind(debate.as_str())
            .bind(tenant)
            .bind(restart_policy.number())
            .bind(key.as_deref())
            .bind(digest)
            .execute(&mut *point)
            .await;
        match (outcome, key) {
            (Err(why), Some(key)) if is_taken(&why) => {
                point.rollback().await?;
                return Ok(Alone::Repeated { key });
            }
            (outcome, _) => outcome.map(drop)?,
        }
    } else if is_new {
        sqlx::query(OPENED).bind(debate.as_str()).execute(&mut *point).await?;
    }
    point.commit().await?;
    Ok(Alone::Written)
}

/// Whether a tenant has continued a debate with this key.
async fn is_continued(connection: &mut SqliteConnection, tenant: &str, key: &str) -> Result<bool, sqlx::Error> {
    let found = sqlx::query("SELECT 1 FROM continued WHERE tenant = ?1 AND key = ?2").bind(tenant).bind(key);
    Ok(found.fetch_optional(connection).await?.is_some())
}

impl Job {
    /// The debate to whose log it appends.
    pub(crate) fn debate(&self) -> Option<&DebateId> {
        match self {
            Job::Append(append) => Some(&append.debate),
            Job::Index { .. }
            | Job::Drop { .. }
            | Job::Delete { .. }
            | Job::Clear { .. }
            | Job::Learn { .. }
            | Job::RestartPolicy { .. }
            | Job::Flush { .. }
            | Job::Close => None,
        }
    }
}
