//! Texts read by their words, part by part.
mod arithmetic;
mod lexical;
mod opposition;
mod relation;
mod similarity;
mod typing;
