//! The `requestState` that a client of 2026-07-28 returns with its next call of `wait`. It is sealed, since it comes back from outside.
//!
//! It is bound to caller and debate, and expires. The key belongs to this process: after a restart old states are rejected and open
//! questions are asked again, so nothing is lost.
use crate::sampling_queue::SamplingQueue;
use crate::service::Caller;
use debate::DebateId;
use rmcp::ErrorData;
use rmcp::model::{RequestStateCodec, SealOptions};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Lifetime of a state. Our choice: a person may be at lunch.
const FRESH: Duration = Duration::from_secs(3_600);

/// The content of a request state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RequestState {
    /// The questions that were sent to the client, by call.
    pub(super) calls: Vec<String>,
    /// Number of events when a person was asked, if one was.
    pub(super) closing: Option<u64>,
    /// How often the client has been sent back within one call.
    pub(super) rounds: u32,
    /// The first event that has not been reported yet.
    pub(super) since: u64,
}

/// Seals and opens request states.
pub(super) struct StateCodec {
    /// Absent without a key; then no client is sent back.
    codec: Option<RequestStateCodec>,
}

impl StateCodec {
    /// A codec with the key of a queue.
    pub(super) fn of(queue: &SamplingQueue) -> StateCodec {
        StateCodec { codec: queue.key().and_then(|it| RequestStateCodec::try_new(*it).ok()) }
    }

    /// Seals a state for a caller and a debate; none without a key.
    pub(super) fn close(&self, who: &Caller, id: &DebateId, state: &RequestState) -> Option<String> {
        self.close_for(who, id, state, FRESH)
    }

    fn close_for(&self, who: &Caller, id: &DebateId, state: &RequestState, fresh: Duration) -> Option<String> {
        let bound = bound(who, id);
        let options = SealOptions::new().associated_data(bound.as_bytes()).ttl(fresh);
        self.codec.as_ref()?.seal_json_with(state, &options).ok()
    }

    /// Opens a state. The error does not say why it failed.
    pub(super) fn open(&self, who: &Caller, id: &DebateId, sealed: &str) -> Result<RequestState, ErrorData> {
        let opened = self.codec.as_ref().and_then(|it| it.open_json_with(sealed, bound(who, id).as_bytes()).ok());
        let refused =
            "`requestState` is not one of this server's for this debate, or is too old; call `wait` again without it";
        opened.ok_or_else(|| ErrorData::invalid_params(refused, None))
    }
}

/// The binding of a state. Lengths come first, so that it is unambiguous.
fn bound(who: &Caller, id: &DebateId) -> String {
    format!("wait {} {} {id}", who.tenant.len(), who.tenant)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(tenant: &str) -> Caller {
        Caller::of(tenant)
    }

    /// I-24: a state is accepted only from the same caller, for the same debate, intact and in time; every rejection has the same text.
    #[test]
    fn what_is_carried_is_bound() {
        let (seal, id) = (StateCodec::of(&SamplingQueue::default()), DebateId::from("0123"));
        let state = RequestState { calls: vec!["r1/turn/a".to_owned()], closing: None, rounds: 1, since: 4 };
        let sealed = seal.close(&who("acme"), &id, &state).unwrap();
        assert_eq!(seal.open(&who("acme"), &id, &sealed), Ok(state.clone()));
        let mut forged = sealed.clone();
        forged.replace_range(6..7, if sealed.get(6..7) == Some("A") { "B" } else { "A" });
        let stale = seal.close_for(&who("acme"), &id, &state, Duration::ZERO).unwrap();
        while seal.open(&who("acme"), &id, &stale).is_ok() {
            std::thread::yield_now();
        }
        let foreign = [
            seal.open(&who("acme"), &id, &forged),
            seal.open(&who("acme"), &id, &stale),
            seal.open(&who(""), &id, &sealed),
            seal.open(&who("acme"), &DebateId::from("0124"), &sealed),
            seal.open(&who("acme"), &id, "made up"),
            StateCodec::of(&SamplingQueue::default()).open(&who("acme"), &id, &sealed),
        ];
        for (at, it) in foreign.into_iter().enumerate() {
            let error = it.expect_err(&format!("case {at} was taken"));
            assert!(error.message.contains("call `wait` again without it"), "{}", error.message);
        }
    }
}
