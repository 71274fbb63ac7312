//! What a planned debate draws on from earlier outcomes (L-06).
use crate::settings::Settings;
use analysis::decision::verdict::LearnedUse;
use analysis::learning::Learned;
use debate::{Participant, Rules};

/// Whether a debate with these settings draws on outcomes.
pub fn is_wanted(settings: &Settings) -> bool {
    settings.learning.value && settings.domain.value.is_some()
}

/// Writes what is known of the debate's domain at this time into its rules. Without a domain, or where nothing is known, there is none.
pub fn draw(rules: &mut Rules, participants: &[Participant], learned: &Learned, now: u64) {
    let models = participants.iter().map(|it| (it.model.as_str(), it.family.as_str()));
    rules.learning = rules.domain.as_deref().and_then(|domain| learned.rules(domain, models, now)).map(Box::new);
}

/// What a debate with these rules draws on, a line each; nothing if it draws on nothing.
pub fn says(rules: &Rules) -> Vec<String> {
    let used = rules.domain.clone().zip(rules.learning.clone());
    used.map(|(domain, learned)| LearnedUse::in_domain(domain, *learned).says()).unwrap_or_default()
}
