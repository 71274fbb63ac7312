//! The refused options of one model, each remembered for a while.
//!
//! Providers change, and an error may have been misread: a dropped option is tried again later. An option is remembered only if the
//! call succeeded without it. Not here: what an error means ([`Capabilities`]).
use super::{Capabilities, Concession};
use std::time::Duration;
use tokio::time::Instant;

/// How long a refusal is remembered. Ours: a refused request is short and cheap, so one an hour costs next to nothing.
const HOLDS: Duration = Duration::from_secs(60 * 60);

/// Options that a model refused, each with its own expiry.
#[derive(Clone, Debug, Default)]
pub struct Lessons(Vec<(Concession, Instant)>);

impl Lessons {
    /// The options of `all` that are not known to be refused at `now`.
    pub fn at(&mut self, now: Instant, all: Capabilities) -> Capabilities {
        self.0.retain(|(_, until)| now < *until);
        self.0.iter().fold(all, |left, (concession, _)| left.without(*concession))
    }

    /// Records that a call succeeded without an option.
    pub fn learn(&mut self, concession: Concession, now: Instant) {
        self.0.retain(|(known, _)| !known.is_like(concession));
        self.0.push((concession, now + HOLDS));
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
        let mut lessons = Lessons::default();
        lessons.learn(Concession::Tools(ToolForm::Told), start);
        let half = start + HOLDS / 2;
        lessons.learn(Concession::Seed, half);
        assert_eq!(lessons.at(half, all), Capabilities { tools: ToolForm::Told, seed: false, ..all });
        assert_eq!(lessons.at(start + HOLDS, all), Capabilities { seed: false, ..all });
        lessons.learn(Concession::Seed, start + HOLDS);
        assert_eq!(lessons.at(half + HOLDS, all), Capabilities { seed: false, ..all }, "learned again, held again");
        assert_eq!(lessons.at(start + 2 * HOLDS, all), all);
    }
}
