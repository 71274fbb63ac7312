//! Debates in a few words, and how far participants take each other up in them (D-70).
use crate::test_debate::{TestDebate, blocks, claim, participant, picks};
use analysis::measure::interaction::Interaction;
use debate::event::{Reason, RoundKind};
use debate::{Act, Ballot, ClaimMove, Debate, Label, Parallel, Rules, Turn};

/// Rounds of turns, each `(who, turn)`; whoever is not in a round has no part in it.
fn debate(parallel: Parallel, rounds: &[&[(&str, Turn)]]) -> Debate {
    let seats = ["ann", "bob", "cyd"].map(|it| participant(it, "sim")).to_vec();
    let rules = Rules { parallel: Some(parallel), ..Rules::default() };
    let mut scene = TestDebate::of("Should the ledger move to the cloud?", Some(Ballot::YesNo), seats, rules);
    for turns in rounds {
        scene = scene.played(parallel != Parallel::Full, RoundKind::Usual, []);
        turns.iter().for_each(|(name, turn)| scene.says((*name).into(), turn.clone()));
    }
    scene.closed(Reason::RoundCap).debate
}

fn says(reasoning: &str) -> Turn {
    Turn { reasoning: Some(reasoning.into()), ..Turn::default() }
}

fn claims(text: &str) -> Turn {
    Turn { claims: vec![claim(Label::Fact, text, None)], ..Turn::default() }
}

fn challenges(claim: &str) -> Turn {
    Turn {
        moves: vec![ClaimMove {
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

/// A turn that holds one option of the ballot and blocks the other.
fn objects(own: &str, other: &str) -> Turn {
    let turn = blocks(picks(own, 0.8), other);
    Turn { position: None, reasoning: None, ..turn }
}

/// A turn that holds an option and makes a claim.
fn opens(option: &str, text: &str) -> Turn {
    Turn { ballot: picks(option, 0.8).ballot, ..claims(text) }
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
    let opening: &[(&str, Turn)] = &[("ann", opens("A", "It is mine")), ("bob", opens("B", "It is dear"))];
    let in_turn: &[(&str, Turn)] = &[("ann", objects("A", "B")), ("bob", objects("B", "A")), ("cyd", challenges("C2"))];
    let gone_over: &[(&str, Turn)] = &[("bob", opens("A", "It is late"))];
    for (parallel, rounds, expected) in [
        (Parallel::None, vec![opening], 0),
        (Parallel::None, vec![opening, in_turn], 3),
        // Nobody hears anybody of the second round.
        (Parallel::Full, vec![opening, in_turn], 1),
        // Only the last does: ann and bob each contradict an opening, cyd contradicts bob.
        (Parallel::LastOnly, vec![opening, in_turn], 2),
        (Parallel::Full, vec![opening, in_turn, in_turn], 2),
        (Parallel::None, vec![opening, &[("cyd", opens("B", "It is so"))]], 0),
        // Whoever has left the option by then is not contradicted; who leaves it later was.
        (Parallel::None, vec![opening, gone_over, &[("ann", objects("A", "B"))]], 0),
        (Parallel::None, vec![opening, &[("ann", objects("A", "B"))], gone_over], 1),
        (Parallel::None, vec![opening, &[("ann", objects("B", "A"))]], 0),
        (Parallel::None, vec![&[("ann", objects("A", "B"))]], 0),
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
