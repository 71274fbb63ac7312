//! Tampered logs of panels.
use debate::event::{PanelEvent, RoomEvent};
use debate::{CallId, Debate, Envelope, Event};
use std::path::Path;

/// O-22, O-04: a log with duplicate rooms, a room of one, a third speaker or a question answered twice is refused: resuming it would ask
/// without end.
#[test]
fn a_log_that_was_tampered_with_is_no_panel() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/v2-panel-words.jsonl");
    let log = debate::log::read_lines(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert!(Debate::replay(&log).is_ok());
    let is_search = |it: &Envelope| matches!(&it.event, Event::Panel { what: PanelEvent::DisputesFound { disputes, .. } } if disputes.len() > 1);
    let search = log.iter().position(is_search).unwrap();
    let is_said = |it: &Envelope| matches!(it.event, Event::Room { what: RoomEvent::Said { .. }, .. });
    let said = log.iter().position(is_said).unwrap();
    let unusable = |call: CallId| {
        let Event::Room { round, room, what: RoomEvent::Said { by, answer, .. } } = log[said].event.clone() else {
            panic!()
        };
        let (by, why) = (Some(by), "no object".to_owned());
        Envelope {
            event: Event::Room { round, room, what: RoomEvent::AnswerUnusable { call, by, why, answer } },
            ..log[said].clone()
        }
    };
    let call = log[said].event.call().unwrap();
    let cases: [(&str, usize, Tamper<'_>); 7] = [
        ("a second time", search + 1, &|log| log.insert(search + 1, log[search].clone())),
        ("already exists", search, &|log| change(&mut log[search], |it| it[1].room = it[0].room.clone())),
        ("does not have two", search, &|log| change(&mut log[search], |it| it[0].b = it[0].a.clone())),
        ("is not a participant", said, &|log| {
            let Event::Room { room, what: RoomEvent::Said { by, .. }, .. } = &mut log[said].event else { panic!() };
            *by = if room.as_str() == "room-1" { "south" } else { "east" }.into();
        }),
        ("a second time", said + 1, &|log| log.insert(said + 1, log[said].clone())),
        ("a second time", said + 1, &|log| log.insert(said, unusable(call.clone()))),
        ("a second time", said + 1, &|log| {
            log.insert(said, unusable(call.clone()));
            log.insert(said + 1, unusable(call.once_more()));
        }),
    ];
    for (expected, at, tamper) in cases {
        let mut log = log.clone();
        tamper(&mut log);
        (0..).zip(&mut log).for_each(|(seq, it)| it.seq = seq);
        let found = Debate::replay(&log).map(|_| ()).map_err(|it| it.to_string());
        let found = found.unwrap_err();
        assert!(found.contains(expected) && found.contains(&format!("record {at} ")), "{expected}: {found}");
    }
}

type Tamper<'a> = &'a dyn Fn(&mut Vec<Envelope>);

fn change(envelope: &mut Envelope, change: impl FnOnce(&mut Vec<debate::event::Dispute>)) {
    let Event::Panel { what: PanelEvent::DisputesFound { disputes, .. } } = &mut envelope.event else { panic!() };
    change(disputes);
}
