//! What a claim's evidence is worth, and how sure one may be of the claim for it (E-02, E-04).
//!
//! A claim's confidence comes from the kinds of its evidence and not from anybody's word. Not here: whether the evidence says what it is
//! cited for, and how a kind is told from a text.
use crate::checks::Outcome;
use debate::rules::EvidencePolicy;
use debate::state::registry::{Known, Registry};
use debate::{Kind, Label};

/// What each kind is worth (E-04).
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Which version of the weights.
    pub version: u32,
    /// By kind, strongest first, as [`Kind::ALL`].
    pub by_kind: [f64; 6],
}

impl Weights {
    /// What a kind is worth, 0…1.
    pub fn of(&self, kind: Kind) -> f64 {
        let at = Kind::ALL.iter().position(|it| *it == kind).unwrap_or_default();
        self.by_kind.get(at).copied().unwrap_or_default()
    }
}

/// The weights of E-01's table, the only version so far. It is never changed, for logs name it: weights that were learned are a new version.
pub static USUAL: Weights = Weights { version: EvidencePolicy::VERSION, by_kind: [0.90, 0.85, 0.70, 0.60, 0.40, 0.20] };

/// The kinds that a claim rests on, each piece of evidence once, strongest first; one that rests on nothing is SPECULATIVE (E-01). What
/// it is said to rest on besides is a piece of its own only where no source is of that kind: else it speaks of the source. An ASSUME is put
/// up without proof: what it cites, or would need a source for, proves nothing of it.
pub fn kinds(registry: &Registry, claim: &Known) -> Vec<Kind> {
    let is_assumed = claim.label == Label::Assume;
    let sources = claim.evidence.iter().filter(|_| !is_assumed);
    let mut kinds: Vec<Kind> = sources.filter_map(|it| registry.evidence.get(*it)?.rests).collect();
    let may_rest = |it: &Kind| !is_assumed || !it.needs_source();
    for kind in claim.touches.iter().filter_map(|it| it.rests).filter(may_rest) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.is_empty() {
        kinds.push(Kind::Speculative);
    }
    kinds.sort_unstable();
    kinds
}

/// The kinds that are left to a claim once it was checked: one that what it cites, or arithmetic, contradicts rests on nothing (O-11).
pub fn left(registry: &Registry, claim: &Known, check: Outcome) -> Vec<Kind> {
    match check {
        Outcome::Contradicted => vec![Kind::Speculative],
        Outcome::Verified | Outcome::Unchecked => kinds(registry, claim),
    }
}

/// How sure one may be of a claim that rests on these, 0…1: the band of E-02, and in it the place that the weights give. Each further
/// piece takes away some of what is left of the doubt, so that no piece ever makes a claim less sure.
pub fn confidence(kinds: &[Kind], weights: &Weights) -> f64 {
    let (low, high) = band(kinds);
    let doubt: f64 = kinds.iter().map(|it| 1.0 - weights.of(*it)).product();
    if kinds.is_empty() { low } else { low + (high - low) * (1.0 - doubt) }
}

/// The band of E-02. What its table does not name is ours:
/// - EMPIRICAL is strong where there are two pieces of it, or a case or a chain of reasons beside it; one measurement by itself may be an
///   accident, and stands with PRECEDENT and LOGICAL.
/// - PRECEDENT without a chain of reasons why it carries over stands with LOGICAL alone, at whose upper end its weight puts it.
/// - Whatever else there is, the strongest kind decides.
fn band(kinds: &[Kind]) -> (f64, f64) {
    let count = |kind: Kind| kinds.iter().filter(|it| **it == kind).count();
    let reasoned = count(Kind::Precedent) > 0 || count(Kind::Logical) > 0;
    match kinds.iter().min() {
        Some(Kind::Documented) if count(Kind::Documented) > 1 => (0.85, 0.95),
        Some(Kind::Documented) => (0.70, 0.84),
        Some(Kind::Empirical) if count(Kind::Empirical) > 1 || reasoned => (0.70, 0.84),
        Some(Kind::Empirical) => (0.55, 0.69),
        Some(Kind::Precedent) if count(Kind::Logical) > 0 => (0.55, 0.69),
        Some(Kind::Precedent | Kind::Logical) => (0.40, 0.54),
        Some(Kind::Preferential) => (0.25, 0.39),
        Some(Kind::Speculative) | None => (0.10, 0.24),
    }
}
