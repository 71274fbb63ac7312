//! Token costs of kinds of evidence, comparisons and rounds, compared with a debate without them (E-23).
//!
//! Tokens of calls are as reported by providers; the share of kinds of evidence is a conservative estimate. Not here: prices.
use crate::measure::thresholds::{TYPES_IN_MOVES, TYPES_IN_PROMPT};
use debate::state::RoundAccount;
use debate::{Debate, Kind, Layout, Profile, text};
use serde::Serialize;

/// Tokens by purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Accounting {
    /// Tokens of kinds of evidence and critiques in prompts.
    pub types_in_prompts: u64,
    /// The same in answers.
    pub types_in_answers: u64,
    /// Tokens of comparisons by a model.
    pub metrics: u64,
    /// Tokens of the rounds after the openings, including kinds of evidence.
    pub later_rounds: u64,
    /// Tokens per round, including kinds of evidence.
    pub rounds: Vec<RoundLine>,
    /// The total.
    pub total: u64,
    /// The estimated cost of openings alone, without kinds of evidence and comparisons: a plain vote.
    pub without: u64,
}

/// Tokens of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoundLine {
    /// The round.
    pub round: u32,
    /// Prompts and answers together.
    pub tokens: u64,
    /// Tokens of kinds of evidence.
    pub types: u64,
}

impl Accounting {
    /// The account of a debate; none if nothing was typed or compared, as in older logs, or if there were no paid calls.
    pub fn of(debate: &Debate) -> Option<Accounting> {
        let account = &debate.account;
        let is_plain = debate.rules.evidence.is_none() && account.metrics == 0;
        if is_plain || account.rounds.is_empty() {
            return None;
        }
        let in_prompts: Vec<u64> = account.rounds.iter().map(|it| in_prompts(debate, it)).collect();
        let line = |(it, asked): (&RoundAccount, &u64)| RoundLine {
            round: it.round,
            tokens: it.tokens,
            types: it.types + asked,
        };
        let rounds: Vec<RoundLine> = account.rounds.iter().zip(&in_prompts).map(line).collect();
        let opening = rounds.iter().find(|it| it.round == 1);
        Some(Accounting {
            types_in_prompts: in_prompts.iter().sum(),
            types_in_answers: account.rounds.iter().map(|it| it.types).sum(),
            metrics: account.metrics,
            later_rounds: rounds.iter().filter(|it| it.round > 1).map(|it| it.tokens).sum(),
            total: debate.spent.tokens(),
            without: opening.map_or(0, |it| it.tokens.saturating_sub(it.types)),
            rounds,
        })
    }
}

/// Tokens of kinds of evidence in the prompts of a round: their rules, and the kind of every claim and source shown.
fn in_prompts(debate: &Debate, round: &RoundAccount) -> u64 {
    if debate.rules.evidence.is_none() || debate.rules.without_labels {
        return 0;
    }
    let registry = &debate.registry;
    let claims = registry.claims.iter().filter(|it| it.introduced < round.round);
    let claims = claims.filter_map(|it| registry.given(it, round.round.saturating_sub(1)));
    let sources = registry.evidence.iter().filter(|it| it.introduced < round.round).filter_map(|it| it.rests);
    let word = |kind: Kind| text::tokens(&format!(" {kind}")) as u64;
    let shown: u64 = claims.chain(sources).map(word).sum();
    let seats = round.asked.iter().filter_map(|it| debate.participant(it));
    let call = |layout: Layout| match layout {
        Layout::Rebuild if round.round == 1 => TYPES_IN_PROMPT,
        Layout::Rebuild | Layout::Append => TYPES_IN_PROMPT + TYPES_IN_MOVES,
    };
    seats.filter(|it| it.profile == Profile::Full).map(|it| call(it.layout) + shown).sum()
}
