//! How a debate stands.
use super::slots::{Intent, LocalState};
use debate::Debate;
use debate::event::Reason;
use serde::Serialize;
use store::Entry;

/// How a debate stands, for those who wait for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", content = "why", rename_all = "snake_case")]
pub enum Status {
    /// It runs here, or goes on here as soon as there is a slot.
    Running,
    /// It runs here until those who are speaking are done.
    ComingToRest,
    /// Another process runs it.
    RunningElsewhere,
    /// It rests, and goes on when somebody says so.
    Paused,
    /// Participants asked for something: it waits for that (I-25).
    NeedsContext,
    /// It waits for a person's decision (D-43).
    Escalated,
    /// It is over.
    Over,
    /// It could not go on, for this reason; it can be resumed when that is mended.
    Failed(String),
}

/// Where a debate is, apart from what its log says.
#[derive(Clone, Debug)]
pub(super) struct RunState {
    pub(super) local: LocalState,
    /// Whether somebody, here or elsewhere, has the right to run it.
    pub(super) is_locked: bool,
}

impl RunState {
    /// Whether it can change by itself.
    pub(super) fn is_running(&self) -> bool {
        match self.local {
            LocalState::Here(_) | LocalState::Waits => true,
            LocalState::Failed(_) | LocalState::Absent => self.is_locked,
        }
    }
}

impl Status {
    /// All of them; one that failed without its reason.
    pub const ALL: [Status; 8] = [
        Status::Running,
        Status::ComingToRest,
        Status::RunningElsewhere,
        Status::Paused,
        Status::NeedsContext,
        Status::Escalated,
        Status::Over,
        Status::Failed(String::new()),
    ];

    /// Its name as programs read it, and as it is asked for.
    pub fn as_str(&self) -> &'static str {
        match self {
            Status::Running => "running",
            Status::ComingToRest => "coming_to_rest",
            Status::RunningElsewhere => "running_elsewhere",
            Status::Paused => "paused",
            Status::NeedsContext => "needs_context",
            Status::Escalated => "escalated",
            Status::Over => "over",
            Status::Failed(_) => "failed",
        }
    }

    /// It as people read it.
    pub fn told(&self) -> &'static str {
        match self {
            Status::Running => "running",
            Status::ComingToRest => "coming to rest",
            Status::RunningElsewhere => "running elsewhere",
            Status::Paused => "paused",
            Status::NeedsContext => "waiting for context",
            Status::Escalated => "waiting for a person",
            Status::Over => "over",
            Status::Failed(_) => "failed",
        }
    }

    /// Whether it can change by itself.
    pub fn is_running(&self) -> bool {
        match self {
            Status::Running | Status::ComingToRest | Status::RunningElsewhere => true,
            Status::Paused | Status::NeedsContext | Status::Escalated | Status::Over | Status::Failed(_) => false,
        }
    }

    /// How a debate of a list stands for one who runs none: `is_locked` says whether somebody runs it.
    pub fn aside(entry: &Entry, is_locked: bool) -> Status {
        let run_state = RunState { local: LocalState::Absent, is_locked };
        Status::after(entry.closed, entry.question.as_deref(), run_state)
    }

    /// What the log says of its end comes before where it is: the last that is done for a debate is done behind its end.
    pub(super) fn of(debate: &Debate, run_state: RunState) -> Status {
        let closed = debate.closed.as_ref();
        Status::after(closed.map(|it| it.why), closed.and_then(|it| it.question.as_deref()), run_state)
    }

    /// The same of one that was closed for a reason, if it was, perhaps with a question.
    pub(super) fn after(why: Option<Reason>, question: Option<&str>, run_state: RunState) -> Status {
        let RunState { local, is_locked } = run_state;
        match (why, local) {
            (Some(Reason::NeedsContext), _) => Status::NeedsContext,
            (Some(_), _) if question.is_some() => Status::Escalated,
            (Some(_), _) => Status::Over,
            (None, LocalState::Here(Intent::Run) | LocalState::Waits) => Status::Running,
            (None, LocalState::Here(Intent::Pause | Intent::Stop | Intent::Abort | Intent::Closed)) => {
                Status::ComingToRest
            }
            (None, LocalState::Failed(_) | LocalState::Absent) if is_locked => Status::RunningElsewhere,
            (None, LocalState::Failed(why)) => Status::Failed(why),
            (None, LocalState::Absent) => Status::Paused,
        }
    }
}
