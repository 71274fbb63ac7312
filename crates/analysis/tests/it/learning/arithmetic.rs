//! The arithmetic against closed forms (L-05).
use super::{DAY, Log};
use analysis::learning::beta::Beta;
use analysis::learning::{KindWeight, Learned, separated};
use debate::Kind;
use debate::learning::{Change, Event, RoundsEffect};

fn weight(learned: &Learned, kind: Kind, now: u64) -> KindWeight {
    learned.domain("api", now).evidence.into_iter().find(|it| it.kind == kind).unwrap()
}

/// L-05: a weight is the mean of a Beta posterior: the usual table with the strength of 20 cases, and the cases of the domain.
#[test]
fn a_weight_is_a_posterior_mean() {
    let mut log = Log::default();
    let none = weight(&log.learned(), Kind::Documented, 0);
    assert_eq!((none.mean, none.projects, none.prior), (0.9, 0, 0.9), "without cases the table stands");
    log.evidence(0, "api", Kind::Documented, 1, 2);
    log.evidence(0, "security", Kind::Documented, 0, 2);
    let one = weight(&log.learned(), Kind::Documented, 0);
    let expected = (20.0 * 0.9 + 0.45 * 0.5) / 20.45;
    assert!((one.mean - expected).abs() < 1e-9, "{one:?}");
    assert_eq!(one.projects, 1, "another domain's case does not count");
    let (low, high) = Beta { held: 18.225, failed: 2.225 }.interval();
    assert!((one.low - low).abs() < 1e-9 && (one.high - high).abs() < 1e-9);
}

/// L-05: one project moves no weight by 0.02, however many of its claims were judged, and in however many debates.
#[test]
fn one_project_moves_a_weight_little() {
    for kind in Kind::ALL {
        for held in [0, 1_000] {
            let mut log = Log::default();
            let before = weight(&log.learned(), kind, 0).mean;
            log.evidence(0, "api", kind, held, 1_000);
            let after = weight(&log.learned(), kind, 0).mean;
            assert!((after - before).abs() < 0.02, "{kind} {held}: {before} {after}");
            // Three debates of the same project, by name.
            let mut log = Log::default();
            for _ in 0..3 {
                log.evidence(0, "api", kind, held, 1_000);
            }
            for it in &mut log.0 {
                let Event::UpdateApplied { update } = &mut it.event else { panic!() };
                update.project = Some(analysis::learning::project_key("Billing"));
            }
            let known = weight(&log.learned(), kind, 0);
            assert_eq!((known.mean, known.projects), (after, 1));
        }
    }
    assert_eq!(analysis::learning::project_key("Billing"), analysis::learning::project_key(" billing "));
}

/// L-05: after a year a case weighs half, after two a quarter, and it never moves the mean beyond where it was.
#[test]
fn old_cases_fade_with_a_half_life_of_a_year() {
    let mut log = Log::default();
    let at = 1_000 * DAY;
    log.evidence(at, "api", Kind::Logical, 0, 1);
    let learned = log.learned();
    let cases = |years: f64| weight(&learned, Kind::Logical, at + (years * 365.25 * DAY as f64) as u64).cases;
    for (years, expected) in [(0.0, 0.45), (1.0, 0.225), (2.0, 0.1125), (0.5, 0.45 / 2_f64.sqrt())] {
        assert!((cases(years) - expected).abs() < 1e-9, "{years}: {}", cases(years));
    }
    assert_eq!(weight(&learned, Kind::Logical, 0).cases, 0.45, "a clock set back makes no case heavier");
    let far = weight(&learned, Kind::Logical, at + 100 * 366 * DAY).mean;
    assert!((far - 0.6).abs() < 1e-9, "{far}");
}

/// L-04: an update can be reverted, which restores what was known before to the bit.
#[test]
fn reverting_restores_to_the_bit() {
    let mut log = Log::default();
    let mut known = Vec::new();
    for at in 0..30 {
        log.evidence(at * DAY, "api", Kind::ALL[at as usize % 6], at as u32 % 3, 2);
        log.ballots(at * DAY, "api", "x/one", &[(0.7, at % 3 == 0), (0.9, at % 2 == 0)]);
        log.update(at * DAY, "api", Change::Rounds { effect: RoundsEffect::Helped });
        log.update(at * DAY, "api", Change::Question { text: format!("What of {}?", at % 4) });
        known.push(log.learned().domain("api", 40 * DAY));
    }
    let before = log.learned().domain("api", 40 * DAY);
    let last: Vec<u64> = vec![
        log.evidence(31 * DAY, "api", Kind::Documented, 0, 3),
        log.ballots(31 * DAY, "api", "x/one", &[(0.1, true)]),
        log.update(31 * DAY, "api", Change::Skill { name: "law".into() }),
    ];
    assert_ne!(log.learned().domain("api", 40 * DAY), before);
    for update in last {
        log.add(32 * DAY, Event::UpdateReverted { update, reason: "a mistake".into() });
    }
    let after = log.learned();
    assert_eq!(after.domain("api", 40 * DAY), before);
    assert_eq!(after.updates.iter().filter(|it| it.reverted.as_deref() == Some("a mistake")).count(), 3);
    assert_eq!(known.last(), Some(&before));
}

/// L-05: Brier score, log score and reliability curve of a model, by hand.
#[test]
fn calibration_is_scored() {
    let mut log = Log::default();
    log.ballots(0, "api", "x/one", &[(0.9, true), (0.9, false)]);
    log.ballots(0, "api", "x/one", &[(0.3, false)]);
    log.ballots(0, "api", "y/two", &[(1.0, false), (0.0, true)]);
    let domain = log.learned().domain("api", 0);
    let [one, two] = &domain.models[..] else { panic!("{:?}", domain.models) };
    assert_eq!((one.cases, one.right, one.debates), (3, 1, 2));
    // Two seats of one debate are one case together: half right, then wrong.
    assert!((one.mean - 10.5 / 22.0).abs() < 1e-9, "{}", one.mean);
    assert!((one.brier.unwrap() - ((0.01 + 0.81) / 2.0 + 0.09) / 2.0).abs() < 1e-9);
    let log_score = (f64::midpoint(0.9_f64.ln(), 0.1_f64.ln()) + 0.7_f64.ln()) / 2.0;
    assert!((one.log_score.unwrap() - log_score).abs() < 1e-9);
    assert!((two.log_score.unwrap() - 0.01_f64.ln()).abs() < 1e-9, "clamped where it diverges");
    let bins: Vec<(f64, u32, u32, f64)> = one.curve.iter().map(|it| (it.from, it.cases, it.right, it.share)).collect();
    assert_eq!(bins, [(0.3, 1, 0, 0.0), (0.9, 2, 1, 0.5)]);
    assert!(domain.models.iter().flat_map(|it| &it.curve).all(|it| it.low <= it.share && it.share <= it.high));
    assert_eq!(two.curve.iter().map(|it| (it.from, it.to)).collect::<Vec<_>>(), [(0.0, 0.1), (0.9, 1.0)]);
}

/// L-04: a question's effectiveness and priority, from how often it was missed and how debates that asked it decided.
#[test]
fn questions_are_ranked() {
    let mut log = Log::default();
    let missed = |log: &mut Log, text: &str| log.update(0, "api", Change::Question { text: text.into() });
    for text in ["Who pays?", "Who signs?", "who pays?", "Who pays? "] {
        missed(&mut log, text);
    }
    for went_well in [true, true, false] {
        log.update(0, "api", Change::Asked { text: "Who pays?".into(), went_well });
    }
    log.update(0, "api", Change::Asked { text: "Nobody missed this.".into(), went_well: true });
    let domain = log.learned().domain("api", 0);
    let [pays, signs] = &domain.questions[..] else { panic!("{:?}", domain.questions) };
    assert_eq!((pays.text.as_str(), pays.missed, pays.asked, pays.well), ("Who pays?", 3, 3, 2));
    assert!((pays.effectiveness - 12.0 / 23.0).abs() < 1e-9);
    assert_eq!((pays.priority.as_str(), signs.priority.as_str()), ("high", "low"));
}

/// L-05: scores, curves, effectiveness and effects of rounds fade as weights do.
#[test]
fn everything_fades() {
    let year = (365.25 * DAY as f64) as u64;
    let mut log = Log::default();
    let add = |log: &mut Log, at, is_good: bool| {
        log.ballots(at, "api", "x/one", &[(0.9, is_good)]);
        log.update(at, "api", Change::Question { text: "Who pays?".into() });
        log.update(at, "api", Change::Asked { text: "Who pays?".into(), went_well: is_good });
        let effect = if is_good { RoundsEffect::Helped } else { RoundsEffect::Hurt };
        log.update(at, "api", Change::Rounds { effect });
    };
    add(&mut log, 0, false);
    add(&mut log, year, true);
    let domain = log.learned().domain("api", year);
    let (model, question) = (&domain.models[0], &domain.questions[0]);
    // The older case weighs a half: (½ · 0.81 + 0.01) / 1½.
    assert!((model.brier.unwrap() - (0.5 * 0.81 + 0.01) / 1.5).abs() < 1e-9, "{model:?}");
    assert!((model.curve[0].share - 1.0 / 1.5).abs() < 1e-9);
    assert!((question.effectiveness - 11.0 / 21.5).abs() < 1e-9, "{question:?}");
    let rounds = domain.rounds.unwrap();
    assert!((rounds.helped_share - 1.0 / 1.5).abs() < 1e-9 && (rounds.helped, rounds.hurt) == (1, 1));
    assert_eq!(log.learned().domain("api", 8 * year).questions[0].priority.as_str(), "low");
}

/// L-05, L-06: the cases alone separate kinds, whatever was assumed of them; until they do, debates use the usual weights.
#[test]
fn kinds_are_separated_by_cases() {
    let mut log = Log::default();
    let apart = |log: &Log| {
        let pairs = separated(&log.learned().domain("api", 0).evidence);
        let used = log.learned().rules("api", [], 0).is_some_and(|it| !it.weights.is_empty());
        assert_eq!(!pairs.is_empty(), used);
        pairs.contains(&(Kind::Documented, Kind::Speculative))
    };
    assert!(!apart(&log), "without cases nothing is known");
    log.evidence(0, "api", Kind::Documented, 9, 10);
    log.evidence(0, "api", Kind::Speculative, 2, 10);
    assert!(!apart(&log), "one project separates nothing");
    for _ in 0..40 {
        log.evidence(0, "api", Kind::Documented, 9, 10);
        log.evidence(0, "api", Kind::Speculative, 2, 10);
    }
    assert!(apart(&log));
}
