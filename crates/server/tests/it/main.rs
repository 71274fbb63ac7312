//! The server, from outside.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::unwrap_used,
    reason = "the settings for tests reach only the test functions, not what they share"
)]
mod arguments;
mod continuing;
mod deleted;
mod found;
mod http_access;
mod http_api;
mod http_ballots;
mod http_document;
mod http_events;
mod http_limits;
mod http_panels;
mod http_sessions;
mod integrated;
mod learned;
mod mcp_messages;
mod mcp_tools;
mod mcp_wait;
mod same_answers;
mod service;
mod site;
mod spending;
