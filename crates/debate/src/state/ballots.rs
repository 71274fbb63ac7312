//! Which participant holds which option, after ballots and grouping (B-03, B-10).
//!
//! A headline that is not grouped yet counts as an option: in sequential rounds later speakers see it at once. It gets the next letter, by
//! round and seat, and keeps that letter when the round is grouped. Not here: conclusions from ballots (`analysis::ballots`).
use super::{Debate, FoldError, Round, Spoken, registry};
use crate::ballot::{Cast, Choice, Estimate, Letter};
use crate::event::{Grouped, Merged, Repeated, RoundKind};
use crate::ids::Name;
use crate::participant::Role;
use crate::view::Horizon;

/// The resolved value of a ballot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ResolvedBallot<'a> {
    /// An option.
    Option(Letter),
    /// A number.
    Estimate(&'a Estimate),
}

impl<'a> ResolvedBallot<'a> {
    /// The option, if it is one.
    pub fn option(self) -> Option<Letter> {
        match self {
            ResolvedBallot::Option(letter) => Some(letter),
            ResolvedBallot::Estimate(_) => None,
        }
    }

    /// The estimate, if it is one.
    pub fn estimate(self) -> Option<&'a Estimate> {
        match self {
            ResolvedBallot::Option(_) => None,
            ResolvedBallot::Estimate(estimate) => Some(estimate),
        }
    }
}

/// The grouping of a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grouping {
    /// The grouper; none before the round is grouped.
    pub by: Option<String>,
    /// Claims that say the same, by author and index in the answer.
    pub claims: Vec<Vec<(Name, u32)>>,
    /// Terms that say the same, likewise.
    pub terms: Vec<Vec<(Name, u32)>>,
    /// Terms that repeat an earlier one.
    pub repeated: Vec<Repeated>,
}

impl Grouping {
    /// The index in the registry of the earlier term that this one repeats; `before` terms existed.
    pub(crate) fn repeats(&self, by: &Name, at: usize, before: usize) -> Option<usize> {
        let is_it = |it: &&Repeated| it.by == *by && usize::try_from(it.place) == Ok(at);
        self.repeated.iter().find(is_it).and_then(|it| registry::known_place('T', &it.term, before))
    }
}

impl Debate {
    /// Whether a participant argues an assigned side (B-05).
    pub fn is_arguing(&self, name: &Name) -> bool {
        match self.participant(name).and_then(|it| it.role) {
            Some(Role::Primary | Role::Opposition | Role::Red | Role::Blue) => true,
            Some(Role::Evaluator | Role::Judge) | None => false,
        }
    }

    /// Whether any participant does.
    pub fn has_sides(&self) -> bool {
        self.participants.iter().any(|it| self.is_arguing(&it.name))
    }

    /// The number of the last debating round, which the round cap limits; 0 before the first. The closing ballot is one more round.
    pub fn argued(&self) -> u32 {
        self.rounds.iter().rfind(|it| it.kind != RoundKind::Ballot).map_or(0, |it| it.number)
    }

    /// Whether the latest round is a closing ballot.
    pub fn is_closing(&self) -> bool {
        self.round().is_some_and(|it| it.kind == RoundKind::Ballot)
    }

    /// The letter of the option at this index, from 0.
    pub fn letter(&self, place: usize) -> Letter {
        self.ballot.as_ref().map_or(Letter::at(place), |it| it.letter(place))
    }

    /// The index of the option with this letter, from 0; none if no option can have it.
    pub fn place(&self, letter: Letter) -> Option<usize> {
        self.ballot.as_ref().map_or(Some(letter.place()), |it| it.place(letter))
    }

    /// The option with this letter; none before it is grouped.
    pub fn option(&self, letter: Letter) -> Option<&Choice> {
        self.options.get(self.place(letter)?)
    }

    /// Headlines that are not grouped yet, by round and seat: the next options.
    fn ungrouped(&self) -> impl Iterator<Item = (u32, &Spoken, &String)> {
        let rounds = self.rounds.iter().flat_map(|round| round.spoken.iter().map(move |it| (round.number, it)));
        rounds.filter_map(|(round, it)| match &it.turn.ballot {
            Some(Cast::Headline(headline)) if it.option.is_none() => Some((round, it, headline)),
            Some(Cast::Headline(_) | Cast::Option(_) | Cast::Estimate(_)) | None => None,
        })
    }

    /// The ungrouped headlines of a round with author and letter, by seat.
    pub fn headlines(&self, round: u32) -> Vec<(Letter, &Spoken, &str)> {
        let numbered = (self.options.len()..).zip(self.ungrouped());
        let of_round = numbered.filter(|(_, (number, _, _))| *number == round);
        of_round.map(|(place, (_, spoken, headline))| (self.letter(place), spoken, headline.as_str())).collect()
    }

    /// The options with their letters, including merged ones, and those of the current round if the horizon allows.
    pub fn options_at(&self, horizon: Horizon) -> Vec<(Letter, Choice)> {
        let current = self.round().map_or(0, |it| it.number);
        let new = self.ungrouped().filter(|(round, _, _)| horizon == Horizon::Now || *round < current);
        let new = new.map(|(round, _, headline)| Choice { headline: headline.clone(), since: round, merged: None });
        let all = self.options.iter().cloned().chain(new);
        all.enumerate().map(|(place, it)| (self.letter(place), it)).collect()
    }

    /// The text of an option.
    pub fn headline(&self, letter: Letter) -> Option<&str> {
        let place = self.place(letter)?;
        let listed = self.options.get(place).map(|it| it.headline.as_str());
        let new = || self.ungrouped().nth(place.checked_sub(self.options.len())?).map(|it| it.2.as_str());
        listed.or_else(new)
    }

    /// The option that this one is merged into now, or itself.
    pub fn resolved(&self, letter: Letter) -> Letter {
        self.resolved_after(letter, u32::MAX)
    }

    /// The option that this one was merged into after a round, or itself: a merge takes effect from the round after which it happened
    /// (B-03).
    pub fn resolved_after(&self, letter: Letter, round: u32) -> Letter {
        let mut letter = letter;
        // A chain of merges is at most as long as the list of options.
        for _ in 0..self.options.len() {
            match self.option(letter).and_then(|it| it.merged).filter(|(_, after)| *after <= round) {
                Some((into, _)) => letter = into,
                None => return letter,
            }
        }
        letter
    }

    /// The value of a turn's ballot with the options as they are now; none without a ballot.
    pub fn held<'a>(&'a self, spoken: &'a Spoken) -> Option<ResolvedBallot<'a>> {
        self.held_after(spoken, u32::MAX)
    }

    /// The value of a turn's ballot with the options as they were after a round, its own or a later one.
    pub fn held_after<'a>(&'a self, spoken: &'a Spoken, round: u32) -> Option<ResolvedBallot<'a>> {
        match spoken.turn.ballot.as_ref()? {
            Cast::Option(letter) => Some(ResolvedBallot::Option(self.resolved_after(*letter, round))),
            Cast::Estimate(estimate) => Some(ResolvedBallot::Estimate(estimate)),
            Cast::Headline(_) => {
                // The round returned by `entered` is a copy, so turns are compared by content.
                let is_copy = |it: &Spoken| it.by == spoken.by && it.turn.ballot == spoken.turn.ballot;
                let new = || {
                    let at = self.ungrouped().position(|(_, it, _)| std::ptr::eq(it, spoken));
                    let at = at.or_else(|| self.ungrouped().position(|(_, it, _)| is_copy(it)))?;
                    Some(self.letter(self.options.len() + at))
                };
                spoken.option.map(|it| self.resolved_after(it, round)).or_else(new).map(ResolvedBallot::Option)
            }
        }
    }

    /// The letter that a turn cast, ignoring later merges.
    pub fn cast_letter(&self, spoken: &Spoken) -> Option<Letter> {
        match spoken.turn.ballot.as_ref()? {
            Cast::Option(letter) => Some(*letter),
            Cast::Headline(_) => spoken.option.or_else(|| self.held(spoken).and_then(ResolvedBallot::option)),
            Cast::Estimate(_) => None,
        }
    }

    /// The value of a participant's last ballot up to a round, with the options as they are now; none if its last turn has no ballot.
    pub fn held_by(&self, name: &Name, upto: u32) -> Option<ResolvedBallot<'_>> {
        self.held_by_after(name, upto, u32::MAX)
    }

    /// The value of a participant's last ballot up to a round, with the options as they were after another round.
    pub fn held_by_after(&self, name: &Name, upto: u32, round: u32) -> Option<ResolvedBallot<'_>> {
        let mut rounds = self.rounds.iter().rev().filter(|it| it.number <= upto);
        rounds.find_map(|it| it.said_by(name)).and_then(|it| self.held_after(it, round))
    }

    /// Each participant's last ballot, by seat, including the current round if the horizon allows.
    pub fn holders_at(&self, horizon: Horizon) -> Vec<(&Name, ResolvedBallot<'_>)> {
        let current = self.round().map_or(0, |it| it.number);
        let upto = match horizon {
            Horizon::BeforeRound => current.saturating_sub(1),
            Horizon::Now => current,
        };
        let seats = self.participants.iter().map(|it| &it.name);
        seats.filter_map(|name| Some((name, self.held_by(name, upto)?))).collect()
    }

    /// The number of terms that can be named by id.
    pub fn terms_at(&self, horizon: Horizon) -> usize {
        match horizon {
            Horizon::Now if self.round().is_some_and(|it| it.in_turn) => self.entered().0.terms.len(),
            Horizon::BeforeRound | Horizon::Now => self.registry.terms.len(),
        }
    }

    /// Assigns headlines to options.
    pub(super) fn group(&mut self, seq: u64, options: &[Grouped], merged: &[Merged]) -> Result<(), FoldError> {
        let mut assigned: Vec<(u32, usize, Letter)> = Vec::new();
        for Grouped { letter, headline, held_by } in options {
            let place = self.place(*letter).filter(|it| *it <= self.options.len());
            let place = place.ok_or(FoldError::NoOption { seq, letter: *letter })?;
            if place == self.options.len() {
                let since = self.round().map_or(0, |it| it.number);
                self.options.push(Choice { headline: headline.clone(), since, merged: None });
            }
            let new = self.rounds.iter().flat_map(|round| round.spoken.iter().map(move |it| (round.number, it)));
            let is_new = |it: &Spoken| matches!(it.turn.ballot, Some(Cast::Headline(_))) && it.option.is_none();
            let new = new.filter(|(_, it)| is_new(it) && held_by.contains(&it.by));
            assigned.extend(new.map(|(round, it)| (round, it.seat, *letter)));
        }
        for (round, seat, letter) in assigned {
            let spoken = self.rounds.iter_mut().find(|it| it.number == round).into_iter().flat_map(|it| &mut it.spoken);
            spoken.filter(|it| it.seat == seat).for_each(|it| it.option = Some(letter));
        }
        let round = self.round().map_or(0, |it| it.number);
        for Merged { option, into } in merged {
            if self.option(*into).is_none() {
                return Err(FoldError::NoOption { seq, letter: *into });
            }
            let is_other = self.resolved(*into) != *option;
            let place = self.place(*option).filter(|_| is_other);
            match place.and_then(|it| self.options.get_mut(it)) {
                Some(it) => it.merged = Some((*into, round)),
                None => return Err(FoldError::NoOption { seq, letter: *option }),
            }
        }
        Ok(())
    }
}

impl Round {
    /// The group of equal claims or terms that contains this one, and its first member.
    pub(crate) fn group_of<'a>(
        groups: &'a [Vec<(Name, u32)>],
        by: &Name,
        place: usize,
    ) -> Option<(usize, &'a [(Name, u32)])> {
        let is_it = |(name, at): &(Name, u32)| name == by && *at as usize == place;
        groups.iter().enumerate().find(|(_, it)| it.iter().any(is_it)).map(|(at, it)| (at, it.as_slice()))
    }
}
