//! What holds of every table whose positions somebody compared (E-10, E-11).
use crate::scene::{Scene, holds};
use analysis::convergence::{self, alike, shift};
use analysis::positions::{self, Reading};
use analysis::stability;
use debate::event::{Answer, LOG_VERSION, RoundKind};
use debate::relation::{Pair, Said};
use debate::{CallId, Debate, Envelope, Event, Name, Participant, Perspective, Relation, Rules, Topic, Turn};
use proptest::prelude::*;

/// Positions of which words tell nothing.
const POSITIONS: [&str; 6] = [
    "Begin with a pilot.",
    "A trial run comes first.",
    "Ask the vendor.",
    "Wait for the audit.",
    "Buy it ready made.",
    "Leave it to each team.",
];

fn relation() -> impl Strategy<Value = Relation> {
    (0.0..=1.0_f64, any::<bool>(), any::<bool>()).prop_map(|(similarity, opposed, same_point)| {
        Relation { similarity, opposition: 0.5, opposed, same_point, on_topic: true }.kept()
    })
}

/// A table with these names, all of whose pairs were compared; the last two rounds are the same but for the order of the positions.
fn table(names: &[String], relations: &[Relation]) -> Debate {
    let said = |round: u32, name: &String| Said { round, by: Name::from(name.as_str()) };
    let participant =
        |it: &String| Participant::new(it.as_str().into(), "x/y".into(), "x".into(), Perspective::of_seat(0));
    let mut events = vec![Event::DebateOpened {
        version: LOG_VERSION,
        debate: "test".into(),
        topic: Topic::new("Which way for the billing service?").unwrap(),
        mode: "collaborative".to_owned(),
        participants: names.iter().map(participant).collect(),
        rules: Rules::default(),
        rehearsal: false,
        fork: None,
    }];
    for round in 1..=2 {
        events.push(Event::RoundOpened { round, in_turn: false, kind: RoundKind::Usual, focus: None });
        for (at, name) in names.iter().enumerate() {
            let position = POSITIONS[(at + round as usize - 1) % names.len()].to_owned();
            let turn = Turn { position: Some(position), confidence: Some(0.8), ..Turn::default() };
            let (by, call) = (Name::from(name.as_str()), CallId::turn(round, &Name::from(name.as_str())));
            events.push(Event::TurnTaken { round, call, by, turn, flaws: vec![], answer: Answer::default() });
        }
        let pairs = (0..names.len()).flat_map(|a| (a + 1..names.len()).map(move |b| (a, b)));
        let pair = |((a, b), relation): ((usize, usize), &Relation)| Pair {
            a: said(round, &names[a]),
            b: said(round, &names[b]),
            relation: *relation,
        };
        let pairs = if round == 1 { pairs.zip(relations).map(pair).collect() } else { Vec::new() };
        let (call, analyst) = (CallId::compare(round, 1), "local".to_owned());
        events.push(Event::PositionsCompared { round, call, analyst, failed: None, pairs, answer: None, took: 0 });
    }
    let envelopes = events.into_iter().enumerate();
    let envelopes: Vec<Envelope> =
        envelopes.map(|(seq, event)| Envelope { seq: seq as u64, at: 0, elapsed: 0, event }).collect();
    Debate::replay(&envelopes).unwrap()
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|it| format!("p{it}")).collect()
}

fn of_round(debate: &Debate, round: usize) -> f64 {
    convergence::similarity(debate, &debate.rounds[round - 1]).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// E-11, E-12: a pair that somebody finds opposed never reaches 0.41, whatever similarity comes with it, and a shift to it is at least
    /// 0.61.
    #[test]
    fn a_contradiction_is_never_alike(similarity in any::<f64>(), same_point in any::<bool>(), votes in 1..4_usize) {
        let mut debate = table(&names(2), &[]);
        for _ in 0..votes {
            let it = Relation { similarity, opposition: 1.0, opposed: true, same_point, on_topic: true };
            debate.compared.enter(POSITIONS[0], POSITIONS[1], it);
        }
        let reading = Reading::of(&debate);
        let value = alike(reading, POSITIONS[0], POSITIONS[1]);
        prop_assert!((0.0..0.41).contains(&value), "{}", value);
        prop_assert!(shift(reading, POSITIONS[1], POSITIONS[0]) >= 0.61);
        prop_assert!(of_round(&debate, 1) < 0.41);
    }

    /// E-10: whoever joins and makes the same point as each of the others never takes a consensus away, and lowers no agreement that is
    /// less, whatever similarity comes with it.
    #[test]
    fn who_agrees_never_lowers_agreement(seats in 2..=5_usize, relations in prop::collection::vec(relation(), 15)) {
        let inner: Vec<Relation> = relations.iter().take(seats * (seats - 1) / 2).copied().collect();
        let before = of_round(&table(&names(seats), &inner), 1);
        // The pairs of a table with one more, in its order.
        let mut inner = inner.into_iter();
        let joined: Vec<Relation> = (0..=seats)
            .flat_map(|a| (a + 1..=seats).map(move |b| (a, b)))
            .map(|(a, b)| if b < seats { inner.next().unwrap() } else { agrees(&relations[a]) })
            .collect();
        let after = of_round(&table(&names(seats + 1), &joined), 1);
        prop_assert!(after >= before.min(0.80) - 1e-9, "{} to {}", before, after);
    }

    /// Q-03, E-10: names make no difference, to similarity, shift, groups or shares.
    #[test]
    fn names_make_no_difference(seats in 2..=6_usize, relations in prop::collection::vec(relation(), 15), salt in "[a-z]{1,6}") {
        let figures = |debate: &Debate| {
            let (before, after) = (&debate.rounds[0], &debate.rounds[1]);
            let groups = positions::groups(Reading::of(debate), &after.spoken);
            let seats: Vec<Vec<usize>> =
                groups.iter().map(|it| it.members.iter().map(|it| it.seat).collect()).collect();
            let opposed = positions::opposed_pairs(Reading::of(debate), &after.spoken);
            let moved = (convergence::mean_shift(debate, before, after), stability::moved(debate, before, after));
            format!("{:?} {seats:?} {opposed} {moved:?}", of_round(debate, 2))
        };
        let renamed: Vec<String> = (0..seats).rev().map(|it| format!("{salt}{it}")).collect();
        prop_assert_eq!(figures(&table(&names(seats), &relations)), figures(&table(&renamed, &relations)));
    }
}

/// A comparison as similar as this one that finds the same point.
fn agrees(as_similar: &Relation) -> Relation {
    Relation { opposition: 0.0, opposed: false, same_point: true, ..*as_similar }
}

/// E-10: the same by words: whoever joins those who say yes, in words of its own, lowers nothing, whoever else says no.
#[test]
fn who_joins_the_most_never_lowers_agreement() {
    let yes = ["Yes, adopt it.", "Yes, for internal calls.", "Yes: latency is worth it.", "Yes.", "Yes, all of it."];
    let no = "No, REST serves us.";
    for noes in 0..=1 {
        let of = |count: usize| {
            let turns = yes.iter().take(count).chain(std::iter::repeat_n(&no, noes)).map(|it| holds(it, 0.8));
            let scene = Scene::new(count + noes, Rules::default()).round(turns);
            convergence::similarity(&scene.debate, scene.debate.round().unwrap()).unwrap()
        };
        for count in 2..yes.len() {
            let (before, after) = (of(count), of(count + 1));
            assert!(after >= before, "{count} and {noes}: {before} to {after}");
            assert_eq!(after == 1.0, noes == 0, "{count} and {noes}");
        }
    }
}
