//! Lists and searches of a caller's debates, narrowed by a [`Filter`].
use super::{Caller, DebateService};
use crate::error::ApiError;
use crate::filter::{self, Filter};
use debate::DebateId;
use store::{Entry, Hit};

/// Page size for reading the store with a filter.
const PAGE: u32 = 100;

/// Maximum number of debates that one request inspects. Our choice: a fraction of a second; the client continues from `next`.
const LOOKED_AT: usize = 2_000;

/// A page of matching debates.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// Newest first.
    pub entries: Vec<Entry>,
    /// Cursor of the next page; absent on the last page. With a narrow filter a page may be short or empty and still have a next one.
    pub next: Option<DebateId>,
}

impl DebateService {
    /// A caller's debates, newest first, after a given debate.
    pub async fn list(&self, who: &Caller, limit: u32, after: Option<&str>) -> Result<Vec<Entry>, ApiError> {
        Ok(self.list_by(who, &Filter::default(), limit, after).await?.entries)
    }

    /// Like [`DebateService::list`], with a filter.
    pub async fn list_by(
        &self,
        who: &Caller,
        filter: &Filter,
        limit: u32,
        after: Option<&str>,
    ) -> Result<Chosen, ApiError> {
        let mut after = match after {
            Some(id) => Some(self.find(who, id).await?),
            None => None,
        };
        let limit = limit as usize;
        // One entry more than the page shows whether another page follows.
        let page = if filter.is_empty() { u32::try_from(limit + 1).unwrap_or(PAGE) } else { PAGE };
        let (mut entries, mut looked): (Vec<Entry>, usize) = (Vec::new(), 0);
        loop {
            let read = self.supervisor.store().list_of(&who.tenant, page, after.as_ref()).await?;
            let is_last = read.len() < page as usize;
            for entry in read {
                if filter.is_past(entry.opened_at) {
                    return Ok(Chosen { entries, next: None });
                }
                let is_wanted = filter.fits(&entry, &self.supervisor.listed(&entry));
                if is_wanted && entries.len() >= limit {
                    return Ok(Chosen { next: entries.last().map(|it| it.debate.clone()), entries });
                }
                looked += 1;
                after = Some(entry.debate.clone());
                entries.extend(is_wanted.then_some(entry));
            }
            if is_last {
                return Ok(Chosen { entries, next: None });
            }
            if looked >= LOOKED_AT {
                return Ok(Chosen { entries, next: after });
            }
        }
    }

    /// Passages in a caller's debates that contain all these words, best match first.
    pub async fn search(&self, who: &Caller, words: &str, limit: u32) -> Result<Vec<Hit>, ApiError> {
        self.search_by(who, words, &Filter::default(), limit).await
    }

    /// Like [`DebateService::search`], with a filter.
    pub async fn search_by(
        &self,
        who: &Caller,
        words: &str,
        filter: &Filter,
        limit: u32,
    ) -> Result<Vec<Hit>, ApiError> {
        let store = self.supervisor.store();
        Ok(filter::search(store, Some(&who.tenant), words, filter, limit, |it| self.supervisor.listed(it)).await?)
    }
}
