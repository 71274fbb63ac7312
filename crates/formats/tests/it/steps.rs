//! Who is asked when.
use crate::debates::{Table, turn};
use debate::event::{Failure, Reason};
use debate::{CallId, Event, Horizon, Rules};
use formats::Step;

fn asked(table: &Table) -> String {
    match formats::named(&table.debate.mode).unwrap().next(&table.debate) {
        Step::Ask(asks) => {
            let one = |it: &formats::Ask| {
                format!("{}{}", it.call, if it.horizon == Horizon::Now { " sees this round" } else { "" })
            };
            asks.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        Step::Record(event) => event.kind().to_owned(),
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

/// I-02, D-21: fewer than two who can still speak end it, and a closed debate has no next step.
#[test]
fn a_closed_debate_is_done() {
    let mut table = Table::new("collaborative", Rules::default());
    table.open(1).tell(failed(1, "north")).tell(failed(1, "east"));
    let Step::Record(closing) = formats::named("collaborative").unwrap().next(&table.debate) else { panic!() };
    assert!(matches!(&closing, Event::DebateClosed { why: Reason::Insufficient, .. }));
    table.tell(closing);
    assert_eq!(asked(&table), "done");
}

/// D-03: each mode is found by the name users type, and a wrong one is told the right ones.
#[test]
fn modes_by_name() {
    for mode in formats::modes::ALL {
        assert_eq!(formats::named(mode.name()).unwrap().name(), mode.name());
    }
    let error = formats::named("adverserial").err().unwrap().to_string();
    assert_eq!(error, format!("unknown mode `adverserial`; choose one of {}", formats::modes::names().join(", ")));
}
