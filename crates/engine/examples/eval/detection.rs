//! Measures how well disagreement is found without a model (P-30, P-31): which pairs would clash, and which would get a room.
//!
//! The sets have pairs of texts and no clashes. So the two texts stand for the takes and for the rebuttals: participants who did not
//! respond to each other would get no room. Pairs of one speaker are no disagreement, and count as not found.
use crate::sets::{self, Item};
use analysis::crux::{self, Takes};
use debate::event::{Answer, Dispute, LOG_VERSION, PanelEvent, RoomEvent, RoomTurn, RoundKind, Stage};
use debate::{CallId, Debate, Envelope, Event, Name, Participant, Perspective, Relation, RoomId, Rules, Topic, Turn};
use engine::{Analyst, Lexical, Local, Texts};
use local::embeddings::LocalSemantics;
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

/// The sets, each with the class to find and those without a relation.
const SETS: &[(&str, &str, &[&str])] = &[
    ("perspectrum_take_pairs", "opposed", &["off_topic", "same_point"]),
    ("nixon_kennedy", "attack", &["no_relation"]),
];

/// Measures both analysts on both sets, and prints the table.
pub(crate) async fn measure(data: &Path, reader: Arc<LocalSemantics>) -> Result<(), Box<dyn Error>> {
    println!(
        "{:<26}{:<10}{:>10}{:>14}{:>10}{:>14}",
        "disagreement found", "analyst", "missed", "no relation", "missed", "no relation"
    );
    println!("{:<26}{:<10}{:>24}{:>24}", "", "", "let clash", "given a room (< 0.10)");
    let analysts: [(&str, Box<dyn Analyst>); 2] =
        [("lexical", Box::new(Lexical)), ("local", Box::new(Local::new(reader)))];
    for (set, sought, unrelated) in SETS {
        let Some(items) = sets::read(data, set)? else {
            println!("{set:<26}not in `{}`", data.display());
            continue;
        };
        for (name, analyst) in &analysts {
            let mut found = Vec::new();
            for item in &items {
                found.push((item.class.as_str(), find(analyst.as_ref(), item).await?));
            }
            let share = |classes: &[&str], is: fn(&Found) -> bool| {
                let of: Vec<&Found> = found.iter().filter(|(it, _)| classes.contains(it)).map(|(_, it)| it).collect();
                of.iter().filter(|it| is(it)).count() as f64 / of.len().max(1) as f64
            };
            let (clash, room) = (|it: &Found| it.clash, |it: &Found| it.room);
            println!(
                "{set:<26}{name:<10}{:>10.3}{:>14.3}{:>10.3}{:>14.3}",
                1.0 - share(&[sought], clash),
                share(unrelated, clash),
                1.0 - share(&[sought], room),
                share(unrelated, room)
            );
        }
    }
    println!();
    Ok(())
}

/// The result for two texts.
struct Found {
    clash: bool,
    room: bool,
}

async fn find(analyst: &dyn Analyst, item: &Item) -> Result<Found, Box<dyn Error>> {
    let (a, b) = item.speakers.clone().unwrap_or_else(|| ("one".to_owned(), "other".to_owned()));
    if a == b {
        return Ok(Found { clash: false, room: false });
    }
    let topic = item.topic.clone().unwrap_or_default();
    let relate = async |pairs: &[(String, String)]| -> Result<Vec<Relation>, models::Error> {
        let texts: Vec<Texts<'_>> = pairs.iter().map(|(a, b)| Texts { topic: Some(&topic), a, b }).collect();
        analyst.relate(&texts).await
    };
    let takes = relate(&[(item.a.clone(), item.b.clone())]).await?;
    let clash = takes.iter().any(|it| crux::takes(&topic, None, (&item.a, &item.b), it) == Takes::Disputed);
    let debate = clashed(&topic, (&a, &item.a), (&b, &item.b))?;
    let room = debate.panel.rooms.first().ok_or("a clash without a room")?;
    let made = relate(&crux::clash_pairs(&debate, room)).await?;
    Ok(Found { clash, room: clash && crux::parts(&debate, room, &made).0.all() })
}

/// A debate of two with these statements.
fn clashed(topic: &str, a: (&str, &str), b: (&str, &str)) -> Result<Debate, Box<dyn Error>> {
    let seat = |name: &str| Participant::new(name.into(), "x/y".into(), "x".into(), Perspective::of_seat(0));
    let opened = Event::DebateOpened {
        version: LOG_VERSION,
        debate: "eval".into(),
        topic: Topic::new(topic)?,
        ballot: None,
        mode: "panel".to_owned(),
        participants: vec![seat(a.0), seat(b.0)],
        rules: Rules::default(),
        rehearsal: false,
        fork: None,
    };
    let room = RoomId::from("room-1");
    let (one, other): (Name, Name) = (a.0.into(), b.0.into());
    let take = |by: &Name, text: &str| Event::TurnTaken {
        round: 1,
        call: CallId::turn(1, by),
        by: by.clone(),
        turn: Turn { position: Some(text.to_owned()), ..Turn::default() },
        flaws: Vec::new(),
        answer: Answer::default(),
    };
    let said = |by: &Name, number: usize, text: &str| {
        let call = CallId::said(&room, Stage::Clash, number, by);
        let turn = RoomTurn { say: text.to_owned(), ..RoomTurn::default() };
        let what = RoomEvent::Said {
            call,
            by: by.clone(),
            stage: Stage::Clash,
            turn,
            flaws: Vec::new(),
            answer: Answer::default(),
        };
        Event::Room { round: 1, room: room.clone(), what }
    };
    let disputes = vec![Dispute { room: room.clone(), a: one.clone(), b: other.clone() }];
    let events = [
        opened,
        Event::RoundOpened { round: 1, in_turn: false, kind: RoundKind::Take, focus: None },
        take(&one, a.1),
        take(&other, b.1),
        Event::Panel {
            what: PanelEvent::DisputesFound { round: 1, by: "eval".to_owned(), disputes, ignored: Vec::new() },
        },
        said(&one, 1, a.1),
        said(&other, 2, b.1),
    ];
    let log: Vec<Envelope> = (0..).zip(events).map(|(seq, event)| Envelope { seq, at: 0, elapsed: 0, event }).collect();
    Ok(Debate::replay(&log)?)
}
