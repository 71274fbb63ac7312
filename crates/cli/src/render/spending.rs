//! What was spent, as tables: one line each, cut to the terminal's width.
use super::list::cut;
use super::style::Style;
use crate::commands::cost::{Ledger, Spent};
use chrono::{DateTime, Local};
use console::{Alignment, pad_str};
use exports::wording::{money, tokens};

/// Whether one debate is shown, or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    One,
    Several,
}

/// Columns of the figures: calls, tokens, cost, each after two blanks.
const FIGURES: usize = 2 + 6 + 2 + 8 + 2 + 12;

/// The widest first column, in columns: figures stay near their names.
const WIDEST: usize = 68;

/// The narrowest first column, in columns.
const NARROWEST: usize = 20;

/// A moment's day in the local time zone.
pub(crate) fn day(ms: u64) -> String {
    let moment = i64::try_from(ms).ok().and_then(DateTime::from_timestamp_millis);
    moment.map_or_else(|| "-".to_owned(), |it| it.with_timezone(&Local).format("%Y-%m-%d").to_string())
}

/// The tables: the total, then its parts, each with the dearest first and at most `limit` lines.
pub(crate) fn lines(style: Style, ledger: &Ledger, part: Part, limit: usize) -> Vec<String> {
    let days = ledger.days.iter().rev().map(|(day, it)| (day.clone(), *it)).collect();
    let by_name = |all: &mut dyn Iterator<Item = (String, Spent)>| dearest(all.collect());
    let debates = by_name(&mut ledger.debates.iter().map(|(id, (topic, it))| (format!("{id}  {topic}"), *it)));
    let models = by_name(&mut ledger.models.iter().map(|(it, spent)| (it.clone(), *spent)));
    let participants = by_name(
        &mut ledger
            .participants
            .iter()
            .map(|((name, model), it)| (format!("{name}  {model}").trim_end().to_owned(), *it)),
    );
    let purposes = by_name(&mut ledger.purposes.iter().map(|(it, spent)| ((*it).to_owned(), *spent)));
    let parts: Vec<(&str, Vec<(String, Spent)>)> = match part {
        Part::One => vec![("BY PARTICIPANT", participants), ("BY PURPOSE", purposes), ("BY DAY", days)],
        Part::Several => {
            vec![("BY DAY", days), ("BY DEBATE", debates), ("BY MODEL", models), ("BY PURPOSE", purposes)]
        }
    };
    let total = ("in all".to_owned(), ledger.total);
    let rows = parts.iter().flat_map(|(_, rows)| rows).chain([&total]);
    let widest = rows.map(|(it, _)| console::measure_text_width(it)).max().unwrap_or_default();
    let room = if style.screen() == 0 { WIDEST } else { style.screen().saturating_sub(FIGURES + 1).max(NARROWEST) };
    let width = widest.min(room).min(WIDEST);
    let mut out = vec![row(width, &total)];
    for (title, rows) in &parts {
        out.push(String::new());
        out.push(style.dim(heading(width, title)));
        out.extend(rows.iter().take(limit).map(|it| row(width, it)));
        if let Some(more @ 1..) = rows.len().checked_sub(limit) {
            out.push(format!("… {more} more: `--limit {}` prints them", rows.len()));
        }
    }
    if ledger.total.unpriced > 0 {
        out.push(String::new());
        let calls = format!("{} of {} calls", ledger.total.unpriced, ledger.total.calls);
        let note = format!(
            "The price of {calls} is not known, so dollars are the known part (≥). Set it under `[prices.\"provider/model\"]` with `roundtable config edit`."
        );
        out.push(style.wrap("", &note).trim_end().to_owned());
    }
    out
}

/// The dearest first, then the ones with the most tokens.
fn dearest(mut rows: Vec<(String, Spent)>) -> Vec<(String, Spent)> {
    let cost = |it: &Spent| it.usage.cost.unwrap_or_default();
    rows.sort_by(|(_, a), (_, b)| cost(b).total_cmp(&cost(a)).then(b.usage.tokens().cmp(&a.usage.tokens())));
    rows
}

fn heading(width: usize, title: &str) -> String {
    format!("{}  {:>6}  {:>8}  {:>12}", pad_str(title, width, Alignment::Left, None), "CALLS", "TOKENS", "COST")
}

fn row(width: usize, (what, spent): &(String, Spent)) -> String {
    let what = cut(what, width);
    let what = pad_str(&what, width, Alignment::Left, None);
    let known = spent.usage.cost.filter(|it| *it > 0.0);
    let cost = match known {
        _ if spent.unpriced == 0 => money(spent.usage.cost),
        Some(_) => format!("≥ {}", money(known)),
        None => money(None),
    };
    format!("{what}  {:>6}  {:>8}  {cost:>12}", spent.calls, tokens(spent.usage.tokens()))
}
