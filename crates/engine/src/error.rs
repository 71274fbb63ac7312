//! Why a debate could not run on. The failure of a participant is not an error here but an event of the debate.
use debate::CallId;
use debate::state::FoldError;
use formats::UnknownMode;
use formats::prompt::TemplateError;

/// A debate can't run on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The spec is invalid.
    #[error(transparent)]
    Spec(#[from] crate::spec::SpecError),
    /// It can't be continued as requested.
    #[error(transparent)]
    Continue(#[from] crate::run::continuation::ContinueError),
    /// It can't be forked as requested.
    #[error(transparent)]
    Fork(#[from] crate::run::fork::ForkError),
    /// The log can't be written or read.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The log does not fold into a debate.
    #[error(transparent)]
    Fold(#[from] FoldError),
    /// The log names a mode that this release does not have.
    #[error(transparent)]
    Mode(#[from] UnknownMode),
    /// A prompt template and its variables do not match.
    #[error(transparent)]
    Prompt(#[from] TemplateError),
    /// There is no model for a participant's `provider/model`.
    #[error("no model `{model}` is available for `{name}`")]
    NoModel {
        /// The participant.
        name: String,
        /// Its model.
        model: String,
    },
    /// A format asks about a room that the debate does not have.
    #[error("`{call}` names a room that does not exist")]
    Stray {
        /// The id of the question.
        call: CallId,
    },
    /// A replay needs a call that was not recorded (O-05).
    #[error("`{call}` is not in the recording: it was never asked, or its record is missing")]
    NotRecorded {
        /// The id of the call.
        call: CallId,
    },
    /// A replay has reached the end of a recording that was never closed.
    #[error("the recording ends at event {seq}, before the debate does")]
    RecordingEnds {
        /// The position where it ends.
        seq: u64,
    },
    /// A replay is over, and the recording has further events.
    #[error("the replay is over before event {seq}, but the recording continues")]
    RecordingGoesOn {
        /// The position of the first of them.
        seq: u64,
    },
    /// A replay produced an event that differs from the recorded one.
    #[error("the replay differs from the recording at event {seq}\n  recorded: {recorded}\n  replayed: {replayed}")]
    Diverged {
        /// The position of the event.
        seq: u64,
        /// The event as recorded.
        recorded: String,
        /// The event as replayed.
        replayed: String,
    },
}
