//! Simulated debates without prompts, for speed: the same participants, counting, exits and decision rules as in a debate of the product,
//! tens of thousands a second.
//!
//! A test shows that both paths give the same ballots, confidences and decisions ([`crate::protocol`]). Modes whose seats differ, tools,
//! reviews and budgets are played by the protocol path alone. Not here: what a participant decides (`sim::agent`), and what is measured.
mod estimates;
mod exits;

pub use estimates::estimates;
pub use exits::gate;

use crate::sim::agent::{Decision, Dials, MOST_SEATS, Problem, Quality, Seen, Stated, decide};
use crate::simulation_config::SimulationConfig;
use analysis::ballots::rules::{Ballot, BallotHistory, Carried, Decided, Gate, Given, decide as decide_by, settle};
use debate::event::{Reason, RoundKind};
use debate::{ClosingBallot, Consent, Decide, Parallel};
use exits::After;

/// Totals of a tie differ by less than this. Ours: totals are sums of a few weights.
const TIED: f64 = 1e-9;

/// A debate that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The question.
    pub problem: Problem,
    /// The ballots, as decision rules see them.
    pub history: BallotHistory,
    /// Why it ended.
    pub reason: Reason,
    /// The rounds that were argued.
    pub argued: u32,
    /// The signs of groupthink that were seen.
    pub seen: Signs,
    /// How often each seat is right alone: what a long record of outcomes would tell of it.
    pub accuracies: [f64; MOST_SEATS],
}

/// The signs of groupthink of a debate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// Early convergence or stagnation (D-42).
    pub grave: bool,
    /// Everyone is sure of the same (D-41).
    pub light: bool,
}

impl Played {
    /// The option that a rule decides on; none on a tie, or if the rule does not apply.
    pub fn decided(&self, rule: Decide, gate: Gate) -> Option<usize> {
        self.ruled(rule, gate).and_then(|it| it.option)
    }

    /// The result of a rule.
    pub fn ruled(&self, rule: Decide, gate: Gate) -> Option<Decided> {
        decide_by(rule, &self.history, &self.given(rule, gate))
    }

    /// What rules are given besides ballots: the accuracies for the one that weighs them.
    fn given(&self, rule: Decide, gate: Gate) -> Given {
        let is_weighed = rule == Decide::Calibration;
        let seats = if is_weighed { usize::from(self.problem.seats) } else { 0 };
        Given { weights: self.accuracies.iter().copied().enumerate().take(seats).collect(), gate }
    }

    /// How right the decision is that a verdict would state by the default rule: the same, unless nobody holds the rule's result any more.
    pub fn credit_of_verdict(&self, gate: Gate) -> Option<f64> {
        settle(Decide::Guarded, &self.history, &self.given(Decide::Guarded, gate)).map(|it| self.credit_of(&it))
    }

    /// How right the decision of `calibration` is with these weights of the seats.
    pub fn credit_weighted(&self, weights: &[f64]) -> Option<f64> {
        let given = Given { weights: weights.iter().copied().enumerate().collect(), gate: Gate::Open };
        decide_by(Decide::Calibration, &self.history, &given).map(|it| self.credit_of(&it))
    }

    /// How right the decision of a rule is: 1 or 0, and on a tie the probability that a random pick among the tied options is right. None if the
    /// rule does not apply.
    pub fn credit(&self, rule: Decide, gate: Gate) -> Option<f64> {
        self.ruled(rule, gate).map(|it| self.credit_of(&it))
    }

    fn credit_of(&self, decided: &Decided) -> f64 {
        let right = usize::from(self.problem.right);
        if let Some(option) = decided.option {
            return f64::from(u8::from(option == right));
        }
        let most = decided.tally.iter().copied().fold(0.0, f64::max);
        let is_tied = |it: f64| most > 0.0 && most - it < TIED;
        let tied = decided.tally.iter().filter(|it| is_tied(**it)).count();
        let is_among = decided.tally.get(right).is_some_and(|it| is_tied(*it));
        if is_among { 1.0 / tied as f64 } else { 0.0 }
    }

    /// How many ballots of a round, from 0, are right.
    pub fn right_in(&self, round: usize) -> usize {
        let right = Some(usize::from(self.problem.right));
        self.history.rounds.get(round).map_or(0, |it| it.iter().filter(|it| it.option == right).count())
    }

    /// The debate as if it had ended after so many rounds.
    pub fn upto(&self, rounds: usize) -> Played {
        let kept = self.history.rounds.iter().take(rounds.max(1)).cloned().collect();
        Played { history: BallotHistory { options: self.history.options, rounds: kept }, ..self.clone() }
    }
}

/// What a round left behind, by seat.
#[derive(Clone, Debug)]
struct Round {
    number: u32,
    kind: RoundKind,
    /// None for a seat that was not asked.
    turns: [Option<Turn>; MOST_SEATS],
}

/// What is counted of a turn.
#[derive(Clone, Copy, Debug)]
struct Turn {
    option: u8,
    confidence: f64,
    carried: Option<Carried>,
    /// The claims with a source that it cites, by number.
    cited: [Option<u16>; crate::sim::agent::MOST_SAID],
    decision: Decision,
}

/// A debate under way.
struct SimulatedDebate<'a> {
    setting: &'a SimulationConfig,
    problem: Problem,
    rounds: Vec<Round>,
    stated: Vec<Stated>,
    /// The option that each seat holds.
    held: [Option<u8>; MOST_SEATS],
    /// What each seat last said of each option that it does not hold.
    stands: [[Option<Consent>; crate::sim::agent::MOST_OPTIONS]; MOST_SEATS],
    /// What carried each seat's last move.
    moved: [Option<Carried>; MOST_SEATS],
    seen: Signs,
}

/// Plays the debate of a problem.
pub fn play(setting: &SimulationConfig, problem: Problem) -> Played {
    let mut table = SimulatedDebate {
        setting,
        problem,
        rounds: Vec::with_capacity(8),
        stated: Vec::with_capacity(32),
        held: [None; MOST_SEATS],
        stands: Default::default(),
        moved: [None; MOST_SEATS],
        seen: Signs::default(),
    };
    let (mut number, mut kind) = (1, RoundKind::Usual);
    let reason = loop {
        if !table.argue(number, kind) {
            break Reason::Unassailable;
        }
        match table.after() {
            After::Close(reason) => break reason,
            After::Next(_) if number >= setting.rules.rounds => break Reason::RoundCap,
            After::Next(next) => (number, kind) = (number + 1, next),
        }
    };
    let is_closing = setting.rules.closing_ballot == ClosingBallot::Always && reason != Reason::Escalated;
    if is_closing {
        table.close(number + 1);
    }
    Played {
        problem,
        history: table.history(is_closing),
        reason,
        argued: number,
        seen: table.seen,
        accuracies: setting.accuracies(),
    }
}

impl SimulatedDebate<'_> {
    fn seats(&self) -> usize {
        self.setting.seats.len()
    }

    /// Plays a round; whether it was played to its end.
    fn argue(&mut self, number: u32, kind: RoundKind) -> bool {
        self.rounds.push(Round { number, kind, turns: [None; MOST_SEATS] });
        let seats = self.seats();
        // How many are asked before anybody has heard anything of the round; the others are asked one after the other.
        let together = match self.setting.rules.parallel.unwrap_or(Parallel::Full) {
            Parallel::Full => seats,
            Parallel::LastOnly => seats - 1,
            Parallel::None => 0,
        };
        let before = self.held;
        let mut decided: [Option<Decision>; MOST_SEATS] = [None; MOST_SEATS];
        for (seat, place) in decided.iter_mut().enumerate().take(together) {
            *place = Some(self.ask(seat, number, false));
        }
        for seat in 0..seats {
            match decided.get(seat).copied().flatten() {
                Some(decision) => self.take(seat, number, decision, &before),
                None if self.is_decided(number, kind) => return false,
                None => {
                    let held = self.held;
                    let decision = self.ask(seat, number, false);
                    self.take(seat, number, decision, &held);
                }
            }
        }
        true
    }

    /// Secret closing ballots.
    fn close(&mut self, number: u32) {
        let (held, seats) = (self.held, self.seats());
        let decided: Vec<Decision> = (0..seats).map(|seat| self.ask(seat, number, true)).collect();
        self.rounds.push(Round { number, kind: RoundKind::Ballot, turns: [None; MOST_SEATS] });
        for (seat, decision) in decided.into_iter().enumerate() {
            self.take(seat, number, decision, &held);
        }
    }

    fn ask(&self, seat: usize, number: u32, is_secret: bool) -> Decision {
        let hidden = self.setting.rules.hidden;
        let mut others = self.held;
        if hidden.answers {
            others = [None; MOST_SEATS];
        }
        let seen = Seen {
            round: number,
            seat,
            held: self.held.get(seat).copied().flatten(),
            others: others.get(..self.seats()).unwrap_or_default(),
            stated: &self.stated,
            has_names: !hidden.names,
            is_secret,
        };
        let dials = self.setting.seats.get(seat).copied().unwrap_or_else(Dials::default);
        decide(&dials, &self.problem, &seen)
    }

    /// Enters a turn; `heard` are the ballots that its participant had seen.
    fn take(&mut self, seat: usize, number: u32, decision: Decision, heard: &[Option<u8>; MOST_SEATS]) {
        let before = self.held.get(seat).copied().flatten();
        let is_secret = self.rounds.last().is_some_and(|it| it.kind == RoundKind::Ballot);
        let is_moved = !is_secret && before.is_some_and(|it| it != decision.option);
        let carried = is_moved.then(|| self.carried(&decision));
        if let Some(moved) = self.moved.get_mut(seat).filter(|_| carried.is_some()) {
            *moved = carried;
        }
        if !is_secret {
            self.state(seat, number, &decision);
            let other = heard.iter().enumerate().filter(|(it, _)| *it != seat).filter_map(|(_, it)| *it);
            let stands = self.stands.get_mut(seat);
            if let Some(stands) = stands {
                for option in other.filter(|it| *it != decision.option) {
                    if let Some(stand) = stands.get_mut(usize::from(option)) {
                        *stand = Some(decision.stand);
                    }
                }
            }
        }
        if let Some(held) = self.held.get_mut(seat) {
            *held = Some(decision.option);
        }
        let mut cited = [None; crate::sim::agent::MOST_SAID];
        let sourced = decision.says().filter(|it| it.quality != Quality::Asserted);
        cited.iter_mut().zip(sourced).for_each(|(place, it)| *place = Some(it.key));
        let turn = Turn { option: decision.option, confidence: decision.confidence, carried, cited, decision };
        if let Some(place) = self.rounds.last_mut().and_then(|it| it.turns.get_mut(seat)) {
            *place = Some(turn);
        }
    }

    /// The strongest evidence among the claims that a move cites; one that cites none gives a reason of its own, which is a new claim (B-13).
    fn carried(&self, decision: &Decision) -> Carried {
        let worth = |quality: Quality| match quality {
            Quality::Confirmed => Carried::Checked,
            Quality::Sourced => Carried::New,
            Quality::Refuted | Quality::Asserted => Carried::Nothing,
        };
        let named = decision.because().filter_map(|it| Some(worth(self.stated.get(it)?.statement.quality)));
        let is_new = |key: u16| self.stated.iter().all(|it| it.statement.key != key);
        let own = || decision.says().filter(|it| is_new(it.key)).map(|it| worth(it.quality)).max();
        let strongest = if decision.because().next().is_some() { named.max() } else { own() };
        strongest.unwrap_or(Carried::Nothing)
    }

    /// Enters the claims of a turn.
    fn state(&mut self, seat: usize, number: u32, decision: &Decision) {
        for statement in decision.says() {
            let known = self.stated.iter().position(|it| it.statement.key == statement.key);
            let place = known.unwrap_or_else(|| {
                self.stated.push(Stated::new(&self.problem, statement, number));
                self.stated.len() - 1
            });
            let since = self.stated.get_mut(place).and_then(|it| it.since.get_mut(seat));
            if let Some(since) = since.filter(|it| **it == 0) {
                *since = number;
            }
        }
    }

    /// The ballots as decision rules see them. Closing ballots replace all others (B-05); the rest of a round that was cut short is that
    /// before it.
    fn history(&self, is_closing: bool) -> BallotHistory {
        let (seats, options) = (self.seats(), usize::from(self.problem.options));
        let ballot = |(voter, turn): (usize, &Turn)| Ballot {
            voter,
            option: Some(usize::from(turn.option)),
            then: None,
            confidence: Some(turn.confidence),
            // A closing ballot has no ranking (B-05).
            ranking: if options > 2 && !is_closing {
                turn.decision.ranking().map(usize::from).collect()
            } else {
                Vec::new()
            },
            carried: turn.carried,
        };
        let row = |it: &Round, before: Option<&Round>| {
            let turn = |seat: usize| it.turn(seat).or_else(|| before.and_then(|it| it.turn(seat))).map(|it| (seat, it));
            (0..seats).filter_map(turn).map(ballot).collect()
        };
        let mut before = None;
        let mut rounds = Vec::with_capacity(self.rounds.len());
        for round in self.rounds.iter().filter(|it| !is_closing || it.kind == RoundKind::Ballot) {
            rounds.push(row(round, before));
            before = Some(round);
        }
        BallotHistory { options, rounds }
    }
}

impl Round {
    fn turn(&self, seat: usize) -> Option<&Turn> {
        self.turns.get(seat).and_then(Option::as_ref)
    }
}
