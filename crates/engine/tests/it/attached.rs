//! Debates with attachments: in the log, in the prompts, and in everything derived from the log.
use crate::support::{self, Cast, MemoryJournal};
use debate::rules::{Enforcement, ToolPolicy};
use debate::{Algorithm, Attachment, Debate, Envelope, Event, Layout, Profile, Rules};
use engine::{At, Bus, Changes, Continuation, Cut, Spec};
use std::sync::Arc;

fn text(title: &str, text: &str) -> Attachment {
    Attachment { title: title.to_owned(), text: text.to_owned() }
}

fn spec(mode: &str) -> Spec {
    // Tools add questions, which another test covers.
    let tools = Some(ToolPolicy { enforcement: Enforcement::Relaxed, min_calls: None, max_calls: Some(0) });
    let rules = Rules { rounds: 2, algorithm: Algorithm::FixedRounds, tools, ..Rules::default() };
    let mut spec = support::asked_as(support::spec(mode, 3, rules), &[Profile::Full, Profile::Full, Profile::Lean]);
    spec.participants[1].layout = Layout::Append;
    spec.attached = vec![text("ledger.md", "The ledger writes 40 events per second."), text("notes.md", "Nothing.")];
    spec
}

fn lines(log: &[Envelope]) -> Vec<String> {
    log.iter().map(|it| debate::log::write(it).unwrap()).collect()
}

/// O-10, O-05, O-22: attachments stand in the log right after the opening and in every prompt; a debate cut anywhere goes on with the same
/// prompts, and replays to the same bytes, without any file.
#[tokio::test]
async fn what_is_attached_needs_no_file_any_more() {
    for mode in ["collaborative", "adversarial", "delphi"] {
        let spec = spec(mode);
        let cast = Arc::new(Cast::default());
        let (debate, log) = support::run(&spec, &cast).await;
        assert!(matches!(&log[1].event, Event::SourcesAttached { sources } if *sources == spec.attached), "{mode}");
        assert_eq!(debate.attached.len(), 2);
        let asked = cast.asked();
        assert_eq!(asked.len(), 6, "{mode}");
        for (call, request) in &asked {
            assert!(
                request.user.contains("ledger.md") && request.user.contains("40 events per second"),
                "{mode} {call}"
            );
        }
        engine::replay(log.clone(), &Bus::silent()).await.unwrap();
        for cut in 2..log.len() {
            let (again, journal) = (Arc::new(Cast::default()), Arc::new(MemoryJournal::default()));
            let resumed = engine::resume(&support::world(&spec, &again, &journal), &log[..cut], &Bus::silent()).await;
            assert_eq!(resumed.unwrap(), debate, "{mode} cut after {cut}");
            for (call, request) in again.asked() {
                assert_eq!(request.user, asked[&call].user, "{mode} cut after {cut}: {call}");
            }
        }
    }
}

/// O-10, O-23: a fork keeps attachments and may add more; so may a continued debate. Ids count on.
#[tokio::test]
async fn more_can_be_attached_later() {
    let spec = spec("collaborative");
    let (cast, journal) = (Arc::new(Cast::default()), Arc::new(MemoryJournal::default()));
    let world = support::world(&spec, &cast, &journal);
    let over = engine::start(&world, &spec, &Bus::silent()).await.unwrap();
    let log = journal.read();
    let titles = |debate: &Debate| debate.attached.iter().map(|it| it.title.clone()).collect::<Vec<_>>();
    let more = || vec![text("late.md", "The rack is rented until June.")];

    let continuation = Continuation { attached: more(), ..Continuation::of(&over) };
    let on = engine::go_on(&world, &log, &continuation, &Bus::silent()).await.unwrap();
    assert_eq!(titles(&on), ["ledger.md", "notes.md", "late.md"]);
    let later = cast.asked().into_iter().filter(|(call, _)| call.starts_with("r3/")).collect::<Vec<_>>();
    assert!(!later.is_empty() && later.iter().all(|(_, it)| it.user.contains("late.md")));
    engine::replay(journal.read(), &Bus::silent()).await.unwrap();

    for (at, kept) in [(At::Event(0), 2), (At::Event(1), 2), (At::Round(1), 2), (At::LastRound, 2)] {
        let cut = Cut::of(&log, at).unwrap();
        let changes = Changes {
            attached: more(),
            rules: Rules { rounds: 3, ..spec.rules.clone() },
            ..Changes::none(&cut, "fork".into(), 7)
        };
        let begun = engine::fork(&cut, changes).unwrap();
        let forked = Debate::replay(&begun).unwrap();
        assert_eq!(titles(&forked)[..kept], ["ledger.md", "notes.md"], "{at:?}");
        assert_eq!(titles(&forked)[kept], "late.md", "{at:?}");
        let (again, journal) = (Arc::new(Cast::default()), Arc::new(MemoryJournal::default()));
        engine::resume(&support::world(&spec, &again, &journal), &begun, &Bus::silent()).await.unwrap();
        let whole: Vec<Envelope> = begun.into_iter().chain(journal.read()).collect();
        let replayed = engine::replay(whole.clone(), &Bus::silent()).await.unwrap();
        assert_eq!(replayed, Debate::replay(&whole).unwrap(), "{at:?}: {:?}", lines(&whole).len());
    }
}
