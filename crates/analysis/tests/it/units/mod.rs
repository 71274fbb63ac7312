//! Unit tests of public modules.
mod backing;
mod bm25;
mod checks;
mod choice;
mod exit_rules;
mod interaction;
mod safety;
mod tool_backing;
mod voices;
mod wording;
