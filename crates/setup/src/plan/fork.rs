//! Plans a fork: another debate from any point of one, with changes (O-23).
use super::continuation::{allowed, requested_budget};
use super::rules::{is_watch_requested, overruled, watch};
use super::{analyst, new_id};
use crate::error::{Error, Field, Kind, PlanError};
use crate::providers::ModelRegistry;
use crate::settings::{Origin, Setting, Settings};
use debate::{Attachment, Debate, Envelope, Usage};
use engine::{At, Changes, Clock, Cut, Live, Seat};

/// The parts of a fork request that no setting has.
pub struct ForkRequest {
    /// The point at which to cut.
    pub at: At,
    /// Other models for seats, each with the name of its seat.
    pub seats: Vec<Seat>,
    /// A message to the participants.
    pub said: Option<String>,
    /// The focus of the next round.
    pub focus: Option<String>,
    /// Further texts that participants may consult.
    pub attached: Vec<Attachment>,
}

/// Plans a fork and its log, checked before anything is spent.
pub fn planned(
    settings: &Settings,
    registry: &ModelRegistry,
    log: &[Envelope],
    request: ForkRequest,
) -> Result<(Debate, Vec<Envelope>), Error> {
    let ForkRequest { at, seats, said, focus, attached } = request;
    let cut = Cut::of(log, at)?;
    if is_watch_requested(settings) && cut.debate.evaluator().is_some() {
        let field = Field::Setting("safety", settings.safety.origin.clone());
        return Err(PlanError { field, kind: Kind::Watched }.into());
    }
    let changes = Changes { seats, said, focus, attached, ..changes(settings, &cut, registry)? };
    let begun = engine::fork(&cut, changes)?;
    let debate = Debate::replay(&begun).map_err(engine::Error::from)?;
    requested_budget(settings).check(&debate.participants, &debate.rules, registry)?;
    Ok((debate, begun))
}

/// The point at which to cut.
pub fn at(event: Option<u64>, round: Option<u32>) -> At {
    match (event, round) {
        (Some(event), _) => At::Event(event),
        (None, Some(round)) => At::Round(round),
        (None, None) => At::LastRound,
    }
}

/// Requested settings override the rules at the cut; spending before the cut belongs to the original debate.
fn changes(settings: &Settings, cut: &Cut<'_>, registry: &ModelRegistry) -> Result<Changes, PlanError> {
    let before = &cut.debate;
    let mode = (settings.mode.origin == Origin::Flag).then(|| settings.mode.value.clone());
    let rules = overruled(before.rules.clone(), settings, mode.as_deref().unwrap_or(&before.mode));
    let mut rules = allowed(rules, settings, Usage::default(), before.elapsed);
    if is_watch_requested(settings) {
        rules.watch = watch(settings, &before.participants);
    }
    if analyst::is_requested(settings) {
        rules.analyst = analyst::chosen(settings, &before.participants, registry)?;
    }
    let at = Live::after(0).stamp(0).at;
    let disciplines = settings.disciplines.value.clone();
    Ok(Changes { rules, mode, disciplines, ..Changes::none(cut, new_id(), at) })
}

/// Other models for seats, each with the name of its seat.
pub fn seats(registry: &ModelRegistry, words: &[String]) -> Result<Vec<Seat>, PlanError> {
    let seats = registry.seated(&Setting { value: words.to_vec(), origin: Origin::Flag })?;
    if let Some(nameless) = seats.iter().find(|it| it.name.is_none()) {
        let kind = Kind::NoSeatName { model: nameless.model.clone() };
        return Err(PlanError { field: Field::Seats, kind });
    }
    Ok(seats)
}
