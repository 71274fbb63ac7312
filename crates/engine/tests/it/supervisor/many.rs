//! A thousand debates at once, and more than there are slots.
use super::*;
use futures_util::future::join_all;

/// O-30: a thousand debates run at once in one supervisor, and all end.
#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_debates_run_at_once() {
    let (_directory, _path, store) = filed().await;
    let gated = GatedModels::letting(0);
    let supervisor = supervisor(&store, &gated, 1_000);
    let specs: Vec<Spec> = (0..1_000).map(|n| spec(&format!("d{n}"), 1)).collect();
    let opened = join_all(specs.iter().map(|it| supervisor.open(it, Owner::default()))).await;
    assert!(opened.iter().all(Result::is_ok));
    gated.asks(3_000).await;
    assert_eq!(supervisor.running(), 1_000, "all of them wait for an answer");
    assert!(supervisor.open(&spec("one too many", 1), Owner::default()).await.is_err());
    gated.gate.add_permits(ALL);
    for n in 0..1_000 {
        assert_eq!(rested(&supervisor, &format!("d{n}")).await, Status::Over);
    }
    assert_eq!((supervisor.running(), gated.asked().len()), (0, 3_000));
}

/// I-21, O-30: of more debates than can run at once, those that were running resume as slots become free, before any new one.
#[tokio::test(flavor = "multi_thread")]
async fn those_who_wait_go_on_as_places_become_free() {
    let (_directory, _path, store) = filed().await;
    let first_gated = GatedModels::letting(0);
    let first = supervisor(&store, &first_gated, 10);
    for n in 0..9 {
        first.open(&spec(&format!("d{n}"), 1), Owner::default()).await.unwrap();
    }
    first.close(std::time::Duration::ZERO).await;

    let gated = GatedModels::letting(0);
    let second = supervisor(&store, &gated, 2);
    assert_eq!(second.recover().await.unwrap().len(), 9);
    gated.asks(6).await;
    assert_eq!(second.running(), 2);
    for n in 0..9 {
        assert_eq!(status(&second, &format!("d{n}")).await, Status::Running, "it runs, or will");
    }
    assert!(second.open(&spec("new", 1), Owner::default()).await.is_err(), "those who wait come first");
    second.stop(&"d8".into()).await.unwrap();
    assert_eq!(status(&second, "d8").await, Status::Over, "one that waits is stopped at once");
    second.pause(&"d7".into()).await.unwrap();
    assert_eq!(status(&second, "d7").await, Status::Paused);
    gated.gate.add_permits(ALL);
    for n in 0..7 {
        second.until_rest(&format!("d{n}").as_str().into()).await;
        assert!(second.running() <= 2);
        assert_eq!(status(&second, &format!("d{n}")).await, Status::Over);
    }
    assert_eq!(gated.asked().len(), 21, "seven debates of three");
}
