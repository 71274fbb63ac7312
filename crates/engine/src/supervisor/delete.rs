//! A debate is deleted: only one that nobody runs, here or in another process.
use super::slots::ExitState;
use super::{Inner, Supervisor, SupervisorError};
use debate::DebateId;

impl Supervisor {
    /// Deletes a debate with all that is kept of it. One that runs, or goes on as soon as there is a slot, is refused: it is stopped first.
    pub async fn delete(&self, id: &DebateId) -> Result<(), SupervisorError> {
        let mut slot = self.slot_of_closed(id, || self.inner.slots.clear(id)).await?;
        let (supervisor, id) = (self.clone(), id.clone());
        self.to_the_end(async move {
            let Inner { store, .. } = &*supervisor.inner;
            slot.lock_run(store).await?;
            let is_gone = store.delete(&id).await?;
            slot.will_leave(ExitState::Closed);
            if is_gone { Ok(()) } else { Err(store::Error::Unknown { id: id.to_string() }.into()) }
        })
        .await
    }
}
