//! Why something could not be tried out or measured.
use std::path::PathBuf;

/// The error.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A debate could not be held.
    #[error(transparent)]
    Engine(#[from] engine::Error),
    /// A debate could not be opened among others.
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
    /// What is debated is no topic.
    #[error(transparent)]
    Topic(#[from] debate::topic::TopicError),
    /// A recording could not be stepped.
    #[error(transparent)]
    Fold(#[from] debate::state::FoldError),
    /// A task of ours ended before its time.
    #[error(transparent)]
    Task(#[from] tokio::task::JoinError),
    /// A watcher missed something.
    #[error("one who watched heard {heard} events of {events}")]
    Unheard {
        /// How many it heard, in order.
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
        /// Which.
        path: PathBuf,
        /// Why.
        why: std::io::Error,
    },
    /// A file or directory could not be read.
    #[error("can't read `{}`: {why}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        why: std::io::Error,
    },
    /// There is nothing to read in a directory.
    #[error("there are no recorded debates in `{}`: it must hold `.jsonl` files", directory.display())]
    NoRecordings {
        /// Which.
        directory: PathBuf,
    },
    /// A line of a recording is not like the first.
    #[error("{}:{line}: this line is not of the form of the first one", path.display())]
    OtherForm {
        /// In which file.
        path: PathBuf,
        /// Which, from 1.
        line: usize,
    },
    /// A word names no scenario.
    #[error("`{word}` is neither a built-in scenario nor a file that can be read{hint}")]
    NoScenario {
        /// The word.
        word: String,
        /// Why, or what may have been meant, to stand at the end.
        hint: String,
    },
    /// A scenario is wrong.
    #[error("{name}:{line}:{column}: {why}")]
    Scenario {
        /// Its name, or its file.
        name: String,
        /// In which line, from 1.
        line: usize,
        /// At which character of it, from 1.
        column: usize,
        /// What is wrong with what is there, and what would do.
        why: String,
    },
}
