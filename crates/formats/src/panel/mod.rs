//! The panel: opening, an aspect at a time with clash and crux room where takes part, closing (P-10 … P-24).
//!
//! Which phase it is, when to stop and what comes next is decided here, never in a prompt (P-14): a model only answers what is in front
//! of it. Not here: what disagreement is without a model, and what follows from cards (`analysis::crux`).
use crate::prompt::{Prompt, TemplateError};
use crate::seating::Chance;
use crate::step::{Ask, Format, Step, Weigh};
use debate::event::{Answer, Failure};
use debate::reply::Grade;
use debate::{Debate, Event, Flaw, Parallel, Participant, Relation, Turn};

/// Its name in logs.
pub const NAME: &str = "panel";

/// The format.
pub struct Panel;

impl Format for Panel {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "personas find out what they really disagree about"
    }

    fn parallel(&self) -> Parallel {
        Parallel::Full
    }

    fn seat(&self, _participants: &mut [Participant], _chance: &Chance) {}

    fn next(&self, _debate: &Debate) -> Step {
        Step::Done
    }

    fn prompts(&self, _debate: &Debate, _asks: &[Ask]) -> Result<Vec<Prompt>, TemplateError> {
        Ok(Vec::new())
    }

    fn check(&self, _debate: &Debate, _ask: &Ask, turn: &mut Turn, _flaws: &mut Vec<Flaw>) -> Grade {
        debate::reply::grade(turn)
    }
}

/// The model that answers a question of a panel, as `provider/model`: a participant's own, the clerk's, or the strong one (P-16).
pub fn model<'a>(_debate: &'a Debate, _ask: &Ask) -> Option<&'a str> {
    None
}

/// The event that records what came of a question about aspects or a room.
pub fn recorded(
    _debate: &Debate,
    _ask: &Ask,
    _outcome: Result<Answer, (Failure, String)>,
    _took: u64,
) -> Option<Event> {
    None
}

/// The event that records what was made of a room without a model; `judge` is who compared.
pub fn weighed(
    _debate: &Debate,
    _weigh: &Weigh,
    _judge: &str,
    _made: Result<Vec<Relation>, String>,
    _took: u64,
) -> Option<Event> {
    None
}
