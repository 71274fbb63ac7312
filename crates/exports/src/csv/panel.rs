//! Rows of a panel: a `crux` for each disagreement, a `stand` for each side of a card, a `shift` for each participant (P-24, P-10).
use super::{Row, names};
use crate::wording::panel::{kind, moved, outcome, why_no_card};
use analysis::crux;
use debate::state::Room;
use debate::{Card, Debate};

/// All of them.
pub(super) fn rows(debate: &Debate) -> Vec<Row> {
    let mut rows = Vec::new();
    if !debate.is_panel() {
        return rows;
    }
    for room in &debate.panel.rooms {
        rows.push(crux_row(debate, room));
        if let Some(card) = room.card() {
            rows.extend(stands(room, card));
        }
    }
    let shifts = crux::shifts(debate).into_iter().map(|it| Row {
        record: "shift",
        by: it.by.to_string(),
        status: moved(it.moved).to_owned(),
        text: it.closing.unwrap_or_default(),
        more: it.opening.unwrap_or_default(),
        sources: it.rooms.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        ..Row::default()
    });
    rows.extend(shifts);
    rows
}

fn crux_row(debate: &Debate, room: &Room) -> Row {
    let card = room.card();
    let question = card.map(|it| &it.question).or(room.question.as_ref());
    let more = card.map_or_else(|| why_no_card(debate, room), |it| it.crux.clone());
    Row {
        record: "crux",
        id: room.id.to_string(),
        round: Some(room.round),
        by: names(&[room.a.clone(), room.b.clone()]),
        label: card.map(kind).unwrap_or_default(),
        status: outcome(room).to_owned(),
        text: question.cloned().unwrap_or_default(),
        more,
        sources: card.map(|it| it.claims.join("; ")).unwrap_or_default(),
        ..Row::default()
    }
}

fn stands(room: &Room, card: &Card) -> Vec<Row> {
    let falsifier = |by| card.falsifiers.iter().find(|it| it.by == by).map(|it| it.words.clone());
    let stand = |it: &debate::crux::CardPosition| Row {
        record: "stand",
        id: room.id.to_string(),
        round: Some(room.round),
        by: it.by.to_string(),
        label: it.told().to_owned(),
        text: it.words.clone(),
        more: falsifier(it.by.clone()).unwrap_or_default(),
        sources: it.turn.to_string(),
        ..Row::default()
    };
    card.positions.iter().map(stand).collect()
}
