//! Keys that are typed while the live view draws: the terminal does not print them, and they are dropped at the end.
//!
//! Printed by the terminal, they would move the cursor, and lines of the view would be left behind. Ctrl-C and Ctrl-Z work as ever.
use rustix::termios::{LocalModes, OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcgetpgrp, tcsetattr};
use std::io::{IsTerminal, Stdout};

/// The terminal without an echo, until this is dropped.
#[derive(Debug)]
pub(super) struct Silenced {
    out: Stdout,
    /// The modes of the terminal before; none while the echo is on.
    before: Option<Termios>,
}

impl Silenced {
    /// Turns the echo of standard output's terminal off.
    pub(super) fn new() -> Silenced {
        let mut silenced = Silenced { out: std::io::stdout(), before: None };
        silenced.begin();
        silenced
    }

    /// Turns the echo off. Not in the background, where the system would stop the program for it.
    pub(super) fn begin(&mut self) {
        let is_ours = || tcgetpgrp(&self.out).is_ok_and(|it| it == rustix::process::getpgrp());
        if self.before.is_some() || !self.out.is_terminal() || !is_ours() {
            return;
        }
        let Ok(before) = tcgetattr(&self.out) else { return };
        let mut modes = before.clone();
        modes.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL);
        if tcsetattr(&self.out, OptionalActions::Now, &modes).is_ok() {
            self.before = Some(before);
        }
    }

    /// Drops what was typed meanwhile and turns the echo on again.
    pub(super) fn end(&mut self) {
        if let Some(before) = self.before.take() {
            let _ = tcflush(&self.out, QueueSelector::IFlush);
            let _ = tcsetattr(&self.out, OptionalActions::Now, &before);
        }
    }
}

impl Drop for Silenced {
    fn drop(&mut self) {
        self.end();
    }
}
