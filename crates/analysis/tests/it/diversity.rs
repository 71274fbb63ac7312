//! D-16: diversity of participants.
use crate::test_debate::{NAMES, TestDebate, participant, reasons, yes};
use analysis::measure::diversity::{Diversity, Spread};
use debate::{Ballot, Discipline, Participant, Perspective, Rules};

fn seats(seats: usize) -> Vec<Participant> {
    let one = |seat: usize| Participant { perspective: Perspective::of_seat(seat), ..participant(NAMES[seat], "x") };
    (0..seats).map(one).collect()
}

/// A debate of one round in which each gives these reasons.
fn measured(participants: Vec<Participant>, said: &[&str]) -> Diversity {
    let scene = TestDebate::of("Should we?", Some(Ballot::YesNo), participants, Rules::default());
    Diversity::of(&scene.round(said.iter().map(|it| reasons(yes(0.8), it))).debate)
}

/// D-16: equal words give no diversity, different words do, endings do not matter, and one participant has none.
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
        let measured = measured(seats(reasons.len().max(2)), reasons).rounds;
        let [Spread { round: 1, difference }] = measured.as_slice() else { panic!("{measured:?}") };
        let is_near = difference.zip(expected).is_some_and(|(a, b)| (a - b).abs() < 1e-9);
        assert!(is_near || (difference.is_none() && expected.is_none()), "{reasons:?}: {difference:?}");
    }
}

/// D-16: perspectives are counted once each, a discipline instead of a perspective.
#[test]
fn outlooks_are_counted_once_each() {
    assert_eq!(measured(seats(3), &[]).outlooks, 3);
    assert_eq!(measured(seats(6), &[]).outlooks, 4);
    let mut panel = seats(4);
    panel.iter_mut().for_each(|it| it.discipline = Some(Discipline::Social));
    assert_eq!(measured(panel, &[]).outlooks, 1);
}
