//! Fits the weight table `data/kinds.txt` from labelled sentences.
//!
//! `fit FEATURES CLASS,CLASS… < rows > table`: a row is a group, a class and a text, separated by tabs. Fits one logistic regression per
//! class and keeps the strongest features. Prints the cross-validated score on held-out groups to standard error. The sentences are not
//! part of the repository. Not here: the features (`prose::features`).
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::indexing_slicing,
    reason = "a measurement says what it measured, and a matrix is indexed"
)]
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::Read;

/// Weight of the data against the L2 penalty. By cross-validation.
const ROWS: f64 = 1.0;
/// Gradient steps; the result converges well before.
const STEPS: usize = 150;
/// Number of cross-validation folds.
const PARTS: usize = 5;
/// Minimum number of rows in which a feature must occur.
const LEAST: usize = 2;

/// The known features of a row, by index, with their values.
type Features = Vec<(usize, f64)>;

struct Rows {
    names: Vec<String>,
    features: Vec<Features>,
    class: Vec<usize>,
    group: Vec<usize>,
    classes: Vec<String>,
}

/// Weights per class; the last is the intercept.
struct Fitted {
    rarity: Vec<f64>,
    kept: Vec<bool>,
    weights: Vec<Vec<f64>>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [most, classes] = words.as_slice() else {
        return Err("say `fit SIGNS CLASS,CLASS`".into());
    };
    let most: usize = most.parse()?;
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input)?;
    let rows = Rows::read(&input, classes)?;
    let parts = deal(&rows);
    let mut said = vec![0; rows.class.len()];
    for part in 0..PARTS {
        let (held, seen): (Vec<usize>, Vec<usize>) =
            (0..rows.class.len()).partition(|it| parts[rows.group[*it]] == part);
        let fitted = fit(&rows, &seen, most);
        held.iter().for_each(|it| said[*it] = fitted.class(&rows.features[*it]));
    }
    eprintln!(
        "{} rows, {} features; groups held out: macro-F1 {:.4}",
        said.len(),
        rows.names.len(),
        macro_f1(&rows, &said)
    );
    let all: Vec<usize> = (0..rows.class.len()).collect();
    let fitted = fit(&rows, &all, most);
    let said: Vec<usize> = rows.features.iter().map(|it| fitted.class(it)).collect();
    eprintln!("all rows seen: macro-F1 {:.4}", macro_f1(&rows, &said));
    fitted.print(&rows);
    Ok(())
}

impl Rows {
    fn read(input: &str, classes: &str) -> Result<Rows, Box<dyn Error>> {
        let classes: Vec<String> = classes.split(',').map(str::to_owned).collect();
        let (mut seen, mut class, mut groups, mut group) = (Vec::new(), Vec::new(), BTreeMap::new(), Vec::new());
        for (number, line) in input.lines().enumerate() {
            let fields: Vec<&str> = line.split('\t').collect();
            let (Some(of), Some(name), Some(text)) = (fields.first(), fields.get(1), fields.get(2)) else {
                return Err(format!("line {}: not a group, a class and a text", number + 1).into());
            };
            let Some(at) = classes.iter().position(|it| it == name) else { continue };
            seen.push(prose::features::of(text).into_iter().map(|it| (it, 1.0)).collect::<BTreeMap<String, f64>>());
            class.push(at);
            let next = groups.len();
            group.push(*groups.entry((*of).to_owned()).or_insert(next));
        }
        let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
        seen.iter().flat_map(BTreeMap::keys).for_each(|it| *counts.entry(it).or_default() += 1);
        let names: Vec<String> = counts.iter().filter(|(_, n)| **n >= LEAST).map(|(it, _)| (*it).clone()).collect();
        let place = |(feature, value): (&String, &f64)| Some((names.binary_search(feature).ok()?, *value));
        let features = seen.iter().map(|it| it.iter().filter_map(place).collect()).collect();
        Ok(Rows { names, features, class, group, classes })
    }
}

/// Assigns groups to folds, largest first, each to the smallest fold.
fn deal(rows: &Rows) -> Vec<usize> {
    let mut sizes: Vec<(usize, usize)> = vec![(0, 0); rows.group.iter().max().map_or(0, |it| it + 1)];
    rows.group.iter().for_each(|it| sizes[*it] = (sizes[*it].0 + 1, *it));
    sizes.sort_by_key(|(size, at)| (std::cmp::Reverse(*size), *at));
    let (mut parts, mut of) = ([0; PARTS], vec![0; sizes.len()]);
    for (size, group) in sizes {
        let part = (0..PARTS).min_by_key(|it| parts[*it]).unwrap_or_default();
        parts[part] += size;
        of[group] = part;
    }
    of
}

/// Fits all features, then refits those with the largest weights.
fn fit(rows: &Rows, seen: &[usize], most: usize) -> Fitted {
    let mut counts = vec![0usize; rows.names.len()];
    seen.iter().flat_map(|it| &rows.features[*it]).for_each(|(feature, _)| counts[*feature] += 1);
    let rarity = counts.iter().map(|it| ((1 + seen.len()) as f64 / (1 + it) as f64).ln() + 1.0).collect();
    let kept: Vec<bool> = counts.iter().map(|it| *it >= LEAST).collect();
    let mut fitted = Fitted { rarity, kept, weights: Vec::new() };
    fitted.descend(rows, seen);
    let strength = |feature: usize| {
        let most = fitted.weights.iter().map(|it| it[feature].abs()).fold(0.0, f64::max);
        most * fitted.rarity[feature] * (counts[feature] as f64).sqrt()
    };
    let mut order: Vec<usize> = (0..rows.names.len()).filter(|it| fitted.kept[*it]).collect();
    order.sort_by(|a, b| strength(*b).total_cmp(&strength(*a)));
    let strongest: BTreeSet<usize> = order.into_iter().take(most).collect();
    fitted.kept = (0..rows.names.len()).map(|it| strongest.contains(&it)).collect();
    fitted.descend(rows, seen);
    fitted
}

impl Fitted {
    /// The values of a row as the table scales them.
    fn values(&self, features: &Features) -> Features {
        let kept = features.iter().filter(|(it, _)| self.kept[*it]);
        let mut values: Features = kept.map(|(it, holds)| (*it, holds * self.rarity[*it])).collect();
        let length = values.iter().map(|(_, it)| it * it).sum::<f64>().sqrt();
        if length > 0.0 {
            values.iter_mut().for_each(|(_, it)| *it /= length);
        }
        values.push((self.rarity.len(), 1.0));
        values
    }

    /// Accelerated gradient descent on the one-vs-rest logistic loss, with balanced classes.
    fn descend(&mut self, rows: &Rows, seen: &[usize]) {
        let values: Vec<Features> = seen.iter().map(|it| self.values(&rows.features[*it])).collect();
        let by = ROWS;
        let longest = values.iter().map(|it| it.iter().map(|(_, v)| v * v).sum::<f64>()).fold(0.0, f64::max);
        let bound = 1.0 + by * longest * seen.len() as f64 / 4.0 * 2.0;
        let tasks = 0..if rows.classes.len() == 2 { 1 } else { rows.classes.len() };
        let fit_one = |class: usize| {
            // With two classes, the second is the positive one.
            let class = if rows.classes.len() == 2 { 1 } else { class };
            let is = |at: usize| rows.class[at] == class;
            let inside = seen.iter().filter(|it| is(**it)).count().max(1);
            let share = |one: usize| seen.len() as f64 / (2.0 * one as f64);
            let (weigh_in, weigh_out) = (share(inside), share((seen.len() - inside).max(1)));
            let mut weights = vec![0.0; self.rarity.len() + 1];
            let mut ahead = weights.clone();
            let mut pace = 1.0_f64;
            // The bound is too conservative: start with a longer step, and shorten it when the loss grows.
            let mut step = 32.0 / bound;
            let mut last = f64::INFINITY;
            for _ in 0..STEPS {
                let mut slope = ahead.clone();
                let mut loss = ahead.iter().map(|it| it * it / 2.0).sum::<f64>();
                for (at, row) in seen.iter().zip(&values) {
                    let sum: f64 = row.iter().map(|(feature, value)| ahead[*feature] * value).sum();
                    let (toward, weigh) = if is(*at) { (1.0, weigh_in) } else { (-1.0, weigh_out) };
                    let wrong = 1.0 / (1.0 + (toward * sum).exp());
                    loss -= by * weigh * (1.0 - wrong).max(1e-300).ln();
                    row.iter().for_each(|(feature, value)| slope[*feature] -= by * weigh * toward * wrong * value);
                }
                if loss > last {
                    step /= 2.0;
                    pace = 1.0;
                    ahead.clone_from(&weights);
                    last = f64::INFINITY;
                    continue;
                }
                last = loss;
                let next: Vec<f64> = ahead.iter().zip(&slope).map(|(it, slope)| it - step * slope).collect();
                let faster = (1.0 + (1.0 + 4.0 * pace * pace).sqrt()) / 2.0;
                let push = (pace - 1.0) / faster;
                ahead = next.iter().zip(&weights).map(|(next, it)| next + push * (next - it)).collect();
                (weights, pace) = (next, faster);
            }
            weights
        };
        let weights = tasks.map(fit_one).collect();
        self.weights = weights;
    }

    fn class(&self, features: &Features) -> usize {
        let values = self.values(features);
        let sum = |weights: &Vec<f64>| values.iter().map(|(feature, value)| weights[*feature] * value).sum::<f64>();
        match self.weights.as_slice() {
            [only] => usize::from(sum(only) >= 0.0),
            all => (0..all.len()).max_by(|a, b| sum(&all[*a]).total_cmp(&sum(&all[*b]))).unwrap_or_default(),
        }
    }

    fn print(&self, rows: &Rows) {
        let figures = |rarity: f64, feature: usize| {
            let all = std::iter::once(rarity).chain(self.weights.iter().map(|it| it[feature]));
            all.map(|it| format!("{:.0}", it * 100.0)).collect::<Vec<_>>().join(" ").replace("-0", "0")
        };
        println!("=\t{}", figures(1.0, self.rarity.len()));
        for (feature, name) in rows.names.iter().enumerate().filter(|(feature, _)| self.kept[*feature]) {
            println!("{name}\t{}", figures(self.rarity[feature], feature));
        }
    }
}

/// Macro F1.
fn macro_f1(rows: &Rows, said: &[usize]) -> f64 {
    let of = |class: usize| {
        let both = rows.class.iter().zip(said).filter(|(a, b)| **a == class && **b == class).count() as f64;
        let any = rows.class.iter().chain(said).filter(|it| **it == class).count() as f64;
        if any > 0.0 { 2.0 * both / any } else { 0.0 }
    };
    (0..rows.classes.len()).map(of).sum::<f64>() / rows.classes.len() as f64
}
