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
/// Words of a text that are looked at. Ours: a position is one to three sentences; nobody may make a comparison long.
pub const MOST_WORDS: usize = 400;
/// Share of the other content words that two sentences must have in common for an antonym to oppose them, by the shorter and by all
/// of both. Ours, chosen on sentences about pictures: "a small dog" and "a big cat" are two animals.
pub const ANTONYM_SUBJECT: f64 = 0.60;
/// See [`ANTONYM_SUBJECT`].
pub const ANTONYM_SHARE: f64 = 0.50;
/// Share of content words, by the shorter, above which one sentence among several is about the same as one of the other text. Ours.
pub const SAME_SENTENCE: f64 = 0.60;
/// Share of all content words of two sentences that must be the same for their order to matter. Ours.
pub const SAME_WORDS: f64 = 0.80;
/// Cosine from which two texts may say the same, if nothing opposes them (O-07). By itself it accepts contradictions too.
pub const SAME_MEANING: f32 = 0.80;
/// How soon a repeated word stops to count in BM25: the usual k1.
pub const BM25_REPEAT: f64 = 1.2;
/// How much the length of a text counts in BM25: the usual b.
pub const BM25_LENGTH: f64 = 0.75;
/// Sentences of a text, those of the other aside, that are compared one by one. Ours, as [`MOST_WORDS`].
pub const MOST_SENTENCES: usize = 24;
/// Share of all content words of two passages from which any difference in negation opposes them. Ours: then it is what they differ in.
pub const SAME_ELSE: f64 = 0.60;
/// Mean confidence of independent takes below which their question is opened before anything is built on it. Ours: what a consensus
/// asks of everyone ([`RUBRIC_CONFIDENCE`]).
pub const UNSURE_TAKES: f64 = 0.70;
/// Share of what a question speaks of that an answer must take up to be one (D-70). Ours: half, the topic's own words aside.
pub const QUESTION_SHARE: f64 = 0.50;
/// Gain in latency from which a variant is worth adopting (D-70).
pub const ADOPT_GAIN: f64 = 0.30;
/// Loss of interaction up to which it is (D-70).
pub const ADOPT_LOSS: f64 = 0.20;
