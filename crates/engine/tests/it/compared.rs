//! Comparison of positions in the loop: at a panel by a model's three votes, in any debate by networks in this process, and without either.
//!
//! In a debate it decides nothing: ballots do (B-10).
use crate::panel;
use crate::support::{self, Cast, Instead, MemoryJournal};
use debate::event::Reason;
use debate::rules::PanelRules;
use debate::{Algorithm, Analyst as Named, Debate, Envelope, Event, Polarity, Relation, Rules};
use engine::{Analyst, At, Bus, Changes, Cut, Spec, Texts};
use futures_util::future::BoxFuture;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

const TOPIC: &str = "Should we move the ledger to event sourcing?";
const YES: &str = "Yes, move the ledger now.";
const SAME: &str = "Yes, event sourcing it is.";
const KEEP: &str = "Yes, and keep the tables we have.";
const OTHER: &str = "Keep the tables we have.";

/// A debate whose positions are compared in this process.
fn local() -> Spec {
    let (analyst, algorithm) = (Named::Local, Algorithm::FixedRounds);
    support::spec("collaborative", 3, Rules { rounds: 3, algorithm, groupthink: None, analyst, ..Rules::default() })
}

/// A panel on one aspect with a comparing model: takes are in round 2, closings in round 3.
fn by_model_of(seats: usize) -> Spec {
    let persona =
        |seat: usize| panel::persona(&format!("sim-{seat}"), &[("night shifts", Polarity::Furthers, "mistakes")]);
    let rules = PanelRules { aspects: vec!["The ledger".to_owned()], ..PanelRules::default() };
    let mut spec = panel::panel(TOPIC, (1..=seats).map(persona).collect(), rules);
    spec.rules.analyst = Named::Model("sim/9".to_owned());
    spec
}

fn by_model() -> Spec {
    by_model_of(3)
}

fn said(position: &str) -> Instead {
    let answer = json!({"position": position, "reasoning": "r", "confidence": 0.9,
        "ballot": {"choice": "Yes", "headline": null}});
    Instead::Text(answer.to_string().leak())
}

/// Simulated participants with other outcomes for these calls.
fn cast(also: &[(&'static str, Instead)]) -> Arc<Cast> {
    let turns = ["r1", "r2", "r3"].into_iter().flat_map(|round| {
        let positions = [(1, YES), (2, SAME), (3, KEEP)];
        positions.map(|(seat, it)| (&*format!("{round}/turn/sim-{seat}").leak(), said(it)))
    });
    Cast::stumbling(turns.chain(also.iter().cloned()))
}

fn lost() -> Instead {
    Instead::Fail(models::Error::Cut { reason: "reset".into() })
}

/// The comparisons, event by event: the call, the pairs, and why it failed.
fn compared(log: &[Envelope]) -> Vec<(String, Vec<String>, Option<String>)> {
    let event = |it: &Envelope| {
        let Event::PositionsCompared { call, pairs, failed, .. } = &it.event else { return None };
        let said = |it: &debate::relation::TurnRef| format!("r{} {}", it.round, it.by);
        let pairs = pairs.iter().map(|it| format!("{} / {}", said(&it.a), said(&it.b))).collect();
        Some((call.to_string(), pairs, failed.clone()))
    };
    log.iter().filter_map(event).collect()
}

fn kinds(log: &[Envelope]) -> Vec<&'static str> {
    log.iter().map(|it| it.event.kind()).collect()
}

/// An analyst in this process: texts that begin with Keep are opposed to all others, all others are the same. It panics if asked twice.
#[derive(Default)]
struct Reader {
    asked: Mutex<Vec<(String, String)>>,
}

impl Analyst for Reader {
    fn name(&self) -> &str {
        "local"
    }

    fn relate<'a>(&'a self, pairs: &'a [Texts<'a>]) -> BoxFuture<'a, Result<Vec<Relation>, models::Error>> {
        let mut asked = self.asked.lock().unwrap();
        let made = pairs.iter().map(|it| {
            assert_eq!(it.topic, Some(TOPIC));
            let pair = (it.a.min(it.b).to_owned(), it.a.max(it.b).to_owned());
            assert!(it.a != it.b && !asked.contains(&pair), "{it:?} is asked for nothing");
            asked.push(pair);
            let opposed = it.a.starts_with("Keep") != it.b.starts_with("Keep");
            // A similarity that no opposed pair may have.
            Relation { similarity: 0.95, opposition: 0.7, opposed, same_point: !opposed, on_topic: true }
        });
        Box::pin(std::future::ready(Ok(made.collect())))
    }
}

/// An analyst that fails, or never answers.
struct Broken(Option<models::Error>);

impl Analyst for Broken {
    fn name(&self) -> &str {
        "local"
    }

    fn relate<'a>(&'a self, _pairs: &'a [Texts<'a>]) -> BoxFuture<'a, Result<Vec<Relation>, models::Error>> {
        match self.0.clone() {
            Some(error) => Box::pin(std::future::ready(Err(error))),
            None => Box::pin(std::future::pending()),
        }
    }
}

/// Runs a debate with this analyst; it replays, to the same debate and as far as it went.
async fn run(spec: &Spec, cast: &Arc<Cast>, analyst: Option<Arc<dyn Analyst>>) -> (Debate, Vec<Envelope>) {
    let journal = Arc::new(MemoryJournal::default());
    let world = engine::World { analyst, ..support::world(spec, cast, &journal) };
    let debate = engine::start(&world, spec, &Bus::silent()).await.unwrap();
    let log = journal.read();
    assert_eq!(engine::replay(log.clone(), &Bus::silent()).await.unwrap(), debate, "it replays");
    // The opening events of a panel are written together.
    let opened = if spec.personas.is_empty() { 1 } else { 2 };
    for cut in opened..log.len() {
        let begun = engine::replay(log[..cut].to_vec(), &Bus::silent()).await.unwrap();
        assert_eq!(begun.next_seq as usize, cut, "it replays as far as it went");
    }
    (debate, log)
}

/// E-11, E-12, P-30: at a panel the takes are compared before anything is concluded from them, and so are the closings; compared or equal
/// pairs are not asked again. Three concurrent votes.
#[tokio::test]
async fn takes_are_compared_by_three_votes() {
    let other = cast(&[("r3/turn/sim-3", said("Yes, after the audit."))]);
    let (debate, log) = run(&by_model(), &other, None).await;
    let takes = ["r2 sim-1 / r2 sim-2", "r2 sim-1 / r2 sim-3", "r2 sim-2 / r2 sim-3"].map(str::to_owned).to_vec();
    let closings = ["r3 sim-1 / r3 sim-3", "r3 sim-2 / r3 sim-3", "r1 sim-3 / r3 sim-3"].map(str::to_owned).to_vec();
    let votes = |round: u32, pairs: &Vec<String>| {
        (1..=3).map(|vote| (format!("r{round}/compare/{vote}"), pairs.clone(), None)).collect::<Vec<_>>()
    };
    assert_eq!(compared(&log), [votes(2, &takes), votes(3, &closings)].concat());
    let first = kinds(&log).iter().position(|it| *it == "positions_compared").unwrap();
    let around = &kinds(&log)[first - 1..first + 4];
    assert_eq!(around, ["turn_taken", "positions_compared", "positions_compared", "positions_compared", "panel"]);
    assert_eq!(debate.calls, 9 + 6, "what it costs is counted");
    assert!(debate.compared.of(YES, SAME).unwrap().same_point);
}

/// B-10, B-15: a debate spends no call on comparing positions: ballots are counted.
#[tokio::test]
async fn a_debate_spends_no_call_on_wording() {
    let spec = Spec { rules: Rules { analyst: Named::Model("sim/9".to_owned()), ..local().rules }, ..local() };
    let (debate, log) = run(&spec, &cast(&[]), None).await;
    assert_eq!((compared(&log).len(), debate.calls), (0, 9));
}

/// E-12, E-11: the same by networks in this process, once a round; own positions across rounds too, and no contradiction is recorded as
/// similar.
#[tokio::test]
async fn networks_in_this_process_are_asked_once_a_round() {
    let reader: Arc<Reader> = Arc::default();
    let cast = cast(&[
        ("r1/turn/sim-3", said(OTHER)),
        ("r2/turn/sim-3", said(SAME)),
        ("r3/turn/sim-1", said("Begin with one account.")),
        ("r3/turn/sim-3", said(SAME)),
    ]);
    let (debate, log) = run(&local(), &cast, Some(reader.clone())).await;
    let first = ["r1 sim-1 / r1 sim-2", "r1 sim-1 / r1 sim-3", "r1 sim-2 / r1 sim-3"].map(str::to_owned).to_vec();
    // Two positions are equal by then, so one comparison serves both.
    let third = ["r3 sim-1 / r3 sim-2", "r2 sim-1 / r3 sim-1"].map(str::to_owned).to_vec();
    assert_eq!(compared(&log), [("r1/compare/1".to_owned(), first, None), ("r3/compare/1".to_owned(), third, None)]);
    assert_eq!(debate.calls, 9, "it costs no call");
    let opposed = debate.compared.of(OTHER, SAME).unwrap();
    assert_eq!((opposed.similarity, opposed.opposed, opposed.same_point), (0.40, true, false));
    let shift =
        |at: usize| analysis::measure::convergence::mean_shift(&debate, &debate.rounds[at], &debate.rounds[at + 1]);
    assert!((shift(0).unwrap() - 0.6 / 3.0).abs() < 1e-9, "one says the opposite, and casts the same");
    assert!(shift(1).unwrap() <= 0.05 / 3.0 + 1e-9, "one says the same in other words");
    let verdict = analysis::Verdict::of(&debate);
    assert_eq!(verdict.decision.label, analysis::Label::Consensus, "all cast Yes, whatever they say");
}

/// O-22, O-05: cut between the votes, in any order, it goes on to the same events, and nothing is asked twice.
#[tokio::test]
async fn a_vote_cut_anywhere_is_finished() {
    let stumbling = || cast(&[("r2/compare/2", lost()), ("r3/compare/3", Instead::Text("They agree."))]);
    let (_, whole) = run(&by_model(), &stumbling(), None).await;
    assert_eq!(compared(&whole).len(), 3);
    let places: Vec<usize> =
        (0..whole.len()).filter(|it| matches!(whole[*it].event, Event::PositionsCompared { .. })).collect();
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
        let mut log = whole.clone();
        for (place, from) in places.iter().zip(order) {
            log[*place].event = whole[places[from]].event.clone();
        }
        assert!(engine::replay(log.clone(), &Bus::silent()).await.is_ok(), "{order:?} replays");
        for cut in places[0]..=places[2] + 1 {
            let (cast, journal) = (stumbling(), Arc::new(MemoryJournal::default()));
            let world = support::world(&by_model(), &cast, &journal);
            engine::resume(&world, &log[..cut], &Bus::silent()).await.unwrap();
            let is_paid =
                |call: &String| log[..cut].iter().any(|it| it.event.call().is_some_and(|it| it.to_string() == *call));
            assert!(!cast.order().iter().any(is_paid), "{order:?} cut at {cut}");
            let mut again: Vec<Envelope> = log[..cut].iter().cloned().chain(journal.read()).collect();
            let mut expected = log.clone();
            // The missing ones come in order.
            for it in [&mut again, &mut expected] {
                it[places[0]..=places[2]].sort_by_key(|it| it.event.call().map(ToString::to_string));
                it.iter_mut().enumerate().for_each(|(at, it)| (it.seq, it.at, it.elapsed) = (at as u64, 0, 0));
            }
            assert_eq!(again, expected, "{order:?} cut at {cut}");
        }
    }
}

/// P-30: no question has more than twelve pairs: a larger panel is asked in several, each with three votes, and a loss of one leaves the
/// others.
#[tokio::test]
async fn a_large_table_is_asked_about_in_parts() {
    let positions =
        [YES, SAME, KEEP, "Yes, begin with one account.", "Yes, ask the auditors.", "Yes, buy it ready made."];
    let takes = || {
        ["r1", "r2", "r3"].into_iter().flat_map(move |round| {
            (1..).zip(positions).map(move |(seat, it)| (&*format!("{round}/turn/sim-{seat}").leak(), said(it)))
        })
    };
    let (_, whole) = run(&by_model_of(6), &Cast::stumbling(takes()), None).await;
    let asked: Vec<(String, usize)> = compared(&whole).into_iter().map(|(call, it, _)| (call, it.len())).collect();
    let expected: Vec<(String, usize)> =
        [12, 12, 12, 3, 3, 3].into_iter().zip(1..).map(|(pairs, it)| (format!("r2/compare/{it}"), pairs)).collect();
    assert_eq!(asked, expected);
    let pairs: BTreeSet<String> = compared(&whole).into_iter().flat_map(|(_, it, _)| it).collect();
    assert_eq!(pairs.len(), 15, "every two of six");
    let debate = Debate::replay(&whole).unwrap();
    assert!(debate.compared.of(positions[4], positions[5]).is_some());
    // Pairs that could not be compared are asked about again with the closings.
    let again = ["r3/compare/1", "r3/compare/2", "r3/compare/3"];
    let stumbling = ["r2/compare/4", "r2/compare/5", "r2/compare/6"].into_iter().chain(again).map(|it| (it, lost()));
    let (debate, _) = run(&by_model_of(6), &Cast::stumbling(takes().chain(stumbling)), None).await;
    assert!(debate.compared.of(YES, SAME).is_some());
    assert!(debate.compared.of(positions[4], positions[5]).is_none(), "words serve for these");
}

/// P-30: two readable votes are a result, one is not; a panel goes on in any case, and says so (P-31).
#[tokio::test]
async fn fewer_than_two_votes_are_none() {
    let unread = Instead::Text(r#"{"pairs": [{"pair": 1, "on_topic": true, "opposed": 0.9, "same_point": false}]}"#);
    for (also, is_known) in [
        (vec![("r2/compare/1", lost())], true),
        (vec![("r2/compare/1", lost()), ("r2/compare/3", unread)], false),
        (vec![("r2/compare/1", lost()), ("r2/compare/2", lost()), ("r2/compare/3", lost())], false),
    ] {
        let (debate, log) = run(&by_model(), &cast(&also), None).await;
        assert_eq!(debate.closed.as_ref().unwrap().why, Reason::Discussed);
        let takes: Vec<_> = compared(&log).into_iter().filter(|(call, ..)| call.starts_with("r2/")).collect();
        assert_eq!(takes.iter().filter(|(.., failed)| failed.is_some()).count(), also.len());
        let of_takes = debate.rounds[1].compared.iter().filter(|it| it.failed.is_none()).count();
        assert_eq!(of_takes >= 2, is_known, "{also:?}");
    }
}

/// P-31: a missing, failing or hanging analyst leaves words alone, in the record, and the debate as it is.
#[tokio::test(start_paused = true)]
async fn a_debate_never_fails_by_its_analyst() {
    let failing = models::Error::Local { reason: "out of memory".into() };
    let analysts: [(Option<Arc<dyn Analyst>>, &str); 3] = [
        (None, "no analyst `local` is at hand"),
        (Some(Arc::new(Broken(Some(failing)))), "the embedded model failed: out of memory"),
        (Some(Arc::new(Broken(None))), "it took too long"),
    ];
    for (analyst, why) in analysts {
        let (debate, log) = run(&local(), &cast(&[]), analyst).await;
        assert_eq!(debate.closed.as_ref().unwrap().why, Reason::RoundCap);
        let said: Vec<_> = compared(&log).into_iter().map(|(_, _, failed)| failed).collect();
        assert_eq!(said, vec![Some(why.to_owned()); 3], "each round says so");
    }
    let absent = by_model();
    let journal = Arc::new(MemoryJournal::default());
    let mut world = support::world(&absent, &cast(&[]), &journal);
    world.models.remove("sim/9");
    let debate = engine::start(&world, &absent, &Bus::silent()).await.unwrap();
    assert_eq!(debate.closed.unwrap().why, Reason::Discussed);
}

/// O-04: if the budget does not cover the votes, they are not asked, and words are compared; the same after the deadline.
#[tokio::test]
async fn a_vote_is_within_the_caps() {
    let mut spec = by_model();
    // A long topic makes calls more expensive than estimated.
    spec.topic = debate::Topic::new(&TOPIC.repeat(80)).unwrap();
    let unbounded = support::run(&spec, &cast(&[])).await;
    let before = unbounded.0.rounds.iter().take(2).flat_map(|it| &it.spoken);
    let spent: u64 = before.clone().map(|it| it.usage.tokens()).sum();
    let dearest = before.map(|it| it.usage.tokens()).max().unwrap();
    let first = unbounded.1.iter().find(|it| matches!(it.event, Event::PositionsCompared { .. })).unwrap().elapsed;
    // It covers the openings and the takes, but not three more votes.
    let budget = (spent + dearest).max(3 * formats::rounds::FIRST_CALL);
    assert!(spent + 3 * dearest > budget, "{spent} {dearest}");
    for (budget, deadline, expected) in
        [(Some(budget), None, "nobody was asked: budget"), (None, Some(first - 1_000), "nobody was asked: deadline")]
    {
        let mut spec = spec.clone();
        (spec.rules.budget_tokens, spec.rules.deadline_ms) = (budget, deadline);
        let cast = cast(&[]);
        let (debate, log) = run(&spec, &cast, None).await;
        assert_eq!(compared(&log), [("r2/compare/0".to_owned(), vec![], Some(expected.to_owned()))]);
        assert!(cast.order().iter().all(|it| !it.contains("compare")), "{:?}", cast.order());
        assert!(debate.spent.tokens() <= budget.unwrap_or(u64::MAX));
        for cut in 2..log.len() {
            let journal = Arc::new(MemoryJournal::default());
            let world = support::world(&spec, &self::cast(&[]), &journal);
            engine::resume(&world, &log[..cut], &Bus::silent()).await.unwrap();
            let again: Vec<Envelope> = log[..cut].iter().cloned().chain(journal.read()).collect();
            assert_eq!(again, log, "{expected}, cut at {cut}");
        }
    }
}

/// O-23: a fork copies comparisons, and does not ask for them again.
#[tokio::test]
async fn a_fork_copies_comparisons() {
    let (whole, log) = support::run(&by_model(), &cast(&[])).await;
    let closing = log.iter().position(|it| matches!(it.event, Event::RoundOpened { round: 3, .. })).unwrap();
    let at = Cut::of(&log, At::Event(closing as u64)).unwrap();
    let begun = engine::fork(&at, Changes::none(&at, "fork".into(), 7)).unwrap();
    let (cast, journal) = (cast(&[]), Arc::new(MemoryJournal::default()));
    let world = support::world(&by_model(), &cast, &journal);
    let forked = engine::resume(&world, &begun, &Bus::silent()).await.unwrap();
    assert_eq!(forked.compared, whole.compared);
    assert!(cast.order().iter().all(|it| !it.contains("compare")));
}

/// P-30: the same model as an analyst of any texts: pairs of a topic are asked together, three times, and two must agree.
#[tokio::test]
async fn a_model_relates_any_texts() {
    let spec = by_model();
    let cast = Cast::stumbling([("compare/2/1", lost()), ("compare/3/1", lost()), ("compare/3/2", lost())]);
    let world = support::world(&spec, &cast, &Arc::default());
    let analyst = engine::analyst::Model::new("sim/9", world.models["sim/9"].clone(), 7);
    let texts = |topic| move |(a, b)| Texts { topic, a, b };
    let (yes, no) = ("Yes, now.", "No, later.");
    let about: Vec<Texts<'_>> = [(yes, no), (no, "Never.")].map(texts(Some("Should we?"))).to_vec();
    let pairs = [about, vec![texts(None)((yes, "Yes, surely."))]].concat();
    let made = analyst.relate(&pairs).await.unwrap();
    assert_eq!(
        made.iter().map(|it| (it.opposed, it.same_point)).collect::<Vec<_>>(),
        [(true, false), (false, true), (false, true)]
    );
    let asked = cast.asked();
    assert_eq!(
        asked.keys().map(String::as_str).collect::<Vec<_>>(),
        ["compare/1/1", "compare/1/2", "compare/1/3", "compare/2/1", "compare/2/2", "compare/2/3"]
    );
    let seeds: Vec<_> = asked.values().map(|it| (it.seed, it.temperature)).collect();
    assert_eq!(seeds[..3], [(Some(8), Some(0.2)), (Some(9), Some(0.2)), (Some(10), Some(0.2))]);
    let third = [pairs.clone(), vec![texts(Some("Another?"))((yes, no))]].concat();
    let fresh = Cast::stumbling([("compare/3/1", lost()), ("compare/3/2", lost())]);
    let analyst =
        engine::analyst::Model::new("sim/9", support::world(&spec, &fresh, &Arc::default()).models["sim/9"].clone(), 7);
    assert!(matches!(analyst.relate(&third).await, Err(models::Error::Cut { .. })), "one vote is none");
}
