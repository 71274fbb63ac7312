//! Imports an exported log (I-40): gives a debate, or an error with the line where the file is not one.
//!
//! A truncated, edited or foreign file is rejected before anything is stored. Not here: where the file comes from, and where a debate is
//! stored.
use debate::log;
use debate::state::FoldError;
use debate::{Debate, DebateId, Envelope, Event};

/// The largest log, in bytes. Ours: a hundred times the largest debate that the caps allow; it is held in memory.
pub const MOST_BYTES: usize = 256 << 20;

/// The longest line, in bytes. Ours: an event holds at most the attached texts, 4 MiB, which JSON may expand sixfold.
pub const LONGEST_LINE: usize = 32 << 20;

/// The longest id, in characters. Ours: it is part of file names.
const LONGEST_ID: usize = 64;

/// Why a file can't be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file is too large.
    #[error("it is larger than {MOST_BYTES} bytes")]
    TooLarge,
    /// A line is too long.
    #[error("line {line} has {bytes} bytes, the most is {LONGEST_LINE}")]
    TooLong {
        /// Its number, from 1.
        line: usize,
        /// Its size, in bytes.
        bytes: usize,
    },
    /// The file has no events.
    #[error("it is empty; `roundtable export ID --format log` writes what can be imported")]
    Empty,
    /// The last line is incomplete; the events before it are a debate.
    #[error("line {line}, the last one, is incomplete; everything before it is intact")]
    Torn {
        /// Its number, from 1.
        line: usize,
        /// The events before it.
        whole: Vec<Envelope>,
    },
    /// A line is no event.
    #[error("line {line}, column {}, is no event of a debate: {}", why.column(), reason(why))]
    NotAnEvent {
        /// Its number, from 1.
        line: usize,
        /// The parser's error.
        why: serde_json::Error,
    },
    /// The events contradict each other.
    #[error("line {line}: {why}")]
    NotADebate {
        /// The first contradictory line, from 1.
        line: usize,
        /// The contradiction.
        why: FoldError,
    },
    /// The id is not valid.
    #[error(
        "`{0}` can't be the id of a debate: it must be of letters, digits, `-` and `_`, {LONGEST_ID} at most, and not `latest`"
    )]
    Id(String),
    /// The debate depends on its id.
    #[error("the debate can't be renamed: by its rules the order of claims was drawn from its id, `{0}`")]
    Bound(DebateId),
}

/// Reads an exported log. Its events fold into a debate.
pub fn import(text: &str) -> Result<Vec<Envelope>, ImportError> {
    read(text, None)
}

/// Reads an exported log as a debate with another id. Refused where the events depend on the id.
pub fn import_as(text: &str, id: &str) -> Result<Vec<Envelope>, ImportError> {
    read(text, Some(id))
}

fn read(text: &str, id: Option<&str>) -> Result<Vec<Envelope>, ImportError> {
    if text.len() > MOST_BYTES {
        return Err(ImportError::TooLarge);
    }
    let mut events = Vec::new();
    let mut folded: Option<Debate> = None;
    let mut torn = None;
    let mut lines = lines(text).peekable();
    while let Some((line, record)) = lines.next() {
        if record.len() > LONGEST_LINE {
            return Err(ImportError::TooLong { line, bytes: record.len() });
        }
        let event: Envelope = match debate::log::one(record) {
            Ok(event) => event,
            Err(why) if why.is_eof() && lines.peek().is_none() && !events.is_empty() => {
                torn = Some(line);
                break;
            }
            Err(why) => return Err(ImportError::NotAnEvent { line, why }),
        };
        let applied = match &mut folded {
            Some(debate) => debate.apply(&event),
            None => Debate::open(&event).map(|it| folded = Some(it)),
        };
        applied.map_err(|why| ImportError::NotADebate { line, why })?;
        events.push(event);
    }
    let debate = folded.ok_or(ImportError::Empty)?;
    checked(id.unwrap_or(debate.id.as_str()))?;
    if let Some(id) = id {
        rename(&mut events, &debate, id)?;
    }
    match torn {
        Some(line) => Err(ImportError::Torn { line, whole: events }),
        None => Ok(events),
    }
}

/// Gives a log another id; `debate` is its fold with its own id.
fn rename(events: &mut [Envelope], debate: &Debate, id: &str) -> Result<(), ImportError> {
    if let Some(Event::DebateOpened { debate, .. }) = events.first_mut().map(|it| &mut it.event) {
        *debate = DebateId::from(id);
    }
    let own = debate.id.clone();
    let after = Debate::replay(&*events).map(|it| Debate { id: own.clone(), ..it });
    if after.is_ok_and(|it| it == *debate) { Ok(()) } else { Err(ImportError::Bound(own)) }
}

/// The first line whose event we would write differently: fields that we do not know are dropped.
pub fn odd_line(text: &str) -> Option<usize> {
    let ours = |record: &str| log::write(&log::one(record).ok()?).ok();
    lines(text).find(|(_, record)| ours(record).is_some_and(|it| it != *record)).map(|(line, _)| line)
}

/// The lines that are not blank, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty())
}

fn checked(id: &str) -> Result<(), ImportError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let is_good = !id.is_empty() && id.len() <= LONGEST_ID && id.chars().all(is_plain) && id != "latest";
    if is_good { Ok(()) } else { Err(ImportError::Id(crate::wording::one_line(id, LONGEST_ID))) }
}

/// The parser's message without its position, which counts from the beginning of the line.
fn reason(why: &serde_json::Error) -> String {
    let why = why.to_string();
    why.split(" at line ").next().unwrap_or_default().to_owned()
}
