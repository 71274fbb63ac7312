//! The status of a debate.
use super::slots::{Intent, LocalState};
use debate::Debate;
use debate::event::Reason;
use serde::Serialize;
use store::Entry;

/// The status of a debate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", content = "why", rename_all = "snake_case")]
pub enum Status {
    /// It runs here, or is queued for a slot here.
    Running,
    /// It runs here until its calls in flight are done.
    ComingToRest,
    /// Another process runs it.
    RunningElsewhere,
    /// It is paused until it is resumed.
    Paused,
    /// It waits for information that participants requested (I-25).
    NeedsContext,
    /// It waits for a person's decision (D-43).
    Escalated,
    /// It is closed.
    Over,
    /// It failed, for this reason; it can be resumed when the cause is fixed.
    Failed(String),
}

/// The run state of a debate, which its log does not have.
#[derive(Clone, Debug)]
pub(super) struct RunState {
    pub(super) local: LocalState,
    /// Whether any process holds its run lock.
    pub(super) is_locked: bool,
}

impl RunState {
    /// Whether it can change by itself.
    pub(super) fn is_running(&self) -> bool {
        match self.local {
            LocalState::Here(_) | LocalState::Queued => true,
            LocalState::Failed(_) | LocalState::Absent => self.is_locked,
        }
    }
}

impl Status {
    /// All statuses; `Failed` without a reason.
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

    /// Its name in JSON and in requests.
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

    /// Its name for people, the same on every surface. Who runs it makes no difference to a reader, nor why it paused: a person paused it, it was
    /// interrupted, or its process is gone.
    pub fn told(&self) -> &'static str {
        match self {
            Status::Running => "running",
            Status::ComingToRest => "pausing",
            Status::RunningElsewhere => "running",
            Status::Paused => "paused",
            Status::NeedsContext => "waiting for context",
            Status::Escalated => "waiting for a person",
            Status::Over => "closed",
            Status::Failed(_) => "failed",
        }
    }

    /// The same in one word: for tables, and for what follows with the question it waits for.
    pub fn word(&self) -> &'static str {
        match self {
            Status::NeedsContext | Status::Escalated => "waiting",
            Status::Running
            | Status::ComingToRest
            | Status::RunningElsewhere
            | Status::Paused
            | Status::Over
            | Status::Failed(_) => self.told(),
        }
    }

    /// Whether it can change by itself.
    pub fn is_running(&self) -> bool {
        match self {
            Status::Running | Status::ComingToRest | Status::RunningElsewhere => true,
            Status::Paused | Status::NeedsContext | Status::Escalated | Status::Over | Status::Failed(_) => false,
        }
    }

    /// The status of a listed debate without a supervisor: `is_locked` says whether some process runs it.
    pub fn aside(entry: &Entry, is_locked: bool) -> Status {
        let run_state = RunState { local: LocalState::Absent, is_locked };
        Status::after(entry.closed, entry.question.as_deref(), run_state)
    }

    /// The same of a debate that was read without a supervisor.
    pub fn apart(debate: &Debate, is_locked: bool) -> Status {
        Status::of(debate, RunState { local: LocalState::Absent, is_locked })
    }

    /// The log has precedence over the run state: after the closing event a run still has work to finish.
    pub(super) fn of(debate: &Debate, run_state: RunState) -> Status {
        let closed = debate.closed.as_ref();
        Status::after(closed.map(|it| it.why), closed.and_then(|it| it.question.as_deref()), run_state)
    }

    /// The same, given the reason why it was closed, if it was, and its question.
    pub(super) fn after(why: Option<Reason>, question: Option<&str>, run_state: RunState) -> Status {
        let RunState { local, is_locked } = run_state;
        match (why, local) {
            (Some(Reason::NeedsContext), _) => Status::NeedsContext,
            (Some(_), _) if question.is_some() => Status::Escalated,
            (Some(_), _) => Status::Over,
            (None, LocalState::Here(Intent::Run) | LocalState::Queued) => Status::Running,
            (None, LocalState::Here(Intent::Pause | Intent::Stop | Intent::Abort | Intent::Closed)) => {
                Status::ComingToRest
            }
            (None, LocalState::Failed(_) | LocalState::Absent) if is_locked => Status::RunningElsewhere,
            (None, LocalState::Failed(why)) => Status::Failed(why),
            (None, LocalState::Absent) => Status::Paused,
        }
    }
}
