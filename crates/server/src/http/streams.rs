//! Slots for open streams, in total and per tenant (O-42).
use super::App;
use super::metrics::Streaming;
use super::problem::{Kind, Problem};
use crate::service::Caller;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// With several tenants, each may use one part in this many of the slots. Our choice: enough for the screens of a team.
const SHARE: usize = 4;

/// The open streams, by tenant.
pub(super) struct Streams {
    most: usize,
    most_of_one: usize,
    open: Mutex<BTreeMap<String, usize>>,
}

impl Streams {
    /// This number of slots. With several tenants, none can take all of them.
    pub(super) fn new(most: usize, tenants: usize) -> Streams {
        let most_of_one = if tenants > 1 { most.div_ceil(SHARE) } else { most };
        Streams { most, most_of_one, open: Mutex::default() }
    }

    fn take(self: &Arc<Streams>, tenant: &str) -> Result<Taken, String> {
        let mut open = self.lock();
        let all: usize = open.values().sum();
        let own = open.get(tenant).copied().unwrap_or_default();
        if all >= self.most {
            return Err(format!("{} streams are open, which is the most; close one, or come again later", self.most));
        }
        if own >= self.most_of_one {
            let most = self.most_of_one;
            return Err(format!("{most} of your streams are open, which is the most for one caller; close one"));
        }
        open.insert(tenant.to_owned(), own + 1);
        Ok(Taken { streams: self.clone(), tenant: tenant.to_owned() })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Taken {
    streams: Arc<Streams>,
    tenant: String,
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut open = self.streams.lock();
        let left = open.get(&self.tenant).map_or(0, |it| it.saturating_sub(1));
        if left == 0 {
            open.remove(&self.tenant);
        } else {
            open.insert(self.tenant.clone(), left);
        }
    }
}

/// A slot, held until dropped.
pub(super) struct Open {
    _taken: Taken,
    _streaming: Streaming,
}

/// Takes a slot for a caller's stream, or reports why there is none.
pub(super) fn place(app: &App, who: &Caller) -> Result<Open, Problem> {
    let taken = app.streams.take(&who.tenant).map_err(|why| Problem::new(Kind::Busy, why))?;
    Ok(Open { _taken: taken, _streaming: app.metrics.stream() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-42: one of several tenants can't take all slots; a single tenant can.
    #[test]
    fn a_tenant_has_its_share_of_streams() {
        let streams = Arc::new(Streams::new(8, 2));
        let mut acme = vec![streams.take("acme").ok().unwrap(), streams.take("acme").ok().unwrap()];
        let said = streams.take("acme").err().unwrap();
        assert!(said.starts_with("2 of your streams are open"), "{said}");
        let others: Vec<Taken> = ["b", "b", "c", "c", "d", "d"].map(|it| streams.take(it).ok().unwrap()).into();
        assert!(streams.take("e").err().unwrap().starts_with("8 streams are open"));
        acme.pop();
        assert!(streams.take("acme").is_ok(), "a place that is left is had again");
        drop((acme, others));
        assert!(streams.lock().is_empty(), "nothing of those who are gone is kept");
        let alone = Arc::new(Streams::new(8, 1));
        assert_eq!((0..9).filter_map(|_| alone.take("").ok()).collect::<Vec<_>>().len(), 8);
    }
}
