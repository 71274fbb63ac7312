//! Unit tests of public modules.
mod backing;
mod bm25;
mod checks;
mod choice;
mod interaction;
mod safety;
mod table;
mod tool_backing;
mod voices;
mod wording;
