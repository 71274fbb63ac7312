//! Q-01, B-15: the result of each decision rule, and properties of all of them.
use analysis::ballots::rules::{Ballot, BallotHistory, Basis, Carried, Decided, Gate, Given, settle};
use debate::rules::Decide;
use proptest::prelude::*;

/// What a rule makes of a history in which rankings were cast wherever it needs them.
fn decide(rule: Decide, history: &BallotHistory, given: &Given) -> Decided {
    analysis::ballots::rules::decide(rule, history, given).unwrap()
}

fn ballot(voter: usize, option: usize) -> Ballot {
    Ballot { voter, option: Some(option), confidence: Some(0.8), ..Ballot::default() }
}

/// Ballots by letter, voter by voter: `ABA`; `-` is for nothing. In later rounds a move has nothing to carry it, unless the letter is followed by
/// `+` (new evidence) or `!` (checked).
fn history(rounds: &[&str]) -> BallotHistory {
    let mut read: Vec<Vec<Ballot>> = Vec::new();
    for round in rounds {
        let mut ballots: Vec<Ballot> = Vec::new();
        for sign in round.chars() {
            match sign {
                '+' => ballots.last_mut().unwrap().carried = Some(Carried::New),
                '!' => ballots.last_mut().unwrap().carried = Some(Carried::Checked),
                '-' => ballots.push(Ballot { voter: ballots.len(), ..Ballot::default() }),
                letter => {
                    let voter = ballots.len();
                    let option = letter as usize - 'A' as usize;
                    let before = read.last().and_then(|it| it.get(voter)).and_then(|it| it.option);
                    let carried = before.filter(|it| *it != option).map(|_| Carried::Nothing);
                    ballots.push(Ballot { carried, ..ballot(voter, option) });
                }
            }
        }
        read.push(ballots);
    }
    let options = read.iter().flatten().filter_map(|it| it.option).max().map_or(0, |it| it + 1);
    BallotHistory { options, rounds: read }
}

fn chosen(rule: Decide, history: &BallotHistory) -> Option<usize> {
    analysis::ballots::rules::decide(rule, history, &Given::default()).and_then(|it| it.option)
}

/// The same history, whose last ballots rank these options, voter by voter.
fn ranked(mut history: BallotHistory, rankings: &[&[usize]]) -> BallotHistory {
    let last = history.rounds.last_mut().unwrap();
    last.iter_mut().zip(rankings).for_each(|(it, ranking)| it.ranking = ranking.to_vec());
    history
}

/// the result of each rule for the same ballots; a tie has none.
#[test]
fn what_each_rule_chooses() {
    use Decide::{Confidence, Guarded, Majority, Openings, Trajectory};
    const A: Option<usize> = Some(0);
    const B: Option<usize> = Some(1);
    for (rule, rounds, expected) in [
        (Openings, vec!["AAB", "BBB"], A),
        (Openings, vec!["AB", "BB"], None),
        (Openings, vec!["A-B", "BBB"], None),
        (Openings, vec![], None),
        (Majority, vec!["AAB", "BBA"], B),
        (Majority, vec!["AAB", "ABC"], None),
        // More than any other is enough.
        (Majority, vec!["AABCD"], A),
        (Confidence, vec!["AAB"], A),
        // Two who yield take a quarter of themselves along each.
        (Trajectory, vec!["AAB", "BBB"], A),
        (Trajectory, vec!["AAB", "B!B!B", "BBB"], B),
        (Trajectory, vec!["AAB", "B+B+B", "BBB"], B),
        (Trajectory, vec!["AAB", "BBB", "BBB", "BBB"], A),
        // The debated answer stands where what carried the moves is enough without the rest.
        (Guarded, vec!["AAB", "BBB"], A),
        (Guarded, vec!["AAB", "B+B+B"], B),
        (Guarded, vec!["AAB", "B+BB"], B),
        (Guarded, vec!["AAB", "B!AB"], B),
        (Guarded, vec!["AAABB", "B+BBBB"], B),
        (Guarded, vec!["AAAAB", "B+BBBB"], A),
        // What comes later carries a move too; staying does not.
        (Guarded, vec!["AAB", "BBB", "B+BB"], B),
        (Guarded, vec!["AAB", "BBB", "BBB"], A),
        // Who comes back needs nothing for it.
        (Guarded, vec!["AAB", "BBB", "AAB"], A),
        (Guarded, vec!["AB", "BB"], None),
        // Openings that are tied stay tied where nothing carries a move.
        (Guarded, vec!["AABBC", "ABBBB"], None),
        (Guarded, vec!["AABBC", "AABBB+"], B),
        (Guarded, vec!["AAB", "ABC"], A),
        (Guarded, vec!["AB", "AB"], None),
    ] {
        assert_eq!(chosen(rule, &history(&rounds)), expected, "{rule} {rounds:?}");
    }
}

/// the default rule states the basis of its result.
#[test]
fn what_the_default_rests_on() {
    for (rounds, basis, bare) in [
        (vec!["AAB", "B+B+B"], Basis::Debate, 0),
        (vec!["AAB", "B+BB"], Basis::Debate, 1),
        (vec!["AAB", "AAB"], Basis::Debate, 0),
        (vec!["AAB", "AAA"], Basis::Debate, 1),
        (vec!["AAB", "BBB"], Basis::Openings, 0),
        (vec!["AB", "BB"], Basis::Openings, 0),
        (vec!["AB", "AB"], Basis::Count, 0),
    ] {
        let decided = decide(Decide::Guarded, &history(&rounds), &Given::default());
        assert_eq!((decided.basis, decided.bare), (basis, bare), "{rounds:?}: {}", decided.why);
    }
    assert_eq!(Decide::default(), Decide::Guarded);
}

/// Q-01, B-14: a debate decides what its rule says, unless nobody holds that any more: then what most hold, and the basis says that they yielded.
/// Tied openings are given up where nobody holds another of the tied options any more.
#[test]
fn what_nobody_holds_is_no_decision() {
    let settled = |rule, rounds: &[&str]| {
        let it = settle(rule, &history(rounds), &Given::default()).unwrap();
        (it.option, it.basis, it.bare)
    };
    for (rounds, expected) in [
        (vec!["AAB", "BBB"], (Some(1), Basis::Yielded, 2)),
        (vec!["AAB", "ABB"], (Some(0), Basis::Openings, 0)),
        (vec!["AAA", "BCD"], (None, Basis::Yielded, 0)),
        (vec!["AB", "BB"], (Some(1), Basis::Uncarried, 1)),
        (vec!["AABBC", "ABBBB"], (None, Basis::Openings, 0)),
        (vec!["AABBC", "BBBBC"], (Some(1), Basis::Uncarried, 2)),
        (vec!["AABBC", "CCCCC"], (Some(2), Basis::Uncarried, 4)),
        (vec!["AAB", "B+B+B"], (Some(1), Basis::Debate, 0)),
    ] {
        assert_eq!(settled(Decide::Guarded, &rounds), expected, "{rounds:?}");
    }
    assert_eq!(settled(Decide::Openings, &["AAB", "BBB"]).0, Some(0), "only the default rule has this exception");
}

/// O-11: with a gate, only verified evidence justifies a move.
#[test]
fn behind_a_gate_only_checked_facts_count() {
    let given = Given { gate: Gate::Checked, ..Given::default() };
    for rule in [Decide::Guarded, Decide::Trajectory] {
        assert_eq!(decide(rule, &history(&["AAB", "B+B+B"]), &given).option, Some(0), "{rule}");
        assert_eq!(decide(rule, &history(&["AAB", "B!B!B", "BBB"]), &given).option, Some(1), "{rule}");
    }
}

/// votes weighted by confidence; 0.5 without one.
#[test]
fn confidence_weighs() {
    let mut one = history(&["ABB"]);
    for (confidences, expected) in [
        ([Some(0.9), Some(0.4), Some(0.4)], Some(0)),
        ([Some(0.9), None, None], Some(1)),
        ([Some(0.8), Some(0.4), Some(0.4)], None),
        ([None, None, None], Some(1)),
        ([Some(f64::NAN), Some(0.2), Some(0.2)], Some(0)),
    ] {
        one.rounds[0].iter_mut().zip(confidences).for_each(|(it, confidence)| it.confidence = confidence);
        assert_eq!(chosen(Decide::Confidence, &one), expected, "{confidences:?}");
    }
}

/// votes weighted by past accuracy; without data, the majority, which is reported.
#[test]
fn calibration_weighs() {
    let one = history(&["ABB"]);
    let given = |weights: &[(usize, f64)]| Given { weights: weights.iter().copied().collect(), ..Given::default() };
    let nothing = decide(Decide::Calibration, &one, &given(&[]));
    assert_eq!(nothing.option, Some(1));
    assert!(nothing.why.starts_with("nothing is known of how anybody has been right before"), "{}", nothing.why);
    assert_eq!(decide(Decide::Calibration, &one, &given(&[(0, 0.9), (1, 0.3), (2, 0.3)])).option, Some(0));
    // Of one nothing is known: it weighs as the others do in the mean.
    assert_eq!(decide(Decide::Calibration, &one, &given(&[(0, 0.9), (1, 0.1)])).tally, [0.9, 0.6]);
}

/// Q-01, B-15: ranking rules use the rankings cast, and are absent without any.
#[test]
fn rankings_are_those_cast() {
    let both = |history: &BallotHistory| [Decide::Borda, Decide::Condorcet].map(|it| chosen(it, history));
    let bare = history(&["AABCC"]);
    let given = Given::default();
    let absent = [Decide::Borda, Decide::Condorcet].map(|it| analysis::ballots::rules::decide(it, &bare, &given));
    assert_eq!(absent, [None, None]);
    // One alone is for B, which all others like next to their own.
    let middle = ranked(bare.clone(), &[&[0, 1, 2], &[0, 1, 2], &[1, 0, 2], &[2, 1, 0], &[2, 1, 0]]);
    assert_eq!(both(&middle), [Some(1); 2]);
    let first = ranked(bare.clone(), &[&[0, 1, 2], &[0, 1, 2], &[1, 0, 2], &[2, 0, 1], &[2, 0, 1]]);
    assert_eq!(both(&first), [Some(0); 2]);
    // Whoever ranks nothing is not counted by them; what is left out of a ranking shares the last place.
    let some = ranked(bare.clone(), &[&[], &[], &[1], &[2], &[2]]);
    assert_eq!(both(&some), [Some(2); 2]);
    // Rankings of earlier rounds are past.
    let past = BallotHistory { rounds: vec![first.rounds[0].clone(), bare.rounds[0].clone()], ..bare };
    assert_eq!(analysis::ballots::rules::decide(Decide::Borda, &past, &given), None);
    // A beats B, B beats C, C beats A.
    let circle = ranked(history(&["ABC"]), &[&[0, 1, 2], &[1, 2, 0], &[2, 0, 1]]);
    assert_eq!(both(&circle), [None; 2]);
    assert_eq!(both(&ranked(history(&["AA"]), &[&[0], &[0]])), [Some(0); 2], "nothing to win from");
}

const OPTIONS: usize = 4;

prop_compose! {
    fn some_ballot(voter: usize)(
        option in prop::option::weighted(0.9, 0..3_usize),
        confidence in prop::option::of(0.0..=1.0_f64),
        ranking in prop::collection::vec(0..OPTIONS, 0..3),
        carried in prop::option::of(prop::sample::select(vec![Carried::Nothing, Carried::New, Carried::Checked])),
    ) -> Ballot {
        // A ballot that is for something likes nothing better.
        let ranking = option.into_iter().chain(ranking).collect();
        Ballot { voter, option, then: None, confidence, ranking, carried }
    }
}

/// Courses of up to five voters in up to four rounds over four options, of which nobody is ever for the last.
fn some_history() -> impl Strategy<Value = BallotHistory> {
    let round = |voters: usize| (0..voters).map(some_ballot).collect::<Vec<_>>();
    (1..=5_usize, 1..=4_usize).prop_flat_map(move |(voters, rounds)| {
        let rounds: Vec<_> = (0..rounds).map(|_| round(voters)).collect();
        rounds.prop_map(|rounds| BallotHistory { options: OPTIONS, rounds })
    })
}

fn rules() -> impl Strategy<Value = Decide> {
    prop::sample::select(Decide::ALL.to_vec())
}

proptest! {
    /// options and voters under other numbers, and ballots in another order, come to the same.
    #[test]
    fn renaming_changes_nothing(history in some_history(), rule in rules(), by in 1..OPTIONS) {
        let new = |it: usize| (it + by) % OPTIONS;
        let renamed = |it: &Ballot| Ballot {
            voter: 9 - it.voter,
            option: it.option.map(new),
            ranking: it.ranking.iter().copied().map(new).collect(),
            ..it.clone()
        };
        let rounds = history.rounds.iter().map(|round| round.iter().rev().map(renamed).collect()).collect();
        let other = BallotHistory { options: OPTIONS, rounds };
        let decide = |it: &BallotHistory| analysis::ballots::rules::decide(rule, it, &Given::default());
        let (one, other) = (decide(&history), decide(&other));
        let read = |it: Decided, option: Option<usize>| (option, it.basis, it.bare, it.why);
        let one = one.map(|it| { let option = it.option.map(new); read(it, option) });
        prop_assert_eq!(one, other.map(|it| { let option = it.option; read(it, option) }));
    }

    /// no rule chooses what nobody ever held.
    #[test]
    fn nobody_is_given_what_nobody_held(history in some_history(), rule in rules()) {
        let chosen = chosen(rule, &history);
        prop_assert!(chosen.is_none_or(|it| history.rounds.iter().flatten().any(|ballot| ballot.option == Some(it))));
    }

    /// one more for the winner keeps it.
    #[test]
    fn one_more_for_the_winner_keeps_it(
        history in some_history(),
        rule in prop::sample::select(vec![Decide::Openings, Decide::Majority, Decide::Confidence, Decide::Borda]),
        confidence in prop::option::of(0.0..=1.0_f64),
    ) {
        if let Some(winner) = chosen(rule, &history) {
            let mut more = history.clone();
            let added = Ballot { confidence, ranking: vec![winner], ..ballot(7, winner) };
            more.rounds.first_mut().unwrap().push(added.clone());
            if more.rounds.len() > 1 {
                more.rounds.last_mut().unwrap().push(added);
            }
            prop_assert_eq!(chosen(rule, &more), Some(winner));
        }
    }

    /// where nothing carries a move, the default rule is the vote of the openings, tied or not.
    #[test]
    fn without_evidence_the_openings_decide(mut history in some_history()) {
        let mut last = std::collections::BTreeMap::new();
        for ballot in history.rounds.iter_mut().flatten() {
            ballot.then = None;
            let Some(option) = ballot.option else { continue };
            let before = last.insert(ballot.voter, option);
            ballot.carried = before.filter(|it| *it != option).map(|_| Carried::Nothing);
        }
        let cast = history.rounds.first().into_iter().flatten().filter(|it| it.option.is_some());
        let voted: std::collections::BTreeSet<usize> = cast.map(|it| it.voter).collect();
        history.rounds.iter_mut().for_each(|round| round.retain(|it| voted.contains(&it.voter)));
        prop_assert_eq!(chosen(Decide::Guarded, &history), chosen(Decide::Openings, &history));
    }

    /// what all hold in every round is what every rule chooses.
    #[test]
    fn unanimity_is_chosen_by_every_rule(mut history in some_history(), rule in rules(), option in 0..OPTIONS) {
        for ballot in history.rounds.iter_mut().flatten() {
            (ballot.option, ballot.ranking, ballot.confidence) = (Some(option), vec![option], Some(0.7));
        }
        prop_assert_eq!(chosen(rule, &history), Some(option));
    }
}
