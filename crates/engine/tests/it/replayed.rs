//! A log is its own recording.
use crate::support::{self, Cast, Instead};
use debate::{CallId, Envelope, Event, Rules};
use engine::{Bus, Error};

async fn recorded(mode: &str) -> Vec<Envelope> {
    let instead = [
        ("r1/turn/sim-2", Instead::Text("no json here")),
        ("r2/turn/sim-1", Instead::Fail(models::Error::Cut { reason: "reset".into() })),
    ];
    let cast = Cast::stumbling(instead);
    support::run(&support::spec(mode, 3, Rules::default()), &cast).await.1
}

/// O-05: a recorded debate replays without a network to the same events, byte for byte.
#[tokio::test]
async fn a_replay_gives_the_same_bytes() {
    for mode in formats::modes::names() {
        let mut log = recorded(mode).await;
        // Answers of a batch race each other: a recording in another order replays in that order.
        if mode == "collaborative" {
            let batch: Vec<usize> =
                (0..log.len()).filter(|it| matches!(log[*it].event, Event::TurnTaken { round: 2, .. })).collect();
            let (first, last) = (batch[0], batch[batch.len() - 1]);
            let swapped = log[first].event.clone();
            log[first].event = std::mem::replace(&mut log[last].event, swapped);
        }
        let (bus, mut subscriber) = Bus::events();
        engine::replay(log.clone(), &bus).await.unwrap();
        drop(bus);
        let mut replayed = Vec::new();
        while let Some(envelope) = subscriber.events.recv().await {
            replayed.push(debate::log::write(&envelope).unwrap());
        }
        let lines: Vec<String> = log.iter().map(|it| debate::log::write(it).unwrap()).collect();
        assert_eq!(replayed, lines, "{mode}");
    }
}

/// O-05: a call that is not in the recording is an error that names it, never a live call.
#[tokio::test]
async fn a_missing_call_is_named() {
    let mut log = recorded("adversarial").await;
    let at = log
        .iter()
        .position(|it| matches!(&it.event, Event::TurnTaken { call, .. } if *call == CallId::from("r2/turn/sim-3")));
    log.remove(at.unwrap());
    for (seq, envelope) in log.iter_mut().enumerate() {
        envelope.seq = seq as u64;
    }
    match engine::replay(log, &Bus::silent()).await {
        Err(Error::NotRecorded { call }) => assert_eq!(call, CallId::from("r2/turn/sim-3")),
        other => panic!("{other:?}"),
    }
}

/// A tampered recording is refused.
#[tokio::test]
async fn a_changed_record_is_found() {
    let mut log = recorded("collaborative").await;
    for envelope in &mut log {
        if let Event::TurnTaken { turn, .. } = &mut envelope.event {
            turn.confidence = Some(0.99);
            break;
        }
    }
    assert!(matches!(engine::replay(log, &Bus::silent()).await, Err(Error::Diverged { .. })));
}

/// An interrupted debate replays as far as it went.
#[tokio::test]
async fn an_unfinished_debate_replays_as_far_as_it_went() {
    let log = recorded("collaborative").await;
    for cut in 1..log.len() {
        let debate = engine::replay(log[..cut].to_vec(), &Bus::silent()).await.unwrap();
        assert_eq!(debate.next_seq as usize, cut);
    }
}

/// O-05, O-24: a recording with events after its end, two turns of one participant, or a skipped round is refused; no replay hangs.
#[tokio::test]
async fn a_recording_that_can_not_be_is_refused() {
    let log = recorded("collaborative").await;
    let turn = log.iter().find(|it| matches!(it.event, Event::TurnTaken { round: 1, .. })).unwrap().event.clone();
    let last = log.len() - 1;
    let (opened, closed) = (
        Event::RoundOpened { round: 7, in_turn: false, kind: Default::default(), focus: None },
        log[last].event.clone(),
    );
    for (at, event, why) in [
        (last + 1, turn.clone(), "after the end of the debate"),
        (last + 1, closed, "after the end of the debate"),
        (last, turn, "belongs to round 1"),
        (last, opened, "belongs to round 7"),
        (3, log[2].event.clone(), "a second turn"),
    ] {
        let mut log = log.clone();
        log.insert(at, Envelope { event, ..log[0].clone() });
        for (seq, envelope) in log.iter_mut().enumerate() {
            envelope.seq = seq as u64;
        }
        let error = engine::replay(log, &Bus::silent()).await.unwrap_err().to_string();
        assert!(error.contains(why), "{why}: {error}");
    }
}
