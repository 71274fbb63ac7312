//! What happened after a tenant's debates, and what it teaches (L-02 … L-06).
use super::{Caller, DebateService, Snapshot};
use crate::error::ApiError;
use crate::requests::{ClosePostmortem, RecordOutcome};
use analysis::learning::{DebateKnown, Learned, closing};
use debate::Debate;
use debate::learning::{Envelope, Event};
use engine::{Clock, Live, Spec};
use std::sync::Arc;

/// How often a change is decided anew when another request has written meanwhile.
const ATTEMPTS: usize = 20;

/// What is known of a debate after it.
pub struct Aftermath {
    /// The debate.
    pub debate: Arc<Debate>,
    /// Its outcomes, the day to revisit it, and its post-mortem.
    pub known: DebateKnown,
    /// What the tenant knows by now.
    pub learned: Learned,
    /// The time.
    pub now: u64,
}

impl DebateService {
    /// Records an outcome; returns its number.
    pub async fn record_outcome(&self, who: &Caller, id: &str, request: &RecordOutcome) -> Result<u64, ApiError> {
        let Snapshot { debate, .. } = self.read(who, id).await?;
        let request = request.clone().request().map_err(ApiError::Refused)?;
        let outcome = request.checked(&debate, now()).map_err(|why| ApiError::Refused(why.to_string()))?;
        let event = Event::OutcomeAdded { debate: debate.id.clone(), outcome };
        self.decide(who, |_, next, _| Ok((vec![event.clone()], next))).await
    }

    /// Records an outcome and writes the post-mortem that learns from it, both or neither.
    pub async fn record_and_close(
        &self,
        who: &Caller,
        id: &str,
        request: &RecordOutcome,
        close: &ClosePostmortem,
    ) -> Result<Aftermath, ApiError> {
        let Snapshot { debate, .. } = self.read(who, id).await?;
        let request = request.clone().request().map_err(ApiError::Refused)?;
        let outcome = request.checked(&debate, now()).map_err(|why| ApiError::Refused(why.to_string()))?;
        let added = Event::OutcomeAdded { debate: debate.id.clone(), outcome };
        let (again, input) = (close.again, close.clone().input().map_err(ApiError::Refused)?);
        self.decide(who, |known, next, now| {
            check_open(known, &debate, again)?;
            let mut known = known.clone();
            known.apply(&Envelope { seq: next, at: now, event: added.clone() });
            let mut events = vec![added.clone()];
            events.extend(closing(&known, next.saturating_add(1), now, &debate, &input).0);
            Ok((events, ()))
        })
        .await?;
        self.aftermath(who, id).await
    }

    /// Removes an outcome that was recorded by mistake.
    pub async fn remove_outcome(&self, who: &Caller, id: &str, number: u64) -> Result<(), ApiError> {
        let Snapshot { debate, .. } = self.read(who, id).await?;
        self.decide(who, |known, _, _| {
            let recorded =
                known.debates.get(&debate.id).is_some_and(|it| it.outcomes.iter().any(|it| it.number == number));
            if !recorded {
                return Err(ApiError::NoPart(format!("debate `{}` has no outcome {number}", debate.id)));
            }
            Ok((vec![Event::OutcomeRemoved { debate: debate.id.clone(), outcome: number }], ()))
        })
        .await
    }

    /// What is known of a debate after it.
    pub async fn aftermath(&self, who: &Caller, id: &str) -> Result<Aftermath, ApiError> {
        let Snapshot { debate, .. } = self.read(who, id).await?;
        let learned = self.learned(who).await?;
        let known = learned.debates.get(&debate.id).cloned().unwrap_or_default();
        Ok(Aftermath { debate, known, learned, now: now() })
    }

    /// Compares a decision with its outcomes, and learns from them.
    pub async fn close_postmortem(
        &self,
        who: &Caller,
        id: &str,
        request: &ClosePostmortem,
    ) -> Result<Aftermath, ApiError> {
        let Snapshot { debate, .. } = self.read(who, id).await?;
        if debate.is_panel() {
            let why = "is a panel, which decides nothing: there is no decision to compare with what happened";
            return Err(ApiError::Conflict(format!("`{}` {why}", debate.id)));
        }
        if debate.closed.is_none() {
            return Err(ApiError::Conflict(format!("debate `{}` is not over", debate.id)));
        }
        let (again, input) = (request.again, request.clone().input().map_err(ApiError::Refused)?);
        self.decide(who, |known, next, now| {
            check_open(known, &debate, again)?;
            Ok((closing(known, next, now, &debate, &input).0, ()))
        })
        .await?;
        self.aftermath(who, id).await
    }

    /// Everything that a tenant has learned.
    pub async fn learned(&self, who: &Caller) -> Result<Learned, ApiError> {
        let log = self.supervisor().store().learned(&who.tenant).await?;
        Ok(Learned::of(&log.events))
    }

    /// Writes what the tenant has learned of a debate's domain into its rules, and returns a line for each use.
    pub(super) async fn draw(&self, who: &Caller, spec: &mut Spec) -> Result<Vec<String>, ApiError> {
        let learned = self.learned(who).await?;
        setup::plan::learning::draw(&mut spec.rules, &spec.participants, &learned, now());
        Ok(setup::plan::learning::says(&spec.rules).into_iter().map(|it| format!("learned: {it}")).collect())
    }

    /// Appends what `decide` makes of the tenant's log as it is; if another request writes meanwhile, it decides anew.
    async fn decide<T>(
        &self,
        who: &Caller,
        decide: impl Fn(&Learned, u64, u64) -> Result<(Vec<Event>, T), ApiError>,
    ) -> Result<T, ApiError> {
        let store = self.supervisor().store();
        for _ in 0..ATTEMPTS {
            let log = store.learned(&who.tenant).await?;
            let (events, result) = decide(&Learned::of(&log.events), log.next, now())?;
            if store.learn(&who.tenant, log.next, now(), events).await?.is_some() {
                return Ok(result);
            }
        }
        Err(ApiError::Busy("other requests keep recording outcomes; try again".to_owned()))
    }
}

/// Refuses a second post-mortem that nobody asked for.
fn check_open(known: &Learned, debate: &Debate, again: bool) -> Result<(), ApiError> {
    let is_closed = known.debates.get(&debate.id).is_some_and(|it| it.postmortem.is_some());
    if is_closed && !again {
        let why = "has a post-mortem; `again` writes a new one, which replaces it and its updates";
        return Err(ApiError::Conflict(format!("debate `{}` {why}; nothing was recorded", debate.id)));
    }
    Ok(())
}

fn now() -> u64 {
    Live::after(0).stamp(0).at
}
