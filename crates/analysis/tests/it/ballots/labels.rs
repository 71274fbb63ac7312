//! B-06, B-11, B-12, B-23: labels and votes of options as a table of small counts.
use crate::test_debate::{NAMES, TestDebate, blocks, holds_back, no, participant, picks, proposes, signs, stands, yes};
use analysis::ballots::rules::Basis;
use analysis::ballots::{Count, FinalTurns};
use analysis::decision::exit::Rubric;
use analysis::measure::summary::RoundSummary;
use analysis::{Label, Verdict};
use debate::event::{Reason, RoundKind};
use debate::rules::Decide;
use debate::{Ballot, Consent, Letter, Participant, Role, Rules, Turn, Vote};

fn rules() -> Rules {
    Rules { decide: Decide::Majority, groupthink: None, ..Rules::default() }
}

fn guarded() -> Rules {
    Rules { groupthink: None, ..Rules::default() }
}

/// A count in which so many hold Yes, and so many hold No and would accept it, block it, or have no stated vote; some have no ballot.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Counted {
    hold: usize,
    minor: usize,
    block: usize,
    unsaid: usize,
    without: usize,
}

impl Counted {
    fn all(self) -> usize {
        self.hold + self.minor + self.block + self.unsaid + self.without
    }

    fn turns(self) -> Vec<Turn> {
        let groups = [
            (yes(0.8), self.hold),
            (signs(no(0.8), "A"), self.minor),
            (blocks(no(0.8), "A"), self.block),
            (no(0.8), self.unsaid),
            (holds_back(0.8), self.without),
        ];
        groups.into_iter().flat_map(|(turn, count)| vec![turn; count]).collect()
    }

    fn verdict(self) -> Verdict {
        let scene = TestDebate::new(self.all(), rules()).round(self.turns()).round(self.turns());
        Verdict::of(&scene.closed(Reason::RoundCap).debate)
    }

    /// The specified result, if Yes leads.
    fn expected(self) -> Label {
        match self {
            it if it.all() - it.without < 2 => Label::Insufficient,
            it if it.hold * 2 <= it.all() => Label::Dissensus,
            it if it.block + it.unsaid + it.without > 0 => Label::Partial,
            _ => Label::Consensus,
        }
    }
}

/// All counts of two to five voters.
fn tables() -> Vec<Counted> {
    let digit = |code: usize, place: u32| code / 6_usize.pow(place) % 6;
    let table = |code: usize| Counted {
        hold: digit(code, 0),
        minor: digit(code, 1),
        block: digit(code, 2),
        unsaid: digit(code, 3),
        without: digit(code, 4),
    };
    (0..6_usize.pow(5)).map(table).filter(|it| (2..=5).contains(&it.all())).collect()
}

/// B-11, B-23: the label of every count of two to five, by holders, accepting, blocking, silent, and without a ballot.
#[test]
fn the_label_of_every_small_table() {
    for it in tables() {
        let others = it.minor + it.block + it.unsaid;
        // Where No has more holders it leads, and nobody has said anything of it.
        let expected = match it {
            _ if others > it.hold && others * 2 > it.all() => {
                if others == it.all() {
                    Label::Consensus
                } else {
                    Label::Partial
                }
            }
            _ => it.expected(),
        };
        let expected = if it.all() - it.without < 2 { Label::Insufficient } else { expected };
        let Verdict { decision, .. } = it.verdict();
        assert_eq!(decision.label, expected, "{it:?}");
        assert_eq!((decision.of, decision.without_ballot), (it.all(), it.without), "{it:?}");
        let is_told = expected != Label::Insufficient;
        assert_eq!(decision.is_unanimous, is_told && (it.hold == it.all() || others == it.all()), "{it:?}");
    }
}

/// B-11: some rows of that table by hand, as it reads.
#[test]
fn labels_by_hand() {
    let of = |hold, minor, block, unsaid, without| Counted { hold, minor, block, unsaid, without }.verdict();
    for (counts, label, headline) in [
        ((2, 0, 0, 0, 0), Label::Consensus, "Yes, 2 of 2 (both independently)"),
        ((3, 0, 0, 0, 0), Label::Consensus, "Yes, 3 of 3 (all three independently)"),
        ((2, 1, 0, 0, 0), Label::Consensus, "Yes, 2 of 3 (both independently)"),
        ((2, 0, 1, 0, 0), Label::Partial, "Yes, 2 of 3 (both independently)"),
        ((2, 0, 0, 1, 0), Label::Partial, "Yes, 2 of 3 (both independently)"),
        ((2, 0, 0, 0, 1), Label::Partial, "Yes, 2 of 3 (1 without a ballot, both independently)"),
        ((2, 0, 0, 0, 2), Label::Dissensus, "Yes, 2 of 4 (2 without a ballot, both independently)"),
    ] {
        let (hold, minor, block, unsaid, without) = counts;
        let decision = of(hold, minor, block, unsaid, without).decision;
        assert_eq!((decision.label, decision.headline.as_deref()), (label, Some(headline)), "{counts:?}");
    }
    let tied = of(1, 0, 0, 1, 0).decision;
    assert_eq!((tied.label, tied.option, tied.headline), (Label::Dissensus, None, None));
    assert_eq!(of(1, 0, 0, 0, 1).decision.label, Label::Insufficient);
}

fn choice(seats: usize) -> TestDebate {
    TestDebate::with(Ballot::choice(["Alder", "Birch", "Cedar"]).unwrap(), seats, rules())
}

/// B-06: an option leads only with more holders than any other.
#[test]
fn what_leads_has_more_than_any_other() {
    let leader = |words: &[&str]| {
        let scene = choice(words.len()).round(words.iter().map(|it| picks(it, 0.8)));
        Count::of_round(&scene.debate, &scene.debate.rounds[0]).leader().map(|it| it.to_string())
    };
    for (words, expected) in [
        (&["A", "A", "B"][..], Some("A")),
        (&["A", "B", "C"], None),
        (&["A", "A", "B", "B"], None),
        (&["A", "A", "B", "B", "C"], None),
        (&["A", "A", "B", "C"], Some("A")),
        (&["C", "C"], Some("C")),
    ] {
        assert_eq!(leader(words).as_deref(), expected, "{words:?}");
    }
}

/// The votes on the option that leads, by seat.
fn votes(scene: &TestDebate) -> Vec<Option<Vote>> {
    let standing = FinalTurns::of(&scene.debate).unwrap();
    let count = Count::of_final(&scene.debate, &standing);
    let leader = count.leader();
    count.voters.iter().map(|it| leader.and_then(|leader| count.vote(it, leader))).collect()
}

const ACCEPT: Option<Vote> = Some(Vote::Accept);
const MINOR: Option<Vote> = Some(Vote::Minor);
const BLOCKER: Option<Vote> = Some(Vote::Blocker);

/// B-06: votes concern the current leader, the last statement counts, and an option without holders is not blocked.
#[test]
fn votes_are_of_what_leads_now() {
    // All three have gone over to Cedar after each had blocked Alder: nobody blocks anything.
    let against = |own: &str, other: &str| blocks(picks(own, 0.8), other);
    let first = [picks("A", 0.8), against("B", "A"), against("C", "A")];
    let scene = choice(3).round(first).round([against("C", "A"), against("C", "A"), against("C", "A")]);
    assert_eq!(votes(&scene), [ACCEPT; 3]);
    let rubric = Rubric::of(&Count::of_round(&scene.debate, &scene.debate.rounds[1]), 3);
    assert_eq!((rubric.votes.accept, rubric.votes.blocker), (3, 0));
    assert_eq!(Verdict::of(&scene.closed(Reason::RoundCap).debate).decision.label, Label::Consensus);

    let last = |second: Turn| {
        let scene = choice(3).round([picks("A", 0.8), picks("A", 0.8), against("B", "A")]);
        votes(&scene.round([picks("A", 0.8), picks("A", 0.8), second]))
    };
    assert_eq!(last(picks("B", 0.8)), [ACCEPT, ACCEPT, BLOCKER], "what it said before still counts");
    assert_eq!(last(signs(picks("B", 0.8), "A")), [ACCEPT, ACCEPT, MINOR], "the last thing said counts");
    assert_eq!(last(stands(picks("B", 0.8), "A", Consent::Same)), [ACCEPT; 3], "acting on it is acting on its own");
    assert_eq!(last(picks("A", 0.8)), [ACCEPT; 3], "it holds it now");
    assert_eq!(last(picks("C", 0.8)), [ACCEPT, ACCEPT, BLOCKER]);

    let split = choice(3).round([picks("A", 0.8), against("B", "A"), against("C", "A")]);
    assert_eq!(votes(&split), [None; 3], "nothing is said to lead at one each");
}

/// B-06: there are no statements on an option that did not exist yet.
#[test]
fn nothing_is_said_of_what_was_not_there() {
    let first = [picks("A", 0.8), picks("A", 0.8), blocks(picks("B", 0.8), "A")];
    let second = [proposes("Buy it", 0.8), proposes("Buy it", 0.8), picks("B", 0.8)];
    let scene = choice(3).round(first).round(second).grouped(&[("D", "Buy it", &["ada", "bea"])], &[]);
    assert_eq!(votes(&scene), [ACCEPT, ACCEPT, None]);
    assert_eq!(Verdict::of(&scene.closed(Reason::RoundCap).debate).decision.label, Label::Partial);
}

/// B-03, B-06: statements on a merged option apply to its target, and its holders hold that.
#[test]
fn what_is_merged_is_one() {
    let first = [proposes("Buy it", 0.8), proposes("Have it bought", 0.8), blocks(picks("A", 0.8), "B")];
    let scene = choice(3).round(first).grouped(&[("D", "Buy it", &["ada"]), ("E", "Have it bought", &["bea"])], &[]);
    let one = [picks("D", 0.8), stands(picks("E", 0.8), "D", Consent::Same), blocks(picks("A", 0.8), "E")];
    let scene = scene.round(one);
    assert_eq!(votes(&scene), [None; 3], "one each");
    let scene = scene.grouped(&[], &[("E", "D")]);
    assert_eq!(votes(&scene), [ACCEPT, ACCEPT, BLOCKER]);
    let verdict = Verdict::of(&scene.closed(Reason::RoundCap).debate);
    assert!(verdict.participants.iter().all(|it| it.change.is_none()), "being regrouped is no change of mind");
    let letters: Vec<Letter> = verdict.options.iter().map(|it| it.letter).collect();
    assert!(!letters.contains(&Letter::at(4)), "{letters:?}");
}

/// B-12: the plain vote is the count of round 1, compared by letter.
#[test]
fn the_plain_vote_is_of_round_one() {
    let plain = |openings: Vec<Turn>, last: Vec<Turn>| {
        let scene = TestDebate::new(openings.len(), rules()).round(openings).round(last).closed(Reason::RoundCap);
        let verdict = Verdict::of(&scene.debate);
        let alone = verdict.screen().rows.into_iter().find(|it| it.title == "Alone they would have said");
        let plain = verdict.plain_vote;
        (plain.headline, plain.held_by.len(), plain.openings, plain.same_as_decision, alone.map(|it| it.text))
    };
    let row = |words: &str| Some(words.to_owned());
    let no3 = || vec![no(0.9), no(0.9), no(0.9)];
    assert_eq!(plain(no3(), no3()), (row("No"), 3, 3, Some(true), row("No, 3 of 3")));
    assert_eq!(plain(no3(), vec![yes(0.9); 3]), (row("No"), 3, 3, Some(false), row("No, 3 of 3")));
    let one_each = vec![yes(0.9), no(0.9), holds_back(0.9)];
    assert_eq!(
        plain(one_each, no3()),
        (None, 0, 3, None, row("no option led: 2 ballots for 2 different options (1 without a ballot)"))
    );
    let some = vec![no(0.9), no(0.9), holds_back(0.9)];
    assert_eq!(plain(some, no3()), (row("No"), 2, 3, Some(true), row("No, 2 of 3 (1 without a ballot)")));
    let none = vec![holds_back(0.9), holds_back(0.9), holds_back(0.9)];
    assert_eq!(plain(none, no3()), (None, 0, 3, None, row("nothing: none of 3 cast a ballot")));
    let heard = TestDebate::new(2, rules()).in_turn([no(0.9), no(0.9)]).closed(Reason::RoundCap);
    assert!(!Verdict::of(&heard.debate).plain_vote.is_independent, "each heard those before it");
}

/// B-03, B-12: a later merge does not change earlier rounds: the plain vote, independence, agreement and summary. Regrouping is still no
/// move.
#[test]
fn a_later_merge_leaves_the_past_as_it_was() {
    let first = [proposes("Buy it", 0.8), proposes("Have it bought", 0.8), proposes("Rent it", 0.8)];
    let options: &[(&str, &str, &[&str])] =
        &[("A", "Buy it", &["ada"]), ("B", "Have it bought", &["bea"]), ("C", "Rent it", &["cleo"])];
    let scene = TestDebate::with(Ballot::Open, 3, rules()).round(first).grouped(options, &[]);
    let before = RoundSummary::of(&scene.debate, 1).unwrap();
    let same = |word: &str, other: &str| stands(picks(word, 0.8), other, Consent::Same);
    let scene = scene.round([same("A", "B"), same("B", "A"), signs(picks("C", 0.8), "A")]).grouped(&[], &[("B", "A")]);
    let scene = scene.closed(Reason::RoundCap);
    let past = Count::of_round(&scene.debate, &scene.debate.rounds[0]);
    assert_eq!((past.agreement(), past.leader(), past.tally().len()), (Some(0.0), None, 3));
    let after = RoundSummary::of(&scene.debate, 1).unwrap();
    assert_eq!((before.score, before.agreements), (after.score, after.agreements), "the round is summed up as it was");
    let verdict = Verdict::of(&scene.debate);
    assert_eq!((verdict.plain_vote.option, verdict.plain_vote.options), (None, 3));
    assert_eq!(verdict.decision.headline.as_deref(), Some("Buy it, 2 of 3"), "two came to it, and nobody moved");
    assert!(verdict.participants.iter().all(|it| it.change.is_none()), "being regrouped is no change of mind");
    assert_eq!(Count::of_round(&scene.debate, &scene.debate.rounds[1]).stability(1), Some(1.0));
    // Where all opened with what is now called otherwise, they opened with it.
    let first = [proposes("Buy it", 0.8), proposes("Buy it", 0.8), proposes("Have it bought", 0.8)];
    let options: &[(&str, &str, &[&str])] = &[("A", "Buy it", &["ada", "bea"]), ("B", "Have it bought", &["cleo"])];
    let scene = TestDebate::with(Ballot::Open, 3, rules()).round(first).grouped(options, &[]);
    let scene = scene.round([same("A", "B"), same("A", "B"), same("B", "A")]).grouped(&[], &[("A", "B")]);
    let verdict = Verdict::of(&scene.closed(Reason::RoundCap).debate);
    let plain = &verdict.plain_vote;
    assert_eq!(
        (plain.headline.as_deref(), plain.held_by.len(), plain.same_as_decision),
        (Some("Buy it"), 2, Some(true))
    );
}

/// B-03, B-13: a change between two options that merged later was a move when it was made.
#[test]
fn a_later_merge_takes_no_move_back() {
    let first = [proposes("Buy it", 0.8), proposes("Have it bought", 0.8), picks("A", 0.8)];
    let scene = choice(3).round(first).grouped(&[("D", "Buy it", &["ada"]), ("E", "Have it bought", &["bea"])], &[]);
    let scene = scene.round([picks("E", 0.8), picks("E", 0.8), picks("A", 0.8)]);
    let scene = scene.round([picks("E", 0.8), picks("E", 0.8), picks("A", 0.8)]).grouped(&[], &[("D", "E")]);
    let verdict = Verdict::of(&scene.closed(Reason::RoundCap).debate);
    let moved: Vec<Option<u32>> = verdict.participants.iter().map(|it| it.change.as_ref().map(|it| it.round)).collect();
    assert_eq!(moved, [Some(2), None, None]);
}

/// B-11 … B-14, Q-01: where nobody holds any more what the openings voted for and `guarded` keeps to, the decision is what most hold: partial
/// at the most, with the reason, the plain vote beside it and the rule's own answer. Whoever holds it neither dissents nor is quoted for the other.
#[test]
fn a_verdict_names_no_option_that_nobody_holds() {
    let row = |verdict: &Verdict, title: &str| {
        verdict.screen().rows.into_iter().find(|it| it.title == title).map(|it| it.text).unwrap_or_default()
    };
    let scene = TestDebate::new(3, guarded());
    let scene = scene.round([yes(0.9), yes(0.8), yes(0.7)]).round([no(0.9), no(0.8), no(0.7)]);
    let verdict = Verdict::of(&scene.closed(Reason::RoundCap).debate);
    let decision = &verdict.decision;
    assert_eq!((decision.label, decision.is_unanimous), (Label::Partial, true));
    assert_eq!(decision.headline.as_deref(), Some("No, 3 of 3 (all three came to it without new evidence)"));
    assert_eq!(
        (decision.position.as_deref(), decision.by.as_ref().map(|it| it.as_str())),
        (Some("No, leave it."), Some(NAMES[0]))
    );
    let ruling = decision.ruling.as_ref().unwrap();
    assert_eq!((ruling.rule, ruling.basis), (Decide::Guarded, Basis::Yielded));
    assert!(ruling.why.contains("by yielding") && ruling.why.contains("“Yes”"), "{}", ruling.why);
    assert_eq!(row(&verdict, "Another rule"), "“Yes” by openings, trajectory, guarded");
    assert_eq!(row(&verdict, "Alone they would have said"), "Yes, 3 of 3");
    assert!(decision.next_step.contains("“Yes”"), "{}", decision.next_step);
    assert!(verdict.dissent.is_empty() && verdict.participants.iter().all(|it| !it.dissents));

    // Where somebody still holds it, it stands; where no option that is held leads, there is none.
    let scene = TestDebate::new(3, guarded());
    let scene = scene.round([yes(0.9), yes(0.8), yes(0.7)]).round([no(0.9), no(0.8), yes(0.7)]);
    let verdict = Verdict::of(&scene.closed(Reason::RoundCap).debate);
    assert_eq!(verdict.decision.headline.as_deref(), Some("Yes, 1 of 3"));
    assert_eq!(verdict.decision.by.as_ref().map(|it| it.as_str()), Some(NAMES[2]));
    let scene = TestDebate::with(Ballot::choice(["Alder", "Birch", "Cedar"]).unwrap(), 2, guarded());
    let scene = scene.round([picks("A", 0.9), picks("A", 0.9)]).round([picks("B", 0.9), picks("C", 0.9)]);
    let verdict = Verdict::of(&scene.closed(Reason::RoundCap).debate);
    assert_eq!((verdict.decision.label, verdict.decision.option.clone()), (Label::Dissensus, None));
    assert_eq!(verdict.decision.by, None);

    // Whoever asks for the vote of the openings gets it, and nobody is quoted for it.
    let scene = TestDebate::new(3, Rules { decide: Decide::Openings, ..rules() });
    let scene = scene.round([yes(0.9), yes(0.8), yes(0.7)]).round([no(0.9), no(0.8), no(0.7)]);
    let verdict = Verdict::of(&scene.closed(Reason::RoundCap).debate);
    assert_eq!(verdict.decision.headline.as_deref(), Some("Yes, 0 of 3 (nobody holds it any more)"));
    assert_eq!((verdict.decision.by, verdict.decision.position), (None, None));
}

/// B-05, B-12: the ballot of the only judge is presented as such.
#[test]
fn a_single_judge_is_told_as_one() {
    let roles = [Role::Primary, Role::Opposition, Role::Evaluator];
    let seats = NAMES.iter().zip(roles).map(|(name, role)| Participant { role: Some(role), ..participant(name, name) });
    let scene = TestDebate::of("Should we?", Some(Ballot::YesNo), seats.collect(), rules());
    let argues = || Turn { ballot: None, confidence: None, ..yes(0.9) };
    let scene = scene.in_turn([argues(), argues(), no(0.9)]);
    let scene = scene.played(false, RoundKind::Ballot, [no(0.9), no(0.8), no(0.9)]).closed(Reason::RoundCap);
    let verdict = Verdict::of(&scene.debate);
    let rows = verdict.screen().rows;
    let alone = rows.iter().find(|it| it.title == "Alone they would have said").map(|it| it.text.as_str());
    assert_eq!(alone, Some("the evaluator alone, after hearing both sides: No"));
    // Whoever argued had no ballot to keep: its closing ballot is no change.
    let closing = Count::of_round(&scene.debate, &scene.debate.rounds[1]);
    assert_eq!((closing.of_all(), closing.stability(1)), (3, Some(1.0)));
}

/// B-23: a participant without a ballot is named, and counted as present.
#[test]
fn nobody_is_silenced() {
    let turns = || [no(0.9), no(0.9), holds_back(0.9)];
    let verdict =
        Verdict::of(&TestDebate::new(3, rules()).round(turns()).round(turns()).closed(Reason::RoundCap).debate);
    assert_eq!((verdict.decision.of, verdict.decision.without_ballot), (3, 1));
    let [dissent] = verdict.dissent.as_slice() else { panic!("{:?}", verdict.dissent) };
    assert_eq!((dissent.by.as_str(), dissent.holds.as_deref(), dissent.vote), (NAMES[2], None, None));
    assert_eq!(verdict.decision.next_step, "1 of 3 cast no ballot: ask again, or decide yourself");
}

/// I-02, B-11: who had not answered when a debate was stopped has not signed, and is counted among all.
#[test]
fn an_unanswered_seat_has_not_signed() {
    let played = TestDebate::with(Ballot::YesNo, 3, Rules::default()).round([no(0.8), no(0.7)]);
    let verdict = Verdict::of(&played.closed(Reason::Stopped).debate);
    assert_eq!(verdict.decision.label, Label::Partial);
    let headline = verdict.decision.headline.unwrap();
    assert!(headline.starts_with("No, 2 of 3 (1 without a ballot"), "{headline}");
    // Its earlier ballot stands where it answered before.
    let played =
        TestDebate::with(Ballot::YesNo, 3, Rules::default()).round([no(0.8), no(0.7), no(0.6)]).round([no(0.9)]);
    assert_eq!(Verdict::of(&played.closed(Reason::Stopped).debate).decision.label, Label::Consensus);
}
