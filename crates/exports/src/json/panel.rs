//! A panel's data: personas, aspects, rooms with their cards, the matrix, shifts, candidates and the claim graph (P-10 … P-41, Q-22).
//!
//! Private traces (P-22) are only in the log.
use super::{add, list};
use crate::wording::panel::{aspect, is_bare, number, outcome, undisputed};
use analysis::argument::GraphView;
use analysis::crux;
use debate::event::RoomTurn;
use debate::state::panel::Recalled;
use debate::state::{Panel, Room, RoomStatement};
use debate::{ChunkId, Debate, Persona, Rules};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The rules that a panel is held by: nothing is counted there, so those of counting are left out (P-18).
pub(super) fn rules(rules: &Rules) -> Value {
    let mut value = json!(rules);
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|name, _| !["decide", "algorithm", "groupthink", "closing_ballot"].contains(&name.as_str()));
    }
    value
}

/// A panel's data.
pub(super) fn value(debate: &Debate) -> Value {
    let panel = &debate.panel;
    let personas: Vec<&Persona> = panel.personas.values().map(AsRef::as_ref).collect();
    // In the order of their texts, as in every release.
    let recalled: BTreeMap<String, &Recalled> =
        panel.recalled.iter().map(|(call, it)| (call.to_string(), it)).collect();
    let ungrounded: Vec<&str> = recalled.iter().filter(|it| it.1.is_empty()).map(|it| it.0.as_str()).collect();
    let searched = panel.searched.iter().map(|(round, it)| {
        let ignored = it.ignored.iter().map(|it| json!({"a": it.a, "b": it.b, "why": it.why}));
        json!({"round": round, "by": it.by, "found": it.found, "ignored": ignored.collect::<Vec<_>>()})
    });
    let minds = personas.iter().map(|it| json!({"by": it.name, "mind": crux::belief_updates(debate, &it.name)}));
    let mut value = json!({
        "rooms": panel.rooms.iter().map(|it| room(debate, it)).collect::<Vec<_>>(),
        "matrix": crux::matrix(debate),
        "shifts": crux::shifts(debate),
        "graph": GraphView::of(debate),
        "undisputed": undisputed(debate).map(|it| json!({"round": it.number, "aspect": it.focus})).collect::<Vec<_>>(),
        "ungrounded": ungrounded,
    });
    let aspects = panel.aspects.as_ref().map(|it| json!({"list": it.list, "by": it.by, "failed": it.failed}));
    add(&mut value, "aspects", aspects);
    add(&mut value, "personas", list(personas.iter().map(|it| persona(panel, it))));
    let recalled = recalled
        .iter()
        .map(|(call, it)| json!({"call": call, "by": it.by, "beliefs": it.beliefs, "chunks": it.chunks}));
    add(&mut value, "recalled", list(recalled));
    add(&mut value, "searched", list(searched));
    add(&mut value, "minds", list(minds));
    add(&mut value, "candidates", list(crux::candidates_of(debate).iter().map(|it| json!(it))));
    value
}

/// A persona, with the passages that its turns were given (P-04).
fn persona(panel: &Panel, it: &Persona) -> Value {
    let given = |id: &ChunkId| panel.recalled.values().any(|turn| turn.by == it.name && turn.chunks.contains(id));
    let mut value = json!({
        "name": it.name,
        "built": it.built,
        "persuadability": it.persuadability,
        "contract": it.contract,
        "beliefs": it.beliefs,
        "chunks": it.chunks.len(),
    });
    let passages = it.chunks.iter().filter(|it| given(&it.id));
    let passages = passages.map(|it| json!({"id": it.id, "source": it.source, "text": it.text}));
    add(&mut value, "passages", list(passages));
    value
}

fn room(debate: &Debate, room: &Room) -> Value {
    let judged = room
        .judged
        .iter()
        .map(|it| json!({"by": it.judge, "parts": it.parts, "question": it.question, "failed": it.failed}));
    let cores =
        room.cores.iter().map(|it| json!({"by": it.judge, "same": it.same, "after": it.after, "failed": it.failed}));
    let mut value = json!({
        "room": room.id,
        "number": number(&debate.panel, room),
        "round": room.round,
        "aspect": aspect(debate, room),
        "between": [room.a, room.b],
        "outcome": outcome(room),
        "said": room.said.iter().map(|it| said(debate, it)).collect::<Vec<_>>(),
    });
    add(&mut value, "question", room.question.as_ref().map(|it| json!(it)));
    add(&mut value, "judged", list(judged));
    add(&mut value, "cores", list(cores));
    add(&mut value, "unusable", list(room.unusable.iter().map(|it| json!({"call": it.call, "why": it.why}))));
    add(&mut value, "no_dispute_left", room.settled.as_ref().map(|it| json!(it)));
    add(&mut value, "left", room.left.as_ref().map(|it| json!(it)));
    add(&mut value, "unfinished", crux::unfinished(debate, room).map(|it| json!(it)));
    let (silent, lost): (Vec<_>, Vec<_>) = room.lost.iter().partition(|it| debate.is_silence(it.why));
    let lost = lost.iter().map(|it| json!({"by": it.by, "stage": it.stage, "why": it.why, "detail": it.detail}));
    add(&mut value, "lost", list(lost));
    add(&mut value, "silent", list(silent.iter().map(|it| json!({"by": it.by, "stage": it.stage}))));
    if let Some(drawn) = &room.card {
        add(&mut value, "drawn_by", Some(json!(drawn.judge)));
        add(&mut value, "card", drawn.card.as_ref().ok().map(|it| json!(it)));
        add(&mut value, "failed", drawn.card.as_ref().err().map(|it| json!(it)));
    }
    value
}

fn said(debate: &Debate, it: &RoomStatement) -> Value {
    let turn = RoomTurn { trace: Vec::new(), ..it.turn.clone() };
    let ungrounded = is_bare(&debate.panel, &it.call);
    json!({"call": it.call, "by": it.by, "stage": it.stage, "turn": turn, "ungrounded": ungrounded, "flaws": it.flaws,
        "usage": it.usage, "took_ms": it.took})
}
