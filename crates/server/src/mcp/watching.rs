//! Who wants to be told when a debate changes: by subscription in the older revisions, by listening in the newer.
//!
//! What is told is only that there is something new; a burst of events is told once. Nobody who subscribes can hold up a debate. Not here: what
//! is new, which the client reads.
use super::resources::not_found;
use super::uri::Place;
use crate::desk::{Caller, Desk};
use crate::mailbox::{Entered, MOST_OF_ONE};
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

/// How many debates one client follows at most. Ours: more than a person can.
const MOST: usize = 64;

/// How long nothing more is told after something was. Ours: soon enough for a person.
const PAUSE: Duration = Duration::from_millis(500);

/// How soon it is seen that another process has continued a debate; one that is continued here is seen at once. Ours: as many as may
/// be followed are then no load.
const LOOK: Duration = Duration::from_secs(8);

/// Comes back when a debate that did not run may do so again, here or elsewhere.
pub(super) async fn until_runs(desk: &Desk, id: &DebateId) {
    let _ = tokio::time::timeout(LOOK, desk.supervisor().until_runs(id)).await;
}

/// What a client has subscribed to; all of it ends with the client.
#[derive(Clone, Default)]
pub(super) struct Subscriptions {
    open: Arc<Mutex<Open>>,
}

#[derive(Default)]
struct Open {
    /// By address, with which of them it is.
    by_uri: BTreeMap<String, (u64, DropGuard)>,
    made: u64,
}

impl Subscriptions {
    /// Tells `peer` whenever the debate at an address changes. Subscribing twice is subscribing once.
    pub(super) async fn add(
        &self,
        desk: &Desk,
        caller: &Caller,
        uri: String,
        peer: Peer<RoleServer>,
    ) -> Result<(), ErrorData> {
        let mut following = following(desk, caller, &uri).await?;
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
            // It has ended: whoever subscribes again is told again.
            if let Some(open) = subscriptions.upgrade() {
                let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
                if open.by_uri.get(&uri).is_some_and(|(it, _)| *it == which) {
                    open.by_uri.remove(&uri);
                }
            }
        });
        Ok(())
    }

    /// Tells no more.
    pub(super) fn remove(&self, uri: &str) {
        self.lock().by_uri.remove(uri);
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What of a filter can be served: debates, and no more than one client may follow.
pub(super) fn accepted(requested: &SubscriptionFilter) -> SubscriptionFilter {
    let uris = requested.resource_subscriptions.iter().flatten();
    let ours: Vec<String> = uris.filter(|it| Place::parse(it).is_some()).take(MOST).cloned().collect();
    let mut accepted = SubscriptionFilter::new();
    accepted.resource_subscriptions = Some(ours);
    accepted
}

/// Tells of every accepted debate that changes, until the client has heard enough. Those that are not there are never told of.
pub(super) async fn listen(desk: &Desk, caller: &Caller, context: &SubscriptionContext) -> Result<(), ErrorData> {
    let mut waiting = FuturesUnordered::new();
    for uri in context.accepted().resource_subscriptions.iter().flatten() {
        if let Ok(following) = following(desk, caller, uri).await {
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

/// Comes back when there is something new, not before `pause` is over; with nobody when nothing can be heard any more.
async fn next_change(mut following: Following, pause: Duration) -> Option<Following> {
    tokio::time::sleep(pause).await;
    following.changed().await.then_some(following)
}

/// Somebody who follows a debate from now on.
struct Following {
    uri: String,
    desk: Desk,
    id: DebateId,
    watcher: Watcher,
    _entered: Entered,
}

async fn following(desk: &Desk, caller: &Caller, uri: &str) -> Result<Following, ErrorData> {
    let none = || not_found(uri, "no such debate");
    let place = Place::parse(uri).ok_or_else(none)?;
    let case = desk.read(caller, &place.id).await.map_err(|_| none())?;
    let many = format!("{MOST_OF_ONE} debates are followed, which is the most; unsubscribe from one first");
    let entered = desk.mailbox().followers().enter(&caller.tenant);
    let _entered = entered.ok_or_else(|| ErrorData::invalid_params(many, None))?;
    let (id, from) = (case.debate.id.clone(), case.debate.next_seq);
    let watcher = desk.supervisor().watch(&id, from);
    Ok(Following { uri: uri.to_owned(), desk: desk.clone(), id, watcher, _entered })
}

impl Following {
    /// Waits until something happens, and takes in all that follows at once; false where nothing can be heard any more.
    async fn changed(&mut self) -> bool {
        loop {
            match self.watcher.next().await {
                Ok(Some(_)) => break,
                // It is over; somebody may continue it.
                Ok(None) => until_runs(&self.desk, &self.id).await,
                Err(_) => return false,
            }
        }
        while let Ok(Ok(Some(_))) = tokio::time::timeout(BURST, self.watcher.next()).await {}
        true
    }
}

/// How close events follow each other that are told as one.
const BURST: Duration = Duration::from_millis(20);
