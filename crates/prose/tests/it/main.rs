//! Tests of text analysis, by module.
mod arithmetic;
mod evidence_kind;
mod lexical;
mod opposition;
mod relation;
mod similarity;
