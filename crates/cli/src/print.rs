//! Output: data on standard output, everything else on standard error (I-12).
use crate::exit::Exit;
use serde::Serialize;
use std::fmt::Display;
use std::io::{ErrorKind, Write};

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
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// The result of writing data: a closed pipe is a silent exit.
pub(crate) fn settle(written: std::io::Result<()>) -> Result<(), Exit> {
    match written {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Exit::quiet()),
        Err(error) => Err(Exit::failure(format!("can't write to standard output: {error}"))),
    }
}
