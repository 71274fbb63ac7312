//! Debates over real sockets with a misbehaving provider: transient errors, unreadable answers, and both at once in hundreds of debates.
//!
//! The provider's behaviour depends on the call and the number of the attempt, never on when it arrives.
mod content;
mod heavy;
mod tools;
mod transport;

use crate::support::{Look, MemoryJournal, Ticks};
use debate::{Algorithm, CallId, Debate, Envelope, Layout, Letter, Profile, Rules, Topic};
use engine::{Bus, Seat, Spec, Toolbox, World};
use formats::data::{BallotOption, Question};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use lab::Sim;
use models::fake_provider::{Behaviour, FakeProvider, Received};
use models::{Catalog, Deltas, Dialect, Gateway, Model, ModelRef, Notes, Policy, Provider, Reply, Request};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const DIALECTS: [Dialect; 2] = [Dialect::OpenaiChat, Dialect::Anthropic];

/// A question that arrives at the provider: its call, and the question as data.
#[derive(Clone)]
struct Asked {
    /// `r1/turn/fake-1`, however often tools were used before.
    call: String,
    question: Question,
}

impl Asked {
    fn of(request: &Request) -> Asked {
        let call = match CallId::from(request.call.as_str()) {
            CallId::Turn { round, who, .. } => CallId::turn(round, &who),
            CallId::Again { round, who, .. } => CallId::again(round, &who),
            other @ (CallId::Aspects
            | CallId::Review { .. }
            | CallId::Reviews { .. }
            | CallId::Compare { .. }
            | CallId::Cruxes { .. }
            | CallId::Group { .. }
            | CallId::Room { .. }
            | CallId::Other { .. }) => panic!("nobody but participants is asked here: {other}"),
        };
        let question = serde_json::from_value(request.data.clone().unwrap()).unwrap();
        Asked { call: call.to_string(), question }
    }

    /// The answer of a well-behaved model.
    fn answer(&self) -> String {
        let seed = self.question.me.rsplit('-').next().unwrap().parse().unwrap();
        let request = Request {
            call: self.call.clone(),
            system: "".into(),
            user: String::new(),
            stable: Vec::new(),
            schema: None,
            max_tokens: 1_000,
            temperature: None,
            seed: None,
            tools: Default::default(),
            data: serde_json::to_value(self.stripped()).ok(),
        };
        Sim::new(seed).ask(&request, None).now_or_never().unwrap().unwrap().text
    }

    /// The question as a stateless provider knows it: no other participant's ballot is known.
    fn stripped(&self) -> Question {
        let option = |(at, word): (usize, &str)| BallotOption {
            letter: Letter::at(at),
            word: word.to_owned(),
            headline: word.to_owned(),
            held: 0,
        };
        Question {
            topic: self.question.topic.clone(),
            round: self.question.round,
            stance: self.question.stance,
            options: ["Yes", "No"].into_iter().enumerate().map(option).collect(),
            otherwise: Some(debate::ballot::DEPENDS.to_owned()),
            ..Question::default()
        }
    }
}

/// The call and model of each message, by its whole text, which nothing is read out of: debates at one provider have calls of the same ids.
#[derive(Default)]
struct Sent(Mutex<BTreeMap<(String, String), Asked>>);

impl Sent {
    /// The question that arrived.
    fn asked(&self, received: &Received) -> Asked {
        let messages = received.body["messages"].as_array().unwrap();
        let user = messages.iter().find(|it| it["role"] == "user").unwrap()["content"].as_str().unwrap();
        let key = (received.body["model"].as_str().unwrap().to_owned(), user.to_owned());
        self.0.lock().unwrap().get(&key).cloned().unwrap()
    }
}

/// A model at the fake provider that records what it is about to send.
struct Noting {
    /// Its name at the provider.
    name: String,
    model: Arc<dyn Model>,
    sent: Arc<Sent>,
}

impl Noting {
    fn note(&self, request: &Request) {
        let key = (self.name.clone(), request.user.clone());
        self.sent.0.lock().unwrap().insert(key, Asked::of(request));
    }
}

impl Model for Noting {
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        watcher: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        self.note(request);
        self.model.ask(request, watcher)
    }

    fn ask_noting<'a>(
        &'a self,
        request: &'a Request,
        watcher: Option<&'a dyn Deltas>,
        notes: &'a Notes,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        self.note(request);
        self.model.ask_noting(request, watcher, notes)
    }

    fn may_think(&self) -> bool {
        self.model.may_think()
    }

    fn reads_data(&self) -> bool {
        true
    }
}

/// Counts the attempts of each call, from 0.
#[derive(Default)]
struct Attempts(Mutex<BTreeMap<(String, String), u32>>);

impl Attempts {
    fn next(&self, asked: &Asked) -> u32 {
        let mut all = self.0.lock().unwrap();
        let seen = all.entry((asked.question.topic.clone(), asked.call.clone())).or_default();
        *seen += 1;
        *seen - 1
    }
}

/// The default patience, with shorter times.
fn hurried() -> Policy {
    Policy { first_wait: Duration::from_millis(2), seed: Some(1), ..Policy::default() }
}

/// A debate of three models at one provider.
fn spec(mode: &str, topic: &str, rounds: u32) -> Spec {
    let seats = (1..=3).map(|n| Seat {
        model: format!("fake/{n}"),
        family: format!("kin-{n}"),
        name: None,
        profile: Profile::Full,
        layout: Layout::Rebuild,
    });
    Spec {
        id: "test".into(),
        topic: Topic::new(topic).unwrap(),
        ballot: None,
        mode: mode.into(),
        participants: engine::seat(seats),
        rules: Rules { rounds, algorithm: Algorithm::FixedRounds, structure: false, ..Rules::default() },
        disciplines: Default::default(),
        attached: Vec::new(),
        personas: Vec::new(),
    }
}

fn gateway(fake: &FakeProvider, dialect: Dialect, policy: Policy) -> Gateway {
    let provider = Provider::custom("fake", dialect, &fake.base_url(), None);
    Gateway::new(Catalog::new(vec![provider], &|_| None), policy, BTreeMap::new(), &|_| None)
}

/// A world in which every model is at the fake provider.
fn world(gateway: &Gateway, spec: &Spec, journal: &Arc<MemoryJournal>, sent: &Arc<Sent>) -> World {
    let open = |model: &str| -> Arc<dyn Model> {
        let (provider, name) = model.split_once('/').unwrap();
        let model = gateway.open(&ModelRef { provider: provider.into(), model: name.into() }).unwrap();
        Arc::new(Noting { name: name.to_owned(), model, sent: sent.clone() })
    };
    let models = spec.participants.iter().map(|it| (it.model.clone(), open(&it.model))).collect();
    let tools = Arc::new(Toolbox::new(vec![Arc::new(Look::default())]));
    World {
        models,
        journal: journal.clone(),
        clock: Arc::new(Ticks),
        analyst: None,
        tools,
        pause_flag: Default::default(),
    }
}

/// Holds a debate against a provider that does what `instead` says, or answers well where that says nothing. Returns the debate, its log
/// and the number of requests.
async fn hold(
    spec: &Spec,
    dialect: Dialect,
    policy: Policy,
    instead: impl Fn(&Asked, u32) -> Option<Behaviour> + Send + Sync + 'static,
) -> (Debate, Vec<Envelope>, usize) {
    let (attempts, sent) = (Attempts::default(), Arc::new(Sent::default()));
    let arriving = sent.clone();
    let respond = move |received: &Received| {
        let asked = arriving.asked(received);
        let attempt = attempts.next(&asked);
        instead(&asked, attempt).unwrap_or_else(|| Behaviour::answer(asked.answer()))
    };
    let fake = FakeProvider::start(respond).await.unwrap();
    let gateway = gateway(&fake, dialect, policy);
    let journal = Arc::new(MemoryJournal::default());
    let debate = engine::start(&world(&gateway, spec, &journal, &sent), spec, &Bus::silent()).await.unwrap();
    (debate, journal.read(), fake.count())
}
