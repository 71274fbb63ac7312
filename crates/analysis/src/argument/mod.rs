//! The arguments of a debate as a weighted bipolar graph: how strong each claim is, which option they favour, what that hangs on
//! (Q-20 … Q-22).
//!
//! Options are positions and stand at the ends: nothing comes out of one. Two options do not attack each other, though they exclude each
//! other: to compare their strengths says that already, an attack would count every reason twice, and one rival cut in two would weigh
//! more than whole. An option begins at nothing and has what its reasons give it, so that what all sides hold decides nothing, and heads are
//! counted by the vote alone. Claims that stand against each other attack each other, so there are cycles.
//!
//! Everything is computed; no model is asked. Not here: what evidence is worth (`evidence::backing`), which positions are one (`crux::positions`).
mod flip;
mod graph;
mod order;
mod read;
mod strength;
pub mod thresholds;
mod why;
mod wording;

pub use flip::{Flips, Search, flips};
pub use graph::{Edge, Graph, Node, Tie, What};
pub use strength::{Scales, Strengths};
pub use why::{Crux, Favoured, OptionLine, Why};
pub use wording::{falsifier, settling};
