//! Decisions by each rule, and their presentation.
use crate::test_debate::{NAMES, TestDebate, because, blocks, cites, claim, claims, links, no, picks, signs, yes};
use analysis::argument::Why;
use analysis::ballots::rules::Basis;
use analysis::evidence::checks;
use analysis::{Label, Verdict};
use debate::event::Reason;
use debate::rules::{Decide, EvidencePolicy};
use debate::{Ballot, Letter, Rules, Turn};

fn rules(decide: Decide) -> Rules {
    Rules { decide, rounds: 4, ..Rules::default() }
}

/// The same turn with a FACT whose source can be opened.
fn trace(turn: Turn) -> Turn {
    links(turn, "Calls take nine milliseconds", "Trace")
}

fn ended(decide: Decide, rounds: impl IntoIterator<Item = Vec<Turn>>) -> TestDebate {
    let mut rounds = rounds.into_iter().peekable();
    let seats = rounds.peek().map_or(0, Vec::len);
    rounds.fold(TestDebate::new(seats, rules(decide)), TestDebate::round).closed(Reason::RoundCap)
}

fn verdict(decide: Decide, rounds: impl IntoIterator<Item = Vec<Turn>>) -> Verdict {
    Verdict::of(&ended(decide, rounds).debate)
}

/// The decided option in words, with its label.
fn decided(verdict: &Verdict) -> (&str, Label) {
    let option = verdict.decision.option.as_ref().map_or("", |it| it.headline.as_str());
    (option, verdict.decision.label)
}

/// E-20, I-02: the verdict reports early agreement and divergence, with the round and new claims.
#[test]
fn the_course_is_a_warning() {
    let course = |rounds: [Vec<Turn>; 2]| {
        let told = verdict(Decide::Guarded, rounds).evidence.warnings;
        told.into_iter().filter(|it| it.starts_with("in round ")).collect::<Vec<_>>()
    };
    let told = course([vec![yes(0.9), yes(0.9)], vec![yes(0.9), trace(no(0.9))]]);
    let parted = "in round 2, agreement fell from 1.00 to 0.00; new in this round: Calls take nine milliseconds";
    assert_eq!(told, ["in round 1, they agree already (1.00 of 1): early agreement is often untested", parted]);
    assert_eq!(course([vec![yes(0.9), no(0.9)], vec![yes(0.9), no(0.9)]]), [""; 0]);
}

/// Q-01, B-13: agreement without new evidence is not the decision; agreement carried by evidence is.
#[test]
fn the_default_guards_against_yielding() {
    let openings = || vec![no(0.9), no(0.9), trace(yes(0.9))];
    let yielded = verdict(Decide::Guarded, [openings(), vec![yes(0.9); 3]]);
    assert_eq!(decided(&yielded), ("Yes", Label::Partial), "all hold it, and it is no agreement to rely on");
    let headline = "Yes, 3 of 3 (ada and bea came to it without new evidence)";
    assert_eq!(yielded.decision.headline.as_deref(), Some(headline));
    assert_eq!(yielded.decision.ruling.as_ref().unwrap().basis, Basis::Yielded);
    assert_eq!(yielded.plain_vote.same_as_decision, Some(false));
    assert!(yielded.participants.iter().all(|it| !it.dissents), "all hold it");
    let step = &yielded.decision.next_step;
    assert!(step.starts_with("ask what convinced them before you act: nobody holds “No” any more"), "{step}");
    let held = verdict(Decide::Guarded, [openings(), vec![no(0.9), yes(0.9), yes(0.9)]]);
    assert_eq!(decided(&held), ("No", Label::Partial), "more than half hold one, and it is not this");
    assert_eq!(held.decision.headline.as_deref(), Some("No, 1 of 3"));
    let step = &held.decision.next_step;
    assert!(step.starts_with("read both before you act: most ended on “Yes”"), "{step}");
    let told = "changed their ballot and named nothing new for it: ada, bea".to_owned();
    assert!(yielded.evidence.warnings.contains(&told), "{:?}", yielded.evidence.warnings);

    let named = || because(yes(0.9), &["C1"]);
    let convinced = verdict(Decide::Guarded, [openings(), vec![named(), named(), yes(0.9)]]);
    assert_eq!(decided(&convinced), ("Yes", Label::Consensus));
    assert_eq!(
        convinced.decision.headline.as_deref(),
        Some("Yes, 3 of 3 (ada and bea came to it on evidence they named)")
    );
    assert_eq!(convinced.decision.ruling.as_ref().unwrap().basis, Basis::Debate);
    assert_eq!(convinced.plain_vote.same_as_decision, Some(false));
    assert!(convinced.dissent.is_empty());

    // A single uncarried move does not change the result, and is reported.
    let followed = verdict(Decide::Guarded, [vec![no(0.9), no(0.9), yes(0.9)], vec![no(0.9); 3]]);
    assert_eq!(decided(&followed), ("No", Label::Consensus));
    let step = &followed.decision.next_step;
    assert_eq!(step, "act on it, but ask what convinced the 1 who came to it without naming anything new");

    // With split openings there is nothing to fall back to.
    let split = verdict(Decide::Guarded, [vec![no(0.9), yes(0.9)], vec![yes(0.9), yes(0.9)]]);
    assert_eq!((decided(&split).0, split.decision.ruling.as_ref().unwrap().basis), ("Yes", Basis::Uncarried));
    assert!(split.decision.next_step.contains("the openings were split"), "{}", split.decision.next_step);
}

/// B-15: other rules are shown only if their result differs, and ranking rules only if rankings were cast.
#[test]
fn rules_that_say_something_else_are_shown() {
    let by_rule = |verdict: &Verdict| -> Vec<(Decide, Option<String>)> {
        let lines = verdict.decision.ruling.iter().flat_map(|it| &it.by_rule);
        lines.map(|it| (it.rule, it.option.clone())).collect()
    };
    let yielded = |decide| verdict(decide, [vec![no(0.9), no(0.9), yes(0.9)], vec![yes(0.9); 3]]);
    let no_too = |rule| (rule, Some("No".to_owned()));
    let majority = yielded(Decide::Majority);
    assert_eq!(decided(&majority), ("Yes", Label::Consensus));
    assert_eq!(by_rule(&majority), [Decide::Openings, Decide::Trajectory, Decide::Guarded].map(no_too));
    let agreed = verdict(Decide::Guarded, [vec![yes(0.9); 3], vec![yes(0.9); 3]]);
    assert_eq!(by_rule(&agreed), []);

    let ranks = |turn: Turn, words: &str| Turn {
        ranking: words.chars().map(|it| Letter::at(it as usize - 65)).collect(),
        ..turn
    };
    let choice = |ranked: bool| {
        let turns = [
            ("A", "ABC"),
            ("A", "ABC"),
            ("B", "BCA"),
            ("B", "BCA"),
            ("C", "CBA"),
            ("A", "ABC"),
            ("B", "BCA"),
            ("C", "CBA"),
        ];
        let turns = turns.map(|(own, order)| if ranked { ranks(picks(own, 0.9), order) } else { picks(own, 0.9) });
        let turns = turns.into_iter().take(7).collect::<Vec<_>>();
        let scene = TestDebate::with(Ballot::choice(["Alder", "Birch", "Cedar"]).unwrap(), 7, rules(Decide::Majority));
        Verdict::of(&scene.round(turns.clone()).round(turns).closed(Reason::RoundCap).debate)
    };
    assert_eq!(by_rule(&choice(false)), [], "no rankings, no rules of ranks");
    let ranked = by_rule(&choice(true));
    let birch = Some("Birch".to_owned());
    assert_eq!(ranked, [(Decide::Borda, birch.clone()), (Decide::Condorcet, birch)]);
    // A debate whose own rule needs rankings, without any.
    let scene = TestDebate::new(3, rules(Decide::Borda)).round([yes(0.9), yes(0.9), no(0.9)]);
    let verdict = Verdict::of(&scene.round([yes(0.9), yes(0.9), no(0.9)]).closed(Reason::RoundCap).debate);
    assert_eq!(decided(&verdict).0, "Yes", "falls back on the majority");
}

/// O-11: with the gate on, unverified evidence justifies no move.
#[test]
fn the_gate_is_the_debates() {
    let gated = EvidencePolicy { gate: true, ..EvidencePolicy::default() };
    for (evidence, expected) in [(Some(gated), Basis::Yielded), (Some(EvidencePolicy::default()), Basis::Debate)] {
        let named = || because(yes(0.9), &["C1"]);
        let scene = TestDebate::new(3, Rules { evidence, ..rules(Decide::Guarded) });
        let scene = scene.round([no(0.9), no(0.9), trace(yes(0.9))]).round([named(), named(), yes(0.9)]);
        assert_eq!(Verdict::of(&scene.debate).decision.ruling.unwrap().basis, expected);
    }
}

/// E-21, B-11: a result has its evidence with citation counts, dissent in the dissenter's words, and when to revisit it.
#[test]
fn a_result_says_what_it_rests_on() {
    let assume = |turn| claims(turn, claim(debate::Label::Assume, "Traffic doubles every year", None));
    let dissenter = || blocks(cites(no(0.9), &[("The team knows REST", "Survey")]), "A");
    let round = || vec![assume(trace(yes(0.9))), trace(yes(0.9)), yes(0.9), dissenter()];
    let verdict = verdict(Decide::Guarded, [round(), round()]);
    assert_eq!(decided(&verdict), ("Yes", Label::Partial));
    let sources = verdict.decision.rests_on.iter().filter(|it| it.id.starts_with('E'));
    let sources: Vec<_> = sources.map(|it| (it.title.as_str(), it.cited_by, it.of)).collect();
    assert_eq!(sources, [("Trace", 2, 4)], "the dissenter's is not what it rests on");
    let [dissent] = verdict.dissent.as_slice() else { panic!("{:?}", verdict.dissent) };
    assert_eq!((dissent.by.as_str(), dissent.holds.as_deref()), (NAMES[3], Some("No")));
    assert_eq!(dissent.objection.as_deref(), Some("it is not ready"));
    let objection = format!("{}'s objection proves right: it is not ready", NAMES[3]);
    assert!(verdict.changes.revisit.contains(&objection), "{:?}", verdict.changes.revisit);
    assert_eq!(verdict.decision.would_turn[0], objection);
    let assumed = "C2 proves wrong (assumed by 1): Traffic doubles every year".to_owned();
    assert!(verdict.decision.would_turn.contains(&assumed), "{:?}", verdict.decision);
    let assumption = "an assumption it rests on turns out wrong: C2".to_owned();
    assert!(verdict.changes.revisit.contains(&assumption), "{:?}", verdict.changes.revisit);
    assert_eq!(verdict.decision.next_step, format!("settle {}'s objection before acting: it is not ready", NAMES[3]));
}

/// B-11: a participant that would accept with a reservation is no dissenter; the next step names the reservation.
#[test]
fn a_reservation_is_named() {
    let round = || vec![yes(0.9), yes(0.9), signs(no(0.9), "A")];
    let verdict = verdict(Decide::Guarded, [round(), round()]);
    assert_eq!(decided(&verdict), ("Yes", Label::Consensus));
    assert!(!verdict.decision.is_unanimous && !verdict.participants[2].dissents);
    assert_eq!(verdict.decision.next_step, "act on it, and mind cleo's reservation: it is not ready");
}

/// Q-21, I-04: explanation and changes refer to the decision, even if its speaker has moved since.
#[test]
fn why_is_of_what_was_decided() {
    let drill = |turn| cites(turn, &[("Replays took six hours", "Drill")]);
    let scene = ended(Decide::Openings, [vec![drill(no(0.9)), no(0.9), trace(yes(0.9))], vec![yes(0.9); 3]]);
    let verdict = Verdict::of(&scene.debate);
    assert_eq!(decided(&verdict).0, "No");
    let option = verdict.decision.option.as_ref().map(|it| it.letter);
    let why = Why::of_option(&scene.debate, option, &checks::of(&scene.debate), 100);
    let line = why.options.iter().find(|it| Some(&it.id) == why.decided.as_ref()).unwrap();
    assert_eq!((line.text.as_str(), line.by.len(), why.options.len()), ("No", 0, 2));
    let pillars: Vec<&str> = why.pillars(5).map(|it| it.text.as_str()).collect();
    assert_eq!(pillars, ["Replays took six hours"]);
    assert_eq!(verdict.changes.falsifiers[0].id, why.pillars(1).next().unwrap().id);
}

/// I-03, B-13: the rule considers who moved, and on which evidence.
#[test]
fn a_change_is_what_the_rule_sees() {
    let change = |rounds: Vec<Vec<Turn>>| {
        let change = verdict(Decide::Guarded, rounds).participants[0].change.clone();
        change.map(|it| (it.round, format!("{} to {}", it.from, it.to), it.is_carried, it.carried_by))
    };
    let moved = |round, carried: &[&str]| {
        let ids = carried.iter().map(ToString::to_string).collect();
        Some((round, "No to Yes".to_owned(), !carried.is_empty(), ids))
    };
    let bare = vec![vec![no(0.9), yes(0.9)], vec![yes(0.9), yes(0.9)]];
    assert_eq!(change(bare), moved(2, &[]));
    assert_eq!(change(vec![vec![no(0.9), yes(0.9)], vec![no(0.9), yes(0.9)]]), None, "stays");
    let named = vec![vec![no(0.9), trace(yes(0.9))], vec![because(yes(0.9), &["C1"]), yes(0.9)]];
    assert_eq!(change(named), moved(2, &["C1"]));
    let returns = vec![vec![yes(0.9), no(0.9)], vec![no(0.9), no(0.9)], vec![yes(0.9), no(0.9)]];
    assert_eq!(change(returns), moved(3, &[]), "the last move is told");
}

/// Q-21, I-04, B-16: without claims, no ids of bare positions are shown, and no falsifiers.
#[test]
fn a_bare_word_is_no_reason_to_turn() {
    let round = || vec![yes(0.9), yes(0.8), blocks(no(0.9), "A")];
    let blocked = verdict(Decide::Guarded, [round(), round()]);
    let turning = ["cleo's objection proves right: it is not ready"];
    assert_eq!(blocked.decision.would_turn, turning);
    assert_eq!(blocked.changes.falsifiers, []);
    let open: Vec<&str> = blocked.changes.cruxes.iter().map(|it| it.called.as_str()).collect();
    assert_eq!(open, ["cleo's objection"]);
    assert!(blocked.changes.revisit.iter().all(|it| !it.contains("W1")), "{:?}", blocked.changes.revisit);
    let agreed = verdict(Decide::Guarded, [vec![yes(0.9); 3], vec![yes(0.9); 3]]);
    assert!(agreed.screen().rows.iter().all(|it| it.title != "Would turn it"), "nothing tells");
}
