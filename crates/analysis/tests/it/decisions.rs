//! What a debate is decided on by its rule, and what is said with it.
use crate::scene::{NAMES, Scene, cites, holds, votes};
use analysis::Label;
use analysis::argument::Why;
use analysis::checks::{Check, How, Outcome};
use analysis::decide::table::Table;
use analysis::decide::{Basis, Carried};
use analysis::exit;
use analysis::positions::{self, Reading};
use analysis::verdict::{OptionLine, Verdict};
use debate::event::Reason;
use debate::rules::{Decide, EvidencePolicy};
use debate::{Act, Claim, Event, Move, Rules, Turn, Vote};

const YES: &str = "Yes, adopt gRPC for internal calls.";
const NO: &str = "No, keep what we have.";

fn rules(decide: Decide) -> Rules {
    Rules { decide: Some(decide), rounds: 4, ..Rules::default() }
}

fn yes() -> Turn {
    holds(YES, 0.9)
}

fn no() -> Turn {
    holds(NO, 0.9)
}

/// The same turn with a FACT and its source.
fn with(turn: Turn, fact: &str, source: &str) -> Turn {
    cites(turn, &[(fact, source)])
}

fn played(decide: Decide, rounds: impl IntoIterator<Item = Vec<Turn>>) -> Scene {
    let mut rounds = rounds.into_iter().peekable();
    let seats = rounds.peek().map_or(0, Vec::len);
    let mut scene = rounds.fold(Scene::new(seats, rules(decide)), Scene::round);
    scene.add(Event::DebateClosed { why: Reason::RoundCap, figures: vec![], question: None });
    scene
}

fn verdict(decide: Decide, rounds: impl IntoIterator<Item = Vec<Turn>>) -> Verdict {
    Verdict::of(&played(decide, rounds).debate)
}

/// E-20, I-02: who relies on a verdict is told that they agreed early, or parted, in which round, and what was new in it.
#[test]
fn the_course_is_a_warning() {
    let course = |rounds: [Vec<Turn>; 2]| {
        let told = verdict(Decide::Guarded, rounds).evidence.warnings;
        told.into_iter().filter(|it| it.starts_with("in round ")).collect::<Vec<_>>()
    };
    let parting = with(no(), "Calls take nine milliseconds", "Trace");
    let told = course([vec![yes(), yes()], vec![yes(), parting]]);
    let [early, parted] = &told[..] else { panic!("{told:?}") };
    assert_eq!(early, "in round 1, they agree early, to 1.00");
    assert!(parted.starts_with("in round 2, they part: from 1.00 to 0."), "{parted}");
    assert!(parted.ends_with("new in this round: Calls take nine milliseconds"), "{parted}");
    assert_eq!(course([vec![yes(), no()], vec![yes(), no()]]), [""; 0]);
}

/// Q-01, I-02: an agreement that nobody brought anything new for is not the decision, and no consensus.
#[test]
fn the_default_guards_against_yielding() {
    let yielded = verdict(Decide::Guarded, [vec![no(), no(), yes()], vec![yes(), yes(), yes()]]);
    assert_eq!(yielded.decision.label, Label::Dissensus, "nobody signs it");
    assert_eq!(yielded.decision.position.as_deref(), Some(NO));
    assert_eq!(yielded.plain_vote.position.as_deref(), Some(NO));
    assert_eq!(yielded.decision.ruling.as_ref().unwrap().basis, Basis::Openings);
    assert!(
        yielded.decision.next_step.contains("all of them ended on “adopt gRPC for internal calls”, but too few"),
        "{}",
        yielded.decision.next_step
    );
    assert!(yielded.participants.iter().all(|it| it.dissents), "nobody is for it any more");

    let trace = |turn| with(turn, "Calls take nine milliseconds", "Trace");
    let convinced = verdict(Decide::Guarded, [vec![no(), no(), yes()], vec![trace(yes()), trace(yes()), yes()]]);
    assert_eq!((convinced.decision.label, convinced.decision.position.as_deref()), (Label::Consensus, Some(YES)));
    assert_eq!(convinced.decision.ruling.as_ref().unwrap().basis, Basis::Debate);
    assert_eq!(convinced.plain_vote.same_as_decision, Some(false));
    assert!(convinced.dissent.is_empty());

    // One who only yields makes the answer no other, and the agreement no consensus.
    let followed = verdict(Decide::Guarded, [vec![no(), no(), yes()], vec![no(), no(), no()]]);
    assert_eq!((followed.decision.label, followed.decision.position.as_deref()), (Label::Partial, Some(NO)));
    assert!(
        followed.decision.next_step.contains("1 of the 3 who agree moved there"),
        "{}",
        followed.decision.next_step
    );

    // Where the openings are split there is nothing to go back to.
    let split = verdict(Decide::Guarded, [vec![no(), yes()], vec![yes(), yes()]]);
    assert_eq!((split.decision.label, split.decision.position.as_deref()), (Label::Partial, Some(YES)));
    assert!(split.decision.next_step.contains("the openings were split"), "{}", split.decision.next_step);

    let majority = verdict(Decide::Majority, [vec![no(), no(), yes()], vec![yes(), yes(), yes()]]);
    assert_eq!((majority.decision.label, majority.decision.position.as_deref()), (Label::Consensus, Some(YES)));
    let by_rule = majority.decision.ruling.unwrap().by_rule;
    let other = |rule: Decide| by_rule.iter().find(|it| it.rule == rule).unwrap();
    assert_eq!(by_rule.len(), Decide::ALL.len() - 1);
    assert_eq!((other(Decide::Guarded).agrees, other(Decide::Confidence).agrees), (false, true));
    assert_eq!(other(Decide::Openings).option.as_deref(), Some("No, keep what we have"));
}

/// debates older than rules of decision are decided as they were, and say nothing of any.
#[test]
fn an_old_debate_is_decided_as_before() {
    let mut scene = Scene::new(3, Rules::default()).round([no(), no(), yes()]).round([yes(), yes(), yes()]);
    scene.add(Event::DebateClosed { why: Reason::Consensus, figures: vec![], question: None });
    let verdict = Verdict::of(&scene.debate);
    assert_eq!((verdict.decision.label, verdict.decision.position.as_deref()), (Label::Consensus, Some(YES)));
    assert!(verdict.decision.ruling.is_none() && verdict.options.is_empty() && verdict.dissent.is_empty());
    assert!(verdict.decision.rests_on.is_empty());
}

fn carried(scene: &Scene, verdict: Outcome, how: How) -> Vec<Option<Carried>> {
    let standing = exit::standing(&scene.debate).unwrap();
    let check = Check { verdict, how: Some(how), place: None, why: String::new() };
    let checks = vec![check; scene.debate.registry.claims.len()];
    let table = Table::of(&scene.debate, &standing, &checks);
    table.course.rounds.last().unwrap().iter().map(|it| it.carried).collect()
}

fn moves(turn: Turn, act: Act, claim: &str) -> Turn {
    let claim = claim.to_owned();
    Turn { moves: vec![Move { claim, act, why: None, assessment: None, counter: None, synthesis: None }], ..turn }
}

/// Q-01, O-11: what carries a move: a source or a FACT that is new to the table and to who moves, or what was checked.
#[test]
fn what_carries_a_move() {
    let trace = |turn| with(turn, "Calls take nine milliseconds", "Trace");
    let notes = |turn| with(turn, "Vendors stopped shipping", "Notes");
    let bare = || Turn {
        claims: vec![Claim {
            label: debate::Label::Fact,
            text: "It is so".into(),
            cites: vec![],
            kind: None,
            assigned: false,
        }],
        ..yes()
    };
    for (name, rounds, expected) in [
        ("nothing", vec![vec![no(), yes()], vec![yes(), yes()]], Carried::Nothing),
        ("a FACT without a source", vec![vec![no(), yes()], vec![bare(), yes()]], Carried::Nothing),
        ("its own news", vec![vec![no(), yes()], vec![trace(yes()), yes()]], Carried::New),
        ("what the other has just brought", vec![vec![no(), trace(yes())], vec![trace(yes()), yes()]], Carried::New),
        ("what it grants", vec![vec![no(), trace(yes())], vec![moves(yes(), Act::Concede, "C1"), yes()]], Carried::New),
        (
            "what it denies",
            vec![vec![no(), trace(yes())], vec![moves(yes(), Act::Challenge, "C1"), yes()]],
            Carried::Nothing,
        ),
        ("what it had itself", vec![vec![trace(no()), yes()], vec![trace(yes()), yes()]], Carried::Nothing),
        (
            "what was said long ago",
            vec![vec![no(), trace(yes())], vec![no(), yes()], vec![trace(yes()), yes()]],
            Carried::Nothing,
        ),
        ("another source", vec![vec![trace(no()), yes()], vec![notes(yes()), yes()]], Carried::New),
    ] {
        let scene = played(Decide::Guarded, rounds);
        assert_eq!(carried(&scene, Outcome::Unchecked, How::Number), [Some(expected), None], "{name}");
    }
    let scene = played(Decide::Guarded, [vec![no(), trace(yes())], vec![moves(yes(), Act::Concede, "C1"), yes()]]);
    assert_eq!(carried(&scene, Outcome::Verified, How::Number)[0], Some(Carried::Checked));
    assert_eq!(carried(&scene, Outcome::Contradicted, How::Number)[0], Some(Carried::Nothing));
}

/// O-11: with the gate on, what nobody checked is no reason to move.
#[test]
fn the_gate_is_the_debates() {
    let trace = |turn| with(turn, "Calls take nine milliseconds", "Trace");
    let gated = EvidencePolicy { gate: true, version: 1, domain: None };
    let rules = Rules { evidence: Some(gated), ..rules(Decide::Guarded) };
    let scene = Scene::new(3, rules).round([no(), no(), yes()]).round([trace(yes()), trace(yes()), yes()]);
    assert_eq!(Verdict::of(&scene.debate).decision.position.as_deref(), Some(NO));
}

/// Q-02, I-02: who signs one position in other words of their own is for it, and has not changed its mind.
#[test]
fn a_signature_is_a_ballot() {
    let signs = |turn: Turn, name: &str| Turn { signs: Some(name.to_owned()), ..turn };
    let texts = ["Use the queue that the database has.", "Kafka can wait until we grow.", "Buy nothing now."];
    let openings = texts.map(|it| holds(it, 0.9)).to_vec();
    let later = texts.map(|it| signs(holds(it, 0.9), NAMES[0])).to_vec();
    let mut scene =
        Scene::on("Which queue?", 3, Default::default(), rules(Decide::Guarded)).round(openings).round(later);
    scene.add(Event::DebateClosed { why: Reason::Consensus, figures: vec![], question: None });
    let verdict = Verdict::of(&scene.debate);
    assert_eq!((verdict.decision.label, verdict.decision.position.as_deref()), (Label::Consensus, Some(texts[0])));
    assert_eq!(verdict.decision.signed_by, NAMES[..3].iter().map(|it| (*it).into()).collect::<Vec<_>>());
    assert_eq!(verdict.options[0].held_by.len(), 3);
    assert_eq!(verdict.options[0].opened_by, [NAMES[0].into()]);
}

/// Q-02, E-11: options are clusters, two that oppose each other are never one, and each has a label in its holders' words.
#[test]
fn options_are_clusters() {
    let other = holds("Adopt gRPC for internal calls, with a pilot first.", 0.6);
    let no_too = holds("Do not adopt gRPC for internal calls.", 0.7);
    let scene = played(Decide::Guarded, [vec![yes(), other, no(), no_too]]);
    let verdict = Verdict::of(&scene.debate);
    let line =
        |it: &OptionLine| format!("{}: {:?}", it.label, it.opened_by.iter().map(|it| it.as_str()).collect::<Vec<_>>());
    for option in &verdict.options {
        assert!(option.label.split_whitespace().count() <= 8 && !option.label.starts_with("Yes"), "{}", line(option));
        let held: Vec<_> = scene.debate.rounds[0].spoken.iter().filter(|it| option.held_by.contains(&it.by)).collect();
        assert_eq!(positions::opposed_pairs(Reading::of(&scene.debate), held), 0, "{}", line(option));
    }
    let opened: usize = verdict.options.iter().map(|it| it.opened_by.len()).sum();
    assert_eq!(opened, 4, "everyone is for one");
    assert!(verdict.options.len() >= 2);
    assert!(verdict.options.iter().any(|it| it.label == "adopt gRPC for internal calls"), "{:?}", verdict.options);
}

/// E-21: a result comes with its evidence and how many cite each, dissent in the dissenter's words, and when to look again.
#[test]
fn a_result_says_what_it_rests_on() {
    let trace = |turn| with(turn, "Calls take nine milliseconds", "Trace");
    let assume = |mut turn: Turn| {
        let (label, text) = (debate::Label::Assume, "Traffic doubles every year".to_owned());
        turn.claims.push(Claim { label, text, cites: vec![], kind: None, assigned: false });
        turn
    };
    let dissenter = votes(with(no(), "The team knows REST", "Survey"), Vote::Blocker);
    let round = || vec![assume(trace(yes())), trace(yes()), yes(), dissenter.clone()];
    let verdict = verdict(Decide::Guarded, [round(), round()]);
    let resting: Vec<_> = verdict.decision.rests_on.iter().map(|it| (it.title.as_str(), it.cited_by, it.of)).collect();
    assert_eq!(resting, [("Trace", 2, 4)], "the dissenter's is not what it rests on");
    let [dissent] = verdict.dissent.as_slice() else { panic!("{:?}", verdict.dissent) };
    assert_eq!((dissent.by.as_str(), dissent.position.as_deref()), (NAMES[3], Some(NO)));
    let objection = format!("{}'s objection proves right: it is not ready", NAMES[3]);
    assert!(verdict.changes.revisit.contains(&objection), "{:?}", verdict.changes.revisit);
    let assumption = "an assumption it rests on turns out wrong: C2".to_owned();
    assert!(verdict.changes.revisit.contains(&assumption), "{:?}", verdict.changes.revisit);
}

/// I-03, I-02: after a debate that led elsewhere and was not followed, the plain vote is what was decided and not what was debated; nobody is
/// sure of what everybody has left, and what nobody would sign is no partial agreement.
#[test]
fn a_decision_that_all_have_left_is_told_as_one() {
    let debated = verdict(Decide::Guarded, [vec![no(), no(), yes()], vec![yes(), yes(), yes()]]);
    assert_eq!((debated.plain_vote.same_as_decision, debated.plain_vote.same_as_debated), (Some(true), Some(false)));
    assert_eq!((debated.decision.label, debated.decision.confidence), (Label::Dissensus, None));

    // Two of five hold it in the end: fewer than half. Three do: a part of them.
    let ended = |last: Vec<Turn>| verdict(Decide::Openings, [vec![no(), no(), no(), yes(), yes()], last]).decision;
    assert_eq!(ended(vec![no(), no(), yes(), yes(), yes()]).label, Label::Dissensus);
    let part = ended(vec![no(), no(), no(), yes(), yes()]);
    assert_eq!((part.label, part.confidence.map(|it| (it * 100.0).round())), (Label::Partial, Some(54.0)));

    let same = verdict(Decide::Guarded, [vec![no(), no(), yes()], vec![no(), no(), no()]]);
    assert_eq!(same.plain_vote.same_as_debated, Some(true));
}

/// Q-21, I-04: why, and what would change it, speak of what was decided, though its speaker has gone elsewhere since.
#[test]
fn why_is_of_what_was_decided() {
    let drill = |turn| with(turn, "Replays took six hours", "Drill");
    let trace = |turn| with(turn, "Calls take nine milliseconds", "Trace");
    let scene = played(Decide::Guarded, [vec![drill(no()), no(), trace(yes())], vec![yes(), yes(), yes()]]);
    let verdict = Verdict::of(&scene.debate);
    assert_eq!(verdict.decision.position.as_deref(), Some(NO));
    let why = Why::of_position(&scene.debate, verdict.decision.position.as_deref(), &[], 100);
    let decided = why.options.iter().find(|it| Some(&it.id) == why.decided.as_ref()).unwrap();
    assert_eq!((decided.text.as_str(), decided.by.len(), why.options.len()), (NO, 0, 2));
    let pillars: Vec<&str> = why.pillars(5).map(|it| it.text.as_str()).collect();
    assert_eq!(pillars, ["Replays took six hours"]);
    assert_eq!(verdict.changes.falsifiers[0].id, why.pillars(1).next().unwrap().id);
}

const QUEUE: &str = "Which queue?";

fn queue(rounds: impl IntoIterator<Item = Vec<Turn>>, why: Reason) -> Verdict {
    let mut rounds = rounds.into_iter().peekable();
    let seats = rounds.peek().map_or(0, Vec::len);
    let scene = Scene::on(QUEUE, seats, Default::default(), rules(Decide::Guarded));
    let mut scene = rounds.fold(scene, Scene::round);
    scene.add(Event::DebateClosed { why, figures: vec![], question: None });
    Verdict::of(&scene.debate)
}

fn kafka() -> Turn {
    holds("Kafka", 0.9)
}

fn nats() -> Turn {
    holds("NATS", 0.9)
}

/// Q-01, I-02: to sign another's option needs something for it, where one did not stand alone: a majority is not signed away.
#[test]
fn a_majority_is_not_signed_away() {
    let signs = |turn: Turn| Turn { signs: Some(NAMES[2].to_owned()), ..votes(turn, Vote::Minor) };
    let signed =
        queue([vec![kafka(), kafka(), nats()], vec![signs(kafka()), signs(kafka()), signs(nats())]], Reason::Consensus);
    assert_eq!(signed.decision.position.as_deref(), Some("Kafka"));
    assert_ne!(signed.decision.label, Label::Consensus);
    assert_eq!(signed.plain_vote.same_as_decision, Some(true));
    let change = signed.participants[0].change.as_ref().unwrap();
    assert_eq!((change.what.as_str(), change.evidence.len()), ("went over to another position", 0));

    let trace = |turn| with(signs(turn), "NATS lost nothing in a year", "Trace");
    let carried =
        queue([vec![kafka(), kafka(), nats()], vec![trace(kafka()), trace(kafka()), signs(nats())]], Reason::Consensus);
    assert_eq!(carried.decision.position.as_deref(), Some("NATS"));
}

/// I-03, Q-01: who moved, and on what, is what the rule goes by: a move between positions that merely differ is one, what was taken over from
/// another carries it, and what is cited long after it came up does not.
#[test]
fn a_change_is_what_the_rule_sees() {
    let trace = |turn| with(turn, "NATS lost nothing in a year", "Trace");
    let change = |rounds: Vec<Vec<Turn>>| queue(rounds, Reason::RoundCap).participants[0].change.clone();
    for (name, rounds, expected) in [
        ("bare", vec![vec![kafka(), nats()], vec![nats(), nats()]], Some((2, vec![]))),
        ("stays", vec![vec![kafka(), nats()], vec![kafka(), nats()]], None),
        ("returns", vec![vec![kafka(), nats()], vec![nats(), nats()], vec![kafka(), nats()]], None),
        (
            "takes over what the other has just brought",
            vec![vec![kafka(), trace(nats())], vec![moves(nats(), Act::Concede, "C1"), nats()]],
            Some((2, vec!["Trace".to_owned()])),
        ),
        (
            "cites what came up long ago",
            vec![vec![kafka(), trace(nats())], vec![kafka(), nats()], vec![trace(nats()), nats()]],
            Some((3, vec![])),
        ),
        (
            "brings it later",
            vec![vec![kafka(), nats()], vec![nats(), nats()], vec![trace(nats()), nats()]],
            Some((2, vec!["Trace".to_owned()])),
        ),
    ] {
        assert_eq!(change(rounds).map(|it| (it.round, it.evidence)), expected, "{name}");
    }
    let bare = queue([vec![kafka(), nats(), nats()], vec![nats(), nats(), nats()]], Reason::RoundCap);
    let warning = format!("gave up their opening and cite nothing new for it: {}", NAMES[0]);
    assert!(bare.evidence.warnings.contains(&warning), "{:?}", bare.evidence.warnings);
}

/// O-11: a sum that speaks for nothing carries nobody, nor does what is no FACT or cites nothing; a FACT that was found does, and a sum in
/// the words of the question or the position.
#[test]
fn only_a_fact_that_bears_on_it_is_a_proof() {
    let claims = |label, text: &str, cited: bool| {
        let turn = if cited { with(yes(), text, "Trace") } else { yes() };
        let claim = Claim { label, text: text.to_owned(), cites: vec![], kind: None, assigned: false };
        let claims = turn.claims.iter().cloned().map(|it| Claim { label, ..it }).chain((!cited).then_some(claim));
        Turn { claims: claims.collect(), ..turn }
    };
    use debate::Label::{Fact, Infer};
    for (label, text, cited, how, expected) in [
        (Fact, "2 × 3 = 6", false, How::Arithmetic, Carried::Nothing),
        (Infer, "1 + 1 = 2.", false, How::Arithmetic, Carried::Nothing),
        (Fact, "1 + 1 = 2, so the moon is made of cheese", false, How::Arithmetic, Carried::Nothing),
        (Fact, "gRPC saves 12 × 30 = 360 calls", false, How::Arithmetic, Carried::Checked),
        (Infer, "gRPC saves 12 × 30 = 360 calls", false, How::Arithmetic, Carried::Nothing),
        (Fact, "Calls take 9 ms", true, How::Number, Carried::Checked),
        (Fact, "Calls take 9 ms", false, How::Number, Carried::Nothing),
        (Infer, "Calls take 9 ms", true, How::Number, Carried::New),
    ] {
        let scene = played(Decide::Guarded, [vec![no(), yes()], vec![claims(label, text, cited), yes()]]);
        assert_eq!(carried(&scene, Outcome::Verified, how)[0], Some(expected), "{label} {text}");
    }
}

/// I-02: where the figures of agreement ended a debate and it can't be told of one that it means the same, the next step says so and of whom.
#[test]
fn what_one_holds_beside_a_consensus_is_named() {
    let round = || vec![kafka(), kafka(), kafka(), nats()];
    let decision = queue([round(), round()], Reason::Consensus).decision;
    assert_eq!(decision.label, Label::Partial);
    assert!(
        decision.next_step.starts_with(&format!("read what {} holds beside it", NAMES[3])),
        "{}",
        decision.next_step
    );
}

/// where a rule other than the default decides against what most came to, the next step says so.
#[test]
fn a_rule_against_the_table_says_so() {
    let rounds = || [vec![no(), no(), yes()], vec![yes(), yes(), yes()]];
    for rule in [Decide::Openings, Decide::Trajectory] {
        let step = verdict(rule, rounds()).decision.next_step;
        let expected = format!("and by the rule `{rule}` it is “No, keep what we have”");
        assert!(
            step.contains("all of them ended on “adopt gRPC for internal calls”") && step.ends_with(&expected),
            "{step}"
        );
    }
}
