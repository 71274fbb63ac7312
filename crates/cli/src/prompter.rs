//! Prompts a terminal user for an answer to a debate's question (D-43), or for texts that participants request (I-25).
use crate::answers::{self, NOT_AVAILABLE};
use crate::args::Output;
use crate::exit::Exit;
use crate::print;
use crate::render::style::Style;
use crate::running::interruption;
use debate::Need;
use exports::wording::name;
use setup::plan::continuation::Answer;
use std::io::{BufRead, IsTerminal, Write};

/// Reads a line; empty at the end of input.
type Reader = fn() -> std::io::Result<String>;

/// The user, if there is one to ask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prompter {
    reader: Option<Reader>,
}

impl Prompter {
    /// A prompter, if input and error output are a terminal and the output is for people.
    pub(crate) fn of(output: Output) -> Prompter {
        let is_terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
        let is_talked_to = !output.json && !output.jsonl && !output.quiet;
        Prompter { reader: (is_terminal && is_talked_to).then_some(line as Reader) }
    }

    /// Whether there is a user to ask.
    pub(crate) fn is_interactive(self) -> bool {
        self.reader.is_some()
    }

    /// Asks a question. None without a terminal or for an empty line; after an interruption prints how to answer `later`.
    pub(crate) async fn answer(self, style: Style, question: &str, later: &str) -> Result<Option<String>, Exit> {
        let Some(reader) = self.reader else { return Ok(None) };
        print::note(format_args!(
            "\n{}\n{}\nYour answer goes to every participant; an empty line leaves the question open.",
            style.bold("The participants ask you"),
            style.wrap("  ", question).trim_end(),
        ));
        self.read_line_or_none(reader, later).await
    }

    /// Asks for each requested text in turn; `-` says that one is not available. None without a terminal, or if all lines are empty.
    pub(crate) async fn request_texts(self, style: Style, needs: &[Need], later: &str) -> Result<Vec<Answer>, Exit> {
        let Some(reader) = self.reader else { return Ok(Vec::new()) };
        print::note(format_args!(
            "\n{}\nEach text is data to every participant; `{NOT_AVAILABLE}` says that one is not available; empty lines alone leave all of them open.",
            style.bold("The participants ask for information that they were not given"),
        ));
        let mut brought = Vec::new();
        for need in needs {
            let by = need.by.iter().map(name).collect::<Vec<_>>().join(", ");
            print::note(style.wrap("  ", &format!("{}, for {by}: {}", need.id, need.what)).trim_end());
            brought.extend(self.read_line_or_none(reader, later).await?.map(|it| answers::of(&need.id, it)));
        }
        Ok(brought)
    }

    /// Reads a line; none if it is blank.
    async fn read_line_or_none(self, reader: Reader, later: &str) -> Result<Option<String>, Exit> {
        let mut stderr = std::io::stderr();
        let _ = write!(stderr, "> ").and_then(|()| stderr.flush());
        // On a detached thread: an interruption does not wait for the read.
        let (tell, told) = tokio::sync::oneshot::channel();
        std::thread::spawn(move || tell.send(reader()));
        let line = tokio::select! {
            biased;
            () = interruption() => return Err(Exit::interrupted(format!("the question stays open; {later}"))),
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
impl Prompter {
    /// No user.
    pub(crate) const NONE: Prompter = Prompter { reader: None };

    /// A user who always gives the same answer.
    pub(crate) fn saying(reader: Reader) -> Prompter {
        Prompter { reader: Some(reader) }
    }
}
