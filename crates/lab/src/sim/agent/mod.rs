//! A simulated participant with known properties (O-06): what it votes, says and cites is a pure function of its dials, the problem, and what it
//! sees.
//!
//! Nothing is remembered between turns: its private signal and facts follow from the problem's seed, and its last ballot and the claims of others
//! are given. So a prompt with the same content leads to the same decision, a resumed debate goes on as it would have, and the direct path
//! ([`crate::direct`]) and the protocol path ([`crate::protocol`]) share every line. Not here: words (`speaker`), and what is counted.
mod brief;
mod dials;
mod guess;
mod problem;
mod score;
mod speaker;

pub use dials::{Contradiction, DialError, Dials, Question, Update};
pub use guess::{Guess, guess, truth};
pub use problem::{Claims, Facts, Holding, Problem, Quality, Statement};
pub(crate) use speaker::{Mind, Speaker};

use debate::Consent;
use problem::Roll;
use score::Scores;

/// Maximum participants of a simulated debate: those of a debate.
pub const MOST_SEATS: usize = 8;
/// Maximum options of a simulated debate. Ours: as many as a person compares.
pub const MOST_OPTIONS: usize = 8;
/// Maximum rounds of a simulated debate. Ours: claims are numbered by seat and round.
pub const MOST_ROUNDS: u32 = 60;
/// Maximum claims of a turn, and maximum claims that a move cites. Ours.
pub const MOST_SAID: usize = 3;
/// Confidence from which a participant blocks other options instead of accepting them with a reservation. Ours: that of the rubric (D-40).
const BLOCKS: f64 = 0.70;

/// A claim that was stated in a debate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stated {
    /// The claim.
    pub statement: Statement,
    /// The quality that others can see in it; none if what they read of it does not say what it counts for.
    pub read: Option<Quality>,
    /// The round in which it was first stated.
    pub introduced: u32,
    /// The round in which each seat first stated it; 0 if it has not.
    pub since: [u32; MOST_SEATS],
}

impl Stated {
    /// A claim that a debate hears for the first time in a round.
    pub fn new(problem: &Problem, statement: Statement, introduced: u32) -> Stated {
        let read = match problem.facts {
            Some(facts) if facts.brief => brief::left(&brief::sentence(problem, &statement), &statement),
            Some(_) | None => Some(statement.quality),
        };
        Stated { statement, read, introduced, since: [0; MOST_SEATS] }
    }

    /// Whether a seat had stated it before a round.
    pub fn is_known_to(&self, seat: usize, round: u32) -> bool {
        self.since.get(seat).is_some_and(|it| *it != 0 && *it < round)
    }
}

/// What a participant sees when it is asked.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The round, from 1.
    pub round: u32,
    /// Its seat, from 0.
    pub seat: usize,
    /// The option that it held before.
    pub held: Option<u8>,
    /// The options that the others hold, by seat; its own entry is not read. None where positions are hidden.
    pub others: &'a [Option<u8>],
    /// The claims stated so far, in order.
    pub stated: &'a [Stated],
    /// Whether speakers' names are shown, its own among them.
    pub has_names: bool,
    /// Whether the ballot is secret.
    pub is_secret: bool,
}

/// What a participant decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The option of its ballot.
    pub option: u8,
    /// Its stated confidence.
    pub confidence: f64,
    /// What it says of every other option that somebody holds.
    pub stand: Consent,
    /// Its claims.
    says: [Option<Statement>; MOST_SAID],
    /// The claims that it cites for a changed ballot, as places in [`Seen::stated`].
    because: [Option<usize>; MOST_SAID],
    /// All options, in order of its preference.
    ranking: [u8; MOST_OPTIONS],
    options: u8,
}

impl Decision {
    /// Its claims, in order.
    pub fn says(&self) -> impl Iterator<Item = Statement> + '_ {
        self.says.iter().flatten().copied()
    }

    /// The places of the claims that it cites for a changed ballot.
    pub fn because(&self) -> impl Iterator<Item = usize> + '_ {
        self.because.iter().flatten().copied()
    }

    /// All options, in order of its preference.
    pub fn ranking(&self) -> impl Iterator<Item = u8> + '_ {
        self.ranking.iter().copied().take(usize::from(self.options))
    }
}

/// The decision of a participant with these dials, in this problem, on what it sees.
pub fn decide(dials: &Dials, problem: &Problem, seen: &Seen<'_>) -> Decision {
    let signal = Signal::of(dials, problem, seen.seat);
    let scores = Scores::of(dials, problem, &signal, seen);
    let option = chosen(dials, problem, &signal, &scores, seen);
    let belief = belief(dials, &signal, &scores, option, seen);
    let confidence = dials.stated(belief);
    let is_firm = dials.hostile || confidence >= BLOCKS;
    let moved = seen.held.is_some_and(|it| it != option);
    let ranking = scores.ranking(option);
    Decision {
        option,
        confidence,
        stand: if is_firm { Consent::Blocker } else { Consent::Minor },
        says: if seen.is_secret { [None; MOST_SAID] } else { says(dials, problem, option, seen) },
        because: if moved && !seen.is_secret { because(option, seen) } else { [None; MOST_SAID] },
        ranking,
        options: problem.options,
    }
}

/// The private signal of a participant: what it would answer alone, and how probable that is.
struct Signal {
    /// The option.
    option: u8,
    /// How probable its answer is, as far as it can tell.
    probability: f64,
}

impl Signal {
    /// The signal of a seat: right with its accuracy on this question, wrong together with others as far as errors are correlated.
    fn of(dials: &Dials, problem: &Problem, seat: usize) -> Signal {
        if problem.facts.is_some() {
            return Signal { option: problem.decoy, probability: problem.chance() };
        }
        if dials.hostile {
            return Signal { option: problem.decoy, probability: Dials::HOSTILE };
        }
        let spread = dials.spread * (2.0 * problem.roll(Roll::Ability, seat, 0) - 1.0);
        let ability = (dials.accuracy + spread).clamp(0.01, 0.99);
        let is_shared = problem.roll(Roll::Sharing, seat, 0) < dials.correlation.sqrt();
        let luck = if is_shared { problem.roll(Roll::Common, 0, 0) } else { problem.roll(Roll::Own, seat, 0) };
        let option = match luck < ability {
            true => problem.right,
            false if is_shared => problem.decoy,
            false => problem.wrong(problem.roll(Roll::Wrong, seat, 0)),
        };
        Signal { option, probability: ability.max(problem.chance() + 0.05) }
    }
}

/// The option of the ballot.
fn chosen(dials: &Dials, problem: &Problem, signal: &Signal, scores: &Scores, seen: &Seen<'_>) -> u8 {
    let Some(held) = seen.held else { return if dials.hostile { problem.decoy } else { scores.best(signal.option) } };
    if dials.hostile {
        return held;
    }
    let roll = |what| problem.roll(what, seen.seat, seen.round);
    if dials.drift > 0.0 && roll(Roll::Drift) < dials.drift {
        return if roll(Roll::Redrawn) < dials.accuracy { problem.right } else { problem.wrong(roll(Roll::Wrong)) };
    }
    let neutral = || neutral(dials, problem, held, seen);
    match dials.update {
        Update::Evidence => scores.best(held),
        Update::Neutral => neutral(),
        Update::KeepMajority if scores.is_leading(held, seen) => held,
        Update::KeepMajority => neutral(),
        Update::FollowMajority { share } if roll(Roll::Follow) < share => scores.leading(held, seen),
        Update::FollowMajority { .. } => neutral(),
        Update::Oracle if held == problem.right => held,
        Update::Oracle => neutral(),
        Update::Rates { harmful, beneficial, when } => revised(problem, held, (harmful, beneficial), when, seen),
    }
}

/// Adopts the ballot of one other, drawn at random, or keeps its own: nothing depends on who is right.
fn neutral(dials: &Dials, problem: &Problem, held: u8, seen: &Seen<'_>) -> u8 {
    let Some(other) = one_other(problem, seen) else { return held };
    let adopts = problem.roll(Roll::Adopts, seen.seat, seen.round) < dials.adopts(seen.has_names);
    if adopts { other } else { held }
}

/// The ballot of one other, drawn at random.
fn one_other(problem: &Problem, seen: &Seen<'_>) -> Option<u8> {
    let place = peer(problem, seen.others.len(), seen.seat, seen.round);
    seen.others.get(place).copied().flatten()
}

/// The seat whose answer a participant with a neutral update reads in a round.
pub(crate) fn peer(problem: &Problem, seats: usize, seat: usize, round: u32) -> usize {
    let drawn = (problem.roll(Roll::Peer, seat, round) * (seats as f64 - 1.0)) as usize;
    if drawn >= seat { drawn + 1 } else { drawn }
}

/// Revises a contradicted ballot at given rates.
fn revised(problem: &Problem, held: u8, rates: (f64, f64), when: Contradiction, seen: &Seen<'_>) -> u8 {
    let (harmful, beneficial) = rates;
    let holders = |option: u8| seen.holders(option);
    let others = |it: u8| it != held && holders(it) > 0;
    let most = |among: &dyn Fn(u8) -> bool| {
        let options = (0..problem.options).filter(|it| others(*it) && among(*it));
        options.reduce(|best, it| if holders(it) > holders(best) { it } else { best })
    };
    let any = match when {
        Contradiction::Peer => one_other(problem, seen).filter(|it| *it != held),
        Contradiction::Any => most(&|_| true),
        Contradiction::Majority => most(&|_| true).filter(|it| holders(*it) > holders(held) + 1),
    };
    let Some(contrary) = any else { return held };
    // What a right participant gives up for, and what a wrong one finds.
    let to = match (held == problem.right, when) {
        (true, _) | (false, Contradiction::Peer | Contradiction::Majority) => contrary,
        (false, Contradiction::Any) if holders(problem.right) > 0 => problem.right,
        (false, Contradiction::Any) => contrary,
    };
    let rate = if to == problem.right { beneficial } else { harmful };
    if problem.roll(Roll::Adopts, seen.seat, seen.round) < rate { to } else { held }
}

impl Seen<'_> {
    /// How many others hold an option.
    pub(crate) fn holders(&self, option: u8) -> usize {
        let others = self.others.iter().enumerate().filter(|(seat, _)| *seat != self.seat);
        others.filter(|(_, held)| **held == Some(option)).count()
    }
}

/// How probable a participant thinks its ballot is.
fn belief(dials: &Dials, signal: &Signal, scores: &Scores, option: u8, seen: &Seen<'_>) -> f64 {
    match dials.update {
        _ if dials.hostile => Dials::HOSTILE,
        Update::Evidence => scores.probability(option),
        _ if option == signal.option => signal.probability,
        Update::Neutral
        | Update::KeepMajority
        | Update::FollowMajority { .. }
        | Update::Oracle
        | Update::Rates { .. } => {
            let others = seen.others.len().saturating_sub(1);
            (seen.holders(option) + 1) as f64 / (others + 2) as f64
        }
    }
}

/// The claims of a turn: facts that it has not heard yet, or an argument for its option.
fn says(dials: &Dials, problem: &Problem, option: u8, seen: &Seen<'_>) -> [Option<Statement>; MOST_SAID] {
    let mut says = [None; MOST_SAID];
    let mut places = says.iter_mut();
    let is_stated = |key: u16| seen.stated.iter().any(|it| it.statement.key == key);
    if problem.facts.is_some() {
        for (at, fact) in problem.facts_of(seen.seat) {
            let speaks_against = fact.option != option;
            let is_kept = speaks_against && problem.roll(Roll::Candour, seen.seat, at) >= dials.candour;
            if !is_kept
                && !is_stated(fact.key)
                && let Some(place) = places.next()
            {
                *place = Some(fact);
            }
        }
        return says;
    }
    let roll = |what| problem.roll(what, seen.seat, seen.round);
    let is_repeatable = |it: &&Stated| it.statement.option == option && it.statement.quality != Quality::Refuted;
    let repeated = seen.stated.iter().find(is_repeatable).filter(|_| roll(Roll::Echo) < dials.echo);
    let own = || problem.argument(seen.seat, seen.round, option, dials.hostile);
    if let Some(place) = places.next() {
        *place = Some(repeated.map_or_else(own, |it| it.statement));
    }
    says
}

/// The claims for the new option that it has not stated itself, the strongest first.
fn because(option: u8, seen: &Seen<'_>) -> [Option<usize>; MOST_SAID] {
    let mut because = [None; MOST_SAID];
    let mut places = because.iter_mut();
    for quality in [Quality::Confirmed, Quality::Sourced, Quality::Asserted] {
        for (at, it) in seen.stated.iter().enumerate() {
            let is_new = it.statement.option == option && !it.is_known_to(seen.seat, seen.round);
            if is_new
                && it.read == Some(quality)
                && let Some(place) = places.next()
            {
                *place = Some(at);
            }
        }
    }
    because
}

#[cfg(test)]
mod tests;
