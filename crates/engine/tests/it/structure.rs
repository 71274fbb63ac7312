//! Missing sections are asked for once (D-10).
use crate::support::{self, Cast, Instead};
use debate::{Algorithm, Debate, Envelope, Event, Flaw, Rules};
use engine::{Bus, Spec};
use std::sync::Arc;

/// No section, and a vulnerability without a mitigation.
const BARE: &str = r#"{"position": "Stop it.", "ballot": null, "reasoning": "It leaks."}"#;
const UNMET: &str = r#"{"position": "Stop it.", "ballot": null, "reasoning": {
    "vulnerabilities": [{"vulnerability": "The key leaks.", "mitigation": null}], "weakest_point": "The key."}}"#;

/// A debate of two teams in which the red one leaves something out twice, and the blue one once.
pub(crate) async fn incomplete() -> (Debate, Vec<Envelope>) {
    let rules = Rules { rounds: 2, algorithm: Algorithm::FixedRounds, ..Rules::default() };
    let spec = support::spec("red-team-blue-team", 3, rules);
    let spec = Spec { rules: Rules { structure: true, ..spec.rules.clone() }, ..spec };
    let cast = Cast::stumbling([
        ("r1/turn/sim-1", Instead::Text(BARE)),
        ("r1/again/sim-1", Instead::Text(UNMET)),
        ("r1/turn/sim-2", Instead::Text(BARE)),
    ]);
    support::run(&spec, &cast).await
}

/// D-10, D-21: a missing section is asked for once; of a second answer the flaw is recorded and the turn is taken. A complete answer is
/// asked for only once.
#[tokio::test]
async fn what_is_missing_is_asked_for_once() {
    let (debate, log) = incomplete().await;
    let unusable: Vec<(String, &[Flaw])> = log
        .iter()
        .filter_map(|it| {
            if let Event::AnswerUnusable { call, flaws, .. } = &it.event {
                Some((call.to_string(), &**flaws))
            } else {
                None
            }
        })
        .collect();
    let calls: Vec<&String> = unusable.iter().map(|(call, _)| call).collect();
    assert_eq!(calls, ["r1/turn/sim-1", "r1/turn/sim-2"]);
    let missing = |it: &Flaw| if let Flaw::MissingSection { section } = it { Some(section.clone()) } else { None };
    let red: Vec<String> = unusable[0].1.iter().filter_map(missing).collect();
    assert_eq!(red, ["vulnerabilities", "weakest_point"]);
    let round = &debate.rounds[0];
    let (red, blue) = (&round.spoken[0], &round.spoken[1]);
    assert!(red.flaws.contains(&Flaw::Unmitigated { vulnerability: 1 }), "{:?}", red.flaws);
    assert_eq!(red.turn.vulnerabilities[0].vulnerability, "The key leaks.");
    assert_eq!(red.turn.reasoning.as_deref(), Some("Weakest point: The key."));
    assert!(blue.flaws.is_empty() && blue.turn.vulnerabilities[0].mitigation.is_some(), "{:?}", blue.flaws);
    assert!(debate.rounds[1].spoken.iter().all(|it| it.flaws.is_empty()), "a rehearsal gives every section");
    let replayed = engine::replay(log, &Bus::silent()).await.unwrap();
    assert_eq!(replayed.rounds.len(), debate.rounds.len());
}

/// D-10: in every mode simulated participants give every section, and nobody is asked twice.
#[tokio::test]
async fn rehearsals_give_every_section() {
    for mode in formats::modes::names() {
        let rules = Rules { rounds: 2, algorithm: Algorithm::FixedRounds, ..Rules::default() };
        let spec = support::spec(mode, 3, rules);
        let spec = Spec { rules: Rules { structure: true, ..spec.rules.clone() }, ..spec };
        let (_, log) = support::run(&spec, &Arc::default()).await;
        assert!(!log.iter().any(|it| matches!(it.event, Event::AnswerUnusable { .. })), "{mode}");
    }
}
