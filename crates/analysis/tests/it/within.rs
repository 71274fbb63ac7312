//! a vote that the missing answers can no longer change.
use crate::test_debate::{NAMES, TestDebate, blocks, no, picks, proposes, stands, yes};
use analysis::decision::exit::within_round;
use analysis::{Label, Verdict};
use debate::event::Reason;
use debate::{Algorithm, Consent, Decide, Event, Rules, Turn};
use proptest::prelude::*;

fn rules() -> Rules {
    Rules { rounds: 2, groupthink: None, decide: Decide::Majority, ..Rules::default() }
}

/// A table of five whose last round has come to where these have spoken.
fn table(rules: Rules, spoken: Vec<Turn>) -> TestDebate {
    TestDebate::new(5, rules).in_turn(["A", "B", "B", "A", "B"].map(|it| picks(it, 0.8))).in_turn(spoken)
}

/// it takes a majority of all seats, a consensus that is out of reach, and the last round.
#[test]
fn a_majority_that_stands_ends_the_last_round() {
    let against = || blocks(no(0.8), "A");
    let decided = || vec![against(), yes(0.8), yes(0.8), yes(0.8)];
    let stops = |rules: Rules, spoken: Vec<Turn>| within_round(&table(rules, spoken).debate);
    assert_eq!(stops(rules(), decided()), Some(Reason::Unassailable));
    assert_eq!(stops(rules(), vec![against(), yes(0.8), yes(0.8)]), None, "two of five lead, and may be overtaken");
    assert_eq!(stops(rules(), vec![yes(0.8); 4]), None, "the last voice may make it a consensus");
    let unsaid = vec![no(0.8), yes(0.8), yes(0.8), yes(0.8)];
    assert_eq!(stops(rules(), unsaid), None, "who has not said may still be asked");
    assert_eq!(stops(Rules { rounds: 3, ..rules() }, decided()), None, "there is another round");
    assert_eq!(stops(Rules { algorithm: Algorithm::FixedRounds, ..rules() }, decided()), None);
    for decide in Decide::ALL {
        let is_safe = matches!(decide, Decide::Openings | Decide::Majority);
        assert_eq!(
            stops(Rules { decide, ..rules() }, decided()).is_some(),
            is_safe,
            "{decide}: two of the three yielded"
        );
    }
    let firm = TestDebate::new(5, Rules { decide: Decide::Guarded, ..rules() });
    let firm = firm.in_turn(["B", "A", "A", "A", "B"].map(|it| picks(it, 0.8))).in_turn(decided());
    assert_eq!(within_round(&firm.debate), Some(Reason::Unassailable), "three of five have not moved");
    let together = TestDebate::new(4, rules()).round(vec![yes(0.8); 4]).round([against(), yes(0.8), yes(0.8)]);
    assert_eq!(within_round(&together.debate), None, "who speaks at the same time has been asked already");
}

/// I-01, Q-04: the verdict says who was not heard.
#[test]
fn the_verdict_names_who_was_not_asked() {
    let scene = table(rules(), vec![blocks(no(0.8), "A"), yes(0.8), yes(0.8), yes(0.8)]).closed(Reason::Unassailable);
    let verdict = Verdict::of(&scene.debate);
    let warning = verdict.evidence.warnings.iter().find(|it| it.contains("not asked in round 2: enid"));
    assert!(warning.is_some(), "{:?}", verdict.evidence.warnings);
    assert_eq!((verdict.decision.label, verdict.participants[4].rounds.as_slice()), (Label::Partial, &[1][..]));
}

fn turns() -> impl Strategy<Value = Option<Turn>> {
    let ballot = prop_oneof![4 => Just("A"), 2 => Just("B"), 1 => Just("new"), 1 => Just("none")];
    let stand = prop::option::of(prop::sample::select(Consent::ALL.to_vec()));
    let confidence = prop::option::of((0..=100_u32).prop_map(|it| f64::from(it) / 100.0));
    let turn = (ballot, stand.clone(), stand, confidence).prop_map(|(ballot, on_a, on_b, confidence)| {
        let turn = match ballot {
            "new" => proposes("Ask the vendor", 0.8),
            "none" => Turn { ballot: None, ..yes(0.8) },
            word => picks(word, 0.8),
        };
        let others = [("A", on_a), ("B", on_b)].into_iter().filter(|(option, _)| *option != ballot);
        let turn = others.filter_map(|(it, stand)| Some((it, stand?))).fold(turn, |turn, (it, s)| stands(turn, it, s));
        Some(Turn { confidence, ..turn })
    });
    prop_oneof![1 => Just(None), 8 => turn]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// however the round is completed, the same option is decided on and the label is the same.
    #[test]
    fn nothing_that_is_missing_changes_it(turns in prop::collection::vec(turns(), 5), decide in prop::sample::select(Decide::ALL.to_vec())) {
        let mut scene = table(Rules { decide, ..rules() }, Vec::new());
        let mut stopped = None;
        for (at, turn) in turns.into_iter().enumerate() {
            if stopped.is_none() && within_round(&scene.debate).is_some() {
                stopped = Some(Verdict::of(&scene.clone().closed(Reason::Unassailable).debate).decision);
            }
            match turn {
                Some(turn) => scene.speak([turn]),
                None => scene.fails(NAMES[at].into()),
            }
        }
        let figures = vec![];
        scene.add(Event::DebateClosed { why: Reason::RoundCap, figures, question: None });
        let whole = Verdict::of(&scene.debate).decision;
        if let Some(stopped) = stopped {
            prop_assert_eq!(stopped.label, whole.label);
            prop_assert_eq!(stopped.option.map(|it| it.letter), whole.option.map(|it| it.letter));
        }
    }
}
