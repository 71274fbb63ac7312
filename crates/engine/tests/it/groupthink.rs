//! Participants who agree too early, through the whole loop (D-41 … D-43).
use crate::support::{self, Cast, Instead};
use analysis::decision::verdict::NextAction;
use analysis::{Label, Verdict};
use debate::event::{Groupthink, Reason, RoundKind};
use debate::{Algorithm, Debate, Envelope, Rules};
use engine::Bus;
use std::sync::Arc;

const YES: &str = r#"{"position":"Yes, move the ledger now.","ballot":{"choice":"Yes","headline":null},"reasoning":"r","confidence":0.9}"#;
const NO: &str = r#"{"position":"No, leave the ledger alone.","ballot":{"choice":"No","headline":null},"reasoning":"r","confidence":0.9}"#;
const BLOCK: &str = r#"{"position":"No, leave the ledger alone.","ballot":{"choice":"No","headline":null},"reasoning":"r","confidence":0.9,
    "others":[{"option":"A","stand":"blocker","why":"no rollback plan"}]}"#;
const NEWS: &str = r#"{"position":"Yes, move the ledger now.","ballot":{"choice":"Yes","headline":null},"reasoning":"r","confidence":0.9,
    "claims":[{"label":"FACT","text":"Audits take nine days [1]."}],"references":[{"number":1,"title":"Audit log"}]}"#;

fn table(rounds: u32, text: impl Fn(u32, u32) -> &'static str) -> Arc<Cast> {
    let calls = (1..=rounds).flat_map(|round| (1..=3).map(move |seat| (round, seat)));
    Cast::stumbling(
        calls.map(|(round, seat)| (&*format!("r{round}/turn/sim-{seat}").leak(), Instead::Text(text(round, seat)))),
    )
}

async fn run(rules: Rules, cast: &Arc<Cast>) -> (Debate, Vec<Envelope>) {
    support::run(&support::spec("collaborative", 3, rules), cast).await
}

fn kinds(debate: &Debate) -> Vec<RoundKind> {
    debate.rounds.iter().map(|it| it.kind).collect()
}

/// Two of three give in to the first in the second round, without a reason.
fn yielding(rounds: u32) -> Arc<Cast> {
    table(rounds, |round, seat| if round == 1 && seat > 1 { NO } else { YES })
}

/// B-14, D-42, D-43, I-02: unfounded confident agreement in round 2, after two gave in, leads to objections; these bring nothing, so a
/// person is asked, and the verdict says so. The log replays.
#[tokio::test]
async fn agreeing_by_yielding_is_objected_to_and_escalated() {
    let cast = yielding(3);
    let (debate, log) = run(Rules::default(), &cast).await;
    assert_eq!(kinds(&debate), [RoundKind::Usual, RoundKind::Usual, RoundKind::Objection]);
    let seen: Vec<(u32, Groupthink)> = debate.groupthink.iter().map(|it| (it.round, it.what)).collect();
    assert_eq!(seen, [(2, Groupthink::EarlyConvergence), (2, Groupthink::Light), (3, Groupthink::Light)]);
    let closed = debate.closed.as_ref().unwrap();
    assert_eq!(closed.why, Reason::Escalated);
    let question = closed.question.as_deref().unwrap();
    assert!(question.starts_with("3 of 3 hold “Yes”, and the objection round brought nothing new. "), "{question}");
    assert!(question.ends_with('?'), "{question}");

    let verdict = Verdict::of(&debate);
    assert_eq!(verdict.decision.label, Label::Escalated);
    let decided = verdict.decision.option.as_ref().map(|it| it.headline.as_str());
    assert_eq!(decided, Some("Yes"), "what they hold is said, and the vote of the openings beside it");
    assert_eq!(verdict.plain_vote.headline.as_deref(), Some("No"));
    let warnings = verdict.evidence.warnings.join("\n");
    assert!(
        warnings.contains("after round 2, early convergence: 3 of 3 are sure by round 2; sources cited: 0"),
        "{warnings}"
    );
    assert!(warnings.contains("brought nothing new and moved nobody"), "{warnings}");
    assert_eq!(verdict.metadata.rule, Some("the objection round changed nothing: a person is asked"));

    let asked = cast.asked();
    assert!(
        asked["r3/turn/sim-1"].user.contains("counter_argument")
            || asked["r3/turn/sim-1"].system.contains("counter_argument")
    );
    assert_eq!(engine::replay(log, &Bus::silent()).await.unwrap(), debate);
}

/// B-14: independent openings that agree are no groupthink. With thin evidence they get an objection round, and what stands is a consensus,
/// marked as tested; at high stakes, or if somebody blocks it, a person is asked.
#[tokio::test]
async fn independent_openings_that_agree_are_tested_by_objections() {
    let (debate, _) = run(Rules::default(), &table(3, |_, _| YES)).await;
    assert_eq!(kinds(&debate), [RoundKind::Usual, RoundKind::Usual, RoundKind::Objection]);
    assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Consensus);
    let verdict = Verdict::of(&debate);
    assert_eq!((verdict.decision.label, verdict.decision.is_tested), (Label::Consensus, true));
    assert_eq!(verdict.screen().label, "consensus, tested by an objection round");
    assert_eq!(verdict.screen().headline, "Yes, 3 of 3 (all three independently)");
    let (high, _) = run(Rules { high_stakes: true, ..Rules::default() }, &table(3, |_, _| YES)).await;
    assert_eq!(high.closed.as_ref().unwrap().why, Reason::Escalated);
    let blocked = table(5, |round, seat| if round > 2 && seat == 3 { BLOCK } else { YES });
    let (debate, _) = run(Rules::default(), &blocked).await;
    assert_ne!(debate.closed.as_ref().unwrap().why, Reason::Consensus);
}

/// D-43: the next step says that the question is to be answered, where participants are real.
#[tokio::test]
async fn an_escalation_says_how_to_go_on() {
    let (debate, _) = run(Rules::default(), &yielding(3)).await;
    let real = Debate { rehearsal: false, ..debate };
    let decision = Verdict::of(&real).decision;
    assert_eq!(
        (decision.next_step.as_str(), decision.goes_on),
        ("answer the question, and they go on", Some(NextAction::Answered))
    );
}

/// D-43: a new fact in the objection round is its purpose: the debate ends by its algorithm.
#[tokio::test]
async fn a_new_fact_is_no_escalation() {
    let fresh = table(3, |round, seat| match (round, seat) {
        (1, 2..) => NO,
        (3, 2) => NEWS,
        _ => YES,
    });
    let (debate, _) = run(Rules::default(), &fresh).await;
    assert_eq!(kinds(&debate), [RoundKind::Usual, RoundKind::Usual, RoundKind::Objection]);
    assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Consensus);
    let verdict = Verdict::of(&debate);
    assert_ne!(verdict.decision.label, Label::Escalated);
    let told = verdict.evidence.warnings.iter().any(|it| it.contains("new FACTs: 1"));
    assert!(told, "{:?}", verdict.evidence.warnings);
}

/// D-40, D-60: the caps alone call for no objections, and neither does a debate without the groupthink rule.
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

/// D-43, D-40: without a round left for objections the cap ends it, and the verdict warns.
#[tokio::test]
async fn the_cap_leaves_no_room_and_the_verdict_warns() {
    let (debate, _) = run(Rules { rounds: 2, ..Rules::default() }, &table(2, |_, _| YES)).await;
    assert_eq!(debate.closed.as_ref().unwrap().why, Reason::RoundCap);
    let warnings = Verdict::of(&debate).evidence.warnings.join("\n");
    assert!(warnings.contains("early convergence") && warnings.contains("no objection round followed"), "{warnings}");
}

/// D-43, O-21: a debate with objections and escalation goes on from any cut as if there had been none.
#[tokio::test]
async fn a_cut_changes_no_episode() {
    let (whole, log) = run(Rules::default(), &yielding(3)).await;
    let spec = support::spec("collaborative", 3, Rules::default());
    for cut in 1..log.len() {
        let cast = yielding(3);
        let world = support::world(&spec, &cast, &Arc::default());
        assert_eq!(engine::resume(&world, &log[..cut], &Bus::silent()).await.unwrap(), whole, "cut at {cut}");
    }
}
