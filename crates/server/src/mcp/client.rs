//! The caller's own model as a participant (I-24): questions wait in a mailbox until a caller that can sample takes them.
//!
//! Whoever waits for the debate over MCP takes what is open, has its model answer, and brings the answers back. A question that nobody
//! takes is lost by the debate's own patience, like any other; after a restart it is asked anew, since nothing was answered.
use debate::DebateId;
use futures_util::future::BoxFuture;
use models::{Deltas, Error, Model, Reply, Request};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{oneshot, watch};

/// How long a question waits for somebody to take it. Ours: longer than a coding agent needs to come back to `wait`.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Questions to callers' models. Clones are one mailbox.
#[derive(Clone, Default)]
pub struct Mailbox {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    open: Mutex<BTreeMap<(DebateId, String), Open>>,
    changed: watch::Sender<u64>,
}

struct Open {
    request: Request,
    answer: oneshot::Sender<Reply>,
}

impl Mailbox {
    /// The model that stands for a debate's caller.
    pub fn model(&self, debate: &DebateId) -> Arc<dyn Model> {
        Arc::new(Client { mailbox: self.clone(), debate: debate.clone() })
    }

    /// The questions of a debate that are open, by call.
    pub fn open(&self, debate: &DebateId) -> Vec<Request> {
        let open = self.lock();
        open.iter().filter(|((it, _), _)| it == debate).map(|(_, it)| it.request.clone()).collect()
    }

    /// Brings an answer back; says whether somebody was waiting for it.
    pub fn answer(&self, debate: &DebateId, call: &str, reply: Reply) -> bool {
        let taken = self.lock().remove(&(debate.clone(), call.to_owned()));
        taken.is_some_and(|it| it.answer.send(reply).is_ok())
    }

    /// Tells when there may be new questions.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.inner.changed.subscribe()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(DebateId, String), Open>> {
        self.inner.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Client {
    mailbox: Mailbox,
    debate: DebateId,
}

/// Takes a question back when the debate no longer waits for it.
struct Posted<'a> {
    mailbox: &'a Mailbox,
    key: (DebateId, String),
}

impl Drop for Posted<'_> {
    fn drop(&mut self) {
        self.mailbox.lock().remove(&self.key);
    }
}

impl Model for Client {
    fn ask<'a>(&'a self, request: &'a Request, _: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(async move {
            let key = (self.debate.clone(), request.call.clone());
            let (answer, coming) = oneshot::channel();
            self.mailbox.lock().insert(key.clone(), Open { request: request.clone(), answer });
            let _posted = Posted { mailbox: &self.mailbox, key };
            self.mailbox.inner.changed.send_modify(|it| *it += 1);
            match tokio::time::timeout(PATIENCE, coming).await {
                Ok(Ok(reply)) => Ok(reply),
                Ok(Err(_)) | Err(_) => Err(Error::TimedOut { after: PATIENCE }),
            }
        })
    }
}
