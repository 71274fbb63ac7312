//! A log as text: one event a line.
//!
//! A line that breaks off at the end of a file is a crash, and is told apart from a log that is damaged inside.
use crate::event::Envelope;

/// A log that can't be read as it is.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The last record breaks off: all before it is whole (O-22).
    #[error("the log is torn: record {seq}, the last one, breaks off; all before it is whole")]
    Torn {
        /// Which record.
        seq: u64,
        /// The records before it.
        whole: Vec<Envelope>,
    },
    /// A record that is not the last can't be read.
    #[error("record {seq} of the log can't be read: {why}")]
    Damaged {
        /// Which record.
        seq: u64,
        /// What the reader says.
        why: serde_json::Error,
    },
}

/// One event as a line of text, without the line end.
pub fn write(envelope: &Envelope) -> Result<String, serde_json::Error> {
    serde_json::to_string(envelope)
}

/// Reads one event. The one place where that is done: the code that reads all kinds of events is large, and every crate that had its own copy would build it
/// anew.
pub fn one(record: &str) -> Result<Envelope, serde_json::Error> {
    serde_json::from_str(record)
}

/// Reads records; the last may be torn.
pub fn read<'a>(records: impl IntoIterator<Item = &'a str>) -> Result<Vec<Envelope>, LogError> {
    let mut whole = Vec::new();
    let mut records = records.into_iter().peekable();
    while let Some(record) = records.next() {
        match one(record) {
            Ok(envelope) => whole.push(envelope),
            Err(why) if records.peek().is_none() && !why.is_data() => {
                return Err(LogError::Torn { seq: whole.len() as u64, whole });
            }
            Err(why) => return Err(LogError::Damaged { seq: whole.len() as u64, why }),
        }
    }
    Ok(whole)
}

/// Reads a log from JSON Lines, blank lines aside.
pub fn read_lines(text: &str) -> Result<Vec<Envelope>, LogError> {
    read(text.lines().filter(|line| !line.trim().is_empty()))
}
