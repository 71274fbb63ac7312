//! Texts read by their words, part by part.
mod arithmetic;
mod evidence_kind;
mod lexical;
mod opposition;
mod relation;
mod similarity;
