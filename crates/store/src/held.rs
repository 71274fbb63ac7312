//! The owner and the restart policy of debates that a server holds (I-21, O-42).
use crate::error::Error;
use crate::group::{Append, Continued, Record};
use crate::writer::Job;
use crate::{Store, records};
use debate::event::Envelope;
use debate::ids::DebateId;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use std::future::Future;

/// How many bytes of a long log are written in one transaction. Ours: that takes some tens of milliseconds, during which others wait.
const PART: usize = 1 << 20;

/// The owner of a debate, and the request that created it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ownership {
    /// The tenant; the owner of the store where empty.
    pub tenant: String,
    /// What a starting server does with it.
    pub restart_policy: RestartPolicy,
    /// The idempotency key of the request, with a digest of its content.
    pub request: Option<KeyedRequest>,
}

/// What a starting server does with a debate that is not closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RestartPolicy {
    /// Nothing: it stays paused until somebody resumes it.
    #[default]
    Stay,
    /// Resumes it.
    Resume,
    /// Closes it: a person stopped it, and the last server ended before closing it.
    Close,
}

impl RestartPolicy {
    const ALL: [RestartPolicy; 3] = [RestartPolicy::Stay, RestartPolicy::Resume, RestartPolicy::Close];

    /// The number in the database.
    pub(crate) fn number(self) -> i64 {
        match self {
            RestartPolicy::Stay => 0,
            RestartPolicy::Resume => 1,
            RestartPolicy::Close => 2,
        }
    }

    /// The policy of a number. An unknown one, from a newer release, means `Stay`.
    fn of(number: i64) -> RestartPolicy {
        RestartPolicy::ALL.into_iter().find(|it| it.number() == number).unwrap_or_default()
    }
}

/// A debate with recent events, or one that a server runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recent {
    /// Its id.
    pub debate: DebateId,
    /// How many events its log has.
    pub events: u64,
    /// What a starting server does with it.
    pub restart_policy: RestartPolicy,
}

/// A request that is carried out once, however often it is repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyedRequest {
    /// The caller's key for it; unique within a tenant.
    pub key: String,
    /// A digest of its content.
    pub digest: String,
}

impl Store {
    /// Writes the owner and the first events of a debate, all or nothing; returns when they are on the disk. A key that the tenant has used
    /// before is refused as [`Error::Repeated`]. The caller holds the run lock of the debate: a long log is written in parts, so that other
    /// writes need not wait for all of it (docs/decisions/0071).
    pub async fn begin(&self, debate: &DebateId, held: Ownership, log: Vec<Envelope>) -> Result<(), Error> {
        let mut records = records(debate, log).await?;
        let bytes: usize = records.iter().map(|it| it.body.len()).sum();
        if bytes <= PART || records.len() < 2 {
            return self.append_records(debate, records, Some(held)).await;
        }
        let rest = records.split_off(1);
        let (store, debate) = (self.clone(), debate.clone());
        // Completes even if the caller goes away.
        let written = tokio::spawn(async move {
            let written = store.append_in_parts(&debate, records, rest, held).await;
            if written.is_err() {
                // If this fails too, the next attempt to begin the debate clears it.
                let _ = store.ask(|done| Job::Clear { debate, done }).await;
            }
            written
        });
        written.await.map_err(|_ended| Error::Closed)?
    }

    /// The first event is written last: without it the debate does not exist for readers.
    async fn append_in_parts(
        &self,
        debate: &DebateId,
        first: Vec<Record>,
        rest: Vec<Record>,
        held: Ownership,
    ) -> Result<(), Error> {
        // Removes the remains of an interrupted attempt.
        self.ask(|done| Job::Clear { debate: debate.clone(), done }).await?;
        let (mut part, mut bytes) = (Vec::new(), 0);
        for record in rest {
            bytes += record.body.len();
            part.push(record);
            if bytes > PART {
                self.append_records(debate, std::mem::take(&mut part), None).await?;
                bytes = 0;
            }
        }
        if !part.is_empty() {
            self.append_records(debate, part, None).await?;
        }
        self.append_records(debate, first, Some(held)).await
    }

    async fn append_records(
        &self,
        debate: &DebateId,
        records: Vec<Record>,
        held: Option<Ownership>,
    ) -> Result<(), Error> {
        self.ask(|done| Job::Append(Append { debate: debate.clone(), records, held, continued: None, done })).await
    }

    /// Writes the events that continue a debate, and the request of a tenant that asked for it, all or nothing. A key that the tenant has
    /// used before is refused as [`Error::Repeated`].
    pub async fn go_on(
        &self,
        debate: &DebateId,
        tenant: &str,
        request: Option<KeyedRequest>,
        events: &[Envelope],
    ) -> Result<(), Error> {
        let Some(request) = request else { return self.import(debate, events).await };
        let records = records(debate, events.to_vec()).await?;
        let continued = Some(Continued { tenant: tenant.to_owned(), request });
        self.ask(|done| Job::Append(Append { debate: debate.clone(), records, held: None, continued, done })).await
    }

    /// Sets what a starting server does with a debate. The order is that of the calls, not of the awaits; the value is on the disk when the
    /// future completes. A debate without an entry becomes the owner's if it is to be resumed.
    pub fn set_restart_policy(
        &self,
        debate: &DebateId,
        restart_policy: RestartPolicy,
    ) -> impl Future<Output = Result<(), Error>> + Send + use<> {
        let outcome = self.hand(|done| Job::RestartPolicy { debate: debate.clone(), restart_policy, done });
        async move { outcome?.await.map_err(|_closed| Error::Closed)? }
    }

    /// The owner of a debate; the store's owner where nothing is stored.
    pub async fn held(&self, debate: &DebateId) -> Result<Ownership, Error> {
        let row = sqlx::query("SELECT tenant, fate, key, request FROM held WHERE debate = ?1")
            .bind(debate.as_str())
            .fetch_optional(&self.inner.readers)
            .await
            .map_err(|why| self.fault(why))?;
        row.map_or_else(|| Ok(Ownership::default()), |row| read(&row).map_err(|why| self.fault(why)))
    }

    /// The debate that a tenant created or continued with `key`, and the digest of that request.
    pub async fn asked(&self, tenant: &str, key: &str) -> Result<Option<(DebateId, String)>, Error> {
        let asked = "SELECT debate, request FROM held WHERE tenant = ?1 AND key = ?2 \
                     UNION ALL SELECT debate, request FROM continued WHERE tenant = ?1 AND key = ?2";
        let row = sqlx::query(asked)
            .bind(tenant)
            .bind(key)
            .fetch_optional(&self.inner.readers)
            .await
            .map_err(|why| self.fault(why))?;
        let read = |row: SqliteRow| {
            let digest: Option<String> = row.try_get(1)?;
            Ok((DebateId::from(row.try_get::<String, _>(0)?), digest.unwrap_or_default()))
        };
        row.map(read).transpose().map_err(|why| self.fault(why))
    }

    /// The debates of a tenant whose last event happened at `since` or later, in milliseconds since 1970, and those that run (O-04).
    pub async fn recent(&self, tenant: &str, since: u64) -> Result<Vec<Recent>, Error> {
        let rows = sqlx::query(
            "SELECT held.debate, held.fate, last.seq FROM held JOIN events AS last ON last.debate = held.debate \
             AND last.seq = (SELECT max(seq) FROM events WHERE debate = held.debate) \
             WHERE held.tenant = ?1 AND (last.at >= ?2 OR held.fate = ?3)",
        )
        .bind(tenant)
        .bind(i64::try_from(since).unwrap_or(i64::MAX))
        .bind(RestartPolicy::Resume.number())
        .fetch_all(&self.inner.readers)
        .await
        .map_err(|why| self.fault(why))?;
        let each = |row: &SqliteRow| {
            Ok(Recent {
                debate: DebateId::from(row.try_get::<String, _>(0)?),
                restart_policy: RestartPolicy::of(row.try_get(1)?),
                events: row.try_get::<i64, _>(2)?.unsigned_abs().saturating_add(1),
            })
        };
        rows.iter().map(each).collect::<Result<_, sqlx::Error>>().map_err(|why| self.fault(why))
    }

    /// The debates that a starting server must resume or close, in the order in which they were begun.
    pub async fn unfinished(&self) -> Result<Vec<(DebateId, Ownership)>, Error> {
        let rows = sqlx::query("SELECT tenant, fate, key, request, debate FROM held WHERE fate <> 0 ORDER BY rowid")
            .fetch_all(&self.inner.readers)
            .await
            .map_err(|why| self.fault(why))?;
        let each = |row: &SqliteRow| Ok((DebateId::from(row.try_get::<String, _>(4)?), read(row)?));
        rows.iter().map(each).collect::<Result<_, sqlx::Error>>().map_err(|why| self.fault(why))
    }
}

fn read(row: &SqliteRow) -> Result<Ownership, sqlx::Error> {
    let key: Option<String> = row.try_get(2)?;
    let digest: Option<String> = row.try_get(3)?;
    let request = key.map(|key| KeyedRequest { key, digest: digest.unwrap_or_default() });
    Ok(Ownership { tenant: row.try_get(0)?, restart_policy: RestartPolicy::of(row.try_get(1)?), request })
}
