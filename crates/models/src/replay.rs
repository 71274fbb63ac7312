//! Answers from a recording, and from nowhere else (O-05).
//!
//! A call is known by where it stands in the caller's work, so a replay needs no network and no matching of prompts.
//! Not here: where recordings are kept. The caller fills one from its log.
use crate::chat::{Deltas, Model, Reply, Request};
use crate::error::{Error, Failure};
use futures_util::future::{BoxFuture, ready};
use std::collections::BTreeMap;

/// What each call came to, by its id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    calls: BTreeMap<String, Result<Reply, Failure>>,
}

impl Recording {
    /// Adds a call's outcome; the last one of an id counts.
    pub fn insert(&mut self, call: impl Into<String>, outcome: Result<Reply, Failure>) {
        self.calls.insert(call.into(), outcome);
    }

    /// A call's outcome, if it was recorded.
    pub fn get(&self, call: &str) -> Option<&Result<Reply, Failure>> {
        self.calls.get(call)
    }

    /// How many calls there are.
    pub fn len(&self) -> usize {
        self.calls.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }
}

/// A model that only repeats what was recorded.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    recording: Recording,
}

impl Replay {
    /// Replays `recording`.
    pub fn new(recording: Recording) -> Self {
        Self { recording }
    }
}

impl Model for Replay {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        let outcome = match self.recording.get(&request.call) {
            Some(Ok(reply)) => Ok(reply.clone()),
            Some(Err(failure)) => Err(Error::Recorded(failure.clone())),
            None => Err(Error::NotRecorded { call: request.call.clone() }),
        };
        if let (Some(watcher), Ok(reply)) = (watcher, &outcome) {
            watcher.delta(&reply.text);
        }
        Box::pin(ready(outcome))
    }
}
