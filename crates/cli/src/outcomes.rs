//! What the commands about outcomes share: the owner's log of what was learned, and times.
use crate::context::Context;
use crate::exit::Exit;
use analysis::learning::Learned;
use analysis::learning::thresholds::REMIND_AFTER_DAYS;
use debate::event::Reason;
use debate::learning::Event;
use engine::Spec;
use setup::plan::learning;
use setup::settings::{self, Unit, span};
use std::time::{SystemTime, UNIX_EPOCH};
use store::{Entry, LearnedLog, Store};

/// The tenant of the owner of the store.
pub(crate) const OWNER: &str = "";

/// How often a change is decided anew when another process has written meanwhile.
const ATTEMPTS: usize = 20;

/// The time, in milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).ok().and_then(|it| u64::try_from(it.as_millis()).ok());
    set_time().or_else(clock).unwrap_or_default()
}

/// The variable that sets the time, for records of the past and for tests.
const NOW: &str = "ROUNDTABLE_NOW";

/// The time that the environment sets in place of the system's.
pub(crate) fn set_time() -> Option<u64> {
    settings::process(NOW).and_then(|it| exports::times::read(&it))
}

/// Refuses a set time that can't be read: records of another day must not look like those of today.
pub(crate) fn check_set_time() -> Result<(), Exit> {
    match settings::process(NOW).filter(|it| exports::times::read(it).is_none()) {
        None => Ok(()),
        Some(it) => Err(Exit::request(format!(
            "`{NOW}` is `{}`; set it to a day (2027-05-01) or a moment (2027-05-01T08:15:30Z), or unset it",
            exports::wording::one_line(&it, 40)
        ))),
    }
}

/// The debates that wait for an outcome, longest first: their day has come, or they ended a quarter ago and nobody named a day. Rehearsals
/// decide nothing and wait for nothing unless a day was named.
pub(crate) async fn due(store: &Store, known: &Learned) -> Result<Vec<Entry>, Exit> {
    const PAGE: u32 = 200;
    let now = now();
    let mut due = Vec::new();
    for (id, on) in known.due(now) {
        due.extend(store.entry(id).await?.filter(|it| it.mode != formats::panel::NAME).map(|it| (on, it)));
    }
    for offset in (0..).step_by(PAGE as usize) {
        let page = store.list(PAGE, offset).await?;
        let is_last = page.len() < PAGE as usize;
        for it in page {
            let on = it.last_at.saturating_add(REMIND_AFTER_DAYS * 86_400_000);
            let is_decided = it.closed.is_some_and(|why| !matches!(why, Reason::Stopped | Reason::Insufficient));
            // A panel decides nothing.
            let is_decided = is_decided && it.mode != formats::panel::NAME;
            if is_decided && !it.rehearsal && on <= now && known.is_untouched(&it.debate) {
                due.push((on, it));
            }
        }
        if is_last {
            break;
        }
    }
    due.sort_by_key(|(on, _)| *on);
    Ok(due.into_iter().map(|(_, it)| it).collect())
}

/// The day on which a decision is revisited: a day or moment, or a time from now.
pub(crate) fn revisit_day(words: &str) -> Result<u64, Exit> {
    later(words, now()).ok_or_else(|| {
        Exit::request(format!(
            "`{}` is no day; give one (2027-05-01), or a time from now (`90d`, `12w`)",
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

/// Writes what is known of a planned debate's domain into its rules (L-06).
pub(crate) async fn draw(context: &Context, spec: &mut Spec) -> Result<(), Exit> {
    if learning::is_wanted(&context.settings)
        && let Some(store) = context.store_to_read().await?
    {
        let (known, _) = learned(&store).await?;
        learning::draw(&mut spec.rules, &spec.participants, &known, now());
    }
    Ok(())
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

    /// L-02: a decision is revisited on a day, or a time from now.
    #[test]
    fn a_decision_is_revisited_on_a_day() {
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
