//! The summary of an earlier round, built from structured answers alone (D-30, D-34).
//!
//! Every line names a participant of the round or an id used in it. It depends only on events up to the round, so it never changes.
use super::entry::{Class, Lines};
use super::standing::{self, ids, sides};
use crate::ids::Name;
use crate::state::registry::{self, ClaimAction, ClaimEvent, ClaimRecord, Status, id};
use crate::state::{Debate, Round, Spoken};
use crate::text;
use crate::turn::{Act, ClaimMove};

/// Maximum tokens of the line on changes (D-30).
const CHANGED: usize = 35;
/// Maximum tokens of the line on new items. Ours: as the line on changes.
const NEW: usize = 35;
/// Maximum contested claims of a round. Ours: the state lists the others.
const CONTESTED: usize = 2;

/// A round in a few lines: changes, new items, claim actions, contested claims.
pub(super) fn round(lines: &mut Lines, debate: &Debate, round: &Round, is_listed: &dyn Fn(usize) -> bool) {
    listed(lines, "Changed: ", &changes(debate, round, is_listed), CHANGED);
    listed(lines, "New: ", &novelties(debate, round, is_listed), NEW);
    round.spoken.iter().for_each(|it| lines.note(&line(debate, round, it, is_listed)));
    round.failed.iter().for_each(|it| lines.ours(&format!("{}: no answer ({})", it.by, it.why)));
    contested(debate, round.number, is_listed).iter().for_each(|it| lines.note(it));
}

/// Changes in a round: ballots by participant, claims by id.
fn changes(debate: &Debate, round: &Round, is_listed: &dyn Fn(usize) -> bool) -> Vec<String> {
    let ballots = round.spoken.iter().filter_map(|it| {
        let (_, before) = standing::before(debate, round.number, &it.by)?;
        let (was, is) = (debate.held(before)?, debate.held(it)?);
        (was != is).then(|| format!("{} to {}", it.by, standing::ballot(debate, is)))
    });
    ballots.chain(shifts(debate, round.number).filter(|(place, _)| is_listed(*place)).map(|(_, it)| it)).collect()
}

/// Earlier claims whose status changed in this round.
fn shifts(debate: &Debate, round: u32) -> impl Iterator<Item = (usize, String)> {
    touched(debate, round).filter_map(move |(place, known)| {
        let (was, is) = (known.after(round.checked_sub(1)?)?.status, known.after(round)?.status);
        (was != is).then(|| (place, format!("{} {is}", id('C', place))))
    })
}

/// Claims that may have an action in a round, with their indices.
fn touched(debate: &Debate, round: u32) -> impl Iterator<Item = (usize, &ClaimRecord)> {
    let known = debate.registry.claims.iter().enumerate();
    known.filter(move |(_, it)| (it.introduced..=it.touched).contains(&round))
}

/// New items of a round: claims by first author, and terms.
fn novelties(debate: &Debate, round: &Round, is_listed: &dyn Fn(usize) -> bool) -> Vec<String> {
    let registry = &debate.registry;
    let made = |it: &Spoken| ids('C', made(&registry.claims, round.number, it).filter(|it| is_listed(*it)));
    let made = round.spoken.iter().map(|it| (it, made(it)));
    let mut news: Vec<String> =
        made.filter(|(_, ids)| !ids.is_empty()).map(|(it, ids)| format!("{} {ids}", it.by)).collect();
    let terms = registry.terms.iter().enumerate().filter(|(_, it)| it.introduced == round.number);
    news.extend(Some(ids('T', terms.map(|(at, _)| at))).filter(|it| !it.is_empty()));
    news
}

/// Indices of the claims that a turn stated first.
pub(super) fn made<'a>(known: &'a [ClaimRecord], round: u32, spoken: &'a Spoken) -> impl Iterator<Item = usize> + 'a {
    let is_first = move |it: &ClaimRecord| it.introduced == round && it.by.first() == Some(&spoken.by);
    spoken.claims.iter().copied().filter(move |place| known.get(*place).is_some_and(is_first))
}

/// A participant's position after the round, and its claim actions.
fn line(debate: &Debate, round: &Round, spoken: &Spoken, is_listed: &dyn Fn(usize) -> bool) -> String {
    let mut words: Vec<String> = standing::stand(debate, round.number, spoken).into_iter().collect();
    for act in Act::ALL {
        let moved = spoken
            .turn
            .moves
            .iter()
            .filter(|it| it.act == act)
            .filter_map(|it| moved(debate, round.number, spoken, it))
            .filter(|it| is_listed(*it));
        let ids = ids('C', moved);
        if !ids.is_empty() {
            words.push(format!("{} {ids}", doing(act)));
        }
    }
    format!("{}: {}", spoken.by, words.join("; ")).trim_end().to_owned()
}

/// The index of the claim that an action names: of an earlier round or, in sequential rounds, of this one.
pub(super) fn moved(debate: &Debate, round: u32, spoken: &Spoken, it: &ClaimMove) -> Option<usize> {
    let place = registry::place('C', &it.claim)?;
    let known = debate.registry.claims.get(place)?;
    (known.introduced < round || touches(known, round, spoken, it).next().is_some()).then_some(place)
}

/// The claim events of a turn's actions of this kind on a claim, last first. Stating the contrary of a claim challenges it too, before any
/// action.
pub(super) fn touches<'a>(
    known: &'a ClaimRecord,
    round: u32,
    spoken: &'a Spoken,
    it: &ClaimMove,
) -> impl Iterator<Item = &'a ClaimEvent> {
    let action = ClaimAction::Moved(it.act);
    known.touches.iter().rev().filter(move |it| it.round == round && it.by == spoken.by && it.action == action)
}

/// The verb for an act.
pub(super) fn doing(act: Act) -> &'static str {
    match act {
        Act::Support => "supports",
        Act::Challenge => "challenges",
        Act::Qualify => "qualifies",
        Act::Concede => "concedes",
        Act::Retract => "retracts",
    }
}

/// Contested claims with an action in the round, with each side and its evidence.
fn contested(debate: &Debate, round: u32, is_listed: &dyn Fn(usize) -> bool) -> Vec<String> {
    let standing = touched(debate, round).filter_map(|(place, it)| Some((place, it.after(round)?)));
    let contested = standing.filter(|(_, it)| it.status == Status::Contested && it.touched == round);
    let contested = contested.filter(|(place, _)| is_listed(*place));
    contested.take(CONTESTED).map(|(place, it)| format!("Contested C{}: {}", place + 1, sides(&it))).collect()
}

/// As many items as fit into one line, if there are any.
fn listed(lines: &mut Lines, title: &str, items: &[String], most: usize) {
    let mut line = title.to_owned();
    for (item, separator) in items.iter().zip(std::iter::once("").chain(std::iter::repeat("; "))) {
        let longer = format!("{line}{separator}{item}");
        if text::tokens(&longer) > most {
            break;
        }
        line = longer;
    }
    if line.len() > title.len() {
        lines.ours(&line);
    }
}

/// Failed turns, and the result of the round once it is over.
pub(super) fn ending(lines: &mut Lines, debate: &Debate, round: &Round) {
    for failed in &round.failed {
        lines.ours(&format!("{}: no answer ({})", failed.by, failed.why));
    }
    let shifted = touched(debate, round.number).filter_map(|(place, it)| {
        let (was, is) = (it.after(round.number.checked_sub(1)?), it.after(round.number)?);
        let is_news = match was {
            Some(was) => was.status != is.status,
            None => is.status != Status::Open,
        };
        is_news.then(|| match is.status {
            Status::Contested => format!("{} is contested: {}", id('C', place), sides(&is)),
            Status::Accepted => {
                let names = |names: Vec<&Name>| names.into_iter().map(Name::as_str).collect::<Vec<_>>().join(", ");
                let limiting: Vec<&Name> = is.limiting().collect();
                let holding = names(is.holding().filter(|it| !limiting.contains(it)).collect());
                let limited =
                    if limiting.is_empty() { String::new() } else { format!(", within limits by {}", names(limiting)) };
                format!("{} is accepted by {holding}{limited}", id('C', place))
            }
            Status::Retracted | Status::Open => format!("{} is {}", id('C', place), is.status),
        })
    });
    shifted.for_each(|it| lines.ours(&it));
    for (place, option) in debate.options.iter().enumerate().filter(|(_, it)| it.since == round.number) {
        lines.quote(Class::Decides, &format!("New option {}: ", debate.letter(place)), &option.headline);
    }
}
