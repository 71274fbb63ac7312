//! Colours, terminal width and line wrapping.
use debate::text;
use std::fmt::Display;

/// How text is formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    has_color: bool,
    width: usize,
    /// The full width of the terminal, for columns; none without a terminal.
    screen: usize,
}

/// The widest text: longer lines are hard to read.
const WIDEST: usize = 100;

/// The widest text where something would be left out otherwise.
const WIDE: usize = 140;

/// The narrowest text that is wrapped.
const NARROWEST: usize = 20;

/// The deepest indentation of continuation lines.
const DEEPEST: usize = 8;

impl Style {
    /// For a pipe or a file: no control codes, a fixed width.
    pub(crate) fn plain() -> Style {
        Style { has_color: false, width: WIDEST, screen: 0 }
    }

    /// For a terminal of that width.
    pub(crate) fn terminal(width: usize, has_color: bool) -> Style {
        Style { has_color, width: width.clamp(NARROWEST, WIDEST), screen: width.max(NARROWEST) }
    }

    /// The same for the width that the terminal has now.
    pub(crate) fn now(self) -> Style {
        if self.screen == 0 { self } else { self.resized(console::Term::stdout().size().1.into()) }
    }

    /// The same for a terminal of another width.
    pub(crate) fn resized(self, width: usize) -> Style {
        Style::terminal(width, self.has_color)
    }

    /// The same with lines that are as long as the terminal allows, up to a bound.
    pub(crate) fn wide(self) -> Style {
        Style { width: self.width.max(self.screen.min(WIDE)), ..self }
    }

    /// The width of text, in columns.
    pub(crate) fn width(self) -> usize {
        self.width
    }

    /// The terminal's full width, in columns; none without a terminal.
    pub(crate) fn screen(self) -> usize {
        self.screen
    }

    /// The same with another width.
    pub(crate) fn within(self, width: usize) -> Style {
        Style { width, ..self }
    }

    /// Lines in a box with a title: box-drawing characters with colour, else ASCII.
    pub(crate) fn boxed(self, title: &str, lines: &str) -> String {
        let [left, right, below_left, below_right, across, side] =
            if self.has_color { ['┌', '┐', '└', '┘', '─', '│'] } else { ['+', '+', '+', '+', '-', '|'] };
        let inner = self.width.saturating_sub(4);
        let title = console::truncate_str(title, inner.saturating_sub(2), "…");
        let rule = |count: usize| std::iter::repeat_n(across, count).collect::<String>();
        let after = rule(inner.saturating_sub(console::measure_text_width(&title) + 1));
        let mut text = format!("{left}{across} {} {after}{right}\n", self.bold(title));
        for line in self.fitted(lines, inner).lines() {
            let line = console::pad_str(line, inner, console::Alignment::Left, None);
            text.push_str(&format!("{side} {line} {side}\n"));
        }
        text.push_str(&format!("{below_left}{}{below_right}\n", rule(inner + 2)));
        text
    }

    /// Lines indented by `by`.
    pub(crate) fn inset(self, lines: &str, by: usize) -> String {
        let indent = " ".repeat(by);
        lines.lines().map(|it| format!("{indent}{it}\n")).collect()
    }

    fn paint(self, code: &str, text: impl Display) -> String {
        let text = text.to_string();
        if !self.has_color {
            return text;
        }
        // The code ends within the line.
        let line = text.strip_suffix('\n').unwrap_or(&text);
        let rest = if line.len() < text.len() { "\n" } else { "" };
        format!("\u{1b}[{code}m{line}\u{1b}[0m{rest}")
    }

    /// Most important text.
    pub(crate) fn bold(self, text: impl Display) -> String {
        self.paint("1", text)
    }

    /// Secondary text.
    pub(crate) fn dim(self, text: impl Display) -> String {
        self.paint("2", text)
    }

    /// The title of a row.
    pub(crate) fn title(self, text: impl Display) -> String {
        self.paint("36", text)
    }

    /// A row whose title is coloured, if it begins with that.
    pub(crate) fn titled(self, title: &str, row: &str) -> String {
        match row.strip_prefix(title) {
            Some(rest) if !title.trim().is_empty() => format!("{}{rest}", self.title(title)),
            Some(_) | None => row.to_owned(),
        }
    }

    /// A good result.
    pub(crate) fn good(self, text: impl Display) -> String {
        self.paint("32", text)
    }

    /// A warning.
    pub(crate) fn warn(self, text: impl Display) -> String {
        self.paint("33", text)
    }

    /// A bad result.
    pub(crate) fn bad(self, text: impl Display) -> String {
        self.paint("31", text)
    }

    /// A share from 0 to 1 as a bar of so many cells, with a mark at `mark`: block characters with colour, else ASCII.
    pub(crate) fn bar(self, share: f64, mark: f64, cells: usize) -> String {
        let (full, empty, border) = if self.has_color { ('█', '░', '│') } else { ('#', '.', '|') };
        let filled = (share.clamp(0.0, 1.0) * cells as f64).round() as usize;
        let marked = ((mark.clamp(0.0, 1.0) * cells as f64).round() as usize).min(cells.saturating_sub(1));
        let cell = |at: usize| match at {
            at if at == marked => border,
            at if at < filled => full,
            _ => empty,
        };
        (0..cells).map(cell).collect()
    }

    /// Wraps text: the first line behind `head`, the others indented. Removes control characters first.
    pub(crate) fn wrap(self, head: &str, words: &str) -> String {
        self.wrapped(head, words, DEEPEST.min(self.width / 4))
    }

    /// The same, all lines below the beginning of the text, as far as a third of the width.
    pub(crate) fn hang(self, head: &str, words: &str) -> String {
        self.wrapped(head, words, self.width / 3)
    }

    fn wrapped(self, head: &str, words: &str, deepest: usize) -> String {
        let head_width = console::measure_text_width(head);
        let indent = " ".repeat(head_width.min(deepest));
        let room = self.width.saturating_sub(indent.len());
        let mut lines: Vec<String> = Vec::new();
        for paragraph in text::clean(words).text.lines().filter(|it| !it.trim().is_empty()) {
            let mut line = String::new();
            // A head wider than the indentation takes room from the first line.
            let mut used = if lines.is_empty() { head_width - indent.len() } else { 0 };
            for word in units(paragraph, room) {
                let width = console::measure_text_width(&word);
                if !line.is_empty() && used + 1 + width > room {
                    lines.push(std::mem::take(&mut line));
                    used = 0;
                }
                if !line.is_empty() {
                    line.push(' ');
                    used += 1;
                }
                line.push_str(&word);
                used += width;
            }
            lines.push(line);
        }
        let heads = std::iter::once(head).chain(std::iter::repeat(indent.as_str()));
        let text: String = heads.zip(&lines).map(|(head, line)| format!("{head}{line}\n")).collect();
        self.fitted(&text, self.width)
    }

    /// Breaks lines to at most so many columns, between words if possible, and keeps their indentation.
    pub(crate) fn fitted(self, lines: &str, most: usize) -> String {
        if self.screen == 0 {
            return lines.to_owned();
        }
        let mut text = String::new();
        for line in lines.lines() {
            let is_wide = console::measure_text_width(line) > most;
            let depth = if is_wide { line.bytes().take_while(|it| *it == b' ').count().min(most / 4) } else { 0 };
            let (mut row, mut used) = if is_wide { (" ".repeat(depth), depth) } else { (line.to_owned(), depth) };
            let words = line.split(' ').filter(|it| is_wide && !it.is_empty());
            for piece in words.flat_map(|it| pieces(it, most.saturating_sub(depth).max(1))) {
                let width = console::measure_text_width(&piece);
                if used > depth && used + 1 + width > most {
                    text.push_str(&row);
                    text.push('\n');
                    (row, used) = (" ".repeat(depth), depth);
                }
                if used > depth {
                    row.push(' ');
                    used += 1;
                }
                row.push_str(&piece);
                used += width;
            }
            text.push_str(&row);
            text.push('\n');
        }
        if !lines.ends_with('\n') {
            text.pop();
        }
        text
    }
}

/// The words of a paragraph; a command in backticks is one, if it fits into so many columns.
fn units(paragraph: &str, most: usize) -> Vec<String> {
    let (mut units, mut open): (Vec<String>, Vec<&str>) = (Vec::new(), Vec::new());
    for word in paragraph.split_whitespace() {
        let is_odd = word.matches('`').count() % 2 == 1;
        open.push(word);
        if is_odd == (open.len() > 1) {
            let command = open.join(" ");
            let is_whole = console::measure_text_width(&command) <= most;
            let pieces = std::mem::take(&mut open);
            if is_whole { units.push(command) } else { units.extend(pieces.into_iter().map(str::to_owned)) }
        }
    }
    // An unclosed backtick is no command.
    units.extend(open.into_iter().map(str::to_owned));
    units
}

/// Splits a word into pieces of so many columns; colour codes have no width.
fn pieces(word: &str, most: usize) -> Vec<String> {
    let (mut all, mut piece, mut used, mut is_code) = (Vec::new(), String::new(), 0, false);
    for c in word.chars() {
        is_code |= c == '\u{1b}';
        let width = if is_code { 0 } else { console::measure_text_width(c.encode_utf8(&mut [0; 4])) };
        if used > 0 && used + width > most {
            all.push(std::mem::take(&mut piece));
            used = 0;
        }
        piece.push(c);
        used += width;
        is_code &= c != 'm';
    }
    all.push(piece);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-12: no control codes but our own, and none at all in a pipe.
    #[test]
    fn what_a_terminal_would_obey_is_taken_out() {
        let hostile = "one \u{1b}[2J\u{1b}]0;title\u{7} two\u{202e}";
        assert_eq!(Style::plain().wrap("| ", hostile), "| one [2J]0;title two\n");
        assert!(!Style::plain().bold("x").contains('\u{1b}'));
    }

    #[test]
    fn lines_fit() {
        let text = "word ".repeat(100);
        let wrapped = Style::terminal(50, false).wrap("   ", &text);
        assert!(wrapped.lines().all(|it| it.len() <= 50), "{wrapped}");
        assert_eq!(wrapped.split_whitespace().count(), 100);
    }

    /// I-12: on a terminal no line exceeds the width, however long a word, head or colour code; in a pipe no line is broken.
    #[test]
    fn nothing_is_wider_than_a_terminal() {
        let long = "Donaudampfschifffahrtsgesellschaftskapitän 数据库迁移应该分阶段进行 so";
        for width in [1, 20, 25, 40] {
            let style = Style::terminal(width, true);
            let most = width.max(20);
            let head = format!("  {} would change its mind: ", style.bold("hamilton"));
            for text in [style.wrap(&head, long), style.boxed(long, &style.bad(long)), style.fitted(long, most)] {
                assert!(text.lines().all(|it| console::measure_text_width(it) <= most), "{width}: {text}");
            }
            let letters = |it: &str| console::strip_ansi_codes(it).split_whitespace().collect::<String>();
            assert_eq!(letters(&style.wrap("", long)), letters(long), "nothing is lost");
        }
        assert_eq!(Style::plain().fitted(long, 20), long);
    }
}
