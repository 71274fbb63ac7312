//! A text cursor with a bounded number of moves.
//!
//! The parsers look ahead and backtrack; a hostile text could make them do so at every character. The cursor counts its moves and reports
//! the end of the text when they are used up, so that the work stays linear in the length.

/// Allowed moves per byte of text. A well-formed answer needs two or three.
const MOVES_PER_BYTE: usize = 12;

/// What separates two tokens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    Nothing,
    Blank,
    Line,
}

/// A position in a text.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    moves: usize,
    /// Whether the text so far deviates from JSON.
    pub(super) is_malformed: bool,
    /// Whether the text ended too early.
    pub(super) is_truncated: bool,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        let moves = text.len().saturating_mul(MOVES_PER_BYTE).saturating_add(MOVES_PER_BYTE);
        Cursor { text, at: 0, moves, is_malformed: false, is_truncated: false }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Returns to a position given by [`Cursor::at`].
    pub(super) fn go(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn rest(&self) -> &'a str {
        if self.moves == 0 { "" } else { self.text.get(self.at..).unwrap_or_default() }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        self.moves -= 1;
        Some(c)
    }

    /// The next character outside strings; a closing fence counts as the end of the text.
    pub(super) fn token(&self) -> Option<char> {
        self.peek().filter(|_| !self.rest().starts_with("```"))
    }

    /// Consumes and returns characters while they are of a kind.
    pub(super) fn take_while(&mut self, is_kind: impl Fn(char) -> bool) -> &'a str {
        let from = self.at;
        while self.peek().is_some_and(&is_kind) {
            self.bump();
        }
        self.text.get(from..self.at).unwrap_or_default()
    }

    /// Consumes a character if it is the next.
    pub(super) fn take(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.bump();
        }
        is_next
    }

    /// Skips white space and comments.
    pub(super) fn blank(&mut self) -> Gap {
        let mut gap = Gap::Nothing;
        loop {
            match self.peek() {
                Some(c) if c.is_whitespace() || c == '\u{FEFF}' => {
                    self.is_malformed |= !matches!(c, ' ' | '\t' | '\r' | '\n');
                    gap = if c == '\n' { Gap::Line } else { gap.max(Gap::Blank) };
                    self.bump();
                }
                Some('#') => self.comment("\n"),
                Some('/') if self.rest().starts_with("//") => self.comment("\n"),
                Some('/') if self.rest().starts_with("/*") => self.comment("*/"),
                _ => return gap,
            }
        }
    }

    fn comment(&mut self, end: &str) {
        self.is_malformed = true;
        while self.peek().is_some() && !self.rest().starts_with(end) {
            self.bump();
        }
        if end != "\n" {
            end.chars().for_each(|c| _ = self.take(c));
        }
    }
}
