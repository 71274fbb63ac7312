//! B-05, B-10: agreement, stability, closing ballots, terms.
use crate::test_debate::{NAMES, TestDebate, holds_back, no, participant, picks, proposes, yes};
use analysis::ballots::{Count, FinalTurns};
use analysis::{Label, Verdict};
use debate::ballot::TermMove;
use debate::event::Reason;
use debate::rules::Decide;
use debate::{Ballot, Participant, Role, Rules, Stance, TermAct, Turn};

fn choice(seats: usize) -> TestDebate {
    TestDebate::with(Ballot::choice(["Alder", "Birch", "Cedar"]).unwrap(), seats, Rules::default())
}

/// A turn by a word: a letter, `-` for no ballot.
fn turn(word: &str) -> Turn {
    if word == "-" { holds_back(0.8) } else { picks(word, 0.8) }
}

fn round(scene: TestDebate, words: &str) -> TestDebate {
    scene.round(words.split(' ').map(turn))
}

/// B-10: the fraction of pairs with the same ballot; a participant without a ballot matches nobody.
#[test]
fn agreement_is_the_share_of_pairs() {
    for (words, expected) in [
        ("A A", 1.0),
        ("A B", 0.0),
        ("A A B", 1.0 / 3.0),
        ("A A A B", 0.5),
        ("A A B B", 1.0 / 3.0),
        ("A B C", 0.0),
        ("A A -", 1.0 / 3.0),
        ("- -", 0.0),
    ] {
        let scene = round(choice(words.split(' ').count()), words);
        let found = Count::of_round(&scene.debate, &scene.debate.rounds[0]).agreement().unwrap();
        assert!((found - expected).abs() < 1e-8, "{words}: {found}");
    }
    let one = choice(2).round([picks("A", 0.8)]);
    assert_eq!(Count::of_round(&one.debate, &one.debate.rounds[0]).agreement(), None);
}

/// B-10: the fraction that kept their ballot since the previous round.
#[test]
fn stability_is_the_share_who_kept_theirs() {
    let stability = |rounds: &[&str]| {
        let seats = rounds[0].split(' ').count();
        let scene = rounds.iter().fold(choice(seats), |scene, it| round(scene, it));
        Count::of_round(&scene.debate, scene.debate.round().unwrap()).stability(rounds.len() as u32 - 1)
    };
    assert_eq!(stability(&["A B C"]), None, "nothing to compare");
    assert_eq!(stability(&["A B C", "A B C"]), Some(1.0));
    assert_eq!(stability(&["A A B B", "A A B A"]), Some(0.75));
    assert_eq!(stability(&["A B", "B A"]), Some(0.0));
    assert_eq!(stability(&["A B", "A -"]), Some(0.5), "no ballot is not the same ballot");
    assert_eq!(stability(&["A -", "A B"]), Some(0.5));
    assert_eq!(stability(&["- -", "A B"]), None, "nobody had cast one before");
    assert_eq!(stability(&["A B", "C C", "A B"]), Some(0.0), "since the round before, not since the first");
}

/// B-03, B-10: a headline grouped into an option is that option: no ballot has changed.
#[test]
fn regrouping_is_no_change() {
    let scene = choice(2).round([proposes("Buy it", 0.8), picks("A", 0.8)]);
    let scene = scene.grouped(&[("D", "Buy it", &["ada"])], &[]);
    let scene = scene.round([proposes("Buy one, ready made", 0.8), picks("A", 0.8)]);
    let of = |scene: &TestDebate| Count::of_round(&scene.debate, &scene.debate.rounds[1]).stability(1);
    assert_eq!(of(&scene), Some(0.5), "before it is grouped it is an option of its own");
    assert_eq!(of(&scene.grouped(&[("D", "Buy it", &["ada"])], &[])), Some(1.0));
}

/// Two participants with assigned sides, and one judge.
fn sides() -> TestDebate {
    let seat = |(name, role): (&&str, Role)| Participant { role: Some(role), ..participant(name, "x") };
    let roles = [Role::Primary, Role::Opposition, Role::Evaluator];
    let seats = NAMES.iter().zip(roles).map(seat).collect();
    TestDebate::of("Should we?", Some(Ballot::YesNo), seats, Rules::default())
}

fn argues(stance: Stance) -> Turn {
    Turn { stance: Some(stance), position: Some("It is argued.".to_owned()), ..Turn::default() }
}

/// B-05: a participant with an assigned side casts no ballot, and does not count as missing one.
#[test]
fn an_assigned_side_is_no_vote() {
    let arguing = || [argues(Stance::Yes), argues(Stance::No), yes(0.7)];
    let scene = sides().round(arguing()).round(arguing());
    let count = Count::of_final(&scene.debate, &FinalTurns::of(&scene.debate).unwrap());
    assert_eq!((count.of_all(), count.without()), (1, 0));
    let verdict = Verdict::of(&scene.closed(Reason::RoundCap).debate);
    assert_eq!(verdict.decision.label, Label::Insufficient, "one ballot is no debate");
    assert_eq!((verdict.plain_vote.openings, verdict.plain_vote.argued), (1, 2));
}

/// B-05: only the closing ballots decide, whatever was cast before and whichever rule applies.
#[test]
fn closing_ballots_alone_decide() {
    for decide in Decide::ALL {
        let arguing = || [argues(Stance::Yes), argues(Stance::No), yes(0.9)];
        let mut scene = sides();
        scene.debate.rules.decide = decide;
        let scene = scene.round(arguing()).round(arguing()).closing([no(0.6), no(0.7), no(0.8)]);
        let verdict = Verdict::of(&scene.clone().closed(Reason::Stable).debate);
        let decision = &verdict.decision;
        assert_eq!((decision.label, decision.is_unanimous, decision.of), (Label::Consensus, true, 3), "{decide}");
        assert_eq!(decision.headline.as_deref(), Some("No, 3 of 3 (by closing ballot, in secret)"));
        assert!(verdict.participants.iter().all(|it| it.change.is_none()), "a closing ballot is nobody's move");
        assert_eq!(analysis::decision::exit::after_closing(&scene.debate), Some(Reason::Consensus));
    }
    // Everybody holds Yes to the last round, and closes with No.
    let scene = TestDebate::new(3, Rules::default())
        .round([0.9; 3].map(yes))
        .round([0.9; 3].map(yes))
        .closing([0.6; 3].map(no));
    let verdict = Verdict::of(&scene.closed(Reason::Consensus).debate);
    assert_eq!(verdict.decision.option.map(|it| it.headline).as_deref(), Some("No"));
    assert_eq!(
        (verdict.plain_vote.headline.as_deref(), verdict.plain_vote.same_as_decision),
        (Some("Yes"), Some(false))
    );
}

/// B-05, B-23: a lost or invalid closing ballot counts as none.
#[test]
fn a_lost_closing_ballot_is_none() {
    let arguing = || [argues(Stance::Yes), argues(Stance::No), yes(0.9)];
    let played = || sides().round(arguing()).round(arguing());
    let unread = Verdict::of(&played().closing([no(0.6), no(0.7), holds_back(0.5)]).closed(Reason::Stable).debate);
    assert_eq!((unread.decision.label, unread.decision.without_ballot, unread.decision.of), (Label::Partial, 1, 3));
    let mut lost = played().closing([no(0.6)]);
    ["bea", "cleo"].into_iter().for_each(|it| lost.fails(it.into()));
    assert_eq!(Verdict::of(&lost.closed(Reason::Stable).debate).decision.label, Label::Insufficient);
}

/// B-04: terms of the decision's holders: shared, requested by some, opposed, withdrawn.
#[test]
fn terms_go_with_the_option() {
    let puts = |turn: Turn, terms: &[&str]| Turn { terms: terms.iter().map(ToString::to_string).collect(), ..turn };
    let acts = |turn: Turn, acts: &[(&str, TermAct)]| Turn {
        on_terms: acts.iter().map(|(term, act)| TermMove { term: (*term).to_owned(), act: *act, why: None }).collect(),
        ..turn
    };
    let first = [
        puts(yes(0.8), &["One day's review first", "A rollback plan"]),
        puts(yes(0.8), &["A budget", "Weekly reports"]),
        puts(no(0.8), &["Never on Fridays"]),
    ];
    let second = [
        acts(yes(0.8), &[("T3", TermAct::Adopt)]),
        acts(yes(0.8), &[("T1", TermAct::Adopt), ("T4", TermAct::Withdraw)]),
        acts(no(0.8), &[("T3", TermAct::Oppose)]),
    ];
    let verdict =
        Verdict::of(&TestDebate::new(3, Rules::default()).round(first).round(second).closed(Reason::RoundCap).debate);
    let line = |it: &analysis::ballots::terms::TermLine| {
        format!("{} {} {} {}", it.id, it.is_shared, it.asked_by.len(), it.opposed_by.len())
    };
    let terms: Vec<String> = verdict.decision.terms.iter().map(line).collect();
    assert_eq!(
        terms,
        ["T1 true 2 0", "T3 false 2 1", "T2 false 1 0"],
        "not what is withdrawn, nor what others ask for"
    );
}
