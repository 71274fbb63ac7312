//! Open questions to callers (I-24): to their own models, and to persons.
//!
//! A client that waits for a debate over MCP takes the open questions, has its model answer them, and returns the answers. A question
//! without an answer times out, and the debate continues without that turn. After a restart it is asked again. Not here: the form of a
//! question (`mcp::sampling`, `mcp::elicitation`), and its timing (`mcp::wait_call`).
mod followers;
mod persons;
mod seats;

pub(crate) use followers::{Entered, Followers, MOST_OF_ONE};
pub(crate) use persons::FormStatus;
pub use seats::Sampling;
pub(crate) use seats::{check, check_seats};

use debate::DebateId;
use engine::supervisor::{Changes, ChangesOf};
use futures_util::future::BoxFuture;
use models::{Deltas, Error, Model, Reply, Request};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::oneshot;
use tokio::time::Instant;

/// How long a question waits for its answer. Our choice: longer than a coding agent takes to call `wait` again.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// How long a question that a result of `wait` contained is reserved for its client. Our choice: longer than a model writes; then a client
/// that was killed no longer blocks it.
pub(crate) const LEASE: Duration = Duration::from_secs(120);

/// The open questions. Clones share their state.
#[derive(Clone, Default)]
pub struct SamplingQueue {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    open: Mutex<BTreeMap<(DebateId, String), Open>>,
    persons: Mutex<BTreeMap<DebateId, (u64, FormStatus)>>,
    /// Serializes the application of persons' answers.
    turn: Arc<tokio::sync::Mutex<()>>,
    /// Messages for clients, delivered when they read a debate again.
    later: Mutex<BTreeMap<(DebateId, String), String>>,
    changes: Changes,
    key: StateKey,
    followers: Followers,
}

/// Length of the key in bytes, as the codec requires.
const KEY: usize = 32;

/// A random key, created with the queue.
struct StateKey(Option<[u8; KEY]>);

impl Default for StateKey {
    fn default() -> StateKey {
        let mut key = [0; KEY];
        StateKey(getrandom::fill(&mut key).ok().map(|()| key))
    }
}

struct Open {
    request: Request,
    answer: oneshot::Sender<Result<Reply, Error>>,
    /// The client that has it.
    taken: Option<Taken>,
    /// Deadline, in milliseconds since 1970.
    until: u64,
}

struct Taken {
    by: Taker,
    since: Instant,
    /// End of the reservation.
    until: Instant,
}

/// The recipient of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taker {
    /// A client that gets a server request and answers it directly; it gets the question once.
    Call,
    /// A client that gets the question in a result and answers it with its next call. If it calls again without the answer, it gets the
    /// question again.
    Away {
        /// Id of the client.
        client: Arc<str>,
        /// Start of its call: questions that a later call got belong to that call.
        began: Instant,
    },
    /// A client that follows the debate as a task; it sees the question at every poll.
    Task,
}

/// An open question to a client's model.
pub(crate) struct Owed {
    /// Id of the call.
    pub(crate) call: String,
    /// The method by which the answer arrives.
    pub(crate) by: &'static str,
    /// Deadline, in milliseconds since 1970.
    pub(crate) until: u64,
}

impl SamplingQueue {
    /// The model that represents a debate's caller.
    pub fn model(&self, debate: &DebateId) -> Arc<dyn Model> {
        Arc::new(Client { queue: self.clone(), debate: debate.clone() })
    }

    /// The open questions of a debate, reserved ones included, by call.
    pub fn open(&self, debate: &DebateId) -> Vec<Request> {
        let open = self.lock();
        open.iter().filter(|((it, _), _)| it == debate).map(|(_, it)| it.request.clone()).collect()
    }

    /// The questions of a debate that its clients have not answered yet, by call.
    pub(crate) fn owed(&self, debate: &DebateId) -> Vec<Owed> {
        let by = |it: &Open| match it.taken.as_ref().map(|it| &it.by) {
            None => "wait",
            Some(Taker::Call) => "sampling",
            Some(Taker::Away { .. }) => "answer",
            Some(Taker::Task) => "task",
        };
        let open = self.lock();
        let mine = open.iter().filter(|((it, _), _)| it == debate);
        mine.map(|((_, call), it)| Owed { call: call.clone(), by: by(it), until: it.until }).collect()
    }

    /// Takes the unreserved questions of a debate and reserves them for `lease`.
    pub fn take(&self, debate: &DebateId, taker: Taker, lease: Duration) -> Vec<Request> {
        let now = Instant::now();
        let is_free = |it: &Open| match (&it.taken, &taker) {
            (None, _) => true,
            (Some(Taken { by: Taker::Task, .. }), Taker::Task) => true,
            (Some(Taken { by: Taker::Away { client, .. }, since, .. }), Taker::Away { client: again, began })
                if client == again =>
            {
                since < began
            }
            (Some(Taken { until, .. }), _) => *until <= now,
        };
        let mut open = self.lock();
        let mine = open.iter_mut().filter(|((it, _), _)| it == debate);
        let take = |(_, it): (_, &mut Open)| {
            it.taken = Some(Taken { by: taker.clone(), since: now, until: now + lease });
            it.request.clone()
        };
        mine.filter(|(_, it)| is_free(it)).map(take).collect()
    }

    /// Ends the reservation of a question.
    pub fn give_back(&self, debate: &DebateId, call: &str) {
        if let Some(open) = self.lock().get_mut(&(debate.clone(), call.to_owned())) {
            open.taken = None;
        }
        self.inner.changes.tell(debate);
    }

    /// The question of a call, while it is open.
    pub fn question(&self, debate: &DebateId, call: &str) -> Option<Request> {
        self.lock().get(&(debate.clone(), call.to_owned())).map(|it| it.request.clone())
    }

    /// Delivers an answer; returns whether the debate was waiting for it. Only the first counts.
    pub fn answer(&self, debate: &DebateId, call: &str, reply: Result<Reply, Error>) -> bool {
        let taken = self.lock().remove(&(debate.clone(), call.to_owned()));
        taken.is_some_and(|it| it.answer.send(reply).is_ok())
    }

    /// Withdraws all questions of a debate that is about to end.
    pub fn withdraw(&self, debate: &DebateId) {
        for request in self.open(debate) {
            let declined = Error::Declined { reason: "the debate was stopped".to_owned() };
            self.answer(debate, &request.call, Err(declined));
        }
    }

    /// A notification of changes to a debate's questions.
    pub fn changes(&self, debate: &DebateId) -> ChangesOf {
        self.inner.changes.of(debate)
    }

    /// The key for request states: random per process; absent if the system has no random bytes.
    pub(crate) fn key(&self) -> Option<&[u8; KEY]> {
        self.inner.key.0.as_ref()
    }

    /// The followers of debates.
    pub(crate) fn followers(&self) -> &Followers {
        &self.inner.followers
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(DebateId, String), Open>> {
        self.inner.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Client {
    queue: SamplingQueue,
    debate: DebateId,
}

/// Withdraws a question when the debate no longer waits for it.
struct Posted<'a> {
    queue: &'a SamplingQueue,
    key: (DebateId, String),
}

impl Drop for Posted<'_> {
    fn drop(&mut self) {
        self.queue.lock().remove(&self.key);
    }
}

impl Model for Client {
    fn ask<'a>(&'a self, request: &'a Request, _: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(async move {
            let key = (self.debate.clone(), request.call.clone());
            let (answer, coming) = oneshot::channel();
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let until = u64::try_from((now + PATIENCE).as_millis()).unwrap_or(u64::MAX);
            self.queue.lock().insert(key.clone(), Open { request: request.clone(), answer, taken: None, until });
            let _posted = Posted { queue: &self.queue, key };
            self.queue.inner.changes.tell(&self.debate);
            match tokio::time::timeout(PATIENCE, coming).await {
                Ok(Ok(reply)) => reply,
                Ok(Err(_)) | Err(_) => Err(Error::TimedOut { after: PATIENCE }),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use models::{Stop, ToolUse, Usage};

    fn request(call: &str) -> Request {
        Request {
            call: call.to_owned(),
            system: "s".into(),
            user: "u".to_owned(),
            stable: Vec::new(),
            schema: None,
            max_tokens: 100,
            temperature: None,
            seed: None,
            tools: ToolUse::default(),
            data: None,
        }
    }

    fn reply(text: &str) -> Reply {
        Reply { text: text.to_owned(), stop: Stop::End, usage: Usage::default(), attempts: 1, calls: Vec::new() }
    }

    /// I-24: a question goes to one caller at a time and is answered once; when its reservation ends, another caller can take it.
    #[tokio::test(start_paused = true)]
    async fn a_question_is_answered_once() {
        let (queue, debate) = (SamplingQueue::default(), DebateId::from("d"));
        let model = queue.model(&debate);
        let question = request("r1/turn/a");
        let asked = async { model.ask(&question, None).await };
        let answered = async {
            tokio::task::yield_now().await;
            assert!(queue.take(&DebateId::from("e"), Taker::Call, LEASE).is_empty());
            assert_eq!(queue.take(&debate, Taker::Call, LEASE).len(), 1);
            assert!(queue.take(&debate, Taker::Call, LEASE).is_empty(), "two callers have the same question");
            queue.give_back(&debate, "r1/turn/a");
            assert_eq!(queue.take(&debate, Taker::Call, LEASE).len(), 1);
            tokio::time::advance(LEASE).await;
            assert_eq!(queue.take(&debate, Taker::Call, LEASE).len(), 1, "a caller that is gone keeps its question");
            assert!(!queue.answer(&debate, "r1/turn/b", Ok(reply("no such question"))));
            assert!(queue.answer(&debate, "r1/turn/a", Ok(reply("first"))));
            assert!(!queue.answer(&debate, "r1/turn/a", Ok(reply("second"))));
        };
        assert_eq!(tokio::join!(asked, answered).0.unwrap().text, "first");
    }

    /// I-21, I-24: a question taken by `wait` is hidden from tasks, and the other way round; a task sees its own again.
    #[tokio::test(start_paused = true)]
    async fn a_task_and_a_call_do_not_have_the_same_question() {
        let (queue, debate) = (SamplingQueue::default(), DebateId::from("d"));
        let model = queue.model(&debate);
        let question = request("r1/turn/a");
        let taken = |taker| queue.take(&debate, taker, LEASE).len();
        let asked = async { model.ask(&question, None).await };
        let answered = async {
            tokio::task::yield_now().await;
            assert_eq!((taken(Taker::Call), taken(Taker::Task)), (1, 0), "it is paid for twice");
            queue.give_back(&debate, "r1/turn/a");
            assert_eq!((taken(Taker::Task), taken(Taker::Call), taken(Taker::Task)), (1, 0, 1));
            tokio::time::advance(LEASE).await;
            assert_eq!((taken(Taker::Call), taken(Taker::Task)), (1, 0), "a task that nobody looks at keeps it");
            queue.answer(&debate, "r1/turn/a", Ok(reply("once")));
        };
        assert_eq!(tokio::join!(asked, answered).0.unwrap().text, "once");
    }

    /// I-24: without an answer the debate continues without that turn, and the question is removed.
    #[tokio::test(start_paused = true)]
    async fn a_question_that_nobody_takes_is_lost() {
        let (queue, debate) = (SamplingQueue::default(), DebateId::from("d"));
        let error = queue.model(&debate).ask(&request("r1/turn/a"), None).await.unwrap_err();
        assert_eq!(error, Error::TimedOut { after: PATIENCE });
        assert!(queue.open(&debate).is_empty());
    }
}
