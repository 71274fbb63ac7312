//! Why a caller does not get what it asked for: the same over HTTP and MCP.
use engine::HouseError;

/// What went wrong, and whose matter it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// There is no such thing, or it is somebody else's: a caller can't tell which (O-42).
    #[error("no debate `{id}`; `list_sessions` or GET /api/v1/debates shows those there are")]
    Unknown {
        /// What was asked for.
        id: String,
    },
    /// There is no such part of a debate.
    #[error("{0}")]
    NoPart(String),
    /// The request can't be granted as it is.
    #[error("{0}")]
    Refused(String),
    /// It does not fit how the debate stands.
    #[error("{0}")]
    Conflict(String),
    /// Too much at once: try later (O-30).
    #[error("{0}")]
    Busy(String),
    /// It could not be carried out.
    #[error("{0}")]
    Failed(String),
}

impl From<HouseError> for Trouble {
    fn from(error: HouseError) -> Trouble {
        let said = error.to_string();
        match error {
            HouseError::Busy { .. } | HouseError::Share { .. } | HouseError::Closing => Trouble::Busy(said),
            HouseError::Reused { .. } | HouseError::Running(_) | HouseError::Over(_) | HouseError::Elsewhere(_) => {
                Trouble::Conflict(said)
            }
            HouseError::Debate(error) => Trouble::from(error),
        }
    }
}

impl From<engine::Error> for Trouble {
    fn from(error: engine::Error) -> Trouble {
        let said = error.to_string();
        match error {
            engine::Error::Spec(_) | engine::Error::Fork(_) | engine::Error::Mode(_) => Trouble::Refused(said),
            engine::Error::Continue(engine::ContinueError::NotOver(_)) => Trouble::Conflict(said),
            engine::Error::Continue(_) => Trouble::Refused(said),
            engine::Error::Store(error) => Trouble::from(error),
            engine::Error::Fold(_)
            | engine::Error::Prompt(_)
            | engine::Error::NoModel { .. }
            | engine::Error::NotRecorded { .. }
            | engine::Error::RecordingEnds { .. }
            | engine::Error::RecordingGoesOn { .. }
            | engine::Error::Parted { .. } => Trouble::Failed(said),
        }
    }
}

impl From<store::Error> for Trouble {
    fn from(error: store::Error) -> Trouble {
        match error {
            store::Error::Unknown { id } => Trouble::Unknown { id },
            // Only ever the caller's own.
            store::Error::Ambiguous { .. } => Trouble::Refused(error.to_string()),
            store::Error::Running { .. } | store::Error::Repeated { .. } | store::Error::Taken { .. } => {
                Trouble::Conflict(error.to_string())
            }
            store::Error::Torn { .. }
            | store::Error::Damaged { .. }
            | store::Error::Gap { .. }
            | store::Error::Unwritable { .. }
            | store::Error::NewerSchema { .. }
            | store::Error::Full
            | store::Error::ReadOnly { .. }
            | store::Error::Locked { .. }
            | store::Error::NotADatabase { .. }
            | store::Error::Foreign { .. }
            | store::Error::Io { .. }
            | store::Error::Closed
            | store::Error::Database { .. } => Trouble::Failed(error.to_string()),
        }
    }
}

impl From<crate::Refusal> for Trouble {
    fn from(refusal: crate::Refusal) -> Trouble {
        Trouble::Refused(refusal.0)
    }
}
