//! Errors of requests, the same over HTTP and MCP.
//!
//! Messages mention neither command-line options nor paths of the server.
use engine::{ContinueError, SupervisorError};
use setup::PlanError;

/// An error, by cause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApiError {
    /// The debate does not exist or belongs to another tenant; the caller can't tell which (O-42).
    #[error("no debate `{id}`; `list_sessions` or GET /api/v1/debates shows those there are")]
    Unknown {
        /// The requested id.
        id: String,
    },
    /// The debate has no such part.
    #[error("{0}")]
    NoPart(String),
    /// The request is valid and can't be granted.
    #[error("{0}")]
    Refused(String),
    /// The request conflicts with the debate's state.
    #[error("{0}")]
    Conflict(String),
    /// The server is at capacity: try later (O-30).
    #[error("{0}")]
    Busy(String),
    /// The request would exceed the daily cap (O-04).
    #[error("{why}")]
    Capped {
        /// The remaining amount and the cap.
        why: String,
        /// Seconds until the next day.
        wait: u64,
    },
    /// An internal failure.
    #[error("{0}")]
    Failed(String),
}

impl From<SupervisorError> for ApiError {
    fn from(error: SupervisorError) -> ApiError {
        let said = error.to_string();
        match error {
            SupervisorError::Busy { .. } | SupervisorError::Share { .. } | SupervisorError::Closing => {
                ApiError::Busy(said)
            }
            SupervisorError::Reused { .. }
            | SupervisorError::Running(_)
            | SupervisorError::Over(_)
            | SupervisorError::Elsewhere(_) => ApiError::Conflict(said),
            SupervisorError::Debate(error) => ApiError::from(error),
        }
    }
}

impl From<engine::Error> for ApiError {
    fn from(error: engine::Error) -> ApiError {
        let said = error.to_string();
        match error {
            error @ (engine::Error::Spec(_) | engine::Error::Fork(_) | engine::Error::Mode(_)) => {
                crate::InvalidRequest::from(error).into()
            }
            engine::Error::Continue(error) => ApiError::from(error),
            engine::Error::Store(error) => ApiError::from(error),
            engine::Error::Fold(_)
            | engine::Error::Prompt(_)
            | engine::Error::NoModel { .. }
            | engine::Error::Stray { .. }
            | engine::Error::NotRecorded { .. }
            | engine::Error::RecordingEnds { .. }
            | engine::Error::RecordingGoesOn { .. }
            | engine::Error::Diverged { .. } => ApiError::Failed(said),
        }
    }
}

impl From<ContinueError> for ApiError {
    fn from(error: ContinueError) -> ApiError {
        match error {
            ContinueError::NotOver(id) => ApiError::Conflict(format!(
                "debate `{id}` is not over, so there is nothing to continue; where it is paused, resume it"
            )),
            ContinueError::AtOnce { .. }
            | ContinueError::Empty { .. }
            | ContinueError::TooLong { .. }
            | ContinueError::NotAskedFor { .. }
            | ContinueError::Answered { .. }
            | ContinueError::Refused(_) => PlanError::from(error).into(),
        }
    }
}

impl From<PlanError> for ApiError {
    fn from(error: PlanError) -> ApiError {
        crate::InvalidRequest::from(error).into()
    }
}

impl From<store::Error> for ApiError {
    fn from(error: store::Error) -> ApiError {
        match error {
            store::Error::Unknown { id } => ApiError::Unknown { id },
            // The store searched the caller's own debates only.
            store::Error::Ambiguous { .. } => ApiError::Refused(error.to_string()),
            store::Error::Running { .. } | store::Error::Repeated { .. } | store::Error::Taken { .. } => {
                ApiError::Conflict(error.to_string())
            }
            store::Error::Torn { .. }
            | store::Error::Damaged { .. }
            | store::Error::Gap { .. }
            | store::Error::Unwritable { .. }
            | store::Error::DamagedLearned { .. }
            | store::Error::UnwritableLearned { .. }
            | store::Error::Full
            | store::Error::Closed => ApiError::Failed(error.to_string()),
            store::Error::ReadOnly { .. } => ApiError::Failed(
                "the server's store can't be written to; whoever runs the server must look at its permissions"
                    .to_owned(),
            ),
            store::Error::Locked { .. } => {
                ApiError::Failed("the server's store is locked by another program; try again".to_owned())
            }
            store::Error::NewerSchema { .. }
            | store::Error::NotADatabase { .. }
            | store::Error::Foreign { .. }
            | store::Error::Io { .. }
            | store::Error::Database { .. } => ApiError::Failed(
                "the server's store does not answer; `roundtable list` tells whoever runs the server why".to_owned(),
            ),
        }
    }
}

impl From<crate::InvalidRequest> for ApiError {
    fn from(invalid: crate::InvalidRequest) -> ApiError {
        ApiError::Refused(invalid.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::event::Reason;
    use std::path::PathBuf;

    /// O-42: no error reveals a path of the server.
    #[test]
    fn no_trouble_names_a_file() {
        let path = || PathBuf::from("/secret/place.db");
        let errors = [
            store::Error::ReadOnly { path: path() },
            store::Error::Locked { path: path() },
            store::Error::NotADatabase { path: path() },
            store::Error::Foreign { path: path() },
            store::Error::NewerSchema { path: path(), found: 9, known: 1 },
            store::Error::Io { path: path(), why: std::io::ErrorKind::NotFound.into() },
        ];
        for error in errors {
            assert!(error.to_string().contains("secret"), "{error}");
            let ApiError::Failed(said) = ApiError::from(engine::Error::Store(error)) else { panic!("a fault") };
            assert!(!said.contains("secret") && said.contains("the server's store"), "{said}");
        }
    }

    /// I-30: errors name fields of requests, not command-line options.
    #[test]
    fn advice_is_for_callers() {
        let id = debate::DebateId::from("d");
        let all = [Reason::RoundCap, Reason::Budget, Reason::Deadline, Reason::Stable];
        let errors = all.map(|why| ContinueError::AtOnce { why }).into_iter().chain([ContinueError::NotOver(id)]);
        for error in errors {
            let said = ApiError::from(engine::Error::Continue(error)).to_string();
            assert!(!said.contains("--") && !said.contains("roundtable "), "{said}");
        }
        let errors = [
            engine::Error::from(engine::SpecError::TooFew { found: 1 }),
            engine::Error::from(engine::ForkError::NothingYet(debate::DebateId::from("d"))),
        ];
        for error in errors {
            let said = ApiError::from(error).to_string();
            assert!(!said.contains("--") && said.contains("with `"), "{said}");
        }
    }
}
