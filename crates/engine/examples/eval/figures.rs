//! Figures of lists of numbers: how two go together, and how well one can be told from another.

/// How well the two lists lie on a line, −1 to 1.
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

/// How well the two lists are in the same order, −1 to 1.
pub(crate) fn spearman(xs: &[f64], ys: &[f64]) -> f64 {
    pearson(&ranks(xs), &ranks(ys))
}

/// Each number's place; equal ones share the middle of theirs.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = |it: &f64| {
        let (below, up_to) = (sorted.partition_point(|x| x < it), sorted.partition_point(|x| x <= it));
        (below + up_to + 1) as f64 / 2.0
    };
    numbers.iter().map(rank).collect()
}

/// How often one of `high` is above one of `low`; equal ones count half.
pub(crate) fn auc(high: &[f64], low: &[f64]) -> f64 {
    let all: Vec<f64> = high.iter().chain(low).copied().collect();
    let sum: f64 = ranks(&all).iter().take(high.len()).sum();
    let (highs, lows) = (high.len() as f64, low.len() as f64);
    (sum - highs * (highs + 1.0) / 2.0) / (highs * lows)
}

/// The share of numbers of which it holds.
pub(crate) fn share(numbers: &[f64], holds: impl Fn(&f64) -> bool) -> f64 {
    numbers.iter().filter(|it| holds(it)).count() as f64 / numbers.len() as f64
}

/// Whether a number is `least` or more.
pub(crate) fn above(least: f64) -> impl Fn(&f64) -> bool {
    move |it| *it >= least
}

/// The number in the middle.
pub(crate) fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}
