//! The cost of a call, by a price list that the user can override (O-02).
//!
//! The list is part of the binary (`genai-prices`). The first look-up unpacks it, some 40 ms; later ones take a few microseconds. A
//! cost that the provider reports is never recomputed.
//! Not here: budgets.
use crate::chat::Usage;
use genai_prices::{PriceRequest, UsageKey};
use serde::{Deserialize, Serialize};

/// A price the user has set, in US dollars per million tokens.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// Price of the prompt.
    pub input: f64,
    /// Price of the prompt's cached part; that of the prompt if absent.
    pub cached: Option<f64>,
    /// Price of the answer.
    pub output: f64,
}

/// How a provider's calls are priced.
#[derive(Clone, Debug, PartialEq)]
pub enum Tariff {
    /// Free, as long as it runs on this machine.
    Free,
    /// The public price list, under this provider name.
    Listed(String),
    /// A price set by the user.
    Fixed(Price),
    /// No price is known.
    Unknown,
}

impl Tariff {
    /// The cost of a call in US dollars, if it is known. `cache_writes` are prompt tokens written to the provider's cache.
    pub fn cost(&self, model: &str, usage: &Usage, cache_writes: u64) -> Option<f64> {
        match self {
            Self::Free => Some(0.0),
            Self::Listed(provider) => listed(provider, model, usage, cache_writes),
            Self::Fixed(price) => {
                let cached = usage.cached.min(usage.input);
                let dollars = float(usage.input - cached) * price.input
                    + float(cached) * price.cached.unwrap_or(price.input)
                    + float(usage.output) * price.output;
                Some(dollars / 1e6)
            }
            Self::Unknown => None,
        }
    }
}

fn listed(provider: &str, model: &str, usage: &Usage, cache_writes: u64) -> Option<f64> {
    let counted = genai_prices::Usage::from([
        (UsageKey::INPUT_TOKENS, float(usage.input)),
        (UsageKey::CACHE_READ_TOKENS, float(usage.cached)),
        (UsageKey::CACHE_WRITE_TOKENS, float(cache_writes)),
        (UsageKey::OUTPUT_TOKENS, float(usage.output)),
    ]);
    let request = PriceRequest::new(model, &counted).with_provider_id(provider);
    genai_prices::calculate(&request).ok().map(|price| price.total_price)
}

/// Exact: token counts are far below 2^53.
fn float(tokens: u64) -> f64 {
    tokens as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const USAGE: Usage = Usage { input: 1_000_000, cached: 500_000, output: 100_000, cost: None };

    /// O-02
    #[test]
    fn a_price_is_listed_set_nothing_or_unknown() {
        let fixed = |cached| Tariff::Fixed(Price { input: 2.0, cached, output: 10.0 });
        let listed = |provider: &str| Tariff::Listed(provider.to_owned());
        let rows = [
            (Tariff::Free, "llama3.2", Some(0.0)),
            (Tariff::Unknown, "gpt-4o", None),
            (fixed(None), "mine", Some(3.0)),
            (fixed(Some(1.0)), "mine", Some(2.5)),
            (listed("openai"), "gpt-4o-mini", Some(0.1725)),
            (listed("openai"), "no-such-model", None),
        ];
        for (tariff, model, expected) in rows {
            let cost = tariff.cost(model, &USAGE, 0);
            let equal = match (cost, expected) {
                (Some(cost), Some(expected)) => (cost - expected).abs() < 1e-9,
                (cost, expected) => cost == expected,
            };
            assert!(equal, "{tariff:?} {model}: {cost:?} instead of {expected:?}");
        }
    }

    #[test]
    fn writing_the_cache_is_dearer_than_not() {
        let tariff = Tariff::Listed("anthropic".to_owned());
        let usage = Usage { input: 1000, ..Usage::default() };
        assert!(tariff.cost("claude-sonnet-4-5", &usage, 1000) > tariff.cost("claude-sonnet-4-5", &usage, 0));
    }
}
