//! Results of a panel: shifts, matrix, claim graph, synthesis card (P-10, P-40, P-41).
use super::{answers, disputed, drawn, happens, holds, id, opens, panel, room, round, say, says};
use crate::test_debate::{NAMES, TestDebate};
use analysis::crux::{Ended, Moved, card, disputes, matrix, shifts, synthesis};
use debate::crux::Answered;
use debate::event::{Ignored, Reason, RoomEvent, RoomTurn, RoundKind, Stage};
use debate::relation::{Pair, TurnRef};
use debate::{Act, CallId, ClaimMove, Event, Label, Relation, Turn};

fn claims(position: &str, text: &str) -> Turn {
    let claim = crate::test_debate::claim(Label::Infer, text, None);
    Turn { claims: vec![claim], ..holds(position) }
}

/// A whole panel of four: one aspect disputed twice, one not at all.
fn whole() -> TestDebate {
    let mut scene = panel("Should a team of five split its monolith?", 4);
    let openings = ["Yes, split it.", "No, keep it.", "Split billing out.", "No, keep it."];
    round(&mut scene, RoundKind::Opening, None, openings.map(holds));
    let moved = Turn {
        moves: vec![ClaimMove {
            claim: "C1".to_owned(),
            act: Act::Support,
            why: None,
            assessment: None,
            counter: None,
            synthesis: None,
        }],
        ..claims("It depends on people.", "People differ")
    };
    let takes =
        [claims("Pages fall.", "Pages fall by half"), claims("Pages rise.", "Pages double"), moved, holds("Nothing.")];
    round(&mut scene, RoundKind::Take, Some("on-call"), takes);
    let ignored = Ignored { a: "cleo".into(), b: "dora".into(), why: "not about it".to_owned() };
    disputed(&mut scene, &[(0, 1), (0, 2), (1, 2), (1, 3)], vec![ignored]);
    says(&mut scene, 1, 0, Stage::Clash, say("Pages fall."));
    says(&mut scene, 1, 1, Stage::Clash, say("They rise."));
    opens(&mut scene, 1, "Is it so that pages fall?");
    says(&mut scene, 1, 0, Stage::Position, answers("They fall.", Answered::Yes));
    let granted = RoomTurn { conceded: Some("nights are bad".to_owned()), ..answers("They rise.", Answered::No) };
    says(&mut scene, 1, 1, Stage::Position, granted);
    says(&mut scene, 1, 0, Stage::Convergence, say("the pages"));
    says(&mut scene, 1, 1, Stage::Convergence, say("the pages"));
    let made = card(&scene.debate, room(&scene, 1)).unwrap();
    drawn(&mut scene, 1, Ok(made));
    happens(&mut scene, 2, RoomEvent::Settled { why: "they make the same point".to_owned() });
    drawn(&mut scene, 3, Err("cleo's turn was lost"));
    opens(&mut scene, 4, "Is it so that pages rise?");
    says(&mut scene, 4, 1, Stage::Position, answers("They do rise.", Answered::Yes));
    says(&mut scene, 4, 3, Stage::Position, answers("They do, yes.", Answered::Yes));
    says(&mut scene, 4, 1, Stage::Convergence, say("the pages"));
    says(&mut scene, 4, 3, Stage::Convergence, say("the pages"));
    let made = card(&scene.debate, room(&scene, 4)).unwrap();
    drawn(&mut scene, 4, Ok(made));
    round(&mut scene, RoundKind::Take, Some("cost"), ["Dear.", "Dear.", "Dear.", "Dear."].map(holds));
    disputed(&mut scene, &[], vec![]);
    let closings =
        [holds("Yes, split it."), holds("Yes, split it, but slowly."), holds("Wait for the audit."), Turn::default()];
    round(&mut scene, RoundKind::Closing, None, closings);
    scene
}

/// P-10: each closing is compared with its own opening, with the rooms of concessions.
#[test]
fn shifts_are_openings_against_closings() {
    let scene = whole();
    let found = shifts(&scene.debate);
    let moved: Vec<Moved> = found.iter().map(|it| it.moved).collect();
    assert_eq!(moved, [Moved::Held, Moved::Reversed, Moved::Refined, Moved::Unknown]);
    assert_eq!(found[1].opening.as_deref(), Some("No, keep it."));
    assert_eq!(found[1].closing.as_deref(), Some("Yes, split it, but slowly."));
    assert_eq!((found[0].rooms.len(), &found[1].rooms), (0, &vec![id(1)]));
}

/// P-41: the matrix has a row per card and a cell per participant; participants not asked have an empty cell.
#[test]
fn the_matrix_is_personas_by_cruxes() {
    let rows = matrix(&whole().debate);
    let cells: Vec<(String, Vec<Option<Answered>>)> =
        rows.iter().map(|it| (it.room.to_string(), it.cells.iter().map(|it| it.answer).collect())).collect();
    let (yes, no) = (Some(Answered::Yes), Some(Answered::No));
    assert_eq!(
        cells,
        [("room-1".to_owned(), vec![yes, no, None, None]), ("room-4".to_owned(), vec![None, yes, None, yes])]
    );
    assert_eq!(rows[0].question, "Is it so that pages fall?");
    assert_eq!(rows.iter().map(|it| it.number).collect::<Vec<_>>(), [1, 4], "a crux has the number of its room");
}

/// P-10, P-12, P-30: the synthesis lists open, settled, failed, undisputed and omitted disagreements.
#[test]
fn the_synthesis_leaves_nothing_out() {
    let made = synthesis(&whole().debate);
    // Both answered alike, which is agreeing and not settling.
    assert_eq!((made.open, made.agreed, made.settled), (vec![id(1)], vec![id(4)], vec![]));
    assert_eq!((made.compatible[0].room.clone(), made.compatible[0].why.as_str()), (id(2), "they make the same point"));
    assert_eq!((made.failed[0].room.clone(), made.failed[0].why.as_str()), (id(3), "cleo's turn was lost"));
    assert_eq!((made.compatible.len(), made.failed.len()), (1, 1));
    assert_eq!(made.undisputed, ["cost"]);
    assert_eq!((made.ignored.len(), made.ignored[0].round, made.ignored[0].why.as_str()), (1, 2, "not about it"));
    assert_eq!(made.shifts.len(), 4);
}

/// P-10: a room cut off by budget, time or a person is listed as unfinished, with the reason.
#[test]
fn a_room_that_was_cut_is_unfinished() {
    for (closed, expected) in [
        (None, "it still goes on"),
        (Some(Reason::Budget), "the budget did not reach for more"),
        (Some(Reason::Deadline), "the time was up"),
        (Some(Reason::Stopped), "a person stopped the panel"),
        (Some(Reason::Insufficient), "the panel ended before: insufficient"),
    ] {
        let mut scene = panel("Should a team of five split its monolith?", 2);
        round(&mut scene, RoundKind::Take, Some("on-call"), [holds("Pages fall."), holds("Pages rise.")]);
        disputed(&mut scene, &[(0, 1)], vec![]);
        says(&mut scene, 1, 0, Stage::Clash, say("Pages fall."));
        if let Some(why) = closed {
            scene.add(Event::DebateClosed { why, figures: vec![], question: None });
        }
        let made = synthesis(&scene.debate);
        assert_eq!(made.unfinished, [Ended { room: id(1), why: expected.to_owned() }]);
        assert_eq!((made.failed, made.compatible), (vec![], vec![]));
    }
    assert_eq!(synthesis(&whole().debate).unfinished, []);
}

/// P-10, P-12: with fewer rooms than disagreements, pairs with opposite answers come first.
#[test]
fn exact_opposites_come_first() {
    let mut scene = panel("Should a team of five split its monolith?", 3);
    let takes = [
        "Splitting the monolith leads to quiet nights for whoever holds the pager.",
        "Splitting the monolith has a price in nights that few expect.",
        "Splitting the monolith prevents quiet nights for whoever holds the pager.",
    ];
    round(&mut scene, RoundKind::Take, Some("Does splitting the monolith lead to quiet nights?"), takes.map(holds));
    let relation =
        |opposition| Relation { similarity: 0.5, opposition, opposed: true, same_point: false, on_topic: true };
    let pairs = [((0, 1), 0.9), ((0, 2), 0.6), ((1, 2), 0.8)];
    let said = |seat: usize| TurnRef { round: 1, by: NAMES[seat].into() };
    scene.add(Event::PositionsCompared {
        round: 1,
        call: CallId::compare(1, 1),
        analyst: "local".to_owned(),
        failed: None,
        pairs: pairs.map(|((a, b), opposition)| Pair { a: said(a), b: said(b), relation: relation(opposition) }).into(),
        answer: None,
        took: 0,
    });
    let found: Vec<(String, String)> =
        disputes(&scene.debate, 1).0.into_iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(found, [pair("ada", "cleo"), pair("ada", "bea"), pair("bea", "cleo")]);
}
