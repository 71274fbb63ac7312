//! Evidence types in an answer: missing ones are assigned, implausible ones are marked as doubtful, and both are recorded as flaws (E-01,
//! E-03, E-05).
//!
//! The kind of a source does not depend on who cites it. A claim may rest on more than it cites. Only a claim with a source can be DOCUMENTED
//! or EMPIRICAL. Not here: how a kind is recognized in text (`prose::evidence_kind`), and what it is worth (`analysis::evidence::backing`).
use analysis::evidence::passages::Passages;
use debate::state::registry::{Registry, SourceKind};
use debate::{Claim, Debate, Flaw, Kind, Label, Reference, Standing, Turn};
use prose::evidence_kind;

/// Assigns missing evidence types, and adds flaws for doubtful types and for facts that neither strong evidence nor a tool result backs.
pub(crate) fn assign(
    debate: &Debate,
    registry: &Registry,
    turn: &mut Turn,
    is_found: impl Fn(&str) -> bool,
    flaws: &mut Vec<Flaw>,
) {
    drop_missing_references(debate, turn, flaws);
    let Turn { references, claims, moves, .. } = turn;
    for reference in references.iter_mut() {
        let Reference { number, title, url, kind, assigned } = reference;
        let of = format!("reference {number}");
        match kind {
            Some(given) if evidence_kind::is_plausible(*given, title, url.as_deref()) => {}
            Some(given) => doubt(*given, evidence_kind::source(title, url.as_deref()), of, flaws),
            None => {
                let told = listed(debate, registry, title, url.as_deref());
                set(kind, assigned, told.unwrap_or_else(|| evidence_kind::source(title, url.as_deref())), of, flaws);
            }
        }
    }
    for (claim, place) in claims.iter_mut().zip(1..) {
        // An ASSUME is made without proof: its citations prove nothing.
        let is_assumed = claim.label == Label::Assume;
        let cites = if is_assumed { &[][..] } else { &claim.cites };
        let mut cited = cited(references, cites);
        cited.extend(registry.named_in(&claim.text).filter_map(|it| it.rests).filter(|_| !is_assumed));
        // Computed on demand, because reading the text is slow.
        let told = |claim: &Claim| {
            let told = strongest_or(&cited, &claim.text);
            // A value judgement is no hypothesis.
            if is_assumed && told == Kind::Speculative { Kind::Preferential } else { told }
        };
        let is_reported = claim.standing == Some(Standing::Reported) && !is_assumed;
        let counts = claim.kind.filter(|it| is_reported || is_possible(*it, &claim.text, &cited));
        match claim.kind {
            Some(given) if counts.is_none() => doubt(given, told(claim), format!("claim {place}"), flaws),
            Some(_) => {}
            None if !cited.is_empty() => {}
            None => {
                let told = told(claim);
                set(&mut claim.kind, &mut claim.assigned, told, format!("claim {place}"), flaws);
            }
        }
        let rests = cited.into_iter().chain(counts).min().unwrap_or(Kind::Speculative);
        if claim.label == Label::Fact && !rests.needs_source() && !is_found(&claim.text) {
            flaws.push(Flaw::UnbackedFact { claim: place, rests });
        }
    }
    for (counter, against) in moves.iter_mut().filter_map(|it| Some((it.counter.as_mut()?, &it.claim))) {
        let is_unknown = |number: &&u32| references.iter().all(|it| it.number != **number);
        flaws.extend(counter.cites.iter().filter(is_unknown).map(|it| Flaw::UnresolvedCitation { number: *it }));
        let mut sources = cited(references, &counter.cites);
        sources.extend(registry.named_in(&counter.text).filter_map(|it| it.rests));
        let of = format!("the counter to {against}");
        match counter.kind {
            Some(given) if is_possible(given, &counter.text, &sources) => {}
            Some(given) => doubt(given, strongest_or(&sources, &counter.text), of, flaws),
            None => {
                let told = strongest_or(&sources, &counter.text);
                set(&mut counter.kind, &mut counter.assigned, told, of, flaws);
            }
        }
    }
}

/// The kind of a source that has an id or is attached: attached texts are documents, calculations are logical.
fn listed(debate: &Debate, registry: &Registry, title: &str, url: Option<&str>) -> Option<Kind> {
    let known = registry.named_in(title).next().filter(|_| url.is_none());
    let by_id = known.and_then(|it| it.rests.or((it.kind == SourceKind::Calculation).then_some(Kind::Logical)));
    let is_attached = || url.is_none() && registry.is_attached(title);
    let told = evidence_kind::source(title, url);
    by_id.or_else(|| {
        (told == Kind::Speculative && !debate.attached.is_empty() && is_attached()).then_some(Kind::Documented)
    })
}

/// Removes references to attached passages that do not exist, and the citations of them (O-10).
fn drop_missing_references(debate: &Debate, turn: &mut Turn, flaws: &mut Vec<Flaw>) {
    let Turn { references, claims, moves, .. } = turn;
    // The passages are computed only where a reference may name one.
    if !references.iter().any(|it| it.url.is_none() && it.title.contains(['S', 's'])) {
        return;
    }
    let passages = Passages::of(&debate.attached);
    references.retain(|it| {
        let missing = passages.missing(&it.title).filter(|_| it.url.is_none());
        let Some(id) = missing else { return true };
        flaws.push(Flaw::UnknownSource { id: id.to_owned() });
        let counters = moves.iter_mut().filter_map(|it| it.counter.as_mut()).map(|it| &mut it.cites);
        claims
            .iter_mut()
            .map(|it| &mut it.cites)
            .chain(counters)
            .for_each(|cites| cites.retain(|cited| *cited != it.number));
        false
    });
}

/// Sets a missing type and records the flaw.
fn set(kind: &mut Option<Kind>, assigned: &mut bool, told: Kind, of: String, flaws: &mut Vec<Flaw>) {
    flaws.push(Flaw::AssignedKind { of, found: None, assigned: told });
    (*kind, *assigned) = (Some(told), true);
}

/// Records a doubt about a type; the participant's own type stays (E-05).
fn doubt(given: Kind, reads: Kind, of: String, flaws: &mut Vec<Flaw>) {
    if given != reads {
        flaws.push(Flaw::DoubtedKind { of, given, reads });
    }
}

/// Whether a text with sources of these kinds can rest on evidence of that kind.
fn is_possible(kind: Kind, text: &str, sources: &[Kind]) -> bool {
    if kind.needs_source() { sources.contains(&kind) } else { evidence_kind::is_plausible(kind, text, None) }
}

/// The strongest kind of the sources. A text without sources has the kind that its words suggest, but at most a hypothesis where that kind
/// would need a source (E-01).
fn strongest_or(sources: &[Kind], text: &str) -> Kind {
    let told = || Some(evidence_kind::kind(text)).filter(|it| !it.needs_source()).unwrap_or(Kind::Speculative);
    sources.iter().min().copied().unwrap_or_else(told)
}

/// The kinds of the references with these numbers.
fn cited(references: &[Reference], numbers: &[u32]) -> Vec<Kind> {
    references.iter().filter(|it| numbers.contains(&it.number)).filter_map(|it| it.kind).collect()
}
