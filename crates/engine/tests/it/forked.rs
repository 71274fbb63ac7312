//! Forked debates.
use crate::cut::answered;
use crate::support::{self, Cast, Instead, MemoryJournal};
use analysis::Verdict;
use debate::event::{Fork, Reason};
use debate::rules::{Decide, EvidencePolicy};
use debate::{Algorithm, Debate, Envelope, Event, Layout, Profile, Rules};
use engine::{At, Bus, Changes, Cut, Seat, Spec};
use std::collections::BTreeSet;
use std::sync::Arc;

fn fixed(rounds: u32) -> Rules {
    Rules { rounds, algorithm: Algorithm::FixedRounds, ..Rules::default() }
}

fn stumbling() -> Arc<Cast> {
    Cast::stumbling([("r2/turn/sim-2", Instead::Text("I would rather not say."))])
}

fn spec(mode: &str) -> Spec {
    support::spec(mode, 3, fixed(3))
}

async fn recorded(mode: &str) -> Vec<Envelope> {
    support::run(&spec(mode), &stumbling()).await.1
}

/// A fork, run to its end: its whole log, and its requests.
async fn run(log: &[Envelope], at: At, change: impl FnOnce(&mut Changes)) -> (Debate, Vec<Envelope>, Arc<Cast>) {
    let cut = Cut::of(log, at).unwrap();
    let mut changes = Changes::none(&cut, "fork".into(), 7);
    change(&mut changes);
    let begun = engine::fork(&cut, changes).unwrap();
    let (cast, journal) = (stumbling(), Arc::new(MemoryJournal::default()));
    let world = support::world(&support::spec("collaborative", 9, fixed(3)), &cast, &journal);
    let debate = engine::resume(&world, &begun, &Bus::silent()).await.unwrap();
    (debate, begun.into_iter().chain(journal.read()).collect(), cast)
}

async fn replays(log: &[Envelope]) {
    let (bus, mut subscriber) = Bus::events();
    engine::replay(log.to_vec(), &bus).await.unwrap();
    drop(bus);
    let mut replayed = Vec::new();
    while let Some(envelope) = subscriber.events.recv().await {
        replayed.push(Envelope::clone(&envelope));
    }
    assert_eq!(replayed, log);
}

/// O-23, O-05, O-22: an unchanged fork from any event comes to the original's result, asks nothing that was answered, counts copied events
/// separately, and replays.
#[tokio::test]
async fn a_fork_from_any_event_begins_where_the_other_was() {
    for mode in formats::modes::names() {
        let log = recorded(mode).await;
        let whole = Debate::replay(&log).unwrap();
        let last = log.iter().rposition(|it| it.event.call().is_some()).unwrap();
        for event in 0..last {
            let (debate, forked, cast) = run(&log, At::Event(event as u64), |_| {}).await;
            let place = format!("{mode}, forked at {event}");
            assert_eq!(debate.fork, Some(Fork { debate: "test".into(), upto: event as u64 }), "{place}");
            assert_eq!((debate.id.as_str(), forked[0].at), ("fork", 7), "{place}");
            assert_eq!(forked[1..], log[1..], "{place}");
            let copied = answered(&log[..=event]);
            let asked: BTreeSet<String> = cast.order().into_iter().collect();
            assert_eq!(asked, answered(&log).difference(&copied).cloned().collect(), "{place}");
            assert_eq!(debate.calls as usize, asked.len(), "{place}");
            assert_eq!(debate.spent.tokens() + debate.copied.tokens(), whole.spent.tokens(), "{place}");
            replays(&forked).await;
        }
    }
}

/// O-23: with other rules, another mode, another model in a seat and a person's message, the rest differs; the past does not.
#[tokio::test]
async fn a_fork_may_differ_from_its_cut_on() {
    let log = recorded("collaborative").await;
    let (debate, forked, cast) = run(&log, At::Round(2), |it| {
        it.rules.rounds = 4;
        it.mode = Some("adversarial".to_owned());
        it.said = Some("The rack is rented until June.".to_owned());
        let (model, family, name) = ("sim/9".to_owned(), "other".to_owned(), Some("sim-2".to_owned()));
        it.seats.push(Seat { model, family, name, profile: Profile::Full, layout: Layout::Rebuild });
    })
    .await;
    let cut = Cut::of(&log, At::Round(2)).unwrap().debate;
    assert_eq!((cut.rounds.len(), debate.rounds.len(), debate.mode.as_str()), (2, 4, "adversarial"));
    let turns = |it: &Debate| -> Vec<debate::Turn> {
        it.rounds.iter().take(2).flat_map(|it| &it.spoken).map(|it| it.turn.clone()).collect()
    };
    assert_eq!(turns(&debate), turns(&cut));
    let seats: Vec<(&str, &str)> = debate.participants.iter().map(|it| (it.name.as_str(), it.model.as_str())).collect();
    assert_eq!(seats, [("sim-1", "sim/1"), ("sim-2", "sim/9"), ("sim-3", "sim/3")]);
    assert_eq!(debate.continued[0].after, 2);
    assert!(debate.rounds[2].in_turn && !debate.rounds[1].in_turn);
    assert!(cast.order().iter().all(|it| it.starts_with("r3/") || it.starts_with("r4/")), "{:?}", cast.order());
    replays(&forked).await;

    // Cut at every length, as a kill would, and resumed.
    let begun = forked.iter().position(|it| matches!(it.event, Event::DebateContinued { .. })).unwrap() + 1;
    for cut in begun..=forked.len() {
        let (cast, journal) = (stumbling(), Arc::new(MemoryJournal::default()));
        let world = support::world(&support::spec("collaborative", 9, fixed(3)), &cast, &journal);
        engine::resume(&world, &forked[..cut], &Bus::silent()).await.unwrap();
        let again: Vec<Envelope> = forked[..cut].iter().cloned().chain(journal.read()).collect();
        assert_eq!(again, forked, "cut at {cut}");
    }
}

/// O-23: a fork of a continued debate follows its own rules, not those of the continuation.
#[tokio::test]
async fn a_fork_of_a_continued_debate_has_its_own_rules() {
    let (cast, journal) = (stumbling(), Arc::new(MemoryJournal::default()));
    let world = support::world(&spec("collaborative"), &cast, &journal);
    let over = engine::start(&world, &spec("collaborative"), &Bus::silent()).await.unwrap();
    engine::go_on(&world, &journal.read(), &engine::Continuation::of(&over), &Bus::silent()).await.unwrap();
    let (debate, forked, _) = run(&journal.read(), At::Round(4), |it| it.rules.rounds = 6).await;
    assert_eq!((debate.rounds.len(), debate.closed.unwrap().why), (6, Reason::RoundCap));
    replays(&forked).await;
}

/// O-23, I-13: a missing round, event or participant is refused with a list of what exists.
#[tokio::test]
async fn what_can_not_be_forked_is_refused_with_what_there_is() {
    let log = recorded("collaborative").await;
    let opened = log.iter().position(|it| matches!(it.event, Event::RoundOpened { round: 2, .. })).unwrap();
    let unfinished = &log[..opened + 1];
    let no_event = format!("debate `test` has no event 99; its last one is {}", log.len() - 1);
    let cuts = [
        (&log[..], At::Round(7), "debate `test` has no round 7; its rounds so far: 3"),
        (&log, At::Round(0), "debate `test` has no round 0; its rounds so far: 3"),
        (&log, At::Event(99), no_event.as_str()),
        (unfinished, At::Round(2), "round 2 of debate `test` is not finished"),
        (&log[..3], At::LastRound, "no round of debate `test` is finished"),
    ];
    for (log, at, expected) in cuts {
        let error = Cut::of(log, at).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    assert_eq!(Cut::of(unfinished, At::LastRound).unwrap().debate.rounds.len(), 1, "the last finished one");

    type Change = fn(&mut Changes);
    let seat = |name: &str| Seat {
        model: "sim/9".to_owned(),
        family: "f".to_owned(),
        name: Some(name.to_owned()),
        profile: Profile::Full,
        layout: Layout::Rebuild,
    };
    let changes: [(At, Change, &str); 5] = [
        (At::LastRound, |_| {}, "it would end at once, by round cap"),
        (At::Round(1), |it| it.rules.rounds = 0, "`rounds` is 0; it must be 1 to 100"),
        (At::Round(1), |it| it.mode = Some("freestyle".to_owned()), "unknown mode `freestyle`; choose one of"),
        (
            At::Event(6),
            |it| it.mode = Some("adversarial".to_owned()),
            "the mode can't change within a round; cut after",
        ),
        (At::Round(1), |it| it.said = Some(" ".to_owned()), "what you say is empty"),
    ];
    for (at, change, expected) in changes {
        let cut = Cut::of(&log, at).unwrap();
        let mut changes = Changes::none(&cut, "fork".into(), 7);
        change(&mut changes);
        let error = engine::fork(&cut, changes).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    let cut = Cut::of(&log, At::Round(1)).unwrap();
    let changes = Changes { seats: vec![seat("hamilton")], ..Changes::none(&cut, "fork".into(), 7) };
    let error = engine::fork(&cut, changes).unwrap_err().to_string();
    assert_eq!(error, "no participant is called `hamilton`; there are sim-1, sim-2, sim-3");
}

/// O-23, Q-01, O-11: a closed debate can be decided by another rule, or behind a gate, without a further turn.
#[tokio::test]
async fn a_finished_debate_is_decided_otherwise() {
    let log = recorded("collaborative").await;
    let decided = |debate: &Debate| {
        let rule = Verdict::of(debate).decision.ruling.map(|it| it.rule);
        (rule, debate.rules.evidence.as_ref().is_some_and(|it| it.gate))
    };
    assert_eq!(decided(&Debate::replay(&log).unwrap()), (Some(Decide::Guarded), false));
    type Change = fn(&mut Rules);
    let otherwise: [(Change, Decide, bool); 2] = [
        (|it| it.decide = Decide::Openings, Decide::Openings, false),
        (|it| it.evidence = Some(EvidencePolicy { gate: true, ..EvidencePolicy::default() }), Decide::Guarded, true),
    ];
    for (change, rule, is_gated) in otherwise {
        let (debate, forked, cast) = run(&log, At::LastRound, |it| change(&mut it.rules)).await;
        assert_eq!(decided(&debate), (Some(rule), is_gated));
        assert_eq!((debate.rounds.len(), debate.closed.map(|it| it.why)), (3, Some(Reason::RoundCap)));
        assert_eq!(cast.order(), Vec::<String>::new(), "nobody is asked again");
        replays(&forked).await;
    }
}
