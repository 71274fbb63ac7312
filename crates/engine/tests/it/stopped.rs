//! Debates that a person stops (I-20).
use crate::support::{self, Cast, Instead, MemoryJournal, Ticks};
use analysis::{Label, Verdict};
use debate::event::Reason;
use debate::{Algorithm, CallId, Debate, Envelope, Event, Rules};
use engine::{Bus, Continuation};
use std::sync::Arc;

fn rules() -> Rules {
    Rules { rounds: 3, algorithm: Algorithm::FixedRounds, ..Rules::default() }
}

fn stumbling() -> Arc<Cast> {
    Cast::stumbling([("r2/turn/sim-2", Instead::Text("I would rather not say."))])
}

fn lines(log: &[Envelope]) -> Vec<String> {
    log.iter().map(|it| debate::log::write(it).unwrap()).collect()
}

/// The events of a debate without its stops, each with the question it answers.
fn course(log: &[Envelope]) -> Vec<(&'static str, Option<&CallId>)> {
    let is_of_it = |it: &&Envelope| {
        let is_stop = matches!(it.event, Event::DebateClosed { why: Reason::Stopped, .. });
        !is_stop && !matches!(it.event, Event::DebateContinued { .. })
    };
    log.iter().filter(is_of_it).map(|it| (it.event.kind(), it.event.call())).collect()
}

/// Stops a debate at the end of its log.
fn stopped(mut log: Vec<Envelope>) -> Vec<Envelope> {
    log.extend(engine::stopping(&Ticks, &log).unwrap());
    log
}

/// The events that a replay publishes; checks that it comes to the same debate.
async fn replayed(log: &[Envelope], place: &str) -> Vec<String> {
    let (bus, mut subscriber) = Bus::events();
    let debate = engine::replay(log.to_vec(), &bus).await.unwrap_or_else(|error| panic!("{place}: {error}"));
    assert_eq!(debate, Debate::replay(log).unwrap(), "{place}");
    drop(bus);
    let mut told = Vec::new();
    while let Some(envelope) = subscriber.events.recv().await {
        told.push(debate::log::write(&envelope).unwrap());
    }
    told
}

/// I-20, O-05, O-23: a debate is stopped at every length of its log. It folds and replays to the same bytes; continued, it comes to the
/// result of an uninterrupted run, nothing answered is asked again, and that replays too, also after a second stop.
#[tokio::test]
async fn a_debate_stopped_anywhere_folds_replays_and_goes_on() {
    for mode in formats::modes::names() {
        let spec = support::spec(mode, 3, rules());
        let whole = support::run(&spec, &stumbling()).await.1;
        for cut in 1..whole.len() {
            let place = format!("{mode} stopped at {cut}");
            let log = stopped(whole[..cut].to_vec());
            let debate = Debate::replay(&log).unwrap();
            assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Stopped, "{place}");
            assert_eq!(replayed(&log, &place).await, lines(&log), "{place}");

            let (cast, journal) = (stumbling(), Arc::new(MemoryJournal::default()));
            let world = support::world(&spec, &cast, &journal);
            let continuation = Continuation { rules: rules(), ..Continuation::of(&debate) };
            engine::go_on(&world, &log, &continuation, &Bus::silent()).await.unwrap();
            let log: Vec<Envelope> = log.into_iter().chain(journal.read()).collect();
            assert_eq!(course(&log), course(&whole), "{place}: as if nothing had happened");
            assert_eq!(replayed(&log, &place).await, lines(&log), "{place}");
            let answered =
                |it: &str| whole[..cut].iter().any(|e| e.event.call().is_some_and(|call| call.to_string() == it));
            assert!(cast.order().iter().all(|it| !answered(it)), "{place}");
            let again = stopped(log[..log.len() - 2].to_vec());
            assert_eq!(replayed(&again, &place).await, lines(&again), "{place}, and again");
        }
        assert!(engine::stopping(&Ticks, &whole).unwrap().is_none(), "{mode}: what is over can't be stopped");
    }
}

/// I-20, I-02, B-11: the verdict of a stopped debate says so in its summary; its label comes from the ballots that were cast.
#[tokio::test]
async fn the_verdict_of_a_stopped_debate_says_so() {
    let yes = r#"{"position":"Yes, move the ledger now.","ballot":{"choice":"Yes","headline":null},"reasoning":"r","confidence":0.9}"#;
    let calls = (1..=3).flat_map(|round| (1..=3).map(move |seat| format!("r{round}/turn/sim-{seat}")));
    let cast = Cast::stumbling(calls.map(|it| (&*it.leak(), Instead::Text(yes))));
    let rules = Rules { rounds: 3, algorithm: Algorithm::VoteRubric, groupthink: None, ..Rules::default() };
    let whole = support::run(&support::spec("collaborative", 3, rules), &cast).await.1;
    assert!(matches!(whole.last().unwrap().event, Event::DebateClosed { why: Reason::Consensus, .. }));
    let label = |cut: usize| {
        let verdict = Verdict::of(&Debate::replay(&stopped(whole[..cut].to_vec())).unwrap());
        assert_eq!(verdict.metadata.exit, Some(Reason::Stopped), "{cut}");
        assert!(verdict.decision.next_step.contains("stopped before its end"), "{cut}: {}", verdict.decision.next_step);
        assert!(verdict.evidence.warnings.iter().any(|it| it.starts_with("stopped in round")), "{cut}");
        verdict.decision.label
    };
    let end = whole.len() - 1;
    assert_eq!(label(end), Label::Consensus, "the second round is over, and they would have left");
    assert_eq!(label(end - 1), Label::Consensus, "whoever was still to speak is counted as it stood");
    let openings = whole.iter().position(|it| matches!(it.event, Event::RoundOpened { round: 2, .. })).unwrap();
    assert_eq!(label(openings), Label::Consensus, "their openings agree");
    assert_eq!(label(3), Label::Insufficient, "one ballot is no debate");
    assert_eq!(label(2), Label::Insufficient);
}
