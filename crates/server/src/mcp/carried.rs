//! What a client of 2026-07-28 carries from one answer of `wait` to its next call: sealed, since it comes back from outside.
//!
//! It is bound to the caller and the debate, and runs out. The key is this process's own: after a restart nothing carried is taken,
//! and nothing is lost, since open questions are asked anew.
use crate::desk::Caller;
use crate::mailbox::Mailbox;
use debate::DebateId;
use rmcp::ErrorData;
use rmcp::model::{RequestStateCodec, SealOptions};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long it is taken. Ours: a person may be at lunch.
const FRESH: Duration = Duration::from_secs(3_600);

/// What is carried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Carried {
    /// The questions that were handed out, by call.
    pub(super) calls: Vec<String>,
    /// After how many events a person was asked, if one was.
    pub(super) closing: Option<u64>,
    /// How often the client has been sent back within one call.
    pub(super) rounds: u32,
    /// From which event on it wants to hear what happened.
    pub(super) since: u64,
}

/// What seals it.
pub(super) struct Seal {
    /// Absent where there is no key; then nobody is sent back.
    codec: Option<RequestStateCodec>,
}

impl Seal {
    /// A seal with the key of a mailbox.
    pub(super) fn of(mailbox: &Mailbox) -> Seal {
        Seal { codec: mailbox.key().and_then(|it| RequestStateCodec::try_new(*it).ok()) }
    }

    /// Seals it for a caller and a debate; nothing where there is no key.
    pub(super) fn close(&self, who: &Caller, id: &DebateId, carried: &Carried) -> Option<String> {
        self.close_for(who, id, carried, FRESH)
    }

    fn close_for(&self, who: &Caller, id: &DebateId, carried: &Carried, fresh: Duration) -> Option<String> {
        let bound = bound(who, id);
        let options = SealOptions::new().associated_data(bound.as_bytes()).ttl(fresh);
        self.codec.as_ref()?.seal_json_with(carried, &options).ok()
    }

    /// Opens it. Why it could not be opened is nobody's business outside.
    pub(super) fn open(&self, who: &Caller, id: &DebateId, sealed: &str) -> Result<Carried, ErrorData> {
        let opened = self.codec.as_ref().and_then(|it| it.open_json_with(sealed, bound(who, id).as_bytes()).ok());
        let refused =
            "`requestState` is not one of this server's for this debate, or is too old; call `wait` again without it";
        opened.ok_or_else(|| ErrorData::invalid_params(refused, None))
    }
}

/// What it is good for: lengths first, so that no two pairs are spelled alike.
fn bound(who: &Caller, id: &DebateId) -> String {
    format!("wait {} {} {id}", who.tenant.len(), who.tenant)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(tenant: &str) -> Caller {
        Caller::of(tenant)
    }

    /// I-24: what comes back is taken from the same caller, for the same debate, whole and in time; else it is refused in the same words.
    #[test]
    fn what_is_carried_is_bound() {
        let (seal, id) = (Seal::of(&Mailbox::default()), DebateId::from("0123"));
        let carried = Carried { calls: vec!["r1/turn/a".to_owned()], closing: None, rounds: 1, since: 4 };
        let sealed = seal.close(&who("acme"), &id, &carried).unwrap();
        assert_eq!(seal.open(&who("acme"), &id, &sealed), Ok(carried.clone()));
        let mut forged = sealed.clone();
        forged.replace_range(6..7, if sealed.get(6..7) == Some("A") { "B" } else { "A" });
        let stale = seal.close_for(&who("acme"), &id, &carried, Duration::ZERO).unwrap();
        while seal.open(&who("acme"), &id, &stale).is_ok() {
            std::thread::yield_now();
        }
        let foreign = [
            seal.open(&who("acme"), &id, &forged),
            seal.open(&who("acme"), &id, &stale),
            seal.open(&who(""), &id, &sealed),
            seal.open(&who("acme"), &DebateId::from("0124"), &sealed),
            seal.open(&who("acme"), &id, "made up"),
            Seal::of(&Mailbox::default()).open(&who("acme"), &id, &sealed),
        ];
        for (at, it) in foreign.into_iter().enumerate() {
            let error = it.expect_err(&format!("case {at} was taken"));
            assert!(error.message.contains("call `wait` again without it"), "{}", error.message);
        }
    }
}
