//! The notes of a call: attempts that may have been billed, and dropped options.
use crate::support::{DIALECTS, KEY, Known, Listener, fake, hurried, model_ref, open, provider, request, schema};
use models::fake_provider::Behaviour;
use models::{Catalog, Dialect, Gateway, HttpModel, Model, Noted, Notes, Policy, Price, Request, Tool, ToolUse};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// A model at a dollar per million tokens.
fn priced(url: &str, dialect: Dialect, policy: Policy) -> Arc<HttpModel> {
    let env = |name: &str| (name == "FAKE_KEY").then(|| KEY.to_owned());
    let price = Price { input: 1.0, cached: None, output: 1.0 };
    let prices = BTreeMap::from([(model_ref("fake"), price)]);
    let catalog = Catalog::new(vec![provider("fake", dialect, url)], &env);
    Gateway::new(catalog, policy, prices, &env).open(&model_ref("fake")).unwrap()
}

/// Makes a call; returns its notes and whether it succeeded.
async fn noted(dialect: Dialect, bad: Behaviour, is_streamed: bool) -> (Noted, bool) {
    let fake = fake(move |it| if it.index < 2 { bad.clone() } else { Behaviour::answer("well") }).await;
    let (notes, listener) = (Notes::default(), Listener::default());
    let model = priced(&fake.base_url(), dialect, hurried());
    let watcher = is_streamed.then_some(&listener as &dyn models::Deltas);
    let outcome = model.ask_noting(&request(), watcher, &notes).await;
    (notes.noted(), outcome.is_ok())
}

/// O-04: an attempt that broke off, or whose answer can't be parsed, may have been billed: it is charged with its prompt and its
/// token limit, or with the part received, including the cost.
#[tokio::test]
async fn attempts_that_may_have_been_billed_are_charged() {
    let most = u64::from(request().max_tokens);
    for dialect in DIALECTS {
        for bad in [Behaviour::Reset, Behaviour::Cut { after: 40, text: "well".to_owned() }, Behaviour::Html] {
            let (noted, is_answered) = noted(dialect, bad.clone(), false).await;
            assert!(is_answered);
            assert_eq!((noted.attempts, noted.usage.output), (2, 2 * most), "{dialect:?} {bad:?}");
            assert!(noted.usage.input > 20, "{noted:?}");
            let cost = noted.usage.cost.unwrap() * 1e6;
            assert!((cost - (noted.usage.input + noted.usage.output) as f64).abs() < 1e-6, "{noted:?}");
        }
        let long = "A long answer that is cut somewhere in its middle. ".repeat(8);
        let (noted, _) = noted(dialect, Behaviour::Cut { after: 900, text: long }, true).await;
        assert!(noted.attempts == 2 && (4..most).contains(&noted.usage.output), "what was heard: {noted:?}");
    }
}

/// O-04: refused and unreachable attempts are not charged.
#[tokio::test]
async fn attempts_that_were_refused_are_not_charged() {
    let complaint = r#"{"error": {"type": "overloaded_error", "message": "Overloaded"}}"#.to_owned();
    for dialect in DIALECTS {
        for bad in [
            Behaviour::status(429, "slow down").with_header("Retry-After", "0"),
            Behaviour::status(503, "trouble"),
            Behaviour::Status { code: 200, headers: Vec::new(), body: complaint.clone() },
        ] {
            assert_eq!(noted(dialect, bad.clone(), false).await, (Noted::default(), true), "{dialect:?} {bad:?}");
        }
    }
    let gone = priced("http://127.0.0.1:1/v1", Dialect::OpenaiChat, Policy { attempts: 1, ..hurried() });
    let notes = Notes::default();
    assert_eq!(gone.ask_noting(&request(), None, &notes).await.unwrap_err().kind(), "unreachable");
    assert!(notes.noted().is_nothing());
}

/// O-04: a failed call is charged for all its attempts, a cancelled one for the attempt in progress.
#[tokio::test]
async fn a_call_that_is_lost_is_charged() {
    let fake = fake(|_| Behaviour::Reset).await;
    let model = priced(&fake.base_url(), Dialect::OpenaiChat, Policy { attempts: 3, ..hurried() });
    let notes = Notes::default();
    assert_eq!(model.ask_noting(&request(), None, &notes).await.unwrap_err().kind(), "cut");
    assert_eq!(notes.noted().attempts, 3);

    let silent = crate::support::fake(|_| Behaviour::Hang).await;
    let model = priced(&silent.base_url(), Dialect::OpenaiChat, hurried());
    let asked = request();
    let notes = Notes::default();
    tokio::select! {
        _ = model.ask_noting(&asked, None, &notes) => panic!("the silent provider spoke"),
        () = async { while silent.count() == 0 { tokio::time::sleep(Duration::from_millis(1)).await } } => {}
    }
    let noted = notes.noted();
    assert_eq!((noted.attempts, noted.usage.output), (1, u64::from(request().max_tokens)));
}

/// O-04: an answer without token counts is charged by our estimate, and marked as such.
#[tokio::test]
async fn an_answer_without_a_count_is_charged_by_estimate() {
    let body = r#"{"choices":[{"message":{"content":"thirty bytes of an answer here"}}]}"#.to_owned();
    let fake = fake(move |_| Behaviour::Status { code: 200, headers: Vec::new(), body: body.clone() }).await;
    let notes = Notes::default();
    let model = priced(&fake.base_url(), Dialect::OpenaiChat, hurried());
    let reply = model.ask_noting(&request(), None, &notes).await.unwrap();
    let noted = notes.noted();
    assert_eq!((reply.usage.output, noted.estimated, noted.attempts), (10, true, 0));
    assert!(reply.usage.input > 20 && reply.usage.cost.is_some());

    let counting = crate::support::fake(|_| Behaviour::answer("well")).await;
    let notes = Notes::default();
    priced(&counting.base_url(), Dialect::OpenaiChat, hurried()).ask_noting(&request(), None, &notes).await.unwrap();
    assert!(notes.noted().is_nothing(), "what an answer tells is not charged twice");
}

fn with_tools() -> Request {
    let tool = Tool { name: "look".to_owned(), description: "Looks.".to_owned(), schema: serde_json::json!({}) };
    Request { tools: ToolUse { offered: [tool].into(), ..ToolUse::default() }, schema: Some(schema()), ..request() }
}

/// O-02, O-10: an error about the prompt's length that mentions functions does not drop tools.
#[tokio::test]
async fn a_prompt_that_is_too_long_switches_no_tools_off() {
    let length =
        "This model's maximum context length is 8192 tokens. Please reduce the length of the messages or functions.";
    for body in [
        serde_json::json!({"error": {"message": length, "type": "invalid_request_error", "param": "messages", "code": "context_length_exceeded"}}),
        serde_json::json!({"error": {"message": length}}),
    ] {
        let body = body.to_string();
        let fake = fake(move |it| match it.index {
            0 => Behaviour::Status { code: 400, headers: Vec::new(), body: body.clone() },
            _ => Behaviour::answer("{}"),
        })
        .await;
        let model = open(&fake, Dialect::OpenaiChat, hurried());
        assert_eq!(model.ask(&with_tools(), None).await.unwrap_err().kind(), "rejected");
        model.ask(&with_tools(), None).await.unwrap();
        assert!(fake.requests().iter().all(|it| it.body.get("tools").is_some()), "tools are still offered");
    }
}

/// O-02: a dropped option is recorded with the provider's message; one that did not help is neither recorded nor remembered.
#[tokio::test]
async fn a_dropped_option_is_noted_and_only_what_helped_is_remembered() {
    let fake = fake(|it| match (it.index, it.body.get("tools")) {
        (0..2, _) => Behaviour::status(400, "tools are not supported"),
        (_, Some(_)) => Behaviour::status(400, "tools are not supported today"),
        (_, None) => Behaviour::answer("{}"),
    })
    .await;
    let model = open(&fake, Dialect::OpenaiChat, hurried());
    let notes = Notes::default();
    model.ask_noting(&with_tools(), None, &notes).await.unwrap_err();
    assert!(notes.noted().dropped.is_empty());
    let notes = Notes::default();
    assert_eq!(
        model.ask_noting(&with_tools(), None, &notes).await.unwrap().attempts,
        2,
        "it was asked with tools again"
    );
    let dropped = notes.noted().dropped;
    assert_eq!((dropped[0].option.as_str(), dropped[0].why.as_str()), ("tools", "tools are not supported today"));
    let notes = Notes::default();
    assert_eq!(model.ask_noting(&with_tools(), None, &notes).await.unwrap().attempts, 1);
    assert!(notes.noted().is_nothing());
}
