//! Cards from both sides' own words, verified cards of a model (P-24), and named cruxes (P-21).
use super::{answers, disputed, drawn, holds, id, names, opens, panel, room, round, say, says};
use crate::test_debate::TestDebate;
use analysis::crux::{card, cores_pairs, matrix, same_core, same_question, verified};
use debate::crux::{Answered, CardPosition, CruxKind, Resolution, Words};
use debate::event::{RoomTurn, RoundKind, Stage};
use debate::rules::PanelRules;
use debate::{Card, Label, Relation, Turn};

const QUESTION: &str = "Is it so that splitting the monolith lowers the on-call load?";

fn claims(position: &str, text: &str) -> Turn {
    let claim = crate::test_debate::claim(Label::Infer, text, None);
    Turn { claims: vec![claim], ..holds(position) }
}

/// Two in a room that was opened, positions taken.
fn opened() -> TestDebate {
    let mut scene = panel("Should a team of five split its monolith?", 2);
    round(&mut scene, RoundKind::Opening, None, [holds("Split it."), holds("Keep it.")]);
    let takes = [claims("Splitting lowers the load.", "Pages fall by half"), claims("It adds load.", "Pages double")];
    round(&mut scene, RoundKind::Take, Some("on-call"), takes);
    disputed(&mut scene, &[(0, 1)], vec![]);
    says(&mut scene, 1, 0, Stage::Clash, say("Load falls when services are small."));
    says(&mut scene, 1, 1, Stage::Clash, say("No, ada: load rises with every service."));
    opens(&mut scene, 1, QUESTION);
    says(&mut scene, 1, 0, Stage::Position, answers("Smaller services page fewer people.", Answered::Yes));
    says(&mut scene, 1, 1, Stage::Position, answers("Five people carry twelve pagers.", Answered::No));
    scene
}

/// Both name a core thing.
fn converged(scene: &mut TestDebate, a: RoomTurn, b: RoomTurn) {
    says(scene, 1, 0, Stage::Convergence, a);
    says(scene, 1, 1, Stage::Convergence, b);
}

/// P-24: a card has both positions in their own words with their turns, what both named, its kind, what would change each mind, what was
/// conceded, the claims of both takes, and a settling question made of the crux.
#[test]
fn a_card_is_made_of_their_own_words() {
    let mut scene = opened();
    let granted =
        RoomTurn { conceded: Some("a shared database pages everybody".to_owned()), ..say("Granted, but not more.") };
    let turn = says(&mut scene, 1, 1, Stage::Exchange, granted);
    let falsified = RoomTurn {
        falsifier: Some("A quarter in which pages rise".to_owned()),
        ..names("whether splitting lowers the number of pages each week is falling", CruxKind::Empirical)
    };
    converged(
        &mut scene,
        falsified,
        names("splitting does not lower the number of pages each week", CruxKind::Empirical),
    );
    let made = card(&scene.debate, room(&scene, 1)).unwrap();
    assert_eq!(made.question, QUESTION);
    let stand = |by: &str, answer, words: &str, turn: &str| CardPosition {
        by: by.into(),
        answer: Some(answer),
        words: words.to_owned(),
        turn: turn.into(),
    };
    assert_eq!(
        made.positions,
        [
            stand("ada", Answered::Yes, "Smaller services page fewer people.", "room-1/position/1/ada"),
            stand("bea", Answered::No, "Five people carry twelve pagers.", "room-1/position/2/bea"),
        ]
    );
    assert_eq!(made.crux, "whether splitting lowers the number of pages each week is falling", "the first's words");
    assert_eq!(made.kind, Some(CruxKind::Empirical));
    assert_eq!(
        made.settling.as_deref(),
        Some("What would we see if splitting lowers the number of pages each week is falling, and what if not?")
    );
    let words = |by: &str, words: &str, turn| Words { by: by.into(), words: words.to_owned(), turn };
    assert_eq!(made.conceded, [words("bea", "a shared database pages everybody", turn)]);
    assert_eq!(made.falsifiers, [words("ada", "A quarter in which pages rise", "room-1/convergence/1/ada".into())]);
    assert_eq!((made.resolved, made.claims), (None, vec!["C1".to_owned(), "C2".to_owned()]));
}

/// P-21, P-24: if the sides name different cruxes to the end, the card has both, and no kind.
#[test]
fn different_cores_stand_side_by_side() {
    let mut scene = opened();
    converged(
        &mut scene,
        names("how often pagers ring", CruxKind::Empirical),
        names("what a team owes its people", CruxKind::Values),
    );
    let made = card(&scene.debate, room(&scene, 1)).unwrap();
    assert_eq!(made.crux, "ada: how often pagers ring / bea: what a team owes its people");
    assert_eq!((made.kind, made.settling), (None, None));
}

/// P-24: a room without the required statements has no card, and says why.
#[test]
fn a_room_without_its_words_gives_no_card() {
    let mut scene = panel("Should a team of five split its monolith?", 2);
    round(&mut scene, RoundKind::Take, Some("on-call"), [holds("Splitting lowers the load."), holds("It adds load.")]);
    disputed(&mut scene, &[(0, 1)], vec![]);
    assert_eq!(card(&scene.debate, room(&scene, 1)).unwrap_err(), "room-1 was never opened: there is no crux question");
    opens(&mut scene, 1, QUESTION);
    says(&mut scene, 1, 0, Stage::Position, answers("It does.", Answered::Yes));
    assert_eq!(card(&scene.debate, room(&scene, 1)).unwrap_err(), "bea never said what it holds");
    says(&mut scene, 1, 1, Stage::Position, say("No, it lowers nothing."));
    assert_eq!(
        card(&scene.debate, room(&scene, 1)).unwrap_err(),
        "ada and bea did not both say what the core thing is"
    );
    converged(&mut scene, say("pages"), say("pages"));
    let made = card(&scene.debate, room(&scene, 1)).unwrap();
    assert_eq!((made.crux.as_str(), made.kind, made.falsifiers), ("pages", None, vec![]));
    assert_eq!(made.positions[1].answer, Some(Answered::No), "read from words where no answer was given");
}

/// P-24: a crux is settled if both finally give the same answer, or one concedes and does not retract; "it depends" settles nothing.
#[test]
fn a_crux_is_settled_by_the_two_alone() {
    use Answered::{No, Nuanced, Yes};
    let grants = |answer| RoomTurn {
        answer,
        conceded: Some("splitting the monolith lowers the on-call load".to_owned()),
        ..say("You are right there.")
    };
    for (name, turn, expected) in [
        ("nothing", say("I still think so."), None),
        ("the same answer", answers("It does, after all.", Yes), Some((Yes, "both answer yes in the end"))),
        ("it depends", answers("It depends.", Nuanced), None),
        ("granted", grants(None), Some((Yes, "bea granted it: splitting the monolith lowers the on-call load"))),
        ("granted, and answered otherwise", grants(Some(No)), None),
        ("something else granted", RoomTurn { conceded: Some("pagers are loud".to_owned()), ..say("Yes.") }, None),
    ] {
        let mut scene = opened();
        says(&mut scene, 1, 1, Stage::Exchange, turn);
        converged(&mut scene, say("the pages"), say("the pages"));
        let made = card(&scene.debate, room(&scene, 1)).unwrap();
        let expected = expected.map(|(answer, how)| Resolution { answer, how: how.to_owned(), opened: vec![] });
        assert_eq!(made.resolved, expected, "{name}");
    }
    let mut scene = opened();
    says(&mut scene, 1, 1, Stage::Exchange, answers("It does, after all.", Yes));
    converged(&mut scene, say("the pages"), say("the pages"));
    let made = card(&scene.debate, room(&scene, 1)).unwrap();
    assert_eq!(made.positions[1].words, "It does, after all.", "what it holds in the end, where it last answered");
}

/// P-24: a model's card is valid if its positions are verbatim from their turns; otherwise it is rejected with the reason. Other parts that
/// do not occur in the room are removed.
#[test]
fn a_drawn_card_is_held_against_the_room() {
    let mut scene = opened();
    converged(
        &mut scene,
        names("the number of pages", CruxKind::Empirical),
        names("the number of pages", CruxKind::Empirical),
    );
    let own = card(&scene.debate, room(&scene, 1)).unwrap();
    let check = |edit: &dyn Fn(&mut Card)| {
        let mut drawn = own.clone();
        edit(&mut drawn);
        verified(&scene.debate, room(&scene, 1), drawn)
    };
    assert_eq!(check(&|_| {}).unwrap(), own);
    assert_eq!(
        check(&|it| it.positions[0].words = "smaller services PAGE fewer".to_owned()).unwrap().positions[0].turn,
        own.positions[0].turn
    );
    for (edit, why) in [
        (
            &(|it: &mut Card| it.positions[0].words = "Pagers are evil.".to_owned()) as &dyn Fn(&mut Card),
            "what it has ada say does not stand in `room-1/position/1/ada`",
        ),
        (&|it| it.positions[0].words = " ".to_owned(), "what it has ada say does not stand in `room-1/position/1/ada`"),
        (
            &|it| it.positions[1].turn = "room-1/position/1/ada".into(),
            "`room-1/position/1/ada` is a turn of ada, not of bea",
        ),
        (
            &|it| it.positions[1].turn = "room-9/position/1/ada".into(),
            "there is no turn `room-9/position/1/ada` in room-1",
        ),
        (&|it| it.positions[1].answer = Some(Answered::Yes), "bea answers no in `room-1/position/2/bea`, not yes"),
        (&|it| it.positions.truncate(1), "it says nothing of what bea holds"),
        (&|it| it.positions.push(it.positions[0].clone()), "it has two positions of ada"),
        (
            &|it| it.positions.push(CardPosition { by: "cleo".into(), ..it.positions[0].clone() }),
            "cleo is not in the room",
        ),
        (&|it| it.positions[1].answer = None, "bea answers no in `room-1/position/2/bea`, not unsaid"),
        (&|it| it.crux = " ".to_owned(), "it names no crux"),
        (
            &|it| it.crux = "Whether leaders trust their engineers.".to_owned(),
            "the crux it names is not what the two spoke of",
        ),
    ] {
        assert_eq!(check(edit).unwrap_err(), why);
    }
    let words = |words: &str| Words { by: "ada".into(), words: words.to_owned(), turn: "room-1/position/1/ada".into() };
    let kept = check(&|it| {
        it.question = "Something else?".to_owned();
        it.falsifiers = vec![words("never said"), words("fewer people")];
        it.conceded = vec![words("all of it")];
        it.resolved = Some(Resolution { answer: Answered::Yes, how: "ada won".to_owned(), opened: vec![] });
        it.claims = vec!["C9".to_owned()];
    });
    let kept = kept.unwrap();
    assert_eq!((kept.question.as_str(), kept.falsifiers), (QUESTION, vec![words("fewer people")]));
    assert_eq!((kept.conceded, kept.resolved, kept.claims), (vec![], None, own.claims.clone()));
    let reworded = check(&|it| it.crux = "Whether the number of pages falls for five people.".to_owned()).unwrap();
    assert_eq!(reworded.crux, "Whether the number of pages falls for five people.");
    let renamed = check(&|it| it.kind = Some(CruxKind::Values)).unwrap();
    assert_eq!(renamed.kind, None, "both called it empirical");
}

/// P-24: a side without an answer is shown as such: it does not count as "it depends", and settles nothing.
#[test]
fn an_answer_that_nobody_gave_is_on_no_card() {
    let mut scene = panel("Should a team of five split its monolith?", 2);
    round(&mut scene, RoundKind::Take, Some("on-call"), [holds("Splitting lowers the load."), holds("It adds load.")]);
    disputed(&mut scene, &[(0, 1)], vec![]);
    opens(&mut scene, 1, QUESTION);
    says(&mut scene, 1, 0, Stage::Position, say("Pagers were invented for doctors."));
    says(&mut scene, 1, 1, Stage::Position, say("Sleep is worth money."));
    converged(&mut scene, say("the pages"), say("the pages"));
    let made = card(&scene.debate, room(&scene, 1)).unwrap();
    assert_eq!(made.positions.iter().map(|it| it.answer).collect::<Vec<_>>(), [None, None]);
    assert_eq!((made.positions[0].told(), made.resolved.clone()), ("unsaid", None));
    drawn(&mut scene, 1, Ok(made));
    let row = &matrix(&scene.debate)[0];
    let told: Vec<Option<&str>> = row.cells.iter().map(|it| it.told()).collect();
    assert_eq!((told, row.number), (vec![Some("unsaid"), Some("unsaid")], 1));
}

/// P-21: opposite words for one thing name the same crux; different things on one topic do not.
#[test]
fn the_same_core_is_what_both_speak_of() {
    let unlike = Relation { similarity: 0.3, opposition: 0.1, opposed: false, same_point: false, on_topic: true };
    let alike = Relation { similarity: 0.85, same_point: true, ..unlike };
    for (a, b, made, expected) in [
        ("small teams leads to deploy speed", "small teams works against deploy speed", unlike, true),
        (
            "Splitting the monolith leads to a wide blast radius, because a mistake that used to stop at the compiler now travels.",
            "Splitting the monolith prevents a wide blast radius, because a process that dies alone leaves its neighbours answering.",
            unlike,
            true,
        ),
        ("Splitting the monolith leads to a wide blast radius.", "Rules prevent a wide blast radius.", unlike, false),
        ("how often pagers ring", "what a team owes its people", unlike, false),
        ("how often pagers ring", "the frequency of alerts", alike, true),
    ] {
        let mut scene = opened();
        converged(&mut scene, names(a, CruxKind::Empirical), names(b, CruxKind::Empirical));
        assert_eq!(cores_pairs(room(&scene, 1)), [(a.to_owned(), b.to_owned())]);
        assert_eq!(same_core(room(&scene, 1), &[made]), expected, "{a} / {b}");
    }
    let scene = opened();
    assert_eq!(cores_pairs(room(&scene, 1)), []);
    assert!(!same_core(room(&scene, 1), &[]));
    // Where words are from is no part of them.
    let mut quoted = opened();
    let cited = |it: &str| say(&format!("The pages at night. [{it}]"));
    converged(&mut quoted, cited("k1a9e658872"), cited("k3eef6f5a4b"));
    assert!(same_core(room(&quoted, 1), &[]));
    assert_eq!(cores_pairs(room(&quoted, 1)), [("The pages at night.".to_owned(), "The pages at night.".to_owned())]);
    assert_eq!(card(&quoted.debate, room(&quoted, 1)).unwrap().crux, "The pages at night.");
    // Nor are the reasons of one of them what both part on.
    let mut reasoned = opened();
    converged(&mut reasoned, say("Rules lead to trust, because all see them."), say("Rules undermine trust."));
    assert_eq!(card(&reasoned.debate, room(&reasoned, 1)).unwrap().crux, "Rules lead to trust");
}

/// P-12: a causal link is one question in either direction; another effect is another question.
#[test]
fn one_link_is_one_question() {
    let asked = "Is it so that opening on Sundays works against ruin?";
    for (other, expected) in [
        ("Is it so that opening on Sundays prevents ruin?", true),
        ("Is it so that opening on Sundays leads to ruin?", true),
        ("Is it so that opening on Sundays prevents boredom?", false),
        ("Is it so that opening at night prevents ruin?", false),
    ] {
        assert_eq!(same_question(asked, other), expected, "{other}");
    }
}

/// P-24: nothing is inferred from a quotation, which was not written as an answer.
#[test]
fn a_quotation_answers_by_beliefs_alone() {
    let told = |quote: bool| {
        let mut scene = panel("Should a team of five split its monolith?", 2);
        let panel = PanelRules { quote, ..PanelRules::default() };
        scene.debate.rules.panel = Some(panel);
        round(&mut scene, RoundKind::Take, Some("on-call"), [holds("It does."), holds("It does not.")]);
        disputed(&mut scene, &[(0, 1)], vec![]);
        opens(&mut scene, 1, "Should a team of five split its monolith?");
        says(&mut scene, 1, 0, Stage::Position, say("Yes, a team of five should split its monolith."));
        says(&mut scene, 1, 1, Stage::Position, answers("No team of five should split anything.", Answered::No));
        converged(&mut scene, say("pages"), say("pages"));
        let made = card(&scene.debate, room(&scene, 1)).unwrap();
        made.positions.iter().map(|it| it.answer).collect::<Vec<_>>()
    };
    assert_eq!(told(false), [Some(Answered::Yes), Some(Answered::No)]);
    assert_eq!(told(true), [None, Some(Answered::No)]);
}

/// P-24: a failed card closes the room, with its transcript.
#[test]
fn a_failed_card_is_no_card() {
    let mut scene = opened();
    drawn(&mut scene, 1, Err("nobody could read it"));
    let room = scene.debate.panel.room(&id(1)).unwrap();
    assert!(room.is_over() && room.card().is_none() && room.said.len() == 4);
}
