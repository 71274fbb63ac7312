//! The refused options of one model, each remembered for a while.
//!
//! Providers change, and an error may have been misread: a dropped option is tried again later. An option is remembered only if the
//! call succeeded without it. Not here: what an error means ([`Capabilities`]).
use super::{Capabilities, Downgrade};
use std::time::Duration;
use tokio::time::Instant;

/// How long a refusal is remembered. Ours: a refused request is short and cheap, so one an hour costs next to nothing.
const EXPIRY: Duration = Duration::from_secs(60 * 60);

/// Options that a model refused, each with its own expiry.
#[derive(Clone, Debug, Default)]
pub struct RefusedOptions(Vec<(Downgrade, Instant)>);

impl RefusedOptions {
    /// The options of `all` that are not known to be refused at `now`.
    pub fn remaining(&mut self, now: Instant, all: Capabilities) -> Capabilities {
        self.0.retain(|(_, until)| now < *until);
        self.0.iter().fold(all, |left, (downgrade, _)| left.without(*downgrade))
    }

    /// Records that a call succeeded without an option.
    pub fn record(&mut self, downgrade: Downgrade, now: Instant) {
        self.0.retain(|(known, _)| !known.is_like(downgrade));
        self.0.push((downgrade, now + EXPIRY));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{TokenField, ToolForm};

    /// O-02: a dropped option is tried again after an hour; each has its own expiry.
    #[test]
    fn a_lesson_expires_by_itself_and_leaves_the_others() {
        let (all, start) = (Capabilities::all(TokenField::MaxTokens), Instant::now());
        let mut refused = RefusedOptions::default();
        refused.record(Downgrade::Tools(ToolForm::AsText), start);
        let half = start + EXPIRY / 2;
        refused.record(Downgrade::Seed, half);
        assert_eq!(refused.remaining(half, all), Capabilities { tools: ToolForm::AsText, seed: false, ..all });
        assert_eq!(refused.remaining(start + EXPIRY, all), Capabilities { seed: false, ..all });
        refused.record(Downgrade::Seed, start + EXPIRY);
        assert_eq!(
            refused.remaining(half + EXPIRY, all),
            Capabilities { seed: false, ..all },
            "learned again, held again"
        );
        assert_eq!(refused.remaining(start + 2 * EXPIRY, all), all);
    }
}
