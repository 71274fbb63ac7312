//! The strength of each node, by the quadratic energy model (Q-20; Potyka, KR 2018).
//!
//! A node's energy E is the weighted strength of its supporters minus that of its attackers. Its strength moves from its base towards 1 by
//! h(E) and towards 0 by h(−E), with h(x) = x²/(1 + x²) for x > 0: strictly increasing, and below 1. Without cycles it is computed once per
//! node. A cycle starts at its bases, or at its previous strengths when a node was removed, and follows dσ/dt = f(σ) − σ by Euler steps,
//! O(edges) each, until no strength would change by more than [`TOLERANCE`]. The step size shrinks while the error does not decrease; after
//! [`MOST_STEPS`] the strengths are marked as not settled.
//!
//! Sums use integer multiples of 2⁻⁴⁴, so that they do not depend on the order: neither names nor ordering change any bit.
//!
//! Tested properties: more support never weakens and more attack never strengthens a node outside cycles, bit for bit. For a node in a
//! cycle this holds if the edges into each node weigh at most 1.5 together, because f is then a contraction (h′ is at most 0.65) with one
//! fixed point; beyond that there can be several fixed points.
use super::graph::{Graph, Tie};
use super::order::components;
use crate::argument::thresholds::LEAST_LEAD;

/// Maximum error of strengths. Ours: far below what is displayed, and below [`LEAST_LEAD`].
const TOLERANCE: f64 = 1e-11;
/// Maximum steps for a cycle. Ours: of 3,000 random graphs of up to 60 claims and 420 edges of full weight, none needed 1,200.
const MOST_STEPS: usize = 20_000;
/// Steps without progress before the step size shrinks. Ours.
const PATIENCE: usize = 16;
/// The factor that counts as progress. Ours.
const NEARER: f64 = 0.9;
/// The minimum step size. Ours: practically continuous.
const SHORTEST: f64 = 1.0 / 1024.0;
/// Maximum path length of an estimate. Ours: longer paths have hardly any effect.
const FARTHEST: usize = 16;
/// The unit of sums: 2⁻⁴⁴, so that half a million edges can be added.
const PARTS: f64 = (1_u64 << 44) as f64;

/// The strengths of a graph's nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    values: Vec<f64>,
    /// Whether all of them converged.
    pub is_settled: bool,
    /// The maximum number of steps of a cycle.
    pub steps: usize,
}

impl Strengths {
    /// The strength of the node at an index, 0…1; 0 for an unknown index.
    pub fn of(&self, place: usize) -> f64 {
        self.values.get(place).copied().unwrap_or_default()
    }
}

/// A node's contribution to the energy of another.
#[derive(Clone, Copy, Debug)]
struct Pull {
    from: usize,
    /// Positive for support.
    weight: f64,
}

/// A graph prepared for evaluation, as a whole and without some of its nodes.
pub struct Scales<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// Incoming contributions of each node.
    into: Vec<Vec<Pull>>,
    components: Vec<Vec<usize>>,
    whole: Strengths,
}

impl<'a> Scales<'a> {
    /// Evaluates a graph as a whole.
    pub fn new(graph: &'a Graph) -> Scales<'a> {
        let mut into: Vec<Vec<Pull>> = vec![Vec::new(); graph.nodes().len()];
        for edge in graph.edges() {
            let weight = match edge.tie {
                Tie::Supports => edge.weight,
                Tie::Attacks => -edge.weight,
            };
            if let Some(into) = into.get_mut(edge.to) {
                into.push(Pull { from: edge.from, weight });
            }
        }
        let bearing: Vec<Vec<usize>> = into.iter().map(|it| it.iter().map(|it| it.from).collect()).collect();
        let components = components(&bearing);
        let values = graph.nodes().iter().map(|it| it.base).collect();
        let mut whole = Strengths { values, is_settled: true, steps: 0 };
        let scales = Scales { graph, into, components, whole: whole.clone() };
        let absent = vec![false; graph.nodes().len()];
        scales.components.iter().for_each(|it| scales.settle(it, &absent, &mut whole));
        Scales { whole, ..scales }
    }

    /// The strengths with all nodes.
    pub fn whole(&self) -> &Strengths {
        &self.whole
    }

    /// The strengths without the nodes at these indices. Only nodes that they bear on are recomputed.
    pub fn without(&self, places: &[usize]) -> Strengths {
        let mut strengths = self.whole.clone();
        let mut absent = vec![false; strengths.values.len()];
        for place in places {
            if let (Some(absent), Some(value)) = (absent.get_mut(*place), strengths.values.get_mut(*place)) {
                (*absent, *value) = (true, 0.0);
            }
        }
        let mut changed = absent.clone();
        let is = |flags: &[bool], at: usize| flags.get(at).copied().unwrap_or_default();
        for component in &self.components {
            let bears = |it: &usize| self.into(*it).iter().any(|it| is(&changed, it.from));
            if component.iter().any(|it| is(&changed, *it) || bears(it)) {
                self.settle(component, &absent, &mut strengths);
                for place in component {
                    let has_moved = is(&absent, *place) || strengths.of(*place) != self.whole.of(*place);
                    if let Some(flag) = changed.get_mut(*place) {
                        *flag = has_moved;
                    }
                }
            }
        }
        strengths
    }

    /// The option that is stronger than every other by more than [`LEAST_LEAD`].
    pub fn leader(&self, strengths: &Strengths) -> Option<usize> {
        let best = |a: usize, b: usize| if strengths.of(b) > strengths.of(a) { b } else { a };
        let leader = self.graph.options().reduce(best)?;
        (self.margin(strengths, leader) > LEAST_LEAD).then_some(leader)
    }

    /// The difference between an option and the strongest other, or 0 if there is no other.
    pub fn margin(&self, strengths: &Strengths, option: usize) -> f64 {
        let others = self.graph.options().filter(|it| *it != option).map(|it| strengths.of(it));
        strengths.of(option) - others.fold(0.0, f64::max)
    }

    /// For each node, the approximate decrease of an option's margin without it: exact for direct effects, first order for others. Used to
    /// select candidates.
    pub(super) fn estimates(&self, option: usize) -> Vec<f64> {
        let others = self.graph.options().filter(|it| *it != option);
        let rival = others.reduce(|a, b| if self.whole.of(b) > self.whole.of(a) { b } else { a });
        let count = self.into.len();
        let energies: Vec<i64> = (0..count).map(|it| self.energy(it, &self.whole, |_| true)).collect();
        let energy = |place: usize| energies.get(place).copied().unwrap_or_default();
        let slopes: Vec<f64> = (0..count).map(|it| slope(self.base(it), energy(it))).collect();
        let is = |list: &[f64], place: usize| list.get(place).copied().unwrap_or_default();
        let ends: Vec<f64> = (0..count)
            .map(|it| {
                if it == option {
                    1.0
                } else if Some(it) == rival {
                    -1.0
                } else {
                    0.0
                }
            })
            .collect();
        let pulls = || self.into.iter().enumerate().flat_map(|(to, it)| it.iter().map(move |it| (to, *it)));
        let mut bears = ends.clone();
        for _ in 0..FARTHEST {
            let mut next = ends.clone();
            for (to, Pull { from, weight }) in pulls() {
                if let Some(slot) = next.get_mut(from) {
                    *slot += weight * is(&slopes, to) * is(&bears, to);
                }
            }
            bears = next;
        }
        let mut estimates = vec![0.0; count];
        for (to, Pull { from, weight }) in pulls() {
            let part = parts(weight * self.whole.of(from));
            let lost = self.whole.of(to) - response(self.base(to), energy(to).saturating_sub(part));
            if let Some(slot) = estimates.get_mut(from) {
                *slot += lost * is(&bears, to);
            }
        }
        estimates
    }

    /// A node's strength if its energy changed by this much.
    pub(super) fn moved(&self, place: usize, by: f64) -> f64 {
        let energy = self.energy(place, &self.whole, |_| true);
        response(self.base(place), energy.saturating_add(parts(by)))
    }

    /// The nodes that bear on a node, with signed weights.
    pub(super) fn pulls(&self, place: usize) -> impl Iterator<Item = (usize, f64)> {
        self.into(place).iter().map(|it| (it.from, it.weight))
    }

    fn into(&self, place: usize) -> &[Pull] {
        self.into.get(place).map(Vec::as_slice).unwrap_or_default()
    }

    fn base(&self, place: usize) -> f64 {
        self.graph.node(place).map_or(0.0, |it| it.base)
    }

    fn energy(&self, place: usize, strengths: &Strengths, counts: impl Fn(&Pull) -> bool) -> i64 {
        let pulls = self.into(place).iter().filter(|it| counts(it));
        pulls.fold(0, |sum: i64, it| sum.saturating_add(parts(it.weight * strengths.of(it.from))))
    }

    /// Brings the present nodes of a component to a fixed point, given the rest.
    fn settle(&self, component: &[usize], absent: &[bool], strengths: &mut Strengths) {
        let is_there = |it: &usize| !absent.get(*it).copied().unwrap_or_default();
        let places: Vec<usize> = component.iter().copied().filter(is_there).collect();
        if let [only] = places.as_slice() {
            let value = response(self.base(*only), self.energy(*only, strengths, |_| true));
            strengths.set(*only, value);
            return;
        }
        let at = |place: usize| places.binary_search(&place).ok();
        let outside: Vec<i64> =
            places.iter().map(|it| self.energy(*it, strengths, |it| at(it.from).is_none())).collect();
        let inside = places
            .iter()
            .enumerate()
            .flat_map(|(to, place)| self.into(*place).iter().filter_map(move |it| Some((to, at(it.from)?, it.weight))));
        let inside: Vec<(usize, usize, f64)> = inside.collect();
        let mut values: Vec<f64> = places.iter().map(|it| strengths.of(*it)).collect();
        let bases: Vec<f64> = places.iter().map(|it| self.base(*it)).collect();
        let (mut step, mut nearest, mut waited) = (1.0, f64::INFINITY, 0);
        let (mut energies, mut pulled) = (outside.clone(), bases.clone());
        let mut taken = 0;
        while taken < MOST_STEPS {
            taken += 1;
            energies.clone_from(&outside);
            for (to, from, weight) in &inside {
                if let (Some(energy), Some(value)) = (energies.get_mut(*to), values.get(*from)) {
                    *energy = energy.saturating_add(parts(weight * value));
                }
            }
            pulled.clear();
            pulled.extend(bases.iter().zip(&energies).map(|(base, energy)| response(*base, *energy)));
            let off = values.iter().zip(&pulled).map(|(from, to)| (to - from).abs()).fold(0.0, f64::max);
            if off <= TOLERANCE {
                break;
            }
            if off < nearest * NEARER {
                (nearest, waited) = (off, 0);
            } else if waited < PATIENCE {
                waited += 1;
            } else {
                (step, nearest, waited) = (f64::max(step / 2.0, SHORTEST), off, 0);
            }
            values.iter_mut().zip(&pulled).for_each(|(from, to)| *from += step * (to - *from));
            strengths.is_settled &= taken < MOST_STEPS;
        }
        strengths.steps = strengths.steps.max(taken);
        places.iter().zip(values).for_each(|(place, value)| strengths.set(*place, value));
    }
}

impl Strengths {
    fn set(&mut self, place: usize, value: f64) {
        if let Some(slot) = self.values.get_mut(place) {
            *slot = value;
        }
    }
}

/// The strength for a base and an energy.
fn response(base: f64, energy: i64) -> f64 {
    let energy = energy as f64 / PARTS;
    base - base * grown(-energy) + (1.0 - base) * grown(energy)
}

/// The derivative of strength with respect to energy.
fn slope(base: f64, energy: i64) -> f64 {
    let energy = energy as f64 / PARTS;
    let room = if energy > 0.0 { 1.0 - base } else { base };
    room * 2.0 * energy.abs() / (1.0 + energy * energy).powi(2)
}

/// h(x), written so that it is monotonic bit for bit.
fn grown(x: f64) -> f64 {
    let x = x.max(0.0);
    1.0 - 1.0 / (1.0 + x * x)
}

fn parts(value: f64) -> i64 {
    (value * PARTS) as i64
}
