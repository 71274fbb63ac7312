//! The figures that evidence is found, checked and weighed by, with where they come from.
/// How soon a repeated word stops to count in BM25: the usual k1.
pub const BM25_REPEAT: f64 = 1.2;
/// How much the length of a text counts in BM25: the usual b.
pub const BM25_LENGTH: f64 = 0.75;
/// The most that a claim is worth while nobody has opened what it rests on (E-05).
pub const UNOPENED_MOST: f64 = 0.69;
/// Share of the content words of a FACT that a tool's result must have to back it (D-61). Ours: some are the participant's own.
pub const FOUND_SHARE: f64 = 0.60;
/// Words from which what stands in quotation marks is a quotation (O-11). Ours: fewer are names and ironies.
pub const QUOTED_WORDS: usize = 4;
/// Share of a quotation's words that must stand in a text in their order for it to be that passage put otherwise. Ours: one word in five
/// may differ, one in four is another sentence.
pub const MISQUOTED: f64 = 0.80;
/// Share of what a claim speaks of that a statement must speak of for its figure to be the claim's (O-11). Ours: half, where nothing else
/// stands in the place of the rest.
pub const FOUND_SUBJECT: f64 = 0.50;
/// The same, both ways, for another figure to contradict it (O-11). Ours: precision first.
pub const CONTRARY_SUBJECT: f64 = 0.66;
/// Words that both must speak of for that. Ours: one is a coincidence.
pub const CONTRARY_SHARED: usize = 2;
