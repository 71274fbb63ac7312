//! A view that extends the previous one, for append-only prompts (D-35).
//!
//! A completed round is added once, in its final form; claims and sources appear where they first came up. When the view no longer fits,
//! the rounds before the last are compacted into a state and two summaries, and the view grows from there. The point of compaction is not
//! stored: it follows from the sizes of the rounds, so that a resumed debate produces the same prompts.
use super::entry::Lines;
use super::{
    HEADING, Horizon, Part, PartKind, Reader, State, View, briefs, cost, fitted, heard, in_time, latest, round_summary,
    said, to_you,
};
use crate::ids::Name;
use crate::state::{Debate, Round};

/// Maximum tokens of the state at the head (D-31: 800–2,000). Ours: leaves space for further rounds before the next compaction.
const STATE: usize = 1_400;

/// The fraction of the budget (one in `RESERVED`) kept for messages to the reader and mentioned items, so that they do not influence
/// compaction.
const RESERVED: usize = 8;

impl View {
    /// The view as the previous one plus later events.
    pub fn of(debate: &Debate, reader: Reader<'_>) -> View {
        let debate = &*heard(debate, reader.horizon);
        let upto = debate.round().map_or(0, |it| it.number.saturating_sub(1));
        View::with_mentioned(debate, upto, reader.space, |space| View::appended(debate, reader, space))
    }

    /// The view in `within` tokens; the reader's full budget determines compaction, so that its point stays the same.
    fn appended(debate: &Debate, reader: Reader<'_>, within: usize) -> View {
        let Some((current, before)) = debate.rounds.split_last() else { return View::default() };
        let to_you = to_you(debate, reader);
        // A person's messages in compacted rounds are kept at the head.
        let words: usize = latest(said(debate, 0, current.number)).iter().map(cost).sum();
        let nominal = reader.space.saturating_sub(words + reader.space / RESERVED);
        let within = within.saturating_sub(words + to_you.cost());
        let so_far = (reader.horizon == Horizon::Now).then(|| super::told(debate, current, Some(reader.name)));
        let last = before.last().map(|it| it.number);
        let own = |it: &Round| Some(reader.name).filter(|_| Some(it.number) == last);
        let rounds: Vec<Lines> = before.iter().map(|it| told(debate, it, own(it))).collect();
        let merged = merged(debate, before, &rounds, &heard_of(debate, reader, so_far.as_ref()), nominal);
        let (old, kept) = before.split_at_checked(merged).unwrap_or((before, &[]));
        let last = old.last().map_or(0, |it| it.number);

        // The oldest rounds shrink first: if decisions of the latest round would not fit, the state gets shorter and summaries are omitted.
        let least: usize = rounds.last().into_iter().chain(&so_far).map(Lines::least).sum();
        let spare = within.saturating_sub(least * 5 / 4);
        let state = State::after(debate, last, STATE.min(nominal / 4).min(spare));
        let is_tight = spare < STATE.min(nominal / 4) + 2 * (super::BRIEF + HEADING);
        let mut parts = if is_tight { Vec::new() } else { briefs(debate, old, &state) };
        parts.extend(latest(said(debate, 0, last)));
        let head = state.cost() + parts.iter().map(cost).sum::<usize>();
        let mut left = within.saturating_sub(head);
        let mut recent = Vec::new();
        for (at, (round, lines)) in kept.iter().zip(rounds.into_iter().skip(merged)).enumerate() {
            if at + 1 == kept.len() {
                recent.push((PartKind::Whole, round.number, lines));
            } else {
                let part = Part { kind: PartKind::Whole, round: round.number, text: lines.text() };
                left = left.saturating_sub(cost(&part));
                parts.push(part);
            }
        }
        recent.extend(so_far.map(|it| (PartKind::SoFar, current.number, it)));
        parts.extend(said(debate, last + 1, current.number.saturating_sub(1)));
        fitted(&mut parts, recent, left);
        View { state, parts: in_time(parts), mentioned: String::new(), to_you: to_you.text() }
    }
}

/// Tokens of each round after the first as this speaker saw it when asked.
fn heard_of(debate: &Debate, reader: Reader<'_>, so_far: Option<&Lines>) -> Vec<usize> {
    let Some((current, before)) = debate.rounds.split_last().filter(|_| reader.horizon == Horizon::Now) else {
        return Vec::new();
    };
    let heard = |round: &Round| {
        let mut lines = Lines::default();
        for spoken in round.spoken.iter().filter(|it| current.said_by(&it.by).is_some()) {
            super::turn::turn(&mut lines, debate, round, spoken, None);
        }
        lines.cost() + HEADING
    };
    before.iter().skip(1).map(heard).chain(so_far.map(|it| it.cost() + HEADING)).collect()
}

/// The number of completed rounds that are compacted, given the tokens `heard` of each following round. The last round never is.
fn merged(debate: &Debate, before: &[Round], rounds: &[Lines], heard: &[usize], space: usize) -> usize {
    let (mut merged, mut used, mut head) = (0, 0, 0);
    for (at, (round, lines)) in before.iter().zip(rounds).enumerate() {
        let said: usize = said(debate, round.number, round.number).iter().map(cost).sum();
        let size = lines.cost() + HEADING + said;
        used += size;
        if at > merged && head + used + heard.get(at).copied().unwrap_or_default() > space {
            (merged, used) = (at, size);
            head = STATE.min(space / 4) + 2 * (super::BRIEF + HEADING);
        }
    }
    merged
}

/// A completed round with its result.
fn told(debate: &Debate, round: &Round, own: Option<&Name>) -> Lines {
    let mut lines = super::told(debate, round, own);
    round_summary::ending(&mut lines, debate, round);
    lines
}
