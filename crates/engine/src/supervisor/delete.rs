//! Deletes a debate that no process runs.
use super::slots::ExitState;
use super::{Inner, Supervisor, SupervisorError};
use debate::DebateId;

impl Supervisor {
    /// Deletes a debate with everything stored for it. Refuses one that runs or is queued for a slot: stop it first.
    pub async fn delete(&self, id: &DebateId) -> Result<(), SupervisorError> {
        let mut slot = self.slot_of_closed(id, || self.inner.slots.take_to_delete(id)).await?;
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
}
