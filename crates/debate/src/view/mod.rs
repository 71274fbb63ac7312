//! What a speaker may see: the one place where the horizon and the budget are kept (D-30, D-31, D-32).
//!
//! A view has two parts. *State*: claims, evidence, who stands where and what is in dispute. *Rounds*, in the order of
//! time: the previous one in full, the two before it in brief, and, for a speaker who may, what was said in this one; and
//! what a person said in between, in their own words. All of it fits the room it is given, however long the debate. What
//! participants said stands in lines that begin with `|`: whatever such a line contains, it can't end the quotation (O-41).
//!
//! A view is either put together anew each time ([`View::rebuilt`]) or goes on where the one before ended ([`View::appended`]).
//! Participants that are asked in few words see a [`brief`] instead. Not here: the words around it (`formats`).
mod append;
mod attached;
mod ballot;
mod block;
mod brief;
mod brought;
mod digest;
pub mod hidden;
pub mod mask;
mod standing;
mod state;
mod whole;

pub use attached::{Excerpt, Listed, attached};
pub use ballot::{BallotView, ballot};
pub use brief::brief;
pub use brought::{Brought, brought};
pub use state::State;

use crate::state::{Continued, Debate, Round};
use crate::text;
use block::Block;
use whole::Manner;

/// How much of the current round a speaker may see. Part of the question, not of the moment it is put: a batch that is
/// interrupted and goes on later shows nobody more than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Horizon {
    /// The rounds before this one, and nothing of this one.
    BeforeRound,
    /// What was said in this round so far, too.
    Now,
}

/// What one speaker is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// What is so.
    pub state: State,
    /// What happened, in the order of time.
    pub parts: Vec<Part>,
}

/// A piece of what happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Of which round, or after which.
    pub round: u32,
    /// Its lines.
    pub text: String,
}

/// What a piece of what happened is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A round in brief.
    Brief,
    /// A round in full.
    Whole,
    /// The current round so far.
    SoFar,
    /// What a person said after the round.
    Said,
}

/// The most the state takes, in tokens (D-31: 800–2,000).
const STATE: usize = 1_700;
/// The most one round in brief takes, in tokens (D-31: 150–300).
const BRIEF: usize = 280;
/// The most the rounds in full take, in tokens (D-31: 2,500–4,000).
const RECENT: usize = 4_000;
/// The most of what a person said at one time, in tokens. Ours: a page's worth would push the debate out.
const SAID: usize = 300;
/// How many of the times a person said something are shown. Ours: the latest.
const SAID_TIMES: usize = 3;

impl View {
    /// What may be seen within `horizon`, put together anew in at most `room` tokens.
    pub fn rebuilt(debate: &Debate, horizon: Horizon, room: usize) -> View {
        let Some((current, before)) = debate.rounds.split_last() else { return View::default() };
        let (previous, older) = match before.split_last() {
            Some((previous, older)) => (Some(previous), older),
            None => (None, before),
        };
        let spoken_now = match horizon {
            Horizon::BeforeRound => &[],
            Horizon::Now => current.spoken.as_slice(),
        };
        let mut parts = latest(said(debate, 0, current.number.saturating_sub(1)));
        let room = room.saturating_sub(parts.iter().map(|it| text::tokens(&it.text)).sum());
        let state_room = STATE.min(room / 3);
        let state = State::after(debate, current.number.saturating_sub(1), state_room);
        let brief_room = BRIEF.min(room / 12);
        let briefs = briefs(debate, older, brief_room);
        let left = room.saturating_sub(state_room + brief_room * briefs.len());
        parts.extend(briefs);

        let turns = spoken_now.len() + previous.map_or(0, |it| it.spoken.len());
        let each = left.min(RECENT) / turns.max(1);
        if let Some(round) = previous {
            let mut block = Block::new(left);
            for spoken in &round.spoken {
                whole::turn(&mut block, debate, round, spoken, each, Manner::ByIds);
            }
            for failed in &round.failed {
                block.line(&format!("{}: no answer ({})", failed.by, failed.why));
            }
            parts.push(Part { kind: PartKind::Whole, round: round.number, text: block.text() });
        }
        let mut block = Block::new(left);
        for spoken in spoken_now {
            // The state has nothing of this round.
            whole::turn(&mut block, debate, current, spoken, each, Manner::InPlace);
        }
        parts.push(Part { kind: PartKind::SoFar, round: current.number, text: block.text() });
        View { state, parts: in_time(parts) }
    }
}

/// The last two of these rounds in brief, in at most `room` tokens each, unless the rules do without.
fn briefs(debate: &Debate, rounds: &[Round], room: usize) -> Vec<Part> {
    if debate.rules.without_summaries {
        return Vec::new();
    }
    let latest = rounds.get(rounds.len().saturating_sub(2)..).unwrap_or_default();
    let brief = |round: &Round| {
        let mut block = Block::new(room);
        digest::round(&mut block, debate, round);
        Part { kind: PartKind::Brief, round: round.number, text: block.text() }
    };
    latest.iter().map(brief).collect()
}

/// What a person said after rounds from `first` to `last`, in their own words.
fn said(debate: &Debate, first: u32, last: u32) -> Vec<Part> {
    let said = debate.continued.iter().filter(|it| (first..=last).contains(&it.after));
    let part = |it: &Continued| {
        let text = text::clip(it.said.as_deref()?.trim(), SAID).into_owned();
        Some(Part { kind: PartKind::Said, round: it.after, text })
    };
    said.filter_map(part).collect()
}

/// The latest of what a person said.
fn latest(mut said: Vec<Part>) -> Vec<Part> {
    said.split_off(said.len().saturating_sub(SAID_TIMES))
}

/// Parts in the order of time, without those that say nothing; what a person said stands behind the round it was said after.
fn in_time(mut parts: Vec<Part>) -> Vec<Part> {
    parts.retain(|it| !it.text.is_empty());
    parts.sort_by_key(|it| (it.round, it.kind == PartKind::Said));
    parts
}
