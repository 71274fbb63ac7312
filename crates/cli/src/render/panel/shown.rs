//! The parts of `show` that only panels have: rooms, cards and the crux matrix (P-24, P-41).
use crate::exit::Exit;
use crate::render::panel::card::{self, Detail};
use crate::render::panel::{findings, matrix as grid, room};
use crate::render::style::Style;
use analysis::crux;
use debate::crux::CruxState;
use debate::state::{Drawn, Room};
use debate::{Card, Debate, Name, RoomId};
use engine::Status;
use exports::wording::{name, one_line};
use serde::Serialize;

/// A room and its result, as JSON.
#[derive(Debug, Serialize)]
pub(crate) struct Record<'a> {
    room: &'a RoomId,
    round: u32,
    aspect: Option<&'a str>,
    a: &'a Name,
    b: &'a Name,
    question: Option<&'a str>,
    card: Option<&'a Card>,
    /// The model that drew the card, or failed to.
    judge: Option<&'a str>,
    /// Why drawing a card failed.
    failed: Option<&'a str>,
    /// Whether the crux is open, agreed or settled.
    state: Option<CruxState>,
    /// Why no dispute was left after the clash.
    no_dispute_left: Option<&'a str>,
    /// Why the clash was not pursued.
    left: Option<&'a str>,
}

/// Refuses debates that are not panels.
pub(crate) fn must_be(debate: &Debate) -> Result<(), Exit> {
    if crate::render::panel::is_panel(&debate.mode) {
        return Ok(());
    }
    let id = one_line(debate.id.as_str(), 64);
    Err(Exit::request(format!(
        "debate `{id}` is not a panel and has no crux rooms; `roundtable show {id} --why` explains its verdict"
    )))
}

/// Refuses panels: nobody votes there, so there is nothing to weigh and nothing to count (P-18).
pub(crate) fn must_not_be(debate: &Debate, flag: &str) -> Result<(), Exit> {
    if !crate::render::panel::is_panel(&debate.mode) {
        return Ok(());
    }
    let id = one_line(debate.id.as_str(), 64);
    Err(Exit::request(format!(
        "`{id}` is a panel, where nobody votes: `{flag}` does not apply; `roundtable show {id}` prints its findings, `--cruxes` and `--turns` the details"
    )))
}

/// All rooms.
pub(crate) fn records(debate: &Debate) -> Vec<Record<'_>> {
    debate.panel.rooms.iter().map(|it| of(debate, it)).collect()
}

fn of<'a>(debate: &'a Debate, room: &'a Room) -> Record<'a> {
    let round = debate.rounds.iter().find(|it| it.number == room.round);
    Record {
        room: &room.id,
        round: room.round,
        aspect: round.and_then(|it| it.focus.as_deref()),
        a: &room.a,
        b: &room.b,
        question: room.question.as_deref(),
        card: room.card(),
        judge: room.card.as_ref().map(|it| it.judge.as_str()),
        failed: room.card.as_ref().and_then(|Drawn { card, .. }| card.as_ref().err()).map(String::as_str),
        state: room.card().map(Card::state),
        no_dispute_left: room.settled.as_deref(),
        left: room.left.as_deref(),
    }
}

/// All cards with the turns they cite, and open rooms.
pub(crate) fn cards(style: Style, debate: &Debate) -> String {
    if debate.panel.rooms.is_empty() {
        return style.wrap("", nothing(debate));
    }
    let cards: String = debate.panel.rooms.iter().map(|it| card::text(style, it, Detail::Turns)).collect();
    format!("{cards}{}", waiting(style, debate))
}

/// The matrix of answers to cruxes.
pub(crate) fn matrix(style: Style, debate: &Debate) -> String {
    match crux::matrix(debate).as_slice() {
        [] => style.wrap("", nothing(debate)),
        rows => grid::text(style, &debate.participants, rows),
    }
}

/// Why there is no card to show.
fn nothing(debate: &Debate) -> &'static str {
    let panel = &debate.panel;
    let is_over = debate.closed.is_some();
    match (panel.searched.is_empty(), panel.rooms.is_empty()) {
        (true, _) if is_over => "it ended before anybody looked for a disagreement, so there is no crux",
        (true, _) => "nobody has looked for a disagreement yet: the first takes are still to come",
        (false, true) if is_over => "no disagreement was found, so there was no room and there is no card",
        (false, true) => "no disagreement was found so far, so there is no room yet and no card",
        (false, false) if panel.rooms.iter().all(|it| it.is_over()) => {
            "no room has a card, so there is nothing to compare; `--cruxes` says why"
        }
        (false, false) => "no room has a card yet; `--cruxes` says how far they are",
    }
}

/// Aspects, cards and open rooms, then the findings.
pub(crate) fn brief(style: Style, debate: &Debate, status: &Status) -> String {
    let mut text = String::new();
    if let Some(aspects) = &debate.panel.aspects {
        text.push('\n');
        (1..).zip(&aspects.list).for_each(|(number, it)| text.push_str(&style.wrap(&format!("  {number}. "), it)));
    }
    text.push_str(&contradictions(style, debate));
    let cards: String = debate.panel.rooms.iter().map(|it| card::text(style, it, Detail::Words)).collect();
    let parts = [cards, room::unfinished(style, debate), findings::text(style, debate, status)];
    parts.iter().filter(|it| !it.is_empty()).for_each(|it| text.push_str(&format!("\n{it}")));
    text
}

/// Beliefs that contradict each other, as the clerk read them before anybody spoke.
fn contradictions(style: Style, debate: &Debate) -> String {
    let found = crux::contradictions(debate);
    if found.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", style.bold("Contradictions between their texts, found before anybody spoke"));
    for (number, it) in (1..).zip(&found) {
        text.push_str(&style.wrap(&format!("  {number:>2} "), &it.question));
        for (who, words) in [(&it.a.0, Some(&it.a.1)), (&it.b.0, it.b.1.as_ref())] {
            text.push_str(
                &style.wrap(&format!("       {}: ", name(who)), words.map(String::as_str).unwrap_or_default()),
            );
        }
    }
    text
}

/// Open rooms, a line each.
fn waiting(style: Style, debate: &Debate) -> String {
    let open = debate.panel.rooms.iter().filter(|it| !it.is_over());
    let line = |it: &Room| {
        let question = it.question.as_deref().unwrap_or("they clash");
        let why = crux::unfinished(debate, it).unwrap_or_default();
        style.wrap(&format!("{}, not over: ", one_line(it.id.as_str(), 16)), &format!("{question} ({why})"))
    };
    open.map(line).collect()
}
