//! Reports on post-mortems and on learning, as text, Markdown and HTML (L-07).
//!
//! A report is a list of blocks with three renderers, so that all formats have the same content. Words of people and participants are
//! data in each. Not here: the content (`postmortem`, `learned`), and the arithmetic (`analysis::learning`).
mod curve;
pub mod learned;
pub mod postmortem;

pub use curve::{Drawing, svg};

use crate::html::report as page;
use crate::markup::{folded, words};
use analysis::learning::Calibration;
use debate::text;
use std::fmt::Write;

/// A report.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Its title.
    pub title: String,
    /// Its content.
    pub blocks: Vec<Block>,
}

/// Where a report is read: it names the commands of a command line to its user alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// A terminal, or a file that a command wrote.
    CommandLine,
    /// An answer over HTTP or MCP.
    Service,
}

/// A part of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Paragraph(String),
    /// A paragraph in our own words, which may name a command in backticks.
    Note(String),
    /// A list.
    List(Vec<String>),
    /// A table with the names of its columns.
    Table {
        /// The names.
        columns: Vec<String>,
        /// The rows, as long as the names.
        rows: Vec<Vec<String>>,
    },
    /// The reliability curves of models: a drawing in HTML, a table elsewhere.
    Curves(Vec<Calibration>),
}

/// The width of text, in characters.
const WIDTH: usize = 100;

impl Report {
    /// The report as plain text.
    pub fn text(&self) -> String {
        let mut out = format!("{}\n", clean(&self.title));
        for block in &self.blocks {
            match block {
                Block::Heading(it) => {
                    let _ = writeln!(out, "\n{}", clean(it));
                }
                Block::Paragraph(it) | Block::Note(it) => wrapped(&mut out, "", &clean(it)),
                Block::List(items) => items.iter().for_each(|it| wrapped(&mut out, "- ", &clean(it))),
                Block::Table { columns, rows } => columned(&mut out, columns, rows),
                Block::Curves(models) => {
                    let (columns, rows) = curve::table(models);
                    columned(&mut out, &columns, &rows);
                }
            }
        }
        out
    }

    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        let mut out = format!("# {}\n", words(&self.title));
        for block in &self.blocks {
            let _ = match block {
                Block::Heading(it) => writeln!(out, "\n## {}", words(it)),
                Block::Paragraph(it) => writeln!(out, "\n{}", words(it)),
                Block::Note(it) => writeln!(out, "\n{it}"),
                Block::List(items) => {
                    let items: Vec<String> = items.iter().map(|it| format!("- {}", words(it))).collect();
                    writeln!(out, "\n{}", items.join("\n"))
                }
                Block::Table { columns, rows } => writeln!(out, "\n{}", piped(columns, rows)),
                Block::Curves(models) => {
                    let (columns, rows) = curve::table(models);
                    writeln!(out, "\n{}", piped(&columns, &rows))
                }
            };
        }
        folded(&out)
    }

    /// The report as a page that needs no network.
    pub fn html(&self) -> String {
        page::document(self)
    }
}

/// Names of columns.
fn columns(names: &[&str]) -> Vec<String> {
    names.iter().map(|it| (*it).to_owned()).collect()
}

/// A number with its noun: `1 project`, `3 projects`.
fn counted(count: impl Into<u64>, noun: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn clean(said: &str) -> String {
    text::one_line(&text::clean(said).text)
}

/// A paragraph or list item, wrapped between words.
fn wrapped(out: &mut String, mark: &str, said: &str) {
    let mut line = mark.to_owned();
    let indent = " ".repeat(mark.len());
    for word in said.split(' ') {
        let is_begun = line.len() > indent.len();
        if is_begun && line.chars().count() + 1 + word.chars().count() > WIDTH {
            out.push_str(&line);
            out.push('\n');
            line = format!("{indent}{word}");
        } else {
            if is_begun && line != mark {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    out.push_str(&line);
    out.push('\n');
}

/// A table in columns.
fn columned(out: &mut String, columns: &[String], rows: &[Vec<String>]) {
    let head: Vec<String> = columns.to_vec();
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|it| clean(it)).collect()).collect();
    let width = |at: usize| {
        let cells = std::iter::once(&head).chain(&rows).filter_map(|row| row.get(at));
        cells.map(|it| it.chars().count()).max().unwrap_or_default()
    };
    for row in std::iter::once(&head).chain(&rows) {
        let cell = |(at, it): (usize, &String)| {
            let pad = width(at).saturating_sub(it.chars().count());
            format!("{it}{}", " ".repeat(pad))
        };
        let line: Vec<String> = row.iter().enumerate().map(cell).collect();
        let _ = writeln!(out, "  {}", line.join("  ").trim_end());
    }
}

/// A table in Markdown.
fn piped(columns: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let head = line(columns.iter().map(|it| words(it)).collect());
    let rule = format!("|{}", "---|".repeat(columns.len()));
    let rows = rows.iter().map(|row| line(row.iter().map(|it| words(it)).collect()));
    [head, rule].into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}
