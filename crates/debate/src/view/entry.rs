//! Lines of a view, and which of them go where not all of them fit (D-31).
//!
//! A line is whole or not there; of reasoning, whole sentences go. What went is counted, by id where it has one.
use super::standing::ids;
use crate::text;
use std::borrow::Cow;
use std::fmt::Write;

/// What a line is, in the order in which lines go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Reasoning that the reader had before it when it gave its last answer: it goes by sentences, the middle first.
    Heard,
    /// The reader's own last answer, apart from what is decided on.
    Own,
    /// Somebody else's reasoning: it goes by sentences, the middle first.
    Reasoning,
    /// A key point.
    Point,
    /// A position: after all of the above, sentences in its middle.
    Position,
    /// What goes only where nothing else is left: ballots, terms, claims, challenges, concessions.
    Decides,
    /// A line of our own that others hang on.
    Frame,
}

/// What a line is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Id {
    /// A claim's place.
    Claim(usize),
    /// A source's place.
    Source(usize),
}

/// A line: a title of ours, and somebody's words or none.
#[derive(Clone, Debug)]
struct Entry {
    class: Class,
    id: Option<Id>,
    /// The title and the words, whole.
    line: String,
    /// Where the words begin.
    said: usize,
    /// The sentences of the words: each goes as a whole. None before something has to go.
    sentences: Vec<Sentence>,
    is_gone: bool,
    /// How many tokens its line takes.
    tokens: usize,
}

/// Where a sentence stands in its line.
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

    /// What is left of the line.
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

    /// Finds the sentences, where something has to go.
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
        // One more for the line end.
        self.tokens = if self.is_gone { 0 } else { text::tokens(&self.text()) + 1 };
    }

    /// Takes the whole line out; gives what it took.
    fn take(&mut self) -> usize {
        self.is_gone = true;
        std::mem::take(&mut self.tokens)
    }

    /// Takes out the sentence in the middle of those that are left, with the last one the whole line; gives what it took.
    fn take_middle(&mut self) -> usize {
        let left: Vec<usize> = self.kept().collect();
        let middle = left.get(left.len() / 2).copied().filter(|_| left.len() > 1);
        let Some(sentence) = middle.and_then(|it| self.sentences.get_mut(it)) else { return self.take() };
        sentence.is_gone = true;
        let before = self.tokens;
        self.measure();
        before.saturating_sub(self.tokens)
    }

    /// The places of the sentences that are left.
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

/// Says how many sentences are not there.
fn skip(line: &mut String, sentences: usize) {
    match sentences {
        0 => {}
        1 => join(line, "(1 sentence left out)"),
        _ => join(line, &format!("({sentences} sentences left out)")),
    }
}

/// Lines in their order.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines(Vec<Entry>);

impl Lines {
    /// Adds a line of our own words.
    pub(super) fn ours(&mut self, line: &str) {
        self.0.push(Entry::new(Class::Frame, None, line.to_owned(), line.len()));
    }

    /// Adds a line of our own words that may go.
    pub(super) fn note(&mut self, line: &str) {
        self.0.push(Entry::new(Class::Point, None, line.to_owned(), line.len()));
    }

    /// Adds somebody's words under a title of ours, on one quoted line.
    pub(super) fn quote(&mut self, class: Class, title: &str, words: &str) {
        self.named(class, None, title, words);
    }

    /// Adds somebody's words that are known by an id.
    pub(super) fn named(&mut self, class: Class, id: Option<Id>, title: &str, words: &str) {
        let mut line = String::with_capacity(2 + title.len() + words.len());
        line.push_str("| ");
        line.push_str(title);
        let said = line.len();
        text::add_one_line(&mut line, words);
        self.0.push(Entry::new(class, id, line, said));
    }

    /// Adds what somebody wrote in lines, each on a quoted line of its own with the title: a section keeps its heading, whatever goes.
    pub(super) fn paragraphs(&mut self, class: Class, title: &str, words: &str) {
        words.lines().filter(|it| !it.trim().is_empty()).for_each(|it| self.quote(class, title, it));
    }

    /// How many tokens they take.
    pub(super) fn cost(&self) -> usize {
        let left_out = self.left_out();
        self.0.iter().map(|it| it.tokens).sum::<usize>() + text::tokens(&left_out) + usize::from(!left_out.is_empty())
    }

    /// How many tokens those of them take that go only where nothing else is left.
    pub(super) fn least(&self) -> usize {
        let stays = |it: &&Entry| matches!(it.class, Class::Decides | Class::Frame);
        self.0.iter().filter(stays).map(|it| it.tokens).sum()
    }

    /// Takes lines out until the rest fits into `room` tokens. What is decided on goes last, where nothing else is left: of the longest line the
    /// sentences in the middle, and then the line.
    pub(super) fn fit(&mut self, room: usize) {
        // What the line on what went may take.
        const NOTE: usize = 24;
        let mut used = self.cost();
        if used <= room {
            return;
        }
        used += NOTE;
        self.0.iter_mut().filter(|it| it.class != Class::Frame).for_each(Entry::split);
        used = self.fit_reasoning(Class::Heard, used, room);
        for entry in self.0.iter_mut().filter(|it| it.class == Class::Own) {
            if used <= room {
                break;
            }
            used = used.saturating_sub(entry.take());
        }
        used = self.fit_reasoning(Class::Reasoning, used, room);
        for entry in self.0.iter_mut().rev().filter(|it| it.class == Class::Point) {
            if used <= room {
                break;
            }
            used = used.saturating_sub(entry.take());
        }
        while used > room {
            let positions = self.0.iter_mut().filter(|it| it.class == Class::Position && it.kept().count() > 1);
            let Some(entry) = positions.max_by_key(|it| it.kept().count()) else { break };
            used = used.saturating_sub(entry.take_middle());
        }
        while used > room {
            let left = self.0.iter_mut().filter(|it| !it.is_gone && it.class != Class::Frame);
            let Some(entry) = left.max_by_key(|it| (it.sentences.len() > 1, it.tokens)) else { break };
            used = used.saturating_sub(entry.take_middle());
        }
    }

    /// Takes sentences out of reasoning, from the middle of the longest, until what is left fits; gives what is used then.
    fn fit_reasoning(&mut self, class: Class, mut used: usize, room: usize) -> usize {
        while used > room {
            let reasoning = self.0.iter_mut().filter(|it| it.class == class && !it.is_gone);
            let Some(entry) = reasoning.max_by_key(|it| it.kept().count()) else { break };
            used = used.saturating_sub(entry.take_middle());
        }
        used
    }

    /// What went, counted, by id where it has one; nothing where all is there.
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

    /// What they come to.
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
        let fitted = |room: usize| {
            let mut lines = lines();
            lines.fit(room);
            lines.text()
        };
        assert_eq!(fitted(whole.cost()), whole.text());
        // The largest room in which these words are gone.
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
