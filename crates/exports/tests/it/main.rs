//! The crate as its users see it.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test that can't go on fails; a parser's parts are not ours"
)]
mod dossier;
mod forms;
mod hostile;
mod imported;
mod logs;
mod made;
mod marks;
mod page;
mod panel;
mod reports;
