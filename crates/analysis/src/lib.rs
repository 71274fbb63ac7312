//! How a debate is counted, measured and decided: what ballots come to, when to stop, what the verdict is.
//!
//! Pure functions over a [`debate::Debate`]. What decides is declared by the participants in fields of their answers (`ballots`); words are
//! read for display, for checks of claims and at panels, where nobody votes. Not here: who speaks next (`formats`), and any model.
pub mod argument;
pub mod ballots;
pub mod crux;
pub mod evidence;
pub mod measure;
pub mod outcome;
pub mod safety;

pub use outcome::label::Label;
pub use outcome::verdict::Verdict;
