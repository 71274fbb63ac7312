//! How different a table is: what its seats look at, and how far apart what they say is, round by round (D-16).
//!
//! Measured and reported; nothing is decided by it. Not here: whether those who differ also contradict each other (`opposition`).
use crate::convergence::{content, overlap, pairs};
use crate::positions::mean;
use debate::{Debate, Participant, Round};
use serde::Serialize;
use std::collections::BTreeSet;

/// How different a table is.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Diversity {
    /// How many different perspectives, disciplines or personas sit at it.
    pub outlooks: usize,
    /// How far apart what was said is, round by round.
    pub rounds: Vec<Spread>,
}

/// How far apart the reasons given in a round are.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Which round.
    pub round: u32,
    /// From 0, all in the same words, to 1, none in common; absent where fewer than two gave reasons.
    pub difference: Option<f64>,
}

impl Diversity {
    /// The diversity of a debate so far.
    pub fn of(debate: &Debate) -> Diversity {
        let is_panel = debate.is_panel();
        let outlook = |it: &Participant| match it.discipline {
            Some(discipline) => discipline.as_str().to_owned(),
            // Everybody there has a mind of its own.
            None if is_panel => it.name.to_string(),
            None => it.perspective.as_str().to_owned(),
        };
        let outlooks: BTreeSet<String> = debate.participants.iter().map(outlook).collect();
        let spread = |it: &Round| Spread { round: it.number, difference: difference(it) };
        Diversity { outlooks: outlooks.len(), rounds: debate.rounds.iter().map(spread).collect() }
    }
}

/// One less the mean, over all pairs of speakers, of the share of content words that both use.
fn difference(round: &Round) -> Option<f64> {
    let reasons = round.spoken.iter().filter_map(|it| it.turn.reasoning.as_deref());
    let contents: Vec<BTreeSet<String>> = reasons.map(content).filter(|it| !it.is_empty()).collect();
    mean(pairs(&contents).map(|(a, b)| overlap(a, b))).map(|it| 1.0 - it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use debate::event::{Answer, LOG_VERSION, RoundKind};
    use debate::{CallId, Discipline, Envelope, Event, Perspective, Rules, Topic, Turn};

    /// A debate of one round in which each gives these reasons.
    fn debate(participants: Vec<Participant>, reasons: &[&str]) -> Debate {
        let opened = Event::DebateOpened {
            version: LOG_VERSION,
            debate: "test".into(),
            topic: Topic::new("Should we?").unwrap(),
            mode: "collaborative".into(),
            participants: participants.clone(),
            rules: Rules::default(),
            rehearsal: false,
            fork: None,
        };
        let round = Event::RoundOpened { round: 1, in_turn: false, kind: RoundKind::Usual, focus: None };
        let said = participants.iter().zip(reasons).map(|(it, reason)| Event::TurnTaken {
            round: 1,
            call: CallId::turn(1, &it.name),
            by: it.name.clone(),
            turn: Turn { reasoning: Some((*reason).to_owned()), ..Turn::default() },
            flaws: vec![],
            answer: Answer::default(),
        });
        let events = [opened, round].into_iter().chain(said).zip(0..);
        let log: Vec<Envelope> = events.map(|(event, seq)| Envelope { seq, at: seq, elapsed: seq, event }).collect();
        Debate::replay(&log).unwrap()
    }

    fn seats(seats: usize) -> Vec<Participant> {
        let one = |seat: usize| {
            let name = format!("seat-{seat}").as_str().into();
            Participant::new(name, "m".into(), "f".into(), Perspective::of_seat(seat))
        };
        (0..seats).map(one).collect()
    }

    /// D-16: the same words are no diversity, other words are, endings do not matter, and one voice has none.
    #[test]
    fn reasons_are_told_apart_by_their_words() {
        for (reasons, expected) in [
            (&["The cost is high.", "The costs are high!"][..], Some(0.0)),
            (&["The cost is high.", "Nobody asked the drivers."], Some(1.0)),
            (&["cost high", "cost low"], Some(1.0 - 1.0 / 3.0)),
            (&["cost", "cost", "drivers"], Some(1.0 - 1.0 / 3.0)),
            (&["cost", ""], None),
            (&["cost"], None),
            (&[], None),
        ] {
            let measured = Diversity::of(&debate(seats(reasons.len().max(2)), reasons)).rounds;
            let [Spread { round: 1, difference }] = measured.as_slice() else { panic!("{measured:?}") };
            let is_near = difference.zip(expected).is_some_and(|(a, b)| (a - b).abs() < 1e-9);
            assert!(is_near || (difference.is_none() && expected.is_none()), "{reasons:?}: {difference:?}");
        }
    }

    /// D-16: outlooks are counted once each, a discipline in place of a perspective.
    #[test]
    fn outlooks_are_counted_once_each() {
        assert_eq!(Diversity::of(&debate(seats(3), &[])).outlooks, 3);
        assert_eq!(Diversity::of(&debate(seats(6), &[])).outlooks, 4);
        let mut panel = seats(4);
        panel.iter_mut().for_each(|it| it.discipline = Some(Discipline::Social));
        assert_eq!(Diversity::of(&debate(panel, &[])).outlooks, 1);
    }
}
