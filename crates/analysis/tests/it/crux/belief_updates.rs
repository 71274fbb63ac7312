//! Belief updates after a settled crux (P-06).
use super::{answers, disputed, drawn, holds, id, opens, panel, persona, room, round, say, says, seats};
use crate::test_debate::TestDebate;
use analysis::crux::{BeliefUpdates, Change, belief_updates, card};
use debate::Polarity::{Furthers, Hinders};
use debate::crux::Answered;
use debate::event::{RoomTurn, RoundKind, Stage};
use debate::{Name, Persona};

const NODES: [(&str, f64); 4] = [("small services", 0.8), ("pager load", 0.6), ("attrition", 0.5), ("hiring", 0.4)];

/// One who holds that small services hinder pager load, which furthers attrition, which furthers hiring, and that leads back.
fn believer(name: &str) -> Persona {
    persona(name, &NODES, &[(0, 1, Hinders, 0.8), (1, 2, Furthers, 0.5), (2, 3, Furthers, 1.0), (3, 1, Furthers, 1.0)])
}

/// A room on that edge, which ends with these answers.
fn settled(ada: Answered, bea: Answered) -> TestDebate {
    asked("Is it so that small services work against pager load?", ada, bea)
}

/// A room on a question, which ends with these answers.
fn asked(question: &str, ada: Answered, bea: Answered) -> TestDebate {
    let mut scene = panel("Should a team of five split its monolith?", 2);
    seats(&mut scene, vec![believer("ada"), believer("bea")]);
    round(&mut scene, RoundKind::Take, Some("on-call"), [holds("It lowers the load."), holds("It does not.")]);
    disputed(&mut scene, &[(0, 1)], vec![]);
    opens(&mut scene, 1, question);
    says(&mut scene, 1, 0, Stage::Position, answers("They do.", ada));
    says(&mut scene, 1, 1, Stage::Position, answers("They do not.", Answered::No));
    let granted = RoomTurn { answer: Some(bea), conceded: Some("pages cost sleep".to_owned()), ..say("I give in.") };
    says(&mut scene, 1, 1, Stage::Exchange, granted);
    says(&mut scene, 1, 0, Stage::Convergence, say("the pages"));
    says(&mut scene, 1, 1, Stage::Convergence, say("the pages"));
    let made = card(&scene.debate, room(&scene, 1)).unwrap();
    drawn(&mut scene, 1, Ok(made));
    scene
}

/// P-06: `new = (1−α)·old + α·signal` at the crux; downstream by polarity and with less force, each once despite cycles; each change names
/// its cause.
#[test]
fn a_settled_crux_moves_what_hangs_on_it() {
    let scene = settled(Answered::Yes, Answered::Yes);
    let held = belief_updates(&scene.debate, &Name::from("bea"));
    let change = |belief: &str, words: &str, from: f64, to: f64, through: Option<&str>| Change {
        belief: belief.to_owned(),
        words: words.to_owned(),
        from,
        to,
        room: id(1),
        through: through.map(str::to_owned),
    };
    let expected = [
        // α is 0.5.
        change("e1", "small services work against pager load", 0.8, 0.9, None),
        // 0.5 × 0.9, towards nothing: less of it.
        change("b2", "pager load", 0.6, 0.33, Some("e1")),
        // × 0.5, and again × 1.
        change("b3", "attrition", 0.5, 0.3875, Some("b2")),
        change("b4", "hiring", 0.4, 0.31, Some("b3")),
    ];
    assert_eq!(held.changes.len(), expected.len(), "{:#?}", held.changes);
    for (made, expected) in held.changes.iter().zip(expected) {
        assert!((made.from - expected.from).abs() < 1e-9 && (made.to - expected.to).abs() < 1e-9, "{made:?}");
        assert_eq!(Change { from: 0.0, to: 0.0, ..made.clone() }, Change { from: 0.0, to: 0.0, ..expected });
    }
}

/// P-06: both accept the settled side, and a participant accepts what it conceded.
#[test]
fn claims_are_accepted_and_rejected() {
    let scene = settled(Answered::Yes, Answered::Yes);
    let bea = belief_updates(&scene.debate, &Name::from("bea"));
    let words = |list: &[(debate::RoomId, String)]| list.iter().map(|(_, it)| it.clone()).collect::<Vec<_>>();
    assert_eq!(words(&bea.accepted), ["pages cost sleep", "They do.", "I give in."]);
    assert_eq!(words(&bea.rejected), Vec::<String>::new());
    assert_eq!(words(&belief_updates(&scene.debate, &Name::from("ada")).accepted), ["They do.", "I give in."]);
}

/// P-06: an open crux changes no beliefs, and neither does a room that a participant was not in.
#[test]
fn an_open_crux_moves_nothing() {
    let open = settled(Answered::Yes, Answered::No);
    let bea = belief_updates(&open.debate, &Name::from("bea"));
    assert_eq!((bea.changes, bea.accepted.len(), bea.rejected), (vec![], 1, vec![]));
    assert_eq!(belief_updates(&open.debate, &Name::from("cleo")), Default::default());
    let no = settled(Answered::No, Answered::No);
    let ada = belief_updates(&no.debate, &Name::from("ada"));
    assert!(ada.changes[0].to < ada.changes[0].from && ada.changes[1].to > ada.changes[1].from, "the other way round");
}

/// P-06: whether a question denies a belief follows from the polarity in the graph, whatever its wording; the reverse link does not count.
#[test]
fn a_belief_moves_by_its_own_polarity() {
    for (question, rises) in [
        ("Is it so that small services work against pager load?", Some(true)),
        ("Is it so that small services do not lead to pager load?", Some(true)),
        ("Do small services reduce pager load?", Some(true)),
        ("Do small services raise pager load?", Some(false)),
        ("Is it so that small services lead to pager load?", Some(false)),
        ("Is it so that pager load works against small services?", None),
    ] {
        let scene = asked(question, Answered::Yes, Answered::Yes);
        let changes = belief_updates(&scene.debate, &Name::from("bea")).changes;
        let edge = changes.iter().find(|it| it.belief == "e1");
        assert_eq!(edge.map(|it| it.to > it.from), rises, "{question}: {changes:#?}");
    }
}

/// P-06: a belief that decreased below one half is abandoned; a weak one that increased, or one that recovered, is not.
#[test]
fn what_was_borne_out_is_not_given_up() {
    let change = |belief: &str, from: f64, to: f64| Change {
        belief: belief.to_owned(),
        words: String::new(),
        from,
        to,
        room: id(1),
        through: None,
    };
    let changes = vec![
        change("weak and confirmed", 0.3, 0.44),
        change("lost", 0.6, 0.33),
        change("lost and back", 0.6, 0.33),
        change("lost and back", 0.33, 0.7),
        change("shaken", 0.9, 0.6),
    ];
    let mind = BeliefUpdates { changes, ..BeliefUpdates::default() };
    assert_eq!(mind.given_up().into_iter().collect::<Vec<_>>(), ["lost"]);
}
