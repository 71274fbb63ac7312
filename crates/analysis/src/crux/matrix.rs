//! Personas by cruxes (P-41): what each answers, cell by cell. Who was not in a room was not asked, and its cell is empty.
use debate::crux::Answered;
use debate::{Debate, Name, RoomId};
use serde::Serialize;

/// What a participant answers to a crux (P-41); absent where it was not asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Who.
    pub by: Name,
    /// Its answer.
    pub answer: Option<Answered>,
}

/// A row of the matrix: a card and everybody's answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Which room.
    pub room: RoomId,
    /// Its crux question.
    pub question: String,
    /// By seat.
    pub cells: Vec<Cell>,
}

/// Personas by cruxes.
pub fn matrix(debate: &Debate) -> Vec<Row> {
    let row = |(room, card): (&debate::state::Room, &debate::Card)| {
        let answer = |by: &Name| card.positions.iter().find(|it| it.by == *by).map(|it| it.answer);
        let cells = debate.participants.iter().map(|it| Cell { by: it.name.clone(), answer: answer(&it.name) });
        Row { room: room.id.clone(), question: card.question.clone(), cells: cells.collect() }
    };
    debate.panel.cards().map(row).collect()
}
