//! Continues a closed debate with input from a user or caller (D-43, I-25).
use super::budget::Budget;
use super::rules;
use crate::error::{Error, Field, Kind, PlanError};
use crate::providers::ModelRegistry;
use crate::settings::{Origin, Settings};
use debate::{Attachment, Debate, Rules};
use engine::Continuation;

/// A continuation with the requested rounds, budget and time, checked before anything is spent.
pub fn planned(
    settings: &Settings,
    registry: &ModelRegistry,
    debate: &Debate,
    words: Continuation,
) -> Result<Continuation, Error> {
    let rules = Rules { rounds: rounds(settings, debate, words.rules.rounds)?, ..words.rules };
    let rules = allowed(rules, settings, debate.spent, debate.elapsed);
    let continuation = Continuation { rules, ..words };
    continuation.event(debate)?;
    requested_budget(settings).check(&debate.participants, &continuation.rules, registry)?;
    Ok(continuation)
}

/// Adds the requested number of rounds.
fn rounds(settings: &Settings, debate: &Debate, usual: u32) -> Result<u32, PlanError> {
    if settings.rounds.origin != Origin::Flag {
        return Ok(usual);
    }
    let wrong = |kind| PlanError { field: Field::Setting("rounds", Origin::Flag), kind };
    if debate.mode == formats::panel::NAME {
        return Err(wrong(Kind::PanelRounds));
    }
    let (played, more) = (debate.round().map_or(0, |it| it.number), settings.rounds.value);
    let rounds = played.saturating_add(more);
    if rounds > Rules::MOST_ROUNDS {
        return Err(wrong(Kind::TooManyRounds { more, played }));
    }
    Ok(rounds)
}

/// Adds the requested budget and time to what was already spent. `none` lifts a limit.
pub(super) fn allowed(mut rules: Rules, settings: &Settings, spent: debate::Usage, elapsed: u64) -> Rules {
    let is_typed = |origin: &Origin| *origin == Origin::Flag;
    if is_typed(&settings.budget.origin) {
        rules.budget_usd = settings.budget.value.map(|it| it + spent.cost.unwrap_or_default());
    }
    if is_typed(&settings.budget_tokens.origin) {
        rules.budget_tokens = settings.budget_tokens.value.map(|it| it.saturating_add(spent.tokens()));
    }
    if is_typed(&settings.deadline.origin) {
        rules.deadline_ms = settings.deadline.value.map(|it| rules::millis(it).saturating_add(elapsed));
    }
    rules
}

/// The requested budget from here on.
pub(super) fn requested_budget(settings: &Settings) -> Budget {
    let mut budget = Budget::of(settings);
    budget.usd.value = budget.usd.value.filter(|_| budget.usd.origin == Origin::Flag);
    budget.tokens.value = budget.tokens.value.filter(|_| budget.tokens.origin == Origin::Flag);
    budget
}

/// The answer to a request of the participants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The id of the request.
    pub id: String,
    /// The text; none if it is not available.
    pub text: Option<String>,
}

/// The answers as attachments, each under the request that it answers. Also an unavailable item must have been requested.
pub fn attached(debate: &Debate, answers: &[Answer]) -> Result<Vec<Attachment>, PlanError> {
    const NOTHING: &str = "-";
    let texts = answers.iter().map(|it| (it.id.as_str(), it.text.as_deref().unwrap_or(NOTHING)));
    let all = Continuation::bringing(debate, texts)?.attached;
    Ok(all.into_iter().zip(answers).filter(|(_, it)| it.text.is_some()).map(|(text, _)| text).collect())
}
