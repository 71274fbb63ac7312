//! B-10, B-11, B-12, B-18 for estimates, computed by hand.
use crate::test_debate::{TestDebate, guesses, holds_back};
use analysis::ballots::Count;
use analysis::{Label, Verdict};
use debate::event::Reason;
use debate::{Ballot, Rules, Turn};
use proptest::prelude::*;

fn days(seats: usize) -> TestDebate {
    TestDebate::with(Ballot::estimate("days").unwrap(), seats, Rules { groupthink: None, ..Rules::default() })
}

/// An estimate with a wide interval.
fn wide(best: f64) -> Turn {
    guesses(best / 2.0, best, best * 2.0, 0.8)
}

fn label(turns: &[Turn]) -> (Label, bool) {
    let scene = days(turns.len()).round(turns.to_vec()).round(turns.to_vec()).closed(Reason::RoundCap);
    let decision = Verdict::of(&scene.debate).decision;
    (decision.label, decision.is_unanimous)
}

fn agreement(best: &[f64]) -> Option<f64> {
    let scene = days(best.len().max(2)).round(best.iter().map(|it| wide(*it)));
    Count::of_round(&scene.debate, &scene.debate.rounds[0]).agreement()
}

/// B-10: agreement of estimates is 1 minus the range of best guesses over their median, at least 0.
#[test]
fn agreement_is_one_less_the_range() {
    assert_eq!(agreement(&[350.0, 360.0, 370.0]), Some(0.944_444_444), "20 of 360");
    assert_eq!(agreement(&[100.0, 100.0]), Some(1.0));
    assert_eq!(agreement(&[100.0, 150.0]), Some(0.6), "50 of 125");
    assert_eq!(agreement(&[10.0, 100.0, 500.0]), Some(0.0), "at least 0");
    assert_eq!(agreement(&[0.0, 0.0]), Some(1.0));
    assert_eq!(agreement(&[-10.0, 0.0, 10.0]), Some(0.0), "a median of 0 makes every range wide");
    assert_eq!(agreement(&[-90.0, -100.0, -110.0]), Some(0.8), "by the size of the median");
    assert_eq!(agreement(&[100.0]), None);
}

/// B-10: stability of estimates is 1 minus the mean relative change of best guesses.
#[test]
fn stability_is_one_less_the_mean_change() {
    let stability = |then: &[f64], now: &[f64]| {
        let scene = days(then.len()).round(then.iter().map(|it| wide(*it))).round(now.iter().map(|it| wide(*it)));
        Count::of_round(&scene.debate, &scene.debate.rounds[1]).stability(1)
    };
    assert_eq!(stability(&[100.0, 200.0], &[100.0, 200.0]), Some(1.0));
    assert_eq!(stability(&[100.0, 200.0], &[110.0, 200.0]), Some(0.95), "10% of one of two");
    assert_eq!(stability(&[100.0, 200.0], &[50.0, 300.0]), Some(0.5), "50% of each");
    assert_eq!(stability(&[100.0, 100.0], &[100.0, 400.0]), Some(0.0), "300% of one of two: at least 0");
    assert_eq!(stability(&[0.0, 100.0], &[0.0, 100.0]), Some(1.0));
}

/// B-11: a consensus where every 80% interval holds every other's best guess and the range is at most a quarter of the median; partial where
/// that is so of more than half.
#[test]
fn labels_of_estimates() {
    let (consensus, partial, dissensus) =
        ((Label::Consensus, true), (Label::Partial, false), (Label::Dissensus, false));
    let all = |best: &[f64]| label(&best.iter().map(|it| wide(*it)).collect::<Vec<_>>());
    assert_eq!(all(&[350.0, 360.0, 370.0]), consensus);
    assert_eq!(all(&[100.0, 112.5, 125.0]), consensus, "25 of 112.5 is less than a quarter");
    assert_eq!(all(&[90.0, 100.0, 115.0]), consensus, "a quarter");
    assert_eq!(all(&[90.0, 100.0, 115.1]), partial, "more than a quarter, and two of three agree");
    assert_eq!(all(&[100.0, 110.0, 500.0]), partial);
    assert_eq!(all(&[100.0, 500.0, 2_500.0]), dissensus);
    assert_eq!(all(&[100.0, 100.0, 500.0, 500.0]), dissensus, "half is not more than half");
    assert_eq!(all(&[100.0, 101.0, 102.0, 500.0, 900.0]), partial, "three of five");
    // Close, but one interval does not contain the others' best guesses.
    let narrow = guesses(99.0, 100.0, 101.0, 0.8);
    assert_eq!(label(&[narrow.clone(), wide(105.0)]), dissensus);
    assert_eq!(label(&[narrow.clone(), wide(105.0), wide(106.0)]), partial);
    // The same interval with half the probability is wider at 80%.
    let vague = guesses(97.0, 100.0, 103.0, 0.4);
    assert_eq!(label(&[vague, wide(105.0)]), consensus);
    assert_eq!(label(&[guesses(97.0, 100.0, 103.0, 0.8), wide(105.0)]), dissensus);
    // A participant without a ballot is present and has not agreed.
    assert_eq!(label(&[wide(100.0), wide(101.0), holds_back(0.8)]), partial);
    assert_eq!(label(&[wide(100.0), wide(101.0), holds_back(0.8), holds_back(0.8)]), dissensus);
    assert_eq!(label(&[wide(100.0), holds_back(0.8)]).0, Label::Insufficient);
}

/// B-18, B-12: estimates are pooled by quantile averaging, the median beside it; the plain vote is the median of the openings, the pool beside it.
#[test]
fn estimates_are_pooled() {
    let first =
        [guesses(100.0, 200.0, 400.0, 0.8), guesses(200.0, 300.0, 500.0, 0.8), guesses(300.0, 400.0, 900.0, 0.8)];
    let second =
        [guesses(200.0, 340.0, 600.0, 0.8), guesses(280.0, 350.0, 500.0, 0.4), guesses(310.0, 360.0, 400.0, 0.8)];
    let verdict = Verdict::of(&days(3).round(first).round(second).closed(Reason::RoundCap).debate);
    let pooled = verdict.decision.estimate.unwrap();
    // The second of the last round is restated: 350 − 70·2 = 210, 350 + 150·2 = 650.
    assert_eq!((pooled.low, pooled.best, pooled.high), (240.0, 350.0, 550.0));
    assert_eq!((pooled.median, pooled.least, pooled.most), (350.0, 340.0, 360.0));
    assert_eq!(verdict.decision.headline.as_deref(), Some("about 350 days (80%: 240 to 550; median 350), from 3 of 3"));
    assert_eq!((verdict.decision.option, verdict.decision.ruling), (None, None));
    assert_eq!(verdict.decision.confidence, Some(0.666_666_667), "the mean of how sure they are");
    let plain = verdict.plain_vote;
    assert_eq!((plain.headline.as_deref(), plain.estimate.map(|it| it.median)), (Some("300 days"), Some(300.0)));
    let said = "300 days, the median of 3 best guesses; pooled about 300 (80%: 200 to 600)";
    assert_eq!(plain.says().as_deref(), Some(said));
    assert_eq!((plain.openings, plain.held_by.len(), plain.same_as_decision), (3, 3, None));
    // Medians of an even number are the mean of the two in the middle.
    let even = Verdict::of(&days(4).round([100.0, 200.0, 400.0, 900.0].map(wide)).closed(Reason::RoundCap).debate);
    assert_eq!(even.decision.estimate.map(|it| (it.best, it.median)), Some((400.0, 300.0)));
    // Whatever a log holds, a pool is finite.
    let most = f64::MAX;
    let huge = [guesses(-most, 0.0, most, 0.3), guesses(most, most, most, 0.3), guesses(-most, most, most, 0.3)];
    let huge = Verdict::of(&days(3).round(huge).closed(Reason::RoundCap).debate).decision.estimate.unwrap();
    let figures = [huge.low, huge.best, huge.high, huge.median, huge.least, huge.most];
    assert!(figures.iter().all(|it| it.abs() <= 1e15), "{huge:?}");
    // Figures that are read together have one precision.
    let uneven = [guesses(70.0, 128.5, 200.0, 0.8), guesses(80.0, 128.0, 205.0, 0.8), guesses(80.0, 128.5, 210.0, 0.8)];
    let uneven = Verdict::of(&days(3).round(uneven).closed(Reason::RoundCap).debate).decision.headline;
    assert_eq!(uneven.as_deref(), Some("about 128 days (80%: 77 to 205; median 128), from 3 of 3"));
}

/// B-13: an estimate that no longer agrees with the previous one is a move; a refinement or another interval is not.
#[test]
fn a_move_is_an_estimate_that_no_longer_agrees() {
    let moved = |second: Turn| {
        let scene = days(2).round([wide(100.0), wide(100.0)]).round([second, wide(100.0)]).closed(Reason::RoundCap);
        Verdict::of(&scene.debate).participants[0].change.as_ref().map(|it| format!("{} to {}", it.from, it.to))
    };
    assert_eq!(moved(guesses(20.0, 100.0, 300.0, 0.5)), None);
    assert_eq!(moved(wide(120.0)), None);
    assert_eq!(moved(wide(140.0)).as_deref(), Some("100 days to 140 days"));
    assert_eq!(
        moved(guesses(110.0, 120.0, 130.0, 0.8)).as_deref(),
        Some("100 days to 120 days"),
        "it rules out the one before"
    );
}

/// B-14: agreeing estimates that survive an objection round are marked as tested.
#[test]
fn estimates_are_tested_too() {
    let turns = || [350.0, 360.0, 370.0].map(wide);
    let verdict = Verdict::of(&days(3).round(turns()).round(turns()).objects(turns()).closed(Reason::Consensus).debate);
    assert!(verdict.decision.label == Label::Consensus && verdict.decision.is_tested);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// B-10, B-11: agreement and stability lie in 0…1, whatever is guessed; another unit of measure changes neither, nor the label.
    #[test]
    fn the_unit_makes_no_difference(
        then in prop::collection::vec(1..500_u32, 3),
        now in prop::collection::vec(1..500_u32, 3),
        by in prop::sample::select(vec![0.25, 4.0, 1024.0]),
    ) {
        let figures = |scale: f64| {
            let turns = |best: &[u32]| best.iter().map(|it| wide(f64::from(*it) * scale)).collect::<Vec<_>>();
            let scene = days(3).round(turns(&then)).round(turns(&now));
            let count = Count::of_round(&scene.debate, &scene.debate.rounds[1]);
            (count.agreement().unwrap(), count.stability(1).unwrap(), count.label(None))
        };
        let (agreement, stability, label) = figures(1.0);
        prop_assert!((0.0..=1.0).contains(&agreement) && (0.0..=1.0).contains(&stability));
        prop_assert_eq!(figures(by), (agreement, stability, label));
    }
}
