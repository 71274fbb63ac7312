//! Every figure that decides something, with where it comes from.

/// Share of ACCEPT and MINOR votes that makes a consensus (D-40).
pub const RUBRIC_SHARE: f64 = 0.80;
/// Confidence that everyone must have in a consensus (D-40).
pub const RUBRIC_CONFIDENCE: f64 = 0.70;
/// Mean change of confidence below which a round is quiet (D-40).
pub const PLATEAU_CHANGE: f64 = 0.10;
/// Quiet rounds in a row that make a plateau (D-40).
pub const PLATEAU_ROUNDS: usize = 2;
/// Participants without whom there is no debate (D-21, I-02).
pub const FEWEST_LIVE: usize = 2;
/// Share of all their content words that two positions must have in common, one of them within the other, to be one position. Ours:
/// "adopt it" is not "it is premature to adopt it".
pub const SAME_SHARE: f64 = 0.50;
/// Share of content words above which a difference in negation is opposition rather than another subject. Ours.
pub const SAME_SUBJECT: f64 = 0.25;
/// Share of the words two positions have in common that one negates and the other does not, above which they are opposed. Ours:
/// a negation of a side remark is less.
pub const TURNED_SHARE: f64 = 0.34;
/// Change of confidence that counts as a change of mind even where the vote stays. Ours: two steps of the plateau's figure.
pub const MOVED_CONFIDENCE: f64 = 0.20;
/// How far the errors of two models of one family go together (0 independent, 1 the same): models of one maker have been
/// found to agree on about 60% of the questions both get wrong.
pub const FAMILY_CORRELATION: f64 = 0.60;
