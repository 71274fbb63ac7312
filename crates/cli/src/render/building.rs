//! Progress of a persona build: a bar on a terminal, a line for each step elsewhere; unreadable texts are a line either way (I-12).
use crate::persona_errors;
use crate::print;
use debate::Name;
use exports::wording::one_line;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use personas::build::Progress;
use personas::readers::Problem;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The longest name beside the bar: the whole line fits into 80 columns.
pub(crate) const NAME: usize = 28;
/// The longest line of a problem, in characters.
pub(crate) const PROBLEM: usize = 400;

/// Shows the progress of a build on standard error.
pub(crate) struct Building {
    now: Mutex<Now>,
    is_terminal: bool,
    /// Whether each step may take seconds, since a model is asked.
    is_slow: bool,
}

/// How many lines about one step are printed without a terminal. Ours: enough to see that it goes on.
const LINES: usize = 10;

#[derive(Default)]
struct Now {
    persona: String,
    /// How many chunks there are, and how many are done.
    chunks: (usize, usize),
    bar: Option<ProgressBar>,
}

impl Building {
    /// Shows bars if standard error is a terminal that supports control codes, else lines, also about the chunks that a model has read.
    pub(crate) fn new(is_terminal: bool, is_slow: bool) -> Building {
        Building { now: Mutex::new(Now::default()), is_terminal, is_slow }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes the bar, so that a line can be printed.
    pub(crate) fn clear(&self) {
        if let Some(bar) = self.now().bar.take() {
            bar.finish_and_clear();
        }
    }

    /// Starts a bar of `all` steps, some of which are done; a plain line without a terminal.
    fn step(&self, what: &str, unit: &str, all: usize, done: usize) {
        self.clear();
        let persona = self.now().persona.clone();
        if !self.is_terminal {
            let before = if done == 0 { String::new() } else { format!(", {done} of them already done") };
            print::note(format_args!("{persona}: {what} {all} {unit}{before}"));
            return;
        }
        let length = |it: usize| u64::try_from(it).unwrap_or(u64::MAX);
        let bar = ProgressBar::with_draw_target(Some(length(all)), ProgressDrawTarget::stderr());
        // The template is a valid constant; an invalid one would only look plain.
        if let Ok(look) = ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len} {prefix}, {eta}") {
            bar.set_style(look);
        }
        bar.set_prefix(unit.to_owned());
        bar.set_message(one_line(&format!("{persona}: {what}"), NAME));
        bar.set_position(length(done));
        bar.reset_eta();
        self.now().bar = Some(bar);
    }

    fn advance(&self) {
        if let Some(bar) = &self.now().bar {
            bar.inc(1);
        }
    }
}

impl Progress for Building {
    fn started(&self, persona: &Name, files: usize) {
        self.now().persona = one_line(persona.as_str(), NAME);
        self.step("reading", if files == 1 { "file" } else { "files" }, files, 0);
    }

    fn file_read(&self, _file: &str) {
        self.advance();
    }

    fn problem(&self, problem: &Problem) {
        let line = one_line(&persona_errors::problem(problem), PROBLEM);
        match &self.now().bar {
            // The bar is redrawn below the line.
            Some(bar) => bar.suspend(|| print::note(line)),
            None => print::note(line),
        }
    }

    fn chunks_cut(&self, chunks: usize, kept: usize) {
        self.now().chunks = (chunks, kept);
        self.step("finding beliefs in", if chunks == 1 { "chunk" } else { "chunks" }, chunks, kept);
    }

    fn chunk_done(&self) {
        self.advance();
        let mut now = self.now();
        now.chunks.1 += 1;
        let (all, done) = now.chunks;
        if self.is_slow && !self.is_terminal && (done == all || done % all.div_ceil(LINES).max(1) == 0) {
            print::note(format_args!("{}: {done} of {all} chunks", now.persona));
        }
    }

    fn contract_started(&self) {
        self.clear();
    }
}

/// Removes the bar at any exit, also after Ctrl-C.
impl Drop for Building {
    fn drop(&mut self) {
        self.clear();
    }
}
