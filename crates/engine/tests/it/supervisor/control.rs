//! Opening, pausing, resuming, stopping and closing, at once and in any order.
use super::*;
use debate::event::Reason;
use engine::{Continuation, SupervisorError};
use futures_util::future::join_all;
use std::task::Poll;
use std::time::Duration;

/// I-21, O-42: a request that is repeated many times at once creates one debate; its key is unknown to other tenants, and can't be used for
/// another request.
#[tokio::test(flavor = "multi_thread")]
async fn one_request_is_one_debate() {
    let gated = GatedModels::open();
    let supervisor = fresh(&gated, 100).await;
    let opening = (0..20).map(|n| {
        let supervisor = supervisor.clone();
        tokio::spawn(async move { supervisor.open(&spec(&format!("d{n}"), 1), named("k", "same")).await.unwrap() })
    });
    let opened = join_all(opening.collect::<Vec<_>>()).await;
    let ids: Vec<DebateId> = opened.into_iter().map(Result::unwrap).collect();
    assert!(ids.iter().all(|it| *it == ids[0]), "{ids:?}");
    assert_eq!(supervisor.store().list(100, 0).await.unwrap().len(), 1, "nothing is left of the others");

    let other = supervisor.open(&spec("other", 1), named("k", "different")).await.unwrap_err();
    assert!(matches!(&other, SupervisorError::Reused { key } if key == "k"), "{other}");
    let foreign = Owner { tenant: "t".into(), ..named("k", "same") };
    assert_eq!(supervisor.open(&spec("foreign", 1), foreign).await.unwrap(), "foreign".into());
    assert_eq!(rested(&supervisor, "foreign").await, Status::Over);
}

/// O-30, O-42: the limits hold in total and for each tenant, however many requests come at once; a refused one leaves nothing behind.
#[tokio::test(flavor = "multi_thread")]
async fn places_are_bounded() {
    let gated = GatedModels::letting(0);
    let terms = Limits { most: 5, most_of_one: 3, around: None };
    let supervisor = Supervisor::on(Store::memory().await.unwrap(), Arc::new(GatedProvider(gated.clone())), terms);
    let open = |n: usize, tenant: &'static str| {
        let supervisor = supervisor.clone();
        async move { supervisor.open(&spec(&format!("{tenant}{n}"), 1), of(tenant)).await }
    };
    let ann = join_all((0..10).map(|n| open(n, "ann"))).await;
    assert_eq!(ann.iter().filter(|it| it.is_ok()).count(), 3);
    assert!(ann.iter().flatten_err().all(|it| matches!(it, SupervisorError::Share { most: 3 })), "{ann:?}");
    let bob = join_all((0..10).map(|n| open(n, "bob"))).await;
    assert_eq!(bob.iter().filter(|it| it.is_ok()).count(), 2);
    assert!(bob.iter().flatten_err().all(|it| matches!(it, SupervisorError::Busy { most: 5 })), "{bob:?}");
    assert_eq!((supervisor.running(), supervisor.store().list(100, 0).await.unwrap().len()), (5, 5));
    assert_eq!(
        ann.iter().flatten_err().next().unwrap().to_string(),
        "3 of your debates are running, which is the most for one caller; wait until one is over, or stop one"
    );

    gated.gate.add_permits(ALL);
    for id in ann.into_iter().chain(bob).flatten() {
        assert_eq!(rested(&supervisor, id.as_str()).await, Status::Over);
    }
    open(11, "ann").await.unwrap();
}

/// The errors among outcomes.
trait FlattenErr<'a> {
    fn flatten_err(self) -> impl Iterator<Item = &'a SupervisorError>;
}

impl<'a, T: 'a, I: Iterator<Item = &'a Result<T, SupervisorError>>> FlattenErr<'a> for I {
    fn flatten_err(self) -> impl Iterator<Item = &'a SupervisorError> {
        self.filter_map(|it| it.as_ref().err())
    }
}

/// I-20: pausing a debate lets calls in flight finish; resumed before or after it has paused, it comes to the result of an uninterrupted
/// run, and nothing is asked twice.
#[tokio::test]
async fn a_debate_rests_and_goes_on() {
    let spec = spec("d", 3);
    let whole = undisturbed(&spec).await;
    let gated = GatedModels::letting(0);
    let supervisor = fresh(&gated, 10).await;
    supervisor.open(&spec, Owner::default()).await.unwrap();
    gated.asks(3).await;
    assert_eq!(status(&supervisor, "d").await, Status::Running);
    supervisor.pause(&"d".into()).await.unwrap();
    assert_eq!(status(&supervisor, "d").await, Status::ComingToRest);
    supervisor.resume(&"d".into()).await.unwrap();
    assert_eq!(status(&supervisor, "d").await, Status::Running, "it was not at rest yet");
    let again = supervisor.resume(&"d".into()).await.unwrap_err();
    assert!(matches!(again, SupervisorError::Running(_)), "{again}");

    supervisor.pause(&"d".into()).await.unwrap();
    gated.gate.add_permits(3);
    assert_eq!(rested(&supervisor, "d").await, Status::Paused);
    assert_eq!(
        (supervisor.running(), gated.asked().len()),
        (0, 3),
        "those who spoke were heard, nobody else was asked"
    );
    let log = supervisor.store().log(&"d".into()).await.unwrap();
    assert_eq!(said(&log).len(), 3);
    supervisor.pause(&"d".into()).await.unwrap();

    gated.gate.add_permits(ALL);
    supervisor.resume(&"d".into()).await.unwrap();
    assert_eq!(rested(&supervisor, "d").await, Status::Over);
    assert_eq!(said(&supervisor.store().log(&"d".into()).await.unwrap()), whole);
    assert!(gated.asked().values().all(|it| *it == 1), "{:?}", gated.asked());
    let over = supervisor.resume(&"d".into()).await.unwrap_err();
    assert!(matches!(over, SupervisorError::Over(_)), "{over}");
}

/// I-20: a debate that runs, is paused, has failed or waits for models is closed, once, with its current results.
#[tokio::test]
async fn a_debate_is_stopped_wherever_it_is() {
    let gated = GatedModels::letting(0);
    let supervisor = fresh(&gated, 10).await;
    let stopped = async |id: &str, turns: usize| {
        assert_eq!(rested(&supervisor, id).await, Status::Over, "{id}");
        let log = supervisor.store().log(&id.into()).await.unwrap();
        assert_eq!((ends(&log), said(&log).len()), (1, turns), "{id}");
        assert_eq!(Debate::replay(&log).unwrap().closed.unwrap().why, Reason::Stopped, "{id}");
        assert_eq!(supervisor.store().held(&id.into()).await.unwrap().restart_policy, store::RestartPolicy::Stay);
    };
    supervisor.open(&spec("speaking", 3), Owner::default()).await.unwrap();
    gated.asks(3).await;
    supervisor.stop(&"speaking".into()).await.unwrap();
    assert_eq!(status(&supervisor, "speaking").await, Status::ComingToRest);
    assert_eq!(
        supervisor.store().held(&"speaking".into()).await.unwrap().restart_policy,
        store::RestartPolicy::Close,
        "written before it is told"
    );
    supervisor.pause(&"speaking".into()).await.unwrap();
    assert_eq!(
        supervisor.store().held(&"speaking".into()).await.unwrap().restart_policy,
        store::RestartPolicy::Close,
        "what is to end ends"
    );
    assert!(supervisor.resume(&"speaking".into()).await.is_err(), "what is to end does not go on");
    gated.gate.add_permits(3);
    stopped("speaking", 3).await;
    supervisor.stop(&"speaking".into()).await.unwrap();
    stopped("speaking", 3).await;

    supervisor.open(&spec("resting", 3), Owner::default()).await.unwrap();
    gated.asks(6).await;
    supervisor.pause(&"resting".into()).await.unwrap();
    gated.gate.add_permits(3);
    assert_eq!(rested(&supervisor, "resting").await, Status::Paused);
    let id = DebateId::from("resting");
    let stops = join_all((0..8).map(|_| supervisor.stop(&id))).await;
    assert!(stops.iter().all(Result::is_ok), "{stops:?}");
    stopped("resting", 3).await;

    gated.set(Bringing::Never);
    supervisor.open(&spec("loading", 3), Owner::default()).await.unwrap();
    supervisor.stop(&"loading".into()).await.unwrap();
    stopped("loading", 0).await;
    gated.set(Bringing::Refused);
    supervisor.open(&spec("failing", 3), Owner::default()).await.unwrap();
    assert!(matches!(rested(&supervisor, "failing").await, Status::Failed(_)));
    supervisor.stop(&"failing".into()).await.unwrap();
    stopped("failing", 0).await;
}

/// O-22: a failure to provide models is reported with its reason; once that is fixed, the debate can be resumed. It can be paused while
/// they are being loaded.
#[tokio::test]
async fn models_that_do_not_come_are_told() {
    let gated = GatedModels::open();
    let supervisor = fresh(&gated, 10).await;
    gated.set(Bringing::Refused);
    supervisor.open(&spec("d", 2), Owner::default()).await.unwrap();
    assert_eq!(rested(&supervisor, "d").await, Status::Failed("no key for `sim`; set SIM_KEY".into()));
    supervisor.resume(&"d".into()).await.unwrap();
    assert!(matches!(rested(&supervisor, "d").await, Status::Failed(_)), "still not");
    gated.set(Bringing::Never);
    supervisor.resume(&"d".into()).await.unwrap();
    assert_eq!(status(&supervisor, "d").await, Status::Running, "it is tried again");
    supervisor.pause(&"d".into()).await.unwrap();
    assert_eq!(rested(&supervisor, "d").await, Status::Paused);
    gated.set(Bringing::Works);
    supervisor.resume(&"d".into()).await.unwrap();
    assert_eq!(rested(&supervisor, "d").await, Status::Over);
}

/// O-22: a panic in one debate leaves it failed, not running; others go on, its slot and its lock are free, and it can be resumed.
#[tokio::test]
async fn a_panic_is_one_debates_own() {
    let (_directory, _path, store) = filed().await;
    let gated = GatedModels::open();
    *gated.panics_at.lock().unwrap() = Some("r2/turn/sim-2");
    let supervisor = supervisor(&store, &gated, 1);
    supervisor.open(&spec("d", 3), Owner::default()).await.unwrap();
    let Status::Failed(why) = rested(&supervisor, "d").await else { panic!("it does not run any more") };
    assert!(why.contains("fault in this program"), "{why}");
    assert!(!store.is_locked(&"d".into()));
    supervisor.open(&spec("other", 1), Owner::default()).await.unwrap();
    assert_eq!(rested(&supervisor, "other").await, Status::Over);
    supervisor.resume(&"d".into()).await.unwrap();
    assert_eq!(rested(&supervisor, "d").await, Status::Over);
    let first_round = gated.asked().into_iter().filter(|((_, call), _)| call.starts_with("r1/"));
    assert!(first_round.map(|(_, count)| count).all(|it| it == 1), "what was answered is not asked again");
}

/// O-21, O-22: a log that can't be written fails the debate and loses nothing; once it can be, the debate goes on.
#[tokio::test]
async fn a_write_that_fails_loses_nothing() {
    let spec = spec("d", 3);
    let whole = undisturbed(&spec).await;
    let (_directory, path, store) = filed().await;
    let gated = GatedModels::letting(4);
    let first = supervisor(&store, &gated, 1);
    first.open(&spec, Owner::default()).await.unwrap();
    gated.asks(6).await;
    while said(&store.log(&"d".into()).await.unwrap()).len() < 4 {
        tokio::task::yield_now().await;
    }
    store.close().await;
    gated.gate.add_permits(ALL);
    first.until_rest(&"d".into()).await;
    assert_eq!(first.running(), 0);

    let second = supervisor(&Store::open(&path).await.unwrap(), &gated, 1);
    assert_eq!(second.recover().await.unwrap(), ["d".into()]);
    assert_eq!(rested(&second, "d").await, Status::Over);
    assert_eq!(said(&second.store().log(&"d".into()).await.unwrap()), whole);
}

/// O-22: whatever is requested of a debate concurrently, its log is complete, it ends once, and nothing is asked twice.
#[tokio::test(flavor = "multi_thread")]
async fn wishes_at_once_do_no_harm() {
    let (_directory, _path, store) = filed().await;
    for attempt in 0..12_u64 {
        let gated = GatedModels::open();
        let (supervisor, id) = (supervisor(&store, &gated, 4), format!("d{attempt}"));
        supervisor.open(&spec(&id, 4), Owner::default()).await.unwrap();
        let mut wishes = tokio::task::JoinSet::new();
        for n in 0..24_u64 {
            let (supervisor, id) = (supervisor.clone(), DebateId::from(id.as_str()));
            wishes.spawn(async move {
                let chance = debate::chance::mix(attempt * 100 + n);
                for _ in 0..chance % 40 {
                    tokio::task::yield_now().await;
                }
                // Each may be refused because of the status.
                match chance % 5 {
                    0 | 1 => drop(supervisor.pause(&id).await),
                    2 | 3 => drop(supervisor.resume(&id).await),
                    _ if n > 12 => drop(supervisor.stop(&id).await),
                    _ => {
                        let Ok((debate, _)) = supervisor.read(&id).await else { return };
                        drop(supervisor.go_on(&id, &Continuation::of(&debate)).await);
                    }
                }
            });
        }
        wishes.join_all().await;
        supervisor.until_rest(&id.as_str().into()).await;
        // In any case it is closed, or can be resumed and ends.
        if status(&supervisor, &id).await == Status::Paused {
            supervisor.resume(&id.as_str().into()).await.unwrap();
        }
        assert_eq!(rested(&supervisor, &id).await, Status::Over, "attempt {attempt}");
        let log = store.log(&id.as_str().into()).await.unwrap();
        Debate::replay(&log).unwrap();
        assert!(gated.asked().values().all(|it| *it == 1), "attempt {attempt}: {:?}", gated.asked());
        assert_eq!(store.held(&id.as_str().into()).await.unwrap().restart_policy, store::RestartPolicy::Stay);
    }
}

/// O-32: closing rejects new requests, waits for calls in flight within its patience, and aborts the rest; all debates resume afterwards,
/// and no recorded answer is asked for again.
#[tokio::test]
async fn closing_leaves_what_the_next_house_goes_on_with() {
    let (_directory, _path, store) = filed().await;
    let gated = GatedModels::letting(0);
    let first = supervisor(&store, &gated, 10);
    first.open(&spec("heard", 2), Owner::default()).await.unwrap();
    gated.asks(3).await;
    gated.gate.add_permits(3);
    gated.asks(6).await;
    first.open(&spec("silent", 2), Owner::default()).await.unwrap();
    gated.asks(9).await;
    first.close(Duration::ZERO).await;
    assert_eq!(first.running(), 0, "those who still speak are left");
    assert!(!store.is_locked(&"heard".into()) && !store.is_locked(&"silent".into()));
    let refused = first.open(&spec("late", 1), Owner::default()).await.unwrap_err();
    assert!(matches!(refused, SupervisorError::Closing), "{refused}");
    assert!(matches!(first.resume(&"heard".into()).await.unwrap_err(), SupervisorError::Closing));

    gated.gate.add_permits(ALL);
    let second = supervisor(&store, &gated, 10);
    assert_eq!(second.recover().await.unwrap(), ["heard".into(), "silent".into()], "however soon one is over");
    for id in ["heard", "silent"] {
        assert_eq!(rested(&second, id).await, Status::Over);
    }
    let asked = gated.asked();
    assert!((1..=3).all(|n| asked[&("heard".into(), format!("r1/turn/sim-{n}"))] == 1), "{asked:?}");
}

/// I-21: a debate that ends by itself never seems paused, whenever its status is read.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_is_never_taken_for_a_rest() {
    let (_directory, _path, store) = filed().await;
    let (gated, other) = (GatedModels::open(), GatedModels::open());
    let (here, there) = (supervisor(&store, &gated, 4), supervisor(&store, &other, 4));
    for n in 0..20 {
        let id = format!("d{n}");
        here.open(&spec(&id, 2), Owner::default()).await.unwrap();
        loop {
            let (near, far) = (status(&here, &id).await, status(&there, &id).await);
            assert!(matches!(near, Status::Running | Status::Over), "{near:?}");
            assert!(matches!(far, Status::RunningElsewhere | Status::Over), "{far:?}");
            if near == Status::Over {
                break;
            }
        }
    }
}

/// O-22: a debate of another supervisor can't be paused, stopped or resumed here.
#[tokio::test]
async fn what_runs_elsewhere_is_left_alone() {
    let (_directory, _path, store) = filed().await;
    let gated = GatedModels::letting(0);
    let (here, there) = (supervisor(&store, &gated, 4), supervisor(&store, &gated, 4));
    here.open(&spec("d", 1), Owner::default()).await.unwrap();
    gated.asks(3).await;
    let id = DebateId::from("d");
    assert_eq!(status(&there, "d").await, Status::RunningElsewhere);
    for refused in [there.pause(&id).await, there.stop(&id).await, there.resume(&id).await] {
        assert!(matches!(refused, Err(SupervisorError::Elsewhere(_))), "{refused:?}");
    }
    assert_eq!(there.recover().await.unwrap(), [] as [DebateId; 0]);
    assert_eq!(
        store.held(&id).await.unwrap().restart_policy,
        store::RestartPolicy::Resume,
        "it goes on if that supervisor dies"
    );
    gated.gate.add_permits(ALL);
    assert_eq!(rested(&there, "d").await, Status::Over);
}

/// Makes a request, and drops it before there is a response.
async fn hung_up<T>(asked: impl Future<Output = T>) {
    let mut asked = std::pin::pin!(asked);
    let outcome = std::future::poll_fn(|context| Poll::Ready(asked.as_mut().poll(context))).await;
    assert!(outcome.is_pending(), "there is nothing to hang up on");
}

/// Waits until a log has more than `beyond` events.
async fn grown(supervisor: &Supervisor, id: &str, beyond: usize) -> usize {
    loop {
        let events = supervisor.store().log(&id.into()).await.map_or(0, |it| it.len());
        if events > beyond && rested(supervisor, id).await == Status::Over {
            return events;
        }
        tokio::task::yield_now().await;
    }
}

/// I-21: a caller that goes away leaves nothing half done: its request is written and carried out.
#[tokio::test]
async fn nobody_need_wait_for_what_they_ask() {
    let gated = GatedModels::open();
    let supervisor = fresh(&gated, 10).await;
    let id = DebateId::from("d");
    let spec = spec("d", 1);
    hung_up(Box::pin(supervisor.open(&spec, Owner::default()))).await;
    let opened = grown(&supervisor, "d", 0).await;
    let debate = supervisor.read(&id).await.unwrap().0;
    hung_up(supervisor.go_on(&id, &Continuation::of(&debate))).await;
    grown(&supervisor, "d", opened).await;

    let cut = supervisor.store().log(&id).await.unwrap()[..1].to_vec();
    let second = fresh(&gated, 10).await;
    second.store().import(&id, &cut).await.unwrap();
    hung_up(second.resume(&id)).await;
    grown(&second, "d", cut.len()).await;
    let third = fresh(&gated, 10).await;
    third.store().import(&id, &cut).await.unwrap();
    hung_up(third.stop(&id)).await;
    assert_eq!(grown(&third, "d", cut.len()).await, cut.len() + 1);
}
