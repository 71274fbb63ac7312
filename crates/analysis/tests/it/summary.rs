//! D-36: the summary of a round.
use crate::test_debate::{TestDebate, blocks, cites, guesses, holds_back, no, proposes, signs, yes};
use analysis::measure::metrics::{Compare, Metric};
use analysis::measure::summary::{From, Kind, Line, RoundSummary, Status};
use debate::event::Reason;
use debate::{Act, Algorithm, Analyst, Ballot, CallId, ClaimMove, Event, Rules, Turn, Vote};

fn from(round: u32, by: &str) -> From {
    From { round, by: by.into() }
}

/// Three participants over two rounds: two agree and share a claim, one blocks and denies it.
fn sample_debate() -> TestDebate {
    let slow = ("Calls take nine milliseconds", "Trace of June");
    let pointed = |it: Turn| Turn { key_points: vec!["latency".to_owned(), "cost".to_owned()], ..it };
    let sample_debate = TestDebate::new(3, Rules::default());
    let sample_debate = sample_debate.round([cites(yes(0.6), &[slow]), yes(0.7), no(0.8)]);
    let denial = ClaimMove {
        claim: "C1".to_owned(),
        act: Act::Challenge,
        why: Some("June was a holiday".to_owned()),
        assessment: None,
        counter: None,
        synthesis: None,
    };
    let blocks = Turn { moves: vec![denial], ..blocks(no(0.9), "A") };
    sample_debate.round([pointed(yes(0.8)), cites(yes(0.7), &[slow, ("Schemas break", "Incident list")]), blocks])
}

/// D-36: status and score, agreements, sides, participants and new sources, each with its turn.
#[test]
fn a_round_is_summed_up() {
    let summary = RoundSummary::of(&sample_debate().debate, 2).unwrap();
    assert_eq!((summary.round, summary.status), (2, Status::Medium), "two of three, and the third blocks it");
    assert_eq!(summary.score, Some(0.333_333_333), "one pair of three");
    let agreed: Vec<_> =
        summary.agreements.iter().map(|it| (it.claim.as_deref(), it.text.as_str(), &it.from)).collect();
    assert_eq!(
        agreed,
        [
            (None, "Yes", &vec![from(2, "ada"), from(2, "bea")]),
            (Some("C1"), "Calls take nine milliseconds", &vec![from(1, "ada"), from(2, "bea")]),
        ]
    );
    let apart: Vec<_> = summary
        .disagreements
        .iter()
        .map(|it| (it.kind, it.sides.iter().map(|side| (side.text.as_str(), side.from.len())).collect::<Vec<_>>()))
        .collect();
    assert_eq!(
        apart,
        [
            (Kind::Different, vec![("Yes", 2), ("No", 1)]),
            (Kind::Challenged, vec![("Calls take nine milliseconds", 2), ("June was a holiday", 1)]),
            (Kind::Blocked, vec![("it is not ready", 1)]),
        ]
    );
    let line = |it: &Line| (it.change, it.holds.clone().unwrap(), it.vote, it.key_point.clone().unwrap());
    let lines: Vec<_> = summary.participants.iter().map(line).collect();
    assert_eq!(
        lines,
        [
            (Some(0.2), "Yes".to_owned(), Some(Vote::Accept), "latency".to_owned()),
            (Some(0.0), "Yes".to_owned(), Some(Vote::Accept), "Yes, adopt it.".to_owned()),
            (Some(0.1), "No".to_owned(), Some(Vote::Blocker), "No, leave it.".to_owned()),
        ]
    );
    let new: Vec<_> = summary.evidence.iter().map(|it| (it.id.as_str(), it.title.as_str(), &it.from)).collect();
    assert_eq!(new, [("E2", "Incident list", &vec![from(2, "bea")])]);
    assert_eq!(RoundSummary::of(&sample_debate().debate, 3), None);
}

/// D-34, D-36: every line refers to a turn that was taken.
#[test]
fn every_line_has_its_turn() {
    let debate = sample_debate().debate;
    for number in [1, 2] {
        let summary = RoundSummary::of(&debate, number).unwrap();
        let sides = summary.agreements.iter().chain(summary.disagreements.iter().flat_map(|it| &it.sides));
        let sources = summary.evidence.iter().map(|it| &it.from);
        let lines = summary.participants.iter().map(|it| std::slice::from_ref(&it.from));
        for turns in sides.map(|it| it.from.as_slice()).chain(sources.map(Vec::as_slice)).chain(lines) {
            assert!(!turns.is_empty());
            for turn in turns {
                let round = debate.rounds.iter().find(|it| it.number == turn.round).unwrap();
                assert!(turn.round <= number && round.said_by(&turn.by).is_some(), "{turn:?}");
            }
        }
    }
}

/// D-36, B-11: the status follows the ballots and the stated votes.
#[test]
fn status_follows_ballots() {
    let of = |turns: Vec<Turn>| {
        let summary =
            RoundSummary::of(&TestDebate::new(turns.len().max(2), Rules::default()).round(turns).debate, 1).unwrap();
        (summary.status, summary.score, summary.disagreements.len())
    };
    assert_eq!(of(vec![yes(0.8), yes(0.8)]), (Status::High, Some(1.0), 0));
    assert_eq!(of(vec![yes(0.8)]), (Status::Low, None, 0));
    let eight = |last: Turn| of([vec![yes(0.8); 7], vec![last]].concat());
    assert_eq!(eight(no(0.8)), (Status::Medium, Some(0.75), 1), "one who differs is not averaged away");
    assert_eq!(eight(signs(no(0.8), "A")), (Status::High, Some(0.75), 1));
    assert_eq!(eight(blocks(no(0.8), "A")), (Status::Medium, Some(0.75), 2));
    assert_eq!(eight(holds_back(0.8)), (Status::Medium, Some(0.75), 0), "one without a ballot");
    assert_eq!(of(vec![yes(0.8), no(0.8)]), (Status::Low, Some(0.0), 1));
}

/// D-36, B-06: a participant grouped with the holders of an option does not block it.
#[test]
fn nobody_blocks_what_it_holds() {
    let sample_debate =
        TestDebate::new(3, Rules::default()).round([yes(0.8), yes(0.8), blocks(proposes("Yes, slowly", 0.8), "A")]);
    let sample_debate = sample_debate.grouped(&[("A", "Yes", &["ada", "bea", "cleo"])], &[]);
    let summary = RoundSummary::of(&sample_debate.debate, 1).unwrap();
    assert_eq!((summary.status, summary.disagreements.len()), (Status::High, 0), "{:?}", summary.disagreements);
}

/// D-36, B-18: the held value of an estimate is its best guess.
#[test]
fn an_estimate_is_summed_up() {
    let turns = [guesses(200.0, 350.0, 800.0, 0.8), guesses(200.0, 370.0, 800.0, 0.8)];
    let sample_debate = TestDebate::with(Ballot::estimate("days").unwrap(), 2, Rules::default()).round(turns);
    let summary = RoundSummary::of(&sample_debate.debate, 1).unwrap();
    let held: Vec<_> = summary.participants.iter().filter_map(|it| it.holds.as_deref()).collect();
    assert_eq!((summary.status, held), (Status::High, vec!["350 days", "370 days"]));
    assert_eq!(summary.score, Some(0.944_444_444), "1 less 20 of 360");
}

/// E-13: beside the overlap of all, the mean pairwise overlap does not fall because a participant is added.
#[test]
fn the_overlap_of_two_stands_beside() {
    let of = |seats: usize| {
        let cited = cites(yes(0.8), &[("Calls take 3 ms", "Trace"), ("Calls are few", "Audit")]);
        let own = cites(yes(0.8), &[("Calls take 3 ms", "Trace"), ("Costs fall", "Bill")]);
        let turns = (0..seats).map(|it| if it == 0 { own.clone() } else { cited.clone() });
        let metrics =
            RoundSummary::of(&TestDebate::new(seats, Rules::default()).round(turns).debate, 1).unwrap().metrics;
        metrics.pairwise.unwrap()
    };
    assert!((of(2) - 1.0 / 3.0).abs() < 1e-6, "{}", of(2));
    assert!(of(3) > of(2), "one more who cites the same");
    let none = TestDebate::new(2, Rules::default()).round([yes(0.8), yes(0.8)]);
    assert_eq!(RoundSummary::of(&none.debate, 1).unwrap().metrics.pairwise, None, "no source is no overlap");
}

/// D-43, D-40: a person's message after a round does not change earlier rounds.
#[test]
fn a_past_round_is_told_as_it_was() {
    let rules = || Rules { algorithm: Algorithm::Agreement, groupthink: None, ..Rules::default() };
    let round = || [yes(0.6), no(0.6)];
    let mut sample_debate = TestDebate::new(2, rules()).round(round()).round(round()).round(round());
    let ruling = |sample_debate: &TestDebate| RoundSummary::of(&sample_debate.debate, 3).unwrap().metrics.ruling.says;
    let then = ruling(&sample_debate);
    assert_eq!(then, "ballots are stable");
    sample_debate.add(Event::DebateClosed { why: Reason::Stable, figures: vec![], question: None });
    sample_debate.add(Event::DebateContinued { rules: rules(), said: Some("Think again.".to_owned()), focus: None });
    assert_eq!(ruling(&sample_debate), "nothing ends it before its cap", "now something was said, and it goes on");
    let sample_debate = sample_debate.round(round());
    assert_eq!(ruling(&sample_debate), then, "it ended for that");
    let now = RoundSummary::of(&sample_debate.debate, 4).unwrap().metrics.ruling.says;
    assert_eq!(now, "nothing ends it before its cap", "what was quiet before is no reason to stop after");
}

/// E-22: each metric with threshold, trend and band; the consequence, and its rule.
#[test]
fn a_round_in_figures() {
    let mut sample_debate = sample_debate();
    let shown = |sample_debate: &TestDebate, round: u32| {
        let metrics = RoundSummary::of(&sample_debate.debate, round).unwrap().metrics;
        let line = |it: &Metric| {
            let value = it.value.map_or("-".to_owned(), |it| format!("{it:.2}"));
            let (is_met, trend) = (it.is_met(), it.trend());
            format!("{} {value} of {:.2}, {is_met}, {trend:?}, {}", it.name, it.threshold, it.band)
        };
        let lines: Vec<String> = metrics.figures.iter().map(line).collect();
        let pairwise = metrics.pairwise.map_or("-".to_owned(), |it| format!("{it:.2}"));
        format!("{}\n{pairwise} in pairs\n{:?}\n{}", lines.join("\n"), metrics.compared, metrics.ruling)
    };
    let first = [
        "agreement 0.33 of 0.80, false, None, some agree",
        "stability - of 0.90, false, None, no round to compare",
        "text similarity 0.33 of 0.80, false, None, far apart",
        "text shift - of 0.10, false, None, no round to compare",
        "evidence 0.00 of 0.60, false, None, hardly shared",
        "confidence 0.60 of 0.70, false, None, the least sure",
        "new facts 0.33 of 1.00, false, None, under one a speaker",
        "0.00 in pairs",
        "Words { why: None }",
        "goes on: not everybody has heard everybody yet",
    ];
    assert_eq!(shown(&sample_debate, 1).lines().collect::<Vec<_>>(), first);
    let second = [
        "agreement 0.33 of 0.80, false, Some(Level), some agree",
        "stability 1.00 of 0.90, true, None, nobody changed",
        "text similarity 0.33 of 0.80, false, Some(Level), far apart",
        "text shift 0.00 of 0.10, true, None, stable",
        "evidence 0.00 of 0.60, false, Some(Level), hardly shared",
        "confidence 0.70 of 0.70, true, Some(Up), the least sure",
        "new facts 0.33 of 1.00, false, Some(Level), under one a speaker",
        "0.00 in pairs",
        "Words { why: None }",
        "goes on: nothing ends it before its cap",
    ];
    assert_eq!(shown(&sample_debate, 2).lines().collect::<Vec<_>>(), second);
    sample_debate.add(Event::DebateClosed { why: Reason::Budget, figures: vec![], question: None });
    assert!(
        shown(&sample_debate, 2).ends_with("\nends: the budget does not reach for more"),
        "what ended it is what is said"
    );
    assert!(shown(&sample_debate, 1).contains("\ngoes on: "));
}

/// P-31: a round names its analyst; none if the comparison failed; a model needs two votes.
#[test]
fn a_round_says_who_compared_it() {
    let compared = |analyst: &str, failed: &[Option<&str>]| {
        let mut sample_debate = sample_debate();
        for (vote, failed) in (1..).zip(failed) {
            let (call, analyst) = (CallId::compare(2, vote), analyst.to_owned());
            let (failed, pairs, answer) = (failed.map(str::to_owned), vec![], None);
            sample_debate.add(Event::PositionsCompared { round: 2, call, analyst, failed, pairs, answer, took: 0 });
        }
        RoundSummary::of(&sample_debate.debate, 2).unwrap().metrics.compared
    };
    let why = |it: &str| Compare::Words { why: Some(it.to_owned()) };
    assert_eq!(compared("local", &[]), Compare::Words { why: None });
    assert_eq!(compared("local", &[None]), Compare::Local);
    assert_eq!(compared("local", &[Some("out of memory")]), why("out of memory"));
    assert_eq!(compared("a/b", &[None, Some("reset"), None]), Compare::Model { name: "a/b".to_owned(), votes: 2 });
    assert_eq!(compared("a/b", &[None, Some("reset"), Some("reset")]), why("reset"));
    let (lost, votes) = (Some("reset"), |votes| Compare::Model { name: "a/b".to_owned(), votes });
    assert_eq!(compared("a/b", &[None, None, None, lost, lost, lost]), votes(0), "all votes on some pairs are lost");
}

/// P-31: identical positions need no comparison; a comparison by words alone is reported.
#[test]
fn nobody_compares_the_same_words() {
    let compared = |analyst: Analyst, other: &str| {
        let rules = Rules { analyst, ..Rules::default() };
        let other = Turn { position: Some(other.to_owned()), ..yes(0.8) };
        let sample_debate = TestDebate::new(2, rules).round([yes(0.8), other]);
        RoundSummary::of(&sample_debate.debate, 1).unwrap().metrics.compared
    };
    assert_eq!(compared(Analyst::Local, "yes,  adopt it."), Compare::Nobody);
    assert_eq!(compared(Analyst::Local, "No, wait."), Compare::Words { why: None });
    assert_eq!(compared(Analyst::Lexical, "Yes, adopt it."), Compare::Words { why: None });
}
