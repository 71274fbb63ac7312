//! A part of a prompt with a token limit.
use crate::text;

/// Lines up to the token limit.
#[derive(Clone)]
pub(super) struct Block {
    text: String,
    space: usize,
    used: usize,
}

impl Block {
    /// A block of at most `space` tokens.
    pub(super) fn new(space: usize) -> Block {
        Block { text: String::new(), space, used: 0 }
    }

    /// The remaining tokens.
    pub(super) fn left(&self) -> usize {
        self.space.saturating_sub(self.used)
    }

    /// Adds a line of our own text if it fits; returns whether it did.
    pub(super) fn line(&mut self, line: &str) -> bool {
        // One more for the line end.
        let cost = text::tokens(line) + 1;
        let fits = cost <= self.left();
        if fits {
            self.used += cost;
            self.text.push_str(line);
            self.text.push('\n');
        }
        fits
    }

    /// Adds a participant's text after our title, on one quoted line of at most `most` tokens.
    pub(super) fn quote(&mut self, title: &str, words: &str, most: usize) -> bool {
        let words = text::one_line(words);
        self.line(&format!("| {title}{}", text::clip(&words, most)))
    }

    /// Appends a block that fits.
    pub(super) fn append(&mut self, other: Block) {
        self.used += other.used;
        self.text.push_str(&other.text);
    }

    /// The text.
    pub(super) fn text(self) -> String {
        self.text
    }
}
