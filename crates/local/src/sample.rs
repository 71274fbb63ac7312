//! Sampling of tokens.
use crate::vocabulary::Vocabulary;
use crate::weights::Sampling;
use llguidance::toktrie::SimpleVob;
use std::collections::BTreeSet;

/// How many of the most probable tokens are considered.
const CANDIDATES: usize = 64;

/// Added to the logits of tokens that close an answer, so that they win over all others.
const CLOSING_BONUS: f32 = 1e4;

/// Samples the tokens of one answer.
pub(crate) struct Sampler {
    sampling: Sampling,
    rng: fastrand::Rng,
    /// Text tokens that were used already.
    used: BTreeSet<u32>,
}

impl Sampler {
    pub(crate) fn new(sampling: Sampling, seed: u64) -> Sampler {
        Sampler { sampling, rng: fastrand::Rng::with_seed(seed), used: BTreeSet::new() }
    }

    /// Samples the next token, from `allowed` if given. When the token limit is reached (`is_closing`), tokens that close a field
    /// win.
    pub(crate) fn choose(
        &mut self,
        mut logits: Vec<f32>,
        allowed: Option<&SimpleVob>,
        is_closing: bool,
        vocabulary: &Vocabulary,
    ) -> Option<u32> {
        self.penalise(&mut logits);
        let is_allowed = |token: u32| allowed.is_none_or(|it| it.is_allowed(token));
        if is_closing && allowed.is_some() {
            // A field that must end with a sentence needs a full stop before its closing quote.
            for (tokens, by) in
                [(vocabulary.closing(), CLOSING_BONUS), (vocabulary.sentence_ends(), CLOSING_BONUS / 2.0)]
            {
                tokens.iter().copied().filter(|it| is_allowed(*it)).for_each(|it| raise(&mut logits, it, by));
            }
        }
        let all = logits.into_iter().enumerate().filter_map(|(token, logit)| {
            let token = u32::try_from(token).ok()?;
            (is_allowed(token) && logit.is_finite()).then_some((token, logit))
        });
        let mut candidates: Vec<(u32, f32)> = all.collect();
        let by_logit = |a: &(u32, f32), b: &(u32, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        if candidates.len() > CANDIDATES {
            candidates.select_nth_unstable_by(CANDIDATES, by_logit);
            candidates.truncate(CANDIDATES);
        }
        candidates.sort_unstable_by(by_logit);
        let token = self.draw(&candidates)?;
        if vocabulary.piece(token).iter().any(u8::is_ascii_alphabetic) {
            self.used.insert(token);
        }
        Some(token)
    }

    /// Repetition penalty for used tokens; tokens without letters are exempt.
    fn penalise(&self, logits: &mut [f32]) {
        for token in &self.used {
            if let Some(logit) = logits.get_mut(*token as usize) {
                let factor = self.sampling.repetition;
                *logit = if *logit > 0.0 { *logit / factor } else { *logit * factor };
            }
        }
    }

    /// Draws from the most probable candidates that together have the probability `top_p`.
    fn draw(&mut self, candidates: &[(u32, f32)]) -> Option<u32> {
        let (first, best) = *candidates.first()?;
        let temperature = self.sampling.temperature;
        if temperature <= 0.0 {
            return Some(first);
        }
        let weights: Vec<f32> = candidates.iter().map(|(_, logit)| ((logit - best) / temperature).exp()).collect();
        let total: f32 = weights.iter().sum();
        let mut share = 0.0;
        let kept = weights.iter().position(|it| {
            share += it / total;
            share >= self.sampling.top_p
        });
        let kept = kept.map_or(weights.len(), |it| it + 1);
        let mut left = self.rng.f32() * share * total;
        let drawn = weights.iter().take(kept).position(|it| {
            left -= it;
            left <= 0.0
        });
        candidates.get(drawn.unwrap_or(0)).map(|(token, _)| *token)
    }
}

fn raise(logits: &mut [f32], token: u32, by: f32) {
    if let Some(logit) = logits.get_mut(token as usize) {
        *logit += by;
    }
}
