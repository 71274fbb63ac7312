//! Why a supervisor refused a request.
use crate::error::Error;
use debate::DebateId;

/// Why a supervisor refused a request.
#[derive(Debug, thiserror::Error)]
pub enum SupervisorError {
    /// It has as many debates as it can run at once (O-30).
    #[error("{most} debates are running, which is the most; wait until one is over, or stop one")]
    Busy {
        /// The limit.
        most: usize,
    },
    /// A tenant has as many as one may have (O-42).
    #[error(
        "{most} of your debates are running, which is the most for one caller; wait until one is over, or stop one"
    )]
    Share {
        /// The limit.
        most: usize,
    },
    /// It is being closed.
    #[error("the server is shutting down and accepts no new requests; try again when it is back")]
    Closing,
    /// The key was used for something else.
    #[error("the key `{key}` was used before for another request; use a new one")]
    Reused {
        /// The key.
        key: String,
    },
    /// It is running already.
    #[error("debate `{0}` is running; wait until it is over, or pause it")]
    Running(DebateId),
    /// It is over.
    #[error("debate `{0}` is over; it can be continued with something to say, more rounds, or a fork")]
    Over(DebateId),
    /// Another process runs it.
    #[error("debate `{0}` is run by another process; only that process can do this")]
    Elsewhere(DebateId),
    /// The debate can't be carried on like that.
    #[error(transparent)]
    Debate(#[from] Error),
}

impl From<store::Error> for SupervisorError {
    fn from(error: store::Error) -> SupervisorError {
        if let store::Error::Running { debate } = error {
            return SupervisorError::Elsewhere(debate);
        }
        if let store::Error::Repeated { key } = error {
            return SupervisorError::Reused { key };
        }
        SupervisorError::Debate(error.into())
    }
}
