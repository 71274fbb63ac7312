//! Successful calls through the gateway: both dialects, streamed and not, learned options, costs.
use crate::support::{
    DIALECTS, KEY, Known, Listener, fake, gateway, hurried, model_ref, open, provider, request, schema,
};
use models::fake_provider::Behaviour;
use models::{
    CALL_HEADER, Catalog, Dialect, Gateway, Key, Model, ModelRef, Policy, Price, Provider, Reply, Request, Stop,
    Tariff, probe,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// O-02
#[tokio::test]
async fn an_answer_is_the_same_whole_and_streamed() {
    for dialect in DIALECTS {
        for stop in [Stop::End, Stop::Length, Stop::Refused] {
            let text = "Ça va, “naïve” 🦀. ".repeat(20);
            let expected = text.clone();
            let latency = Duration::ZERO;
            let fake = fake(move |_| Behaviour::Answer { text: text.clone(), stop, latency }).await;
            let model = open(&fake, dialect, hurried());
            let whole = model.ask(&request(), None).await.unwrap();
            let listener = Listener::default();
            let streamed = model.ask(&request(), Some(&listener)).await.unwrap();
            assert_eq!((whole.text.as_str(), whole.stop, whole.attempts), (expected.as_str(), stop, 1));
            assert!(whole.usage.input > 0 && whole.usage.output > 0);
            assert_eq!((streamed.text, streamed.stop), (whole.text, whole.stop), "{dialect:?}");
            let streams: Vec<bool> = fake.requests().iter().map(|received| received.is_streamed()).collect();
            assert_eq!(streams, [false, true]);
        }
    }
}

#[tokio::test]
async fn four_megabytes_are_an_answer_and_nine_are_not() {
    for dialect in DIALECTS {
        let fake = fake(|received| {
            let megabytes = if received.index < 2 { 4 } else { 9 };
            Behaviour::answer("0123456789abcde ".repeat(megabytes << 16))
        })
        .await;
        let model = open(&fake, dialect, Policy { attempts: 1, ..hurried() });
        assert_eq!(model.ask(&request(), None).await.unwrap().text.len(), 4 << 20);
        let over = Request { call: "again".to_owned(), ..request() };
        assert_eq!(model.ask(&over, None).await.unwrap().text.len(), 4 << 20);
        assert_eq!(model.ask(&over, None).await.unwrap_err().kind(), "unusable_body");
    }
}

/// O-02: every request names its call in a header, so that a provider's log can be matched with the debate's.
#[tokio::test]
async fn a_request_names_its_call() {
    for dialect in DIALECTS {
        let fake = fake(|_| Behaviour::answer("{}")).await;
        let model = open(&fake, dialect, hurried());
        for (call, sent) in [("r2/turn/hamilton", "r2/turn/hamilton"), ("r2/turn/Zoë Q\n", "r2/turn/Zo__Q_")] {
            model.ask(&Request { call: call.to_owned(), ..request() }, None).await.unwrap();
            assert_eq!(fake.requests().last().unwrap().header(CALL_HEADER), Some(sent));
        }
    }
}

/// O-02
#[tokio::test]
async fn an_option_that_is_not_known_is_dropped_and_stays_dropped() {
    let fake = fake(|received| {
        let shape = received.body.pointer("/response_format/type").and_then(|kind| kind.as_str().map(str::to_owned));
        match (shape.as_deref(), received.body.get("temperature")) {
            (_, Some(_)) => Behaviour::status(400, "Unsupported value: 'temperature'"),
            (Some(_), None) => Behaviour::status(400, "response_format is not supported"),
            (None, None) => Behaviour::answer("{}"),
        }
    })
    .await;
    let model = open(&fake, Dialect::OpenaiChat, hurried());
    let full = Request { schema: Some(schema()), temperature: Some(0.7), ..request() };
    assert_eq!(model.ask(&full, None).await.unwrap().attempts, 4);
    assert_eq!(model.ask(&full, None).await.unwrap().attempts, 1, "the lesson is remembered");
}

/// O-02
#[tokio::test]
async fn a_claude_without_structured_output_is_asked_without() {
    let fake = fake(|received| match received.body.get("output_config") {
        Some(_) => Behaviour::status(400, "output_config.format: this model does not support it"),
        None => Behaviour::answer("{}"),
    })
    .await;
    let full = Request { schema: Some(schema()), ..request() };
    let model = open(&fake, Dialect::Anthropic, hurried());
    assert_eq!(model.ask(&full, None).await.unwrap().attempts, 2);
}

#[tokio::test]
async fn a_provider_that_does_not_stream_is_heard_all_the_same() {
    let body = r#"{"choices":[{"message":{"content":"in one piece"}}]}"#.to_owned();
    let fake = fake(move |_| Behaviour::Status { code: 200, headers: Vec::new(), body: body.clone() }).await;
    let listener = Listener::default();
    let model = open(&fake, Dialect::OpenaiChat, hurried());
    assert_eq!(model.ask(&request(), Some(&listener)).await.unwrap().text, "in one piece");
    assert_eq!(listener.heard(), "in one piece");
}

/// O-02
#[tokio::test]
async fn an_answer_has_a_price_where_there_is_one() {
    let fake = fake(|_| Behaviour::answer("four letters")).await;
    let url = fake.base_url();
    let local = Provider { tariff: Tariff::Free, ..provider("local", Dialect::OpenaiChat, &url) };
    let dear = ModelRef { provider: "dear".to_owned(), model: "parrot".to_owned() };
    let no_env = |_: &str| None;
    let gateway = Gateway::new(
        Catalog::new(
            vec![local, provider("dear", Dialect::Anthropic, &url), provider("own", Dialect::OpenaiChat, &url)],
            &no_env,
        ),
        hurried(),
        BTreeMap::from([(dear.clone(), Price { input: 0.0, cached: None, output: 1e6 })]),
        &no_env,
    );
    for (reference, cost) in [(model_ref("local"), Some(0.0)), (dear, Some(4.0)), (model_ref("own"), None)] {
        let reply: Reply = gateway.open(&reference).unwrap().ask(&request(), None).await.unwrap();
        assert_eq!(reply.usage.cost, cost, "{reference}");
    }
}

#[test]
fn a_model_is_opened_once() {
    let gateway = gateway(Vec::new(), hurried());
    let reference = model_ref("ollama");
    assert!(Arc::ptr_eq(&gateway.open(&reference).unwrap(), &gateway.open(&reference).unwrap()));
    assert_eq!(gateway.open(&model_ref("nobody")).unwrap_err().kind(), "not_found");
}

/// O-30: names come from requests, so the number of open models is bounded; models in use go on working.
#[test]
fn names_that_clients_send_do_not_fill_the_memory() {
    let gateway = gateway(Vec::new(), hurried());
    let named = |model: String| ModelRef { provider: "ollama".to_owned(), model };
    let used = model_ref("ollama");
    let kept = gateway.open(&used).unwrap();
    let forgotten = Arc::downgrade(&gateway.open(&named("first".to_owned())).unwrap());
    let long = Arc::downgrade(&gateway.open(&named("x".repeat(1 << 20))).unwrap());
    for number in 0..1_000 {
        gateway.open(&named(format!("guess-{number}"))).unwrap();
        assert!(Arc::ptr_eq(&kept, &gateway.open(&used).unwrap()), "what is used stays");
    }
    assert!(forgotten.upgrade().is_none() && long.upgrade().is_none());
}

/// O-40
#[test]
fn a_missing_key_is_said_before_anything_is_sent() {
    let error = gateway(Vec::new(), hurried()).open(&model_ref("mistral")).unwrap_err();
    assert_eq!(error.to_string(), "`mistral` needs a key: set `MISTRAL_API_KEY`");
}

#[tokio::test]
async fn a_probe_lists_models_for_nothing() {
    for dialect in DIALECTS {
        let fake = fake(|_| Behaviour::answer("")).await;
        let provider = provider("fake", dialect, &fake.base_url());
        let models = probe(&provider, Key::new(KEY), Duration::from_secs(5)).await.unwrap();
        assert_eq!(models, ["fake"]);
        assert_eq!(fake.requests()[0].path, "/v1/models");
    }
}

#[tokio::test]
async fn a_probe_does_not_wait_for_the_silent_nor_believe_a_web_page() {
    for (behaviour, millis, kind) in [(Behaviour::Hang, 50, "timed_out"), (Behaviour::Html, 5000, "unusable_body")] {
        let fake = fake(move |_| behaviour.clone()).await;
        let provider = provider("fake", Dialect::OpenaiChat, &fake.base_url());
        let error = probe(&provider, Key::none(), Duration::from_millis(millis)).await.unwrap_err();
        assert_eq!(error.kind(), kind);
    }
}

/// O-40, I-13: a key with a character that no header can carry is reported when the model is opened, with the name of its variable.
#[tokio::test]
async fn a_key_that_can_not_be_sent_is_told_at_once() {
    let env = |name: &str| (name == "FAKE_KEY").then(|| "sk-secret\u{7}0123".to_owned());
    for dialect in DIALECTS {
        let provider = provider("fake", dialect, "http://127.0.0.1:1/v1");
        let gateway = Gateway::new(Catalog::new(vec![provider.clone()], &env), hurried(), BTreeMap::new(), &env);
        let error = gateway.open(&model_ref("fake")).unwrap_err();
        assert!(error.to_string().contains("`FAKE_KEY` has a character in it"), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
        let asked = models::probe(&provider, gateway.key("fake"), Duration::from_secs(5)).await;
        assert_eq!(asked.unwrap_err(), error);
    }
}
