//! Who reads answers for harm, which are still to be read, and what becomes of those that were ruled on (D-50).
//!
//! An answer that is read first is held back in its round until it is ruled on (`round`). One that is read beside the debate is seen like
//! any other; a ruling on it counts as soon as nobody owes a turn in the current round, and at the latest when the next round opens or the
//! debate closes. Until then no prompt changes, so a batch that was interrupted goes on with the same prompts. Not here: what is harmful
//! (`analysis::safety`), and when the evaluator is asked (`formats::safety_review`).
use super::{Debate, FoldError, Review, Spoken};
use crate::ballot::{Cast, Letter};
use crate::event::{Ruled, Ruling};
use crate::ids::Name;
use crate::relation::Said;
use crate::text;
use crate::turn::{REDACTED, WITHHELD};

/// Who reads answers for harm.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watching {
    /// What called for it.
    pub triggers: Vec<String>,
    /// The model that reads; nobody where absent.
    pub evaluator: Option<String>,
    /// The model that reads the answers of the evaluator's own model.
    pub second: Option<String>,
    /// Whether rounds are read as a whole, beside the debate.
    pub beside: bool,
    /// After which round it left.
    pub ended: Option<u32>,
    /// Answers that are to be read beside the debate, as they came.
    unread: Vec<Said>,
    /// Answers that were ruled on and are still seen.
    ruled: Vec<Said>,
}

impl Debate {
    /// The model that reads answers for harm, while it does.
    pub fn evaluator(&self) -> Option<&str> {
        self.watching.as_ref().filter(|it| it.ended.is_none())?.evaluator.as_deref()
    }

    /// The model that reads what somebody says, while one does: not the author's own where another can.
    pub fn reviewer(&self, by: &Name) -> Option<&str> {
        let evaluator = self.evaluator()?;
        let is_own = self.participant(by).is_some_and(|it| it.model == evaluator);
        let second = self.watching.as_ref().and_then(|it| it.second.as_deref());
        Some(second.filter(|_| is_own).unwrap_or(evaluator))
    }

    /// Whether rounds are read as a whole, beside the debate, and nobody waits for it.
    pub fn is_read_beside(&self) -> bool {
        self.evaluator().is_some() && self.watching.as_ref().is_some_and(|it| it.beside)
    }

    /// Answers that are still to be read beside the debate, as they came.
    pub fn unread(&self) -> &[Said] {
        self.watching.as_ref().map(|it| it.unread.as_slice()).unwrap_or_default()
    }

    /// Somebody reads from now on. What is still to be read stays so.
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

    /// Nobody reads any more, not even what was to be read.
    pub(super) fn end_watch(&mut self, round: u32) {
        if let Some(watching) = &mut self.watching {
            watching.ended = Some(round);
            watching.unread.clear();
        }
    }

    /// Takes note of an answer that is to be read beside the debate, if answers are.
    pub(super) fn await_review(&mut self, said: Said) {
        if self.is_read_beside()
            && let Some(watching) = &mut self.watching
        {
            watching.unread.push(said);
        }
    }

    /// Takes what the evaluator made of an answer that is held back.
    pub(super) fn review(&mut self, seq: u64, review: Review) -> Result<(), FoldError> {
        let blotted = matches!(review.ruling, Ruling::Redact(_)).then(|| review.by.clone());
        self.current(seq)?.rule(seq, review)?;
        let last = self.rounds.len().saturating_sub(1);
        blotted.iter().for_each(|by| self.lookups.forget(last, by));
        Ok(())
    }

    /// Takes what the evaluator made of answers of a round that it was given; it counts when nobody owes a turn.
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
            let said = Said { round, by: by.clone() };
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

    /// Does to answers what was ruled on them since.
    pub(super) fn carry_out(&mut self) {
        let ruled = self.watching.as_mut().map(|it| std::mem::take(&mut it.ruled)).unwrap_or_default();
        ruled.iter().for_each(|it| self.withdraw(it));
    }

    /// Takes an answer, or words of it, out of all that is seen of the debate: its round, the registry, the options, the requests. Ids stay
    /// what they were.
    fn withdraw(&mut self, said: &Said) {
        // Those who spoke in turn have named what this round brought by the ids that it has with this answer.
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

    /// What an option says without an answer that proposed it: the words of another who did, or that they are withheld.
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

/// The headline of a turn that proposes an option of its own.
fn headline(spoken: &Spoken) -> Option<&str> {
    match spoken.turn.ballot.as_ref()? {
        Cast::Headline(headline) => Some(headline),
        Cast::Option(_) | Cast::Estimate(_) => None,
    }
}
