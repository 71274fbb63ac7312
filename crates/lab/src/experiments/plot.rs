//! A plot in characters, for a terminal.
use super::page::{Plot, number};
use std::fmt::Write;

/// Rows of a plot.
const ROWS: usize = 14;
/// Marks of the lines, in order.
pub(super) const MARKS: [char; 8] = ['o', 'x', '+', '*', '#', '@', '%', '='];
/// The mark where points of several lines fall together.
const SEVERAL: char = '&';
/// Columns of the numbers beside the vertical axis.
const LABEL: usize = 9;

/// A range of values.
pub(super) type Range = (f64, f64);

/// The extent of a plot: smallest and largest values of both axes.
pub(super) fn extent(plot: &Plot) -> Option<(Range, Range)> {
    let points = || plot.lines.iter().flat_map(|it| &it.points);
    let across = points().map(|(at, _)| *at);
    let up = points().flat_map(|(_, it)| [it.low, it.high]);
    let range = |values: &mut dyn Iterator<Item = f64>| {
        let range = values.filter(|it| it.is_finite()).fold(None, |range: Option<Range>, it| {
            Some(range.map_or((it, it), |(least, most)| (least.min(it), most.max(it))))
        });
        range.map(|(least, most)| if most > least { (least, most) } else { (least - 0.5, most + 0.5) })
    };
    Some((range(&mut { across })?, range(&mut { up })?))
}

/// The cell of a value on an axis of so many cells.
fn place(value: f64, (from, to): Range, cells: usize) -> usize {
    ((value - from) / (to - from) * (cells - 1) as f64).round().clamp(0.0, (cells - 1) as f64) as usize
}

/// The plot as text.
pub(super) fn text(plot: &Plot, width: usize) -> String {
    let Some((across, up)) = extent(plot) else { return String::new() };
    let mut text = format!("{}\n", plot.title);
    let width = width.clamp(40, 100);
    text += &if plot.places.is_empty() { axes(plot, (across, up), width) } else { rows(plot, up, width) };
    for (line, mark) in plot.lines.iter().zip(MARKS.iter().cycle()) {
        let _ = writeln!(text, "{:LABEL$}  {mark} {}", "", line.name);
    }
    if text.contains(SEVERAL) {
        let _ = writeln!(text, "{:LABEL$}  {SEVERAL} several of them", "");
    }
    text
}

/// Marks a cell; the mark of a point replaces that of an interval.
fn mark(cell: &mut char, with: char, interval: char) {
    *cell = if *cell == ' ' || *cell == interval || *cell == with { with } else { SEVERAL };
}

/// Points over two axes of numbers, with their intervals.
fn axes(plot: &Plot, (across, up): (Range, Range), width: usize) -> String {
    let columns = width - LABEL - 2;
    let mut canvas = vec![vec![' '; columns]; ROWS];
    for line in &plot.lines {
        for (at, value) in &line.points {
            let (low, high) = (place(value.low, up, ROWS), place(value.high, up, ROWS));
            for row in (low..=high).filter(|_| high > low) {
                let cell = canvas.get_mut(ROWS - 1 - row).and_then(|it| it.get_mut(place(*at, across, columns)));
                cell.into_iter().for_each(|it| *it = '|');
            }
        }
    }
    for (line, sign) in plot.lines.iter().zip(MARKS.iter().cycle()) {
        for (at, value) in &line.points {
            let row = ROWS - 1 - place(value.mean, up, ROWS);
            let cell = canvas.get_mut(row).and_then(|it| it.get_mut(place(*at, across, columns)));
            cell.into_iter().for_each(|it| mark(it, *sign, '|'));
        }
    }
    let mut text = String::new();
    for (row, cells) in canvas.iter().enumerate() {
        let value = up.1 - (up.1 - up.0) * row as f64 / (ROWS - 1) as f64;
        let label = if row % 4 == 0 || row == ROWS - 1 { number(value) } else { String::new() };
        let cells: String = cells.iter().collect();
        let _ = writeln!(text, "{label:>LABEL$} |{}", cells.trim_end());
    }
    text + &under(plot, across, LABEL, columns, (&plot.across, &plot.up))
}

/// The horizontal axis with the names of both.
fn under(plot: &Plot, range: Range, label: usize, columns: usize, (across, up): (&str, &str)) -> String {
    let (from, to) = (number(range.0), number(range.1));
    let gap = columns.saturating_sub(from.len() + to.len());
    let up = if plot.places.is_empty() { format!("; up: {up}") } else { String::new() };
    format!(
        "{:label$} +{}\n{:label$}  {from}{}{to}\n{:LABEL$}  across: {across}{up}\n",
        "",
        "-".repeat(columns),
        "",
        " ".repeat(gap),
        ""
    )
}

/// A row for each named place, with values across.
fn rows(plot: &Plot, values: Range, width: usize) -> String {
    let label = plot.places.iter().map(|it| it.chars().count()).max().unwrap_or_default().clamp(LABEL, 28);
    let columns = width - label - 2;
    let mut text = String::new();
    for (at, name) in plot.places.iter().enumerate() {
        let mut row = vec![' '; columns];
        let here = || {
            plot.lines.iter().zip(MARKS.iter().cycle()).flat_map(|(line, sign)| {
                let own = line.points.iter().filter(|(place, _)| *place == at as f64);
                own.map(|(_, it)| (*it, *sign))
            })
        };
        for (it, _) in here() {
            let (low, high) = (place(it.low, values, columns), place(it.high, values, columns));
            row.iter_mut().take(high + 1).skip(low).filter(|_| high > low).for_each(|cell| *cell = '-');
        }
        for (it, sign) in here() {
            row.get_mut(place(it.mean, values, columns)).into_iter().for_each(|cell| mark(cell, sign, '-'));
        }
        let (name, row): (String, String) = (name.chars().take(label).collect(), row.into_iter().collect());
        let _ = writeln!(text, "{name:>label$} |{}", row.trim_end());
    }
    text + &under(plot, values, label, columns, (&plot.up, ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::{Estimate, Line};

    fn of(places: &[&str], lines: &[&[(f64, f64)]]) -> Plot {
        let point =
            |(at, mean): &(f64, f64)| (*at, Estimate { mean: *mean, low: mean - 0.2, high: mean + 0.2, count: 9 });
        let line = |(at, points): (usize, &&[(f64, f64)])| Line {
            name: format!("line {at}"),
            points: points.iter().map(point).collect(),
        };
        Plot {
            title: "A plot".to_owned(),
            lines: lines.iter().enumerate().map(line).collect(),
            places: places.iter().map(|it| (*it).to_owned()).collect(),
            ..Plot::default()
        }
    }

    /// a terminal shows intervals, and where points of two lines fall together it says so.
    #[test]
    fn intervals_and_overlaps_are_shown() {
        let shown = text(&of(&[], &[&[(0.0, 0.1), (1.0, 0.9)], &[(0.0, 0.1), (1.0, 0.3)]]), 60);
        assert!(shown.contains('|') && shown.contains("& several of them"), "{shown}");
        assert_eq!(shown.matches('&').count(), 2, "{shown}");
        assert!(shown.matches('|').count() > ROWS + 8, "{shown}");
    }

    /// named places have a row each, with their names.
    #[test]
    fn named_places_have_rows() {
        let shown = text(&of(&["one regime", "another"], &[&[(0.0, 0.1), (1.0, 0.9)]]), 60);
        let row = |name: &str| shown.lines().find(|it| it.trim_start().starts_with(name)).unwrap().to_owned();
        assert!(row("one regime").contains("o-"), "{shown}");
        assert!(row("another").ends_with("-o---") || row("another").contains("-o"), "{shown}");
        assert!(row("one regime").find('o') < row("another").rfind('o'), "{shown}");
    }
}
