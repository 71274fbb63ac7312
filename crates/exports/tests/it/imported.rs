//! Imported logs: complete, truncated, edited, and foreign files.
use crate::logs::{LEDGER, LOGS, SITES, folded};
use debate::{Debate, log};
use exports::{Format, ImportError, import, import_as, odd_line};
use proptest::prelude::*;

/// I-40, O-24: an exported log imports as the same debate, to the byte.
#[test]
fn every_log_comes_back_to_the_byte() {
    for (name, text) in LOGS {
        let events = import(text).unwrap();
        assert_eq!(odd_line(text), None, "{name}");
        let debate = Debate::replay(&events).unwrap();
        assert_eq!(&exports::write(Format::Log, &debate, &events).unwrap(), text, "{name}");
        assert!(debate == folded(text), "{name}");
    }
}

/// The error for a log from before debates had ballots.
const OLDER: &str = "line 1: the log has version 1: it was written before version 0.2, whose debates have ballots, and can't be opened by this release";

/// I-40, B-01: a log of version 1 is refused with what to do.
#[test]
fn a_log_without_ballots_is_refused() {
    let log = r#"{"seq":0,"at":1763200000000,"elapsed":0,"type":"debate_opened","version":1,"debate":"20251115-ledger","topic":"Should we move the billing ledger to event sourcing this year?","mode":"collaborative","participants":[{"name":"hamilton","model":"example/granite","family":"granite","perspective":"risk-attentive"}],"rules":{"rounds":3,"algorithm":"evidence_based_debate","high_stakes":false,"max_tokens":4096,"seed":7,"groupthink":0.9}}
{"seq":1,"at":1763200014000,"elapsed":14000,"type":"round_opened","round":1}
{"seq":2,"at":1763200021000,"elapsed":21000,"type":"turn_taken","round":1,"call":"r1/turn/hamilton","by":"hamilton","turn":{"position":"Yes.","confidence":0.72,"vote":"MINOR","objection":"It needs an owner."},"answer":{"text":"{}","stop":"end","usage":{"input":3480,"cached":1160,"output":632},"took":9888,"attempts":1}}
"#;
    let refused = import(log).unwrap_err().to_string();
    assert!(refused.starts_with(OLDER) && refused.ends_with("run the debate again"), "{refused}");
}

/// I-40: a file that is no log is refused with its line and the reason.
#[test]
fn what_is_no_debate_is_refused() {
    let lines: Vec<&str> = SITES.lines().collect();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n")
    };
    let without = |at: usize| {
        lines.iter().enumerate().filter(|it| it.0 != at).map(|it| format!("{}\n", it.1)).collect::<String>()
    };
    let long = format!("{{\"seq\":0,\"x\":\"{}\"}}", "x".repeat(exports::LONGEST_LINE));
    let cases = [
        ("", "it is empty; `roundtable export ID --format log` writes what can be imported"),
        ("\n \n", "it is empty; `roundtable export ID --format log` writes what can be imported"),
        ("hello", "line 1, column 1, is no event of a debate: expected value"),
        ("# A page", "line 1, column 1, is no event of a debate: expected value"),
        ("{\"seq\":0", "line 1, column 8, is no event of a debate: EOF while parsing an object"),
        ("{\"name\":\"x\"}", "line 1, column 12, is no event of a debate: missing field `seq`"),
        (&with(3, "{}"), "line 4, column 2, is no event of a debate: missing field `seq`"),
        (&with(3, "\u{0}"), "line 4, column 1, is no event of a debate: expected value"),
        (&with(3, &lines[3][..40]), "line 4, column 40, is no event of a debate: EOF while parsing an object"),
        (&with(2, lines[3]), "line 3: record 3 of the log is at the place of record 2 should"),
        (&without(0), "line 1: the log begins with `round_opened`, not with `debate_opened`"),
        (&without(4), "line 5: record 5 of the log is at the place of record 4 should"),
        (
            &with(0, &lines[0].replace("\"version\":2", "\"version\":9")),
            "line 1: the log has version 9, this release reads up to 2; update roundtable to open it",
        ),
        (&with(0, &lines[0].replace("\"version\":2", "\"version\":1")), OLDER),
        (
            &with(5, &lines[5].replace("\"letter\":\"D\"", "\"letter\":\"K\"")),
            "line 6: record 5 of the log names option K, which is not on the ballot",
        ),
        (&with(3, &lines[3].replace("\"by\":\"", "\"by\":\"no-")), "line 4: record 3 of the log is about"),
        (
            &with(0, &lines[0].replace("\"20251117-sites\"", "\"../x\"")),
            "`../x` can't be the id of a debate: it must be of letters, digits, `-` and `_`, 64 at most, and not `latest`",
        ),
        (&long, "line 1 has 33554448 bytes, the most is 33554432"),
    ];
    for (text, expected) in cases {
        let refused = import(text).err().map(|it| it.to_string()).unwrap_or_default();
        assert!(refused.starts_with(expected), "{refused}\n{expected}");
    }
}

/// I-40, O-22: an incomplete last line is reported, with all events before it; a log cut anywhere is complete, incomplete, or refused.
#[test]
fn a_torn_log_is_told() {
    let whole = log::read_lines(LEDGER).unwrap();
    for (at, _) in LEDGER.char_indices().skip(1).step_by(17) {
        let text = &LEDGER[..at];
        let before = text.matches('\n').count();
        match import(text) {
            Ok(events) => assert!(events == whole[..events.len()] && (text.ends_with(['\n', '}'])), "{at}"),
            Err(ImportError::Torn { line, whole: events }) => {
                assert_eq!((line, events.len()), (before + 1, before), "{at}");
                assert!(events == whole[..before], "{at}");
            }
            Err(ImportError::NotAnEvent { line, .. }) => assert_eq!((line, before), (1, 0), "{at}"),
            Err(other) => panic!("{at}: {other}"),
        }
    }
}

/// I-40: a log can be imported under another id, except where random choices depended on the id.
#[test]
fn a_debate_can_have_another_id() {
    let events = import_as(LEDGER, "other-2").unwrap();
    let debate = Debate::replay(&events).unwrap();
    assert_eq!(debate.id.as_str(), "other-2");
    assert_eq!(events[1..], import(LEDGER).unwrap()[1..]);
    assert_eq!(Debate { id: "20251115-ledger".into(), ..debate }, folded(LEDGER));
    let foreign = LEDGER.replacen("20251115-ledger", "../../k", 1);
    assert!(import_as(&foreign, "ours").is_ok(), "a strange id can be given up");
    for id in ["", "latest", "a b", "a/b", "..", "é", &"x".repeat(65)] {
        assert!(matches!(import_as(LEDGER, id), Err(ImportError::Id(_))), "{id}");
    }
    let hidden = LEDGER.replacen("\"rules\":{", "\"rules\":{\"hidden\":{\"order\":true},", 1);
    assert!(import(&hidden).is_ok());
    let bound =
        (0..20).filter(|it| matches!(import_as(&hidden, &format!("x{it}")), Err(ImportError::Bound(_)))).count();
    assert!(bound > 0, "by some ids the claims would have other numbers");
}

/// I-40: a line with more than its event is reported.
#[test]
fn what_is_not_kept_is_told() {
    let text = SITES.replacen("{\"seq\":2,", "{ \"seq\":2,\"more\":1,", 1);
    assert_eq!(odd_line(&format!("\n{text}")), Some(4), "blank lines count");
    assert!(import(&text).is_ok());
}

proptest! {
    /// I-40: any input is a debate or is refused.
    #[test]
    fn nothing_is_taken_for_a_debate(at in 0usize..12, from in 0usize..400, junk in "\\PC{0,12}") {
        let mut lines: Vec<String> = LEDGER.lines().map(str::to_owned).collect();
        let line = &mut lines[at];
        let place = (0..=from.min(line.len())).rev().find(|it| line.is_char_boundary(*it)).unwrap();
        line.insert_str(place, &junk);
        if let Ok(events) = import(&lines.join("\n")) {
            prop_assert!(Debate::replay(&events).is_ok());
        }
    }
}
