//! The arguments of a debate as a weighted bipolar graph: the strength of claims, the favoured option, and what it depends on (Q-20 …
//!
//!
//! Options are sinks: they have no outgoing edges. Options do not attack each other, although they exclude each other: comparing
//! their strengths expresses that already, an attack would count every reason twice, and a rival split in two would weigh more. An option
//! has base 0 and gains strength only from its reasons, so that shared reasons decide nothing, and heads are counted by the vote alone.
//! Contradicting claims attack each other, so there are cycles.
//!
//! Everything is computed without a model. Not here: weights of evidence (`evidence::backing`), and equality of positions
//! (`crux::positions`).
mod flip;
mod graph;
mod order;
mod read;
mod strength;
pub mod thresholds;
mod view;
mod why;
mod wording;

pub use flip::{Flips, Search, flips};
pub use graph::{Edge, Graph, Node, Tie, What, against};
pub use strength::{Scales, Strengths};
pub use view::{EdgeView, GraphView, NodeView};
pub use why::{Crux, Favoured, OptionLine, Why};
pub use wording::{falsifier, settling};
