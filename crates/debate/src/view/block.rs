//! A piece of a prompt that knows how much room it has.
use crate::text;

/// Lines, as many as fit.
#[derive(Clone)]
pub(super) struct Block {
    text: String,
    room: usize,
    used: usize,
}

impl Block {
    /// A block of at most `room` tokens.
    pub(super) fn new(room: usize) -> Block {
        Block { text: String::new(), room, used: 0 }
    }

    /// How many tokens are left.
    pub(super) fn left(&self) -> usize {
        self.room.saturating_sub(self.used)
    }

    /// Adds a line of our own words, if it fits; says whether it did.
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

    /// Adds somebody else's words under a title of ours, on one quoted line, cut to `most` tokens.
    pub(super) fn quote(&mut self, title: &str, words: &str, most: usize) -> bool {
        let words = text::one_line(words);
        self.line(&format!("| {title}{}", text::clip(&words, most)))
    }

    /// Adds another block, which was given no more room than is left.
    pub(super) fn append(&mut self, other: Block) {
        self.used += other.used;
        self.text.push_str(&other.text);
    }

    /// What it came to.
    pub(super) fn text(self) -> String {
        self.text
    }
}
