//! Misbehaving providers: with recovery, and without.
use crate::support::{DIALECTS, KEY, Known, Listener, fake, gateway, hurried, model_ref, open, provider, request};
use models::fake_provider::Behaviour;
use models::{Dialect, Error, Model, Policy};
use std::time::{Duration, SystemTime};

/// Misbehaves on the first two requests.
async fn recovers(dialect: Dialect, bad: Behaviour, policy: Policy) -> (u32, usize) {
    let fake = fake(move |received| if received.index < 2 { bad.clone() } else { Behaviour::answer("well") }).await;
    let reply = open(&fake, dialect, policy).ask(&request(), None).await.unwrap();
    assert_eq!(reply.text, "well");
    (reply.attempts, fake.count())
}

/// Always misbehaves.
async fn never_recovers(dialect: Dialect, bad: Behaviour, policy: Policy) -> Error {
    let fake = fake(move |_| bad.clone()).await;
    let error = open(&fake, dialect, policy.clone()).ask(&request(), None).await.unwrap_err();
    assert_eq!(u32::try_from(fake.count()).unwrap(), policy.attempts);
    assert_eq!(error.attempts(), policy.attempts, "{error}");
    error
}

async fn check(bad: Behaviour, kind: &str) {
    for dialect in DIALECTS {
        assert_eq!(recovers(dialect, bad.clone(), hurried()).await, (3, 3), "{dialect:?} {bad:?}");
        let few = Policy { attempts: 3, ..hurried() };
        assert_eq!(never_recovers(dialect, bad.clone(), few).await.kind(), kind, "{dialect:?} {bad:?}");
    }
}

/// O-03
#[tokio::test]
async fn rate_limits_are_waited_out_however_they_are_told() {
    let limited = Behaviour::status(429, "slow down");
    let past = httpdate::fmt_http_date(SystemTime::now() - Duration::from_secs(60));
    check(limited.clone(), "rate_limited").await;
    check(limited.clone().with_header("Retry-After", "0"), "rate_limited").await;
    check(limited.clone().with_header("Retry-After", "0.01"), "rate_limited").await;
    check(limited.clone().with_header("retry-after-ms", "5"), "rate_limited").await;
    check(limited.with_header("Retry-After", &past), "rate_limited").await;
}

/// O-03
#[tokio::test]
async fn trouble_at_the_provider_is_outlived() {
    for code in [408, 425, 500, 502, 503, 504, 529] {
        check(Behaviour::status(code, "trouble"), "server").await;
    }
}

/// O-03
#[tokio::test]
async fn broken_connections_are_mended() {
    check(Behaviour::Reset, "cut").await;
    for after in [0, 1, 40] {
        check(Behaviour::Cut { after, text: "well".to_owned() }, "cut").await;
    }
    check(Behaviour::Raw(b"HTTP/1.1 200 OK\r\ncontent-le".to_vec()), "cut").await;
}

/// O-03
#[tokio::test]
async fn unusable_bodies_are_asked_for_again() {
    check(Behaviour::Html, "unusable_body").await;
    let empty = Behaviour::Status { code: 200, headers: Vec::new(), body: String::new() };
    check(empty, "unusable_body").await;
}

/// O-03
#[tokio::test]
async fn silence_ends_at_the_deadline() {
    let policy = Policy { attempts: 3, idle: Duration::from_millis(300), ..hurried() };
    for dialect in DIALECTS {
        assert_eq!(recovers(dialect, Behaviour::Hang, policy.clone()).await, (3, 3));
    }
    let error = never_recovers(Dialect::OpenaiChat, Behaviour::Hang, policy).await;
    assert_eq!(error.to_string(), "no answer within 0.3 s (gave up after 3 attempts)");
}

/// O-03
#[tokio::test]
async fn too_long_a_wait_is_refused_and_said() {
    let fake = fake(|_| Behaviour::status(429, "come back tomorrow").with_header("Retry-After", "3600")).await;
    let error = open(&fake, Dialect::OpenaiChat, hurried()).ask(&request(), None).await.unwrap_err();
    assert_eq!(fake.count(), 1);
    assert_eq!(error.to_string(), "the provider limits the rate (429) and asks to wait 3600 s: come back tomorrow");
}

/// O-40
#[tokio::test]
async fn a_wrong_key_is_not_tried_again_and_never_shown() {
    for dialect in DIALECTS {
        let fake = fake(|received| {
            let sent = received.header("authorization").or(received.header("x-api-key")).unwrap();
            Behaviour::status(401, &format!("invalid key: {sent}"))
        })
        .await;
        let error = open(&fake, dialect, hurried()).ask(&request(), None).await.unwrap_err();
        assert_eq!((error.kind(), fake.count()), ("unauthorized", 1));
        let message = error.to_string();
        assert!(message.contains("set `FAKE_KEY`") && message.contains("[key]"), "{message}");
        assert!(!message.contains(KEY) && !format!("{error:?}").contains(KEY), "{message}");
    }
}

/// O-40
#[tokio::test]
async fn a_key_echoed_in_an_answer_is_blotted_out() {
    for dialect in DIALECTS {
        let fake = fake(|_| Behaviour::answer(format!("your key is {KEY}."))).await;
        let model = open(&fake, dialect, hurried());
        assert!(!format!("{model:?}").contains(KEY));
        assert_eq!(model.ask(&request(), None).await.unwrap().text, "your key is [key].");
        let listener = Listener::default();
        assert_eq!(model.ask(&request(), Some(&listener)).await.unwrap().text, "your key is [key].");
        assert_eq!(listener.heard(), "your key is [key].");
    }
}

/// O-03
#[tokio::test]
async fn what_no_retry_can_mend_is_not_retried() {
    for (code, kind) in [(400, "rejected"), (403, "unauthorized"), (404, "not_found"), (422, "rejected")] {
        for dialect in DIALECTS {
            let fake = fake(move |_| Behaviour::status(code, "no")).await;
            let error = open(&fake, dialect, hurried()).ask(&request(), None).await.unwrap_err();
            assert_eq!((error.kind(), error.attempts(), fake.count()), (kind, 1, 1));
        }
    }
}

/// O-03
#[tokio::test]
async fn nobody_there_is_said_with_the_address() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", free.local_addr().unwrap());
    drop(free);
    let few = Policy { attempts: 2, ..hurried() };
    let gateway = gateway(vec![provider("gone", Dialect::OpenaiChat, &format!("{address}/v1"))], few);
    let error = gateway.open(&model_ref("gone")).unwrap().ask(&request(), None).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), ("unreachable", 2));
    assert!(error.to_string().starts_with(&format!("can't reach `{address}`: ")), "{error}");
}

/// O-03
#[tokio::test]
async fn a_stream_that_breaks_begins_again() {
    for dialect in DIALECTS {
        let fake = fake(|received| match received.index {
            0 => Behaviour::Cut { after: 900, text: "A long answer that is cut somewhere in its middle. ".repeat(8) },
            1 => Behaviour::Html,
            _ => Behaviour::answer("All is well that ends well."),
        })
        .await;
        let listener = Listener::default();
        let reply = open(&fake, dialect, hurried()).ask(&request(), Some(&listener)).await.unwrap();
        assert_eq!((reply.text.as_str(), reply.attempts), ("All is well that ends well.", 3));
        let heard = listener.heard();
        assert_eq!(heard.rsplit('|').next(), Some("All is well that ends well."));
        assert_eq!(heard.matches('|').count(), 2, "{heard}");
    }
}
