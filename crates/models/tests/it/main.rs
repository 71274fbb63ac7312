//! The crate against recordings and against a fake provider on loopback.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "the settings for tests reach only the test functions, not what they share"
)]
mod gateway;
mod limits;
mod misbehaviour;
mod notes;
mod replay;
mod support;
mod timeouts;
mod tools;
mod wire;
