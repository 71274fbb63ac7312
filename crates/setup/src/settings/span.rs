//! Spans of time as people write them: `500ms`, `90s`, `10m`, `1h`, `7d`, `2w`.
use std::ops::RangeInclusive;

/// A unit of time, smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// `ms`.
    Millisecond,
    /// `s`.
    Second,
    /// `m`.
    Minute,
    /// `h`.
    Hour,
    /// `d`.
    Day,
    /// `w`.
    Week,
}

impl Unit {
    const ALL: [Unit; 6] = [Unit::Millisecond, Unit::Second, Unit::Minute, Unit::Hour, Unit::Day, Unit::Week];

    /// Its letters.
    pub(super) fn word(self) -> &'static str {
        match self {
            Unit::Millisecond => "ms",
            Unit::Second => "s",
            Unit::Minute => "m",
            Unit::Hour => "h",
            Unit::Day => "d",
            Unit::Week => "w",
        }
    }

    /// Its milliseconds.
    pub(super) fn millis(self) -> u64 {
        match self {
            Unit::Millisecond => 1,
            Unit::Second => 1_000,
            Unit::Minute => 60_000,
            Unit::Hour => 3_600_000,
            Unit::Day => 86_400_000,
            Unit::Week => 604_800_000,
        }
    }
}

/// The milliseconds of a whole number with one of these units; none for any other text.
pub fn span(text: &str, units: &RangeInclusive<Unit>) -> Option<u64> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, word) = text.split_at_checked(digits)?;
    let unit = Unit::ALL.into_iter().find(|it| it.word() == word && units.contains(it))?;
    number.parse::<u64>().ok()?.checked_mul(unit.millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_have_a_whole_number_and_an_allowed_unit() {
        let all = Unit::Millisecond..=Unit::Week;
        for (text, expected) in [
            ("500ms", Some(500)),
            ("90s", Some(90_000)),
            ("10m", Some(600_000)),
            ("0h", Some(0)),
            ("2w", Some(1_209_600_000)),
            ("", None),
            ("7", None),
            ("d", None),
            ("-1d", None),
            ("+1d", None),
            ("1.5h", None),
            ("1 h", None),
            ("99999999999999999999d", None),
            ("99999999999999w", None),
        ] {
            assert_eq!(span(text, &all), expected, "{text}");
        }
        assert_eq!(span("3m", &(Unit::Hour..=Unit::Week)), None, "nobody means minutes by it");
        assert_eq!(span("1d", &(Unit::Millisecond..=Unit::Hour)), None);
    }
}
