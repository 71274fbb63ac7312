//! The matrix of personas and cruxes (P-41): each answer in a cell. The cell of a participant that was not in the room is empty.
//!
//! A crux has the number of its room in every output.
use debate::crux::{Answered, UNSAID};
use debate::state::Room;
use debate::{Card, Debate, Name, RoomId};
use serde::Serialize;

/// A participant's answer to a crux (P-41).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// The participant.
    pub by: Name,
    /// Its answer; absent if it was not asked or its words give none.
    pub answer: Option<Answered>,
    /// Whether it was asked and its words give no answer.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unsaid: bool,
}

impl Cell {
    /// Its answer for display; none if it was not asked.
    pub fn told(&self) -> Option<&'static str> {
        self.answer.map(Answered::as_str).or(self.unsaid.then_some(UNSAID))
    }
}

/// A row of the matrix: a card and all answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The room.
    pub room: RoomId,
    /// Its number among all rooms, from 1.
    pub number: usize,
    /// Its crux question.
    pub question: String,
    /// The cells, by seat.
    pub cells: Vec<Cell>,
}

/// The matrix of personas and cruxes.
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
