//! The figures that measures are read against, with where they come from.
pub(crate) use prose::thresholds::{MOST_WORDS, OPPOSED_MOST, SIMILAR};

/// How far the errors of two models of one family go together (0 independent, 1 the same): models of one maker have been
/// found to agree on about 60% of the questions both get wrong.
pub const FAMILY_CORRELATION: f64 = 0.60;
/// Share of what a question speaks of that an answer must take up to be one (D-70). Ours: half, the topic's own words aside.
pub const QUESTION_SHARE: f64 = 0.50;
/// Similarity up to which they disagree moderately (E-10).
pub const MODERATE_MOST: f64 = 0.60;
/// How often a model is asked the same about positions (P-30).
pub const VOTES: u32 = 3;
/// Shift of a position up to which it is stable (E-12).
pub const SHIFT_STABLE: f64 = 0.10;
/// Shift up to which it is refined (E-12).
pub const SHIFT_REFINED: f64 = 0.30;
/// Shift up to which it moves significantly (E-12).
pub const SHIFT_SIGNIFICANT: f64 = 0.60;
/// The least shift of a reversal (E-12).
pub const SHIFT_REVERSED: f64 = 0.61;
/// Share of sources up to which evidence does not converge (E-13).
pub const EVIDENCE_WEAK: f64 = 0.30;
/// Share of sources that are shared from which evidence converges (E-13, E-20).
pub const EVIDENCE_STRONG: f64 = 0.60;
/// Similarity above which, by [`EARLY_ROUND`], a consensus is early (E-20).
pub const EARLY_SIMILAR: f64 = 0.85;
/// Fall of similarity above which a table diverges (E-20).
pub const DIVERGENCE: f64 = 0.10;
/// Confidence that everyone has in a light groupthink (D-41).
pub const LIGHT_LEAST: f64 = 0.80;
/// Mean confidence of a light groupthink (D-41).
pub const LIGHT_MEAN: f64 = 0.85;
/// Signs that make a light groupthink (D-41).
pub const LIGHT_SIGNS: usize = 2;
/// Rounds in a row that must bring too little to be a stagnation (D-42).
pub const STAGNANT_ROUNDS: usize = 2;
/// New FACTs for each participant below which a round brings too little (D-42).
pub const STAGNANT_FACTS: f64 = 1.0;
/// Mean change of confidence up to which a round is stagnant (D-42).
pub const STAGNANT_CHANGE: f64 = 0.10;
/// Spread of positions up to which a round is stagnant (D-42).
pub const STAGNANT_SPREAD: f64 = 0.15;
/// The round by which a convergence is early (D-42, E-20).
pub const EARLY_ROUND: u32 = 2;
/// Share of the participants who are sure in an early convergence (D-42).
pub const EARLY_SHARE: f64 = 0.75;
/// Confidence from which they are (D-42).
pub const EARLY_CONFIDENCE: f64 = 0.85;
/// The fewest sources of a diverse table (D-42).
pub const GATE_SOURCES: usize = 3;
/// Overlap of premises from which a table is not diverse (D-42).
pub const GATE_OVERLAP: f64 = 0.70;
/// The fewest semantic clusters of a diverse table (D-42).
pub const GATE_CLUSTERS: usize = 2;
/// Overlap of premises from which two who hold one position hold it for the same reasons. Ours: as [`prose::thresholds::SAME_SHARE`].
pub const SAME_REASONS: f64 = 0.50;
/// Mean confidence that an objection round did not shake (D-43).
pub const UNSHAKEN_CONFIDENCE: f64 = 0.80;
/// Mean change of belief below which an objection round changed nothing (D-43).
pub const UNSHAKEN_BELIEF: f64 = 0.05;
/// Tokens that the rules on types of evidence add to a prompt in full, by our estimate (E-23). Ours: what they come to, which a test of the
/// prompts compares.
pub const TYPES_IN_PROMPT: u64 = 60;
/// Tokens that the parts of a critique add where moves are asked for, likewise.
pub const TYPES_IN_MOVES: u64 = 55;
