//! The calendar: reads and writes dates and times as in RFC 3339. Logs count milliseconds since 1970.

/// Milliseconds in a day.
pub const DAY_MS: u64 = 86_400_000;

/// Days from the beginning of the first era, in March of the year 0, to 1970.
const ERAS: u64 = 719_468;

/// The last moment that RFC 3339 can write: the end of the year 9999.
const LAST: u64 = 253_402_300_799_999;

/// Milliseconds since 1970 as a date, in UTC: `2026-11-18`.
pub fn day(ms: u64) -> String {
    // Days to a civil date, after Howard Hinnant's algorithm: eras of 400 years that begin in March.
    let days = ms / DAY_MS + ERAS;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// A time in UTC: `2026-11-18T08:15:30.123Z`. A time after the year 9999, possible only in a forged log, becomes the end of that year.
pub fn written(ms: u64) -> String {
    let ms = ms.min(LAST);
    let (seconds, rest) = (ms % DAY_MS / 1_000, ms % 1_000);
    format!("{}T{:02}:{:02}:{:02}.{rest:03}Z", day(ms), seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// Reads a time, `2026-11-18T08:15:30Z` or with an offset such as `+01:00`, or a UTC date, `2026-11-18`, as its midnight.
pub fn read(text: &str) -> Option<u64> {
    let (date, rest) = text.split_at_checked(10)?;
    let begin = midnight(date)?;
    if rest.is_empty() {
        return Some(begin);
    }
    let time = rest.strip_prefix(['T', 't', ' '])?;
    let (clock, offset) = match time.strip_suffix(['Z', 'z']) {
        Some(clock) => (clock, 0),
        None => {
            let (clock, offset) = time.split_at_checked(time.len().checked_sub(6)?)?;
            let sign = match offset.get(..1)? {
                "+" => 1,
                "-" => -1,
                _ => return None,
            };
            let (hours, minutes) = offset.get(1..)?.split_once(':')?;
            (clock, sign * i64::try_from((number(hours, 2, 23)? * 60 + number(minutes, 2, 59)?) * 60_000).ok()?)
        }
    };
    let (clock, fraction) = clock.split_once('.').map_or((clock, None), |(clock, fraction)| (clock, Some(fraction)));
    let mut parts = clock.split(':');
    let (hours, minutes) = (number(parts.next()?, 2, 23)?, number(parts.next()?, 2, 59)?);
    // A leap second reads as the second after it.
    let seconds = number(parts.next()?, 2, 60)?;
    if parts.next().is_some() {
        return None;
    }
    let ms = match fraction {
        Some(fraction) => thousandths(fraction)?,
        None => 0,
    };
    let local = begin + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + ms;
    u64::try_from(i64::try_from(local).ok()? - offset).ok()
}

/// A whole number of `digits` digits, at most `most`.
fn number(text: &str, digits: usize, most: u64) -> Option<u64> {
    let is_plain = text.len() == digits && text.bytes().all(|it| it.is_ascii_digit());
    text.parse().ok().filter(|it| is_plain && *it <= most)
}

/// The first three digits of a fraction of a second.
fn thousandths(fraction: &str) -> Option<u64> {
    let is_plain = !fraction.is_empty() && fraction.bytes().all(|it| it.is_ascii_digit());
    let padded: String = fraction.chars().chain("00".chars()).take(3).collect();
    padded.parse().ok().filter(|_| is_plain)
}

/// The beginning of a UTC day; none where the calendar has no such day, or it is before 1970.
fn midnight(date: &str) -> Option<u64> {
    let mut parts = date.split('-');
    let (year, month) = (number(parts.next()?, 4, 9_999)?, number(parts.next()?, 2, 12)?);
    let day_of_month = number(parts.next()?, 2, 31)?;
    // The inverse of [`day`]: eras of 400 years that begin in March.
    let (shifted_year, shifted_month) = if month > 2 { (year, month - 3) } else { (year.checked_sub(1)?, month + 9) };
    let day_of_year = (153 * shifted_month + 2) / 5 + day_of_month.checked_sub(1)?;
    let days = shifted_year * 365 + shifted_year / 4 - shifted_year / 100 + shifted_year / 400 + day_of_year;
    let begin = days.checked_sub(ERAS)? * DAY_MS;
    // A day that the calendar does not have is written as another.
    (day(begin) == date).then_some(begin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (ms, expected) in [
            (0, "1970-01-01"),
            (951_782_400_000, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_735_689_599_999, "2024-12-31"),
            (1_763_164_800_000, "2025-11-15"),
            (4_107_542_400_000, "2100-03-01"),
        ] {
            assert_eq!(day(ms), expected);
        }
    }

    /// I-30: times are written and read as in RFC 3339.
    #[test]
    fn moments_are_written_and_read() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_001, "2000-02-29T00:00:00.001Z"),
            (1_735_689_599_000, "2024-12-31T23:59:59.000Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (1_794_997_530_123, "2026-11-18T10:25:30.123Z"),
            (LAST, "9999-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(written(ms), text);
            assert_eq!(read(text), Some(ms), "{text}");
        }
        assert_eq!(written(u64::MAX), written(LAST));
        for (text, ms) in [
            ("1970-01-02", Some(DAY_MS)),
            ("1970-01-01T01:00:00+01:00", Some(0)),
            ("1970-01-01t00:00:00.5-00:30", Some(1_800_500)),
            ("1970-01-01 00:00:60Z", Some(60_000)),
            ("1970-01-01T00:00:00.1234567Z", Some(123)),
        ] {
            assert_eq!(read(text), ms, "{text}");
        }
        for wrong in [
            "",
            "today",
            "2026",
            "2026-13-01",
            "2026-02-29",
            "2026-00-10",
            "2026-01-00",
            "1969-12-31",
            "2026-1-01",
            "2026-01-01T",
            "2026-01-01T10:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T10:00:00",
            "2026-01-01T10:00:00+1:00",
            "2026-01-01T10:00:00.Z",
            "2026-01-01T10:00:00Zx",
            "1970-01-01T00:00:00+01:00",
            "+026-01-01",
            "２０２６-01-01",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
