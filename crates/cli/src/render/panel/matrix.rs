//! Each persona's answer to each crux (P-41): a table, with the cruxes listed below.
use super::MOST;
use super::take::dimmed;
use crate::render::style::Style;
use analysis::crux::{Cell, Row};
use debate::Participant;
use debate::crux::Answered;
use exports::wording::{name, one_line};

/// The widest name. Ours: the longest seat name, which leaves room for twelve cruxes in 80 columns.
const NAME: usize = 32;
/// The columns of a crux.
const CELL: usize = 4;

/// The matrix; cruxes that don't fit side by side go into further tables.
pub(crate) fn text(style: Style, seats: &[Participant], rows: &[Row]) -> String {
    let most = NAME.min(style.width() / 2);
    let names: Vec<String> = seats.iter().map(|it| one_line(&name(&it.name), most)).collect();
    let wide = names.iter().map(|it| console::measure_text_width(it)).max().unwrap_or_default();
    let fits = (style.width().saturating_sub(wide) / CELL).max(1);
    let mut text = String::new();
    for part in rows.chunks(fits) {
        let heads: String = part.iter().map(|it| format!("{:>CELL$}", it.number)).collect();
        text.push_str(&format!("{}{}\n", " ".repeat(wide), style.bold(heads)));
        for (seat, shown) in seats.iter().zip(&names) {
            text.push_str(&console::pad_str(shown, wide, console::Alignment::Left, None));
            for row in part {
                let cell = row.cells.iter().find(|it| it.by == seat.name);
                text.push_str(&format!("{}{}", " ".repeat(CELL - 1), sign(style, cell)));
            }
            text.push('\n');
        }
        text.push('\n');
    }
    let has = |is: fn(&Cell) -> bool| rows.iter().flat_map(|it| &it.cells).any(is);
    let unsaid = if has(|it| it.answer.is_none() && it.unsaid) { ", ? unsaid" } else { "" };
    let unasked = if has(|it| it.told().is_none()) { ", . was not asked" } else { "" };
    text.push_str(&dimmed(style, "", &format!("+ yes, - no, ~ nuanced, o no view{unsaid}{unasked}")));
    text.push('\n');
    for row in rows {
        let line = format!("{} ({})", one_line(&row.question, MOST), one_line(row.room.as_str(), 16));
        text.push_str(&style.wrap(&format!("{:>3} ", row.number), &line));
    }
    text
}

fn sign(style: Style, cell: Option<&Cell>) -> String {
    match cell.and_then(|it| it.answer) {
        Some(Answered::Yes) => style.good('+'),
        Some(Answered::No) => style.bad('-'),
        Some(Answered::Nuanced) => style.warn('~'),
        None if cell.is_some_and(|it| it.no_view) => style.dim('o'),
        None if cell.is_some_and(|it| it.unsaid) => style.dim('?'),
        None => style.dim('.'),
    }
}
