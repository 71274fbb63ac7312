//! The verdict of a panel (P-10, I-02 … I-04).
use super::{answers, disputed, drawn, holds, names, opens, panel, room, round, say, says};
use crate::scene::Scene;
use analysis::crux::card;
use analysis::{Label, Verdict};
use debate::Event;
use debate::crux::{Answered, CruxKind};
use debate::event::{Reason, RoomTurn, RoundKind, Stage};

/// A panel of three with these openings and closings, and takes between them that nobody should mistake for either.
fn held(openings: [&str; 3], closings: &[&str]) -> Scene {
    let mut scene = panel("Should a team of five split its monolith?", 3);
    round(&mut scene, RoundKind::Opening, None, openings.map(holds));
    round(
        &mut scene,
        RoundKind::Take,
        Some("cost"),
        ["No, it is dear.", "No, it is dear.", "No, it is dear."].map(holds),
    );
    if !closings.is_empty() {
        round(&mut scene, RoundKind::Closing, None, closings.iter().map(|it| holds(it)));
    }
    scene
}

/// P-10, I-02: a panel is a consensus only if all closings have one position; takes and openings do not count.
#[test]
fn closings_alone_agree() {
    let (yes, no, some) = ("Yes, split it.", "No, keep it.", "Wait for the audit.");
    for (name, openings, closings, label, position) in [
        ("all", [yes, no, no], &[yes, yes, yes][..], Label::Consensus, Some(yes)),
        ("most", [yes, no, no], &[yes, yes, no], Label::Partial, None),
        ("one was lost", [yes, yes, yes], &[yes, yes], Label::Partial, None),
        ("none", [yes, no, some], &[yes, no, some], Label::Dissensus, None),
        ("openings alone", [yes, yes, yes], &[], Label::Partial, None),
    ] {
        let verdict = Verdict::of(&held(openings, closings).debate);
        assert_eq!(verdict.decision.label, label, "{name}");
        assert_eq!(verdict.decision.position.as_deref(), position, "{name}");
        assert_eq!((verdict.metadata.rubric, verdict.plain_vote.option), (None, None), "{name}: nobody votes");
        assert_eq!((verdict.plain_vote.openings, verdict.plain_vote.held_by.len()), (3, 0), "{name}");
        let last = closings.first().copied().unwrap_or(openings[0]);
        assert_eq!(verdict.participants[0].position.as_deref(), Some(last), "{name}: not what it said of an aspect");
    }
}

/// P-24, I-04: an open crux would change the verdict, with its settling question and both falsifiers; a settled one would not.
#[test]
fn open_cruxes_would_change_it() {
    let mut scene = held(["Yes, split it.", "No, keep it.", "No, keep it."], &[]);
    disputed(&mut scene, &[(0, 1), (0, 2)], vec![]);
    for (number, other, answer) in [(1, 1, Answered::No), (2, 2, Answered::Yes)] {
        opens(&mut scene, number, "Is it so that splitting costs a year?");
        says(&mut scene, number, 0, Stage::Position, answers("It costs a year.", Answered::Yes));
        says(&mut scene, number, other, Stage::Position, answers("That is how it is.", answer));
        let named = || names("splitting costs a year", CruxKind::Empirical);
        let falsified = RoomTurn { falsifier: Some("A split done in a month".to_owned()), ..named() };
        says(&mut scene, number, 0, Stage::Convergence, falsified);
        says(&mut scene, number, other, Stage::Convergence, named());
        let made = card(&scene.debate, room(&scene, number)).unwrap();
        drawn(&mut scene, number, Ok(made));
    }
    round(&mut scene, RoundKind::Closing, None, ["Yes, split it.", "No, keep it.", "No, keep it."].map(holds));
    scene.add(Event::DebateClosed { why: Reason::Discussed, figures: vec![], question: None });
    let verdict = Verdict::of(&scene.debate);
    let cruxes: Vec<&str> = verdict.changes.cruxes.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(cruxes, ["room-1"]);
    let question = "What would we see if splitting costs a year, and what if not?";
    assert_eq!(verdict.changes.cruxes[0].question, question);
    let sides = |verdict: &Verdict| {
        let open = &verdict.changes.cruxes[0];
        [&open.by, &open.against].map(|it| it.iter().map(|it| it.to_string()).collect::<Vec<_>>())
    };
    assert_eq!(sides(&verdict), [vec!["ada"], vec!["bea"]]);
    let falsifiers: Vec<&str> = verdict.changes.falsifiers.iter().map(|it| it.falsifier.as_str()).collect();
    assert!(falsifiers.contains(&"ada would change its mind: A split done in a month"), "{falsifiers:?}");
    assert_eq!(verdict.decision.next_step, format!("settle what they part on before you act (room-1): {question}"));
    assert_eq!(verdict.decision.label, Label::Partial);
}

/// I-04: sides of an open crux follow the answers, not the speaking order; a participant without an answer is on neither side.
#[test]
fn sides_of_a_crux_go_by_the_answers() {
    let (yes, no, nuanced) = (Some(Answered::Yes), Some(Answered::No), Some(Answered::Nuanced));
    for (ada, bea, by, against) in
        [(no, yes, &["bea"][..], &["ada"][..]), (yes, nuanced, &["ada"], &[]), (no, None, &[], &["ada"])]
    {
        let mut scene = held(["Yes, split it.", "No, keep it.", "No, keep it."], &[]);
        disputed(&mut scene, &[(0, 1)], vec![]);
        opens(&mut scene, 1, "Is it so that splitting costs a year?");
        for (seat, answer) in [(0, ada), (1, bea)] {
            let turn = RoomTurn { answer, ..say("Clocks tick.") };
            says(&mut scene, 1, seat, Stage::Position, turn);
            says(&mut scene, 1, seat, Stage::Convergence, say("the year"));
        }
        let made = card(&scene.debate, room(&scene, 1)).unwrap();
        drawn(&mut scene, 1, Ok(made));
        let open = &Verdict::of(&scene.debate).changes.cruxes[0];
        let names = |it: &[debate::Name]| it.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            (names(&open.by), names(&open.against)),
            (by.iter().map(ToString::to_string).collect(), against.iter().map(ToString::to_string).collect())
        );
    }
}
