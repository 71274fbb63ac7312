//! What a table of known opinions comes to.
use crate::desk::{self, Cast, Instead};
use analysis::{Label, Verdict};
use debate::event::Reason;
use debate::rules::Decide;
use debate::{Algorithm, Rules};

const YES: &str = r#"{"position":"Yes, move the ledger now.","reasoning":"r","confidence":0.9,"vote":"ACCEPT"}"#;
const NO: &str = r#"{"position":"No, leave the ledger alone.","reasoning":"r","confidence":0.9,"vote":"ACCEPT"}"#;
const BLOCK: &str = r#"{"position":"No, leave the ledger alone.","reasoning":"r","confidence":0.9,"vote":"BLOCKER","objection":"no rollback plan"}"#;
const KAFKA: &str = r#"{"position":"Use Kafka.","reasoning":"r","confidence":0.95,"vote":"ACCEPT"}"#;
const NATS: &str = r#"{"position":"Use NATS.","reasoning":"r","confidence":0.9,"vote":"ACCEPT"}"#;
const RABBIT: &str = r#"{"position":"Use RabbitMQ.","reasoning":"r","confidence":0.9,"vote":"ACCEPT"}"#;
const UNSURE: &str = r#"{"position":"Yes, move the ledger now.","reasoning":"r","confidence":0.5,"vote":"ACCEPT"}"#;

/// What new debates have where nobody says otherwise.
fn shipped() -> Rules {
    Rules { algorithm: Algorithm::EvidenceBasedDebate, decide: Some(Decide::Guarded), ..Rules::default() }
}

/// What debates had before there were rules of decision.
fn old() -> Rules {
    Rules { algorithm: Algorithm::VoteRubric, decide: None, ..Rules::default() }
}

async fn verdict_by(rules: Rules, rounds: &[[&'static str; 3]]) -> Verdict {
    let rules = Rules { rounds: rounds.len() as u32, ..rules };
    let rounds: Vec<&[&'static str]> = rounds.iter().map(|it| &it[..]).collect();
    Verdict::of(&desk::run(&desk::spec("collaborative", 3, rules), &cast(&rounds)).await.0)
}

async fn verdict(rounds: &[[&'static str; 3]]) -> Verdict {
    verdict_by(old(), rounds).await
}

/// I-02, E-11, D-40: the label follows votes, confidences and opposition; two answers that contradict each other are never a consensus,
/// though everybody accepts with confidence.
#[tokio::test]
async fn labels_are_honest() {
    for (rounds, label, by_default) in [
        (vec![[YES, YES, YES], [YES, YES, YES]], Label::Consensus, Label::Consensus),
        (vec![[YES, NO, YES], [YES, NO, YES]], Label::Partial, Label::Partial),
        // One only yields.
        (vec![[YES, NO, YES], [YES, YES, YES]], Label::Consensus, Label::Partial),
        // Nobody signs what is decided.
        (vec![[YES, NO, YES], [NO, NO, NO]], Label::Consensus, Label::Dissensus),
        (vec![[YES, YES, YES], [YES, YES, BLOCK]], Label::Partial, Label::Partial),
        (vec![[YES, BLOCK, BLOCK], [YES, BLOCK, BLOCK]], Label::Dissensus, Label::Dissensus),
        // By default they leave by what they mean; how sure they are is in the confidence.
        (vec![[YES, YES, YES], [YES, YES, UNSURE]], Label::Partial, Label::Consensus),
        (vec![[YES, YES, YES]], Label::Consensus, Label::Consensus),
        (vec![[YES, NO, YES]], Label::Partial, Label::Partial),
        (vec![[KAFKA, NATS, RABBIT], [KAFKA, NATS, RABBIT]], Label::Partial, Label::Partial),
    ] {
        assert_eq!(verdict(&rounds).await.decision.label, label, "{rounds:?}");
        assert_eq!(verdict_by(shipped(), &rounds).await.decision.label, by_default, "by default: {rounds:?}");
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

/// I-03, Q-01: the same by default, where what nothing carried is not followed: the plain vote is decided on, and is not what they came to.
#[tokio::test]
async fn the_plain_vote_stands_beside_what_was_debated() {
    let same = verdict_by(shipped(), &[[YES, NO, YES], [YES, YES, YES]]).await.plain_vote;
    assert_eq!((same.same_as_decision, same.same_as_debated), (Some(true), Some(true)));
    let other = verdict_by(shipped(), &[[YES, YES, NO], [NO, NO, NO]]).await;
    assert_eq!(other.decision.position.as_deref(), Some("Yes, move the ledger now."));
    assert_eq!((other.plain_vote.same_as_decision, other.plain_vote.same_as_debated), (Some(true), Some(false)));
    assert_eq!(other.decision.confidence, None);
    let change = other.participants[0].change.as_ref().unwrap();
    assert_eq!((change.round, change.what.as_str(), change.evidence.len()), (2, "reversed its position", 0));
}

/// D-40: the rubric ends a debate as soon as it is met, from the second round on.
#[tokio::test]
async fn a_consensus_ends_early() {
    let calls = (1..=2).flat_map(|round| (1..=3).map(move |seat| format!("r{round}/turn/sim-{seat}")));
    let cast = Cast::stumbling(calls.map(|call| (&*call.leak(), Instead::Text(YES))));
    let rules = Rules { groupthink: None, algorithm: Algorithm::VoteRubric, ..Rules::default() };
    let (debate, _) = desk::run(&desk::spec("collaborative", 3, rules), &cast).await;
    assert_eq!(debate.rounds.len(), 2);
    assert_eq!(debate.closed.unwrap().why, Reason::Consensus);
}

fn table(rounds: u32, text: impl Fn(u32, u32) -> &'static str) -> std::sync::Arc<Cast> {
    let calls = (1..=rounds).flat_map(|round| (1..=3).map(move |seat| (round, seat)));
    Cast::stumbling(
        calls.map(|(round, seat)| (&*format!("r{round}/turn/sim-{seat}").leak(), Instead::Text(text(round, seat)))),
    )
}

/// D-40: two quiet rounds in a row, with no new FACT, are a plateau; a new FACT breaks it.
#[tokio::test]
async fn a_plateau_ends_a_debate() {
    const FACT: &str = r#"{"position":"Yes, move the ledger now.","reasoning":"r","confidence":0.5,"vote":"ACCEPT",
        "claims":[{"label":"FACT","text":"Audits take nine days [1]."}],"references":[{"number":1,"title":"Audit log"}]}"#;
    let rules = Rules { rounds: 6, groupthink: None, algorithm: Algorithm::VoteRubric, ..Rules::default() };
    let (quiet, _) = desk::run(&desk::spec("collaborative", 3, rules.clone()), &table(6, |_, _| UNSURE)).await;
    assert_eq!((quiet.rounds.len(), quiet.closed.unwrap().why), (3, Reason::Plateau));
    let news = table(6, |round, seat| if (round, seat) == (3, 2) { FACT } else { UNSURE });
    let (moved, _) = desk::run(&desk::spec("collaborative", 3, rules), &news).await;
    assert_eq!((moved.rounds.len(), moved.closed.unwrap().why), (5, Reason::Plateau));
}

/// I-03: who changed their mind, and on which evidence.
#[tokio::test]
async fn a_change_names_its_evidence() {
    const MOVED: &str = r#"{"position":"No, leave the ledger alone.","reasoning":"r","confidence":0.8,"vote":"ACCEPT",
        "claims":[{"label":"FACT","text":"Replays took six hours [1]."}],
        "references":[{"number":1,"title":"Replay drill"},{"number":2,"title":"Never cited"}],
        "confidence_change":{"delta":-0.1,"since":1,"reason":"the drill"}}"#;
    let verdict = verdict(&[[YES, NO, NO], [MOVED, NO, NO]]).await;
    let change = verdict.participants[0].change.as_ref().unwrap();
    assert_eq!(
        (change.reason.as_deref(), change.evidence.as_slice()),
        (Some("the drill"), &["Replay drill".to_owned()][..])
    );
    assert_eq!(verdict.participants[1].change, None);
}

/// I-02, D-40: whoever was lost has not signed: two of three who agree are no consensus of three.
#[tokio::test]
async fn a_lost_voice_has_not_signed() {
    let fail = || Instead::Fail(models::Error::Cut { reason: "reset".into() });
    let cast = Cast::stumbling([
        ("r1/turn/sim-1", Instead::Text(YES)),
        ("r1/turn/sim-2", Instead::Text(YES)),
        ("r1/turn/sim-3", fail()),
        ("r2/turn/sim-1", Instead::Text(YES)),
        ("r2/turn/sim-2", Instead::Text(YES)),
        ("r2/turn/sim-3", fail()),
    ]);
    let rules = Rules { rounds: 2, ..Rules::default() };
    let verdict = Verdict::of(&desk::run(&desk::spec("collaborative", 3, rules), &cast).await.0);
    assert_eq!(verdict.decision.label, Label::Partial);
    assert!((verdict.decision.confidence.unwrap() - 0.6).abs() < 1e-9, "0.9 held by two of three");
    assert!(verdict.metadata.voices < 2.0, "voices are those who spoke");
}

/// A table of two who hold these positions, accept with confidence and never move.
async fn firm(rules: Rules, topic: &str, positions: [&str; 2], signs: [Option<&str>; 2]) -> Verdict {
    let text = |seat: usize| {
        let answer = serde_json::json!({
            "position": positions[seat], "reasoning": "r", "confidence": 0.95, "vote": "ACCEPT", "signs": signs[seat],
        });
        &*answer.to_string().leak()
    };
    let calls = (1..=2).flat_map(|round| (0..2).map(move |seat| (round, seat)));
    let cast = Cast::stumbling(
        calls.map(|(round, seat)| (&*format!("r{round}/turn/sim-{}", seat + 1).leak(), Instead::Text(text(seat)))),
    );
    let mut spec = desk::spec("collaborative", 2, Rules { rounds: 2, ..rules });
    spec.topic = debate::Topic::new(topic).unwrap();
    Verdict::of(&desk::run(&spec, &cast).await.0)
}

/// E-11, I-02: contradictions in plain English, everyone accepting with confidence and naming nobody: never a consensus, whether words can
/// tell that they contradict each other or not.
#[tokio::test]
async fn contradictions_are_never_a_consensus() {
    for (topic, one, other) in [
        ("What does remote work do?", "Remote work improves productivity.", "Remote work harms productivity."),
        ("Should we change prices?", "Yes, raise prices by 10%.", "Yes, cut prices by 10%."),
        ("Postgres or MySQL?", "Postgres is the right choice.", "Instead of Postgres, take MySQL."),
        ("Postgres or MySQL?", "Postgres it is.", "Postgres would be a mistake; MySQL is better."),
        ("Kubernetes?", "We should adopt Kubernetes.", "It is premature to adopt Kubernetes."),
        ("Where is the bug?", "The bug is in the scheduler.", "The bug is in the network layer."),
        ("Kubernetes?", "Kubernetes is right for our team.", "Kubernetes is overkill for our team."),
        ("The fund?", "Invest in the fund.", "Divest from the fund."),
        ("The drug?", "The drug is safe for children.", "The drug endangers children."),
        ("Hiring?", "Hire ten engineers in 2027.", "Freeze hiring in 2027."),
        ("Who is liable?", "The seller is liable.", "The buyer is liable."),
        ("The patch?", "Yes, the patch is good to merge.", "The patch should be reverted."),
        ("Phones at school?", "Phones should be banned at school.", "Phones should be permitted at school."),
        ("Which editor?", "Vim.", "I would pick anything but Vim."),
        ("Friday?", "Deploying on Friday is fine.", "Deploying on Friday is reckless."),
        ("The monolith?", "Keep the monolith.", "Break up the monolith."),
        ("Which store?", "Use Postgres.", "Use MongoDB."),
        ("When?", "Launch this week.", "The launch should be postponed."),
        ("The vendor?", "Retain the vendor.", "Terminate the vendor."),
        ("gRPC?", "Adopt gRPC.", "Do not adopt gRPC."),
        ("The limit?", "Set the limit to 10.", "Set the limit to 1000."),
        ("Is it worth it?", "It is worth the cost.", "It is hardly worth the cost."),
        ("Tabs or spaces?", "Tabs.", "Neither tabs nor spaces."),
        ("When?", "Yes, but not before the audit.", "Yes, now, without an audit."),
    ] {
        for signs in [[None, None], [Some("sim-1"), Some("sim-2")]] {
            for rules in [Rules::default(), shipped()] {
                let label = firm(rules, topic, [one, other], signs).await.decision.label;
                assert_ne!(label, Label::Consensus, "{one} / {other}");
            }
        }
    }
}

/// I-02: two who put it differently and sign the same participant's position are a consensus, in that participant's words; what they
/// sign is a field, not a guess.
#[tokio::test]
async fn signing_one_position_is_a_consensus() {
    let positions = ["Start with a pilot on two services.", "A trial run should come first."];
    let signed = firm(Rules::default(), "How do we begin?", positions, [Some("sim-1"), Some("Sim-1 ")]).await.decision;
    assert_eq!((signed.label, signed.by), (Label::Consensus, Some("sim-1".into())));
    for signs in [[Some("sim-1"), Some("nobody")], [Some("sim-1"), None], [None, None]] {
        assert_eq!(
            firm(Rules::default(), "How do we begin?", positions, signs).await.decision.label,
            Label::Partial,
            "{signs:?}"
        );
    }
    let turned =
        firm(Rules::default(), "gRPC?", ["Adopt gRPC.", "Do not adopt gRPC."], [Some("sim-1"), Some("sim-1")]).await;
    assert_ne!(turned.decision.label, Label::Consensus, "signatures do not outweigh a contradiction");
}

/// D-40, O-04: a round that a cap has cut short does not decide, nor do its figures.
#[tokio::test]
async fn a_round_that_was_cut_short_does_not_decide() {
    let whole = desk::run(&desk::spec("adversarial", 5, Rules { rounds: 2, ..Rules::default() }), &table5()).await.0;
    let budget_tokens = Some(whole.spent.tokens() + whole.dearest.tokens() * 3);
    let rules = Rules { rounds: 4, algorithm: Algorithm::FixedRounds, budget_tokens, ..Rules::default() };
    let (debate, _) = desk::run(&desk::spec("adversarial", 5, rules), &table5()).await;
    let closed = debate.closed.as_ref().unwrap();
    assert_eq!((closed.why, debate.rounds.len()), (Reason::Budget, 3));
    assert!((1..5).contains(&debate.rounds[2].spoken.len()));
    assert_eq!(closed.figures[0].value, Some(1.0), "all five accepted in the last whole round");
    assert_eq!(Verdict::of(&debate).decision.label, Label::Consensus);
}

fn table5() -> std::sync::Arc<Cast> {
    let calls = (1..=4).flat_map(|round| (1..=5).map(move |seat| format!("r{round}/turn/sim-{seat}")));
    Cast::stumbling(calls.map(|call| (&*call.leak(), Instead::Text(YES))))
}

/// I-03: openings in which each hears those before it are not called independent.
#[tokio::test]
async fn openings_that_were_heard_are_not_independent() {
    for (mode, is_independent) in [("collaborative", true), ("adversarial", false)] {
        let spec = desk::spec(mode, 2, Rules { rounds: 1, ..Rules::default() });
        let verdict = Verdict::of(&desk::run(&spec, &Default::default()).await.0);
        assert_eq!(verdict.plain_vote.is_independent, is_independent, "{mode}");
        assert!(verdict.evidence.warnings.iter().any(|it| it.starts_with("only the openings were heard")), "{mode}");
    }
}

fn said(position: &str, vote: &str, signs: Option<&str>) -> &'static str {
    let answer = serde_json::json!({
        "position": position, "reasoning": "r", "confidence": 0.9, "vote": vote, "objection": "it is not ready", "signs": signs,
    });
    answer.to_string().leak()
}

fn cast(rounds: &[&[&'static str]]) -> std::sync::Arc<Cast> {
    let turns = rounds.iter().zip(1..).flat_map(|(round, number)| {
        round
            .iter()
            .zip(1..)
            .map(move |(text, seat)| (&*format!("r{number}/turn/sim-{seat}").leak(), Instead::Text(text)))
    });
    Cast::stumbling(turns)
}

async fn judged(topic: &str, rounds: &[&[&'static str]]) -> analysis::verdict::Decision {
    let rules = Rules { rounds: rounds.len() as u32, ..Rules::default() };
    let mut spec = desk::spec("collaborative", rounds[0].len(), rules);
    spec.topic = debate::Topic::new(topic).unwrap();
    Verdict::of(&desk::run(&spec, &cast(rounds)).await.0).decision
}

/// I-02: a signature is for what was read: whose position it names must still stand by it, and be among those who sign.
#[tokio::test]
async fn a_signature_is_for_what_was_read() {
    let topic = "Which queue for the orders?";
    let kafka = said("Use Kafka for the orders.", "ACCEPT", Some("sim-1"));
    let nats = said("Use NATS for the orders.", "ACCEPT", Some("sim-1"));
    let moved = judged(topic, &[&[kafka, kafka, nats], &[nats, kafka, kafka]]).await;
    assert_eq!(moved.label, Label::Partial, "the others signed the Kafka that sim-1 has left");
    let stays = judged(topic, &[&[kafka, nats, nats], &[kafka, kafka, nats]]).await;
    assert_eq!((stays.label, stays.signed_by.len()), (Label::Consensus, 3));
    let novote = r#"{"position":"Use Kafka for the orders.","reasoning":"r","confidence":0.9,"vote":"maybe"}"#;
    let absent = judged(topic, &[&[kafka; 5], &[novote, nats, nats, nats, nats]]).await;
    assert_ne!(absent.label, Label::Consensus, "whose position it is has not signed it");
}

/// I-02: the same yes to an open question, or the same option with another name signed, is not one position.
#[tokio::test]
async fn a_shared_yes_is_not_a_shared_position() {
    let open = "Should we change the queue, and to what?";
    let yes = |queue: &str| said(&format!("Yes, to {queue}."), "ACCEPT", None);
    let round: &[&'static str] = &[yes("Kafka"), yes("NATS"), yes("RabbitMQ")];
    assert_ne!(judged(open, &[round, round]).await.label, Label::Consensus);
    let own = |seat: u32, what: &str| said(&format!("Postgres, {what}."), "ACCEPT", Some(&format!("sim-{seat}")));
    let round: &[&'static str] =
        &[own(1, "self-hosted this quarter"), own(2, "run by a vendor in two years"), own(3, "for the archive alone")];
    assert_ne!(judged("Postgres or MySQL for the ledger?", &[round, round]).await.label, Label::Consensus);
}

/// I-01, I-02, O-04: what was said in a round that a cap cut short counts against an agreement, though the round does not decide.
#[tokio::test]
async fn a_late_objection_undoes_an_agreement() {
    let yes = said("Yes, do it.", "ACCEPT", None);
    let no = said("No, do not.", "BLOCKER", None);
    let all: &[&'static str] = &[yes; 4];
    let late: &[&'static str] = &[no, yes, yes, yes];
    let whole =
        desk::run(&desk::spec("adversarial", 4, Rules { rounds: 1, ..Rules::default() }), &cast(&[all])).await.0;
    let budget_tokens = Some(whole.spent.tokens() + whole.dearest.tokens() * 5 / 2);
    let rules = Rules { rounds: 3, algorithm: Algorithm::FixedRounds, budget_tokens, ..Rules::default() };
    let (debate, _) = desk::run(&desk::spec("adversarial", 4, rules), &cast(&[all, late])).await;
    assert!((1..4).contains(&debate.rounds[1].spoken.len()), "{}", debate.rounds[1].spoken.len());
    let verdict = Verdict::of(&debate);
    assert_ne!(verdict.decision.label, Label::Consensus);
    assert_eq!(verdict.metadata.figures[1].value, Some(1.0), "the unresolved BLOCKER is in the figures");
    assert!(verdict.participants[0].dissents);
}

/// E-11, D-17: a stance that nobody was given excuses no contradiction.
#[tokio::test]
async fn a_volunteered_stance_hides_nothing() {
    const PLAYED: &str = r#"{"position":"No, leave the ledger alone.","reasoning":"r","confidence":0.9,"vote":"MINOR",
        "objection":"none","signs":"sim-1","stance":"NO"}"#;
    let verdict = verdict(&[[YES, YES, PLAYED], [YES, YES, PLAYED]]).await;
    assert_ne!(verdict.decision.label, Label::Consensus);
    assert!(verdict.participants[2].dissents, "{:?}", verdict.participants[2]);
}

/// I-03: a change of mind is dated by when it came to stay, not by another change before it.
#[tokio::test]
async fn a_change_is_dated_by_itself() {
    const WAVERS: &str = r#"{"position":"Yes, move the ledger now.","reasoning":"r","confidence":0.4,"vote":"ACCEPT"}"#;
    let table = [[YES, NO, NO], [WAVERS, NO, NO], [NO, NO, NO]];
    let change = verdict(&table).await.participants[0].change.clone().unwrap();
    assert_eq!((change.round, change.what.as_str()), (3, "reversed its position"));
}
