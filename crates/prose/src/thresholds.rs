//! Thresholds of text analysis. Those of the specification name their id; the others are ours, with the reason.
/// Fraction of all content words that two positions must share, one contained in the other, to be the same. Ours: "adopt it" is not "it is
/// premature to adopt it".
pub const SAME_SHARE: f64 = 0.50;
/// Fraction of shared content words above which a difference in negation is opposition and not a different subject. Ours.
pub const SAME_SUBJECT: f64 = 0.25;
/// Fraction of the shared words negated in only one text above which they are opposed. Ours: a negated aside is less.
pub const TURNED_SHARE: f64 = 0.34;
/// Maximum words analysed. Ours: a position has one to three sentences, and the work must be bounded.
pub const MOST_WORDS: usize = 400;
/// Fraction of the other content words that two sentences must share for an antonym to oppose them, of the shorter and of the union. Ours,
/// chosen on image captions: "a small dog" and "a big cat" are two animals.
pub const ANTONYM_SUBJECT: f64 = 0.60;
/// See [`ANTONYM_SUBJECT`].
pub const ANTONYM_SHARE: f64 = 0.50;
/// Fraction of content words of the shorter above which two sentences of longer texts have the same subject. Ours.
pub const SAME_SENTENCE: f64 = 0.60;
/// Fraction of all content words of two sentences that must be equal for word order to matter. Ours.
pub const SAME_WORDS: f64 = 0.80;
/// MiniLM cosine that maps to a similarity of [`OPPOSED_MOST`] (E-10). Ours: below it people rate sentences as related rather than similar.
pub const RELATED_COSINE: f64 = 0.60;
/// Cosine that maps to a similarity of [`SIMILAR`], where two texts say the same in other words (E-10). Ours, chosen on public pairs: 0.80
/// misses two thirds of the pairs that people rate as one point. Alone it accepts contradictions too.
pub const SAME_COSINE: f64 = 0.72;
/// The same for texts that share a frame with different words in it: "use Kafka for the orders", "use NATS for the orders". Ours: those
/// words must be near-synonyms.
pub const SAME_IN_FRAME_COSINE: f64 = 0.88;
/// Fraction of all content words from which the shared words are a frame. Ours.
pub const FRAME_SHARE: f64 = 0.50;
/// Words beyond which the network does not see the whole text, so that it can't count as the same. Ours: 256 tokens of English prose.
pub const READ_WORDS: usize = 190;
/// Cosine of two texts of [`TOPIC_WORDS`] words, plus half that of the text farther from the topic, from which they have the same subject.
/// Ours, chosen on takes that answer a claim and takes that do not.
pub const TOPIC_COSINE: f64 = 0.375;
/// Increase of that threshold per e-fold of the shorter text's words, because long texts are more similar. Ours, on political speeches.
pub const TOPIC_COSINE_BY_LENGTH: f64 = 0.15;
/// See [`TOPIC_COSINE`].
pub const TOPIC_WORDS: f64 = 10.0;
/// Weight of the farther text's similarity to the topic. Ours.
pub const TOPIC_WEIGHT: f64 = 0.5;
/// Fraction of the shorter text's content words, beyond those of a [`SHORT_TEXT`], that two texts must share to have the same subject by
/// words alone. Ours: long texts always share some words.
pub const TOPIC_SHARE: f64 = 0.20;
/// Maximum content words of a short text: one word shared with another text, or with the topic, identifies its subject. Ours.
pub const SHORT_TEXT: f64 = 8.0;
/// Opposition from which two texts count as opposed (E-11).
pub const OPPOSED_FROM: f64 = 0.50;
/// Opposition of two texts with evidence from [`crate::opposition`]. Ours: nine in ten contradictions between plain sentences have some,
/// and hardly any entailment.
pub const OPPOSED_BY_SIGN: f64 = 0.90;
/// Opposition of two texts on one topic with opposite sentiment: the fraction of such pairs that people rate as opposed.
pub const OPPOSED_BY_LEANING: f64 = 0.65;
/// Maximum opposition of texts on one topic without any evidence; it decreases with similarity. Ours: nearly half of the dissimilar takes
/// on a claim are opposed without a word that shows it.
pub const OPPOSED_UNSEEN: f64 = 0.45;
/// Probability of contradiction by the entailment network, in the likelier direction, from which it counts. Ours: the median is 0.99 for
/// contradictions between plain sentences, 0.76 for unrelated sentences.
pub const CONTRADICTED: f64 = 0.95;
/// Maximum sentences compared one by one, after removing common ones. Ours, as [`MOST_WORDS`].
pub const MOST_SENTENCES: usize = 24;
/// Fraction of all content words from which any difference in negation opposes two passages. Ours: the negation is then their difference.
pub const SAME_ELSE: f64 = 0.60;
/// Similarity up to which positions strongly disagree, and the maximum of an opposed pair (E-10, E-11).
pub const OPPOSED_MOST: f64 = 0.40;
/// Similarity from which positions are a consensus (E-10, E-20).
pub const SIMILAR: f64 = 0.80;
/// Maximum similarity of positions whose words overlap without showing sameness (E-10: converging). Ours: "use Kafka for the orders" and
/// "use NATS for the orders" share nearly all words, so word similarity alone never is a consensus.
pub const UNCLEAR_MOST: f64 = 0.79;
/// Score of a phrase that indicates a kind of evidence. Ours: more than the classifier usually gives.
pub const CUE: f64 = 0.70;
/// The same in a text that names a source or a measurement, where the phrase is often a quotation. Ours.
pub const CUE_SOURCED: f64 = 0.10;
/// Words up to which a text that names a document is a title rather than a statement. Ours: "RFC 9110, section 9.2, on safe methods".
pub const TITLE_WORDS: usize = 10;
/// Score required for a measurement or a case in a title without a cue. Ours: the classifier was fitted to sentences, and is unreliable on
/// a few words.
pub const TITLE_SURE: f64 = 0.75;
/// Fraction of shared stems from which two causes, or two effects, are the same (E-11). Ours: as `CONCEPT_SAME`; "splitting the monolith
/// anywhere else" is something else.
pub const LINK_SAME: f64 = 0.60;
/// Maximum causal links of a text. Ours: the work must be bounded.
pub const MOST_LINKS: usize = 16;
