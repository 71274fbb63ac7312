//! Counts that are pooled (L-08).
use super::{DAY, Log};
use crate::test_debate::{TestDebate, cites, no, yes};
use analysis::learning::{Input, Learned, PoolingError, Recorded, WithQuestions, check, draft, updates};
use debate::event::Reason;
use debate::learning::{Change, Event, Outcome, PooledCounts, PooledDomain, PooledEvidence, Right};
use debate::{Kind, Letter, Rules};

fn weight(learned: &Learned, kind: Kind, now: u64) -> f64 {
    learned.domain("api", now).evidence.into_iter().find(|it| it.kind == kind).unwrap().mean
}

/// L-08: what is exported has counts and nothing of a debate: no topic, position, claim, answer, project, name or id; questions only if
/// their owner says so.
#[test]
fn no_text_of_a_debate_leaves() {
    let scene = TestDebate::new(2, Rules::default());
    let scene = scene.round([cites(yes(0.9), &[("gRPC has streaming", "RFC 9113")]), no(0.6)]).closed(Reason::RoundCap);
    let outcome = Outcome {
        what: "Zebra happened.".into(),
        impact: Some("Yak impact".into()),
        right: Some(Right::Option(Letter::at(0))),
        bears_out: vec!["C1".into()],
        project: Some("Xylophone".into()),
        ..Outcome::default()
    };
    let input = Input {
        domain: Some("api".into()),
        lessons: vec!["Walrus lesson".into()],
        questions: vec!["Viper question?".into()],
        skills: vec!["Umbrella skill".into()],
        ..Input::default()
    };
    let closed = draft(&scene.debate, &[Recorded { number: 0, at: 0, outcome: outcome.clone() }], &input);
    let mut log = Log::default();
    log.add(0, Event::OutcomeAdded { debate: "test".into(), outcome });
    for update in updates(&Learned::default(), &scene.debate, &closed, 0) {
        log.add(0, Event::UpdateApplied { update });
    }
    log.add(0, Event::PostmortemClosed { debate: "test".into(), postmortem: Box::new(closed) });
    let plain = serde_json::to_string(&log.learned().pool(None, WithQuestions::No, 0)).unwrap();
    let words = ["gRPC", "streaming", "RFC", "Zebra", "Yak", "Xylophone", "Walrus", "Viper", "Umbrella", "ada", "test"];
    for word in words.iter().chain(&["Yes, adopt", "known", "C1", "x/y"]) {
        assert!(!plain.contains(word), "`{word}` leaves: {plain}");
    }
    let counts: PooledCounts = serde_json::from_str(&plain).unwrap();
    assert_eq!(counts.domains[0].evidence[0].projects, 1);
    assert_eq!(counts.domains[0].forecasts[0].family, "x");
    let asked = serde_json::to_string(&log.learned().pool(None, WithQuestions::Yes, 0)).unwrap();
    assert!(asked.contains("Viper question?") && !asked.contains("Walrus"));
}

/// L-08: imported counts weigh what they weighed at their owner's, fade as cases do, and can be reverted.
#[test]
fn imported_counts_weigh_the_same() {
    let mut theirs = Log::default();
    for _ in 0..30 {
        theirs.evidence(0, "api", Kind::Logical, 0, 2);
        theirs.ballots(0, "api", "x/one", &[(0.9, true)]);
    }
    let counts = theirs.learned().pool(None, WithQuestions::No, 10 * DAY);
    let mut ours = Log::default();
    ours.evidence(0, "api", Kind::Precedent, 1, 1);
    let before = ours.learned();
    let number = ours.add(20 * DAY, Event::CountsImported { counts, from: "the other team".into() });
    let learned = ours.learned();
    let both = [weight(&learned, Kind::Logical, 20 * DAY), weight(&theirs.learned(), Kind::Logical, 20 * DAY)];
    assert!((both[0] - both[1]).abs() < 1e-8, "{both:?}");
    let rules = learned.rules("api", [("x/two", "x"), ("y/one", "y")], 20 * DAY).unwrap();
    let [two] = &rules.accuracy[..] else { panic!("{rules:?}") };
    assert_eq!((two.model.as_str(), two.cases), ("x/two", 0), "a family's counts are about each of its models");
    assert!(two.mean > 0.7);
    ours.add(21 * DAY, Event::UpdateReverted { update: number, reason: "not ours".into() });
    assert_eq!(ours.learned().domain("api", 21 * DAY), before.domain("api", 21 * DAY));
}

/// L-08: what is no count is refused.
#[test]
fn what_is_no_count_is_refused() {
    let of = |held, name: &str| {
        let evidence = vec![PooledEvidence { kind: Kind::Logical, held, failed: 1.0, projects: 1 }];
        let domain = PooledDomain { name: name.into(), evidence, ..PooledDomain::default() };
        PooledCounts { version: PooledCounts::VERSION, at: 0, domains: vec![domain] }
    };
    assert_eq!(check(&of(1.0, "api")), Ok(()));
    assert_eq!(check(&PooledCounts { version: 2, ..of(1.0, "api") }), Err(PoolingError::Version(2)));
    for held in [-1.0, f64::NAN, f64::INFINITY, 1e9] {
        assert!(matches!(check(&of(held, "api")), Err(PoolingError::Count { .. })), "{held}");
    }
    for name in ["", "API", "a b", "\u{1b}[31m"] {
        assert!(matches!(check(&of(1.0, name)), Err(PoolingError::Domain(_))), "{name}");
    }
    assert!(serde_json::from_str::<PooledCounts>(r#"{"version":1,"at":0,"domains":[],"topic":"x"}"#).is_err());
}

/// L-04: domains are what was used, and imported.
#[test]
fn domains_come_into_being_by_use() {
    let mut log = Log::default();
    assert!(log.learned().domains().is_empty() && log.learned().domain("api", 0).is_empty());
    log.update(0, "security", Change::Skill { name: "law".into() });
    let counts = PooledCounts {
        version: 1,
        at: 0,
        domains: vec![PooledDomain { name: "api".into(), ..PooledDomain::default() }],
    };
    log.add(0, Event::CountsImported { counts, from: String::new() });
    assert_eq!(log.learned().domains().into_iter().collect::<Vec<_>>(), ["api", "security"]);
    assert_eq!(log.learned().rules("unknown", [("x/y", "x")], 0), None);
}
