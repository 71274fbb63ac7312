//! Similarity of positions and its change, and overlap of sources (E-10 … E-13).
//!
//! Similarity and shift of texts are displayed only; agreement of ballots decides (`ballots`, B-10). Not here: comparing texts, and
//! conclusions (`decision::exit`).
use crate::ballots::Count;
use crate::measure::novelty::NovelClaims;
use crate::measure::thresholds::{
    DIVERGENCE, EARLY_ROUND, EARLY_SIMILAR, EVIDENCE_STRONG, EVIDENCE_WEAK, MODERATE_MOST, MOST_WORDS, OPPOSED_MOST,
    SHIFT_REFINED, SHIFT_REVERSED, SHIFT_SIGNIFICANT, SHIFT_STABLE, SIMILAR,
};
use crate::measure::{mean, overlap, pairs, rounded};
use debate::event::RoundKind;
use debate::state::ResolvedBallot;
use debate::{Debate, Round, Spoken};
use prose::words;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt;

/// Bands of similarity (E-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Likeness {
    /// Strong disagreement.
    Disagreement,
    /// Moderate disagreement.
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
    /// Its description, which concerns the wording; ballots show agreement.
    pub fn as_str(self) -> &'static str {
        match self {
            Likeness::Disagreement => "far apart",
            Likeness::Moderate => "apart",
            Likeness::Converging => "close",
            Likeness::Consensus => "alike",
        }
    }
}

/// Mean pairwise similarity of the positions of a round, 0…1; none with fewer than two (E-10). It measures wording and decides nothing
/// (B-10).
pub fn similarity(debate: &Debate, round: &Round) -> Option<f64> {
    let turns: Vec<Worded<'_>> = round.spoken.iter().filter_map(|it| Worded::of(debate, it, round.number)).collect();
    mean(pairs(&turns).map(|(one, other)| one.alike(debate, other))).map(rounded)
}

/// A turn with its words.
struct Worded<'a> {
    position: &'a str,
    words: BTreeSet<String>,
    held: Option<ResolvedBallot<'a>>,
}

impl<'a> Worded<'a> {
    fn of(debate: &'a Debate, spoken: &'a Spoken, after: u32) -> Option<Worded<'a>> {
        let position = spoken.turn.position.as_deref()?;
        Some(Worded { position, words: content(position), held: debate.held_after(spoken, after) })
    }

    /// Similarity of two positions. Positions for different options contradict each other, and have at most [`OPPOSED_MOST`] (E-11).
    fn alike(&self, debate: &Debate, other: &Worded<'_>) -> f64 {
        let is_opposed = match (self.held, other.held) {
            (Some(ResolvedBallot::Option(one)), Some(ResolvedBallot::Option(other))) => one != other,
            (_, _) => false,
        };
        let alike = alike(debate, self.position, other.position, || overlap(&self.words, &other.words));
        if is_opposed { alike.min(OPPOSED_MOST) } else { alike }
    }
}

/// Similarity of two texts: by networks if available, otherwise by shared words.
fn alike(debate: &Debate, a: &str, b: &str, by_words: impl FnOnce() -> f64) -> f64 {
    let measured = debate.compared.of(a, b).map(|it| it.similarity.clamp(0.0, 1.0));
    if a == b { 1.0 } else { measured.unwrap_or_else(by_words) }
}

/// The fraction of all words that two texts share.
pub fn shared_words(a: &str, b: &str) -> f64 {
    overlap(&content(a), &content(b))
}

/// Bands of a position's shift between rounds (E-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Movement {
    /// It stays.
    Stable,
    /// It is put more exactly.
    Refinement,
    /// It changes significantly.
    Significant,
    /// It is a different position, or the opposite.
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
    /// Its display name.
    pub fn as_str(self) -> &'static str {
        match self {
            Movement::Stable => "stable",
            Movement::Refinement => "refined",
            Movement::Significant => "moving",
            Movement::Major => "moving far",
        }
    }
}

/// The shift of a participant's position, 0…1 (E-12); at least [`SHIFT_REVERSED`] if its ballot changed.
fn shift(debate: &Debate, before: &Spoken, after: &Spoken, round: u32) -> Option<f64> {
    let (before, after) = (Worded::of(debate, before, round)?, Worded::of(debate, after, round)?);
    let apart = 1.0 - alike(debate, before.position, after.position, || overlap(&before.words, &after.words));
    let is_moved = matches!((before.held, after.held), (Some(ResolvedBallot::Option(a)), Some(ResolvedBallot::Option(b))) if a != b);
    Some(if is_moved { apart.max(SHIFT_REVERSED) } else { apart })
}

/// Mean shift of the participants of two rounds; none if one of the later round did not speak in the earlier.
pub fn mean_shift(debate: &Debate, before: &Round, after: &Round) -> Option<f64> {
    let shifts: Option<Vec<f64>> =
        after.spoken.iter().map(|now| shift(debate, before.said_by(&now.by)?, now, after.number)).collect();
    mean(shifts?).map(rounded)
}

/// Overlap of participants' sources (E-13).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sharing {
    /// Sources cited by all, over sources cited by any.
    pub by_all: f64,
    /// Mean pairwise overlap, which does not fall merely because a participant is added.
    pub pairwise: f64,
}

/// Bands of source overlap (E-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Support {
    /// No sources.
    None,
    /// Different sources.
    Weak,
    /// Some shared sources.
    Moderate,
    /// Mostly the same sources.
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
    /// Its display name.
    pub fn as_str(self) -> &'static str {
        match self {
            Support::None => "nobody cites any",
            Support::Weak => "hardly shared",
            Support::Moderate => "partly shared",
            Support::Strong => "shared",
        }
    }
}

/// The overlap of these sets; none without any source.
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

/// The overlap of sources cited in a round (E-13).
pub fn evidence(novel: &NovelClaims, round: &Round) -> Option<Sharing> {
    cited(novel, round, |it| it == round.number)
}

/// The overlap of sources cited in all rounds up to this one.
pub fn evidence_so_far(novel: &NovelClaims, round: &Round) -> Option<Sharing> {
    cited(novel, round, |it| it <= round.number)
}

fn cited(novel: &NovelClaims, round: &Round, is_in: impl Fn(u32) -> bool + Copy) -> Option<Sharing> {
    let sets: Vec<BTreeSet<usize>> =
        round.spoken.iter().map(|it| novel.registry().cited_by(&it.by, is_in).collect()).collect();
    sharing(&sets)
}

/// A notable event in the course of a debate that decides nothing by itself (E-20).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// High agreement in an early round.
    EarlyConsensus {
        /// The agreement.
        agreement: f64,
    },
    /// Agreement fell since the previous round.
    Divergence {
        /// The previous agreement.
        from: f64,
        /// The current agreement.
        to: f64,
        /// The texts of claims that were new in the round.
        new: Vec<String>,
    },
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flag::EarlyConsensus { agreement } => {
                write!(f, "they agree already ({agreement:.2} of 1): early agreement is often untested")
            }
            Flag::Divergence { from, to, new } => {
                let new = if new.is_empty() { "nothing".to_owned() } else { new.join("; ") };
                write!(f, "agreement fell from {from:.2} to {to:.2}; new in this round: {new}")
            }
        }
    }
}

/// The flags of a round, by agreement of ballots (B-10).
pub fn flags(debate: &Debate, novel: &NovelClaims, round: &Round) -> Vec<Flag> {
    let agreement = |it: &Round| Count::of_round(debate, it).agreement();
    let Some(now) = agreement(round).filter(|_| round.kind != RoundKind::Ballot) else { return Vec::new() };
    let mut flags = Vec::new();
    if round.number <= EARLY_ROUND && now > EARLY_SIMILAR {
        flags.push(Flag::EarlyConsensus { agreement: now });
    }
    let before = debate.rounds.iter().find(|it| it.number + 1 == round.number).and_then(agreement);
    if let Some(from) = before.filter(|it| rounded(it - now) > DIVERGENCE) {
        let new = novel.claims(round.number).map(|(_, it)| it.text.clone()).collect();
        flags.push(Flag::Divergence { from, to: now, new });
    }
    flags
}

/// The stems of a text's content words.
pub(crate) fn content(text: &str) -> BTreeSet<String> {
    let words = words::of(text).into_iter().take(MOST_WORDS);
    words.filter(|it| !words::is_empty(it)).map(|it| words::stem(&it)).collect()
}
