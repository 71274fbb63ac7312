//! How a mode assigns its seats: roles, disciplines, hidden names (D-04, D-16).
//!
//! Seats are assigned once, when a debate opens or `auto` has chosen, and recorded with the participants: every random choice is in the log.
//! Not here: prompts for roles (`prompts/`).
use debate::{DebateId, Discipline, Name, Participant, Role, chance};

/// How a mode seats its participants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// All alike.
    Equal,
    /// One for, one against, and one who weighs both.
    Stances,
    /// As many attackers as defenders; an odd seat judges (B-05).
    Teams,
    /// One discipline each.
    Disciplines,
}

/// Whether participants know who is who.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anonymity {
    /// By name.
    Named,
    /// By fixed pseudonyms, in an order unrelated to seats (D-04).
    Anonymous,
}

/// How disciplines are assigned (D-16).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Assignment {
    /// In their order, seat by seat.
    #[default]
    RoundRobin,
    /// At random, from the debate's seed.
    Random,
    /// As listed, seat by seat; a short list is repeated.
    Explicit(Vec<Discipline>),
}

/// The input of seat assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatingSeed {
    /// The debate: hidden names differ between debates.
    pub debate: DebateId,
    /// The random seed.
    pub seed: u64,
    /// How disciplines are assigned.
    pub disciplines: Assignment,
}

impl Seating {
    /// Assigns roles and disciplines, and clears those of an earlier assignment.
    pub(crate) fn assign(self, participants: &mut [Participant], seating: &SeatingSeed) {
        let seats = participants.len();
        let disciplines = match self {
            Seating::Disciplines => seating.disciplines(seats),
            Seating::Equal | Seating::Stances | Seating::Teams => Vec::new(),
        };
        for (seat, participant) in participants.iter_mut().enumerate() {
            participant.discipline = disciplines.get(seat).copied();
            participant.role = match self {
                Seating::Equal | Seating::Disciplines => None,
                Seating::Stances if seats > 2 && seat + 1 == seats => Some(Role::Evaluator),
                Seating::Stances if seat % 2 == 0 => Some(Role::Primary),
                Seating::Stances => Some(Role::Opposition),
                Seating::Teams if seats % 2 == 1 && seat + 1 == seats => Some(Role::Judge),
                Seating::Teams if seat % 2 == 0 => Some(Role::Red),
                Seating::Teams => Some(Role::Blue),
            };
        }
    }
}

impl SeatingSeed {
    /// The disciplines of `seats` seats.
    fn disciplines(&self, seats: usize) -> Vec<Discipline> {
        let in_order = Discipline::ALL.iter().copied().cycle().take(seats);
        match &self.disciplines {
            Assignment::Explicit(listed) if !listed.is_empty() => listed.iter().copied().cycle().take(seats).collect(),
            Assignment::RoundRobin | Assignment::Explicit(_) => in_order.collect(),
            Assignment::Random => self.shuffled_disciplines(seats),
        }
    }

    /// Every four seats have all four disciplines, in a new order each time, so that no panel lacks one by chance.
    fn shuffled_disciplines(&self, seats: usize) -> Vec<Discipline> {
        let mut dealt = Vec::with_capacity(seats);
        let mut left: Vec<Discipline> = Vec::new();
        for seat in 0..seats {
            if left.is_empty() {
                left = Discipline::ALL.to_vec();
            }
            let draw = self.draw(&format!("discipline {seat}")) % left.len() as u64;
            dealt.push(left.remove(draw as usize));
        }
        dealt
    }

    /// A pseudo-random number that depends on the debate, its seed and the purpose alone.
    fn draw(&self, purpose: &str) -> u64 {
        chance::draw(&[self.debate.as_str(), &self.seed.to_string(), purpose])
    }
}

/// Gives every participant a pseudonym, whatever the mode.
pub fn hide_names(participants: &mut [Participant], seating: &SeatingSeed) {
    Anonymity::Anonymous.assign(participants, seating);
}

impl Anonymity {
    /// Assigns names as this anonymity demands, and clears those of an earlier assignment. Pseudonyms are random numbers that are unrelated to
    /// seats.
    pub(crate) fn assign(self, participants: &mut [Participant], seating: &SeatingSeed) {
        let seed = seating.seed.to_string();
        let draw = |it: &Participant| chance::draw(&[seating.debate.as_str(), "alias", &seed, it.name.as_str()]);
        let mut drawn: Vec<u64> = participants.iter().map(draw).collect();
        drawn.sort_unstable();
        for participant in participants {
            let place = drawn.partition_point(|it| *it < draw(participant));
            participant.alias = match self {
                Anonymity::Named => None,
                Anonymity::Anonymous => Some(Name::from(format!("Participant {}", place + 1))),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::Perspective;
    use std::collections::BTreeSet;

    fn seated(seating: Seating, seats: usize, seed: &SeatingSeed) -> Vec<Participant> {
        let one = |seat: usize| {
            let name = format!("seat-{seat}").as_str().into();
            Participant::new(name, "test/model".to_owned(), "test".to_owned(), Perspective::of_seat(seat))
        };
        let mut participants: Vec<Participant> = (0..seats).map(one).collect();
        seating.assign(&mut participants, seed);
        participants
    }

    fn seeded(debate: &str, seed: u64, disciplines: Assignment) -> SeatingSeed {
        SeatingSeed { debate: debate.into(), seed, disciplines }
    }

    /// D-01, D-04: from two seats to eight, each role has a seat and nobody is left without one.
    #[test]
    fn roles_by_seat() {
        for (seating, seats, expected) in [
            (Seating::Stances, 2, "primary opposition"),
            (Seating::Stances, 3, "primary opposition evaluator"),
            (Seating::Stances, 4, "primary opposition primary evaluator"),
            (Seating::Stances, 8, "primary opposition primary opposition primary opposition primary evaluator"),
            (Seating::Teams, 2, "red blue"),
            (Seating::Teams, 3, "red blue judge"),
            (Seating::Teams, 4, "red blue red blue"),
            (Seating::Teams, 5, "red blue red blue judge"),
            (Seating::Equal, 2, "- -"),
            (Seating::Disciplines, 2, "- -"),
        ] {
            let roles = seated(seating, seats, &seeded("test", 0, Assignment::RoundRobin)).into_iter();
            let roles: Vec<&str> = roles.map(|it| it.role.map_or("-", Role::as_str)).collect();
            assert_eq!(roles.join(" "), expected, "{seating:?}, {seats}");
        }
    }

    fn disciplines(seats: usize, seed: &SeatingSeed) -> Vec<&'static str> {
        let seated = seated(Seating::Disciplines, seats, seed).into_iter();
        seated.map(|it| it.discipline.map_or("-", Discipline::as_str)).collect()
    }

    /// D-16: in their order or as listed, repeated where seats are left.
    #[test]
    fn disciplines_in_order_and_as_listed() {
        use Discipline::{Ethical, Social};
        for (assignment, expected) in [
            (Assignment::RoundRobin, "technical economic ethical social technical"),
            (Assignment::Explicit(vec![Social, Ethical]), "social ethical social ethical social"),
            (Assignment::Explicit(vec![]), "technical economic ethical social technical"),
        ] {
            assert_eq!(disciplines(5, &seeded("test", 0, assignment)).join(" "), expected);
        }
    }

    /// D-16: random means by seed and debate: the same input gives the same result, every four seats have every discipline, and in the long run
    /// each discipline is equally frequent in each seat.
    #[test]
    fn disciplines_by_chance() {
        let random = |debate: &str, seed| disciplines(8, &seeded(debate, seed, Assignment::Random));
        assert_eq!(random("a", 1), random("a", 1));
        assert!((2..10).any(|seed| random("a", seed) != random("a", 1)), "the seed counts");
        assert!(["b", "c", "d", "e"].iter().any(|it| random(it, 1) != random("a", 1)), "the debate counts");
        let mut technical = [0; 8];
        for seed in 0..400 {
            let dealt = random("a", seed);
            for four in dealt.chunks(4) {
                assert_eq!(four.iter().collect::<BTreeSet<_>>().len(), 4, "{dealt:?}");
            }
            technical.iter_mut().zip(&dealt).for_each(|(count, it)| *count += i32::from(*it == "technical"));
        }
        assert!(technical.iter().all(|it| (70..=130).contains(it)), "of 400, about 100 in each seat: {technical:?}");
    }

    /// D-05: a new assignment keeps nothing of the mode before.
    #[test]
    fn a_seat_is_taken_anew() {
        let seed = seeded("test", 0, Assignment::RoundRobin);
        let mut participants = seated(Seating::Disciplines, 3, &seed);
        Seating::Stances.assign(&mut participants, &seed);
        assert!(participants.iter().all(|it| it.discipline.is_none() && it.role.is_some()));
        Seating::Equal.assign(&mut participants, &seed);
        assert!(participants.iter().all(|it| it.discipline.is_none() && it.role.is_none()));
    }
}
