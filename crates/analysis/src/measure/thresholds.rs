//! Thresholds of measures, with their origin.
pub(crate) use prose::thresholds::{MOST_WORDS, OPPOSED_MOST, SIMILAR};

/// Correlation of errors of two models of one family (0 independent, 1 identical): models of one maker agree on about 60% of the questions
/// that both get wrong.
pub const FAMILY_CORRELATION: f64 = 0.60;
/// Fraction of a question's content words, beyond the topic, that an answer must use (D-70). Ours: half.
pub const QUESTION_SHARE: f64 = 0.50;
/// Similarity up to which positions disagree moderately (E-10).
pub const MODERATE_MOST: f64 = 0.60;
/// How often a model compares the same positions (P-30).
pub const VOTES: u32 = 3;
/// Shift of a position up to which it is stable (E-12).
pub const SHIFT_STABLE: f64 = 0.10;
/// Shift up to which it is refined (E-12).
pub const SHIFT_REFINED: f64 = 0.30;
/// Shift up to which it moves significantly (E-12).
pub const SHIFT_SIGNIFICANT: f64 = 0.60;
/// Minimum shift of a reversal (E-12).
pub const SHIFT_REVERSED: f64 = 0.61;
/// Share of sources up to which evidence does not converge (E-13).
pub const EVIDENCE_WEAK: f64 = 0.30;
/// Fraction of shared sources from which evidence converges (E-13, E-20).
pub const EVIDENCE_STRONG: f64 = 0.60;
/// Similarity above which, by [`EARLY_ROUND`], a consensus is early (E-20).
pub const EARLY_SIMILAR: f64 = 0.85;
/// Decrease of agreement above which participants diverge (E-20).
pub const DIVERGENCE: f64 = 0.10;
/// Minimum confidence of everyone in light groupthink (D-41).
pub const LIGHT_LEAST: f64 = 0.80;
/// Mean confidence in light groupthink (D-41).
pub const LIGHT_MEAN: f64 = 0.85;
/// Signs required for light groupthink (D-41).
pub const LIGHT_SIGNS: usize = 2;
/// Consecutive rounds required for stagnation (D-42).
pub const STAGNANT_ROUNDS: usize = 2;
/// New FACTs per participant below which a round is stagnant (D-42).
pub const STAGNANT_FACTS: f64 = 1.0;
/// Mean change of confidence up to which a round is stagnant (D-42).
pub const STAGNANT_CHANGE: f64 = 0.10;
/// Spread of positions up to which a round is stagnant (D-42).
pub const STAGNANT_SPREAD: f64 = 0.15;
/// The round by which a convergence is early (D-42, E-20).
pub const EARLY_ROUND: u32 = 2;
/// Fraction of confident participants in early convergence (D-42).
pub const EARLY_SHARE: f64 = 0.75;
/// Confidence from which they count (D-42).
pub const EARLY_CONFIDENCE: f64 = 0.85;
/// Minimum sources of a diverse basis (D-42).
pub const GATE_SOURCES: usize = 3;
/// Overlap of premises from which a basis is not diverse (D-42).
pub const GATE_OVERLAP: f64 = 0.70;
/// Minimum clusters of a diverse basis (D-42).
pub const GATE_CLUSTERS: usize = 2;
/// Overlap of premises from which two holders of a position have the same reasons. Ours: as [`prose::thresholds::SAME_SHARE`].
pub const SAME_REASONS: f64 = 0.50;
/// Mean confidence from which an objection round had no effect (D-43).
pub const UNSHAKEN_CONFIDENCE: f64 = 0.80;
/// Mean change of belief below which an objection round had no effect (D-43).
pub const UNSHAKEN_BELIEF: f64 = 0.05;
/// Estimated tokens that the rules on kinds of evidence add to a full prompt (E-23). Ours: a test compares it with the prompts.
pub const TYPES_IN_PROMPT: u64 = 60;
/// Tokens that the parts of a critique add where claim actions are asked for, likewise.
pub const TYPES_IN_MOVES: u64 = 55;
