//! The relation of two texts from similarity of meaning and evidence of opposition (E-10, E-11).
//!
//! Similarity alone is not enough: contradicting sentences are very similar. So opposition is detected separately and overrules it.
//! [`relate`] combines networks and words; [`lexical()`] uses words alone: without synonyms it misses most agreement in other words, and
//! all opposition that requires knowledge. Not here: the networks.

use crate::language::is_english;
use crate::lexical;
use crate::opposition::parsed_text::ParsedText;
use crate::opposition::{Answers, contest, leaning, rival};
use crate::thresholds::{
    CONTRADICTED, FRAME_SHARE, OPPOSED_BY_LEANING, OPPOSED_BY_SIGN, OPPOSED_FROM, OPPOSED_MOST, OPPOSED_UNSEEN,
    READ_WORDS, RELATED_COSINE, SAME_COSINE, SAME_IN_FRAME_COSINE, SHORT_TEXT, SIMILAR, TOPIC_COSINE,
    TOPIC_COSINE_BY_LENGTH, TOPIC_SHARE, TOPIC_WEIGHT, TOPIC_WORDS, UNCLEAR_MOST,
};
use crate::words;
use debate::Relation;
use std::collections::BTreeSet;

/// Network outputs for two texts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signals {
    /// Cosine of their embeddings.
    pub cosine: f64,
    /// Cosine of the first with the topic, if there is one.
    pub topic_a: Option<f64>,
    /// Cosine of the second with the topic.
    pub topic_b: Option<f64>,
    /// Probability that one contradicts the other, 0…1, in the likelier direction; absent without an entailment network.
    pub contradiction: Option<f64>,
}

/// The relation of two texts, with or without a topic, from words and networks. Symmetric.
pub fn relate(topic: Option<&str>, a: &str, b: &str, signals: &Signals) -> Relation {
    let pair = Pair::of(a, b);
    let cosine = finite(signals.cosine);
    let farther = match (signals.topic_a, signals.topic_b) {
        (Some(a), Some(b)) => finite(a).min(finite(b)),
        (Some(_), None) | (None, Some(_)) | (None, None) => cosine,
    };
    let least = TOPIC_COSINE + TOPIC_COSINE_BY_LENGTH * (pair.length() / TOPIC_WORDS).ln();
    let is_near = cosine + TOPIC_WEIGHT * farther >= least;
    let same = if pair.is_framed() { SAME_IN_FRAME_COSINE } else { SAME_COSINE };
    let alike = calibrated(cosine, same);
    // A text beyond the network's input limit can't count as the same.
    let alike = if pair.is_within_words(READ_WORDS) { alike } else { alike.min(UNCLEAR_MOST) };
    let contradiction = signals.contradiction.filter(|it| *it >= CONTRADICTED && is_near);
    pair.conclude(topic, alike, is_near, contradiction)
}

/// The relation from words alone, which is weak (see the module documentation).
pub fn lexical(topic: Option<&str>, a: &str, b: &str) -> Relation {
    let pair = Pair::of(a, b);
    let is_near = pair.is_near(topic);
    // Words alone never show a consensus, unless the words are the same.
    let is_same = pair.is_within() && lexical::same(a, b);
    let alike = if is_same { SIMILAR.max(pair.overlap()) } else { UNCLEAR_MOST * pair.overlap() };
    pair.conclude(topic, alike, is_near, None)
}

/// Maps a cosine to a similarity with the bands of E-10: piecewise linear through three points.
fn calibrated(cosine: f64, same: f64) -> f64 {
    let line = |(x0, y0): (f64, f64), (x1, y1): (f64, f64)| y0 + (cosine - x0) / (x1 - x0) * (y1 - y0);
    let (related, same) = ((RELATED_COSINE, OPPOSED_MOST), (same, SIMILAR));
    let alike = if cosine < related.0 {
        line((0.0, 0.0), related)
    } else if cosine < same.0 {
        line(related, same)
    } else {
        line(same, (1.0, 1.0))
    };
    alike.clamp(0.0, 1.0)
}

/// A cosine, or 0 for NaN and infinities.
fn finite(cosine: f64) -> f64 {
    if cosine.is_finite() { cosine.clamp(-1.0, 1.0) } else { 0.0 }
}

/// Names that differ only in a trailing symbol, which tokenisation drops: `C++`, `C#`.
pub fn signed(text: &str) -> BTreeSet<String> {
    let bare = |it: &str| it.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '+' | '#')).to_lowercase();
    text.split_whitespace().map(bare).filter(|it| it.ends_with(['+', '#'])).collect()
}

/// Whether words allow two texts on a topic to be the same: see `Pair::may_be_same`.
pub fn may_be_same(topic: &str, a: &str, b: &str) -> bool {
    let pair = Pair::of(a, b);
    pair.may_be_same(&Answers::of(Some(topic), a, b, &pair.one, &pair.other))
}

/// Two parsed texts.
struct Pair<'a> {
    a: &'a str,
    b: &'a str,
    one: ParsedText,
    other: ParsedText,
}

impl<'a> Pair<'a> {
    fn of(a: &'a str, b: &'a str) -> Self {
        Pair { a, b, one: ParsedText::of(a), other: ParsedText::of(b) }
    }

    /// The number of shared content words, and of all.
    fn shares(&self) -> (f64, f64) {
        let (a, b) = (&self.one.whole.subject, &self.other.whole.subject);
        (a.intersection(b).count() as f64, a.union(b).count() as f64)
    }

    /// The shared fraction of all content words.
    fn overlap(&self) -> f64 {
        let (shared, all) = self.shares();
        if all > 0.0 { shared / all } else { 0.0 }
    }

    /// Whether they share a frame with different words in it.
    fn is_framed(&self) -> bool {
        let (a, b) = (&self.one.whole.subject, &self.other.whole.subject);
        self.overlap() >= FRAME_SHARE && !a.is_subset(b) && !b.is_subset(a)
    }

    /// Whether one contains all content words of the other, except for a verb: required for sameness by words.
    fn is_within(&self) -> bool {
        let (a, b) = (&self.one.whole.subject, &self.other.whole.subject);
        a.difference(b).count().min(b.difference(a).count()) <= 1
    }

    /// The number of words of the shorter.
    fn length(&self) -> f64 {
        let length = |it: &ParsedText| it.whole.tokens().count();
        // Minimum for labels.
        length(&self.one).min(length(&self.other)).max(3) as f64
    }

    /// Whether they have the same subject by words: enough overlap, or both short and naming the topic.
    fn is_near(&self, topic: Option<&str>) -> bool {
        let (a, b) = (&self.one.whole.subject, &self.other.whole.subject);
        let shorter = a.len().min(b.len()) as f64;
        let least = 1.0 + TOPIC_SHARE * (shorter - SHORT_TEXT).max(0.0);
        let is_named = |topic: &str| {
            let topic = ParsedText::of(topic).whole.subject;
            !topic.is_disjoint(a) && !topic.is_disjoint(b)
        };
        self.shares().0 >= least || (shorter <= SHORT_TEXT && topic.is_some_and(is_named))
    }

    /// Whether both are within a word limit.
    fn is_within_words(&self, most: usize) -> bool {
        [&self.one, &self.other].iter().all(|it| it.whole.tokens().count() <= most)
    }

    /// Whether they may be the same: both are English, and give the same answer to the topic or differ only in stop words. A text without
    /// an answer is not the same as one with an answer.
    fn may_be_same(&self, answers: &Answers) -> bool {
        if !is_english(self.a) || !is_english(self.b) {
            return false;
        }
        let weighty = |text: &str| -> BTreeSet<String> {
            words::of(text).iter().filter(|it| !words::is_empty(it)).map(|it| words::stem(it)).collect()
        };
        // A missing answer is no answer to a question, and a conditional one no plain answer.
        let is_conditional = || lexical::is_conditional(self.a) != lexical::is_conditional(self.b);
        let is_answered = !answers.is_question || (answers.one.is_some() && !is_conditional());
        (answers.one == answers.other && is_answered) || weighty(self.a) == weighty(self.b)
    }

    /// Combines the measurements and the words.
    fn conclude(&self, topic: Option<&str>, alike: f64, is_near: bool, contradiction: Option<f64>) -> Relation {
        if lexical::is_verbatim(self.a, self.b) {
            return Relation { similarity: 1.0, opposition: 0.0, opposed: false, same_point: true, on_topic: true };
        }
        let answers = Answers::of(topic, self.a, self.b, &self.one, &self.other);
        let is_clear = rival::answers(self.a, self.b) == rival::Answers::Alike
            && signed(self.a) == signed(self.b)
            && self.may_be_same(&answers);
        let alike = if is_clear { alike } else { alike.min(UNCLEAR_MOST) };
        let is_same = alike >= SIMILAR;
        let lean = (leaning::of(&self.one.whole), leaning::of(&self.other.whole));
        let is_leaning = topic.is_some() && is_near && lean.0.signum() * lean.1.signum() < 0;
        let opposition = if contest(self.a, self.b, &self.one, &self.other, &answers).is_some() {
            OPPOSED_BY_SIGN.max(contradiction.unwrap_or_default())
        } else if let Some(it) = contradiction {
            it
        } else if is_leaning {
            OPPOSED_BY_LEANING
        } else if is_near {
            OPPOSED_UNSEEN * (1.0 - alike)
        } else {
            0.0
        };
        let opposed = opposition >= OPPOSED_FROM;
        Relation {
            similarity: if opposed { alike.min(OPPOSED_MOST) } else { alike },
            opposition: opposition.min(1.0),
            opposed,
            same_point: is_same && !opposed,
            on_topic: is_near || is_same || opposed,
        }
    }
}
