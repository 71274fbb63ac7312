//! The program from outside: arguments, output, and state after it is killed.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that can't go on fails"
)]
mod analyze;
mod answered;
mod asked;
mod attached;
mod bad_input;
mod bench;
mod commands;
mod continued;
mod damaged;
mod deleted;
mod ended;
mod everyday;
mod followed;
mod handed;
mod install;
mod killed;
mod lab;
mod learning;
mod mcp;
#[path = "../../../engine/tests/it/memory_journal.rs"]
mod memory_journal;
mod moments;
mod panel;
mod persona;
mod picture;
mod planned;
mod provider;
mod pty;
mod sandbox;
#[path = "../../../engine/tests/it/script.rs"]
mod script;
mod serve;
mod shown;
mod spent;
mod stop;
mod surfaces;
mod terminal;
mod trust;
mod weights;
mod year;
