//! One debate, from a log that is written to where it ends, rests or fails.
use super::error::SupervisorError;
use super::feed::Feed;
use super::slots::{ExitState, Intent, RunSlot};
use super::watch::closes;
use super::{Resources, Supervisor};
use crate::bus::Bus;
use crate::clock::Live;
use crate::continuation::stopping;
use crate::error::Error;
use crate::long;
use crate::run;
use crate::tools::Toolbox;
use crate::world::World;
use debate::{Debate, DebateId, Envelope, Event};
use std::sync::Arc;
use store::{RestartPolicy, Store};

/// How far a debate was carried.
enum Carried {
    /// To its end.
    Over,
    /// To where it was held up.
    HeldUp,
}

impl Supervisor {
    /// Does something to the end, whether or not whoever asked for it waits: what is half done would be written and not run (I-21).
    pub(super) async fn to_the_end<T: Send + 'static>(
        &self,
        what: impl Future<Output = Result<T, SupervisorError>> + Send + 'static,
    ) -> Result<T, SupervisorError> {
        match tokio::spawn(what).await {
            Ok(outcome) => outcome,
            Err(broke_off) => match broke_off.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // The runtime ends.
                Err(_) => Err(SupervisorError::Closing),
            },
        }
    }

    /// Lets a debate run on a task of its own, from a log that is written and folds into it.
    pub(super) fn run(&self, mut slot: RunSlot, debate: Debate) {
        slot.begin(Arc::new(Feed::from(debate.next_seq)));
        let (supervisor, id) = (self.clone(), debate.id.clone());
        let task = Box::pin(async move { supervisor.hold(slot, debate).await });
        tokio::spawn(match &self.inner.around {
            Some(around) => around(&id, task),
            None => task,
        });
    }

    /// Holds one debate to where it ends or comes to rest.
    async fn hold(self, mut slot: RunSlot, mut debate: Debate) {
        let store = &self.inner.store;
        loop {
            let outcome = Box::pin(self.carried(&slot, debate)).await;
            let left = match outcome {
                Ok(Carried::Over) => return self.over(slot).await,
                Ok(Carried::HeldUp) => ExitState::Paused,
                Err(why) => ExitState::Failed(why),
            };
            let Some((kept, intent)) = slot.rest(left) else { return };
            slot = kept;
            let again = match store.log(slot.id()).await {
                Ok(log) => long::folded(log).await,
                Err(error) => Err(error.into()),
            };
            match (again, intent) {
                (Ok((_, log)), Intent::Stop) => {
                    // How it failed is kept with its slot.
                    let _ = self.close_in(slot, &log).await;
                    return;
                }
                // It was to rest, and is to go on after all.
                (Ok((again, _)), Intent::Run | Intent::Pause | Intent::Abort | Intent::Closed) => debate = again,
                (Err(error), _) => return slot.will_leave(ExitState::Failed(error.to_string())),
            }
        }
    }

    /// Runs it as far as it goes.
    async fn carried(&self, slot: &RunSlot, debate: Debate) -> Result<Carried, String> {
        let brought = tokio::select! {
            biased;
            // What is being loaded need not be waited for.
            () = slot.until_intent(Intent::Pause) => return Ok(Carried::HeldUp),
            brought = self.inner.resources.provide(&debate) => brought?,
        };
        let Resources { models, analyst } = brought;
        let world = World {
            models,
            journal: Arc::new(self.inner.store.clone()),
            clock: Arc::new(Live::after(debate.elapsed)),
            analyst,
            tools: Arc::new(Toolbox::usual()),
            pause_flag: slot.pause_flag().clone(),
        };
        let Some(feed) = slot.feed() else { return Ok(Carried::HeldUp) };
        let (bus, subscriber) = Bus::heard_by(feed.listeners());
        let pump = tokio::spawn(feed.clone().follow(subscriber));
        let outcome = tokio::select! {
            biased;
            () = slot.until_intent(Intent::Abort) => None,
            outcome = run::run_loop(&world, None, debate, Vec::new(), &bus) => Some(outcome),
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

    /// Ends a debate with what it has, unless it is over, and gives its slot back.
    pub(super) async fn close_in(&self, mut slot: RunSlot, log: &[Envelope]) -> Result<(), Error> {
        let closed = close(&self.inner.store, slot.id(), log).await;
        match &closed {
            Ok(()) => self.over(slot).await,
            Err(error) => slot.will_leave(ExitState::Failed(error.to_string())),
        }
        closed
    }

    /// Takes the slot of a debate. One that is over by its log holds its slot a moment longer: that moment is waited for.
    pub(super) async fn slot_of_closed(
        &self,
        id: &DebateId,
        take: impl Fn() -> Result<RunSlot, SupervisorError>,
    ) -> Result<RunSlot, SupervisorError> {
        let mut changed = self.inner.slots.changes().of(id);
        loop {
            changed.mark_unchanged();
            match take() {
                Err(SupervisorError::Running(_)) if self.is_closed(id).await? => changed.changed().await,
                taken => return taken,
            }
        }
    }

    /// Whether the last event of a debate closes it.
    async fn is_closed(&self, id: &DebateId) -> Result<bool, SupervisorError> {
        let last = self.inner.store.last_line(id).await?;
        Ok(last.is_some_and(|(_, line)| closes(&line)))
    }

    /// Gives back the slot of a debate that is over.
    pub(super) async fn over(&self, mut slot: RunSlot) {
        // What is wished before this is written must not be written after it.
        slot.ends();
        // Should this not be written, the next supervisor finds it over.
        let _ = self.inner.store.set_restart_policy(slot.id(), RestartPolicy::Stay).await;
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
