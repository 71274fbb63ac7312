//! Long debates: their logs are folded, and their steps taken, beside the threads that answer (docs/decisions/0070).
use crate::error::Error;
use debate::event::PanelEvent;
use debate::{Debate, Envelope, Event, Persona};
use std::sync::Arc;
use store::{SMALL, aside};

/// The most events of a debate whose steps are taken in place. Ours: ten rounds of four, and a step of it takes a millisecond or two.
const SHORT: usize = 64;

/// The most beliefs of personas, likewise: what matters is looked for among all of them.
const FEW: usize = 256;

/// Folds a log into its debate.
pub(crate) async fn folded(log: Vec<Envelope>) -> Result<(Debate, Vec<Envelope>), Error> {
    let weight = log.iter().map(|it| SMALL / SHORT + bulk(&it.event)).sum();
    aside(weight, move || Ok((Debate::replay(&log)?, log))).await
}

/// What an event has beyond what most have.
fn bulk(event: &Event) -> usize {
    match event {
        Event::SourcesAttached { sources } => sources.iter().map(|it| it.text.len()).sum(),
        Event::Panel { what: PanelEvent::PersonasSeated { personas } } => personas.iter().map(beliefs).sum(),
        _ => 0,
    }
}

/// What the beliefs of a persona weigh.
pub(crate) fn beliefs(persona: &Persona) -> usize {
    (persona.beliefs.nodes.len() + persona.beliefs.edges.len()) * (SMALL / FEW)
}

/// Takes a step of a debate.
pub(crate) async fn step<T: Send + 'static>(
    debate: &Arc<Debate>,
    take: impl FnOnce(&Debate) -> T + Send + 'static,
) -> T {
    let events = usize::try_from(debate.next_seq).unwrap_or(usize::MAX);
    let personas = debate.panel.personas.values().map(|it| beliefs(it)).sum::<usize>();
    let debate = debate.clone();
    aside(events.saturating_mul(SMALL / SHORT).saturating_add(personas), move || take(&debate)).await
}
