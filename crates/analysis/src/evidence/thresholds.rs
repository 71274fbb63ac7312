//! Thresholds of evidence, with their origin.
/// BM25 saturation of repeated words: the usual k1.
pub const BM25_REPEAT: f64 = 1.2;
/// BM25 length normalisation: the usual b.
pub const BM25_LENGTH: f64 = 0.75;
/// Maximum confidence of a claim while nobody has opened a source (E-05).
pub const UNOPENED_MOST: f64 = 0.69;
/// Fraction of a FACT's content words that a tool result must contain to back it (D-61). Ours: some are the participant's own.
pub const FOUND_SHARE: f64 = 0.60;
/// Minimum words of a quotation (O-11). Ours: fewer are names and irony.
pub const QUOTED_WORDS: usize = 4;
/// Fraction of a quotation's words that must occur in order for the text to be that passage. Ours: one word in five may differ; one in four
/// is another sentence.
pub const MISQUOTED: f64 = 0.80;
/// Fraction of a claim's subject that a statement must cover for its figure to confirm the claim (O-11). Ours: half, if nothing replaces
/// the rest.
pub const FOUND_SUBJECT: f64 = 0.50;
/// The same, in both directions, for a different figure to contradict it (O-11). Ours: precision first.
pub const CONTRARY_SUBJECT: f64 = 0.66;
/// Subject words that both must share for that. Ours: one may be chance.
pub const CONTRARY_SHARED: usize = 2;
