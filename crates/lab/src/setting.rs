//! The setting of a simulated debate: who takes part with which dials, what the question is like, and the rules.
use crate::sim::agent::{Case, Claims, Dials, Facts, MOST_OPTIONS, MOST_ROUNDS, MOST_SEATS};
use debate::chance::mix;
use debate::{Algorithm, Rules};

/// The setting of a simulated debate.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
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
    /// The rules of the debate: rounds, exits, order, hidden channels, decision rule.
    pub rules: Rules,
}

impl Setting {
    /// A debate of so many participants with these dials, with the usual rules.
    pub fn of(dials: Dials, seats: usize) -> Setting {
        Setting {
            mode: "collaborative".to_owned(),
            seats: vec![dials; seats.clamp(2, MOST_SEATS)],
            options: 4,
            claims: Claims::default(),
            facts: None,
            rules: Rules::default(),
        }
    }

    /// The same over a fixed number of rounds.
    pub fn fixed(mut self, rounds: u32) -> Setting {
        self.rules.rounds = rounds.clamp(1, MOST_ROUNDS);
        self.rules.algorithm = Algorithm::FixedRounds;
        self
    }

    /// The same with other properties of claims.
    pub fn claiming(mut self, claims: Claims) -> Setting {
        self.claims = claims;
        self
    }

    /// The same with so many options.
    pub fn with_options(mut self, options: usize) -> Setting {
        self.options = options.clamp(2, MOST_OPTIONS);
        self
    }

    /// The same with other dials for everyone.
    pub fn each(mut self, change: impl Fn(&mut Dials)) -> Setting {
        self.seats.iter_mut().for_each(change);
        self
    }

    /// The case of the debate with this number.
    pub fn case(&self, seed: u64, number: u64) -> Case {
        let seed = mix(mix(seed) ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        Case::draw(seed, self.seats.len(), self.options, self.claims, self.facts)
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
        let consensus = self.rules.exit_limits.consensus.map_or(String::new(), |it| format!(", consensus {it}"));
        let gate =
            if crate::direct::gate(&self.rules) == analysis::ballots::rules::Gate::Checked { ", gate" } else { "" };
        format!(
            "{}; {} options; {knowledge}; at most {rounds} rounds, {algorithm}{consensus}, {decide}{gate}, in parallel {order}, closing ballot {closing_ballot}, hidden {hidden}, groupthink {groupthink}",
            seats.join(", "),
            self.options,
        )
    }
}
