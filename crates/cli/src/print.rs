//! Output: data on standard output, everything else on standard error (I-12).
use crate::exit::Exit;
use crate::suggest;
use serde::Serialize;
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Write};

/// Prints a line of data. A closed pipe (`| head`) ends the program silently.
pub(crate) fn line(text: impl Display) -> Result<(), Exit> {
    settle(writeln!(std::io::stdout().lock(), "{text}"))
}

/// Prints a line of JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Exit> {
    line(exports::json::written(value).map_err(Exit::failure)?)
}

/// Prints data without a final line break.
pub(crate) fn raw(bytes: &[u8]) -> Result<(), Exit> {
    let mut out = std::io::stdout().lock();
    settle(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Prints a message to the user. Ignores write errors.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(std::io::stderr().lock(), "{}", fitted(&suggest::complete(&text.to_string())));
}

/// A message for standard error. On a terminal its lines are broken between words, but never inside of a command in backticks, which a user
/// may copy.
pub(crate) fn fitted(text: &str) -> String {
    let is_terminal = std::io::stderr().is_terminal();
    let width = console::Term::stderr().size_checked().filter(|_| is_terminal).map(|(_, columns)| columns.into());
    width.map_or_else(|| text.to_owned(), |width| broken(text, width, 0))
}

/// Lines of at most so many columns, broken between words and not inside of commands; what goes on is indented.
pub(crate) fn broken(text: &str, width: usize, indent: usize) -> String {
    let fits = |it: &str| console::measure_text_width(it) <= width;
    let lines = text.split('\n').map(|it| if fits(it) { it.to_owned() } else { rows(it, width, indent) });
    lines.collect::<Vec<_>>().join("\n")
}

/// A line in rows of at most so many columns. A word or a command that is longer is left to the terminal.
fn rows(line: &str, width: usize, indent: usize) -> String {
    let (mut units, mut is_command): (Vec<String>, bool) = (Vec::new(), false);
    for word in line.split(' ') {
        match units.last_mut().filter(|_| is_command) {
            Some(unit) => unit.push_str(&format!(" {word}")),
            None => units.push(word.to_owned()),
        }
        is_command ^= word.matches('`').count() % 2 == 1;
    }
    let (mut text, mut used) = (String::new(), 0);
    for unit in &units {
        let columns = console::measure_text_width(unit);
        if used > 0 && used + 1 + columns > width {
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            used = indent;
        } else if !text.is_empty() {
            text.push(' ');
            used += 1;
        }
        text.push_str(unit);
        used += columns;
    }
    text
}

/// The result of writing data: a closed pipe is a silent exit.
pub(crate) fn settle(written: std::io::Result<()>) -> Result<(), Exit> {
    match written {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Exit::quiet()),
        Err(error) => Err(Exit::failure(format!("can't write to standard output: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::broken;

    /// I-12: messages are broken between words on a terminal; lines that fit stay as they are, and a command stays in one piece.
    #[test]
    fn messages_fit_the_terminal() {
        let text = "a        openai/a (risk)\nto have meaning compared: `roundtable models pull minilm` and go on";
        let expected =
            "a        openai/a (risk)\nto have meaning compared:\n`roundtable models pull minilm`\nand go on";
        assert_eq!(broken(text, 32, 0), expected);
        let narrow = expected.replace("meaning compared", "meaning\ncompared");
        assert_eq!(broken(text, 24, 0), narrow, "a long command is left to the terminal");
        assert_eq!(broken(text, 100, 0), text);
        assert_eq!(broken("an unclosed ` is no command, whatever follows", 20, 0).lines().count(), 2);
        assert_eq!(broken("ok  one    two three", 15, 4), "ok  one    two\n    three", "spaces within a line are kept");
    }
}
