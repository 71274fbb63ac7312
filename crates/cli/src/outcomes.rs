//! What the commands about outcomes share: the owner's log of what was learned, and times.
use crate::exit::Exit;
use analysis::learning::Learned;
use debate::learning::Event;
use setup::settings::{self, Unit, span};
use std::time::{SystemTime, UNIX_EPOCH};
use store::{LearnedLog, Store};

/// The tenant of the owner of the store.
pub(crate) const OWNER: &str = "";

/// How often a change is decided anew when another process has written meanwhile.
const ATTEMPTS: usize = 20;

/// The time, in milliseconds since 1970. `ROUNDTABLE_NOW` sets it, for records of the past and for tests.
pub(crate) fn now() -> u64 {
    let set = settings::process("ROUNDTABLE_NOW").and_then(|it| exports::times::read(&it));
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).ok().and_then(|it| u64::try_from(it.as_millis()).ok());
    set.or_else(clock).unwrap_or_default()
}

/// The day of a review: a day or moment, or a time from now.
pub(crate) fn review_day(words: &str) -> Result<u64, Exit> {
    later(words, now()).ok_or_else(|| {
        Exit::request(format!(
            "`{}` is no day for a review; give one (2027-05-01), or a time from now (`90d`, `12w`)",
            exports::wording::one_line(words, 40)
        ))
    })
}

/// The moment that lies `90d` or `12w` after `now`, or the one that the text names. Minutes are no unit: `3m` would be taken for months.
fn later(words: &str, now: u64) -> Option<u64> {
    let from_now = span(words, &(Unit::Hour..=Unit::Week)).and_then(|it| now.checked_add(it));
    from_now.or_else(|| exports::times::read(words)).filter(|it| *it < LAST)
}

/// The end of the year 9999, after which no date can be written.
const LAST: u64 = 253_402_300_800_000;

/// The fold of the owner's log, with the number of its next event.
pub(crate) async fn learned(store: &Store) -> Result<(Learned, u64), Exit> {
    let LearnedLog { events, next } = store.learned(OWNER).await?;
    Ok((Learned::of(&events), next))
}

/// Appends events that do not depend on others.
pub(crate) async fn record(store: &Store, events: Vec<Event>) -> Result<u64, Exit> {
    decide(store, |_, next| Ok((events.clone(), next))).await
}

/// Appends what `decide` makes of the log as it is; if another process writes meanwhile, it decides anew.
pub(crate) async fn decide<T>(
    store: &Store,
    mut decide: impl FnMut(&Learned, u64) -> Result<(Vec<Event>, T), Exit>,
) -> Result<T, Exit> {
    for _ in 0..ATTEMPTS {
        let (known, next) = learned(store).await?;
        let (events, result) = decide(&known, next)?;
        if store.learn(OWNER, next, now(), events).await?.is_some() {
            return Ok(result);
        }
    }
    Err(Exit::failure("other processes keep recording outcomes; try again"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// L-02: a review is on a day, or a time from now.
    #[test]
    fn a_review_has_a_day() {
        let day = 86_400_000;
        for (words, expected) in [
            ("90d", Some(95 * day)),
            ("2w", Some(19 * day)),
            ("1970-01-02", Some(day)),
            ("1970-01-02T01:00:00Z", Some(day + 3_600_000)),
            ("soon", None),
            ("", None),
            ("-1d", None),
            ("d", None),
            ("99999999999999d", None),
        ] {
            assert_eq!(later(words, 5 * day), expected, "{words}");
        }
    }
}
