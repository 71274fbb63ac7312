//! Types of evidence in an answer: those that are missing or can't be are assigned, and the record says so (E-01, E-03).
//!
//! A source is of the kind that it is, whoever cites it; a claim may rest on more than it cites; only what has a source can be DOCUMENTED
//! or EMPIRICAL. Not here: how a kind is told from a text (`prose::typing`), and what it is worth (`analysis::backing`).
use analysis::passages::Passages;
use debate::state::registry::Registry;
use debate::{Debate, Flaw, Kind, Label, Reference, Turn};
use prose::typing;

/// Assigns the types of an answer that need it, and says which facts nothing backs: neither strong evidence, nor what a tool said.
pub(crate) fn assign(
    debate: &Debate,
    registry: &Registry,
    turn: &mut Turn,
    is_found: impl Fn(&str) -> bool,
    flaws: &mut Vec<Flaw>,
) {
    forgo(debate, turn, flaws);
    let Turn { references, claims, moves, .. } = turn;
    for Reference { number, title, url, kind, assigned } in references.iter_mut() {
        if !kind.is_some_and(|it| typing::is_plausible(it, title, url.as_deref())) {
            correct(kind, assigned, typing::source(title, url.as_deref()), format!("reference {number}"), flaws);
        }
    }
    for (claim, place) in claims.iter_mut().zip(1..) {
        // An ASSUME is put up without proof: what it cites proves nothing of it.
        let cites = if claim.label == Label::Assume { &[][..] } else { &claim.cites };
        let cited = cited(references, cites);
        let is_kept = match claim.kind {
            Some(kind) => is_possible(kind, &claim.text, &cited),
            None => !cited.is_empty(),
        };
        if !is_kept {
            let told = strongest_or(&cited, &claim.text);
            correct(&mut claim.kind, &mut claim.assigned, told, format!("claim {place}"), flaws);
        }
        let rests = cited.into_iter().chain(claim.kind).min().unwrap_or(Kind::Speculative);
        if claim.label == Label::Fact && !rests.needs_source() && !is_found(&claim.text) {
            flaws.push(Flaw::UnbackedFact { claim: place, rests });
        }
    }
    for (counter, against) in moves.iter_mut().filter_map(|it| Some((it.counter.as_mut()?, &it.claim))) {
        let is_unknown = |number: &&u32| references.iter().all(|it| it.number != **number);
        flaws.extend(counter.cites.iter().filter(is_unknown).map(|it| Flaw::UnresolvedCitation { number: *it }));
        let mut sources = cited(references, &counter.cites);
        sources.extend(registry.named_in(&counter.text).filter_map(|it| it.rests));
        if !counter.kind.is_some_and(|it| is_possible(it, &counter.text, &sources)) {
            let told = strongest_or(&sources, &counter.text);
            correct(&mut counter.kind, &mut counter.assigned, told, format!("the counter to {against}"), flaws);
        }
    }
}

/// Takes out references to attached texts that are not there, and what cites them: nothing rests on them (O-10).
fn forgo(debate: &Debate, turn: &mut Turn, flaws: &mut Vec<Flaw>) {
    let Turn { references, claims, moves, .. } = turn;
    // The parts are made only where somebody names one.
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

/// Sets a type that won't do, with the flaw that says so.
fn correct(kind: &mut Option<Kind>, assigned: &mut bool, told: Kind, of: String, flaws: &mut Vec<Flaw>) {
    // A type that is implausible, and yet the best that words tell, stays the participant's own.
    if *kind != Some(told) {
        flaws.push(Flaw::AssignedKind { of, found: *kind, assigned: told });
        (*kind, *assigned) = (Some(told), true);
    }
}

/// Whether a text that has sources of these kinds can rest on evidence of that kind.
fn is_possible(kind: Kind, text: &str, sources: &[Kind]) -> bool {
    if kind.needs_source() { sources.contains(&kind) } else { typing::is_plausible(kind, text, None) }
}

/// The strongest kind of its sources; of a text that has none, what its words tell, and no more than a hypothesis where that would need a
/// source (E-01).
fn strongest_or(sources: &[Kind], text: &str) -> Kind {
    let told = || Some(typing::kind(text)).filter(|it| !it.needs_source()).unwrap_or(Kind::Speculative);
    sources.iter().min().copied().unwrap_or_else(told)
}

/// The kinds of the references behind these numbers.
fn cited(references: &[Reference], numbers: &[u32]) -> Vec<Kind> {
    references.iter().filter(|it| numbers.contains(&it.number)).filter_map(|it| it.kind).collect()
}
