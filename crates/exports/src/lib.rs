//! A debate as a file to hand over (I-40): every form is a pure function of the debate, or of its log.
//!
//! What participants said is data in each of them, never markup. Not here: where a file is written, and what is said to models.
pub mod adr;
pub mod argdown;
pub mod csv;
mod form;
pub mod html;
mod import;
pub mod json;
pub mod markdown;
mod markup;
pub mod times;
pub mod wording;

pub use form::{Form, UnknownForm};
pub use import::{ImportError, LONGEST_LINE, MOST_BYTES, import, import_as, odd_line};

use debate::{Debate, Envelope, log};

/// A debate in one of the forms; `log` is what it was folded from.
pub fn write(form: Form, debate: &Debate, log: &[Envelope]) -> Result<String, serde_json::Error> {
    match form {
        Form::Markdown => Ok(markdown::document(debate)),
        Form::Json => json::document(debate),
        Form::Log => log.iter().map(|it| Ok(log::write(it)? + "\n")).collect(),
        Form::Html => Ok(html::document(debate)),
        Form::Argdown => Ok(argdown::document(debate)),
        Form::Csv => Ok(csv::document(debate)),
        Form::Adr => Ok(adr::document(debate)),
    }
}
