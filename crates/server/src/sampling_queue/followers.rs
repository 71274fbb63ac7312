//! Number of followed debates per tenant (O-42). Not here: notifications (`mcp::subscriptions`).
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of debates that all clients of a tenant follow. Our choice: enough for a team, and cheap to check.
pub(crate) const MOST_OF_ONE: usize = 1_024;

/// Number of followed debates per tenant.
#[derive(Clone, Default)]
pub(crate) struct Followers {
    count: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl Followers {
    /// Counts one more for a tenant until dropped; none at the limit.
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

/// A counted follower.
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

    /// O-42: the limit holds per tenant over all its clients, and does not affect other tenants.
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
