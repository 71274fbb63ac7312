//! A round in full: what each said, in the room there is.
use super::block::Block;
use super::digest::{self, doing, moved};
use super::standing::{self, ids, typed};
use super::state::strength;
use crate::ballot::{Because, Cast, Estimate, OnOption, TermMove};
use crate::state::registry::Critique;
use crate::state::{Debate, Round, Spoken};
use crate::text;
use crate::tool::Use;
use crate::turn::ConfidenceChange;

/// How the claims of a turn are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// By their ids: the state says what they are, and who stands where.
    ByIds,
    /// With their words, where they were made first, and their sources.
    InPlace,
}

/// The longest a claim is (D-30).
const CLAIM: usize = 30;
/// The longest a source is: title and address, as in the state.
const SOURCE: usize = 45;
/// The longest grounds of a move. Ours: a clause.
const WHY: usize = 24;

/// The longest reason beside a ballot. Ours: the sentence that is asked for.
const SENTENCE: usize = 40;

/// How many things somebody looked up are told. Ours: the latest; what they came to is in the claims.
const LOOKED_UP: usize = 3;
/// The longest a query is, and what came of it. Ours: enough to see whether one wants to ask the same.
const QUERY: usize = 20;

/// One turn, in at most `most` tokens.
pub(super) fn turn(block: &mut Block, debate: &Debate, round: &Round, spoken: &Spoken, most: usize, manner: Manner) {
    let turn = &spoken.turn;
    let mut part = Block::new(most.min(block.left()));
    let line = standing::line(debate, round.number, spoken);
    match manner {
        // Where the round has not been entered yet, the state does not have it.
        Manner::ByIds if !spoken.claims.is_empty() => part.line(&format!("{}:", spoken.by)),
        Manner::ByIds | Manner::InPlace => part.line(&line),
    };
    let field = |part: usize| most * part / 20;
    if let Some(position) = &turn.position {
        part.quote("Position: ", position, field(6));
    }
    voted(&mut part, spoken);
    if let Some(ConfidenceChange { reason: Some(reason), .. }) = &turn.confidence_change {
        part.quote("Why the change: ", reason, field(2));
    }
    // What is left beyond the reasoning's share, which is less where ballots have taken much.
    let mut rest = Block::new(part.left().saturating_sub(field(5).min(part.left() / 4)));
    claims(&mut rest, debate, round, spoken, manner);
    moves(&mut rest, debate, round, spoken);
    reasons(&mut rest, spoken);
    looked_up(&mut rest, round, spoken);
    part.append(rest);
    // A title and an ellipsis cost a little too.
    let left = part.left().saturating_sub(8);
    if let Some(reasoning) = turn.reasoning.as_ref().filter(|_| left >= 12) {
        part.quote("Reasoning: ", reasoning, left);
    }
    block.append(part);
}

/// What goes with a ballot. The ballot itself and terms are never cut, for they are what is decided on (D-31); the reasons beside them are
/// bounded, so that no round outgrows its room.
fn voted(block: &mut Block, spoken: &Spoken) {
    let turn = &spoken.turn;
    if let Some(Cast::Headline(headline)) = &turn.ballot {
        block.always("Proposes: ", headline);
    }
    if let Some(Cast::Estimate(Estimate { counted: Some(counted), .. })) = &turn.ballot {
        block.always("Counts in: ", counted);
    }
    for OnOption { option, stand, why } in &turn.others {
        let why = text::one_line(why.as_deref().unwrap_or_default());
        block.always(&format!("On {option}: {stand}. "), &text::clip(&why, SENTENCE));
    }
    for (at, it) in turn.terms.iter().enumerate() {
        let id = spoken.terms.get(at).map(|it| format!(" T{}", it + 1)).unwrap_or_default();
        block.always(&format!("Term{id}: "), it);
    }
}

/// What moved the participant, and what it does to terms: as far as there is room.
fn reasons(block: &mut Block, spoken: &Spoken) {
    let mut reason = |title: String, why: Option<&str>| match why {
        Some(why) => block.quote(&format!("{title}: "), why, SENTENCE),
        None => block.line(&format!("  {title}")),
    };
    for Because { id, why } in &spoken.turn.because {
        reason(format!("Moved by {}", id.as_deref().unwrap_or("a reason of its own")), why.as_deref());
    }
    for TermMove { term, act, why } in &spoken.turn.on_terms {
        reason(format!("{act}s {term}"), why.as_deref());
    }
}

fn claims(block: &mut Block, debate: &Debate, round: &Round, spoken: &Spoken, manner: Manner) {
    if spoken.claims.is_empty() {
        for claim in spoken.turn.claims.iter().take(4) {
            block.quote(&format!("{}{}: ", claim.label, typed(claim.kind)), &claim.text, CLAIM);
        }
        return;
    }
    match manner {
        Manner::ByIds => {
            block.line(&format!("  Claims: {}", ids('C', spoken.claims.iter().copied())));
        }
        Manner::InPlace => in_place(block, debate, round, spoken),
    }
}

/// New claims with their words and their sources; those made before by their ids.
fn in_place(block: &mut Block, debate: &Debate, round: &Round, spoken: &Spoken) {
    let registry = &debate.registry;
    let new: Vec<usize> = digest::made(&registry.claims, round.number, spoken).collect();
    let again = ids('C', spoken.claims.iter().copied().filter(|it| !new.contains(it)));
    if !again.is_empty() {
        block.line(&format!("  Again: {again}"));
    }
    for place in new {
        let Some(known) = registry.claims.get(place) else { continue };
        // What others bring for it in the round is not said here: it may come after this was told.
        let first = known.touches.first();
        let cited = first.map(|it| ids('E', it.sources.iter().copied())).unwrap_or_default();
        let cited = if cited.is_empty() { cited } else { format!(" {cited}") };
        let kind = typed(first.and_then(|it| registry.brought(it)));
        block.quote(&format!("C{} {}{kind}{cited}: ", place + 1, known.label), &known.text, CLAIM);
    }
    for (place, source) in registry.evidence.iter().enumerate() {
        if source.introduced == round.number && source.by.first() == Some(&spoken.by) {
            let address = source.url.as_deref().map(|it| format!(" ({it})")).unwrap_or_default();
            let title = format!("E{}{}: ", place + 1, typed(source.rests_by(round.number)));
            block.quote(&title, &format!("{}{address}", source.title), SOURCE);
        }
    }
}

fn moves(block: &mut Block, debate: &Debate, round: &Round, spoken: &Spoken) {
    for (at, it) in spoken.turn.moves.iter().enumerate() {
        let Some(place) = moved(debate, round.number, spoken, it) else { continue };
        let title = format!("{} C{}", doing(it.act), place + 1);
        match &it.why {
            Some(why) => block.quote(&format!("{title}: "), why, WHY),
            None => block.line(&format!("  {title}")),
        };
        if let Some(critique) = critique(debate, round.number, spoken, place, at) {
            criticise(block, critique);
        }
    }
}

/// How the move at `at` criticised the claim at a place, once its round was entered: each of several moves alike with its own.
fn critique<'a>(debate: &'a Debate, round: u32, spoken: &'a Spoken, place: usize, at: usize) -> Option<&'a Critique> {
    let (it, later) = spoken.turn.moves.get(at..)?.split_first()?;
    let later = later.iter().filter(|other| other.act == it.act && other.claim.get(1..) == it.claim.get(1..)).count();
    digest::touches(debate.registry.claims.get(place)?, round, spoken, it).nth(later)?.critique.as_ref()
}

/// The parts of a critique (E-03).
fn criticise(block: &mut Block, critique: &Critique) {
    let Critique { assessment, counter, synthesis } = critique;
    if let Some(assessment) = assessment {
        block.quote("  its evidence: ", assessment, WHY);
    }
    if let Some(counter) = counter {
        block.quote(&format!("  against it, {}: ", strength(counter)), &counter.text, WHY);
    }
    if let Some(synthesis) = synthesis {
        block.quote("  in its place: ", synthesis, WHY);
    }
}

/// What was asked of tools, where it was found and how it begins: nobody need look it up again (D-61).
fn looked_up(block: &mut Block, round: &Round, spoken: &Spoken) {
    let used: Vec<&Use> = round.used_by(&spoken.by).iter().flat_map(|it| &it.uses).filter(|it| !it.failed).collect();
    for it in used.iter().skip(used.len().saturating_sub(LOOKED_UP)) {
        let (arguments, found) = (text::clip(&it.arguments, QUERY), text::clip(&it.result, QUERY));
        let place = if it.found_in.is_empty() { String::new() } else { format!(" in {}", it.found_in.join(", ")) };
        block.quote(&format!("Looked up, {}{place}: ", it.tool), &format!("{arguments}: {found}"), 2 * QUERY);
    }
}
