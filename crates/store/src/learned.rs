//! The log of outcomes and of what was learned from them, one for each tenant (L-02, L-04).
//!
//! Events of a debate are deleted with it; updates stay. Not here: what the events mean (`debate::learning`), and their fold
//! (`analysis::learning`).
use crate::Store;
use crate::error::Error;
use crate::writer::Job;
use debate::learning::{Envelope, Event};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row};

/// A tenant's log, and the number that its next event gets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LearnedLog {
    /// The events, oldest first. Deletions leave gaps.
    pub events: Vec<Envelope>,
    /// The next sequence number.
    pub next: u64,
}

/// Events to be appended to a tenant's log.
pub(crate) struct LearnedAppend {
    tenant: String,
    /// The sequence number that the first of them must get.
    next: i64,
    rows: Vec<LearnedRow>,
}

struct LearnedRow {
    at: i64,
    debate: Option<String>,
    body: String,
}

impl Store {
    /// A tenant's log. The owner of the store is the tenant with an empty name.
    pub async fn learned(&self, tenant: &str) -> Result<LearnedLog, Error> {
        let next = sqlx::query("SELECT seq FROM learned_next WHERE tenant = ?1").bind(tenant);
        let mut transaction = self.inner.readers.begin().await.map_err(|why| self.fault(why))?;
        let next = next.fetch_optional(&mut *transaction).await.map_err(|why| self.fault(why))?;
        let next: i64 = next.map_or(Ok(0), |row| row.try_get(0)).map_err(|why| self.fault(why))?;
        let rows = sqlx::query("SELECT seq, body FROM learned WHERE tenant = ?1 ORDER BY seq")
            .bind(tenant)
            .fetch_all(&mut *transaction)
            .await
            .map_err(|why| self.fault(why))?;
        let events = rows.iter().map(|row| self.learned_event(row)).collect::<Result<_, Error>>()?;
        Ok(LearnedLog { events, next: next.unsigned_abs() })
    }

    fn learned_event(&self, row: &SqliteRow) -> Result<Envelope, Error> {
        let seq: i64 = row.try_get(0).map_err(|why| self.fault(why))?;
        let body: &str = row.try_get(1).map_err(|why| self.fault(why))?;
        serde_json::from_str(body).map_err(|why| Error::DamagedLearned { seq: seq.unsigned_abs(), why })
    }

    /// Appends events that happened at `at` to a tenant's log, all or none; returns when they are on the disk. The first gets the number
    /// `next`, which the caller read with the log: if another one has appended since, nothing is written and the result is `None`. The
    /// caller reads the log again and decides anew.
    pub async fn learn(
        &self,
        tenant: &str,
        next: u64,
        at: u64,
        events: Vec<Event>,
    ) -> Result<Option<Vec<Envelope>>, Error> {
        let numbered = (next..).zip(events).map(|(seq, event)| Envelope { seq, at, event });
        let envelopes: Vec<Envelope> = numbered.collect();
        let rows = envelopes.iter().map(row).collect::<Result<Vec<_>, Error>>()?;
        if rows.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let next = i64::try_from(next).map_err(|_large| Error::UnwritableLearned { why: None })?;
        let append = LearnedAppend { tenant: tenant.to_owned(), next, rows };
        let is_written = self.ask(|done| Job::Learn { append, done }).await?;
        Ok(is_written.then_some(envelopes))
    }
}

fn row(envelope: &Envelope) -> Result<LearnedRow, Error> {
    Ok(LearnedRow {
        at: i64::try_from(envelope.at).map_err(|_large| Error::UnwritableLearned { why: None })?,
        debate: envelope.event.debate().map(|it| it.as_str().to_owned()),
        body: serde_json::to_string(envelope).map_err(|why| Error::UnwritableLearned { why: Some(why) })?,
    })
}

impl LearnedAppend {
    /// Writes the events; returns whether their place was still free.
    pub(crate) async fn write(self, connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        let next: Option<i64> = sqlx::query_scalar("SELECT seq FROM learned_next WHERE tenant = ?1")
            .bind(&self.tenant)
            .fetch_optional(&mut *transaction)
            .await?;
        if next.unwrap_or_default() != self.next {
            transaction.rollback().await?;
            return Ok(false);
        }
        let mut seq = self.next;
        for LearnedRow { at, debate, body } in self.rows {
            sqlx::query("INSERT INTO learned (tenant, seq, at, debate, body) VALUES (?1, ?2, ?3, ?4, ?5)")
                .bind(&self.tenant)
                .bind(seq)
                .bind(at)
                .bind(debate)
                .bind(body)
                .execute(&mut *transaction)
                .await?;
            seq += 1;
        }
        sqlx::query(
            "INSERT INTO learned_next (tenant, seq) VALUES (?1, ?2) ON CONFLICT (tenant) DO UPDATE SET seq = ?2",
        )
        .bind(&self.tenant)
        .bind(seq)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(true)
    }
}
