//! Deletes a debate that no process runs.
use super::slots::ExitState;
use super::watch::closes;
use super::{Inner, Supervisor, SupervisorError};
use debate::DebateId;

impl Supervisor {
    /// Deletes a debate with everything stored for it. Refuses one that runs or is queued for a slot: stop it first.
    pub async fn delete(&self, id: &DebateId) -> Result<(), SupervisorError> {
        let mut changed = self.inner.slots.changes().of(id);
        let mut slot = loop {
            changed.mark_unchanged();
            match self.inner.slots.take_to_delete(id) {
                Ok(slot) => break slot,
                // It is closed, and its slot is about to be released.
                Err(SupervisorError::Running(_)) if self.is_closed(id).await? => changed.changed().await,
                Err(error) => return Err(error),
            }
        };
        let (supervisor, id) = (self.clone(), id.clone());
        self.to_the_end(async move {
            let Inner { store, .. } = &*supervisor.inner;
            slot.lock_run(store).await?;
            let is_gone = store.delete(&id).await?;
            slot.set_exit(ExitState::Closed);
            if is_gone { Ok(()) } else { Err(store::Error::Unknown { id: id.to_string() }.into()) }
        })
        .await
    }

    /// Whether the last event of a debate closes it.
    async fn is_closed(&self, id: &DebateId) -> Result<bool, SupervisorError> {
        let last = self.inner.store.last_line(id).await?;
        Ok(last.is_some_and(|(_, line)| closes(&line)))
    }
}
