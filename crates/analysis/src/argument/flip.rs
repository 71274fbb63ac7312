//! The smallest sets of reasons without which another option would lead, or none.
//!
//! Sets are tried by size, so that the first found are the smallest. A set can take no more from the leader, and give no more to a rival, than
//! its members can one by one: a supporter at most its part, something further up at most all that what it bears on could lose or gain. Whatever
//! can't reach so far is left out unweighed; so is whatever can do neither. That holds with cycles too, for options lead nowhere.
use super::strength::Scales;
use crate::argument::thresholds::{LEAST_LEAD, LEVEL, MOST_FLIPS};
use serde::Serialize;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Search {
    /// All sets of the smallest size were found, or there is none of any size.
    Complete,
    /// There are more of that size than are listed.
    More,
    /// The budget ended it: there may be more of that size; where none was found, there may be larger ones.
    Budget,
}

/// The smallest sets that flip a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flips {
    /// Places of the reasons of each, all sets of one size.
    pub sets: Vec<Vec<usize>>,
    /// How the search ended.
    pub search: Search,
    /// How many sets were looked at.
    pub looks: usize,
    /// How many sums were made to tell which need not be.
    pub sums: usize,
}

/// The smallest sets of reasons without which `leader` no longer leads, taken from `ranked` in that order; no more than `budget` sets are looked
/// at. Where there is no other option, nothing flips.
pub fn flips(scales: &Scales<'_>, leader: usize, ranked: &[usize], budget: usize) -> Flips {
    let rivals: Vec<usize> = scales.graph.options().filter(|it| *it != leader).collect();
    let mut hunt = Hunt::new(scales, leader, rivals, ranked, budget);
    let most = hunt.candidates.len();
    // What no set of a size can do is not looked for.
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

/// How many sums may be made for each set that may be looked at. Ours: they take together no longer than the looks do.
const SUMS: usize = 256;

/// How far something can move the leader's energy down, then each rival's up.
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
    /// From each candidate on, the most that 0, 1, 2 … of them can do.
    best: Vec<Vec<Reach>>,
    budget: usize,
    found: Flips,
}

impl<'a> Hunt<'a> {
    fn new(scales: &'a Scales<'a>, leader: usize, rivals: Vec<usize>, ranked: &[usize], budget: usize) -> Hunt<'a> {
        let out = bearing(scales);
        let reach = |place: usize| {
            let reached = reached(&out, place);
            let fall = most(scales, leader, Way::Down, place, &reached);
            let rises = rivals.iter().map(|it| most(scales, *it, Way::Up, place, &reached));
            Reach { sums: std::iter::once(fall).chain(rises).collect() }
        };
        let candidates = ranked.iter().map(|it| (*it, reach(*it)));
        let candidates = candidates.filter(|(_, it)| it.sums.iter().any(|it| *it > 0.0)).collect();
        let found = Flips { sets: Vec::new(), search: Search::Complete, looks: 0, sums: 0 };
        Hunt { scales, leader, rivals, candidates, best: Vec::new(), budget, found }
    }

    /// Tries all sets of that many more candidates from a place on.
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

    /// Whether a rival could come up with the leader if all went as far as it can.
    fn could_flip(&self, reach: &Reach) -> bool {
        let mut sums = reach.sums.iter();
        let leader = self.scales.moved(self.leader, -sums.next().copied().unwrap_or_default());
        // Strengths may be off by a little.
        let least = LEAST_LEAD + LEVEL;
        self.rivals.iter().zip(sums).any(|(rival, rise)| leader - self.scales.moved(*rival, *rise) <= least)
    }

    /// The size of the smallest sets that could flip, each sum taken at its greatest; none where not even all of them together could.
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

    /// From each candidate on, the most that up to `size` of them can do: for each sum, its greatest parts.
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
            // Fewer are left than are wanted: no such set.
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

/// What each node bears on directly.
fn bearing(scales: &Scales<'_>) -> Vec<Vec<usize>> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); scales.graph.nodes().len()];
    for edge in scales.graph.edges() {
        if let Some(out) = out.get_mut(edge.from) {
            out.push(edge.to);
        }
    }
    out
}

/// Which nodes a node bears on, however far.
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

/// Which way an option's energy moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Down,
    Up,
}

/// The most by which an option's energy can move that way without the node at a place, which bears on `reached`: what would move it the other way can fall to 0; what
/// moves it that way can rise to 1, if it is something else.
fn most(scales: &Scales<'_>, option: usize, way: Way, place: usize, reached: &[bool]) -> f64 {
    let parts = scales.pulls(option).map(|(from, weight)| {
        let (strength, lifts) = (scales.whole().of(from), weight > 0.0);
        let is_reached = reached.get(from).copied().unwrap_or_default();
        if lifts != (way == Way::Up) {
            if from == place || is_reached { weight.abs() * strength } else { 0.0 }
        } else if from != place && is_reached {
            weight.abs() * (1.0 - strength)
        } else {
            0.0
        }
    });
    parts.sum()
}
