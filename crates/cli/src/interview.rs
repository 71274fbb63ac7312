//! Questions to a person at a terminal, a line each.
use crate::exit::Exit;
use crate::print;
use std::io::{BufRead, IsTerminal, Write};

/// A person who answers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interview(());

impl Interview {
    /// The person at the terminal; none if input or error output is none.
    pub(crate) fn on_terminal() -> Option<Interview> {
        (std::io::stdin().is_terminal() && std::io::stderr().is_terminal()).then_some(Interview(()))
    }

    /// An answer; none for an empty line, or at the end of input.
    pub(crate) fn ask(self, question: &str) -> Result<Option<String>, Exit> {
        print::note(question);
        let mut stderr = std::io::stderr();
        let _ = write!(stderr, "> ").and_then(|()| stderr.flush());
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line).map_err(Exit::failure)?;
        Ok(Some(line.trim().to_owned()).filter(|it| !it.is_empty()))
    }

    /// Whether the person agrees to a line; an empty answer does.
    pub(crate) fn agrees(self, line: &str) -> Result<bool, Exit> {
        let said = self.ask(&format!("{line}\nKeep it? [Y/n]"))?;
        Ok(said.is_none_or(|it| matches!(it.to_lowercase().as_str(), "y" | "yes")))
    }

    /// A number; asks again for another word.
    pub(crate) fn figure(self, question: &str) -> Result<Option<f64>, Exit> {
        loop {
            match self.ask(question)?.map(|it| it.parse::<f64>()) {
                None => return Ok(None),
                Some(Ok(it)) => return Ok(Some(it)),
                Some(Err(_)) => print::note("that is not a number"),
            }
        }
    }

    /// A list with commas.
    pub(crate) fn list(self, question: &str) -> Result<Vec<String>, Exit> {
        let words = self.ask(question)?.unwrap_or_default();
        Ok(words.split(',').map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect())
    }

    /// Sentences, one a line, until an empty line.
    pub(crate) fn sentences(self, question: &str) -> Result<Vec<String>, Exit> {
        let mut all = Vec::new();
        let mut asked = question;
        while let Some(it) = self.ask(asked)? {
            all.push(it);
            asked = "Another one?";
        }
        Ok(all)
    }
}
