//! A provider on loopback that answers like simulated participants, and records its calls.
use debate::CallId;
use futures_util::FutureExt;
use lab::Sim;
use models::fake_provider::{Behaviour, FakeProvider, Received};
use models::{CALL_HEADER, Model, Request, Schema};
use std::sync::{Arc, Mutex};

/// The provider, on its own thread, so that tests may wait for processes.
pub(crate) struct Provider {
    server: FakeProvider,
    asked: Arc<Mutex<Vec<String>>>,
    _runtime: tokio::runtime::Runtime,
}

impl Provider {
    /// Handles each call (`r2/turn/a`) as `respond` says, and answers normally otherwise.
    pub(crate) fn new(respond: impl Fn(&str, &Received) -> Option<Behaviour> + Send + Sync + 'static) -> Provider {
        Provider::grouping(respond, || None)
    }

    /// The same, which handles groupings as `group` says.
    pub(crate) fn grouping(
        respond: impl Fn(&str, &Received) -> Option<Behaviour> + Send + Sync + 'static,
        group: impl Fn() -> Option<Behaviour> + Send + Sync + 'static,
    ) -> Provider {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let told = asked.clone();
        let server = runtime.block_on(FakeProvider::start(move |received| {
            let call = received.header(CALL_HEADER).unwrap().to_owned();
            // Calls that group claims and terms find no equal ones, and are not counted.
            if matches!(CallId::from(call.as_str()), CallId::Group { .. }) {
                let none = || Behaviour::answer(r#"{"groups": [], "same_claims": [], "same_terms": []}"#.to_owned());
                return group().unwrap_or_else(none);
            }
            let messages = received.body["messages"].as_array().unwrap();
            let user = messages.last().unwrap()["content"].as_str().unwrap().to_owned();
            told.lock().unwrap().push(call.clone());
            match respond(&call, received) {
                None => Behaviour::answer(answer(&call, user, received)),
                // A gate without a text lets the normal answer through.
                Some(Behaviour::Gated { open, text }) if text.is_empty() => {
                    Behaviour::Gated { open, text: answer(&call, user, received) }
                }
                Some(other) => other,
            }
        }));
        Provider { server: server.unwrap(), asked, _runtime: runtime }
    }

    pub(crate) fn base_url(&self) -> String {
        self.server.base_url()
    }

    /// The calls that arrived, in order.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

fn answer(call: &str, user: String, received: &Received) -> String {
    // Pseudonyms are dealt anew in each debate, and models are not.
    let model = received.body["model"].as_str().filter(|_| call.contains("/Participant "));
    let seed = model.unwrap_or(call).bytes().last().unwrap().into();
    let body = received.body.pointer("/response_format/json_schema/schema").cloned();
    // The name tells what is asked for: a turn in a room, a review.
    let name = received.body.pointer("/response_format/json_schema/name").and_then(|it| it.as_str());
    let name: &'static str = name.unwrap_or("answer").to_owned().leak();
    let schema = body.map(|body| Arc::new(Schema::new(name, body)));
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
