//! Rooms that close as agreed, the crux questions for everybody else, and what a room's prompts show (P-15, P-21, P-25, P-40).
use super::*;
use debate::crux::{Answered, ClaimRelation, CruxState};
use debate::reply::NO_VIEW;
use debate::text;

/// A statement in a room, with what it says of whether anything is left.
fn said(words: &str, left: &str) -> Result<String, Failure> {
    Ok(format!(
        r#"{{"trace": [], "say": "{words}", "answer": "no", "conceded": null, "nothing_left": {left},
            "both_hold": "One day is too short."}}"#
    ))
}

fn number(ask: &Ask) -> Option<usize> {
    match ask.call().of_room()? {
        RoomCall::Turn { stage: Stage::Exchange, number, .. } => Some(*number),
        RoomCall::Turn { .. } | RoomCall::Judge { .. } | RoomCall::Cores { .. } | RoomCall::Card => None,
    }
}

/// An exchange in which the speakers of these turns say that nothing is left, and the others that something is.
fn played(answer: fn(&Ask) -> Result<String, Failure>) -> Play {
    let panel = PanelRules { exchange: 6, ..clerked() };
    let mut play = Play::new(Rules { panel: Some(panel), ..rules() }, World { answer, ..World::default() });
    play.play();
    play
}

/// P-21: a room closes as agreed where both say so, at whichever turns, and goes on where one does; then no core is named and no clerk is asked,
/// and the card is in both sides' own words.
#[test]
fn a_room_closes_where_both_say_that_nothing_is_left() {
    fn at(ask: &Ask, left: &[usize]) -> Result<String, Failure> {
        match number(ask) {
            Some(turn) => said(&format!("New in {}.", ask.call()), if left.contains(&turn) { "true" } else { "null" }),
            None => usual(ask),
        }
    }
    for (what, answer, turns, state) in [
        ("both, one after the other", (|it| at(it, &[1, 2])) as fn(&Ask) -> _, 2, CruxState::Agreed),
        ("both, at different turns", |it| at(it, &[1, 4]), 2, CruxState::Open),
        ("one alone", |it| at(it, &[1, 3, 5]), 2, CruxState::Open),
    ] {
        let play = played(answer);
        let room = &play.debate.panel.rooms[0];
        assert_eq!(room.at(Stage::Exchange).count(), turns, "{what}");
        assert_eq!(room.card().unwrap().state(), state, "{what}");
        let is_agreed = state == CruxState::Agreed;
        assert_eq!(room.cores.is_empty(), is_agreed, "{what}");
        assert_eq!(room.card.as_ref().unwrap().judge, if is_agreed { "words" } else { "sim/clerk" }, "{what}");
    }
    // Answers that differ keep the exchange going until the second side says it, too.
    let play = played(|ask| match number(ask) {
        Some(turn) => {
            let answer = if turn % 2 == 1 { "yes" } else { "no" };
            let left = if [1, 4].contains(&turn) { "true" } else { "null" };
            said(&format!("{} of {} decide it.", WORDS[turn], ask.call()), left)
                .map(|it| it.replace("\"no\"", &format!("\"{answer}\"")))
        }
        None => usual(ask),
    });
    let room = &play.debate.panel.rooms[0];
    assert_eq!((room.at(Stage::Exchange).count(), room.card().unwrap().state()), (4, CruxState::Agreed));
    let agreed = room.card().unwrap().agreed.clone().unwrap();
    assert_eq!(agreed.on.iter().map(|it| it.words.as_str()).collect::<Vec<_>>(), ["One day is too short."; 2]);
}

/// P-21: a clash in which both say so needs no room; the questions of the others do not change.
#[test]
fn a_clash_can_close_as_agreed() {
    let play = played(|ask| match ask.part() {
        Some(Part::Say(Stage::Clash)) if ask.call().room().is_some_and(|it| it.as_str() == "room-1") => {
            said(&format!("The same as in {}.", ask.call()), "true")
        }
        _ => usual(ask),
    });
    let [one, two] = &play.debate.panel.rooms[..] else { panic!("two rooms") };
    assert_eq!((one.question.clone(), one.card().unwrap().state()), (None, CruxState::Agreed));
    assert_eq!(one.card().unwrap().question, ASPECTS[0]);
    assert_eq!(two.card().unwrap().state(), CruxState::Open);
}

/// P-25: before the closings everybody is asked the cruxes of the rooms that it was not in, once and in one call; afterwards the matrix has no
/// holes. Where an answer can't be read it is asked for once more, and nothing is made up.
#[test]
fn everybody_else_is_asked_every_crux() {
    let play = played(usual);
    let asked: Vec<String> =
        play.asked.iter().map(|(it, _)| it.call().to_string()).filter(|it| it.starts_with("cruxes")).collect();
    assert_eq!(asked, ["cruxes/1/builder", "cruxes/1/operator", "cruxes/1/economist"]);
    let first = play.asked.iter().position(|(it, _)| it.call().to_string().starts_with("cruxes")).unwrap();
    let closing = play.asked.iter().position(|(it, _)| it.call().to_string().starts_with("r4/turn")).unwrap();
    assert!(first < closing);
    let rows = analysis::crux::matrix(&play.debate);
    assert_eq!((rows.len(), rows.iter().flat_map(|it| &it.cells).filter(|it| it.told().is_some()).count()), (2, 8));
    let user = &play.asked[first].1.user;
    assert!(user.contains("| 1. ") && !user.contains("| 2. "), "the builder was in the other room: {user}");

    let babbles = played(|ask| match ask.part() {
        None if matches!(ask.call(), CallId::Cruxes { .. }) => Ok("Perhaps.".to_owned()),
        _ => usual(ask),
    });
    let asked = |again: bool| {
        let is_it = |it: &&(Ask, Prompt)| matches!(it.0.call(), CallId::Cruxes { again: it, .. } if *it == again);
        babbles.asked.iter().filter(is_it).count()
    };
    assert_eq!((asked(false), asked(true)), (3, 3));
    assert!(babbles.debate.closed.is_some(), "it goes on without them");
    let cells = analysis::crux::matrix(&babbles.debate);
    assert_eq!(cells.iter().flat_map(|it| &it.cells).filter(|it| it.told().is_none()).count(), 4);

    let shy = played(|ask| match ask.part() {
        None if matches!(ask.call(), CallId::Cruxes { .. }) => Ok(answered(9).replace("\"no\"", "\"no view\"")),
        _ => usual(ask),
    });
    let told: Vec<_> = analysis::crux::matrix(&shy.debate).iter().flat_map(|it| it.cells.clone()).collect();
    assert_eq!(told.iter().filter(|it| it.told() == Some(NO_VIEW)).count(), 4);
}

/// P-21, P-23: what the other conceded stands whole before the reader, however long the rest is; ids stand beside statements and claims (P-40).
#[test]
fn concessions_stand_whole_in_the_prompts() {
    const CONCEDED: &str = "One ordinary day is too short, and what nobody comes for should be deleted and not folded back, so the cost of folding, which I had counted against you, falls away and with it the half of my objection that rested on it.";
    let long = |ask: &Ask| match ask.part() {
        Some(Part::Say(Stage::Clash | Stage::Exchange)) => Ok(format!(
            r#"{{"trace": [], "say": "{}", "answer": "{}", "conceded": {}}}"#,
            format!("Rollbacks of {} decide the matter in every respect. ", ask.call()).repeat(30),
            if ask.who().as_str() == "minimalist" { "no" } else { "yes" },
            if ask.call().to_string() == "room-1/clash/2/builder" {
                format!("\"{CONCEDED}\"")
            } else {
                "null".to_owned()
            },
        )),
        _ => usual(ask),
    };
    let play = played(long);
    let prompt = |call: &str| &play.asked.iter().find(|(it, _)| it.call().to_string() == call).unwrap().1;
    for call in ["room-1/position/1/minimalist", "room-1/exchange/1/minimalist", "room-1/exchange/3/minimalist"] {
        let Prompt { user, system, .. } = prompt(call);
        assert!(user.contains(&format!("# Conceded to you\n| builder (R1.2): {CONCEDED}\n")), "{call}: {user}");
        assert!(user.contains("# Claims of both takes\n| minimalist (C"), "{call}: {user}");
        assert!(text::tokens(user) + text::tokens(system) <= panel::ROOM_INPUT, "{call}");
    }
    assert!(!prompt("room-1/exchange/2/builder").user.contains(CONCEDED), "one's own concession is no other's");
}

/// P-15: a turn shows one whole sentence of each participant for each earlier round, and says where the earliest are left out.
#[test]
fn earlier_rounds_are_whole_sentences() {
    const LONG: &str = "What nine services cost a team of five is not the machines but the pairs that have to be practised at night, and every further one adds as many as there are already, which is why the fifth costs more than the second ever did, and why I would begin by counting what two people can restore without asking a third.";
    let play = played(|ask| match ask.turn() {
        Some(_) => Ok(format!(
            r#"{{"position": "{LONG} And so on, and so forth, with everything that follows from it for the team and for the one after it, says {} in {}.", "reasoning": "So it is.", "confidence": 0.7, "claims": []}}"#,
            ask.who(),
            ask.call()
        )),
        None => usual(ask),
    });
    let (_, Prompt { user, .. }) =
        play.asked.iter().find(|(it, _)| it.call().to_string() == "r4/turn/minimalist").unwrap();
    let lines: Vec<&str> =
        user.lines().filter(|it| it.contains(": What nine services") && !it.contains(" (C")).collect();
    assert_eq!(lines.len(), 12, "four participants in three rounds: {user}");
    assert!(lines.iter().all(|it| it.ends_with("without asking a third.")), "{lines:#?}");
    assert!(lines[0].starts_with("| opening, you: ") && lines[4].starts_with("| round 2, you: "), "{lines:#?}");
    assert!(text::tokens(user) <= panel::CONTEXT);
}

/// P-40: a link is read where it names an id, and its relation; what is no id is left out, with a flaw.
#[test]
fn links_are_kept_with_the_statement() {
    let play = played(|ask| match ask.part() {
        Some(Part::Say(Stage::Clash)) => Ok(format!(
            r#"{{"say": "New in {}.", "links": [{{"claim": "C5", "relation": "attacks"}}, {{"claim": "R1.1", "relation": "Concedes"}},
                {{"claim": "everything", "relation": "attacks"}}]}}"#,
            ask.call()
        )),
        _ => usual(ask),
    });
    let said = &play.debate.panel.rooms[0].said[1].turn;
    let links: Vec<(&str, ClaimRelation)> = said.links.iter().map(|it| (it.claim.as_str(), it.relation)).collect();
    assert_eq!(links, [("C5", ClaimRelation::Attacks), ("R1.1", ClaimRelation::Concedes)]);
}

/// P-21: panels that older logs began are played on by their own rules: no field closes a room, and nobody else is asked.
#[test]
fn panels_of_revision_0_go_on_as_they_were() {
    let panel = PanelRules { revision: 0, exchange: 6, ..clerked() };
    let answer = |ask: &Ask| match number(ask) {
        Some(_) => said(&format!("New in {}.", ask.call()), "true"),
        None => usual(ask),
    };
    let mut play = Play::new(Rules { panel: Some(panel), ..rules() }, World { answer, ..World::default() });
    play.play();
    let room = &play.debate.panel.rooms[0];
    assert!(room.said.iter().all(|it| it.turn.nothing_left.is_none()) && !room.cores.is_empty());
    assert!(play.asked.iter().all(|(it, _)| !matches!(it.call(), CallId::Cruxes { .. })));
    let answers = room.card().unwrap().positions.iter().filter_map(|it| it.answer).collect::<Vec<_>>();
    assert!(answers.contains(&Answered::Yes) || answers.contains(&Answered::No));
}

/// P-07: every system prompt, of both sizes, forbids invented scenes, figures and memories, and says that examples show how, never what.
#[test]
fn every_system_prompt_forbids_invention() {
    for profile in [debate::Profile::Full, debate::Profile::Lean] {
        let mut play = Play::new(rules(), World::default());
        play.debate.participants.iter_mut().for_each(|it| it.profile = profile);
        play.play();
        for (ask, Prompt { system, .. }) in &play.asked {
            let system = system.to_string();
            if play.debate.participant(ask.who()).is_none() {
                continue;
            }
            assert!(system.to_lowercase().contains("invent no scene"), "{}: {system}", ask.call());
            let is_full = profile == debate::Profile::Full;
            assert!(!is_full || system.contains("The examples show how, never what"), "{}: {system}", ask.call());
        }
    }
}
