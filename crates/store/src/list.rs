//! Lists debates by their first and last events.
use crate::Store;
use crate::error::Error;
use crate::log::whole;
use debate::event::{Event, Fork, Reason};
use debate::ids::DebateId;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

/// A debate in a list. The fields from its first record are empty if that can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its id.
    pub debate: DebateId,
    /// The time it was opened, in milliseconds since 1970.
    pub opened_at: u64,
    /// Its topic.
    pub topic: String,
    /// Its mode.
    pub mode: String,
    /// Names, in seat order.
    pub participants: Vec<String>,
    /// Whether participants are simulated.
    pub rehearsal: bool,
    /// How many events its log has.
    pub events: u64,
    /// When the last of them happened, in milliseconds since 1970.
    pub last_at: u64,
    /// Why it was closed, if it was.
    pub closed: Option<Reason>,
    /// The question that a person must answer before it goes on, if it waits for one.
    pub question: Option<String>,
    /// The debate it was forked from.
    pub fork: Option<Fork>,
}

/// The newest come from a small index of their own, with two look-ups for each.
const LIST: &str = "SELECT first.debate, first.at, first.body, last.at, last.body, \
        (SELECT count(*) FROM events WHERE debate = first.debate) \
    FROM (SELECT n, debate, at, body FROM events WHERE seq = 0 ORDER BY at DESC, n DESC LIMIT ?1 OFFSET ?2) AS first \
    JOIN events AS last ON last.debate = first.debate \
        AND last.seq = (SELECT max(seq) FROM events WHERE debate = first.debate) \
    ORDER BY first.at DESC, first.n DESC";

/// The same for one tenant, after a given debate: uses the tenant's part of an index and does not read entries of others.
const LIST_OF: &str = "SELECT first.debate, first.at, first.body, last.at, last.body, \
        (SELECT count(*) FROM events WHERE debate = first.debate) \
    FROM (SELECT debate FROM held WHERE tenant = ?1 \
            AND (at, n) < (SELECT coalesce(max(at), 9223372036854775807), coalesce(max(n), 0) FROM held WHERE debate = ?3) \
          ORDER BY at DESC, n DESC LIMIT ?2) AS own \
    JOIN events AS first ON first.debate = own.debate AND first.seq = 0 \
    JOIN events AS last ON last.debate = first.debate \
        AND last.seq = (SELECT max(seq) FROM events WHERE debate = first.debate) \
    ORDER BY first.at DESC, first.n DESC";

/// One entry.
const ENTRY: &str = "SELECT first.debate, first.at, first.body, last.at, last.body, \
        (SELECT count(*) FROM events WHERE debate = first.debate) \
    FROM events AS first JOIN events AS last ON last.debate = first.debate \
        AND last.seq = (SELECT max(seq) FROM events WHERE debate = first.debate) \
    WHERE first.debate = ?1 AND first.seq = 0";

impl Store {
    /// The entry of one debate; `None` if it does not exist.
    pub async fn entry(&self, debate: &DebateId) -> Result<Option<Entry>, Error> {
        let row = sqlx::query(ENTRY)
            .bind(debate.as_str())
            .fetch_optional(&self.inner.readers)
            .await
            .map_err(|why| self.fault(why))?;
        row.as_ref().map(entry).transpose().map_err(|why| self.fault(why))
    }

    /// Debates of one tenant, newest first, from the one after `after` if it is given (O-42).
    pub async fn list_of(&self, tenant: &str, limit: u32, after: Option<&DebateId>) -> Result<Vec<Entry>, Error> {
        let rows = sqlx::query(LIST_OF)
            .bind(tenant)
            .bind(i64::from(limit))
            .bind(after.map(DebateId::as_str))
            .fetch_all(&self.inner.readers)
            .await
            .map_err(|why| self.fault(why))?;
        rows.iter().map(entry).collect::<Result<_, _>>().map_err(|why| self.fault(why))
    }

    /// Debates, newest first.
    pub async fn list(&self, limit: u32, offset: u32) -> Result<Vec<Entry>, Error> {
        let rows = sqlx::query(LIST)
            .bind(i64::from(limit))
            .bind(i64::from(offset))
            .fetch_all(&self.inner.readers)
            .await
            .map_err(|why| self.fault(why))?;
        rows.iter().map(entry).collect::<Result<_, _>>().map_err(|why| self.fault(why))
    }
}

fn entry(row: &SqliteRow) -> Result<Entry, sqlx::Error> {
    let mut entry = Entry {
        debate: DebateId::from(row.try_get::<String, _>(0)?),
        opened_at: row.try_get::<i64, _>(1)?.unsigned_abs(),
        topic: String::new(),
        mode: String::new(),
        participants: Vec::new(),
        rehearsal: false,
        events: row.try_get::<i64, _>(5)?.unsigned_abs(),
        last_at: row.try_get::<i64, _>(3)?.unsigned_abs(),
        closed: None,
        question: None,
        fork: None,
    };
    if let Some(Event::DebateOpened { topic, mode, participants, rehearsal, fork, .. }) = event(row.try_get(2)?) {
        entry.topic = topic.as_str().to_owned();
        entry.mode = mode;
        entry.participants = participants.into_iter().map(|it| it.name.as_str().to_owned()).collect();
        entry.rehearsal = rehearsal;
        entry.fork = fork;
    }
    if let Some(Event::DebateClosed { why, question, .. }) = event(row.try_get(4)?) {
        (entry.closed, entry.question) = (Some(why), question);
    }
    Ok(entry)
}

fn event(body: &[u8]) -> Option<Event> {
    debate::log::one(whole(body)).ok().map(|envelope| envelope.event)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-30, O-42: a tenant's list uses its own part of an index: debates of others, however many, cost it nothing.
    #[tokio::test]
    async fn a_list_looks_at_nobody_elses() {
        let store = Store::memory().await.unwrap();
        let plan = sqlx::query(sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {LIST_OF}")))
            .bind("ann")
            .bind(1_i64)
            .bind("d")
            .fetch_all(&store.inner.readers)
            .await
            .unwrap();
        let plan: Vec<String> = plan.iter().map(|row| row.get("detail")).collect();
        assert!(
            plan.iter()
                .any(|it| it.contains("newest (tenant=? AND at<?)") || it.contains("newest (tenant=? AND (at,n)<")),
            "{plan:#?}"
        );
        assert!(!plan.iter().any(|it| it.starts_with("SCAN") && !it.ends_with("own")), "{plan:#?}");
    }
}
