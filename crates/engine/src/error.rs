//! Why a debate could not be carried on. A participant that fails is not here: that is a fact of the debate.
use debate::CallId;
use debate::state::FoldError;
use formats::UnknownMode;
use formats::prompt::TemplateError;

/// A debate that can't go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// What was asked for is not a debate.
    #[error(transparent)]
    Spec(#[from] crate::spec::SpecError),
    /// It can't go on like that.
    #[error(transparent)]
    Continue(#[from] crate::continuation::ContinueError),
    /// It can't be forked like that.
    #[error(transparent)]
    Fork(#[from] crate::fork::ForkError),
    /// The log can't be kept or read.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The log is no debate.
    #[error(transparent)]
    Fold(#[from] FoldError),
    /// The log names a mode that this release does not have.
    #[error(transparent)]
    Mode(#[from] UnknownMode),
    /// A prompt file and its variables do not fit.
    #[error(transparent)]
    Prompt(#[from] TemplateError),
    /// No model stands for a participant's `provider/model`.
    #[error("no model `{model}` is at hand for `{name}`")]
    NoModel {
        /// The participant.
        name: String,
        /// Its model.
        model: String,
    },
    /// A format asks about a room that the debate has not got.
    #[error("`{call}` is about a room that is not there")]
    Stray {
        /// Which question.
        call: CallId,
    },
    /// A replay needs a call that was not recorded (O-05).
    #[error("`{call}` is not in the recording: it was never asked, or its record is missing")]
    NotRecorded {
        /// Which call.
        call: CallId,
    },
    /// A replay has come to the end of a recording that was never closed.
    #[error("the recording ends at event {seq}, before the debate does")]
    RecordingEnds {
        /// Where it ends.
        seq: u64,
    },
    /// A replay is over, and the recording goes on.
    #[error("the replay is over before event {seq}, and the recording goes on")]
    RecordingGoesOn {
        /// Where it goes on.
        seq: u64,
    },
    /// A replay gave another event than the recording has.
    #[error("the replay parts from the recording at event {seq}\n  recorded: {recorded}\n  replayed: {replayed}")]
    Diverged {
        /// Which event.
        seq: u64,
        /// The event as recorded.
        recorded: String,
        /// The event as replayed.
        replayed: String,
    },
}
