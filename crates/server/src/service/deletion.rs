//! Deletion of a debate and of everything stored for it.
use super::{Caller, DebateService};
use crate::error::ApiError;
use debate::DebateId;
use engine::{Clock, Live, SupervisorError};
use exports::times::DAY_MS;

impl DebateService {
    /// Deletes a caller's debate. The id must be complete, since a prefix can become ambiguous. Running debates are rejected. Under a daily
    /// cap, so are debates that count against it: otherwise deletion would reset the cap (O-04).
    pub async fn delete(&self, who: &Caller, id: &str) -> Result<DebateId, ApiError> {
        let found = self.find(who, id).await?;
        if found.as_str() != id {
            return Err(ApiError::Refused(format!("deleting a debate requires its whole id, `{found}`")));
        }
        let _turn = self.turn().await;
        if self.counts_today(&found).await? {
            return Err(ApiError::Conflict(format!(
                "the spending of debate `{found}` counts against the daily cap; delete it on the next day of UTC"
            )));
        }
        self.supervisor.delete(&found).await.map_err(|error| match error {
            SupervisorError::Running(id) => {
                ApiError::Conflict(format!("debate `{id}` is running; stop it first, then delete it"))
            }
            SupervisorError::Elsewhere(id) => ApiError::Conflict(format!(
                "debate `{id}` is run by another process; stop it there first, then delete it"
            )),
            other @ (SupervisorError::Busy { .. }
            | SupervisorError::Share { .. }
            | SupervisorError::Closing
            | SupervisorError::Reused { .. }
            | SupervisorError::Over(_)
            | SupervisorError::Debate(_)) => ApiError::from(other),
        })?;
        self.queue.withdraw(&found);
        self.cache.forget(&found);
        Ok(found)
    }

    /// Whether a debate has cost anything today, if there is a daily cap.
    async fn counts_today(&self, id: &DebateId) -> Result<bool, ApiError> {
        if self.ceilings.daily_usd.is_none() && self.ceilings.daily_tokens.is_none() {
            return Ok(false);
        }
        let now = Live::after(0).stamp(0).at;
        let events = self.events(id).await?;
        let counted = self.counted(id, events, now - now % DAY_MS).await?;
        Ok(counted.is_some_and(|it| it.has_spent()))
    }
}
