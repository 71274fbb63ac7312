//! What can be wrong with a file, each in a line that says where it is and how to mend it.
use std::fmt;

/// Something that could not be read, or not as one might think.
#[derive(Debug)]
pub struct Problem {
    /// Which file, within the corpus.
    pub file: String,
    /// Which line of it, from 1, where that is known.
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
    /// The system does not give it.
    #[error("can't be read: {0}")]
    Unreadable(std::io::Error),
    /// There is too much of it.
    #[error("is larger than {} MiB; split it", super::FILE_MOST >> 20)]
    TooLarge,
    /// It says nothing.
    #[error("has no words in it: nothing was read")]
    Empty,
    /// It is text in another encoding, or no text.
    #[error("byte {0} is not UTF-8; save it as UTF-8, and build again")]
    NotUtf8(usize),
    /// It is text in another encoding.
    #[error("is UTF-16; save it as UTF-8, and build again")]
    Utf16,
    /// It is no text.
    #[error("byte {0} is zero, so it is no text; save it as UTF-8, or take it away")]
    Binary(usize),
    /// Nobody knows how to read it.
    #[error("was passed over: there is a reader for txt, md, html, jsonl, csv, tsv and pdf")]
    NoReader,
    /// It is not meant to be seen.
    #[error("was passed over: it is hidden")]
    Hidden,
    /// It tells of the directory.
    #[error("was passed over: it tells of this directory; if somebody wrote it, put it into their folder")]
    Telling,
    /// A folder that nobody's words are in.
    #[error("was passed over: there is no txt, md, html, jsonl, csv, tsv or pdf file in it")]
    NoFiles,
    /// It leads somewhere else, or round in a circle.
    #[error("was passed over: it is a link to a directory, or out of this one; put the files themselves here")]
    Link,
    /// It lies too deep.
    #[error("was passed over: it lies more than {0} directories deep")]
    Deep(usize),
    /// A line that is longer than lines are.
    #[error("{0} bytes on one line were read, and will be cut at their sentences")]
    LongLine(usize),
    /// Letters without end.
    #[error("{0} letters without a space were left out: they are no prose")]
    NoProse(usize),
    /// Posts have their words somewhere else.
    #[error("has no column {wanted}; there are {there}; name one with `--column`")]
    NoColumn {
        /// What was looked for.
        wanted: String,
        /// What there is.
        there: String,
    },
    /// A line that is no post.
    #[error("it was left out, being no JSON object: {0}")]
    BadJson(serde_json::Error),
    /// A post without words.
    #[error("it was left out, having no text under {wanted}; it has {there}; name one with `--column`")]
    NoField {
        /// What was looked for.
        wanted: String,
        /// What there is.
        there: String,
    },
    /// A row that is too short to have the column.
    #[error("the row was left out: it has {found} of {expected} columns")]
    ShortRow {
        /// How many it has.
        found: usize,
        /// How many the head has.
        expected: usize,
    },
    /// A row that can't be told.
    #[error("can't be read as CSV: {0}")]
    BadCsv(csv::Error),
    /// It opens for those who know a word.
    #[error("is protected by a password; save it without one, and build again")]
    Protected,
    /// It is no PDF, or a broken one.
    #[error("can't be read as PDF: {0}; save it as PDF again, or as text")]
    BadPdf(lopdf::Error),
    /// The reader of PDF gave up.
    #[error("can't be read as PDF: it is broken; save it as PDF again, or as text")]
    BrokenPdf,
    /// A page that can't be read.
    #[error("can't be read on page {page}: {why}; the other pages were")]
    BadPage {
        /// Which.
        page: u32,
        /// What is wrong.
        why: lopdf::Error,
    },
    /// There are pages and no words.
    #[error("has pages and no words: they are pictures, perhaps; have their text recognised, and build again")]
    Pictures,
    /// More of the same.
    #[error("has {0} more like these")]
    Untold(usize),
}
