//! Options after ballots and grouping: their holders, and each participant's paper.
use crate::made::{NAMES, TestDebate, casts, letter, opened, picks, proposes};
use debate::ballot::{Estimate, Names, Paper, PaperKind};
use debate::event::RoundKind;
use debate::state::FoldError;
use debate::view::Horizon;
use debate::{Ballot, Cast, Debate, Envelope, Role, Turn};

const READS: &str = "Adopt it for reads only";
const READS_TOO: &str = "Only reads should move";
const LATER: &str = "Wait for the load test";

/// Three headlines of a parallel round; two of them are grouped into one option.
fn grouped() -> TestDebate {
    let mut table = TestDebate::new(Ballot::YesNo, 4);
    table.round([proposes(READS), proposes(READS_TOO), proposes(LATER), picks("A")]);
    table.group(&[("C", READS, &["north", "east"]), ("D", LATER, &["south"])], &[]);
    table
}

/// Holders at a horizon: `north C, south D`.
fn holders(debate: &Debate, horizon: Horizon) -> String {
    let holders = debate.holders_at(horizon);
    let words = holders.iter().map(|(name, held)| format!("{name} {}", held.option().unwrap()));
    words.collect::<Vec<_>>().join(", ")
}

/// The options at a horizon: `A Yes, B No`.
fn options(debate: &Debate, horizon: Horizon) -> String {
    let options = debate.options_at(horizon);
    options.iter().map(|(letter, it)| format!("{letter} {}", it.headline)).collect::<Vec<_>>().join(", ")
}

/// B-01: a debate begins with the options of its ballot.
#[test]
fn options_are_given() {
    let choice = Ballot::choice(["Alder", "Birch"]).unwrap();
    for (ballot, expected) in [
        (Ballot::YesNo, "A Yes, B No"),
        (choice, "A Alder, B Birch"),
        (Ballot::estimate("days").unwrap(), ""),
        (Ballot::Open, ""),
    ] {
        let table = TestDebate::new(ballot, 3);
        assert_eq!(options(&table.debate, Horizon::Now), expected);
        assert!(table.debate.options.iter().all(|it| it.is_given()));
    }
}

/// B-02, B-06, B-22: if options are named by letters, every castable word and letter still means one option: on the paper, in consent to
/// others, and for headlines.
#[test]
fn a_word_means_one_option() {
    for (names, expected) in [
        (&["C", "Rust", "Go"][..], "A C, B Rust, D Go, E Write it in Zig"),
        (&["Rust", "C"], "A Rust, B C, D Write it in Zig"),
        (&["B", "A"], "C B, D A, E Write it in Zig"),
        (&["e", "d", "Zig"], "A e, B d, C Zig, F Write it in Zig"),
    ] {
        let mut table = TestDebate::new(Ballot::choice(names.iter().copied()).unwrap(), 3);
        let [one, other] = [0, 1].map(|it| table.debate.letter(it).to_string());
        table.round([proposes("Write it in Zig"), picks(&one), picks(&other)]);
        let new = table.debate.letter(names.len()).to_string();
        table.group(&[(&new, "Write it in Zig", &["north"])], &[]);
        assert_eq!(options(&table.debate, Horizon::Now), expected);
        table.open(false, RoundKind::Usual);
        let paper = Paper::of(&table.debate, &"south".into(), Horizon::BeforeRound).unwrap();
        let mut castable: Vec<String> = paper.options.iter().map(|it| it.letter.to_string()).collect();
        castable.extend(names.iter().map(|it| it.to_uppercase()));
        castable.sort_unstable();
        let all = castable.len();
        castable.dedup();
        assert_eq!(castable.len(), all, "{names:?}: a name is a letter too");
        for it in &paper.options {
            assert_eq!(paper.option(&it.word), Some(it.letter), "{names:?}: {}", it.word);
            assert_eq!(paper.option(&it.letter.to_string()), Some(it.letter), "{names:?}: {}", it.letter);
            let answer = format!(
                r#"{{"position":"p","reasoning":"r","confidence":0.8,"ballot":{{"choice":"{}","headline":null}},
                "others":[{{"option":"{new}","stand":"minor","why":"w"}}]}}"#,
                it.word
            );
            let turn = debate::reply::read_on(&answer, Some(&paper)).0;
            assert_eq!(turn.ballot, Some(Cast::Option(it.letter)), "{names:?}");
            let of_new = turn.others.first().map(|it| it.option.to_string());
            assert_eq!(of_new, (it.word != new).then(|| new.clone()), "{names:?}");
        }
    }
}

/// B-03: headlines are hidden within their round, and are options once grouped.
#[test]
fn headlines_are_grouped() {
    let mut table = TestDebate::new(Ballot::YesNo, 4);
    table.round([proposes(READS), proposes(READS_TOO), proposes(LATER), picks("A")]);
    assert_eq!(options(&table.debate, Horizon::BeforeRound), "A Yes, B No");
    let cast = table.debate.headlines(1);
    let cast: Vec<String> =
        cast.iter().map(|(letter, it, headline)| format!("{letter} {}: {headline}", it.by)).collect();
    assert_eq!(cast, [format!("C north: {READS}"), format!("D east: {READS_TOO}"), format!("E south: {LATER}")]);

    table.group(&[("C", READS, &["north", "east"]), ("D", LATER, &["south"])], &[]);
    let debate = &table.debate;
    assert_eq!(options(debate, Horizon::Now), format!("A Yes, B No, C {READS}, D {LATER}"));
    assert_eq!(holders(debate, Horizon::Now), "north C, east C, south D, west A");
    assert_eq!(holders(debate, Horizon::BeforeRound), "");
    assert!(debate.headlines(1).is_empty(), "all are grouped");
    assert_eq!(debate.headline(letter("C")), Some(READS), "in the words of its first holder");
    assert_eq!((debate.headline(letter("A")), debate.headline(letter("E"))), (Some("Yes"), None));
    assert_eq!(debate.options[2].since, 1);
    assert_eq!(debate.rounds[0].grouping.by.as_deref(), Some("test/model"));
}

/// B-03, B-10: later rounds cast letters; a participant holds its last ballot, and every round keeps its own.
#[test]
fn later_rounds_cast_letters() {
    let mut table = grouped();
    table.round([picks("C"), picks("D"), proposes("Split the team")]);
    table.group(&[("E", "Split the team", &["south"])], &[]);
    assert_eq!(holders(&table.debate, Horizon::BeforeRound), "north C, east C, south D, west A");
    assert_eq!(holders(&table.debate, Horizon::Now), "north C, east D, south E, west A", "west has not spoken again");
    assert_eq!((table.held("east", 1), table.held("east", 2)), (Some("C".to_owned()), Some("D".to_owned())));
    assert_eq!(table.held("west", 0), None);
    let [north, ..] = table.debate.rounds[1].spoken.as_slice() else { panic!() };
    assert_eq!(table.debate.held(north).unwrap().option(), Some(letter("C")));

    // A headline may be grouped into an existing option.
    table.round([proposes("Wait until the load test"), picks("B")]);
    table.group(&[("D", LATER, &["north"])], &[]);
    assert_eq!(holders(&table.debate, Horizon::Now), "north D, east B, south E, west A");
    assert_eq!(table.debate.options.len(), 5);
}

/// B-23: a last turn without a ballot holds nothing, whatever was cast before.
#[test]
fn a_turn_without_a_ballot_holds_nothing() {
    let mut table = grouped();
    table.round([Turn { ballot: None, ..picks("C") }, picks("C")]);
    assert_eq!(holders(&table.debate, Horizon::Now), "east C, south D, west A");
}

/// B-03: after a merge, the holders of both options hold the remaining one, in earlier rounds too: regrouping is no change.
#[test]
fn merged_options_are_one() {
    let mut table = grouped();
    table.round([picks("C"), picks("C"), picks("D"), picks("A")]);
    table.group(&[], &[("C", "D")]);
    let debate = &table.debate;
    assert_eq!(holders(debate, Horizon::Now), "north D, east D, south D, west A");
    assert_eq!(table.held("north", 1).as_deref(), Some("D"));
    assert_eq!((debate.resolved(letter("C")), debate.resolved(letter("A"))), (letter("D"), letter("A")));
    assert_eq!(debate.options[2].merged, Some((letter("D"), 2)));
    assert_eq!(debate.headline(letter("C")), Some(READS), "its words are kept");

    // A chain of merges leads to its end.
    table.round([picks("D"), picks("D"), picks("D"), proposes("Try it in one team")]);
    table.group(&[("E", "Try it in one team", &["west"])], &[("D", "E")]);
    assert_eq!(holders(&table.debate, Horizon::Now), "north E, east E, south E, west E");
    let paper = Paper::of(&table.debate, &"north".into(), Horizon::Now).unwrap();
    assert_eq!(paper.words(), ["yes", "no", "E", "depends"], "merged options are off the paper");
}

/// B-03: a grouping that names an unknown option is rejected.
#[test]
fn what_is_not_on_the_ballot_is_refused() {
    let refused = |options: &[(&str, &str, &[&str])], merged: &[(&str, &str)]| {
        let mut table = grouped();
        table.round([picks("C")]);
        let event = table.grouping(options, merged);
        let error = table.tried(event).unwrap_err();
        let FoldError::NoOption { seq, letter } = error else { panic!("{error:?}") };
        assert_eq!(seq, table.debate.next_seq);
        letter.to_string()
    };
    assert_eq!(refused(&[], &[("C", "C")]), "C", "into itself");
    assert_eq!(refused(&[], &[("C", "D"), ("D", "C")]), "D", "in a circle");
    assert_eq!(refused(&[], &[("C", "E")]), "E", "into one that is not there");
    assert_eq!(refused(&[], &[("F", "C")]), "F", "of one that is not there");
    assert_eq!(refused(&[("F", "Skips a letter", &[])], &[]), "F");
    let mut table = grouped();
    table.round([picks("C")]);
    let event = table.grouping(&[("F", "Skips a letter", &[])], &[]);
    let message = table.tried(event).unwrap_err().to_string();
    assert!(message.contains("option F, which is not on the ballot"), "{message}");
}

/// B-03: in sequential rounds a headline is an option for later speakers at once, and grouping keeps its letter.
#[test]
fn in_turn_a_headline_is_an_option_at_once() {
    let mut table = TestDebate::new(Ballot::YesNo, 4);
    table.open(true, RoundKind::Usual).say("north", proposes(READS));
    assert_eq!(options(&table.debate, Horizon::Now), format!("A Yes, B No, C {READS}"));
    table.say("east", picks("C")).say("south", proposes(LATER));
    let debate = &table.debate;
    assert_eq!(options(debate, Horizon::Now), format!("A Yes, B No, C {READS}, D {LATER}"));
    assert_eq!((debate.headline(letter("C")), debate.headline(letter("D"))), (Some(READS), Some(LATER)));
    assert_eq!(holders(debate, Horizon::Now), "north C, east C, south D");
    let paper = Paper::of(debate, &"west".into(), Horizon::Now).unwrap();
    assert_eq!(
        (paper.words().join(" "), paper.held),
        ("yes no C D depends".to_owned(), vec![letter("C"), letter("D")])
    );
    // The copy of the round returned by `entered` holds the same.
    let (_, current) = debate.entered();
    let held: Vec<_> = current.unwrap().spoken.iter().map(|it| debate.held(it).unwrap().option().unwrap()).collect();
    assert_eq!(held, [letter("C"), letter("C"), letter("D")]);

    table.say("west", picks("D"));
    let before = holders(&table.debate, Horizon::Now);
    table.group(&[("C", READS, &["north"]), ("D", LATER, &["south"])], &[]);
    assert_eq!(holders(&table.debate, Horizon::Now), before);
    assert_eq!(table.debate.options[3].headline, LATER);
}

/// B-03: equal headlines that were options at once keep their letters, one of which represents both.
#[test]
fn in_turn_the_same_headlines_are_merged() {
    let mut table = TestDebate::new(Ballot::Open, 3);
    table.open(true, RoundKind::Usual).say("north", proposes(READS)).say("east", proposes(READS_TOO));
    table.say("south", picks("B"));
    assert_eq!(holders(&table.debate, Horizon::Now), "north A, east B, south B");
    table.group(&[("A", READS, &["north"]), ("B", READS_TOO, &["east"])], &[("A", "B")]);
    assert_eq!(holders(&table.debate, Horizon::Now), "north B, east B, south B");
}

/// B-10: estimates are held as cast.
#[test]
fn estimates_are_held() {
    let cast =
        |best: f64| casts(Cast::Estimate(Estimate { lowest: 1.0, highest: 900.0, best, sure: 0.8, counted: None }));
    let mut table = TestDebate::new(Ballot::estimate("days").unwrap(), 2);
    table.round([cast(350.0), cast(370.0)]).round([cast(360.0)]);
    let held = table.debate.holders_at(Horizon::Now);
    let best: Vec<(&str, f64)> = held.iter().map(|(name, it)| (name.as_str(), it.estimate().unwrap().best)).collect();
    assert_eq!(best, [("north", 360.0), ("east", 370.0)]);
    assert!(held.iter().all(|(_, it)| it.option().is_none()));
}

/// B-02: a paper has every option, held or not, and the word for none of them.
#[test]
fn papers_follow_the_ballot() {
    let first = |ballot| {
        let mut table = TestDebate::new(ballot, 3);
        table.open(false, RoundKind::Usual);
        Paper::of(&table.debate, &"north".into(), Horizon::BeforeRound).unwrap()
    };
    assert_eq!(first(Ballot::YesNo).words(), ["yes", "no", "depends"]);
    assert_eq!(first(Ballot::choice(["Alder", "Birch"]).unwrap()).words(), ["Alder", "Birch", "none of these"]);
    assert_eq!(first(Ballot::Open).words(), ["new"]);
    let estimate = first(Ballot::estimate("days").unwrap());
    assert_eq!(estimate.kind, PaperKind::Estimate { unit: "days".to_owned() });
    assert!(estimate.words().is_empty() && !estimate.has_confidence() && estimate.is_asked());

    let mut table = grouped();
    table.open(false, RoundKind::Usual);
    let paper = |name: &str| Paper::of(&table.debate, &name.into(), Horizon::BeforeRound).unwrap();
    let (north, south) = (paper("north"), paper("south"));
    assert_eq!(north.words(), ["yes", "no", "C", "D", "depends"], "No is on it though nobody holds it");
    assert_eq!(north.kind, PaperKind::Options { otherwise: "depends", names: Names::YesNo });
    assert!(north.has_cast && !north.is_closing && north.has_confidence());
    assert_eq!(north.held, [letter("A"), letter("C"), letter("D")], "somebody else holds its own too");
    assert_eq!(south.held, [letter("A"), letter("C")], "nobody else holds D");
}

/// B-05: a participant with an assigned side has no ballot until the closing one.
#[test]
fn sides_get_a_paper_at_the_end() {
    let mut table = TestDebate::new(Ballot::YesNo, 3);
    table.debate.participants[0].role = Some(Role::Primary);
    table.debate.participants[2].role = Some(Role::Evaluator);
    assert!(table.debate.has_sides());
    table.open(true, RoundKind::Usual);
    let paper = |table: &TestDebate, name: &str| Paper::of(&table.debate, &name.into(), Horizon::Now).unwrap();
    assert!(!paper(&table, "north").is_asked() && paper(&table, "north").words().len() == 2);
    assert!(paper(&table, "east").is_asked() && paper(&table, "south").is_asked());
    let argues = Turn { position: Some("It must be.".to_owned()), ..Turn::default() };
    table.say("north", argues).say("east", picks("A")).say("south", picks("B"));
    assert_eq!(holders(&table.debate, Horizon::Now), "east A, south B");

    table.open(false, RoundKind::Ballot);
    let closing = paper(&table, "north");
    assert!(closing.is_closing && closing.is_asked() && !closing.has_cast);
    assert_eq!((closing.words(), closing.held.len()), (vec!["yes", "no", "depends"], 0));
    for name in NAMES.into_iter().take(3) {
        table.say(name, picks("B"));
    }
    assert_eq!(holders(&table.debate, Horizon::Now), "north B, east B, south B");
}

/// O-24: a log from before ballots is rejected with instructions.
#[test]
fn a_log_without_ballots_is_refused() {
    let refused = |version| Debate::open(&opened(version, Ballot::YesNo, 2)).unwrap_err();
    assert_eq!(refused(1), FoldError::Older(1));
    let message = refused(1).to_string();
    assert!(message.contains("version 1") && message.contains("run the debate again"), "{message}");
    let newer = refused(3).to_string();
    assert!(newer.contains("version 3") && newer.contains("update roundtable"), "{newer}");
}

/// O-05: a log round-trips ballots and grouping, and letters are written as words.
#[test]
fn ballots_are_written_and_read() {
    let estimate = Estimate { lowest: 1.0, highest: 3.0, best: 2.0, sure: 0.8, counted: Some("Tests too.".to_owned()) };
    for (cast, written) in [
        (Cast::Option(letter("AB")), r#"{"option":"AB"}"#),
        (Cast::Headline(READS.to_owned()), r#"{"headline":"Adopt it for reads only"}"#),
        (
            Cast::Estimate(estimate),
            r#"{"estimate":{"lowest":1.0,"highest":3.0,"best":2.0,"sure":0.8,"counted":"Tests too."}}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&cast).unwrap(), written);
        assert_eq!(serde_json::from_str::<Cast>(written).unwrap(), cast);
    }
    assert!(serde_json::from_str::<Cast>(r#"{"option":"a1"}"#).is_err());

    let event = grouped().grouping(&[("C", READS, &["north", "east"]), ("D", LATER, &[])], &[("D", "C")]);
    let choice = Ballot::choice(["Alder", "Birch"]).unwrap();
    let first = [Ballot::YesNo, choice, Ballot::estimate("days").unwrap(), Ballot::Open].map(|it| opened(2, it, 2));
    for envelope in first.into_iter().chain([Envelope { seq: 7, at: 0, elapsed: 0, event }]) {
        let line = serde_json::to_string(&envelope).unwrap();
        assert_eq!(serde_json::from_str::<Envelope>(&line).unwrap(), envelope, "{line}");
    }
}
