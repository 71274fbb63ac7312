//! The regimes that ship: settings of simulated debates that differ in what makes debates go well or badly.
//!
//! They were chosen before anything was measured with them, to cover what studies of debates report: independent and shared errors, yielding,
//! arguments that can or can't be checked, invented sources, hostile participants, unequal ones, and facts that only some have.
use crate::SimulationConfig;
use crate::sim::agent::{Claims, Dials, Facts, Holding, Update};

/// A regime.
#[derive(Clone, Debug)]
pub struct Regime {
    /// Its name.
    pub name: &'static str,
    /// What it is like.
    pub about: &'static str,
    /// The setting, with the usual rules.
    pub setting: SimulationConfig,
}

/// Participants of a regime, as in the published experiments.
pub(super) const SEATS: usize = 5;
/// The mean accuracy of a single answer in the published experiments, and the correlation of errors with which the vote of five such answers over
/// four options is right as often as published (0.769, ties by lot).
pub(super) const PUBLISHED_ALONE: f64 = 0.7205;
pub(super) const PUBLISHED_CORRELATION: f64 = 0.365;

/// Dials of the published experiments: nothing but the accuracy, the correlation and the update.
pub(super) fn published(update: Update) -> Dials {
    Dials {
        accuracy: PUBLISHED_ALONE,
        spread: 0.0,
        correlation: PUBLISHED_CORRELATION,
        persuadability: 0.5,
        conformity: 0.0,
        update,
        ..Dials::default()
    }
}

/// All regimes.
pub fn all() -> Vec<Regime> {
    let usual = Dials::default();
    let of = |dials: Dials| SimulationConfig::of(dials, SEATS);
    let checkable = |share: f64| Claims { checkable: share, ..Claims::default() };
    let facts = |held| Some(Facts { held, brief: false, checkable: false });
    let open = Dials { persuadability: 0.8, candour: 0.8, ..usual };
    let mut hostile = of(usual).claiming(checkable(0.3));
    hostile.seats.iter_mut().take(1).for_each(|it| it.hostile = true);
    let mut unequal = of(Dials { accuracy: 0.55, ..usual });
    unequal.seats.iter_mut().take(1).for_each(|it| it.accuracy = 0.9);
    let misconception = Dials { accuracy: 0.4, correlation: 0.5, ..usual };
    let regime = |name, about, setting| Regime { name, about, setting };
    vec![
        regime("independent", "errors are independent, claims are assertions", of(Dials { correlation: 0.0, ..usual })),
        regime(
            "shared-errors",
            "errors are shared, as among models of one family",
            of(Dials { correlation: 0.6, ..usual }),
        ),
        regime("yielding", "participants follow the number of others", of(Dials { conformity: 1.5, ..usual })),
        regime("restless", "participants change their minds without a reason", of(Dials { drift: 0.25, ..usual })),
        regime(
            "neutral",
            "a participant adopts another's answer at random",
            of(Dials { update: Update::Neutral, ..usual }),
        ),
        regime("published", "answers are revised at the published rates", of(published(Dials::PUBLISHED))),
        regime(
            "published, sourced",
            "the same, and every claim has a source that nobody opened",
            of(published(Dials::PUBLISHED)).claiming(Claims { sourced: 1.0, invented: 1.0, ..Claims::default() }),
        ),
        regime("unequal", "one of five knows the subject", unequal),
        regime("checkable-30", "three claims in ten can be checked", of(usual).claiming(checkable(0.3))),
        regime("checkable-60", "six claims in ten can be checked", of(usual).claiming(checkable(0.6))),
        regime(
            "misconception",
            "most are wrong together, and half of the claims can be checked",
            of(misconception).with_options(2).claiming(checkable(0.5)),
        ),
        regime("hostile", "one of five argues for a wrong option, three claims in ten can be checked", hostile),
        regime(
            "sourced",
            "what is right has a source twice as often as what is wrong",
            of(usual).claiming(Claims { sourced: 0.6, invented: 0.3, ..Claims::default() }),
        ),
        regime(
            "invented",
            "what is wrong has a source as often as what is right, and nobody can check it",
            of(usual).claiming(Claims { sourced: 0.6, invented: 0.6, ..Claims::default() }),
        ),
        regime(
            "hidden-single",
            "each fact is held by one participant",
            SimulationConfig { facts: facts(Holding::Single), ..of(open) },
        ),
        regime(
            "misled",
            "half of the claims can be checked, and four in ten of these mislead",
            of(usual).claiming(Claims { checkable: 0.5, misleading: 0.4, ..Claims::default() }),
        ),
        regime(
            "hidden-usual",
            "the same as hidden-single with the usual dials",
            SimulationConfig { facts: facts(Holding::Single), ..of(usual) },
        ),
        regime(
            "hidden-shared",
            "all share what misleads, and each has one fact against it",
            SimulationConfig { facts: facts(Holding::Shared), ..of(open) },
        ),
    ]
}

/// The share of claims from which a regime counts as checkable.
pub const CHECKABLE: f64 = 0.30;

impl Regime {
    /// Whether enough of its claims can be checked.
    pub fn is_checkable(&self) -> bool {
        self.setting.facts.is_none() && self.setting.claims.checkable >= CHECKABLE
    }
}
