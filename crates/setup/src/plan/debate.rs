//! A debate as the settings and whoever asks for it have it.
use super::budget::Purse;
use super::rules::{rules, watch};
use super::{Planned, analyst, new_id};
use crate::error::{Field, PlanError};
use crate::providers::Table;
use crate::settings::Settings;
use debate::{Attachment, Ballot, Participant, Topic};
use engine::{Seat, Spec};

/// What only whoever asks for a debate can say.
pub struct Wish {
    /// What is debated.
    pub topic: Topic,
    /// What is put to the vote; read from the topic where absent (B-01).
    pub ballot: Option<Ballot>,
    /// Texts that participants may look into.
    pub attached: Vec<Attachment>,
    /// Where chance begins.
    pub seed: u64,
}

/// The ballot that a person asks for; none where it is to be read from the topic.
pub fn ballot(
    options: Option<&str>,
    is_yes_no: bool,
    unit: Option<&str>,
    is_open: bool,
) -> Result<Option<Ballot>, PlanError> {
    let unusable = |error| PlanError::unusable(Field::Topic, error);
    Ok(match (options, unit) {
        (Some(options), _) => Some(Ballot::choice(options.split(';')).map_err(unusable)?),
        (None, Some(unit)) => Some(Ballot::estimate(unit).map_err(unusable)?),
        (None, None) if is_yes_no => Some(Ballot::YesNo),
        (None, None) => is_open.then_some(Ballot::Open),
    })
}

/// A debate as the settings have it, checked before anything is spent.
pub async fn planned(settings: &Settings, table: &Table, wish: Wish) -> Result<Planned, PlanError> {
    let Wish { topic, ballot, attached, seed } = wish;
    let Seated { participants, is_embedded } = seat(settings, table).await?;
    let mut rules = rules(settings, seed);
    rules.watch = watch(settings, &participants);
    rules.analyst = analyst::chosen(settings, &participants, table)?;
    rules.groups = analyst::groups(settings, &participants, &rules.analyst);
    let (mode, disciplines) = (settings.mode.value.clone(), settings.disciplines.value.clone());
    let id = new_id();
    let spec = Spec { id, topic, ballot, mode, participants, rules, disciplines, attached, personas: Vec::new() };
    spec.check().map_err(PlanError::from)?;
    Purse::of(settings).check(&spec.participants, &spec.rules, table)?;
    Ok(Planned { spec, is_embedded })
}

/// A table that is set.
pub struct Seated {
    /// Who sits, by seat.
    pub participants: Vec<Participant>,
    /// Whether nobody but the embedded model was there.
    is_embedded: bool,
}

/// Who sits at the table: those named, or whoever can be found (I-11).
pub async fn seat(settings: &Settings, table: &Table) -> Result<Seated, PlanError> {
    let (seats, is_embedded) = found(settings, table).await?;
    Ok(Seated { participants: engine::seat(seats), is_embedded })
}

/// The same before anybody has a name; and whether nobody but the embedded model was there.
pub(super) async fn found(settings: &Settings, table: &Table) -> Result<(Vec<Seat>, bool), PlanError> {
    if settings.table.value.is_empty() {
        let found = table.find().await;
        return Ok((found.seats, found.is_embedded));
    }
    Ok((table.seated(&settings.table)?, false))
}
