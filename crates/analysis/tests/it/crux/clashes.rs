//! Disputes of a round, and clashes worth a crux room, without a model (P-30, P-31).
use super::{disputed, holds, panel, revised, room, round, say, says};
use crate::test_debate::TestDebate;
use analysis::crux::{Takes, clash_pairs, disputes, is_dispute, parts, takes};
use debate::event::{Parts, RoundKind, Stage};
use debate::relation::{Pair, TurnRef};
use debate::rules::PanelRules;
use debate::{CallId, Event, Name, Relation};

const UNLIKE: Relation =
    Relation { similarity: 0.2, opposition: 0.36, opposed: false, same_point: false, on_topic: true };

/// P-30: takes are disputed if opposed or clearly different, on the topic; otherwise irrelevant or undisputed.
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

/// P-30: opposed takes that name nothing of the topic are irrelevant, whatever the analyst; naming the aspect suffices.
#[test]
fn disputes_about_something_else_are_irrelevant() {
    let topic = "Should a team of five split its monolith?";
    let far = Relation { opposition: 0.9, opposed: true, similarity: 0.1, ..UNLIKE };
    for (name, aspect, a, b, relation, expected) in [
        ("opposed", "cost", "Lunch is too short.", "Lunch is too long.", far, Takes::Disputed),
        (
            "of two things",
            "cost",
            "Lunch is short.",
            "Tea is hot.",
            Relation { similarity: 0.02, ..UNLIKE },
            Takes::Irrelevant,
        ),
        ("one names it", "cost", "Lunch is too short.", "A monolith is long.", far, Takes::Disputed),
        ("they name the aspect", "lunch", "Lunch is too short.", "Lunch is too long.", far, Takes::Disputed),
        ("near in meaning", "cost", "It is dear.", "It is cheap.", UNLIKE, Takes::Disputed),
        (
            "undisputed",
            "cost",
            "Lunch is too short.",
            "Tea is good.",
            Relation { opposition: 0.0, ..UNLIKE },
            Takes::Undisputed,
        ),
    ] {
        assert_eq!(takes(topic, Some(aspect), (a, b), &relation), expected, "{name}");
    }
    let mut scene = panel(topic, 2);
    round(&mut scene, RoundKind::Take, Some("cost"), [holds("Lunch is short."), holds("Tea is hot.")]);
    compared(&mut scene, &[("ada", "bea", Relation { similarity: 0.02, ..UNLIKE })]);
    let (found, ignored) = disputes(&scene.debate, 1);
    assert_eq!(found, []);
    assert_eq!(ignored[0].why, "they disagree, and not about what is debated: Lunch is short");
}

fn compared(scene: &mut TestDebate, rows: &[(&str, &str, Relation)]) {
    let round = scene.debate.rounds.len() as u32;
    let said = |by: &str| TurnRef { round, by: Name::from(by) };
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

/// P-12, P-30: every pair of takes is compared; recorded comparisons overrule words, the most certain come first, and irrelevant ones are
/// reported.
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
fn clash(takes: [&str; 2], said: &[&str]) -> TestDebate {
    clash_on("on-call", takes, said)
}

fn clash_on(aspect: &str, takes: [&str; 2], said: &[&str]) -> TestDebate {
    let mut scene = panel("Should a team of five split its monolith?", 2);
    round(&mut scene, RoundKind::Take, Some(aspect), takes.map(holds));
    disputed(&mut scene, &[(0, 1)], vec![]);
    for (at, text) in said.iter().enumerate() {
        says(&mut scene, 1, at % 2, Stage::Clash, say(text));
    }
    scene
}

/// P-30, P-31: all four conditions hold if two answer each other on one claim; each can fail alone.
#[test]
fn a_clash_has_four_parts() {
    let takes = ["Splitting halves the pages each week.", "Splitting doubles the pages each week."];
    let all = Parts { opposed: true, engaged: Some(true), same_claim: Some(true), relevant: true };
    let rebuttals = ["But pages fall when services are small.", "Pages do not fall: every service pages somebody."];
    for (name, takes, said, made, expected) in [
        ("all", takes, &rebuttals[..], None, all),
        ("one rebuttal", takes, &rebuttals[..1], None, Parts { engaged: Some(false), ..all }),
        (
            "talking past each other",
            takes,
            &["Databases are slow.", "Hiring takes years."],
            None,
            Parts { engaged: Some(false), ..all },
        ),
        ("by name", takes, &["Wait, bea.", "Go on, ada."], None, all),
        (
            "of different claims",
            ["The monolith builds slowly.", "Hiring takes years."],
            &["But bea, builds!", "But ada, hiring!"],
            Some(UNLIKE),
            Parts { same_claim: Some(false), ..all },
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

/// P-30: participants that only quote can't reply; quotations opposed on one claim count as engagement, nothing else does.
#[test]
fn quotations_of_one_claim_are_engaged() {
    let takes = ["Splitting halves the pages each week.", "Splitting doubles the pages each week."];
    let mut scene = clash(takes, &["Databases are slow.", "Hiring takes years."]);
    assert_eq!(parts(&scene.debate, room(&scene, 1), &[]).0.engaged, Some(false));
    scene.debate.rules.panel = Some(PanelRules { quote: true, ..PanelRules::default() });
    assert_eq!(parts(&scene.debate, room(&scene, 1), &[]).0.engaged, Some(true));
    let made = [Relation { opposed: false, opposition: 0.0, ..UNLIKE }; 3];
    assert_eq!(parts(&scene.debate, room(&scene, 1), &made).0.engaged, Some(false), "what is not opposed is not");
    // What only a network takes for opposed, two who can't answer do not show.
    let takes = ["The last papers were about the pages each week.", "Splitting leads to pages each week."];
    let mut scene = clash(takes, &takes);
    let made = [Relation { opposed: true, opposition: 0.9, ..UNLIKE }; 3];
    assert!(parts(&scene.debate, room(&scene, 1), &made).0.opposed);
    scene.debate.rules.panel = Some(PanelRules { quote: true, ..PanelRules::default() });
    assert!(!parts(&scene.debate, room(&scene, 1), &made).0.opposed);
}

/// P-30: one cause and one effect are one claim, whatever the aspect.
#[test]
fn a_link_is_one_claim_under_every_aspect() {
    let takes = [
        "Splitting the monolith leads to a wide blast radius.",
        "Splitting the monolith prevents a wide blast radius.",
    ];
    for aspect in ["splitting", "blast radius", "splitting the monolith and a wide blast radius", "on-call"] {
        let scene = clash_on(aspect, takes, &takes);
        assert!(parts(&scene.debate, room(&scene, 1), &[]).0.all(), "{aspect}");
    }
}

/// P-30: the question is the first speaker's sentence closest to one of the other's.
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
    let topic = "Should a team of five split its monolith?";
    assert_eq!(parts(&bare.debate, room(&bare, 1), &[]).1, topic, "where nobody claims anything");
}

/// P-30: an aspect that is a question is the crux question if both address it; the claim is then the same, although it is the topic.
#[test]
fn an_aspect_that_is_a_question_is_the_question() {
    let aspect = "Is it so that an interface drawn early works against speed for every team that comes after?";
    let takes = [
        "An interface drawn early works against speed for every team that comes after, because it freezes the misunderstanding of the week in \
         which it was drawn. [k715b17dc78]",
        "An interface drawn early leads to speed for every team that comes after, because each newcomer meets a settled question instead of a \
         negotiation. [k90760751aa]",
    ];
    let said = [
        "I would change my mind about splitting if I were shown a team of five in which every member explains all six services from memory, \
         and changes two of them in one afternoon without asking anybody. [kccfdb029ed]",
        "A small team that splits early avoids coordination cost later, because the seams are cut while everybody who understands the cloth \
         is still in the room. [k90760751aa]",
    ];
    let scene = clash_on(aspect, takes, &said);
    let (found, question) = parts(&scene.debate, room(&scene, 1), &[]);
    assert_eq!(question, aspect);
    assert!(found.opposed && found.same_claim == Some(true) && found.relevant, "{found:?}");
    // Of another aspect, it is the claim that the other opposes.
    let scene = clash_on("Is it so that a rewrite pays?", takes, &said);
    assert_eq!(
        parts(&scene.debate, room(&scene, 1), &[]).1,
        "Is it so that an interface drawn early works against speed for every team that comes after?"
    );
    let pairs = clash_pairs(&scene.debate, room(&scene, 1));
    assert!(pairs.iter().all(|(a, b)| !a.contains('[') && !b.contains('[')), "{pairs:?}");
}

/// P-30: no question asks about a speaker's own mind, contains citations or is too long.
#[test]
fn nobody_is_asked_about_a_mind() {
    let takes = [
        "I ask to have it explained. [k92eb832914]",
        "I am asked what a platform owes to the small team. [k23327b4314]",
    ];
    let mind = "I would change my mind about splitting if I were shown a team of five in which every member explains it. [kccfdb029ed]";
    let useful = "Ignoring opportunity cost leads to work that is useful and wrong, because almost everything a capable team might do is \
                  useful. [ked5ae85014]";
    let question = |said: &[&str]| {
        let scene = clash_on("who pays", takes, said);
        parts(&scene.debate, room(&scene, 1), &[]).1
    };
    assert_eq!(
        question(&[mind, useful]),
        "Is it so that ignoring opportunity cost leads to work that is useful and wrong?"
    );
    assert_eq!(
        question(&[mind, "I reject what the operator makes of it."]),
        "Should a team of five split its monolith?"
    );
}

/// P-12, P-30: without a model, takes clash that make opposite demands on one subject in nearly the same words, and come first; takes that make the same
/// demand do not.
#[test]
fn opposite_demands_clash() {
    let topic = "Should the city ban private cars from the old town?";
    let closed = "The old town should be closed to private cars.";
    for (other, expected) in [
        ("Private cars must be allowed into the old town.", 1),
        ("The old town should stay open to private cars.", 1),
        ("The old town should be closed to private cars.", 0),
    ] {
        let mut scene = revised(topic, 2);
        round(&mut scene, RoundKind::Take, Some(topic), [holds(closed), holds(other)]);
        let (found, _) = disputes(&scene.debate, 1);
        assert_eq!(found.len(), expected, "{other}: {found:?}");
    }
}
