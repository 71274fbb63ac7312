//! A region of lines at the end of a growing text that is redrawn in place, at any size of the terminal.
//!
//! Lines of the region are narrower than the terminal, so none wraps. When the size changes, terminals differ in what they do with lines that
//! are there already: the visible part is then drawn anew from the text. Not here: what the lines say.
use std::io::Write;

/// The size of a terminal, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// The terminal.
pub(super) struct Screen {
    out: Box<dyn Write + Send>,
    /// The widths of the lines of the region, as they stand there.
    region: Vec<usize>,
    /// How many lines were printed above the region.
    above: usize,
    /// Whether everything visible is ours, so that it may be erased.
    is_ours: bool,
}

impl Screen {
    pub(super) fn new(out: Box<dyn Write + Send>) -> Screen {
        Screen { out, region: Vec::new(), above: 0, is_ours: false }
    }

    /// Prints text above the region and draws the region.
    pub(super) fn draw(&mut self, text: &str, region: &[String]) {
        let mut out = String::from("\u{1b}[?25l");
        self.to_start(&mut out);
        self.put(&mut out, text, region);
        self.send(&out);
    }

    /// Draws everything anew after the size has changed, for the new width: the end of the text that was printed, and all that was not.
    pub(super) fn redraw(&mut self, size: Size, printed: &str, new: &str, region: &[String]) {
        let mut out = String::from("\u{1b}[?25l");
        // Where lines were wrapped anew, the region takes more of them than before.
        let taken: usize = self.region.iter().map(|it| it.div_ceil(size.columns.max(1)).max(1)).sum();
        out.push_str(&format!("\r{}\u{1b}[J", up(taken.saturating_sub(1))));
        if !self.is_ours && self.above + taken < size.rows {
            // What stood there before us goes to the lines above the screen.
            out.push_str(&format!("\u{1b}[{};1H{}", size.rows, "\n".repeat(size.rows)));
        }
        self.is_ours = true;
        // Line by line: some terminals keep what is erased all at once.
        (1..=size.rows).for_each(|row| out.push_str(&format!("\u{1b}[{row};1H\u{1b}[2K")));
        out.push_str("\u{1b}[1;1H");
        let (printed, new): (Vec<&str>, Vec<&str>) = (printed.lines().collect(), new.lines().collect());
        let fit = size.rows.saturating_sub(region.len().max(1)).saturating_sub(new.len());
        let seen = printed.get(printed.len().saturating_sub(fit)..).unwrap_or_default();
        self.above = 0;
        self.put(&mut out, &[seen, &new].concat().join("\n"), region);
        self.send(&out);
    }

    /// Forgets the region: something else has written to the terminal.
    pub(super) fn lose(&mut self) {
        self.region.clear();
        self.send("\r\n");
    }

    /// Moves to the first line of the region.
    fn to_start(&self, out: &mut String) {
        out.push_str(&format!("\r{}", up(self.region.len().saturating_sub(1))));
    }

    fn put(&mut self, out: &mut String, text: &str, region: &[String]) {
        for line in text.lines() {
            out.push_str(&format!("\u{1b}[2K{line}\r\n"));
            self.above += 1;
        }
        for (at, line) in region.iter().enumerate() {
            let next = if at == 0 { "" } else { "\r\n" };
            out.push_str(&format!("{next}\u{1b}[2K{line}"));
        }
        out.push_str("\u{1b}[J\u{1b}[?25h");
        self.region = region.iter().map(|it| console::measure_text_width(it)).collect();
    }

    /// A closed terminal is noticed when the verdict is printed.
    fn send(&mut self, text: &str) {
        let _ = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
    }
}

fn up(lines: usize) -> String {
    if lines == 0 { String::new() } else { format!("\u{1b}[{lines}A") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZero;
    use std::sync::{Arc, Mutex};

    /// What was written, shared with the screen.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    struct Terminal {
        parser: vt100::Parser,
        written: Written,
        screen: Screen,
    }

    impl Terminal {
        fn new(rows: u16, columns: u16) -> Terminal {
            let written = Written::default();
            let screen = Screen::new(Box::new(written.clone()));
            let mut parser = vt100::Parser::new(NonZero::new(rows).unwrap(), NonZero::new(columns).unwrap(), 100);
            parser.process(b"$ roundtable\r\n");
            Terminal { parser, written, screen }
        }

        fn seen(&mut self) -> String {
            let bytes = std::mem::take(&mut *self.written.0.lock().unwrap());
            self.parser.process(&bytes);
            self.parser.screen().contents().trim_end().to_owned()
        }
    }

    fn lines(all: &[&str]) -> Vec<String> {
        all.iter().map(|it| (*it).to_owned()).collect()
    }

    /// I-12: text scrolls above the region; of the region nothing is left behind.
    #[test]
    fn text_is_printed_above_the_region() {
        let mut terminal = Terminal::new(5, 20);
        terminal.screen.draw("one\n", &lines(&["> ann", "> bob", "footer"]));
        assert_eq!(terminal.seen(), "$ roundtable\none\n> ann\n> bob\nfooter");
        terminal.screen.draw("two\nthree\n", &lines(&["> bob", "footer"]));
        assert_eq!(terminal.seen(), "one\ntwo\nthree\n> bob\nfooter");
        terminal.screen.draw("", &[]);
        assert_eq!(terminal.seen(), "one\ntwo\nthree");
        assert!(!terminal.parser.screen().hide_cursor());
    }

    /// I-12: after any change of the size the screen shows the end of the text and the region, once.
    #[test]
    fn a_resized_terminal_is_drawn_anew() {
        for (rows, columns) in [(6, 10), (6, 40), (3, 20), (12, 20), (12, 5)] {
            let mut terminal = Terminal::new(6, 20);
            terminal.screen.draw("one\ntwo\n", &lines(&["> ann says so much", "footer"]));
            terminal.seen();
            terminal.parser.screen_mut().set_size(NonZero::new(rows).unwrap(), NonZero::new(columns).unwrap());
            let size = Size { rows: rows.into(), columns: columns.into() };
            terminal.screen.redraw(size, "one\n", "two\n", &lines(&["> a", "f"]));
            let expected = if rows == 3 { "two\n> a\nf" } else { "one\ntwo\n> a\nf" };
            assert_eq!(terminal.seen(), expected, "{rows}x{columns}");
            terminal.screen.draw("six\n", &lines(&["f"]));
            let expected = if rows == 3 { "two\nsix\nf" } else { "one\ntwo\nsix\nf" };
            assert_eq!(terminal.seen(), expected, "{rows}x{columns}");
        }
    }
}
