//! What outcomes teach (L-03 … L-08).
mod arithmetic;
mod pooled;
mod postmortem;
mod simulated;
mod used;

use debate::Kind;
use debate::learning::{Change, Envelope, Event, Forecast, Update};

/// A day, in milliseconds.
pub(super) const DAY: u64 = 24 * 3_600_000;

/// A log that updates are added to.
#[derive(Default)]
pub(super) struct Log(pub(super) Vec<Envelope>);

impl Log {
    pub(super) fn add(&mut self, at: u64, event: Event) -> u64 {
        let seq = self.0.len() as u64;
        self.0.push(Envelope { seq, at, event });
        seq
    }

    pub(super) fn update(&mut self, at: u64, domain: &str, change: Change) -> u64 {
        let (domain, reason) = (domain.to_owned(), "a reason".to_owned());
        let update = Update { domain, reason, project: None, projects: 0, before: None, after: None, change };
        self.add(at, Event::UpdateApplied { update })
    }

    pub(super) fn evidence(&mut self, at: u64, domain: &str, kind: Kind, held: u32, cases: u32) -> u64 {
        self.update(at, domain, Change::Evidence { kind, cases, held })
    }

    pub(super) fn ballots(&mut self, at: u64, domain: &str, model: &str, cast: &[(f64, bool)]) -> u64 {
        let family = model.split('/').next().unwrap().to_owned();
        let forecasts =
            cast.iter().map(|(confidence, is_right)| Forecast { confidence: *confidence, is_right: *is_right });
        self.update(at, domain, Change::Calibration { model: model.to_owned(), family, forecasts: forecasts.collect() })
    }

    pub(super) fn learned(&self) -> analysis::learning::Learned {
        analysis::learning::Learned::of(&self.0)
    }
}

/// A generator of chance for simulations: SplitMix64, seeded.
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Uniform in [0, 1).
    pub(super) fn share(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True with this probability.
    pub(super) fn hits(&mut self, probability: f64) -> bool {
        self.share() < probability
    }
}
