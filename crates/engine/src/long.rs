//! Long debates: their logs are folded, and their steps taken, beside the threads that answer (docs/decisions/0070).
use crate::error::Error;
use debate::{Debate, Envelope};
use std::sync::Arc;
use store::{aside, step_aside, weight, weight_of_events, weight_of_persona};

/// Folds a log into its debate.
pub(crate) async fn folded(log: Vec<Envelope>) -> Result<(Debate, Vec<Envelope>), Error> {
    aside(weight(&log), move || Ok((Debate::replay(&log)?, log))).await
}

/// Takes a step of a debate.
pub(crate) async fn step<T: Send + 'static>(
    debate: &Arc<Debate>,
    take: impl FnOnce(&Debate) -> T + Send + 'static,
) -> T {
    let events = weight_of_events(usize::try_from(debate.next_seq).unwrap_or(usize::MAX));
    let personas = debate.panel.personas.values().map(|it| weight_of_persona(it)).sum::<usize>();
    let debate = debate.clone();
    step_aside(events.saturating_add(personas), move || take(&debate)).await
}
