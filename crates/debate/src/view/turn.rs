//! A complete turn: all its fields, verbatim (D-30).
use super::entry::{Class, Id, Lines};
use super::round_summary::{self, doing, moved};
use super::standing::{self, ids, typed};
use super::state::strength;
use crate::ballot::{Because, Cast, Estimate, OnOption, TermMove};
use crate::ids::Name;
use crate::state::registry::{Critique, Registry, id};
use crate::state::{Debate, Round, Spoken};
use crate::text;
use crate::tool::Use;
use crate::turn::{ConfidenceChange, Question, Vulnerability};

/// How many tool uses are shown. Ours: the latest; claims contain their results.
const LOOKED_UP: usize = 3;
/// Maximum tokens of a shown query and its result. Ours: participants can repeat the query; a longer result is omitted.
const QUERY: usize = 60;

/// One turn. If it is the reader's own (`own`), it is dropped first.
pub(super) fn turn(lines: &mut Lines, debate: &Debate, round: &Round, spoken: &Spoken, own: Option<&Name>) {
    let turn = &spoken.turn;
    let is_own = own == Some(&spoken.by);
    let class = |usual: Class| if is_own { Class::Own } else { usual };
    lines.ours(&standing::line(debate, round.number, spoken));
    if let Some(position) = &turn.position {
        lines.quote(class(Class::Position), "Position: ", position);
    }
    voted(lines, spoken);
    if let Some(ConfidenceChange { reason: Some(reason), .. }) = &turn.confidence_change {
        lines.quote(class(Class::Position), "Why the change: ", reason);
    }
    reasons(lines, spoken);
    claims(lines, debate, round, spoken);
    moves(lines, debate, round, spoken);
    vulnerabilities(lines, spoken);
    for Question { to, text } in &turn.questions {
        lines.quote(Class::Decides, &format!("Asks {}: ", to.as_ref().map_or("all", Name::as_str)), text);
    }
    looked_up(lines, &debate.registry, round, spoken);
    for point in &turn.key_points {
        lines.quote(class(Class::Point), "Key point: ", point);
    }
    if let Some(reasoning) = &turn.reasoning {
        let usual = if is_answered(round, spoken, own) { Class::Heard } else { Class::Reasoning };
        lines.paragraphs(class(usual), "Reasoning: ", reasoning);
    }
}

/// Whether the reader spoke after it in the same round, and so has seen it.
fn is_answered(round: &Round, spoken: &Spoken, own: Option<&Name>) -> bool {
    let place = |name: &Name| round.spoken.iter().position(|it| it.by == *name);
    round.in_turn && own.and_then(place).is_some_and(|own| place(&spoken.by).is_some_and(|it| it < own))
}

/// Fields that accompany a ballot.
fn voted(lines: &mut Lines, spoken: &Spoken) {
    let turn = &spoken.turn;
    if let Some(Cast::Headline(headline)) = &turn.ballot {
        lines.quote(Class::Decides, "Proposes: ", headline);
    }
    if let Some(Cast::Estimate(Estimate { counted: Some(counted), .. })) = &turn.ballot {
        lines.quote(Class::Decides, "Counts in: ", counted);
    }
    for OnOption { option, stand, why } in &turn.others {
        lines.quote(Class::Decides, &format!("On {option}: {stand}. "), why.as_deref().unwrap_or_default());
    }
    if !turn.ranking.is_empty() {
        let letters: Vec<String> = turn.ranking.iter().map(ToString::to_string).collect();
        lines.quote(Class::Decides, "Ranks: ", &letters.join(", "));
    }
    for (at, it) in turn.terms.iter().enumerate() {
        let id = spoken.terms.get(at).map(|it| format!(" T{}", it + 1)).unwrap_or_default();
        lines.quote(Class::Decides, &format!("Term{id}: "), it);
    }
}

/// Reasons for a change, and actions on terms.
fn reasons(lines: &mut Lines, spoken: &Spoken) {
    let mut reason = |title: String, why: Option<&str>| match why {
        Some(why) => lines.quote(Class::Decides, &format!("{title}: "), why),
        None => lines.quote(Class::Decides, &title, ""),
    };
    for Because { id, why } in &spoken.turn.because {
        reason(format!("Moved by {}", id.as_deref().unwrap_or("a reason of its own")), why.as_deref());
    }
    for TermMove { term, act, why } in &spoken.turn.on_terms {
        reason(format!("{act}s {term}"), why.as_deref());
    }
}

fn claims(lines: &mut Lines, debate: &Debate, round: &Round, spoken: &Spoken) {
    if spoken.claims.is_empty() {
        for claim in &spoken.turn.claims {
            lines.quote(Class::Decides, &format!("{}{}: ", claim.label, typed(claim.kind)), &claim.text);
        }
        return;
    }
    in_place(lines, debate, round, spoken);
}

/// New claims with text and sources; repeated ones by id.
fn in_place(lines: &mut Lines, debate: &Debate, round: &Round, spoken: &Spoken) {
    let registry = &debate.registry;
    let new: Vec<usize> = round_summary::made(&registry.claims, round.number, spoken).collect();
    let again = ids('C', spoken.claims.iter().copied().filter(|it| !new.contains(it)));
    if !again.is_empty() {
        lines.quote(Class::Decides, "Also rests on: ", &again);
    }
    for place in new {
        let Some(known) = registry.claims.get(place) else { continue };
        // Evidence that others add later in the round is omitted, because this text must not change.
        let first = known.touches.first();
        let cited = first.map(|it| ids('E', it.sources.iter().copied())).unwrap_or_default();
        let cited = if cited.is_empty() { cited } else { format!(" {cited}") };
        // The kind as stated: a conclusion from a document is not DOCUMENTED.
        let kind = typed(first.and_then(|it| it.rests.or_else(|| registry.brought(it))));
        let title = format!("{} {}{kind}{cited}: ", id('C', place), known.label);
        lines.named(Class::Decides, Some(Id::Claim(place)), &title, &known.text);
    }
    for (place, source) in registry.evidence.iter().enumerate() {
        let is_looked_up = source.kind.is_of_tool();
        if source.introduced == round.number && source.by.first() == Some(&spoken.by) && !is_looked_up {
            let standing = registry.standing_of(place, round.number).as_str();
            let title = format!("{}{}, {standing}: ", id('E', place), typed(source.rests_by(round.number)));
            lines.named(Class::Decides, Some(Id::Source(place)), &title, &super::state::named(source));
        }
    }
}

fn moves(lines: &mut Lines, debate: &Debate, round: &Round, spoken: &Spoken) {
    for (at, it) in spoken.turn.moves.iter().enumerate() {
        let Some(place) = moved(debate, round.number, spoken, it) else { continue };
        let title = format!("{} C{}", doing(it.act), place + 1);
        let critique = critique(debate, round.number, spoken, place, at);
        move_line(lines, &title, it.why.as_deref(), critique);
    }
}

/// Vulnerabilities with mitigations.
fn vulnerabilities(lines: &mut Lines, spoken: &Spoken) {
    for Vulnerability { vulnerability, mitigation } in &spoken.turn.vulnerabilities {
        lines.quote(Class::Decides, "Vulnerability: ", vulnerability);
        if let Some(mitigation) = mitigation {
            lines.quote(Class::Decides, "  met by: ", mitigation);
        }
    }
}

/// A claim action with its reason, and the parts of a critique (E-03).
pub(super) fn move_line(lines: &mut Lines, title: &str, why: Option<&str>, critique: Option<&Critique>) {
    match why {
        Some(why) => lines.quote(Class::Decides, &format!("{title}: "), why),
        None => lines.quote(Class::Decides, title, ""),
    }
    let Some(Critique { assessment, counter, synthesis }) = critique else { return };
    if let Some(assessment) = assessment {
        lines.quote(Class::Decides, "  its evidence: ", assessment);
    }
    if let Some(counter) = counter {
        lines.quote(Class::Decides, &format!("  against it, {}: ", strength(counter)), &counter.text);
    }
    if let Some(synthesis) = synthesis {
        lines.quote(Class::Decides, "  in its place: ", synthesis);
    }
}

/// The critique of the claim at an index by action `at`, once its round is entered; repeated actions keep their own.
pub(super) fn critique<'a>(
    debate: &'a Debate,
    round: u32,
    spoken: &'a Spoken,
    place: usize,
    at: usize,
) -> Option<&'a Critique> {
    let (it, later) = spoken.turn.moves.get(at..)?.split_first()?;
    let later = later.iter().filter(|other| other.act == it.act && other.claim.get(1..) == it.claim.get(1..)).count();
    round_summary::touches(debate.registry.claims.get(place)?, round, spoken, it).nth(later)?.critique.as_ref()
}

/// Tool uses, where the result was found and, if short, the result, so that nobody needs to repeat them (D-61).
fn looked_up(lines: &mut Lines, registry: &Registry, round: &Round, spoken: &Spoken) {
    let used: Vec<&Use> = round.used_by(&spoken.by).iter().flat_map(|it| &it.uses).filter(|it| !it.failed).collect();
    for it in used.iter().skip(used.len().saturating_sub(LOOKED_UP)) {
        // A tool result is a source that everyone can cite.
        let given = registry.given_by(it).and_then(|place| Some((place, registry.evidence.get(place)?)));
        if let Some((place, source)) = given.filter(|(_, it)| it.introduced <= round.number) {
            let title = format!("{} {}: ", id('E', place), source.kind.as_str());
            lines.named(Class::Point, Some(Id::Source(place)), &title, &super::state::named(source));
            continue;
        }
        let place = if it.found_in.is_empty() { String::new() } else { format!(" in {}", it.found_in.join(", ")) };
        let told = |words: &str| text::tokens(words) <= QUERY;
        let parts = [&it.arguments, &it.result].into_iter().filter(|it| told(it)).map(|it| text::one_line(it));
        let words = parts.collect::<Vec<_>>().join(": ");
        lines.quote(Class::Point, &format!("Looked up, {}{place}: ", it.tool), &words);
    }
}
