//! Terms, and claims merged by grouping.
use crate::made::{TestDebate, picks};
use debate::ballot::{TermAct, TermMove};
use debate::event::{Repeated, RoundKind};
use debate::state::registry::{Behind, Term};
use debate::view::{self, BallotView, Horizon, Reader, View};
use debate::{Ballot, Claim, Event, Label, Name, Turn};

/// A turn that holds Yes on these terms.
fn puts(terms: &[&str]) -> Turn {
    Turn { terms: terms.iter().map(|it| (*it).to_owned()).collect(), ..picks("A") }
}

/// The same turn with these actions on terms.
fn moving(turn: Turn, moves: &[(&str, TermAct)]) -> Turn {
    let made = |(term, act): &(&str, TermAct)| TermMove { term: (*term).to_owned(), act: *act, why: None };
    Turn { on_terms: moves.iter().map(made).collect(), ..turn }
}

/// A turn that makes these claims.
fn claims(claims: &[&str]) -> Turn {
    let claim = |text: &&str| Claim {
        label: Label::Infer,
        text: (*text).to_owned(),
        cites: vec![],
        kind: None,
        assigned: false,
        standing: None,
    };
    Turn { claims: claims.iter().map(claim).collect(), ..picks("A") }
}

/// The grouping event that merges these claims or terms.
fn same(table: &TestDebate, same_claims: &[&[(&str, u32)]], same_terms: &[&[(&str, u32)]]) -> Event {
    let groups = |groups: &[&[(&str, u32)]]| -> Vec<Vec<(Name, u32)>> {
        groups.iter().map(|it| it.iter().map(|(name, at)| (Name::from(*name), *at)).collect()).collect()
    };
    let mut event = table.grouping(&[], &[]);
    if let Event::BallotsGrouped { claims, terms, .. } = &mut event {
        (*claims, *terms) = (groups(same_claims), groups(same_terms));
    }
    event
}

fn texts(table: &TestDebate) -> Vec<&str> {
    table.debate.registry.terms.iter().map(|it| it.text.as_str()).collect()
}

/// Stances on a term: asked for, opposed, withdrawn.
fn behind(Behind { asked, opposed, withdrawn }: Behind) -> String {
    let names = |names: Vec<Name>| names.iter().map(Name::as_str).collect::<Vec<_>>().join("+");
    format!("{} / {} / {}", names(asked), names(opposed), names(withdrawn))
}

/// B-04, B-17: a term has one id, whoever states it: in the same words, or by grouping.
#[test]
fn the_same_term_is_one() {
    let mut table = TestDebate::new(Ballot::YesNo, 3);
    table.round([
        puts(&["A trial first.", "It lapses in May"]),
        puts(&["a TRIAL  first"]),
        puts(&["Only after a trial"]),
    ]);
    assert_eq!(texts(&table), Vec::<&str>::new(), "ids are given when the round is over");
    let event = same(&table, &[], &[&[("north", 0), ("south", 0)]]);
    table.tell(event).open(false, RoundKind::Usual);
    assert_eq!(texts(&table), ["A trial first.", "It lapses in May"]);
    let places: Vec<&[usize]> = table.debate.rounds[0].spoken.iter().map(|it| it.terms.as_slice()).collect();
    assert_eq!(places, [[0, 1].as_slice(), &[0], &[0]]);
    let now: Vec<String> = table.debate.registry.terms.iter().map(Term::now).map(behind).collect();
    assert_eq!(now, ["north+east+south /  / ", "north /  / "]);
    assert_eq!(table.debate.terms_at(Horizon::BeforeRound), 2);
}

/// B-04, B-17: a new term that repeats an earlier one adopts it. An unknown id changes nothing.
#[test]
fn a_repeated_term_is_adopted() {
    let mut table = TestDebate::new(Ballot::YesNo, 3);
    table.round([puts(&["A trial first"]), puts(&["It lapses in May"]), picks("B")]);
    table.round([
        picks("A"),
        puts(&["Try it out before anything else"]),
        puts(&["Ask the staff", "It ends in spring"]),
    ]);
    let mut event = table.grouping(&[], &[]);
    let repeats = |term: &str, by: &str, place| Repeated { term: term.into(), by: by.into(), place };
    if let Event::BallotsGrouped { repeated, .. } = &mut event {
        *repeated = vec![repeats("T1", "east", 0), repeats("T2", "south", 1), repeats("T9", "south", 0)];
    }
    table.tell(event).open(false, RoundKind::Usual);
    assert_eq!(texts(&table), ["A trial first", "It lapses in May", "Ask the staff"]);
    let now: Vec<String> = table.debate.registry.terms.iter().map(Term::now).map(behind).collect();
    assert_eq!(now, ["north+east /  / ", "east+south /  / ", "south /  / "]);
}

/// B-04: later turns adopt, oppose and withdraw terms by id; the stances after a round stay the same.
#[test]
fn terms_are_moved_by_id() {
    let mut table = TestDebate::new(Ballot::YesNo, 3);
    table.round([puts(&["A trial first"]), puts(&["It lapses in May"]), picks("B")]);
    table.round([
        moving(puts(&["Somebody owns it"]), &[("T2", TermAct::Oppose)]),
        moving(picks("A"), &[("T1", TermAct::Adopt), ("T3", TermAct::Adopt), ("T9", TermAct::Oppose)]),
        moving(picks("A"), &[("T1", TermAct::Oppose)]),
    ]);
    table.round([
        moving(picks("A"), &[("T1", TermAct::Withdraw), ("T2", TermAct::Adopt)]),
        puts(&["It lapses in May!"]),
        moving(picks("A"), &[("T1", TermAct::Adopt)]),
    ]);
    table.open(false, RoundKind::Usual);
    let [trial, may, owner] = table.debate.registry.terms.as_slice() else { panic!("{:?}", texts(&table)) };
    assert_eq!((trial.introduced, owner.introduced), (1, 2));
    for (term, round, expected) in [
        (trial, 0, " /  / "),
        (trial, 1, "north /  / "),
        (trial, 2, "north+east / south / "),
        (trial, 3, "east+south /  / north"),
        (may, 1, "east /  / "),
        (may, 2, "east / north / "),
        (may, 3, "east+north /  / "),
        (owner, 1, " /  / "),
        (owner, 2, "north /  / "),
        (owner, 3, "north /  / "),
    ] {
        assert_eq!(behind(term.after(round)), expected, "{} after round {round}", term.text);
        assert!(round < 3 || term.after(round) == term.now());
    }
}

/// B-04: in sequential rounds a term has its id for later speakers at once.
#[test]
fn in_turn_a_term_has_its_id_at_once() {
    let mut table = TestDebate::new(Ballot::YesNo, 3);
    table.open(true, RoundKind::Usual).say("north", puts(&["A trial first"]));
    assert_eq!((table.debate.terms_at(Horizon::Now), table.debate.terms_at(Horizon::BeforeRound)), (1, 0));
    table.say("east", moving(puts(&["It lapses in May"]), &[("T1", TermAct::Oppose), ("T2", TermAct::Oppose)]));
    table.say("south", moving(picks("A"), &[("T2", TermAct::Adopt)]));
    table.open(true, RoundKind::Usual);
    let now: Vec<String> = table.debate.registry.terms.iter().map(Term::now).map(behind).collect();
    assert_eq!(now, ["north / east / ", "east+south /  / "], "nobody moves what it has just put");
}

/// B-17: equal claims of a parallel round are one, with one id.
#[test]
fn grouped_claims_are_one() {
    let mut table = TestDebate::new(Ballot::YesNo, 3);
    table.round([
        claims(&["Latency falls to 3 ms", "The team is small"]),
        claims(&["Few people are on it", "Calls get much faster"]),
        claims(&["The load grows"]),
    ]);
    let event = same(&table, &[&[("north", 0), ("east", 1)], &[("east", 0), ("north", 1)]], &[]);
    table.tell(event).open(false, RoundKind::Usual);
    let registry = &table.debate.registry;
    let texts: Vec<&str> = registry.claims.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts, ["Latency falls to 3 ms", "The team is small", "The load grows"]);
    let places: Vec<&[usize]> = table.debate.rounds[0].spoken.iter().map(|it| it.claims.as_slice()).collect();
    assert_eq!(places, [[0, 1].as_slice(), &[1, 0], &[2]]);
    assert!(registry.claims[..2].iter().all(|it| it.by == ["north".into(), "east".into()]));
    assert!(registry.has_id("C3") && !registry.has_id("C4"));
}

/// B-03, B-04, D-31: the view shows options with holders and terms with supporters, complete.
#[test]
fn the_view_tells_ballot_and_terms() {
    let mut table = TestDebate::new(Ballot::YesNo, 3);
    let headline = crate::made::proposes("Adopt it for reads only");
    table.round([
        Turn { terms: vec!["A trial first".to_owned()], ..headline },
        puts(&["It lapses in May"]),
        picks("A"),
    ]);
    table.group(&[("C", "Adopt it for reads only", &["north"])], &[]);
    let second = [picks("C"), moving(picks("A"), &[("T1", TermAct::Oppose), ("T2", TermAct::Withdraw)]), picks("C")];
    table.round(second).open(false, RoundKind::Usual);
    let BallotView { options, terms } = view::ballot(&table.debate, Horizon::BeforeRound);
    assert_eq!(
        options,
        "| A, held by east: Yes\n| B, held by nobody: No\n| C, held by north, south: Adopt it for reads only\n"
    );
    assert_eq!(terms, "| T1 north-east: A trial first\n| T2 ~east: It lapses in May\n");
    let opening = view::ballot(&TestDebate::new(Ballot::YesNo, 3).debate, Horizon::BeforeRound);
    assert_eq!(opening.options, "| A: Yes\n| B: No\n", "nobody has cast anything yet");
    let name = Name::from("north");
    let reader = |space| Reader { name: &name, horizon: Horizon::BeforeRound, space };
    let view = View::of(&table.debate, reader(8_000));
    let told: String = view.parts.iter().map(|it| it.text.as_str()).collect();
    for line in [
        "south: C (was A), confidence 0.50",
        "| Proposes: Adopt it for reads only",
        "| Term T1: A trial first",
        "| opposes T1\n",
        "| New option C: ",
    ] {
        assert!(told.contains(line), "{line} is not in\n{told}");
    }
}
