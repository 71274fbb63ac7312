//! Moments of the live view on a real terminal: an answer that is read for harm, crux rooms of a panel, a program that is put aside, a
//! rehearsal. Not here: the modes, sizes and lost seats (`terminal`).
use crate::killed::command;
use crate::provider::Provider;
use crate::pty::Terminal;
use crate::sandbox::Sandbox;
use crate::terminal::{ROWS, WIDTHS, debate, region, still};
use debate::CallId;
use models::fake_provider::{Behaviour, Received};
use serde_json::json;
use std::process::Command;
use std::time::Duration;

/// D-50, I-12: while an answer is read for harm, the line of its seat says by whom.
#[test]
fn a_review_is_shown() {
    for width in WIDTHS {
        let is_evaluator = |received: &Received| received.body["model"] == "evaluator";
        let provider = Provider::new(move |_, received| is_evaluator(received).then_some(Behaviour::Hang));
        let sandbox = Sandbox::new();
        let words = ["debate", "Should we rotate passwords every month?", "--with", "openai/a,openai/b,openai/c"];
        let rules = ["--rounds", "3", "--algorithm", "fixed_rounds", "--set", "safety_model=openai/evaluator"];
        let reviewed = command(&sandbox, &provider, &[&words[..], &rules].concat());
        let mut terminal = Terminal::start(&reviewed, ROWS, width);
        let seen =
            terminal.until_seen("three answers that are reviewed", |it| it.matches("reviewed by openai").count() == 3);
        insta::assert_snapshot!(format!("reviewed at {width}"), region(&seen).join("\n"));
        assert!(region(&seen).iter().all(|it| console::measure_text_width(it) < width.into()), "{seen}");
        terminal.press("\u{3}");
        assert_eq!(terminal.end().0, 130);
    }
}

/// The beginning of what somebody says in a room.
const IN_A_ROOM: &str = r#"{"say": "An owner for each table costs me nothing, and a second copy of it costs me a night of work whenever the two differ", "#;

/// What the economist and the operator say, and everybody else denies, in the takes and in the clashes.
fn take(call: &str) -> Option<Behaviour> {
    if call.contains("/clash/") {
        let say = if call.ends_with("economist") || call.ends_with("operator") {
            "But you are wrong: a second copy of each table is worth what it costs."
        } else {
            "But you are wrong: a second copy of each table is not worth what it costs."
        };
        return Some(Behaviour::answer(
            json!({"say": say, "conceded": null, "links": [], "nothing_left": false}).to_string(),
        ));
    }
    let CallId::Turn { round: 2, who, .. } = CallId::from(call) else { return None };
    let position = match who.as_str() {
        "economist" | "operator" => "Yes: a second copy of each table is worth what it costs.",
        _ => "No: a second copy of each table is not worth what it costs.",
    };
    let reasoning = "It follows from what a night of work is worth.";
    let answer = json!({"position": position, "reasoning": reasoning, "claims": [], "confidence": 0.8});
    Some(Behaviour::answer(answer.to_string()))
}

/// I-12: in crux rooms each speaker has a line of its own with readable words, at every width; Ctrl-C leaves what was said.
#[test]
fn crux_rooms_are_shown_live() {
    for width in WIDTHS {
        let provider = Provider::new(|call, _| match call {
            "room-1/position/1/economist" => Some(Behaviour::Stall { text: IN_A_ROOM.to_owned() }),
            it if it.contains("/position/") => Some(Behaviour::Hang),
            it => take(it),
        });
        let sandbox = Sandbox::new();
        let words = ["panel", "Split the monolith?", "--deck", "architects", "--model", "openai/a", "--clerk", "none"];
        let rules = ["--aspects", "cost", "--set", "safety=false"];
        let mut terminal = Terminal::start(&command(&sandbox, &provider, &[&words[..], &rules].concat()), ROWS, width);
        let is_still = |it: &str| it.contains("the two differ") && it.matches(" thinking ").count() == 5;
        let seen = terminal.until_seen("one who speaks and five who think", is_still);
        // Three rooms run at the same time: what is said in them comes in any order.
        insta::assert_snapshot!(format!("crux rooms at {width}"), region(&seen).join("\n"));
        assert!(seen.contains("(clash) "), "what was said in the clash is there: {seen}");
        assert!(!seen.contains("{\"") && !seen.contains("\"say\""), "{seen}");
        terminal.press("\u{3}");
        let (code, left) = terminal.end();
        assert_eq!((code, region(&left).len()), (130, 0), "{left}");
        assert!(left.contains("nothing is lost"), "{left}");
    }
}

/// I-12: a statement in a room can be read as soon as it is finished, while the other one of the room still speaks; at every width.
#[test]
fn a_statement_in_a_room_is_read_at_once() {
    for width in WIDTHS {
        let provider = Provider::new(|call, _| match call {
            "room-1/position/1/economist" => Some(Behaviour::answer(FINISHED)),
            it if it.contains("/position/") => Some(Behaviour::Hang),
            it => take(it),
        });
        let sandbox = Sandbox::new();
        let words = ["panel", "Split the monolith?", "--deck", "architects", "--model", "openai/a", "--clerk", "none"];
        let rules = ["--aspects", "cost", "--rooms", "1", "--set", "safety=false"];
        let mut terminal = Terminal::start(&command(&sandbox, &provider, &[&words[..], &rules].concat()), ROWS, width);
        // While it is streamed, its words stand in the line of the speaker.
        let is_still = |it: &str| it.contains("room-1 (position) ") && it.matches("* room-1").count() == 1;
        let seen = terminal.until_seen("one who has finished and one who thinks", is_still);
        let from = seen.find("room-1 (position) ").unwrap();
        insta::assert_snapshot!(format!("a statement in a room at {width}"), &seen[from..]);
        assert!(seen.contains("costs me nothing at all") && seen.contains("* room-1 minimalist"), "{seen}");
        assert!(!seen.contains("a private step"), "what is private stays private: {seen}");
        terminal.press("\u{3}");
        let (code, left) = terminal.end();
        assert_eq!((code, region(&left).len()), (130, 0), "{left}");
        assert_eq!(left.matches("costs me nothing at all").count(), 1, "it is said once: {left}");
    }
}

/// I-12, P-40: statements made at the same time are each printed once, under the name and the id that the record gives them, also where the second
/// seat is the first to finish.
#[test]
fn statements_are_printed_as_they_are_recorded() {
    let provider = Provider::new(|call, _| match call {
        "room-1/position/1/economist" => Some(Behaviour::slow(FINISHED, Duration::from_millis(400))),
        it if it.contains("/position/") => Some(Behaviour::answer(FINISHED)),
        it if it.contains("/exchange/") => Some(Behaviour::Hang),
        it => take(it),
    });
    let sandbox = Sandbox::new();
    let words = ["panel", "Split the monolith?", "--deck", "architects", "--model", "openai/a", "--clerk", "none"];
    let rules = ["--aspects", "cost", "--rooms", "1", "--set", "safety=false"];
    let mut terminal = Terminal::start(&command(&sandbox, &provider, &[&words[..], &rules].concat()), ROWS, 100);
    let seen = terminal.until_seen("two positions", |it| it.matches("room-1 (position) ").count() == 2);
    for it in ["room-1 (position) R1.4 economist", "room-1 (position) R1.5 minimalist"] {
        assert_eq!(seen.matches(it).count(), 1, "{it}: {seen}");
    }
    terminal.press("\u{3}");
    assert_eq!(terminal.end().0, 130);
}

/// What somebody says in a room.
const FINISHED: &str = r#"{"trace": [{"step": "doubt", "text": "a private step"}], "say": "An owner for each table costs me nothing at all.", "answer": "yes", "core": "an owner for each table", "kind": "empirical", "links": [], "conceded": null, "falsifier": "a table without an owner that never failed"}"#;

/// B-03, I-12: while headlines are grouped, a line says by whom.
#[test]
fn a_grouping_is_shown() {
    for width in WIDTHS {
        let provider = Provider::grouping(|_, _| None, || Some(Behaviour::Hang));
        let sandbox = Sandbox::new();
        let words = ["debate", "How should we store the logs?", "--open", "--with", "openai/a,openai/b,openai/c"];
        let rules = ["--rounds", "2", "--set", "safety=false"];
        let mut terminal = Terminal::start(&command(&sandbox, &provider, &[&words[..], &rules].concat()), ROWS, width);
        let seen = terminal.until_seen("who groups", |it| it.contains(" grouping "));
        insta::assert_snapshot!(format!("grouping at {width}"), region(&seen).join("\n"));
        terminal.press("\u{3}");
        assert_eq!(terminal.end().0, 130);
    }
}

/// I-12, I-02: an interrupted debate has no verdict yet, and says how far it is; taken up again it shows its topic, its open round, and who has
/// answered in it, at every width and after a resize.
#[test]
fn a_debate_that_goes_on_shows_where_it_is() {
    for width in WIDTHS {
        let (sandbox, provider) = (Sandbox::new(), still());
        let mut terminal = Terminal::start(&debate(&sandbox, &provider, "collaborative"), ROWS, width);
        terminal.until(&["✓ a", "pass the new one", "* c"]);
        terminal.press("\u{3}");
        assert_eq!(terminal.end().0, 130);
        let shown = sandbox.print(&["show", "latest"]);
        assert!(shown.contains("Verdict: Not decided yet: 1 of 3 has answered in round 1\n  paused\n"), "{shown}");
        assert!(!shown.contains("insufficient") && !shown.contains("Alone they would have said"), "{shown}");
        let full = sandbox.print(&["show", "latest", "--full"]);
        assert!(full.contains("1 answered") && !full.contains("1 calls") && !full.contains("1 turns"), "{full}");

        let mut again = Terminal::start(&command(&sandbox, &provider, &["resume", "latest"]), ROWS, width);
        let is_there = |it: &str| it.contains("✓ a") && it.contains("pass the new one") && it.contains("* c");
        let seen = again.until_seen("the round so far", is_there);
        insta::assert_snapshot!(format!("resumed at {width}"), seen);
        assert!(
            seen.contains("Should we adopt gRPC?") && seen.contains("1 answered") && seen.contains("Round 1"),
            "{seen}"
        );
        again.resize(24, 80);
        let seen = again.until_seen("the same at 80 columns", |it| is_there(it) && region(it).len() == 4);
        assert!(seen.contains("Should we adopt gRPC?") && seen.contains("Round 1"), "{seen}");
        again.press("\u{3}");
        assert_eq!(again.end().0, 130);
    }
}

/// A shell that runs the program as a job, waits for a line once it is put aside, and takes it up again.
const JOB: &str = "\"$@\"; echo; echo \"put aside\"; read line; fg >/dev/null";

/// I-12: put aside with Ctrl-Z and taken up again, the program draws its lines below what the shell has written, once, and the debate goes on.
#[test]
fn a_program_that_was_put_aside_goes_on() {
    for width in WIDTHS {
        let (sandbox, provider) = (Sandbox::new(), still());
        let program = debate(&sandbox, &provider, "collaborative");
        let mut shell = Command::new("sh");
        shell.args(["-mc", JOB, "sh"]).arg(program.get_program()).args(program.get_args());
        shell.current_dir(program.get_current_dir().unwrap());
        shell.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let mut terminal = Terminal::start(&shell, ROWS, width);
        terminal.until(&["✓ a", "pass the new one", "* c"]);
        terminal.press("\u{1a}");
        let aside = terminal.until(&["put aside"]);
        assert_eq!(region(&aside).len(), 0, "no line of a participant is left: {aside}");
        terminal.press("\n");
        let after = |it: &str| it.split_once("put aside").map(|(_, after)| after.to_owned()).unwrap_or_default();
        let seen = terminal.until_seen("all lines of the round below", |it| region(&after(it)).len() == 4);
        insta::assert_snapshot!(format!("taken up again at {width}"), after(&seen));
        terminal.press("\u{3}");
        let (code, left) = terminal.end();
        let left = after(&left);
        assert_eq!((code, region(&left).len()), (130, 0), "{left}");
        assert!(left.replace('\n', " ").contains("interrupted: nothing is lost; go on with"), "{left}");
    }
}

/// O-06, I-12: a rehearsal takes its time on a terminal, and looks like the mode that it rehearses.
#[test]
fn a_rehearsal_can_be_watched() {
    let rows = [
        ("collaborative", "1", ["looking for common ground in a rehearsal", "kept ballots"]),
        ("devils-advocate", "1", ["(primary) argues YES", "(opposition) argues NO"]),
        ("red-team-blue-team", "1", ["(red)", "(blue)"]),
        ("adversarial", "1", ["Steel man:", "Weaknesses:"]),
        ("expert-panel", "1", ["(technical)", "(economic)"]),
        ("socratic", "1", ["asking in a rehearsal", "Round 1"]),
        ("delphi", "2", ["alone in a rehearsal", "nearer to the group in a rehearsal"]),
        ("auto", "2", ["alone in a rehearsal", "Goes on as "]),
    ];
    assert!(formats::modes::names().iter().all(|name| rows.iter().any(|(mode, ..)| mode == name)), "all modes");
    for (mode, rounds, parts) in rows {
        let sandbox = Sandbox::new();
        let words = ["debate", "Should we adopt gRPC?", "--with", "sim", "--rounds", rounds, "--mode", mode];
        let terminal = Terminal::start(&sandbox.command(&words), 200, 100);
        if matches!(mode, "collaborative" | "expert-panel" | "delphi" | "auto") {
            terminal.until_seen("one who has finished beside one who speaks", |it| {
                let has = |mark: &str| region(it).iter().any(|line| line.starts_with(mark));
                has("✓") && has("*")
            });
        }
        terminal.until_seen("words that grow", |it| {
            region(it).iter().any(|it| it.starts_with('*') && it.contains("speaking") && it.len() > 40)
        });
        let (code, left) = terminal.end();
        assert_eq!(code, 0, "{left}");
        assert!(parts.iter().all(|it| left.contains(it)) && left.contains("REHEARSAL: "), "{mode}: {left}");
        assert!(!left.contains("Nothing beyond what is said above"), "{mode}: {left}");
    }
    let sandbox = Sandbox::new();
    let words = ["debate", "How long would it take?", "--with", "sim", "--rounds", "1", "--estimate", "days"];
    let (code, left) = Terminal::start(&sandbox.command(&words), 200, 100).end();
    assert!(code == 0 && left.contains("  About ") && !left.contains("Yes, "), "{left}");
    assert!(!left.contains("Options: "), "an estimate has none: {left}");
}
