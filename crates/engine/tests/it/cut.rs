//! Logs cut at every length.
use crate::support::{self, Cast, Instead, MemoryJournal};
use debate::event::{Grouper, RoundKind};
use debate::{Algorithm, Ballot, ClosingBallot, Envelope, Event, Groups, Name, Parallel, Profile, Rules};
use engine::{Bus, Spec};
use std::collections::BTreeSet;
use std::sync::Arc;

fn stumbling() -> Arc<Cast> {
    let lost = models::Error::TimedOut { after: std::time::Duration::from_secs(1) };
    let instead = [
        ("r1/turn/sim-1", Instead::Text("I would rather not say.")),
        ("r2/turn/sim-3", Instead::Fail(lost)),
        ("r2/turn/sim-2", Instead::Text("{\"position\": \"Yes, but")),
        ("r2/again/sim-2", Instead::Text("nothing, again")),
        ("r3/turn/sim-4", Instead::Text("{\"position\": \"Yes, I think so.\"}")),
        ("r3/again/sim-4", Instead::Text("{\"position\": \"Yes, I do think so.\"}")),
    ];
    Cast::stumbling(instead)
}

/// The calls that were sent and completed; a grouping of equal words sends none.
pub(crate) fn answered(log: &[Envelope]) -> BTreeSet<String> {
    let is_put = |it: &&Envelope| !matches!(&it.event, Event::BallotsGrouped { answer: None, failed: None, .. });
    log.iter().filter(is_put).filter_map(|it| it.event.call()).map(ToString::to_string).collect()
}

/// O-22, D-02, D-18: for each mode, profile and parallel level, a log is cut at every length and resumed. The events are the same, the
/// prompts are the same, and no answered call is made again. When a batch is cut in the middle, the rest does not see the others' answers:
/// their prompts would differ.
#[tokio::test]
async fn a_debate_cut_anywhere_goes_on_as_if_nothing_had_happened() {
    let tables = [
        (&[Profile::Full][..], None),
        (&[Profile::Lean, Profile::Full], None),
        (&[Profile::Full, Profile::Lean], Some(Parallel::LastOnly)),
    ];
    for (mode, (profiles, parallel)) in
        formats::modes::names().into_iter().flat_map(|mode| tables.map(|table| (mode, table)))
    {
        let rules = Rules { rounds: 4, algorithm: Algorithm::FixedRounds, parallel, ..Rules::default() };
        let spec = support::asked_as(support::spec(mode, 4, rules), profiles);
        let whole = goes_on(&spec, stumbling, mode).await;
        assert!(whole.len() > 20, "{mode}: a debate of some length");
        assert!(whole.iter().any(|it| matches!(it.event, Event::AnswerUnusable { .. })), "{mode}");
        assert!(whole.iter().any(|it| matches!(it.event, Event::TurnFailed { .. })), "{mode}");
    }
}

/// O-22, B-03, B-05: the same where participants propose the options, a model groups them, and everybody casts a secret closing ballot; in
/// every mode, and for estimates. The log replays, whole and as far as it goes.
#[tokio::test]
async fn a_debate_with_groupings_and_closing_ballots_cut_anywhere_goes_on() {
    let groups = || Groups::Model("sim/9".to_owned());
    let open = |mode| (mode, Ballot::Open, groups(), ClosingBallot::Always);
    let estimate = ("delphi", Ballot::estimate("days").unwrap(), groups(), ClosingBallot::Always);
    let words = ("collaborative", Ballot::Open, Groups::Literal, ClosingBallot::Always);
    let tables = formats::modes::names().into_iter().map(open).chain([estimate, words]);
    let mut grouped_by_model = 0;
    for (mode, ballot, groups, closing_ballot) in tables {
        let what = format!("{mode}, {ballot}, {groups:?}");
        let algorithm = Algorithm::FixedRounds;
        let rules = Rules { rounds: 2, algorithm, groups, closing_ballot, ..Rules::default() };
        let spec = Spec { ballot: Some(ballot.clone()), ..support::spec(mode, 4, rules) };
        let whole = goes_on(&spec, stumbling, &what).await;
        let closings = whole.iter().filter(|it| matches!(it.event, Event::RoundOpened { kind: RoundKind::Ballot, .. }));
        assert_eq!(closings.count(), 1, "{what}");
        assert!(whole.iter().any(|it| matches!(it.event, Event::BallotsGrouped { .. })), "{what}");
        let by_model = |it: &Envelope| matches!(it.event, Event::BallotsGrouped { by: Grouper::Model(_), .. });
        grouped_by_model += whole.iter().filter(|it| by_model(it)).count();
        for cut in 1..=whole.len() {
            let begun = engine::replay(whole[..cut].to_vec(), &Bus::silent()).await;
            let begun = begun.unwrap_or_else(|error| panic!("{what}, {cut}: {error}"));
            assert_eq!(begun.next_seq as usize, cut, "{what}");
        }
    }
    assert!(grouped_by_model > 3, "{grouped_by_model} groupings were asked of a model");
}

/// A log without races between concurrent questions. Each comes to the same events in the same order, but a participant with tools is asked
/// more than once, and then the order of answers, and who is first to look something up, vary.
pub(crate) fn unraced(mut log: Vec<Envelope>) -> Vec<Envelope> {
    if !log.iter().any(|it| matches!(it.event, Event::ToolsUsed { .. })) {
        return log;
    }
    let by = |it: &Envelope| -> Option<Name> {
        if let Event::TurnTaken { by, .. }
        | Event::AnswerUnusable { by, .. }
        | Event::TurnFailed { by, .. }
        | Event::ToolsUsed { by, .. } = &it.event
        {
            return Some(by.clone());
        }
        None
    };
    for batch in log.chunk_by_mut(|a, b| by(a).is_some() == by(b).is_some()) {
        batch.sort_by_key(by);
    }
    for (seq, envelope) in log.iter_mut().enumerate() {
        (envelope.seq, envelope.at, envelope.elapsed) = (seq as u64, 0, 0);
        if let Event::ToolsUsed { uses, .. } = &mut envelope.event {
            uses.iter_mut().for_each(|it| it.cached = false);
        }
    }
    log
}

/// Runs a debate, cuts its log at every length and resumes it; returns the whole log.
pub(crate) async fn goes_on(spec: &Spec, cast: impl Fn() -> Arc<Cast>, what: &str) -> Vec<Envelope> {
    let first = cast();
    let (_, whole) = support::run(spec, &first).await;
    let prompts = first.asked();
    for cut in 1..=whole.len() {
        // Through text, as the store would.
        let lines: Vec<String> = whole[..cut].iter().map(|it| debate::log::write(it).unwrap()).collect();
        let log = debate::log::read_lines(&lines.join("\n")).unwrap();
        let (cast, journal) = (cast(), Arc::new(MemoryJournal::default()));
        let world = support::world(spec, &cast, &journal);
        engine::resume(&world, &log, &Bus::silent()).await.unwrap();

        let again: Vec<Envelope> = log.into_iter().chain(journal.read()).collect();
        assert_eq!(unraced(again), unraced(whole.clone()), "{what} cut at {cut}");
        let before = answered(&whole[..cut]);
        let asked = cast.asked();
        assert!(asked.keys().all(|it| !before.contains(it)), "{what} cut at {cut}: a paid call is made again");
        assert_eq!(asked.len() + before.len(), prompts.len(), "{what} cut at {cut}");
        for (call, request) in asked {
            assert_eq!(Some(&request), prompts.get(&call), "{what} cut at {cut}: {call} is put in other words");
        }
    }
    whole
}

/// D-02, D-60: visibility. In a parallel round nobody sees anything of it; in a sequential one each sees those before; in last-only the
/// last one sees all others.
#[tokio::test]
async fn who_sees_whom() {
    let (together, in_turn, last_hears) = (([0, 0, 0], [3, 3, 3]), ([0, 1, 2], [3, 4, 5]), ([0, 0, 2], [3, 3, 5]));
    let modes = [
        ("collaborative", None, together),
        ("adversarial", None, in_turn),
        ("socratic", None, in_turn),
        ("expert-panel", None, together),
        ("devils-advocate", None, in_turn),
        ("devils-advocate", Some(Parallel::LastOnly), last_hears),
        ("red-team-blue-team", None, together),
        ("red-team-blue-team", Some(Parallel::None), in_turn),
        ("socratic", Some(Parallel::Full), together),
    ];
    let turns = [(Profile::Full, "| Position: "), (Profile::Lean, "| sim-")];
    for ((mode, parallel, (seen_in_r1, seen_in_r2)), (profile, turn)) in
        modes.into_iter().flat_map(|it| turns.map(|turn| (it, turn)))
    {
        let rules = Rules { rounds: 2, algorithm: Algorithm::FixedRounds, parallel, ..Rules::default() };
        let spec = support::asked_as(support::spec(mode, 3, rules), &[profile]);
        let cast = Arc::new(Cast::default());
        support::run(&spec, &cast).await;
        let asked = cast.asked();
        let seen = |round: u32| -> Vec<usize> {
            let turns = |name: usize| asked[&format!("r{round}/turn/sim-{name}")].user.matches(turn).count();
            (1..=3).map(turns).collect()
        };
        assert_eq!(seen(1), seen_in_r1, "{mode}, {parallel:?}, {profile:?}");
        assert_eq!(seen(2), seen_in_r2, "{mode}, {parallel:?}, {profile:?}");
    }
}
