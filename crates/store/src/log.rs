//! Reads one debate, and finds debates by a prefix of their id.
use crate::Store;
use crate::aside::aside;
use crate::error::Error;
use crate::writer::Job;
use debate::event::Envelope;
use debate::ids::DebateId;
use debate::log::LogError;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

/// How many matches of an ambiguous prefix are shown.
const MOST_SHOWN: usize = 5;

impl Store {
    /// All events of a debate in order.
    pub async fn log(&self, debate: &DebateId) -> Result<Vec<Envelope>, Error> {
        let records = self.records(debate).await?;
        let bytes = records.iter().map(|it| it.body.len()).sum();
        let debate = debate.clone();
        aside(bytes, move || {
            debate::log::read(records.iter().map(Raw::text)).map_err(|why| Error::of_log(&debate, why))
        })
        .await
    }

    /// The times of the first and the last event, in milliseconds since 1970: two look-ups by index.
    pub async fn times(&self, debate: &DebateId) -> Result<[u64; 2], Error> {
        let times: Option<(i64, i64)> = sqlx::query_as(
            "SELECT first.at, last.at FROM events AS first JOIN events AS last ON last.debate = first.debate \
             AND last.seq = (SELECT max(seq) FROM events WHERE debate = ?1) WHERE first.debate = ?1 AND first.seq = 0",
        )
        .bind(debate.as_str())
        .fetch_optional(&self.inner.readers)
        .await
        .map_err(|why| self.fault(why))?;
        let (first, last) = times.ok_or_else(|| Error::Unknown { id: debate.to_string() })?;
        Ok([first, last].map(i64::unsigned_abs))
    }

    /// At most `limit` events from position `from`, each as a line of its export. Empty if there are none yet.
    pub async fn lines(&self, debate: &DebateId, from: u64, limit: u32) -> Result<Vec<(u64, String)>, Error> {
        let rows = sqlx::query("SELECT seq, body FROM events WHERE debate = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3")
            .bind(debate.as_str())
            .bind(i64::try_from(from).unwrap_or(i64::MAX))
            .bind(i64::from(limit))
            .fetch_all(&self.inner.readers)
            .await
            .map_err(|why| self.fault(why))?;
        rows.iter().map(line).collect::<Result<_, sqlx::Error>>().map_err(|why| self.fault(why))
    }

    /// Removes the last record of a log if it is incomplete, and returns its position.
    ///
    /// A complete record stays, even if this release can't read it.
    pub async fn drop_torn(&self, debate: &DebateId) -> Result<Option<u64>, Error> {
        let mut records = self.records(debate).await?;
        let seq = match debate::log::read(records.iter().map(Raw::text)) {
            Ok(_) => return Ok(None),
            Err(LogError::Torn { seq, .. }) => seq,
            Err(why) => return Err(Error::of_log(debate, why)),
        };
        let Some(Raw { seq: place, body }) = records.pop() else { return Ok(None) };
        let dropped = self.ask(|done| Job::Drop { debate: debate.clone(), seq: place, body, done }).await?;
        Ok(dropped.then_some(seq))
    }

    /// The last event of a debate, as a line of its export.
    pub async fn last_line(&self, debate: &DebateId) -> Result<Option<(u64, String)>, Error> {
        let row = sqlx::query("SELECT seq, body FROM events WHERE debate = ?1 ORDER BY seq DESC LIMIT 1")
            .bind(debate.as_str())
            .fetch_optional(&self.inner.readers)
            .await
            .map_err(|why| self.fault(why))?;
        row.as_ref().map(line).transpose().map_err(|why| self.fault(why))
    }

    /// The debate with this prefix; a complete id always matches.
    pub async fn find(&self, prefix: &str) -> Result<DebateId, Error> {
        self.find_among(prefix, None).await
    }

    /// The debate of a tenant with this prefix. Debates of others are invisible (O-42).
    pub async fn find_of(&self, tenant: &str, prefix: &str) -> Result<DebateId, Error> {
        self.find_among(prefix, Some(tenant)).await
    }

    async fn find_among(&self, prefix: &str, tenant: Option<&str>) -> Result<DebateId, Error> {
        let unknown = || Error::Unknown { id: prefix.to_owned() };
        if prefix.is_empty() {
            return Err(unknown());
        }
        // Nothing sorts after the last code point, so the index range holds exactly the ids with this prefix.
        let ids: Vec<String> = sqlx::query_scalar(
            "SELECT debate FROM events WHERE seq = 0 AND debate >= ?1 AND debate < ?1 || char(0x10ffff) \
             AND (?3 IS NULL OR coalesce((SELECT tenant FROM held WHERE held.debate = events.debate), '') = ?3) \
             ORDER BY debate LIMIT ?2",
        )
        .bind(prefix)
        .bind(MOST_SHOWN as i64)
        .bind(tenant)
        .fetch_all(&self.inner.readers)
        .await
        .map_err(|why| self.fault(why))?;
        match ids.as_slice() {
            [] => Err(unknown()),
            [only] => Ok(DebateId::from(only.as_str())),
            [first, ..] if first == prefix => Ok(DebateId::from(prefix)),
            [..] => {
                let ids = ids.into_iter().map(DebateId::from).collect();
                Err(Error::Ambiguous { prefix: prefix.to_owned(), ids })
            }
        }
    }

    async fn records(&self, debate: &DebateId) -> Result<Vec<Raw>, Error> {
        let rows = sqlx::query("SELECT seq, body FROM events WHERE debate = ?1 ORDER BY seq")
            .bind(debate.as_str())
            .fetch_all(&self.inner.readers)
            .await
            .map_err(|why| self.fault(why))?;
        if rows.is_empty() {
            return Err(Error::Unknown { id: debate.to_string() });
        }
        let records =
            rows.iter().map(Raw::of).collect::<Result<Vec<_>, sqlx::Error>>().map_err(|why| self.fault(why))?;
        match (0..).zip(&records).find(|(place, record)| *place != record.seq) {
            Some((missing, _)) => Err(Error::Gap { debate: debate.clone(), seq: missing.unsigned_abs() }),
            None => Ok(records),
        }
    }
}

fn line(row: &SqliteRow) -> Result<(u64, String), sqlx::Error> {
    Ok((row.try_get::<i64, _>(0)?.unsigned_abs(), row.try_get(1)?))
}

/// A record as stored.
struct Raw {
    seq: i64,
    body: Vec<u8>,
}

impl Raw {
    fn of(row: &SqliteRow) -> Result<Raw, sqlx::Error> {
        Ok(Raw { seq: row.try_get(0)?, body: row.try_get(1)? })
    }

    fn text(&self) -> &str {
        whole(&self.body)
    }
}

/// The text up to the first invalid byte: an incomplete record may end within a character.
pub(crate) fn whole(body: &[u8]) -> &str {
    body.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}
