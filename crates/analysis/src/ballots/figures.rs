//! Figures of options held, as pure functions: the leading one, agreement, and the distance of two counts (B-06, B-10, Q-04).
//!
//! [`Count`](super::Count) uses them for the ballots of a debate, and simulations for ballots that were never in a log, so that both
//! are measured alike. Not here: whose ballots count.
use crate::measure::{pairs, rounded};

/// The option with more holders than any other; none on a tie.
pub fn leader<O: Copy>(tally: &[(O, usize)]) -> Option<O> {
    let most = tally.iter().map(|(_, count)| *count).max()?;
    let mut leading = tally.iter().filter(|(_, count)| *count == most).map(|(option, _)| *option);
    leading.next().filter(|_| leading.next().is_none())
}

/// The fraction of pairs that hold the same option; none with fewer than two.
pub fn agreement<O: Copy + Eq>(held: &[Option<O>]) -> Option<f64> {
    let (mut same, mut all) = (0_u32, 0_u32);
    for (one, other) in pairs(held) {
        all += 1;
        same += u32::from(one.is_some() && one == other);
    }
    (all > 0).then(|| rounded(f64::from(same) / f64::from(all)))
}

/// The largest change of an option's share between two counts; none if one of them has no ballot for an option.
pub fn distance<O: Copy + Eq>(then: &[(O, usize)], now: &[(O, usize)]) -> Option<f64> {
    let all = |tally: &[(O, usize)]| tally.iter().map(|(_, it)| *it).sum::<usize>() as f64;
    let (all_then, all_now) = (all(then), all(now));
    let share = |tally: &[(O, usize)], option: O, all: f64| {
        tally.iter().find(|(it, _)| *it == option).map_or(0.0, |(_, count)| *count as f64 / all)
    };
    let options = then.iter().chain(now).map(|(option, _)| *option);
    let moved = options.map(|it| (share(then, it, all_then) - share(now, it, all_now)).abs());
    (all_then > 0.0 && all_now > 0.0).then(|| rounded(moved.fold(0.0, f64::max)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B-06, B-10, Q-04: a tie has no leader, pairs without a ballot do not agree, and a distance is that of shares.
    #[test]
    fn figures_of_small_counts() {
        assert_eq!(leader(&[('A', 2), ('B', 1)]), Some('A'));
        assert_eq!(leader(&[('A', 1), ('B', 1)]), None);
        assert_eq!(agreement(&[Some(1), Some(1), None]), Some(0.333_333_333));
        assert_eq!(agreement(&[None, None::<u8>]), Some(0.0));
        assert_eq!(agreement(&[Some(1)]), None);
        assert_eq!(distance(&[('A', 3), ('B', 1)], &[('A', 2), ('C', 2)]), Some(0.5));
        assert_eq!(distance(&[('A', 3)], &[]), None);
    }
}
