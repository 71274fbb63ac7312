//! The end of a simulated debate: computes the figures of its rounds and applies the product's thresholds, table of exits and signs of groupthink.
use super::{Round, SimulatedDebate, Turn};
use crate::sim::agent::Quality;
use analysis::Label;
use analysis::ballots::figures;
use analysis::ballots::rules::{Carried, Gate};
use analysis::decision::exit::inputs::{Doubt, Sides, Step};
use analysis::decision::exit::table::row_of;
use analysis::decision::exit::{Inputs, Measures, Rubric, Tally, Then, is_fixed};
use analysis::decision::thresholds::{PLATEAU_CHANGE, PLATEAU_ROUNDS, STABLE_ROUNDS};
use analysis::measure::convergence::{Sharing, sharing};
use analysis::measure::groupthink::{
    DiversityGate, changed_nothing, is_all_sure, is_barren, is_early, is_still, is_sure, is_yielded,
};
use analysis::measure::thresholds::STAGNANT_ROUNDS;
use analysis::measure::{mean, rounded};
use debate::event::{Reason, RoundKind};
use debate::{Algorithm, ClosingBallot, Decide, Letter, Vote};
use std::collections::BTreeSet;

/// What follows a round.
pub(super) enum After {
    /// The debate ends.
    Close(Reason),
    /// A round of this kind, if the cap allows it.
    Next(RoundKind),
}

impl SimulatedDebate<'_> {
    /// What follows the last round.
    pub(super) fn after(&mut self) -> After {
        let Some(round) = self.rounds.last() else { return After::Next(RoundKind::Usual) };
        let is_grave = self.note_signs(round.number);
        let rules = &self.setting.rules;
        if is_fixed(rules) {
            return After::Next(RoundKind::Usual);
        }
        let Some(round) = self.rounds.last() else { return After::Next(RoundKind::Usual) };
        let measures = self.measures(round);
        let doubt = Doubt::of(round.kind, is_grave, || self.is_unshaken(round, &measures));
        let inputs = Inputs::of_measures(rules, &measures, Sides::None, doubt);
        match row_of(rules.algorithm, &inputs).then {
            Then::Close(reason) => After::Close(reason),
            Then::Escalate => After::Close(Reason::Escalated),
            Then::Object => After::Next(RoundKind::Objection),
            Then::GoOn => After::Next(RoundKind::Usual),
        }
    }

    fn turns<'a>(&'a self, round: &'a Round) -> impl Iterator<Item = (usize, &'a Turn)> {
        (0..self.seats()).filter_map(|seat| Some((seat, round.turn(seat)?)))
    }

    /// The options held in a round, with the number of holders.
    fn tally(&self, round: &Round) -> Vec<(Letter, usize)> {
        let mut tally: Vec<(Letter, usize)> = Vec::with_capacity(4);
        for option in 0..usize::from(self.problem.options) {
            let held = self.turns(round).filter(|(_, it)| usize::from(it.option) == option).count();
            if held > 0 {
                tally.push((Letter::at(option), held));
            }
        }
        tally
    }

    fn agreement(&self, round: &Round) -> Option<f64> {
        let held: Vec<Option<u8>> = self.turns(round).map(|(_, it)| Some(it.option)).collect();
        figures::agreement(&held)
    }

    /// A participant's vote on an option (B-06).
    fn vote(&self, seat: usize, turn: &Turn, option: Letter) -> Option<Vote> {
        if usize::from(turn.option) == option.place() {
            return Some(Vote::Accept);
        }
        let said = self.stands.get(seat).and_then(|it| it.get(option.place()).copied().flatten());
        said.map(Vote::from)
    }

    fn measures(&self, round: &Round) -> Measures {
        let tally = self.tally(round);
        let option = figures::leader(&tally);
        let mut votes = Tally::default();
        let mut least = f64::INFINITY;
        for (seat, turn) in self.turns(round) {
            least = least.min(turn.confidence);
            match option.and_then(|it| self.vote(seat, turn, it)) {
                Some(Vote::Accept) => votes.accept += 1,
                Some(Vote::Minor) => votes.minor += 1,
                Some(Vote::Blocker) => votes.blocker += 1,
                None => votes.none += 1,
            }
        }
        let held = option.map_or(0, |it| tally.iter().find(|(option, _)| *option == it).map_or(0, |(_, held)| *held));
        let seats = self.seats();
        let rules = &self.setting.rules;
        let most =
            rules.exit_limits.convergence_rounds.map_or(STABLE_ROUNDS.max(PLATEAU_ROUNDS), |it| it.max(1) as usize);
        let is_by_evidence = rules.algorithm == Algorithm::EvidenceBasedDebate;
        Measures {
            round: round.number,
            rubric: Rubric::of_votes(option, votes, seats, least.is_finite().then_some(least)),
            label: Label::of_votes(seats, seats, held, || votes.accept + votes.minor),
            agreement: self.agreement(round),
            steps: self.rounds.windows(2).rev().take(most).filter_map(|it| self.step(it)).collect(),
            sharing: is_by_evidence.then(|| self.sharing(round)).flatten(),
            brought: None,
        }
    }

    fn step(&self, pair: &[Round]) -> Option<Step> {
        let [before, after] = pair else { return None };
        let kept = self.turns(after).map(|(seat, now)| match before.turn(seat) {
            Some(then) if then.option == now.option => 1.0,
            Some(_) | None => 0.0,
        });
        let change = mean(kept).map(|it| rounded(1.0 - rounded(it)));
        let confidence = change.filter(|it| *it == 0.0).and_then(|_| self.change_of_confidence(before, after));
        let is_by_plateau = self.setting.rules.algorithm == Algorithm::VoteRubric;
        let is_quiet = confidence.filter(|it| is_by_plateau && *it < PLATEAU_CHANGE);
        Some(Step {
            change,
            shares: figures::distance(&self.tally(before), &self.tally(after)),
            confidence,
            facts: is_quiet.map(|_| self.facts(after.number)),
        })
    }

    fn change_of_confidence(&self, before: &Round, after: &Round) -> Option<f64> {
        let change = |(seat, now): (usize, &Turn)| Some((now.confidence - before.turn(seat)?.confidence).abs());
        let changes: Option<Vec<f64>> = self.turns(after).map(change).collect();
        mean(changes?).map(rounded)
    }

    /// The FACTs first stated in a round.
    fn facts(&self, number: u32) -> usize {
        let is_fact = |quality| quality != Quality::Asserted;
        self.stated.iter().filter(|it| it.introduced == number && is_fact(it.statement.quality)).count()
    }

    /// The overlap of the sources cited in a round, or, where it cites none, of those cited so far (E-13).
    fn sharing(&self, round: &Round) -> Option<Sharing> {
        let is_without = |it: &Round| self.turns(it).all(|(_, it)| it.cited.iter().all(Option::is_none));
        let rounds: &[Round] = if is_without(round) { &self.rounds } else { std::slice::from_ref(round) };
        if rounds.iter().all(is_without) {
            return None;
        }
        let cited = |seat: usize| {
            let turns = rounds.iter().filter_map(move |it| it.turn(seat));
            turns.flat_map(|it| it.cited.iter().flatten()).map(|it| usize::from(*it)).collect()
        };
        let sets: Vec<BTreeSet<usize>> = self.turns(round).map(|(seat, _)| cited(seat)).collect();
        sharing(&sets)
    }

    /// Notes the signs of groupthink after a round (D-41, D-42); whether one is grave.
    fn note_signs(&mut self, number: u32) -> bool {
        let rules = &self.setting.rules;
        let is_heard = rules.parallel.is_some_and(|it| it != debate::Parallel::Full) || number > 1;
        let (Some(threshold), true) = (rules.groupthink, is_heard) else { return false };
        let Some(round) = self.rounds.last() else { return false };
        let Some(agreement) = self.agreement(round) else { return false };
        let mut near = self.rounds.iter().rev().take(2);
        let is_of_an_episode = near.any(|it| it.kind == RoundKind::Objection);
        let is_grave = !is_of_an_episode && (self.is_early(round, agreement) || self.is_stagnant());
        let given: Vec<f64> = self.turns(round).map(|(_, it)| it.confidence).collect();
        let least = given.iter().copied().reduce(f64::min);
        let sure = least.zip(mean(given).map(rounded)).is_some_and(|(least, mean)| is_all_sure(least, mean));
        let is_light = sure && agreement > threshold;
        self.seen.grave |= is_grave;
        self.seen.light |= is_light;
        is_grave
    }

    /// Whether most are sure too early, on too little.
    fn is_early(&self, round: &Round, agreement: f64) -> bool {
        let sure = self.turns(round).filter(|(_, it)| is_sure(it.confidence)).count();
        let share = rounded(sure as f64 / self.seats().max(1) as f64);
        is_early(round.number, share, agreement) && {
            let cited = self.stated.iter().filter(|it| it.statement.quality != Quality::Asserted).count();
            let holds = |seat: usize| {
                let held = |it: &crate::sim::agent::Stated| it.since.get(seat).is_some_and(|it| *it > 0);
                self.stated.iter().enumerate().filter(|(_, it)| held(it)).map(|(place, _)| place).collect()
            };
            let premises: Vec<BTreeSet<usize>> = (0..self.seats()).map(holds).collect();
            !DiversityGate::of_premises(cited, &premises).holds()
        }
    }

    /// Whether the last rounds brought nothing new and changed nothing.
    fn is_stagnant(&self) -> bool {
        let is_it = |pair: &[Round]| {
            let [before, after] = pair else { return false };
            let Some(change) = self.change_of_confidence(before, after) else { return false };
            let agreement = self.agreement(after);
            agreement.is_some_and(|it| is_still(change, it)) && is_barren(self.facts(after.number), self.seats())
        };
        self.rounds.len() > STAGNANT_ROUNDS && self.rounds.windows(2).rev().take(STAGNANT_ROUNDS).all(is_it)
    }

    /// Whether an objection round had no effect on a suspect agreement (D-43, B-14).
    fn is_unshaken(&self, round: &Round, measures: &Measures) -> bool {
        let Some(before) = self.rounds.iter().rev().nth(1) else { return false };
        let confidence = mean(self.turns(round).map(|(_, it)| it.confidence)).map(rounded);
        let change = |(seat, now): (usize, &Turn)| {
            let then = before.turn(seat)?;
            let is_kept = then.option == now.option;
            Some(if is_kept { (now.confidence - then.confidence).abs() } else { 1.0 })
        };
        let belief = || {
            let changes: Option<Vec<f64>> = self.turns(round).map(change).collect();
            mean(changes?).map(rounded)
        };
        let is_suspect = || {
            let came_by_yielding =
                measures.rubric.option.is_some_and(|it| is_yielded(self.firm(round, it, Carried::New), self.seats()));
            self.setting.rules.high_stakes || measures.rubric.votes.blocker > 0 || came_by_yielding
        };
        changed_nothing(confidence, belief, || Some(self.facts(round.number))) && is_suspect()
    }

    /// The holders of an option in a round whose last move, if any, was carried by at least this.
    fn firm(&self, round: &Round, option: Letter, least: Carried) -> usize {
        let holds = |it: &Turn| usize::from(it.option) == option.place();
        let yielded = |seat: usize| self.moved.get(seat).copied().flatten().is_some_and(|it| it < least);
        self.turns(round).filter(|(seat, it)| holds(it) && !yielded(*seat)).count()
    }

    /// Whether the rest of the last possible round, in which participants speak in turn, can't change the result.
    pub(super) fn is_decided(&self, number: u32, kind: RoundKind) -> bool {
        let rules = &self.setting.rules;
        let is_last = number > 1 && number == rules.rounds && kind == RoundKind::Usual;
        if !is_last || is_fixed(rules) || rules.closing_ballot == ClosingBallot::Always {
            return false;
        }
        let Some(round) = self.rounds.last() else { return false };
        let tally = self.tally(round);
        let Some(leader) = figures::leader(&tally) else { return false };
        let held = tally.iter().find(|(it, _)| *it == leader).map_or(0, |(_, held)| *held);
        let is_blocked = self.turns(round).any(|(seat, it)| self.vote(seat, it, leader) == Some(Vote::Blocker));
        let gate = rules.evidence.as_ref().is_some_and(|it| it.gate);
        let least = if gate { Carried::Checked } else { Carried::New };
        let is_safe = || match rules.decide {
            Decide::Openings | Decide::Majority => true,
            Decide::Guarded => self.firm(round, leader, least) * 2 > self.seats(),
            Decide::Confidence | Decide::Calibration | Decide::Borda | Decide::Condorcet | Decide::Trajectory => false,
        };
        held * 2 > self.seats() && is_blocked && is_safe()
    }
}

/// The gate that rules set.
pub fn gate(rules: &debate::Rules) -> Gate {
    if rules.evidence.as_ref().is_some_and(|it| it.gate) { Gate::Checked } else { Gate::Open }
}
