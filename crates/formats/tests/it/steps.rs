//! Speaking orders.
use crate::debates::{Table, holds, on, turn};
use debate::event::{Failure, Reason};
use debate::{Act, CallId, ClaimMove, ClosingBallot, Consent, Event, Flaw, Horizon, Parallel, Rules, Turn};
use formats::{Ask, Step};

fn asked(table: &Table) -> String {
    match formats::named(&table.debate.mode).unwrap().next(&table.debate) {
        Step::Ask(asks) => {
            let is_hearing = |it: &Ask| it.turn().is_none_or(|it| it.horizon == Horizon::Now);
            let one = |it: &Ask| format!("{}{}", it.call(), if is_hearing(it) { " sees this round" } else { "" });
            asks.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        Step::Record(event) => event.kind().to_owned(),
        Step::Group(group) => group.call.to_string(),
        Step::Compare(compares) => compares.iter().map(|it| it.call.to_string()).collect::<Vec<_>>().join(" "),
        Step::LocalTasks(local_tasks) => format!("{local_tasks:?}"),
        Step::Done => "done".to_owned(),
    }
}

fn unusable(round: u32, name: &str) -> Event {
    let call = CallId::turn(round, &name.into());
    Event::AnswerUnusable { round, call, by: name.into(), flaws: vec![], answer: Default::default() }
}

fn failed(round: u32, name: &str) -> Event {
    let call = CallId::turn(round, &name.into());
    Event::TurnFailed {
        round,
        call,
        by: name.into(),
        why: Failure::Unavailable,
        detail: String::new(),
        answer: None,
        took: 0,
    }
}

/// D-02: all at once, and nobody sees this round; second tries come after all first ones.
#[test]
fn a_parallel_round() {
    let mut table = Table::new("collaborative", Rules::default());
    assert_eq!(asked(&table), "round_opened");
    table.open(1);
    assert_eq!(asked(&table), "r1/turn/north, r1/turn/east, r1/turn/south");
    table.tell(unusable(1, "north"));
    assert_eq!(asked(&table), "r1/turn/east, r1/turn/south");
    table.say(1, "south", turn(1, "south")).say(1, "east", turn(1, "east"));
    assert_eq!(asked(&table), "r1/again/north");
    table.tell(failed(1, "north"));
    assert_eq!(asked(&table), "round_opened");
}

/// D-02: one after the other, each sees those before; a second try comes before the next speaker.
#[test]
fn a_sequential_round() {
    let mut table = Table::new("adversarial", Rules::default());
    table.open(1);
    assert_eq!(asked(&table), "r1/turn/north sees this round");
    table.tell(unusable(1, "north"));
    assert_eq!(asked(&table), "r1/again/north sees this round");
    table.say(1, "north", turn(1, "north"));
    assert_eq!(asked(&table), "r1/turn/east sees this round");
    table.tell(failed(1, "east"));
    assert_eq!(asked(&table), "r1/turn/south sees this round");
    table.tell(failed(1, "south"));
    assert_eq!(asked(&table), "debate_closed");
}

const TOGETHER: &str = "north east south";
const IN_TURN: &str = "north, hearing; east, hearing; south, hearing";
const LAST_HEARS: &str = "north east; south, hearing";

/// Who is asked in an open round, batch by batch. A debate that was cut in the middle of a batch continues with the rest of it, with the same
/// horizon.
fn course(table: &mut Table, round: u32) -> String {
    let format = formats::named(&table.debate.mode).unwrap();
    let mut course = Vec::new();
    while let Step::Ask(asks) = format.next(&table.debate) {
        let names: Vec<&str> = asks.iter().map(|it| it.who().as_str()).collect();
        let is_all = |horizon: Horizon| asks.iter().all(|it| it.turn().unwrap().horizon == horizon);
        let is_hearing = is_all(Horizon::Now);
        assert!(is_hearing || is_all(Horizon::BeforeRound), "{asks:?}");
        course.push(format!("{}{}", names.join(" "), if is_hearing { ", hearing" } else { "" }));
        for (answered, ask) in (1..).zip(&asks) {
            table.say(round, ask.who().as_str(), turn(round, ask.who().as_str()));
            let rest = asks.get(answered..).unwrap();
            if !rest.is_empty() {
                assert_eq!(format.next(&table.debate), Step::Ask(rest.to_vec()), "cut after {}", ask.who());
            }
        }
    }
    course.join("; ")
}

/// D-01, D-02, D-60: for every mode and level, who is asked when and who hears whom, in the first round and in a later one, also after a cut.
#[test]
fn who_is_asked_when_in_every_mode() {
    for (mode, own, asked_for) in [
        ("collaborative", TOGETHER, Parallel::Full),
        ("adversarial", IN_TURN, Parallel::Full),
        ("socratic", IN_TURN, Parallel::Full),
        ("expert-panel", TOGETHER, Parallel::Full),
        ("devils-advocate", IN_TURN, Parallel::LastOnly),
        ("red-team-blue-team", TOGETHER, Parallel::Full),
    ] {
        assert_eq!(formats::named(mode).unwrap().parallel(), asked_for, "{mode}: the level when none is named");
        for (parallel, expected) in [
            (None, own),
            (Some(Parallel::None), IN_TURN),
            (Some(Parallel::LastOnly), LAST_HEARS),
            (Some(Parallel::Full), TOGETHER),
        ] {
            let mut table = Table::new(mode, Rules { parallel, ..Rules::default() });
            for round in [1, 2] {
                let opened = formats::named(mode).unwrap().next(&table.debate);
                let Step::Record(Event::RoundOpened { in_turn, .. }) = opened else { panic!("{mode}: {opened:?}") };
                assert_eq!(in_turn, expected != TOGETHER, "{mode}, {parallel:?}: what the log says of it");
                assert_eq!(course(table.open(round), round), expected, "{mode}, {parallel:?}, round {round}");
            }
        }
    }
}

/// D-02, D-21: where the last participant hears the others, their second tries come before its turn, and its own comes after all; a lost turn
/// delays nobody.
#[test]
fn the_last_waits_for_second_tries() {
    let rules = || Rules { parallel: Some(Parallel::LastOnly), ..Rules::default() };
    let mut table = Table::new("devils-advocate", rules());
    table.open(1);
    assert_eq!(asked(&table), "r1/turn/north, r1/turn/east");
    table.tell(unusable(1, "north"));
    assert_eq!(asked(&table), "r1/turn/east", "first tries come before second ones");
    table.say(1, "east", turn(1, "east"));
    assert_eq!(asked(&table), "r1/again/north", "and hear no more than the first ones");
    table.say(1, "north", turn(1, "north"));
    assert_eq!(asked(&table), "r1/turn/south sees this round");
    table.tell(unusable(1, "south"));
    assert_eq!(asked(&table), "r1/again/south sees this round");
    table.say(1, "south", turn(1, "south"));
    assert_eq!(asked(&table), "round_opened");

    let mut table = Table::new("devils-advocate", rules());
    table.open(1).tell(failed(1, "north")).tell(unusable(1, "east"));
    assert_eq!(asked(&table), "r1/again/east");
    table.say(1, "east", turn(1, "east"));
    assert_eq!(asked(&table), "r1/turn/south sees this round");
    table.tell(failed(1, "south"));
    assert_eq!(asked(&table), "debate_closed", "one voice is no debate");
}

/// I-02, D-21: fewer than two remaining speakers end the debate, and a closed debate has no next step.
#[test]
fn a_closed_debate_is_done() {
    let mut table = Table::new("collaborative", Rules::default());
    table.open(1).tell(failed(1, "north")).tell(failed(1, "east"));
    let Step::Record(closing) = formats::named("collaborative").unwrap().next(&table.debate) else { panic!() };
    assert!(matches!(&closing, Event::DebateClosed { why: Reason::Insufficient, .. }));
    table.tell(closing);
    assert_eq!(asked(&table), "done");
}

/// D-03: each mode is found by the name users type, and the error for a wrong one lists the right ones.
#[test]
fn modes_by_name() {
    for mode in formats::modes::ALL {
        assert_eq!(formats::named(mode.name()).unwrap().name(), mode.name());
    }
    let error = formats::named("adverserial").err().unwrap().to_string();
    assert_eq!(error, format!("unknown mode `adverserial`; choose one of {}", formats::modes::names().join(", ")));
}

/// D-03: adding a mode is one file in `src/modes` plus its prompts: nothing else in the source names a mode.
#[test]
#[expect(clippy::disallowed_methods, reason = "the source itself is what is looked at")]
fn a_mode_is_one_file() {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = vec![here.join("src")];
    let mut read = Vec::new();
    while let Some(path) = sources.pop() {
        if path.is_dir() {
            sources.extend(std::fs::read_dir(&path).unwrap().map(|it| it.unwrap().path()));
        } else {
            let text = std::fs::read_to_string(&path).unwrap();
            read.push((path.strip_prefix(here).unwrap().to_str().unwrap().replace('\\', "/"), text));
        }
    }
    for mode in formats::modes::names() {
        let file = format!("src/modes/{}.rs", mode.replace('-', "_"));
        let naming: Vec<&String> =
            read.iter().filter(|(_, text)| text.contains(&format!("\"{mode}\""))).map(|(path, _)| path).collect();
        assert_eq!(naming, [&file], "{mode}");
        assert!(mode == "auto" || here.join("prompts").join(mode).is_dir(), "{mode}");
    }
}

/// D-33: an action on an unknown claim is a flaw, and nobody loses the turn for it.
#[test]
fn a_move_names_a_claim_there_is() {
    let mut table = Table::new("collaborative", Rules::default());
    table.play(1).open(2);
    let format = formats::named("collaborative").unwrap();
    let Step::Ask(asks) = format.next(&table.debate) else { panic!("nobody is asked") };
    let named = |id: &str| ClaimMove {
        claim: id.into(),
        act: Act::Support,
        why: None,
        assessment: None,
        counter: None,
        synthesis: None,
    };
    let mut answer = Turn { moves: vec![named("C4"), named("C5")], ..turn(2, "north") };
    let mut flaws = Vec::new();
    let grade = format.check(&table.debate, asks[0].turn().unwrap(), &mut answer, &mut flaws);
    assert_eq!(flaws, [Flaw::UnknownClaim { id: "C5".into() }], "there are four");
    assert_eq!(grade, debate::reply::Grade::Whole);
}

/// Q-04, O-22: a batch asked together is completed, however many answers are in; only participants who hear it may be skipped, and nobody
/// where closing ballots follow (B-05).
#[test]
fn a_batch_is_never_cut_by_its_own_ballots() {
    for (closing_ballot, last) in
        [(ClosingBallot::Assigned, "debate_closed"), (ClosingBallot::Always, "r2/turn/g sees this round")]
    {
        let parallel = Some(Parallel::LastOnly);
        let rules = Rules { rounds: 2, parallel, groupthink: None, closing_ballot, ..Rules::default() };
        let names = ["a", "b", "c", "d", "e", "f", "g"];
        let mut table = Table::seated("adversarial", rules, &names);
        let blocks = || Turn { others: vec![on("A", Consent::Blocker, "no")], ..holds("B", 0.9) };
        table.open_in_turn(1);
        names.iter().for_each(|it| _ = table.say(1, it, holds("A", 0.9)));
        table.open_in_turn(2);
        for name in &names[..4] {
            table.say(2, name, holds("A", 0.9));
        }
        table.say(2, names[4], blocks());
        assert_eq!(asked(&table), format!("r2/turn/{}", names[5]), "the rest of the batch");
        table.say(2, names[5], blocks());
        assert_eq!(asked(&table), last, "the last can change nothing");
    }
}
