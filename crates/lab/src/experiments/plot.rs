//! A plot in characters, for a terminal.
use super::page::{Plot, number};
use std::fmt::Write;

/// Rows of a plot.
const ROWS: usize = 14;
/// Marks of the lines, in order.
const MARKS: [char; 8] = ['o', 'x', '+', '*', '#', '@', '%', '='];
/// Columns of the numbers beside the vertical axis.
const LABEL: usize = 9;

/// The extent of a plot: smallest and largest values of both axes.
pub(super) fn extent(plot: &Plot) -> Option<((f64, f64), (f64, f64))> {
    let points = || plot.lines.iter().flat_map(|it| &it.points);
    let across = points().map(|(at, _)| *at);
    let up = points().flat_map(|(_, it)| [it.low, it.high]);
    let range = |values: &mut dyn Iterator<Item = f64>| {
        let range = values.filter(|it| it.is_finite()).fold(None, |range: Option<(f64, f64)>, it| {
            Some(range.map_or((it, it), |(least, most)| (least.min(it), most.max(it))))
        });
        range.map(|(least, most)| if most > least { (least, most) } else { (least - 0.5, most + 0.5) })
    };
    Some((range(&mut { across })?, range(&mut { up })?))
}

/// The plot as text.
pub(super) fn text(plot: &Plot, width: usize) -> String {
    let Some(((left, right), (bottom, top))) = extent(plot) else { return String::new() };
    let columns = width.clamp(40, 100) - LABEL - 2;
    let mut canvas = vec![vec![' '; columns]; ROWS];
    let place = |value: f64, (from, to): (f64, f64), cells: usize| {
        ((value - from) / (to - from) * (cells - 1) as f64).round().clamp(0.0, (cells - 1) as f64) as usize
    };
    for (line, mark) in plot.lines.iter().zip(MARKS.iter().cycle()) {
        for (at, value) in &line.points {
            let (column, row) = (place(*at, (left, right), columns), place(value.mean, (bottom, top), ROWS));
            if let Some(cell) = canvas.get_mut(ROWS - 1 - row).and_then(|it| it.get_mut(column)) {
                *cell = *mark;
            }
        }
    }
    let mut text = format!("{}\n", plot.title);
    for (row, cells) in canvas.iter().enumerate() {
        let value = top - (top - bottom) * row as f64 / (ROWS - 1) as f64;
        let label = if row % 4 == 0 || row == ROWS - 1 { number(value) } else { String::new() };
        let cells: String = cells.iter().collect();
        let _ = writeln!(text, "{label:>LABEL$} |{}", cells.trim_end());
    }
    let (from, to) = (number(left), number(right));
    let gap = columns.saturating_sub(from.len() + to.len());
    let _ = writeln!(text, "{:LABEL$} +{}", "", "-".repeat(columns));
    let _ = writeln!(text, "{:LABEL$}  {from}{}{to}", "", " ".repeat(gap));
    let _ = writeln!(text, "{:LABEL$}  across: {}; up: {}", "", plot.across, plot.up);
    for (line, mark) in plot.lines.iter().zip(MARKS.iter().cycle()) {
        let _ = writeln!(text, "{:LABEL$}  {mark} {}", "", line.name);
    }
    text
}
