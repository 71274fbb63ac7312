//! Personas by cruxes (P-41): what each answers, cell by cell. Who was not in a room was not asked, and its cell is empty.
//!
//! A crux has the number of its room: it is called by that wherever it is told of.
use debate::crux::{Answered, UNSAID};
use debate::state::Room;
use debate::{Card, Debate, Name, RoomId};
use serde::Serialize;

/// What a participant answers to a crux (P-41).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// Who.
    pub by: Name,
    /// Its answer; absent where it was not asked, or its words do not tell.
    pub answer: Option<Answered>,
    /// Whether it was asked, and its words do not tell.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unsaid: bool,
}

impl Cell {
    /// Its answer as people read it; nothing where it was not asked.
    pub fn told(&self) -> Option<&'static str> {
        self.answer.map(Answered::as_str).or(self.unsaid.then_some(UNSAID))
    }
}

/// A row of the matrix: a card and everybody's answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Which room.
    pub room: RoomId,
    /// Its number among all rooms, from 1.
    pub number: usize,
    /// Its crux question.
    pub question: String,
    /// By seat.
    pub cells: Vec<Cell>,
}

/// Personas by cruxes.
pub fn matrix(debate: &Debate) -> Vec<Row> {
    let row = |(number, room): (usize, &Room)| {
        let card = room.card()?;
        let cells = debate.participants.iter().map(|it| cell(card, &it.name)).collect();
        Some(Row { room: room.id.clone(), number, question: card.question.clone(), cells })
    };
    (1..).zip(&debate.panel.rooms).filter_map(row).collect()
}

fn cell(card: &Card, by: &Name) -> Cell {
    let stand = card.positions.iter().find(|it| it.by == *by);
    let answer = stand.and_then(|it| it.answer);
    Cell { by: by.clone(), answer, unsaid: stand.is_some() && answer.is_none() }
}
