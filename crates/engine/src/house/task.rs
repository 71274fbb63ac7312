//! One debate, from a log that is written to where it ends, rests or fails.
use super::error::HouseError;
use super::feed::Feed;
use super::floor::{Left, Place, Wish};
use super::{Brought, House};
use crate::bus::Bus;
use crate::clock::Live;
use crate::continuing::stopping;
use crate::error::Error;
use crate::long;
use crate::run;
use crate::tools::Toolbox;
use crate::world::World;
use debate::{Debate, DebateId, Envelope, Event};
use std::sync::Arc;
use store::{Fate, Store};

/// How far a debate was carried.
enum Carried {
    /// To its end.
    Over,
    /// To where it was held up.
    HeldUp,
}

impl House {
    /// Does something to the end, whether or not whoever asked for it waits: what is half done would be written and not run (I-21).
    pub(super) async fn to_the_end<T: Send + 'static>(
        &self,
        what: impl Future<Output = Result<T, HouseError>> + Send + 'static,
    ) -> Result<T, HouseError> {
        match tokio::spawn(what).await {
            Ok(outcome) => outcome,
            Err(broke_off) => match broke_off.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // The runtime ends.
                Err(_) => Err(HouseError::Closing),
            },
        }
    }

    /// Lets a debate run on a task of its own, from a log that is written and folds into it.
    pub(super) fn run(&self, mut place: Place, debate: Debate) {
        place.begin(Arc::new(Feed::from(debate.next_seq)));
        let (house, id) = (self.clone(), debate.id.clone());
        let task = Box::pin(async move { house.hold(place, debate).await });
        tokio::spawn(match &self.inner.around {
            Some(around) => around(&id, task),
            None => task,
        });
    }

    /// Holds one debate to where it ends or comes to rest.
    async fn hold(self, mut place: Place, mut debate: Debate) {
        let store = &self.inner.store;
        loop {
            let outcome = Box::pin(self.carried(&place, debate)).await;
            let left = match outcome {
                Ok(Carried::Over) => return self.over(place).await,
                Ok(Carried::HeldUp) => Left::AtRest,
                Err(why) => Left::Failed(why),
            };
            let Some((kept, wish)) = place.rest(left) else { return };
            place = kept;
            let again = match store.log(place.id()).await {
                Ok(log) => long::folded(log).await,
                Err(error) => Err(error.into()),
            };
            match (again, wish) {
                (Ok((_, log)), Wish::Ends) => {
                    // How it failed is kept with its place.
                    let _ = self.close_in(place, &log).await;
                    return;
                }
                // It was to rest, and is to go on after all.
                (Ok((again, _)), Wish::GoesOn | Wish::Rests | Wish::Drops | Wish::Nothing) => debate = again,
                (Err(error), _) => return place.will_leave(Left::Failed(error.to_string())),
            }
        }
    }

    /// Runs it as far as it goes.
    async fn carried(&self, place: &Place, debate: Debate) -> Result<Carried, String> {
        let brought = tokio::select! {
            biased;
            // What is being loaded need not be waited for.
            () = place.wished(Wish::Rests) => return Ok(Carried::HeldUp),
            brought = self.inner.bring.bring(&debate) => brought?,
        };
        let Brought { models, analyst } = brought;
        let world = World {
            models,
            journal: Arc::new(self.inner.store.clone()),
            clock: Arc::new(Live::after(debate.elapsed)),
            analyst,
            tools: Arc::new(Toolbox::usual()),
            brake: place.brake().clone(),
        };
        let Some(feed) = place.feed() else { return Ok(Carried::HeldUp) };
        let (bus, ear) = Bus::heard_by(feed.listeners());
        let pump = tokio::spawn(feed.clone().follow(ear));
        let outcome = tokio::select! {
            biased;
            () = place.wished(Wish::Drops) => None,
            outcome = run::carry_on(&world, None, debate, Vec::new(), &bus) => Some(outcome),
        };
        drop(bus);
        let _ = pump.await;
        if outcome.is_none() {
            // An event may still be on its way to the file: whoever gets this debate next must find it there. A closed store has none.
            let _ = self.inner.store.flush().await;
        }
        match outcome {
            Some(Ok(debate)) if debate.closed.is_some() => Ok(Carried::Over),
            Some(Ok(_)) | None => Ok(Carried::HeldUp),
            Some(Err(error)) => Err(error.to_string()),
        }
    }

    /// Ends a debate with what it has, unless it is over, and gives its place back.
    pub(super) async fn close_in(&self, mut place: Place, log: &[Envelope]) -> Result<(), Error> {
        let closed = close(&self.inner.store, place.id(), log).await;
        match &closed {
            Ok(()) => self.over(place).await,
            Err(error) => place.will_leave(Left::Failed(error.to_string())),
        }
        closed
    }

    /// Gives back the place of a debate that is over.
    pub(super) async fn over(&self, mut place: Place) {
        // What is wished before this is written must not be written after it.
        place.ends();
        // Should this not be written, the next house finds it over.
        let _ = self.inner.store.set_fate(place.id(), Fate::Rests).await;
    }
}

/// Writes that a person stopped a debate, unless it is over.
async fn close(store: &Store, id: &DebateId, log: &[Envelope]) -> Result<(), Error> {
    let elapsed = log.last().map_or(0, |it| it.elapsed);
    if let Some(stopped) = stopping(&Live::after(elapsed), log)? {
        store.append(id, &stopped).await?;
    }
    Ok(())
}

/// Whether a log ends with the debate's end.
pub(super) fn is_closed(log: &[Envelope]) -> bool {
    log.last().is_some_and(|it| matches!(it.event, Event::DebateClosed { .. }))
}
