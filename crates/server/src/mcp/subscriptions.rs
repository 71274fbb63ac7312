//! Notifications about changed debates: by subscription in older revisions, by `listen` in newer ones.
//!
//! A notification says only that something changed; a burst of events causes one. Subscribers can't delay a debate. Not here: the change
//! itself, which the client reads.
use super::resources::not_found;
use super::uri::ResourceUri;
use crate::sampling_queue::{Entered, MOST_OF_ONE};
use crate::service::{Caller, DebateService};
use debate::DebateId;
use engine::Watcher;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use rmcp::model::{ResourceUpdatedNotificationParam, SubscriptionFilter};
use rmcp::service::SubscriptionContext;
use rmcp::{ErrorData, Peer, RoleServer};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio_util::sync::{CancellationToken, DropGuard};

/// Maximum number of debates per client. Our choice: more than a person can follow.
const MOST: usize = 64;

/// Minimum interval between notifications. Our choice: short enough for a person.
const PAUSE: Duration = Duration::from_millis(500);

/// Interval for detecting that another process continued a debate; this process detects its own at once. Our choice: a negligible load even
/// for the maximum number of subscriptions.
const LOOK: Duration = Duration::from_secs(8);

/// Returns when an idle debate may run again, in this process or another.
pub(super) async fn until_runs(service: &DebateService, id: &DebateId) {
    let _ = tokio::time::timeout(LOOK, service.supervisor().until_runs(id)).await;
}

/// The subscriptions of a client; they end with it.
#[derive(Clone, Default)]
pub(super) struct Subscriptions {
    open: Arc<Mutex<Open>>,
}

#[derive(Default)]
struct Open {
    /// By URI, each with a number.
    by_uri: BTreeMap<String, (u64, DropGuard)>,
    made: u64,
}

impl Subscriptions {
    /// Notifies `peer` whenever the debate at a URI changes. A repeated subscription has no effect.
    pub(super) async fn add(
        &self,
        service: &DebateService,
        caller: &Caller,
        uri: String,
        peer: Peer<RoleServer>,
    ) -> Result<(), ErrorData> {
        let mut following = following(service, caller, &uri).await?;
        let stop = CancellationToken::new();
        let which = {
            let mut open = self.lock();
            if open.by_uri.contains_key(&uri) {
                return Ok(());
            }
            if open.by_uri.len() >= MOST {
                let said = format!("{MOST} subscriptions are open, which is the most; unsubscribe from one first");
                return Err(ErrorData::invalid_params(said, None));
            }
            open.made += 1;
            let which = open.made;
            open.by_uri.insert(uri.clone(), (which, stop.clone().drop_guard()));
            which
        };
        let subscriptions = Arc::downgrade(&self.open);
        tokio::spawn(async move {
            let told = async {
                while following.changed().await {
                    let changed = ResourceUpdatedNotificationParam::new(following.uri.clone());
                    if peer.notify_resource_updated(changed).await.is_err() {
                        return;
                    }
                    tokio::time::sleep(PAUSE).await;
                }
            };
            tokio::select! {
                () = stop.cancelled() => {}
                () = told => {}
            }
            // It has ended; a new subscription is possible.
            if let Some(open) = subscriptions.upgrade() {
                let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
                if open.by_uri.get(&uri).is_some_and(|(it, _)| *it == which) {
                    open.by_uri.remove(&uri);
                }
            }
        });
        Ok(())
    }

    /// Ends a subscription.
    pub(super) fn remove(&self, uri: &str) {
        self.lock().by_uri.remove(uri);
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of a filter that can be served: debates, up to the limit per client.
pub(super) fn accepted(requested: &SubscriptionFilter) -> SubscriptionFilter {
    let uris = requested.resource_subscriptions.iter().flatten();
    let ours: Vec<String> = uris.filter(|it| ResourceUri::parse(it).is_some()).take(MOST).cloned().collect();
    let mut accepted = SubscriptionFilter::new();
    accepted.resource_subscriptions = Some(ours);
    accepted
}

/// Reports changes of the accepted debates until the client stops listening. Unknown debates are ignored.
pub(super) async fn listen(
    service: &DebateService,
    caller: &Caller,
    context: &SubscriptionContext,
) -> Result<(), ErrorData> {
    let mut waiting = FuturesUnordered::new();
    for uri in context.accepted().resource_subscriptions.iter().flatten() {
        if let Ok(following) = following(service, caller, uri).await {
            waiting.push(next_change(following, Duration::ZERO));
        }
    }
    loop {
        let changed = tokio::select! {
            () = context.cancelled() => return Ok(()),
            Some(changed) = waiting.next(), if !waiting.is_empty() => changed,
            () = std::future::pending::<()>(), if waiting.is_empty() => None,
        };
        let Some(following) = changed else { continue };
        if context.sink().notify_resource_updated(following.uri.clone()).await.is_err() {
            return Ok(());
        }
        waiting.push(next_change(following, PAUSE));
    }
}

/// Returns after the next change, at the earliest after `pause`; none if nothing more can follow.
async fn next_change(mut following: Following, pause: Duration) -> Option<Following> {
    tokio::time::sleep(pause).await;
    following.changed().await.then_some(following)
}

/// A follower of a debate, from now on.
struct Following {
    uri: String,
    service: DebateService,
    id: DebateId,
    watcher: Watcher,
    _entered: Entered,
}

async fn following(service: &DebateService, caller: &Caller, uri: &str) -> Result<Following, ErrorData> {
    let none = || not_found(uri, "no such debate");
    let parsed = ResourceUri::parse(uri).ok_or_else(none)?;
    let snapshot = service.read(caller, &parsed.id).await.map_err(|_| none())?;
    let many = format!("{MOST_OF_ONE} debates are followed, which is the most; unsubscribe from one first");
    let entered = service.queue().followers().enter(&caller.tenant);
    let _entered = entered.ok_or_else(|| ErrorData::invalid_params(many, None))?;
    let (id, from) = (snapshot.debate.id.clone(), snapshot.debate.next_seq);
    let watcher = service.supervisor().watch(&id, from);
    Ok(Following { uri: uri.to_owned(), service: service.clone(), id, watcher, _entered })
}

impl Following {
    /// Waits for an event and takes in the burst that follows; false if nothing more can follow.
    async fn changed(&mut self) -> bool {
        loop {
            match self.watcher.next().await {
                Ok(Some(_)) => break,
                // It is over, and may be continued.
                Ok(None) => until_runs(&self.service, &self.id).await,
                Err(_) => return false,
            }
        }
        while let Ok(Ok(Some(_))) = tokio::time::timeout(BURST, self.watcher.next()).await {}
        true
    }
}

/// Maximum gap between events of one burst.
const BURST: Duration = Duration::from_millis(20);
