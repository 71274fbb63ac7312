//! The export formats.
use std::fmt;
use std::str::FromStr;

/// An export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// A summary to read, then the record and the transcript.
    Markdown,
    /// The verdict and every turn, as data.
    Json,
    /// The event log, one event a line: the only format that can be imported.
    Log,
    /// One self-contained page.
    Html,
    /// The argument map, for Argdown.
    Argdown,
    /// Claims and votes as a table.
    Csv,
    /// A decision record to read, beside the code.
    Adr,
    /// The decision record as data: each round, the metrics, the decision.
    Record,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 8] = [
        Format::Markdown,
        Format::Json,
        Format::Log,
        Format::Html,
        Format::Argdown,
        Format::Csv,
        Format::Adr,
        Format::Record,
    ];

    /// Its name as people type and read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Format::Markdown => "markdown",
            Format::Json => "json",
            Format::Log => "log",
            Format::Html => "html",
            Format::Argdown => "argdown",
            Format::Csv => "csv",
            Format::Adr => "adr",
            Format::Record => "record",
        }
    }

    /// A description, in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Format::Markdown => "to read: the verdict on a page, then the record and the transcript",
            Format::Json => "the verdict and every turn, for programs",
            Format::Log => "the event log, one event a line: what `import` and `replay` take",
            Format::Html => "one page to open in a browser; it needs no network",
            Format::Argdown => "the argument map, for Argdown",
            Format::Csv => "claims and votes as a table",
            Format::Adr => "a decision record to keep beside the code",
            Format::Record => "the decision record as data: who held what in each round, the metrics, the decision",
        }
    }

    /// The file name extension.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Markdown | Format::Adr => "md",
            Format::Json | Format::Record => "json",
            Format::Log => "jsonl",
            Format::Html => "html",
            Format::Argdown => "argdown",
            Format::Csv => "csv",
        }
    }

    /// The media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Markdown | Format::Adr => "text/markdown; charset=utf-8",
            Format::Json | Format::Record => "application/json",
            Format::Log => "application/x-ndjson",
            Format::Html => "text/html; charset=utf-8",
            Format::Argdown => "text/plain; charset=utf-8",
            Format::Csv => "text/csv; charset=utf-8",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A word that names no export format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown format `{word}`; choose one of {all}", word = .0, all = Format::ALL.map(Format::as_str).join(", "))]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(word: &str) -> Result<Format, UnknownFormat> {
        Format::ALL.into_iter().find(|it| it.as_str() == word).ok_or_else(|| UnknownFormat(word.to_owned()))
    }
}
