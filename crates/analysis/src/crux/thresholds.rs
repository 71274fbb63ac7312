//! The figures that disagreement is found by, with where they come from.
/// Opposition from which two takes on one thing are let clash though no word of them opposes (P-31): they are plainly not alike. Ours, chosen
/// on takes on a claim and on arguments of speakers, where most opposition shows in no word.
pub const DISPUTED_FROM: f64 = 0.25;
/// Similarity below which two takes that name nothing of what is debated, and are not opposed by any word, are about two things (P-30). Ours:
/// as high as short takes on a claim allow without losing more than one in fifty of those that part.
pub const FAR_APART: f64 = 0.045;
/// Rebuttals that must take up what the other said for two to be engaged (P-30: repeatedly).
pub const ENGAGED_REBUTTALS: usize = 2;
/// Words of the other's, what is debated aside, that a rebuttal takes up. Ours: one may be chance.
pub const ENGAGED_WORDS: usize = 2;
/// Share of what the shorter of two sentences speaks of, what is debated aside, from which both are about one claim (P-30). Ours.
pub const CLAIM_SHARE: f64 = 0.30;
/// Words that two whole texts share, what is debated aside, from which they are. Ours, on arguments of speakers: long ones share some anyway.
pub const CLAIM_WORDS: usize = 4;
/// Share of what a model's crux speaks of that must stand in its room (P-24). Ours: it may put in its own words what both said, and what is
/// mostly of its own is not theirs.
pub const CRUX_SPOKEN: f64 = 0.50;
/// Similarity from which they are in other words. Ours: where moderate disagreement begins (E-10).
pub const CLAIM_SIMILAR: f64 = 0.40;
/// Words of the other's, what is debated aside, that one takes up who turns to it by name, from which that opposes it (P-30). Ours, on the
/// same arguments: at five, one pair in eleven that has nothing to do with each other passes.
pub const ADDRESSED_WORDS: usize = 5;
/// Words of a sentence that can be asked about. Ours: nobody answers a longer one with yes or no.
pub const QUESTION_WORDS: usize = 40;
/// Share of what an aspect asks that somebody must speak of to have taken it up (P-30). Ours: half.
pub const TAKEN_UP: f64 = 0.50;
/// Share of all that two named things speak of from which they are the same (P-21). Ours: as [`prose::thresholds::SAME_SHARE`].
pub const CORE_SHARE: f64 = 0.50;
/// Similarity from which they are in other words. Ours: above it positions converge (E-10).
pub const CORE_SIMILAR: f64 = 0.60;
/// Share of all that two concepts speak of from which they are one. Ours: "on-call load" and "the on-call load" are.
pub const CONCEPT_SAME: f64 = 0.60;
/// What a difference weighs where the other holds the contrary. Ours: nothing is plainer.
pub const DENIED_WEIGHT: f64 = 1.0;
/// The same where the other gives another cause of the same effect. Ours: both may be right.
pub const CAUSE_WEIGHT: f64 = 0.7;
/// The same where the other knows both ends and says nothing between them. Ours: silence is not denial.
pub const ABSENT_WEIGHT: f64 = 0.4;
/// What is counted beside the beliefs downstream: one with none weighs half of the most that one can. Ours.
pub const REACH_HALF: f64 = 1.0;
/// Beliefs downstream that are followed (P-02: never for ever). Ours: as many as a graph may have edges.
pub const MOST_DOWNSTREAM: usize = 100;
/// Candidates that are kept. Ours: nobody reads more.
pub const CANDIDATES: usize = 50;
/// What a word of the topic counts for that is in everything (P-10). Ours: nearly nothing, and more than a word that is not the topic's.
pub const LEAST_RARITY: f64 = 0.01;
/// What is left of a word of the topic that an aspect has spoken of. Ours: a quarter, so that the next is rather about something else of it.
pub const SPOKEN_OF: f64 = 0.25;
/// Share of all that two aspects speak of from which they are one. Ours: as [`prose::thresholds::SAME_SHARE`].
pub const ASPECT_SAME: f64 = 0.50;
/// Share of what a belief and a crux question each speak of that must be in both for one to move the other (P-06). Ours.
pub const BELIEF_MATCH: f64 = 0.60;
/// How firmly a belief that moved must still be held to be held at all (P-06). Ours: more than not.
pub const GIVEN_UP: f64 = 0.50;
/// Change of a belief from which it is told. Ours: the third digit is nobody's.
pub const LEAST_CHANGE: f64 = 0.001;
