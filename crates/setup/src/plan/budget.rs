//! Checks that a budget can be enforced, and allows for one round (O-04).
use crate::error::{Amount, Field, Kind, PlanError, Unpriced};
use crate::providers::ModelRegistry;
use crate::settings::{Setting, Settings};
use debate::{Analyst, Participant, Rules};
use formats::rounds::FIRST_CALL;

/// The remaining budget, and its origin.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Budget {
    pub(super) usd: Setting<Option<f64>>,
    pub(super) tokens: Setting<Option<u64>>,
}

impl Budget {
    /// The budget of the settings.
    pub(super) fn of(settings: &Settings) -> Budget {
        Budget { usd: settings.budget.clone(), tokens: settings.budget_tokens.clone() }
    }

    /// Checks that the budget allows for one round, and that a budget in dollars has all prices, the evaluator's included.
    pub(super) fn check(
        &self,
        participants: &[Participant],
        rules: &Rules,
        registry: &ModelRegistry,
    ) -> Result<(), PlanError> {
        // A panel that quotes calls no model.
        if rules.panel.as_ref().is_some_and(|it| it.quote) {
            return Ok(());
        }
        if self.usd.value.is_some()
            && let Some(whose) = unpriced(participants, rules, registry)
        {
            let field = Field::Setting("budget", self.usd.origin.clone());
            return Err(PlanError { field, kind: Kind::Unpriced(whose) });
        }
        let openings = FIRST_CALL.saturating_mul(participants.len() as u64);
        if let Some(budget) = self.tokens.value.filter(|it| *it < openings) {
            let field = Field::Setting("budget_tokens", self.tokens.origin.clone());
            let (budget, round) = (Amount::Tokens(budget), Amount::Tokens(openings));
            return Err(PlanError { field, kind: Kind::BelowOneRound { budget, round } });
        }
        let round = registry.estimate(participants, 1, rules.max_tokens);
        match self.usd.value.zip(round).filter(|(budget, round)| round > budget) {
            Some((budget, round)) => {
                let field = Field::Setting("budget", self.usd.origin.clone());
                let (budget, round) = (Amount::Usd(budget), Amount::Usd(round));
                Err(PlanError { field, kind: Kind::BelowOneRound { budget, round } })
            }
            None => Ok(()),
        }
    }
}

/// A model that will be called and has no known price.
fn unpriced(participants: &[Participant], rules: &Rules, registry: &ModelRegistry) -> Option<Unpriced> {
    let is_unknown = |model: &&str| registry.price(model).is_none();
    let owned = |model: &str| model.to_owned();
    let evaluator = rules.watch.evaluator.as_deref().filter(|_| rules.watch.on).filter(is_unknown);
    let analyst = match &rules.analyst {
        Analyst::Model(model) => Some(model.as_str()).filter(is_unknown),
        Analyst::Lexical | Analyst::Local => None,
    };
    let of_panel = rules.panel.iter().flat_map(|it| [&it.clerk, &it.strong]).flatten().map(String::as_str);
    let mut of_panel = of_panel.filter(is_unknown);
    evaluator
        .map(|it| Unpriced::Evaluator(owned(it)))
        .or_else(|| analyst.map(|it| Unpriced::Analyst(owned(it))))
        .or_else(|| of_panel.next().map(|it| Unpriced::PanelModel(owned(it))))
        .or_else(|| registry.estimate(participants, 1, rules.max_tokens).is_none().then_some(Unpriced::Participant))
}
