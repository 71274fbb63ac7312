//! Events as text.
use super::*;
use debate::event::{Dropped, Fork, Groupthink};
use debate::{Cast, Discipline, Perspective, Role, Rules, Topic, Usage};

fn told(events: Vec<Event>) -> String {
    let mut transcript = Transcript::new(Style::plain(), &[]);
    let envelopes = events.into_iter().map(|event| Envelope { seq: 0, at: 0, elapsed: 0, event });
    envelopes.map(|it| transcript.event(&it)).collect()
}

fn seat(name: &str) -> Participant {
    Participant::new(name.into(), "sim/1".to_owned(), "sim".to_owned(), Perspective::RiskAttentive)
}

/// E-20, E-22: early agreement is shown live, with the figures of the round.
#[test]
fn an_early_agreement_is_told_live() {
    let opened = Event::DebateOpened {
        version: debate::event::LOG_VERSION,
        debate: "abcd2345".into(),
        topic: Topic::new("Should we adopt gRPC?").unwrap(),
        ballot: Some(debate::Ballot::YesNo),
        mode: "collaborative".to_owned(),
        participants: vec![seat("ann"), seat("bob")],
        rules: Rules::default(),
        rehearsal: false,
        fork: None,
    };
    let round = |round| Event::RoundOpened { round, in_turn: false, kind: RoundKind::Usual, focus: None };
    let taken = |by: &str| Event::TurnTaken {
        round: 1,
        call: format!("r1/turn/{by}").as_str().into(),
        by: by.into(),
        turn: Turn { position: Some("Yes.".to_owned()), ballot: Some(Cast::Option(Letter::at(0))), ..Turn::default() },
        flaws: Vec::new(),
        answer: Answer::default(),
    };
    let events = [opened, round(1), taken("ann"), taken("bob"), round(2)];
    let mut transcript = Transcript::new(Style::plain(), &[]);
    let envelopes = (0..).zip(events).map(|(seq, event)| Envelope { seq, at: 0, elapsed: 0, event });
    let told: Vec<String> = envelopes.map(|it| transcript.event(&it)).collect();
    assert!(
        told[4].contains("agreement       1.00") && told[4].contains("! they agree already (1.00 of 1)"),
        "{}",
        told[4]
    );
}

/// I-12, D-43, D-50, O-23: every kind of event reads as prose: roles beside names, real names, focus questions, observations, withheld
/// answers and questions to the user.
#[test]
fn whatever_happens_reads_well() {
    let opened = Event::DebateOpened {
        version: debate::event::LOG_VERSION,
        debate: "abcd2345".into(),
        topic: Topic::new("Should we adopt gRPC?").unwrap(),
        ballot: None,
        mode: "auto".to_owned(),
        participants: vec![Participant { alias: Some("Reader 2".into()), ..seat("ann") }, seat("bob")],
        rules: Rules::default(),
        rehearsal: false,
        fork: Some(Fork { debate: "efgh6789".into(), upto: 7 }),
    };
    let chosen = Event::ModeChosen {
        mode: "devils-advocate".to_owned(),
        why: "Two hold the opposite.".to_owned(),
        figures: Vec::new(),
        participants: vec![
            Participant { role: Some(Role::Primary), ..seat("ann") },
            Participant { discipline: Some(Discipline::Economic), ..seat("bob") },
        ],
    };
    let round = |round, kind, focus: Option<&str>| Event::RoundOpened {
        round,
        in_turn: false,
        kind,
        focus: focus.map(str::to_owned),
    };
    let taken = |by: &str| Event::TurnTaken {
        round: 1,
        call: "r1/turn/x".into(),
        by: by.into(),
        turn: Turn { position: Some("Yes.".to_owned()), ..Turn::default() },
        flaws: Vec::new(),
        answer: Answer::default(),
    };
    let reviewed = |by: &str, ruling| Event::AnswerReviewed {
        round: 1,
        call: "r1/review/x".into(),
        by: by.into(),
        ruling,
        reason: "names a dose".to_owned(),
        unread: false,
        answer: None,
        took: 1,
    };
    let dropped = vec![Dropped { option: "tools".to_owned(), why: "no tools here".to_owned() }];
    let usage = Usage { input: 900, cached: 0, output: 4_096, cost: Some(0.0451) };
    let noted =
        Event::CallNoted { call: "r1/turn/ann".into(), noted: Noted { usage, attempts: 1, estimated: false, dropped } };
    let text = told(vec![
        opened,
        Event::WatchBegun {
            triggers: vec!["medical topic".to_owned()],
            evaluator: Some("a/safe".to_owned()),
            second: None,
            beside: false,
        },
        round(1, RoundKind::Usual, None),
        taken("ann"),
        reviewed("ann", Ruling::Pass),
        reviewed("bob", Ruling::Reject),
        chosen,
        Event::WatchEnded { round: 1 },
        noted,
        Event::GroupthinkSeen {
            round: 1,
            what: Groupthink::Stagnation,
            signs: vec!["no new claim".to_owned(), "no vote moved".to_owned()],
            figures: Vec::new(),
        },
        round(2, RoundKind::Objection, None),
        taken("ann"),
        taken("bob"),
        Event::DebateClosed {
            why: Reason::Escalated,
            figures: Vec::new(),
            question: Some("How long is the rack rented?".to_owned()),
        },
        Event::DebateContinued { rules: Rules::default(), said: Some("Until June.".to_owned()), focus: None },
        round(3, RoundKind::Usual, Some("Can it wait?")),
    ]);
    insta::assert_snapshot!(text, @"
    Should we adopt gRPC?
    auto, 2 participants, id abcd2345
      ann: known as Reader 2
    forked from efgh6789 after its event 7
    Watched (medical topic): a/safe reads every answer for harm before the others see it

    Round 1
    ann (known as Reader 2) no ballot  0 ms
      Yes.
    bob is withheld from the others (names a dose)

    Goes on as devils-advocate
      Two hold the opposite.
      ann: primary
      bob: economic
    No longer watched: two rounds brought nothing to hold back
    r1/turn/ann: 1 attempt lost or not counted, about 4996 tokens, $0.05; without tools (no tools here)
    ! stagnation: no new claim; no vote moved

    Round 2: objections and alternatives only
    ann (primary) no ballot  0 ms
      Yes.
    bob (economic) no ballot  0 ms
      Yes.

    Ended: escalated
      Question: How long is the rack rented?

    Continued: at most 5 rounds in all
      You said: Until June.

    Round 3
      Must answer: Can it wait?
    ");
}
