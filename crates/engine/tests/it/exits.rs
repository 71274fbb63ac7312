//! How debates end by each algorithm, through the whole loop (D-40, Q-04, E-20).
use crate::support::{self, Cast, Instead};
use analysis::{Label, Verdict};
use debate::event::Reason;
use debate::rules::ExitLimits;
use debate::{Algorithm, Debate, Rules};
use engine::Bus;
use std::sync::Arc;

const YES: &str = r#"{"position":"Yes, move the ledger now.","ballot":{"choice":"Yes","headline":null},"reasoning":"r","confidence":0.9}"#;
const NO: &str = r#"{"position":"No, leave the ledger alone.","ballot":{"choice":"No","headline":null},"reasoning":"r","confidence":0.9}"#;
const BLOCK: &str = r#"{"position":"No, leave the ledger alone.","ballot":{"choice":"No","headline":null},"reasoning":"r","confidence":0.9,
    "others":[{"option":"A","stand":"blocker","why":"no rollback plan"}]}"#;

fn table(rounds: u32, seats: u32, text: impl Fn(u32, u32) -> &'static str) -> Arc<Cast> {
    let calls = (1..=rounds).flat_map(|round| (1..=seats).map(move |seat| (round, seat)));
    Cast::stumbling(
        calls.map(|(round, seat)| (&*format!("r{round}/turn/sim-{seat}").leak(), Instead::Text(text(round, seat)))),
    )
}

fn rules(algorithm: Algorithm) -> Rules {
    Rules { algorithm, groupthink: None, rounds: 5, ..Rules::default() }
}

async fn run(rules: Rules, cast: &Arc<Cast>) -> Debate {
    let (debate, log) = support::run(&support::spec("collaborative", 3, rules), cast).await;
    assert_eq!(engine::replay(log, &Bus::silent()).await.unwrap(), debate, "it replays");
    debate
}

/// D-40, E-20: each algorithm ends the same debate in its own way, and records its figures.
#[tokio::test]
async fn each_algorithm_ends_a_split_table_in_its_way() {
    for (algorithm, why, rounds, label) in [
        (Algorithm::VoteRubric, Reason::Plateau, 3, Label::Partial),
        (Algorithm::Agreement, Reason::Stable, 3, Label::Partial),
        (Algorithm::EvidenceBasedDebate, Reason::Escalated, 3, Label::Escalated),
        (Algorithm::FixedRounds, Reason::RoundCap, 5, Label::Partial),
    ] {
        let debate = run(rules(algorithm), &table(5, 3, |_, seat| if seat == 2 { NO } else { YES })).await;
        let closed = debate.closed.as_ref().unwrap();
        assert_eq!((closed.why, debate.rounds.len()), (why, rounds), "{algorithm}");
        assert!(closed.figures.iter().any(|it| it.name == "rounds") && closed.figures.len() > 3, "{algorithm}");
        assert_eq!(Verdict::of(&debate).decision.label, label, "{algorithm}");
        assert_eq!(closed.question.is_some(), why == Reason::Escalated, "{algorithm}");
    }
}

/// D-60: thresholds set by a person, and none at all.
#[tokio::test]
async fn leaving_goes_by_a_persons_figures() {
    let split = || table(5, 3, |_, seat| if seat == 2 { NO } else { YES });
    for (exit_limits, rounds) in [
        (ExitLimits { convergence_rounds: Some(3), ..ExitLimits::default() }, 4),
        (ExitLimits { convergence_rounds: Some(1), ..ExitLimits::default() }, 2),
        (ExitLimits { off: true, ..ExitLimits::default() }, 5),
    ] {
        let debate = run(Rules { exit_limits: exit_limits.clone(), ..rules(Algorithm::Agreement) }, &split()).await;
        assert_eq!(debate.rounds.len(), rounds, "{exit_limits:?}");
    }
}

/// Q-04: in a sequential last round, participants whose answer can change nothing are not asked; the verdict names them.
#[tokio::test]
async fn a_vote_that_stands_is_not_asked_on() {
    let cast = table(2, 5, |_, seat| if seat == 1 { BLOCK } else { YES });
    let spec = support::spec("adversarial", 5, Rules { rounds: 2, groupthink: None, ..Rules::default() });
    let (debate, log) = support::run(&spec, &cast).await;
    assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Unassailable);
    assert_eq!(cast.order().last().map(String::as_str), Some("r2/turn/sim-4"));
    let verdict = Verdict::of(&debate);
    assert_eq!(verdict.decision.label, Label::Partial);
    assert!(verdict.evidence.warnings.iter().any(|it| it.starts_with("not asked in round 2: sim-5")));
    assert_eq!(engine::replay(log, &Bus::silent()).await.unwrap(), debate);
}
