//! What waits for callers (I-24): questions to their own models, and persons who are being asked.
//!
//! Whoever waits for the debate over MCP takes what is open, has its model answer, and brings the answers back. A question that nobody
//! takes is lost by its own patience and the debate goes on without that turn; after a restart it is asked anew, since nothing was
//! answered. Not here: how either is asked over MCP (`sampling`, `elicit`), and when (`waiting`).
use super::carried::Seal;
use super::watching::Followers;
use crate::ask::Start;
use crate::trouble::Trouble;
use debate::{DebateId, Participant};
use engine::Spec;
use engine::house::{Changes, ChangesOf};
use futures_util::future::BoxFuture;
use models::{Deltas, Error, Model, Reply, Request};
use setup::providers::CLIENT;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::{OwnedMutexGuard, oneshot};
use tokio::time::Instant;

/// How long a question waits for its answer. Ours: longer than a coding agent needs to come back to `wait`.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// How long a question that went away with an answer of `wait` is kept from other callers. Ours: longer than a model writes; a
/// caller that was killed meanwhile holds it up no longer.
pub const LEASE: Duration = Duration::from_secs(120);

/// How many clients something is kept for. Ours: more than answer one form at once; the first go.
const MOST_LATER: usize = 256;

/// What is said to the second who answers a form.
const ANSWERED: &str = "this form was answered already, through another client: the debate goes on with that answer, and yours was not used";

/// What is said to one who answers a form that nobody waits for any more.
const WENT_ON: &str = "the debate went on before the person answered; the answer was not used";

/// Whether a caller's own model can be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sampling {
    /// The caller offers it.
    Offered,
    /// It does not, or can't: over plain HTTP there is nobody to ask.
    #[default]
    Absent,
}

/// Looks after the seats of a caller that can't sample: they go if enough others stay, which is said; else the wish is refused. An entry
/// may name several, with commas between.
pub fn check(start: &mut Start, sampling: Sampling) -> Result<Vec<String>, Trouble> {
    let words = start.participants.iter().flat_map(|it| it.split(',')).map(str::trim).filter(|it| !it.is_empty());
    start.participants = words.map(str::to_owned).collect();
    let asked = start.participants.iter().filter(|it| is_client(it)).count();
    if asked == 0 || sampling == Sampling::Offered {
        return Ok(Vec::new());
    }
    let others = start.participants.len() - asked;
    if others < Spec::FEWEST {
        return Err(Trouble::Refused(format!(
            "`{CLIENT}` can't sit at the table, since this client does not offer sampling, and {others} others are too few; name two \
             others in `participants`, or leave it empty for whoever can be found"
        )));
    }
    start.participants.retain(|it| !is_client(it));
    Ok(vec![format!(
        "`{CLIENT}` does not sit at the table, since this client does not offer sampling; the others debate"
    )])
}

/// Refuses a table with a seat for the model of a caller that can't sample: each of its turns would be waited for in vain.
pub(crate) fn check_seats(table: &[Participant], sampling: Sampling) -> Result<(), Trouble> {
    let mut waits = table.iter().filter(|_| sampling == Sampling::Absent).filter(|it| is_client(&it.model));
    match waits.next() {
        None => Ok(()),
        Some(it) => Err(Trouble::Refused(format!(
            "`{}` is `{CLIENT}`, the caller's own model, and this client does not offer sampling; fork the debate with another model in \
             that seat, by `seats`",
            it.name
        ))),
    }
}

/// Whether an entry of `participants` is the caller's own model.
fn is_client(entry: &str) -> bool {
    let model = entry.split_once('=').map_or(entry, |(_, model)| model);
    model.trim().split('/').next().is_some_and(|it| it.trim() == CLIENT)
}

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
    seal: Seal,
    followers: Followers,
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
pub(super) struct Owed {
    /// Which.
    pub(super) call: String,
    /// By what its answer comes.
    pub(super) by: &'static str,
    /// Until when it is waited for, in milliseconds since 1970.
    pub(super) until: u64,
}

/// How far the asking of a person has got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Person {
    /// It is being asked.
    Asked,
    /// It answered, and the debate goes on with that.
    Answered,
    /// It did not answer, or not so that the debate could go on: it is not asked again.
    Silent(String),
    /// Whoever followed the debate as a task wants no more of it.
    Left,
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
    pub(super) fn owed(&self, debate: &DebateId) -> Vec<Owed> {
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

    /// How far the asking of a person is, for the debate as it stood after `events` events.
    pub(super) fn person(&self, debate: &DebateId, events: u64) -> Option<Person> {
        self.asking(debate.as_str()).filter(|(it, _)| *it == events).map(|(_, it)| it)
    }

    /// How far the asking of a person is, and after how many events of the debate it began.
    pub(super) fn asking(&self, debate: &str) -> Option<(u64, Person)> {
        self.persons().get(&DebateId::from(debate)).cloned()
    }

    /// Notes that a person is being asked, unless something is noted already; says whether it was not.
    pub(super) fn claim_person(&self, debate: &DebateId, events: u64) -> bool {
        let mut persons = self.persons();
        if persons.get(debate).is_some_and(|(it, _)| *it >= events) {
            return false;
        }
        persons.insert(debate.clone(), (events, Person::Asked));
        true
    }

    /// Waits until no other answer of a person is being carried out.
    pub(super) async fn turn(&self) -> OwnedMutexGuard<()> {
        self.inner.turn.clone().lock_owned().await
    }

    /// What is said to one whose answer to a form came too late.
    pub(super) fn late(&self, debate: &DebateId, events: u64) -> String {
        match self.person(debate, events) {
            Some(Person::Answered) => ANSWERED.to_owned(),
            Some(Person::Asked | Person::Silent(_) | Person::Left) | None => WENT_ON.to_owned(),
        }
    }

    /// Keeps something for a client until it looks at a debate again.
    pub(super) fn tell_later(&self, debate: &DebateId, client: &str, words: String) {
        let mut later = self.inner.later.lock().unwrap_or_else(PoisonError::into_inner);
        if later.len() >= MOST_LATER {
            later.pop_first();
        }
        later.insert((debate.clone(), client.to_owned()), words);
    }

    /// What was kept for a client, once.
    pub(super) fn told_now(&self, debate: &DebateId, client: &str) -> Option<String> {
        let mut later = self.inner.later.lock().unwrap_or_else(PoisonError::into_inner);
        later.remove(&(debate.clone(), client.to_owned()))
    }

    /// Notes how far it is, or that nobody is asked; nothing older than what is noted already.
    pub(super) fn note_person(&self, debate: &DebateId, events: u64, person: Option<Person>) {
        let mut persons = self.persons();
        match (persons.get(debate), person) {
            (Some((noted, _)), _) if *noted > events => {}
            // That it was answered is told to whoever answers it too.
            (Some((_, Person::Answered)), None) => {}
            (_, Some(person)) => drop(persons.insert(debate.clone(), (events, person))),
            (_, None) => drop(persons.remove(debate)),
        }
        drop(persons);
        self.inner.changes.tell(debate);
    }

    /// What seals what callers carry.
    pub(super) fn seal(&self) -> &Seal {
        &self.inner.seal
    }

    /// Who is told when debates change.
    pub(super) fn followers(&self) -> &Followers {
        &self.inner.followers
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(DebateId, String), Open>> {
        self.inner.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn persons(&self) -> MutexGuard<'_, BTreeMap<DebateId, (u64, Person)>> {
        self.inner.persons.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// I-24: one form at a time, and an answer to an older one changes nothing that is noted of a newer.
    #[test]
    fn one_person_is_asked_at_a_time() {
        let (mailbox, debate) = (Mailbox::default(), DebateId::from("d"));
        assert!(mailbox.claim_person(&debate, 9));
        assert!(!mailbox.claim_person(&debate, 9), "two forms for one decision");
        assert!(mailbox.claim_person(&debate, 20));
        mailbox.note_person(&debate, 9, None);
        mailbox.note_person(&debate, 9, Some(Person::Silent("late".to_owned())));
        assert_eq!(mailbox.person(&debate, 20), Some(Person::Asked));
        mailbox.note_person(&debate, 20, None);
        assert_eq!(mailbox.person(&debate, 20), None);
    }

    /// I-24: nobody comes, and the debate goes on without that turn; nothing of it stays.
    #[tokio::test(start_paused = true)]
    async fn a_question_that_nobody_takes_is_lost() {
        let (mailbox, debate) = (Mailbox::default(), DebateId::from("d"));
        let error = mailbox.model(&debate).ask(&request("r1/turn/a"), None).await.unwrap_err();
        assert_eq!(error, Error::TimedOut { after: PATIENCE });
        assert!(mailbox.open(&debate).is_empty());
    }

    /// I-24: where the client can't, that is said, and the others serve; too few others are a refusal with advice.
    #[test]
    fn a_client_that_cannot_sample_does_not_sit() {
        let start = |table: &[&str]| Start {
            participants: table.iter().map(|&it| it.to_owned()).collect(),
            ..Start::default()
        };
        let mut all = start(&["client", "sim/1", "me=client", "sim/2"]);
        assert_eq!(check(&mut all, Sampling::Offered), Ok(Vec::new()));
        assert_eq!(all.participants.len(), 4);
        let notes = check(&mut all, Sampling::Absent).unwrap();
        assert_eq!(all.participants, ["sim/1", "sim/2"]);
        assert!(notes.first().is_some_and(|it| it.contains("does not offer sampling")), "{notes:?}");
        let few = check(&mut start(&["client", "sim/1"]), Sampling::Absent).unwrap_err().to_string();
        assert!(few.contains("name two others in `participants`"), "{few}");
        assert_eq!(check(&mut start(&["clients/x", "sim/1"]), Sampling::Absent), Ok(Vec::new()));
        let mut one = start(&["client, sim/1,sim/2,"]);
        assert_eq!(check(&mut one, Sampling::Absent).unwrap().len(), 1);
        assert_eq!(one.participants, ["sim/1", "sim/2"], "an entry that names several");
    }
}
