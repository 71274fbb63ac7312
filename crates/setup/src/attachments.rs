//! Texts attached to a debate: files, directories, standard input, or passed in by a caller (O-10).
//!
//! A file that is named must be text. In a directory, hidden, binary, empty and oversized files are skipped and reported; links that point
//! outside of it are not followed. Not here: how the texts are used.
use crate::error::{Field, Kind, PlanError};
use debate::{Attachment, text};
use files::{Entry, EntryKind};
use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;

/// The most bytes of a text. Ours: a long book.
pub const MOST_TEXT: usize = 1 << 20;
/// The most texts of a debate. Ours: participants could not tell more apart.
pub const MOST: usize = 200;
/// The most bytes of a title. Ours: a path; prompts repeat it wherever the text is cited.
pub const MOST_TITLE: usize = 500;

/// The largest file, in bytes.
const FILE_MOST: u64 = MOST_TEXT as u64;
/// The most bytes of all texts together. Ours: they are stored in the log.
const ALL_MOST: usize = 4 << 20;
/// The title of standard input.
const STDIN: &str = "standard input";

/// Reads the named texts. `-` is standard input; `taken` names what else is read from it.
pub fn read(named: &[String], taken: Option<&str>) -> Result<Found, PlanError> {
    let mut reading = AttachmentReader::default();
    for name in named {
        if name == "-" {
            reading.stdin(taken)?;
        } else {
            reading.path(name)?;
        }
    }
    Ok(Found { texts: reading.texts, skipped: reading.skipped })
}

/// The texts found.
#[derive(Debug, Default)]
pub struct Found {
    texts: Vec<Attachment>,
    /// Files of directories that were skipped, with the reason.
    pub skipped: Vec<String>,
}

impl Found {
    /// The texts; an error if `named` paths gave none.
    pub fn texts(self, named: &[String]) -> Result<Vec<Attachment>, PlanError> {
        if self.texts.is_empty() && !named.is_empty() {
            return Err(unusable(format_args!("there is no text in {}; attach text or Markdown", list(named))));
        }
        Ok(self.texts)
    }
}

/// Texts passed in with their titles, within the same limits as files.
pub fn given<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Vec<Attachment>, PlanError> {
    let mut reading = AttachmentReader::default();
    for (title, text) in texts {
        if text::clean(title).text.trim().is_empty() {
            return Err(unusable("a text to attach has no title; say what it is called"));
        }
        if title.len() > MOST_TITLE {
            return Err(unusable(format!(
                "the title of a text to attach is {} bytes, the most is {MOST_TITLE}; put the rest into the text",
                title.len()
            )));
        }
        let refused = |why: String| unusable(format!("can't attach `{}`: {why}", text::one_line(title)));
        let text = fit(text.as_bytes().to_vec()).map_err(|it| refused(it.why()))?;
        reading.add(title.to_owned(), text)?;
    }
    Ok(reading.texts)
}

fn unusable(why: impl std::fmt::Display) -> PlanError {
    PlanError::unusable(Field::Attachments, why)
}

fn list(names: &[String]) -> String {
    names.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
}

#[derive(Default)]
struct AttachmentReader {
    texts: Vec<Attachment>,
    titles: BTreeSet<String>,
    bytes: usize,
    /// A skipped file and the reason.
    skipped: Vec<String>,
    has_stdin: bool,
}

/// Why a file can't be attached.
enum Unfit {
    Binary,
    Empty,
    TooLarge(u64),
    Unreadable(std::io::Error),
}

impl Unfit {
    fn why(&self) -> String {
        match self {
            Unfit::Binary => "it is not UTF-8 text".to_owned(),
            Unfit::Empty => "it is empty".to_owned(),
            Unfit::TooLarge(bytes) => format!("it has {bytes} bytes, the most is {FILE_MOST}"),
            Unfit::Unreadable(error) if error.kind() == std::io::ErrorKind::NotFound => {
                "there is no such file or directory; check the path".to_owned()
            }
            Unfit::Unreadable(error) => format!("it can't be read: {error}"),
        }
    }
}

impl AttachmentReader {
    fn stdin(&mut self, taken: Option<&str>) -> Result<(), PlanError> {
        if let Some(what) = taken {
            return Err(unusable(format!(
                "standard input can be read once, and {what} is `-` already; put one of them in a file"
            )));
        }
        if self.has_stdin {
            return Err(PlanError { field: Field::Attachments, kind: Kind::StdinTwice });
        }
        self.has_stdin = true;
        let mut bytes = Vec::new();
        let mut limited = std::io::stdin().lock().take(FILE_MOST + 1);
        let read = limited.read_to_end(&mut bytes).map_err(Unfit::Unreadable).and_then(|_| fit(bytes));
        match read {
            Ok(text) => self.add(STDIN.to_owned(), text),
            Err(Unfit::TooLarge(_)) => {
                Err(unusable(format!("can't attach standard input: it has more than {FILE_MOST} bytes")))
            }
            Err(unfit) => Err(unusable(format!("can't attach standard input: {}", unfit.why()))),
        }
    }

    fn path(&mut self, name: &str) -> Result<(), PlanError> {
        let refused = |why: String| unusable(format!("can't attach `{name}`: {why}"));
        let path = Path::new(name);
        let found = fs::metadata(path).map_err(|error| refused(Unfit::Unreadable(error).why()))?;
        if found.is_dir() {
            return files::walk(path, &mut |it| self.entry(it));
        }
        if !found.is_file() {
            return Err(refused("it is neither a file nor a directory".to_owned()));
        }
        let text = content(path).map_err(|it| refused(it.why()))?;
        self.add(name.to_owned(), text)
    }

    /// Attaches the texts of a directory and records skipped files.
    fn entry(&mut self, Entry { path, kind, .. }: Entry) -> Result<(), PlanError> {
        match kind {
            EntryKind::Hidden => self.skip(&path, "it is hidden"),
            EntryKind::Outside => self.skip(&path, "it is a link out of the directory"),
            EntryKind::LinkToDirectory => self.skip(&path, "it is a link to a directory"),
            EntryKind::TooDeep => self.skip(&path, "it lies too deep"),
            EntryKind::File => match content(&path) {
                Ok(text) => self.add(path.to_string_lossy().into_owned(), text)?,
                Err(unfit) => self.skip(&path, &unfit.why()),
            },
            EntryKind::Other => self.skip(&path, "it is neither a file nor a directory"),
            EntryKind::Unreadable(error) => self.skip(&path, &Unfit::Unreadable(error).why()),
            EntryKind::Unlisted(error) => {
                return Err(unusable(format!("can't attach `{}`: {error}", path.display())));
            }
        }
        Ok(())
    }

    fn skip(&mut self, path: &Path, why: &str) {
        self.skipped.push(format!("`{}`: {why}", path.display()));
    }

    /// Adds a text under a unique title.
    fn add(&mut self, title: String, text: String) -> Result<(), PlanError> {
        self.bytes = self.bytes.saturating_add(text.len());
        if self.bytes > ALL_MOST {
            return Err(unusable(format!(
                "`{title}` makes more than {ALL_MOST} bytes of attached text; attach fewer files, or the parts that matter"
            )));
        }
        if self.texts.len() == MOST {
            return Err(unusable(format!(
                "`{title}` would be one more than {MOST} attached texts; name those that matter"
            )));
        }
        let title = text::one_line(&text::clean(&title).text);
        let mut told_apart = title.clone();
        let mut number = 2;
        while !self.titles.insert(told_apart.clone()) {
            told_apart = format!("{title} ({number})");
            number += 1;
        }
        self.texts.push(Attachment { title: told_apart, text });
        Ok(())
    }
}

/// The text of one file.
pub fn file(name: &str) -> Result<String, PlanError> {
    content(Path::new(name)).map_err(|it| unusable(format!("can't attach `{name}`: {}", it.why())))
}

/// The text of a file.
fn content(path: &Path) -> Result<String, Unfit> {
    let file = fs::File::open(path).map_err(Unfit::Unreadable)?;
    let length = file.metadata().map_err(Unfit::Unreadable)?.len();
    if length > FILE_MOST {
        return Err(Unfit::TooLarge(length));
    }
    let mut bytes = Vec::new();
    // A file that grows meanwhile is not followed.
    file.take(FILE_MOST + 1).read_to_end(&mut bytes).map_err(Unfit::Unreadable)?;
    fit(bytes)
}

/// Bytes as text, without characters that hide or reorder others.
fn fit(bytes: Vec<u8>) -> Result<String, Unfit> {
    if bytes.len() as u64 > FILE_MOST {
        return Err(Unfit::TooLarge(bytes.len() as u64));
    }
    if bytes.contains(&0) {
        return Err(Unfit::Binary);
    }
    let text = String::from_utf8(bytes).map_err(|_| Unfit::Binary)?;
    let text = text::clean(&text).text.into_owned();
    if text.trim().is_empty() { Err(Unfit::Empty) } else { Ok(text) }
}
