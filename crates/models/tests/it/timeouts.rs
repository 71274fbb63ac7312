//! Time limits of an attempt: idle and total. Time is virtual here.
use crate::support::{DIALECTS, Known, Listener, fake, hurried, open, request};
use models::fake_provider::Behaviour;
use models::{Dialect, Model, Policy};
use std::time::Duration;

/// One attempt with the default time limits: two minutes idle, a quarter of an hour in total.
fn once() -> Policy {
    Policy { attempts: 1, ..hurried() }
}

fn trickle(pause: u64, pieces: usize) -> Behaviour {
    Behaviour::Trickle { text: "0123456789abcdef".repeat(pieces), pause: Duration::from_secs(pause) }
}

/// O-03: a stream that still produces is not cut, however long it has run.
#[tokio::test(start_paused = true)]
async fn a_stream_that_still_produces_is_not_cut() {
    for dialect in DIALECTS {
        let fake = fake(|_| trickle(80, 4)).await;
        let started = tokio::time::Instant::now();
        let reply = open(&fake, dialect, once()).ask(&request(), Some(&Listener::default())).await.unwrap();
        assert_eq!((reply.text.len(), reply.attempts), (64, 1), "{dialect:?}");
        assert!(started.elapsed() > Duration::from_secs(600), "{:?}", started.elapsed());
    }
}

/// O-03: silence within a stream ends the attempt, and so does its total time limit.
#[tokio::test(start_paused = true)]
async fn a_stream_ends_by_silence_and_by_its_total() {
    for (behaviour, kind, message) in [
        (trickle(130, 4), "stalled", "the answer began, but nothing more came for 120 s"),
        (trickle(110, 40), "timed_out", "no answer within 900 s"),
        (Behaviour::Hang, "timed_out", "no answer within 120 s"),
    ] {
        let fake = fake(move |_| behaviour.clone()).await;
        let model = open(&fake, Dialect::OpenaiChat, once());
        let error = model.ask(&request(), Some(&Listener::default())).await.unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (kind, message));
    }
}

/// O-03: if an unstreamed answer does not come in time, the next attempt streams, which distinguishes slow from silent; so do later
/// calls to that model.
#[tokio::test(start_paused = true)]
async fn a_slow_answer_in_one_piece_is_streamed_the_next_time() {
    for dialect in DIALECTS {
        let fake = fake(|_| trickle(80, 4)).await;
        let model = open(&fake, dialect, hurried());
        assert_eq!(model.ask(&request(), None).await.unwrap().attempts, 2, "{dialect:?}");
        assert_eq!(model.ask(&request(), None).await.unwrap().attempts, 1, "{dialect:?}");
        let streamed: Vec<bool> = fake.requests().iter().map(|it| it.is_streamed()).collect();
        assert_eq!(streamed, [false, true, true], "{dialect:?}");
    }
}
