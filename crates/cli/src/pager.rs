//! Long output through a pager on a terminal: `$PAGER`, else `less`. Not here: what is printed.
use crate::exit::Exit;
use crate::print;
use crate::running::Interruptions;
use setup::settings::Env;
use std::io::{ErrorKind, IsTerminal, Write};
use std::process::{Child, Command, Stdio};

/// Whether a pager may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paging {
    /// On a terminal.
    Allowed,
    /// Never (`--no-pager`).
    Off,
}

impl Paging {
    /// The value of the flag `--no-pager`.
    pub(crate) fn of(no_pager: bool) -> Paging {
        if no_pager { Paging::Off } else { Paging::Allowed }
    }
}

/// Prints text through a pager, where standard output is a terminal and there is a pager; otherwise as it is.
pub(crate) fn show(text: &str, paging: Paging, env: Env<'_>) -> Result<(), Exit> {
    let is_wanted = paging == Paging::Allowed && std::io::stdout().is_terminal() && !crate::context::is_dumb(env);
    match command(env).filter(|_| is_wanted) {
        Some(pager) => page(text, pager),
        None => print::line(text),
    }
}

/// The pager's command; none where the user wants none (`PAGER=` or `PAGER=cat`).
fn command(env: Env<'_>) -> Option<Command> {
    let Some(wanted) = env("PAGER") else {
        let mut less = Command::new("less");
        // Ends at once where all fits the screen, passes colours on, and leaves the text on the screen.
        less.arg("-FRX");
        return Some(less);
    };
    let wanted = wanted.trim();
    if wanted.is_empty() || wanted == "cat" {
        return None;
    }
    // Like other programs, hand it to the shell: it may have arguments.
    let mut shell = Command::new("sh");
    shell.args(["-c", wanted]);
    if env("LESS").is_none() {
        shell.env("LESS", "FRX");
    }
    Some(shell)
}

/// Hands the text to the pager and waits until the user closes it. Ctrl-C is the pager's meanwhile.
fn page(text: &str, mut pager: Command) -> Result<(), Exit> {
    let _interruptions = Interruptions::listen();
    let mut child = match pager.stdin(Stdio::piped()).spawn() {
        Ok(child) => child,
        // Without `less` there is no pager.
        Err(error) if error.kind() == ErrorKind::NotFound => return print::line(text),
        Err(error) => return Err(Exit::failure(format!("can't start the pager: {error}; `--no-pager` goes without"))),
    };
    let written = write(&mut child, text);
    let ended = child.wait().map_err(|error| Exit::failure(format!("can't wait for the pager: {error}")))?;
    // The shell's code for a command that is not there: the user has seen nothing yet.
    if ended.code() == Some(NOT_FOUND) {
        return print::line(text);
    }
    match written {
        // The user closed it before the end.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| Exit::failure(format!("can't write to the pager: {error}"))),
    }
}

/// Exit code of a shell that does not find a command.
const NOT_FOUND: i32 = 127;

/// Writes the text and closes the pager's input.
fn write(child: &mut Child, text: &str) -> std::io::Result<()> {
    match child.stdin.take() {
        Some(mut input) => writeln!(input, "{text}"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-01: `PAGER` is the pager, `less` is the default, and an empty `PAGER` is none.
    #[test]
    fn the_user_chooses_the_pager() {
        for (pager, expected) in [
            (None, Some(("less", vec!["-FRX"]))),
            (Some("most -s"), Some(("sh", vec!["-c", "most -s"]))),
            (Some(" "), None),
            (Some("cat"), None),
        ] {
            let env = |name: &str| pager.filter(|_| name == "PAGER").map(str::to_owned);
            let found = command(&env);
            let found = found
                .as_ref()
                .map(|it| (it.get_program().to_str().unwrap(), it.get_args().map(|it| it.to_str().unwrap()).collect()));
            assert_eq!(found, expected, "{pager:?}");
        }
    }
}
