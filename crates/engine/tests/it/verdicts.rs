//! What a table of known opinions comes to.
use crate::desk::{self, Cast, Instead};
use analysis::{Label, Verdict};
use debate::event::Reason;
use debate::Rules;

const YES: &str = r#"{"position":"Yes, move the ledger now.","reasoning":"r","confidence":0.9,"vote":"ACCEPT"}"#;
const NO: &str = r#"{"position":"No, leave the ledger alone.","reasoning":"r","confidence":0.9,"vote":"ACCEPT"}"#;
const BLOCK: &str = r#"{"position":"No, leave the ledger alone.","reasoning":"r","confidence":0.9,"vote":"BLOCKER","objection":"no rollback plan"}"#;
const UNSURE: &str = r#"{"position":"Yes, move the ledger now.","reasoning":"r","confidence":0.5,"vote":"ACCEPT"}"#;

async fn verdict(rounds: &[[&'static str; 3]]) -> Verdict {
    let calls = [["r1/turn/sim-1", "r1/turn/sim-2", "r1/turn/sim-3"], ["r2/turn/sim-1", "r2/turn/sim-2", "r2/turn/sim-3"]];
    let instead = calls.iter().zip(rounds).flat_map(|(calls, texts)| calls.iter().zip(texts));
    let cast = Cast::stumbling(instead.map(|(call, text)| (*call, Instead::Text(text))));
    let rules = Rules { rounds: rounds.len() as u32, ..Rules::default() };
    Verdict::of(&desk::run(&desk::spec("collaborative", 3, rules), &cast).await.0)
}

/// I-02, E-11, D-40: the label follows votes, confidences and opposition; two answers that contradict each other are never a consensus,
/// though everybody accepts with confidence.
#[tokio::test]
async fn labels_are_honest() {
    for (rounds, label) in [
        (vec![[YES, YES, YES], [YES, YES, YES]], Label::Consensus),
        (vec![[YES, NO, YES], [YES, NO, YES]], Label::Partial),
        (vec![[YES, NO, YES], [YES, YES, YES]], Label::Consensus),
        (vec![[YES, YES, YES], [YES, YES, BLOCK]], Label::Partial),
        (vec![[YES, BLOCK, BLOCK], [YES, BLOCK, BLOCK]], Label::Dissensus),
        (vec![[YES, YES, YES], [YES, YES, UNSURE]], Label::Partial),
        (vec![[YES, YES, YES]], Label::Consensus),
        (vec![[YES, NO, YES]], Label::Partial),
    ] {
        assert_eq!(verdict(&rounds).await.decision.label, label, "{rounds:?}");
    }
}

/// I-03: the plain vote of the openings stands beside the debated answer, and says whether it differs.
#[tokio::test]
async fn the_plain_vote_stands_beside_it() {
    let same = verdict(&[[YES, NO, YES], [YES, YES, YES]]).await;
    assert_eq!(same.plain_vote.position.as_deref(), Some("Yes, move the ledger now."));
    assert_eq!(same.plain_vote.held_by, ["sim-1".into(), "sim-3".into()]);
    assert_eq!(same.plain_vote.same_as_decision, Some(true));
    let other = verdict(&[[YES, YES, BLOCK], [BLOCK, BLOCK, BLOCK]]).await;
    assert_eq!(other.plain_vote.same_as_decision, Some(false));
    let change = other.participants[0].change.as_ref().unwrap();
    assert_eq!((change.round, change.what.as_str()), (2, "reversed its position"));
    assert!(change.evidence.is_empty(), "a change without evidence says so");
}

/// D-40: the rubric ends a debate as soon as it is met, from the second round on.
#[tokio::test]
async fn a_consensus_ends_early() {
    let calls = (1..=2).flat_map(|round| (1..=3).map(move |seat| format!("r{round}/turn/sim-{seat}")));
    let cast = Cast::stumbling(calls.map(|call| (&*call.leak(), Instead::Text(YES))));
    let (debate, _) = desk::run(&desk::spec("collaborative", 3, Rules::default()), &cast).await;
    assert_eq!(debate.rounds.len(), 2);
    assert_eq!(debate.closed.unwrap().why, Reason::Consensus);
}
