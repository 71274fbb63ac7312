//! The export formats.
use std::fmt;
use std::str::FromStr;

/// An export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
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
    /// A decision record.
    Adr,
}

impl Form {
    /// All of them.
    pub const ALL: [Form; 7] = [Form::Markdown, Form::Json, Form::Log, Form::Html, Form::Argdown, Form::Csv, Form::Adr];

    /// Its name as people type and read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Form::Markdown => "markdown",
            Form::Json => "json",
            Form::Log => "log",
            Form::Html => "html",
            Form::Argdown => "argdown",
            Form::Csv => "csv",
            Form::Adr => "adr",
        }
    }

    /// A description, in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Form::Markdown => "to read: the verdict on a page, then the record and the transcript",
            Form::Json => "the verdict and every turn, for programs",
            Form::Log => "the event log, one event a line: what `import` and `replay` take",
            Form::Html => "one page to open in a browser; it needs no network",
            Form::Argdown => "the argument map, for Argdown",
            Form::Csv => "claims and votes as a table",
            Form::Adr => "a decision record to keep beside the code",
        }
    }

    /// The file name extension.
    pub fn extension(self) -> &'static str {
        match self {
            Form::Markdown | Form::Adr => "md",
            Form::Json => "json",
            Form::Log => "jsonl",
            Form::Html => "html",
            Form::Argdown => "argdown",
            Form::Csv => "csv",
        }
    }

    /// The media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Form::Markdown | Form::Adr => "text/markdown; charset=utf-8",
            Form::Json => "application/json",
            Form::Log => "application/x-ndjson",
            Form::Html => "text/html; charset=utf-8",
            Form::Argdown => "text/plain; charset=utf-8",
            Form::Csv => "text/csv; charset=utf-8",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A word that names no export format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown format `{word}`; choose one of {all}", word = .0, all = Form::ALL.map(Form::as_str).join(", "))]
pub struct UnknownForm(pub String);

impl FromStr for Form {
    type Err = UnknownForm;

    fn from_str(word: &str) -> Result<Form, UnknownForm> {
        Form::ALL.into_iter().find(|it| it.as_str() == word).ok_or_else(|| UnknownForm(word.to_owned()))
    }
}
