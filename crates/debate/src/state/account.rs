//! What the calls of each round consumed, and what of it went into types of evidence and comparisons (E-23).
//!
//! Kept while a log is folded, for a state has no answers that could not be used. Calls that a fork has copied are not in it: another
//! debate has paid for them. Not here: what prompts cost (`analysis::measure::accounting`).
use super::Debate;
use crate::event::{Answer, Noted};
use crate::evidence::Kind;
use crate::ids::Name;
use crate::text;
use crate::turn::{Counter, Turn};

/// What was spent on what, in tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Round by round, those in which somebody was paid for.
    pub rounds: Vec<RoundAccount>,
    /// What comparing positions consumed, where a model does it.
    pub metrics: u64,
}

/// What the calls of a round consumed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundAccount {
    /// Which round.
    pub round: u32,
    /// What they consumed, prompts and answers together, comparisons aside.
    pub tokens: u64,
    /// What types of evidence and parts of critiques took of the answers that were read, by our estimate.
    pub types: u64,
    /// Whose calls they were, once for each; an evaluator's are nobody's.
    pub asked: Vec<Name>,
}

impl Account {
    /// Enters a call of a round: what it consumed, whose it was, and what types took of its answer.
    pub(super) fn enter(&mut self, round: u32, tokens: u64, by: Option<&Name>, types: u64) {
        if self.rounds.last().is_none_or(|it| it.round != round) {
            self.rounds.push(RoundAccount { round, ..RoundAccount::default() });
        }
        if let Some(account) = self.rounds.last_mut() {
            account.tokens += tokens;
            account.types += types;
            account.asked.extend(by.cloned());
        }
    }
}

impl Debate {
    /// Whether another debate has paid for the call of that event.
    pub(super) fn is_copied(&self, seq: u64) -> bool {
        self.fork.as_ref().is_some_and(|it| seq <= it.upto)
    }

    /// Counts a call of the current round, and enters it into the account.
    pub(super) fn pay(&mut self, seq: u64, answer: &Answer, by: Option<&Name>, types: u64) {
        self.count(seq, answer);
        if !self.is_copied(seq) {
            let round = self.round().map_or(0, |it| it.number);
            self.account.enter(round, answer.usage.tokens(), by, types);
        }
    }

    /// Charges what attempts may have cost that no answer tells of (O-04).
    pub(super) fn charge(&mut self, seq: u64, noted: &Noted) {
        if self.is_copied(seq) {
            self.copied += noted.usage;
            return;
        }
        self.spent += noted.usage;
        let round = self.round().map_or(0, |it| it.number);
        self.account.enter(round, noted.usage.tokens(), None, 0);
    }

    pub(super) fn count(&mut self, seq: u64, answer: &Answer) {
        if self.is_copied(seq) {
            self.copied += answer.usage;
        } else {
            self.calls += 1;
            self.spent += answer.usage;
        }
        self.dearest.input = self.dearest.input.max(answer.usage.input);
        self.dearest.output = self.dearest.output.max(answer.usage.output);
        self.dearest.cost = match (self.dearest.cost, answer.usage.cost) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        };
    }
}

/// What types of evidence and parts of critiques take in an answer, by our estimate.
pub(super) fn types(turn: &Turn) -> u64 {
    let word = |kind: Option<Kind>| kind.map_or_else(|| "null".to_owned(), |it| format!("\"{it}\""));
    let typed = |kind: Option<Kind>| format!(",\"type\":{}", word(kind));
    let mut written = String::new();
    let kinds = turn.claims.iter().map(|it| it.kind).chain(turn.references.iter().map(|it| it.kind));
    kinds.for_each(|it| written.push_str(&typed(it)));
    for it in &turn.moves {
        let part = |it: &Option<String>| it.as_ref().map_or_else(|| "null".to_owned(), |it| format!("\"{it}\""));
        let counter = |it: &Counter| format!("{{\"text\":\"{}\"{}}}", it.text, typed(it.kind));
        let counter = it.counter.as_ref().map_or_else(|| "null".to_owned(), counter);
        let (assessment, synthesis) = (part(&it.assessment), part(&it.synthesis));
        written.push_str(&format!(",\"assessment\":{assessment},\"counter\":{counter},\"synthesis\":{synthesis}"));
    }
    text::tokens(&written) as u64
}
