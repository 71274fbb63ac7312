//! Thresholds of exit conditions, labels and verdicts, with their origin.
/// Fraction of ACCEPT and MINOR votes of a consensus (D-40).
pub const RUBRIC_SHARE: f64 = 0.80;
/// Minimum confidence of everyone in a consensus (D-40).
pub const RUBRIC_CONFIDENCE: f64 = 0.70;
/// Mean change of confidence below which a round is stable (D-40).
pub const PLATEAU_CHANGE: f64 = 0.10;
/// Consecutive stable rounds of a plateau (D-40).
pub const PLATEAU_ROUNDS: usize = 2;
/// Mean confidence of independent takes below which the question is explored first. Ours: the same as for a consensus
/// ([`RUBRIC_CONFIDENCE`]).
pub const UNSURE_TAKES: f64 = 0.70;
/// Agreement that ends a debate by `agreement` (D-40).
pub const AGREEMENT: f64 = 0.90;
/// Minimum confidence of everyone that, with agreement, ends a debate by `agreement` (D-40).
pub const AGREEMENT_CONFIDENCE: f64 = 0.85;
/// Mean shift below which, for two rounds, further rounds would help little (E-20).
pub const SHIFT_LITTLE: f64 = 0.05;
/// Kolmogorov–Smirnov distance below which the options' shares are unchanged.
pub const OPTIONS_STILL: f64 = 0.05;
/// Consecutive unchanged rounds that count as stable (D-40, E-20, Q-04).
pub const STABLE_ROUNDS: usize = 2;
/// Difference between participants' confidence and the confidence that the evidence allows from which it is reported (E-02). Ours: more
/// than two bands, so that not every LOGICAL claim of a confident participant is reported.
pub const CONFIDENCE_GAP: f64 = 0.40;
/// How often a debate waits for requests (I-25). Ours: once for the question's omissions, once for follow-ups, once for what was forgotten;
/// more might not end.
pub const MOST_WAITS: usize = 3;
/// Maximum requests listed when a debate waits (I-25). Ours: the verdict lists the others.
pub const MOST_LISTED: usize = 8;
