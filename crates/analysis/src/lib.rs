//! Counts, measures and decides debates: ballots, exit conditions, verdict.
//!
//! Pure functions over a [`debate::Debate`]. Decisions use only fields that participants declare (`ballots`); prose is analysed for
//! display, for checks of claims and at panels, where nobody votes. Not here: who speaks next (`formats`), and models.
pub mod argument;
pub mod ballots;
pub mod crux;
pub mod decision;
pub mod evidence;
pub mod learning;
pub mod measure;
pub mod safety;

pub use crux::findings::Findings;
pub use decision::label::Label;
pub use decision::verdict::Verdict;
