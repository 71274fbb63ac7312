//! What a speaker may see: the one place where the horizon and the budget are kept (D-30, D-31, D-32).
//!
//! A view has *rounds* in the order of time, each in full as long as all of it fits; a *state* (claims, evidence, who stands where, what is in
//! dispute) in place of the oldest rounds where it does not; what a person said in between; what is addressed to the reader; and every claim and
//! source that is named and stands nowhere else. It fits the room it is given, however long the debate, and nothing is cut inside a sentence: whole
//! lines go, and are counted (`entry`). What participants said stands in lines that begin with `|`: whatever such a line contains, it can't end the
//! quotation (O-41).
//!
//! Participants that are asked in few words see a [`brief`] instead. Not here: the words around it (`formats`).
mod attached;
mod ballot;
mod block;
mod brief;
mod brought;
mod digest;
mod entry;
mod grown;
pub mod hidden;
pub mod mask;
mod mentioned;
mod standing;
mod state;
mod to_you;
mod turn;

pub use attached::{Excerpt, Listed, attached};
pub use ballot::{BallotView, ballot};
pub use brief::brief;
pub use brought::{Brought, brought};
pub use state::State;

use crate::ids::Name;
use crate::state::{Continued, Debate, Round};
use crate::text;
use entry::Lines;
use std::borrow::Cow;

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
    /// Claims and sources that are named and stand nowhere else.
    pub mentioned: String,
    /// What is addressed to the reader since it last spoke.
    pub to_you: String,
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

/// The most a round in full takes, in tokens by our estimate, which is above what is counted (D-31: 2,500–4,000, at most 5,000).
const RECENT: usize = 5_400;
/// The most one round in brief takes, in tokens (D-31: 150–300).
const BRIEF: usize = 280;
/// The share of the room that what is named and stands nowhere else may take. Ours: a third; most of what is named stands in the rounds that are shown.
const MENTIONED: usize = 3;
/// What a heading takes, in tokens.
const HEADING: usize = 10;
/// The most of what a person said at one time, in tokens. Ours: a page's worth would push the debate out.
const SAID: usize = 300;
/// How many of the times a person said something are shown. Ours: the latest.
const SAID_TIMES: usize = 3;

/// Who a view is for, and how much room there is.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The participant, by the name it has in the debate as it is shown.
    pub name: &'a Name,
    /// How much of the current round it may see.
    pub horizon: Horizon,
    /// The tokens that the view may take.
    pub room: usize,
}

/// The debate as it is heard: with what was said in this round entered, where the reader hears it.
fn heard(debate: &Debate, horizon: Horizon) -> Cow<'_, Debate> {
    match horizon {
        Horizon::BeforeRound => Cow::Borrowed(debate),
        Horizon::Now => {
            let mut heard = debate.clone();
            heard.absorb();
            Cow::Owned(heard)
        }
    }
}

impl View {
    /// Makes a view and adds what is named in it and stands nowhere else, as it stood after a round; what that takes is taken from the rest.
    fn with_mentioned(debate: &Debate, round: u32, room: usize, make: impl Fn(usize) -> View) -> View {
        let mut view = make(room);
        let mut named = mentioned::lines(debate, &view, round);
        let mut cost = view.cost();
        let most = text::tokens(&named).min(room / MENTIONED);
        if cost + most > room {
            view = make(room.saturating_sub(most));
            named = mentioned::lines(debate, &view, round);
            cost = view.cost();
        }
        View { mentioned: mentioned::within(named, room.saturating_sub(cost)), ..view }
    }

    /// How many tokens it takes.
    fn cost(&self) -> usize {
        let View { state, parts, mentioned, to_you } = self;
        let texts = [mentioned, to_you].into_iter().map(|it| text::tokens(it)).sum::<usize>();
        state.cost() + parts.iter().map(cost).sum::<usize>() + texts
    }
}

/// What is addressed to the reader, in at most a third of its room.
fn to_you(debate: &Debate, reader: Reader<'_>) -> Lines {
    let mut lines = to_you::lines(debate, reader.name, reader.horizon);
    lines.fit(reader.room / 3);
    lines
}

/// What the reader is asked since it last spoke, for one that hears of the rest in brief (D-18); whole questions, as many as fit into its room.
pub fn questions(debate: &Debate, reader: Reader<'_>) -> String {
    let mut lines = to_you::questions(debate, reader.name, reader.horizon);
    lines.fit(reader.room);
    lines.text()
}

/// Adds the latest rounds, with as much of them as fits.
fn fitted(parts: &mut Vec<Part>, recent: Vec<(PartKind, u32, Lines)>, room: usize) {
    let mut room = room.saturating_sub(HEADING * recent.len());
    let mut least: usize = recent.iter().map(|(_, _, it)| it.least()).sum();
    // The older goes first: the latest has what the older does not need for what decides.
    for (kind, round, mut lines) in recent.into_iter().rev() {
        least -= lines.least();
        lines.fit(room.saturating_sub(least * 9 / 8).min(RECENT));
        room = room.saturating_sub(lines.cost());
        parts.push(Part { kind, round, text: lines.text() });
    }
}

fn cost(part: &Part) -> usize {
    HEADING + text::tokens(&part.text)
}

/// What was said in a round, in full. `own` is the reader, where its answer of this round may go first.
fn told(debate: &Debate, round: &Round, own: Option<&Name>) -> Lines {
    let mut lines = Lines::default();
    for spoken in &round.spoken {
        turn::turn(&mut lines, debate, round, spoken, own);
    }
    lines
}

/// The last two of these rounds in brief, unless the rules do without; of claims they name those that the state lists.
fn briefs(debate: &Debate, rounds: &[Round], state: &State) -> Vec<Part> {
    if debate.rules.without_summaries {
        return Vec::new();
    }
    let latest = rounds.get(rounds.len().saturating_sub(2)..).unwrap_or_default();
    let brief = |round: &Round| {
        let mut lines = Lines::default();
        digest::round(&mut lines, debate, round, &|place| state.lists(place));
        lines.fit(BRIEF);
        Part { kind: PartKind::Brief, round: round.number, text: lines.text() }
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
