//! Errors of requests, the same over HTTP and MCP.
//!
//! Messages mention neither command-line options nor paths of the server.
use engine::{ContinueError, SupervisorError};
use setup::PlanError;

/// An error, by cause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
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

impl From<SupervisorError> for Trouble {
    fn from(error: SupervisorError) -> Trouble {
        let said = error.to_string();
        match error {
            SupervisorError::Busy { .. } | SupervisorError::Share { .. } | SupervisorError::Closing => {
                Trouble::Busy(said)
            }
            SupervisorError::Reused { .. }
            | SupervisorError::Running(_)
            | SupervisorError::Over(_)
            | SupervisorError::Elsewhere(_) => Trouble::Conflict(said),
            SupervisorError::Debate(error) => Trouble::from(error),
        }
    }
}

impl From<engine::Error> for Trouble {
    fn from(error: engine::Error) -> Trouble {
        let said = error.to_string();
        match error {
            error @ (engine::Error::Spec(_) | engine::Error::Fork(_) | engine::Error::Mode(_)) => {
                crate::Refusal::from(error).into()
            }
            engine::Error::Continue(error) => Trouble::from(error),
            engine::Error::Store(error) => Trouble::from(error),
            engine::Error::Fold(_)
            | engine::Error::Prompt(_)
            | engine::Error::NoModel { .. }
            | engine::Error::Stray { .. }
            | engine::Error::NotRecorded { .. }
            | engine::Error::RecordingEnds { .. }
            | engine::Error::RecordingGoesOn { .. }
            | engine::Error::Diverged { .. } => Trouble::Failed(said),
        }
    }
}

impl From<ContinueError> for Trouble {
    fn from(error: ContinueError) -> Trouble {
        match error {
            ContinueError::NotOver(id) => Trouble::Conflict(format!(
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

impl From<PlanError> for Trouble {
    fn from(error: PlanError) -> Trouble {
        crate::Refusal::from(error).into()
    }
}

impl From<store::Error> for Trouble {
    fn from(error: store::Error) -> Trouble {
        match error {
            store::Error::Unknown { id } => Trouble::Unknown { id },
            // The store searched the caller's own debates only.
            store::Error::Ambiguous { .. } => Trouble::Refused(error.to_string()),
            store::Error::Running { .. } | store::Error::Repeated { .. } | store::Error::Taken { .. } => {
                Trouble::Conflict(error.to_string())
            }
            store::Error::Torn { .. }
            | store::Error::Damaged { .. }
            | store::Error::Gap { .. }
            | store::Error::Unwritable { .. }
            | store::Error::Full
            | store::Error::Closed => Trouble::Failed(error.to_string()),
            store::Error::ReadOnly { .. } => Trouble::Failed(
                "the server's store can't be written to; whoever runs the server must look at its permissions"
                    .to_owned(),
            ),
            store::Error::Locked { .. } => {
                Trouble::Failed("the server's store is locked by another program; try again".to_owned())
            }
            store::Error::NewerSchema { .. }
            | store::Error::NotADatabase { .. }
            | store::Error::Foreign { .. }
            | store::Error::Io { .. }
            | store::Error::Database { .. } => Trouble::Failed(
                "the server's store does not answer; `roundtable list` tells whoever runs the server why".to_owned(),
            ),
        }
    }
}

impl From<crate::Refusal> for Trouble {
    fn from(refusal: crate::Refusal) -> Trouble {
        Trouble::Refused(refusal.0)
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
            let Trouble::Failed(said) = Trouble::from(engine::Error::Store(error)) else { panic!("a fault") };
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
            let said = Trouble::from(engine::Error::Continue(error)).to_string();
            assert!(!said.contains("--") && !said.contains("roundtable "), "{said}");
        }
        let errors = [
            engine::Error::from(engine::SpecError::TooFew { found: 1 }),
            engine::Error::from(engine::ForkError::NothingYet(debate::DebateId::from("d"))),
        ];
        for error in errors {
            let said = Trouble::from(error).to_string();
            assert!(!said.contains("--") && said.contains("with `"), "{said}");
        }
    }
}
