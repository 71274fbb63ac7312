//! The panel: opening, one aspect at a time with clash and crux room where takes conflict, closing (P-10 … P-24).
//!
//! Code decides which phase it is, when to stop and what comes next, never a prompt (P-14). A model only answers the current question. Not
//! here: how disagreement is found without a model, and what follows from cards (`analysis::crux`).
mod answers;
mod context;
mod cruxes;
mod held;
mod persona;
mod phases;
mod prompt;
mod rooms;
mod transcript;

pub use answers::{judged_locally, recorded};
pub use context::MEANING;
pub use held::{Reading, opposed_by_words, reading};
pub use persona::{SYSTEM, SYSTEM_PARTS};
pub use phases::own_aspects;
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

/// The format's name in logs.
pub const NAME: &str = "panel";

/// The moderator's name in prompts and progress reports: it sets the aspects (P-11).
pub const MODERATOR: &str = "the moderator";

/// The clerk's name: it judges whether two disagree, and draws cards.
pub const CLERK: &str = "the clerk";

/// The rules of a panel whose log has none.
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
        phases::next(debate)
    }

    fn prompter<'a>(&'a self, debate: &'a Debate) -> Prompter<'a> {
        Box::new(|ask| prompt::turn(debate, ask))
    }

    fn check(&self, debate: &Debate, ask: &ask::Turn, turn: &mut Turn, flaws: &mut Vec<Flaw>) -> Grade {
        answers::check(debate, ask, turn, flaws)
    }
}

/// The model that answers a panel's questions other than turns, as `provider/model`: a participant's own, the clerk's, or the strong one
/// (P-16). A quoting participant uses no other model.
pub(crate) fn model<'a>(debate: &'a Debate, ask: &ask::Panel) -> Option<&'a str> {
    let rules = rules(debate);
    let (who, part) = match ask {
        ask::Panel::Aspects { .. } => return rules.clerk.as_deref(),
        ask::Panel::Cruxes { who, .. } => return debate.participant(who).map(|it| it.model.as_str()),
        ask::Panel::Room(ask::RoomQuestion { who, part, .. }) => (who, part),
    };
    let own = || debate.participant(who).map(|it| it.model.as_str());
    let strong = || rules.strong.as_deref().filter(|_| !rules.quote);
    match part {
        Part::Say(Stage::Clash) => own(),
        Part::Say(Stage::Position | Stage::Exchange | Stage::Convergence) => strong().or_else(own),
        Part::Judge { .. } | Part::Cores => rules.clerk.as_deref(),
        Part::Card => draws(rules),
    }
}

/// The model that draws cards; none where cards are derived from both statements, as in panels that only quote.
fn draws(rules: &PanelRules) -> Option<&str> {
    rules.strong.as_deref().or(rules.clerk.as_deref()).filter(|_| !rules.quote)
}

/// The rules of a panel.
fn rules(debate: &Debate) -> &PanelRules {
    debate.rules.panel.as_ref().unwrap_or(&USUAL)
}

/// The aspect of a round, if it has one.
fn aspect(debate: &Debate, round: u32) -> Option<&str> {
    debate.rounds.iter().find(|it| it.number == round)?.focus.as_deref()
}
