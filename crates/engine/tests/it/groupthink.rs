//! A table that agrees too early, through the whole loop (D-41 … D-43).
use crate::desk::{self, Cast, Instead};
use analysis::{Label, Verdict};
use debate::event::{Groupthink, Reason, RoundKind};
use debate::{Algorithm, Debate, Envelope, Rules};
use engine::Bus;
use std::sync::Arc;

const YES: &str = r#"{"position":"Yes, move the ledger now.","reasoning":"r","confidence":0.9,"vote":"ACCEPT"}"#;
const NEWS: &str = r#"{"position":"Yes, move the ledger now.","reasoning":"r","confidence":0.9,"vote":"ACCEPT",
    "claims":[{"label":"FACT","text":"Audits take nine days [1]."}],"references":[{"number":1,"title":"Audit log"}]}"#;

fn table(rounds: u32, text: impl Fn(u32, u32) -> &'static str) -> Arc<Cast> {
    let calls = (1..=rounds).flat_map(|round| (1..=3).map(move |seat| (round, seat)));
    Cast::stumbling(
        calls.map(|(round, seat)| (&*format!("r{round}/turn/sim-{seat}").leak(), Instead::Text(text(round, seat)))),
    )
}

async fn run(rules: Rules, cast: &Arc<Cast>) -> (Debate, Vec<Envelope>) {
    desk::run(&desk::spec("collaborative", 3, rules), cast).await
}

fn kinds(debate: &Debate) -> Vec<RoundKind> {
    debate.rounds.iter().map(|it| it.kind).collect()
}

/// D-42, D-43, I-02: sure of the same on nothing by round 2, they object; objecting brings nothing, so a person is asked, and the
/// verdict says so. The log replays.
#[tokio::test]
async fn agreeing_too_early_is_objected_to_and_escalated() {
    let cast = table(3, |_, _| YES);
    let (debate, log) = run(Rules::default(), &cast).await;
    assert_eq!(kinds(&debate), [RoundKind::Usual, RoundKind::Usual, RoundKind::Objection]);
    let seen: Vec<(u32, Groupthink)> = debate.groupthink.iter().map(|it| (it.round, it.what)).collect();
    assert_eq!(seen, [(2, Groupthink::EarlyConvergence), (2, Groupthink::Light), (3, Groupthink::Light)]);
    let closed = debate.closed.as_ref().unwrap();
    assert_eq!(closed.why, Reason::Escalated);
    let question = closed.question.as_deref().unwrap();
    assert!(question.starts_with("3 of 3 hold “Yes, move the ledger now” at 0.90"), "{question}");
    assert!(question.ends_with('?'), "{question}");

    let verdict = Verdict::of(&debate);
    assert_eq!(verdict.decision.label, Label::Escalated);
    assert_eq!(verdict.decision.position.as_deref(), Some("Yes, move the ledger now."));
    let warnings = verdict.evidence.warnings.join("\n");
    assert!(
        warnings.contains("after round 2, early convergence: 3 of 3 are sure by round 2; sources cited: 0"),
        "{warnings}"
    );
    assert!(warnings.contains("brought nothing new and moved nobody"), "{warnings}");
    assert_eq!(verdict.metadata.rule, Some("the objection round changed nothing: a person is asked"));

    let asked = cast.asked();
    assert!(
        asked["r3/turn/sim-1"].user.contains("Counter-argument")
            || asked["r3/turn/sim-1"].system.contains("Counter-argument")
    );
    assert_eq!(engine::replay(log, &Bus::silent()).await.unwrap(), debate);
}

/// D-43: what to do next names the command, where participants are real.
#[tokio::test]
async fn an_escalation_says_how_to_go_on() {
    let (debate, _) = run(Rules::default(), &table(3, |_, _| YES)).await;
    let real = Debate { rehearsal: false, ..debate };
    let step = Verdict::of(&real).decision.next_step;
    assert!(step.contains("`roundtable continue test --say \"…\"`"), "{step}");
}

/// D-43: a new fact in the objection round is what it was for: the debate ends by its algorithm.
#[tokio::test]
async fn a_new_fact_is_no_escalation() {
    let (debate, _) =
        run(Rules::default(), &table(3, |round, seat| if (round, seat) == (3, 2) { NEWS } else { YES })).await;
    assert_eq!(kinds(&debate), [RoundKind::Usual, RoundKind::Usual, RoundKind::Objection]);
    assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Consensus);
    let verdict = Verdict::of(&debate);
    assert_eq!(verdict.decision.label, Label::Consensus);
    let told = verdict.evidence.warnings.iter().any(|it| it.contains("new facts or reasons: 1"));
    assert!(told, "{:?}", verdict.evidence.warnings);
}

/// D-40, D-60: the caps alone object to nothing, and neither does a table that nobody looks at.
#[tokio::test]
async fn nobody_objects_where_nobody_is_asked_to() {
    let fixed = Rules { rounds: 3, algorithm: Algorithm::FixedRounds, ..Rules::default() };
    let (debate, _) = run(fixed, &table(3, |_, _| YES)).await;
    assert_eq!((kinds(&debate), debate.closed.unwrap().why), (vec![RoundKind::Usual; 3], Reason::RoundCap));
    assert!(!debate.groupthink.is_empty(), "it is told all the same");
    let (debate, _) = run(Rules { groupthink: None, ..Rules::default() }, &table(3, |_, _| YES)).await;
    assert_eq!((kinds(&debate), debate.closed.unwrap().why), (vec![RoundKind::Usual; 2], Reason::Consensus));
    assert_eq!(debate.groupthink, []);
}

/// D-43, D-40: with no round left for objections the cap ends it, and the verdict warns.
#[tokio::test]
async fn the_cap_leaves_no_room_and_the_verdict_warns() {
    let (debate, _) = run(Rules { rounds: 2, ..Rules::default() }, &table(2, |_, _| YES)).await;
    assert_eq!(debate.closed.as_ref().unwrap().why, Reason::RoundCap);
    let warnings = Verdict::of(&debate).evidence.warnings.join("\n");
    assert!(warnings.contains("early convergence") && warnings.contains("no objection round followed"), "{warnings}");
}

/// D-43, O-21: a debate that is objected to and escalated goes on from any cut as if there had been none.
#[tokio::test]
async fn a_cut_changes_no_episode() {
    let (whole, log) = run(Rules::default(), &table(3, |_, _| YES)).await;
    let spec = desk::spec("collaborative", 3, Rules::default());
    for cut in 1..log.len() {
        let cast = table(3, |_, _| YES);
        let world = desk::world(&spec, &cast, &Arc::default());
        assert_eq!(engine::resume(&world, &log[..cut], &Bus::silent()).await.unwrap(), whole, "cut at {cut}");
    }
}
