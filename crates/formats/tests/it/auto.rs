//! The step after independent takes.
use crate::debates::{NAMES, Table, letter, turn};
use analysis::decision::choice::ModeChoice;
use debate::event::{Reason, RoundKind};
use debate::{Algorithm, Ballot, Cast, ClosingBallot, Event, Horizon, Parallel, Reference, Rules, Turn};
use formats::Step;

fn next(table: &Table) -> Step {
    formats::named("auto").unwrap().next(&table.debate)
}

/// A take with evidence of its own.
fn take(name: &str, ballot: &Cast, confidence: f64) -> Turn {
    let mut take = Turn { ballot: Some(ballot.clone()), confidence: Some(confidence), ..turn(1, name) };
    let own = match name {
        "north" => "Payloads shrank by half in the trial",
        "east" => "Contracts are checked when code is built",
        _ => "Three of four vendors support it already",
    };
    take.claims.truncate(1);
    take.claims[0].text = own.into();
    take.references =
        vec![Reference { number: 1, title: format!("Report of {name}"), url: None, kind: None, assigned: false }];
    take
}

fn taken(rules: Rules, ballots: [Cast; 3], confidence: f64) -> Table {
    let ballot = if matches!(ballots[0], Cast::Headline(_)) { Ballot::Open } else { Ballot::YesNo };
    let mut table = Table::voting("auto", rules, &NAMES, ballot);
    table.open(1);
    for (name, ballot) in NAMES.into_iter().zip(&ballots) {
        table.say(1, name, take(name, ballot, confidence));
    }
    table.settle();
    table
}

/// What each casts, by letter.
fn held(words: [&str; 3]) -> [Cast; 3] {
    words.map(|it| Cast::Option(letter(it)))
}

const YES: [&str; 3] = ["A", "A", "A"];
const APART: [&str; 3] = ["A", "B", "A"];

/// Three headlines.
fn proposed() -> [Cast; 3] {
    ["Run a pilot first", "Ask the vendor", "Train people"].map(|it| Cast::Headline(it.to_owned()))
}

fn chosen(table: &Table) -> (String, String) {
    match next(table) {
        Step::Record(Event::ModeChosen { mode, why, .. }) => (mode, why),
        other @ (Step::Record(_)
        | Step::Ask(_)
        | Step::Group(_)
        | Step::Compare(_)
        | Step::LocalTasks(_)
        | Step::Done) => {
            panic!("{other:?}")
        }
    }
}

/// D-05: takes that agree on good evidence end the debate; the event has the metrics.
#[test]
fn takes_that_agree_end_it() {
    match next(&taken(Rules::default(), held(YES), 0.9)) {
        Step::Record(Event::DebateClosed { why, figures, question }) => {
            assert_eq!((why, question), (Reason::Consensus, None));
            for (name, value) in [("options held", 1.0), ("sources cited", 3.0)] {
                let figure = figures.iter().find(|it| it.name == name);
                assert_eq!(figure.and_then(|it| it.value), Some(value), "{name}");
            }
        }
        other @ (Step::Record(_)
        | Step::Ask(_)
        | Step::Group(_)
        | Step::Compare(_)
        | Step::LocalTasks(_)
        | Step::Done) => {
            panic!("{other:?}")
        }
    }
}

/// D-05, D-40: a debate that plays every round, or ends by its caps alone, does not end after its takes.
#[test]
fn what_only_its_caps_end_goes_on() {
    let fixed = Rules { algorithm: Algorithm::FixedRounds, ..Rules::default() };
    let mut off = Rules::default();
    off.exit_limits.off = true;
    for rules in [fixed, off] {
        let step = next(&taken(rules, held(YES), 0.9));
        assert!(!matches!(step, Step::Record(Event::DebateClosed { .. })), "{step:?}");
    }
}

/// D-05: every continuation is a built-in mode, chosen for its reason; roles come from that mode.
#[test]
fn each_disagreement_has_its_mode() {
    let thin = |mut table: Table| {
        for spoken in &mut table.debate.rounds[0].spoken {
            spoken.turn.references.clear();
        }
        table
    };
    for (way, table) in [
        (ModeChoice::Test, taken(Rules::default(), held(APART), 0.9)),
        (ModeChoice::Challenge, thin(taken(Rules::default(), held(YES), 0.9))),
        (ModeChoice::Inquire, taken(Rules::default(), proposed(), 0.5)),
        (ModeChoice::Build, taken(Rules::default(), proposed(), 0.9)),
    ] {
        let (mode, why) = chosen(&table);
        assert_eq!((mode.as_str(), why.as_str()), (way.mode(), way.why()));
        assert_eq!(formats::named(&mode).unwrap().name(), mode);
    }
}

/// D-05: after the choice the debate has the order, prompts and checks of the chosen mode.
#[test]
fn the_chosen_mode_goes_on() {
    let mut table = taken(Rules::default(), held(APART), 0.9);
    let Step::Record(event) = next(&table) else { panic!("nothing is chosen") };
    table.tell(event);
    assert!(matches!(next(&table), Step::Record(Event::RoundOpened { round: 2, in_turn: true, .. })));
    table.open(2);
    let Step::Ask(asks) = next(&table) else { panic!("nobody is asked") };
    assert_eq!((asks.len(), asks[0].turn().unwrap().horizon), (1, Horizon::Now));
    let prompt = |mode: &str| formats::named(mode).unwrap().prompts(&table.debate, &asks).unwrap();
    assert_eq!(prompt("auto"), prompt("adversarial"));
}

/// D-05, D-60: takes are independent whatever a rule says; the rule applies to the chosen mode.
#[test]
fn takes_are_always_independent() {
    let rules = Rules { parallel: Some(Parallel::LastOnly), ..Rules::default() };
    let mut table = Table::new("auto", rules.clone());
    assert!(matches!(next(&table), Step::Record(Event::RoundOpened { round: 1, in_turn: false, .. })));
    table.open(1);
    let Step::Ask(asks) = next(&table) else { panic!("nobody is asked") };
    assert!(asks.len() == 3 && asks.iter().all(|it| it.turn().unwrap().horizon == Horizon::BeforeRound), "{asks:?}");
    let mut table = taken(rules, held(APART), 0.9);
    let Step::Record(event) = next(&table) else { panic!("nothing is chosen") };
    table.tell(event).open(2);
    let Step::Ask(asks) = next(&table) else { panic!("nobody is asked") };
    assert_eq!(asks.len(), 2, "all but the last");
}

/// D-05, D-43: a person who continues a debate after its takes gets a mode, not the same end again.
#[test]
fn an_end_by_takes_can_be_continued() {
    let mut table = taken(Rules::default(), held(YES), 0.9);
    let Step::Record(event) = next(&table) else { panic!("it goes on") };
    table.tell(event).tell(Event::DebateContinued { rules: Rules::default(), said: None, focus: None });
    assert_eq!(chosen(&table).0, ModeChoice::Challenge.mode());
}

/// D-05: a mode that this release does not have is an error.
#[test]
fn an_unknown_choice_is_an_error() {
    let mut table = taken(Rules::default(), held(YES), 0.9);
    let participants = table.debate.participants.clone();
    for mode in ["oracle", "auto"] {
        let (mode, why) = (mode.to_owned(), String::new());
        table.tell(Event::ModeChosen { mode, why, figures: vec![], participants: participants.clone() });
        let mut table = Table { debate: table.debate.clone() };
        table.open(2);
        let Step::Ask(asks) = next(&table) else { panic!("nobody is asked") };
        assert!(formats::named("auto").unwrap().prompts(&table.debate, &asks).is_err());
    }
}

/// D-05, B-05: where every debate has closing ballots, a debate that ends after its takes has them too.
#[test]
fn takes_are_closed_by_ballots_where_all_are() {
    let rules = |rounds| Rules { rounds, closing_ballot: ClosingBallot::Always, ..Rules::default() };
    for (rules, ballots) in [(rules(5), YES), (rules(1), APART)] {
        let mut table = taken(rules, held(ballots), 0.9);
        let Step::Record(event) = next(&table) else { panic!("{:?}", next(&table)) };
        assert!(matches!(event, Event::RoundOpened { round: 2, kind: RoundKind::Ballot, .. }), "{event:?}");
        table.tell(event);
        let Step::Ask(asks) = next(&table) else { panic!("{:?}", next(&table)) };
        assert_eq!(asks.len(), 3);
        NAMES.iter().zip(ballots).for_each(|(name, it)| _ = table.say(2, name, crate::debates::holds(it, 0.9)));
        assert!(matches!(next(&table), Step::Record(Event::DebateClosed { .. })), "{:?}", next(&table));
    }
}
