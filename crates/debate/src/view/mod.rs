//! What a speaker may see: the one place where the horizon and the budget are kept (D-30, D-31, D-32).
//!
//! A view has two parts. *State*: claims and evidence by id. *Rounds*: the previous one in full, the two before it as
//! digests, and, for a speaker who may, what was said in this one. All of it fits the room it is given, however long the
//! debate. What others said stands in lines that begin with `|`: whatever such a line contains, it can't end the quotation
//! (O-41). Participants that are asked in few words see a [`brief`] instead. Not here: the words around it (`formats`).
mod block;
mod brief;
mod digest;
pub mod mask;

pub use brief::brief;

use crate::state::{Debate, Round};
use block::Block;

/// How much of the current round a speaker may see. Part of the question, not of the moment it is put: a batch that is
/// interrupted and goes on later shows nobody more than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Horizon {
    /// The rounds before this one, and nothing of this one.
    BeforeRound,
    /// What was said in this round so far, too.
    Now,
}

/// What one speaker is shown, block by block; a block may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The two rounds before the previous one, as digests.
    pub earlier: String,
    /// Claims with their ids, those last spoken of first to be kept.
    pub claims: String,
    /// Sources with their ids.
    pub evidence: String,
    /// The previous round.
    pub previous: String,
    /// This round so far.
    pub current: String,
}

/// The most the state may take, in tokens (D-31: 800–2,000).
const STATE: usize = 1_600;
/// The most one digest may take, in tokens (D-31: 150–300).
const DIGEST: usize = 250;
/// The most the rounds in full may take, in tokens (D-31: 2,500–4,000).
const RECENT: usize = 4_000;

impl View {
    /// What may be seen within `horizon`, in at most `room` tokens.
    pub fn of(debate: &Debate, horizon: Horizon, room: usize) -> View {
        let Some((current, before)) = debate.rounds.split_last() else { return View::default() };
        let (previous, older) = match before.split_last() {
            Some((previous, older)) => (Some(previous), older),
            None => (None, before),
        };
        let spoken_now = match horizon {
            Horizon::BeforeRound => &[],
            Horizon::Now => current.spoken.as_slice(),
        };

        let state = STATE.min(room / 3);
        let mut claims = Block::new(state * 3 / 4);
        digest::claims(&mut claims, debate, current.number);
        let mut evidence = Block::new(state / 4);
        digest::evidence(&mut evidence, debate);

        let digests = older.get(older.len().saturating_sub(2)..).unwrap_or_default();
        let mut earlier = Block::new((DIGEST * digests.len()).min(room / 6));
        digests.iter().for_each(|round| digest::round(&mut earlier, debate, round));

        let left = room.saturating_sub(state + earlier.room());
        let turns = spoken_now.len() + previous.map_or(0, |it| it.spoken.len());
        let each = left.min(RECENT) / turns.max(1);
        let mut previous_block = Block::new(left);
        let mut current_block = Block::new(left);
        if let Some(round) = previous {
            whole(&mut previous_block, debate, round, each);
        }
        for spoken in spoken_now {
            digest::turn(&mut current_block, debate, current, spoken, each);
        }
        View {
            earlier: earlier.text(),
            claims: claims.text(),
            evidence: evidence.text(),
            previous: previous_block.text(),
            current: current_block.text(),
        }
    }
}

fn whole(block: &mut Block, debate: &Debate, round: &Round, each: usize) {
    for spoken in &round.spoken {
        digest::turn(block, debate, round, spoken, each);
    }
    for failed in &round.failed {
        block.line(&format!("{}: no answer ({})", failed.by, failed.why));
    }
}
