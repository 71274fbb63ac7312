//! Learning from outcomes (L-03 … L-08): the fold of the log of outcomes and updates, and its arithmetic.
//!
//! A weight is the mean of a Beta posterior. Its prior is the usual table with the strength of 20 cases, so that few cases move it little. A
//! project counts as less than half a case of each kind, because all its claims depend on one course of events. Cases fade with a half-life of
//! a year. An update of a kind of evidence needs an outcome that names claims or sources; a debate without an outcome causes no update. Pure:
//! the time is an argument. Not here: the events (`debate::learning`), and their storage (`store`).
pub mod beta;
mod calibration;
mod domain;
mod draft;
mod evidence;
mod fold;
mod pooling;
pub mod record;
mod request;
mod share;
pub mod thresholds;
mod updates;

pub use calibration::{Bin, Calibration, FamilyKnown};
pub use domain::{DomainKnown, Priority, RequiredQuestion, RoundsKnown, SkillKnown};
pub use draft::{Input, draft, judged, truth};
pub use evidence::{KindWeight, separated};
pub use fold::{Applied, DebateKnown, Imported, Learned, Recorded};
pub use pooling::{MOST_QUESTION, PoolingError, WithQuestions, importing};
pub use request::{MOST_TEXT, OutcomeError, OutcomeRequest, sentence};
pub use share::Share;
pub use updates::{closing, of as updates, project_key};

/// The weight that a case of time `at` has at `now`: it halves with each half-life.
pub(crate) fn faded(at: u64, now: u64) -> f64 {
    let age = now.saturating_sub(at) as f64 / thresholds::HALF_LIFE_MS;
    (-age * std::f64::consts::LN_2).exp()
}
