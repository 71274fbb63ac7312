//! What of a round is disputed, and what of a clash is worth a room, without a model (P-30, P-31).
use super::{disputed, holds, panel, room, round, say, says};
use crate::scene::Scene;
use analysis::crux::{Takes, clash_pairs, disputes, is_dispute, parts};
use debate::event::{Parts, RoundKind, Stage};
use debate::relation::{Pair, Said};
use debate::{CallId, Event, Name, Relation};

const UNLIKE: Relation =
    Relation { similarity: 0.2, opposition: 0.36, opposed: false, same_point: false, on_topic: true };

/// P-30: takes are disputed where they are opposed or plainly not alike, on what is debated; else the dispute is irrelevant, or none.
#[test]
fn takes_are_disputed() {
    let opposed = Relation { opposition: 0.9, opposed: true, ..UNLIKE };
    let same = Relation { similarity: 0.9, opposition: 0.0, same_point: true, ..UNLIKE };
    for (name, relation, expected) in [
        ("opposed", opposed, Takes::Disputed),
        ("opposed, on something else", Relation { on_topic: false, ..opposed }, Takes::Irrelevant),
        ("on one thing, and unlike", UNLIKE, Takes::Disputed),
        ("the same", same, Takes::Undisputed),
        ("nearly the same", Relation { similarity: 0.75, opposition: 0.11, ..UNLIKE }, Takes::Undisputed),
        ("of different things", Relation { opposition: 0.0, on_topic: false, ..UNLIKE }, Takes::Undisputed),
    ] {
        assert_eq!(is_dispute(&relation), expected, "{name}");
    }
}

fn compared(scene: &mut Scene, rows: &[(&str, &str, Relation)]) {
    let round = scene.debate.rounds.len() as u32;
    let said = |by: &str| Said { round, by: Name::from(by) };
    let pairs = rows.iter().map(|(a, b, relation)| Pair { a: said(a), b: said(b), relation: *relation }).collect();
    let call = CallId::compare(round, 1);
    scene.add(Event::PositionsCompared {
        round,
        call,
        analyst: "local".to_owned(),
        pairs,
        failed: None,
        answer: None,
        took: 0,
    });
}

/// P-12, P-30: of the takes of a round each pair is looked at; what was compared overrules words, the surest come first, and what is
/// irrelevant is told.
#[test]
fn disputes_of_a_round() {
    let mut scene = panel("Should a team of five split its monolith?", 3);
    let takes = ["Splitting costs a year.", "Splitting takes a weekend.", "Lunch should be longer."];
    round(&mut scene, RoundKind::Take, Some("cost"), takes.map(holds));
    let opposed = Relation { opposition: 0.9, opposed: true, similarity: 0.4, ..UNLIKE };
    compared(
        &mut scene,
        &[("ada", "bea", UNLIKE), ("ada", "cleo", Relation { on_topic: false, ..opposed }), ("bea", "cleo", opposed)],
    );
    let (found, ignored) = disputes(&scene.debate, 1);
    assert_eq!(found, [("bea".into(), "cleo".into()), ("ada".into(), "bea".into())]);
    assert_eq!(ignored.len(), 1);
    assert_eq!(ignored[0].why, "they disagree, and not about what is debated: Splitting costs a year");
    assert_eq!(disputes(&scene.debate, 7), (vec![], vec![]));
    let mut words = panel("Should a team of five split its monolith?", 2);
    round(
        &mut words,
        RoundKind::Take,
        Some("cost"),
        [holds("Split the monolith."), holds("Do not split the monolith.")],
    );
    assert_eq!(disputes(&words.debate, 1).0.len(), 1, "by words, where nobody compared");
    let mut same = panel("Should a team of five split its monolith?", 2);
    round(&mut same, RoundKind::Take, Some("cost"), [holds("Split the monolith."), holds("Split the monolith.")]);
    assert_eq!(disputes(&same.debate, 1), (vec![], vec![]), "not disputed");
}

/// A clash of these rebuttals, two who take turns.
fn clash(takes: [&str; 2], said: &[&str]) -> Scene {
    let mut scene = panel("Should a team of five split its monolith?", 2);
    round(&mut scene, RoundKind::Take, Some("on-call"), takes.map(holds));
    disputed(&mut scene, &[(0, 1)], vec![]);
    for (at, text) in said.iter().enumerate() {
        says(&mut scene, 1, at % 2, Stage::Clash, say(text));
    }
    scene
}

/// P-30, P-31: all four parts hold where two answer each other on one claim; each can fail by itself.
#[test]
fn a_clash_has_four_parts() {
    let takes = ["Splitting halves the pages each week.", "Splitting doubles the pages each week."];
    let all = Parts { opposed: true, engaged: true, same_claim: true, relevant: true };
    let rebuttals = ["But pages fall when services are small.", "Pages do not fall: every service pages somebody."];
    for (name, takes, said, made, expected) in [
        ("all", takes, &rebuttals[..], None, all),
        ("one rebuttal", takes, &rebuttals[..1], None, Parts { engaged: false, ..all }),
        (
            "talking past each other",
            takes,
            &["Databases are slow.", "Hiring takes years."],
            None,
            Parts { engaged: false, ..all },
        ),
        ("by name", takes, &["Wait, bea.", "Go on, ada."], None, all),
        (
            "of different claims",
            ["The monolith builds slowly.", "Hiring takes years."],
            &["But bea, builds!", "But ada, hiring!"],
            Some(UNLIKE),
            Parts { same_claim: false, ..all },
        ),
        (
            "of something else",
            takes,
            &rebuttals,
            Some(Relation { opposed: true, opposition: 0.9, on_topic: false, ..UNLIKE }),
            Parts { relevant: false, ..all },
        ),
        (
            "they agree by now",
            takes,
            &rebuttals,
            Some(Relation { similarity: 0.9, opposition: 0.0, same_point: true, ..UNLIKE }),
            Parts { opposed: false, ..all },
        ),
    ] {
        let scene = clash(takes, said);
        let pairs = clash_pairs(&scene.debate, room(&scene, 1));
        let made: Vec<Relation> = made.map(|it| vec![it; pairs.len()]).unwrap_or_default();
        assert_eq!(parts(&scene.debate, room(&scene, 1), &made).0, expected, "{name}: {pairs:?}");
    }
}

/// P-30: the question is the first speaker's own sentence: that which comes closest to one of the other's.
#[test]
fn the_question_is_in_their_own_words() {
    let scene = clash(
        ["The team is small. Splitting will halve the pages each week.", "Splitting will not halve the pages."],
        &["Coffee is good. Small services will halve the pages.", "Nobody has halved the pages. Tea is better."],
    );
    let (_, question) = parts(&scene.debate, room(&scene, 1), &[]);
    assert_eq!(question, "Is it so that Small services will halve the pages?");
    let pairs = clash_pairs(&scene.debate, room(&scene, 1));
    assert_eq!(pairs.len(), 3, "last words, takes, and the sentences that come closest");
    assert_eq!(pairs[2].0, "Small services will halve the pages.");
    let bare = clash(["Yes.", "No."], &[]);
    assert_eq!(parts(&bare.debate, room(&bare, 1), &[]).1, "Is this right: Yes?");
}
