//! The figures that ballots are counted by, with where they come from.
/// Participants without whom there is no debate (D-21, I-02).
pub const FEWEST_LIVE: usize = 2;
/// Range of best guesses, in shares of their median, up to which estimates may agree (B-11).
pub const ESTIMATES_APART: f64 = 0.25;
/// What a ballot weighs by its confidence where it has none. Ours: as a coin, which is what 0.5 is said to be.
pub const UNSAID_CONFIDENCE: f64 = 0.50;
/// How much of a voter moves with a change of mind that evidence carries which was checked, by `trajectory`. Ours: all of it.
pub const MOVED_CHECKED: f64 = 1.0;
/// The same where the evidence is new and was not checked. Ours: more than half, so that it counts for where it went.
pub const MOVED_NEW: f64 = 0.75;
/// The same where nothing carries it. Ours: less than half, so that it still counts for where it was; the counterpart of [`MOVED_NEW`].
pub const MOVED_BARE: f64 = 0.25;
