//! Turns, rounds and the registry as lines, built from the structured answers alone (D-34).
use super::block::Block;
use crate::ids::Name;
use crate::state::{Debate, Round, Spoken};
use crate::turn::ConfidenceChange;

/// The longest a claim is in the state (D-30).
const CLAIM: usize = 30;
/// The longest a source is in the state: a title, as D-30's gist, and its address.
const SOURCE: usize = 60;
/// The longest key point in the digest of a round.
const KEY_POINT: usize = 18;

/// One turn, in at most about `most` tokens.
pub(super) fn turn(block: &mut Block, debate: &Debate, round: &Round, spoken: &Spoken, most: usize) {
    let turn = &spoken.turn;
    block.line(&standing(debate, round, spoken));
    // Shares of the turn's room; what a short field leaves goes to the reasoning, which comes last.
    let start = block.left();
    let field = |part: usize| most * part / 20;
    if let Some(position) = &turn.position {
        block.quote("Position: ", position, field(6));
    }
    if let Some(objection) = &turn.objection {
        block.quote("Objection: ", objection, field(3));
    }
    if let Some(ConfidenceChange { reason: Some(reason), .. }) = &turn.confidence_change {
        block.quote("Why the change: ", reason, field(2));
    }
    if spoken.claims.is_empty() {
        for claim in turn.claims.iter().take(4) {
            block.quote(&format!("{}: ", claim.label), &claim.text, field(2));
        }
    } else {
        let ids: Vec<String> = spoken.claims.iter().map(|it| format!("C{}", it + 1)).collect();
        block.line(&format!("  Claims: {}", ids.join(" ")));
    }
    let used = start - block.left();
    // Titles and line ends cost a little too.
    let rest = most.saturating_sub(used + 24);
    if let Some(reasoning) = turn.reasoning.as_ref().filter(|_| rest >= 12) {
        block.quote("Reasoning: ", reasoning, rest);
    }
}

/// A round that is past, in a line for each participant.
pub(super) fn round(block: &mut Block, debate: &Debate, round: &Round) {
    block.line(&format!("Round {}:", round.number));
    for spoken in &round.spoken {
        block.line(&format!("{}{}", standing(debate, round, spoken), brought(debate, round, spoken)));
        if let Some(point) = spoken.turn.key_points.first().or(spoken.turn.position.as_ref()) {
            block.quote("", point, KEY_POINT);
        }
    }
    for failed in &round.failed {
        block.line(&format!("{}: no answer ({})", failed.by, failed.why));
    }
}

/// Which claims a turn brought up that nobody had made before.
fn brought(debate: &Debate, round: &Round, spoken: &Spoken) -> String {
    let is_new = |place: &&usize| {
        let known = debate.registry.claims.get(**place);
        known.is_some_and(|it| it.introduced == round.number && it.by.first() == Some(&spoken.by))
    };
    let ids: Vec<String> = spoken.claims.iter().filter(is_new).map(|it| format!("C{}", it + 1)).collect();
    if ids.is_empty() { String::new() } else { format!("; new {}", ids.join(" ")) }
}

/// Who stands where: vote and confidence, and how both moved since the participant's turn before.
fn standing(debate: &Debate, round: &Round, spoken: &Spoken) -> String {
    let before = before(debate, round.number, &spoken.by);
    let mut line = format!("{}:", spoken.by);
    // An opening's vote is on the topic's proposal and does not compare with later ones.
    let voted = before.filter(|(number, _)| *number > 1).and_then(|(_, it)| it.turn.vote);
    match (voted, spoken.turn.vote) {
        (Some(was), Some(is)) if was != is => line.push_str(&format!(" {is} (was {was})")),
        (_, Some(is)) => line.push_str(&format!(" {is}")),
        (_, None) => line.push_str(" no vote"),
    }
    if let Some(confidence) = spoken.turn.confidence {
        line.push_str(&format!(", confidence {confidence:.2}"));
        if let Some(was) = before.and_then(|(_, it)| it.turn.confidence) {
            line.push_str(&format!(" ({:+.2})", confidence - was));
        }
    }
    line
}

/// The participant's turn before this round, and its number.
fn before<'a>(debate: &'a Debate, round: u32, name: &Name) -> Option<(u32, &'a Spoken)> {
    debate.rounds.iter().rev().filter(|it| it.number < round).find_map(|it| Some((it.number, it.said_by(name)?)))
}

/// The claims, in order of their ids; where they don't all fit, those spoken of last are kept.
pub(super) fn claims(block: &mut Block, debate: &Debate, current: u32) {
    let known = &debate.registry.claims;
    let line = |place: usize| {
        let claim = known.get(place)?;
        let by: Vec<&str> = claim.by.iter().map(Name::as_str).collect();
        let sources: String = claim.evidence.iter().map(|it| format!(" E{}", it + 1)).collect();
        Some((format!("C{} {} r{} {}{sources}: ", place + 1, claim.label, claim.introduced, by.join("+")), &claim.text))
    };
    // Newest first into a trial block, to learn which fit; then those in order of id.
    let mut by_age: Vec<usize> = (0..known.len()).collect();
    by_age.sort_by_key(|place| known.get(*place).map(|it| (current.saturating_sub(it.touched), *place)));
    let mut trial = Block::new(block.room().saturating_sub(12));
    let mut kept: Vec<usize> = Vec::new();
    for place in by_age {
        let Some((title, words)) = line(place) else { continue };
        if !trial.quote(&title, words, CLAIM) {
            break;
        }
        kept.push(place);
    }
    let left_out = known.len() - kept.len();
    if left_out > 0 {
        block.line(&format!("({left_out} older claims are not shown)"));
    }
    kept.sort_unstable();
    for (title, words) in kept.into_iter().filter_map(line) {
        block.quote(&title, words, CLAIM);
    }
}

/// The sources, the newest kept where they don't all fit.
pub(super) fn evidence(block: &mut Block, debate: &Debate) {
    let sources = &debate.registry.evidence;
    let mut kept = Vec::new();
    let mut trial = Block::new(block.room());
    for (place, source) in sources.iter().enumerate().rev() {
        let title = format!("E{}: ", place + 1);
        let words = match &source.url {
            Some(url) => format!("{} ({url})", source.title),
            None => source.title.clone(),
        };
        if !trial.quote(&title, &words, SOURCE) {
            break;
        }
        kept.push((title, words));
    }
    for (title, words) in kept.into_iter().rev() {
        block.quote(&title, &words, SOURCE);
    }
}
