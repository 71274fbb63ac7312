//! How many debates are followed, by tenant (O-42). Not here: who is told what (`mcp::watching`).
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many debates all clients of one tenant follow at most. Ours: a team's, and few enough to look at.
pub(crate) const MOST_OF_ONE: usize = 1_024;

/// How many debates are followed, by tenant.
#[derive(Clone, Default)]
pub(crate) struct Followers {
    count: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl Followers {
    /// Room for one more of a tenant, until it is dropped; none where it has as many as it may.
    pub(crate) fn enter(&self, tenant: &str) -> Option<Entered> {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let of_one = count.entry(tenant.to_owned()).or_default();
        if *of_one >= MOST_OF_ONE {
            return None;
        }
        *of_one += 1;
        Some(Entered { followers: self.clone(), tenant: tenant.to_owned() })
    }
}

/// One who follows a debate, as counted.
pub(crate) struct Entered {
    followers: Followers,
    tenant: String,
}

impl Drop for Entered {
    fn drop(&mut self) {
        let mut count = self.followers.count.lock().unwrap_or_else(PoisonError::into_inner);
        match count.get_mut(&self.tenant) {
            Some(of_one) if *of_one > 1 => *of_one -= 1,
            Some(_) | None => drop(count.remove(&self.tenant)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-42: one tenant follows so many debates, whatever the number of its clients, and does not keep another from following.
    #[test]
    fn a_tenant_follows_so_many() {
        let followers = Followers::default();
        let mut all: Vec<Entered> = (0..MOST_OF_ONE).filter_map(|_| followers.enter("acme")).collect();
        assert_eq!(all.len(), MOST_OF_ONE);
        assert!(followers.enter("acme").is_none());
        assert!(followers.enter("other").is_some());
        all.pop();
        assert!(followers.enter("acme").is_some());
        drop(all);
        assert!(followers.count.lock().unwrap().is_empty(), "nothing stays of who is gone");
    }
}
