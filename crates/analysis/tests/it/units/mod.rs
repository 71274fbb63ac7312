//! Parts of the crate, one by one.
mod backing;
mod bm25;
mod checks;
mod choice;
mod found;
mod interaction;
mod safety;
mod table;
mod voices;
mod wording;
