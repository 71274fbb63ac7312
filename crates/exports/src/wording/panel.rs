//! A panel in words: results of rooms, cruxes, shifts (P-10, P-12, P-24).
use super::one_line;
use analysis::Findings;
use analysis::ballots::thresholds::FEWEST_LIVE;
use analysis::crux::Moved;
use analysis::crux::findings::{FindOut, Shared, Silence, both_answer};
pub use analysis::crux::{is_crux, outcome, why_no_card};
use debate::crux::CruxState;
use debate::event::{Failure, Parts, RoomTurn, RoundKind};
use debate::state::panel::Recalled;
use debate::state::{Panel, Room};
use debate::{CallId, Card, Chunk, Debate, Name, Persona, RoomId, Round, Turn};
use std::collections::BTreeSet;

/// The caveat for every card: it is evidence of a disagreement, and of nothing else.
pub const CAUTION: &str = "A card shows that two disagree, and on what it depends. It does not show who is right, and a persona is not the person.";

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
    let kind = card.kind.map_or("no kind that both name", |it| it.as_str());
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
        (CruxState::Open, _) => match both_answer(card) {
            Some(answer) => format!("open: both answer {answer}, and not both say that nothing is left between them"),
            None => "open".to_owned(),
        },
    }
}

/// What is said of a participant that had nothing to say: `south, in rounds 2, 5`.
pub fn silence(it: &Silence) -> String {
    let rounds: Vec<String> = it.rounds.iter().map(ToString::to_string).collect();
    let word = if rounds.len() == 1 { "round" } else { "rounds" };
    format!("{}, in {word} {}", one_line(it.by.as_str(), 64), rounds.join(", "))
}

/// Something that all hold, in words: of a position with each one's own words, for one's are not everybody's.
pub fn shared(debate: &Debate, it: &Shared) -> String {
    let place = it.room.as_ref().and_then(|it| debate.panel.room(it)).map(|it| called(&debate.panel, it));
    let place = place.unwrap_or_else(|| format!("round {}", it.round));
    let text = debate::text::one_line(&it.text);
    match it.answer {
        Some(answer) => format!("{text} (all answer {answer}, {place})"),
        None => format!("{text} (all hold the same, {place}): {}", in_each_ones_words(it)),
    }
}

/// What each said of what all hold: `ada: …; bea: …`.
pub fn in_each_ones_words(it: &Shared) -> String {
    let said = |it: &debate::crux::Words| {
        let words = debate::text::one_line(&it.words);
        format!("{}: {}", one_line(it.by.as_str(), 64), words.trim_end_matches('.'))
    };
    it.words.iter().map(said).collect::<Vec<_>>().join("; ")
}

/// What is said where nothing that was asked of all is held by all.
pub const NOTHING_SHARED: &str = "The participants share no answer to a question that all were asked.";

/// How far a panel has come in which nobody has looked for disagreement yet; none once somebody has, or where it is over.
pub fn unsearched(debate: &Debate) -> Option<String> {
    if debate.closed.is_some() || !debate.panel.searched.is_empty() {
        return None;
    }
    let seats = debate.participants.len();
    Some(match debate.round() {
        None => format!("Not over: none of {seats} was asked; disagreement was not looked for yet."),
        Some(round) => {
            let (heard, number) = (round.spoken.len(), round.number);
            format!(
                "Not over: {heard} of {seats} have answered in round {number}; disagreement was not looked for yet."
            )
        }
    })
}

/// What became of the disagreements, in one sentence, where there is no crux.
pub fn no_crux(findings: &Findings) -> String {
    let count = |outcome: &str| findings.without_card.iter().filter(|it| it.outcome == outcome).count();
    let told = ["no dispute left", "left alone", "failed", "not over"].map(|it| (count(it), it));
    let told: Vec<String> = told.iter().filter(|it| it.0 > 0).map(|(count, what)| format!("{count} {what}")).collect();
    match findings.without_card.len() {
        0 => "No crux was found: nobody was found to disagree with anybody.".to_owned(),
        1 => format!("No crux was found: of 1 clash {}.", told.join(", ")),
        clashes => format!("No crux was found: of {clashes} clashes {}.", told.join(", ")),
    }
}

/// Whether what is asked next is disputed, in words; empty where it is.
pub fn undisputed_question(it: &FindOut) -> &'static str {
    if it.is_open { "" } else { "both give the same answer, without opened evidence" }
}

/// How a room is called, with its number among all rooms: a clash is no crux until a question is asked (P-20).
pub fn called(panel: &Panel, room: &Room) -> String {
    format!("{} {}", if is_crux(room) { "crux" } else { "clash" }, number(panel, room))
}

/// How the room with this id is called, `on crux 2` or `in clash 3`.
pub fn place_of(panel: &Panel, id: &RoomId) -> String {
    let room = panel.room(id);
    room.map_or_else(String::new, |it| format!("{} {}", if is_crux(it) { "on" } else { "in" }, called(panel, it)))
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
    let counted = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let theses = counted(persona.beliefs.theses().count(), "thesis", "theses");
    let relations = counted(persona.beliefs.edges.len(), "relation", "relations");
    let passages = counted(persona.chunks.len(), "passage", "passages");
    format!("built {}; {theses}, {relations}, {passages} to quote", persona.built)
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
