//! Long debates: their logs are folded, and their steps run, on blocking threads instead of the runtime's workers (docs/decisions/0070).
use crate::error::Error;
use debate::{Debate, Envelope};
use std::sync::Arc;
use store::{aside, is_aside, step_aside, weight, weight_of_events, weight_of_persona};

/// Folds a log into its debate.
pub(crate) async fn folded(log: Vec<Envelope>) -> Result<(Debate, Vec<Envelope>), Error> {
    aside(weight(&log), move || Ok((Debate::replay(&log)?, log))).await
}

fn weight_of(debate: &Debate) -> usize {
    let events = weight_of_events(usize::try_from(debate.next_seq).unwrap_or(usize::MAX));
    let personas = debate.panel.personas.values().map(|it| weight_of_persona(it)).sum::<usize>();
    events.saturating_add(personas)
}

/// Whether the steps of a debate run on blocking threads.
pub(crate) fn is_long(debate: &Debate) -> bool {
    is_aside(weight_of(debate))
}

/// Runs a step of a debate.
pub(crate) async fn step<T: Send + 'static>(
    debate: &Arc<Debate>,
    take: impl FnOnce(&Debate) -> T + Send + 'static,
) -> T {
    let (weight, debate) = (weight_of(debate), debate.clone());
    step_aside(weight, move || take(&debate)).await
}
