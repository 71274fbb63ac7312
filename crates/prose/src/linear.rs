//! Linear classifiers: the weight of each text feature for each class.
//!
//! A table is data, produced by `examples/fit.rs`. Not here: the features of a text (`features`), and the meaning of the classes.
use std::collections::BTreeMap;

/// Weights are stored as integers in hundredths.
const PART: f64 = 100.0;

/// The row of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row<const N: usize> {
    /// Inverse frequency: the weight of the feature as such.
    rarity: f64,
    weights: [f64; N],
}

/// A fitted table for `N` classes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Linear<const N: usize> {
    rows: BTreeMap<&'static str, Row<N>>,
}

/// The intercept feature, which every text has.
const ALWAYS: &str = "=";

impl<const N: usize> Linear<N> {
    /// Parses a table: a feature, a tab, its inverse frequency and `N` weights in hundredths; `#` starts a comment. None if a row is
    /// invalid.
    pub(crate) fn read(file: &'static str) -> Option<Linear<N>> {
        let row = |line: &'static str| {
            let (feature, figures) = line.split_once('\t')?;
            let mut figures = figures.split(' ').map(|it| it.parse::<i32>().ok().map(|it| f64::from(it) / PART));
            let rarity = figures.next()??;
            let mut weights = [0.0; N];
            for weight in &mut weights {
                *weight = figures.next()??;
            }
            figures.next().is_none().then_some((feature, Row { rarity, weights }))
        };
        let rows = file.lines().filter(|it| !it.starts_with('#')).map(row).collect::<Option<BTreeMap<_, _>>>()?;
        Some(Linear { rows })
    }

    /// Whether a feature has a row.
    pub(crate) fn knows(&self, feature: &str) -> bool {
        self.rows.contains_key(feature)
    }

    /// The score of each class, given the features of a text and their values; above 0 is for the class.
    pub(crate) fn sums<'a>(&self, features: impl IntoIterator<Item = (&'a str, f64)>) -> [f64; N] {
        let (mut sums, mut length) = ([0.0; N], 0.0);
        for (row, holds) in features.into_iter().filter_map(|(feature, holds)| Some((self.rows.get(feature)?, holds))) {
            let value = holds * row.rarity;
            length += value * value;
            sums.iter_mut().zip(row.weights).for_each(|(sum, weight)| *sum += value * weight);
        }
        // Normalises by the number of features.
        let by = if length > 0.0 { f64::sqrt(length) } else { 1.0 };
        let always = self.rows.get(ALWAYS).map_or([0.0; N], |it| it.weights);
        sums.iter_mut().zip(always).for_each(|(sum, weight)| *sum = *sum / by + weight);
        sums
    }

    /// The scores as shares that sum to 1.
    pub(crate) fn shares<'a>(&self, features: impl IntoIterator<Item = (&'a str, f64)>) -> [f64; N] {
        let odds = self.sums(features).map(probability);
        let all: f64 = odds.iter().sum();
        odds.map(|it| if all > 0.0 { it / all } else { 1.0 / N as f64 })
    }
}

/// The logistic function.
pub(crate) fn probability(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// E-01.
    #[test]
    fn a_table_adds_up() {
        let table = Linear::<2>::read("# a note\n=\t100 -50 50\nfast\t300 200 0\nslow day\t400 0 100").unwrap();
        for (features, expected) in [
            (&[][..], [-0.5, 0.5]),
            (&[("unknown", 1.0)], [-0.5, 0.5]),
            (&[("fast", 1.0), ("slow day", 1.0)], [-0.5 + 6.0 / 5.0, 0.5 + 4.0 / 5.0]),
        ] {
            assert_eq!(table.sums(features.iter().copied()), expected, "{features:?}");
        }
    }

    #[test]
    fn a_row_that_is_none_spoils_the_table() {
        for file in ["fast 300 200 0", "fast\t300 200", "fast\t300 200 0 1", "fast\tx 200 0", "\n"] {
            assert_eq!(Linear::<2>::read(file), None, "{file:?}");
        }
        assert_eq!(Linear::<2>::read(""), Some(Linear::default()));
    }
}
