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

/// How many of them stand in prompts for small models, at most. Ours: they answer one or two.
pub const MOST_LEAN_QUESTIONS: usize = 2;

/// How many skills are suggested, at most. Ours.
pub const MOST_SKILLS: usize = 5;

/// How many post-mortems must have missed a question for high priority, old ones faded. Ours.
pub const HIGH_PRIORITY: f64 = 2.5;

/// The same for medium priority. Ours.
pub const MEDIUM_PRIORITY: f64 = 1.5;

/// The standard score of a 90% interval.
pub const Z: f64 = 1.644_853_6;

/// The distances, in standard deviations, from which two of 2, 3, 4, 5 or 6 kinds are separated: 10% over all pairs together (Bonferroni).
pub const SEPARATED: [f64; 5] = [1.644_853_6, 2.128_045_2, 2.393_979_8, 2.575_829_3, 2.713_051_9];

/// After how many days a decision without a day of its own is due. Ours: a quarter.
pub const REMIND_AFTER_DAYS: u64 = 90;

/// The most cases, projects, debates or post-mortems of an entry of imported counts. Ours: more is no count of a team, and would outweigh
/// everything known.
pub const MOST_IMPORTED: f64 = 100_000.0;

/// The most questions of a domain in imported counts. Ours: each is read by the person who imports them.
pub const MOST_IMPORTED_QUESTIONS: usize = 20;

/// How far the clock of who exported may be ahead, in milliseconds: a day.
pub const CLOCK_AHEAD_MS: u64 = 24 * 3_600_000;
