//! Debates that choose their mode themselves (D-05), from the first take to the verdict.
use crate::support::{self, Cast, Instead, MemoryJournal};
use analysis::{Label, Verdict};
use debate::event::Reason;
use debate::{Debate, Envelope, Event, Rules};
use engine::Bus;
use std::sync::Arc;

/// A take with its own premise and source.
fn take(choice: &str, premise: &str) -> &'static str {
    let answer = serde_json::json!({
        "position": format!("{choice}, as I see it."), "ballot": {"choice": choice, "headline": null}, "reasoning": "r", "confidence": 0.9,
        "claims": [{"label": "FACT", "text": format!("{premise} [1].")}],
        "references": [{"number": 1, "title": format!("Report: {premise}")}],
    });
    answer.to_string().leak()
}

const PREMISES: [&str; 3] = ["Audits took nine days", "Replays passed in the drill", "Three vendors support it"];

async fn run(ballots: [&str; 3], rules: Rules) -> (Debate, Vec<Envelope>) {
    let calls = ["r1/turn/sim-1", "r1/turn/sim-2", "r1/turn/sim-3"];
    let takes = ballots.into_iter().zip(PREMISES).map(|(choice, premise)| Instead::Text(take(choice, premise)));
    support::run(&support::spec("auto", 3, rules), &Cast::stumbling(calls.into_iter().zip(takes))).await
}

/// D-05, I-02, B-11: well-founded takes that agree are a consensus, and the verdict says that nobody responded to anybody.
#[tokio::test]
async fn takes_that_agree_are_the_end() {
    let (mut debate, log) = run(["Yes"; 3], Rules::default()).await;
    assert_eq!((debate.rounds.len(), debate.closed.as_ref().unwrap().why), (1, Reason::Consensus));
    // As if it were not a rehearsal, from which nothing follows.
    debate.rehearsal = false;
    let verdict = Verdict::of(&debate);
    assert_eq!((verdict.decision.label, verdict.metadata.chosen), (Label::Consensus, None));
    assert!(verdict.decision.next_step.contains("nobody could answer anybody"), "{}", verdict.decision.next_step);
    assert!(verdict.evidence.warnings.iter().any(|it| it.starts_with("only the openings were heard")));
    assert!(verdict.plain_vote.is_independent);
    engine::replay(log, &Bus::silent()).await.unwrap();
}

/// D-05, O-05, O-22: takes that contradict each other lead to an adversarial mode; the log and the verdict say so and why, and the debate
/// can be cut anywhere, before and after the choice, and replayed.
#[tokio::test]
async fn takes_that_contradict_go_on() {
    let ballots = ["Yes", "No", "Yes"];
    let rules = Rules { rounds: 3, ..Rules::default() };
    let (debate, log) = run(ballots, rules.clone()).await;
    let at = log.iter().position(|it| matches!(it.event, Event::ModeChosen { .. })).unwrap();
    let Event::ModeChosen { mode, why, figures, participants } = &log[at].event else { panic!("{:?}", log[at]) };
    assert_eq!((mode.as_str(), participants.len()), ("adversarial", 3));
    assert!(why.contains("exclude each other") && figures.iter().all(|it| it.value.is_some()), "{why} {figures:?}");
    assert!(debate.rounds.len() > 1 && debate.rounds[1].in_turn && !debate.rounds[0].in_turn);
    assert_eq!(Verdict::of(&debate).metadata.chosen, Some(format!("{mode}: {why}")));
    for cut in 1..log.len() {
        let journal = Arc::new(MemoryJournal::default());
        let calls = ["r1/turn/sim-1", "r1/turn/sim-2", "r1/turn/sim-3"];
        let takes = ballots.into_iter().zip(PREMISES).map(|(it, premise)| Instead::Text(take(it, premise)));
        let cast = Cast::stumbling(calls.into_iter().zip(takes));
        let world = support::world(&support::spec("auto", 3, rules.clone()), &cast, &journal);
        engine::resume(&world, &log[..cut], &Bus::silent()).await.unwrap();
        let again: Vec<Envelope> = log[..cut].iter().cloned().chain(journal.read()).collect();
        assert_eq!(again, log, "cut at {cut}");
    }
    assert_eq!(engine::replay(log, &Bus::silent()).await.unwrap(), debate);
}
