//! The weight of a claim's evidence, and the confidence it allows (E-02, E-04, E-05).
//!
//! A claim's confidence depends on its kinds of evidence, not on anybody's word. Not here: whether the evidence supports the claim, and
//! classifying a text.
use crate::evidence::checks::{Check, CheckResult, How};
use crate::evidence::thresholds::UNOPENED_MOST;
use debate::rules::{EvidencePolicy, LearnedWeight};
use debate::state::registry::{ClaimRecord, Registry, Source};
use debate::{Debate, Kind, Label, Standing};
use prose::evidence_kind;

/// The weight of each kind (E-04).
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Version of the weights.
    pub version: u32,
    /// Weights in the order of [`Kind::ALL`].
    pub by_kind: [f64; 6],
}

impl Weights {
    /// The weight of a kind, 0…1.
    pub fn of(&self, kind: Kind) -> f64 {
        let at = Kind::ALL.iter().position(|it| *it == kind).unwrap_or_default();
        self.by_kind.get(at).copied().unwrap_or_default()
    }

    /// The weights of a debate: those learned in its domain before it, and the table for kinds without a case (L-06).
    pub fn of_debate(debate: &Debate) -> Weights {
        let mut weights = USUAL.clone();
        let learned = debate.rules.learning.iter().flat_map(|it| &it.weights);
        for LearnedWeight { kind, mean, .. } in learned.filter(|it| (0.0..=1.0).contains(&it.mean)) {
            let at = Kind::ALL.iter().position(|it| it == kind).unwrap_or_default();
            weights.by_kind.get_mut(at).into_iter().for_each(|it| *it = *mean);
        }
        weights
    }
}

/// The weights of E-01's table, the only version so far. Logs refer to it, so it never changes.
pub static USUAL: Weights = Weights { version: EvidencePolicy::VERSION, by_kind: [0.90, 0.85, 0.70, 0.60, 0.40, 0.20] };

/// The stated kinds of evidence of a claim, one per piece, strongest first. A claim without any is SPECULATIVE, a value without proof
/// PREFERENTIAL (E-01, E-05). The stated kind is a piece of its own only if no source has that kind; otherwise it describes the source.
/// Citations of an ASSUME do not count.
pub fn kinds(registry: &Registry, claim: &ClaimRecord) -> Vec<Kind> {
    pieces(sourced(registry, claim), claim.touches.iter().filter_map(|it| it.rests), claim.label)
}

/// The kinds that count: one that needs a source requires a source of that kind, or a first-hand report (E-05).
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

/// The kinds that remain after checking: none if the cited text or arithmetic contradicts the claim (O-11).
pub fn left(registry: &Registry, claim: &ClaimRecord, check: CheckResult) -> Vec<Kind> {
    match check {
        CheckResult::Contradicted => vec![Kind::Speculative],
        CheckResult::Verified | CheckResult::Unchecked => counted(registry, claim),
    }
}

/// How a claim is known (E-05): opened if its words or figures were found, or its author had the passage; reported if first-hand; recalled
/// if it names a source; otherwise reasoned.
pub fn standing(claim: &ClaimRecord, check: Option<&Check>) -> Standing {
    let (verdict, how) = check.map_or((CheckResult::Unchecked, None), |it| (it.verdict, it.how));
    let is_found = match how {
        Some(How::Quotation | How::Number) => verdict == CheckResult::Verified,
        Some(How::Arithmetic) | None => false,
    };
    // A passage that was searched and not found was not opened.
    let is_missed = match verdict {
        CheckResult::Contradicted => true,
        CheckResult::Unchecked => how.is_some(),
        CheckResult::Verified => false,
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

/// The confidence that a claim's remaining evidence allows, 0…1; at most [`UNOPENED_MOST`] while nobody has opened a source.
pub fn worth(registry: &Registry, claim: &ClaimRecord, check: Option<&Check>, weights: &Weights) -> f64 {
    let verdict = check.map_or(CheckResult::Unchecked, |it| it.verdict);
    let confidence = confidence(&left(registry, claim, verdict), weights);
    match standing(claim, check) {
        Standing::Recalled | Standing::Reported => confidence.min(UNOPENED_MOST),
        Standing::Opened | Standing::Reasoned => confidence,
    }
}

/// Doubts about a claim's stated evidence; displayed beside it and never replacing it (E-05).
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

/// The kind that a source's title suggests, if the given one is implausible. Sources that can be opened are not guessed.
pub fn reads_as(source: &Source) -> Option<Kind> {
    let kind = source.rests.filter(|_| !source.is_assigned && !source.kind.is_open())?;
    let reads = evidence_kind::source(&source.title, source.url.as_deref());
    (reads != kind && !evidence_kind::is_plausible(kind, &source.title, source.url.as_deref())).then_some(reads)
}

/// The confidence for these kinds, 0…1: the band of E-02, and within it a position from the weights. Each further piece removes part of the
/// remaining doubt, so that none decreases the confidence.
pub fn confidence(kinds: &[Kind], weights: &Weights) -> f64 {
    let (low, high) = band(kinds);
    let doubt: f64 = kinds.iter().map(|it| 1.0 - weights.of(*it)).product();
    if kinds.is_empty() { low } else { low + (high - low) * (1.0 - doubt) }
}

/// The band of E-02. Cases not in its table are ours:
/// - EMPIRICAL is strong with two pieces, or with PRECEDENT or LOGICAL beside it; one measurement alone may be an accident, and ranks with
///   PRECEDENT and LOGICAL.
/// - PRECEDENT without LOGICAL ranks with LOGICAL alone, at the upper end by its weight.
/// - Otherwise the strongest kind decides.
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
