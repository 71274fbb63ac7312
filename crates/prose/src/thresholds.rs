//! The figures by which texts are read. Those of the specification name their id; the others are ours, with the reason.
/// Share of all their content words that two positions must have in common, one of them within the other, to be one position. Ours:
/// "adopt it" is not "it is premature to adopt it".
pub const SAME_SHARE: f64 = 0.50;
/// Share of content words above which a difference in negation is opposition rather than another subject. Ours.
pub const SAME_SUBJECT: f64 = 0.25;
/// Share of the words two positions have in common that one negates and the other does not, above which they are opposed. Ours:
/// a negation of a side remark is less.
pub const TURNED_SHARE: f64 = 0.34;
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
/// Cosine of MiniLM's vectors that is a similarity of [`OPPOSED_MOST`] (E-10). Ours: below it people find sentences related rather than
/// alike, and so a pair in opposition stands among the others where people put it.
pub const RELATED_COSINE: f64 = 0.60;
/// Cosine that is a similarity of [`SIMILAR`], where two texts say the same in other words (E-10). Ours, chosen on public pairs: at 0.80 two
/// thirds of those that people call one point are missed. By itself it accepts contradictions too.
pub const SAME_COSINE: f64 = 0.72;
/// The same where they share a frame and each puts another word into it: "use Kafka for the orders", "use NATS for the orders". Ours: such
/// words must mean nearly the same for the texts to.
pub const SAME_IN_FRAME_COSINE: f64 = 0.88;
/// Share of all content words of two texts from which what they share is a frame. Ours.
pub const FRAME_SHARE: f64 = 0.50;
/// Words beyond which a text is not read whole by the network, and so can't be told to be the same as another. Ours: what its 256 tokens
/// hold of English prose.
pub const READ_WORDS: usize = 190;
/// Cosine of two texts of [`TOPIC_WORDS`] words, with half that of the one farther from the topic, from which they are about the same.
/// Ours, chosen on takes that answer a claim and takes that do not.
pub const TOPIC_COSINE: f64 = 0.375;
/// How much higher that is with every e-fold of the shorter one's words: long texts are alike sooner. Ours, on political speeches.
pub const TOPIC_COSINE_BY_LENGTH: f64 = 0.15;
/// See [`TOPIC_COSINE`].
pub const TOPIC_WORDS: f64 = 10.0;
/// What the likeness of the farther text to the topic counts in it. Ours.
pub const TOPIC_WEIGHT: f64 = 0.5;
/// Share of the content words of the shorter text, those of a [`SHORT_TEXT`] aside, that two texts must share to be about the same by words
/// alone. Ours: long ones share some words whatever they are about.
pub const TOPIC_SHARE: f64 = 0.20;
/// Content words up to which a text is short: one that it shares with another, or with the topic, tells what it is about. Ours.
pub const SHORT_TEXT: f64 = 8.0;
/// Opposition from which two texts are taken to be opposed (E-11).
pub const OPPOSED_FROM: f64 = 0.50;
/// Opposition of two texts that a sign of [`crate::opposition`] sets against each other. Ours: nine in ten of the contradictions between
/// plain sentences have one, and hardly an entailment.
pub const OPPOSED_BY_SIGN: f64 = 0.90;
/// Opposition of two texts on one topic that lean opposite ways: the share of such pairs of takes that people call opposed.
pub const OPPOSED_BY_LEANING: f64 = 0.65;
/// The most of texts on one topic that nothing sets against each other; less the more alike they are. Ours: nearly half of the takes on a
/// claim that are not alike are opposed, and no word of them shows it.
pub const OPPOSED_UNSEEN: f64 = 0.45;
/// Probability of a contradiction, by the entailment network and in the surer direction, from which it counts. Ours: the median of
/// contradictions between plain sentences is 0.99, that of sentences that have nothing to do with each other 0.76.
pub const CONTRADICTED: f64 = 0.95;
/// Sentences of a text, those of the other aside, that are compared one by one. Ours, as [`MOST_WORDS`].
pub const MOST_SENTENCES: usize = 24;
/// Share of all content words of two passages from which any difference in negation opposes them. Ours: then it is what they differ in.
pub const SAME_ELSE: f64 = 0.60;
/// Similarity of positions up to which they strongly disagree, and the most that a pair in opposition counts as (E-10, E-11).
pub const OPPOSED_MOST: f64 = 0.40;
/// Similarity from which positions are a consensus (E-10, E-20).
pub const SIMILAR: f64 = 0.80;
/// The most that two positions count as whose words overlap and do not tell that they are the same (E-10: converging). Ours: "use
/// Kafka for the orders" and "use NATS for the orders" share nearly all their words, so likeness of words alone never is a consensus.
pub const UNCLEAR_MOST: f64 = 0.79;
/// What a phrase that gives a kind of evidence or a label away says for it. Ours: more than any table is usually sure.
pub const CUE: f64 = 0.70;
/// The same in a text that names a source or a measurement: there it is mostly somebody else's phrase. Ours.
pub const CUE_SOURCED: f64 = 0.10;
/// Words up to which a text that names a document is its name rather than a statement. Ours: "RFC 9110, section 9.2, on safe methods".
pub const TITLE_WORDS: usize = 10;
/// What must speak for a measurement or a case in a title that calls itself nothing. Ours: the table was fitted to sentences, and of a few
/// words it says one half of anything.
pub const TITLE_SURE: f64 = 0.75;
/// Share of all that two causes, or two effects, name from which they are one (E-11). Ours: as [`CONCEPT_SAME`]; "splitting the monolith
/// anywhere else" is something else.
pub const LINK_SAME: f64 = 0.60;
/// Links of a text that are looked at. Ours: nobody may make a comparison long.
pub const MOST_LINKS: usize = 16;
