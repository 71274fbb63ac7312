//! A panel of capable models played again: each scripted persona says what it said then, with the fields that were not asked for then.
//!
//! Texts are those of the log in docs/examples. What a field adds was read from the texts by hand: who says that nothing is left, and which
//! claim or statement each of these turns answers.
use super::*;
use analysis::Findings;
use analysis::crux::{graph, matrix};
use debate::crux::{ClaimRelation, CruxState};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

const LOG: &str = include_str!("../../../../../docs/examples/monolith-panel.jsonl");

/// Who says that nothing is left, in its own words of that turn.
const NOTHING_LEFT: [(&str, &str); 4] = [
    ("room-1/exchange/1/economist", "On the question as it was put we no longer differ"),
    ("room-1/exchange/2/minimalist", "On the question I differ from you in nothing"),
    ("room-6/exchange/1/operator", "on this question we don't differ"),
    ("room-6/exchange/2/platform-builder", "On the question we do not differ"),
];

/// Which claim or statement a turn answers, with the words of the turn that do it.
const LINKS: [(&str, &str, ClaimRelation, &str); 16] = [
    ("room-1/clash/1/economist", "C17", ClaimRelation::Concedes, "I hold with you that the pairs are what grows"),
    ("room-1/clash/2/minimalist", "R1.1", ClaimRelation::Attacks, "Your option for the loud day is the sentence"),
    ("room-1/exchange/1/economist", "R1.4", ClaimRelation::Concedes, "What nobody comes for should be deleted"),
    ("room-1/exchange/2/minimalist", "R1.3", ClaimRelation::Attacks, "I reject your twelve days and your eight"),
    ("room-1/exchange/2/minimalist", "R1.5", ClaimRelation::Concedes, "The date I take"),
    ("room-2/clash/1/economist", "C19", ClaimRelation::Concedes, "The rota costs the same for one program or six"),
    ("room-2/clash/1/economist", "C20", ClaimRelation::Supports, "four services have six of them and five have ten"),
    ("room-2/clash/2/operator", "R2.1", ClaimRelation::Attacks, "your tripwire weighs only what the service costs"),
    ("room-2/clash/2/operator", "R2.1", ClaimRelation::Concedes, "The day you mention is real and I left it out"),
    (
        "room-5/clash/1/economist",
        "C46",
        ClaimRelation::Concedes,
        "the guess is made daily whether or not it is written",
    ),
    ("room-5/clash/2/platform-builder", "R5.1", ClaimRelation::Attacks, "What I do not hold is your door"),
    (
        "room-5/clash/2/platform-builder",
        "R5.1",
        ClaimRelation::Concedes,
        "It is granted that I showed you a gauge that lasted and not the tracks that were lifted",
    ),
    ("room-6/clash/1/operator", "C46", ClaimRelation::Concedes, "does not spare the guess"),
    ("room-6/clash/2/platform-builder", "R6.1", ClaimRelation::Attacks, "harden only when an outage has stopped at it"),
    (
        "room-6/clash/2/platform-builder",
        "R6.1",
        ClaimRelation::Concedes,
        "It is granted that one width for all means one fault for all",
    ),
    (
        "room-6/exchange/1/operator",
        "R6.4",
        ClaimRelation::Concedes,
        "your stones are my drill, and I answer no with you",
    ),
];

static EVENTS: LazyLock<Vec<Envelope>> = LazyLock::new(|| debate::log::read_lines(LOG).unwrap());

/// The answers of the log by call, with the fields added.
static ANSWERS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let answer = |it: &Envelope| {
        let (call, text) = if let Event::TurnTaken { call, answer, .. } = &it.event {
            (call, &answer.text)
        } else {
            let Event::Room { what, .. } = &it.event else { return None };
            (what.call()?, &what.answer()?.text)
        };
        let mut answer: Value = serde_json::from_str(text).unwrap();
        let call = call.to_string();
        let stood = |words: &str| assert!(text.contains(words), "{call} says {words}: {text}");
        if let Some((_, words)) = NOTHING_LEFT.iter().find(|it| it.0 == call) {
            stood(words);
            answer["nothing_left"] = json!(true);
        }
        let links = LINKS.iter().filter(|it| it.0 == call).map(|(_, claim, relation, words)| {
            stood(words);
            json!({"claim": claim, "relation": relation})
        });
        answer["links"] = links.collect();
        Some((call, answer.to_string()))
    };
    EVENTS.iter().filter_map(answer).collect()
});

/// What those who were not in a room answer to its question: each differently in each room, so that a confusion of rooms shows.
const ELSEWHERE: [(&str, &str, &str, &str); 6] = [
    ("economist", "room-6", "no", "A seam that costs an outage is dearer than a drill."),
    ("minimalist", "room-5", "no", "A line that nobody reads is one more thing to know."),
    ("minimalist", "room-6", "yes", "I would wait for what has really stopped."),
    ("operator", "room-1", "nuanced", "It depends on whether the way back was drilled."),
    ("operator", "room-5", "yes", "At night a written line is found."),
    ("platform-builder", "room-1", "yes", "What is counted weekly is carried weekly."),
];

fn as_then(ask: &Ask) -> Result<String, Failure> {
    if matches!(ask.call(), CallId::Cruxes { .. }) {
        let own = ELSEWHERE.iter().filter(|it| ask.who().as_str() == it.0);
        let own = (1..)
            .zip(own)
            .map(|(number, (.., answer, why)): (u32, _)| json!({"crux": number, "answer": answer, "why": why}));
        return Ok(json!({"answers": own.collect::<Vec<_>>()}).to_string());
    }
    ANSWERS.get(&ask.call().to_string()).cloned().ok_or(Failure::Unavailable)
}

fn leaked(words: &str) -> &'static str {
    words.to_owned().leak()
}

fn played() -> Play {
    let personas = EVENTS.iter().find_map(|it| {
        let Event::Panel { what: PanelEvent::PersonasSeated { personas } } = &it.event else { return None };
        Some(personas.clone())
    });
    let then = Debate::replay(EVENTS.iter()).unwrap();
    let aspects = then.panel.aspects.clone().unwrap().list;
    let pair = |it: &debate::state::Room| {
        let aspect = then.rounds.iter().find(|round| round.number == it.round).unwrap().focus.clone().unwrap();
        (leaked(&aspect), leaked(it.a.as_str()), leaked(it.b.as_str()))
    };
    let opposed = then.panel.rooms.iter().map(pair).collect();
    let before = then.rules.panel.clone().unwrap();
    let panel = PanelRules { aspects, revision: PanelRules::default().revision, ..before };
    let rules = Rules { panel: Some(panel), ..then.rules.clone() };
    let world = World { opposed, answer: as_then, ..World::default() };
    let mut play = Play::seated(rules, world, personas.unwrap());
    play.play();
    play
}

/// P-18, P-21, P-25: rooms 1 and 6 end as agreed when both said so, room 5 stays open, the others leave no dispute; the matrix is 12 of 12; what
/// both conceded stands whole on the cards; and there is no label.
#[test]
fn two_rooms_agree_and_the_matrix_is_whole() {
    let play = played();
    let states: Vec<Option<CruxState>> =
        play.debate.panel.rooms.iter().map(|it| it.card().map(debate::Card::state)).collect();
    let (agreed, open) = (Some(CruxState::Agreed), Some(CruxState::Open));
    assert_eq!(states, [agreed, None, None, None, open, agreed], "{}", play.said());
    let rows = matrix(&play.debate);
    let mut cells: Vec<(String, String, &str, &str)> = Vec::new();
    for row in &rows {
        for it in &row.cells {
            cells.push((it.by.to_string(), row.room.to_string(), it.told().unwrap(), it.words.as_deref().unwrap()));
        }
    }
    assert_eq!((rows.len(), cells.len()), (3, 12));
    let mut expected: Vec<(String, String, &str, &str)> =
        ELSEWHERE.iter().map(|(by, room, answer, why)| ((*by).to_owned(), (*room).to_owned(), *answer, *why)).collect();
    for room in ["room-1", "room-5", "room-6"] {
        let card = play.debate.panel.room(&room.into()).unwrap().card().unwrap();
        expected
            .extend(card.positions.iter().map(|it| (it.by.to_string(), room.to_owned(), it.told(), it.words.as_str())));
    }
    cells.sort();
    expected.sort();
    assert_eq!(cells, expected, "each answer stands in the row of the room that it was given for");
    // Each was shown the questions in the order in which it answered.
    for who in ["minimalist", "operator"] {
        let is_it = |it: &&(Ask, Prompt)| matches!(it.0.call(), CallId::Cruxes { .. }) && it.0.who().as_str() == who;
        let prompt = &play.asked.iter().find(is_it).unwrap().1.user;
        let rooms = ELSEWHERE.iter().filter(|it| it.0 == who);
        let place = |room: &str| {
            let question = &play.debate.panel.room(&room.into()).unwrap().card().unwrap().question;
            prompt.find(question.as_str()).unwrap_or_else(|| panic!("{question}: {prompt}"))
        };
        let places: Vec<usize> = rooms.map(|it| place(it.1)).collect();
        assert!(places.is_sorted() && places.len() == 2, "{prompt}");
    }
    for number in [0, 5] {
        let room = &play.debate.panel.rooms[number];
        let card = room.card().unwrap();
        let conceded: Vec<&str> = room.said.iter().filter_map(|it| it.turn.conceded.as_deref()).collect();
        assert_eq!(card.conceded.iter().map(|it| it.words.as_str()).collect::<Vec<_>>(), conceded);
        assert!(conceded.len() >= 4 && card.agreed.as_ref().unwrap().on.len() == 2);
        assert!(room.cores.is_empty() && room.at(Stage::Convergence).count() == 0);
    }
    let found = Findings::of(&play.debate);
    assert_eq!(found.cruxes.iter().map(|it| it.number).collect::<Vec<_>>(), [1, 5, 6]);
    assert!(found.is_final && found.find_out[0].is_open);
    let written = serde_json::to_string(&found).unwrap();
    for word in ["\"consensus\"", "\"dissensus\"", "plain_vote", "\"verdict\"", "\"option\"", "\"ballot\""] {
        assert!(!written.contains(word), "{word}");
    }
}

/// P-40: every edge is one that a turn made by naming what it answers; each was read against both texts by hand.
#[test]
fn every_edge_was_made_by_its_turn() {
    let play = played();
    let graph = graph(&play.debate);
    let mut edges: Vec<(String, &str, ClaimRelation)> =
        graph.edges.iter().map(|it| (it.call.to_string(), it.to.as_str(), it.relation)).collect();
    edges.sort();
    let mut expected: Vec<(String, &str, ClaimRelation)> =
        LINKS.iter().map(|it| (it.0.to_owned(), it.1, it.2)).collect();
    expected.sort();
    assert_eq!(edges, expected);
    // What each of them answers, word for word.
    for (id, words) in [
        ("C17", "A further service adds not one thing to know but one for every part it exchanges facts with."),
        ("C19", "With five people on a weekly rota each carries the pager one week in five"),
        ("C20", "One more service adds a way back to be drilled and new calls that can hang"),
        ("C46", "An undrawn boundary is still guessed at by everyone who changes the program"),
        ("R1.1", "what settles that is the chance of the loud day"),
        ("R1.3", "some twelve days a year, and folding it back with its exceptions costs, suppose, eight days"),
        ("R1.4", "Then there is nothing to fold back"),
        ("R1.5", "so fix it, say two quarters, and delete on the day after"),
        ("R2.1", "Let us put a tripwire on it"),
        ("R5.1", "publish it when the third user stands at the door"),
        ("R2.1", "the day you leave out, in which two of the five must agree on a contract"),
        ("R5.1", "put beside it every track that was laid and lifted again"),
        ("R6.1", "one width for all means one fault for all"),
        ("R6.1", "let it harden when an outage has stopped at it once"),
        ("R6.4", "I would ask for the stones and not for the accident"),
    ] {
        let node = graph.node(id).unwrap();
        assert!(node.text.contains(words), "{id}: {}", node.text);
    }
}
