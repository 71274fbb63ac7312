//! Debates that a server holds: whose they are, and which go on when it starts again (I-21, O-42).
use crate::Store;
use crate::error::Error;
use crate::writer::Job;
use debate::ids::DebateId;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

/// Who a debate belongs to, and how it was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Whose it is; the owner of the store where empty.
    pub tenant: String,
    /// Whether a server that starts goes on with it.
    pub runs: bool,
    /// What the caller named the request by, with a digest of what was asked for.
    pub request: Option<Asked>,
}

/// A request that is done once however often it comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The caller's name for it; unique within a tenant.
    pub key: String,
    /// A digest of what was asked for.
    pub digest: String,
}

impl Store {
    /// Writes down whose a debate is. A key that the tenant has used before is refused as [`Error::Repeated`].
    pub async fn hold(&self, debate: &DebateId, held: &Held) -> Result<(), Error> {
        self.ask(|done| Job::Hold { debate: debate.clone(), held: held.clone(), done }).await
    }

    /// From now on a server that starts goes on with a debate.
    pub async fn let_run(&self, debate: &DebateId) -> Result<(), Error> {
        self.ask(|done| Job::Runs { debate: debate.clone(), runs: true, done }).await
    }

    /// From now on a debate goes on only when somebody says so. Nothing happens to one that no server holds.
    pub async fn let_rest(&self, debate: &DebateId) -> Result<(), Error> {
        self.ask(|done| Job::Runs { debate: debate.clone(), runs: false, done }).await
    }

    /// Whose a debate is; the owner's where nothing is written down.
    pub async fn held(&self, debate: &DebateId) -> Result<Held, Error> {
        let row = sqlx::query("SELECT tenant, runs, key, request FROM held WHERE debate = ?1")
            .bind(debate.as_str())
            .fetch_optional(&self.inner.readers)
            .await
            .map_err(|why| self.fault(why))?;
        row.map_or_else(|| Ok(Held::default()), |row| read(&row).map_err(|why| self.fault(why)))
    }

    /// The debate that a tenant asked for by `key`, with the digest of what it asked for.
    pub async fn asked(&self, tenant: &str, key: &str) -> Result<Option<(DebateId, String)>, Error> {
        let row = sqlx::query("SELECT debate, request FROM held WHERE tenant = ?1 AND key = ?2")
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

    /// The debates that are to go on by themselves.
    pub async fn to_go_on(&self) -> Result<Vec<DebateId>, Error> {
        let ids: Vec<String> = sqlx::query_scalar("SELECT debate FROM held WHERE runs = 1 ORDER BY rowid")
            .fetch_all(&self.inner.readers)
            .await
            .map_err(|why| self.fault(why))?;
        Ok(ids.into_iter().map(DebateId::from).collect())
    }
}

fn read(row: &SqliteRow) -> Result<Held, sqlx::Error> {
    let key: Option<String> = row.try_get(2)?;
    let digest: Option<String> = row.try_get(3)?;
    let request = key.map(|key| Asked { key, digest: digest.unwrap_or_default() });
    Ok(Held { tenant: row.try_get(0)?, runs: row.try_get::<i64, _>(1)? != 0, request })
}
