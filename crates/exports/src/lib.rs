//! A debate as a file (I-40): every format is a pure function of the debate, or of its log.
//!
//! Participants' words are data in every format, never markup. Not here: where a file is written, and prompts.
pub mod adr;
pub mod argdown;
pub mod csv;
mod format;
pub mod html;
mod import;
pub mod json;
pub mod markdown;
mod markup;
pub mod report;
pub mod times;
pub mod wording;

pub use format::{Format, UnknownFormat};
pub use import::{ImportError, LONGEST_LINE, MOST_BYTES, import, import_as, odd_line};

use debate::{Debate, Envelope, log};

/// A debate in an export format; `log` is the log that it was folded from.
pub fn write(format: Format, debate: &Debate, log: &[Envelope]) -> Result<String, serde_json::Error> {
    match format {
        Format::Markdown => Ok(markdown::document(debate)),
        Format::Json => json::document(debate),
        Format::Log => log.iter().map(|it| Ok(log::write(it)? + "\n")).collect(),
        Format::Html => Ok(html::document(debate)),
        Format::Argdown => Ok(argdown::document(debate)),
        Format::Csv => Ok(csv::document(debate)),
        Format::Adr => Ok(adr::document(debate)),
        Format::Record => json::record(debate),
    }
}
