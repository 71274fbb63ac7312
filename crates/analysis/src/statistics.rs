//! How a group stands, in figures that name nobody (D-04).
//!
//! Not here: what follows from them, and the words they are told in (`formats`).
use crate::positions;
use crate::verdict::Tally;
use debate::{Round, Spoken, Vote};

/// A round in figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// Mean confidence.
    pub mean: f64,
    /// The confidence in the middle.
    pub median: f64,
    /// How far confidences lie from their mean: the standard deviation of all who gave one.
    pub deviation: f64,
    /// The least confidence.
    pub least: f64,
    /// The greatest confidence.
    pub most: f64,
    /// The votes.
    pub votes: Tally,
}

/// The figures of a round; none where nobody said how sure it is.
pub fn of(round: &Round) -> Option<Statistics> {
    let mut confidences: Vec<f64> = round.spoken.iter().filter_map(|it| it.turn.confidence).collect();
    confidences.sort_by(f64::total_cmp);
    let mean = positions::mean(confidences.iter().copied())?;
    let variance = positions::mean(confidences.iter().map(|it| (it - mean).powi(2)))?;
    Some(Statistics {
        mean,
        median: median(&confidences)?,
        deviation: variance.sqrt(),
        least: *confidences.first()?,
        most: *confidences.last()?,
        votes: tally(&round.spoken),
    })
}

/// The votes of some turns, counted.
pub fn tally(spoken: &[Spoken]) -> Tally {
    let mut tally = Tally::default();
    for it in spoken {
        match it.turn.vote {
            Some(Vote::Accept) => tally.accept += 1,
            Some(Vote::Minor) => tally.minor += 1,
            Some(Vote::Blocker) => tally.blocker += 1,
            None => tally.none += 1,
        }
    }
    tally
}

/// The middle of values in order: of an even number, the mean of the two.
fn median(sorted: &[f64]) -> Option<f64> {
    let middle = sorted.len().checked_sub(1)? / 2;
    positions::mean(sorted.iter().skip(middle).take(2 - sorted.len() % 2).copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::Turn;
    use proptest::prelude::*;

    fn round(turns: &[(Option<f64>, Option<Vote>)]) -> Round {
        let spoken = |(seat, (confidence, vote)): (usize, &(Option<f64>, Option<Vote>))| Spoken {
            seat,
            by: format!("seat {seat}").into(),
            turn: Turn { confidence: *confidence, vote: *vote, ..Turn::default() },
            flaws: vec![],
            usage: Default::default(),
            took: 0,
            claims: vec![],
        };
        Round { number: 1, spoken: turns.iter().enumerate().map(spoken).collect(), ..Round::default() }
    }

    /// D-04: mean, median, spread of confidence, tally of votes.
    #[test]
    fn a_round_in_figures() {
        use Vote::{Accept, Blocker, Minor};
        let turns = [(Some(0.9), Some(Accept)), (Some(0.5), Some(Blocker)), (None, None), (Some(0.7), Some(Minor))];
        let figures = of(&round(&turns)).unwrap();
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(figures.mean, 0.7) && near(figures.median, 0.7), "{figures:?}");
        assert!(near(figures.deviation, (0.08_f64 / 3.0).sqrt()), "{figures:?}");
        assert_eq!((figures.least, figures.most), (0.5, 0.9));
        assert_eq!(figures.votes, Tally { accept: 1, minor: 1, blocker: 1, none: 1 });
        let even = of(&round(&[(Some(0.9), None), (Some(0.5), None), (Some(0.6), None), (Some(0.8), None)])).unwrap();
        assert!(near(even.median, 0.7), "{even:?}");
        assert_eq!(of(&round(&[(None, Some(Accept))])), None);
        assert_eq!(of(&round(&[])), None);
    }

    proptest! {
        #[test]
        fn figures_lie_within_the_range(confidences in prop::collection::vec(0.0_f64..=1.0, 1..9)) {
            let turns: Vec<_> = confidences.iter().map(|it| (Some(*it), None)).collect();
            let it = of(&round(&turns)).unwrap();
            let slack = 1e-9;
            for value in [it.mean, it.median] {
                prop_assert!(it.least - slack <= value && value <= it.most + slack);
            }
            prop_assert!(it.deviation <= (it.most - it.least) / 2.0 + slack);
        }
    }
}
