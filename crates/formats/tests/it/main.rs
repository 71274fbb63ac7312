//! Snapshots of whole prompts with their token counts, and tables of speaking orders.
#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test that can't go on fails")]
mod answers;
mod asked;
mod attached;
mod auto;
mod ballots;
mod closing;
mod compare;
mod context;
mod debates;
mod delphi;
mod evidence;
mod grouping;
mod heard;
mod hidden;
mod lean;
mod panel;
mod prompts;
mod required;
mod safety_review;
mod steps;
mod structure;
mod tools;
