//! What a debate is: its nouns, its events, the fold over them, what a participant may see and how an answer is read.
//!
//! A debate is a log of [`Event`]s. Everything else here is derived from it: [`Debate`] is the fold, a [`View`] is
//! what one speaker is shown. Not here: who speaks next (`formats`), what follows from what was said (`analysis`), and
//! anything that waits, reads a clock, opens a file or rolls a die.
pub mod chance;
pub mod event;
pub mod ids;
pub mod log;
pub mod participant;
pub mod reply;
pub mod rules;
pub mod state;
pub mod text;
pub mod topic;
pub mod turn;
pub mod usage;
pub mod view;

pub use event::{Envelope, Event};
pub use ids::{CallId, DebateId, Name};
pub use participant::{Discipline, Layout, Participant, Perspective, Profile, Role};
pub use rules::{Algorithm, Parallel, Rules};
pub use state::{Debate, Round, Spoken};
pub use topic::Topic;
pub use turn::{Act, Claim, ConfidenceChange, Flaw, Label, Move, Reference, Stance, Turn, Vote};
pub use usage::Usage;
pub use view::{Horizon, View};
