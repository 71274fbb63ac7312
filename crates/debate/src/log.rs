//! The text form of a log: one event per line.
//!
//! A truncated last line means a crash; it is distinguished from damage inside a log.
use crate::event::Envelope;

/// A log that can't be read completely.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The last record is truncated; all records before it are complete (O-22).
    #[error("the log is torn: record {seq}, the last one, is incomplete; everything before it is intact")]
    Torn {
        /// Its sequence number.
        seq: u64,
        /// The records before it.
        whole: Vec<Envelope>,
    },
    /// A record before the last can't be parsed.
    #[error("record {seq} of the log can't be read: {why}")]
    Damaged {
        /// Its sequence number.
        seq: u64,
        /// The parse error.
        why: serde_json::Error,
    },
}

/// One event as a line of text, without the line end.
pub fn write(envelope: &Envelope) -> Result<String, serde_json::Error> {
    serde_json::to_string(envelope)
}

/// Parses one event. All crates call this one function: the generated deserializer is large, and each crate that instantiated it would
/// compile it again.
pub fn one(record: &str) -> Result<Envelope, serde_json::Error> {
    serde_json::from_str(record)
}

/// Parses records; the last may be truncated.
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

/// Parses a log from JSON Lines; blank lines are skipped.
pub fn read_lines(text: &str) -> Result<Vec<Envelope>, LogError> {
    read(text.lines().filter(|line| !line.trim().is_empty()))
}
