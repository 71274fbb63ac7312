//! The wire functions over recordings: one list of cases that both dialects pass.
use crate::support::{DIALECTS, KEY, Known, request, schema};
use models::wire::{Answer, Capabilities, Delivery, Endpoint, Shape, TokenField};
use models::{Dialect, Error, Key, Request, Stop, Usage};
use serde_json::{Value, json};
use std::path::Path;

const TEXT: &str = "Yes – “naïve” is fine.\nSecond line.";

fn endpoint(dialect: Dialect) -> Endpoint {
    Endpoint {
        provider: "fake".to_owned(),
        dialect,
        base_url: "http://127.0.0.1:1/v1".to_owned(),
        model: "parrot".to_owned(),
        key_env: Some("FAKE_KEY".to_owned()),
        key: Key::new(KEY),
    }
}

fn recording(dialect: Dialect, name: &str) -> Vec<u8> {
    let prefix = match dialect {
        Dialect::OpenaiChat => "openai",
        Dialect::Anthropic => "anthropic",
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/recordings/{prefix}-{name}"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn listen(endpoint: &Endpoint, pieces: &[&[u8]]) -> Result<(Answer, String), Error> {
    let mut stream = endpoint.stream();
    let mut heard = String::new();
    for piece in pieces {
        stream.push(piece, |words| heard.push_str(words))?;
    }
    Ok((stream.finish()?, heard))
}

fn answer(text: &str, stop: Stop, cached: u64) -> Answer {
    let usage = Usage { input: 1200, cached, output: 34, cost: None };
    Answer { text: text.to_owned(), stop, usage, cache_writes: 0, calls: Vec::new() }
}

/// O-02
#[test]
fn whole_answers_mean_the_same_in_both_dialects() {
    let rows = [
        ("plain.json", answer(TEXT, Stop::End, 0)),
        ("cached.json", answer(TEXT, Stop::End, 1024)),
        ("parts.json", answer(TEXT, Stop::End, 0)),
        ("length.json", answer("Yes – and", Stop::Length, 0)),
        ("refusal.json", answer("I can't help with that.", Stop::Refused, 0)),
        ("empty.json", answer("", Stop::End, 0)),
    ];
    for dialect in DIALECTS {
        for (name, expected) in &rows {
            let mut read = endpoint(dialect).reply(&recording(dialect, name)).unwrap();
            read.cache_writes = 0;
            assert_eq!(&read, expected, "{dialect:?} {name}");
        }
    }
}

/// O-02
#[test]
fn streamed_answers_mean_the_same_in_both_dialects() {
    let rows = [
        ("stream.sse", TEXT, Stop::End),
        ("stream-length.sse", "Yes – and", Stop::Length),
        ("stream-refusal.sse", "I can't help with that.", Stop::Refused),
    ];
    for dialect in DIALECTS {
        for (name, text, stop) in rows {
            let (read, _) = listen(&endpoint(dialect), &[&recording(dialect, name)]).unwrap();
            assert_eq!((read.text.as_str(), read.stop), (text, stop), "{dialect:?} {name}");
        }
        let (read, heard) = listen(&endpoint(dialect), &[&recording(dialect, "stream.sse")]).unwrap();
        assert_eq!(read.usage, Usage { input: 1200, cached: 1024, output: 34, cost: None });
        assert_eq!(heard, TEXT);
    }
}

/// O-02
#[test]
fn a_stream_may_be_split_anywhere() {
    for dialect in DIALECTS {
        let endpoint = endpoint(dialect);
        let bytes = recording(dialect, "stream.sse");
        let whole = listen(&endpoint, &[&bytes]).unwrap();
        for split in 0..bytes.len() {
            let (head, tail) = bytes.split_at(split);
            assert_eq!(listen(&endpoint, &[head, tail]).unwrap(), whole, "{dialect:?} split at {split}");
        }
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(listen(&endpoint, &single).unwrap(), whole);
    }
}

/// O-03
#[test]
fn broken_streams_are_worth_another_attempt() {
    let rows = [("stream-cut.sse", "cut"), ("stream-torn.sse", "cut"), ("stream-error.sse", "server")];
    for dialect in DIALECTS {
        for (name, kind) in rows {
            let error = listen(&endpoint(dialect), &[&recording(dialect, name)]).unwrap_err();
            assert_eq!((error.kind(), error.is_worth_retrying()), (kind, true), "{dialect:?} {name}: {error}");
        }
        let error = endpoint(dialect).reply(&recording(dialect, "error-in-200.json")).unwrap_err();
        assert_eq!(error.kind(), "server", "{error}");
    }
}

#[test]
fn what_is_not_the_dialect_is_unusable() {
    let bodies: [&[u8]; 6] = [b"", b"<html>hello</html>", b"{}", b"[]", b"null", b"{\"choices\":[]}"];
    for dialect in DIALECTS {
        for body in bodies {
            let error = endpoint(dialect).reply(body).unwrap_err();
            assert_eq!(error.kind(), "unusable_body", "{dialect:?} {}", String::from_utf8_lossy(body));
        }
        let error = listen(&endpoint(dialect), &[b"data: <p>\n\n"]).unwrap_err();
        assert_eq!(error.kind(), "unusable_body");
    }
}

#[test]
fn only_openai_s_imitators_do_this() {
    let openai = endpoint(Dialect::OpenaiChat);
    let filtered = openai.reply(&recording(Dialect::OpenaiChat, "filtered.json")).unwrap();
    assert_eq!(filtered, answer("", Stop::Refused, 0));
    let bare = openai.reply(&recording(Dialect::OpenaiChat, "bare.json")).unwrap();
    assert_eq!(bare, Answer { text: "ok".to_owned(), ..Answer::default() });
    for cost in ["0.25", r#"{"total_cost": 0.25}"#] {
        let body = format!(r#"{{"choices":[{{"message":{{"content":"ok"}}}}],"usage":{{"cost":{cost}}}}}"#);
        assert_eq!(openai.reply(body.as_bytes()).unwrap().usage.cost, Some(0.25));
    }
}

/// O-02
#[test]
fn anthropic_counts_what_it_wrote_to_its_cache() {
    let anthropic = endpoint(Dialect::Anthropic);
    let whole = anthropic.reply(&recording(Dialect::Anthropic, "cached.json")).unwrap();
    let (streamed, _) = listen(&anthropic, &[&recording(Dialect::Anthropic, "stream.sse")]).unwrap();
    assert_eq!((whole.cache_writes, streamed.cache_writes), (100, 100));
}

fn body(dialect: Dialect, request: &Request, accepts: Capabilities, delivery: Delivery) -> Value {
    serde_json::from_slice(&endpoint(dialect).body(request, accepts, delivery)).unwrap()
}

/// O-02
#[test]
fn openai_requests_are_as_the_dialect_wants_them() {
    let full = Request { schema: Some(schema()), temperature: Some(0.7), seed: Some(42), ..request() };
    let accepts = Capabilities::all(TokenField::MaxCompletionTokens);
    let messages =
        json!([{"role": "system", "content": "You are Hamilton."}, {"role": "user", "content": "Is it so?"}]);
    assert_eq!(
        body(Dialect::OpenaiChat, &full, accepts, Delivery::Streamed),
        json!({
            "model": "parrot", "messages": messages, "max_completion_tokens": 500, "temperature": 0.7, "seed": 42,
            "response_format": {"type": "json_schema",
                                "json_schema": {"name": "turn", "strict": true, "schema": schema().body}},
            "stream": true, "stream_options": {"include_usage": true},
        })
    );
    let poor = Capabilities {
        shape: Shape::Object,
        temperature: false,
        seed: false,
        ..Capabilities::all(TokenField::MaxTokens)
    };
    assert_eq!(
        body(Dialect::OpenaiChat, &full, poor, Delivery::Whole),
        json!({"model": "parrot", "messages": messages, "max_tokens": 500, "response_format": {"type": "json_object"}})
    );
}

/// O-02
#[test]
fn anthropic_requests_are_as_the_dialect_wants_them() {
    let full = Request { schema: Some(schema()), temperature: Some(0.7), seed: Some(42), ..request() };
    let accepts = Capabilities::all(TokenField::MaxTokens);
    let mut expected = json!({
        "model": "parrot", "max_tokens": 500,
        "system": [{"type": "text", "text": "You are Hamilton.", "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": "user", "content": "Is it so?"}],
    });
    assert_eq!(body(Dialect::Anthropic, &request(), accepts, Delivery::Whole), expected);
    expected["temperature"] = json!(0.7);
    expected["output_config"] = json!({"format": {"type": "json_schema", "schema": schema().body}});
    expected["stream"] = json!(true);
    assert_eq!(body(Dialect::Anthropic, &full, accepts, Delivery::Streamed), expected);
}

/// D-35: shared prefixes are sent as blocks, and the last of them has the cache mark; the other dialect gets no marks.
#[test]
fn what_stays_the_same_is_marked() {
    let block = |text: &str| json!({"type": "text", "text": text});
    let mut kept = block("é2. ");
    kept["cache_control"] = json!({"type": "ephemeral"});
    for (stable, expected) in [
        (vec![5, 10], json!([block("1é. "), kept, block("now?")])),
        (vec![], json!("1é. é2. now?")),
        // Invalid offsets, and offsets that leave an empty block, are ignored.
        (vec![0, 2, 99, 14], json!("1é. é2. now?")),
        (vec![5, 3, 10], json!([block("1é. "), kept, block("now?")])),
    ] {
        let asked = Request { user: "1é. é2. now?".to_owned(), stable, ..request() };
        let accepts = Capabilities::all(TokenField::MaxTokens);
        let anthropic = body(Dialect::Anthropic, &asked, accepts, Delivery::Whole);
        assert_eq!(anthropic.pointer("/messages/0/content"), Some(&expected));
        let openai = body(Dialect::OpenaiChat, &asked, accepts, Delivery::Whole);
        assert_eq!(openai.pointer("/messages/1/content"), Some(&json!("1é. é2. now?")));
    }
}

#[test]
fn each_dialect_has_its_own_address_and_headers() {
    let openai = endpoint(Dialect::OpenaiChat);
    assert_eq!(openai.url(), "http://127.0.0.1:1/v1/chat/completions");
    assert!(openai.headers().contains(&("authorization", format!("Bearer {KEY}"))));
    let anthropic = endpoint(Dialect::Anthropic);
    assert_eq!(anthropic.url(), "http://127.0.0.1:1/v1/messages");
    assert!(anthropic.headers().contains(&("x-api-key", KEY.to_owned())));
    assert!(anthropic.headers().contains(&("anthropic-version", "2023-06-01".to_owned())));
}

/// O-03
#[test]
fn statuses_mean_the_same_in_both_dialects() {
    let rows = [
        (400, "rejected", false),
        (401, "unauthorized", false),
        (402, "out_of_credit", false),
        (403, "unauthorized", false),
        (404, "not_found", false),
        (408, "server", true),
        (409, "server", true),
        (413, "rejected", false),
        (422, "rejected", false),
        (425, "server", true),
        (429, "rate_limited", true),
        (500, "server", true),
        (502, "server", true),
        (503, "server", true),
        (529, "server", true),
        (307, "rejected", false),
    ];
    for dialect in DIALECTS {
        for (status, kind, again) in rows {
            let error = endpoint(dialect).failure(status, None, b"{\"error\":{\"message\":\"no\"}}");
            assert_eq!((error.kind(), error.is_worth_retrying()), (kind, again), "{dialect:?} {status}");
        }
    }
    let quota = br#"{"error":{"message":"You exceeded your quota","code":"insufficient_quota"}}"#;
    assert_eq!(endpoint(Dialect::OpenaiChat).failure(429, None, quota).kind(), "out_of_credit");
}

#[test]
fn a_complaint_is_found_wherever_it_is() {
    let rows = [
        (r#"{"error":{"message":"too long"}}"#, "too long"),
        (r#"{"error":"too long"}"#, "too long"),
        (r#"{"message":"too long"}"#, "too long"),
        (r#"{"detail":"too long"}"#, "too long"),
        (r#"[{"error":{"message":"too long"}}]"#, "too long"),
        ("too long", "too long"),
        ("<html><body>Bad Request", "an HTML page"),
        ("", "nothing"),
    ];
    for (body, message) in rows {
        let error = endpoint(Dialect::OpenaiChat).failure(400, None, body.as_bytes());
        assert_eq!(error.to_string(), format!("the provider rejects the request (400): {message}"));
    }
}
