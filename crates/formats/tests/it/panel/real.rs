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
const LINKS: [(&str, &str, ClaimRelation, &str); 12] = [
    ("room-1/clash/1/economist", "C17", ClaimRelation::Concedes, "I hold with you that the pairs are what grows"),
    ("room-1/clash/2/minimalist", "R1.1", ClaimRelation::Attacks, "Your option for the loud day is the sentence"),
    ("room-1/exchange/1/economist", "R1.4", ClaimRelation::Concedes, "What nobody comes for should be deleted"),
    ("room-1/exchange/2/minimalist", "R1.3", ClaimRelation::Attacks, "I reject your twelve days and your eight"),
    ("room-1/exchange/2/minimalist", "R1.5", ClaimRelation::Concedes, "The date I take"),
    ("room-2/clash/1/economist", "C19", ClaimRelation::Concedes, "The rota costs the same for one program or six"),
    ("room-2/clash/1/economist", "C20", ClaimRelation::Supports, "four services have six of them and five have ten"),
    ("room-2/clash/2/operator", "R2.1", ClaimRelation::Attacks, "your tripwire weighs only what the service costs"),
    (
        "room-5/clash/1/economist",
        "C46",
        ClaimRelation::Concedes,
        "the guess is made daily whether or not it is written",
    ),
    ("room-5/clash/2/platform-builder", "R5.1", ClaimRelation::Attacks, "What I do not hold is your door"),
    ("room-6/clash/1/operator", "C46", ClaimRelation::Concedes, "does not spare the guess"),
    ("room-6/clash/2/platform-builder", "R6.1", ClaimRelation::Attacks, "harden only when an outage has stopped at it"),
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

fn as_then(ask: &Ask) -> Result<String, Failure> {
    if matches!(ask.call(), CallId::Cruxes { .. }) {
        return Ok(answered(9));
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
    let told = rows.iter().flat_map(|it| &it.cells).filter(|it| it.answer.is_some()).count();
    assert_eq!((rows.len(), told), (3, 12));
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
        ("R6.1", "let it harden when an outage has stopped at it once"),
    ] {
        let node = graph.node(id).unwrap();
        assert!(node.text.contains(words), "{id}: {}", node.text);
    }
}
