//! Reads files as prose (P-01): text, Markdown, HTML, JSON Lines and CSV of posts, PDF. The extension decides.
//!
//! A problem is reported on one line that says what, where and how to fix it, and reading goes on. Bytes that are not UTF-8 are rejected: a
//! wrongly guessed encoding would put letters into quotations that nobody wrote. Not here: cutting prose into chunks (`chunks`).
mod html;
mod markdown;
mod pdf;
mod posts;
mod problem;
mod prose;
mod walk;

pub use problem::{Kind, Problem};
pub use walk::{Walked, walk};

use prose::Prose;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

/// The largest file, in bytes. Ours: twelve times the corpus that must build in 10 s; a larger one should be split.
pub const FILE_MOST: u64 = 64 << 20;
/// The length from which a line is reported as long, in bytes. Ours: longer than any paragraph; such a file has no line ends or is no prose.
const LONG_LINE: usize = 100_000;
/// The most problems of a file that are reported one by one. Ours: a screen.
const PROBLEMS: usize = 20;

/// Prose under one heading, from one post, or from one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The file, and the place in it.
    source: String,
    /// The text: one paragraph a line, without other line ends.
    pub text: String,
    /// The offsets in the text at which pages begin, with page numbers, for formats with pages.
    pages: Vec<(usize, u32)>,
}

impl Passage {
    /// Prose of one source.
    pub fn new(source: impl Into<String>, text: impl Into<String>) -> Passage {
        Passage { source: source.into(), text: text.into(), pages: Vec::new() }
    }

    /// The source of a byte range of the text, as citations show it.
    pub fn source_of(&self, words: Range<usize>) -> String {
        let page = |at: usize| self.pages.iter().rev().find(|(begins, _)| *begins <= at).map(|it| it.1);
        match (page(words.start), page(words.end.saturating_sub(1))) {
            (Some(first), Some(last)) if first < last => format!("{}, pages {first}–{last}", self.source),
            (Some(page), _) => format!("{}, page {page}", self.source),
            (None, _) => self.source.clone(),
        }
    }
}

/// The prose of a file, and its problems.
#[derive(Debug, Default)]
pub struct ParsedFile {
    /// Its prose, in order.
    pub passages: Vec<Passage>,
    /// The problems.
    pub problems: Vec<Problem>,
    /// How many further problems are only counted.
    untold: usize,
}

impl ParsedFile {
    fn problem(&mut self, file: &str, line: Option<usize>, kind: Kind) {
        if self.problems.len() < PROBLEMS {
            self.problems.push(Problem { file: file.to_owned(), line, kind });
        } else {
            self.untold += 1;
        }
    }

    /// Adds prose, if there is any.
    fn take(&mut self, file: &str, source: String, prose: Prose) {
        let (text, problems) = prose.into_parts();
        problems.into_iter().for_each(|(line, kind)| self.problem(file, line, kind));
        if !text.is_empty() {
            self.passages.push(Passage::new(source, text));
        }
    }

    fn finish(mut self, file: &str) -> ParsedFile {
        if self.untold > 0 {
            self.problems.push(Problem { file: file.to_owned(), line: None, kind: Kind::Untold(self.untold) });
        }
        if self.passages.is_empty() && self.problems.is_empty() {
            self.problem(file, None, Kind::Empty);
        }
        self
    }
}

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileFormat {
    Text,
    Markdown,
    Html,
    JsonLines,
    Csv,
    Pdf,
}

/// The format of each extension.
const FORMATS: &[(&str, FileFormat)] = &[
    ("txt", FileFormat::Text),
    ("text", FileFormat::Text),
    ("md", FileFormat::Markdown),
    ("markdown", FileFormat::Markdown),
    ("html", FileFormat::Html),
    ("htm", FileFormat::Html),
    ("xhtml", FileFormat::Html),
    ("jsonl", FileFormat::JsonLines),
    ("ndjson", FileFormat::JsonLines),
    ("csv", FileFormat::Csv),
    ("tsv", FileFormat::Csv),
    ("pdf", FileFormat::Pdf),
];

fn file_format(file: &str) -> Option<FileFormat> {
    let extension = Path::new(file).extension()?.to_str()?.to_lowercase();
    FORMATS.iter().find(|(it, _)| *it == extension).map(|(_, format)| *format)
}

/// Whether there is a reader for a file of that name.
pub fn is_readable(file: &str) -> bool {
    file_format(file).is_some()
}

/// Reads a file of a corpus; `column` names the posts' text, if the user said so.
pub fn read_file(root: &Path, file: &str, column: Option<&str>) -> ParsedFile {
    match bytes(root, file) {
        Ok(bytes) => read(file, &bytes, column),
        Err(kind) => {
            let mut parsed = ParsedFile::default();
            parsed.problem(file, None, kind);
            parsed
        }
    }
}

/// The bytes of a file, if it is not too large.
fn bytes(root: &Path, file: &str) -> Result<Vec<u8>, Kind> {
    let opened = File::open(root.join(file)).map_err(Kind::Unreadable)?;
    let mut bytes = Vec::new();
    // It may have grown since.
    opened.take(FILE_MOST + 1).read_to_end(&mut bytes).map_err(Kind::Unreadable)?;
    if bytes.len() as u64 > FILE_MOST { Err(Kind::TooLarge) } else { Ok(bytes) }
}

/// Reads `bytes`; `file` is the name that citations show.
pub fn read(file: &str, bytes: &[u8], column: Option<&str>) -> ParsedFile {
    let mut parsed = ParsedFile::default();
    let Some(format) = file_format(file) else {
        parsed.problem(file, None, Kind::NoReader);
        return parsed;
    };
    match format {
        FileFormat::JsonLines => posts::json_lines(&mut parsed, file, bytes, column),
        FileFormat::Csv => posts::csv(&mut parsed, file, bytes, column),
        FileFormat::Pdf => pdf::read(&mut parsed, file, bytes),
        FileFormat::Text | FileFormat::Markdown | FileFormat::Html => match utf8(bytes) {
            Err((line, kind)) => parsed.problem(file, line, kind),
            Ok(text) => match format {
                FileFormat::Markdown => markdown::read(&mut parsed, file, text),
                FileFormat::Html => html::read(&mut parsed, file, text),
                FileFormat::Text | FileFormat::JsonLines | FileFormat::Csv | FileFormat::Pdf => {
                    plain(&mut parsed, file, text)
                }
            },
        },
    }
    parsed.finish(file)
}

/// Bytes as text, or the position and kind of the problem.
fn utf8(bytes: &[u8]) -> Result<&str, (Option<usize>, Kind)> {
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err((None, Kind::Utf16));
    }
    let line = |at: usize| Some(1 + bytes.iter().take(at).filter(|it| **it == b'\n').count());
    if let Some(at) = bytes.iter().position(|it| *it == 0) {
        return Err((line(at), Kind::Binary(at)));
    }
    let text = std::str::from_utf8(bytes);
    text.map(|it| it.trim_start_matches('\u{FEFF}')).map_err(|error| {
        let at = error.valid_up_to();
        (line(at), Kind::NotUtf8(at))
    })
}

/// Plain text: an empty line ends a paragraph.
fn plain(parsed: &mut ParsedFile, file: &str, text: &str) {
    let mut prose = Prose::default();
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            prose.end();
        } else {
            prose.add_line(at + 1, line);
        }
    }
    parsed.take(file, file.to_owned(), prose);
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn told(file: &str, bytes: &[u8], column: Option<&str>) -> (Vec<(String, String)>, Vec<String>) {
        let parsed = read(file, bytes, column);
        let passages = parsed.passages.iter().map(|it| (it.source_of(0..1), it.text.clone())).collect();
        (passages, parsed.problems.iter().map(ToString::to_string).collect())
    }

    /// P-01
    #[test]
    fn lines_of_text_are_paragraphs_where_an_empty_line_ends_them() {
        let (passages, problems) = told("a/b.TXT", b"\xEF\xBB\xBFOne line\r\nand  another.\r\n\r\n\tTwo.\n", None);
        assert_eq!(passages, [("a/b.TXT".to_owned(), "One line and another.\nTwo.".to_owned())]);
        assert_eq!(problems, [""; 0]);
    }

    /// P-01: each problem is reported on one line that says where it is and what to do.
    #[test]
    fn what_is_no_text_is_said_in_a_line() {
        for (file, bytes, expected) in [
            ("a.txt", &b""[..], "`a.txt` has no words in it: nothing was read"),
            ("a.txt", b" \n\n\t", "`a.txt` has no words in it: nothing was read"),
            ("a.txt", b"fine\nca\xE9f", "`a.txt`, line 2: byte 7 is not UTF-8; save it as UTF-8, and build again"),
            ("a.md", b"a\0b", "`a.md`, line 1: byte 1 is zero, so it is not text; save it as UTF-8, or remove it"),
            ("a.txt", b"\xFF\xFEh\0i\0", "`a.txt` is UTF-16; save it as UTF-8, and build again"),
            ("a.doc", b"x", "`a.doc` was skipped: there is a reader for txt, md, html, jsonl, csv, tsv and pdf"),
        ] {
            let (passages, problems) = told(file, bytes, None);
            assert_eq!((passages.len(), problems), (0, vec![expected.to_owned()]), "{file}");
        }
    }

    /// P-01: a line of 200 KB is read if it is prose, left out if it is not, and reported in either case.
    #[test]
    fn a_line_of_200_kb_is_told() {
        let long = "Small teams ship. ".repeat(12_000);
        let (passages, problems) = told("a.txt", format!("Before.\n\n{long}\n\nAfter.").as_bytes(), None);
        assert_eq!(passages.len(), 1);
        assert!(passages[0].1.len() > 200_000 && passages[0].1.ends_with("ship.\nAfter."));
        assert_eq!(
            problems,
            ["`a.txt`, line 3: 216000 bytes on one line were read, and will be cut at their sentences"]
        );
        let (passages, problems) =
            told("a.txt", format!("Before.\n{}\nAfter.", "QUJD".repeat(50_000)).as_bytes(), None);
        assert_eq!(passages[0].1, "Before. After.");
        assert_eq!(problems, ["`a.txt`, line 2: 200000 letters without a space were left out: they are not prose"]);
    }
}
