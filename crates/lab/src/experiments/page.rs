//! The result of an experiment: tables with intervals, one plot, all settings, and what to note. As text and as JSON; the plot as SVG is in `svg`.
use super::estimate::Estimate;
use super::plot;
use serde::Serialize;
use std::fmt::Write;

/// The result of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Page {
    /// The experiment.
    pub name: String,
    /// What it asks.
    pub question: String,
    /// The random seed.
    pub seed: u64,
    /// Debates for each setting.
    pub debates: u64,
    /// Whether it was run to its end.
    pub complete: bool,
    /// All settings, each with its name.
    pub settings: Vec<(String, String)>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The plot.
    pub plot: Plot,
    /// What to note.
    pub notes: Vec<String>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The headings; the first is that of the rows' names.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// A measured figure.
    Measured(Estimate),
    /// A published or computed figure.
    Figure(f64),
    /// A text.
    Text(String),
}

/// A plot: lines over one axis.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// The name of the horizontal axis.
    pub across: String,
    /// The name of the vertical axis.
    pub up: String,
    /// The lines.
    pub lines: Vec<Line>,
    /// Whether points have no order, so that nothing joins them.
    pub is_scatter: bool,
    /// Names of the places 0, 1, 2 … where the horizontal axis has names in place of numbers. Such a plot has a row for each.
    pub places: Vec<String>,
}

/// A line of a plot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its points: where, and what was measured there.
    pub points: Vec<(f64, Estimate)>,
}

impl From<f64> for Estimate {
    fn from(value: f64) -> Estimate {
        Estimate { mean: value, low: value, high: value, count: 0 }
    }
}

impl Page {
    /// The whole page as text, so many columns wide.
    pub fn text(&self, width: usize) -> String {
        let mut text = format!("{}: {}\n", self.name, self.question);
        let part = if self.complete { "" } else { "; interrupted, this is what was measured until then" };
        let _ = writeln!(
            text,
            "seed {}, {} debates for each setting, unless a table says otherwise{part}",
            self.seed,
            grouped(self.debates)
        );
        for table in &self.tables {
            let _ = write!(text, "\n{}\n{}", table.title, table.text());
        }
        if !self.plot.lines.is_empty() {
            let _ = write!(text, "\n{}", plot::text(&self.plot, width));
        }
        for note in &self.notes {
            let _ = write!(text, "\n{note}\n");
        }
        let _ = write!(text, "\nSettings\n");
        for (name, setting) in &self.settings {
            let _ = writeln!(text, "  {name}: {setting}");
        }
        text
    }
}

impl Plot {
    /// Drops the points that an interrupted run did not reach; published figures stay.
    pub(super) fn drop_unmeasured(&mut self) {
        self.lines.iter_mut().for_each(|line| line.points.retain(|(_, it)| *it != Estimate::default()));
    }
}

impl Page {
    /// The page of an interrupted run: figures that are computed from several settings are left out, because some were not measured.
    pub(super) fn or_partial(mut self) -> Page {
        if self.complete {
            return self;
        }
        let is_computed = |it: &Cell| match it {
            Cell::Measured(it) => it.count == 0,
            Cell::Figure(_) | Cell::Text(_) => true,
        };
        let cells = self.tables.iter_mut().flat_map(|it| &mut it.rows).flat_map(|(_, cells)| cells);
        cells.filter(|it| is_computed(it)).for_each(|it| *it = Cell::Measured(Estimate::default()));
        self.notes =
            vec!["– was not measured, or is computed from figures of which some were not measured.".to_owned()];
        self
    }
}

impl Table {
    /// A table without rows.
    pub fn new(title: &str, columns: &[&str]) -> Table {
        let columns = columns.iter().map(|it| (*it).to_owned()).collect();
        Table { title: title.to_owned(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, name: impl Into<String>, cells: Vec<Cell>) {
        self.rows.push((name.into(), cells));
    }

    fn text(&self) -> String {
        let rows = self.rows.iter().map(|(name, cells)| {
            let cells = cells.iter().map(Cell::text);
            std::iter::once(name.clone()).chain(cells).collect::<Vec<_>>()
        });
        let all: Vec<Vec<String>> = std::iter::once(self.columns.clone()).chain(rows).collect();
        let columns = all.iter().map(Vec::len).max().unwrap_or_default();
        let length = |it: &str| it.chars().count();
        let widths: Vec<usize> = (0..columns)
            .map(|at| all.iter().filter_map(|row| row.get(at)).map(|it| length(it)).max().unwrap_or_default())
            .collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(at, (cell, width))| {
                let blank = " ".repeat(width.saturating_sub(length(cell)));
                if at == 0 { format!("{cell}{blank}") } else { format!("{blank}{cell}") }
            });
            format!("  {}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
        };
        all.iter().map(line).collect()
    }
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Cell::Measured(it) if it.count == 0 => "–".to_owned(),
            // One value has no interval.
            Cell::Measured(it) if it.count == 1 => number(it.mean),
            Cell::Measured(it) => format!("{} ± {}", number(it.mean), number((it.high - it.low) / 2.0)),
            Cell::Figure(it) => number(*it),
            Cell::Text(it) => it.clone(),
        }
    }
}

impl From<Estimate> for Cell {
    fn from(it: Estimate) -> Cell {
        Cell::Measured(it)
    }
}

impl From<f64> for Cell {
    fn from(it: f64) -> Cell {
        Cell::Figure(it)
    }
}

impl From<&str> for Cell {
    fn from(it: &str) -> Cell {
        Cell::Text(it.to_owned())
    }
}

/// A number with four decimals below 10, and fewer above.
pub(super) fn number(value: f64) -> String {
    match value.abs() {
        it if it < 10.0 => format!("{value:.4}"),
        it if it < 1_000.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// A whole number with thin groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
