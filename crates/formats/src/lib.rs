//! How a debate proceeds, and every word said to a model.
//!
//! A [`Format`] is a pure function from a debate to its next [`Step`], and from a question to its [`Prompt`]. A mode is a value with a few
//! choices in `modes/` beside its prompt files: five for each profile, and for each role where roles differ. Not here: executing a step
//! (`engine`).
pub mod answer;
pub mod ask;
pub mod compare;
pub mod data;
mod evidence;
pub mod group;
pub mod modes;
pub mod order;
pub mod panel;
pub mod postmortem;
pub mod prompt;
mod questions;
pub mod rounds;
pub mod safety_review;
pub mod seating;
pub mod step;
mod structure;
pub mod tools;

pub use ask::{Ask, Part};
pub use group::Group;
pub use modes::{UnknownMode, named};
pub use order::Order;
pub use prompt::Prompt;
pub use rounds::Rounds;
pub use seating::{Assignment, SeatingSeed, hide_names};
pub use step::{Compare, Format, LocalJudge, LocalTask, Recall, Step};
