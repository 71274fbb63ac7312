//! What a panel found (P-18): agreement, answers of everybody, moves, and the claim graph (P-12, P-21, P-25, P-40).
use super::{answers, disputed, drawn, happens, holds, id, opens, persona, revised, room, round, say, says, seats};
use crate::test_debate::{NAMES, TestDebate, claim};
use analysis::Findings;
use analysis::crux::{card, clash_pairs, disputes, graph, is_closed_as_agreed, matrix, parts, unanswered, verified};
use debate::attachment::Attachment;
use debate::crux::{Answered, ClaimLink, ClaimRelation, CruxAnswer, CruxState, Words};
use debate::event::{Contradiction, Failure, Ignored, PanelEvent, RoomEvent, RoomTurn, RoundKind, Stage};
use debate::relation::{Pair, TurnRef};
use debate::{Act, CallId, ClaimMove, Event, Label, Polarity, Relation, Turn};

const TOPIC: &str = "Should a team of five split its monolith?";
const QUESTION: &str = "Is it so that splitting the monolith lowers the on-call load?";

/// Two of three disagree on the only aspect, and are in a room.
fn opened() -> TestDebate {
    let mut scene = revised(TOPIC, 3);
    let openings = ["Yes, split it.", "No, keep it.", "No, keep it."];
    round(&mut scene, RoundKind::Opening, None, openings.map(holds));
    let takes = ["Yes: load falls.", "No: load rises.", "No: load rises."];
    round(&mut scene, RoundKind::Take, Some("Does splitting lower the load?"), takes.map(holds));
    disputed(&mut scene, &[(0, 1)], vec![]);
    says(&mut scene, 1, 0, Stage::Clash, say("Load falls when services are small."));
    says(&mut scene, 1, 1, Stage::Clash, say("Load rises with every service."));
    opens(&mut scene, 1, QUESTION);
    says(&mut scene, 1, 0, Stage::Position, answers("Smaller services page fewer people.", Answered::Yes));
    says(&mut scene, 1, 1, Stage::Position, answers("Five people carry twelve pagers.", Answered::No));
    scene
}

/// A statement that nothing is left, with what both hold.
fn nothing_left(words: &str, both: &str, answer: Answered) -> RoomTurn {
    RoomTurn { nothing_left: Some(true), both_hold: Some(both.to_owned()), ..answers(words, answer) }
}

fn concedes(words: &str, conceded: &str) -> RoomTurn {
    RoomTurn { conceded: Some(conceded.to_owned()), ..say(words) }
}

/// P-21: a room is closed as agreed where the last word of both sides is that nothing is left, at whichever turns; a side that takes it back
/// has not said it.
#[test]
fn both_must_say_that_nothing_is_left() {
    let left = |it: bool| RoomTurn { nothing_left: Some(it), ..say("So.") };
    for (what, turns, expected) in [
        ("nobody", vec![say("So."), say("So.")], false),
        ("one", vec![left(true), say("So.")], false),
        ("one, and the other denies it", vec![left(true), left(false)], false),
        ("both, one after the other", vec![left(true), left(true)], true),
        ("both, at different turns", vec![left(true), left(false), say("So."), left(true)], true),
        ("one takes it back", vec![left(true), left(false), left(false), left(true)], false),
    ] {
        let mut scene = opened();
        for (at, turn) in turns.into_iter().enumerate() {
            says(&mut scene, 1, at % 2, Stage::Exchange, turn);
        }
        assert_eq!(is_closed_as_agreed(&scene.debate, room(&scene, 1)), expected, "{what}");
    }
}

/// P-21: the card of an agreed room says what both agree on and who conceded what, whole and with the turns; agreeing is not settling.
#[test]
fn an_agreed_room_has_a_card() {
    let mut scene = opened();
    let conceded = "Twelve pagers for five people are too many. I had counted services and not people.";
    says(&mut scene, 1, 0, Stage::Exchange, concedes("You have me.", conceded));
    says(&mut scene, 1, 1, Stage::Exchange, nothing_left("Agreed.", "Split by people.", Answered::No));
    let both = "What counts is people on call.";
    let last = says(&mut scene, 1, 0, Stage::Exchange, nothing_left("Agreed too.", both, Answered::No));
    let made = card(&scene.debate, room(&scene, 1)).unwrap();
    assert_eq!(
        (made.state(), made.common_answer(), made.resolved.clone()),
        (CruxState::Agreed, Some(Answered::No), None)
    );
    let agreed = made.agreed.clone().unwrap();
    assert_eq!(agreed.on[0], Words { by: "ada".into(), words: both.to_owned(), turn: last });
    assert_eq!(agreed.on[1].words, "Split by people.");
    let granted: Vec<(&str, &str)> = made.conceded.iter().map(|it| (it.by.as_str(), it.words.as_str())).collect();
    assert_eq!(granted, [("ada", conceded)]);
    assert_eq!(made.positions.iter().map(|it| it.answer).collect::<Vec<_>>(), [Some(Answered::No); 2]);
}

/// P-21, P-24: where the clash itself ends in agreement, the question is the aspect, and nothing is made up.
#[test]
fn a_clash_can_end_in_agreement() {
    let mut scene = revised(TOPIC, 2);
    round(&mut scene, RoundKind::Take, Some("Is load the point?"), ["Yes.", "No."].map(holds));
    disputed(&mut scene, &[(0, 1)], vec![]);
    says(&mut scene, 1, 0, Stage::Clash, nothing_left("We say the same.", "Load is the point.", Answered::Yes));
    says(&mut scene, 1, 1, Stage::Clash, RoomTurn { nothing_left: Some(true), ..say("We do.") });
    let made = card(&scene.debate, room(&scene, 1)).unwrap();
    assert_eq!((made.question.as_str(), made.state()), ("Is load the point?", CruxState::Agreed));
    assert_eq!(made.agreed.unwrap().on[1].words, "We do.", "without the field, the whole statement");
}

/// P-21: a crux is settled only where both give the same plain answer and both say in a field that it rests on the same evidence that was
/// opened; an id that stands in their words settles nothing.
#[test]
fn only_opened_evidence_settles() {
    let (both, other) = (["S1", "S1"], ["S1", "S2"]);
    for (what, rests, is_attached, answer, expected) in [
        ("the same answer, with the id in its words", ["", ""], true, Answered::Yes, CruxState::Open),
        ("one of them", ["", "S1"], true, Answered::Yes, CruxState::Open),
        ("both", both, true, Answered::Yes, CruxState::Settled),
        ("different texts", other, true, Answered::Yes, CruxState::Open),
        ("a text that nobody attached", both, false, Answered::Yes, CruxState::Open),
        ("another answer", both, true, Answered::No, CruxState::Open),
    ] {
        let mut scene = opened();
        if is_attached {
            let text = Attachment { title: "nights.md".to_owned(), text: "Forty nights.".to_owned() };
            scene.add(Event::SourcesAttached { sources: vec![text] });
        }
        let named = |at: usize| rests[at..=at].iter().filter(|it| !it.is_empty()).map(|it| (*it).to_owned()).collect();
        let rests = |words: &str, at: usize, answer| RoomTurn { rests_on: named(at), ..answers(words, answer) };
        says(&mut scene, 1, 0, Stage::Exchange, rests("S1 proves nothing by itself.", 0, Answered::Yes));
        says(&mut scene, 1, 1, Stage::Exchange, rests("We keep it in S1.", 1, answer));
        says(&mut scene, 1, 0, Stage::Convergence, say("the nights"));
        says(&mut scene, 1, 1, Stage::Convergence, say("the nights"));
        let made = card(&scene.debate, room(&scene, 1)).unwrap();
        assert_eq!(made.state(), expected, "{what}: {:?}", made.resolved);
    }
}

/// P-21, P-24: a model's card keeps every concession whole, also those that it quotes in part or leaves out.
#[test]
fn concessions_of_a_drawn_card_are_whole() {
    let mut scene = opened();
    let first = "Pagers cost nights, and I had left that out of the sum.";
    says(
        &mut scene,
        1,
        0,
        Stage::Exchange,
        concedes("Well. One ordinary day is too short, and I grant that; so wait.", first),
    );
    says(&mut scene, 1, 1, Stage::Exchange, say("No."));
    says(&mut scene, 1, 0, Stage::Convergence, say("the nights"));
    says(&mut scene, 1, 1, Stage::Convergence, say("the nights"));
    let mut drawn = card(&scene.debate, room(&scene, 1)).unwrap();
    let turn = CallId::said(&id(1), Stage::Exchange, 1, &"ada".into());
    let part = |words: &str| Words { by: "ada".into(), words: words.to_owned(), turn: turn.clone() };
    drawn.conceded = vec![part("Pagers cost nights"), part("one ordinary day is too short")];
    let kept = verified(&scene.debate, room(&scene, 1), drawn).unwrap();
    let words: Vec<&str> = kept.conceded.iter().map(|it| it.words.as_str()).collect();
    assert_eq!(words, [first, "One ordinary day is too short, and I grant that; so wait."]);
}

/// P-21: a question without a model offers what both hold, each whole; an aspect that both take up as a yes/no question stays the question.
#[test]
fn a_question_offers_what_both_hold() {
    let mut scene = revised(TOPIC, 2);
    let takes = ["Small services wake fewer people at night.", "Small services are harder to restore at night."];
    round(&mut scene, RoundKind::Take, Some("nights"), takes.map(holds));
    disputed(&mut scene, &[(0, 1)], vec![]);
    let (_, question) = parts(&scene.debate, room(&scene, 1), &[]);
    let expected = "Is it so that Small services wake fewer people at night, rather than that Small services are harder to restore at night?";
    assert_eq!(question, expected);
}

/// P-25: the matrix has no holes once everybody who was not in a room has answered; no view is an answer, and a failed call is none.
#[test]
fn everybody_answers_every_crux() {
    let mut scene = opened();
    says(&mut scene, 1, 0, Stage::Convergence, say("the nights"));
    says(&mut scene, 1, 1, Stage::Convergence, say("the nights"));
    let made = card(&scene.debate, room(&scene, 1)).unwrap();
    drawn(&mut scene, 1, Ok(made));
    let asked = |scene: &TestDebate, seat: usize| unanswered(&scene.debate, &NAMES[seat].into()).count();
    assert_eq!([0, 1, 2].map(|it| asked(&scene, it)), [0, 0, 1]);
    assert_eq!(matrix(&scene.debate)[0].cells[2].told(), None);
    let mut failed = scene.clone();
    let answered = |answers, failed| Event::Panel {
        what: PanelEvent::CruxesAnswered {
            call: CallId::cruxes(1, &"cleo".into()),
            by: "cleo".into(),
            answers,
            failed,
            answer: None,
            took: 0,
        },
    };
    failed.add(answered(vec![], Some("no answer".to_owned())));
    assert_eq!(asked(&failed, 2), 1);
    for (answer, told) in [(Some(Answered::No), "no"), (Some(Answered::Nuanced), "nuanced"), (None, "no view")] {
        let mut scene = scene.clone();
        let words = Some("Nights are what counts.".to_owned());
        scene.add(answered(vec![CruxAnswer { room: id(1), answer, words: words.clone() }], None));
        let cells = matrix(&scene.debate).remove(0).cells;
        assert_eq!(cells.iter().map(|it| it.told().unwrap()).collect::<Vec<_>>(), ["yes", "no", told]);
        assert_eq!((cells[2].words.clone(), asked(&scene, 2)), (words, 0));
    }
}

/// P-18, P-12: findings say what all hold, who moved from what to what and on what, what to find out, and who was silent.
#[test]
fn findings_stand_in_place_of_a_verdict() {
    let mut scene = opened();
    let conceded = "Twelve pagers are too many for five people.";
    says(&mut scene, 1, 0, Stage::Exchange, concedes("Well.", conceded));
    says(&mut scene, 1, 1, Stage::Exchange, answers("No.", Answered::No));
    says(&mut scene, 1, 0, Stage::Convergence, answers("the nights", Answered::Yes));
    says(&mut scene, 1, 1, Stage::Convergence, say("the nights"));
    let mut made = card(&scene.debate, room(&scene, 1)).unwrap();
    made.settling = Some("How many nights were there?".to_owned());
    drawn(&mut scene, 1, Ok(made));
    round(&mut scene, RoundKind::Take, Some("Should we wait?"), ["Yes, wait.", "Yes, a month.", "Yes."].map(holds));
    disputed(&mut scene, &[], vec![]);
    round(&mut scene, RoundKind::Take, Some("money"), ["Dear.", "It depends.", "Cheap enough."].map(holds));
    disputed(&mut scene, &[], vec![]);
    let closings = ["No, keep it until we have counted the nights.", "No, keep it.", "No, keep it."];
    round(&mut scene, RoundKind::Closing, None, closings.map(holds));
    let found = Findings::of(&scene.debate);
    let shared: Vec<(&str, Option<Answered>)> = found.all_hold.iter().map(|it| (it.text.as_str(), it.answer)).collect();
    assert_eq!(shared, [("Should we wait?", Some(Answered::Yes)), (TOPIC, Some(Answered::No))]);
    let words: Vec<(&str, &str)> =
        found.all_hold[0].words.iter().map(|it| (it.by.as_str(), it.words.as_str())).collect();
    assert_eq!(words, [("ada", "Yes, wait."), ("bea", "Yes, a month."), ("cleo", "Yes.")], "each one's own");
    assert_eq!(found.undisputed, ["money"]);
    assert_eq!(found.cruxes.iter().map(|it| (it.number, it.state)).collect::<Vec<_>>(), [(1, CruxState::Open)]);
    assert_eq!(found.cruxes[0].would_settle.as_deref(), Some("How many nights were there?"));
    let moved = &found.moved[0];
    assert_eq!((moved.by.as_str(), moved.from.as_str(), moved.to.as_str()), ("ada", "Yes, split it.", closings[0]));
    assert_eq!((moved.on.len(), moved.on[0].words.words.as_str(), moved.on[0].number), (1, conceded, 1));
    assert_eq!(found.held.iter().map(|it| it.as_str()).collect::<Vec<_>>(), ["bea", "cleo"]);
    assert_eq!(
        found.find_out.iter().map(|it| it.question.as_str()).collect::<Vec<_>>(),
        ["How many nights were there?"]
    );
}

/// What was found after three takes on an aspect that is no question, with the relations of their pairs, and what they wrote before.
fn compared(relations: &[(usize, usize)], contradicted: bool, ignored: bool) -> Findings {
    let takes = ["A rewrite helps the team.", "The team gains by a rewrite.", "Rewriting is good for the team."];
    let mut scene = revised(TOPIC, 3);
    if contradicted {
        let held =
            |name: &str, polarity| persona(name, &[("a rewrite", 0.9), ("the team", 0.9)], &[(0, 1, polarity, 0.9)]);
        seats(&mut scene, vec![held("ada", Polarity::Furthers), held("bea", Polarity::Hinders)]);
        let (a, b) = ("ada".into(), "bea".into());
        let (question, a_holds, b_holds) = ("Does it?".to_owned(), "e1".to_owned(), "e1".to_owned());
        let contradictions = vec![Contradiction { question, a, a_holds, a_wrote: None, b, b_holds, b_wrote: None }];
        let (aspects, by) = (vec!["the team".to_owned()], "clerk".to_owned());
        let (call, failed, answer, took) = (None, None, None, 0);
        scene.add(Event::Panel {
            what: PanelEvent::AspectsSet { aspects, by, contradictions, call, failed, answer, took },
        });
    }
    round(&mut scene, RoundKind::Take, Some("the team"), takes.map(holds));
    let same = Relation { similarity: 0.9, opposition: 0.0, opposed: false, same_point: true, on_topic: true };
    let turn = |seat: usize| TurnRef { round: 1, by: NAMES[seat].into() };
    let pair = |(a, b): &(usize, usize)| Pair { a: turn(*a), b: turn(*b), relation: same };
    let (call, analyst, pairs) = (CallId::compare(1, 1), "local".to_owned(), relations.iter().map(pair).collect());
    scene.add(Event::PositionsCompared { round: 1, call, analyst, failed: None, pairs, answer: None, took: 0 });
    let left = Ignored { a: "ada".into(), b: "cleo".into(), why: "it is about something else".to_owned() };
    disputed(&mut scene, &[], if ignored { vec![left] } else { vec![] });
    Findings::of(&scene.debate)
}

/// P-18: all hold the same only where every two say the same, and neither what they wrote nor a disagreement that was left alone stands between
/// two of them; then each one's words are given, and not one's as everybody's.
#[test]
fn all_hold_what_every_two_hold() {
    let all = [(0, 1), (0, 2), (1, 2)];
    let found = compared(&all, false, false);
    assert_eq!((found.all_hold.len(), found.all_hold[0].text.as_str()), (1, "the team"));
    assert_eq!(found.all_hold[0].words.iter().map(|it| it.by.as_str()).collect::<Vec<_>>(), ["ada", "bea", "cleo"]);
    assert_eq!(found.undisputed, [""; 0]);
    for (what, found) in [
        ("two are the same as a third, and not as each other", compared(&all[..2], false, false)),
        ("what two wrote contradicts", compared(&all, true, false)),
        ("a disagreement was left alone", compared(&all, false, true)),
    ] {
        assert_eq!(found.all_hold, [], "{what}");
        assert_eq!(found.undisputed, ["the team"], "{what}");
    }
}

/// P-21, P-24: an open crux that both answer alike is told as such and is no open question; a disagreement without a card is told with the
/// reason.
#[test]
fn an_open_crux_can_be_answered_alike() {
    let mut scene = opened();
    says(&mut scene, 1, 1, Stage::Exchange, answers("So it does.", Answered::Yes));
    says(&mut scene, 1, 0, Stage::Convergence, say("the nights"));
    says(&mut scene, 1, 1, Stage::Convergence, answers("the nights", Answered::Yes));
    let made = card(&scene.debate, room(&scene, 1)).unwrap();
    let mut disputed_one = scene.clone();
    drawn(&mut scene, 1, Ok(made.clone()));
    let found = Findings::of(&scene.debate);
    assert_eq!((found.cruxes[0].state, found.cruxes[0].both_answer), (CruxState::Open, Some(Answered::Yes)));
    assert_eq!(found.find_out, [], "nobody disputes it, and nothing would settle it");
    let mut parted = made;
    parted.positions[1].answer = Some(Answered::No);
    drawn(&mut disputed_one, 1, Ok(parted));
    let found = Findings::of(&disputed_one.debate);
    assert_eq!(found.cruxes[0].both_answer, None);
    let asked: Vec<&str> = found.find_out.iter().map(|it| it.question.as_str()).collect();
    assert_eq!(asked, [QUESTION], "where nobody says what would settle it, the question itself");
    let mut failed = opened();
    drawn(&mut failed, 1, Err("bea has no turn in it"));
    let found = Findings::of(&failed.debate);
    let it = &found.without_card[0];
    assert_eq!((it.number, it.outcome, it.why.as_str()), (1, "failed", "bea has no turn in it"));
    assert_eq!((it.between.each_ref().map(|it| it.as_str()), found.cruxes.len()), (["ada", "bea"], 0));
}

/// P-40: a claim of a panel has no status: what turns did to it is in the claim graph, and words are not searched for it.
#[test]
fn claims_of_a_panel_have_no_status() {
    let mut scene = revised(TOPIC, 2);
    let claims = |text: &str| Turn { claims: vec![claim(Label::Infer, text, None)], ..holds(text) };
    round(
        &mut scene,
        RoundKind::Take,
        Some("on-call"),
        ["Splitting lowers load.", "Splitting does not lower load."].map(claims),
    );
    // Claims have their ids once the round is over.
    round(&mut scene, RoundKind::Closing, None, ["So it is.", "It is not."].map(holds));
    let lines = Findings::of(&scene.debate).evidence.claims;
    assert_eq!(lines.iter().map(|it| it.status).collect::<Vec<_>>(), [None, None]);
}

/// P-18: whoever had nothing to say in whole rounds is named once with them; running out of words in a room is no silence.
#[test]
fn silence_is_of_whole_rounds() {
    let mut scene = opened();
    scene.debate.rules.panel.as_mut().unwrap().quote = true;
    let lost = RoomEvent::TurnFailed {
        call: CallId::said(&id(1), Stage::Exchange, 1, &"bea".into()),
        by: "bea".into(),
        stage: Stage::Exchange,
        why: Failure::Refused,
        detail: String::new(),
        answer: None,
        took: 0,
    };
    happens(&mut scene, 1, lost);
    let refused = |seat: u32| debate::state::Failed {
        seat: seat as usize,
        by: NAMES[seat as usize].into(),
        why: Failure::Refused,
        detail: String::new(),
    };
    scene.debate.rounds.iter_mut().for_each(|it| it.failed.push(refused(2)));
    let found = Findings::of(&scene.debate);
    let told: Vec<(&str, &[u32])> = found.silent.iter().map(|it| (it.by.as_str(), it.rounds.as_slice())).collect();
    assert_eq!(told, [("cleo", &[1, 2][..])]);
}

/// P-12: pairs who answer the aspect in opposite ways come first, then those whose beliefs have opposite signs, which count as opposition
/// without a model; takes that make the same point are no dispute.
#[test]
fn opposite_answers_and_beliefs_come_first() {
    let held =
        |name: &str, polarity| persona(name, &[("drills", 0.9), ("quiet nights", 0.9)], &[(0, 1, polarity, 0.9)]);
    let mut scene = revised(TOPIC, 4);
    seats(
        &mut scene,
        vec![
            held("ada", Polarity::Furthers),
            held("bea", Polarity::Hinders),
            held("cleo", Polarity::Furthers),
            held("dora", Polarity::Furthers),
        ],
    );
    let takes = [
        "Drills are what I would begin with.",
        "I would begin with something that is no drill.",
        "Yes, five can restore it.",
        "No, five can't restore it.",
    ];
    round(&mut scene, RoundKind::Take, Some("Can five people restore it?"), takes.map(holds));
    for name in NAMES.into_iter().take(4) {
        let (call, by) = (CallId::turn(1, &name.into()), name.into());
        let (beliefs, how) = (vec!["e1".to_owned()], "words".to_owned());
        let what = PanelEvent::BeliefsRecalled {
            call,
            by,
            beliefs,
            chunks: vec![],
            quotes: vec![],
            scores: vec![],
            how,
            took: 0,
        };
        scene.add(Event::Panel { what });
    }
    let found = disputes(&scene.debate, 1).0;
    let pairs: Vec<(&str, &str)> = found.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(pairs[0], ("cleo", "dora"), "{pairs:?}");
    assert!(pairs[1..].starts_with(&[("ada", "bea")]) || pairs[1..].contains(&("ada", "bea")), "{pairs:?}");
    let place = |pair: (&str, &str)| pairs.iter().position(|it| *it == pair);
    assert!(place(("ada", "cleo")).is_none_or(|it| it > place(("ada", "bea")).unwrap()), "{pairs:?}");

    // Where only beliefs are opposed, the room asks about them and not about what happened to be said.
    disputed(&mut scene, &[(0, 1)], vec![]);
    says(&mut scene, 1, 0, Stage::Clash, say("The depot was painted last spring."));
    says(&mut scene, 1, 1, Stage::Clash, say("Nobody reads the yearly report."));
    // The takes are worded as opposites: the comparisons say that they are not.
    let apart = Relation { similarity: 0.2, opposition: 0.0, opposed: false, same_point: false, on_topic: true };
    let compared = vec![apart; clash_pairs(&scene.debate, room(&scene, 1)).len()];
    let (parts, question) = parts(&scene.debate, room(&scene, 1), &compared);
    assert!(parts.opposed);
    assert_eq!(question, "Is it so that drills lead to quiet nights?");
}

/// P-40: an edge is a link that a turn made by naming a claim or an earlier statement by its id, and leads to that turn; links to what is not
/// there, or not yet, make none, and nothing is inferred from what stands beside what.
#[test]
fn edges_are_links_that_turns_made() {
    let link = |claim: &str, relation| ClaimLink { claim: claim.to_owned(), relation };
    let linked = |words: &str, links: Vec<ClaimLink>| RoomTurn { links, ..say(words) };
    let claims = |position: &str, text: &str| Turn { claims: vec![claim(Label::Infer, text, None)], ..holds(position) };
    let mut scene = revised(TOPIC, 3);
    let takes = [claims("Pages fall.", "Pages fall by half"), claims("They rise.", "Pages double"), holds("Both.")];
    round(&mut scene, RoundKind::Take, Some("on-call"), takes);
    disputed(&mut scene, &[(0, 1)], vec![]);
    use ClaimRelation::{Attacks, Concedes, Supports};
    says(&mut scene, 1, 0, Stage::Clash, linked("Not double.", vec![link("C2", Attacks), link("C9", Attacks)]));
    says(&mut scene, 1, 1, Stage::Clash, linked("Half at most.", vec![link("R1.1", Concedes), link("R1.2", Supports)]));
    says(&mut scene, 1, 0, Stage::Clash, say("So it is."));
    let act = |claim: &str, act| ClaimMove {
        claim: claim.to_owned(),
        act,
        why: None,
        assessment: None,
        counter: None,
        synthesis: None,
    };
    let closing = Turn { moves: vec![act("C1", Act::Support), act("C7", Act::Challenge)], ..holds("Keep it.") };
    let own = Turn { moves: vec![act("C2", Act::Challenge)], ..claims("Nights count.", "Nights count.") };
    round(&mut scene, RoundKind::Closing, None, [closing, own]);
    let graph = graph(&scene.debate);
    let edges: Vec<(&str, &str, ClaimRelation, &str, String)> =
        graph.edges.iter().map(|it| (&*it.from, &*it.to, it.relation, it.by.as_str(), it.call.to_string())).collect();
    assert_eq!(
        edges,
        [
            ("R1.1", "C2", Attacks, "ada", "room-1/clash/1/ada".to_owned()),
            ("R1.2", "R1.1", Concedes, "bea", "room-1/clash/2/bea".to_owned()),
            ("r2/turn/ada", "C1", Supports, "ada", "r2/turn/ada".to_owned()),
            ("C3", "C2", Attacks, "bea", "r2/turn/bea".to_owned()),
        ]
    );
    let nodes: Vec<&str> = graph.nodes.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(nodes, ["C1", "C2", "R1.1", "R1.2", "C3", "r2/turn/ada"]);
    assert_eq!(analysis::crux::graph(&revised("Why?", 2).debate), Default::default());
}

/// P-21, P-40: what older logs said without links, without the field and without rules of a revision stays as it was.
#[test]
fn older_panels_keep_their_rules() {
    let mut scene = super::panel(TOPIC, 2);
    round(&mut scene, RoundKind::Take, Some("on-call"), ["Pages fall.", "They rise."].map(holds));
    disputed(&mut scene, &[(0, 1)], vec![]);
    says(&mut scene, 1, 0, Stage::Clash, RoomTurn { nothing_left: Some(true), ..say("So.") });
    says(&mut scene, 1, 1, Stage::Clash, RoomTurn { nothing_left: Some(true), ..say("So.") });
    assert!(!is_closed_as_agreed(&scene.debate, room(&scene, 1)));
    assert_eq!(graph(&scene.debate).edges, []);
}
