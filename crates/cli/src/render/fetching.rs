//! Weights on their way: a bar with size and rate on a terminal, a line at the beginning and one at the end elsewhere (I-12).
use crate::print;
use exports::wording::one_line;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use local::weights::{Progress, size};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The longest reason that is shown while others are still tried; the error at the end has all of it.
const REASON: usize = 160;

/// The most of a file's name beside the bar: the whole line fits into 80 columns.
const NAME: usize = 28;

/// Shows on standard error how far a fetch is.
pub(crate) struct Fetching {
    /// The bar of the file on its way; none where nobody could see it move.
    bar: Mutex<Option<Bar>>,
    is_terminal: bool,
}

struct Bar {
    line: ProgressBar,
    /// Whether it has moved: what an earlier fetch had left is no part of the rate.
    has_moved: bool,
}

impl Fetching {
    /// Shows a bar if standard error is a terminal that obeys codes.
    pub(crate) fn new(is_terminal: bool) -> Fetching {
        Fetching { bar: Mutex::new(None), is_terminal }
    }

    fn bar(&self) -> MutexGuard<'_, Option<Bar>> {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the bar away, so that a line can be printed.
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
        // Not shown before it is known where it begins.
        let line = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::hidden());
        // The template is ours and known to be good; a bad one would only look plain.
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

/// However it ends, also by Ctrl-C, no half bar is left on the screen.
impl Drop for Fetching {
    fn drop(&mut self) {
        self.clear();
    }
}
