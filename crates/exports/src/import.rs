//! An exported log read again (I-40): a debate, or a reason with its line why it is none.
//!
//! A file that was cut off, was edited, or is of something else is told before anything is kept. Not here: where it comes from, and
//! where it is kept.
use debate::log;
use debate::state::FoldError;
use debate::{Debate, DebateId, Envelope, Event};

/// The largest log, in bytes. Ours: a hundred times the largest debate that the caps allow; it is held in memory.
pub const MOST_BYTES: usize = 256 << 20;

/// The longest line, in bytes. Ours: an event holds at most the attached texts, 4 MiB, of which JSON may make six times as many.
pub const LONGEST_LINE: usize = 32 << 20;

/// The longest id, in characters. Ours: it stands in the names of files.
const LONGEST_ID: usize = 64;

/// Why a file is no debate.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It is too large.
    #[error("it is larger than {MOST_BYTES} bytes")]
    TooLarge,
    /// A line is too long.
    #[error("line {line} has {bytes} bytes, the most is {LONGEST_LINE}")]
    TooLong {
        /// Which.
        line: usize,
        /// Its size.
        bytes: usize,
    },
    /// There is no event in it.
    #[error("it is empty; `roundtable export ID --format log` writes what can be imported")]
    Empty,
    /// Its last line breaks off; what stands before it is a debate.
    #[error("line {line}, the last one, breaks off; all before it is whole")]
    Torn {
        /// Which.
        line: usize,
        /// The events before it.
        whole: Vec<Envelope>,
    },
    /// A line is no event.
    #[error("line {line}, column {}, is no event of a debate: {}", why.column(), reason(why))]
    NotAnEvent {
        /// Which.
        line: usize,
        /// What the reader says.
        why: serde_json::Error,
    },
    /// The events can't have happened like that.
    #[error("line {line}: {why}")]
    NotADebate {
        /// The first line that can't be.
        line: usize,
        /// Why not.
        why: FoldError,
    },
    /// Its id is none that we would give.
    #[error(
        "`{0}` can't be the id of a debate: it must be of letters, digits, `-` and `_`, {LONGEST_ID} at most, and not `latest`"
    )]
    Id(String),
    /// What happened hangs on the id.
    #[error("the debate can't be renamed: by its rules the order of claims was drawn from its id, `{0}`")]
    Bound(DebateId),
}

/// Reads an exported log. What it gives folds into a debate.
pub fn import(text: &str) -> Result<Vec<Envelope>, ImportError> {
    read(text, None)
}

/// The same, to be another debate with that id. Refused where what happened would then be something else.
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

/// Gives a log another id; `debate` is what it folds into with its own.
fn rename(events: &mut [Envelope], debate: &Debate, id: &str) -> Result<(), ImportError> {
    if let Some(Event::DebateOpened { debate, .. }) = events.first_mut().map(|it| &mut it.event) {
        *debate = DebateId::from(id);
    }
    let own = debate.id.clone();
    let after = Debate::replay(&*events).map(|it| Debate { id: own.clone(), ..it });
    if after.is_ok_and(|it| it == *debate) { Ok(()) } else { Err(ImportError::Bound(own)) }
}

/// The first line that says its event in another way than we would: what it says beside that is not kept.
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

/// What the reader says, without the place: there it counts from each line's beginning.
fn reason(why: &serde_json::Error) -> String {
    let why = why.to_string();
    why.split(" at line ").next().unwrap_or_default().to_owned()
}
