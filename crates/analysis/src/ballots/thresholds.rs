//! Thresholds of counting, with their origin.
/// Minimum number of participants (D-21, I-02).
pub const FEWEST_LIVE: usize = 2;
/// Maximum range of best guesses, relative to their median, of agreeing estimates (B-11).
pub const ESTIMATES_APART: f64 = 0.25;
/// Weight of a ballot without a confidence. Ours: 0.5, as for a coin toss.
pub const UNSAID_CONFIDENCE: f64 = 0.50;
/// Fraction of a voter's weight that a move with verified evidence transfers, in `trajectory`. Ours: all of it.
pub const MOVED_CHECKED: f64 = 1.0;
/// The same for new, unverified evidence. Ours: more than half, so that the new option prevails.
pub const MOVED_NEW: f64 = 0.75;
/// The same without evidence. Ours: less than half, so that the old option prevails; the complement of [`MOVED_NEW`].
pub const MOVED_BARE: f64 = 0.25;
