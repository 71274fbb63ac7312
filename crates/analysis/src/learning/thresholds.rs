//! Every figure of what is learned, with its origin.

/// The strength of a prior, in cases (L-05).
pub const STRENGTH: f64 = 20.0;

/// How many cases of a kind a project counts as, at most. Ours: one project must move a weight by less than 0.02, and 0.9 · 0.45 / 20.45 is
/// 0.0198. Claims of one project share one fate, so that they are no independent cases.
pub const PROJECT_CASES: f64 = 0.45;

/// The half-life of a case: a year (L-05), in milliseconds.
pub const HALF_LIFE_MS: f64 = 365.25 * 24.0 * 3_600_000.0;

/// The probability of the intervals shown. Ours.
pub const INTERVAL: f64 = 0.9;

/// The prior mean of an accuracy of which nothing is known.
pub const NEUTRAL: f64 = 0.5;

/// Confidences are clamped this far from 0 and 1 in the log score, where it diverges.
pub const EDGE: f64 = 0.01;

/// The number of bins of a reliability curve. Ours: a tenth each, as confidences are stated.
pub const BINS: usize = 10;

/// The accuracy of a decision from which it went well. Ours.
pub const WENT_WELL: f64 = 0.5;

/// How many questions are put before a debate, at most. Ours: more would be a questionnaire.
pub const MOST_QUESTIONS: usize = 5;

/// How many skills are suggested, at most. Ours.
pub const MOST_SKILLS: usize = 5;

/// How many post-mortems must have missed a question for high priority. Ours.
pub const HIGH_PRIORITY: u32 = 3;

/// The distance, in standard deviations, from which two kinds are told apart: 90%, two-sided.
pub const TOLD_APART: f64 = 1.644_853_6;
