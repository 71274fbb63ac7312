//! The arithmetic by simulation, with fixed seeds (L-05).
use super::{Chance, Log};
use analysis::learning::beta::Beta;
use analysis::learning::told_apart;
use debate::Kind;

/// A draw from a Beta distribution with whole parameters: an order statistic of uniform values.
fn drawn(chance: &mut Chance, held: usize, failed: usize) -> f64 {
    let mut values: Vec<f64> = (0..held + failed - 1).map(|_| chance.share()).collect();
    values.sort_by(f64::total_cmp);
    values[held - 1]
}

/// L-05: where the prior holds, a 90% interval covers the truth in 90% of simulations, after few cases and after many.
#[test]
fn intervals_cover_at_their_nominal_rate() {
    let mut chance = Chance(1);
    let runs = 4_000;
    for (held, failed) in [(18, 2), (10, 10), (4, 16)] {
        for cases in [0, 5, 30] {
            let mut covered = 0;
            for _ in 0..runs {
                let truth = drawn(&mut chance, held, failed);
                let right = (0..cases).filter(|_| chance.hits(truth)).count() as f64;
                let prior = Beta { held: held as f64, failed: failed as f64 };
                let (low, high) = prior.with(right, f64::from(cases) - right).interval();
                covered += u32::from(low <= truth && truth <= high);
            }
            let rate = f64::from(covered) / f64::from(runs);
            // Three standard errors of 4,000 runs at 0.9.
            assert!((rate - 0.9).abs() < 0.0143, "Beta({held}, {failed}), {cases} cases: {rate}");
        }
    }
}

/// L-05: the intervals of learned weights cover at least at their nominal rate. Projects count as less than one case each, so that these
/// intervals are on the safe side even where all claims of a project share one fate.
#[test]
fn learned_intervals_are_on_the_safe_side() {
    let mut chance = Chance(2);
    let runs = 300;
    for projects in [5, 60] {
        let (mut shared, mut own) = (0, 0);
        for _ in 0..runs {
            let truth = drawn(&mut chance, 14, 6);
            let (mut one, mut other) = (Log::default(), Log::default());
            for _ in 0..projects {
                one.evidence(0, "api", Kind::Precedent, if chance.hits(truth) { 4 } else { 0 }, 4);
                let held = (0..4).filter(|_| chance.hits(truth)).count() as u32;
                other.evidence(0, "api", Kind::Precedent, held, 4);
            }
            for (log, covered) in [(one, &mut shared), (other, &mut own)] {
                let weight = log.learned().domain("api", 0).evidence[2];
                *covered += u32::from(weight.low <= truth && truth <= weight.high);
            }
        }
        for covered in [shared, own] {
            assert!(f64::from(covered) / f64::from(runs) >= 0.88, "{projects}: {covered} of {runs}");
        }
    }
}

/// L-05: after 200 projects with four judged claims of each kind, learned weights are within 0.05 of the true ones where these differ from
/// the usual table by 0.12; in at least 95% of simulations for each kind.
#[test]
fn weights_come_near_the_true_ones() {
    let truths = [0.78, 0.73, 0.58, 0.72, 0.52, 0.32];
    let mut chance = Chance(3);
    let runs = 60;
    let mut near = [0_u32; 6];
    for _ in 0..runs {
        let mut log = Log::default();
        for _ in 0..200 {
            for (kind, truth) in Kind::ALL.into_iter().zip(truths) {
                let held = (0..4).filter(|_| chance.hits(truth)).count() as u32;
                log.evidence(0, "api", kind, held, 4);
            }
        }
        let domain = log.learned().domain("api", 0);
        for ((it, truth), near) in domain.evidence.iter().zip(truths).zip(&mut near) {
            assert_eq!(it.projects, 200);
            *near += u32::from((it.mean - truth).abs() < 0.05);
        }
    }
    assert!(near.iter().all(|it| f64::from(*it) >= 0.95 * f64::from(runs)), "{near:?} of {runs}");
}

/// L-05: where outcomes have nothing to do with evidence nothing is learned: kinds are told apart no more often than their 10% allow,
/// whether claims of a project are independent or share one fate.
#[test]
fn nothing_is_learned_from_noise() {
    let mut chance = Chance(4);
    let (runs, pairs) = (60, 15);
    for shared in [false, true] {
        let mut apart = 0;
        for _ in 0..runs {
            let mut log = Log::default();
            for _ in 0..50 {
                for kind in Kind::ALL {
                    let all = chance.hits(0.5);
                    let held = (0..3).filter(|_| if shared { all } else { chance.hits(0.5) }).count() as u32;
                    log.evidence(0, "api", kind, held, 3);
                }
            }
            let weights = log.learned().domain("api", 0).evidence;
            for (at, one) in weights.iter().enumerate() {
                apart += weights[at + 1..].iter().filter(|other| told_apart(one, other)).count();
            }
        }
        let rate = apart as f64 / f64::from(runs * pairs);
        assert!(rate <= 0.1, "shared {shared}: {rate}");
    }
}
