//! What a claim's evidence is worth, and how sure one may be of the claim for it (E-02, E-04).
//!
//! A claim's confidence comes from the kinds of its evidence and not from anybody's word. Not here: whether the evidence says what it is
//! cited for, and how a kind is told from a text.
use debate::Kind;
use debate::state::registry::{Known, Registry};

/// What each kind is worth in a domain (E-04).
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// For which domain; for all that have none of their own where absent.
    pub domain: Option<&'static str>,
    /// Which version of it.
    pub version: u32,
    /// By kind, strongest first, as [`Kind::ALL`].
    by_kind: [f64; 6],
}

impl Weights {
    /// What a kind is worth, 0…1.
    pub fn of(&self, kind: Kind) -> f64 {
        let at = Kind::ALL.iter().position(|it| *it == kind).unwrap_or_default();
        self.by_kind.get(at).copied().unwrap_or_default()
    }
}

/// The weights that every domain starts from (E-01's table).
pub static USUAL: Weights = Weights { domain: None, version: 1, by_kind: [0.90, 0.85, 0.70, 0.60, 0.40, 0.20] };

/// The kinds that a claim rests on, each piece of evidence once, strongest first; one that rests on nothing is SPECULATIVE (E-01).
pub fn kinds(registry: &Registry, claim: &Known) -> Vec<Kind> {
    let cited = claim.evidence.iter().filter_map(|it| registry.evidence.get(*it)?.rests);
    let mut kinds: Vec<Kind> = cited.chain(claim.touches.iter().filter_map(|it| it.rests)).collect();
    if kinds.is_empty() {
        kinds.push(Kind::Speculative);
    }
    kinds.sort_unstable();
    kinds
}

/// How sure one may be of a claim that rests on these, 0…1: the band of E-02, and in it the place that the weights give.
pub fn confidence(kinds: &[Kind], weights: &Weights) -> f64 {
    let count = |kind: Kind| kinds.iter().filter(|it| **it == kind).count();
    let (low, high) = match kinds.iter().min() {
        Some(Kind::Documented) if count(Kind::Documented) > 1 => (0.85, 0.95),
        Some(Kind::Documented | Kind::Empirical) => (0.70, 0.84),
        Some(Kind::Precedent | Kind::Logical) if count(Kind::Precedent) > 0 => (0.55, 0.69),
        Some(Kind::Precedent | Kind::Logical) => (0.40, 0.54),
        Some(Kind::Preferential) => (0.25, 0.39),
        Some(Kind::Speculative) | None => (0.10, 0.24),
    };
    let best = kinds.iter().map(|it| weights.of(*it)).fold(0.0, f64::max);
    low + (high - low) * best
}
