//! The figures that an end, a label or a verdict is decided by, with where they come from.
/// Share of ACCEPT and MINOR votes that makes a consensus (D-40).
pub const RUBRIC_SHARE: f64 = 0.80;
/// Confidence that everyone must have in a consensus (D-40).
pub const RUBRIC_CONFIDENCE: f64 = 0.70;
/// Mean change of confidence below which a round is quiet (D-40).
pub const PLATEAU_CHANGE: f64 = 0.10;
/// Quiet rounds in a row that make a plateau (D-40).
pub const PLATEAU_ROUNDS: usize = 2;
/// Mean confidence of independent takes below which their question is opened before anything is built on it. Ours: what a consensus
/// asks of everyone ([`RUBRIC_CONFIDENCE`]).
pub const UNSURE_TAKES: f64 = 0.70;
/// Agreement that ends a debate by `agreement` (D-40).
pub const AGREEMENT: f64 = 0.90;
/// Confidence of everyone that, with agreement, ends a debate by `agreement` (D-40).
pub const AGREEMENT_CONFIDENCE: f64 = 0.85;
/// Mean shift below which, for two rounds in a row, more rounds return little (E-20).
pub const SHIFT_LITTLE: f64 = 0.05;
/// Kolmogorov–Smirnov distance below which the shares of the options have not moved.
pub const OPTIONS_STILL: f64 = 0.05;
/// Rounds in a row that must be still to be a stability (D-40, E-20, Q-04).
pub const STABLE_ROUNDS: usize = 2;
/// Difference between what participants say of how sure they are and what a claim's evidence allows from which it is a wide one (E-02).
/// Ours: more than two bands of the table, so that LOGICAL claims of somebody who is sure are not all wide ones.
pub const CONFIDENCE_GAP: f64 = 0.40;
/// How often a debate waits for what its participants ask for (I-25). Ours: once for what the question left out, once for what that raises,
/// once for what was forgotten; a table that asks on would not end.
pub const MOST_WAITS: usize = 3;
/// Requests that are listed when a debate waits (I-25). Ours: what somebody fetches in one go; the others stand in the verdict.
pub const MOST_LISTED: usize = 8;
