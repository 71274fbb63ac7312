//! Panel operations: start a panel, list decks, read personas of a deck or of a panel.
use super::{Begun, Caller, DebateService, KNOWN, Snapshot};
use crate::error::ApiError;
use crate::planner::{Deck, DeckLine, Prepared};
use crate::requests::Panel;
use crate::sampling_queue;
use debate::Persona;
use engine::Owner;
use std::sync::Arc;
use store::KeyedRequest;

impl DebateService {
    /// Opens a panel and starts it. The same `key` with the same request returns the same panel.
    pub async fn start_panel(
        &self,
        who: &Caller,
        request: &Panel,
        key: Option<KeyedRequest>,
    ) -> Result<Begun, ApiError> {
        let owner = Owner { tenant: who.tenant.clone(), request: key };
        if let Some(id) = self.supervisor.known(&owner).await? {
            let notes = vec![KNOWN.to_owned()];
            let (ballot, ballot_from, sends_to) = (None, None, Vec::new());
            return Ok(Begun {
                id,
                ballot,
                ballot_from,
                estimate_usd: None,
                calls: None,
                sends_to,
                settings: Vec::new(),
                notes,
            });
        }
        request.check()?;
        let Prepared { mut spec, estimate_usd, calls, settings, mut notes, draws_on_outcomes } =
            self.planner.prepare_panel(&who.tenant, request).await?;
        if draws_on_outcomes {
            notes.extend(self.draw(who, &mut spec).await?);
        }
        sampling_queue::check_seats(&spec.participants, who.sampling)?;
        let (id, sends_to) = self.opened(who, spec, owner).await?;
        Ok(Begun { id, ballot: None, ballot_from: None, estimate_usd, calls, sends_to, settings, notes })
    }

    /// The decks that are visible to a caller.
    pub async fn decks(&self, who: &Caller) -> Result<Vec<DeckLine>, ApiError> {
        self.planner.decks(&who.tenant).await
    }

    /// The deck of that name.
    pub async fn deck(&self, who: &Caller, name: &str) -> Result<Deck, ApiError> {
        self.planner.deck(&who.tenant, name).await
    }

    /// A persona of a deck.
    pub async fn persona(&self, who: &Caller, deck: &str, name: &str) -> Result<Arc<Persona>, ApiError> {
        let Deck { personas, .. } = self.deck(who, deck).await?;
        called(personas.into_iter().map(Arc::new).collect(), name, &format!("in deck `{deck}`"))
    }

    /// A participant of a panel with its passages, as recorded in the log; later changes of the deck have no effect.
    pub async fn seated(&self, who: &Caller, id: &str, name: &str) -> Result<Arc<Persona>, ApiError> {
        let Snapshot { debate, .. } = self.read(who, id).await?;
        called(debate.panel.personas.values().cloned().collect(), name, &format!("in debate `{}`", debate.id))
    }
}

/// The persona of that name, ignoring case.
fn called(personas: Vec<Arc<Persona>>, name: &str, place: &str) -> Result<Arc<Persona>, ApiError> {
    let wanted = name.to_lowercase();
    let found = personas.iter().find(|it| it.name.as_str().to_lowercase() == wanted);
    found.cloned().ok_or_else(|| {
        let there: Vec<&str> = personas.iter().map(|it| it.name.as_str()).collect();
        let there = if there.is_empty() { "none".to_owned() } else { there.join(", ") };
        ApiError::NoPart(format!("there is no persona `{name}` {place}; there are {there}"))
    })
}
