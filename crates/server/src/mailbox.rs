//! What waits for callers (I-24): questions to their own models, and persons who are being asked.
//!
//! Whoever waits for the debate over MCP takes what is open, has its model answer, and brings the answers back. A question that nobody
//! takes is lost by its own patience and the debate goes on without that turn; after a restart it is asked anew, since nothing was
//! answered. Not here: how either is asked (`mcp::sampling`, `mcp::elicit`), and
//! when (`mcp::waiting`).
mod followers;
mod persons;
mod seats;

pub(crate) use followers::{Entered, Followers, MOST_OF_ONE};
pub(crate) use persons::Person;
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

/// How long a question waits for its answer. Ours: longer than a coding agent needs to come back to `wait`.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// How long a question that went away with an answer of `wait` is kept from other callers. Ours: longer than a model writes; a
/// caller that was killed meanwhile holds it up no longer.
pub(crate) const LEASE: Duration = Duration::from_secs(120);

/// What waits for callers. Clones are one mailbox.
#[derive(Clone, Default)]
pub struct Mailbox {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    open: Mutex<BTreeMap<(DebateId, String), Open>>,
    persons: Mutex<BTreeMap<DebateId, (u64, Person)>>,
    /// Answers of persons are carried out one at a time.
    turn: Arc<tokio::sync::Mutex<()>>,
    /// What clients are told when they look at a debate again.
    later: Mutex<BTreeMap<(DebateId, String), String>>,
    changes: Changes,
    key: Key,
    followers: Followers,
}

/// The bytes of a key. Ours: as many as whoever seals with it asks for.
const KEY: usize = 32;

/// A key by chance, made with the mailbox.
struct Key(Option<[u8; KEY]>);

impl Default for Key {
    fn default() -> Key {
        let mut key = [0; KEY];
        Key(getrandom::fill(&mut key).ok().map(|()| key))
    }
}

struct Open {
    request: Request,
    answer: oneshot::Sender<Result<Reply, Error>>,
    /// Who is at it.
    taken: Option<Taken>,
    /// Until when it is waited for, in milliseconds since 1970.
    until: u64,
}

struct Taken {
    by: Taker,
    since: Instant,
    /// How long nobody else is given it.
    until: Instant,
}

/// Who is given a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taker {
    /// A client by a request of ours, whose answer comes by itself: it is given it once.
    Call,
    /// A client that is sent away with it and comes back with the answer. If it calls again without one, it is given it again.
    Away {
        /// Which client.
        client: Arc<str>,
        /// When this call of it began: what another call of it was given since is that call's.
        began: Instant,
    },
    /// Whoever follows the debate as a task: it is shown it whenever it looks.
    Task,
}

/// A question to a client's model that is open.
pub(crate) struct Owed {
    /// Which.
    pub(crate) call: String,
    /// By what its answer comes.
    pub(crate) by: &'static str,
    /// Until when it is waited for, in milliseconds since 1970.
    pub(crate) until: u64,
}

impl Mailbox {
    /// The model that stands for a debate's caller.
    pub fn model(&self, debate: &DebateId) -> Arc<dyn Model> {
        Arc::new(Client { mailbox: self.clone(), debate: debate.clone() })
    }

    /// The questions of a debate that are open, whether somebody is at them or not, by call.
    pub fn open(&self, debate: &DebateId) -> Vec<Request> {
        let open = self.lock();
        open.iter().filter(|((it, _), _)| it == debate).map(|(_, it)| it.request.clone()).collect()
    }

    /// What the clients' models owe to a debate, by call.
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

    /// Takes the questions of a debate that nobody else is at; nobody else is given them for so long.
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

    /// Lets somebody else have a question that was taken.
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

    /// Brings back what came of a question; says whether somebody was waiting for it. The first counts.
    pub fn answer(&self, debate: &DebateId, call: &str, reply: Result<Reply, Error>) -> bool {
        let taken = self.lock().remove(&(debate.clone(), call.to_owned()));
        taken.is_some_and(|it| it.answer.send(reply).is_ok())
    }

    /// Takes all questions of a debate back: it is to end, and should not wait for them.
    pub fn withdraw(&self, debate: &DebateId) {
        for request in self.open(debate) {
            let declined = Error::Declined { reason: "the debate was stopped".to_owned() };
            self.answer(debate, &request.call, Err(declined));
        }
    }

    /// Tells when there may be something new of a debate.
    pub fn changes(&self, debate: &DebateId) -> ChangesOf {
        self.inner.changes.of(debate)
    }

    /// What seals what callers carry: this process's own, and absent where the machine has no chance to make a key of.
    pub(crate) fn key(&self) -> Option<&[u8; KEY]> {
        self.inner.key.0.as_ref()
    }

    /// Who is told when debates change.
    pub(crate) fn followers(&self) -> &Followers {
        &self.inner.followers
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
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let until = u64::try_from((now + PATIENCE).as_millis()).unwrap_or(u64::MAX);
            self.mailbox.lock().insert(key.clone(), Open { request: request.clone(), answer, taken: None, until });
            let _posted = Posted { mailbox: &self.mailbox, key };
            self.mailbox.inner.changes.tell(&self.debate);
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

    /// I-24: a question is given to one caller at a time and answered once; one that was given back is another's.
    #[tokio::test(start_paused = true)]
    async fn a_question_is_answered_once() {
        let (mailbox, debate) = (Mailbox::default(), DebateId::from("d"));
        let model = mailbox.model(&debate);
        let question = request("r1/turn/a");
        let asked = async { model.ask(&question, None).await };
        let answered = async {
            tokio::task::yield_now().await;
            assert!(mailbox.take(&DebateId::from("e"), Taker::Call, LEASE).is_empty());
            assert_eq!(mailbox.take(&debate, Taker::Call, LEASE).len(), 1);
            assert!(mailbox.take(&debate, Taker::Call, LEASE).is_empty(), "two callers have the same question");
            mailbox.give_back(&debate, "r1/turn/a");
            assert_eq!(mailbox.take(&debate, Taker::Call, LEASE).len(), 1);
            tokio::time::advance(LEASE).await;
            assert_eq!(mailbox.take(&debate, Taker::Call, LEASE).len(), 1, "a caller that is gone keeps its question");
            assert!(!mailbox.answer(&debate, "r1/turn/b", Ok(reply("no such question"))));
            assert!(mailbox.answer(&debate, "r1/turn/a", Ok(reply("first"))));
            assert!(!mailbox.answer(&debate, "r1/turn/a", Ok(reply("second"))));
        };
        assert_eq!(tokio::join!(asked, answered).0.unwrap().text, "first");
    }

    /// I-21, I-24: a question that a call of `wait` has is not a task's, nor the other way round; a task is shown its own again.
    #[tokio::test(start_paused = true)]
    async fn a_task_and_a_call_do_not_have_the_same_question() {
        let (mailbox, debate) = (Mailbox::default(), DebateId::from("d"));
        let model = mailbox.model(&debate);
        let question = request("r1/turn/a");
        let taken = |taker| mailbox.take(&debate, taker, LEASE).len();
        let asked = async { model.ask(&question, None).await };
        let answered = async {
            tokio::task::yield_now().await;
            assert_eq!((taken(Taker::Call), taken(Taker::Task)), (1, 0), "it is paid for twice");
            mailbox.give_back(&debate, "r1/turn/a");
            assert_eq!((taken(Taker::Task), taken(Taker::Call), taken(Taker::Task)), (1, 0, 1));
            tokio::time::advance(LEASE).await;
            assert_eq!((taken(Taker::Call), taken(Taker::Task)), (1, 0), "a task that nobody looks at keeps it");
            mailbox.answer(&debate, "r1/turn/a", Ok(reply("once")));
        };
        assert_eq!(tokio::join!(asked, answered).0.unwrap().text, "once");
    }

    /// I-24: nobody comes, and the debate goes on without that turn; nothing of it stays.
    #[tokio::test(start_paused = true)]
    async fn a_question_that_nobody_takes_is_lost() {
        let (mailbox, debate) = (Mailbox::default(), DebateId::from("d"));
        let error = mailbox.model(&debate).ask(&request("r1/turn/a"), None).await.unwrap_err();
        assert_eq!(error, Error::TimedOut { after: PATIENCE });
        assert!(mailbox.open(&debate).is_empty());
    }
}
