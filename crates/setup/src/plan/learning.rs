//! What a planned debate draws on from earlier outcomes (L-06).
use crate::settings::Settings;
use analysis::decision::verdict::LearnedUse;
use analysis::learning::Learned;
use debate::rules::LearnedRules;
use debate::{Participant, Rules};

/// Whether a debate with these settings draws on outcomes.
pub fn is_wanted(settings: &Settings) -> bool {
    settings.learning.value && settings.domain.value.is_some()
}

/// Writes what is known of the debate's domain at this time into its rules. Without a domain, or where nothing is known, there is none.
///
/// A panel has no ballots and no kinds of evidence, so it draws on questions and skills alone; one that quotes is put no questions.
pub fn draw(rules: &mut Rules, participants: &[Participant], learned: &Learned, now: u64) {
    let models = participants.iter().map(|it| (it.model.as_str(), it.family.as_str()));
    let known = rules.domain.as_deref().and_then(|domain| learned.rules(domain, models, now));
    let known = match &rules.panel {
        Some(panel) => known.and_then(|it| of_panel(it, panel.quote)),
        None => known,
    };
    rules.learning = known.map(Box::new);
}

/// The part of what is known that a panel draws on, if any.
fn of_panel(known: LearnedRules, quotes: bool) -> Option<LearnedRules> {
    let LearnedRules { version, weights: _, accuracy: _, questions, skills, imported } = known;
    let questions = if quotes { Vec::new() } else { questions };
    let is_any = !questions.is_empty() || !skills.is_empty();
    is_any.then(|| LearnedRules { version, weights: Vec::new(), accuracy: Vec::new(), questions, skills, imported })
}

/// What a debate with these rules draws on, a line each; nothing if it draws on nothing.
pub fn says(rules: &Rules) -> Vec<String> {
    let used = rules.domain.clone().zip(rules.learning.clone());
    used.map(|(domain, learned)| LearnedUse::in_domain(domain, *learned).says()).unwrap_or_default()
}
