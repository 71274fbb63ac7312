//! Finds statements that a text makes in the same words (O-11).
//!
//! The whole statement must be a whole sentence, list item or clause between semicolons of the text, so that no word around it can turn its
//! sense. White space, case and punctuation do not count. Not here: quotations, which may be parts of sentences (`quotation`).
use super::location::Location;
use super::quotation;
use super::statement::{Statement, pointed};
use crate::evidence::passages::{Passage, Passages};
use debate::text;
use prose::words;

/// The fewest words. Ours: shorter ones are headings and fragments.
const FEWEST: usize = 5;

/// Maximum passages searched. Ours: a passage with all its words ranks first.
const SEARCHED: usize = 8;

/// The location of a statement in the texts selected by `is_in`, if one makes it in the same words.
pub(super) fn find(statement: &str, passages: &Passages, is_in: impl Fn(usize) -> bool) -> Option<Location> {
    let wanted = words::of(&quotation::outside(statement));
    if wanted.len() < FEWEST || wanted.len() < words::of(statement).len() {
        return None;
    }
    let candidates = passages.search_in(statement, SEARCHED, is_in);
    candidates.into_iter().find_map(|it| Some(Location::of(passages, it.place, None, line(passages, it, &wanted)?)))
}

/// The line of a passage, from 0, where a sentence or clause with these words begins.
fn line(passages: &Passages, passage: &Passage, wanted: &[String]) -> Option<usize> {
    let text = passages.text(passage);
    // A paragraph may run over several lines; its sentences are placed at its first line.
    let mut begins = 0;
    let mut paragraph = String::new();
    let lines = text.lines().map(Some).chain([None]).enumerate();
    for (number, line) in lines {
        let (is_border, rest) = match line {
            None => (true, ""),
            Some(line) => {
                let (begins_item, rest) = pointed(line.trim());
                (begins_item || rest.is_empty() || rest.starts_with('#'), rest)
            }
        };
        if is_border {
            if makes(&paragraph, wanted) {
                return Some(begins);
            }
            paragraph.clear();
        }
        if paragraph.is_empty() {
            begins = number;
        }
        if !rest.starts_with('#') {
            paragraph.push_str(rest);
            paragraph.push(' ');
        }
    }
    None
}

/// Whether a paragraph has these words as a sentence or a clause, and does not deny it in the next sentence.
fn makes(paragraph: &str, wanted: &[String]) -> bool {
    let sentences = text::sentences(paragraph);
    let is_denied = |at: usize| sentences.get(at + 1).is_some_and(|it| Statement::of(it).denies_the_last());
    let has =
        |sentence: &str| words::of(sentence) == wanted || sentence.split(';').any(|clause| words::of(clause) == wanted);
    sentences.iter().enumerate().any(|(at, it)| has(it) && !it.ends_with('?') && !is_denied(at))
}
