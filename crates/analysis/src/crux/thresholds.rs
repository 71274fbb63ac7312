//! Thresholds for disagreement, with their origin.
/// Opposition from which two takes on one subject clash although no word opposes them (P-31). Ours, chosen on takes on a claim and on
/// speakers' arguments, where words show little of the opposition.
pub const DISPUTED_FROM: f64 = 0.25;
/// Similarity below which two takes that name nothing of the topic and are not opposed by words have different subjects (P-30). Ours: as
/// high as possible while losing at most one in fifty disagreeing pairs of short takes.
pub const FAR_APART: f64 = 0.045;
/// Rebuttals that must refer to the other side for engagement (P-30: repeatedly).
pub const ENGAGED_REBUTTALS: usize = 2;
/// Words of the other side, beyond the topic, that a rebuttal must use. Ours: one may be chance.
pub const ENGAGED_WORDS: usize = 2;
/// Fraction of the shorter sentence's content words, beyond the topic, from which two sentences concern one claim (P-30). Ours.
pub const CLAIM_SHARE: f64 = 0.30;
/// Words beyond the topic that two whole texts must share for that. Ours, on speakers' arguments: long texts always share some.
pub const CLAIM_WORDS: usize = 4;
/// Fraction of a model's crux that must occur in its room (P-24). Ours: it may paraphrase, but must not be mostly its own.
pub const CRUX_SPOKEN: f64 = 0.50;
/// Similarity from which two texts in other words concern one claim. Ours: where moderate disagreement begins (E-10).
pub const CLAIM_SIMILAR: f64 = 0.40;
/// Words of the other side, beyond the topic, with which addressing it by name counts as opposition (P-30). Ours, on the same arguments: at
/// five, one unrelated pair in eleven passes.
pub const ADDRESSED_WORDS: usize = 5;
/// Maximum words of a sentence for a question. Ours: longer ones have no yes/no answer.
pub const QUESTION_WORDS: usize = 40;
/// Fraction of an aspect's content words that a side must use to address it (P-30). Ours: half.
pub const TAKEN_UP: f64 = 0.50;
/// Shared fraction from which two named cruxes are the same (P-21). Ours: as [`prose::thresholds::SAME_SHARE`].
pub const CORE_SHARE: f64 = 0.50;
/// Similarity from which they are the same in other words. Ours: above it positions converge (E-10).
pub const CORE_SIMILAR: f64 = 0.60;
/// Shared fraction from which two concepts are the same. Ours: "on-call load" and "the on-call load" are.
pub const CONCEPT_SAME: f64 = 0.60;
/// Weight of a difference if the other persona holds the contrary. Ours: the clearest case.
pub const DENIED_WEIGHT: f64 = 1.0;
/// The same if the other names another cause of the effect. Ours: both may be right.
pub const CAUSE_WEIGHT: f64 = 0.7;
/// The same if the other has both nodes and no edge between them. Ours: silence is not denial.
pub const ABSENT_WEIGHT: f64 = 0.4;
/// Added to the number of beliefs downstream: a belief with none has half the maximum weight. Ours.
pub const REACH_HALF: f64 = 1.0;
/// Maximum beliefs downstream that are followed (P-02: cycles must end). Ours: the maximum number of edges.
pub const MOST_DOWNSTREAM: usize = 100;
/// Maximum candidates. Ours: more would not be read.
pub const CANDIDATES: usize = 50;
/// Weight of a topic word that occurs in every concept (P-10). Ours: nearly nothing, but more than a word outside the topic.
pub const LEAST_RARITY: f64 = 0.01;
/// Remaining weight of a topic word that an aspect has covered. Ours: a quarter, so that the next aspect covers others.
pub const SPOKEN_OF: f64 = 0.25;
/// Shared fraction from which two aspects are the same. Ours: as [`prose::thresholds::SAME_SHARE`].
pub const ASPECT_SAME: f64 = 0.50;
/// Shared fraction of a belief and a crux question from which the crux changes the belief (P-06). Ours.
pub const BELIEF_MATCH: f64 = 0.60;
/// Strength below which a decreased belief is abandoned (P-06). Ours: more than half.
pub const GIVEN_UP: f64 = 0.50;
/// Minimum change of a belief that is reported. Ours: the third digit is noise.
pub const LEAST_CHANGE: f64 = 0.001;
