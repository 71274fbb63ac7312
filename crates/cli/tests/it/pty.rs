//! A pseudo-terminal that runs the program and interprets its escape sequences, as a user would see them.
use crate::sandbox::Sandbox;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use regex::Regex;
use std::io::{Read, Write};
use std::num::NonZero;
use std::process::Command;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

/// How long a state of the screen is waited for. Generous: machines under load are slow, and only a failing test waits so long.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program on its terminal.
pub(crate) struct Terminal {
    parser: Arc<Mutex<vt100::Parser>>,
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    reader: std::thread::JoinHandle<()>,
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn parser(rows: u16, columns: u16) -> vt100::Parser {
    vt100::Parser::new(NonZero::new(rows).unwrap(), NonZero::new(columns).unwrap(), 1_000)
}

impl Terminal {
    /// Starts a command on a terminal of that size.
    pub(crate) fn start(command: &Command, rows: u16, columns: u16) -> Terminal {
        let pair = native_pty_system().openpty(size(rows, columns)).unwrap();
        let mut typed = CommandBuilder::new(command.get_program());
        typed.args(command.get_args());
        typed.env_clear();
        typed.env("TERM", "xterm-256color");
        typed.env("PATH", std::env::var("PATH").unwrap());
        command
            .get_envs()
            .filter_map(|(name, value)| Some((name, value?)))
            .for_each(|(name, value)| typed.env(name, value));
        typed.cwd(command.get_current_dir().unwrap());
        let child = pair.slave.spawn_command(typed).unwrap();
        drop(pair.slave);
        let parser = Arc::new(Mutex::new(parser(rows, columns)));
        let (shared, mut output) = (parser.clone(), pair.master.try_clone_reader().unwrap());
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4_096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shared.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keyboard = pair.master.take_writer().unwrap();
        Terminal { parser, master: pair.master, keyboard, child, reader }
    }

    /// What is visible, without what differs from run to run; none while the live view is being drawn, which hides the cursor.
    fn seen(&self) -> Option<String> {
        let parser = self.parser.lock().unwrap();
        (!parser.screen().hide_cursor()).then(|| masked(&rows(parser.screen())))
    }

    /// Waits until the screen has all of these words.
    pub(crate) fn until(&self, words: &[&str]) -> String {
        self.until_seen(&words.join(" … "), |it| words.iter().all(|word| it.contains(word)))
    }

    /// Waits for a state of the screen.
    pub(crate) fn until_seen(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let seen = self.seen();
            if let Some(seen) = seen.as_ref().filter(|it| is_there(it)) {
                return seen.clone();
            }
            assert!(begun.elapsed() < PATIENCE, "waited for: {what}\n{}", seen.unwrap_or_default());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn resize(&self, rows: u16, columns: u16) {
        let mut parser = self.parser.lock().unwrap();
        parser.screen_mut().set_size(NonZero::new(rows).unwrap(), NonZero::new(columns).unwrap());
        self.master.resize(size(rows, columns)).unwrap();
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Waits for the end of the program; returns its exit code and the last screen as text.
    pub(crate) fn end(self) -> (u32, String) {
        let (code, screen) = self.last();
        (code, masked(&rows(&screen)))
    }

    /// Waits for the end of the program; returns its exit code and the last screen, with colours.
    pub(crate) fn last(mut self) -> (u32, vt100::Screen) {
        let code = self.child.wait().unwrap().exit_code();
        // The reader ends with the last process on the terminal. The keyboard stays until then: dropped, it types the end of the input.
        self.reader.join().unwrap();
        let screen = self.parser.lock().unwrap().screen().clone();
        assert!(!screen.hide_cursor(), "the cursor is there");
        (code, screen)
    }
}

/// A screen as text, without what differs from run to run.
pub(crate) fn text(screen: &vt100::Screen) -> String {
    masked(&rows(screen))
}

/// The rows as they stand there: a line that the terminal has wrapped is several.
fn rows(screen: &vt100::Screen) -> String {
    let (_, columns) = screen.size();
    screen.rows(0, columns.get()).map(|it| format!("{}\n", it.trim_end())).collect()
}

/// Times, marks of activity and ids differ from run to run.
fn masked(screen: &str) -> String {
    static MASKS: LazyLock<Vec<(Regex, &'static str)>> = LazyLock::new(|| {
        [
            (r"[⠋⠙⠸⠴]", "*"),
            (r" {0,2}\b(\d+s|\d+m\d\ds)\b", " #s"),
            (r"\bParticipant \d\b", "Participant #"),
            (r"\b127\.0\.0\.1:\d+", "127.0.0.1:[PORT]"),
            // Where columns stand side by side, the space after a time depends on its digits.
            (r"\b\d+ ms( {2,})", "# ms  "),
            (r"\b\d+ ms\b", "# ms"),
            (r"\b\d+\.\d s\b", "#.# s"),
            (r"\b[2-9a-z]{8}\b`", "[ID]`"),
            (r"\b(resume|continue|fork|show|id|going on with) [2-9a-z]{8}\b", "$1 [ID]"),
        ]
        .map(|(pattern, instead)| (Regex::new(pattern).unwrap(), instead))
        .into()
    });
    let screen = screen.trim_end();
    MASKS.iter().fold(screen.to_owned(), |text, (pattern, instead)| pattern.replace_all(&text, *instead).into_owned())
}

/// Runs a command to its end on a terminal.
pub(crate) fn run(sandbox: &Sandbox, words: &[&str], rows: u16, columns: u16) -> (u32, String) {
    Terminal::start(&sandbox.command(words), rows, columns).end()
}
