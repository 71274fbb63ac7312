//! The embedded language model with real weights.
use futures_util::FutureExt;
use local::weights::{Cache, Role, catalog};
use local::{BackendKind, Embedded, Options};
use models::{Choice, Deltas, Exchange, Model, Reply, Request, Schema, Stop, Tool, ToolResult, ToolUse};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

/// SmolLM2, loaded once for all tests of a process.
fn model() -> Embedded {
    static MODEL: LazyLock<Embedded> = LazyLock::new(|| {
        let weight = catalog::named("smollm2-135m").unwrap();
        let Role::Chat(chat) = weight.role else { panic!("it talks") };
        let held =
            Cache::of_tests().find(weight).expect("`cargo run -p local --example fetch -- smollm2-135m` brings it");
        let options = Options {
            backend: BackendKind::Candle,
            threads: Some(1),
            template: Some(chat.template),
            sampling: chat.sampling,
            memory: None,
        };
        Embedded::load(&held.model(), options).unwrap()
    });
    MODEL.clone()
}

fn request(call: &str, system: &str, user: &str, schema: Option<Value>) -> Request {
    let schema = schema.map(|body| Arc::new(Schema::new("answer", body)));
    let (system, user) = (system.into(), user.to_owned());
    Request {
        call: call.to_owned(),
        system,
        user,
        stable: Vec::new(),
        schema,
        max_tokens: 60,
        temperature: None,
        seed: Some(1),
        tools: Default::default(),
        data: None,
    }
}

const RULES: &str = "You sit at a table that decides one question. Say what should be done and why, in one sentence each. \
                     Argue from your own point of view, and never repeat what others said.";

fn form() -> Value {
    let text = |most: u32| json!({"type": "string", "minLength": 10, "maxLength": most});
    json!({
        "type": "object", "additionalProperties": false, "required": ["position", "reasoning", "vote", "confidence"],
        "properties": {
            "position": text(120), "reasoning": text(160), "vote": {"enum": ["ACCEPT", "MINOR", "BLOCKER"]},
            "confidence": {"type": "number", "minimum": 0, "maximum": 1, "multipleOf": 0.05},
        },
    })
}

/// O-01
#[tokio::test]
async fn weights_of_a_small_model_answer_a_question() {
    let asked = request("r1", "You are a helpful AI assistant.", "What is the capital of France?", None);
    let asked = Request { temperature: Some(0.0), ..asked };
    let reply = model().ask(&asked, None).await.unwrap();
    assert!(reply.text.contains("Paris"), "{reply:?}");
    assert_eq!(reply.stop, Stop::End);
    assert!(reply.usage.input > 20 && reply.usage.output > 3 && reply.usage.cost == Some(0.0));
}

/// O-10, D-61: while a tool may be called, a small model outputs a call or its answer and nothing else; given the results, it
/// answers.
#[tokio::test]
async fn weights_call_a_tool_or_answer() {
    let arguments = json!({"type": "object", "additionalProperties": false, "required": ["query"],
                           "properties": {"query": {"type": "string"}}});
    let look = Tool { name: "look".to_owned(), description: "Looks a figure up.".to_owned(), schema: arguments };
    let is_answer = |text: &str| jsonschema::is_valid(&form(), &serde_json::from_str(text).unwrap());
    let mut called = 0;
    for seed in 0..6 {
        let asked = request("r1", RULES, "Should the farm sow rye? Look its yield up first.", Some(form()));
        let tools = ToolUse { offered: [look.clone()].into(), ..ToolUse::default() };
        let asked = Request { seed: Some(seed), max_tokens: 160, tools, ..asked };
        let reply = model().ask(&asked, None).await.unwrap();
        let Some(call) = reply.calls.first().cloned() else {
            assert!(is_answer(&reply.text), "{}", reply.text);
            continue;
        };
        called += 1;
        assert_eq!((call.name.as_str(), reply.text.as_str()), ("look", ""));
        assert!(serde_json::from_str::<Value>(&call.arguments).unwrap()["query"].is_string(), "{}", call.arguments);
        let text = "What was found:\n| Rye yielded 3.1 tonnes a hectare.".to_owned();
        let result = ToolResult { id: call.id.clone(), text, is_error: false };
        let exchange = Exchange { text: String::new(), calls: vec![call], results: vec![result] };
        let tools = ToolUse { exchanges: vec![exchange], choice: Choice::Answer, ..asked.tools.clone() };
        let reply = model().ask(&Request { call: "r1/2".to_owned(), tools, ..asked }, None).await.unwrap();
        assert!(reply.calls.is_empty() && is_answer(&reply.text), "{}", reply.text);
        assert!(reply.usage.cached > 0, "what was read is not read again");
    }
    assert!(called > 0, "it can be brought to call one");
}

/// O-02: the streamed text is the text of the answer.
#[tokio::test]
async fn weights_are_heard_as_they_speak() {
    #[derive(Default)]
    struct Listener(Mutex<Vec<String>>, AtomicUsize);
    impl Deltas for Listener {
        fn delta(&self, text: &str) {
            self.0.lock().unwrap().push(text.to_owned());
            self.1.fetch_add(1, Ordering::SeqCst);
        }
        fn restart(&self) {
            self.0.lock().unwrap().clear();
        }
    }
    let listener = Listener::default();
    let reply =
        model().ask(&request("r1", RULES, "Should we adopt Zürich's façade 🏛️?", Some(form())), Some(&listener)).await;
    assert!(listener.1.load(Ordering::SeqCst) > 10);
    let heard = listener.0.into_inner().unwrap();
    assert_eq!(heard.concat(), reply.unwrap().text);
}

/// O-05: the same question gives the same answer, alone or in a batch; another call gives another.
#[tokio::test]
async fn weights_answer_the_same_in_any_company() {
    let model = model();
    let topic = "Should a team of five split its product?";
    let asked = |call: &str| request(call, RULES, topic, Some(form()));
    let (a, b, c) = (asked("r1/a"), asked("r1/b"), asked("r1/c"));
    let alone = model.ask(&a, None).await.unwrap().text;
    let (first, second, third) = tokio::join!(model.ask(&a, None), model.ask(&b, None), model.ask(&c, None));
    let texts: Vec<String> = [first, second, third].map(|it| it.unwrap().text).into();
    assert_eq!(texts[0], alone);
    assert!(texts[1] != alone || texts[2] != alone, "{texts:?}");
}

/// O-01: a prompt that was read is taken from the cache.
#[tokio::test]
async fn weights_keep_what_they_have_read() {
    let model = model();
    let rules = format!("{RULES} This table is called {}.", line!());
    let first = model.ask(&request("r1", &rules, "Buy or build? You are one.", Some(form())), None).await.unwrap();
    let second = model.ask(&request("r1", &rules, "Buy or build? You are two.", Some(form())), None).await.unwrap();
    assert!(first.usage.cached < 40, "{:?}", first.usage);
    assert!(second.usage.cached * 10 > second.usage.input * 8, "{:?}", second.usage);
}

/// O-03: what nobody waits for is not read on, and harms no other call. No clock decides: what was read of it by then does.
#[tokio::test]
async fn weights_stop_when_nobody_waits() {
    let model = model();
    let long = request("r1", RULES, &"Tell everything about it. ".repeat(200), None);
    // The first poll hands it to the scheduler, and nobody polls it again.
    assert!(model.ask(&long, None).now_or_never().is_none(), "a thousand tokens take several steps");
    // Each step reads a part of every prompt that is waited for: within these, all of the long one would have been read.
    let other = request("r2", "", "Buy or build?", Some(form()));
    let other = model.ask(&other, None).await.unwrap();
    assert!(other.usage.output > 30, "{:?}", other.usage);
    let again = Request { max_tokens: 1, ..long };
    let again = model.ask(&again, None).await.unwrap();
    assert!(again.usage.cached * 4 < again.usage.input, "{:?}", again.usage);
}

/// O-40: special tokens in a participant's text are text.
#[tokio::test]
async fn weights_can_not_be_spoken_to_in_signs() {
    let model = model();
    let plain = model.tokens("<|im_end|>");
    assert!(plain > 1, "{plain}");
}

#[tokio::test]
async fn weights_refuse_what_does_not_fit() {
    let asked = request("r1", RULES, &"word ".repeat(20_000), None);
    let error = model().ask(&asked, None).await.unwrap_err().to_string();
    assert!(error.contains("the prompt has") && error.contains("does not fit"), "{error}");
}

/// D-21: every answer follows its schema, bounds included. Five hundred of them: `engine`'s example `held`.
#[tokio::test]
async fn weights_are_held_to_any_form() {
    let model = model();
    let validator = jsonschema::validator_for(&form()).unwrap();
    let mut chance = fastrand::Rng::with_seed(5);
    let noise: Vec<String> = (0..24)
        .map(|_| (0..chance.usize(1..60)).map(|_| chance.char('\u{1}'..'\u{2fff}')).collect::<String>())
        .collect();
    let asked: Vec<Request> =
        noise.iter().enumerate().map(|(at, noise)| request(&format!("r{at}"), RULES, noise, Some(form()))).collect();
    let replies = futures_util::future::join_all(asked.iter().map(|it| model.ask(it, None))).await;
    for reply in replies {
        let Reply { text, stop, .. } = reply.unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert!(validator.is_valid(&value), "{text}");
        assert_eq!(stop, Stop::End);
    }
}

/// D-21: sentences of a small model end as sentences, whether their characters or the answer's tokens have run out. Of what it says, only the
/// end is looked at.
#[tokio::test]
async fn weights_end_their_sentences() {
    let sentence =
        |most: u32| format!("^(What counts is that|Yes, because) ([^.!?:|…。！？\\n]|[0-9][.][0-9]){{10,{most}}}[.]$");
    let form = |most: u32| {
        let text = json!({"type": "string", "pattern": sentence(most)});
        json!({
            "type": "object", "additionalProperties": false, "required": ["position", "reasoning"],
            "properties": {"position": text, "reasoning": text},
        })
    };
    let topics = [
        "Should a team of five split its product into microservices?",
        "Should we adopt gRPC for calls between our services?",
        "Should the library buy a second server this year?",
        "Should we move the release from Friday to Tuesday?",
    ];
    let limits = [(60, 200), (100, 200), (160, 200), (400, 40), (400, 70)];
    let asked: Vec<Request> = topics
        .iter()
        .flat_map(|topic| limits.map(|(most, tokens)| (*topic, most, tokens)))
        .enumerate()
        .map(|(n, (topic, most, tokens))| {
            let asked = request(&format!("e{n}"), RULES, topic, Some(form(most)));
            Request { max_tokens: tokens, ..asked }
        })
        .collect();
    let model = model();
    let replies = futures_util::future::join_all(asked.iter().map(|it| model.ask(it, None))).await;
    const DANGLING: [&str; 22] = [
        "a", "an", "the", "and", "or", "but", "of", "to", "in", "on", "for", "with", "is", "are", "that", "which",
        "by", "from", "as", "at", "be", "their",
    ];
    let (mut sentences, mut bad) = (0, Vec::new());
    for reply in replies {
        let reply = reply.unwrap();
        let value: Value = serde_json::from_str(&reply.text).unwrap();
        for field in ["position", "reasoning"] {
            let text = value[field].as_str().unwrap();
            let words = text.strip_suffix('.').unwrap();
            let last = words.rsplit(' ').next().unwrap().to_lowercase();
            sentences += 1;
            if words.ends_with([',', ';', '-', ' ']) || DANGLING.contains(&last.as_str()) {
                bad.push(text.to_owned());
            }
        }
    }
    assert!(bad.is_empty(), "{} of {sentences}: {bad:#?}", bad.len());
}

/// O-01: an invalid model file is reported with its path and what is wrong.
#[test]
fn what_is_no_model_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let options = |memory| Options {
        backend: BackendKind::Candle,
        threads: None,
        template: None,
        sampling: local::weights::Sampling { temperature: 0.0, top_p: 1.0, repetition: 1.0 },
        memory,
    };
    let path = folder.path().join("it.gguf");
    let refused = |memory| Embedded::load(&path, options(memory)).err().unwrap().to_string();
    assert!(refused(None).contains("No such file"));
    std::fs::write(&path, "GGUF, but not really").unwrap();
    assert!(refused(None).contains("it is not a GGUF file, or it is damaged"), "{}", refused(None));
}

/// O-01: memory is checked before a model is loaded.
#[test]
fn weights_that_do_not_fit_into_memory_are_not_loaded() {
    let weight = catalog::named("smollm2-135m").unwrap();
    let Role::Chat(chat) = weight.role else { panic!("it talks") };
    let held = Cache::of_tests().find(weight).expect("`cargo run -p local --example fetch -- smollm2-135m` brings it");
    let options = Options {
        backend: BackendKind::Candle,
        threads: None,
        template: None,
        sampling: chat.sampling,
        memory: Some(100_000_000),
    };
    let error = Embedded::load(&held.model(), options).err().unwrap().to_string();
    assert!(error.contains("MB of memory and 100 MB are free"), "{error}");
}
