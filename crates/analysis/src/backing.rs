//! What a claim's evidence is worth, and how sure one may be of the claim for it (E-02, E-04).
//!
//! A claim's confidence comes from the kinds of its evidence and not from anybody's word. Not here: whether the evidence says what it is
//! cited for, and how a kind is told from a text.
use crate::checks::Outcome;
use debate::rules::EvidencePolicy;
use debate::state::registry::{Known, Registry};
use debate::{Kind, Label};

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

    /// The weights that a debate agreed on: its domain's in its version, else the latest of that domain before it, else the usual ones.
    pub fn agreed(policy: &EvidencePolicy) -> &'static Weights {
        let domain = policy.domain.as_deref();
        let known = TABLES.into_iter().filter(|it| it.domain == domain && it.version <= policy.version);
        known.max_by_key(|it| it.version).unwrap_or(&USUAL)
    }
}

/// The weights that every domain starts from (E-01's table).
pub static USUAL: Weights = Weights { domain: None, version: 1, by_kind: [0.90, 0.85, 0.70, 0.60, 0.40, 0.20] };

/// Debates on how an interface should be. It starts from the table, as every domain does; a version that was learned will differ.
static API_DESIGN: Weights = Weights { domain: Some("api-design"), ..USUAL };

/// Debates on what could be attacked, likewise.
static SECURITY: Weights = Weights { domain: Some("security"), ..USUAL };

/// All weights. None is ever changed, for logs name it: one that was learned is a new version.
static TABLES: [&Weights; 3] = [&USUAL, &API_DESIGN, &SECURITY];

/// The domains that have weights of their own.
pub fn domains() -> Vec<&'static str> {
    let mut domains: Vec<&str> = TABLES.iter().filter_map(|it| it.domain).collect();
    domains.dedup();
    domains
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use Kind::{Documented, Empirical, Logical, Precedent, Preferential, Speculative};

    /// Every combination of up to three pieces.
    fn combinations() -> Vec<Vec<Kind>> {
        let mut all = vec![vec![]];
        for length in 1..=3 {
            let shorter: Vec<Vec<Kind>> = all.iter().filter(|it| it.len() == length - 1).cloned().collect();
            let longer = shorter.iter().flat_map(|it| Kind::ALL.map(|kind| [it.as_slice(), &[kind]].concat()));
            all.extend(longer.collect::<Vec<_>>());
        }
        all
    }

    /// E-02: every band by its borders, which weights of nothing and of everything reach.
    #[test]
    fn every_band_has_its_borders() {
        let none = Weights { domain: None, version: 0, by_kind: [0.0; 6] };
        let all = Weights { domain: None, version: 0, by_kind: [1.0; 6] };
        let rows: [(&[Kind], f64, f64); 16] = [
            (&[Documented, Documented], 0.85, 0.95),
            (&[Documented, Documented, Speculative], 0.85, 0.95),
            (&[Documented], 0.70, 0.84),
            (&[Documented, Empirical, Empirical], 0.70, 0.84),
            (&[Empirical, Empirical], 0.70, 0.84),
            (&[Empirical, Logical], 0.70, 0.84),
            (&[Empirical, Precedent], 0.70, 0.84),
            (&[Empirical], 0.55, 0.69),
            (&[Empirical, Speculative], 0.55, 0.69),
            (&[Precedent, Logical], 0.55, 0.69),
            (&[Precedent], 0.40, 0.54),
            (&[Precedent, Precedent], 0.40, 0.54),
            (&[Logical, Preferential], 0.40, 0.54),
            (&[Preferential, Speculative], 0.25, 0.39),
            (&[Speculative], 0.10, 0.24),
            (&[Speculative, Speculative], 0.10, 0.24),
        ];
        for (kinds, low, high) in rows {
            assert_eq!(confidence(kinds, &none), low, "{kinds:?}");
            assert!((confidence(kinds, &all) - high).abs() < 1e-12, "{kinds:?}");
            let usual = confidence(kinds, &USUAL);
            assert!(low < usual && usual < high, "{kinds:?}: {usual}");
        }
        assert_eq!(confidence(&[], &USUAL), 0.10, "nothing is a hypothesis");
    }

    /// E-02: one more piece of evidence never makes a claim less sure, whatever there was.
    #[test]
    fn more_evidence_is_never_less_sure() {
        for kinds in combinations() {
            for more in Kind::ALL {
                let with = confidence(&[kinds.as_slice(), &[more]].concat(), &USUAL);
                assert!(with >= confidence(&kinds, &USUAL), "{kinds:?} and {more}");
            }
        }
    }

    /// E-04: a domain may have weights of its own; they start from the table, keep its order, and are found again by domain and version.
    #[test]
    fn domains_have_their_weights() {
        let policy = |domain: Option<&str>, version| EvidencePolicy {
            domain: domain.map(str::to_owned),
            version,
            ..EvidencePolicy::default()
        };
        assert_eq!(Weights::agreed(&policy(None, 1)), &USUAL);
        assert_eq!(Kind::ALL.map(|it| USUAL.of(it)), [0.90, 0.85, 0.70, 0.60, 0.40, 0.20], "E-01's table");
        assert_eq!(Weights::agreed(&policy(Some("cooking"), 1)), &USUAL, "no weights of its own");
        assert_eq!(domains(), ["api-design", "security"]);
        for domain in domains() {
            let weights = Weights::agreed(&policy(Some(domain), 1));
            assert_eq!((weights.domain, weights.version), (Some(domain), 1));
            assert_eq!(weights.by_kind, USUAL.by_kind, "{domain}: what nobody has learned is the table's");
            assert_eq!(Weights::agreed(&policy(Some(domain), 9)), weights, "the latest that there is");
            assert_eq!(Weights::agreed(&policy(Some(domain), 0)), &USUAL, "older than any of its own");
        }
        let learned = Weights { by_kind: [0.9, 0.8, 0.7, 0.6, 0.5, 0.2], ..USUAL };
        assert!(
            confidence(&[Preferential], &learned) > confidence(&[Preferential], &USUAL),
            "weights move it in its band"
        );
    }
}
