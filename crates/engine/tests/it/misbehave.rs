//! Debates over real sockets, with a provider that does everything wrong: trouble that passes, answers that can't be read, and
//! both at once in hundreds of debates.
//!
//! What the provider does is decided by which call it is and the how-manieth attempt, never by when it arrives.
mod content;
mod heavy;
mod tools;
mod transport;

use crate::desk::{Look, Paper, Ticks};
use debate::{Algorithm, Debate, Envelope, Layout, Profile, Rules, Topic};
use engine::{Bus, Seat, Sim, Spec, Toolbox, World};
use futures_util::FutureExt;
use models::double::{Behaviour, Double, Received};
use models::{Catalog, Dialect, Gateway, Model, ModelRef, Policy, Provider, Request};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const DIALECTS: [Dialect; 2] = [Dialect::OpenaiChat, Dialect::Anthropic];

/// A question as the provider reads it.
struct Asked {
    topic: String,
    /// `r1/turn/double-1`.
    call: String,
    system: String,
    user: String,
}

impl Asked {
    /// Reads whose question this is from the model it is put to, and which from its last words: `You are NAME. This is round N.`
    fn of(received: &Received) -> Asked {
        let messages = received.body["messages"].as_array().unwrap();
        let user = messages.iter().find(|it| it["role"] == "user").unwrap()["content"].as_str().unwrap().to_owned();
        let topic = user.lines().skip_while(|it| *it != "# Topic").nth(1).unwrap().to_owned();
        let (_, rest) = user.rsplit_once("\nYou are ").unwrap().1.split_once(". This is round ").unwrap();
        let model = received.body["model"].as_str().unwrap();
        let round = rest.split_once('.').unwrap().0;
        let system = received.body.get("system").unwrap_or(&messages[0]["content"]).to_string();
        let script = if rest.contains("\n# Once more\n") { "again" } else { "turn" };
        Asked { topic, call: format!("r{round}/{script}/double-{model}"), system, user }
    }

    /// What a well-behaved model says to it.
    fn answer(&self) -> String {
        let seed = self.call.rsplit('-').next().unwrap().parse().unwrap();
        let request = Request {
            call: self.call.clone(),
            system: self.system.as_str().into(),
            user: self.user.clone(),
            stable: Vec::new(),
            schema: None,
            max_tokens: 1_000,
            temperature: None,
            seed: None,
            tools: Default::default(),
        };
        Sim::new(seed).ask(&request, None).now_or_never().unwrap().unwrap().text
    }
}

/// Counts the attempts of each call, from 0.
#[derive(Default)]
struct Attempts(Mutex<BTreeMap<(String, String), u32>>);

impl Attempts {
    fn next(&self, asked: &Asked) -> u32 {
        let mut all = self.0.lock().unwrap();
        let seen = all.entry((asked.topic.clone(), asked.call.clone())).or_default();
        *seen += 1;
        *seen - 1
    }
}

/// As patient as the default one, but in a hurry.
fn hurried() -> Policy {
    Policy { first_wait: Duration::from_millis(2), seed: Some(1), ..Policy::default() }
}

/// A debate of three models at one provider.
fn spec(mode: &str, topic: &str, rounds: u32) -> Spec {
    let seats = (1..=3).map(|n| Seat {
        model: format!("double/{n}"),
        family: format!("kin-{n}"),
        name: None,
        profile: Profile::Full,
        layout: Layout::Rebuild,
    });
    Spec {
        id: "test".into(),
        topic: Topic::new(topic).unwrap(),
        mode: mode.into(),
        participants: engine::seat(seats),
        rules: Rules { rounds, algorithm: Algorithm::FixedRounds, ..Rules::default() },
        disciplines: Default::default(),
        attached: Vec::new(),
        personas: Vec::new(),
    }
}

fn gateway(double: &Double, dialect: Dialect, policy: Policy) -> Gateway {
    let provider = Provider::custom("double", dialect, &double.base_url(), None);
    Gateway::new(Catalog::new(vec![provider], &|_| None), policy, BTreeMap::new(), &|_| None)
}

/// A world in which every model is at the double.
fn world(gateway: &Gateway, spec: &Spec, paper: &Arc<Paper>) -> World {
    let open = |model: &str| -> Arc<dyn Model> {
        let (provider, model) = model.split_once('/').unwrap();
        gateway.open(&ModelRef { provider: provider.into(), model: model.into() }).unwrap()
    };
    let models = spec.participants.iter().map(|it| (it.model.clone(), open(&it.model))).collect();
    let tools = Arc::new(Toolbox::new(vec![Arc::new(Look::default())]));
    World { models, journal: paper.clone(), clock: Arc::new(Ticks), analyst: None, tools, brake: Default::default() }
}

/// Holds a debate against a provider that does as `instead` says, or answers well where that says nothing. Gives the debate,
/// its log and how many requests arrived.
async fn hold(
    spec: &Spec,
    dialect: Dialect,
    policy: Policy,
    instead: impl Fn(&Asked, u32) -> Option<Behaviour> + Send + Sync + 'static,
) -> (Debate, Vec<Envelope>, usize) {
    let attempts = Attempts::default();
    let respond = move |received: &Received| {
        let asked = Asked::of(received);
        let attempt = attempts.next(&asked);
        instead(&asked, attempt).unwrap_or_else(|| Behaviour::answer(asked.answer()))
    };
    let double = Double::start(respond).await.unwrap();
    let gateway = gateway(&double, dialect, policy);
    let paper = Arc::new(Paper::default());
    let debate = engine::start(&world(&gateway, spec, &paper), spec, &Bus::silent()).await.unwrap();
    (debate, paper.read(), double.count())
}
