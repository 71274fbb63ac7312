//! The panel: opening, an aspect at a time with clash and crux room where takes part, closing (P-10 … P-24).
//!
//! Which phase it is, when to stop and what comes next is decided here, never in a prompt (P-14): a model only answers what is in front
//! of it. Not here: what disagreement is without a model, and what follows from cards (`analysis::crux`).
mod context;
mod course;
mod heard;
mod persona;
mod prompt;
mod rooms;
mod transcript;

pub use heard::{recorded, weighed};
pub use persona::{SYSTEM, SYSTEM_PARTS};
pub(crate) use prompt::prompt;
pub use prompt::{CONTEXT, ROOM_INPUT};

use crate::ask::{self, Part};
use crate::seating::SeatingSeed;
use crate::step::{Format, Prompter, Step};
use debate::event::Stage;
use debate::reply::Grade;
use debate::rules::PanelRules;
use debate::{Debate, Flaw, Parallel, Participant, Turn};
use std::sync::LazyLock;

/// Its name in logs.
pub const NAME: &str = "panel";

/// Who sets the aspects, as prompts and progress call it (P-11).
pub const MODERATOR: &str = "the moderator";

/// Who looks whether two disagree, and draws cards.
pub const CLERK: &str = "the clerk";

/// What a panel goes by whose log says nothing of it.
static USUAL: LazyLock<PanelRules> = LazyLock::new(PanelRules::default);

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

    fn seat(&self, _participants: &mut [Participant], _chance: &SeatingSeed) {}

    fn next(&self, debate: &Debate) -> Step {
        course::next(debate)
    }

    fn prompter<'a>(&'a self, debate: &'a Debate) -> Prompter<'a> {
        Box::new(|ask| prompt::turn(debate, ask))
    }

    fn check(&self, debate: &Debate, ask: &ask::Turn, turn: &mut Turn, flaws: &mut Vec<Flaw>) -> Grade {
        heard::check(debate, ask, turn, flaws)
    }
}

/// The model that answers what a panel asks besides turns, as `provider/model`: a participant's own, the clerk's, or the strong one (P-16).
/// Who only quotes speaks for itself everywhere.
pub(crate) fn model<'a>(debate: &'a Debate, ask: &ask::Panel) -> Option<&'a str> {
    let rules = rules(debate);
    let ask::Panel::Room(ask::Room { who, part, .. }) = ask else { return rules.clerk.as_deref() };
    let own = || debate.participant(who).map(|it| it.model.as_str());
    let strong = || rules.strong.as_deref().filter(|_| !rules.quote);
    match part {
        Part::Say(Stage::Clash) => own(),
        Part::Say(Stage::Position | Stage::Exchange | Stage::Convergence) => strong().or_else(own),
        Part::Judge { .. } | Part::Cores => rules.clerk.as_deref(),
        Part::Card => draws(rules),
    }
}

/// The model that draws cards; what both said makes one where there is none, and where nothing but quotations may stand on it.
fn draws(rules: &PanelRules) -> Option<&str> {
    rules.strong.as_deref().or(rules.clerk.as_deref()).filter(|_| !rules.quote)
}

/// What a panel goes by.
fn rules(debate: &Debate) -> &PanelRules {
    debate.rules.panel.as_ref().unwrap_or(&USUAL)
}

/// What a round is about, where it is about one aspect.
fn aspect(debate: &Debate, round: u32) -> Option<&str> {
    debate.rounds.iter().find(|it| it.number == round)?.focus.as_deref()
}
