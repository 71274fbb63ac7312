//! What was learned of one model's options, each lesson for a while.
//!
//! A provider changes what it takes, and a complaint may have been misread: what was dropped is tried again after a while. Only what helped
//! is a lesson: the call went well without the option. Not here: what a complaint means ([`Capabilities`]).
use super::{Capabilities, Concession};
use std::time::Duration;
use tokio::time::Instant;

/// How long a lesson holds. Ours: a refusal costs one short exchange, so trying again every hour costs next to nothing.
const HOLDS: Duration = Duration::from_secs(60 * 60);

/// The options that a model was found not to take, each until its own hour is over.
#[derive(Clone, Debug, Default)]
pub struct Lessons(Vec<(Concession, Instant)>);

impl Lessons {
    /// What is left of `all` at a moment.
    pub fn at(&mut self, now: Instant, all: Capabilities) -> Capabilities {
        self.0.retain(|(_, until)| now < *until);
        self.0.iter().fold(all, |left, (concession, _)| left.without(*concession))
    }

    /// Learns that a call went well without an option.
    pub fn learn(&mut self, concession: Concession, now: Instant) {
        self.0.retain(|(known, _)| !known.is_like(concession));
        self.0.push((concession, now + HOLDS));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{TokenField, ToolForm};

    /// O-02: what was dropped is tried again after an hour, each option by its own clock.
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
