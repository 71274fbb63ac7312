//! A list of debates as a table: one line each, cut to the terminal's width.
use super::style::Style;
use chrono::{DateTime, Local};
use exports::wording::one_line;

/// A debate in the list.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) id: String,
    /// Milliseconds since 1970.
    pub(crate) opened_at: u64,
    pub(crate) state: &'static str,
    pub(crate) label: Option<&'static str>,
    pub(crate) mode: String,
    pub(crate) topic: String,
}

const HEAD: [&str; 6] = ["ID", "OPENED", "STATE", "LABEL", "MODE", "TOPIC"];

/// The narrowest topic, in columns; below it the mode is left out, then the time.
const LEAST_TOPIC: usize = 24;

/// The lines of the table, its header first.
pub(crate) fn lines(style: Style, rows: &[Row]) -> Vec<String> {
    let cells: Vec<[String; 6]> = std::iter::once(HEAD.map(str::to_owned)).chain(rows.iter().map(cells)).collect();
    let column = |index: usize| {
        cells.iter().filter_map(|it| it.get(index)).map(|it| console::measure_text_width(it)).max().unwrap_or_default()
    };
    let widths: [usize; 6] = std::array::from_fn(column);
    let shown = columns(&widths, style.screen());
    let before: usize = shown.iter().filter_map(|it| widths.get(*it)).map(|it| it + 2).sum();
    let space = if style.screen() == 0 { usize::MAX } else { style.screen().saturating_sub(before) };
    let line = |(index, cells): (usize, &[String; 6])| {
        let cell = |column: &usize| {
            let (text, width) = (cells.get(*column)?, *widths.get(*column)?);
            let padded = console::pad_str(text, width, console::Alignment::Left, None).into_owned();
            Some(if *column == 0 && index > 0 { style.bold(padded) } else { padded })
        };
        let [.., topic] = cells;
        let cut = cut(topic, space);
        let text = shown.iter().filter_map(cell).chain([cut]).collect::<Vec<_>>().join("  ");
        if index == 0 { style.dim(text.trim_end()) } else { text.trim_end().to_owned() }
    };
    cells.iter().enumerate().map(line).collect()
}

fn cells(row: &Row) -> [String; 6] {
    [
        row.id.clone(),
        local(row.opened_at),
        row.state.to_owned(),
        row.label.unwrap_or("-").to_owned(),
        one_line(&row.mode, 18),
        // Long topics are cut to the terminal; in a file they are whole, up to a bound.
        one_line(&row.topic, 400),
    ]
}

/// The columns before the topic that leave it enough space.
fn columns(widths: &[usize; 6], screen: usize) -> Vec<usize> {
    let choices: [&[usize]; 4] = [&[0, 1, 2, 3, 4], &[0, 1, 2, 3], &[0, 2, 3], &[0, 2]];
    let needs = |columns: &&[usize]| columns.iter().filter_map(|it| widths.get(*it)).map(|it| it + 2).sum::<usize>();
    let fitting = choices.iter().find(|it| screen == 0 || needs(it) + LEAST_TOPIC <= screen);
    fitting.or(choices.last()).map(|it| it.to_vec()).unwrap_or_default()
}

/// A moment in the local time zone, to the minute.
fn local(ms: u64) -> String {
    let moment = i64::try_from(ms).ok().and_then(DateTime::from_timestamp_millis);
    moment.map_or_else(|| "-".to_owned(), |it| it.with_timezone(&Local).format("%Y-%m-%d %H:%M").to_string())
}

/// Text cut to so many columns, between words where that keeps most of it.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if console::measure_text_width(text) <= columns {
        return text.to_owned();
    }
    let hard = console::truncate_str(text, columns.saturating_sub(1), "").into_owned();
    let is_between_words = text.get(hard.len()..).is_some_and(|it| it.starts_with(' '));
    let kept = match hard.rfind(' ') {
        Some(space)
            if !is_between_words
                && console::measure_text_width(hard.get(..space).unwrap_or_default()) * 2 > columns =>
        {
            hard.get(..space).unwrap_or_default()
        }
        Some(_) | None => &hard,
    };
    format!("{}…", kept.trim_end_matches([' ', ',', ';', ':', '-']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let row = |id: &str, state, label, mode: &str, topic: &str| Row {
            id: id.to_owned(),
            opened_at: 1_794_997_530_123,
            state,
            label,
            mode: mode.to_owned(),
            topic: topic.to_owned(),
        };
        let long = "Should a team of five split its product into microservices before the audit in May, or after it?";
        vec![
            row("abcd2345", "closed", Some("consensus"), "collaborative", "Should we adopt gRPC?"),
            row("bcde3456", "paused", None, "red-team-blue-team", long),
            row(
                "cdef4567",
                "running",
                None,
                "delphi",
                "我们应该把系统拆分成微服务吗，还是等到五月份的审计结束以后再说呢？",
            ),
        ]
    }

    /// I-10, I-12: a list has a header and fits the terminal; topics are cut between words.
    #[test]
    fn a_list_fits_the_terminal() {
        for width in [40, 60, 80, 100, 160] {
            let lines = lines(Style::terminal(width, false), &rows());
            assert!(lines.iter().all(|it| console::measure_text_width(it) <= width), "{width}: {lines:#?}");
            assert!(lines[0].starts_with("ID        ") && lines[0].ends_with("TOPIC"), "{lines:#?}");
            let long = lines[2].rsplit("  ").next().unwrap();
            let whole = &rows()[1].topic;
            let kept = long.trim_end_matches('…');
            let rest = whole.strip_prefix(kept).unwrap();
            assert!(rest.is_empty() || rest.starts_with([' ', ',']), "{width}: {long}");
        }
        let narrow = lines(Style::terminal(60, false), &rows());
        assert_eq!(narrow[0], "ID        STATE    LABEL      TOPIC");
        assert_eq!(narrow[2], "bcde3456  paused   -          Should a team of five split…");
        assert!(lines(Style::plain(), &rows())[2].ends_with("or after it?"), "in a file it is whole");
    }
}
