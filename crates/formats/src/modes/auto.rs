//! auto: one independent round first. If that is enough the debate ends, else it continues in the mode that fits the disagreement (D-05).
//!
//! The first round uses collaborative's prompts. `analysis::decision::choice` chooses the mode; from then on this format behaves as that mode.
use super::collaborative;
use crate::ask;
use crate::order::Order;
use crate::prompt::TemplateError;
use crate::rounds::Rounds;
use crate::seating::{Assignment, SeatingSeed, hide_names};
use crate::step::{Format, Prompter, Step};
use analysis::decision::choice::{self, Takes};
use debate::event::{Reason, RoundKind};
use debate::reply::Grade;
use debate::{Algorithm, Debate, Event, Flaw, Parallel, Participant, Round, Turn};

/// The mode that chooses another.
pub(super) struct Auto;

/// The first round: independent, whatever the rules say about later rounds.
static TAKES: Rounds = Rounds {
    name: "auto",
    summary: "answer alone first; then the mode that fits the differences, or none if the answers agree on good grounds",
    order: Order::Independent,
    ..collaborative::MODE
};

impl Format for Auto {
    fn name(&self) -> &'static str {
        TAKES.name
    }

    fn summary(&self) -> &'static str {
        TAKES.summary
    }

    fn parallel(&self) -> Parallel {
        TAKES.parallel
    }

    fn seat(&self, participants: &mut [Participant], seed: &SeatingSeed) {
        TAKES.seat(participants, seed);
    }

    fn next(&self, debate: &Debate) -> Step {
        let step = playing(debate).map_or_else(|_| TAKES.next(debate), |it| it.next(debate));
        match (debate.round(), &step) {
            (Some(takes), Step::Record(Event::RoundOpened { round: 2.., kind, .. }))
                if debate.chosen.is_none() && *kind != RoundKind::Ballot =>
            {
                after(debate, takes).unwrap_or(step)
            }
            // If the takes are enough, no missing context is needed.
            (Some(takes), Step::Record(Event::DebateClosed { why: Reason::NeedsContext, .. }))
                if debate.chosen.is_none() =>
            {
                enough(debate, &Takes::of(debate, takes)).unwrap_or(step)
            }
            (
                Some(_) | None,
                Step::Record(_) | Step::Ask(_) | Step::Group(_) | Step::Compare(_) | Step::LocalTasks(_) | Step::Done,
            ) => step,
        }
    }

    fn prompter<'a>(&'a self, debate: &'a Debate) -> Prompter<'a> {
        match playing(debate) {
            Ok(format) => format.prompter(debate),
            Err(error) => Box::new(move |_| Err(error.clone())),
        }
    }

    fn check(&self, debate: &Debate, ask: &ask::Turn, turn: &mut Turn, flaws: &mut Vec<Flaw>) -> Grade {
        match playing(debate) {
            Ok(format) => format.check(debate, ask, turn, flaws),
            Err(_) => TAKES.check(debate, ask, turn, flaws),
        }
    }
}

/// The format in use: the takes, or the chosen mode. A log may name a mode of a later release.
fn playing(debate: &Debate) -> Result<&'static dyn Format, TemplateError> {
    let Some(chosen) = &debate.chosen else { return Ok(&TAKES) };
    let known = super::named(&chosen.mode).ok().filter(|it| it.name() != TAKES.name);
    known.ok_or_else(|| TemplateError::Missing(format!("the words of mode {}", chosen.mode)))
}

/// The step after the takes, where a second round would follow: the end, or the choice of a mode.
fn after(debate: &Debate, round: &Round) -> Option<Step> {
    let takes = Takes::of(debate, round);
    if let Some(end) = enough(debate, &takes) {
        return Some(end);
    }
    let way = choice::mode_choice(&takes);
    let mode = super::named(way.mode()).ok()?;
    let mut participants = debate.participants.clone();
    let seed = SeatingSeed { debate: debate.id.clone(), seed: debate.rules.seed, disciplines: Assignment::default() };
    mode.seat(&mut participants, &seed);
    if debate.rules.hidden.names {
        hide_names(&mut participants, &seed);
    }
    let (mode, why, figures) = (mode.name().to_owned(), way.why().to_owned(), takes.figures());
    Some(Step::Record(Event::ModeChosen { mode, why, figures, participants }))
}

/// The step that ends the debate where the takes alone are enough.
fn enough(debate: &Debate, takes: &Takes) -> Option<Step> {
    (takes.may_stand() && may_stop(debate)).then(|| match TAKES.finish(debate, Reason::Consensus) {
        Step::Record(Event::DebateClosed { why, mut figures, question }) => {
            figures.extend(takes.figures());
            Step::Record(Event::DebateClosed { why, figures, question })
        }
        step @ (Step::Record(_)
        | Step::Ask(_)
        | Step::Group(_)
        | Step::Compare(_)
        | Step::LocalTasks(_)
        | Step::Done) => step,
    })
}

/// Whether agreement may end this debate: not where only its caps do, and not where a person has continued it.
fn may_stop(debate: &Debate) -> bool {
    let is_open = match debate.rules.algorithm {
        Algorithm::FixedRounds => false,
        Algorithm::VoteRubric | Algorithm::Agreement | Algorithm::EvidenceBasedDebate => true,
    };
    is_open && !debate.rules.exit_limits.off && debate.just_continued().is_none()
}
