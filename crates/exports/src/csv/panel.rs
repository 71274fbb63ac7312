//! Rows of a panel: what all hold, a `crux` for each disagreement, a `stand` for each side of a card, an `answer` for everybody else, a `shift`
//! for each participant, and its turns (P-10, P-18, P-24, P-25).
use super::{Row, names};
use crate::wording::panel::{in_each_ones_words, kind, moved, outcome, why_no_card};
use analysis::Findings;
use analysis::crux::{self, Cell};
use debate::event::Reason;
use debate::state::Room;
use debate::{Card, Debate, Round, Spoken};

/// All of them.
pub(super) fn rows(debate: &Debate) -> Vec<Row> {
    let findings = Findings::of(debate);
    let status = match (findings.is_rehearsal, findings.is_final) {
        (true, _) => "rehearsal",
        (false, true) if findings.record.exit == Some(Reason::Stopped) => "stopped",
        (false, true) => "final",
        (false, false) => "not over",
    };
    let to_find: Vec<&str> = findings.find_out.iter().map(|it| it.question.as_str()).collect();
    let more = to_find.join(" · ");
    let mut rows = vec![Row {
        record: "panel",
        status: status.to_owned(),
        text: debate.topic.to_string(),
        more,
        ..Row::default()
    }];
    rows.extend(findings.all_hold.iter().map(|it| Row {
        record: "shared",
        id: it.room.as_ref().map(ToString::to_string).unwrap_or_default(),
        round: Some(it.round),
        label: it.answer.map(|it| it.to_string()).unwrap_or_default(),
        text: it.text.clone(),
        more: in_each_ones_words(it),
        ..Row::default()
    }));
    let matrix = crux::matrix(debate);
    for room in &debate.panel.rooms {
        rows.push(crux_row(debate, room));
        if let Some(card) = room.card() {
            rows.extend(stands(room, card));
        }
        let cells = matrix.iter().filter(|it| it.room == room.id).flat_map(|it| &it.cells);
        rows.extend(cells.filter(|it| !room.has(&it.by)).map(|it| answered(room, it)));
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
    for round in &debate.rounds {
        rows.extend(round.spoken.iter().map(|it| turn(debate, round, it)));
    }
    rows.extend(findings.silent.iter().flat_map(|it| {
        let by = it.by.to_string();
        it.rounds.iter().map(move |round| Row {
            record: "silent",
            round: Some(*round),
            by: by.clone(),
            ..Row::default()
        })
    }));
    rows
}

/// The answer of somebody who was not in the room (P-25).
fn answered(room: &Room, it: &Cell) -> Row {
    Row {
        record: "answer",
        id: room.id.to_string(),
        round: Some(room.round),
        by: it.by.to_string(),
        label: it.told().unwrap_or("not asked").to_owned(),
        text: it.words.clone().unwrap_or_default(),
        ..Row::default()
    }
}

fn turn(debate: &Debate, round: &Round, spoken: &Spoken) -> Row {
    Row {
        record: "turn",
        round: Some(round.number),
        by: spoken.by.to_string(),
        model: debate.participant(&spoken.by).map(|it| it.model.clone()).unwrap_or_default(),
        confidence: spoken.turn.confidence,
        text: spoken.turn.position.clone().unwrap_or_default(),
        ..Row::default()
    }
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
