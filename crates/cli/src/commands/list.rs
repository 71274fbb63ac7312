//! `list`: what there is.
use super::Context;
use crate::args::List;
use crate::exit::Exit;
use crate::print;
use crate::render::style::one_line;
use debate::event::Reason;
use serde_json::json;

pub(crate) async fn run(args: &List, context: &Context) -> Result<(), Exit> {
    let entries = match context.store_to_read().await? {
        Some(store) => store.list(args.limit, 0).await?,
        None => Vec::new(),
    };
    if entries.is_empty() && args.limit > 0 && !args.json {
        print::note("no debates yet; start one with `roundtable debate \"TOPIC\"`");
    }
    let style = context.style();
    for it in entries {
        let state = it.closed.map_or("unfinished", Reason::as_str);
        print::line(if args.json {
            json!({
                "debate": it.debate, "opened_at": it.opened_at, "topic": it.topic, "mode": it.mode,
                "participants": it.participants, "rehearsal": it.rehearsal, "events": it.events, "last_at": it.last_at,
                "closed": it.closed, "fork": it.fork,
            })
            .to_string()
        } else {
            let rehearsal = if it.rehearsal { " (rehearsal)" } else { "" };
            let fork = it.fork.map(|it| format!(" (forked from {})", one_line(it.debate.as_str(), 64)));
            let fork = fork.unwrap_or_default();
            format!(
                "{}  {}  {:19}  {:18}  {}{rehearsal}{fork}",
                style.bold(&it.debate),
                day(it.opened_at),
                state,
                one_line(&it.mode, 18),
                one_line(&it.topic, 80)
            )
        })?;
    }
    Ok(())
}

/// Milliseconds since 1970 as a date, in UTC.
pub(crate) fn day(ms: u64) -> String {
    // Days to a civil date, after Howard Hinnant's algorithm: eras of 400 years that begin in March.
    let days = ms / 86_400_000 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn dates() {
        for (ms, date) in [(0, "1970-01-01"), (951_782_400_000, "2000-02-29"), (1_794_739_200_000, "2026-11-15")] {
            assert_eq!(day(ms), date);
        }
    }
}
