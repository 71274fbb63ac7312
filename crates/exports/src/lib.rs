//! A debate as a file to hand over (I-40): every form is a pure function of the debate, or of its log.
//!
//! What participants said is data in each of them, never markup. Not here: where a file is written, and what is said to models.
mod form;
pub mod html;

pub use form::{Form, UnknownForm};
