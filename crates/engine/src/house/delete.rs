//! A debate is deleted: only one that nobody runs, here or in another process.
use super::floor::Left;
use super::watch::closes;
use super::{House, HouseError, Inner};
use debate::DebateId;

impl House {
    /// Deletes a debate with all that is kept of it. One that runs, or goes on as soon as there is a place, is refused: it is stopped first.
    pub async fn delete(&self, id: &DebateId) -> Result<(), HouseError> {
        let mut changed = self.inner.floor.changes().of(id);
        let mut place = loop {
            changed.mark_unchanged();
            match self.inner.floor.clear(id) {
                Ok(place) => break place,
                // It is over, and its place is about to be given back.
                Err(HouseError::Running(_)) if self.is_closed(id).await? => changed.changed().await,
                Err(error) => return Err(error),
            }
        };
        let (house, id) = (self.clone(), id.clone());
        self.to_the_end(async move {
            let Inner { store, .. } = &*house.inner;
            place.claim(store).await?;
            let is_gone = store.delete(&id).await?;
            place.will_leave(Left::Over);
            if is_gone { Ok(()) } else { Err(store::Error::Unknown { id: id.to_string() }.into()) }
        })
        .await
    }

    /// Whether the last event of a debate closes it.
    async fn is_closed(&self, id: &DebateId) -> Result<bool, HouseError> {
        let last = self.inner.store.last_line(id).await?;
        Ok(last.is_some_and(|(_, line)| closes(&line)))
    }
}
