//! Positions compared in the loop: by a model's three votes, by networks in this process, and by nobody.
use crate::cut;
use crate::desk::{self, Cast, Instead, Paper};
use debate::event::Reason;
use debate::{Algorithm, Analyst as Named, Debate, Envelope, Event, Relation, Rules};
use engine::{Analyst, At, Bus, Changes, Cut, Spec, Texts};
use futures_util::future::BoxFuture;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

const YES: &str = r#"{"position":"Yes, move the ledger now.","reasoning":"r","confidence":0.9,"vote":"ACCEPT"}"#;
const SAME: &str = r#"{"position":"Event sourcing it is.","reasoning":"r","confidence":0.9,"vote":"ACCEPT"}"#;
const KEEP: &str = r#"{"position":"Keep the tables we have.","reasoning":"r","confidence":0.9,"vote":"ACCEPT"}"#;

fn rules(analyst: Named) -> Rules {
    Rules { rounds: 3, algorithm: Algorithm::FixedRounds, groupthink: None, analyst, ..Rules::default() }
}

fn judged(rules: Rules) -> Spec {
    desk::spec("collaborative", 3, rules)
}

fn by_model() -> Spec {
    judged(rules(Named::Model("sim/9".to_owned())))
}

/// The simulated table, but that these calls come to something else.
fn cast(also: &[(&'static str, Instead)]) -> Arc<Cast> {
    let turns = [
        ("r1/turn/sim-1", YES),
        ("r1/turn/sim-2", SAME),
        ("r1/turn/sim-3", KEEP),
        ("r2/turn/sim-1", YES),
        ("r2/turn/sim-2", SAME),
        ("r2/turn/sim-3", SAME),
        ("r3/turn/sim-1", YES),
        ("r3/turn/sim-2", SAME),
        ("r3/turn/sim-3", SAME),
    ];
    Cast::stumbling(turns.map(|(call, text)| (call, Instead::Text(text))).into_iter().chain(also.iter().cloned()))
}

fn lost() -> Instead {
    Instead::Fail(models::Error::Cut { reason: "reset".into() })
}

/// What was compared, event by event: the call, what of whom with whom, and why not.
fn compared(log: &[Envelope]) -> Vec<(String, Vec<String>, Option<String>)> {
    let event = |it: &Envelope| {
        let Event::PositionsCompared { call, pairs, failed, .. } = &it.event else { return None };
        let said = |it: &debate::relation::Said| format!("r{} {}", it.round, it.by);
        let pairs = pairs.iter().map(|it| format!("{} / {}", said(&it.a), said(&it.b))).collect();
        Some((call.to_string(), pairs, failed.clone()))
    };
    log.iter().filter_map(event).collect()
}

fn kinds(log: &[Envelope]) -> Vec<&'static str> {
    log.iter().map(|it| it.event.kind()).collect()
}

/// An analyst in this process: what begins with Keep is opposed to all else, all else is the same. Nothing is asked of it twice.
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
            assert_eq!(it.topic, Some("Should we move the ledger to event sourcing?"));
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
    let paper = Arc::new(Paper::default());
    let world = engine::World { analyst, ..desk::world(spec, cast, &paper) };
    let debate = engine::start(&world, spec, &Bus::silent()).await.unwrap();
    let log = paper.read();
    assert_eq!(engine::replay(log.clone(), &Bus::silent()).await.unwrap(), debate, "it replays");
    for cut in 1..log.len() {
        let begun = engine::replay(log[..cut].to_vec(), &Bus::silent()).await.unwrap();
        assert_eq!(begun.next_seq as usize, cut, "it replays as far as it went");
    }
    (debate, log)
}

/// E-11, E-12, P-30: after each round, before anything else, all its pairs and each one's own with that of the round before; what was
/// compared, or is the same, is not asked again. Three votes at once.
#[tokio::test]
async fn positions_are_compared_after_each_round() {
    let (debate, log) = run(&by_model(), &cast(&[]), None).await;
    let first = ["r1 sim-1 / r1 sim-2", "r1 sim-1 / r1 sim-3", "r1 sim-2 / r1 sim-3"].map(str::to_owned).to_vec();
    let votes: Vec<_> = (1..=3).map(|vote| (format!("r1/compare/{vote}"), first.clone(), None)).collect();
    assert_eq!(compared(&log), votes, "in the rounds that follow every text was compared with every other");
    let compared = kinds(&log).iter().position(|it| *it == "positions_compared").unwrap();
    let around = &kinds(&log)[compared - 1..compared + 4];
    assert_eq!(
        around,
        ["turn_taken", "positions_compared", "positions_compared", "positions_compared", "round_opened"]
    );
    assert_eq!(debate.calls, 9 + 3, "what it costs is counted");
    // The rehearsed analyst goes by Yes, which only the first says.
    let of = |a: &str, b: &str| debate.compared.of(a, b).unwrap();
    assert!(of("Yes, move the ledger now.", "Event sourcing it is.").opposed);
    assert!(of("Keep the tables we have.", "Event sourcing it is.").same_point);
}

/// E-12, E-11: the same by networks in this process, once a round; own positions across rounds too, and no contradiction is kept as alike.
#[tokio::test]
async fn networks_in_this_process_are_asked_once_a_round() {
    let moves = r#"{"position":"Begin with one account.","reasoning":"r","confidence":0.9,"vote":"ACCEPT"}"#;
    let reader: Arc<Reader> = Arc::default();
    let cast = cast(&[("r3/turn/sim-1", Instead::Text(moves))]);
    let (debate, log) = run(&judged(rules(Named::Local)), &cast, Some(reader.clone())).await;
    let first = ["r1 sim-1 / r1 sim-2", "r1 sim-1 / r1 sim-3", "r1 sim-2 / r1 sim-3"].map(str::to_owned).to_vec();
    // Two say the same by then: with either it is one comparison.
    let third = ["r3 sim-1 / r3 sim-2", "r2 sim-1 / r3 sim-1"].map(str::to_owned).to_vec();
    assert_eq!(compared(&log), [("r1/compare/1".to_owned(), first, None), ("r3/compare/1".to_owned(), third, None)]);
    assert_eq!(debate.calls, 9, "it costs no call");
    let opposed = debate.compared.of("Keep the tables we have.", "Event sourcing it is.").unwrap();
    assert_eq!((opposed.similarity, opposed.opposed, opposed.same_point), (0.40, true, false));
    let shift = |at: usize| analysis::convergence::mean_shift(&debate, &debate.rounds[at], &debate.rounds[at + 1]);
    assert!(shift(0).unwrap() >= 0.203, "one reversed");
    assert!(shift(1).unwrap() <= 0.05 / 3.0 + 1e-9, "one says the same in other words");
}

/// O-22, O-05: cut between the votes, in whatever order they came, it goes on to the same events, and nothing is asked twice.
#[tokio::test]
async fn a_vote_cut_anywhere_is_finished() {
    let stumbling = || cast(&[("r1/compare/2", lost()), ("r2/compare/3", Instead::Text("They agree."))]);
    let whole = cut::goes_on(&by_model(), stumbling, "by a model").await;
    assert_eq!(compared(&whole).len(), 3);
    let places: Vec<usize> =
        (0..whole.len()).filter(|it| matches!(whole[*it].event, Event::PositionsCompared { .. })).collect();
    for order in [[2, 1, 0], [1, 2, 0], [2, 0, 1]] {
        let mut log = whole.clone();
        for (place, from) in places.iter().zip(order) {
            log[*place].event = whole[places[from]].event.clone();
        }
        assert!(engine::replay(log.clone(), &Bus::silent()).await.is_ok(), "{order:?} replays");
        for cut in places[0]..=places[2] + 1 {
            let (cast, paper) = (stumbling(), Arc::new(Paper::default()));
            let world = desk::world(&by_model(), &cast, &paper);
            engine::resume(&world, &log[..cut], &Bus::silent()).await.unwrap();
            let mut again: Vec<Envelope> = log[..cut].iter().cloned().chain(paper.read()).collect();
            let mut expected = log.clone();
            // Those still missing come in their order.
            for it in [&mut again, &mut expected] {
                it[places[0]..=places[2]].sort_by_key(|it| it.event.call().map(ToString::to_string));
                it.iter_mut().enumerate().for_each(|(at, it)| (it.seq, it.at, it.elapsed) = (at as u64, 0, 0));
            }
            assert_eq!(again, expected, "{order:?} cut at {cut}");
        }
    }
}

/// P-30, O-22: no question has more than twelve pairs: a larger table is asked about in several, each by three votes. Cut anywhere it goes
/// on to the same, and what is lost of one leaves the others.
#[tokio::test]
async fn a_large_table_is_asked_about_in_parts() {
    let answers: Vec<(&'static str, Instead)> = [
        ("r1/turn/sim-1", "Yes, move the ledger now."),
        ("r1/turn/sim-2", "Event sourcing it is."),
        ("r1/turn/sim-3", "Keep the tables we have."),
        ("r1/turn/sim-4", "Begin with one account."),
        ("r1/turn/sim-5", "Ask the auditors."),
        ("r1/turn/sim-6", "Buy it ready made."),
    ]
    .map(|(call, position)| {
        let text = format!(r#"{{"position":"{position}","reasoning":"r","confidence":0.9,"vote":"ACCEPT"}}"#);
        (call, Instead::Text(text.leak()))
    })
    .to_vec();
    let stumbling = || {
        let lost = ["r1/compare/4", "r1/compare/5", "r1/compare/6"].map(|it| (it, lost()));
        Cast::stumbling(answers.iter().cloned().chain(lost))
    };
    let rules = Rules { rounds: 1, ..rules(Named::Model("sim/9".to_owned())) };
    let spec = desk::spec("collaborative", 6, rules);
    let whole = cut::goes_on(&spec, || Cast::stumbling(answers.iter().cloned()), "in parts").await;
    let asked: Vec<(String, usize)> = compared(&whole).into_iter().map(|(call, it, _)| (call, it.len())).collect();
    let expected: Vec<(String, usize)> =
        [12, 12, 12, 3, 3, 3].into_iter().zip(1..).map(|(pairs, it)| (format!("r1/compare/{it}"), pairs)).collect();
    assert_eq!(asked, expected);
    let pairs: BTreeSet<String> = compared(&whole).into_iter().flat_map(|(_, it, _)| it).collect();
    assert_eq!(pairs.len(), 15, "every two of six");
    let debate = Debate::replay(&whole).unwrap();
    assert!(debate.compared.of("Ask the auditors.", "Buy it ready made.").is_some());
    let (debate, _) = run(&spec, &stumbling(), None).await;
    assert!(debate.compared.of("Yes, move the ledger now.", "Event sourcing it is.").is_some());
    assert!(debate.compared.of("Ask the auditors.", "Buy it ready made.").is_none(), "words serve for these");
}

/// P-30: two votes that can be read are a vote, one is none; a debate goes on whatever becomes of them, and says so (P-31).
#[tokio::test]
async fn fewer_than_two_votes_are_none() {
    let unread = Instead::Text(r#"{"pairs": [{"pair": 1, "on_topic": true, "opposed": 0.9, "same_point": false}]}"#);
    let (yes, keep) = ("Yes, move the ledger now.", "Keep the tables we have.");
    for (also, is_known) in [
        (vec![("r1/compare/1", lost())], true),
        (vec![("r1/compare/1", lost()), ("r1/compare/3", unread)], false),
        (vec![("r1/compare/1", lost()), ("r1/compare/2", lost()), ("r1/compare/3", lost())], false),
    ] {
        let (debate, log) = run(&by_model(), &cast(&also), None).await;
        assert_eq!(debate.closed.as_ref().unwrap().why, Reason::RoundCap);
        let first: Vec<_> = compared(&log).into_iter().filter(|(call, ..)| call.starts_with("r1/")).collect();
        assert_eq!(first.iter().filter(|(.., failed)| failed.is_some()).count(), also.len());
        assert_eq!(debate.compared.of(yes, keep).is_some(), is_known, "{also:?}");
    }
}

/// P-31: nobody at hand, one that fails and one that never answers leave words alone, in the record, and the debate as it is.
#[tokio::test(start_paused = true)]
async fn a_debate_never_fails_by_its_analyst() {
    let failing = models::Error::Local { reason: "out of memory".into() };
    let analysts: [(Option<Arc<dyn Analyst>>, &str); 3] = [
        (None, "no analyst `local` is at hand"),
        (Some(Arc::new(Broken(Some(failing)))), "the embedded model failed: out of memory"),
        (Some(Arc::new(Broken(None))), "it took too long"),
    ];
    for (analyst, why) in analysts {
        let (debate, log) = run(&judged(rules(Named::Local)), &cast(&[]), analyst).await;
        assert_eq!(debate.closed.as_ref().unwrap().why, Reason::RoundCap);
        let said: Vec<_> = compared(&log).into_iter().map(|(_, _, failed)| failed).collect();
        assert_eq!(said, vec![Some(why.to_owned()); 3], "each round says so");
    }
    let absent = judged(rules(Named::Model("sim/9".to_owned())));
    let paper = Arc::new(Paper::default());
    let mut world = desk::world(&absent, &cast(&[]), &paper);
    world.models.remove("sim/9");
    let debate = engine::start(&world, &absent, &Bus::silent()).await.unwrap();
    assert_eq!(debate.closed.unwrap().why, Reason::RoundCap);
}

/// O-04: where money does not reach for the votes, nobody is asked, and words serve; time that is up asks nobody either.
#[tokio::test]
async fn a_vote_is_within_the_caps() {
    let unbounded = desk::run(&by_model(), &cast(&[])).await.0;
    let opening = unbounded.rounds[0].spoken.iter().map(|it| it.usage.tokens()).sum::<u64>();
    let dearest = unbounded.rounds[0].spoken.iter().map(|it| it.usage.input).max().unwrap();
    for (budget, deadline, expected) in
        [(Some(opening + dearest), None, "nobody was asked: budget"), (None, Some(4_000), "nobody was asked: deadline")]
    {
        let spec = judged(Rules { budget_tokens: budget, deadline_ms: deadline, ..by_model().rules });
        let cast = cast(&[]);
        let (debate, log) = run(&spec, &cast, None).await;
        assert_eq!(compared(&log), [("r1/compare/0".to_owned(), vec![], Some(expected.to_owned()))]);
        assert!(cast.order().iter().all(|it| !it.contains("compare")), "{:?}", cast.order());
        assert!(debate.spent.tokens() <= budget.unwrap_or(u64::MAX));
        for cut in 1..log.len() {
            let paper = Arc::new(Paper::default());
            let world = desk::world(&spec, &self::cast(&[]), &paper);
            engine::resume(&world, &log[..cut], &Bus::silent()).await.unwrap();
            assert_eq!(
                log[..cut].iter().cloned().chain(paper.read()).collect::<Vec<_>>(),
                log,
                "{expected}, cut at {cut}"
            );
        }
    }
}

/// O-23: a fork copies what was compared, and does not ask it again.
#[tokio::test]
async fn a_fork_copies_comparisons() {
    let (whole, log) = desk::run(&by_model(), &cast(&[])).await;
    let second = log.iter().position(|it| matches!(it.event, Event::RoundOpened { round: 2, .. })).unwrap();
    let at = Cut::of(&log, At::Event(second as u64)).unwrap();
    let begun = engine::fork(&at, Changes::none(&at, "fork".into(), 7)).unwrap();
    let (cast, paper) = (cast(&[]), Arc::new(Paper::default()));
    let world = desk::world(&by_model(), &cast, &paper);
    let forked = engine::resume(&world, &begun, &Bus::silent()).await.unwrap();
    assert_eq!(forked.compared, whole.compared);
    assert!(cast.order().iter().all(|it| !it.contains("compare")));
}

/// P-30: the same model as an analyst of any texts: pairs of a topic are asked together, three times, and two must agree.
#[tokio::test]
async fn a_model_relates_any_texts() {
    let spec = by_model();
    let cast = Cast::stumbling([("compare/2/1", lost()), ("compare/3/1", lost()), ("compare/3/2", lost())]);
    let world = desk::world(&spec, &cast, &Arc::default());
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
        engine::analyst::Model::new("sim/9", desk::world(&spec, &fresh, &Arc::default()).models["sim/9"].clone(), 7);
    assert!(matches!(analyst.relate(&third).await, Err(models::Error::Cut { .. })), "one vote is none");
}
