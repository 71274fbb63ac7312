//! Tokens consumed per round, and the share for kinds of evidence and comparisons (E-23).
//!
//! Computed during the fold, because the state does not keep unusable answers. Calls copied by a fork are excluded: the other debate paid
//! for them. Not here: the size of prompts (`analysis::measure::accounting`).
use super::Debate;
use crate::event::{Answer, Noted};
use crate::evidence::Kind;
use crate::ids::Name;
use crate::text;
use crate::turn::{Counter, Turn};

/// Tokens by purpose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Rounds with at least one paid call.
    pub rounds: Vec<RoundAccount>,
    /// Tokens of comparisons by a model.
    pub metrics: u64,
}

/// Tokens of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundAccount {
    /// The round.
    pub round: u32,
    /// Tokens of prompts and answers, without comparisons.
    pub tokens: u64,
    /// Estimated tokens of kinds of evidence and critiques in parsed answers.
    pub types: u64,
    /// The participant of each call; evaluator calls have none.
    pub asked: Vec<Name>,
}

impl Account {
    /// Adds a call: its round, tokens, participant, and tokens of kinds of evidence.
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
    /// Whether a fork copied the event, so that another debate paid for its call.
    pub(super) fn is_copied(&self, seq: u64) -> bool {
        self.fork.as_ref().is_some_and(|it| seq <= it.upto)
    }

    /// Counts a call of the current round and adds it to the account.
    pub(super) fn pay(&mut self, seq: u64, answer: &Answer, by: Option<&Name>, types: u64) {
        self.count(seq, answer);
        if !self.is_copied(seq) {
            let round = self.round().map_or(0, |it| it.number);
            self.account.enter(round, answer.usage.tokens(), by, types);
        }
    }

    /// Adds the cost of attempts that no answer reports (O-04).
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

/// Estimated tokens of kinds of evidence and critiques in an answer.
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
