//! Ballots in the loop: agreement, grouped headlines, missing ballots (B-03, B-05, B-11, B-23).
use crate::cut;
use crate::support::{self, Cast, Instead, MemoryJournal};
use analysis::{Label, Verdict};
use debate::event::{Grouper, Reason, RoundKind};
use debate::{Ballot, CallId, Debate, Envelope, Event, Flaw, Groups, Layout, Letter, Profile, Relation, Rules};
use engine::{Analyst, Bus, Seat, Spec, Texts, World};
use futures_util::future::BoxFuture;
use serde_json::json;
use std::sync::Arc;

/// Participants with the same simulated model, and so the same preferences.
fn alike(mode: &str, seats: usize, sim: u64, rules: Rules) -> Spec {
    let seats = (1..=seats).map(|seat| Seat {
        model: format!("sim/{sim}"),
        family: "sim".into(),
        name: Some(format!("seat-{seat}")),
        profile: Profile::Full,
        layout: Layout::Rebuild,
    });
    Spec { participants: engine::seat(seats), ..support::spec(mode, 0, rules) }
}

/// Plays a debate of at most five rounds by default rules: it ends in a unanimous consensus before the cap, with closing ballots where
/// sides were assigned, and replays.
async fn agrees(mode: &str, seats: usize, sim: u64, ballot: &Ballot) {
    let rules = Rules { rounds: 5, groups: by_model(), ..Rules::default() };
    let spec = Spec { ballot: Some(ballot.clone()), ..alike(mode, seats, sim, rules) };
    let (debate, log) = support::run(&spec, &Arc::default()).await;
    let place = format!("{ballot}, {mode}, {seats} seats, sim/{sim}");
    let closed = debate.closed.as_ref().unwrap();
    let kinds: Vec<RoundKind> = debate.rounds.iter().map(|it| it.kind).collect();
    assert_eq!(closed.why, Reason::Consensus, "{place}: {kinds:?} {:?}", closed.figures);
    assert!(debate.argued() < 5, "{place}: {kinds:?}");
    assert_eq!(kinds.contains(&RoundKind::Ballot), debate.has_sides(), "{place}");
    let decision = Verdict::of(&debate).decision;
    assert_eq!((decision.label, decision.is_unanimous), (Label::Consensus, true), "{place}");
    assert_eq!(engine::replay(log, &Bus::silent()).await.unwrap(), debate, "{place}");
}

/// B-05, B-11, B-14, D-40: by default rules participants who agree end in a consensus before the cap, in every mode, whatever their
/// preferences, also with assigned sides.
#[tokio::test]
async fn who_agrees_ends_in_a_consensus() {
    for mode in formats::modes::names() {
        let has_sides = matches!(mode, "devils-advocate" | "red-team-blue-team");
        for seats in if has_sides { 2..=4 } else { 3..=3 } {
            for sim in 1..=10 {
                agrees(mode, seats, sim, &Ballot::YesNo).await;
            }
        }
    }
}

/// B-01, B-11: the same on every other kind of ballot.
#[tokio::test]
async fn who_agrees_does_on_every_kind_of_ballot() {
    let choice = Ballot::choice(["Alder", "Birch", "Cedar"]).unwrap();
    for ballot in [choice, Ballot::estimate("days").unwrap(), Ballot::Open] {
        for mode in formats::modes::names() {
            for sim in 1..=10 {
                agrees(mode, 3, sim, &ballot).await;
            }
        }
    }
}

const HEADLINES: [&str; 3] = ["Begin with a pilot", "Start by a small trial", "Buy it ready made"];

/// Three who each propose something, of which two mean the same, and then choose by letter.
fn proposing(also: &[(&'static str, Instead)]) -> Arc<Cast> {
    let said = |ballot: serde_json::Value, headline: &str| -> Instead {
        let answer = json!({"position": headline, "ballot": ballot, "reasoning": "r", "confidence": 0.8});
        Instead::Text(answer.to_string().leak())
    };
    let first = HEADLINES.iter().zip(1..).map(|(headline, seat)| {
        let call: &'static str = format!("r1/turn/sim-{seat}").leak();
        (call, said(json!({"choice": "new", "headline": headline}), headline))
    });
    let second = (1..=3).map(|seat| {
        let call: &'static str = format!("r2/turn/sim-{seat}").leak();
        (call, said(json!({"choice": "A", "headline": null}), "A, then."))
    });
    Cast::stumbling(first.chain(second).chain(also.iter().cloned()))
}

fn open(groups: Groups) -> Spec {
    let algorithm = debate::Algorithm::FixedRounds;
    let rules = Rules { rounds: 2, algorithm, groups, ..Rules::default() };
    Spec { ballot: Some(Ballot::Open), ..support::spec("collaborative", 3, rules) }
}

fn by_model() -> Groups {
    Groups::Model("sim/9".to_owned())
}

/// Networks that take two texts for the same if both propose a trial.
struct Network {
    is_broken: bool,
}

impl Analyst for Network {
    fn name(&self) -> &str {
        "local"
    }

    fn relate<'a>(&'a self, pairs: &'a [Texts<'a>]) -> BoxFuture<'a, Result<Vec<Relation>, models::Error>> {
        let tries = |text: &str| text.contains("pilot") || text.contains("trial");
        let made = pairs.iter().map(|it| {
            let same_point = tries(it.a) && tries(it.b);
            Relation { similarity: 0.5, opposition: 0.0, opposed: false, same_point, on_topic: true }
        });
        let broken = models::Error::Local { reason: "out of memory".to_owned() };
        Box::pin(std::future::ready(if self.is_broken { Err(broken) } else { Ok(made.collect()) }))
    }
}

/// Runs a debate, with networks in this process if given. It replays, and goes on from any cut to the same events; nothing is asked twice.
async fn run(spec: &Spec, cast: impl Fn() -> Arc<Cast>, network: Option<bool>) -> (Debate, Vec<Envelope>, Arc<Cast>) {
    let world = |cast: &Arc<Cast>, journal: &Arc<MemoryJournal>| {
        let analyst = network.map(|is_broken| Arc::new(Network { is_broken }) as Arc<dyn Analyst>);
        World { analyst, ..support::world(spec, cast, journal) }
    };
    let (first, journal) = (cast(), Arc::new(MemoryJournal::default()));
    let debate = engine::start(&world(&first, &journal), spec, &Bus::silent()).await.unwrap();
    let log = journal.read();
    assert_eq!(engine::replay(log.clone(), &Bus::silent()).await.unwrap(), debate, "it replays");
    for cut in 1..=log.len() {
        let begun = engine::replay(log[..cut].to_vec(), &Bus::silent()).await.unwrap();
        assert_eq!(begun.next_seq as usize, cut, "it replays as far as it went");
        let (cast, journal) = (cast(), Arc::new(MemoryJournal::default()));
        engine::resume(&world(&cast, &journal), &log[..cut], &Bus::silent()).await.unwrap();
        assert_eq!([&log[..cut], &journal.read()].concat(), log, "cut at {cut}");
        let before = cut::answered(&log[..cut]);
        assert!(cast.order().iter().all(|it| !before.contains(it)), "cut at {cut}: a paid call is made again");
    }
    (debate, log, first)
}

/// A recorded grouping: by whom, why not by others, and who holds which option.
type LoggedEvent = (Grouper, Option<String>, Vec<(Letter, Vec<String>)>);

fn grouping(log: &[Envelope], wanted: u32) -> LoggedEvent {
    let told = log.iter().find_map(|it| {
        let Event::BallotsGrouped { round, call, by, failed, options, .. } = &it.event else { return None };
        assert_eq!(*call, CallId::group(*round));
        let held = |it: &debate::event::Grouped| (it.letter, it.held_by.iter().map(ToString::to_string).collect());
        (*round == wanted).then(|| (by.clone(), failed.clone(), options.iter().map(held).collect()))
    });
    told.unwrap_or_else(|| panic!("round {wanted} was not grouped"))
}

fn held(options: &[(usize, &[&str])]) -> Vec<(Letter, Vec<String>)> {
    options.iter().map(|(at, names)| (Letter::at(*at), names.iter().map(|it| (*it).to_owned()).collect())).collect()
}

/// B-03, O-05, O-22: a model's answer decides which headlines are one option, in the wording of its first holder. It is asked once, without
/// names, and replayed by its call id.
#[tokio::test]
async fn a_model_groups_headlines() {
    let answer = r#"{"groups": [["1", "2"], ["3"]], "same_claims": [], "same_terms": []}"#;
    let cast = || proposing(&[("r1/group", Instead::Text(answer))]);
    let (debate, log, asked) = run(&open(by_model()), cast, None).await;
    let two: &[(usize, &[&str])] = &[(0, &["sim-1", "sim-2"]), (1, &["sim-3"])];
    assert_eq!(grouping(&log, 1), (Grouper::Model("sim/9".to_owned()), None, held(two)));
    let headlines: Vec<&str> = debate.options.iter().map(|it| it.headline.as_str()).collect();
    assert_eq!(headlines, [HEADLINES[0], HEADLINES[2]]);
    let asked = &asked.asked()["r1/group"];
    assert!(HEADLINES.iter().all(|it| asked.user.contains(it)), "{}", asked.user);
    assert!(!asked.user.contains("sim-") && !asked.system.contains("sim-"), "{}", asked.user);
    assert_eq!(debate.calls, 7, "what it costs is counted");
    let verdict = Verdict::of(&debate);
    assert_eq!((verdict.decision.label, verdict.decision.is_unanimous), (Label::Consensus, true));
    let moved: Vec<bool> = verdict.participants.iter().map(|it| it.change.is_some()).collect();
    assert_eq!(moved, [false, false, true], "to be grouped is no change of mind");
}

/// The proposer of each option, by its index on the ballot.
type Held<'a> = &'a [(usize, &'a [&'a str])];

/// B-03, P-31: if the answer is unreadable, the model unreachable or missing, networks in this process group, and without those literal
/// equality; the record says why, and the answer is kept and paid for.
#[tokio::test]
async fn what_a_model_can_not_group_is_grouped_all_the_same() {
    let unread = || proposing(&[("r1/group", Instead::Text("They are all alike."))]);
    let lost = || proposing(&[("r1/group", Instead::Fail(models::Error::Cut { reason: "reset".into() }))]);
    let (two, three): (Held, Held) =
        (&[(0, &["sim-1", "sim-2"]), (1, &["sim-3"])], &[(0, &["sim-1"]), (1, &["sim-2"]), (2, &["sim-3"])]);
    let why = "the answer could not be read";
    let (debate, log, _) = run(&open(by_model()), unread, None).await;
    assert_eq!(grouping(&log, 1), (Grouper::Literal, Some(why.to_owned()), held(three)));
    assert_eq!(debate.calls, 7, "an answer that can't be read was paid for");
    let (_, log, _) = run(&open(by_model()), unread, Some(false)).await;
    assert_eq!(grouping(&log, 1), (Grouper::Local, Some(why.to_owned()), held(two)));
    let (_, log, _) = run(&open(by_model()), unread, Some(true)).await;
    let both = format!("{why}; the embedded model failed: out of memory");
    assert_eq!(grouping(&log, 1), (Grouper::Literal, Some(both), held(three)));
    let (debate, log, _) = run(&open(by_model()), lost, Some(false)).await;
    let (by, failed, options) = grouping(&log, 1);
    assert_eq!((by, options), (Grouper::Local, held(two)));
    assert!(failed.is_some_and(|it| it.contains("reset")));
    assert_eq!(debate.closed.as_ref().unwrap().why, Reason::RoundCap);

    let (spec, journal) = (open(by_model()), Arc::new(MemoryJournal::default()));
    let mut world = support::world(&spec, &proposing(&[]), &journal);
    world.models.remove("sim/9");
    engine::start(&world, &spec, &Bus::silent()).await.unwrap();
    let absent = Some("no model `sim/9` is at hand".to_owned());
    assert_eq!(grouping(&journal.read(), 1), (Grouper::Literal, absent, held(three)));
}

/// B-03, B-17: without a model networks in this process group, and without those only equal headlines are one option.
#[tokio::test]
async fn without_a_model_networks_or_words_group() {
    let cast = || proposing(&[]);
    let (two, three): (Held, Held) =
        (&[(0, &["sim-1", "sim-2"]), (1, &["sim-3"])], &[(0, &["sim-1"]), (1, &["sim-2"]), (2, &["sim-3"])]);
    let (debate, log, _) = run(&open(Groups::Local), cast, Some(false)).await;
    assert_eq!((grouping(&log, 1), debate.calls), ((Grouper::Local, None, held(two)), 6));
    let (_, log, _) = run(&open(Groups::Local), cast, None).await;
    assert_eq!(grouping(&log, 1), (Grouper::Literal, None, held(three)), "no network is at hand");
    let (_, log, _) = run(&open(Groups::Literal), cast, Some(false)).await;
    assert_eq!(grouping(&log, 1), (Grouper::Literal, None, held(three)));
    let again = json!({"position": "p", "reasoning": "r", "confidence": 0.8,
        "ballot": {"choice": "new", "headline": "begin  with a PILOT"}});
    let again: &'static str = again.to_string().leak();
    let same = || proposing(&[("r1/turn/sim-3", Instead::Text(again))]);
    let (_, log, _) = run(&open(Groups::Literal), same, None).await;
    let two: &[(usize, &[&str])] = &[(0, &["sim-1", "sim-3"]), (1, &["sim-2"])];
    assert_eq!(grouping(&log, 1), (Grouper::Literal, None, held(two)), "case and space aside");
}

/// B-03, O-04: if the budget does not cover the question, it is not asked, and equal words are grouped.
#[tokio::test]
async fn a_grouping_is_within_the_budget() {
    let cast = || proposing(&[]);
    let mut spec = open(by_model());
    // A long topic makes openings more expensive than estimated.
    spec.topic = debate::Topic::new(&"How should we move the ledger to event sourcing? ".repeat(80)).unwrap();
    let (unbounded, _) = support::run(&spec, &cast()).await;
    let opening: u64 = unbounded.rounds[0].spoken.iter().map(|it| it.usage.tokens()).sum();
    spec.rules.budget_tokens = Some(opening + 100);
    let (debate, log, asked) = run(&spec, cast, None).await;
    assert_eq!(grouping(&log, 1).0, Grouper::Literal);
    assert!(asked.order().iter().all(|it| !it.contains("group")), "{:?}", asked.order());
    assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Budget);
    assert!(debate.spent.tokens() <= opening + 100);
}

/// B-03: options that all their holders call the same are one from then on, in the more frequent wording; merging is not a changed ballot.
#[tokio::test]
async fn participants_join_options() {
    let stay = |choice: &str, other: &str| -> Instead {
        let answer = json!({"position": choice, "ballot": {"choice": choice, "headline": null}, "reasoning": "r",
            "confidence": 0.8, "others": [{"option": other, "stand": "same", "why": "the same thing"}]});
        Instead::Text(answer.to_string().leak())
    };
    let cast = || {
        let same =
            [("r2/turn/sim-1", stay("A", "B")), ("r2/turn/sim-2", stay("B", "A")), ("r2/turn/sim-3", stay("A", "B"))];
        proposing(&same)
    };
    let (debate, log, _) = run(&open(Groups::Literal), cast, None).await;
    assert_eq!(grouping(&log, 2).0, Grouper::Participants);
    assert_eq!(debate.options[1].merged, Some((Letter::at(0), 2)));
    let verdict = Verdict::of(&debate);
    assert_eq!((verdict.decision.label, verdict.decision.is_unanimous), (Label::Consensus, true));
    assert_eq!(verdict.decision.option.unwrap().headline, HEADLINES[0]);
    assert_eq!(verdict.participants[1].change, None);
}

/// B-23: a participant with a missing or invalid ballot is asked again, with the flaw; then its turn is recorded without one, and every
/// count says so.
#[tokio::test]
async fn who_gives_no_ballot_is_asked_once_more() {
    const NONE: &str = r#"{"position":"I would rather not say.","reasoning":"r","confidence":0.8}"#;
    const UNKNOWN: &str =
        r#"{"position":"Q.","reasoning":"r","confidence":0.8,"ballot":{"choice":"Q","headline":null}}"#;
    const YES: &str =
        r#"{"position":"Yes.","reasoning":"r","confidence":0.9,"ballot":{"choice":"Yes","headline":null}}"#;
    for (bad, flaw) in [(NONE, "ballot"), (UNKNOWN, "`Q`")] {
        let turns = ["r1", "r2"].into_iter().flat_map(|round| {
            [("turn", 1, YES), ("turn", 2, bad), ("again", 2, bad), ("turn", 3, YES)]
                .map(|(kind, seat, text)| (&*format!("{round}/{kind}/sim-{seat}").leak(), Instead::Text(text)))
        });
        let turns: Vec<(&'static str, Instead)> = turns.collect();
        let spec = support::spec("collaborative", 3, Rules { rounds: 2, ..Rules::default() });
        let (debate, log, cast) = run(&spec, || Cast::stumbling(turns.iter().cloned()), None).await;
        let asked = cast.asked();
        for round in 1..=2 {
            let words = &asked[&format!("r{round}/again/sim-2")].user;
            let said = words.split_once("could not be used: ").map(|(_, rest)| rest).unwrap_or_default();
            assert!(said.contains(flaw), "{flaw}: {said}");
        }
        assert_eq!(asked.len(), 8, "once more in each round, and never a third time");
        let unusable = log.iter().filter(|it| matches!(it.event, Event::AnswerUnusable { .. })).count();
        assert_eq!(unusable, 2);
        let spoken = debate.rounds[1].said_by(&"sim-2".into()).unwrap();
        assert!(spoken.turn.ballot.is_none() && spoken.turn.position.is_some());
        let is_told = |it: &Flaw| matches!(it, Flaw::Missing { .. } | Flaw::UnknownOption { .. });
        assert!(spoken.flaws.iter().any(is_told), "{:?}", spoken.flaws);
        let verdict = Verdict::of(&debate);
        let decision = &verdict.decision;
        assert_eq!((decision.label, decision.of, decision.without_ballot), (Label::Partial, 3, 1));
        let headline = decision.headline.as_deref().unwrap();
        assert!(headline.starts_with("Yes, 2 of 3 (1 without a ballot"), "{headline}");
        let dissent: Vec<_> = verdict.dissent.iter().map(|it| (it.by.as_str(), it.holds.as_deref())).collect();
        assert_eq!(dissent, [("sim-2", None)], "whoever has not said is named");
    }
}
