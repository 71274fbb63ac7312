//! Progress of a download: a bar with size and rate on a terminal, a line at the beginning and one at the end elsewhere (I-12).
use crate::print;
use exports::wording::one_line;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use local::weights::{Progress, size};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The longest error that is shown while other sources are still tried; the final error has the full text.
const REASON: usize = 160;

/// The longest file name beside the bar: the whole line fits into 80 columns.
const NAME: usize = 28;

/// Shows the progress of a download on standard error.
pub(crate) struct Fetching {
    /// The bar of the current file; none without a terminal.
    bar: Mutex<Option<Bar>>,
    is_terminal: bool,
}

struct Bar {
    line: ProgressBar,
    /// Whether any bytes arrived: those of an earlier download don't count towards the rate.
    has_moved: bool,
}

impl Fetching {
    /// Shows a bar if standard error is a terminal that supports control codes.
    pub(crate) fn new(is_terminal: bool) -> Fetching {
        Fetching { bar: Mutex::new(None), is_terminal }
    }

    fn bar(&self) -> MutexGuard<'_, Option<Bar>> {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes the bar, so that a line can be printed.
    fn clear(&self) {
        if let Some(bar) = self.bar().take() {
            bar.line.finish_and_clear();
        }
    }
}

impl Progress for Fetching {
    fn waits(&self, weight: &str) {
        print::note(format_args!("another process is fetching `{weight}`; waiting for it"));
    }

    fn begins(&self, file: &str, source: &str, bytes: u64) {
        self.clear();
        if !self.is_terminal {
            print::note(format_args!("fetching {file} from {source} ({})", size(bytes)));
            return;
        }
        // Not shown before its start position is known.
        let line = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::hidden());
        // The template is a valid constant; an invalid one would only look plain.
        let look = "{msg} {wide_bar} {decimal_bytes:>9} of {decimal_total_bytes}, {decimal_bytes_per_sec}, {eta}";
        if let Ok(look) = ProgressStyle::with_template(look) {
            line.set_style(look);
        }
        line.set_message(one_line(file, NAME));
        *self.bar() = Some(Bar { line, has_moved: false });
    }

    fn reaches(&self, bytes: u64) {
        if let Some(bar) = self.bar().as_mut() {
            bar.line.set_position(bytes);
            if !bar.has_moved {
                bar.line.reset_eta();
                bar.line.set_draw_target(ProgressDrawTarget::stderr());
                bar.has_moved = true;
            }
        }
    }

    fn misses(&self, file: &str, source: &str, why: &str) {
        self.clear();
        print::note(format_args!("no {file} from {source}: {}", one_line(why, REASON)));
    }

    fn verifies(&self, file: &str) {
        if let Some(bar) = self.bar().as_ref() {
            bar.line.set_message(one_line(&format!("verifying {file}"), NAME));
        }
    }

    fn done(&self, file: &str) {
        self.clear();
        print::note(format_args!("{file} is verified and in its place"));
    }
}

/// Removes the bar at any exit, also after Ctrl-C.
impl Drop for Fetching {
    fn drop(&mut self) {
        self.clear();
    }
}
