//! A question with a known answer: what is right, what claims about it are worth, and who privately knows what.
use super::{MOST_OPTIONS, MOST_SEATS};
use debate::chance::mix;
use serde::Serialize;

/// A question with a known answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Problem {
    /// The source of everything random in it.
    pub seed: u64,
    /// The number of participants.
    pub seats: u8,
    /// The number of options.
    pub options: u8,
    /// The right one.
    pub right: u8,
    /// The wrong one that shared errors, hostile participants and misleading facts point at.
    pub decoy: u8,
    /// What claims are worth.
    pub claims: Claims,
    /// Private facts in place of private signals.
    pub facts: Option<Facts>,
}

/// What claims about a question are worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Claims {
    /// Share of claims that can be checked.
    pub checkable: f64,
    /// Share of checkable claims that mislead: claims for a wrong option that hold, claims for the right one that do not.
    pub misleading: f64,
    /// Share of uncheckable claims for the right option that have a source.
    pub sourced: f64,
    /// The same for a wrong option: sources that are invented, or true and beside the point.
    pub invented: f64,
}

impl Default for Claims {
    fn default() -> Claims {
        Claims { checkable: 0.0, misleading: 0.05, sourced: 0.0, invented: 0.0 }
    }
}

/// A hidden profile: nobody has enough facts to see the right option, and all have together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// Who has which.
    pub held: Holding,
    /// Whether participants read those of others in 30 tokens: what comes later in the sentence is cut off.
    pub brief: bool,
    /// Whether they can be checked.
    pub checkable: bool,
}

/// Who has which facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Holding {
    /// Each fact is held by one participant: most have one for the decoy, the others together have one more for the right option.
    Single,
    /// All have two for the decoy, and each has one of its own for the right option.
    Shared,
}

/// What a claim turns out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// It was checked and holds.
    Confirmed,
    /// It was checked and does not hold.
    Refuted,
    /// It has a source that nobody opened.
    Sourced,
    /// It is only asserted.
    Asserted,
}

/// A claim: equal numbers are equal claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its number.
    pub key: u16,
    /// The option that it speaks for.
    pub option: u8,
    /// What it turns out to be.
    pub quality: Quality,
}

/// What is drawn at random; each has its own numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Roll {
    Right,
    Decoy,
    Turned,
    Ability,
    Sharing,
    Common,
    Own,
    Wrong,
    Drift,
    Redrawn,
    Follow,
    Adopts,
    Peer,
    Candour,
    Echo,
    Checkable,
    Misleading,
    Sourced,
    Openness,
    Circumstances,
    Place,
}

/// Numbers of claims: those of facts follow those of arguments.
const ROUNDS: u16 = 64;
const FACTS: u16 = ROUNDS * MOST_SEATS as u16;

impl Problem {
    /// The problem of a seed: which option is right, and which is the decoy, is drawn.
    pub fn draw(seed: u64, seats: usize, options: usize, claims: Claims, facts: Option<Facts>) -> Problem {
        let options = options.clamp(2, MOST_OPTIONS) as u8;
        let seats = seats.clamp(1, MOST_SEATS) as u8;
        let mut problem = Problem { seed, seats, options, right: 0, decoy: 0, claims, facts };
        problem.right = (problem.roll(Roll::Right, 0, 0) * f64::from(options)) as u8;
        problem.decoy = problem.wrong(problem.roll(Roll::Decoy, 0, 0));
        problem
    }

    /// The same with another right option.
    pub(crate) fn with_right(self, right: u8) -> Problem {
        let problem = Problem { right, ..self };
        Problem { decoy: problem.wrong(problem.roll(Roll::Decoy, 0, 0)), ..problem }
    }

    /// A number from 0 to 1 that depends on the problem, what it is for, the seat and the round.
    pub(super) fn roll(&self, what: Roll, seat: usize, round: u32) -> f64 {
        let place = (what as u64) << 32 | (seat as u64) << 16 | u64::from(round);
        let state = mix(mix(self.seed) ^ place.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        // The upper 53 bits fit a float.
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of the wrong options.
    pub(super) fn wrong(&self, roll: f64) -> u8 {
        let drawn = (roll * (f64::from(self.options) - 1.0)) as u8;
        if drawn >= self.right { drawn + 1 } else { drawn }
    }

    /// The probability of a guess.
    pub(super) fn chance(&self) -> f64 {
        1.0 / f64::from(self.options)
    }

    /// A new argument of a seat for an option.
    pub(super) fn argument(&self, seat: usize, round: u32, option: u8, hostile: bool) -> Statement {
        let key = seat as u16 * ROUNDS + (round as u16 % ROUNDS);
        let is_right = option == self.right;
        let roll = |what| self.roll(what, seat, round);
        let quality = if hostile {
            Quality::Sourced
        } else if roll(Roll::Checkable) < self.claims.checkable {
            let holds = is_right != (roll(Roll::Misleading) < self.claims.misleading);
            if holds { Quality::Confirmed } else { Quality::Refuted }
        } else {
            let share = if is_right { self.claims.sourced } else { self.claims.invented };
            if roll(Roll::Sourced) < share { Quality::Sourced } else { Quality::Asserted }
        };
        Statement { key, option, quality }
    }

    /// The facts that a seat has, each with its number.
    pub(super) fn facts_of(&self, seat: usize) -> impl Iterator<Item = (u32, Statement)> + use<> {
        let problem = *self;
        (0..problem.facts_in_all())
            .filter(move |at| problem.has(seat, *at))
            .map(move |at| (u32::from(at), problem.fact(at)))
    }

    /// Whether a seat has the fact with this number of a claim.
    pub(super) fn knows(&self, seat: usize, key: u16) -> bool {
        key.checked_sub(FACTS).is_some_and(|at| at < self.facts_in_all() && self.has(seat, at))
    }

    fn fact(&self, at: u16) -> Statement {
        let option = if at < self.misleading_facts() { self.decoy } else { self.right };
        let is_checkable = self.facts.is_some_and(|it| it.checkable);
        let quality = if is_checkable { Quality::Confirmed } else { Quality::Sourced };
        Statement { key: FACTS + at, option, quality }
    }

    /// Those for the decoy come first.
    fn misleading_facts(&self) -> u16 {
        match self.facts.map(|it| it.held) {
            Some(Holding::Single) => u16::from(self.seats) / 2 + 1,
            Some(Holding::Shared) => 2,
            None => 0,
        }
    }

    fn facts_in_all(&self) -> u16 {
        match self.facts.map(|it| it.held) {
            Some(Holding::Single) => 2 * self.misleading_facts() + 1,
            Some(Holding::Shared) => self.misleading_facts() + u16::from(self.seats),
            None => 0,
        }
    }

    /// Whether a seat has a fact; who is in the minority is drawn.
    fn has(&self, seat: usize, at: u16) -> bool {
        let seats = u16::from(self.seats);
        let turned = (self.roll(Roll::Turned, 0, 0) * f64::from(self.seats)) as u16;
        let seat = (seat as u16 + turned) % seats;
        let misleading = self.misleading_facts();
        match self.facts.map(|it| it.held) {
            Some(Holding::Single) if at < misleading => seat == at,
            Some(Holding::Single) => {
                let knowing = seats.saturating_sub(misleading).max(1);
                seat == (misleading + (at - misleading) % knowing) % seats
            }
            Some(Holding::Shared) => at < misleading || seat == at - misleading,
            None => false,
        }
    }
}
