//! Lines of a view, and which are dropped if not all fit (D-31).
//!
//! A line is kept or dropped as a whole; reasoning loses whole sentences. Dropped lines are counted, by id if they have one.
use super::standing::ids;
use crate::text;
use std::borrow::Cow;
use std::fmt::Write;

/// The class of a line, in the order in which lines are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Reasoning that the reader saw before its last answer; loses sentences from the middle.
    Heard,
    /// The reader's own last answer, except for its decisions.
    Own,
    /// Reasoning of others; loses sentences from the middle.
    Reasoning,
    /// A key point.
    Point,
    /// A position; after all of the above it loses sentences from the middle.
    Position,
    /// Dropped only if nothing else is left: ballots, terms, claims, challenges, concessions.
    Decides,
    /// A structural line of our own, never dropped.
    Frame,
}

/// The id of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id {
    /// Index of a claim.
    Claim(usize),
    /// Index of a source.
    Source(usize),
}

/// A line: our title, and optionally a participant's text.
#[derive(Clone, Debug)]
struct Entry {
    class: Class,
    id: Option<Id>,
    /// The complete line.
    line: String,
    /// Start of the participant's text.
    said: usize,
    /// The sentences of the text, each dropped as a whole. Empty until something must be dropped.
    sentences: Vec<Sentence>,
    is_gone: bool,
    /// Its tokens.
    tokens: usize,
}

/// The position of a sentence in its line.
#[derive(Clone, Debug)]
struct Sentence {
    start: usize,
    end: usize,
    is_gone: bool,
}

impl Entry {
    fn new(class: Class, id: Option<Id>, line: String, said: usize) -> Entry {
        let mut entry = Entry { class, id, line, said, sentences: Vec::new(), is_gone: false, tokens: 0 };
        entry.measure();
        entry
    }

    /// The remaining text.
    fn text(&self) -> Cow<'_, str> {
        if self.sentences.iter().all(|it| !it.is_gone) {
            return Cow::Borrowed(self.line.trim_end());
        }
        let mut text = self.line.get(..self.said).unwrap_or_default().to_owned();
        let mut gap = 0;
        for sentence in &self.sentences {
            if sentence.is_gone {
                gap += 1;
                continue;
            }
            skip(&mut text, std::mem::take(&mut gap));
            join(&mut text, self.line.get(sentence.start..sentence.end).unwrap_or_default());
        }
        skip(&mut text, gap);
        text.truncate(text.trim_end().len());
        Cow::Owned(text)
    }

    /// Finds the sentences when something must be dropped.
    fn split(&mut self) {
        let words = self.line.get(self.said..).unwrap_or_default();
        let mut from = 0;
        let place = |it: &str| {
            let rest = words.get(from..).unwrap_or_default();
            let start = from + rest.len() - rest.trim_start().len();
            from = start + it.len();
            Sentence { start: self.said + start, end: self.said + from, is_gone: false }
        };
        self.sentences = text::sentences(words).into_iter().map(place).collect();
    }

    fn measure(&mut self) {
        // One more token for the line end.
        self.tokens = if self.is_gone { 0 } else { text::tokens(&self.text()) + 1 };
    }

    /// Drops the line; returns the tokens freed.
    fn take(&mut self) -> usize {
        self.is_gone = true;
        std::mem::take(&mut self.tokens)
    }

    /// Drops the middle one of the remaining sentences, or the line with its last sentence; returns the tokens freed.
    fn take_middle(&mut self) -> usize {
        let left: Vec<usize> = self.kept().collect();
        let middle = left.get(left.len() / 2).copied().filter(|_| left.len() > 1);
        let Some(sentence) = middle.and_then(|it| self.sentences.get_mut(it)) else { return self.take() };
        sentence.is_gone = true;
        let before = self.tokens;
        self.measure();
        before.saturating_sub(self.tokens)
    }

    /// The indices of the remaining sentences.
    fn kept(&self) -> impl Iterator<Item = usize> {
        self.sentences.iter().enumerate().filter(|(_, it)| !it.is_gone).map(|(at, _)| at)
    }
}

fn join(line: &mut String, text: &str) {
    if !line.is_empty() && !line.ends_with(' ') {
        line.push(' ');
    }
    line.push_str(text);
}

/// Adds a note on the number of dropped sentences.
fn skip(line: &mut String, sentences: usize) {
    match sentences {
        0 => {}
        1 => join(line, "(1 sentence left out)"),
        _ => join(line, &format!("({sentences} sentences left out)")),
    }
}

/// Lines in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines(Vec<Entry>);

impl Lines {
    /// Adds a line of our own text.
    pub(super) fn ours(&mut self, line: &str) {
        self.0.push(Entry::new(Class::Frame, None, line.to_owned(), line.len()));
    }

    /// Adds a line of our own text that may be dropped.
    pub(super) fn note(&mut self, line: &str) {
        self.0.push(Entry::new(Class::Point, None, line.to_owned(), line.len()));
    }

    /// Adds a participant's text after our title, on one quoted line.
    pub(super) fn quote(&mut self, class: Class, title: &str, words: &str) {
        self.named(class, None, title, words);
    }

    /// Adds a participant's text with an id.
    pub(super) fn named(&mut self, class: Class, id: Option<Id>, title: &str, words: &str) {
        let mut line = String::with_capacity(2 + title.len() + words.len());
        line.push_str("| ");
        line.push_str(title);
        let said = line.len();
        text::add_one_line(&mut line, words);
        self.0.push(Entry::new(class, id, line, said));
    }

    /// Adds a text of several lines, each quoted with the title, so that a section keeps its heading.
    pub(super) fn paragraphs(&mut self, class: Class, title: &str, words: &str) {
        words.lines().filter(|it| !it.trim().is_empty()).for_each(|it| self.quote(class, title, it));
    }

    /// The total tokens.
    pub(super) fn cost(&self) -> usize {
        let left_out = self.left_out();
        self.0.iter().map(|it| it.tokens).sum::<usize>() + text::tokens(&left_out) + usize::from(!left_out.is_empty())
    }

    /// The tokens of the lines that are dropped last.
    pub(super) fn least(&self) -> usize {
        let stays = |it: &&Entry| matches!(it.class, Class::Decides | Class::Frame);
        self.0.iter().filter(stays).map(|it| it.tokens).sum()
    }

    /// Drops lines until the rest fits into `space` tokens. Decisions are dropped last: first sentences from the middle of the longest line,
    /// then the line.
    pub(super) fn fit(&mut self, space: usize) {
        // Tokens reserved for the note on dropped lines.
        const NOTE: usize = 24;
        let mut used = self.cost();
        if used <= space {
            return;
        }
        used += NOTE;
        self.0.iter_mut().filter(|it| it.class != Class::Frame).for_each(Entry::split);
        used = self.fit_reasoning(Class::Heard, used, space);
        for entry in self.0.iter_mut().filter(|it| it.class == Class::Own) {
            if used <= space {
                break;
            }
            used = used.saturating_sub(entry.take());
        }
        used = self.fit_reasoning(Class::Reasoning, used, space);
        for entry in self.0.iter_mut().rev().filter(|it| it.class == Class::Point) {
            if used <= space {
                break;
            }
            used = used.saturating_sub(entry.take());
        }
        while used > space {
            let positions = self.0.iter_mut().filter(|it| it.class == Class::Position && it.kept().count() > 1);
            let Some(entry) = positions.max_by_key(|it| it.kept().count()) else { break };
            used = used.saturating_sub(entry.take_middle());
        }
        while used > space {
            let left = self.0.iter_mut().filter(|it| !it.is_gone && it.class != Class::Frame);
            let Some(entry) = left.max_by_key(|it| (it.sentences.len() > 1, it.tokens)) else { break };
            used = used.saturating_sub(entry.take_middle());
        }
    }

    /// Drops sentences from the middle of the longest reasoning until the rest fits; returns the tokens used.
    fn fit_reasoning(&mut self, class: Class, mut used: usize, space: usize) -> usize {
        while used > space {
            let reasoning = self.0.iter_mut().filter(|it| it.class == class && !it.is_gone);
            let Some(entry) = reasoning.max_by_key(|it| it.kept().count()) else { break };
            used = used.saturating_sub(entry.take_middle());
        }
        used
    }

    /// A note on what was dropped, with counts and ids; empty if nothing was.
    fn left_out(&self) -> String {
        if self.0.iter().all(|it| !it.is_gone) {
            return String::new();
        }
        let gone = || self.0.iter().filter(|it| it.is_gone);
        let claims = gone().filter_map(|it| if let Some(Id::Claim(place)) = it.id { Some(place) } else { None });
        let sources = gone().filter_map(|it| if let Some(Id::Source(place)) = it.id { Some(place) } else { None });
        let mut words: Vec<String> =
            [ids('C', claims), ids('E', sources)].into_iter().filter(|it| !it.is_empty()).collect();
        let count = |class: Class| gone().filter(|it| it.class == class && it.id.is_none()).count();
        for (class, one, many) in [
            (Class::Own, "1 line of your own last answer", "lines of your own last answer"),
            (Class::Heard, "1 line of reasoning that you answered", "lines of reasoning that you answered"),
            (Class::Reasoning, "1 line of reasoning", "lines of reasoning"),
            (Class::Point, "1 key point", "key points"),
            (Class::Position, "1 position", "positions"),
            (Class::Decides, "1 other line", "other lines"),
        ] {
            match count(class) {
                0 => {}
                1 => words.push(one.to_owned()),
                n => words.push(format!("{n} {many}")),
            }
        }
        if words.is_empty() { String::new() } else { format!("(left out for want of room: {})", words.join("; ")) }
    }

    /// The text.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for entry in self.0.iter().filter(|it| !it.is_gone) {
            let _ = writeln!(out, "{}", entry.text());
        }
        let left_out = self.left_out();
        if !left_out.is_empty() {
            let _ = writeln!(out, "{left_out}");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> Lines {
        let mut lines = Lines::default();
        lines.ours("north: A, confidence 0.80");
        lines.quote(
            Class::Own,
            "Reasoning: ",
            "Mine is first, and it is a sentence of some length that the reader wrote itself. Mine is second.",
        );
        lines.named(Class::Decides, Some(Id::Claim(2)), "C3 FACT: ", "It holds.");
        lines.quote(Class::Heard, "Reasoning: ", "Old is what the reader had before it when it wrote its own answer, and it has answered all of it at some length in the round before this one.");
        lines.quote(Class::Reasoning, "Reasoning: ", "One is the first of four reasons that are given here. Two is the second of four reasons that are given here. Three is the third of four reasons that are given here. Four is the last of the reasons that are given here.");
        lines.quote(Class::Point, "Key point: ", "Remember it.");
        lines
    }

    /// D-31: what fits stays as it is; else what the reader has answered goes first, then its own last answer, then others' reasoning by sentences from the middle, then key
    /// points; what is decided on goes only beyond the absolute limit, and is named.
    #[test]
    fn lines_go_in_order_and_whole() {
        let whole = lines();
        let fitted = |space: usize| {
            let mut lines = lines();
            lines.fit(space);
            lines.text()
        };
        assert_eq!(fitted(whole.cost()), whole.text());
        // The largest limit at which this text is dropped.
        let gone = |words: &str| (0..=whole.cost()).rev().find(|it| !fitted(*it).contains(words)).unwrap();
        let order =
            ["Old is", "Mine is first", "Three is", "Two is", "Four is", "One is", "Remember it", "It holds"].map(gone);
        assert!(order.is_sorted_by(|a, b| a >= b), "{order:?}");
        assert!(order[0] > order[1] && order[1] > order[2] && order[5] > order[6] && order[6] > order[7], "{order:?}");
        let text = fitted(gone("It holds"));
        assert!(text.contains("left out for want of room: C3"), "{text}");
        let text = fitted(gone("Two is"));
        assert!(text.contains("given here. (2 sentences left out) Four is"), "{text}");
    }
}
