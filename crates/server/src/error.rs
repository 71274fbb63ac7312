//! Errors of requests, the same over HTTP and MCP.
//!
//! Messages mention neither command-line options nor paths of the server.
use engine::{ContinueError, SupervisorError};
use setup::PlanError;

/// An error, by cause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApiError {
    /// The debate does not exist or belongs to another tenant; the caller can't tell which (O-42).
    #[error("no debate `{id}`; `list_sessions` or GET /api/v1/debates lists all debates")]
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
                "debate `{id}` is not over, so there is nothing to continue; if it is paused, resume it"
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
                "the server's store can't be written to; the server's operator must check its permissions".to_owned(),
            ),
            store::Error::Locked { .. } => {
                ApiError::Failed("the server's store is locked by another program; try again".to_owned())
            }
            store::Error::NewerSchema { .. }
            | store::Error::NotADatabase { .. }
            | store::Error::Foreign { .. }
            | store::Error::Io { .. }
            | store::Error::Database { .. } => ApiError::Failed(
                "the server's store does not answer; on the server, `roundtable list` prints the reason".to_owned(),
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
    use debate::DebateId;
    use debate::event::Reason;
    use engine::{ForkError, SpecError};
    use setup::settings::NotAllowed;
    use setup::{Amount, Field, Kind, Unpriced};
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

    /// Every reason why a spec is refused. The match fails to compile where one is missing.
    fn spec_errors() -> Vec<SpecError> {
        let words = String::new;
        let all = vec![
            SpecError::TooFew { found: 1 },
            SpecError::TooMany { found: 9 },
            SpecError::SameName(words()),
            SpecError::Mode(formats::UnknownMode { word: "brawl".to_owned() }),
            SpecError::Harmful(analysis::safety::Finding { rule: "r", reason: "it is harmful" }),
            SpecError::OutOfRange { setting: "rounds", found: words(), allowed: "1 to 100" },
            SpecError::HalfAPanel("this is a panel without rules"),
            SpecError::Unseated { name: words(), seats: words() },
            SpecError::NoPersona(words()),
            SpecError::Quoting { name: words(), model: words() },
        ];
        for it in &all {
            match it {
                SpecError::TooFew { .. }
                | SpecError::TooMany { .. }
                | SpecError::SameName(_)
                | SpecError::Mode(_)
                | SpecError::Harmful(_)
                | SpecError::OutOfRange { .. }
                | SpecError::HalfAPanel(_)
                | SpecError::Unseated { .. }
                | SpecError::NoPersona(_)
                | SpecError::Quoting { .. } => {}
            }
        }
        all
    }

    fn fork_errors() -> Vec<ForkError> {
        let (debate, seats) = (|| DebateId::from("d"), String::new);
        let all = vec![
            ForkError::NothingYet(debate()),
            ForkError::NoRound { debate: debate(), round: 9, rounds: 2 },
            ForkError::Unfinished { debate: debate(), round: 2 },
            ForkError::NoEvent { debate: debate(), event: 9, last: 2 },
            ForkError::NoSeat { name: seats(), seats: seats() },
            ForkError::Mode("after its last round"),
            ForkError::Panel,
        ];
        for it in &all {
            match it {
                ForkError::NothingYet(_)
                | ForkError::NoRound { .. }
                | ForkError::Unfinished { .. }
                | ForkError::NoEvent { .. }
                | ForkError::NoSeat { .. }
                | ForkError::Mode(_)
                | ForkError::Panel => {}
            }
        }
        all
    }

    fn continue_errors() -> Vec<ContinueError> {
        let id = String::new;
        let ends = [Reason::RoundCap, Reason::Budget, Reason::Deadline, Reason::Stable];
        let mut all: Vec<ContinueError> = ends.map(|why| ContinueError::AtOnce { why }).into();
        all.extend([
            ContinueError::NotOver(DebateId::from("d")),
            ContinueError::Empty { what: "what you say" },
            ContinueError::TooLong { what: "what you say", bytes: 9, most: 8 },
            ContinueError::NotAskedFor { id: id(), asked: vec!["N1".to_owned()] },
            ContinueError::NotAskedFor { id: id(), asked: Vec::new() },
            ContinueError::Answered { id: id() },
        ]);
        all.extend(spec_errors().into_iter().map(ContinueError::Refused));
        for it in &all {
            match it {
                ContinueError::AtOnce { .. }
                | ContinueError::NotOver(_)
                | ContinueError::Empty { .. }
                | ContinueError::TooLong { .. }
                | ContinueError::NotAskedFor { .. }
                | ContinueError::Answered { .. }
                | ContinueError::Refused(_) => {}
            }
        }
        all
    }

    /// Every fault of a field; those of a file or of standard input are not for callers.
    fn kinds() -> Vec<Kind> {
        let words = String::new;
        let (usd, tokens) = (Amount::Usd(1.0), Amount::Tokens(9));
        let why = NotAllowed { found: None, allowed: "an amount".to_owned(), nearest: None, or_none: true };
        let unpriced = [
            Unpriced::Participant,
            Unpriced::Evaluator(words()),
            Unpriced::Analyst(words()),
            Unpriced::PanelModel(words()),
        ];
        let mut all: Vec<Kind> = unpriced.map(Kind::Unpriced).into();
        all.extend([
            Kind::NotAllowed(why),
            Kind::NoAssignment,
            Kind::Secret,
            Kind::BelowOneRound { budget: usd, round: usd },
            Kind::BelowOneRound { budget: tokens, round: tokens },
            Kind::AboveCeiling { found: words(), most: words() },
            Kind::NoAnalyst,
            Kind::TooManyRounds { more: 99, played: 9 },
            Kind::PanelRounds,
            Kind::Watched,
            Kind::NoSeatName { model: words() },
            Kind::Quoting,
            Kind::SmallDeck { deck: words(), found: 1 },
            Kind::NotBorneOut { persona: words(), fault: words().into(), deck: words() },
            Kind::TooManyPersonas { found: 9, names: words() },
        ]);
        all.extend(spec_errors().into_iter().map(Kind::Spec));
        all.extend(continue_errors().into_iter().map(Kind::Continue));
        all.extend(fork_errors().into_iter().map(Kind::Fork));
        for it in &all {
            match it {
                Kind::NotAllowed(_)
                | Kind::Unusable(_)
                | Kind::NoAssignment
                | Kind::Secret
                | Kind::Unpriced(_)
                | Kind::BelowOneRound { .. }
                | Kind::AboveCeiling { .. }
                | Kind::NoAnalyst
                | Kind::TooManyRounds { .. }
                | Kind::PanelRounds
                | Kind::Watched
                | Kind::NoSeatName { .. }
                | Kind::Quoting
                | Kind::SmallDeck { .. }
                | Kind::NotBorneOut { .. }
                | Kind::TooManyPersonas { .. }
                | Kind::StdinTwice
                | Kind::NoDirectory(_)
                | Kind::NoHome { .. }
                | Kind::Spec(_)
                | Kind::Continue(_)
                | Kind::Fork(_) => {}
            }
        }
        all
    }

    /// I-13, I-30: no error names a command or an option of the command line, whatever its cause.
    #[test]
    fn advice_is_for_callers() {
        let of_engine = spec_errors().into_iter().map(engine::Error::from);
        let of_engine = of_engine.chain(fork_errors().into_iter().map(engine::Error::from));
        let of_engine = of_engine.chain(continue_errors().into_iter().map(engine::Error::Continue));
        let of_request = kinds().into_iter().map(|kind| PlanError { field: Field::Personas, kind });
        for error in of_engine.map(ApiError::from).chain(of_request.map(ApiError::from)) {
            let said = error.to_string();
            assert!(!said.contains("--") && !said.contains("`roundtable "), "{said}");
        }
        for error in [SpecError::TooFew { found: 1 }.into(), engine::Error::from(ForkError::NothingYet("d".into()))] {
            let said = ApiError::from(error).to_string();
            assert!(said.contains("with `"), "it says which field would help: {said}");
        }
    }
}
