//! Tests of the public interface.
#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]
mod ballot;
mod made;
mod options;
mod reply;
mod terms;
mod topics;
