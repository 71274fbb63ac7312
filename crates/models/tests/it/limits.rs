//! Limits as a provider sees them, and cancelled calls.
use crate::support::{fake, gateway, hurried, model_ref, open_limited, provider, request};
use futures_util::future::join_all;
use models::fake_provider::{Behaviour, FakeProvider};
use models::{Dialect, Limits, Model, Provider};
use std::time::Duration;

/// Waits until `count` requests have arrived.
async fn arrived(fake: &FakeProvider, count: usize) {
    while fake.count() < count {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// O-03
#[tokio::test]
async fn a_provider_never_sees_more_at_once_than_its_limit() {
    let fake = fake(|_| Behaviour::slow("done", Duration::from_millis(10))).await;
    let model = open_limited(&fake, Dialect::OpenaiChat, hurried(), Limits::new(4, 0));
    let request = request();
    let replies = join_all((0..20).map(|_| model.ask(&request, None))).await;
    assert!(replies.iter().all(Result::is_ok));
    assert_eq!(fake.count(), 20);
    assert!(fake.most_in_flight() <= 4, "{} at once", fake.most_in_flight());
}

/// O-30
#[tokio::test]
async fn without_a_limit_all_are_asked_at_once() {
    let fake = fake(|_| Behaviour::Hang).await;
    let model = open_limited(&fake, Dialect::OpenaiChat, hurried(), Limits::default());
    let request = request();
    tokio::select! {
        _ = join_all((0..200).map(|_| model.ask(&request, None))) => panic!("the silent provider spoke"),
        () = arrived(&fake, 200) => assert_eq!(fake.most_in_flight(), 200),
    }
}

/// O-03
#[tokio::test]
async fn a_call_given_up_frees_its_place() {
    let fake = fake(|received| if received.index == 0 { Behaviour::Hang } else { Behaviour::answer("next") }).await;
    let model = open_limited(&fake, Dialect::OpenaiChat, hurried(), Limits::new(1, 0));
    let request = request();
    tokio::select! {
        _ = model.ask(&request, None) => panic!("the silent provider spoke"),
        () = arrived(&fake, 1) => {}
    }
    assert_eq!(model.ask(&request, None).await.unwrap().text, "next");
}

/// O-03
#[tokio::test]
async fn a_call_that_waits_for_its_next_attempt_holds_no_place() {
    let fake = fake(|received| match received.index {
        0 => Behaviour::status(429, "later").with_header("Retry-After", "30"),
        _ => Behaviour::answer("meanwhile"),
    })
    .await;
    let model = open_limited(&fake, Dialect::OpenaiChat, hurried(), Limits::new(1, 0));
    let request = request();
    let mut waiting = model.ask(&request, None);
    let refused = async {
        arrived(&fake, 1).await;
        model.ask(&request, None).await
    };
    tokio::select! {
        early = &mut waiting => panic!("came back early: {early:?}"),
        reply = refused => assert_eq!(reply.unwrap().text, "meanwhile"),
    }
}

/// O-30
#[tokio::test]
async fn a_slow_provider_does_not_hold_back_another() {
    let slow = fake(|_| Behaviour::Hang).await;
    let quick = fake(|_| Behaviour::answer("quick")).await;
    let limits = Limits::new(1, 0);
    let row = |name: &str, url: &str| Provider { limits, ..provider(name, Dialect::OpenaiChat, url) };
    let gateway = gateway(vec![row("slow", &slow.base_url()), row("quick", &quick.base_url())], hurried());
    let (slow, quick) = (gateway.open(&model_ref("slow")).unwrap(), gateway.open(&model_ref("quick")).unwrap());
    let request = request();
    let stuck = join_all((0..10).map(|_| slow.ask(&request, None)));
    let served = join_all((0..10).map(|_| quick.ask(&request, None)));
    tokio::select! {
        _ = stuck => panic!("the silent provider spoke"),
        replies = served => assert!(replies.iter().all(Result::is_ok)),
    }
}
