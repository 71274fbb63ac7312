//! The direct path and the protocol path are one experiment: the same ballots, confidences and decisions.
use debate::state::ResolvedBallot;
use debate::{Algorithm, Ballot, Channels, ClosingBallot, Decide, Parallel, Rules};
use lab::sim::agent::{Claims, Contradiction, Dials, Facts, Holding, Update};
use lab::{SimulationConfig, direct, protocol};

/// Settings that differ in everything the direct path knows.
fn settings() -> Vec<(String, SimulationConfig)> {
    let usual = || SimulationConfig::of(Dials::default(), 5);
    let mixed = Claims { checkable: 0.4, misleading: 0.2, sourced: 0.5, invented: 0.3 };
    let mut settings: Vec<(String, SimulationConfig)> = Vec::new();
    let mut add = |name: &str, setting: SimulationConfig| settings.push((name.to_owned(), setting));
    for algorithm in Algorithm::ALL {
        for parallel in Parallel::ALL {
            let rules = Rules { algorithm, parallel: Some(parallel), ..Rules::default() };
            let setting = SimulationConfig { rules, ..usual().claiming(mixed) };
            add(&format!("{algorithm}, {parallel}"), setting.clone());
            let majority = Rules { decide: Decide::Majority, rounds: 3, ..setting.rules.clone() };
            let firm = Dials { accuracy: 0.6, conformity: 0.8, ..Dials::default() };
            let seats = vec![firm; 3];
            add(&format!("{algorithm}, {parallel}, three"), SimulationConfig { rules: majority, seats, ..setting });
        }
    }
    // Nobody moves: the majority is blocked to the end.
    for (algorithm, rounds) in Algorithm::ALL.into_iter().flat_map(|it| [(it, 2), (it, 6)]) {
        for (parallel, decide) in [(Parallel::None, Decide::Guarded), (Parallel::LastOnly, Decide::Majority)] {
            let rules = Rules { algorithm, rounds, decide, parallel: Some(parallel), ..Rules::default() };
            let still = Dials { persuadability: 0.0, conformity: 0.0, ..Dials::default() };
            let stubborn = Dials { accuracy: 0.6, calibration: 0.0, ..still };
            let setting = SimulationConfig { rules, ..SimulationConfig::of(stubborn, 5).with_options(3) };
            add(&format!("stubborn, {algorithm}, {parallel}, {rounds}"), setting);
        }
    }
    let updates = [
        Update::Neutral,
        Update::KeepMajority,
        Update::FollowMajority { share: 0.3 },
        Update::Oracle,
        Dials::PUBLISHED,
        Update::Rates { harmful: 0.6, beneficial: 0.5, when: Contradiction::Any },
        Update::Rates { harmful: 0.6, beneficial: 0.5, when: Contradiction::Majority },
    ];
    for update in updates {
        let dials = Dials { update, drift: 0.1, identity: 1.0, ..Dials::default() };
        add(&format!("{update:?}"), SimulationConfig { options: 3, ..SimulationConfig::of(dials, 4).claiming(mixed) });
    }
    for held in [Holding::Single, Holding::Shared] {
        for (brief, checkable) in [(false, false), (true, false), (false, true)] {
            let dials = Dials { persuadability: 0.8, candour: 0.7, ..Dials::default() };
            let facts = Some(Facts { held, brief, checkable });
            add(
                &format!("{held:?}, {brief}, {checkable}"),
                SimulationConfig { facts, ..SimulationConfig::of(dials, 5) },
            );
        }
    }
    let mut hostile = usual().claiming(mixed);
    hostile.seats.iter_mut().take(2).for_each(|it| it.hostile = true);
    add("hostile", hostile.clone());
    let rules = Rules { closing_ballot: ClosingBallot::Always, ..Rules::default() };
    let dials = Dials { pressure: 1.5, persuadability_spread: 0.5, ..Dials::default() };
    add("closing", SimulationConfig { rules, ..SimulationConfig::of(dials, 5).claiming(mixed) });
    let rules = Rules { high_stakes: true, groupthink: Some(0.8), ..Rules::default() };
    let sure = Dials { accuracy: 0.95, spread: 0.0, echo: 0.9, conformity: 2.0, ..Dials::default() };
    add("echo", SimulationConfig { rules: rules.clone(), ..SimulationConfig::of(sure, 5).claiming(mixed) });
    let bare = Claims::default();
    add("assertions", SimulationConfig { rules, ..SimulationConfig::of(sure, 5).claiming(bare) });
    let hidden = Channels { names: true, answers: true, ..Channels::default() };
    let dials = Dials { identity: 2.0, conformity: 0.5, calibration: -0.5, ..Dials::default() };
    let rules = Rules { hidden, ..Rules::default() };
    add("hidden", SimulationConfig { rules, ..SimulationConfig::of(dials, 5).with_options(2).claiming(mixed) });
    settings
}

/// O-06, Q-10: for the same seeds both paths give the same ballots, confidences, moves, ends, signs of groupthink and decisions by every rule.
#[tokio::test]
async fn both_paths_give_the_same() {
    let (mut debates, mut moves, mut reasons) = (0, 0, std::collections::BTreeSet::new());
    for (name, setting) in settings() {
        for number in 0..6 {
            let problem = setting.problem(7, number);
            let direct = direct::play(&setting, problem);
            let protocol = protocol::play(&setting, problem).await.unwrap();
            let rounds = direct.history.rounds.iter().zip(&protocol.history.rounds).enumerate();
            for (round, (one, other)) in rounds {
                assert_eq!(one, other, "{name}, {number}, round {}", round + 1);
            }
            assert_eq!(direct, protocol, "{name}, {number}");
            assert_eq!(
                protocol::all_decided(&setting, &direct),
                protocol::all_decided(&setting, &protocol),
                "{name}, {number}"
            );
            debates += 1;
            moves += direct.history.rounds.iter().flatten().filter(|it| it.carried.is_some()).count();
            reasons.insert(format!("{:?}", direct.reason));
        }
    }
    // The settings reach what they are there for.
    assert!(debates > 250 && moves > 300, "{debates} debates, {moves} moves");
    let expected = ["Consensus", "Escalated", "Plateau", "RoundCap", "Stable", "Unassailable"];
    assert_eq!(reasons.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

/// O-06: the position of a participant with dials says what its ballot says, in every round.
#[tokio::test]
async fn positions_say_what_ballots_say() {
    let mut moved = 0;
    for number in 0..6 {
        let claims = Claims { checkable: 0.6, ..Claims::default() };
        let setting = SimulationConfig::of(Dials::default(), 4).claiming(claims).fixed(3);
        let debate = protocol::hold(&setting, setting.problem(3, number)).await.unwrap();
        for round in &debate.rounds {
            for spoken in &round.spoken {
                let Some(ResolvedBallot::Option(letter)) = debate.held(spoken) else { panic!("{spoken:?}") };
                let headline = debate.headline(letter).unwrap();
                let position = spoken.turn.position.as_deref().unwrap_or_default();
                assert!(position.starts_with(&format!("{headline}, ")), "{position:?} for {headline}");
                moved += usize::from(!spoken.turn.because.is_empty());
            }
        }
    }
    assert!(moved > 5, "{moved} moves");
}

/// O-06, Q-11: estimates are the same on both paths, in Delphi as where names are shown.
#[tokio::test]
async fn both_paths_give_the_same_estimates() {
    for (mode, number) in [("delphi", 0), ("delphi", 1), ("collaborative", 2)] {
        let dials = Dials { persuadability: 0.4, spread: 0.25, ..Dials::default() };
        let setting = SimulationConfig { mode: mode.to_owned(), ..SimulationConfig::of(dials, 4).fixed(3) };
        let problem = setting.problem(9, number);
        let debate = protocol::hold_on(&setting, problem, Ballot::Estimate { unit: "days".to_owned() }).await.unwrap();
        let direct = direct::estimates(&setting, &problem);
        assert_eq!((debate.rounds.len(), direct.len()), (3, 3));
        for (round, guesses) in debate.rounds.iter().zip(direct) {
            for (spoken, guess) in round.spoken.iter().zip(guesses) {
                let Some(ResolvedBallot::Estimate(it)) = debate.held(spoken) else { panic!("{spoken:?}") };
                assert_eq!((it.lowest, it.best, it.highest), (guess.low, guess.best, guess.high), "{mode}");
            }
        }
    }
}
