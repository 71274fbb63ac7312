//! Whether a text speaks for a topic or against it, by its words (I-16): what it speaks well or ill of, and what the topic is against.
//!
//! A topic that is against something ("ban it") is helped by whatever speaks ill of that. Words alone are often wrong about a side: the
//! score says how sure they are. Not here: how two texts stand to each other (`relation`), and who makes vectors.
use crate::lexical;
use crate::linear::{Linear, Scale, probability};
use crate::lists::Lists;
use crate::signs;
use crate::thresholds::{STANCE_ANSWERED, STANCE_NEUTRAL};
use crate::words::stem;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;

static LISTS: LazyLock<Lists> = LazyLock::new(|| Lists::read(include_str!("../data/polarity.txt")));
static GOOD: LazyLock<BTreeSet<String>> = LazyLock::new(|| stems("good"));
static BAD: LazyLock<BTreeSet<String>> = LazyLock::new(|| stems("bad"));
static TURNING: LazyLock<BTreeSet<String>> = LazyLock::new(|| stems("turning"));
static AGAINST: LazyLock<BTreeSet<String>> = LazyLock::new(|| stems("against"));
static NEGATION: LazyLock<BTreeSet<String>> = LazyLock::new(|| stems("negation"));
static EMPTY: LazyLock<BTreeSet<String>> = LazyLock::new(|| stems("empty"));
static TABLE: LazyLock<Linear<1>> =
    LazyLock::new(|| Linear::read(include_str!("../data/stances.txt")).unwrap_or_default());

/// How many words behind it a turning word reaches. Ours: "reduces the rate of crime".
const REACH: usize = 4;

/// How far a single word holds beside what all of them together say. Ours, by cross-validation.
const WORD: f64 = 0.3;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// For the topic.
    Pro,
    /// Against it.
    Con,
    /// Neither, as far as can be told.
    Neutral,
}

impl Side {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Side::Pro => "pro",
            Side::Con => "con",
            Side::Neutral => "neutral",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// On which side a text is, and how surely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// The side.
    pub side: Side,
    /// From −1, surely against, to 1, surely for.
    pub score: f64,
}

impl Stance {
    fn of(score: f64) -> Stance {
        let side = match score {
            _ if score.abs() < STANCE_NEUTRAL => Side::Neutral,
            _ if score < 0.0 => Side::Con,
            _ => Side::Pro,
        };
        Stance { side, score }
    }
}

/// What a text makes of a topic.
pub fn stance(text: &str, topic: &str) -> Stance {
    let said = signs::tokens(text);
    if said.is_empty() || LISTS.has("undecided", &said) {
        return Stance::of(0.0);
    }
    if let Some(is_for) = answer(text, &said) {
        return Stance::of(if is_for { STANCE_ANSWERED } else { -STANCE_ANSWERED });
    }
    let signs = signs_of(&said, topic);
    let [sum] = TABLE.sums(signs.iter().map(|(sign, holds)| (sign.as_str(), *holds)), Scale::AsIs);
    Stance::of(2.0 * probability(sum) - 1.0)
}

/// A side that is taken in so many words.
fn answer(text: &str, said: &[String]) -> Option<bool> {
    match (LISTS.has("yes", said), LISTS.has("no", said)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        (true, true) | (false, false) => lexical::answer(text),
    }
}

/// What its table is fitted on: each sign of a text on a topic, with how far it holds.
pub fn signs(text: &str, topic: &str) -> BTreeMap<String, f64> {
    signs_of(&signs::tokens(text), topic)
}

fn signs_of(said: &[String], topic: &str) -> BTreeMap<String, f64> {
    let topic: Vec<String> = signs::tokens(topic).iter().map(|it| stem(it)).collect();
    let stems: Vec<String> = said.iter().map(|it| stem(it)).collect();
    let towards = side_of(&topic);
    let tone = tone(&stems);
    let subject: BTreeSet<&String> = topic.iter().filter(|it| !EMPTY.contains(*it)).collect();
    let shared = subject.iter().filter(|it| stems.contains(it)).count() as f64 / subject.len().max(1) as f64;
    let denials = stems.iter().filter(|it| NEGATION.contains(*it)).count();
    let denied = denials + topic.iter().filter(|it| NEGATION.contains(*it)).count();
    let straight = if denied % 2 == 0 { 1.0 } else { -1.0 };
    let mut signs: BTreeMap<String, f64> = BTreeMap::from([
        ("=tone".to_owned(), towards * tone.tanh()),
        ("=tone shared".to_owned(), towards * tone.tanh() * shared),
        ("=shared".to_owned(), shared),
        ("=straight".to_owned(), straight),
        ("=straight shared".to_owned(), straight * shared),
        ("=denials".to_owned(), denials as f64),
        ("=denials towards".to_owned(), denials as f64 * towards),
        ("=towards".to_owned(), towards),
    ]);
    for word in said {
        signs.insert(word.clone(), WORD);
    }
    for (at, stem) in stems.iter().enumerate() {
        signs.insert(format!("~{stem}"), WORD * towards * turned(&stems, at));
    }
    for (one, next) in stems.iter().zip(stems.iter().skip(1)) {
        signs.insert(format!("~{one} {next}"), WORD * towards);
    }
    signs
}

/// 1 for a topic that is for something, −1 for one that is against it: two words against make one for.
fn side_of(topic: &[String]) -> f64 {
    if topic.iter().filter(|it| AGAINST.contains(*it)).count() % 2 == 0 { 1.0 } else { -1.0 }
}

/// How many good things a text names, less the bad ones; what is turned round is the other.
fn tone(stems: &[String]) -> f64 {
    let sign = |(at, stem): (usize, &String)| match (GOOD.contains(stem), BAD.contains(stem)) {
        (true, false) => turned(stems, at),
        (false, true) => -turned(stems, at),
        (true, true) | (false, false) => 0.0,
    };
    stems.iter().enumerate().map(sign).sum()
}

/// −1 where the words before a place turn it round, else 1.
fn turned(stems: &[String], at: usize) -> f64 {
    let before = stems.iter().take(at).skip(at.saturating_sub(REACH));
    if before.filter(|it| TURNING.contains(*it)).count() % 2 == 0 { 1.0 } else { -1.0 }
}

fn stems(list: &str) -> BTreeSet<String> {
    LISTS.words(list).map(stem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-16: a side is taken towards the topic, whichever way the topic is put.
    #[test]
    fn a_text_takes_a_side() {
        for (text, topic, expected) in [
            ("Yes, and soon", "Should we adopt gRPC?", Side::Pro),
            ("No: it is too early", "Should we adopt gRPC?", Side::Con),
            ("I am against it", "A tax on sugar", Side::Con),
            ("We are in favour of the plan", "A tax on sugar", Side::Pro),
            ("It protects children and improves health", "We should tax sugar", Side::Pro),
            ("It harms the poor and destroys jobs", "We should tax sugar", Side::Con),
            ("Smoking causes disease and death", "We should ban smoking", Side::Pro),
            ("Smoking is a free choice that gives pleasure and freedom", "We should ban smoking", Side::Con),
            ("It reduces crime and prevents violence", "Cameras should be allowed in the streets", Side::Pro),
            ("It depends on the price", "We should tax sugar", Side::Neutral),
            ("I have no opinion", "We should tax sugar", Side::Neutral),
            ("", "We should tax sugar", Side::Neutral),
        ] {
            let told = stance(text, topic);
            assert_eq!(told.side, expected, "{text} / {topic}: {told:?}");
            assert!((-1.0..=1.0).contains(&told.score));
        }
        assert_ne!(*TABLE, Linear::default());
    }

    #[test]
    fn a_topic_may_be_against_something() {
        for (topic, expected) in [
            ("Adopt gRPC", 1.0),
            ("Ban smoking", -1.0),
            ("Smoking should not be banned", 1.0),
            ("The tax is harmful", -1.0),
        ] {
            let stems: Vec<String> = signs::tokens(topic).iter().map(|it| stem(it)).collect();
            assert_eq!(side_of(&stems), expected, "{topic}");
        }
    }

    #[test]
    fn what_is_turned_round_is_the_other() {
        for (text, expected) in [
            ("crime", -1.0),
            ("less crime", 1.0),
            ("not less crime", -1.0),
            ("safe", 1.0),
            ("not safe", -1.0),
            ("table", 0.0),
        ] {
            let stems: Vec<String> = signs::tokens(text).iter().map(|it| stem(it)).collect();
            assert_eq!(tone(&stems), expected, "{text}");
        }
    }
}
