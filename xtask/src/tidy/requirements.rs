//! The ids of all requirements, in the order of the specification.

use std::ops::RangeInclusive;

const IDS: &[(char, &[RangeInclusive<u8>])] = &[
    ('B', &[1..=6, 10..=18, 20..=23]),
    ('D', &[1..=5, 10..=18, 20..=21, 30..=36, 40..=43, 50..=50, 60..=61, 70..=70]),
    ('E', &[1..=5, 10..=13, 20..=23]),
    ('P', &[1..=7, 10..=18, 20..=25, 30..=31, 40..=42]),
    ('Q', &[1..=5, 10..=13, 20..=22]),
    ('L', &[1..=8]),
    ('I', &[1..=4, 10..=16, 20..=26, 30..=32, 40..=40]),
    ('O', &[1..=7, 10..=12, 20..=24, 30..=32, 40..=44, 50..=50]),
];

/// All of them, spelled as in `D-01`.
pub(super) fn ids() -> impl Iterator<Item = String> {
    IDS.iter().flat_map(|(letter, ranges)| {
        ranges.iter().cloned().flatten().map(move |number| format!("{letter}-{number:02}"))
    })
}

#[cfg(test)]
mod tests {
    use super::ids;

    #[test]
    fn there_are_as_many_as_in_the_specification() {
        assert_eq!(ids().count(), 156);
        assert_eq!(ids().next().as_deref(), Some("B-01"));
        assert!(ids().any(|id| id == "D-36") && !ids().any(|id| id == "D-37"));
    }
}
