//! Claims and sources keep their places, and a claim's status follows from what is done to it.
use super::*;
use crate::turn::{Label, Turn};

fn spoken(by: &str, turn: Turn) -> Spoken {
    let (claims, terms) = (vec![], vec![]);
    Spoken {
        seat: 0,
        by: by.into(),
        turn,
        flaws: vec![],
        usage: Default::default(),
        took: 0,
        claims,
        terms,
        option: None,
    }
}

fn claim(text: &str, cites: &[u32]) -> Claim {
    Claim { label: Label::Fact, text: text.into(), cites: cites.to_vec(), kind: None, assigned: false, standing: None }
}

fn saying(claims: &[(&str, &[u32])], references: &[(u32, &str, Option<&str>)]) -> Turn {
    let reference = |(number, title, url): &(u32, &str, Option<&str>)| Reference {
        number: *number,
        title: (*title).into(),
        url: url.map(str::to_owned),
        kind: None,
        assigned: false,
    };
    Turn {
        claims: claims.iter().map(|(text, cites)| claim(text, cites)).collect(),
        references: references.iter().map(reference).collect(),
        ..Turn::default()
    }
}

fn moving(moves: &[(&str, Act, &str)]) -> Turn {
    let made = |(id, act, why): &(&str, Act, &str)| Move {
        claim: (*id).into(),
        act: *act,
        why: Some((*why).into()),
        assessment: None,
        counter: None,
        synthesis: None,
    };
    Turn { moves: moves.iter().map(made).collect(), ..Turn::default() }
}

/// Rounds of turns, entered one after the other.
fn played(rounds: Vec<Vec<(&str, Turn)>>) -> (Registry, Vec<Round>) {
    let (mut registry, mut before) = (Registry::default(), Vec::new());
    for (number, turns) in (1..).zip(rounds) {
        let spoken = turns.into_iter().map(|(by, turn)| spoken(by, turn)).collect();
        let mut round = Round { number, spoken, ..Round::default() };
        registry.absorb(&mut round);
        before.push(round);
    }
    (registry, before)
}

/// D-12, D-33: one claim, one id; one source, one id, whoever brings it and however it is spelled.
#[test]
fn the_same_claim_and_the_same_source_keep_their_place() {
    let bench: &[(u32, &str, Option<&str>)] = &[(1, "Bench", Some("https://www.x.org/b/"))];
    let (registry, rounds) = played(vec![
        vec![
            ("north", saying(&[("Latency is 3 ms.", &[1]), ("It is safe", &[])], bench)),
            ("east", saying(&[("latency is 3 ms", &[7])], &[(7, "Other title", Some("http://x.org/b#top"))])),
        ],
        vec![("east", saying(&[("It is not safe", &[])], &[]))],
    ]);
    let places: Vec<&[usize]> = rounds.iter().flat_map(|it| &it.spoken).map(|it| it.claims.as_slice()).collect();
    assert_eq!(places, [[0, 1].as_slice(), &[0], &[2]], "a negated claim is another claim");
    assert_eq!(registry.claims[0].by, ["north".into(), "east".into()]);
    assert_eq!(registry.claims[0].evidence, [0]);
    assert_eq!((registry.evidence.len(), registry.evidence[0].gist.as_str()), (1, "Latency is 3 ms."));
}

/// D-30: the contrary of a claim stands against it, and whoever makes it denies the other.
#[test]
fn a_contrary_claim_opposes() {
    let (registry, _) = played(vec![
        vec![("north", saying(&[("It is safe", &[])], &[]))],
        vec![("east", saying(&[("It is not safe", &[])], &[]))],
    ]);
    assert_eq!(registry.claims[0].opposing, [Opposing { claim: 1, since: 2 }]);
    assert_eq!(registry.claims[1].opposing, [Opposing { claim: 0, since: 2 }]);
    assert_eq!(registry.claims[0].status(), Status::Contested);
    assert_eq!(registry.claims[0].after(1).unwrap().status, Status::Open, "what was so stays so");
}

/// D-30, D-33: moves by id say who holds and who denies; a move names what was shown, and nothing of its own round.
#[test]
fn moves_touch_the_claims_they_name() {
    let (registry, _) = played(vec![
        vec![("north", saying(&[("Latency is 3 ms", &[1]), ("Load is low", &[])], &[(1, "Bench", None)]))],
        vec![
            ("north", saying(&[("Cost is known", &[])], &[])),
            (
                "east",
                moving(&[
                    ("C1", Act::Challenge, "C2 and E1 speak against it"),
                    ("C2", Act::Support, "see E1"),
                    ("C3", Act::Challenge, "made in this round"),
                    ("C99", Act::Challenge, "nobody made it"),
                ]),
            ),
        ],
        vec![("east", moving(&[("C1", Act::Concede, "shown since")]))],
    ]);
    let [first, second, third] = registry.claims.as_slice() else { panic!("{:?}", registry.claims) };
    assert_eq!(first.after(2).unwrap().status, Status::Contested);
    assert_eq!(first.after(2).unwrap().denying().map(Name::as_str).collect::<Vec<_>>(), ["east"]);
    assert_eq!(first.status(), Status::Accepted, "granted by whoever denied it");
    assert_eq!((first.introduced, first.touched), (1, 3));
    assert_eq!(first.opposing, [Opposing { claim: 1, since: 2 }]);
    assert_eq!(second.evidence, [0], "a source named in support");
    assert_eq!(second.status(), Status::Accepted);
    assert_eq!((third.status(), third.touches.len()), (Status::Open, 1));
    assert!(registry.has_id("C3") && !registry.has_id("C4") && !registry.has_id("C0") && !registry.has_id("x"));
}

/// D-33: in a round in which all speak at once, an id in somebody's grounds means what was shown, not what another has just entered.
#[test]
fn grounds_name_what_was_shown() {
    let mut against = moving(&[("C1", Act::Challenge, "C2 and E1 say otherwise"), ("C1", Act::Support, "see E1")]);
    let text = "E1 says so".to_owned();
    against.moves[0].counter = Some(Counter { text, kind: None, assigned: false, cites: vec![] });
    let (registry, _) = played(vec![
        vec![("north", saying(&[("Latency is 3 ms", &[])], &[]))],
        vec![("north", saying(&[("Load is low", &[1])], &[(1, "Bench", None)])), ("east", against)],
    ]);
    let first = &registry.claims[0];
    assert_eq!((first.opposing.as_slice(), first.evidence.as_slice()), ([].as_slice(), [].as_slice()));
    let counters = first.touches.iter().filter_map(|it| it.critique.as_ref()?.counter.as_ref());
    assert!(counters.map(|it| it.sources.len()).eq([0]), "{:?}", first.touches);
}

/// D-33: of all the ids that a text names, the first few make ties.
#[test]
fn a_list_of_ids_makes_few_ties() {
    let said: Vec<String> = (1..=40).map(|it| format!("Point {it} holds")).collect();
    let claims: Vec<(&str, &[u32])> = said.iter().map(|it| (it.as_str(), [].as_slice())).collect();
    let ids: Vec<String> = (2..=40).map(|it| format!("C{it}")).collect();
    let follows = format!("It follows from {}", ids.join(", "));
    let against = moving(&[("C1", Act::Challenge, &ids.join(" "))]);
    let (registry, _) = played(vec![
        vec![("north", saying(&claims, &[]))],
        vec![("east", against), ("south", saying(&[(&follows, &[])], &[]))],
    ]);
    assert_eq!(registry.claims[0].opposing.len(), MOST_NAMED);
    assert_eq!(registry.claims[40].from.len(), MOST_NAMED);
}

/// D-33: a debate that was closed within a round and goes on within it enters no turn twice.
#[test]
fn a_round_that_goes_on_is_entered_once() {
    let (mut registry, mut rounds) = played(vec![vec![("north", saying(&[("Load is low", &[])], &[]))]]);
    let mut round = rounds.pop().unwrap();
    let late = Turn {
        moves: moving(&[("C1", Act::Challenge, "of this round")]).moves,
        ..saying(&[("Load is low", &[])], &[])
    };
    round.spoken.push(spoken("east", late));
    registry.absorb(&mut round);
    registry.absorb(&mut round);
    assert_eq!(registry.claims[0].touches.len(), 2, "{:?}", registry.claims[0].touches);
    assert_eq!(registry.claims[0].status(), Status::Accepted);
}
