//! What a claim's evidence is worth, and how sure one may be of the claim for it (E-02, E-04, E-05).
//!
//! A claim's confidence comes from the kinds of its evidence and not from anybody's word. Not here: whether the evidence says what it is
//! cited for, and how a kind is told from a text.
use crate::evidence::checks::{Check, How, Outcome};
use crate::evidence::thresholds::UNOPENED_MOST;
use debate::rules::EvidencePolicy;
use debate::state::registry::{ClaimRecord, Registry, Source};
use debate::{Kind, Label, Standing};
use prose::typing;

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

/// The kinds that a claim is said to rest on, each piece of evidence once, strongest first; one that rests on nothing is SPECULATIVE, and a
/// value, put up without proof, PREFERENTIAL (E-01, E-05). What it is said to rest on besides is a piece of its own only where no source is of
/// that kind: else it speaks of the source. What an ASSUME cites proves nothing of it.
pub fn kinds(registry: &Registry, claim: &ClaimRecord) -> Vec<Kind> {
    pieces(sourced(registry, claim), claim.touches.iter().filter_map(|it| it.rests), claim.label)
}

/// The kinds among these that count: one that needs a source counts where a source is of it, or somebody reports it first-hand (E-05).
pub fn counted(registry: &Registry, claim: &ClaimRecord) -> Vec<Kind> {
    let sources = sourced(registry, claim);
    let is_assumed = claim.label == Label::Assume;
    let rests = claim.touches.iter().filter_map(|it| it.counted(&sources));
    let rests: Vec<Kind> = rests.filter(|it| !(is_assumed && it.needs_source())).collect();
    pieces(sources, rests.into_iter(), claim.label)
}

/// The kinds of a claim's sources.
fn sourced(registry: &Registry, claim: &ClaimRecord) -> Vec<Kind> {
    let sources = claim.evidence.iter().filter(|_| claim.label != Label::Assume);
    sources.filter_map(|it| registry.evidence.get(*it)?.rests).collect()
}

fn pieces(mut kinds: Vec<Kind>, besides: impl Iterator<Item = Kind>, label: Label) -> Vec<Kind> {
    for kind in besides {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.is_empty() {
        kinds.push(if label == Label::Assume { Kind::Preferential } else { Kind::Speculative });
    }
    kinds.sort_unstable();
    kinds
}

/// The kinds that are left to a claim once it was checked: one that what it cites, or arithmetic, contradicts rests on nothing (O-11).
pub fn left(registry: &Registry, claim: &ClaimRecord, check: Outcome) -> Vec<Kind> {
    match check {
        Outcome::Contradicted => vec![Kind::Speculative],
        Outcome::Verified | Outcome::Unchecked => counted(registry, claim),
    }
}

/// How a claim is known (E-05): opened where its words or figures were found, or whoever says it had the passage before its eyes; else
/// reported where somebody says it first-hand, else recalled where it names a source; else it was reasoned.
pub fn standing(claim: &ClaimRecord, check: Option<&Check>) -> Standing {
    let (verdict, how) = check.map_or((Outcome::Unchecked, None), |it| (it.verdict, it.how));
    let is_found = match how {
        Some(How::Quotation | How::Number) => verdict == Outcome::Verified,
        Some(How::Arithmetic) | None => false,
    };
    // What was looked for where it is said to stand, and is not there, was not opened.
    let is_missed = match verdict {
        Outcome::Contradicted => true,
        Outcome::Unchecked => how.is_some(),
        Outcome::Verified => false,
    };
    let said = |standing: Standing| claim.touches.iter().any(|it| it.standing == Some(standing));
    if is_found || (!is_missed && claim.touches.iter().any(|it| it.is_opened)) {
        Standing::Opened
    } else if said(Standing::Reported) {
        Standing::Reported
    } else if !claim.evidence.is_empty() || said(Standing::Recalled) || said(Standing::Opened) {
        Standing::Recalled
    } else {
        Standing::Reasoned
    }
}

/// How sure one may be of a claim, 0…1: by the kinds that are left to it, and no surer than [`UNOPENED_MOST`] while nobody has opened what it
/// rests on.
pub fn worth(registry: &Registry, claim: &ClaimRecord, check: Option<&Check>, weights: &Weights) -> f64 {
    let verdict = check.map_or(Outcome::Unchecked, |it| it.verdict);
    let confidence = confidence(&left(registry, claim, verdict), weights);
    match standing(claim, check) {
        Standing::Recalled | Standing::Reported => confidence.min(UNOPENED_MOST),
        Standing::Opened | Standing::Reasoned => confidence,
    }
}

/// What may be doubted of what a claim is said to rest on: written beside it, never over it (E-05).
pub fn doubts(registry: &Registry, claim: &ClaimRecord, check: Option<&Check>) -> Vec<String> {
    let counted = counted(registry, claim);
    let mut doubts: Vec<String> = Vec::new();
    for kind in kinds(registry, claim).into_iter().filter(|it| !counted.contains(it)) {
        let what =
            if claim.label == Label::Assume { "an ASSUME proves nothing" } else { "no source of that type is named" };
        doubts.push(format!("{kind} as given: {what}"));
    }
    let is_given = claim.touches.iter().any(|it| it.standing == Some(Standing::Opened));
    if is_given && standing(claim, check) != Standing::Opened {
        doubts.push("opened as given: no passage was found here".to_owned());
    }
    doubts
}

/// What a source reads as, where somebody gave it a kind that is implausible. What can be opened need not be guessed at.
pub fn reads_as(source: &Source) -> Option<Kind> {
    let kind = source.rests.filter(|_| !source.is_assigned && !source.kind.is_open())?;
    let reads = typing::source(&source.title, source.url.as_deref());
    (reads != kind && !typing::is_plausible(kind, &source.title, source.url.as_deref())).then_some(reads)
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
