//! The matrix of personas and cruxes (P-41): each answer in a cell, given in the room or when everybody else was asked (P-25).
//!
//! A crux has the number of its room in every output.
use super::agreement;
use debate::crux::{Answered, CruxAnswer, UNSAID};
use debate::reply::NO_VIEW;
use debate::state::Room;
use debate::text::{one_line, uncited};
use debate::{Card, Debate, Name, RoomId};
use serde::Serialize;

/// A participant's answer to a crux (P-41).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cell {
    /// The participant.
    pub by: Name,
    /// Its answer; absent if it was not asked, has no view, or its words give none.
    pub answer: Option<Answered>,
    /// Whether it was asked and has no view. Who was in the room has one, and so has who cites what it wrote.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_view: bool,
    /// Whether it spoke, in the room or when it was asked, and its words give no answer.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unsaid: bool,
    /// Its reason, in its own words; absent if it was not asked, or gave none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
}

impl Cell {
    /// Its answer for display; none if it was not asked.
    pub fn told(&self) -> Option<&'static str> {
        let silent = || match (self.no_view, self.unsaid) {
            (true, _) => Some(NO_VIEW),
            (false, true) => Some(UNSAID),
            (false, false) => None,
        };
        self.answer.map(Answered::as_str).or_else(silent)
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

impl Row {
    /// The plain answer that all participants give, if they do.
    pub fn common_answer(&self) -> Option<Answered> {
        let first = self.cells.first()?.answer.filter(|it| *it != Answered::Nuanced)?;
        (self.cells.len() > 1 && self.cells.iter().all(|it| it.answer == Some(first))).then_some(first)
    }
}

/// The matrix of personas and cruxes. Who speaks to a crux and says neither plain yes nor plain no, as whoever quotes often does, is nuanced;
/// panels of revision 0 had a hole there (P-25).
pub fn matrix(debate: &Debate) -> Vec<Row> {
    let row = |(number, room): (usize, &Room)| {
        let card = room.card()?;
        let is_revised = agreement::is_revised(debate);
        let shown = |it: Cell| match is_revised && it.unsaid {
            true => Cell { answer: Some(Answered::Nuanced), unsaid: false, ..it },
            false => it,
        };
        let cells = debate.participants.iter().map(|it| shown(cell(debate, room, card, &it.name))).collect();
        Some(Row { room: room.id.clone(), number, question: card.question.clone(), cells })
    };
    (1..).zip(&debate.panel.rooms).filter_map(row).collect()
}

fn cell(debate: &Debate, room: &Room, card: &Card, by: &Name) -> Cell {
    let stand = card.positions.iter().find(|it| it.by == *by);
    let asked = debate.panel.crux_answer(by, &room.id);
    let in_room = stand.and_then(|it| it.answer);
    let answer = in_room.or_else(|| asked.and_then(|it| it.answer));
    Cell {
        by: by.clone(),
        answer,
        no_view: answer.is_none() && stand.is_none() && asked.is_some_and(|it| !is_cited(it)),
        unsaid: answer.is_none() && (stand.is_some() || asked.is_some_and(is_cited)),
        words: match in_room.and(stand) {
            Some(it) => Some(it.words.clone()),
            None => asked.and_then(|it| it.words.clone()).or_else(|| stand.map(|it| it.words.clone())),
        },
    }
}

/// Whether an answer cites what its participant wrote: whoever quotes and gives neither yes nor no is not without a view.
pub fn is_cited(answer: &CruxAnswer) -> bool {
    answer.words.as_ref().is_some_and(|it| one_line(&uncited(it)) != one_line(it))
}

/// The rooms whose crux a participant has yet to answer (P-25): those with a card in which it gave no answer.
pub fn unanswered<'a>(debate: &'a Debate, by: &'a Name) -> impl Iterator<Item = (&'a Room, &'a Card)> {
    debate.panel.cards().filter(move |(room, card)| {
        cell(debate, room, card, by).answer.is_none() && debate.panel.crux_answer(by, &room.id).is_none()
    })
}
