//! The debate so far in a line a turn, for participants that are asked in few words (D-18).
//!
//! It is the same for everyone who is asked at the same time, and as long as all of it fits it only grows at its end: a model
//! that keeps what it has read reads each turn once. Not here: claims and sources, which are not asked of such participants,
//! and who failed, which would have to be put in between.
use super::Horizon;
use super::block::Block;
use super::standing::is_without_answer;
use crate::state::{Debate, Spoken};
use crate::text;

/// The longest a position or a reason is.
const FIELD: usize = 40;
/// The longest a position is once its round is neither of the latest two and not everything fits.
const OLD: usize = 20;
/// How many rounds keep their reasons when not everything fits.
const RECENT: usize = 2;
/// What the headings of those rounds may take.
const HEADINGS: usize = 12;

/// What was said within `horizon`, in at most `room` tokens.
pub fn brief(debate: &Debate, horizon: Horizon, room: usize) -> String {
    let Some((current, before)) = debate.rounds.split_last() else { return String::new() };
    let now = match horizon {
        Horizon::BeforeRound => None,
        Horizon::Now => Some(current),
    };
    let rounds = before.iter().chain(now).map(|it| Said { number: it.number, turns: &it.spoken });
    let rounds: Vec<Said<'_>> = rounds.filter(|it| !it.turns.is_empty()).collect();
    let mut all = Block::new(room);
    if rounds.iter().all(|it| it.put(&mut all, |spoken| whole(spoken, FIELD))) {
        return all.text();
    }
    shortened(&rounds, room)
}

/// What was said in a round.
struct Said<'a> {
    number: u32,
    turns: &'a [Spoken],
}

impl Said<'_> {
    /// Adds the round, a line a turn; says whether it fitted.
    fn put(&self, block: &mut Block, line: impl Fn(&Spoken) -> String) -> bool {
        block.line(&format!("Round {}:", self.number)) && self.turns.iter().all(|it| block.line(&line(it)))
    }
}

/// The latest rounds with their reasons, and of those before as many as fit, by their positions alone. What stands first changes
/// from round to round here: nothing that was read can be kept.
fn shortened(rounds: &[Said<'_>], room: usize) -> String {
    let (older, latest) = rounds.split_at(rounds.len().saturating_sub(RECENT));
    let turns: usize = latest.iter().map(|it| it.turns.len()).sum();
    let share = room.saturating_sub(HEADINGS) / turns.max(1);
    let mut recent = Block::new(room);
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

/// What a position or a reason may take in a line of at most `share` tokens.
fn fields(spoken: &Spoken, share: usize) -> usize {
    // The line end, and an ellipsis each.
    let frame = text::tokens(&line(spoken, "", WHY)) + 3;
    (share.saturating_sub(frame) / 2).min(FIELD)
}

/// What comes before a reason.
const WHY: &str = " Why: ";

/// A turn by its position and its reason.
fn whole(spoken: &Spoken, most: usize) -> String {
    let reason = spoken.turn.reasoning.as_deref().map(|it| format!("{WHY}{}", clipped(it, most))).unwrap_or_default();
    line(spoken, &clipped(spoken.turn.position.as_deref().unwrap_or_default(), most), &reason)
}

/// A turn by its position alone.
fn position(spoken: &Spoken) -> String {
    line(spoken, &clipped(spoken.turn.position.as_deref().unwrap_or_default(), OLD), "")
}

/// One quoted line, so that nothing said can end the quotation.
fn line(spoken: &Spoken, position: &str, reason: &str) -> String {
    if is_without_answer(spoken) {
        return format!("| {}:{reason}", spoken.by);
    }
    format!("| {}: {position}{reason}", spoken.by)
}

fn clipped(words: &str, most: usize) -> String {
    text::clip(&text::one_line(words), most).into_owned()
}
