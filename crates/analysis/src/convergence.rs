//! How far a table has come together: likeness of positions, how each one moves, and what they rest on (E-10 … E-13).
//!
//! Likeness is by words where nobody compared two texts by more ([`Reading`]), and opposition overrules it either way (E-11). Not here:
//! who compares, what follows (`exit`), and whether it came about too easily (`groupthink`).
use crate::exit::signed;
use crate::lexical;
use crate::news::News;
use crate::positions::{self, Reading, Relation, mean};
use crate::thresholds::{
    DIVERGENCE, EARLY_ROUND, EARLY_SIMILAR, EVIDENCE_STRONG, EVIDENCE_WEAK, MODERATE_MOST, MOST_WORDS, OPPOSED_MOST,
    SHIFT_REFINED, SHIFT_REVERSED, SHIFT_SIGNIFICANT, SHIFT_STABLE, SIMILAR, UNCLEAR_MOST,
};
use crate::words;
use debate::{Debate, Name, Round, Spoken};
use serde::Serialize;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A figure without the last digits, in which the order of a sum shows: the same table gives the same figure, whoever sits where.
pub fn rounded(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

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
    /// Its name as people read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Likeness::Disagreement => "strong disagreement",
            Likeness::Moderate => "moderate disagreement",
            Likeness::Converging => "converging",
            Likeness::Consensus => "consensus",
        }
    }
}

/// Mean pairwise similarity of the positions of a round, 0…1; none where fewer than two hold one (E-10).
pub fn similarity(debate: &Debate, round: &Round) -> Option<f64> {
    similarity_from(debate, round, 0.0)
}

/// The same where it is at least so much, none where it is not: what can't be reached any more is not measured to its end.
pub fn similarity_from(debate: &Debate, round: &Round, least: f64) -> Option<f64> {
    measured(debate, round, least, &mut BTreeMap::new())
}

/// The same by what is known of pairs of positions; what is not is found out.
fn measured<'a>(debate: &'a Debate, round: &'a Round, least: f64, known: &mut Known<'a>) -> Option<f64> {
    let holders = Holder::all(round);
    let count = pairs(&holders).count() as f64;
    let mut missed = 0.0;
    for (one, other) in pairs(&holders) {
        missed += 1.0 - of_pair(debate, round, one, other, known);
        if rounded(1.0 - missed / count) < least {
            return None;
        }
    }
    (count > 0.0).then(|| rounded(1.0 - missed / count))
}

/// Whether every two positions of a round are as alike as a consensus is. Where they are not, a mean that is hides it.
pub fn are_all_alike(debate: &Debate, round: &Round) -> bool {
    let (holders, mut known) = (Holder::all(round), BTreeMap::new());
    pairs(&holders).all(|(one, other)| of_pair(debate, round, one, other, &mut known) >= SIMILAR)
}

/// A turn that holds a position.
struct Holder<'a> {
    spoken: &'a Spoken,
    position: &'a str,
    /// Whose position it signs, once that was asked.
    signed: OnceCell<Option<&'a Name>>,
}

impl<'a> Holder<'a> {
    fn all(round: &'a Round) -> Vec<Holder<'a>> {
        let holder = |spoken: &'a Spoken| {
            Some(Holder { spoken, position: spoken.turn.position.as_deref()?, signed: OnceCell::new() })
        };
        round.spoken.iter().filter_map(holder).collect()
    }

    fn signed(&self, debate: &'a Debate, round: &Round) -> Option<&'a Name> {
        *self.signed.get_or_init(|| signed(debate, round, self.spoken))
    }
}

/// What is known of pairs of positions: a table repeats itself, and to compare two texts costs.
type Known<'a> = BTreeMap<(&'a str, &'a str), Compared>;

/// What is known of two positions.
struct Compared {
    relation: Relation,
    alike: OnceCell<f64>,
    is_same: OnceCell<bool>,
}

/// How alike the positions of two turns of a round are, by what they say and by what they sign.
fn of_pair<'a>(debate: &'a Debate, round: &Round, one: &Holder<'a>, other: &Holder<'a>, known: &mut Known<'a>) -> f64 {
    let (reading, a, b) = (Reading::of(debate), one.position, other.position);
    let Compared { relation, alike, is_same } = known.entry((a, b)).or_insert_with(|| Compared {
        relation: positions::relation(reading, a, b),
        alike: OnceCell::new(),
        is_same: OnceCell::new(),
    });
    let alike = || *alike.get_or_init(|| likeness(reading, *relation, a, b));
    let is_same = || *is_same.get_or_init(|| lexical::same(a, b));
    match relation {
        Relation::Opposed => alike(),
        Relation::Same | Relation::Unclear => match (one.signed(debate, round), other.signed(debate, round)) {
            (Some(one), Some(other)) if one == other => 1.0,
            // Who signs different positions means different ones, unless they say the same in the same words.
            (Some(_), Some(_)) if !is_same() => alike().min(UNCLEAR_MOST),
            (Some(_), Some(_)) | (None, _) | (_, None) => alike(),
        },
    }
}

/// The rounds of a debate, of which each figure is measured once: every round is asked for twice, as what is now and as what was before.
pub struct Course<'a> {
    debate: &'a Debate,
    known: Known<'a>,
    similarities: BTreeMap<u32, Option<f64>>,
    shifts: BTreeMap<u32, Option<f64>>,
}

impl<'a> Course<'a> {
    /// Of a debate; nothing is measured yet.
    pub fn of(debate: &'a Debate) -> Course<'a> {
        Course { debate, known: BTreeMap::new(), similarities: BTreeMap::new(), shifts: BTreeMap::new() }
    }

    /// What [`similarity`] says of the round of that number; none where there is none.
    pub fn similarity(&mut self, round: u32) -> Option<f64> {
        let (debate, known) = (self.debate, &mut self.known);
        let measure = || measured(debate, numbered(debate, round)?, 0.0, known);
        *self.similarities.entry(round).or_insert_with(measure)
    }

    /// What [`mean_shift`] says of the round of that number and the one before it; none where there are not both.
    pub fn shift(&mut self, round: u32) -> Option<f64> {
        let debate = self.debate;
        let measure = || mean_shift(debate, numbered(debate, round.checked_sub(1)?)?, numbered(debate, round)?);
        *self.shifts.entry(round).or_insert_with(measure)
    }
}

fn numbered(debate: &Debate, number: u32) -> Option<&Round> {
    debate.rounds.iter().find(|it| it.number == number)
}

/// How alike two positions are, 0…1. Two that contradict each other are no more than [`OPPOSED_MOST`], however many words they
/// share (E-11).
pub fn alike(reading: Reading<'_>, a: &str, b: &str) -> f64 {
    likeness(reading, positions::relation(reading, a, b), a, b)
}

fn likeness(reading: Reading<'_>, relation: Relation, a: &str, b: &str) -> f64 {
    let measured = reading.compared(a, b).map(|it| it.similarity.clamp(0.0, 1.0));
    match relation {
        Relation::Opposed => measured.unwrap_or_else(|| overlap(&content(a), &content(b))).min(OPPOSED_MOST),
        Relation::Same => measured.unwrap_or(1.0).max(SIMILAR),
        // Nobody says that they are the same: however near they were found to be, that is no consensus.
        Relation::Unclear => {
            measured.unwrap_or_else(|| UNCLEAR_MOST * overlap(&content(a), &content(b))).min(UNCLEAR_MOST)
        }
    }
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

/// How far a participant moved between two of its positions, 0…1 (E-12). By words, the same position in other ones is refined at the most,
/// and one that can't be told to be the same moves significantly at the most; a reversal is [`SHIFT_REVERSED`] at the least. The same
/// position has moved neither farther than its words nor farther than its meaning.
pub fn shift(reading: Reading<'_>, before: &str, after: &str) -> f64 {
    if before == after {
        return 0.0;
    }
    let measured = reading.compared(before, after).map(|it| 1.0 - it.similarity.clamp(0.0, 1.0));
    let apart = 1.0 - overlap(&content(before), &content(after));
    rounded(match positions::relation(reading, before, after) {
        Relation::Opposed => measured.unwrap_or(apart).max(SHIFT_REVERSED),
        Relation::Same => measured.unwrap_or(SHIFT_REFINED).min(SHIFT_REFINED * apart),
        Relation::Unclear => measured.unwrap_or(SHIFT_SIGNIFICANT * apart),
    })
}

/// Mean shift of those who spoke in both of two rounds; none where somebody of the later one did not, for then it can't be told.
pub fn mean_shift(debate: &Debate, before: &Round, after: &Round) -> Option<f64> {
    let shifts: Option<Vec<f64>> = after
        .spoken
        .iter()
        .map(|now| {
            let then = before.said_by(&now.by)?.turn.position.as_deref()?;
            Some(shift(Reading::of(debate), then, now.turn.position.as_deref()?))
        })
        .collect();
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

/// How far those who spoke in a round rest on the same sources, by all they have cited so far.
pub fn evidence(news: &News, round: &Round) -> Option<Sharing> {
    let cited = |name: &Name| -> BTreeSet<usize> {
        let sources = news.registry().evidence.iter().enumerate();
        sources.filter(|(_, it)| it.introduced <= round.number && it.by.contains(name)).map(|(at, _)| at).collect()
    };
    let sets: Vec<BTreeSet<usize>> = round.spoken.iter().map(|it| cited(&it.by)).collect();
    sharing(&sets)
}

/// Something about the course of a debate that decides nothing by itself (E-20).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    /// They agree already.
    EarlyConsensus {
        /// How far.
        similarity: f64,
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
            Flag::EarlyConsensus { similarity } => write!(f, "they agree early, to {similarity:.2}"),
            Flag::Divergence { from, to, new } => {
                let new = if new.is_empty() { "nothing".to_owned() } else { new.join("; ") };
                write!(f, "they part: from {from:.2} to {to:.2}; new in this round: {new}")
            }
        }
    }
}

/// What is flagged of a round.
pub fn flags(course: &mut Course<'_>, news: &News, round: &Round) -> Vec<Flag> {
    let Some(now) = course.similarity(round.number) else { return Vec::new() };
    let mut flags = Vec::new();
    if round.number <= EARLY_ROUND && now > EARLY_SIMILAR {
        flags.push(Flag::EarlyConsensus { similarity: now });
    }
    let before = round.number.checked_sub(1).and_then(|it| course.similarity(it));
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

/// Share of all that two sets hold which both hold; two empty ones share nothing.
pub(crate) fn overlap<T: Ord>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> f64 {
    let all = a.union(b).count();
    if all == 0 { 0.0 } else { a.intersection(b).count() as f64 / all as f64 }
}

/// Every two of a list.
pub fn pairs<T>(list: &[T]) -> impl Iterator<Item = (&T, &T)> {
    list.iter().enumerate().flat_map(|(at, one)| list.iter().skip(at + 1).map(move |other| (one, other)))
}
