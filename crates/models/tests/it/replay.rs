//! Replays: the recorded reply, or an error with the call's id.
use crate::support::{Listener, request};
use models::{Error, Failure, Model, Recording, Replay, Reply, Request, Stop, Usage};

/// O-05
#[tokio::test]
async fn a_replay_repeats_answers_and_failures_and_names_what_it_lacks() {
    let usage = Usage { input: 10, cached: 2, output: 3, cost: Some(0.001) };
    let reply = Reply { text: "Yes.".to_owned(), stop: Stop::End, usage, attempts: 2, calls: Vec::new() };
    let failure = Failure { kind: "timed_out".to_owned(), message: "no answer within 120 s".to_owned(), attempts: 3 };
    let mut recording = Recording::default();
    recording.insert("r1/turn/hamilton", Ok(reply.clone()));
    recording.insert("r1/turn/bob", Err(failure.clone()));
    let replay = Replay::new(recording);

    let listener = Listener::default();
    assert_eq!(replay.ask(&request(), Some(&listener)).await, Ok(reply));
    assert_eq!(listener.heard(), "Yes.");
    let bob = Request { call: "r1/turn/bob".to_owned(), ..request() };
    let error = replay.ask(&bob, None).await.unwrap_err();
    assert_eq!((error.to_string(), error), ("no answer within 120 s".to_owned(), Error::Recorded(failure)));
    let cyd = Request { call: "r1/turn/cyd".to_owned(), ..request() };
    let error = replay.ask(&cyd, None).await.unwrap_err();
    assert_eq!(error, Error::NotRecorded { call: "r1/turn/cyd".to_owned() });
    assert_eq!(error.to_string(), "`r1/turn/cyd` is not in the recording: a replay asks no live model");
}
