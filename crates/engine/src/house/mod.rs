//! Many debates in one process, each a task of its own: the handle by which surfaces start, watch, pause, stop and continue them.
//!
//! A house decides nothing. What is to happen is written before anybody is told it was accepted, so a house that is killed finds
//! its debates when it opens again ([`House::recover`]) and goes on with those that were running; nothing is asked twice. A debate that
//! another process runs can be watched all the same: its log is followed.
//!
//! Not here: what a caller may see (tenants), how things are said (`server`), and where models come from ([`Bring`]).
mod changes;
mod delete;
mod error;
mod failed;
mod feed;
mod floor;
mod requests;
mod status;
mod task;
mod watch;

pub use changes::{Changes, ChangesOf};
pub use error::HouseError;
pub use feed::Told;
pub use status::Status;
pub use watch::{Live as LiveSignal, Watcher, ends};

use crate::analyst::Analyst;
use crate::clock::Live;
use crate::continuing::{Continuation, reopening};
use crate::error::Error;
use crate::long;
use crate::run;
use crate::spec::{Spec, SpecError, check_debate};
use debate::{Debate, DebateId, Envelope};
use feed::Feed;
use floor::{Elsewhere, Ending, Floor, Left, Line, Place, Resting, Room, Standing, Wish};
use futures_util::future::BoxFuture;
use models::Model;
use requests::Requests;
use status::Whereabouts;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use store::{Asked, Entry, Fate, Held, Store};
use task::is_closed;
use tokio::task::spawn_blocking;

/// How often it is looked whether another process still runs a debate. Ours: soon enough for a person, and no more than a look at a file.
const LOOK: Duration = Duration::from_millis(250);

/// How long debates that are left as they are may take to notice.
const GRACE: Duration = Duration::from_secs(1);

/// All that a debate asks.
#[derive(Clone, Default)]
pub struct Brought {
    /// Who answers for each `provider/model`.
    pub models: BTreeMap<String, Arc<dyn Model>>,
    /// Who compares positions in this process.
    pub analyst: Option<Arc<dyn Analyst>>,
}

/// Who knows where models come from: settings, keys, weights.
pub trait Bring: Send + Sync {
    /// Brings all that a debate will ask, or says why that can't be. The future is dropped when the debate is held up meanwhile.
    fn bring<'a>(&'a self, debate: &'a Debate) -> BoxFuture<'a, Result<Brought, String>>;
}

/// Puts something around the task of a debate, such as a measurement.
pub type Around = dyn Fn(&DebateId, BoxFuture<'static, ()>) -> BoxFuture<'static, ()> + Send + Sync;

/// How a house is kept.
#[derive(Clone)]
pub struct Terms {
    /// Debates running at once.
    pub most: usize,
    /// Of them, those of one tenant.
    pub most_of_one: usize,
    /// What is put around the task of each debate.
    pub around: Option<Arc<Around>>,
}

/// Whose a new debate is, and how it was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owner {
    /// Whose it is; the owner of the store where empty (O-42).
    pub tenant: String,
    /// The caller's own name for the request, with a digest of it: asked twice it is done once.
    pub request: Option<Asked>,
}

/// Many debates. Clones are one house.
#[derive(Clone)]
pub struct House {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    bring: Arc<dyn Bring>,
    floor: Arc<Floor>,
    around: Option<Arc<Around>>,
    requests: Requests,
}

impl House {
    /// A house over a store, with at most `most` debates running at once, whosever they are.
    pub fn new(store: Store, bring: Arc<dyn Bring>, most: usize) -> House {
        House::on(store, bring, Terms { most, most_of_one: most, around: None })
    }

    /// A house over a store, on these terms.
    pub fn on(store: Store, bring: Arc<dyn Bring>, terms: Terms) -> House {
        let Terms { most, most_of_one, around } = terms;
        let floor = Arc::new(Floor::new(Room { most, most_of_one }));
        House { inner: Arc::new(Inner { store, bring, floor, around, requests: Requests::default() }) }
    }

    /// Where its debates are kept.
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    /// How many debates run here.
    pub fn running(&self) -> usize {
        self.inner.floor.running()
    }

    /// Opens a debate and lets it run. The same request of the same tenant, asked again, gives the debate it gave.
    pub async fn open(&self, spec: &Spec, owner: Owner) -> Result<DebateId, HouseError> {
        if let Some(known) = self.known(&owner).await? {
            return Ok(known);
        }
        let log = run::opening(&Live::after(0), spec)?;
        self.begin(&spec.id, log, owner).await
    }

    /// Takes over a log that nobody runs yet, such as a fork's, and lets it run.
    pub async fn adopt(&self, id: &DebateId, log: Vec<Envelope>, owner: Owner) -> Result<DebateId, HouseError> {
        if let Some(known) = self.known(&owner).await? {
            return Ok(known);
        }
        self.begin(id, log, owner).await
    }

    /// Keeps a log that nobody runs, and that rests until somebody says so. It is kept whole or not at all, whether or not anybody waits.
    pub async fn take_in(&self, id: &DebateId, held: Held, log: Vec<Envelope>) -> Result<(), store::Error> {
        let (store, id) = (self.inner.store.clone(), id.clone());
        let kept = tokio::spawn(async move {
            let (marked, name) = (store.clone(), id.clone());
            let claim = spawn_blocking(move || marked.claim(&name)).await.map_err(|_ended| store::Error::Closed)??;
            let kept = store.begin(&id, held, log).await;
            let _ = spawn_blocking(move || claim.settle()).await;
            kept
        });
        kept.await.map_err(|_ended| store::Error::Closed)?
    }

    /// The debate that the same request gave before.
    pub async fn known(&self, owner: &Owner) -> Result<Option<DebateId>, HouseError> {
        let Some(asked) = &owner.request else { return Ok(None) };
        match self.inner.store.asked(&owner.tenant, &asked.key).await? {
            Some((id, digest)) if digest == asked.digest => Ok(Some(id)),
            Some(_) => Err(HouseError::Reused { key: asked.key.clone() }),
            None => Ok(None),
        }
    }

    async fn begin(&self, id: &DebateId, log: Vec<Envelope>, owner: Owner) -> Result<DebateId, HouseError> {
        // Nothing is written that could not be read again, or would not be opened.
        let (debate, log) = long::folded(log).await?;
        check_debate(&debate).map_err(Error::from)?;
        let (house, id) = (self.clone(), id.clone());
        self.to_the_end(async move { house.write_and_run(id, debate, log, owner).await }).await
    }

    async fn write_and_run(
        self,
        id: DebateId,
        debate: Debate,
        log: Vec<Envelope>,
        owner: Owner,
    ) -> Result<DebateId, HouseError> {
        let store = &self.inner.store;
        let mut place = self.inner.floor.take(&id, &owner.tenant)?;
        place.claim(store).await?;
        // Until it is written there is nothing to come back to.
        place.will_leave(Left::Over);
        let held = Held { tenant: owner.tenant.clone(), fate: Fate::Runs, request: owner.request.clone() };
        match store.begin(&id, held, log).await {
            Ok(()) => {}
            // The same request has come twice at once, and the other one was first.
            Err(error @ store::Error::Repeated { .. }) => {
                drop(place);
                return self.known(&owner).await?.ok_or_else(|| error.into());
            }
            Err(error) => return Err(error.into()),
        }
        self.run(place, debate);
        Ok(id)
    }

    /// Lets a debate that is over go on, with what a person says.
    pub async fn go_on(&self, id: &DebateId, continuation: &Continuation) -> Result<(), HouseError> {
        self.go_on_once(id, continuation, Owner::default()).await
    }

    /// The same, for a request that is done once however often it comes.
    pub async fn go_on_once(&self, id: &DebateId, continuation: &Continuation, owner: Owner) -> Result<(), HouseError> {
        // The same request that comes twice at once waits for itself: the second finds what the first has written.
        let _turn = match &owner.request {
            Some(Asked { key, .. }) => Some(self.inner.requests.turn(&owner.tenant, key).await),
            None => None,
        };
        if self.known(&owner).await?.is_some() {
            return Ok(());
        }
        let (house, id, continuation) = (self.clone(), id.clone(), continuation.clone());
        self.to_the_end(async move { house.reopen(&id, &continuation, owner).await }).await
    }

    async fn reopen(self, id: &DebateId, continuation: &Continuation, owner: Owner) -> Result<(), HouseError> {
        let store = &self.inner.store;
        let (mut place, mut debate) = self.take_up(id).await?;
        let is_over = debate.closed.is_some();
        let reopened = reopening(&Live::after(debate.elapsed), &mut debate, continuation);
        let events = match reopened.and_then(|events| Ok(check_debate(&debate).map(|()| events)?)) {
            Ok(events) => events,
            Err(error) => {
                if is_over {
                    self.over(place).await;
                }
                return Err(error.into());
            }
        };
        // In this order: a server that is killed in between finds it over.
        self.decide_to_run(&place).await?;
        if let Err(error) = store.go_on(id, &owner.tenant, owner.request, &events).await {
            let _ = store.set_fate(id, Fate::Rests).await;
            return Err(error.into());
        }
        place.will_leave(Left::AtRest);
        self.run(place, debate);
        Ok(())
    }

    /// Lets a debate that rests, or is coming to rest, go on where it was.
    pub async fn resume(&self, id: &DebateId) -> Result<(), HouseError> {
        let Inner { store, floor, .. } = &*self.inner;
        if let Some(written) = floor.let_go_on(id, || store.set_fate(id, Fate::Runs)) {
            return Ok(written?.await?);
        }
        let (house, id) = (self.clone(), id.clone());
        self.to_the_end(async move {
            let (place, debate) = house.take_up(&id).await?;
            if debate.closed.is_some() {
                // A pause and a resume that came in between may have written that it runs.
                house.over(place).await;
                return Err(HouseError::Over(id));
            }
            let debate = fit(debate).map_err(Error::from)?;
            house.decide_to_run(&place).await?;
            house.run(place, debate);
            Ok(())
        })
        .await
    }

    /// Takes a place for a debate that does not run, with what its log says.
    async fn take_up(&self, id: &DebateId) -> Result<(Place, Debate), HouseError> {
        let Inner { store, floor, .. } = &*self.inner;
        let tenant = store.held(id).await?.tenant;
        let mut place = floor.take(id, &tenant)?;
        let (debate, _) = long::folded(self.read_in(&mut place).await?).await?;
        Ok((place, debate))
    }

    /// The log of a debate that nobody but this place can write to.
    async fn read_in(&self, place: &mut Place) -> Result<Vec<Envelope>, HouseError> {
        let store = &self.inner.store;
        place.claim(store).await?;
        let log = store.log(place.id()).await;
        if matches!(&log, Err(store::Error::Unknown { .. })) || log.as_ref().is_ok_and(|it| is_closed(it)) {
            place.will_leave(Left::Over);
        }
        Ok(log?)
    }

    /// Writes that a debate goes on, unless somebody wished for something else meanwhile.
    async fn decide_to_run(&self, place: &Place) -> Result<(), HouseError> {
        match place.decide_to_run(|| self.inner.store.set_fate(place.id(), Fate::Runs)) {
            Some(written) => Ok(written.await?),
            None => Ok(()),
        }
    }

    /// Lets a debate come to rest: whoever is speaking is heard. A debate that rests stays so.
    pub async fn pause(&self, id: &DebateId) -> Result<(), HouseError> {
        let Inner { store, floor, .. } = &*self.inner;
        let mut elsewhere = Elsewhere::Unknown;
        loop {
            match floor.rest(id, elsewhere, || store.set_fate(id, Fate::Rests))? {
                Resting::Wished(written) => return Ok(written.await?),
                Resting::Ends => return Ok(()),
                Resting::Unknown if self.is_claimed(id).await => elsewhere = Elsewhere::Runs,
                Resting::Unknown => elsewhere = Elsewhere::Rests,
            }
        }
    }

    /// Ends a debate with what it has, once whoever is speaking is heard. A debate that is over stays as it is.
    pub async fn stop(&self, id: &DebateId) -> Result<(), HouseError> {
        let Inner { store, floor, .. } = &*self.inner;
        match floor.end(id, || store.set_fate(id, Fate::Ends)) {
            Ending::Wished(written) => Ok(written.await?),
            Ending::Already => Ok(()),
            Ending::Now(mut place) => {
                let house = self.clone();
                self.to_the_end(async move {
                    let log = house.read_in(&mut place).await?;
                    Ok(house.close_in(place, &log).await?)
                })
                .await
            }
        }
    }

    /// Goes on with the debates that were running when the last house over this store ended, and closes those that were to be closed.
    /// Gives those that go on; where they are more than can run at once, the others follow as places become free. Those that can't
    /// go on are kept as failed.
    pub async fn recover(&self) -> Result<Vec<DebateId>, HouseError> {
        let Inner { store, floor, .. } = &*self.inner;
        let mut going = Vec::new();
        for (id, held) in store.unfinished().await? {
            match held.fate {
                Fate::Rests => {}
                Fate::Runs => going.push((id, held.tenant)),
                Fate::Ends => match self.stop(&id).await {
                    // Another process is closing it.
                    Ok(()) | Err(HouseError::Elsewhere(_)) => {}
                    Err(error) => floor.fail(id, error.to_string()),
                },
            }
        }
        let marked = store.clone();
        let looked = spawn_blocking(move || {
            going.retain(|(id, _)| !marked.is_claimed(id));
            going
        });
        let going = looked.await.map_err(|_broke_off| HouseError::Closing)?;
        floor.line_up(going.clone());
        let mut begun = Vec::new();
        if !self.usher(&mut begun).await {
            let house = self.clone();
            tokio::spawn(async move {
                let mut changed = house.inner.floor.any_change();
                while !house.usher(&mut Vec::new()).await && changed.changed().await.is_ok() {}
            });
        }
        // One that was let go on may be over by now.
        let goes_on = |id: &DebateId| begun.contains(id) || matches!(floor.standing(id), Standing::Waits);
        Ok(going.into_iter().map(|(id, _)| id).filter(goes_on).collect())
    }

    /// Gives free places to those who wait, and names those who got one; says whether nobody waits any more.
    async fn usher(&self, begun: &mut Vec<DebateId>) -> bool {
        loop {
            let mut place = match self.inner.floor.next_in_line() {
                Line::Empty => return true,
                Line::Full => return false,
                Line::Next(place) => place,
            };
            let id = place.id().clone();
            let outcome = match self.read_in(&mut place).await {
                Ok(log) if is_closed(&log) => {
                    self.over(place).await;
                    Ok(())
                }
                Ok(log) => match long::folded(log).await.and_then(|(debate, _)| Ok(fit(debate)?)) {
                    Ok(debate) => {
                        self.run(place, debate);
                        begun.push(id.clone());
                        Ok(())
                    }
                    Err(why) => Err(why.into()),
                },
                Err(error) => Err(error),
            };
            match outcome {
                // One that another process runs is not ours to go on with.
                Ok(()) | Err(HouseError::Elsewhere(_)) => {}
                Err(error) => self.inner.floor.fail(id, error.to_string()),
            }
        }
    }

    /// Takes nothing new, lets every debate come to rest, and waits for that; after `patience` those that still speak are left as they
    /// are, which loses nothing but what they were saying. All go on when a house over this store recovers.
    pub async fn close(&self, patience: Duration) {
        let floor = &self.inner.floor;
        floor.close(Wish::Rests);
        if tokio::time::timeout(patience, self.is_empty()).await.is_err() {
            floor.close(Wish::Drops);
            let _ = tokio::time::timeout(GRACE, self.is_empty()).await;
        }
    }

    async fn is_empty(&self) {
        let mut changed = self.inner.floor.any_change();
        while !self.inner.floor.is_empty() && changed.changed().await.is_ok() {}
    }

    /// How a debate stands. `debate` is what its log says; where it may have gone on since it was read, [`House::read`] is exact.
    pub fn status(&self, debate: &Debate) -> Status {
        Status::of(debate, self.whereabouts(&debate.id))
    }

    /// How a debate in a list stands, by what its last event says.
    pub fn listed(&self, entry: &Entry) -> Status {
        Status::after(entry.closed, entry.question.as_deref(), self.whereabouts(&entry.debate))
    }

    /// A debate as it is now, and how it stands.
    pub async fn read(&self, id: &DebateId) -> Result<(Debate, Status), Error> {
        // Before the log: one that ends meanwhile is then over, and does not seem to rest.
        let whereabouts = self.whereabouts(id);
        let (debate, _) = long::folded(self.inner.store.log(id).await?).await?;
        let status = Status::of(&debate, whereabouts);
        Ok((debate, status))
    }

    /// Whether somebody, here or elsewhere, has the right to run a debate: a look at a file, away from the threads that answer.
    async fn is_claimed(&self, id: &DebateId) -> bool {
        let (store, id) = (self.inner.store.clone(), id.clone());
        spawn_blocking(move || store.is_claimed(&id)).await.unwrap_or_default()
    }

    fn whereabouts(&self, id: &DebateId) -> Whereabouts {
        let Inner { store, floor, .. } = &*self.inner;
        let standing = floor.standing(id);
        let is_claimed = match standing {
            Standing::Here(_) | Standing::Waits => true,
            Standing::Failed(_) | Standing::Absent => store.is_claimed(id),
        };
        // It may have begun to run here in between.
        let standing = if is_claimed { floor.standing(id) } else { standing };
        Whereabouts { standing, is_claimed }
    }

    /// Waits until a debate can't go on by itself: it is over, rests, waits for somebody or has failed.
    pub async fn until_rest(&self, id: &DebateId) {
        let mut changed = self.inner.floor.changes().of(id);
        loop {
            changed.mark_unchanged();
            let whereabouts = self.whereabouts(id);
            if !whereabouts.is_running() {
                return;
            }
            match (self.feed(id), whereabouts.standing) {
                (Some(feed), _) => feed.finished().await,
                (None, Standing::Here(_) | Standing::Waits) => changed.changed().await,
                (None, Standing::Failed(_) | Standing::Absent) => tokio::time::sleep(LOOK).await,
            }
        }
    }

    /// Waits until a debate runs here. Nothing is read for it.
    pub async fn until_runs(&self, id: &DebateId) {
        let mut changed = self.inner.floor.changes().of(id);
        while self.feed(id).is_none() {
            changed.changed().await;
        }
    }

    /// Follows a debate from event `from` on, whoever runs it.
    pub fn watch(&self, id: &DebateId, from: u64) -> Watcher {
        Watcher::new(self.clone(), id.clone(), from)
    }

    fn feed(&self, id: &DebateId) -> Option<Arc<Feed>> {
        self.inner.floor.feed(id)
    }
}

/// A debate that would be opened as it is: whoever lets one go on makes the same checks as whoever opens it.
fn fit(debate: Debate) -> Result<Debate, SpecError> {
    check_debate(&debate).map(|()| debate)
}
