//! The MCP tools, one file for each kind.
pub(super) mod control;
pub(super) mod delete;
pub(super) mod details;
pub(super) mod export;
pub(super) mod learning;
pub(super) mod panels;
pub(super) mod read;
pub(super) mod search;
pub(super) mod start;
pub(super) mod wait;
