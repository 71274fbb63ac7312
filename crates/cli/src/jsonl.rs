//! JSON Lines in, JSON Lines out (I-16): one answer for each line, in order; an invalid line is answered with its error.
//!
//! Memory is bounded by one line and one batch, and answers are flushed at once: a caller may wait for each.
//! Not here: the content of the answers.
use crate::exit::Exit;
use crate::print;
use serde_json::{Map, Value};
use std::io::{BufRead, BufReader, Read, Write};

/// The longest line, in bytes. Ours: far longer than any position, and short enough to hold.
const LONGEST: u64 = 1 << 20;

/// The most lines in a batch. Ours: enough for a network to process together.
const MOST: usize = 256;

/// The read buffer, in bytes. Ours.
const AHEAD: usize = 1 << 16;

/// The fields of a line or of an answer.
pub(crate) type Fields = Map<String, Value>;

/// The result for a line: the fields of its answer, or the error.
pub(crate) type Answer = Result<Fields, String>;

/// Answers each line separately. The `asked` fields are left out of the answer, all others are copied into it.
pub(crate) fn run(
    input: impl Read,
    output: impl Write,
    asked: &[&str],
    answer: impl Fn(&Fields) -> Answer,
) -> Result<(), Exit> {
    let (mut lines, mut output) = (Lines::of(input), output);
    while let Some(batch) = lines.batch()? {
        let answers = batch.iter().map(|it| it.fields.as_ref().map_err(Clone::clone).and_then(&answer)).collect();
        write(&mut output, &batch, answers, asked)?;
    }
    Ok(())
}

/// The same in batches: `answer` returns as many answers as lines, in order.
pub(crate) async fn run_together(
    input: impl Read,
    output: impl Write,
    asked: &[&str],
    answer: impl AsyncFn(&[&Fields]) -> Vec<Answer>,
) -> Result<(), Exit> {
    let (mut lines, mut output) = (Lines::of(input), output);
    while let Some(batch) = lines.batch()? {
        let good: Vec<&Fields> = batch.iter().filter_map(|it| it.fields.as_ref().ok()).collect();
        let mut told = answer(&good).await.into_iter();
        let one = |line: &Line| match &line.fields {
            Ok(_) => told.next().unwrap_or_else(|| Err("nobody answered".to_owned())),
            Err(error) => Err(error.clone()),
        };
        let answers = batch.iter().map(one).collect();
        write(&mut output, &batch, answers, asked)?;
    }
    Ok(())
}

/// The text of a field.
pub(crate) fn text<'a>(fields: &'a Fields, name: &str) -> Result<&'a str, String> {
    match fields.get(name) {
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(format!("`{name}` is not a text")),
        None => Err(format!("there is no `{name}`")),
    }
}

/// A line with its number.
struct Line {
    number: u64,
    fields: Answer,
}

struct Lines<R> {
    input: BufReader<R>,
    number: u64,
}

impl<R: Read> Lines<R> {
    fn of(input: R) -> Lines<R> {
        Lines { input: BufReader::with_capacity(AHEAD, input), number: 0 }
    }

    /// The next line and those already in the buffer; none at the end.
    fn batch(&mut self) -> Result<Option<Vec<Line>>, Exit> {
        let mut batch = Vec::new();
        while batch.is_empty() || (batch.len() < MOST && self.input.buffer().contains(&b'\n')) {
            match self.line().map_err(|error| Exit::failure(format!("can't read standard input: {error}")))? {
                Some(line) => batch.extend(line),
                None => break,
            }
        }
        Ok((!batch.is_empty()).then_some(batch))
    }

    /// One line; none at the end. A blank line is empty.
    #[expect(clippy::option_option, reason = "the end, and a line that is nothing, are two things")]
    fn line(&mut self) -> std::io::Result<Option<Option<Line>>> {
        let mut bytes = Vec::new();
        if (&mut self.input).take(LONGEST + 1).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let is_whole = bytes.pop_if(|it| *it == b'\n').is_some();
        let fields = if !is_whole && bytes.len() as u64 > LONGEST {
            self.input.skip_until(b'\n')?;
            Err(format!("the line is longer than {LONGEST} bytes"))
        } else if bytes.trim_ascii().is_empty() {
            return Ok(Some(None));
        } else {
            fields(&bytes)
        };
        Ok(Some(Some(Line { number: self.number, fields })))
    }
}

fn fields(bytes: &[u8]) -> Answer {
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err("not a JSON object".to_owned()),
        Err(error) => {
            let what = error.to_string();
            // The parser reports every line as line 1.
            let what = what.split(" at line ").next().unwrap_or_default();
            Err(format!("not JSON: {what} (column {})", error.column()))
        }
    }
}

fn write(output: &mut impl Write, batch: &[Line], answers: Vec<Answer>, asked: &[&str]) -> Result<(), Exit> {
    let mut text = Vec::new();
    for (line, answer) in batch.iter().zip(answers) {
        let mut fields: Fields = line.fields.clone().unwrap_or_default();
        fields.retain(|name, _| !asked.contains(&name.as_str()));
        match answer {
            Ok(answer) => fields.extend(answer),
            Err(error) => {
                fields.extend([("error".to_owned(), Value::from(error)), ("line".to_owned(), Value::from(line.number))])
            }
        }
        text.extend(Value::Object(fields).to_string().bytes());
        text.push(b'\n');
    }
    print::settle(output.write_all(&text).and_then(|()| output.flush()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;
    use std::io::ErrorKind;

    fn answered(input: &[u8]) -> String {
        let mut output = Vec::new();
        let length =
            |fields: &Fields| Ok(Fields::from_iter([("length".to_owned(), Value::from(text(fields, "text")?.len()))]));
        run(input, &mut output, &["text"], length).unwrap();
        String::from_utf8(output).unwrap()
    }

    /// I-16: order is kept, errors name the line number, blank lines are skipped, other fields are copied.
    #[test]
    fn every_line_has_its_answer() {
        for (input, expected) in [
            ("", ""),
            ("\n \r\n\n", ""),
            ("{\"text\":\"abc\"}", "{\"length\":3}\n"),
            ("{\"id\":[7],\"text\":\"\",\"x\":null}\n", "{\"id\":[7],\"x\":null,\"length\":0}\n"),
            ("\n{\"length\":9,\"text\":\"a\"}\r\n", "{\"length\":1}\n"),
            (
                "{\"text\":\"a\"}\n\n[1]\n{\"text\":\"b\"}\n",
                "{\"length\":1}\n{\"error\":\"not a JSON object\",\"line\":3}\n{\"length\":1}\n",
            ),
            ("{\"id\":1}\n", "{\"id\":1,\"error\":\"there is no `text`\",\"line\":1}\n"),
            ("{\"text\":1}\n", "{\"error\":\"`text` is not a text\",\"line\":1}\n"),
            ("{\"text\":\n", "{\"error\":\"not JSON: EOF while parsing a value (column 8)\",\"line\":1}\n"),
        ] {
            assert_eq!(answered(input.as_bytes()), expected, "{input:?}");
        }
        assert!(answered(b"{\"text\":\"\xff\"}").starts_with("{\"error\":\"not JSON: "));
    }

    /// I-16: a line that is too long is not buffered, and the next one is answered.
    #[test]
    fn a_huge_line_is_an_error() {
        let of = |length: usize| format!("{{\"text\":\"{}\"}}\n", "x".repeat(length));
        let most = usize::try_from(LONGEST).unwrap() - of(0).len() + 1;
        let input = of(most) + &of(most + 1) + &of(4 << 20) + &of(1);
        let error = |line: u64| format!("{{\"error\":\"the line is longer than 1048576 bytes\",\"line\":{line}}}\n");
        assert_eq!(
            answered(input.as_bytes()),
            format!("{{\"length\":{most}}}\n{}{}{{\"length\":1}}\n", error(2), error(3))
        );
    }

    /// Lines already received are answered before more are read.
    #[test]
    fn nobody_waits_for_a_line_that_has_not_come() {
        struct Pieces(VecDeque<&'static [u8]>);
        impl Read for Pieces {
            fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
                let piece = self.0.pop_front().unwrap_or_default();
                to[..piece.len()].copy_from_slice(piece);
                Ok(piece.len())
            }
        }
        let pieces = VecDeque::from([&b"{}\n{}\n{"[..], b"}", b"\n", b"{}"]);
        let mut lines = Lines::of(Pieces(pieces));
        let mut sizes = Vec::new();
        while let Some(batch) = lines.batch().unwrap() {
            sizes.push((batch.len(), lines.input.get_ref().0.len()));
        }
        assert_eq!(sizes, [(2, 3), (1, 1), (1, 0)]);
    }

    /// A closed output ends it silently; a write error is reported.
    #[test]
    fn an_output_that_is_gone_ends_it() {
        struct Gone(ErrorKind);
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                Err(self.0.into())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        for (kind, is_quiet) in [(ErrorKind::BrokenPipe, true), (ErrorKind::StorageFull, false)] {
            let exit = run(&b"{}\n"[..], Gone(kind), &[], |_| Ok(Fields::new())).unwrap_err();
            assert_eq!(exit.is_quiet(), is_quiet, "{exit}");
        }
    }
}
