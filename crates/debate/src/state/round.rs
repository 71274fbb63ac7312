//! One round of a debate.
use super::{FoldError, Grouping};
use crate::ballot::Letter;
use crate::event::{Failure, RoundKind, Ruling};
use crate::ids::{CallId, Name};
use crate::relation::TurnRef;
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
    /// Whether speakers see the earlier answers of the round.
    pub in_turn: bool,
    /// Turns taken, by seat.
    pub spoken: Vec<Spoken>,
    /// Flaws of unusable first answers, by participant.
    pub unusable: BTreeMap<Name, Vec<Flaw>>,
    /// Failed turns, by seat.
    pub failed: Vec<Failed>,
    /// The kind of round.
    pub kind: RoundKind,
    /// The question that every answer must address.
    pub focus: Option<String>,
    /// Answers that wait for the evaluator and are not shown yet (D-50), by seat.
    pub held: Vec<Spoken>,
    /// Rulings, in order.
    pub reviews: Vec<Review>,
    /// Tool requests before an answer, by participant (O-10).
    pub used: BTreeMap<Name, Vec<Exchange>>,
    /// The grouping of its headlines, claims and terms (B-03).
    pub grouping: Grouping,
    /// Comparisons of its positions, including failed ones (E-11).
    pub compared: Vec<Compared>,
}

/// A comparison of the positions of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The call it answers.
    pub call: CallId,
    /// The analyst.
    pub analyst: String,
    /// Why it failed, if it did.
    pub failed: Option<String>,
    /// The compared pairs.
    pub pairs: Vec<(TurnRef, TurnRef)>,
}

/// A tool request with its results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exchange {
    /// The text beside the tool calls.
    pub text: String,
    /// The tool calls with their results.
    pub uses: Vec<Use>,
    /// Whether it belongs to the repeated question after an unusable answer.
    pub is_again: bool,
    /// How many participants of the same batch, including this one, had not answered at that time. Their calls are paid for before further
    /// requests.
    pub open: usize,
    /// How many answers waited for the evaluator at that time.
    pub held: usize,
    /// Total usage at that time, including this request. It decides whether the budget allows the next request, also after a resume.
    pub spent: Usage,
    /// The most expensive call at that time.
    pub dearest: Usage,
}

impl Exchange {
    /// Redacts words in everything that others can see of it (D-50).
    pub fn redact(&mut self, words: &[String]) {
        for it in &mut self.uses {
            it.arguments = text::blotted(&it.arguments, words, REDACTED);
            it.result = text::blotted(&it.result, words, REDACTED);
        }
    }
}

/// A completed turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Spoken {
    /// The seat of the speaker.
    pub seat: usize,
    /// The speaker.
    pub by: Name,
    /// The parsed answer.
    pub turn: Turn,
    /// The defects of the answer.
    pub flaws: Vec<Flaw>,
    /// Its token usage.
    pub usage: Usage,
    /// How long it took, in milliseconds.
    pub took: u64,
    /// Indices of its claims in the registry, once the round is over.
    pub claims: Vec<usize>,
    /// Indices of its new terms, likewise.
    pub terms: Vec<usize>,
    /// The option of its headline, once grouped (B-03).
    pub option: Option<Letter>,
    /// Whether it argued an assigned side and so cast no ballot (B-05). A mode that is chosen later assigns no side to earlier turns.
    pub is_argued: bool,
}

impl Spoken {
    /// Whether the position is the participant's own and not an assigned side (D-17).
    pub fn is_own(&self) -> bool {
        match self.turn.stance {
            Some(Stance::Yes | Stance::No) => false,
            Some(Stance::Neutral) | None => true,
        }
    }
}

/// A failed turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Failed {
    /// The seat of the participant.
    pub seat: usize,
    /// The participant.
    pub by: Name,
    /// The reason.
    pub why: Failure,
    /// The error message or refusal.
    pub detail: String,
}

/// A ruling on an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The author of the answer.
    pub by: Name,
    /// The ruling.
    pub ruling: Ruling,
    /// The reason.
    pub reason: String,
    /// Whether the evaluator did not answer, or not legibly.
    pub is_unread: bool,
}

impl Round {
    /// Records a ruling on a waiting answer.
    pub(super) fn rule(&mut self, seq: u64, review: Review) -> Result<(), FoldError> {
        let at = self.held.iter().position(|it| it.by == review.by);
        let at = at.ok_or_else(|| FoldError::NotHeld { seq, name: review.by.clone() })?;
        let spoken = self.held.remove(at);
        place(&mut self.spoken, spoken, |it| it.seat);
        self.carry_out(&review);
        self.reviews.push(review);
        Ok(())
    }

    /// Applies a ruling; returns the original turn if others may not see it.
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

    /// Whether this participant's turn in the round is taken, failed or under review.
    pub fn is_settled(&self, name: &Name) -> bool {
        let has_spoken = |list: &[Spoken]| list.iter().any(|it| it.by == *name);
        has_spoken(&self.spoken) || has_spoken(&self.held) || self.failed.iter().any(|it| it.by == *name)
    }

    /// Whether any turn was taken, failed or is under review.
    pub fn has_begun(&self) -> bool {
        let is_quiet = self.spoken.is_empty() && self.held.is_empty() && self.failed.is_empty();
        !(is_quiet && self.unusable.is_empty() && self.used.is_empty())
    }

    /// Whether all of so many seats had their turn, and none was cut off by the debate's deadline.
    pub fn is_finished(&self, seats: usize) -> bool {
        let was_cut = self.failed.iter().any(|it| it.why == Failure::Deadline);
        self.spoken.len() + self.failed.len() == seats && !was_cut
    }

    /// This participant's tool requests in the round.
    pub fn used_by(&self, name: &Name) -> &[Exchange] {
        self.used.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// This participant's turn in the round.
    pub fn said_by(&self, name: &Name) -> Option<&Spoken> {
        self.spoken.iter().find(|it| it.by == *name)
    }
}

/// Inserts an item in seating order.
pub(super) fn place<T>(list: &mut Vec<T>, item: T, seat: impl Fn(&T) -> usize) {
    let at = list.partition_point(|it| seat(it) < seat(&item));
    list.insert(at, item);
}
