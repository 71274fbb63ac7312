//! What outcomes teach (L-03 … L-08): the fold of the log of outcomes and updates, and its arithmetic.
//!
//! A weight is the mean of a Beta posterior whose prior is the usual table, so that few cases move it little. A project counts as less than
//! half a case of each kind, however many of its claims were judged: they share one fate. Old cases fade. Nothing is learned of evidence
//! unless an outcome names claims or sources, and nothing at all from a debate without an outcome. Pure: the time is an argument. Not here:
//! the events themselves (`debate::learning`), and where they are stored (`store`).
pub mod beta;
mod calibration;
mod domain;
mod draft;
mod evidence;
mod fold;
mod pooling;
pub mod record;
mod request;
pub mod thresholds;
mod updates;

pub use calibration::{Bin, Calibration};
pub use domain::{DomainKnown, Priority, RequiredQuestion, RoundsKnown, SkillKnown};
pub use draft::{Input, draft, judged, truth};
pub use evidence::{KindWeight, told_apart};
pub use fold::{Applied, DebateKnown, Imported, Learned, Recorded};
pub use pooling::{MOST_QUESTION, PoolingError, WithQuestions, check};
pub use request::{MOST_TEXT, OutcomeError, OutcomeRequest, sentence};
pub use updates::{closing, of as updates, project_key};

/// What a case of this time weighs now: a half for each half-life.
pub(crate) fn faded(at: u64, now: u64) -> f64 {
    let age = now.saturating_sub(at) as f64 / thresholds::HALF_LIFE_MS;
    (-age * std::f64::consts::LN_2).exp()
}
