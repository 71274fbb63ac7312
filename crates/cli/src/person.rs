//! Somebody at a terminal who can answer what a debate needs to know (D-43), or bring what its participants ask for (I-25).
use crate::answers::{self, NOT_TO_BE_HAD};
use crate::args::Output;
use crate::exit::Exit;
use crate::print;
use crate::render::style::Style;
use crate::running::interruption;
use debate::Need;
use exports::wording::name;
use setup::plan::continuation::Answer;
use std::io::{BufRead, IsTerminal, Write};

/// Reads a line; an empty one at the end of input.
type Reader = fn() -> std::io::Result<String>;

/// Who is there to be asked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Person {
    reader: Option<Reader>,
}

impl Person {
    /// Somebody, if they see what is written and can type, and have asked for nothing but data.
    pub(crate) fn of(output: Output) -> Person {
        let is_there = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
        let is_talked_to = !output.json && !output.jsonl && !output.quiet;
        Person { reader: (is_there && is_talked_to).then_some(line as Reader) }
    }

    /// Whether anybody is.
    pub(crate) fn is_there(self) -> bool {
        self.reader.is_some()
    }

    /// Puts a question. No answer where nobody is there, or where they leave it open; whoever interrupts is told how to answer
    /// `later`.
    pub(crate) async fn answer(self, style: Style, question: &str, later: &str) -> Result<Option<String>, Exit> {
        let Some(reader) = self.reader else { return Ok(None) };
        print::note(format_args!(
            "\n{}\n{}\nYour answer goes to every participant; an empty line leaves the question open.",
            style.bold("The table asks you"),
            style.wrap("  ", question).trim_end(),
        ));
        self.typed(reader, later).await
    }

    /// Asks for what participants were not given, one after the other; `-` says that something can't be had. Nothing where nobody is there,
    /// or where they leave all of it open.
    pub(crate) async fn bring(self, style: Style, needs: &[Need], later: &str) -> Result<Vec<Answer>, Exit> {
        let Some(reader) = self.reader else { return Ok(Vec::new()) };
        print::note(format_args!(
            "\n{}\nWhat you bring is data to every participant; `{NOT_TO_BE_HAD}` says that it can't be had; who types nothing leaves all of it open.",
            style.bold("The table asks you for what it was not given"),
        ));
        let mut brought = Vec::new();
        for need in needs {
            let by = need.by.iter().map(name).collect::<Vec<_>>().join(", ");
            print::note(style.wrap("  ", &format!("{}, for {by}: {}", need.id, need.what)).trim_end());
            brought.extend(self.typed(reader, later).await?.map(|it| answers::of(&need.id, it)));
        }
        Ok(brought)
    }

    /// A line that is typed, if there is anything on it.
    async fn typed(self, reader: Reader, later: &str) -> Result<Option<String>, Exit> {
        let mut stderr = std::io::stderr();
        let _ = write!(stderr, "> ").and_then(|()| stderr.flush());
        // On a thread of its own, which nobody waits for: whoever is asked may leave instead.
        let (tell, told) = tokio::sync::oneshot::channel();
        std::thread::spawn(move || tell.send(reader()));
        let line = tokio::select! {
            biased;
            () = interruption() => return Err(Exit::interrupted(format!("the question is left open; {later}"))),
            line = told => line,
        };
        let words = line.ok().and_then(Result::ok).map(|it| it.trim().to_owned());
        Ok(words.filter(|it| !it.is_empty()))
    }
}

fn line() -> std::io::Result<String> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    Ok(line)
}

#[cfg(test)]
impl Person {
    /// Nobody.
    pub(crate) const NOBODY: Person = Person { reader: None };

    /// Somebody who always says the same.
    pub(crate) fn saying(reader: Reader) -> Person {
        Person { reader: Some(reader) }
    }
}
