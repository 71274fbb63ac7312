//! How a debate stands.
use debate::Debate;
use debate::event::Reason;
use serde::Serialize;

/// How a debate stands, for those who wait for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "state", content = "why", rename_all = "snake_case")]
pub enum Status {
    /// It runs here.
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

impl Status {
    /// Its name as people and programs read it.
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

    /// Whether it can change by itself.
    pub fn is_running(&self) -> bool {
        match self {
            Status::Running | Status::ComingToRest | Status::RunningElsewhere => true,
            Status::Paused | Status::NeedsContext | Status::Escalated | Status::Over | Status::Failed(_) => false,
        }
    }

    /// `here` says whether it runs in this house, and if so whether it was held up.
    pub(super) fn of(
        debate: &Debate,
        here: Option<bool>,
        failed: Option<String>,
        is_claimed: impl FnOnce() -> bool,
    ) -> Status {
        let closed = debate.closed.as_ref();
        match (closed.map(|it| it.why), here, failed) {
            (Some(Reason::NeedsContext), ..) => Status::NeedsContext,
            (Some(_), ..) if closed.is_some_and(|it| it.question.is_some()) => Status::Escalated,
            (Some(_), ..) => Status::Over,
            (None, Some(false), _) => Status::Running,
            (None, Some(true), _) => Status::ComingToRest,
            (None, None, Some(why)) => Status::Failed(why),
            (None, None, None) if is_claimed() => Status::RunningElsewhere,
            (None, None, None) => Status::Paused,
        }
    }
}
