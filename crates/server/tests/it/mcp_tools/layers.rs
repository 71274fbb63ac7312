//! I-01, I-03: the first layer is safe to act on alone.
use super::fixture::{held, start};
use debate::ballot::{Because, Cast};
use debate::event::Reason;
use debate::{Debate, Envelope, Event, Letter};
use engine::Status;
use server::Snapshot;
use server::responses::Consensus;

/// How a debate ends, and with which question; none if it does not.
type End = Option<(Reason, Option<&'static str>)>;

/// A case: name, participants, end and status; whether it is final, its state, text of the caution, and the next tool.
type Row = (&'static str, &'static [&'static str], (End, Status), bool, &'static str, &'static str, &'static str);

/// Replaces the end of a log; removes it if `end` is none.
fn ended(mut log: Vec<Envelope>, end: End) -> Debate {
    let last = log.pop().expect("an end");
    assert!(matches!(last.event, Event::DebateClosed { .. }));
    if let Some((why, question)) = end {
        let question = question.map(str::to_owned);
        log.push(Envelope { event: Event::DebateClosed { why, figures: Vec::new(), question }, ..last });
    }
    Debate::replay(&log).unwrap()
}

async fn consensus(participants: &[&str], end: End, status: Status) -> Consensus {
    let debate = ended(held(&start(participants, 2)).await, end);
    Consensus::of(&Snapshot::new(debate, status)).unwrap()
}

const AGREE: [&str; 3] = ["a=voice/yes", "b=voice/yes", "c=voice/yes"];
const SPLIT: [&str; 3] = ["a=voice/yes", "b=voice/yes", "c=voice/no"];

/// I-01, I-02, "Shown by" of interfaces: every weakness of an outcome is in the decision's fields and text, with the next tool.
#[tokio::test]
async fn the_first_layer_does_not_mislead() {
    let over = |why| (Some((why, None)), Status::Over);
    let escalated = Some((Reason::Escalated, Some("Is it worth it?")));
    let cases: [Row; 11] = [
        ("running", &AGREE, (None, Status::Running), false, "running", "running (round 2 of at most 2", "wait"),
        (
            "paused",
            &AGREE,
            (None, Status::Paused),
            false,
            "paused",
            "paused (round 2 of at most 2, 3 of 3 spoke in it): no question is asked until somebody resumes it",
            "control_session",
        ),
        (
            "failed",
            &AGREE,
            (None, Status::Failed("no key".into())),
            false,
            "failed",
            "could not continue: no key",
            "control_session",
        ),
        (
            "needs context",
            &AGREE,
            (Some((Reason::NeedsContext, None)), Status::NeedsContext),
            false,
            "needs_context",
            "reached without it",
            "continue_roundtable",
        ),
        (
            "escalated",
            &AGREE,
            (escalated, Status::Escalated),
            false,
            "escalated",
            "a person must answer",
            "continue_roundtable",
        ),
        ("stopped", &AGREE, over(Reason::Stopped), false, "over", "it was stopped before", "synthesize_debate"),
        ("capped", &AGREE, over(Reason::Budget), true, "over", "its budget was used up", "synthesize_debate"),
        (
            "dissent",
            &SPLIT,
            over(Reason::RoundCap),
            true,
            "over",
            "1 of 3 would not sign it, or have not said: `c`",
            "synthesize_debate",
        ),
        (
            "degraded",
            &["a=voice/yes", "b=voice/yes", "c=voice/fails"],
            over(Reason::RoundCap),
            true,
            "over",
            "2 of 6 turns were lost: `c`",
            "synthesize_debate",
        ),
        (
            "insufficient",
            &["a=voice/yes", "b=voice/fails"],
            over(Reason::Insufficient),
            true,
            "over",
            "no decision: fewer than two ballots were cast",
            "get_agents",
        ),
        (
            "rehearsal",
            &["sim", "sim", "sim"],
            over(Reason::RoundCap),
            true,
            "over",
            "a rehearsal: the participants are simulated",
            "synthesize_debate",
        ),
    ];
    for (what, participants, (end, status), is_final, state, caution, next) in cases {
        let consensus = consensus(participants, end, status).await;
        let decision = &consensus.decision;
        assert_eq!((decision.is_final, decision.state.0.as_str()), (is_final, state), "{what}");
        let said = decision.caution.as_deref().unwrap_or_default();
        assert!(said.contains(caution), "{what}: {said}");
        assert_eq!(decision.next.tool, next, "{what}");
        assert!(consensus.told().contains(caution), "{what}: the words say the same: {}", consensus.told());
        assert_eq!(consensus.told().contains("NOT final"), !is_final, "{what}");
    }
}

/// I-02: fewer than two ballots decide nothing; neither an option nor a position is given.
#[tokio::test]
async fn too_few_decide_nothing() {
    let end = Some((Reason::Insufficient, None));
    let consensus = consensus(&["a=voice/yes", "b=voice/fails"], end, Status::Over).await;
    let decision = consensus.decision;
    assert_eq!((decision.label, decision.option, decision.screen.position), ("insufficient", None, None));
    assert_eq!(decision.screen.headline, "No decision: fewer than two ballots");
}

/// I-01: without a reason for caution there is none, since needless ones would be ignored.
#[tokio::test]
async fn a_plain_consensus_carries_no_caution() {
    let consensus = consensus(&AGREE, Some((Reason::Consensus, None)), Status::Over).await;
    assert_eq!((consensus.decision.label, consensus.decision.caution.as_deref()), ("consensus", None));
}

/// I-01: the first screen is the verdict's, verbatim, in fields and text; only the next step is adapted to callers without a command line.
#[tokio::test]
async fn the_first_screen_is_the_verdicts() {
    for (participants, end, status) in [
        (AGREE, Some((Reason::Consensus, None)), Status::Over),
        (SPLIT, Some((Reason::RoundCap, None)), Status::Over),
        (SPLIT, None, Status::Running),
        (SPLIT, Some((Reason::Stopped, None)), Status::Over),
        (SPLIT, Some((Reason::NeedsContext, None)), Status::NeedsContext),
        (SPLIT, Some((Reason::Escalated, Some("Is it worth it?"))), Status::Escalated),
    ] {
        let snapshot = Snapshot::new(ended(held(&start(&participants, 2)).await, end), status);
        let (shown, consensus) = (snapshot.verdict().screen(), Consensus::of(&snapshot).unwrap());
        let screen = &consensus.decision.screen;
        assert_eq!((&screen.headline, &screen.label), (&shown.headline, &shown.label));
        assert_eq!((&screen.position, &screen.by), (&shown.position, &shown.by));
        let told = consensus.told();
        for (row, shown) in screen.rows.iter().zip(&shown.rows) {
            let is_step = row.title == "Next step";
            let text = if is_step { &consensus.decision.next_step } else { &shown.text };
            assert_eq!((row.title, &row.text), (shown.title, text));
            assert!(told.contains(&format!("> {}: {}", row.title, row.text)), "{told}");
            assert!(!row.text.contains("roundtable ") && !row.text.contains("--"), "{}", row.text);
        }
        assert!(told.contains(&format!("> decision: {}", screen.headline)), "{told}");
        let value = serde_json::to_value(&consensus.decision).unwrap();
        assert_eq!(value.as_object().unwrap().keys().next().unwrap(), "screen", "it comes first");
    }
}

/// B-11, B-18: a decision has its option, holders, number of ballots, pooled confidence, and those who hold another.
#[tokio::test]
async fn a_decision_says_who_holds_what() {
    let consensus = consensus(&SPLIT, Some((Reason::RoundCap, None)), Status::Over).await;
    let decision = &consensus.decision;
    let option = decision.option.as_ref().unwrap();
    assert_eq!((option.letter.as_str(), option.headline.as_str()), ("A", "Yes"));
    assert_eq!((option.held_by.len(), decision.of, decision.without_ballot), (2, 3, 0));
    assert_eq!((decision.label, decision.is_unanimous, decision.is_tested), ("partial", false, false));
    assert!(decision.confidence.is_some_and(|it| it > 0.5 && it < 0.9), "{:?}", decision.confidence);
    let [dissent] = decision.dissent.as_slice() else { panic!("{:?}", decision.dissent) };
    assert_eq!((dissent.by.as_str(), dissent.holds.as_deref(), dissent.vote), ("c", Some("No"), Some("BLOCKER")));
    assert_eq!(dissent.objection.as_deref(), Some("No, do not adopt it."));
    let holds: Vec<_> = consensus.participants.iter().map(|it| (it.holds.as_deref(), it.vote, it.dissents)).collect();
    let yes = (Some("Yes"), Some("ACCEPT"), false);
    assert_eq!(holds, [yes, yes, (Some("No"), Some("BLOCKER"), true)]);
    let [yes, no] = consensus.options.as_slice() else { panic!("{:?}", consensus.options) };
    assert_eq!((yes.is_decided, yes.held_by.len(), yes.opened_by.len()), (true, 2, 2));
    assert_eq!((yes.said[0].by.as_str(), yes.said[0].stand), ("c", "blocker"));
    assert_eq!((no.is_decided, no.held_by.as_slice()), (false, &["c".to_owned()][..]));
}

/// B-23: participants without a readable ballot are counted, and the caution says so.
#[tokio::test]
async fn who_casts_no_ballot_is_counted() {
    let mut log = held(&start(&AGREE, 2)).await;
    for envelope in &mut log {
        if let Event::TurnTaken { by, turn, .. } = &mut envelope.event
            && by.as_str() == "c"
        {
            turn.ballot = None;
        }
    }
    let consensus = Consensus::of(&Snapshot::new(Debate::replay(&log).unwrap(), Status::Over)).unwrap();
    let decision = &consensus.decision;
    assert_eq!((decision.of, decision.without_ballot, decision.label), (3, 1, "partial"));
    assert!(decision.screen.headline.contains("1 without a ballot"), "{}", decision.screen.headline);
    let caution = decision.caution.as_deref().unwrap_or_default();
    assert!(caution.contains("1 of 3 cast no ballot that could be read"), "{caution}");
    assert_eq!(consensus.participants[2].holds, None);
}

/// B-12, B-13: the decision comes with the plain vote, and the caution says if they differ; changed ballots are listed with their reasons
/// and whether these count.
#[tokio::test]
async fn a_plain_vote_stands_beside_it() {
    let mut log = held(&start(&["a=voice/yes", "b=voice/no", "c=voice/no"], 2)).await;
    for envelope in &mut log {
        if let Event::TurnTaken { round: 2, turn, by, .. } = &mut envelope.event
            && by.as_str() != "a"
        {
            turn.position = Some("Yes, adopt it.".to_owned());
            turn.ballot = Some(Cast::Option(Letter::at(0)));
            turn.others.clear();
            turn.because = vec![Because { id: Some("C1".to_owned()), why: Some("it is documented".to_owned()) }];
        }
    }
    let consensus = Consensus::of(&Snapshot::new(Debate::replay(&log).unwrap(), Status::Over)).unwrap();
    let decision = &consensus.decision;
    assert_eq!(decision.option.as_ref().map(|it| it.headline.as_str()), Some("Yes"));
    let plain = &decision.plain_vote;
    assert_eq!((plain.option.as_deref(), plain.headline.as_deref()), (Some("B"), Some("No")));
    assert_eq!((plain.held_by.len(), plain.openings, plain.same_as_decision), (2, 3, Some(false)));
    let caution = decision.caution.as_deref().unwrap_or_default();
    assert!(caution.contains("the ballots of round 1 alone would have decided otherwise"), "{caution}");
    assert!(consensus.told().contains("> Alone they would have said: No, 2 of 3"), "{}", consensus.told());
    let changes: Vec<_> = consensus.participants.iter().filter_map(|it| it.change.as_ref()).collect();
    assert_eq!(changes.len(), 2, "who changed its ballot is said");
    for change in changes {
        assert_eq!((change.round, change.from.as_str(), change.to.as_str()), (2, "No", "Yes"));
        assert_eq!((change.because[0].id.as_deref(), change.is_carried), (Some("C1"), true));
        assert!(change.carried_by.contains(&"C1".to_owned()), "{change:?}");
    }
    assert!(consensus.told().contains("> `b` changed: from “No” to “Yes” in round 2"), "{}", consensus.told());
}
