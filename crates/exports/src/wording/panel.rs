//! A panel in words: results of rooms, cruxes, shifts (P-10, P-12, P-24).
use super::one_line;
use analysis::ballots::thresholds::FEWEST_LIVE;
use analysis::crux::findings::{Shared, Silence};
use analysis::crux::{Moved, unfinished};
use debate::crux::CruxState;
use debate::event::{Failure, Parts, RoomTurn, RoundKind};
use debate::state::panel::Recalled;
use debate::state::{Panel, Room};
use debate::{CallId, Card, Chunk, Debate, Name, Persona, Round, Turn};
use std::collections::BTreeSet;

/// The caveat for every card: it is evidence of a disagreement, and of nothing else.
pub const CAUTION: &str = "A card shows that two disagree, and on what it hangs. It does not show who is right, and a persona is not the person.";

/// The result of a room, in a word.
pub fn outcome(room: &Room) -> &'static str {
    match (&room.card, &room.settled, &room.left) {
        (Some(drawn), ..) => match &drawn.card {
            Ok(card) => card.state().as_str(),
            Err(_) => "failed",
        },
        (None, Some(_), _) => "no dispute left",
        (None, None, Some(_)) => "left alone",
        (None, None, None) => "not over",
    }
}

/// Why a room has no card: a failure, a settlement, why it was skipped, or why it is not over; empty where it has one.
pub fn why_no_card(debate: &Debate, room: &Room) -> String {
    let failed = room.card.as_ref().and_then(|it| it.card.as_ref().err());
    failed
        .or(room.settled.as_ref())
        .or(room.left.as_ref())
        .cloned()
        .or_else(|| unfinished(debate, room))
        .unwrap_or_default()
}

/// The passages that turns cited, `[k3f…]`, by persona, in the order of its corpus.
pub fn cited(debate: &Debate) -> Vec<(&Persona, &Chunk)> {
    let turns = debate.rounds.iter().flat_map(|it| &it.spoken).map(|it| &it.turn);
    let turns = turns.flat_map(|Turn { position, reasoning, .. }| [position.as_deref(), reasoning.as_deref()]);
    let rooms = debate.panel.rooms.iter().flat_map(|it| &it.said).map(|it| &it.turn);
    let rooms = rooms.flat_map(|RoomTurn { say, core, conceded, falsifier, .. }| {
        [Some(say.as_str()), core.as_deref(), conceded.as_deref(), falsifier.as_deref()]
    });
    let inside = turns.chain(rooms).flatten().flat_map(|it| it.split(']')).filter_map(|it| it.rsplit_once('['));
    let ids: BTreeSet<&str> = inside.flat_map(|(_, inside)| inside.split([',', ';', ' '])).collect();
    let written = debate.panel.personas.values().flat_map(|by| by.chunks.iter().map(move |it| (by.as_ref(), it)));
    written.filter(|(_, it)| ids.contains(it.id.as_str())).collect()
}

/// The kind of a crux: `empirical, horizon`.
pub fn kind(card: &Card) -> String {
    let kind = card.kind.map_or("of no one kind", |it| it.as_str());
    card.finer.map_or_else(|| kind.to_owned(), |finer| format!("{kind}, {finer}"))
}

/// Whether a crux is open, agreed or settled, and how it came to that.
pub fn resolution(card: &Card) -> String {
    let answer = card.common_answer().map(|it| format!(", both answer {it}")).unwrap_or_default();
    match (card.state(), &card.resolved) {
        (CruxState::Settled, Some(it)) => format!("settled: {}", it.how),
        (CruxState::Agreed, Some(it)) => format!("agreed{answer}: {}", it.how),
        (CruxState::Agreed | CruxState::Settled, None) => {
            format!("agreed{answer}: both say that nothing is left between them")
        }
        (CruxState::Open, _) => "open".to_owned(),
    }
}

/// What is said of a participant that had nothing to say: `south, in round 2`, or in a room.
pub fn silence(debate: &Debate, it: &Silence) -> String {
    let room = it.room.as_ref().and_then(|it| debate.panel.room(it)).map(|it| number(&debate.panel, it));
    let place = room.map_or_else(|| format!("in round {}", it.round), |it| format!("on crux {it}"));
    format!("{}, {place}", one_line(it.by.as_str(), 64))
}

/// Something that all hold, in words.
pub fn shared(debate: &Debate, it: &Shared) -> String {
    let room = it.room.as_ref().and_then(|it| debate.panel.room(it)).map(|it| number(&debate.panel, it));
    let place = room.map_or_else(|| format!("round {}", it.round), |it| format!("crux {it}"));
    let says = it.answer.map_or_else(|| "all hold the same".to_owned(), |it| format!("all answer {it}"));
    format!("{} ({says}, {place})", debate::text::one_line(&it.text))
}

/// Why a participant has no turn: silence is no failure (P-18).
pub fn no_turn(debate: &Debate, why: Failure) -> &'static str {
    if debate.is_silence(why) { "silent" } else { why.as_str() }
}

/// How far a participant moved.
pub fn moved(moved: Moved) -> &'static str {
    match moved {
        Moved::Held => "held",
        Moved::Refined => "refined",
        Moved::Reversed => "reversed",
        Moved::Unknown => "not known",
    }
}

/// The judgement of a clash: who judged, and which conditions hold.
pub fn judged(judge: &str, parts: Option<Parts>, failed: Option<&str>) -> String {
    let found = match (parts, failed) {
        (Some(parts), _) => parts_of(parts),
        (None, Some(failed)) => format!("could not look: {failed}"),
        (None, None) => "found nothing".to_owned(),
    };
    format!("{}: {found}", one_line(judge, 64))
}

/// Whether both named the same core.
pub fn cores(same: Option<bool>) -> &'static str {
    match same {
        Some(true) => "both gave the same reason for their disagreement",
        Some(false) => "they named different things",
        None => "nobody could tell whether both gave the same reason",
    }
}

fn parts_of(parts: Parts) -> String {
    let Parts { opposed, engaged, same_claim, relevant } = parts;
    let all = [
        (Some(opposed), "opposed"),
        (engaged, "engaged"),
        (same_claim, "the same claim"),
        (Some(relevant), "relevant"),
    ];
    let of =
        |wanted: bool| all.iter().filter(move |it| it.0 == Some(wanted)).map(|it| it.1).collect::<Vec<_>>().join(", ");
    match (of(true), of(false)) {
        (all, none) if none.is_empty() => all,
        (none, all) if none.is_empty() => format!("not {all}"),
        (so, not) => format!("{so}; not {not}"),
    }
}

/// A persona on one line: how it was built, and from how much text.
pub fn built(persona: &Persona) -> String {
    let (nodes, edges) = (persona.beliefs.nodes.len(), persona.beliefs.edges.len());
    format!("built {}; {nodes} beliefs, {edges} relations, {} passages to quote", persona.built, persona.chunks.len())
}

/// Whether a turn of a round rests on nothing that its persona wrote (P-04).
pub fn is_ungrounded(panel: &Panel, round: u32, by: &Name) -> bool {
    is_bare(panel, &CallId::turn(round, by))
}

/// Whether the answer of a call rests on nothing that its persona wrote.
pub fn is_bare(panel: &Panel, call: &CallId) -> bool {
    panel.recalled.get(call).is_some_and(Recalled::is_empty)
}

/// The number of a room, from 1. Headings use it because a log can put anything into a room's id.
pub fn number(panel: &Panel, room: &Room) -> usize {
    panel.rooms.iter().position(|it| it.id == room.id).map_or(0, |it| it + 1)
}

/// The aspect of a room's round.
pub fn aspect<'a>(debate: &'a Debate, room: &Room) -> Option<&'a str> {
    debate.rounds.iter().find(|it| it.number == room.round)?.focus.as_deref()
}

/// The rounds whose aspect nobody disputes (P-12).
pub fn undisputed(debate: &Debate) -> impl Iterator<Item = &Round> {
    let is_undisputed = |it: &&Round| debate.panel.searched.get(&it.number).is_some_and(|it| it.found == 0);
    let takes = debate.rounds.iter().filter(|it| it.kind == RoundKind::Take && it.spoken.len() >= FEWEST_LIVE);
    takes.filter(is_undisputed)
}
