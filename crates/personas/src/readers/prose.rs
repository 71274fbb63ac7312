//! Builds prose: paragraphs of one line each, without invisible characters and without text that is not prose.
use super::{Kind, LONG_LINE};
use debate::text;

/// The length from which letters without a space are not a word. Ours: a web address with all its parameters fits, an encoded image does not.
/// Only ASCII letters count, since some languages have no spaces.
const NO_WORD: usize = 2_000;

/// Paragraphs, one after the other.
#[derive(Debug, Default)]
pub(super) struct Prose {
    text: String,
    /// Whether the last paragraph may go on.
    is_open: bool,
    problems: Vec<(Option<usize>, Kind)>,
}

impl Prose {
    /// Adds a line that is part of a paragraph.
    pub(super) fn add_line(&mut self, line: usize, words: &str) {
        self.put(Some(line), words);
    }

    /// Adds a whole paragraph.
    pub(super) fn add_paragraph(&mut self, line: Option<usize>, words: &str) {
        self.end();
        self.put(line, words);
        self.end();
    }

    /// Ends the paragraph.
    pub(super) fn end(&mut self) {
        self.is_open = false;
    }

    fn put(&mut self, line: Option<usize>, words: &str) {
        let mut kept = false;
        for word in text::clean(words).text.split_whitespace() {
            if word.len() > NO_WORD && word.is_ascii() {
                self.problems.push((line, Kind::NoProse(word.len())));
                continue;
            }
            if !self.text.is_empty() {
                self.text.push(if self.is_open { ' ' } else { '\n' });
            }
            // A soft hyphen is no part of the word.
            self.text.extend(word.chars().filter(|it| *it != '\u{AD}'));
            self.is_open = true;
            kept = true;
        }
        if kept && words.len() > LONG_LINE && self.problems.iter().all(|(it, _)| *it != line) {
            self.problems.push((line, Kind::LongLine(words.len())));
        }
    }

    /// The text, one paragraph a line, and the problems.
    pub(super) fn into_parts(self) -> (String, Vec<(Option<usize>, Kind)>) {
        (self.text, self.problems)
    }
}
