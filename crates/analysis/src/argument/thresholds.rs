//! The figures that arguments are weighed by, with where they come from.
/// Where an option begins in the argument graph. Ours: at nothing, so that it has what its reasons give it and what all sides hold
/// decides nothing.
pub const OPTION_BASE: f64 = 0.0;
/// Weight of a claim for the option of those who hold it, of two claims against each other, and of what is brought against a claim. Ours:
/// how good it is stands in its own strength.
pub const DIRECT: f64 = 1.0;
/// Weight of a claim for another that names it. Ours: half, for to be named as a premise is not yet to carry the other alone.
pub const PREMISE: f64 = 0.5;
/// Difference of strengths up to which two options are level. Ours: a hundred times what strengths may be off by.
pub const LEVEL: f64 = 1e-9;
/// Difference of strengths from which the arguments are said to favour an option. Ours: the last of the four digits that are shown;
/// no more, for among forty claims one strong one makes a few thousandths.
pub const LEAST_LEAD: f64 = 1e-4;
/// Change of a margin from which it is said to hang on a reason. Ours: as for a lead; less is shown as nothing.
pub const LEAST_EFFECT: f64 = 1e-4;
/// Flipping sets that are listed. Ours: nobody reads more.
pub const MOST_FLIPS: usize = 8;
/// Reasons that are weighed for a verdict, and sets of them that are looked at. Ours: a verdict takes no time that anyone notices, however long
/// the debate.
pub const VERDICT_LOOKS: usize = 64;
/// The same for whoever asks why. Ours: a second or two at the most.
pub const WHY_LOOKS: usize = 4_000;
/// Claims that are named as what a decision hangs on. Ours.
pub const MOST_CRUXES: usize = 5;
