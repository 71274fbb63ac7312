//! a vote that the missing answers can no longer change.
use crate::scene::{Scene, holds, votes};
use analysis::exit::within_round;
use analysis::positions::{self, Reading, Relation};
use analysis::{Label, Verdict};
use debate::event::{Failure, Reason};
use debate::{Algorithm, Event, Rules, Turn, Vote};
use proptest::prelude::*;

const POSITIONS: [&str; 4] = ["Yes, adopt it.", "No, leave it.", "Yes, everywhere.", "Ask the vendor."];

fn rules() -> Rules {
    Rules { rounds: 2, groupthink: None, ..Rules::default() }
}

/// A table of five whose last round has come to where these have spoken.
fn table(rules: Rules, spoken: Vec<Turn>) -> Scene {
    let opening = ["Yes, adopt it.", "No, leave it.", "No, leave it.", "Yes, adopt it.", "No, leave it."];
    Scene::new(5, rules).in_turn(opening.map(|it| holds(it, 0.8))).in_turn(spoken)
}

fn yes() -> Turn {
    holds(POSITIONS[0], 0.8)
}

/// it takes a majority of all seats, a consensus that is out of reach, and the last round.
#[test]
fn a_majority_that_stands_ends_the_last_round() {
    let no = || holds(POSITIONS[1], 0.8);
    let decided = || vec![no(), yes(), yes(), yes()];
    let stops = |rules: Rules, spoken: Vec<Turn>| within_round(&table(rules, spoken).debate);
    assert_eq!(stops(rules(), decided()), Some(Reason::Unassailable));
    assert_eq!(stops(rules(), vec![no(), yes(), yes()]), None, "two of five lead, and may be overtaken");
    assert_eq!(stops(rules(), vec![yes(); 4]), None, "the last voice may make it a consensus");
    let blocked = vec![votes(yes(), Vote::Blocker), yes(), yes(), yes()];
    assert_eq!(stops(rules(), blocked), Some(Reason::Unassailable), "a BLOCKER has ruled that out");
    assert_eq!(stops(Rules { rounds: 3, ..rules() }, decided()), None, "there is another round");
    assert_eq!(stops(Rules { algorithm: Algorithm::FixedRounds, ..rules() }, decided()), None);
    let together = Scene::new(3, rules()).round(vec![yes(); 3]).round([votes(yes(), Vote::Blocker), yes()]);
    assert_eq!(within_round(&together.debate), None, "who speaks at the same time has been asked already");
}

/// I-01, Q-04: the verdict says who was not heard.
#[test]
fn the_verdict_names_who_was_not_asked() {
    let mut scene = table(rules(), vec![holds(POSITIONS[1], 0.8), yes(), yes(), yes()]);
    let figures = analysis::exit::figures(&scene.debate);
    scene.add(Event::DebateClosed { why: Reason::Unassailable, figures, question: None });
    let verdict = Verdict::of(&scene.debate);
    let warning = verdict.evidence.warnings.iter().find(|it| it.contains("not asked in round 2: enid"));
    assert!(warning.is_some(), "{:?}", verdict.evidence.warnings);
    assert_eq!((verdict.decision.label, verdict.participants[4].rounds.as_slice()), (Label::Partial, &[1][..]));
}

fn turns() -> impl Strategy<Value = Option<Turn>> {
    let vote = prop_oneof![Just(None), Just(Some(Vote::Accept)), Just(Some(Vote::Minor)), Just(Some(Vote::Blocker))];
    let signs = prop_oneof![Just(None), (0..5_usize).prop_map(|it| Some(crate::scene::NAMES[it].to_owned()))];
    let confidence = prop_oneof![Just(None), (0..=100_u32).prop_map(|it| Some(f64::from(it) / 100.0))];
    let turn = (0..POSITIONS.len(), confidence, vote, signs)
        .prop_map(|(at, confidence, vote, signs)| Some(Turn { confidence, vote, signs, ..holds(POSITIONS[at], 0.8) }));
    prop_oneof![1 => Just(None), 8 => turn]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// however the round is completed, the same position leads and the label is the same.
    #[test]
    fn nothing_that_is_missing_changes_it(spoken in prop::collection::vec(turns(), 4), missing in prop::collection::vec(turns(), 5)) {
        let mut scene = table(rules(), Vec::new());
        let mut stopped = None;
        for (at, turn) in spoken.into_iter().chain(missing).take(5).enumerate() {
            if stopped.is_none() && within_round(&scene.debate).is_some() {
                let mut closed = scene.clone();
                closed.add(Event::DebateClosed { why: Reason::Unassailable, figures: vec![], question: None });
                stopped = Some(Verdict::of(&closed.debate).decision);
            }
            match turn {
                Some(turn) => scene.speak([turn]),
                None => {
                    let by: debate::Name = crate::scene::NAMES[at].into();
                    let (call, detail) = (debate::CallId::turn(2, &by), String::new());
                    scene.add(Event::TurnFailed { round: 2, call, by, why: Failure::TimedOut, detail, answer: None, took: 0 });
                }
            }
        }
        scene.add(Event::DebateClosed { why: Reason::RoundCap, figures: vec![], question: None });
        let whole = Verdict::of(&scene.debate).decision;
        if let Some(stopped) = stopped {
            prop_assert_eq!(stopped.label, whole.label);
            let (early, late) = (stopped.position.unwrap(), whole.position.unwrap());
            prop_assert_eq!(positions::relation(Reading::of(&scene.debate), &early, &late), Relation::Same);
        }
    }
}
