//! Prose as it is put together: paragraphs of one line each, cleaned of what a reader can't see and of what is no prose.
use super::{Kind, LONG_LINE};
use debate::text;

/// Letters without a space that are no word. Ours: an address of a page with all its parameters fits; a picture in letters does not. Only
/// plain letters count: some languages have no spaces.
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
            // The hyphen that shows only where a line ends is no part of the word.
            self.text.extend(word.chars().filter(|it| *it != '\u{AD}'));
            self.is_open = true;
            kept = true;
        }
        if kept && words.len() > LONG_LINE && self.problems.iter().all(|(it, _)| *it != line) {
            self.problems.push((line, Kind::LongLine(words.len())));
        }
    }

    /// The text, one paragraph a line, and what was wrong.
    pub(super) fn into_parts(self) -> (String, Vec<(Option<usize>, Kind)>) {
        (self.text, self.problems)
    }
}
