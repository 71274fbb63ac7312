//! Thresholds of the argument graph, with their origin.
/// Base score of an option. Ours: 0, so that only its reasons count and shared reasons decide nothing.
pub const OPTION_BASE: f64 = 0.0;
/// Weight of a claim for its holders' option, between contradicting claims, and of counter-evidence. Ours: their quality is in their
/// own strength.
pub const DIRECT: f64 = 1.0;
/// Weight of a claim for another that names it. Ours: half, because a named premise rarely suffices alone.
pub const PREMISE: f64 = 0.5;
/// Difference of strengths up to which two options are level. Ours: a hundred times the error of strengths.
pub const LEVEL: f64 = 1e-9;
/// Difference of strengths from which arguments favour an option. Ours: the last of the four displayed digits; among forty claims
/// one strong claim makes a few thousandths.
pub const LEAST_LEAD: f64 = 1e-4;
/// Change of a margin from which it depends on a reason. Ours: as for a lead; less is displayed as 0.
pub const LEAST_EFFECT: f64 = 1e-4;
/// Maximum listed sets. Ours: more would not be read.
pub const MOST_FLIPS: usize = 8;
/// Maximum reasons and sets evaluated for a verdict. Ours: not noticeable, however long the debate.
pub const VERDICT_LOOKS: usize = 64;
/// The same for the `why` command. Ours: a second or two at most.
pub const WHY_LOOKS: usize = 4_000;
/// Maximum claims listed as cruxes of a decision. Ours.
pub const MOST_CRUXES: usize = 5;
