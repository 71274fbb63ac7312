//! The loop from outside: cut anywhere, replayed, capped, bounded, and against a provider that misbehaves.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "a test that can't go on fails"
)]
mod analyst;
mod asked;
mod attached;
mod auto;
mod ballots;
mod bounded;
mod caps;
mod compared;
mod context;
mod continued;
mod cut;
mod economy;
mod exits;
mod forked;
mod golden;
mod groupthink;
mod hidden;
mod lean;
mod learned;
mod memory_journal;
mod misbehave;
mod noted;
mod panel;
mod played;
mod recalled;
mod replayed;
mod roles;
mod safety;
mod script;
mod scripted;
mod stopped;
mod structure;
mod supervisor;
mod support;
mod tools;
mod verdicts;
