//! Debates of a caller chosen by a [`Filter`]: of a list, and of what a search finds.
use super::{Caller, Desk};
use crate::filter::{self, Filter};
use crate::trouble::Trouble;
use debate::DebateId;
use store::{Entry, Hit};

/// How many debates are read at a time where not all are wanted.
const PAGE: u32 = 100;

/// How many debates are looked at for one answer. Ours: a fraction of a second; who wants more reads on.
const LOOKED_AT: usize = 2_000;

/// Debates that were wanted, and after which to read on.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// Newest first.
    pub entries: Vec<Entry>,
    /// After which debate the next ones follow; absent where there are none. Where many are not wanted it may come with few debates, or none.
    pub next: Option<DebateId>,
}

impl Desk {
    /// Debates of a caller, newest first, after one that was listed before.
    pub async fn list(&self, who: &Caller, limit: u32, after: Option<&str>) -> Result<Vec<Entry>, Trouble> {
        Ok(self.list_by(who, &Filter::default(), limit, after).await?.entries)
    }

    /// Those of them that are wanted.
    pub async fn list_by(
        &self,
        who: &Caller,
        filter: &Filter,
        limit: u32,
        after: Option<&str>,
    ) -> Result<Chosen, Trouble> {
        let mut after = match after {
            Some(id) => Some(self.find(who, id).await?),
            None => None,
        };
        let limit = limit as usize;
        // One more than is shown tells whether there are more.
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

    /// What was said in a caller's debates with all these words in it, best first.
    pub async fn search(&self, who: &Caller, words: &str, limit: u32) -> Result<Vec<Hit>, Trouble> {
        self.search_by(who, words, &Filter::default(), limit).await
    }

    /// The same in those of them that are wanted.
    pub async fn search_by(&self, who: &Caller, words: &str, filter: &Filter, limit: u32) -> Result<Vec<Hit>, Trouble> {
        let store = self.supervisor.store();
        Ok(filter::search(store, Some(&who.tenant), words, filter, limit, |it| self.supervisor.listed(it)).await?)
    }
}
