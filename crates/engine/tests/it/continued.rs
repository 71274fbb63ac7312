//! Closed debates that a person continues.
use crate::support::{self, Cast, Instead, MemoryJournal};
use debate::event::{Reason, RoundKind};
use debate::{Algorithm, Debate, Envelope, Event, Layout, Profile, Rules};
use engine::{Bus, Continuation, Error};
use std::sync::Arc;

fn fixed(rounds: u32) -> Rules {
    Rules { rounds, algorithm: Algorithm::FixedRounds, ..Rules::default() }
}

fn stumbling() -> Arc<Cast> {
    Cast::stumbling([("r3/turn/sim-2", Instead::Text("I would rather not say."))])
}

/// A debate of two rounds, continued for two more.
async fn continued(mode: &str) -> (Vec<Envelope>, Arc<Cast>) {
    let (spec, cast, journal) = (support::spec(mode, 3, fixed(2)), stumbling(), Arc::new(MemoryJournal::default()));
    let world = support::world(&spec, &cast, &journal);
    let over = engine::start(&world, &spec, &Bus::silent()).await.unwrap();
    let said = Some("The rack is rented until June.".to_owned());
    let focus = Some("Can it wait until June?".to_owned());
    let continuation = Continuation { said, focus, ..Continuation::of(&over) };
    engine::go_on(&world, &journal.read(), &continuation, &Bus::silent()).await.unwrap();
    (journal.read(), cast)
}

fn place(log: &[Envelope]) -> usize {
    log.iter().position(|it| matches!(it.event, Event::DebateContinued { .. })).unwrap()
}

fn lines(log: &[Envelope]) -> Vec<String> {
    log.iter().map(|it| debate::log::write(it).unwrap()).collect()
}

/// D-43, D-10: a closed debate goes on with a person's message; only the next round must answer the focus.
#[tokio::test]
async fn a_debate_that_was_over_goes_on_with_what_a_person_said() {
    for mode in formats::modes::names() {
        let (log, cast) = continued(mode).await;
        let at = place(&log);
        assert!(matches!(log[at - 1].event, Event::DebateClosed { .. }), "{mode}");
        let debate = Debate::replay(&log).unwrap();
        // With assigned sides, a closing ballot follows the arguments, both times.
        let is_closing = |it: &&debate::Round| it.kind == RoundKind::Ballot;
        let closings = debate.rounds.iter().filter(is_closing).count();
        assert_eq!(closings, if debate.has_sides() { 2 } else { 0 }, "{mode}");
        assert_eq!(debate.rounds.len() - closings, 4, "{mode}");
        let why = debate.closed.as_ref().unwrap().why;
        assert!(why == Reason::RoundCap || (why == Reason::Consensus && closings > 0), "{mode}: {why:?}");
        assert_eq!(debate.continued[0].said.as_deref(), Some("The rack is rented until June."), "{mode}");
        let foci: Vec<bool> = debate.rounds.iter().filter(|it| !is_closing(it)).map(|it| it.focus.is_some()).collect();
        assert_eq!(foci, [false, false, true, false], "{mode}");
        let focused = debate.rounds.iter().find(|it| it.focus.is_some()).unwrap().number;
        for (call, request) in cast.asked() {
            let is_asked = request.user.contains("Can it wait until June?");
            assert_eq!(is_asked, call.starts_with(&format!("r{focused}/")), "{mode}: {call}");
        }
    }
}

/// O-22, O-23: a continued debate is cut at every length, also right after the person's message, and resumed: the same events come out, and
/// nothing answered is asked again.
#[tokio::test]
async fn a_continued_debate_cut_anywhere_goes_on() {
    for mode in formats::modes::names() {
        let (whole, _) = continued(mode).await;
        let at = place(&whole);
        for cut in 1..=whole.len() {
            let log = debate::log::read_lines(&lines(&whole[..cut]).join("\n")).unwrap();
            let (cast, journal) = (stumbling(), Arc::new(MemoryJournal::default()));
            let world = support::world(&support::spec(mode, 3, fixed(2)), &cast, &journal);
            engine::resume(&world, &log, &Bus::silent()).await.unwrap();
            let again: Vec<Envelope> = log.into_iter().chain(journal.read()).collect();
            // Before the message nothing shows that it will come.
            let expected = if cut <= at { &whole[..at] } else { &whole[..] };
            assert_eq!(again, expected, "{mode} cut at {cut}");
            let answered =
                |it: &str| whole[..cut].iter().any(|e| e.event.call().is_some_and(|call| call.to_string() == it));
            assert!(cast.order().iter().all(|it| !answered(it)), "{mode} cut at {cut}");
        }
    }
}

/// O-05, O-23: the recording of a continued debate replays to the same bytes, whole or as far as it goes.
#[tokio::test]
async fn a_continued_debate_replays_to_the_same_bytes() {
    for mode in formats::modes::names() {
        let (log, _) = continued(mode).await;
        support::replays_at_every_cut(&log, mode).await;
    }
}

/// I-13, O-04: an impossible continuation is refused before anything is written, and the error says what to do.
#[tokio::test]
async fn what_can_not_go_on_is_refused() {
    let spec = support::spec("collaborative", 3, Rules { budget_tokens: Some(9_000), ..fixed(9) });
    let (cast, journal) = (Arc::new(Cast::default()), Arc::new(MemoryJournal::default()));
    let world = support::world(&spec, &cast, &journal);
    let over = engine::start(&world, &spec, &Bus::silent()).await.unwrap();
    assert_eq!(over.closed.as_ref().unwrap().why, Reason::Budget);
    let log = journal.read();
    let plain = Continuation::of(&over);
    let more = Rules { budget_tokens: Some(90_000), ..plain.rules.clone() };
    let say = |words: &str| Continuation { said: Some(words.to_owned()), rules: more.clone(), ..plain.clone() };
    let refusals = [
        (&log[..], plain.clone(), "it would end at once, by budget"),
        (&log, say(" \u{200b}\n"), "what you say is empty; write a message"),
        (&log, say(&"x".repeat(4_001)), "what you say is 4001 bytes, the most is 4000; shorten it"),
        (&log, Continuation { focus: Some(String::new()), ..plain.clone() }, "the focus is empty"),
        (&log, Continuation { rules: fixed(101), ..plain.clone() }, "`rounds` is 101; it must be 1 to 100"),
        (&log[..5], plain.clone(), "debate `test` is not over, so there is nothing to continue"),
    ];
    for (log, continuation, expected) in refusals {
        let before = journal.read().len();
        let error = engine::go_on(&world, log, &continuation, &Bus::silent()).await.unwrap_err();
        assert!(matches!(error, Error::Continue(_)), "{error}");
        assert!(error.to_string().starts_with(expected), "{error}");
        assert_eq!(journal.read().len(), before, "{expected}");
    }
    let on = engine::go_on(&world, &log, &say("Here is more."), &Bus::silent()).await.unwrap();
    assert!(on.rounds.len() > over.rounds.len());
}

/// D-43, D-18: a person's message is in every prompt, full or lean.
#[tokio::test]
async fn everyone_is_shown_what_a_person_said() {
    for profile in [Profile::Full, Profile::Lean] {
        for layout in [Layout::Rebuild, Layout::Append] {
            let mut spec = support::asked_as(support::spec("collaborative", 3, fixed(2)), &[profile]);
            spec.participants.iter_mut().for_each(|it| it.layout = layout);
            let (cast, journal) = (stumbling(), Arc::new(MemoryJournal::default()));
            let world = support::world(&spec, &cast, &journal);
            let over = engine::start(&world, &spec, &Bus::silent()).await.unwrap();
            let said = Some("The rack is rented until June.".to_owned());
            let continuation = Continuation { said, ..Continuation::of(&over) };
            engine::go_on(&world, &journal.read(), &continuation, &Bus::silent()).await.unwrap();
            for (call, request) in cast.asked() {
                let is_shown = request.user.contains("The rack is rented until June.");
                assert_eq!(
                    is_shown,
                    call.starts_with("r3/") || call.starts_with("r4/"),
                    "{profile:?} {layout:?} {call}"
                );
            }
        }
    }
}

/// D-40, D-43: quiet rounds before a person's message are no reason to stop after it, and a person is asked once.
#[tokio::test]
async fn a_person_is_a_new_beginning() {
    let quiet =
        r#"{"position":"Yes, move it.","reasoning":"r","confidence":0.6,"ballot":{"choice":"Yes","headline":null}}"#;
    let calls = (1..=9).flat_map(|round| (1..=3).map(move |seat| format!("r{round}/turn/sim-{seat}")));
    let cast = Cast::stumbling(calls.map(|it| (&*it.leak(), Instead::Text(quiet))));
    let rules = Rules { rounds: 9, groupthink: None, algorithm: Algorithm::VoteRubric, ..Rules::default() };
    let spec = support::spec("collaborative", 3, rules);
    let journal = Arc::new(MemoryJournal::default());
    let world = support::world(&spec, &cast, &journal);
    let over = engine::start(&world, &spec, &Bus::silent()).await.unwrap();
    assert_eq!((over.rounds.len(), over.closed.as_ref().unwrap().why), (3, Reason::Plateau));
    let said = Some("We have until June.".to_owned());
    let continuation = Continuation { said, ..Continuation::of(&over) };
    let on = engine::go_on(&world, &journal.read(), &continuation, &Bus::silent()).await.unwrap();
    assert_eq!(
        (on.rounds.len(), on.closed.as_ref().unwrap().why),
        (5, Reason::Plateau),
        "two quiet rounds, counted anew"
    );
}
