//! Statistics of lists: correlation, separation, accuracy; and processor time.
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeSet;

/// Pearson's correlation, −1 to 1.
pub(crate) fn pearson(xs: &[f64], ys: &[f64]) -> f64 {
    let mean = |it: &[f64]| it.iter().sum::<f64>() / it.len() as f64;
    let (x_mean, y_mean) = (mean(xs), mean(ys));
    let (mut both, mut x_only, mut y_only) = (0.0, 0.0, 0.0);
    for (x, y) in xs.iter().zip(ys) {
        let (x, y) = (x - x_mean, y - y_mean);
        both += x * y;
        x_only += x * x;
        y_only += y * y;
    }
    both / (x_only * y_only).sqrt()
}

/// Spearman's rank correlation, −1 to 1.
pub(crate) fn spearman(xs: &[f64], ys: &[f64]) -> f64 {
    pearson(&ranks(xs), &ranks(ys))
}

/// The rank of each number; ties share their mean rank.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = |it: &f64| {
        let (below, up_to) = (sorted.partition_point(|x| x < it), sorted.partition_point(|x| x <= it));
        (below + up_to + 1) as f64 / 2.0
    };
    numbers.iter().map(rank).collect()
}

/// The probability that one of `high` is above one of `low`; ties count half.
pub(crate) fn auc(high: &[f64], low: &[f64]) -> f64 {
    let all: Vec<f64> = high.iter().chain(low).copied().collect();
    let sum: f64 = ranks(&all).iter().take(high.len()).sum();
    let (highs, lows) = (high.len() as f64, low.len() as f64);
    (sum - highs * (highs + 1.0) / 2.0) / (highs * lows)
}

/// The share of numbers for which `holds` is true.
pub(crate) fn share(numbers: &[f64], holds: impl Fn(&f64) -> bool) -> f64 {
    numbers.iter().filter(|it| holds(it)).count() as f64 / numbers.len() as f64
}

/// Whether a number is `least` or more.
pub(crate) fn above(least: f64) -> impl Fn(&f64) -> bool {
    move |it| *it >= least
}

/// The median.
pub(crate) fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The macro-F1 of pairs of a human label and a predicted one.
pub(crate) fn macro_f1<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> f64 {
    let pairs: Vec<(&str, &str)> = pairs.collect();
    let classes: BTreeSet<&str> = pairs.iter().map(|(gold, _)| *gold).collect();
    let f1 = |class: &&str| {
        let count = |is: &dyn Fn(&(&str, &str)) -> bool| pairs.iter().filter(|it| is(it)).count() as f64;
        let hits = count(&|(gold, said)| gold == class && said == class);
        let (gold, said) = (count(&|it| it.0 == *class), count(&|it| it.1 == *class));
        2.0 * hits / (gold + said)
    };
    classes.iter().map(f1).sum::<f64>() / classes.len() as f64
}

/// The macro-F1 of two classes at the best threshold.
pub(crate) fn best_macro_f1(scores: &[(f64, bool)]) -> f64 {
    let name = |it: bool| if it { "yes" } else { "no" };
    let at = |least: f64| macro_f1(scores.iter().map(|(score, gold)| (name(*gold), name(*score >= least))));
    (1..100).map(|it| at(f64::from(it) / 100.0)).fold(0.0, f64::max)
}

/// The average precision, highest scores first; ties are taken together.
pub(crate) fn average_precision(scores: &[(f64, bool)]) -> f64 {
    let mut sorted = scores.to_vec();
    sorted.sort_by(|one, other| other.0.total_cmp(&one.0));
    let (mut seen, mut hits, mut sum) = (0.0, 0.0, 0.0);
    for equals in sorted.chunk_by(|one, other| one.0 == other.0) {
        let here = equals.iter().filter(|(_, belongs)| *belongs).count() as f64;
        (seen, hits) = (seen + equals.len() as f64, hits + here);
        sum += here * hits / seen;
    }
    sum / hits
}

/// The processor time of this process, in seconds.
pub(crate) fn cpu_s() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
