//! The domain model: participants, ballots, events, the state folded from them, each participant's view, and the parser of answers.
//!
//! A debate is a log of [`Event`]s. Everything else is derived from it: [`Debate`] is the folded state, a [`View`] is what one participant
//! is shown. Not here: who speaks next (`formats`), counting and analysis (`analysis`), and any clock, file, task or random source.
pub mod attachment;
pub mod ballot;
pub mod belief;
pub mod chance;
pub mod crux;
pub mod event;
pub mod evidence;
pub mod ids;
pub mod learning;
pub mod log;
pub mod participant;
pub mod persona;
pub mod relation;
pub mod reply;
pub mod rules;
pub mod state;
pub mod text;
pub mod tool;
pub mod topic;
pub mod turn;
pub mod usage;
pub mod view;

pub use attachment::Attachment;
pub use ballot::{Ballot, Cast, Consent, Letter, TermAct};
pub use belief::{BeliefGraph, Polarity};
pub use crux::Card;
pub use event::{Envelope, Event};
pub use evidence::{Kind, Standing};
pub use ids::{CallId, DebateId, Name, RoomCall, RoomId};
pub use participant::{Discipline, Layout, Participant, Perspective, Profile, Role};
pub use persona::{Chunk, ChunkId, Contract, Persona};
pub use relation::{Comparisons, Relation};
pub use rules::{Algorithm, Analyst, Channels, ClosingBallot, Decide, Groups, Parallel, Rules};
pub use state::{Debate, Need, Round, Spoken};
pub use topic::Topic;
pub use turn::{
    Act, Claim, ClaimMove, ConfidenceChange, Counter, Flaw, Label, Question, Reference, Stance, Turn, Vote,
    Vulnerability,
};
pub use usage::Usage;
pub use view::{Horizon, View};
