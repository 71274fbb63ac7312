//! The task of one debate, from a written log to its end, pause or failure.
use super::error::SupervisorError;
use super::feed::Feed;
use super::slots::{ExitState, Intent, RunSlot};
use super::watch::closes;
use super::{Resources, Supervisor};
use crate::bus::Bus;
use crate::clock::Live;
use crate::error::Error;
use crate::run;
use crate::run::continuation::stopping;
use crate::run::long;
use crate::tools::Toolbox;
use crate::world::World;
use debate::{Debate, DebateId, Envelope, Event};
use std::sync::Arc;
use store::{RestartPolicy, Store};

/// How a run ended.
enum RunOutcome {
    /// The debate is closed.
    Closed,
    /// It was paused or aborted.
    Interrupted,
}

impl Supervisor {
    /// Completes an operation even if its caller goes away: otherwise a debate could be written and not run (I-21).
    pub(super) async fn to_the_end<T: Send + 'static>(
        &self,
        what: impl Future<Output = Result<T, SupervisorError>> + Send + 'static,
    ) -> Result<T, SupervisorError> {
        match tokio::spawn(what).await {
            Ok(outcome) => outcome,
            Err(broke_off) => match broke_off.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // The runtime is shutting down.
                Err(_) => Err(SupervisorError::Closing),
            },
        }
    }

    /// Runs a debate on a task of its own. Its log must be written.
    pub(super) fn run(&self, mut slot: RunSlot, debate: Debate) {
        slot.begin(Arc::new(Feed::from(debate.next_seq)));
        let (supervisor, id) = (self.clone(), debate.id.clone());
        let task = Box::pin(async move { supervisor.run_to_rest(slot, debate).await });
        tokio::spawn(match &self.inner.around {
            Some(around) => around(&id, task),
            None => task,
        });
    }

    /// Runs one debate until it is closed or paused.
    async fn run_to_rest(self, mut slot: RunSlot, mut debate: Debate) {
        let store = &self.inner.store;
        loop {
            let outcome = Box::pin(self.run_once(&slot, debate)).await;
            let exit = match outcome {
                Ok(RunOutcome::Closed) => return self.release_closed(slot).await,
                Ok(RunOutcome::Interrupted) => ExitState::Paused,
                Err(why) => ExitState::Failed(why),
            };
            let Some((kept, intent)) = slot.release_if_paused(exit) else { return };
            slot = kept;
            let again = match store.log(slot.id()).await {
                Ok(log) => long::folded(log).await,
                Err(error) => Err(error.into()),
            };
            match (again, intent) {
                (Ok((_, log)), Intent::Stop) => {
                    // The slot records the failure.
                    let _ = self.close_in(slot, &log).await;
                    return;
                }
                // It was to pause, and is to run on after all.
                (Ok((again, _)), Intent::Run | Intent::Pause | Intent::Abort | Intent::Closed) => debate = again,
                (Err(error), _) => return slot.set_exit(ExitState::Failed(error.to_string())),
            }
        }
    }

    /// Runs it once, until it is closed, paused or aborted.
    async fn run_once(&self, slot: &RunSlot, debate: Debate) -> Result<RunOutcome, String> {
        let resources = tokio::select! {
            biased;
            // Loading models need not finish first.
            () = slot.until_intent(Intent::Pause) => return Ok(RunOutcome::Interrupted),
            resources = self.inner.resources.provide(&debate) => resources?,
        };
        let Resources { models, analyst } = resources;
        let world = World {
            models,
            journal: Arc::new(self.inner.store.clone()),
            clock: Arc::new(Live::after(debate.elapsed)),
            analyst,
            tools: Arc::new(Toolbox::usual()),
            pause_flag: slot.pause_flag().clone(),
        };
        let Some(feed) = slot.feed() else { return Ok(RunOutcome::Interrupted) };
        let (bus, subscriber) = Bus::with_listeners(feed.listeners());
        let forwarder = tokio::spawn(feed.clone().follow(subscriber));
        let outcome = tokio::select! {
            biased;
            () = slot.until_intent(Intent::Abort) => None,
            outcome = run::run_loop(&world, None, debate, Vec::new(), &bus) => Some(outcome),
        };
        drop(bus);
        let _ = forwarder.await;
        if outcome.is_none() {
            // A write may be in progress: the next process that locks this debate must find its event. Fails only if the store is closed.
            let _ = self.inner.store.flush().await;
        }
        match outcome {
            Some(Ok(debate)) if debate.closed.is_some() => Ok(RunOutcome::Closed),
            Some(Ok(_)) | None => Ok(RunOutcome::Interrupted),
            Some(Err(error)) => Err(error.to_string()),
        }
    }

    /// Closes a debate with its current results, unless it is closed, and releases its slot.
    pub(super) async fn close_in(&self, mut slot: RunSlot, log: &[Envelope]) -> Result<(), Error> {
        let closed = close(&self.inner.store, slot.id(), log).await;
        match &closed {
            Ok(()) => self.release_closed(slot).await,
            Err(error) => slot.set_exit(ExitState::Failed(error.to_string())),
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

    /// Releases the slot of a closed debate.
    pub(super) async fn release_closed(&self, mut slot: RunSlot) {
        // An intent set before this write must not be stored after it.
        slot.mark_closed();
        // If this write fails, the next supervisor finds the debate closed.
        let _ = self.inner.store.set_restart_policy(slot.id(), RestartPolicy::Stay).await;
    }
}

/// Writes that a person stopped a debate, unless it is closed.
async fn close(store: &Store, id: &DebateId, log: &[Envelope]) -> Result<(), Error> {
    let elapsed = log.last().map_or(0, |it| it.elapsed);
    if let Some(stopped) = stopping(&Live::after(elapsed), log)? {
        store.append(id, &stopped).await?;
    }
    Ok(())
}

/// Whether the last event of a log closes the debate.
pub(super) fn is_closed(log: &[Envelope]) -> bool {
    log.last().is_some_and(|it| matches!(it.event, Event::DebateClosed { .. }))
}
