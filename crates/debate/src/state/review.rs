//! The review of answers for harm: evaluator, unreviewed answers, and rulings (D-50).
//!
//! An answer that must be reviewed first is held back in its round until its ruling (`round`). In a parallel review answers are visible at
//! once; a ruling takes effect when no participant owes a turn in the current round, at the latest when the next round opens or the debate
//! closes. Until then prompts do not change, so an interrupted batch resumes with the same prompts. Not here: what is harmful
//! (`analysis::safety`), and when the evaluator is asked (`formats::safety_review`).
use super::{Debate, FoldError, Review, Spoken};
use crate::ballot::{Cast, Letter};
use crate::event::{Ruled, Ruling};
use crate::ids::Name;
use crate::relation::TurnRef;
use crate::text;
use crate::turn::{REDACTED, WITHHELD};

/// The review for harm.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watching {
    /// The triggers.
    pub triggers: Vec<String>,
    /// The evaluator; absent if there is none.
    pub evaluator: Option<String>,
    /// The model that reviews answers of the evaluator's own model.
    pub second: Option<String>,
    /// Whether rounds are reviewed as a whole, in parallel with the debate.
    pub beside: bool,
    /// The round after which the review ended.
    pub ended: Option<u32>,
    /// Answers still to be reviewed in parallel, in order of arrival.
    unread: Vec<TurnRef>,
    /// Answers with a ruling that has not taken effect.
    ruled: Vec<TurnRef>,
}

impl Debate {
    /// The evaluator, while the review is active.
    pub fn evaluator(&self) -> Option<&str> {
        self.watching.as_ref().filter(|it| it.ended.is_none())?.evaluator.as_deref()
    }

    /// The model that reviews a participant's answers, while the review is active: not the author's own model if another is available.
    pub fn reviewer(&self, by: &Name) -> Option<&str> {
        let evaluator = self.evaluator()?;
        let is_own = self.participant(by).is_some_and(|it| it.model == evaluator);
        let second = self.watching.as_ref().and_then(|it| it.second.as_deref());
        Some(second.filter(|_| is_own).unwrap_or(evaluator))
    }

    /// Whether rounds are reviewed as a whole, without blocking the debate.
    pub fn is_read_beside(&self) -> bool {
        self.evaluator().is_some() && self.watching.as_ref().is_some_and(|it| it.beside)
    }

    /// Answers still to be reviewed in parallel, in order of arrival.
    pub fn unread(&self) -> &[TurnRef] {
        self.watching.as_ref().map(|it| it.unread.as_slice()).unwrap_or_default()
    }

    /// Starts the review. Unreviewed answers stay in the list.
    pub(super) fn watch(
        &mut self,
        triggers: &[String],
        evaluator: Option<&String>,
        second: Option<&String>,
        beside: bool,
    ) {
        let Watching { unread, ruled, .. } = self.watching.take().unwrap_or_default();
        let (triggers, evaluator, second) = (triggers.to_vec(), evaluator.cloned(), second.cloned());
        self.watching = Some(Watching { triggers, evaluator, second, beside, ended: None, unread, ruled });
    }

    /// Ends the review and clears the list of unreviewed answers.
    pub(super) fn end_watch(&mut self, round: u32) {
        if let Some(watching) = &mut self.watching {
            watching.ended = Some(round);
            watching.unread.clear();
        }
    }

    /// Adds an answer to the list of unreviewed ones, if the review is parallel.
    pub(super) fn await_review(&mut self, said: TurnRef) {
        if self.is_read_beside()
            && let Some(watching) = &mut self.watching
        {
            watching.unread.push(said);
        }
    }

    /// Records a ruling on a waiting answer.
    pub(super) fn review(&mut self, seq: u64, review: Review) -> Result<(), FoldError> {
        let blotted = matches!(review.ruling, Ruling::Redact(_)).then(|| review.by.clone());
        self.current(seq)?.rule(seq, review)?;
        let last = self.rounds.len().saturating_sub(1);
        blotted.iter().for_each(|by| self.lookups.forget(last, by));
        Ok(())
    }

    /// Records rulings on answers of a round; they take effect when no participant owes a turn.
    pub(super) fn review_round(
        &mut self,
        seq: u64,
        round: u32,
        read: &[Name],
        (rulings, failed): (&[Ruled], Option<&str>),
    ) -> Result<(), FoldError> {
        let strange = |name: &Name| FoldError::NotHeld { seq, name: name.clone() };
        if let Some(it) = rulings.iter().find(|it| !read.contains(&it.by)) {
            return Err(strange(&it.by));
        }
        for by in read {
            let said = TurnRef { round, by: by.clone() };
            let Some(watching) = &mut self.watching else { return Err(strange(by)) };
            let at = watching.unread.iter().position(|it| *it == said).ok_or_else(|| strange(by))?;
            watching.unread.remove(at);
            let ruled = rulings.iter().find(|it| it.by == *by);
            let (ruling, reason) = match ruled {
                Some(it) => (it.ruling.clone(), it.reason.clone()),
                None => (Ruling::Pass, failed.unwrap_or_default().to_owned()),
            };
            if ruling != Ruling::Pass {
                watching.ruled.push(said);
            }
            let review = Review { by: by.clone(), ruling, reason, is_unread: failed.is_some() };
            let of_round = self.rounds.iter_mut().find(|it| it.number == round);
            of_round.ok_or_else(|| strange(by))?.reviews.push(review);
        }
        Ok(())
    }

    /// Applies the recorded rulings.
    pub(super) fn carry_out(&mut self) {
        let ruled = self.watching.as_mut().map(|it| std::mem::take(&mut it.ruled)).unwrap_or_default();
        ruled.iter().for_each(|it| self.withdraw(it));
    }

    /// Removes an answer, or words of it, from its round, the registry, the options and the requests. Ids stay the same.
    fn withdraw(&mut self, said: &TurnRef) {
        // In sequential rounds, later speakers used ids that were assigned with this answer.
        if self.round().is_some_and(|it| it.number == said.round) {
            self.absorb();
        }
        let Some(at) = self.rounds.iter().position(|it| it.number == said.round) else { return };
        let Some(round) = self.rounds.get_mut(at) else { return };
        let Some(review) = round.reviews.iter().rfind(|it| it.by == said.by).cloned() else { return };
        let own = round.said_by(&said.by).and_then(|it| Some((it.option?, headline(it)?.to_owned())));
        round.carry_out(&review);
        match &review.ruling {
            Ruling::Pass => {}
            Ruling::Redact(words) => {
                self.registry.redact(said, words);
                self.requests.redact(said, words);
                self.lookups.forget(at, &said.by);
            }
            Ruling::Reject => {
                self.registry.withdraw(&self.rounds, said);
                self.requests.withdraw(&self.rounds, said);
            }
        }
        let Some((letter, headline)) = own else { return };
        let shown = self.shown_headline(letter, &headline, &review.ruling);
        let option = self.options.get_mut(letter.place()).filter(|it| it.headline == text::one_line(&headline));
        option.into_iter().for_each(|it| it.headline.clone_from(&shown));
    }

    /// The text of an option without an answer that proposed it: another author's words, or a note that they are withheld.
    fn shown_headline(&self, letter: Letter, own: &str, ruling: &Ruling) -> String {
        match ruling {
            Ruling::Pass => text::one_line(own),
            Ruling::Redact(words) => text::blotted(&text::one_line(own), words, REDACTED),
            Ruling::Reject => {
                let spoken = self.rounds.iter().flat_map(|it| &it.spoken).filter(|it| it.option == Some(letter));
                spoken.filter_map(headline).next().map_or_else(|| WITHHELD.to_owned(), text::one_line)
            }
        }
    }
}

/// The headline of a turn that proposes a new option.
fn headline(spoken: &Spoken) -> Option<&str> {
    match spoken.turn.ballot.as_ref()? {
        Cast::Headline(headline) => Some(headline),
        Cast::Option(_) | Cast::Estimate(_) => None,
    }
}
