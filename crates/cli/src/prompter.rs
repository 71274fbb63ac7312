//! Questions to the user at the terminal: an answer to a debate's question (D-43), texts that participants request (I-25), consent, and what
//! a command asks for line by line.
//!
//! Ctrl-C ends every question. Not here: when a command asks.
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

/// The answer of an empty line to a yes/no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmptyLine {
    Yes,
    No,
}

/// The user, if there is one to ask.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prompter {
    reader: Option<Reader>,
    /// What an interrupted question leaves undone.
    undone: &'static str,
}

impl Prompter {
    /// A prompter for a debate, if input and error output are a terminal and the output is for people.
    pub(crate) fn of(output: Output) -> Prompter {
        let is_talked_to = !output.json && !output.jsonl && !output.quiet;
        let reader = (is_terminal() && is_talked_to).then_some(line as Reader);
        Prompter { reader, undone: "the question stays open" }
    }

    /// A prompter, if input and error output are a terminal. An interruption reports `undone`.
    pub(crate) fn on_terminal(undone: &'static str) -> Option<Prompter> {
        is_terminal().then_some(Prompter { reader: Some(line), undone })
    }

    /// Whether there is a user to ask.
    pub(crate) fn is_interactive(self) -> bool {
        self.reader.is_some()
    }

    /// Asks a debate's question. None without a terminal or for an empty line; after an interruption prints how to answer `later`.
    pub(crate) async fn answer(self, style: Style, question: &str, later: &str) -> Result<Option<String>, Exit> {
        if !self.is_interactive() {
            return Ok(None);
        }
        print::note(format_args!(
            "\n{}\n{}\nYour answer goes to every participant; an empty line leaves the question open.",
            style.bold("The participants ask you"),
            style.wrap("  ", question).trim_end(),
        ));
        self.prompted(Some(later)).await
    }

    /// Asks for each requested text in turn; `-` says that one is not available. None without a terminal, or if all lines are empty.
    pub(crate) async fn request_texts(self, style: Style, needs: &[Need], later: &str) -> Result<Vec<Answer>, Exit> {
        if !self.is_interactive() {
            return Ok(Vec::new());
        }
        print::note(format_args!(
            "\n{}\nEach text is data to every participant; `{NOT_AVAILABLE}` says that one is not available; empty lines alone leave all of them open.",
            style.bold("The participants ask for information that they were not given"),
        ));
        let mut brought = Vec::new();
        for need in needs {
            let by = need.by.iter().map(name).collect::<Vec<_>>().join(", ");
            print::note(style.wrap("  ", &format!("{}, for {by}: {}", need.id, need.what)).trim_end());
            brought.extend(self.prompted(Some(later)).await?.map(|it| answers::of(&need.id, it)));
        }
        Ok(brought)
    }

    /// Asks for a line; none if it is blank, or at the end of input.
    pub(crate) async fn ask(self, question: &str) -> Result<Option<String>, Exit> {
        print::note(question);
        self.prompted(None).await
    }

    /// Asks for a line that passes the check; asks again, with the reason, for one that does not.
    pub(crate) async fn valid(
        self,
        question: &str,
        check: impl Fn(&str) -> Result<(), String>,
    ) -> Result<Option<String>, Exit> {
        loop {
            let Some(said) = self.ask(question).await? else { return Ok(None) };
            match check(&said) {
                Ok(()) => return Ok(Some(said)),
                Err(why) => print::note(why),
            }
        }
    }

    /// Asks a yes/no question on one line. None at the end of input.
    pub(crate) async fn agrees(self, question: &str, empty: EmptyLine) -> Result<Option<bool>, Exit> {
        let choice = match empty {
            EmptyLine::Yes => "[Y/n]",
            EmptyLine::No => "[y/N]",
        };
        write_prompt(&format!("{question} {choice} "));
        Ok(self.read(None).await?.map(|line| is_yes(&line, empty)))
    }

    /// Asks for a number; asks again for another word.
    pub(crate) async fn number(self, question: &str) -> Result<Option<f64>, Exit> {
        loop {
            match self.ask(question).await?.map(|it| it.parse::<f64>()) {
                None => return Ok(None),
                Some(Ok(it)) => return Ok(Some(it)),
                Some(Err(_)) => print::note("that is not a number"),
            }
        }
    }

    /// Asks for a list with commas.
    pub(crate) async fn list(self, question: &str) -> Result<Vec<String>, Exit> {
        let words = self.ask(question).await?.unwrap_or_default();
        Ok(words.split(',').map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect())
    }

    /// Asks for sentences, one a line, until an empty line.
    pub(crate) async fn sentences(self, question: &str) -> Result<Vec<String>, Exit> {
        let mut all = Vec::new();
        let mut asked = question;
        while let Some(it) = self.ask(asked).await? {
            all.push(it);
            asked = "Another one?";
        }
        Ok(all)
    }

    /// Reads a line after a prompt; none if it is blank.
    async fn prompted(self, later: Option<&str>) -> Result<Option<String>, Exit> {
        write_prompt("> ");
        Ok(self.read(later).await?.filter(|it| !it.is_empty()))
    }

    /// Reads a line without the blanks around it; none at the end of input.
    async fn read(self, later: Option<&str>) -> Result<Option<String>, Exit> {
        let Some(reader) = self.reader else { return Ok(None) };
        // On a detached thread: an interruption does not wait for the read.
        let (tell, told) = tokio::sync::oneshot::channel();
        std::thread::spawn(move || tell.send(reader()));
        let line = tokio::select! {
            biased;
            () = interruption() => {
                let later = later.map(|it| format!("; {it}")).unwrap_or_default();
                return Err(Exit::interrupted(format!("{}{later}", self.undone)));
            }
            line = told => line,
        };
        let said = line.ok().and_then(Result::ok).filter(|it| !it.is_empty());
        if said.is_none() {
            // Nobody has ended the line of the prompt.
            write_prompt("\n");
        }
        Ok(said.map(|it| it.trim().to_owned()))
    }
}

fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

fn write_prompt(text: &str) {
    let mut stderr = std::io::stderr();
    let _ = write!(stderr, "{text}").and_then(|()| stderr.flush());
}

fn line() -> std::io::Result<String> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    Ok(line)
}

/// Whether a line agrees: `y` or `yes`, or an empty line where that means yes.
fn is_yes(line: &str, empty: EmptyLine) -> bool {
    match line.to_lowercase().as_str() {
        "" => empty == EmptyLine::Yes,
        word => matches!(word, "y" | "yes"),
    }
}

#[cfg(test)]
impl Prompter {
    /// No user.
    pub(crate) const NONE: Prompter = Prompter { reader: None, undone: "" };

    /// A user who always gives the same answer.
    pub(crate) fn saying(reader: Reader) -> Prompter {
        Prompter { reader: Some(reader), undone: "" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-10, I-12: only `y`, `yes`, or an empty line where that is offered agrees; the end of input is no answer.
    #[tokio::test]
    async fn only_a_yes_agrees() {
        let cases: [(Reader, Option<bool>, Option<bool>); 7] = [
            (|| Ok("y\n".to_owned()), Some(true), Some(true)),
            (|| Ok(" YES \n".to_owned()), Some(true), Some(true)),
            (|| Ok("\n".to_owned()), Some(true), Some(false)),
            (|| Ok("no\n".to_owned()), Some(false), Some(false)),
            (|| Ok("maybe\n".to_owned()), Some(false), Some(false)),
            (|| Ok("yep\n".to_owned()), Some(false), Some(false)),
            (|| Ok(String::new()), None, None),
        ];
        for (at, (reader, or_yes, or_no)) in cases.into_iter().enumerate() {
            let prompter = Prompter::saying(reader);
            assert_eq!(prompter.agrees("Delete it?", EmptyLine::Yes).await.unwrap(), or_yes, "{at}");
            assert_eq!(prompter.agrees("Delete it?", EmptyLine::No).await.unwrap(), or_no, "{at}");
        }
    }

    /// L-02: lists have commas, and an empty line leaves a question open.
    #[tokio::test]
    async fn lines_are_lists_and_numbers() {
        let list = Prompter::saying(|| Ok(" C1, C2,,\n".to_owned())).list("Which claims?").await.unwrap();
        assert_eq!(list, ["C1", "C2"]);
        assert_eq!(Prompter::saying(|| Ok("0.5\n".to_owned())).number("How sure?").await.unwrap(), Some(0.5));
        assert_eq!(Prompter::saying(|| Ok("\n".to_owned())).number("How sure?").await.unwrap(), None);
        assert_eq!(Prompter::NONE.sentences("Which lesson?").await.unwrap(), Vec::<String>::new());
    }
}
