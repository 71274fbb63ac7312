//! Compares a variant with a baseline, pair by pair, with confidence intervals, and decides whether to adopt it (D-70).
//!
//! A pair is one debate held with both settings: the same topic, mode and seed. A variant is worth adopting if the latency gained is at
//! least 30% and the interaction lost at most 20%, both at the unfavourable bound of their intervals. The interaction lost is the mean loss
//! over those of its three figures that are not zero in the baseline.
use super::interval::Interval;
use super::measure::{ANSWERED, DEPTH, Measure, REFERENCES, TOTAL};
use analysis::measure::mean;
use serde::Serialize;

/// The least gain in latency for adoption (D-70).
const ADOPT_GAIN: f64 = 0.30;
/// The largest loss of interaction for adoption (D-70).
const ADOPT_LOSS: f64 = 0.20;

/// One debate, held with both settings.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pair {
    /// The mode.
    pub(super) mode: String,
    /// The figures of the baseline.
    pub(super) baseline: Vec<Measure>,
    /// The figures of the variant.
    pub(super) variant: Vec<Measure>,
}

/// A figure with both settings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Row {
    /// Its group.
    pub(super) group: &'static str,
    /// Its name.
    pub(super) name: String,
    /// How many pairs have it.
    pub(super) pairs: usize,
    /// Its mean in the baseline.
    pub(super) baseline: Option<f64>,
    /// Its mean in the variant.
    pub(super) variant: Option<f64>,
    /// Variant minus baseline; `None` with fewer than two pairs.
    pub(super) difference: Option<Interval>,
    /// The same as a share of the baseline.
    pub(super) relative: Option<Interval>,
}

/// The judgement of a variant in one mode.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Judgement {
    /// The mode.
    pub(super) mode: String,
    /// The number of pairs.
    pub(super) pairs: usize,
    /// The share of the latency that is gained.
    pub(super) gain: Option<Interval>,
    /// The share of the interaction that is lost.
    pub(super) loss: Option<Interval>,
    /// Why it is not worth adopting; `None` if it is.
    pub(super) against: Option<String>,
}

/// The recommendation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "advice", rename_all = "snake_case")]
pub(super) enum Advice {
    /// Adopt it in every mode.
    Adopt,
    /// Adopt it in some modes.
    Conditional {
        /// The modes.
        modes: Vec<String>,
    },
    /// Adopt it nowhere.
    Reject,
}

/// Every figure of any pair, in order of appearance.
pub(super) fn rows(pairs: &[Pair]) -> Vec<Row> {
    let mut keys: Vec<(&'static str, &str)> = Vec::new();
    for measure in pairs.iter().flat_map(|it| it.baseline.iter().chain(&it.variant)) {
        let key = (measure.group, measure.name.as_str());
        if !keys.contains(&key) {
            // Next to the others of its group, so that a fourth round does not stand behind the cost.
            let at = keys.iter().rposition(|it| it.0 == key.0).map_or(keys.len(), |it| it + 1);
            keys.insert(at, key);
        }
    }
    let row = |(group, name): (&'static str, &str)| {
        let both = both(pairs, name);
        let baseline = mean(both.iter().map(|it| it.0));
        let difference = Interval::of_pairs(&both);
        Row {
            group,
            name: name.to_owned(),
            pairs: both.len(),
            baseline,
            variant: mean(both.iter().map(|it| it.1)),
            difference,
            relative: difference.zip(baseline).and_then(|(it, baseline)| it.over(baseline)),
        }
    };
    keys.into_iter().map(row).collect()
}

/// The judgement for each mode, in the order of the pairs.
pub(super) fn judge(pairs: &[Pair]) -> Vec<Judgement> {
    let mut modes: Vec<&str> = Vec::new();
    for pair in pairs {
        if !modes.contains(&pair.mode.as_str()) {
            modes.push(&pair.mode);
        }
    }
    let of_mode = |mode: &str| {
        let pairs: Vec<Pair> = pairs.iter().filter(|it| it.mode == mode).cloned().collect();
        let (gain, loss) = (lost(&pairs, &[TOTAL]), lost(&pairs, &[REFERENCES, DEPTH, ANSWERED]));
        Judgement { mode: mode.to_owned(), pairs: pairs.len(), gain, loss, against: against(gain, loss) }
    };
    modes.into_iter().map(of_mode).collect()
}

/// The recommendation from all modes.
pub(super) fn advise(judgements: &[Judgement]) -> Advice {
    let (for_it, others): (Vec<&Judgement>, Vec<&Judgement>) = judgements.iter().partition(|it| it.against.is_none());
    match (for_it.as_slice(), others.as_slice()) {
        ([], _) => Advice::Reject,
        (_, []) => Advice::Adopt,
        (some, _) => Advice::Conditional { modes: some.iter().map(|it| it.mode.clone()).collect() },
    }
}

/// The values of a figure in all pairs that have it with both settings.
fn both(pairs: &[Pair], name: &str) -> Vec<(f64, f64)> {
    let value = |all: &[Measure]| all.iter().find(|it| it.name == name).and_then(|it| it.value);
    pairs.iter().filter_map(|it| value(&it.baseline).zip(value(&it.variant))).collect()
}

/// The share of these figures that the variant loses, each relative to its mean in the baseline, averaged over those that are not zero
/// there.
fn lost(pairs: &[Pair], names: &[&str]) -> Option<Interval> {
    let mut shares: Vec<Vec<f64>> = Vec::new();
    for name in names {
        let both = both(pairs, name);
        let unit = mean(both.iter().map(|it| it.0)).filter(|it| *it > 0.0);
        shares.extend(unit.map(|unit| both.iter().map(|(before, after)| (before - after) / unit).collect()));
    }
    let of_pair = |at: usize| mean(shares.iter().filter_map(|it| it.get(at).copied())).unwrap_or_default();
    Interval::of(&(0..pairs.len()).map(of_pair).collect::<Vec<f64>>())
}

/// The reasons against a variant with this gain and loss.
fn against(gain: Option<Interval>, loss: Option<Interval>) -> Option<String> {
    let (Some(gain), Some(loss)) = (gain, loss) else {
        return Some("one pair shows nothing: set `repeat` to 2 or more".to_owned());
    };
    if gain.mean < ADOPT_GAIN {
        Some(format!("it gains {}, less than {}", percent(gain.mean), percent(ADOPT_GAIN)))
    } else if loss.mean > ADOPT_LOSS {
        Some(format!("it loses {} of the interaction, more than {}", percent(loss.mean), percent(ADOPT_LOSS)))
    } else if gain.low < ADOPT_GAIN {
        Some(format!("it may gain only {}: repeat it more often", percent(gain.low)))
    } else if loss.high > ADOPT_LOSS {
        Some(format!("it may lose {} of the interaction: repeat it more often", percent(loss.high)))
    } else {
        None
    }
}

/// A share as a percentage.
pub(crate) fn percent(share: f64) -> String {
    // Avoids a negative zero.
    format!("{:.0}%", (share * 100.0).round() + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measures(seconds: f64, interaction: [f64; 3]) -> Vec<Measure> {
        let figure = |group, name: &str, value| Measure { group, name: name.to_owned(), value: Some(value) };
        let [references, depth, answered] = interaction;
        vec![
            figure("latency", TOTAL, seconds),
            figure("interaction", REFERENCES, references),
            figure("interaction", DEPTH, depth),
            figure("interaction", ANSWERED, answered),
        ]
    }

    fn pair(mode: &str, before: (f64, [f64; 3]), after: (f64, [f64; 3])) -> Pair {
        Pair { mode: mode.to_owned(), baseline: measures(before.0, before.1), variant: measures(after.0, after.1) }
    }

    /// D-70: adoption needs a gain of 30% and a loss of at most 20%, both at the unfavourable bound.
    #[test]
    fn what_is_worth_it() {
        let whole = [1.0, 2.0, 0.0];
        for (after, expected) in [
            (vec![(0.70, whole), (0.70, whole)], None),
            (vec![(0.71, whole), (0.71, whole)], Some("it gains 29%, less than 30%")),
            (vec![(0.5, [0.6, 2.0, 0.0]), (0.5, [0.6, 2.0, 0.0])], None),
            (
                vec![(0.5, [0.5, 2.0, 0.0]), (0.5, [0.5, 2.0, 0.0])],
                Some("it loses 25% of the interaction, more than 20%"),
            ),
            (vec![(0.5, [2.0, 2.0, 0.0]), (0.5, [2.0, 2.0, 0.0])], None),
            (vec![(0.50, whole), (0.60, whole)], Some("it may gain only -19%: repeat it more often")),
            (
                vec![(0.5, [1.0, 2.0, 0.0]), (0.5, [0.8, 2.0, 0.0])],
                Some("it may lose 69% of the interaction: repeat it more often"),
            ),
            (vec![(0.1, whole)], Some("one pair shows nothing: set `repeat` to 2 or more")),
        ] {
            let pairs: Vec<Pair> = after.iter().map(|it| pair("m", (1.0, whole), *it)).collect();
            let found = judge(&pairs);
            assert_eq!(found[0].against.as_deref(), expected, "{after:?}");
        }
    }

    /// D-70: a variant that is worth it only in some modes names them.
    #[test]
    fn advice_names_the_modes() {
        let whole = [1.0, 2.0, 1.0];
        let (good, bad) =
            (|mode| pair(mode, (1.0, whole), (0.5, whole)), |mode| pair(mode, (1.0, whole), (0.9, whole)));
        let advice = |pairs: &[Pair]| advise(&judge(pairs));
        assert_eq!(advice(&[good("a"), good("a"), good("b"), good("b")]), Advice::Adopt);
        let some = [good("a"), good("a"), bad("b"), bad("b")];
        assert_eq!(advice(&some), Advice::Conditional { modes: vec!["a".to_owned()] });
        assert_eq!(advice(&[bad("a"), bad("a")]), Advice::Reject);
        assert_eq!(advice(&[]), Advice::Reject);
    }

    /// D-70: a figure is compared over the pairs that have it with both settings, and stands next to those of its group.
    #[test]
    fn figures_are_compared_in_pairs() {
        let mut pairs = vec![pair("a", (1.0, [1.0; 3]), (0.5, [1.0; 3])), pair("a", (3.0, [1.0; 3]), (1.5, [1.0; 3]))];
        pairs[1].baseline.push(Measure { group: "latency", name: "round 4, s".to_owned(), value: Some(1.0) });
        let rows = rows(&pairs);
        let names: Vec<&str> = rows.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, [TOTAL, "round 4, s", REFERENCES, DEPTH, ANSWERED]);
        assert_eq!((rows[0].baseline, rows[0].variant, rows[0].pairs), (Some(2.0), Some(1.0), 2));
        assert_eq!(rows[0].difference.map(|it| it.mean), Some(-1.0));
        assert_eq!(rows[0].relative.map(|it| it.mean), Some(-0.5));
        assert_eq!((rows[1].pairs, rows[1].difference), (0, None));
    }
}
