//! Verdicts of known ballots.
use crate::support::{self, Cast, Instead};
use analysis::{Label, Verdict};
use debate::event::Reason;
use debate::rules::Decide;
use debate::{Algorithm, Rules};
use serde_json::json;
use std::sync::Arc;

const YES: &str = r#"{"position":"Yes, move the ledger now.","ballot":{"choice":"Yes","headline":null},"reasoning":"r","confidence":0.9}"#;
const NO: &str = r#"{"position":"No, leave the ledger alone.","ballot":{"choice":"No","headline":null},"reasoning":"r","confidence":0.9}"#;
const BLOCK: &str = r#"{"position":"No, leave the ledger alone.","ballot":{"choice":"No","headline":null},"reasoning":"r","confidence":0.9,
    "others":[{"option":"A","stand":"blocker","why":"no rollback plan"}]}"#;
const MINOR: &str = r#"{"position":"No, leave the ledger alone.","ballot":{"choice":"No","headline":null},"reasoning":"r","confidence":0.9,
    "others":[{"option":"A","stand":"minor","why":"only after the audit"}]}"#;
const UNSURE: &str = r#"{"position":"Yes, move the ledger now.","ballot":{"choice":"Yes","headline":null},"reasoning":"r","confidence":0.5}"#;

/// An answer that is neither yes nor no.
fn depends(headline: &str) -> &'static str {
    let answer = json!({"position": headline, "reasoning": "r", "confidence": 0.9,
        "ballot": {"choice": "depends", "headline": headline}});
    answer.to_string().leak()
}

/// The last round alone decides, by a plain count.
fn plain() -> Rules {
    Rules { algorithm: Algorithm::VoteRubric, decide: Decide::Majority, ..Rules::default() }
}

async fn verdict_by(rules: Rules, rounds: &[[&'static str; 3]]) -> Verdict {
    let rules = Rules { rounds: rounds.len() as u32, ..rules };
    let rounds: Vec<&[&'static str]> = rounds.iter().map(|it| &it[..]).collect();
    Verdict::of(&support::run(&support::spec("collaborative", 3, rules), &cast(&rounds)).await.0)
}

async fn verdict(rounds: &[[&'static str; 3]]) -> Verdict {
    verdict_by(plain(), rounds).await
}

/// I-02, B-11: the label comes from ballots and from votes on the leading option, whatever ends the debate and whatever the confidences.
#[tokio::test]
async fn labels_are_honest() {
    let [pilot, audit, vendor] =
        ["Only after a pilot", "Only after the audit", "Only with a vendor behind it"].map(depends);
    for (rounds, label, by_default) in [
        (vec![[YES, YES, YES], [YES, YES, YES]], Label::Consensus, Label::Consensus),
        (vec![[YES, MINOR, YES], [YES, MINOR, YES]], Label::Consensus, Label::Consensus),
        (vec![[YES, NO, YES], [YES, NO, YES]], Label::Partial, Label::Partial),
        (vec![[YES, NO, YES], [YES, YES, YES]], Label::Consensus, Label::Consensus),
        // By default moves of two who only yielded do not count: nobody holds the decision.
        (vec![[YES, NO, YES], [NO, NO, NO]], Label::Consensus, Label::Partial),
        (vec![[YES, YES, YES], [YES, YES, BLOCK]], Label::Partial, Label::Partial),
        (vec![[YES, BLOCK, BLOCK], [YES, BLOCK, BLOCK]], Label::Partial, Label::Partial),
        (vec![[YES, YES, YES], [YES, YES, UNSURE]], Label::Consensus, Label::Consensus),
        (vec![[YES, YES, YES]], Label::Consensus, Label::Consensus),
        (vec![[YES, NO, YES]], Label::Partial, Label::Partial),
        (vec![[pilot, audit, vendor], [pilot, audit, vendor]], Label::Dissensus, Label::Dissensus),
        (vec![[YES, NO, pilot], [YES, NO, pilot]], Label::Dissensus, Label::Dissensus),
    ] {
        assert_eq!(verdict(&rounds).await.decision.label, label, "{rounds:?}");
        assert_eq!(verdict_by(Rules::default(), &rounds).await.decision.label, by_default, "by default: {rounds:?}");
    }
}

/// B-11, E-21: participants who do not hold the decision are named, with whether they would sign it and their objections.
#[tokio::test]
async fn who_does_not_hold_the_decision_is_named() {
    for (other, is_unanimous, dissents) in [(YES, true, None), (MINOR, false, Some(false)), (BLOCK, false, Some(true))]
    {
        let verdict = verdict(&[[YES, YES, other], [YES, YES, other]]).await;
        assert_eq!(verdict.decision.is_unanimous, is_unanimous);
        assert_eq!(verdict.dissent.len(), usize::from(dissents.is_some()));
        assert_eq!(verdict.participants[2].dissents, dissents.unwrap_or_default());
        let said = verdict.dissent.first().map(|it| (it.by.as_str(), it.holds.as_deref(), it.objection.is_some()));
        assert_eq!(said, dissents.map(|_| ("sim-3", Some("No"), true)));
    }
}

/// I-03, B-12: the plain vote of the openings is shown beside the decision, and they are compared by letter.
#[tokio::test]
async fn the_plain_vote_stands_beside_it() {
    let same = verdict(&[[YES, NO, YES], [YES, YES, YES]]).await.plain_vote;
    assert_eq!((same.headline.as_deref(), same.openings, same.is_independent), (Some("Yes"), 3, true));
    assert_eq!(same.held_by, ["sim-1".into(), "sim-3".into()]);
    assert_eq!(same.same_as_decision, Some(true));
    let other = verdict(&[[YES, YES, BLOCK], [BLOCK, BLOCK, BLOCK]]).await;
    assert_eq!(other.plain_vote.same_as_decision, Some(false));
    let change = other.participants[0].change.as_ref().unwrap();
    assert_eq!((change.round, change.from.as_str(), change.to.as_str()), (2, "Yes", "No"));
    assert!(!change.is_carried && change.carried_by.is_empty(), "nothing is named for it");
    let tied = verdict(&[[YES, NO, depends("Only after a pilot")], [YES, YES, YES]]).await.plain_vote;
    assert_eq!((tied.option, tied.options, tied.same_as_decision), (None, 3, None));
}

/// I-03, Q-01, B-13: by default a yielded move does not count: the vote of the openings is decided on, and the first screen says so.
#[tokio::test]
async fn yielding_is_not_followed() {
    let other = verdict_by(Rules::default(), &[[YES, YES, NO], [NO, NO, NO]]).await;
    let option = other.decision.option.as_ref().unwrap();
    // Their final ballots are reported, with how they came to them; the vote of the openings is shown beside.
    assert_eq!((option.headline.as_str(), option.held_by.len()), ("No", 3));
    assert_ne!(other.decision.label, analysis::Label::Consensus);
    assert_eq!(other.plain_vote.same_as_decision, Some(false));
    let yielded = "changed their ballot and named nothing new for it: sim-1, sim-2";
    assert!(other.evidence.warnings.iter().any(|it| it == yielded), "{:?}", other.evidence.warnings);
}

/// D-40: the rubric ends a debate as soon as it is met, from the second round on.
#[tokio::test]
async fn a_consensus_ends_early() {
    let rules = Rules { groupthink: None, algorithm: Algorithm::VoteRubric, ..Rules::default() };
    let (debate, _) = support::run(&support::spec("collaborative", 3, rules), &table(2, |_, _| YES)).await;
    assert_eq!(debate.rounds.len(), 2);
    assert_eq!(debate.closed.unwrap().why, Reason::Consensus);
}

fn table(rounds: u32, text: impl Fn(u32, u32) -> &'static str) -> Arc<Cast> {
    let calls = (1..=rounds).flat_map(|round| (1..=3).map(move |seat| (round, seat)));
    Cast::stumbling(
        calls.map(|(round, seat)| (&*format!("r{round}/turn/sim-{seat}").leak(), Instead::Text(text(round, seat)))),
    )
}

/// D-40: two quiet rounds in a row, with no new FACT, are a plateau; a new FACT breaks it.
#[tokio::test]
async fn a_plateau_ends_a_debate() {
    const FACT: &str = r#"{"position":"Yes, move the ledger now.","reasoning":"r","confidence":0.5,"ballot":{"choice":"Yes","headline":null},
        "claims":[{"label":"FACT","text":"Audits take nine days [1]."}],"references":[{"number":1,"title":"Audit log"}]}"#;
    let rules = Rules { rounds: 6, groupthink: None, algorithm: Algorithm::VoteRubric, ..Rules::default() };
    let (quiet, _) = support::run(&support::spec("collaborative", 3, rules.clone()), &table(6, |_, _| UNSURE)).await;
    assert_eq!((quiet.rounds.len(), quiet.closed.unwrap().why), (3, Reason::Plateau));
    let news = table(6, |round, seat| if (round, seat) == (3, 2) { FACT } else { UNSURE });
    let (moved, _) = support::run(&support::spec("collaborative", 3, rules), &news).await;
    assert_eq!((moved.rounds.len(), moved.closed.unwrap().why), (5, Reason::Plateau));
}

/// I-03, B-13: who changed its ballot, and on which evidence.
#[tokio::test]
async fn a_change_names_its_evidence() {
    const MOVED: &str = r#"{"position":"No, leave the ledger alone.","reasoning":"r","confidence":0.8,"ballot":{"choice":"No","headline":null},
        "because":[{"id":null,"why":"the drill took six hours"}],
        "claims":[{"label":"FACT","text":"Replays took six hours [1].","standing":"reported"}],
        "references":[{"number":1,"title":"Replay drill"},{"number":2,"title":"Never cited"}],
        "confidence_change":{"delta":-0.1,"since":1,"reason":"the drill"}}"#;
    let verdict = verdict(&[[YES, NO, NO], [MOVED, NO, NO]]).await;
    let change = verdict.participants[0].change.as_ref().unwrap();
    let because: Vec<_> = change.because.iter().filter_map(|it| it.why.as_deref()).collect();
    assert_eq!(because, ["the drill took six hours"]);
    assert_eq!((change.is_carried, change.carried_by.as_slice()), (true, &["C1".to_owned()][..]));
    assert_eq!(verdict.participants[1].change, None);
}

/// I-02, D-40, B-11: failed participants are not counted: two who agree are a consensus of two, and every count says so.
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
    let verdict = Verdict::of(&support::run(&support::spec("collaborative", 3, rules), &cast).await.0);
    assert_eq!((verdict.decision.label, verdict.decision.of), (Label::Consensus, 2));
    let rubric = verdict.metadata.rubric.clone().unwrap();
    assert_eq!((rubric.votes.accept, rubric.seats, rubric.is_met), (2, 3, false));
    assert!(verdict.evidence.warnings.iter().any(|it| it == "2 turns were lost"));
    let screen = verdict.screen();
    assert_eq!(verdict.decision.lost, [debate::Name::from("sim-3")]);
    assert!(screen.headline.contains("2 of 3 (1 lost, both others independently)"), "{}", screen.headline);
    assert!(screen.label.starts_with("consensus of those who answered"), "{}", screen.label);
    let lost = screen.rows.first().filter(|it| it.title == "Lost").map(|it| it.text.as_str()).unwrap_or_default();
    assert!(lost.starts_with("sim-3 in rounds 1 and 2: unavailable ("), "{lost}");
    assert!(verdict.metadata.voices < 2.0, "voices are those who spoke");
}

/// B-20, E-11, I-02: words decide nothing. Two who contradict each other in prose and cast one ballot agree; two who say the same and cast
/// two do not.
#[tokio::test]
async fn words_decide_nothing() {
    let said = |position: &str, choice: &str| -> &'static str {
        let answer = json!({"position": position, "reasoning": "r", "confidence": 0.95,
            "ballot": {"choice": choice, "headline": null}});
        answer.to_string().leak()
    };
    for (topic, one, other) in [
        ("Should prices change?", "Yes, raise prices by 10%.", "Yes, cut prices by 10%."),
        ("Should we adopt gRPC?", "Adopt gRPC.", "Do not adopt gRPC."),
        ("Should phones be banned at school?", "Ban them.", "They should be permitted."),
        ("Sollen wir umziehen?", "Ja, sofort.", "Nein, auf keinen Fall."),
    ] {
        for (choices, label) in [(["Yes", "Yes"], Label::Consensus), (["Yes", "No"], Label::Dissensus)] {
            let round: Vec<&'static str> = [one, other].into_iter().zip(choices).map(|it| said(it.0, it.1)).collect();
            let mut spec = support::spec("collaborative", 2, Rules { rounds: 2, ..Rules::default() });
            spec.topic = debate::Topic::new(topic).unwrap();
            spec.ballot = Some(debate::Ballot::YesNo);
            let (debate, _) = support::run(&spec, &cast(&[&round, &round])).await;
            assert_eq!(Verdict::of(&debate).decision.label, label, "{topic} {choices:?}");
        }
    }
}

/// D-40, O-04: a round that a cap has cut short does not decide, nor do its figures.
#[tokio::test]
async fn a_round_that_was_cut_short_does_not_decide() {
    let whole =
        support::run(&support::spec("adversarial", 5, Rules { rounds: 2, ..Rules::default() }), &table5()).await.0;
    let budget_tokens = Some(whole.spent.tokens() + whole.dearest.tokens() * 3);
    let rules = Rules { rounds: 4, algorithm: Algorithm::FixedRounds, budget_tokens, ..Rules::default() };
    let (debate, _) = support::run(&support::spec("adversarial", 5, rules), &table5()).await;
    let closed = debate.closed.as_ref().unwrap();
    assert_eq!((closed.why, debate.rounds.len()), (Reason::Budget, 3));
    assert!((1..5).contains(&debate.rounds[2].spoken.len()));
    assert_eq!(closed.figures[0].value, Some(1.0), "all five accepted in the last whole round");
    assert_eq!(Verdict::of(&debate).decision.label, Label::Consensus);
}

fn table5() -> Arc<Cast> {
    let calls = (1..=4).flat_map(|round| (1..=5).map(move |seat| format!("r{round}/turn/sim-{seat}")));
    Cast::stumbling(calls.map(|call| (&*call.leak(), Instead::Text(YES))))
}

/// I-03: openings in which each sees those before it are not called independent.
#[tokio::test]
async fn openings_that_were_heard_are_not_independent() {
    for (mode, is_independent) in [("collaborative", true), ("adversarial", false)] {
        let spec = support::spec(mode, 2, Rules { rounds: 1, ..Rules::default() });
        let verdict = Verdict::of(&support::run(&spec, &Default::default()).await.0);
        assert_eq!(verdict.plain_vote.is_independent, is_independent, "{mode}");
        assert!(verdict.evidence.warnings.iter().any(|it| it.starts_with("only the openings were heard")), "{mode}");
    }
}

fn cast(rounds: &[&[&'static str]]) -> Arc<Cast> {
    let turns = rounds.iter().zip(1..).flat_map(|(round, number)| {
        round
            .iter()
            .zip(1..)
            .map(move |(text, seat)| (&*format!("r{number}/turn/sim-{seat}").leak(), Instead::Text(text)))
    });
    Cast::stumbling(turns)
}

/// I-01, I-02, O-04: statements in a round that a cap cut short count against an agreement, though the round does not decide.
#[tokio::test]
async fn a_late_objection_undoes_an_agreement() {
    let all: &[&'static str] = &[YES; 4];
    let late: &[&'static str] = &[BLOCK, YES, YES, YES];
    let whole =
        support::run(&support::spec("adversarial", 4, Rules { rounds: 1, ..Rules::default() }), &cast(&[all])).await.0;
    let budget_tokens = Some(whole.spent.tokens() + whole.dearest.tokens() * 5 / 2);
    let rules = Rules { rounds: 3, algorithm: Algorithm::FixedRounds, budget_tokens, ..Rules::default() };
    let (debate, _) = support::run(&support::spec("adversarial", 4, rules), &cast(&[all, late])).await;
    assert!((1..4).contains(&debate.rounds[1].spoken.len()), "{}", debate.rounds[1].spoken.len());
    let verdict = Verdict::of(&debate);
    assert_eq!(verdict.decision.label, Label::Partial);
    let rubric = verdict.metadata.rubric.unwrap();
    assert_eq!((rubric.votes.accept, rubric.votes.blocker), (3, 1), "the BLOCKER is counted where everybody stands");
    assert!(verdict.participants[0].dissents);
}

/// B-05, D-17: an unassigned stance excuses nobody from its ballot.
#[tokio::test]
async fn a_volunteered_stance_hides_nothing() {
    const PLAYED: &str = r#"{"position":"No, leave the ledger alone.","reasoning":"r","confidence":0.9,
        "ballot":{"choice":"No","headline":null},"stance":"NO"}"#;
    let verdict = verdict(&[[YES, YES, PLAYED], [YES, YES, PLAYED]]).await;
    assert_eq!(verdict.decision.label, Label::Partial);
    assert!(verdict.participants[2].dissents, "{:?}", verdict.participants[2]);
}

/// I-03, B-13: a change is dated by the round in which the ballot changed, not by another change before it.
#[tokio::test]
async fn a_change_is_dated_by_itself() {
    let table = [[YES, NO, NO], [UNSURE, NO, NO], [NO, NO, NO]];
    let change = verdict(&table).await.participants[0].change.clone().unwrap();
    assert_eq!((change.round, change.from.as_str(), change.to.as_str()), (3, "Yes", "No"));
}
