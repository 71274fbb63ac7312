//! The configuration of a simulated debate: who takes part with which dials, what the question is like, and the rules.
use crate::sim::agent::{Claims, Dials, Facts, MOST_OPTIONS, MOST_ROUNDS, MOST_SEATS, Problem};
use debate::chance::mix;
use debate::{Algorithm, Letter, Rules};

/// The configuration of a simulated debate.
#[derive(Clone, Debug, PartialEq)]
pub struct SimulationConfig {
    /// The mode, in the protocol path. The direct path plays those in which all seats are alike.
    pub mode: String,
    /// The participants.
    pub seats: Vec<Dials>,
    /// The number of options.
    pub options: usize,
    /// What claims are worth.
    pub claims: Claims,
    /// Private facts in place of private signals.
    pub facts: Option<Facts>,
    /// The letter of the right option; drawn for each problem if absent.
    pub right: Option<Letter>,
    /// The rules of the debate: rounds, exits, order, hidden channels, decision rule.
    pub rules: Rules,
}

impl SimulationConfig {
    /// A debate of so many participants with these dials, with the usual rules.
    pub fn of(dials: Dials, seats: usize) -> SimulationConfig {
        SimulationConfig {
            mode: "collaborative".to_owned(),
            seats: vec![dials; seats.clamp(2, MOST_SEATS)],
            options: 4,
            claims: Claims::default(),
            facts: None,
            right: None,
            rules: Rules::default(),
        }
    }

    /// The same over a fixed number of rounds.
    pub fn fixed(mut self, rounds: u32) -> SimulationConfig {
        self.rules.rounds = rounds.clamp(1, MOST_ROUNDS);
        self.rules.algorithm = Algorithm::FixedRounds;
        self
    }

    /// The same with other properties of claims.
    pub fn claiming(mut self, claims: Claims) -> SimulationConfig {
        self.claims = claims;
        self
    }

    /// The same with so many options.
    pub fn with_options(mut self, options: usize) -> SimulationConfig {
        self.options = options.clamp(2, MOST_OPTIONS);
        self
    }

    /// The same with other dials for everyone.
    pub fn each(mut self, change: impl Fn(&mut Dials)) -> SimulationConfig {
        self.seats.iter_mut().for_each(change);
        self
    }

    /// The problem of the debate with this number.
    pub fn problem(&self, seed: u64, number: u64) -> Problem {
        let seed = mix(mix(seed) ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let problem = Problem::draw(seed, self.seats.len(), self.options, self.claims, self.facts);
        let right = self.right.and_then(|it| u8::try_from(it.place()).ok()).filter(|it| *it < problem.options);
        right.map_or(problem, |it| problem.with_right(it))
    }

    /// How often each seat is right alone.
    pub fn accuracies(&self) -> [f64; MOST_SEATS] {
        let mut accuracies = [0.0; MOST_SEATS];
        let alone = self.seats.iter().map(|it| if it.hostile { 0.0 } else { it.accuracy });
        accuracies.iter_mut().zip(alone).for_each(|(place, it)| *place = it);
        accuracies
    }

    /// All settings, in one line.
    pub fn told(&self) -> String {
        let Rules { rounds, algorithm, decide, closing_ballot, hidden, groupthink, .. } = &self.rules;
        let mut groups: Vec<(usize, &Dials)> = Vec::new();
        for dials in &self.seats {
            match groups.last_mut() {
                Some((count, last)) if **last == *dials => *count += 1,
                Some(_) | None => groups.push((1, dials)),
            }
        }
        let seats: Vec<String> = groups.iter().map(|(count, dials)| format!("{count} × ({})", dials.told())).collect();
        let Claims { checkable, misleading, sourced, invented } = self.claims;
        let knowledge = match self.facts {
            Some(Facts { held, brief, checkable }) => {
                let held = match held {
                    crate::sim::agent::Holding::Single => "single",
                    crate::sim::agent::Holding::Shared => "shared",
                };
                format!("facts {held}, brief {brief}, checkable_facts {checkable}")
            }
            None => format!("checkable {checkable}, misleading {misleading}, sourced {sourced}, invented {invented}"),
        };
        let order = self.rules.parallel.map_or("full", |it| it.as_str());
        let hidden: Vec<&str> = hidden.closed().collect();
        let hidden = if hidden.is_empty() { "nothing".to_owned() } else { hidden.join(", ") };
        let groupthink = groupthink.map_or("off".to_owned(), |it| it.to_string());
        let limits = &self.rules.exit_limits;
        let consensus = limits.consensus.map_or(String::new(), |it| format!(", consensus {it}"));
        let quiet = limits.convergence_rounds.map_or(String::new(), |it| format!(", quiet rounds {it}"));
        let stakes = if self.rules.high_stakes { ", high stakes" } else { "" };
        let right = self.right.map_or(String::new(), |it| format!(", right {it}"));
        let gate =
            if crate::direct::gate(&self.rules) == analysis::ballots::rules::Gate::Checked { ", gate" } else { "" };
        format!(
            "{}; {}, {} options{right}; {knowledge}; at most {rounds} rounds, {algorithm}{consensus}{quiet}{stakes}, {decide}{gate}, in parallel {order}, closing ballot {closing_ballot}, hidden {hidden}, groupthink {groupthink}",
            seats.join(", "),
            self.mode,
            self.options,
        )
    }
}
