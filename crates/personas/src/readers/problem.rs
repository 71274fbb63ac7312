//! Problems of files, each on one line that says where it is and how to fix it.
use std::fmt;

/// A file or a line that could not be read, or not as expected.
#[derive(Debug)]
pub struct Problem {
    /// The file, relative to the corpus.
    pub file: String,
    /// The line, from 1, where it is known.
    pub line: Option<usize>,
    /// What is wrong.
    pub kind: Kind,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "`{}`, line {line}: {}", self.file, self.kind),
            None => write!(f, "`{}` {}", self.file, self.kind),
        }
    }
}

/// What is wrong with a file, or with a line of it.
#[derive(Debug, thiserror::Error)]
pub enum Kind {
    /// The file can't be read.
    #[error("can't be read: {0}")]
    Unreadable(std::io::Error),
    /// The file is too large.
    #[error("is larger than {} MiB; split it", super::FILE_MOST >> 20)]
    TooLarge,
    /// The file has no text.
    #[error("has no words in it: nothing was read")]
    Empty,
    /// The bytes are not UTF-8.
    #[error("byte {0} is not UTF-8; save it as UTF-8, and build again")]
    NotUtf8(usize),
    /// The text is UTF-16.
    #[error("is UTF-16; save it as UTF-8, and build again")]
    Utf16,
    /// The file is binary.
    #[error("byte {0} is zero, so it is not text; save it as UTF-8, or remove it")]
    Binary(usize),
    /// The format is not supported.
    #[error("was skipped: there is a reader for txt, md, html, jsonl, csv, tsv and pdf")]
    NoReader,
    /// The file is hidden.
    #[error("was skipped: it is hidden")]
    Hidden,
    /// The file describes the directory.
    #[error("was skipped: it describes this directory; if a person of the deck wrote it, put it into their folder")]
    Telling,
    /// The folder has no readable files.
    #[error("was skipped: there is no txt, md, html, jsonl, csv, tsv or pdf file in it")]
    NoFiles,
    /// The link leads out of the corpus or forms a loop.
    #[error("was skipped: it is a link to a directory, or out of this one; put the files themselves here")]
    Link,
    /// The folder is nested too deeply.
    #[error("was skipped: it is more than {0} directories deep")]
    Deep(usize),
    /// The line is very long.
    #[error("{0} bytes on one line were read, and will be cut at their sentences")]
    LongLine(usize),
    /// The text has no spaces.
    #[error("{0} letters without a space were left out: they are not prose")]
    NoProse(usize),
    /// The column for the text is missing.
    #[error("has no column {wanted}; there are {there}; name one")]
    NoColumn {
        /// The columns that were tried.
        wanted: String,
        /// The columns that exist.
        there: String,
    },
    /// The line is not JSON.
    #[error("it was left out, because it is not a JSON object: {0}")]
    BadJson(serde_json::Error),
    /// The post has no text.
    #[error("it was left out, because it has no text under {wanted}; it has {there}; name one")]
    NoField {
        /// The fields that were tried.
        wanted: String,
        /// The fields that exist.
        there: String,
    },
    /// The row is too short to have the column.
    #[error("the row was left out: it has {found} of {expected} columns")]
    ShortRow {
        /// Its number of columns.
        found: usize,
        /// The header's number of columns.
        expected: usize,
    },
    /// The row can't be parsed.
    #[error("can't be read as CSV: {0}")]
    BadCsv(csv::Error),
    /// The PDF needs a password.
    #[error("is protected by a password; save it without one, and build again")]
    Protected,
    /// The file is no PDF, or a broken one.
    #[error("can't be read as PDF: {0}; save it as PDF again, or as text")]
    BadPdf(lopdf::Error),
    /// The PDF parser failed.
    #[error("can't be read as PDF: it is broken; save it as PDF again, or as text")]
    BrokenPdf,
    /// A page can't be read.
    #[error("can't be read on page {page}: {why}; the other pages were")]
    BadPage {
        /// Its number.
        page: u32,
        /// The error.
        why: lopdf::Error,
    },
    /// The pages contain no text.
    #[error("has pages and no words: they are pictures, perhaps; recognise their text with OCR, and build again")]
    Pictures,
    /// Further problems that are only counted.
    #[error("has {0} more like these")]
    Untold(usize),
}
