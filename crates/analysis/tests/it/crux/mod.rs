//! Panels made of events: what is found, drawn and moved without a model (P-06, P-10, P-24, P-30, P-31, P-40, P-41, Q-22).
mod belief_updates;
mod candidates;
mod cards;
mod clashes;
mod findings;
mod told;

use crate::test_debate::{NAMES, TestDebate, participant};
use debate::belief::{BeliefGraph, Edge, Node, NodeKind};
use debate::crux::{Answered, CruxKind};
use debate::event::{Answer, Dispute, Ignored, PanelEvent, RoomEvent, RoomTurn, RoundKind, Stage};
use debate::persona::Built;
use debate::rules::PanelRules;
use debate::state::Room;
use debate::{CallId, Card, Contract, Event, Name, Persona, Polarity, RoomId, Rules, Turn};

/// A panel of revision 0, as logs before version 0.3 have it, that nobody has spoken at.
pub(super) fn panel(topic: &str, seats: usize) -> TestDebate {
    of_revision(0, topic, seats)
}

/// A panel of the current revision that nobody has spoken at.
pub(super) fn revised(topic: &str, seats: usize) -> TestDebate {
    of_revision(PanelRules::default().revision, topic, seats)
}

fn of_revision(revision: u32, topic: &str, seats: usize) -> TestDebate {
    let rules = Rules { panel: Some(PanelRules { revision, ..PanelRules::default() }), ..Rules::default() };
    TestDebate::of(topic, None, NAMES[..seats].iter().map(|it| participant(it, "x")).collect(), rules)
}

/// A turn that holds a position and is sure of it.
pub(super) fn holds(position: &str) -> Turn {
    Turn { position: Some(position.to_owned()), confidence: Some(0.8), ..Turn::default() }
}

/// A round of a kind in which these speak by seat.
pub(super) fn round(
    scene: &mut TestDebate,
    kind: RoundKind,
    focus: Option<&str>,
    turns: impl IntoIterator<Item = Turn>,
) {
    let round = scene.debate.rounds.len() as u32 + 1;
    scene.add(Event::RoundOpened { round, in_turn: false, kind, focus: focus.map(str::to_owned) });
    scene.speak(turns);
}

/// The disputes of the last round, each between two seats.
pub(super) fn disputed(scene: &mut TestDebate, pairs: &[(usize, usize)], ignored: Vec<Ignored>) {
    let (round, before) = (scene.debate.rounds.len() as u32, scene.debate.panel.rooms.len());
    let dispute = |(at, (a, b)): (usize, &(usize, usize))| Dispute {
        room: id(before + at + 1),
        a: NAMES[*a].into(),
        b: NAMES[*b].into(),
    };
    let disputes = pairs.iter().enumerate().map(dispute).collect();
    scene.add(Event::Panel { what: PanelEvent::DisputesFound { round, by: "lexical".to_owned(), disputes, ignored } });
}

pub(super) fn id(number: usize) -> RoomId {
    RoomId::from(format!("room-{number}").as_str())
}

/// Something happens in a room.
pub(super) fn happens(scene: &mut TestDebate, number: usize, what: RoomEvent) {
    let round = room(scene, number).round;
    scene.add(Event::Room { round, room: id(number), what });
}

/// Somebody says something in a room, and this is where.
pub(super) fn says(scene: &mut TestDebate, number: usize, seat: usize, stage: Stage, turn: RoomTurn) -> CallId {
    let by: Name = NAMES[seat].into();
    let place = room(scene, number).at(stage).count() + 1;
    let call = CallId::said(&id(number), stage, place, &by);
    let said = RoomEvent::Said { call: call.clone(), by, stage, turn, flaws: vec![], answer: Answer::default() };
    happens(scene, number, said);
    call
}

pub(super) fn room(scene: &TestDebate, number: usize) -> &Room {
    scene.debate.panel.room(&id(number)).unwrap()
}

pub(super) fn say(words: &str) -> RoomTurn {
    RoomTurn { say: words.to_owned(), ..RoomTurn::default() }
}

pub(super) fn answers(words: &str, answer: Answered) -> RoomTurn {
    RoomTurn { answer: Some(answer), ..say(words) }
}

pub(super) fn names(core: &str, kind: CruxKind) -> RoomTurn {
    RoomTurn { core: Some(core.to_owned()), kind: Some(kind), ..say("It comes down to this.") }
}

/// A room is opened with a question.
pub(super) fn opens(scene: &mut TestDebate, number: usize, question: &str) {
    happens(scene, number, RoomEvent::Opened { question: question.to_owned() });
}

/// A card is drawn.
pub(super) fn drawn(scene: &mut TestDebate, number: usize, card: Result<Card, &str>) {
    let (card, failed) = match card {
        Ok(card) => (Some(card), None),
        Err(why) => (None, Some(why.to_owned())),
    };
    let call = CallId::card(&id(number));
    happens(
        scene,
        number,
        RoomEvent::CardDrawn { call, judge: "words".to_owned(), card, failed, answer: None, took: 0 },
    );
}

/// A persona with these beliefs: concepts with how firmly they are held, and edges between their places.
pub(super) fn persona(name: &str, nodes: &[(&str, f64)], edges: &[(usize, usize, Polarity, f64)]) -> Persona {
    let node = |(at, (concept, held)): (usize, &(&str, f64))| Node {
        id: format!("b{}", at + 1),
        concept: (*concept).to_owned(),
        kind: NodeKind::FactualClaim,
        held: *held,
        chunks: vec!["c1".into()],
    };
    let edge = |(at, (cause, effect, polarity, confidence)): (usize, &(usize, usize, Polarity, f64))| Edge {
        id: format!("e{}", at + 1),
        cause: format!("b{}", cause + 1),
        effect: format!("b{}", effect + 1),
        polarity: *polarity,
        confidence: *confidence,
        clause: None,
        chunks: vec!["c1".into()],
    };
    Persona {
        name: name.into(),
        built: Built::Hand,
        persuadability: 0.5,
        contract: Contract::default(),
        beliefs: BeliefGraph {
            nodes: nodes.iter().enumerate().map(node).collect(),
            edges: edges.iter().enumerate().map(edge).collect(),
        },
        chunks: vec![],
    }
}

/// Personas are seated.
pub(super) fn seats(scene: &mut TestDebate, personas: Vec<Persona>) {
    scene.add(Event::Panel { what: PanelEvent::PersonasSeated { personas } });
}
