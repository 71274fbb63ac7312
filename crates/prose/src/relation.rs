//! How two texts stand to each other by all that can be measured without asking anybody: likeness of meaning, and signs of opposition
//! (E-10, E-11).
//!
//! Likeness alone says nothing: sentences that contradict each other are as alike as any. So opposition has means of its own, and overrules
//! it. [`relate`] puts together what networks say with what words show; [`lexical()`] has words alone: it knows no synonyms and no subject
//! that is not named, so it misses most agreement in other words, and all opposition that takes knowledge. Not here: the networks.

use crate::language::is_english;
use crate::lexical;
use crate::opposition::reading::Reading;
use crate::opposition::{Answers, contest, leaning, rival};
use crate::thresholds::{
    CONTRADICTED, FRAME_SHARE, OPPOSED_BY_LEANING, OPPOSED_BY_SIGN, OPPOSED_FROM, OPPOSED_MOST, OPPOSED_UNSEEN,
    READ_WORDS, RELATED_COSINE, SAME_COSINE, SAME_IN_FRAME_COSINE, SHORT_TEXT, SIMILAR, TOPIC_COSINE,
    TOPIC_COSINE_BY_LENGTH, TOPIC_SHARE, TOPIC_WEIGHT, TOPIC_WORDS, UNCLEAR_MOST,
};
use crate::words;
use debate::Relation;
use std::collections::BTreeSet;

/// What networks say of two texts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signals {
    /// Cosine of their vectors.
    pub cosine: f64,
    /// Cosine of the first with the topic, where there is one.
    pub topic_a: Option<f64>,
    /// Cosine of the second with it.
    pub topic_b: Option<f64>,
    /// How surely one contradicts the other, 0…1, in the surer direction; where a network says.
    pub contradiction: Option<f64>,
}

/// How two texts stand to each other, on a topic or on none, by words and what networks say. Which comes first makes no difference.
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
    // What is not read whole can't be told to be the same.
    let alike = if pair.is_within_words(READ_WORDS) { alike } else { alike.min(UNCLEAR_MOST) };
    let contradiction = signals.contradiction.filter(|it| *it >= CONTRADICTED && is_near);
    pair.conclude(topic, alike, is_near, contradiction)
}

/// The same by words alone. Weak: see above.
pub fn lexical(topic: Option<&str>, a: &str, b: &str) -> Relation {
    let pair = Pair::of(a, b);
    let is_near = pair.is_near(topic);
    // Words alone never show a consensus, unless they are the same words.
    let is_same = pair.is_within() && lexical::same(a, b);
    let alike = if is_same { SIMILAR.max(pair.overlap()) } else { UNCLEAR_MOST * pair.overlap() };
    pair.conclude(topic, alike, is_near, None)
}

/// A cosine as a similarity whose bands mean what E-10 says: straight lines through three points.
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

/// A cosine, or none at all where it is no number.
fn finite(cosine: f64) -> f64 {
    if cosine.is_finite() { cosine.clamp(-1.0, 1.0) } else { 0.0 }
}

/// The names that differ from others only in a sign behind them, which no reader of words sees: `C++`, `C#`.
pub fn signed(text: &str) -> BTreeSet<String> {
    let bare = |it: &str| it.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '+' | '#')).to_lowercase();
    text.split_whitespace().map(bare).filter(|it| it.ends_with(['+', '#'])).collect()
}

/// Whether words forbid to call two texts the same, on a topic: see `Pair::may_be_same`.
pub fn may_be_same(topic: &str, a: &str, b: &str) -> bool {
    let pair = Pair::of(a, b);
    pair.may_be_same(&Answers::of(Some(topic), a, b, &pair.one, &pair.other))
}

/// Two texts, read once.
struct Pair<'a> {
    a: &'a str,
    b: &'a str,
    one: Reading,
    other: Reading,
}

impl<'a> Pair<'a> {
    fn of(a: &'a str, b: &'a str) -> Self {
        Pair { a, b, one: Reading::of(a), other: Reading::of(b) }
    }

    /// What both speak of, and all that either does.
    fn shares(&self) -> (f64, f64) {
        let (a, b) = (&self.one.whole.subject, &self.other.whole.subject);
        (a.intersection(b).count() as f64, a.union(b).count() as f64)
    }

    /// How much of what either speaks of both do.
    fn overlap(&self) -> f64 {
        let (shared, all) = self.shares();
        if all > 0.0 { shared / all } else { 0.0 }
    }

    /// Whether they share a frame, and each puts something else into it.
    fn is_framed(&self) -> bool {
        let (a, b) = (&self.one.whole.subject, &self.other.whole.subject);
        self.overlap() >= FRAME_SHARE && !a.is_subset(b) && !b.is_subset(a)
    }

    /// Whether one speaks of all that the other does, a verb aside: only then may they be the same by words.
    fn is_within(&self) -> bool {
        let (a, b) = (&self.one.whole.subject, &self.other.whole.subject);
        a.difference(b).count().min(b.difference(a).count()) <= 1
    }

    /// The words of the shorter.
    fn length(&self) -> f64 {
        let length = |it: &Reading| it.whole.tokens().count();
        // A label has no length to speak of.
        length(&self.one).min(length(&self.other)).max(3) as f64
    }

    /// Whether they are about the same by words: they share enough, or both are short and name the topic.
    fn is_near(&self, topic: Option<&str>) -> bool {
        let (a, b) = (&self.one.whole.subject, &self.other.whole.subject);
        let shorter = a.len().min(b.len()) as f64;
        let least = 1.0 + TOPIC_SHARE * (shorter - SHORT_TEXT).max(0.0);
        let is_named = |topic: &str| {
            let topic = Reading::of(topic).whole.subject;
            !topic.is_disjoint(a) && !topic.is_disjoint(b)
        };
        self.shares().0 >= least || (shorter <= SHORT_TEXT && topic.is_some_and(is_named))
    }

    /// Whether neither has more words.
    fn is_within_words(&self, most: usize) -> bool {
        [&self.one, &self.other].iter().all(|it| it.whole.tokens().count() <= most)
    }

    /// Whether nothing forbids to call them the same: both can be read, and answer what is asked alike, or differ in words without a subject
    /// only. A text that gives no answer is not the same as one that does.
    fn may_be_same(&self, answers: &Answers) -> bool {
        if !is_english(self.a) || !is_english(self.b) {
            return false;
        }
        let weighty = |text: &str| -> BTreeSet<String> {
            words::of(text).iter().filter(|it| !words::is_empty(it)).map(|it| words::stem(it)).collect()
        };
        // To a question, no answer is not one, and one that makes a condition is not a plain one.
        let is_conditional = || lexical::is_conditional(self.a) != lexical::is_conditional(self.b);
        let is_answered = !answers.is_question || (answers.one.is_some() && !is_conditional());
        (answers.one == answers.other && is_answered) || weighty(self.a) == weighty(self.b)
    }

    /// Puts together what was measured and what words show.
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
