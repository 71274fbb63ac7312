//! Debates over real sockets, with a provider that does everything wrong: trouble that passes, answers that can't be read, and
//! both at once in hundreds of debates.
//!
//! What the provider does is decided by which call it is and the how-manieth attempt, never by when it arrives.
mod content;
mod heavy;
mod tools;
mod transport;

use crate::desk::{Look, Paper, Ticks};
use debate::{Algorithm, Debate, Envelope, Layout, Letter, Profile, Rules, Topic};
use engine::{Bus, Seat, Spec, Toolbox, World};
use formats::data::{Listed, Question};
use futures_util::FutureExt;
use lab::Sim;
use models::double::{Behaviour, Double, Received};
use models::{Catalog, Dialect, Gateway, Model, ModelRef, Policy, Provider, Request};
use serde_json::json;
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

/// The number that a text begins with.
pub(crate) fn number(text: &str) -> &str {
    let number = text.split(|it: char| !it.is_ascii_digit()).next().unwrap();
    assert!(!number.is_empty(), "no number: {text}");
    number
}

impl Asked {
    /// Reads whose question this is from the model it is put to, and which from its last words: `You are NAME. This is round N`, or
    /// `You are NAME. The rounds are over.` for the closing ballot that follows on the last of `rounds`.
    fn of(received: &Received, rounds: u32) -> Asked {
        let messages = received.body["messages"].as_array().unwrap();
        let user = messages.iter().find(|it| it["role"] == "user").unwrap()["content"].as_str().unwrap().to_owned();
        let topic = user.lines().skip_while(|it| *it != "# Topic").nth(1).unwrap().to_owned();
        let task = user.rsplit_once("\nYou are ").unwrap().1;
        let (round, rest) = match task.split_once(". This is round ") {
            Some((_, rest)) => (number(rest).to_owned(), rest),
            None => ((rounds + 1).to_string(), task.split_once(". The rounds are over.").unwrap().1),
        };
        let model = received.body["model"].as_str().unwrap();
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
            data: serde_json::to_value(self.question()).ok(),
        };
        Sim::new(seed).ask(&request, None).now_or_never().unwrap().unwrap().text
    }
}

impl Asked {
    /// The question as data: a simulated participant reads nothing else. Nobody is known to hold anything.
    fn question(&self) -> Question {
        let option = |(at, word): (usize, &str)| Listed {
            letter: Letter::at(at),
            word: word.to_owned(),
            headline: word.to_owned(),
            held: 0,
        };
        let stance = self.system.split_once("You hold the stance ").and_then(|(_, rest)| rest.split(' ').next());
        Question {
            topic: self.topic.clone(),
            round: self.call.split('/').next().and_then(|it| it.strip_prefix('r')?.parse().ok()).unwrap(),
            stance: stance.map(|it| serde_json::from_value(json!(it)).unwrap()),
            options: ["Yes", "No"].into_iter().enumerate().map(option).collect(),
            otherwise: Some(debate::ballot::DEPENDS.to_owned()),
            ..Question::default()
        }
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
        ballot: None,
        mode: mode.into(),
        participants: engine::seat(seats),
        rules: Rules { rounds, algorithm: Algorithm::FixedRounds, structure: false, ..Rules::default() },
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
    let (attempts, rounds) = (Attempts::default(), spec.rules.rounds);
    let respond = move |received: &Received| {
        let asked = Asked::of(received, rounds);
        let attempt = attempts.next(&asked);
        instead(&asked, attempt).unwrap_or_else(|| Behaviour::answer(asked.answer()))
    };
    let double = Double::start(respond).await.unwrap();
    let gateway = gateway(&double, dialect, policy);
    let paper = Arc::new(Paper::default());
    let debate = engine::start(&world(&gateway, spec, &paper), spec, &Bus::silent()).await.unwrap();
    (debate, paper.read(), double.count())
}
