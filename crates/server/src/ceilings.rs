//! The most that a tenant may ask for, as the owner of a server has set it (O-04, O-42).
//!
//! Checked on a debate as it would run, however it came to be: started, continued, forked, resumed or imported. The owner is not bound by
//! these. Not here: what was spent today (`desk::spending`).
use crate::trouble::Trouble;
use debate::{Debate, Rules};
use exports::wording::money;

/// Limits on each debate of a tenant; absent where there is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ceilings {
    /// US dollars of a debate.
    pub budget_usd: Option<f64>,
    /// Tokens of a debate.
    pub budget_tokens: Option<u64>,
    /// Rounds of a debate. A panel has as many as it has aspects.
    pub rounds: Option<u32>,
    /// Seats at a table.
    pub seats: Option<usize>,
    /// How long a debate may run, in milliseconds.
    pub deadline_ms: Option<u64>,
    /// The models that may be asked, as `provider/model` or `provider/*`; any where empty.
    pub models: Vec<String>,
    /// US dollars that the debates of one caller's tenant may cost in a day of UTC, the owner's own included.
    pub daily_usd: Option<f64>,
    /// The same in tokens.
    pub daily_tokens: Option<u64>,
}

impl Ceilings {
    /// The rules by which a tenant may have this debate run: where they have no limit they have the owner's.
    pub(crate) fn within(&self, debate: &Debate) -> Result<Rules, Trouble> {
        let mut rules = debate.rules.clone();
        rules.budget_usd = rules.budget_usd.or(self.budget_usd);
        rules.budget_tokens = rules.budget_tokens.or(self.budget_tokens);
        rules.deadline_ms = rules.deadline_ms.or(self.deadline_ms);
        self.check(debate, &rules)?;
        Ok(rules)
    }

    fn check(&self, debate: &Debate, rules: &Rules) -> Result<(), Trouble> {
        let seats = debate.participants.len();
        let is_panel = rules.panel.is_some();
        let usd = |it: f64| money(Some(it));
        let whole = |it: u64| it.to_string();
        at_most("budget_usd", rules.budget_usd, self.budget_usd, usd)?;
        at_most("budget_tokens", rules.budget_tokens, self.budget_tokens, whole)?;
        at_most("rounds", Some(u64::from(rules.rounds)), self.rounds.filter(|_| !is_panel).map(u64::from), whole)?;
        at_most("deadline_seconds", rules.deadline_ms, self.deadline_ms, |it| (it / 1_000).to_string())?;
        if let Some(most) = self.seats.filter(|most| seats > *most) {
            return Err(Trouble::Refused(format!(
                "{seats} participants are more than the {most} that this server allows"
            )));
        }
        let asked = engine::models_of(&debate.participants, rules, debate.watching.as_ref());
        match asked.iter().find(|model| !self.allows(model)) {
            Some(model) => Err(Trouble::Refused(format!(
                "`{model}` is not among the models that this server allows: {}; name others",
                self.models.join(", ")
            ))),
            None => Ok(()),
        }
    }

    /// Whether a model may be asked.
    fn allows(&self, model: &str) -> bool {
        let fits = |it: &String| match it.strip_suffix('*') {
            Some(start) => model.starts_with(start),
            None => model == it,
        };
        self.models.is_empty() || self.models.iter().any(fits)
    }
}

/// Whether a limit of a debate is no looser than the owner's.
fn at_most<T: PartialOrd + Copy>(
    field: &str,
    found: Option<T>,
    most: Option<T>,
    shown: impl Fn(T) -> String,
) -> Result<(), Trouble> {
    match found.zip(most) {
        Some((found, most)) if found > most => Err(Trouble::Refused(format!(
            "`{field}` is {}; the most that this server allows is {}",
            shown(found),
            shown(most)
        ))),
        Some(_) | None => Ok(()),
    }
}
