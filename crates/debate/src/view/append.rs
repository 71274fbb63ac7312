//! A view that goes on where the one before ended (D-35).
//!
//! A finished round is told once, in its final form, and never again otherwise; claims and sources stand where they came up. When
//! all of it does not fit any more, the rounds before the last one become a state and two rounds in brief, and it
//! grows on from there. Where that happened is not remembered: it follows from the sizes of the rounds, so that a debate
//! that is resumed gives the same prompts.
use super::block::Block;
use super::whole::{self, Manner};
use super::{Horizon, Part, PartKind, State, View, briefs, digest, in_time, latest, said};
use crate::ids::Name;
use crate::state::{Debate, Round};
use crate::text;

/// The most the state takes at the head, in tokens (D-31: 800–2,000).
const STATE: usize = 800;
/// The most a round in brief takes at the head, in tokens (D-31: 150–300).
const BRIEF: usize = 220;
/// What a heading takes, in tokens.
const HEADING: usize = 10;
/// What a round comes to, behind its turns, in tokens. Ours: some five claims that came to something else.
const ENDING: usize = 120;

impl View {
    /// What may be seen within `horizon`, as the view before it and what came since, in at most `room` tokens.
    pub fn appended(debate: &Debate, horizon: Horizon, room: usize) -> View {
        let Some((current, before)) = debate.rounds.split_last() else { return View::default() };
        // What a person said of old rounds stands at the head.
        let words: usize = latest(said(debate, 0, current.number)).iter().map(cost).sum();
        let room = room.saturating_sub(words);
        let (state, brief) = (STATE.min(room / 4), BRIEF.min(room / 12));
        let head = state + 2 * (brief + HEADING);
        // Behind the head two rounds fit, whatever is said in them, and what is heard of the current one.
        let rounds = match horizon {
            Horizon::BeforeRound => 2,
            Horizon::Now => 3,
        };
        let most = (room.saturating_sub(head) / rounds).saturating_sub(HEADING);
        let so_far = match horizon {
            Horizon::BeforeRound => None,
            Horizon::Now => Some(so_far(debate, current, most)),
        };
        let told: Vec<Part> = before.iter().map(|it| told(debate, it, most)).collect();
        // What this speaker heard of each round when it was asked: those whom it hears now.
        let hears = |by: &Name| so_far.is_some() && current.said_by(by).is_some();
        let heard = before.iter().skip(1).map(|it| turns(debate, it, most, hears).used() + HEADING);
        let heard: Vec<usize> = heard.chain(so_far.as_ref().map(cost)).collect();
        let merged = merged(debate, &told, &heard, head, room);
        let (old, _) = before.split_at_checked(merged).unwrap_or((before, &[]));
        let last = old.last().map_or(0, |it| it.number);

        let mut parts = briefs(debate, old, brief);
        parts.extend(latest(said(debate, 0, last)));
        parts.extend(told.into_iter().skip(merged));
        parts.extend(said(debate, last + 1, current.number.saturating_sub(1)));
        parts.extend(so_far);
        View { state: State::after(debate, last, state), parts: in_time(parts) }
    }
}

/// How many of the finished rounds have become the head, if so much was `heard` of the rounds that followed on each. The last one never
/// has.
fn merged(debate: &Debate, told: &[Part], heard: &[usize], head: usize, room: usize) -> usize {
    let (mut merged, mut used) = (0, 0);
    for (at, part) in told.iter().enumerate() {
        let said: usize = said(debate, part.round, part.round).iter().map(cost).sum();
        let cost = cost(part) + said;
        used += cost;
        let head = if merged == 0 { 0 } else { head };
        if at > merged && head + used + heard.get(at).copied().unwrap_or_default() > room {
            (merged, used) = (at, cost);
        }
    }
    merged
}

fn cost(part: &Part) -> usize {
    HEADING + text::tokens(&part.text)
}

/// A finished round, in at most `most` tokens.
fn told(debate: &Debate, round: &Round, most: usize) -> Part {
    let mut block = turns(debate, round, most, |_| true);
    let mut ending = Block::new(ENDING.min(block.left()));
    digest::ending(&mut ending, debate, round);
    block.append(ending);
    Part { kind: PartKind::Whole, round: round.number, text: block.text() }
}

/// The current round so far, in the words in which it will be told when it is over. Claims have the ids that they will have:
/// those who are heard speak by seat.
fn so_far(debate: &Debate, current: &Round, most: usize) -> Part {
    let mut heard = debate.clone();
    heard.absorb();
    let round = heard.round().unwrap_or(current);
    let block = turns(&heard, round, most, |_| true);
    Part { kind: PartKind::SoFar, round: round.number, text: block.text() }
}

/// The turns of a round, of those who are heard.
fn turns(debate: &Debate, round: &Round, most: usize, is_heard: impl Fn(&Name) -> bool) -> Block {
    let each = most.saturating_sub(ENDING) / debate.participants.len().max(1);
    let mut block = Block::new(most);
    for spoken in round.spoken.iter().filter(|it| is_heard(&it.by)) {
        whole::turn(&mut block, debate, round, spoken, each, Manner::InPlace);
    }
    block
}
