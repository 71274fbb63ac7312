//! One round of a debate, as the fold leaves it.
use super::{FoldError, Grouping};
use crate::ballot::Letter;
use crate::event::{Failure, RoundKind, Ruling};
use crate::ids::{CallId, Name};
use crate::relation::Said;
use crate::text;
use crate::tool::Use;
use crate::turn::{Flaw, REDACTED, Stance, Turn};
use crate::usage::Usage;
use std::collections::BTreeMap;

/// One round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// Whether its speakers hear those before them.
    pub in_turn: bool,
    /// Who spoke, by seat.
    pub spoken: Vec<Spoken>,
    /// Whose first answer could not be used, and why.
    pub unusable: BTreeMap<Name, Vec<Flaw>>,
    /// Who has no turn, by seat.
    pub failed: Vec<Failed>,
    /// What kind of round it is.
    pub kind: RoundKind,
    /// The question that every answer of it must answer.
    pub focus: Option<String>,
    /// Who has spoken and is not yet heard: the evaluator reads it first (D-50). By seat.
    pub held: Vec<Spoken>,
    /// What the evaluator made of answers, in the order of its rulings.
    pub reviews: Vec<Review>,
    /// What participants asked of tools before they answered, request by request (O-10).
    pub used: BTreeMap<Name, Vec<Exchange>>,
    /// What grouping made of its headlines, claims and terms (B-03).
    pub grouping: Grouping,
    /// The comparisons of its positions, those included that nobody could make (E-11).
    pub compared: Vec<Compared>,
}

/// A comparison of the positions of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// In answer to which question.
    pub call: CallId,
    /// Who compared.
    pub analyst: String,
    /// Why nobody could, where nobody did.
    pub failed: Option<String>,
    /// What was compared.
    pub pairs: Vec<(Said, Said)>,
}

/// A request for tools, with what they said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exchange {
    /// What the participant said besides.
    pub text: String,
    /// What it called, with what came back.
    pub uses: Vec<Use>,
    /// Whether it was asked for the second time, its first answer being unusable.
    pub is_again: bool,
    /// How many of those who are asked for the first time, or again, as it was, had not answered by then, itself included: what they
    /// are asked is paid for before anything is asked on.
    pub open: usize,
    /// How many answers waited for the evaluator by then.
    pub held: usize,
    /// What the debate had consumed by then, this request included: whether there is enough for the next is decided by it, now and
    /// whenever the debate is resumed.
    pub spent: Usage,
    /// The most that one call had consumed by then.
    pub dearest: Usage,
}

impl Exchange {
    /// Blots words out of all that the others may see of it (D-50).
    pub fn redact(&mut self, words: &[String]) {
        for it in &mut self.uses {
            it.arguments = text::blotted(&it.arguments, words, REDACTED);
            it.result = text::blotted(&it.result, words, REDACTED);
        }
    }
}

/// A turn that was taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Spoken {
    /// Where the speaker sits.
    pub seat: usize,
    /// Who spoke.
    pub by: Name,
    /// What was said.
    pub turn: Turn,
    /// What was wrong with it.
    pub flaws: Vec<Flaw>,
    /// What it consumed.
    pub usage: Usage,
    /// How long it took, in milliseconds.
    pub took: u64,
    /// Its claims in the registry, once the round is over.
    pub claims: Vec<usize>,
    /// Its new terms in the registry, likewise.
    pub terms: Vec<usize>,
    /// The option that its headline was grouped into, once it was (B-03).
    pub option: Option<Letter>,
}

impl Spoken {
    /// Whether the position is its own: one who argues an assigned side may hold the other (D-17).
    pub fn is_own(&self) -> bool {
        match self.turn.stance {
            Some(Stance::Yes | Stance::No) => false,
            Some(Stance::Neutral) | None => true,
        }
    }
}

/// A turn that was lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Failed {
    /// Where the participant sits.
    pub seat: usize,
    /// Who.
    pub by: Name,
    /// Why.
    pub why: Failure,
    /// In whose words.
    pub detail: String,
}

/// What the evaluator made of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// Whose answer it read.
    pub by: Name,
    /// What became of it.
    pub ruling: Ruling,
    /// Why.
    pub reason: String,
    /// Whether it did not answer, or not so that it could be read.
    pub is_unread: bool,
}

impl Round {
    /// Takes what the evaluator made of an answer that waits for it.
    pub(super) fn rule(&mut self, seq: u64, review: Review) -> Result<(), FoldError> {
        let at = self.held.iter().position(|it| it.by == review.by);
        let at = at.ok_or_else(|| FoldError::NotHeld { seq, name: review.by.clone() })?;
        let spoken = self.held.remove(at);
        place(&mut self.spoken, spoken, |it| it.seat);
        self.carry_out(&review);
        self.reviews.push(review);
        Ok(())
    }

    /// Does to an answer what was ruled on it; gives it as it was where the others may not see it.
    pub(super) fn carry_out(&mut self, Review { by, ruling, reason, .. }: &Review) -> Option<Spoken> {
        let at = self.spoken.iter().position(|it| it.by == *by)?;
        match ruling {
            Ruling::Pass => None,
            Ruling::Redact(words) => {
                self.spoken.get_mut(at)?.turn.redact(words);
                self.used.get_mut(by).into_iter().flatten().for_each(|it| it.redact(words));
                None
            }
            Ruling::Reject => {
                let spoken = self.spoken.remove(at);
                let (by, detail) = (by.clone(), reason.clone());
                let failed = Failed { seat: spoken.seat, by, why: Failure::Withheld, detail };
                place(&mut self.failed, failed, |it| it.seat);
                Some(spoken)
            }
        }
    }

    /// Whether this participant's turn in the round is over, one way or the other, or waits for the evaluator.
    pub fn is_settled(&self, name: &Name) -> bool {
        let has_spoken = |list: &[Spoken]| list.iter().any(|it| it.by == *name);
        has_spoken(&self.spoken) || has_spoken(&self.held) || self.failed.iter().any(|it| it.by == *name)
    }

    /// Whether anybody has been heard of in it.
    pub fn has_begun(&self) -> bool {
        let is_quiet = self.spoken.is_empty() && self.held.is_empty() && self.failed.is_empty();
        !(is_quiet && self.unusable.is_empty() && self.used.is_empty())
    }

    /// Whether everyone at a table of that many seats has had their turn, and none was cut off by the debate's own deadline.
    pub fn is_finished(&self, seats: usize) -> bool {
        let was_cut = self.failed.iter().any(|it| it.why == Failure::Deadline);
        self.spoken.len() + self.failed.len() == seats && !was_cut
    }

    /// What this participant asked of tools in the round, request by request.
    pub fn used_by(&self, name: &Name) -> &[Exchange] {
        self.used.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// What this participant said in the round.
    pub fn said_by(&self, name: &Name) -> Option<&Spoken> {
        self.spoken.iter().find(|it| it.by == *name)
    }
}

/// Puts what belongs to a seat in its place among the others.
pub(super) fn place<T>(list: &mut Vec<T>, item: T, seat: impl Fn(&T) -> usize) {
    let at = list.partition_point(|it| seat(it) < seat(&item));
    list.insert(at, item);
}
