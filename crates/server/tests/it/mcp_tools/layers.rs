//! I-01, I-03: whoever reads the first layer alone is not misled.
use super::table::{held, start};
use debate::event::Reason;
use debate::{Debate, Envelope, Event};
use engine::Status;
use server::Case;
use server::say::{Consensus, State};

/// How a debate ends, and with which question; not at all where none.
type End = Option<(Reason, Option<&'static str>)>;

/// What it is, who debates, how it ends and stands; whether it is final, its state, what the caution says, and the next tool.
type Row = (&'static str, &'static [&'static str], (End, Status), bool, State, &'static str, &'static str);

/// A log that ends in another way than it did; not at all where `end` is none.
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
    Consensus::of(&Case::new(debate, status))
}

const AGREE: [&str; 3] = ["a=voice/yes", "b=voice/yes", "c=voice/yes"];
const SPLIT: [&str; 3] = ["a=voice/yes", "b=voice/yes", "c=voice/no"];

/// I-01, I-02, "Shown by" of interfaces: each way in which an outcome is less than it looks is said in the decision itself, in its fields and
/// in its words, and the next tool is named.
#[tokio::test]
async fn the_first_layer_does_not_mislead() {
    let over = |why| (Some((why, None)), Status::Over);
    let escalated = Some((Reason::Escalated, Some("Is it worth it?")));
    let cases: [Row; 11] = [
        ("running", &AGREE, (None, Status::Running), false, State::Running, "not over (round 2 of at most 2", "wait"),
        (
            "paused",
            &AGREE,
            (None, Status::Paused),
            false,
            State::Paused,
            "it rests until somebody resumes it",
            "control_session",
        ),
        (
            "failed",
            &AGREE,
            (None, Status::Failed("no key".into())),
            false,
            State::Failed,
            "could not go on: no key",
            "control_session",
        ),
        (
            "needs context",
            &AGREE,
            (Some((Reason::NeedsContext, None)), Status::NeedsContext),
            false,
            State::NeedsContext,
            "said without it",
            "continue_roundtable",
        ),
        (
            "escalated",
            &AGREE,
            (escalated, Status::Escalated),
            false,
            State::Escalated,
            "a person must answer",
            "continue_roundtable",
        ),
        ("stopped", &AGREE, over(Reason::Stopped), false, State::Over, "it was stopped before", "synthesize_debate"),
        ("capped", &AGREE, over(Reason::Budget), true, State::Over, "its budget was used up", "synthesize_debate"),
        (
            "dissent",
            &SPLIT,
            over(Reason::RoundCap),
            true,
            State::Over,
            "1 of 3 are not for it: `c`",
            "synthesize_debate",
        ),
        (
            "degraded",
            &["a=voice/yes", "b=voice/yes", "c=voice/fails"],
            over(Reason::RoundCap),
            true,
            State::Over,
            "2 of 6 turns were lost: `c`",
            "synthesize_debate",
        ),
        (
            "insufficient",
            &["a=voice/yes", "b=voice/fails"],
            over(Reason::Insufficient),
            true,
            State::Over,
            "no debate: fewer than two",
            "get_agents",
        ),
        (
            "rehearsal",
            &["sim", "sim", "sim"],
            over(Reason::RoundCap),
            true,
            State::Over,
            "a rehearsal: the participants are simulated",
            "synthesize_debate",
        ),
    ];
    for (what, participants, (end, status), is_final, state, caution, next) in cases {
        let consensus = consensus(participants, end, status).await;
        let decision = &consensus.decision;
        assert_eq!((decision.is_final, decision.state), (is_final, state), "{what}");
        let said = decision.caution.as_deref().unwrap_or_default();
        assert!(said.contains(caution), "{what}: {said}");
        assert_eq!(decision.next.tool, next, "{what}");
        assert!(consensus.told().contains(caution), "{what}: the words say the same: {}", consensus.told());
        assert_eq!(consensus.told().contains("NOT final"), !is_final, "{what}");
    }
}

/// I-02: fewer than two who could speak have decided nothing, and no position is given.
#[tokio::test]
async fn too_few_decide_nothing() {
    let end = Some((Reason::Insufficient, None));
    let consensus = consensus(&["a=voice/yes", "b=voice/fails"], end, Status::Over).await;
    assert_eq!((consensus.decision.label, consensus.decision.position), ("insufficient", None));
}

/// I-01: where nothing stands against relying on it, no caution is given: it would be read past.
#[tokio::test]
async fn a_plain_consensus_carries_no_caution() {
    let consensus = consensus(&AGREE, Some((Reason::Consensus, None)), Status::Over).await;
    assert_eq!((consensus.decision.label, consensus.decision.caution.as_deref()), ("consensus", None));
}

/// I-03: the plain vote stands beside the decision, and where it differs the caution says so.
#[tokio::test]
async fn a_plain_vote_stands_beside_it() {
    let mut log = held(&start(&["a=voice/yes", "b=voice/no", "c=voice/no"], 2)).await;
    for envelope in &mut log {
        if let Event::TurnTaken { round: 2, turn, .. } = &mut envelope.event {
            (turn.position, turn.vote) = (Some("Yes, adopt it.".to_owned()), Some(debate::Vote::Accept));
        }
    }
    let consensus = Consensus::of(&Case::new(Debate::replay(&log).unwrap(), Status::Over));
    let decision = &consensus.decision;
    assert_eq!(decision.position.as_deref(), Some("Yes, adopt it."));
    assert_eq!(decision.plain_vote.position.as_deref(), Some("No, do not adopt it."));
    assert_eq!((decision.plain_vote.openings, decision.plain_vote.same_as_decision), (3, Some(false)));
    let caution = decision.caution.as_deref().unwrap_or_default();
    assert!(caution.contains("a plain vote of the openings would have decided otherwise"), "{caution}");
    assert!(consensus.told().contains("> plain vote: No, do not adopt it."), "{}", consensus.told());
    let moved = consensus.participants.iter().filter(|it| it.changed.is_some()).count();
    assert_eq!(moved, 2, "who changed their mind is said");
}
