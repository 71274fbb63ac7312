//! The crate as its users see it.
#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]
mod ballot;
mod made;
mod options;
mod reply;
mod terms;
mod topics;
