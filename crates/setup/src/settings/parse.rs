//! How values are parsed and printed: durations, shares, lists, and `none`.
use super::kinds::NONE;
use super::span::{Unit, span};
use debate::Parallel;
use std::ops::RangeInclusive;
use std::time::Duration;

pub(super) const DURATION: &str = "a time such as `500ms`, `90s`, `10m` or `1h`";

/// The units of durations in settings.
const UNITS: RangeInclusive<Unit> = Unit::Millisecond..=Unit::Hour;

/// Reads `500ms`, `90s`, `10m` or `1h`.
pub(super) fn parse_duration(text: &str) -> Option<Duration> {
    span(text, &UNITS).filter(|millis| *millis > 0).map(Duration::from_millis)
}

pub(super) fn show_duration(value: Duration) -> String {
    let millis = value.as_millis();
    let divides = |unit: &Unit| millis.is_multiple_of(u128::from(unit.millis()));
    let unit = [Unit::Hour, Unit::Minute, Unit::Second].into_iter().find(divides).unwrap_or(Unit::Millisecond);
    format!("{}{}", millis / u128::from(unit.millis()), unit.word())
}

pub(super) const SHARE: &str = "a number above 0, at most 1";

pub(super) fn share(text: &str) -> Option<f64> {
    text.parse().ok().filter(|share| *share > 0.0 && *share <= 1.0)
}

pub(super) fn level(text: &str) -> Option<Parallel> {
    Parallel::ALL.into_iter().find(|it| it.as_str() == text)
}

/// The items of a list.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty())
}

pub(super) fn or_none<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if text == NONE { Some(None) } else { parse(text).map(Some) }
}

pub(super) fn shown(value: Option<&impl ToString>) -> String {
    value.map_or_else(|| NONE.to_owned(), ToString::to_string)
}

/// Text quoted in one line: control characters escaped, cut if long.
pub(crate) fn one_line(text: &str) -> String {
    const LONGEST: usize = 60;
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    let start: String = text.chars().take(LONGEST).map(escaped).collect();
    if text.chars().count() > LONGEST { format!("{start}…") } else { start }
}
