//! What is so after a round: claims, evidence, who stands where and what they disagree on (D-30, D-32, D-36).
//!
//! It is told from what happened up to that round and nothing later, so that it can be told again in the same words. Where not
//! everything fits, what was touched last is kept.
use super::block::Block;
use super::standing::{self, ids, sides, typed};
use crate::evidence::Kind;
use crate::ids::Name;
use crate::state::Debate;
use crate::state::registry::{Countered, Deed, Known, Stand, Standing, Status, Touch};
use crate::turn::Act;

/// The longest a claim is (D-30).
const CLAIM: usize = 30;
/// The longest a source's title is, and its gist (D-30).
const TITLE: usize = 25;
/// The longest an address is. Ours: enough for a host and a path; a longer one is a query.
const URL: usize = 30;
/// The longest a case for or against is. Ours: a clause.
const CASE: usize = 24;
/// The most disputes that are spelled out. Ours: more is no longer key; the claims say the rest.
const DISPUTES: usize = 5;

/// The blocks of a state; a block may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// After which round.
    pub round: u32,
    /// Claims with their ids.
    pub claims: String,
    /// Sources with their ids.
    pub evidence: String,
    /// Who stands where.
    pub standing: String,
    /// The contested claims: who stands where, and the best case for and against.
    pub disputes: String,
}

impl State {
    /// What was so after a round, in at most `room` tokens.
    pub(super) fn after(debate: &Debate, round: u32, room: usize) -> State {
        if round == 0 {
            return State::default();
        }
        let claims: Vec<(usize, &Known, Standing<'_>)> = (debate.registry.claims.iter().enumerate())
            .filter_map(|(place, known)| Some((place, known, known.after(round)?)))
            .collect();
        let mut standing = Block::new(room / 5);
        stand_all(&mut standing, debate, round);
        let mut disputes = Block::new(room / 5);
        dispute_all(&mut disputes, &claims);
        let fixed = standing.used() + disputes.used();
        let left = room.saturating_sub(fixed);
        let mut known = Block::new(left * 3 / 4);
        let shown = claim_all(&mut known, debate, round, &claims);
        let mut evidence = Block::new(left.saturating_sub(known.used()));
        cite_all(&mut evidence, debate, round, &claims, &shown);
        State {
            round,
            claims: known.text(),
            evidence: evidence.text(),
            standing: standing.text(),
            disputes: disputes.text(),
        }
    }
}

/// Everybody's latest turn in a line.
fn stand_all(block: &mut Block, debate: &Debate, round: u32) {
    for participant in &debate.participants {
        if let Some((number, spoken)) = standing::before(debate, round + 1, &participant.name)
            && let Some(words) = standing::stand(debate, number, spoken)
        {
            let since = if number < round { format!(" in round {number}") } else { String::new() };
            block.line(&format!("{}: {words}{since}", spoken.by));
        }
    }
}

/// Contested claims, the latest touched first.
fn dispute_all(block: &mut Block, claims: &[(usize, &Known, Standing<'_>)]) {
    let mut contested: Vec<_> = claims.iter().filter(|(_, _, it)| it.status == Status::Contested).collect();
    contested.sort_by_key(|(place, _, it)| (std::cmp::Reverse(it.touched), *place));
    for (place, known, standing) in contested.into_iter().take(DISPUTES) {
        if !block.line(&format!("C{}: {}", place + 1, sides(standing))) {
            break;
        }
        for (is_for, word) in [(true, "for"), (false, "against")] {
            if let Some(Case { by, counter, why }) = case(known, standing, is_for) {
                let with = counter.map(|it| format!(" with {}", strength(it))).unwrap_or_default();
                block.quote(&format!("{word}, {by}{with}: "), why, CASE);
            }
        }
    }
}

/// Grounds for or against a claim.
struct Case<'a> {
    by: &'a Name,
    /// The evidence that they are, where they are any.
    counter: Option<&'a Countered>,
    why: &'a str,
}

/// The grounds that somebody who still stands there gave: the strongest evidence, else the latest.
fn case<'a>(known: &'a Known, standing: &Standing<'_>, is_for: bool) -> Option<Case<'a>> {
    let stands = |by: &Name, wanted: bool| {
        let stand = standing.stands.iter().find(|(name, _)| *name == by).map(|(_, it)| *it);
        if wanted { stand.is_some_and(Stand::is_for) } else { stand == Some(Stand::Denies) }
    };
    let speaks = |deed: Deed| match deed {
        Deed::Moved(Act::Support | Act::Concede) => is_for,
        Deed::Moved(Act::Challenge) => !is_for,
        Deed::Moved(Act::Retract) | Deed::Said(_) => false,
    };
    let touches = known.touches.iter().rev().filter(|it| it.round <= standing.touched);
    let cases = touches.filter(|it| speaks(it.deed) && stands(&it.by, is_for));
    let cases = cases.filter_map(|Touch { by, why, critique, .. }| {
        let counter = critique.as_ref().and_then(|it| it.counter.as_ref());
        Some(Case { by, counter, why: counter.map(|it| it.text.as_str()).or(why.as_deref())? })
    });
    cases.min_by_key(|it| (it.counter.is_none(), it.counter.map(|it| it.kind)))
}

/// The kind of a counter, and whether it is too weak: `EMPIRICAL`, `LOGICAL (weaker)`.
pub(super) fn strength(counter: &Countered) -> String {
    let weaker = if counter.is_weaker { " (weaker)" } else { "" };
    format!("{}{weaker}", counter.kind)
}

/// The claims in order of their ids; says which are shown. What is contested or was touched last is kept; what was retracted goes first.
fn claim_all(block: &mut Block, debate: &Debate, round: u32, claims: &[(usize, &Known, Standing<'_>)]) -> Vec<usize> {
    let title = |place: usize, known: &Known, standing: &Standing<'_>| {
        title(place, known, standing, debate.registry.strongest(known, round))
    };
    let mut by_weight: Vec<_> = claims.iter().collect();
    by_weight.sort_by_key(|(place, _, it)| {
        (it.status == Status::Retracted, it.status != Status::Contested, std::cmp::Reverse(it.touched), *place)
    });
    // What the line on those left out may take.
    let mut trial = Block::new(block.left().saturating_sub(12));
    let mut kept = Vec::new();
    for (place, known, standing) in by_weight {
        if !trial.quote(&title(*place, known, standing), &known.text, CLAIM) {
            break;
        }
        kept.push(*place);
    }
    let left_out = claims.len() - kept.len();
    if left_out > 0 {
        block.line(&format!("({left_out} older claims are not shown)"));
    }
    kept.sort_unstable();
    for (place, known, standing) in claims.iter().filter(|(place, _, _)| kept.binary_search(place).is_ok()) {
        block.quote(&title(*place, known, standing), &known.text, CLAIM);
    }
    kept
}

/// `C3 FACT DOCUMENTED contested r1-4 north+east-west E1 vs C7: `.
fn title(place: usize, known: &Known, standing: &Standing<'_>, strongest: Option<Kind>) -> String {
    let rounds = match standing.touched {
        touched if touched == known.introduced => format!("r{touched}"),
        touched => format!("r{}-{touched}", known.introduced),
    };
    // Whoever made it stands first, also if they hold it no longer.
    let mut who = String::new();
    for (name, stand) in &standing.stands {
        let mark = match stand {
            Stand::Holds | Stand::Grants if who.is_empty() => "",
            Stand::Holds | Stand::Grants => "+",
            Stand::Denies => "-",
            Stand::Withdrew => "~",
        };
        who.push_str(mark);
        who.push_str(name.as_str());
    }
    let sources = ids('E', standing.evidence.iter().copied());
    let against = ids('C', standing.opposing.iter().copied());
    let (label, kind, status) = (standing.label(), typed(strongest), standing.status);
    let mut title = format!("C{} {label}{kind} {status} {rounds} {who}", place + 1);
    if !sources.is_empty() {
        title.push_str(&format!(" {sources}"));
    }
    if !against.is_empty() {
        title.push_str(&format!(" vs {against}"));
    }
    title.push_str(": ");
    title
}

/// The sources, the newest kept; what one says is told where no claim that it supports is shown.
fn cite_all(block: &mut Block, debate: &Debate, round: u32, claims: &[(usize, &Known, Standing<'_>)], shown: &[usize]) {
    let sources: Vec<_> =
        debate.registry.evidence.iter().enumerate().filter(|(_, it)| it.introduced <= round).collect();
    in_order(block, sources.into_iter().rev(), |block, (place, it)| {
        let supports = claims.iter().filter(|(_, _, it)| it.evidence.contains(&place)).map(|(place, _, _)| *place);
        let supports: Vec<usize> = supports.filter(|it| shown.contains(it)).collect();
        // What a source is matters more than where it comes from.
        let kind = it.rests_by(round).map_or(it.kind.as_str(), Kind::as_str);
        let title = format!("E{} {kind} for {}: ", place + 1, ids('C', supports.iter().copied()));
        let address = it.url.as_deref().map(|it| format!(" ({})", crate::text::clip(it, URL))).unwrap_or_default();
        let name = crate::text::clip(&it.title, TITLE);
        if supports.is_empty() {
            let title = format!("E{} {kind}: ", place + 1);
            block.quote(&title, &format!("{name}{address}: {}", it.gist), TITLE + URL + TITLE)
        } else {
            block.quote(&title, &format!("{name}{address}"), TITLE + URL)
        }
    });
}

/// Adds what fits, given the newest first, in its own order.
fn in_order<T: Copy>(block: &mut Block, newest_first: impl Iterator<Item = T>, put: impl Fn(&mut Block, T) -> bool) {
    let mut trial = block.clone();
    let kept: Vec<T> = newest_first.take_while(|it| put(&mut trial, *it)).collect();
    for item in kept.into_iter().rev() {
        put(block, item);
    }
}
