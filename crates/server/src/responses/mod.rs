//! Responses of HTTP and MCP: the state of a debate, its outcome, and each part of it.
//!
//! They are built from the log by rules and quote the participants; no model summarizes anything. Not here: size limits and transport.
mod ballots;
mod citations;
mod consensus;
mod cruxes;
mod debate_status;
mod decision;
mod graph;
mod hits;
mod learning;
mod next;
mod phase;
mod record;
mod response;
mod room;
mod round;
mod screen;
mod seats;
mod spoken;
mod started;
mod synthesis;
mod tables;
mod thoughts;
pub mod words;

pub use ballots::{Ballot, Because, CastBallot, Changed, Estimate, OnOther, OnTerm};
pub use citations::{Citations, CitedClaim, CitedSource};
pub use consensus::{Claimed, Consensus, Counted, Evidence, Metadata, ParticipantPosition, Unsettled};
pub use cruxes::{
    AspectLine, CardLine, CruxPosition, Cruxes, HeldByAll, LeftAlone, Matrix, MatrixRow, RoomLine, ShiftLine, ToFind,
    WordsOf, check_vote,
};
pub use debate_status::{DebateStatus, Listed, Need, Spent, State};
pub use decision::{Decision, PlainVote, verdict_of};
pub use graph::{EdgeView, GraphView, NodeView};
pub use hits::{Hit, Hits};
pub use learning::{DomainView, Learning, OutcomeView, Outcomes, PostmortemView, UpdateView};
pub use next::Next;
pub use phase::{At, Phase};
pub use record::{Loss, Page, RoundLine, RoundView, Rounds, TurnView};
pub use response::{Moved, Raw, Refers, Response, Stated};
pub use room::{Looked, RoomDetails, Step as TraceStep, Traces, Uttered};
pub use round::{Apart, Measured, RoundDetails, Shared, Spoke};
pub use screen::{Chosen, Dissent, OptionLine, OtherRule, Pooled, RestsOn, Row, Screen, Term, VoteOn};
pub use seats::{Seat, Seats};
pub(crate) use spoken::spoken;
pub use started::{Announced, Begun};
pub use synthesis::{Choice, Reason, Synthesis};
pub use tables::{Agents, ChunkView, DeckView, Decks, Mode, Modes, PersonaLine, PersonaView};
pub use thoughts::{Mind, Step, Thoughts};

use serde::Serialize;
use serde_json::Value;

/// As JSON. All map keys are strings, so this can't fail.
pub(crate) fn value(it: &impl Serialize) -> Value {
    serde_json::to_value(it).unwrap_or_default()
}
