//! The debate so far, one line per turn, for participants with the lean profile (D-18).
//!
//! It is the same for all calls of a batch, and only grows at its end while everything fits, so that a model with a prompt cache reads each
//! turn once. Not here: claims and sources, which such participants are not asked for, and failed turns, which would be inserted in the
//! middle.
use super::Horizon;
use super::block::Block;
use super::standing::is_without_answer;
use crate::state::{Debate, Spoken};
use crate::text;

/// Maximum tokens of a position or a reason.
const FIELD: usize = 40;
/// Maximum tokens of a position in older rounds, if not everything fits.
const OLD: usize = 20;
/// How many rounds keep their reasons if not everything fits.
const RECENT: usize = 2;
/// Tokens reserved for the headings of those rounds.
const HEADINGS: usize = 12;

/// The debate within `horizon`, in at most `space` tokens.
pub fn brief(debate: &Debate, horizon: Horizon, space: usize) -> String {
    let Some((current, before)) = debate.rounds.split_last() else { return String::new() };
    let now = match horizon {
        Horizon::BeforeRound => None,
        Horizon::Now => Some(current),
    };
    let rounds = before.iter().chain(now).map(|it| RoundTurns { number: it.number, turns: &it.spoken });
    let rounds: Vec<RoundTurns<'_>> = rounds.filter(|it| !it.turns.is_empty()).collect();
    let mut all = Block::new(space);
    if rounds.iter().all(|it| it.put(&mut all, |spoken| whole(spoken, FIELD))) {
        return all.text();
    }
    shortened(&rounds, space)
}

/// The turns of a round.
struct RoundTurns<'a> {
    number: u32,
    turns: &'a [Spoken],
}

impl RoundTurns<'_> {
    /// Adds the round, one line per turn; returns whether it fitted.
    fn put(&self, block: &mut Block, line: impl Fn(&Spoken) -> String) -> bool {
        block.line(&format!("Round {}:", self.number)) && self.turns.iter().all(|it| block.line(&line(it)))
    }
}

/// The latest rounds with reasons, and as many earlier ones as fit, with positions alone. The beginning changes from round to round here,
/// so a prompt cache does not help.
fn shortened(rounds: &[RoundTurns<'_>], space: usize) -> String {
    let (older, latest) = rounds.split_at(rounds.len().saturating_sub(RECENT));
    let turns: usize = latest.iter().map(|it| it.turns.len()).sum();
    let share = space.saturating_sub(HEADINGS) / turns.max(1);
    let mut recent = Block::new(space);
    for round in latest {
        round.put(&mut recent, |spoken| whole(spoken, fields(spoken, share)));
    }
    let mut left = recent.left();
    let mut kept = vec![recent.text()];
    for round in older.iter().rev() {
        let mut block = Block::new(left);
        if !round.put(&mut block, position) {
            break;
        }
        left = block.left();
        kept.push(block.text());
    }
    kept.reverse();
    kept.concat()
}

/// Tokens for a position or a reason in a line of at most `share` tokens.
fn fields(spoken: &Spoken, share: usize) -> usize {
    // The line end, and two ellipses.
    let frame = text::tokens(&line(spoken, "", WHY)) + 3;
    (share.saturating_sub(frame) / 2).min(FIELD)
}

/// Precedes a reason.
const WHY: &str = " Why: ";

/// A turn with position and reason.
fn whole(spoken: &Spoken, most: usize) -> String {
    let reason = spoken.turn.reasoning.as_deref().map(|it| format!("{WHY}{}", clipped(it, most))).unwrap_or_default();
    line(spoken, &clipped(spoken.turn.position.as_deref().unwrap_or_default(), most), &reason)
}

/// A turn with its position alone.
fn position(spoken: &Spoken) -> String {
    line(spoken, &clipped(spoken.turn.position.as_deref().unwrap_or_default(), OLD), "")
}

/// One quoted line: its text can't end the quotation.
fn line(spoken: &Spoken, position: &str, reason: &str) -> String {
    if is_without_answer(spoken) {
        return format!("| {}:{reason}", spoken.by);
    }
    format!("| {}: {position}{reason}", spoken.by)
}

fn clipped(words: &str, most: usize) -> String {
    text::clip(&text::one_line(words), most).into_owned()
}
