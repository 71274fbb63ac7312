//! Debates with hidden names: identities are in the log, and in no prompt.
use crate::support::{self, Cast};
use analysis::Verdict;
use debate::{Algorithm, Channels, Event, Flaw, Profile, Rules};
use std::sync::Arc;

/// D-04: the identities are in the log and in the verdict; no prompt has a name, in either profile, and every participant can cast its
/// ballot.
#[tokio::test]
async fn the_key_is_in_the_log_alone() {
    for profile in [Profile::Full, Profile::Lean] {
        let rules = Rules { rounds: 3, algorithm: Algorithm::FixedRounds, ..Rules::default() };
        let spec = support::asked_as(support::spec("delphi", 4, rules), &[profile]);
        let cast = Arc::new(Cast::default());
        let (debate, log) = support::run(&spec, &cast).await;
        let asked = cast.asked();
        assert_eq!(asked.len(), 12, "{profile:?}");
        for (call, request) in &asked {
            let schema = request.schema.as_ref().map(|it| it.body.to_string()).unwrap_or_default();
            let told = format!("{}\n{}\n{schema}", request.system, request.user).to_lowercase();
            assert!(!told.contains("sim-") && !told.contains("sim/"), "{profile:?} {call}: {told}");
        }
        let Event::DebateOpened { participants, .. } = &log[0].event else { panic!("{:?}", log[0]) };
        let mut key: Vec<String> = participants.iter().filter_map(|it| Some(it.alias.as_ref()?.to_string())).collect();
        let told: Vec<String> =
            Verdict::of(&debate).participants.iter().filter_map(|it| Some(it.alias.as_ref()?.to_string())).collect();
        assert_eq!(told, key, "a person is told who was who");
        assert!(debate.rounds.iter().flat_map(|it| &it.spoken).all(|it| it.turn.ballot.is_some()), "{profile:?}");
        key.sort();
        assert_eq!(key, ["Participant 1", "Participant 2", "Participant 3", "Participant 4"]);
    }
}

/// names are hidden in any mode by a rule, also in the mode that `auto` chooses; and claim actions still name their claims in
/// sequential rounds.
#[tokio::test]
async fn names_are_hidden_in_any_mode() {
    for mode in ["collaborative", "adversarial", "socratic", "expert-panel", "auto"] {
        for profile in [Profile::Full, Profile::Lean] {
            let hidden = Channels { names: true, order: true, confidence: true, answers: false };
            let rules = Rules { rounds: 3, algorithm: Algorithm::FixedRounds, hidden, ..Rules::default() };
            let spec = support::asked_as(support::spec(mode, 4, rules), &[profile]);
            let cast = Arc::new(Cast::default());
            let (debate, log) = support::run(&spec, &cast).await;
            for (call, request) in &cast.asked() {
                let schema = request.schema.as_ref().map(|it| it.body.to_string()).unwrap_or_default();
                let told = format!("{}\n{}\n{schema}", request.system, request.user).to_lowercase();
                assert!(!told.contains("sim-") && !told.contains("sim/"), "{mode} {profile:?} {call}: {told}");
            }
            assert!(debate.participants.iter().all(|it| it.alias.is_some()), "{mode}");
            assert_eq!(debate::Debate::replay(&log).unwrap(), debate, "{mode}");
            let mut flaws = debate.rounds.iter().flat_map(|it| &it.spoken).flat_map(|it| &it.flaws);
            assert!(!flaws.any(|it| matches!(it, Flaw::UnknownClaim { .. })), "{mode}");
        }
    }
}
