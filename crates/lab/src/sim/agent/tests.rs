//! Tests of simulated participants: their openings, their confidence, and what moves them.
use super::*;

fn opening(dials: &Dials, problem: &Problem, seat: usize) -> Decision {
    let others = [None; MOST_SEATS];
    let seen = Seen { round: 1, seat, held: None, others: &others, stated: &[], has_names: true, is_secret: false };
    decide(dials, problem, &seen)
}

/// The share of right openings, and the correlation of two participants' errors.
fn openings(dials: &Dials) -> (f64, f64) {
    let (mut right, mut both, count) = (0.0, 0.0, 20_000);
    for seed in 0..count {
        let problem = Problem::draw(seed, 5, 4, Claims::default(), None);
        let [one, other] =
            [0, 1].map(|seat| f64::from(u8::from(opening(dials, &problem, seat).option == problem.right)));
        right += (one + other) / 2.0;
        both += one * other;
    }
    let (right, both) = (right / count as f64, both / count as f64);
    (right, (both - right * right) / (right * (1.0 - right)))
}

/// O-06: openings have the accuracy and the correlation of errors that the dials say.
#[test]
fn openings_are_as_the_dials_say() {
    for (accuracy, correlation) in [(0.7, 0.0), (0.7, 0.5), (0.4, 0.2), (0.9, 1.0)] {
        let found = openings(&Dials { accuracy, correlation, spread: 0.0, ..Dials::default() });
        assert!((found.0 - accuracy).abs() < 0.012, "{accuracy}: {found:?}");
        assert!((found.1 - correlation).abs() < 0.04, "{correlation}: {found:?}");
    }
}

/// O-06: a calibrated participant is right as often as it says; a reversed one is surest when it is wrong.
#[test]
fn stated_confidence_is_calibrated() {
    let surest = |calibration: f64| {
        let dials = Dials { calibration, spread: 0.25, correlation: 0.0, ..Dials::default() };
        let (mut said, mut right, mut count) = (0.0, 0.0, 0.0);
        for seed in 0..40_000 {
            let problem = Problem::draw(seed, 5, 4, Claims::default(), None);
            let it = opening(&dials, &problem, 0);
            if it.confidence >= 0.85 {
                said += it.confidence;
                right += f64::from(u8::from(it.option == problem.right));
                count += 1.0;
            }
        }
        (said / count, right / count)
    };
    let (said, right) = surest(1.0);
    assert!((said - right).abs() < 0.02, "{said}, {right}");
    let (said, right) = surest(-1.0);
    assert!(said - right > 0.2, "{said}, {right}");
}

/// O-06: nobody can see the answer to a hidden profile alone, and all facts together show it.
#[test]
fn facts_show_the_answer_only_together() {
    for (held, seats) in [Holding::Single, Holding::Shared].into_iter().flat_map(|it| (3..=8).map(move |n| (it, n))) {
        for seed in 0..20 {
            let facts = Some(Facts { held, brief: false, checkable: false });
            let problem = Problem::draw(seed, seats, 3, Claims::default(), facts);
            let mut all: Vec<Statement> = Vec::new();
            let mut wrong = 0;
            for seat in 0..seats {
                wrong += usize::from(opening(&Dials::default(), &problem, seat).option == problem.decoy);
                for (_, fact) in problem.facts_of(seat) {
                    if !all.contains(&fact) {
                        all.push(fact);
                    }
                }
            }
            let count = |option: u8| all.iter().filter(|it| it.option == option).count();
            assert!(wrong * 2 > seats, "{held:?}, {seats}: {wrong}");
            assert!(count(problem.right) > count(problem.decoy), "{held:?}, {seats}");
        }
    }
}

/// O-06: facts that are cut to 30 tokens lose their source or the option that they count for, some of them, and never gain any.
#[test]
fn a_cut_fact_says_less() {
    let (mut whole, mut bare, mut lost) = (0, 0, 0);
    for seed in 0..200 {
        let facts = Facts { held: Holding::Single, brief: true, checkable: false };
        let problem = Problem::draw(seed, 5, 4, Claims::default(), Some(facts));
        for (_, fact) in (0..5).flat_map(|seat| problem.facts_of(seat)) {
            match Stated::new(&problem, fact, 1).read {
                Some(Quality::Sourced) => whole += 1,
                Some(Quality::Asserted) => bare += 1,
                None => lost += 1,
                Some(other) => panic!("{other:?}"),
            }
            let open = Problem { facts: Some(Facts { brief: false, ..facts }), ..problem };
            assert_eq!(Stated::new(&open, fact, 1).read, Some(Quality::Sourced));
        }
    }
    assert!(whole > 200 && bare > 200 && lost > 200, "{whole}, {bare}, {lost}");
}

/// O-06: participants differ in how persuadable they are, by question and around the dial; without a spread they are alike.
#[test]
fn persuadability_differs() {
    let moved = |spread: f64| {
        let dials = Dials { persuadability: 0.5, persuadability_spread: spread, conformity: 0.0, ..Dials::default() };
        let facts = Some(Facts { held: Holding::Single, brief: false, checkable: false });
        let moves = |seed: u64| {
            let problem = Problem::draw(seed, 5, 4, Claims::default(), facts);
            let stated: Vec<Stated> =
                (0..5).flat_map(|seat| problem.facts_of(seat)).map(|(_, it)| Stated::new(&problem, it, 1)).collect();
            let held = opening(&dials, &problem, 0).option;
            let others = [None; MOST_SEATS];
            let seen = Seen {
                round: 2,
                seat: 0,
                held: Some(held),
                others: &others,
                stated: &stated,
                has_names: true,
                is_secret: false,
            };
            held == problem.decoy && decide(&dials, &problem, &seen).option == problem.right
        };
        (0..400).filter(|seed| moves(*seed)).count()
    };
    assert_eq!(moved(0.0), 0, "all need a little more than half");
    assert!((80..160).contains(&moved(0.25)), "{}", moved(0.25));
}

/// O-06: a right option that the ballot does not have is refused, and not replaced.
#[test]
fn a_right_option_must_exist() {
    let asked = |given| formats::data::Question { given, ..Default::default() };
    let speaker = Speaker::read("accuracy=0.8:right=Q").unwrap();
    let why = speaker.misfit(&asked(2)).unwrap();
    assert_eq!(why, "`right=Q` names no option of this ballot; give a letter from A to B");
    assert_eq!(Speaker::read("right=B").unwrap().misfit(&asked(2)), None);
    assert_eq!(Speaker::read("accuracy=0.8").unwrap().misfit(&asked(2)), None);
}

/// O-06: a hostile participant argues for a wrong option, with a source, is sure, and stays.
#[test]
fn a_hostile_participant_stays() {
    let dials = Dials { hostile: true, conformity: 9.0, ..Dials::default() };
    for seed in 0..50 {
        let problem = Problem::draw(seed, 5, 4, Claims { checkable: 1.0, ..Claims::default() }, None);
        let first = opening(&dials, &problem, 2);
        assert!(first.option != problem.right && first.confidence > 0.9, "{first:?}");
        assert!(first.says().all(|it| it.quality == Quality::Sourced));
        let others = [Some(problem.right); 5];
        let held = Some(first.option);
        let seen = Seen { round: 2, seat: 2, held, others: &others, stated: &[], has_names: true, is_secret: false };
        assert_eq!(decide(&dials, &problem, &seen).option, first.option);
    }
}

/// O-06: claims, the number of others and pressure each move a participant, as far as its dials let them; secret ballots know no pressure.
#[test]
fn each_dial_moves() {
    let problem = Problem::draw(5, 5, 4, Claims::default(), None);
    let firm = Dials {
        persuadability: 0.0,
        persuadability_spread: 0.0,
        conformity: 0.0,
        accuracy: 0.6,
        spread: 0.0,
        ..Dials::default()
    };
    let held = opening(&firm, &problem, 0).option;
    let other = (0..4).find(|it| *it != held).unwrap();
    let others = [Some(other); 5];
    let claim = |quality| Stated {
        statement: Statement { key: 70, option: other, quality },
        read: Some(quality),
        introduced: 1,
        since: [0, 1, 0, 0, 0, 0, 0, 0],
    };
    let moves = |dials: Dials, quality, is_secret| {
        let stated = [claim(quality); 3];
        let seen =
            Seen { round: 2, seat: 0, held: Some(held), others: &others, stated: &stated, has_names: true, is_secret };
        decide(&dials, &problem, &seen).option == other
    };
    assert!(!moves(firm, Quality::Sourced, false), "nothing moves it");
    assert!(moves(firm, Quality::Confirmed, false), "what is checked moves anybody");
    assert!(!moves(firm, Quality::Refuted, false));
    assert!(moves(Dials { persuadability: 1.0, ..firm }, Quality::Sourced, false));
    assert!(moves(Dials { conformity: 1.0, ..firm }, Quality::Asserted, true));
    assert!(moves(Dials { pressure: 1.0, ..firm }, Quality::Asserted, false));
    assert!(!moves(Dials { pressure: 1.0, ..firm }, Quality::Asserted, true));
}
