//! A model that answers only from a recording (O-05).
//!
//! Calls are identified by the id that the caller gives them, so a replay needs no network and no matching of prompts.
//! Not here: where recordings are stored. The caller fills one from its log.
use crate::chat::{Deltas, Model, Reply, Request};
use crate::error::{Error, Failure};
use futures_util::future::{BoxFuture, ready};
use std::collections::BTreeMap;

/// The outcomes of calls, by id.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    calls: BTreeMap<String, Result<Reply, Failure>>,
}

impl Recording {
    /// Adds a call's outcome; replaces an earlier one of the same id.
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

/// Replays a recording.
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
