//! The smallest sets of reasons whose removal changes the leading option.
//!
//! Sets are tried by size, so the first found are the smallest. Upper bounds prune the search: a set can't weaken the leader or strengthen
//! a rival by more than the sum of its members' bounds. The bound of a direct supporter is its contribution; that of an indirect one is the
//! maximum change of what it bears on. Sets and reasons that can't suffice are skipped. This holds with cycles too, because options have no
//! outgoing edges.
use super::strength::Scales;
use crate::argument::thresholds::{LEAST_LEAD, LEVEL, MOST_FLIPS};
use serde::Serialize;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Search {
    /// All sets of the smallest size were found, or no set of any size exists.
    Complete,
    /// More sets of that size exist than are listed.
    More,
    /// The budget ran out: more sets of that size, or larger ones if none was found, may exist.
    Budget,
}

/// The smallest sets that change the leading option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flips {
    /// The indices of the reasons of each set; all sets have the same size.
    pub sets: Vec<Vec<usize>>,
    /// How the search ended.
    pub search: Search,
    /// How many sets were evaluated.
    pub looks: usize,
    /// How many sums were computed for pruning.
    pub sums: usize,
}

/// The smallest sets of reasons without which `leader` no longer leads, taken from `ranked` in that order; evaluates at most `budget` sets.
/// Empty if there is no other option.
pub fn flips(scales: &Scales<'_>, leader: usize, ranked: &[usize], budget: usize) -> Flips {
    let rivals: Vec<usize> = scales.graph.options().filter(|it| *it != leader).collect();
    let mut hunt = Hunt::new(scales, leader, rivals, ranked, budget);
    let most = hunt.candidates.len();
    // Sizes that can't suffice are skipped.
    let Some(least) = hunt.least() else { return hunt.found };
    for size in least..=most {
        hunt.found.sums = hunt.found.sums.saturating_add(most.saturating_mul(size));
        if hunt.found.sums > budget.saturating_mul(SUMS) {
            hunt.found.search = Search::Budget;
            break;
        }
        hunt.best = hunt.best_sums(size);
        let nothing = Reach { sums: vec![0.0; hunt.rivals.len() + 1] };
        let is_over = hunt.look(0, size, &nothing, &mut Vec::new()).is_err();
        if is_over || !hunt.found.sets.is_empty() {
            break;
        }
    }
    hunt.found
}

/// Sums allowed per evaluated set. Ours: together they take no longer than the evaluations.
const SUMS: usize = 256;

/// The maximum decrease of the leader's energy, and increase of each rival's.
#[derive(Clone, Debug, PartialEq)]
struct Reach {
    sums: Vec<f64>,
}

impl Reach {
    fn and(&self, other: &Reach) -> Reach {
        Reach { sums: self.sums.iter().zip(&other.sums).map(|(a, b)| a + b).collect() }
    }
}

/// The search was cut short.
struct Over;

struct Hunt<'a> {
    scales: &'a Scales<'a>,
    leader: usize,
    rivals: Vec<usize>,
    candidates: Vec<(usize, Reach)>,
    /// From each candidate on, the maximum effect of 0, 1, 2 … candidates.
    best: Vec<Vec<Reach>>,
    budget: usize,
    found: Flips,
}

impl<'a> Hunt<'a> {
    fn new(scales: &'a Scales<'a>, leader: usize, rivals: Vec<usize>, ranked: &[usize], budget: usize) -> Hunt<'a> {
        let out = bearing(scales);
        let reach = |place: usize| {
            let reached = reached(&out, place);
            let fall = most(scales, leader, Direction::Down, place, &reached);
            let rises = rivals.iter().map(|it| most(scales, *it, Direction::Up, place, &reached));
            Reach { sums: std::iter::once(fall).chain(rises).collect() }
        };
        let candidates = ranked.iter().map(|it| (*it, reach(*it)));
        let candidates = candidates.filter(|(_, it)| it.sums.iter().any(|it| *it > 0.0)).collect();
        let found = Flips { sets: Vec::new(), search: Search::Complete, looks: 0, sums: 0 };
        Hunt { scales, leader, rivals, candidates, best: Vec::new(), budget, found }
    }

    /// Tries all sets of so many more candidates from an index on.
    fn look(&mut self, from: usize, more: usize, so_far: &Reach, set: &mut Vec<usize>) -> Result<(), Over> {
        let best = self.best.get(from).and_then(|it| it.get(more));
        if best.is_none_or(|it| !self.could_flip(&so_far.and(it))) {
            return Ok(());
        }
        if self.found.looks >= self.budget {
            self.found.search = Search::Budget;
            return Err(Over);
        }
        self.found.looks += 1;
        if more == 0 {
            return self.weigh(set);
        }
        for at in from..self.candidates.len() {
            let Some((place, reach)) = self.candidates.get(at) else { break };
            let (place, with) = (*place, so_far.and(reach));
            set.push(place);
            let result = self.look(at + 1, more - 1, &with, set);
            set.pop();
            result?;
        }
        Ok(())
    }

    fn weigh(&mut self, set: &[usize]) -> Result<(), Over> {
        let strengths = self.scales.without(set);
        if self.scales.margin(&strengths, self.leader) > LEAST_LEAD {
            return Ok(());
        }
        if self.found.sets.len() == MOST_FLIPS {
            self.found.search = Search::More;
            return Err(Over);
        }
        self.found.sets.push(set.to_vec());
        Ok(())
    }

    /// Whether a rival could reach the leader if all bounds were attained.
    fn could_flip(&self, reach: &Reach) -> bool {
        let mut sums = reach.sums.iter();
        let leader = self.scales.moved(self.leader, -sums.next().copied().unwrap_or_default());
        // Strengths have a small error.
        let least = LEAST_LEAD + LEVEL;
        self.rivals.iter().zip(sums).any(|(rival, rise)| leader - self.scales.moved(*rival, *rise) <= least)
    }

    /// The smallest size that could suffice by the bounds; none if not even all candidates could.
    fn least(&self) -> Option<usize> {
        let column = |at: usize| {
            let mut parts: Vec<f64> = self.candidates.iter().filter_map(|(_, it)| it.sums.get(at).copied()).collect();
            parts.sort_by(|a, b| b.total_cmp(a));
            parts
        };
        let columns: Vec<Vec<f64>> = (0..=self.rivals.len()).map(column).collect();
        let mut reach = Reach { sums: vec![0.0; columns.len()] };
        (1..=self.candidates.len()).find(|size| {
            let next = columns.iter().map(|it| it.get(size - 1).copied().unwrap_or_default()).collect();
            reach = reach.and(&Reach { sums: next });
            self.could_flip(&reach)
        })
    }

    /// From each candidate on, the maximum effect of up to `size` candidates, taken separately per sum.
    fn best_sums(&self, size: usize) -> Vec<Vec<Reach>> {
        let width = self.rivals.len() + 1;
        let mut greatest: Vec<Vec<f64>> = vec![Vec::new(); width];
        let mut best = Vec::with_capacity(self.candidates.len() + 1);
        let nothing = Reach { sums: vec![0.0; width] };
        best.push(vec![nothing.clone()]);
        for (left, (_, reach)) in (1..).zip(self.candidates.iter().rev()) {
            for (kept, part) in greatest.iter_mut().zip(&reach.sums) {
                let at = kept.partition_point(|it| it >= part);
                kept.insert(at, *part);
                kept.truncate(size);
            }
            // Fewer candidates are left than needed.
            let mut row = Vec::with_capacity(size.min(left) + 1);
            let mut reach = nothing.clone();
            row.push(reach.clone());
            for count in 0..size.min(left) {
                let parts = greatest.iter().map(|it| it.get(count).copied().unwrap_or_default()).collect();
                reach = reach.and(&Reach { sums: parts });
                row.push(reach.clone());
            }
            best.push(row);
        }
        best.reverse();
        best
    }
}

/// The nodes that each node bears on directly.
fn bearing(scales: &Scales<'_>) -> Vec<Vec<usize>> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); scales.graph.nodes().len()];
    for edge in scales.graph.edges() {
        if let Some(out) = out.get_mut(edge.from) {
            out.push(edge.to);
        }
    }
    out
}

/// The nodes that a node bears on directly or indirectly.
fn reached(out: &[Vec<usize>], from: usize) -> Vec<bool> {
    let (mut seen, mut open) = (vec![false; out.len()], vec![from]);
    while let Some(place) = open.pop() {
        for to in out.get(place).into_iter().flatten() {
            if let Some(seen @ false) = seen.get_mut(*to) {
                *seen = true;
                open.push(*to);
            }
        }
    }
    seen
}

/// The direction of a change of energy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Down,
    Up,
}

/// The maximum change of an option's energy in a direction without the node at an index, which bears on `reached`: opposing contributions
/// can fall to 0, and other contributions in that direction can rise to 1.
fn most(scales: &Scales<'_>, option: usize, direction: Direction, place: usize, reached: &[bool]) -> f64 {
    let parts = scales.pulls(option).map(|(from, weight)| {
        let (strength, lifts) = (scales.whole().of(from), weight > 0.0);
        let is_reached = reached.get(from).copied().unwrap_or_default();
        if lifts != (direction == Direction::Up) {
            if from == place || is_reached { weight.abs() * strength } else { 0.0 }
        } else if from != place && is_reached {
            weight.abs() * (1.0 - strength)
        } else {
            0.0
        }
    });
    parts.sum()
}
