//! Errors of experiments, benchmarks and recorded debates.
use std::path::PathBuf;

/// An error of the laboratory.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A debate could not be run.
    #[error(transparent)]
    Engine(#[from] engine::Error),
    /// The supervisor refused a debate.
    #[error(transparent)]
    Supervisor(#[from] engine::SupervisorError),
    /// A debate could not be written or read.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// A model could not be asked.
    #[error(transparent)]
    Model(#[from] models::Error),
    /// A persona could not be built.
    #[error(transparent)]
    Build(#[from] personas::build::BuildError),
    /// The topic is invalid.
    #[error(transparent)]
    Topic(#[from] debate::topic::TopicError),
    /// A recording could not be stepped.
    #[error(transparent)]
    Fold(#[from] debate::state::FoldError),
    /// A task of ours panicked or was cancelled.
    #[error(transparent)]
    Task(#[from] tokio::task::JoinError),
    /// A watcher missed an event.
    #[error("a watcher received {heard} of {events} events")]
    Unheard {
        /// How many events it received, in order.
        heard: u64,
        /// How many there are.
        events: u64,
    },
    /// A debate ended too early to be measured.
    #[error("the debate had no third round: nothing to measure")]
    NoThirdRound,
    /// A file or directory could not be written.
    #[error("can't write `{}`: {why}", path.display())]
    Unwritable {
        /// The path.
        path: PathBuf,
        /// The error of the system.
        why: std::io::Error,
    },
    /// A file or directory could not be read.
    #[error("can't read `{}`: {why}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// The error of the system.
        why: std::io::Error,
    },
    /// A directory has no recordings.
    #[error("there are no recorded debates in `{}`: it must hold `.jsonl` files", directory.display())]
    NoRecordings {
        /// The directory.
        directory: PathBuf,
    },
    /// A line of a recording has another form than the first.
    #[error("{}:{line}: this line does not have the format of the first line", path.display())]
    OtherForm {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// There is no such scenario.
    #[error("`{word}` is neither a built-in scenario nor a file that can be read{hint}")]
    NoScenario {
        /// The requested name.
        word: String,
        /// The reason or a suggestion, to be appended.
        hint: String,
    },
    /// A scenario is invalid.
    #[error("{name}:{line}:{column}: {why}")]
    Scenario {
        /// Its name, or its file.
        name: String,
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What is wrong, and what is allowed.
        why: String,
    },
}
