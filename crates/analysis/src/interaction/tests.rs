//! Debates in a few words, and what is counted in them.
use super::*;
use debate::event::{Answer, LOG_VERSION, Reason};
use debate::{CallId, Claim, Envelope, Event, Label, Move, Participant, Perspective, Rules, Topic};

/// Rounds of turns, each `(who, turn)`; whoever is not in a round has no part in it.
fn debate(parallel: Parallel, rounds: &[&[(&str, Turn)]]) -> Debate {
    let seat = |(at, name): (usize, &&str)| {
        Participant::new((**name).into(), "sim/1".into(), "sim".into(), Perspective::of_seat(at))
    };
    let mut events = vec![Event::DebateOpened {
        version: LOG_VERSION,
        debate: "d".into(),
        topic: Topic::new("Should the ledger move to the cloud?").unwrap(),
        mode: "adversarial".into(),
        participants: ["ann", "bob", "cyd"].iter().enumerate().map(seat).collect(),
        rules: Rules { parallel: Some(parallel), ..Rules::default() },
        rehearsal: false,
        fork: None,
    }];
    for (turns, round) in rounds.iter().zip(1..) {
        let in_turn = parallel != Parallel::Full;
        events.push(Event::RoundOpened { round, in_turn, kind: Default::default(), focus: None });
        for (name, turn) in *turns {
            let by: Name = (*name).into();
            let (call, flaws) = (CallId::turn(round, &by), Vec::new());
            events.push(Event::TurnTaken { round, call, by, turn: turn.clone(), flaws, answer: Answer::default() });
        }
    }
    events.push(Event::DebateClosed { why: Reason::RoundCap, figures: Vec::new(), question: None });
    let log: Vec<Envelope> =
        events.into_iter().zip(0..).map(|(event, seq)| Envelope { seq, at: 0, elapsed: 0, event }).collect();
    Debate::replay(&log).unwrap()
}

fn says(reasoning: &str) -> Turn {
    Turn { reasoning: Some(reasoning.into()), ..Turn::default() }
}

fn claims(text: &str) -> Turn {
    Turn {
        claims: vec![Claim { label: Label::Fact, text: text.into(), cites: vec![], kind: None, assigned: false }],
        ..Turn::default()
    }
}

fn challenges(claim: &str) -> Turn {
    Turn {
        moves: vec![Move {
            claim: claim.into(),
            act: Act::Challenge,
            why: None,
            assessment: None,
            counter: None,
            synthesis: None,
        }],
        ..Turn::default()
    }
}

fn objects_to(name: &str) -> Turn {
    Turn { signs: Some(name.into()), objection: Some("show the cost".into()), ..Turn::default() }
}

/// D-70: whoever is named, and whatever claim of another is pointed at, counts once a turn; one's own name and claims don't, nor
/// what is no claim.
#[test]
fn cross_references() {
    let first: &[(&str, Turn)] = &[("ann", claims("It is mine")), ("bob", claims("It is dear"))];
    for (turn, expected) in [
        (says("Ann is right, and so is Bob."), 1),
        (says("bob and cyd, bob above all"), 2),
        (says("Bobby is nobody here; bob-2 is not either"), 0),
        (says("C2 does not hold, as c2 shows; C9 is no claim"), 1),
        (challenges("C2"), 1),
        (challenges("C1"), 0),
        (objects_to("\"Cyd\""), 1),
        (objects_to("ann"), 0),
    ] {
        let found = Interaction::of(&debate(Parallel::Full, &[first, &[("ann", turn.clone())]]));
        assert_eq!((found.turns, found.cross_references), (3, expected), "{turn:?}");
    }
    let same_round = [("ann", says("bob")), ("bob", claims("C1"))];
    assert_eq!(Interaction::of(&debate(Parallel::Full, &[&same_round])).cross_references, 1);
}

/// D-70: a chain goes on where somebody who was contradicted contradicts in turn, and only from what could be heard.
#[test]
fn depth_of_rebuttal() {
    let opening: &[(&str, Turn)] = &[("ann", claims("It is mine")), ("bob", claims("It is dear"))];
    let in_turn: &[(&str, Turn)] = &[("ann", objects_to("bob")), ("bob", objects_to("ann")), ("cyd", challenges("C2"))];
    let supports = Turn { signs: Some("bob".into()), ..Turn::default() };
    for (parallel, rounds, expected) in [
        (Parallel::None, vec![opening], 0),
        (Parallel::None, vec![opening, in_turn], 3),
        // Nobody hears anybody of the second round.
        (Parallel::Full, vec![opening, in_turn], 1),
        // Only the last does: ann and bob each contradict an opening, cyd contradicts bob.
        (Parallel::LastOnly, vec![opening, in_turn], 2),
        (Parallel::Full, vec![opening, in_turn, in_turn], 2),
        (Parallel::None, vec![opening, &[("cyd", supports)]], 0),
        (Parallel::None, vec![opening, &[("ann", objects_to("ann"))]], 0),
        (Parallel::None, vec![&[("ann", objects_to("bob"))]], 0),
    ] {
        let found = Interaction::of(&debate(parallel, &rounds));
        assert_eq!(found.rebuttal_depth, expected, "{parallel}: {rounds:?}");
    }
}

/// D-70: a question is taken up by what another says next about the same; not by the asker, not by what only repeats the topic, not by
/// somebody who could not hear it.
#[test]
fn questions_that_are_taken_up() {
    let asks = || says("It may be. Who pays the exit fees of a provider?");
    let answers = || says("Exit fees are paid by us, to the provider.");
    let topical = || says("Should the ledger move to the cloud?");
    for (parallel, rounds, expected) in [
        (Parallel::None, vec![vec![("ann", asks()), ("bob", answers())]], (1, 1)),
        (Parallel::Full, vec![vec![("ann", asks()), ("bob", answers())]], (1, 0)),
        (Parallel::Full, vec![vec![("ann", asks())], vec![("bob", answers())]], (1, 1)),
        (Parallel::Full, vec![vec![("ann", asks())], vec![("ann", answers())]], (1, 0)),
        (Parallel::Full, vec![vec![("ann", asks())], vec![("bob", says("No."))], vec![("bob", answers())]], (1, 0)),
        (Parallel::Full, vec![vec![("ann", topical())], vec![("bob", topical())]], (0, 0)),
        (Parallel::Full, vec![vec![("ann", says("Why?"))], vec![("bob", says("Why?"))]], (0, 0)),
    ] {
        let shown: Vec<&[(&str, Turn)]> = rounds.iter().map(Vec::as_slice).collect();
        let found = Interaction::of(&debate(parallel, &shown));
        assert_eq!((found.questions, found.answered), expected, "{parallel}: {rounds:?}");
    }
}
