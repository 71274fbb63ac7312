//! A provider on loopback that answers like simulated participants, and records its calls.
use futures_util::FutureExt;
use lab::Sim;
use models::double::{Behaviour, Double, Received};
use models::{Model, Request, Schema};
use std::sync::{Arc, Mutex};

/// The provider, on its own thread, so that tests may wait for processes.
pub(crate) struct Provider {
    double: Double,
    asked: Arc<Mutex<Vec<String>>>,
    _runtime: tokio::runtime::Runtime,
}

impl Provider {
    /// Handles each call (`r2/turn/a`) as `respond` says, and answers normally otherwise.
    pub(crate) fn new(respond: impl Fn(&str, &Received) -> Option<Behaviour> + Send + Sync + 'static) -> Provider {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let told = asked.clone();
        let double = runtime.block_on(Double::start(move |received| {
            // Calls that group claims and terms find no equal ones, and are not counted.
            if received.body["messages"].to_string().contains("# Your grouping") {
                return Behaviour::answer(r#"{"groups": [], "same_claims": [], "same_terms": []}"#.to_owned());
            }
            let (call, user) = call(received);
            told.lock().unwrap().push(call.clone());
            respond(&call, received).unwrap_or_else(|| Behaviour::answer(answer(&call, user, received)))
        }));
        Provider { double: double.unwrap(), asked, _runtime: runtime }
    }

    pub(crate) fn base_url(&self) -> String {
        self.double.base_url()
    }

    /// The calls that arrived, in order.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

/// The participant of a prompt, by its last words: `You are NAME. This is round N`; persona builds use other words.
fn call(received: &Received) -> (String, String) {
    let user = received.body["messages"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap().to_owned();
    if let Some(rest) = user.strip_prefix("The author is called ") {
        let name = rest.split_once('.').unwrap().0;
        return (format!("persona/contract/{name}"), user);
    }
    if user.starts_with("| ") {
        return ("persona/chunk".to_owned(), user);
    }
    let (name, rest) = user.rsplit_once("\nYou are ").unwrap().1.split_once(". This is round ").unwrap();
    let round = rest.split(|it: char| !it.is_ascii_digit()).next().unwrap();
    assert!(!round.is_empty(), "{rest}");
    let script = if rest.contains("\n# Once more\n") { "again" } else { "turn" };
    (format!("r{round}/{script}/{name}"), user)
}

fn answer(call: &str, user: String, received: &Received) -> String {
    let seed = call.bytes().last().unwrap().into();
    let body = received.body.pointer("/response_format/json_schema/schema").cloned();
    let schema = body.map(|body| Arc::new(Schema::new("answer", body)));
    let request = Request {
        call: call.to_owned(),
        system: "".into(),
        user,
        stable: Vec::new(),
        schema,
        max_tokens: 1_000,
        temperature: None,
        seed: None,
        tools: Default::default(),
        data: None,
    };
    Sim::new(seed).ask(&request, None).now_or_never().unwrap().unwrap().text
}
