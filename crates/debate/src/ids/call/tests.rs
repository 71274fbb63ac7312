//! Every text of an id that is known, and some that are not.
use super::*;
use crate::log;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Pieces that ids are made of, and some that only look so.
const PIECES: [&str; 22] = [
    "aspects", "r1", "r02", "r", "room-1", "kitchen", "turn", "again", "review", "reviews", "compare", "group",
    "clash", "position", "exchange", "judge", "cores", "card", "0", "2", "+2", "",
];

/// Pieces side by side: ids of all shapes, and texts that are nearly ids. As a name it may hold slashes.
fn text(pieces: usize) -> impl Strategy<Value = String> {
    let piece = prop_oneof![8 => select(PIECES.as_slice()).prop_map(str::to_owned), 1 => "[a-z/0-9]{0,4}"];
    vec(piece, 1..=pieces).prop_map(|it| it.join("/"))
}

/// Ids as they are made, of anybody and in any room.
fn made() -> impl Strategy<Value = CallId> {
    let (who, room) = (text(3).prop_map(Name::from), text(2).prop_map(RoomId::from));
    let stage = select(Stage::ALL.as_slice());
    let first =
        (0..11, 0..4_u32, who, room, stage, 0..4_usize).prop_map(
            |(kind, round, who, room, stage, number)| match kind {
                0 => CallId::Aspects,
                1 => CallId::turn(round, &who),
                2 => CallId::again(round, &who),
                3 => CallId::review(round, &who),
                4 => CallId::reviews(round, &who),
                5 => CallId::compare(round, round),
                6 => CallId::group(round),
                7 => CallId::judge(&room, round),
                8 => CallId::cores(&room, number),
                9 => CallId::card(&room),
                _ => CallId::said(&room, stage, number, &who),
            },
        );
    (first, 0..4, 0..3_usize).prop_map(|(first, how, uses)| match how {
        0 => first.with_tools(uses),
        1 => first.once_more(),
        _ => first,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// O-05: whatever text a log has for an id, it is written again as it was, also where its shape is not known.
    #[test]
    fn a_text_is_read_and_written_as_it_was(text in text(6)) {
        let Ok(id) = text.parse::<CallId>();
        prop_assert_eq!(id.to_string(), text.as_str());
        prop_assert_eq!(serde_json::to_string(&id).unwrap(), format!("\"{text}\""));
    }

    /// O-05: an id equals its parsed text, whatever the names of participants and rooms: equal texts are equal ids.
    #[test]
    fn an_id_is_what_its_text_is_read_as(id in made(), other in made()) {
        prop_assert_eq!(id.to_string().parse::<CallId>(), Ok(id.clone()));
        prop_assert_eq!(serde_json::from_str::<CallId>(&serde_json::to_string(&id).unwrap()).unwrap(), id.clone());
        prop_assert_eq!(id == other, id.to_string() == other.to_string());
        prop_assert_eq!(other.repeats(&id), other == id.once_more());
        prop_assert!(id.once_more().repeats(&id));
    }
}

/// Every shape of id has its variant; what has none is kept as it is.
#[test]
fn shapes_are_known() {
    let (ada, again, room) = (Name::from("ada"), Name::from("again"), RoomId::number(1));
    for (text, id, round, who) in [
        ("aspects", CallId::Aspects, None, None),
        ("r2/turn/ada", CallId::turn(2, &ada), Some(2), Some(&ada)),
        ("r2/turn/ada/3", CallId::turn(2, &ada).with_tools(2), Some(2), Some(&ada)),
        ("r2/again/ada", CallId::again(2, &ada), Some(2), Some(&ada)),
        ("r2/again/again/2", CallId::again(2, &again).with_tools(1), Some(2), Some(&again)),
        ("r2/review/ada", CallId::review(2, &ada), Some(2), Some(&ada)),
        ("r2/reviews/ada", CallId::reviews(2, &ada), Some(2), Some(&ada)),
        ("r2/compare/3", CallId::compare(2, 3), Some(2), None),
        ("r2/group", CallId::group(2), Some(2), None),
        ("room-1/clash/2/ada", CallId::said(&room, Stage::Clash, 2, &ada), None, Some(&ada)),
        ("room-1/clash/2/again", CallId::said(&room, Stage::Clash, 2, &again), None, Some(&again)),
        ("room-1/clash/2/again/again", CallId::said(&room, Stage::Clash, 2, &again).once_more(), None, Some(&again)),
        ("room-1/judge/1", CallId::judge(&room, 1), None, None),
        ("room-1/cores/2/again", CallId::cores(&room, 2).once_more(), None, None),
        ("room-1/card/again", CallId::card(&room).once_more(), None, None),
    ] {
        assert_eq!((CallId::from(text), id.to_string().as_str()), (id.clone(), text));
        assert!(!matches!(id, CallId::Other(_)), "{text}");
        assert_eq!((id.round(), id.who()), (round, who), "{text}");
        assert_eq!(id.room(), text.starts_with("room-1/").then_some(&room), "{text}");
        assert_eq!(id.is_turn(), text.contains("/clash/"), "{text}");
    }
    for text in ["", "3", "T4", "r02/turn/ada", "x/turn/ada", "r2/compare/one", "room-1/judge", "room-1/wall/1/ada"] {
        assert_eq!(CallId::from(text), CallId::Other(text.to_owned()));
    }
}

/// O-05: a log with an id of no known shape is read, and written as it was.
#[test]
fn an_id_of_a_later_release_is_kept() {
    let line = r#"{"seq":7,"at":1,"elapsed":1,"type":"turn_failed","round":2,"call":"r2/later/kind/of/7","by":"ada","why":"timed_out","detail":"no answer","took":250}"#;
    let read = log::one(line).unwrap();
    assert_eq!(read.event.call(), Some(&CallId::Other("r2/later/kind/of/7".to_owned())));
    assert_eq!(log::write(&read).unwrap().trim_end(), line);
}
