//! Every figure that decides something, with where it comes from.
pub use prose::thresholds::{MOST_SENTENCES, MOST_WORDS, OPPOSED_MOST, SIMILAR, UNCLEAR_MOST};

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
/// How far the errors of two models of one family go together (0 independent, 1 the same): models of one maker have been
/// found to agree on about 60% of the questions both get wrong.
pub const FAMILY_CORRELATION: f64 = 0.60;
/// How soon a repeated word stops to count in BM25: the usual k1.
pub const BM25_REPEAT: f64 = 1.2;
/// How much the length of a text counts in BM25: the usual b.
pub const BM25_LENGTH: f64 = 0.75;
/// Mean confidence of independent takes below which their question is opened before anything is built on it. Ours: what a consensus
/// asks of everyone ([`RUBRIC_CONFIDENCE`]).
pub const UNSURE_TAKES: f64 = 0.70;
/// Share of what a question speaks of that an answer must take up to be one (D-70). Ours: half, the topic's own words aside.
pub const QUESTION_SHARE: f64 = 0.50;
/// Agreement that ends a debate by `agreement` (D-40).
pub const AGREEMENT: f64 = 0.90;
/// Confidence of everyone that, with agreement, ends a debate by `agreement` (D-40).
pub const AGREEMENT_CONFIDENCE: f64 = 0.85;
/// Similarity up to which they disagree moderately (E-10).
pub const MODERATE_MOST: f64 = 0.60;
/// What two positions count as of which a model says that they make the same point. Ours: well within E-10's consensus, and less than the
/// same words.
pub const SAME_POINT: f64 = 0.90;
/// How often a model is asked the same about positions (P-30).
pub const VOTES: u32 = 3;
/// Shift of a position up to which it is stable (E-12).
pub const SHIFT_STABLE: f64 = 0.10;
/// Shift up to which it is refined (E-12).
pub const SHIFT_REFINED: f64 = 0.30;
/// Shift up to which it moves significantly (E-12).
pub const SHIFT_SIGNIFICANT: f64 = 0.60;
/// The least shift of a reversal (E-12).
pub const SHIFT_REVERSED: f64 = 0.61;
/// Mean shift below which, for two rounds in a row, more rounds return little (E-20).
pub const SHIFT_LITTLE: f64 = 0.05;
/// Range of best guesses, in shares of their median, up to which estimates may agree (B-11).
pub const ESTIMATES_APART: f64 = 0.25;
/// The most that a claim is worth while nobody has opened what it rests on (E-05).
pub const UNOPENED_MOST: f64 = 0.69;
/// Share of sources up to which evidence does not converge (E-13).
pub const EVIDENCE_WEAK: f64 = 0.30;
/// Share of sources that are shared from which evidence converges (E-13, E-20).
pub const EVIDENCE_STRONG: f64 = 0.60;
/// Similarity above which, by [`EARLY_ROUND`], a consensus is early (E-20).
pub const EARLY_SIMILAR: f64 = 0.85;
/// Fall of similarity above which a table diverges (E-20).
pub const DIVERGENCE: f64 = 0.10;
/// Kolmogorov–Smirnov distance below which the shares of the options have not moved.
pub const OPTIONS_STILL: f64 = 0.05;
/// Rounds in a row that must be still to be a stability (D-40, E-20, Q-04).
pub const STABLE_ROUNDS: usize = 2;
/// Confidence that everyone has in a light groupthink (D-41).
pub const LIGHT_LEAST: f64 = 0.80;
/// Mean confidence of a light groupthink (D-41).
pub const LIGHT_MEAN: f64 = 0.85;
/// Signs that make a light groupthink (D-41).
pub const LIGHT_SIGNS: usize = 2;
/// Rounds in a row that must bring too little to be a stagnation (D-42).
pub const STAGNANT_ROUNDS: usize = 2;
/// New FACTs for each participant below which a round brings too little (D-42).
pub const STAGNANT_FACTS: f64 = 1.0;
/// Mean change of confidence up to which a round is stagnant (D-42).
pub const STAGNANT_CHANGE: f64 = 0.10;
/// Spread of positions up to which a round is stagnant (D-42).
pub const STAGNANT_SPREAD: f64 = 0.15;
/// The round by which a convergence is early (D-42, E-20).
pub const EARLY_ROUND: u32 = 2;
/// Share of the participants who are sure in an early convergence (D-42).
pub const EARLY_SHARE: f64 = 0.75;
/// Confidence from which they are (D-42).
pub const EARLY_CONFIDENCE: f64 = 0.85;
/// The fewest sources of a diverse table (D-42).
pub const GATE_SOURCES: usize = 3;
/// Overlap of premises from which a table is not diverse (D-42).
pub const GATE_OVERLAP: f64 = 0.70;
/// The fewest semantic clusters of a diverse table (D-42).
pub const GATE_CLUSTERS: usize = 2;
/// Overlap of premises from which two who hold one position hold it for the same reasons. Ours: as [`SAME_SHARE`].
pub const SAME_REASONS: f64 = 0.50;
/// Mean confidence that an objection round did not shake (D-43).
pub const UNSHAKEN_CONFIDENCE: f64 = 0.80;
/// Mean change of belief below which an objection round changed nothing (D-43).
pub const UNSHAKEN_BELIEF: f64 = 0.05;
/// Rounds in a row with nothing to hold back after which the evaluator leaves (D-50).
pub const QUIET_ROUNDS: usize = 2;
/// Difference between what participants say of how sure they are and what a claim's evidence allows from which it is a wide one (E-02).
/// Ours: more than two bands of the table, so that LOGICAL claims of somebody who is sure are not all wide ones.
pub const CONFIDENCE_GAP: f64 = 0.40;
/// Tokens that the rules on types of evidence add to a prompt in full, by our estimate (E-23). Ours: what they come to, which a test of the
/// prompts compares.
pub const TYPES_IN_PROMPT: u64 = 60;
/// Tokens that the parts of a critique add where moves are asked for, likewise.
pub const TYPES_IN_MOVES: u64 = 55;
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
/// Share of the content words of a FACT that a tool's result must have to back it (D-61). Ours: some are the participant's own.
pub const FOUND_SHARE: f64 = 0.60;
/// What a ballot weighs by its confidence where it has none. Ours: as a coin, which is what 0.5 is said to be.
pub const UNSAID_CONFIDENCE: f64 = 0.50;
/// How much of a voter moves with a change of mind that evidence carries which was checked, by `trajectory`. Ours: all of it.
pub const MOVED_CHECKED: f64 = 1.0;
/// The same where the evidence is new and was not checked. Ours: more than half, so that it counts for where it went.
pub const MOVED_NEW: f64 = 0.75;
/// The same where nothing carries it. Ours: less than half, so that it still counts for where it was; the counterpart of [`MOVED_NEW`].
pub const MOVED_BARE: f64 = 0.25;
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
/// How often a debate waits for what its participants ask for (I-25). Ours: once for what the question left out, once for what that raises,
/// once for what was forgotten; a table that asks on would not end.
pub const MOST_WAITS: usize = 3;
/// Requests that are listed when a debate waits (I-25). Ours: what somebody fetches in one go; the others stand in the verdict.
pub const MOST_LISTED: usize = 8;
/// Opposition from which two takes on one thing are let clash though no word of them opposes (P-31): they are plainly not alike. Ours, chosen
/// on takes on a claim and on arguments of speakers, where most opposition shows in no word.
pub const DISPUTED_FROM: f64 = 0.25;
/// Similarity below which two takes that name nothing of what is debated, and are not opposed by any word, are about two things (P-30). Ours:
/// as high as short takes on a claim allow without losing more than one in fifty of those that part.
pub const FAR_APART: f64 = 0.045;
/// Rebuttals that must take up what the other said for two to be engaged (P-30: repeatedly).
pub const ENGAGED_REBUTTALS: usize = 2;
/// Words of the other's, what is debated aside, that a rebuttal takes up. Ours: one may be chance.
pub const ENGAGED_WORDS: usize = 2;
/// Share of what the shorter of two sentences speaks of, what is debated aside, from which both are about one claim (P-30). Ours.
pub const CLAIM_SHARE: f64 = 0.30;
/// Words that two whole texts share, what is debated aside, from which they are. Ours, on arguments of speakers: long ones share some anyway.
pub const CLAIM_WORDS: usize = 4;
/// Share of what a model's crux speaks of that must stand in its room (P-24). Ours: it may put in its own words what both said, and what is
/// mostly of its own is not theirs.
pub const CRUX_SPOKEN: f64 = 0.50;
/// Similarity from which they are in other words. Ours: where moderate disagreement begins (E-10).
pub const CLAIM_SIMILAR: f64 = 0.40;
/// Words of the other's, what is debated aside, that one takes up who turns to it by name, from which that opposes it (P-30). Ours, on the
/// same arguments: at five, one pair in eleven that has nothing to do with each other passes.
pub const ADDRESSED_WORDS: usize = 5;
/// Words of a sentence that can be asked about. Ours: nobody answers a longer one with yes or no.
pub const QUESTION_WORDS: usize = 40;
/// Share of what an aspect asks that somebody must speak of to have taken it up (P-30). Ours: half.
pub const TAKEN_UP: f64 = 0.50;
/// Share of all that two named things speak of from which they are the same (P-21). Ours: as [`SAME_SHARE`].
pub const CORE_SHARE: f64 = 0.50;
/// Similarity from which they are in other words. Ours: above it positions converge (E-10).
pub const CORE_SIMILAR: f64 = 0.60;
/// Share of all that two concepts speak of from which they are one. Ours: "on-call load" and "the on-call load" are.
pub const CONCEPT_SAME: f64 = 0.60;
/// What a difference weighs where the other holds the contrary. Ours: nothing is plainer.
pub const DENIED_WEIGHT: f64 = 1.0;
/// The same where the other gives another cause of the same effect. Ours: both may be right.
pub const CAUSE_WEIGHT: f64 = 0.7;
/// The same where the other knows both ends and says nothing between them. Ours: silence is not denial.
pub const ABSENT_WEIGHT: f64 = 0.4;
/// What is counted beside the beliefs downstream: one with none weighs half of the most that one can. Ours.
pub const REACH_HALF: f64 = 1.0;
/// Beliefs downstream that are followed (P-02: never for ever). Ours: as many as a graph may have edges.
pub const MOST_DOWNSTREAM: usize = 100;
/// Candidates that are kept. Ours: nobody reads more.
pub const CANDIDATES: usize = 50;
/// What a word of the topic counts for that is in everything (P-10). Ours: nearly nothing, and more than a word that is not the topic's.
pub const LEAST_RARITY: f64 = 0.01;
/// What is left of a word of the topic that an aspect has spoken of. Ours: a quarter, so that the next is rather about something else of it.
pub const SPOKEN_OF: f64 = 0.25;
/// Share of all that two aspects speak of from which they are one. Ours: as [`SAME_SHARE`].
pub const ASPECT_SAME: f64 = 0.50;
/// Share of what a belief and a crux question each speak of that must be in both for one to move the other (P-06). Ours.
pub const BELIEF_MATCH: f64 = 0.60;
/// How firmly a belief that moved must still be held to be held at all (P-06). Ours: more than not.
pub const GIVEN_UP: f64 = 0.50;
/// Change of a belief from which it is told. Ours: the third digit is nobody's.
pub const LEAST_CHANGE: f64 = 0.001;
