//! How alike the wording of positions is and how it moves, and how far sources are shared (E-10 … E-13).
//!
//! Likeness and shift of texts are displayed; what decides is how far ballots agree (`ballots`, B-10). Not here: who compares texts, and what
//! follows (`outcome::exit`).
use crate::ballots::Count;
use crate::measure::novelty::News;
use crate::measure::thresholds::{
    DIVERGENCE, EARLY_ROUND, EARLY_SIMILAR, EVIDENCE_STRONG, EVIDENCE_WEAK, MODERATE_MOST, MOST_WORDS, OPPOSED_MOST,
    SHIFT_REFINED, SHIFT_REVERSED, SHIFT_SIGNIFICANT, SHIFT_STABLE, SIMILAR,
};
use crate::measure::{mean, overlap, pairs, rounded};
use debate::event::RoundKind;
use debate::state::Held;
use debate::{Debate, Round, Spoken};
use prose::words;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// What similarity of positions amounts to (E-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Likeness {
    /// They strongly disagree.
    Disagreement,
    /// They disagree moderately.
    Moderate,
    /// They come together.
    Converging,
    /// They agree.
    Consensus,
}

impl Likeness {
    /// The band of a similarity.
    pub fn of(similarity: f64) -> Likeness {
        if similarity >= SIMILAR {
            Likeness::Consensus
        } else if similarity > MODERATE_MOST {
            Likeness::Converging
        } else if similarity > OPPOSED_MOST {
            Likeness::Moderate
        } else {
            Likeness::Disagreement
        }
    }
}

impl Likeness {
    /// What it says of the wording: who agrees is told by ballots.
    pub fn as_str(self) -> &'static str {
        match self {
            Likeness::Disagreement => "far apart",
            Likeness::Moderate => "apart",
            Likeness::Converging => "close",
            Likeness::Consensus => "alike",
        }
    }
}

/// Mean pairwise likeness of the wording of the positions of a round, 0…1; none where fewer than two hold one (E-10). A measure of wording:
/// nothing is decided by it (B-10).
pub fn similarity(debate: &Debate, round: &Round) -> Option<f64> {
    let turns: Vec<Worded<'_>> = round.spoken.iter().filter_map(|it| Worded::of(debate, it, round.number)).collect();
    mean(pairs(&turns).map(|(one, other)| one.alike(debate, other))).map(rounded)
}

/// A turn by its wording.
struct Worded<'a> {
    position: &'a str,
    words: BTreeSet<String>,
    held: Option<Held<'a>>,
}

impl<'a> Worded<'a> {
    fn of(debate: &'a Debate, spoken: &'a Spoken, after: u32) -> Option<Worded<'a>> {
        let position = spoken.turn.position.as_deref()?;
        Some(Worded { position, words: content(position), held: debate.held_after(spoken, after) })
    }

    /// How alike the wording of two positions is. Those who hold different options contradict each other, and are no more than
    /// [`OPPOSED_MOST`] however many words they share (E-11).
    fn alike(&self, debate: &Debate, other: &Worded<'_>) -> f64 {
        let is_opposed = match (self.held, other.held) {
            (Some(Held::Option(one)), Some(Held::Option(other))) => one != other,
            (_, _) => false,
        };
        let alike = alike(debate, self.position, other.position, || overlap(&self.words, &other.words));
        if is_opposed { alike.min(OPPOSED_MOST) } else { alike }
    }
}

/// How alike two texts are: as networks have it, where they were asked, else by the words that they share.
fn alike(debate: &Debate, a: &str, b: &str, by_words: impl FnOnce() -> f64) -> f64 {
    let measured = debate.compared.of(a, b).map(|it| it.similarity.clamp(0.0, 1.0));
    if a == b { 1.0 } else { measured.unwrap_or_else(by_words) }
}

/// The share of the words of two texts that both have.
pub fn shared_words(a: &str, b: &str) -> f64 {
    overlap(&content(a), &content(b))
}

/// How far a position moved from one round to the next (E-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Movement {
    /// It stays.
    Stable,
    /// It is put more exactly.
    Refinement,
    /// It moves.
    Significant,
    /// It is another one, or the opposite.
    Major,
}

impl Movement {
    /// The band of a shift.
    pub fn of(shift: f64) -> Movement {
        if shift <= SHIFT_STABLE {
            Movement::Stable
        } else if shift <= SHIFT_REFINED {
            Movement::Refinement
        } else if shift <= SHIFT_SIGNIFICANT {
            Movement::Significant
        } else {
            Movement::Major
        }
    }
}

impl Movement {
    /// Its name as people read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Movement::Stable => "stable",
            Movement::Refinement => "refined",
            Movement::Significant => "moving",
            Movement::Major => "moving far",
        }
    }
}

/// How far the wording of a participant's position moved, 0…1 (E-12): whoever changed its ballot has moved by [`SHIFT_REVERSED`] at the least.
fn shift(debate: &Debate, before: &Spoken, after: &Spoken, round: u32) -> Option<f64> {
    let (before, after) = (Worded::of(debate, before, round)?, Worded::of(debate, after, round)?);
    let apart = 1.0 - alike(debate, before.position, after.position, || overlap(&before.words, &after.words));
    let is_moved = matches!((before.held, after.held), (Some(Held::Option(a)), Some(Held::Option(b))) if a != b);
    Some(if is_moved { apart.max(SHIFT_REVERSED) } else { apart })
}

/// Mean shift of wording of those who spoke in both of two rounds; none where somebody of the later one did not.
pub fn mean_shift(debate: &Debate, before: &Round, after: &Round) -> Option<f64> {
    let shifts: Option<Vec<f64>> =
        after.spoken.iter().map(|now| shift(debate, before.said_by(&now.by)?, now, after.number)).collect();
    mean(shifts?).map(rounded)
}

/// How far participants rest on the same sources (E-13).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sharing {
    /// Sources that all cite over all that any cites.
    pub by_all: f64,
    /// Mean overlap of two participants' sources: it does not fall merely because somebody is added.
    pub pairwise: f64,
}

/// What sharing of sources amounts to (E-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Support {
    /// Nobody cites anything.
    None,
    /// Each rests on its own.
    Weak,
    /// Some of it is shared.
    Moderate,
    /// They rest on the same.
    Strong,
}

impl Support {
    /// The band of a sharing.
    pub fn of(sharing: Option<Sharing>) -> Support {
        match sharing.map(|it| it.by_all) {
            None => Support::None,
            Some(it) if it >= EVIDENCE_STRONG => Support::Strong,
            Some(it) if it > EVIDENCE_WEAK => Support::Moderate,
            Some(_) => Support::Weak,
        }
    }
}

impl Support {
    /// Its name as people read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Support::None => "nobody cites any",
            Support::Weak => "hardly shared",
            Support::Moderate => "partly shared",
            Support::Strong => "shared",
        }
    }
}

/// How far these sets of sources are shared; none where there is no source at all.
pub fn sharing<T: Ord>(sets: &[BTreeSet<T>]) -> Option<Sharing> {
    let all: BTreeSet<&T> = sets.iter().flatten().collect();
    if all.is_empty() {
        return None;
    }
    let by_all = all.iter().filter(|it| sets.iter().all(|set| set.contains(**it))).count();
    let pairwise =
        mean(pairs(sets).filter(|(a, b)| !(a.is_empty() && b.is_empty())).map(|(a, b)| overlap(a, b))).unwrap_or(1.0);
    Some(Sharing { by_all: rounded(by_all as f64 / all.len() as f64), pairwise: rounded(pairwise) })
}

/// How far those who spoke in a round cite the same sources in it (E-13).
pub fn evidence(news: &News, round: &Round) -> Option<Sharing> {
    cited(news, round, |it| it == round.number)
}

/// How far those who spoke in a round have cited the same sources by then, in all rounds.
pub fn evidence_so_far(news: &News, round: &Round) -> Option<Sharing> {
    cited(news, round, |it| it <= round.number)
}

fn cited(news: &News, round: &Round, is_in: impl Fn(u32) -> bool + Copy) -> Option<Sharing> {
    let sets: Vec<BTreeSet<usize>> =
        round.spoken.iter().map(|it| news.registry().cited_by(&it.by, is_in).collect()).collect();
    sharing(&sets)
}

/// Something about the course of a debate that decides nothing by itself (E-20).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// They agree already.
    EarlyConsensus {
        /// How far.
        agreement: f64,
    },
    /// They agree less than in the round before.
    Divergence {
        /// How far they agreed.
        from: f64,
        /// How far they do now.
        to: f64,
        /// The claims that were new in the round, in their words.
        new: Vec<String>,
    },
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flag::EarlyConsensus { agreement } => write!(f, "they agree early, to {agreement:.2}"),
            Flag::Divergence { from, to, new } => {
                let new = if new.is_empty() { "nothing".to_owned() } else { new.join("; ") };
                write!(f, "they part: from {from:.2} to {to:.2}; new in this round: {new}")
            }
        }
    }
}

/// What is flagged of a round, by how far ballots agree (B-10).
pub fn flags(debate: &Debate, news: &News, round: &Round) -> Vec<Flag> {
    let agreement = |it: &Round| Count::of_round(debate, it).agreement();
    let Some(now) = agreement(round).filter(|_| round.kind != RoundKind::Ballot) else { return Vec::new() };
    let mut flags = Vec::new();
    if round.number <= EARLY_ROUND && now > EARLY_SIMILAR {
        flags.push(Flag::EarlyConsensus { agreement: now });
    }
    let before = debate.rounds.iter().find(|it| it.number + 1 == round.number).and_then(agreement);
    if let Some(from) = before.filter(|it| rounded(it - now) > DIVERGENCE) {
        let new = news.claims(round.number).map(|(_, it)| it.text.clone()).collect();
        flags.push(Flag::Divergence { from, to: now, new });
    }
    flags
}

/// What a text speaks of, by the stems of its words.
pub(crate) fn content(text: &str) -> BTreeSet<String> {
    let words = words::of(text).into_iter().take(MOST_WORDS);
    words.filter(|it| !words::is_empty(it)).map(|it| words::stem(&it)).collect()
}
