//! Every whole prompt as a snapshot with its token count, and every order as a table.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that can't go on fails")]
mod debates;
mod lean;
mod prompts;
mod steps;
