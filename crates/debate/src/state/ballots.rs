//! Who holds which option, as ballots and grouping leave it (B-03, B-10).
//!
//! A headline that was not grouped yet is an option of its own: those who speak in turn see it at once. Its letter is the next one, by
//! round and seat, and the grouping of the round gives it the same. Not here: what follows from who holds what (`analysis::ballots`).
use super::{Debate, FoldError, Round, Spoken, registry};
use crate::ballot::{Cast, Choice, Estimate, Letter};
use crate::event::{Grouped, Merged, Repeated, RoundKind};
use crate::ids::Name;
use crate::participant::Role;
use crate::view::Horizon;

/// What a ballot stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Held<'a> {
    /// An option.
    Option(Letter),
    /// A number.
    Estimate(&'a Estimate),
}

impl<'a> Held<'a> {
    /// The option, where it is one.
    pub fn option(self) -> Option<Letter> {
        match self {
            Held::Option(letter) => Some(letter),
            Held::Estimate(_) => None,
        }
    }

    /// The estimate, where it is one.
    pub fn estimate(self) -> Option<&'a Estimate> {
        match self {
            Held::Option(_) => None,
            Held::Estimate(estimate) => Some(estimate),
        }
    }
}

/// What grouping made of a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grouping {
    /// Who grouped, in words; nobody has yet where absent.
    pub by: Option<String>,
    /// Claims that say the same, by who made them and their place in the answer.
    pub claims: Vec<Vec<(Name, u32)>>,
    /// Terms that say the same, likewise.
    pub terms: Vec<Vec<(Name, u32)>>,
    /// Terms that say what one says that was put before.
    pub repeated: Vec<Repeated>,
}

impl Grouping {
    /// The place in the registry of the term that this one repeats, of so many that were put before.
    pub(crate) fn repeats(&self, by: &Name, at: usize, before: usize) -> Option<usize> {
        let is_it = |it: &&Repeated| it.by == *by && usize::try_from(it.place) == Ok(at);
        self.repeated.iter().find(is_it).and_then(|it| registry::known_place('T', &it.term, before))
    }
}

impl Debate {
    /// Whether a participant argues a side that it was given (B-05).
    pub fn is_arguing(&self, name: &Name) -> bool {
        match self.participant(name).and_then(|it| it.role) {
            Some(Role::Primary | Role::Opposition | Role::Red | Role::Blue) => true,
            Some(Role::Evaluator | Role::Judge) | None => false,
        }
    }

    /// Whether anybody does.
    pub fn has_sides(&self) -> bool {
        self.participants.iter().any(|it| self.is_arguing(&it.name))
    }

    /// The number of the last round in which somebody argued, which the round cap bounds; 0 before the first. Closing ballots are one round
    /// more.
    pub fn argued(&self) -> u32 {
        self.rounds.iter().rfind(|it| it.kind != RoundKind::Ballot).map_or(0, |it| it.number)
    }

    /// Whether the round that is played, or was played last, is one of closing ballots.
    pub fn is_closing(&self) -> bool {
        self.round().is_some_and(|it| it.kind == RoundKind::Ballot)
    }

    /// The letter of the option at this place, from 0.
    pub fn letter(&self, place: usize) -> Letter {
        self.ballot.as_ref().map_or(Letter::at(place), |it| it.letter(place))
    }

    /// The place of the option with this letter, from 0; none where no option can have it.
    pub fn place(&self, letter: Letter) -> Option<usize> {
        self.ballot.as_ref().map_or(Some(letter.place()), |it| it.place(letter))
    }

    /// The option with this letter; none before it was grouped.
    pub fn option(&self, letter: Letter) -> Option<&Choice> {
        self.options.get(self.place(letter)?)
    }

    /// The headlines that nobody has grouped yet, by round and seat: the next options.
    fn ungrouped(&self) -> impl Iterator<Item = (u32, &Spoken, &String)> {
        let rounds = self.rounds.iter().flat_map(|round| round.spoken.iter().map(move |it| (round.number, it)));
        rounds.filter_map(|(round, it)| match &it.turn.ballot {
            Some(Cast::Headline(headline)) if it.option.is_none() => Some((round, it, headline)),
            Some(Cast::Headline(_) | Cast::Option(_) | Cast::Estimate(_)) | None => None,
        })
    }

    /// Who cast a headline in a round that nobody has grouped yet, by seat, with its letter.
    pub fn headlines(&self, round: u32) -> Vec<(Letter, &Spoken, &str)> {
        let numbered = (self.options.len()..).zip(self.ungrouped());
        let of_round = numbered.filter(|(_, (number, _, _))| *number == round);
        of_round.map(|(place, (_, spoken, headline))| (self.letter(place), spoken, headline.as_str())).collect()
    }

    /// The options with their letters, merged ones included; those of the current round where it may be seen.
    pub fn options_at(&self, horizon: Horizon) -> Vec<(Letter, Choice)> {
        let current = self.round().map_or(0, |it| it.number);
        let new = self.ungrouped().filter(|(round, _, _)| horizon == Horizon::Now || *round < current);
        let new = new.map(|(round, _, headline)| Choice { headline: headline.clone(), since: round, merged: None });
        let all = self.options.iter().cloned().chain(new);
        all.enumerate().map(|(place, it)| (self.letter(place), it)).collect()
    }

    /// What an option says.
    pub fn headline(&self, letter: Letter) -> Option<&str> {
        let place = self.place(letter)?;
        let listed = self.options.get(place).map(|it| it.headline.as_str());
        let new = || self.ungrouped().nth(place.checked_sub(self.options.len())?).map(|it| it.2.as_str());
        listed.or_else(new)
    }

    /// The option that stands for this one today: itself, or the one that it is one with.
    pub fn resolved(&self, letter: Letter) -> Letter {
        self.resolved_after(letter, u32::MAX)
    }

    /// The option that stood for this one after a round: two options are one from the round on after which they were merged (B-03).
    pub fn resolved_after(&self, letter: Letter, round: u32) -> Letter {
        let mut letter = letter;
        // A chain of merges is no longer than there are options.
        for _ in 0..self.options.len() {
            match self.option(letter).and_then(|it| it.merged).filter(|(_, after)| *after <= round) {
                Some((into, _)) => letter = into,
                None => return letter,
            }
        }
        letter
    }

    /// What a turn holds today; nothing where it casts no ballot.
    pub fn held<'a>(&'a self, spoken: &'a Spoken) -> Option<Held<'a>> {
        self.held_after(spoken, u32::MAX)
    }

    /// What a turn holds with the options as they were after a round: its own, or a later one.
    pub fn held_after<'a>(&'a self, spoken: &'a Spoken, round: u32) -> Option<Held<'a>> {
        match spoken.turn.ballot.as_ref()? {
            Cast::Option(letter) => Some(Held::Option(self.resolved_after(*letter, round))),
            Cast::Estimate(estimate) => Some(Held::Estimate(estimate)),
            Cast::Headline(_) => {
                // The round that `entered` gives is a copy: its turns are found by who said what.
                let is_copy = |it: &Spoken| it.by == spoken.by && it.turn.ballot == spoken.turn.ballot;
                let new = || {
                    let at = self.ungrouped().position(|(_, it, _)| std::ptr::eq(it, spoken));
                    let at = at.or_else(|| self.ungrouped().position(|(_, it, _)| is_copy(it)))?;
                    Some(self.letter(self.options.len() + at))
                };
                spoken.option.map(|it| self.resolved_after(it, round)).or_else(new).map(Held::Option)
            }
        }
    }

    /// The letter that a turn cast, as it was then: merges since do not change what was said.
    pub fn cast_letter(&self, spoken: &Spoken) -> Option<Letter> {
        match spoken.turn.ballot.as_ref()? {
            Cast::Option(letter) => Some(*letter),
            Cast::Headline(_) => spoken.option.or_else(|| self.held(spoken).and_then(Held::option)),
            Cast::Estimate(_) => None,
        }
    }

    /// What a participant holds by its last turn up to a round, with the options as they are today; nothing where that casts no ballot.
    pub fn held_by(&self, name: &Name, upto: u32) -> Option<Held<'_>> {
        self.held_by_after(name, upto, u32::MAX)
    }

    /// What a participant holds by its last turn up to a round, with the options as they were after another.
    pub fn held_by_after(&self, name: &Name, upto: u32, round: u32) -> Option<Held<'_>> {
        let mut rounds = self.rounds.iter().rev().filter(|it| it.number <= upto);
        rounds.find_map(|it| it.said_by(name)).and_then(|it| self.held_after(it, round))
    }

    /// Who holds what by their last turns, by seat; those of the current round where it may be seen.
    pub fn holders_at(&self, horizon: Horizon) -> Vec<(&Name, Held<'_>)> {
        let current = self.round().map_or(0, |it| it.number);
        let upto = match horizon {
            Horizon::BeforeRound => current.saturating_sub(1),
            Horizon::Now => current,
        };
        let seats = self.participants.iter().map(|it| &it.name);
        seats.filter_map(|name| Some((name, self.held_by(name, upto)?))).collect()
    }

    /// How many terms may be named by their ids.
    pub fn terms_at(&self, horizon: Horizon) -> usize {
        match horizon {
            Horizon::Now if self.round().is_some_and(|it| it.in_turn) => self.entered().0.terms.len(),
            Horizon::BeforeRound | Horizon::Now => self.registry.terms.len(),
        }
    }

    /// Takes in which headlines are which options.
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
    /// The claims or terms of which one that somebody made in this round is said to be one, and the first of them.
    pub(crate) fn group_of<'a>(
        groups: &'a [Vec<(Name, u32)>],
        by: &Name,
        place: usize,
    ) -> Option<(usize, &'a [(Name, u32)])> {
        let is_it = |(name, at): &(Name, u32)| name == by && *at as usize == place;
        groups.iter().enumerate().find(|(_, it)| it.iter().any(is_it)).map(|(at, it)| (at, it.as_slice()))
    }
}
