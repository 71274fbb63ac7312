//! Plans a debate from settings and a request.
use super::budget::Budget;
use super::rules::{rules, watch};
use super::{Planned, analyst, new_id};
use crate::error::{Field, PlanError};
use crate::providers::ModelRegistry;
use crate::settings::Settings;
use debate::ballot::BallotError;
use debate::{Attachment, Ballot, Participant, Topic};
use engine::{Seat, Spec};

/// The parts of a request that no setting has.
pub struct DebateRequest {
    /// The topic.
    pub topic: Topic,
    /// The ballot; derived from the topic if absent (B-01).
    pub ballot: Option<Ballot>,
    /// Texts that participants may consult.
    pub attached: Vec<Attachment>,
    /// Random seed.
    pub seed: u64,
}

/// The requested ballot; none if it is to be derived from the topic.
pub fn ballot(
    options: Option<&str>,
    is_yes_no: bool,
    unit: Option<&str>,
    is_open: bool,
) -> Result<Option<Ballot>, PlanError> {
    let unusable = |error: BallotError| {
        // A flag holds all names in one text.
        let advice =
            if matches!(error, BallotError::TooFew(_)) { "; separate them by `;`, as in `Alder; Birch`" } else { "" };
        PlanError::unusable(Field::Topic, format!("{error}{advice}"))
    };
    Ok(match (options, unit) {
        (Some(options), _) => Some(Ballot::choice(options.split(';')).map_err(unusable)?),
        (None, Some(unit)) => Some(Ballot::estimate(unit).map_err(unusable)?),
        (None, None) if is_yes_no => Some(Ballot::YesNo),
        (None, None) => is_open.then_some(Ballot::Open),
    })
}

/// Plans a debate, checked before anything is spent.
pub async fn planned(
    settings: &Settings,
    registry: &ModelRegistry,
    request: DebateRequest,
) -> Result<Planned, PlanError> {
    let DebateRequest { topic, ballot, attached, seed } = request;
    let Seated { participants, is_embedded } = seat(settings, registry).await?;
    let mut rules = rules(settings, seed);
    rules.watch = watch(settings, &participants);
    rules.analyst = analyst::chosen(settings, &participants, registry)?;
    rules.groups = analyst::groups(settings, &participants, &rules.analyst);
    let (mode, disciplines) = (settings.mode.value.clone(), settings.disciplines.value.clone());
    let id = new_id();
    let spec = Spec { id, topic, ballot, mode, participants, rules, disciplines, attached, personas: Vec::new() };
    spec.check().map_err(PlanError::from)?;
    Budget::of(settings).check(&spec.participants, &spec.rules, registry)?;
    Ok(Planned { spec, is_embedded })
}

/// The seats of a debate.
pub struct Seated {
    /// Participants by seat.
    pub participants: Vec<Participant>,
    /// Whether only the embedded model was available.
    is_embedded: bool,
}

/// Seats the named models, or those that are found (I-11).
pub async fn seat(settings: &Settings, registry: &ModelRegistry) -> Result<Seated, PlanError> {
    let (seats, is_embedded) = found(settings, registry).await?;
    Ok(Seated { participants: engine::seat(seats), is_embedded })
}

/// The same before names are assigned; and whether only the embedded model was available.
pub(super) async fn found(settings: &Settings, registry: &ModelRegistry) -> Result<(Vec<Seat>, bool), PlanError> {
    if settings.table.value.is_empty() {
        let found = registry.find().await;
        return Ok((found.seats, found.is_embedded));
    }
    Ok((registry.seated(&settings.table)?, false))
}
