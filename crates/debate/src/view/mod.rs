//! What a participant sees: the only place that enforces the horizon and the token budget (D-30, D-31, D-32).
//!
//! A view contains the rounds in chronological order, complete as long as they fit; a state (claims, evidence, positions, disputes) that
//! replaces the oldest rounds otherwise; a person's messages; questions and attacks addressed to the reader; and every claim and source
//! that is mentioned but not listed. It fits its budget however long the debate is, and nothing is cut inside a sentence: whole lines are
//! dropped and counted (`entry`). Participants' texts are on lines that begin with `|`, so that no text can end the quotation (O-41).
//!
//! Participants with the lean profile see a shorter view instead (`lean`). Not here: the text around it (`formats`).
mod answered_needs;
mod append_only;
mod attached;
mod ballot;
mod block;
mod entry;
pub mod hidden;
mod lean;
pub mod mask;
mod mentioned;
mod round_summary;
mod standing;
mod state;
mod to_you;
mod turn;

pub use answered_needs::{AnsweredNeed, answered_needs};
pub use attached::{Excerpt, Listed, attached};
pub use ballot::{BallotView, ballot};
pub use lean::brief;
pub use state::State;

use crate::ids::Name;
use crate::state::{Continued, Debate, Round};
use crate::text;
use entry::Lines;
use std::borrow::Cow;

/// How much of the current round a participant sees. It belongs to the question, not to the time of the call: a batch that is interrupted
/// and resumed shows nobody more than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Horizon {
    /// Earlier rounds only.
    BeforeRound,
    /// Also the answers of this round so far.
    Now,
}

/// The view of one participant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The state.
    pub state: State,
    /// Rounds and messages in chronological order.
    pub parts: Vec<Part>,
    /// Claims and sources that are mentioned but not listed.
    pub mentioned: String,
    /// Questions and attacks addressed to the reader since its last turn.
    pub to_you: String,
}

/// A part of the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its kind.
    pub kind: PartKind,
    /// Its round, or the round before it.
    pub round: u32,
    /// Its lines.
    pub text: String,
}

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// The summary of a round.
    Brief,
    /// A complete round.
    Whole,
    /// The current round so far.
    SoFar,
    /// A person's message after the round.
    Message,
}

/// Maximum tokens of a complete round. Our estimate of tokens is above the real count, so this is more than the 5,000 of D-31.
const RECENT: usize = 5_400;
/// Maximum tokens of a summary (D-31: 150–300).
const BRIEF: usize = 280;
/// The fraction of the budget (one in `MENTIONED`) for mentioned items. Ours: a third; most of them are in the rounds shown.
const MENTIONED: usize = 3;
/// Tokens of a heading.
const HEADING: usize = 10;
/// Maximum tokens of a person's message. Ours: a whole page would displace the debate.
const SAID: usize = 300;
/// How many of a person's messages are shown. Ours: the latest.
const SAID_TIMES: usize = 3;

/// The reader of a view, and its budget.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    /// The participant, by its name in the shown debate.
    pub name: &'a Name,
    /// How much of the current round it sees.
    pub horizon: Horizon,
    /// Token budget of the view.
    pub space: usize,
}

/// The debate as the reader sees it: with the current round entered if the horizon includes it.
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
    /// Builds a view and adds mentioned items as of a round, within the same budget.
    fn with_mentioned(debate: &Debate, round: u32, space: usize, make: impl Fn(usize) -> View) -> View {
        let mut view = make(space);
        let mut named = mentioned::lines(debate, &view, round);
        let mut cost = view.cost();
        let most = text::tokens(&named).min(space / MENTIONED);
        if cost + most > space {
            view = make(space.saturating_sub(most));
            named = mentioned::lines(debate, &view, round);
            cost = view.cost();
        }
        View { mentioned: mentioned::within(named, space.saturating_sub(cost)), ..view }
    }

    /// Its tokens.
    fn cost(&self) -> usize {
        let View { state, parts, mentioned, to_you } = self;
        let texts = [mentioned, to_you].into_iter().map(|it| text::tokens(it)).sum::<usize>();
        state.cost() + parts.iter().map(cost).sum::<usize>() + texts
    }
}

/// Questions and attacks addressed to the reader, in at most a third of its budget.
fn to_you(debate: &Debate, reader: Reader<'_>) -> Lines {
    let mut lines = to_you::lines(debate, reader.name, reader.horizon);
    lines.fit(reader.space / 3);
    lines
}

/// Questions to a reader with the lean profile since its last turn (D-18); as many whole questions as fit.
pub fn questions(debate: &Debate, reader: Reader<'_>) -> String {
    let mut lines = to_you::questions(debate, reader.name, reader.horizon);
    lines.fit(reader.space);
    lines.text()
}

/// Adds the latest rounds, shortened to fit.
fn fitted(parts: &mut Vec<Part>, recent: Vec<(PartKind, u32, Lines)>, space: usize) {
    let mut space = space.saturating_sub(HEADING * recent.len());
    let mut least: usize = recent.iter().map(|(_, _, it)| it.least()).sum();
    // The older round shrinks first: the latest gets the space beyond the older one's decisions.
    for (kind, round, mut lines) in recent.into_iter().rev() {
        least -= lines.least();
        lines.fit(space.saturating_sub(least * 9 / 8).min(RECENT));
        space = space.saturating_sub(lines.cost());
        parts.push(Part { kind, round, text: lines.text() });
    }
}

fn cost(part: &Part) -> usize {
    HEADING + text::tokens(&part.text)
}

/// A complete round. `own` is the reader, if its own answer may be dropped first.
fn told(debate: &Debate, round: &Round, own: Option<&Name>) -> Lines {
    let mut lines = Lines::default();
    for spoken in &round.spoken {
        turn::turn(&mut lines, debate, round, spoken, own);
    }
    lines
}

/// Summaries of the last two of these rounds, unless the rules disable them; they name only claims that the state lists.
fn briefs(debate: &Debate, rounds: &[Round], state: &State) -> Vec<Part> {
    if debate.rules.without_summaries {
        return Vec::new();
    }
    let latest = rounds.get(rounds.len().saturating_sub(2)..).unwrap_or_default();
    let brief = |round: &Round| {
        let mut lines = Lines::default();
        round_summary::round(&mut lines, debate, round, &|place| state.lists(place));
        lines.fit(BRIEF);
        Part { kind: PartKind::Brief, round: round.number, text: lines.text() }
    };
    latest.iter().map(brief).collect()
}

/// A person's messages after rounds `first` to `last`, verbatim.
fn said(debate: &Debate, first: u32, last: u32) -> Vec<Part> {
    let said = debate.continued.iter().filter(|it| (first..=last).contains(&it.after));
    let part = |it: &Continued| {
        let text = text::clip(it.said.as_deref()?.trim(), SAID).into_owned();
        Some(Part { kind: PartKind::Message, round: it.after, text })
    };
    said.filter_map(part).collect()
}

/// The latest messages.
fn latest(mut said: Vec<Part>) -> Vec<Part> {
    said.split_off(said.len().saturating_sub(SAID_TIMES))
}

/// Parts in chronological order, without empty ones; a message follows its round.
fn in_time(mut parts: Vec<Part>) -> Vec<Part> {
    parts.retain(|it| !it.text.is_empty());
    parts.sort_by_key(|it| (it.round, it.kind == PartKind::Message));
    parts
}
