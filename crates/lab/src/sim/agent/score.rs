//! The score of each option for a participant: the sum of the log-odds of what it knows and heard.
use super::dials::Dials;
use super::problem::{Problem, Quality, Roll};
use super::{MOST_OPTIONS, Seen, Signal};

/// Log-odds of a claim that was checked and holds. Ours: twenty to one, so that one is enough against most first impressions.
const CONFIRMED: f64 = 3.0;
/// Log-odds of a claim with a source that nobody opened, fully believed. Ours: about three to one.
const SOURCED: f64 = 1.2;
/// Log-odds of an assertion, fully believed. Ours: a third of that.
const ASSERTED: f64 = 0.4;
/// What an option must gain over the one held to be preferred: equal scores change nothing.
const MARGIN: f64 = 1e-9;

/// The score of each option.
pub(super) struct Scores {
    of: [f64; MOST_OPTIONS],
    options: usize,
}

impl Scores {
    /// Weighs the private signal or facts, the claims heard, and the number of others.
    pub(super) fn of(dials: &Dials, problem: &Problem, signal: &Signal, seen: &Seen<'_>) -> Scores {
        let mut scores = Scores { of: [0.0; MOST_OPTIONS], options: usize::from(problem.options) };
        if problem.facts.is_some() {
            for (_, fact) in problem.facts_of(seen.seat) {
                scores.add(fact.option, weight(fact.quality, 1.0));
            }
        } else {
            let odds = signal.probability / (1.0 - signal.probability) * (f64::from(problem.options) - 1.0);
            scores.add(signal.option, odds.ln());
        }
        // An opening is its own; a closing ballot weighs what was heard, also of those who argued a side and cast none before.
        if seen.held.is_none() && !seen.is_secret {
            return scores;
        }
        let openness = 2.0 * problem.roll(Roll::Openness, seen.seat, 0) - 1.0;
        let belief = (dials.persuadability + dials.persuadability_spread * openness).clamp(0.0, 1.0);
        for it in seen.stated {
            // Its own claims say again what its signal says, and its own facts are counted above.
            let is_own = it.is_known_to(seen.seat, seen.round) || problem.knows(seen.seat, it.statement.key);
            if !is_own {
                scores.add(it.statement.option, it.read.map_or(0.0, |it| weight(it, belief)));
            }
        }
        let each = dials.weight_of_others(seen.has_names, seen.is_secret);
        if each > 0.0 {
            for option in 0..problem.options {
                scores.add(option, each * seen.holders(option) as f64);
            }
        }
        scores
    }

    fn add(&mut self, option: u8, weight: f64) {
        if let Some(score) = self.of.get_mut(usize::from(option)) {
            *score += weight;
        }
    }

    fn get(&self, option: u8) -> f64 {
        self.of.get(usize::from(option)).copied().unwrap_or_default()
    }

    fn all(&self) -> impl Iterator<Item = u8> + use<> {
        0..u8::try_from(self.options).unwrap_or_default()
    }

    /// The option with the highest score; this one unless another has more.
    pub(super) fn best(&self, held: u8) -> u8 {
        self.all().fold(held, |best, it| if self.get(it) > self.get(best) + MARGIN { it } else { best })
    }

    /// The probability of an option, by its odds against all others.
    pub(super) fn probability(&self, option: u8) -> f64 {
        let own = self.get(option);
        1.0 / self.all().map(|it| (self.get(it) - own).exp()).sum::<f64>()
    }

    /// All options by score, the chosen one first.
    pub(super) fn ranking(&self, chosen: u8) -> [u8; MOST_OPTIONS] {
        let mut ranking = [0; MOST_OPTIONS];
        for (place, option) in ranking.iter_mut().zip(0_u8..) {
            *place = option;
        }
        if let Some(options) = ranking.get_mut(..self.options) {
            options.sort_by(|a, b| {
                let is_chosen = |it: &u8| *it != chosen;
                is_chosen(a).cmp(&is_chosen(b)).then(self.get(*b).total_cmp(&self.get(*a))).then(a.cmp(b))
            });
        }
        ranking
    }

    /// How many hold an option, this participant among them.
    fn count(&self, option: u8, held: u8, seen: &Seen<'_>) -> usize {
        seen.holders(option) + usize::from(option == held)
    }

    /// Whether no option has more holders than the one held.
    pub(super) fn is_leading(&self, held: u8, seen: &Seen<'_>) -> bool {
        self.all().all(|it| self.count(it, held, seen) <= self.count(held, held, seen))
    }

    /// The option with most holders; the one held on a tie with it.
    pub(super) fn leading(&self, held: u8, seen: &Seen<'_>) -> u8 {
        let count = |it: u8| self.count(it, held, seen);
        self.all().fold(held, |best, it| if count(it) > count(best) { it } else { best })
    }
}

/// The weight of a claim, believed to a degree; a check leaves nothing to belief.
fn weight(quality: Quality, belief: f64) -> f64 {
    match quality {
        Quality::Confirmed => CONFIRMED,
        Quality::Refuted => 0.0,
        Quality::Sourced => SOURCED * belief,
        Quality::Asserted => ASSERTED * belief,
    }
}
