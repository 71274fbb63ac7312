//! Limits on the debates of a tenant, set by the owner of a server (O-04, O-42).
//!
//! Checked on a debate as it would run: started, continued, forked, resumed or imported. They don't bind the owner. Not here: daily spending
//! (`server`).
use crate::error::{Amount, Field, Kind, PlanError};
use crate::plan::rules::millis;
use crate::settings::{Origin, Settings};
use debate::{Debate, Rules};
use std::fmt::Display;

/// Limits on each debate of a tenant; a limit that is absent does not apply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ceilings {
    /// US dollars for each debate.
    pub budget_usd: Option<f64>,
    /// Tokens for each debate.
    pub budget_tokens: Option<u64>,
    /// Rounds for each debate. A panel has one for each aspect.
    pub rounds: Option<u32>,
    /// Seats for each debate.
    pub seats: Option<usize>,
    /// How long a debate may run, in milliseconds.
    pub deadline_ms: Option<u64>,
    /// Allowed models, as `provider/model` or `provider/*`; empty allows all.
    pub models: Vec<String>,
    /// US dollars for all debates of one tenant, or of the owner, in a UTC day.
    pub daily_usd: Option<f64>,
    /// The same in tokens.
    pub daily_tokens: Option<u64>,
}

impl Ceilings {
    /// The limits that the owner's settings set. Settings left at their default set none. The owner's helper models are always allowed.
    pub fn of(settings: &Settings) -> Ceilings {
        let is_set = settings.rounds.origin != Origin::Default;
        let allowed = &settings.tenant_models.value;
        let helpers = helpers(settings).filter(|_| !allowed.is_empty());
        Ceilings {
            budget_usd: settings.budget.value,
            budget_tokens: settings.budget_tokens.value,
            rounds: is_set.then_some(settings.rounds.value),
            seats: settings.tenant_seats.value.and_then(|it| usize::try_from(it).ok()),
            deadline_ms: settings.deadline.value.map(millis),
            models: allowed.iter().chain(helpers).cloned().collect(),
            daily_usd: settings.daily_budget.value,
            daily_tokens: settings.daily_tokens.value,
        }
    }

    /// The rules with the owner's limits added where the tenant has none; an error if they exceed them.
    pub fn within(&self, debate: &Debate) -> Result<Rules, PlanError> {
        let mut rules = debate.rules.clone();
        rules.budget_usd = rules.budget_usd.or(self.budget_usd);
        rules.budget_tokens = rules.budget_tokens.or(self.budget_tokens);
        rules.deadline_ms = rules.deadline_ms.or(self.deadline_ms);
        self.check(debate, &rules)?;
        Ok(rules)
    }

    fn check(&self, debate: &Debate, rules: &Rules) -> Result<(), PlanError> {
        let seats = debate.participants.len();
        let is_panel = rules.panel.is_some();
        at_most("budget", rules.budget_usd, self.budget_usd, Amount::Usd)?;
        at_most("budget_tokens", rules.budget_tokens, self.budget_tokens, Amount::Tokens)?;
        at_most("rounds", Some(rules.rounds), self.rounds.filter(|_| !is_panel), |it| it)?;
        at_most("deadline", rules.deadline_ms, self.deadline_ms, |it| it / 1_000)?;
        if let Some(most) = self.seats.filter(|most| seats > *most) {
            let why = format!("{seats} participants are more than the {most} that this server allows");
            return Err(PlanError::unusable(Field::request("table"), why));
        }
        let asked = engine::models_of(&debate.participants, rules, debate.watching.as_ref());
        match asked.iter().find(|model| !self.allows(model)) {
            Some(model) => {
                let all = self.models.join(", ");
                let why = format!("`{model}` is not among the models that this server allows: {all}; name others");
                Err(PlanError::unusable(Field::Models, why))
            }
            None => Ok(()),
        }
    }

    /// Whether a model is allowed.
    fn allows(&self, model: &str) -> bool {
        let fits = |it: &String| match it.strip_suffix('*') {
            Some(start) => model.starts_with(start),
            None => model == it,
        };
        self.models.is_empty() || self.models.iter().any(fits)
    }
}

/// The helper models that the settings name.
pub fn helpers(settings: &Settings) -> impl Iterator<Item = &String> {
    let Settings { light_model, safety_model, analyst_model, panel_clerk, panel_strong, .. } = settings;
    [light_model, safety_model, analyst_model, panel_clerk, panel_strong].into_iter().filter_map(|it| it.value.as_ref())
}

/// Checks that a debate's limit is no looser than the owner's.
fn at_most<T: PartialOrd + Copy, U: Display>(
    name: &'static str,
    found: Option<T>,
    most: Option<T>,
    shown: impl Fn(T) -> U,
) -> Result<(), PlanError> {
    match found.zip(most).filter(|(found, most)| found > most) {
        Some((found, most)) => {
            let (found, most) = (shown(found).to_string(), shown(most).to_string());
            Err(PlanError { field: Field::request(name), kind: Kind::AboveCeiling { found, most } })
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// O-04, O-42: the owner's settings limit tenants; a setting left at its default does not.
    #[test]
    fn the_owners_settings_are_ceilings() {
        assert_eq!(Ceilings::of(&Settings::default()), Ceilings::default());
        let mut settings = Settings::default();
        let words = [
            "budget=0.5",
            "budget_tokens=9000",
            "rounds=4",
            "deadline=90s",
            "tenant_seats=3",
            "tenant_models=openai/gpt-5.4,sim/*",
            "light_model=groq/x",
            "daily_budget=5",
            "daily_tokens=1000000",
        ];
        settings.set_for_run(&words.map(str::to_owned)).unwrap();
        let expected = Ceilings {
            budget_usd: Some(0.5),
            budget_tokens: Some(9_000),
            rounds: Some(4),
            seats: Some(3),
            deadline_ms: Some(90_000),
            models: ["openai/gpt-5.4", "sim/*", "groq/x"].map(str::to_owned).to_vec(),
            daily_usd: Some(5.0),
            daily_tokens: Some(1_000_000),
        };
        assert_eq!(Ceilings::of(&settings), expected);
    }
}
