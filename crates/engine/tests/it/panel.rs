//! A panel in the loop: concurrent rooms, recorded recalls and clerks, cut anywhere, replayed, forked.
mod heavy;
mod local_tasks;
mod quote_model;
mod spec;
mod tampered;

use crate::support::{self, Cast, Instead};
use debate::belief::{Edge, Node, NodeKind};
use debate::event::{Failure, PanelEvent, Reason, RoomEvent, Stage};
use debate::persona::Built;
use debate::rules::{PanelRules, Temperatures};
use debate::{
    Analyst, BeliefGraph, CallId, Chunk, Contract, Debate, Envelope, Event, Layout, Name, Persona, Polarity, Profile,
    Rules, Topic,
};
use engine::{At, Bus, Changes, Cut, Seat, Spec};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A persona that believes that each of these leads to, or works against, another; each belief has its own chunk.
pub(crate) fn persona(name: &str, links: &[(&str, Polarity, &str)]) -> Persona {
    let mut concepts: Vec<&str> = Vec::new();
    for (cause, _, effect) in links {
        for it in [cause, effect] {
            if !concepts.contains(it) {
                concepts.push(it);
            }
        }
    }
    let chunk = |at: usize| format!("{name}{at}").as_str().into();
    let node = |(at, concept): (usize, &&str)| Node {
        id: format!("b{}", at + 1),
        concept: (*concept).to_owned(),
        kind: NodeKind::FactualClaim,
        held: 0.8,
        chunks: links.iter().position(|it| it.0 == *concept || it.2 == *concept).map(chunk).into_iter().collect(),
    };
    let id = |concept: &str| format!("b{}", concepts.iter().position(|it| *it == concept).unwrap() + 1);
    let edge = |(at, (cause, polarity, effect)): (usize, &(&str, Polarity, &str))| Edge {
        id: format!("e{}", at + 1),
        cause: id(cause),
        effect: id(effect),
        polarity: *polarity,
        confidence: 0.8,
        clause: None,
        chunks: vec![chunk(at)],
    };
    let text = |(at, (cause, polarity, effect)): (usize, &(&str, Polarity, &str))| Chunk {
        id: chunk(at),
        source: format!("{name}.md"),
        text: format!("As far as I have seen, {cause} {} {effect}.", polarity.verb(cause)),
    };
    Persona {
        name: name.into(),
        built: Built::Hand,
        persuadability: Persona::PERSUADABILITY,
        contract: Contract { identity: format!("{name} keeps accounts."), ..Contract::default() },
        beliefs: BeliefGraph {
            nodes: concepts.iter().enumerate().map(node).collect(),
            edges: links.iter().enumerate().map(edge).collect(),
        },
        chunks: links.iter().enumerate().map(text).collect(),
    }
}

/// A panel of these personas, simulated.
pub(crate) fn panel(topic: &str, personas: Vec<Persona>, rules: PanelRules) -> Spec {
    let seats = (1..).zip(&personas).map(|(n, it)| Seat {
        model: if rules.quote { format!("quote/{}", it.name) } else { format!("sim/{n}") },
        family: "sim".into(),
        name: Some(it.name.to_string()),
        profile: Profile::Full,
        layout: Layout::Rebuild,
    });
    let participants = engine::seat(seats);
    let rules = Rules { panel: Some(rules), ..Rules::default() };
    let topic = Topic::new(topic).unwrap();
    Spec { topic, participants, personas, ..support::spec("panel", 0, rules) }
}

const CACHING: &str = "Should we put a cache in front of the ledger?";

/// Three personas of whom two disagree with the first on one aspect, so that two rooms are open at once.
pub(crate) fn caching(rules: PanelRules) -> Spec {
    use Polarity::{Furthers, Hinders};
    let shared = ("night shifts", Furthers, "mistakes");
    let north = [("the cache", Furthers, "fast reads"), ("fast reads", Furthers, "more orders"), shared];
    let east = [("the cache", Hinders, "fast reads"), ("stale entries", Furthers, "angry clerks"), shared];
    let south = [("the cache", Hinders, "fast reads"), shared];
    let personas = vec![persona("north", &north), persona("east", &east), persona("south", &south)];
    let aspects = vec!["What the cache does to fast reads".to_owned(), "Night shifts".to_owned()];
    panel(CACHING, personas, PanelRules { aspects, ..rules })
}

pub(crate) fn with_clerk() -> PanelRules {
    PanelRules { clerk: Some("sim/9".to_owned()), ..PanelRules::default() }
}

/// Both ways to judge a panel: by words alone, and by a clerk.
pub(crate) fn both() -> [(&'static str, Spec); 2] {
    [("words", caching(PanelRules::default())), ("clerk", caching(with_clerk()))]
}

fn rooms_of(log: &[Envelope]) -> BTreeSet<String> {
    let room = |it: &Envelope| if let Event::Room { room, .. } = &it.event { Some(room.to_string()) } else { None };
    log.iter().filter_map(room).collect()
}

/// P-10, P-12, P-17, P-24: a whole panel with two concurrent rooms; every room ends with a card that names its crux, and each of its events
/// has its id.
#[tokio::test]
async fn a_whole_panel_finds_what_is_disputed() {
    for (what, spec) in both() {
        let (debate, log) = support::run(&spec, &Arc::new(Cast::default())).await;
        assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Discussed, "{what}");
        assert_eq!(rooms_of(&log), BTreeSet::from(["room-1".to_owned(), "room-2".to_owned()]), "{what}");
        for room in &debate.panel.rooms {
            let card = room.card.as_ref().unwrap().card.as_ref().unwrap_or_else(|why| panic!("{what}: {why}"));
            let crux = card.crux.to_lowercase();
            assert!(crux.contains("the cache") && crux.contains("fast reads"), "{what}: {crux}");
            assert_eq!(card.positions.len(), 2, "{what}");
            assert!(room.said.iter().all(|it| it.call.room() == Some(&room.id)), "{what}");
        }
        let searched: Vec<usize> = debate.panel.searched.values().map(|it| it.found).collect();
        assert_eq!(searched, [2, 0], "{what}: the second aspect is not disputed, and the record says so");
    }
}

/// P-12: rooms run concurrently. A participant in one is asked before anybody has answered in the other.
#[tokio::test]
async fn two_rooms_run_at_the_same_time() {
    for (what, spec) in both() {
        let cast = Arc::new(Cast::default());
        let (_, log) = support::run(&spec, &cast).await;
        let order = cast.order();
        let room = |call: &str| call.split('/').next().unwrap_or_default().to_owned();
        let of_rooms: Vec<String> = order.iter().filter(|it| it.starts_with("room-")).map(|it| room(it)).collect();
        let changes = of_rooms.windows(2).filter(|it| it[0] != it[1]).count();
        assert!(changes > of_rooms.len() / 3, "{what}: rooms take turns, not one after the other: {of_rooms:?}");
        // Both first rebuttals are asked before either is recorded.
        let asked = |call: &str| order.iter().position(|it| it == call).unwrap();
        let first = ["room-1/clash/1/", "room-2/clash/1/"]
            .map(|start| order.iter().find(|it| it.starts_with(start)).unwrap().clone());
        let second = order.iter().find(|it| it.contains("/clash/2/")).unwrap();
        assert!(first.iter().all(|it| asked(it) < asked(second)), "{what}");
        let places = first
            .map(|call| log.iter().position(|it| it.event.call().is_some_and(|it| it.to_string() == *call)).unwrap());
        assert_eq!(places[0].abs_diff(places[1]), 1, "{what}: both answers are of one batch");
    }
}

/// P-22, P-17: reasoning in a room is in nobody's prompt, its author's included, and nothing of a room is in another room of the same
/// round.
#[tokio::test]
async fn a_trace_is_nobodys_to_see() {
    let spec = caching(with_clerk());
    let cast = Arc::new(Cast::default());
    let (debate, _) = support::run(&spec, &cast).await;
    let thoughts: Vec<&str> = debate
        .panel
        .rooms
        .iter()
        .flat_map(|it| &it.said)
        .flat_map(|it| &it.turn.trace)
        .map(|it| it.text.as_str())
        .collect();
    assert!(thoughts.len() >= 8);
    for (call, request) in cast.asked() {
        for thought in &thoughts {
            assert!(!request.user.contains(thought) && !request.system.contains(thought), "{call} shows: {thought}");
        }
        let Some(own) = debate.panel.rooms.iter().find(|it| call.starts_with(&format!("{}/", it.id))) else { continue };
        for other in debate.panel.rooms.iter().filter(|it| it.id != own.id) {
            let strangers: Vec<&Name> =
                [&other.a, &other.b].into_iter().filter(|it| **it != own.a && **it != own.b).collect();
            for stranger in strangers {
                assert!(!request.user.contains(&format!("| {stranger}: ")), "{call} hears {stranger}");
            }
        }
    }
}

/// O-22, O-05, P-12: a panel is cut at every event after its opening, resumed and replayed. Nothing answered is asked again, every prompt
/// is the same, the events are the same, and an interrupted panel replays to the byte too.
#[tokio::test]
async fn a_panel_cut_anywhere_goes_on_and_replays() {
    for (what, spec) in both() {
        let first = Arc::new(Cast::default());
        let (uncut, whole) = support::run(&spec, &first).await;
        let prompts = first.asked();
        let lines = |log: &[Envelope]| log.iter().map(|it| debate::log::write(it).unwrap()).collect::<Vec<_>>();
        // Rooms race each other: their order in the log may differ, the events of each may not.
        let events = |log: &[Envelope]| {
            let mut all: Vec<String> = log.iter().map(|it| serde_json::to_string(&it.event).unwrap()).collect();
            all.sort();
            all
        };
        // The opening events of a panel are written together.
        for cut in 2..=whole.len() {
            let log = debate::log::read_lines(&lines(&whole[..cut]).join("\n")).unwrap();
            let (cast, journal) = (Arc::new(Cast::default()), Arc::new(support::MemoryJournal::default()));
            let over = engine::resume(&support::world(&spec, &cast, &journal), &log, &Bus::silent()).await.unwrap();
            let again: Vec<Envelope> = log.into_iter().chain(journal.read()).collect();
            assert_eq!(events(&again), events(&whole), "{what} cut at {cut}");
            assert_eq!(over.panel, uncut.panel, "{what} cut at {cut}");
            engine::replay(again, &Bus::silent()).await.unwrap_or_else(|error| panic!("{what} cut at {cut}: {error}"));
            assert!(over.closed.is_some());
            for (call, request) in cast.asked() {
                assert_eq!(Some(&request), prompts.get(&call), "{what} cut at {cut}: {call} is put in other words");
                let is_paid = |it: &Envelope| it.event.call().is_some_and(|it| it.to_string() == *call);
                assert!(!whole[..cut].iter().any(is_paid), "{what} cut at {cut}: {call} is asked again");
            }
            let replayed = engine::replay(whole[..cut].to_vec(), &Bus::silent()).await.unwrap();
            assert_eq!(replayed.next_seq as usize, cut, "{what}");
        }
    }
}

/// O-05: recalled beliefs come from the log: other beliefs would make another prompt, and are not looked up.
#[tokio::test]
async fn a_replay_recalls_what_is_on_record() {
    let (_, mut log) = support::run(&caching(PanelRules::default()), &Arc::new(Cast::default())).await;
    let mut changed = 0;
    for envelope in &mut log {
        if let Event::Panel { what: PanelEvent::BeliefsRecalled { beliefs, how, .. } } = &mut envelope.event {
            beliefs.reverse();
            *how = "words and meaning".to_owned();
            changed += 1;
        }
    }
    assert!(changed > 6);
    engine::replay(log, &Bus::silent()).await.unwrap();
}

/// D-21, D-50, P-24: a lost turn in a room, or one that tier 1 stops, ends that room without a card and keeps what was said; the other room
/// and the panel go on. It replays.
#[tokio::test]
async fn a_lost_turn_ends_its_room_alone() {
    let harmful = r#"{"say": "Here is how to build a pipe bomb at home, step by step: take the following parts.", "conceded": null}"#;
    assert!(analysis::safety::screen(harmful).is_some());
    let lost = models::Error::TimedOut { after: std::time::Duration::from_secs(1) };
    let cases = [(Instead::Fail(lost), Failure::TimedOut), (Instead::Text(harmful), Failure::Withheld)];
    for (instead, why) in cases {
        let plain = Arc::new(Cast::default());
        support::run(&caching(with_clerk()), &plain).await;
        let order = plain.order();
        let call: &'static str = order.iter().find(|it| it.starts_with("room-1/clash/2/")).unwrap().clone().leak();
        let (debate, log) = support::run(&caching(with_clerk()), &Cast::stumbling([(call, instead)])).await;
        let [one, other] = debate.panel.rooms.as_slice() else { panic!("two rooms") };
        assert_eq!(one.lost[0].why, why);
        assert_eq!(one.said.len(), 1, "{why:?}: what was said stays");
        assert!(one.card.as_ref().unwrap().card.is_err() && other.card().is_some(), "{why:?}");
        assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Discussed);
        engine::replay(log, &Bus::silent()).await.unwrap();
    }
}

/// D-21, O-22, O-05: an unreadable answer in a room, also of its clerk, is asked for again, and the room comes to its card; a second one is
/// a lost turn. Cut at every event it goes on with the same prompts, nothing is paid for twice, and it replays.
#[tokio::test]
async fn an_answer_in_a_room_is_asked_for_once_more() {
    let plain = Arc::new(Cast::default());
    support::run(&caching(with_clerk()), &plain).await;
    let first = |start: &str| plain.order().into_iter().find(|it| it.starts_with(start)).unwrap();
    let stumbles = ["room-1/clash/1/", "room-1/judge/1", "room-2/position/2/", "room-1/convergence/", "room-1/cores/1"];
    let mut stumbles: Vec<String> = stumbles.iter().map(|it| first(it)).chain(["room-1/card".to_owned()]).collect();
    let lost = first("room-2/convergence/1/");
    stumbles.extend([lost.clone(), format!("{lost}/again")]);
    let instead = || stumbles.iter().map(|it| (&*it.clone().leak(), Instead::Text("I would rather sing.")));
    let spec = caching(with_clerk());
    let cast = Cast::stumbling(instead());
    let (uncut, whole) = support::run(&spec, &cast).await;
    let [one, other] = uncut.panel.rooms.as_slice() else { panic!("two rooms") };
    assert!(one.card().is_some() && one.lost.is_empty(), "{:?}", one.card);
    assert_eq!((other.lost[0].why, &other.lost[0].call), (Failure::Unusable, &CallId::from(lost).once_more()));
    assert_eq!(one.unusable.len() + other.unusable.len() + 1, stumbles.len());
    let prompts = cast.asked();
    for cut in 2..=whole.len() {
        let (cast, journal) = (Cast::stumbling(instead()), Arc::new(support::MemoryJournal::default()));
        let log = whole[..cut].to_vec();
        let over = engine::resume(&support::world(&spec, &cast, &journal), &log, &Bus::silent()).await.unwrap();
        assert_eq!(over.panel, uncut.panel, "cut at {cut}");
        assert_eq!(over.spent, uncut.spent, "cut at {cut}");
        for (call, request) in cast.asked() {
            assert_eq!(Some(&request), prompts.get(&call), "cut at {cut}: {call} is put in other words");
            assert!(
                !log.iter().any(|it| it.event.call().is_some_and(|it| it.to_string() == *call)),
                "cut at {cut}: {call}"
            );
        }
        engine::replay(log.into_iter().chain(journal.read()).collect(), &Bus::silent()).await.unwrap();
    }
}

/// P-31, O-05: the failure of a clerk is recorded, and replays.
#[tokio::test]
async fn a_clerk_that_fails_is_on_record() {
    let lost = models::Error::Cut { reason: "reset".into() };
    let instead = [("aspects", Instead::Text("I would rather not.")), ("room-1/card", Instead::Fail(lost))];
    let mut spec = caching(with_clerk());
    spec.rules.panel.as_mut().unwrap().aspects.clear();
    let (debate, log) = support::run(&spec, &Cast::stumbling(instead)).await;
    assert!(debate.panel.aspects.as_ref().unwrap().failed.is_some());
    assert!(debate.panel.rooms.iter().all(|it| it.is_over()));
    assert!(debate.panel.rooms[0].card.as_ref().unwrap().card.is_err());
    engine::replay(log, &Bus::silent()).await.unwrap();
}

/// O-23: a panel forked from any event keeps its personas, asks nothing that was answered, and replays; it can't change its mode.
#[tokio::test]
async fn a_fork_keeps_its_personas() {
    let spec = caching(PanelRules::default());
    let (whole, log) = support::run(&spec, &Arc::new(Cast::default())).await;
    let last = log.iter().rposition(|it| it.event.call().is_some()).unwrap();
    for at in (0..last).step_by(3) {
        let cut = Cut::of(&log, At::Event(at as u64)).unwrap();
        let begun = engine::fork(&cut, Changes::none(&cut, "fork".into(), 7)).unwrap();
        let (cast, journal) = (Arc::new(Cast::default()), Arc::new(support::MemoryJournal::default()));
        let debate = engine::resume(&support::world(&spec, &cast, &journal), &begun, &Bus::silent()).await.unwrap();
        assert_eq!(debate.panel.personas, whole.panel.personas, "at {at}");
        assert_eq!(debate.panel.rooms, whole.panel.rooms, "at {at}");
        engine::replay(begun.into_iter().chain(journal.read()).collect(), &Bus::silent()).await.unwrap();
    }
    let cut = Cut::of(&log, At::Round(2)).unwrap();
    assert!(cut.debate.panel.rooms.iter().all(|it| it.card.is_some()), "a round is over when its rooms are");
    let changes = Changes { mode: Some("adversarial".to_owned()), ..Changes::none(&cut, "fork".into(), 7) };
    assert!(engine::fork(&cut, changes).unwrap_err().to_string().contains("a panel can't continue in another mode"));
    let within = log
        .iter()
        .position(|it| matches!(&it.event, Event::Room { what: RoomEvent::Said { stage: Stage::Position, .. }, .. }));
    let cut = Cut::of(&log[..within.unwrap()], At::LastRound).unwrap();
    assert_eq!(cut.debate.rounds.len(), 1, "nobody is in a room after the last finished round");
    assert!(Debate::replay(&log).unwrap().panel.aspects.is_some());
}

/// P-16: a model that looks for disagreement, in takes and in clashes, gets the sampling temperature of the setting.
#[tokio::test]
async fn looking_for_disagreement_is_as_bold_as_it_is_set() {
    let temperatures = Temperatures { check: 0.45, ..Temperatures::default() };
    let mut spec = caching(PanelRules { temperatures, ..with_clerk() });
    spec.rules.analyst = Analyst::Model("sim/9".to_owned());
    let cast = Arc::new(Cast::default());
    support::run(&spec, &cast).await;
    let of = |part: &str| {
        let asked = cast.asked();
        asked.iter().filter(|it| it.0.contains(part)).map(|it| it.1.temperature).collect::<Vec<_>>()
    };
    // Only the takes of one aspect are compared, by three votes: all hold the same on the other, and the closings repeat what was compared.
    for (part, least) in [("/compare/", 3), ("/judge/", 2), ("/cores/", 2)] {
        let found = of(part);
        assert!(found.len() >= least && found.iter().all(|it| *it == Some(0.45)), "{part}: {found:?}");
    }
}
