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

/// What the economist and the operator say, and everybody else denies.
fn take(call: &str) -> Option<Behaviour> {
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
        insta::assert_snapshot!(format!("crux rooms at {width}"), in_rooms(&seen));
        assert!(!seen.contains("{\"") && !seen.contains("\"say\""), "{seen}");
        terminal.press("\u{3}");
        let (code, left) = terminal.end();
        assert_eq!((code, region(&left).len()), (130, 0), "{left}");
        assert!(left.contains("nothing is lost"), "{left}");
    }
}

/// From the disagreements on: takes before them come in any order.
fn in_rooms(screen: &str) -> &str {
    screen.find("Disagree: ").and_then(|at| screen.get(at..)).unwrap_or(screen)
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
        terminal.until(&["put aside"]);
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
    for (mode, parts) in [
        ("devils-advocate", ["(primary) argues YES", "(opposition) argues NO"]),
        ("red-team-blue-team", ["(red)", "(blue)"]),
        ("adversarial", ["Steel man:", "Weaknesses:"]),
        ("expert-panel", ["(technical)", "(economic)"]),
    ] {
        let sandbox = Sandbox::new();
        let words = ["debate", "Should we adopt gRPC?", "--with", "sim", "--rounds", "1", "--mode", mode];
        let terminal = Terminal::start(&sandbox.command(&words), 200, 100);
        terminal.until_seen("words that grow", |it| {
            region(it).iter().any(|it| it.starts_with('*') && it.contains("speaking") && it.len() > 40)
        });
        let (code, left) = terminal.end();
        assert_eq!(code, 0, "{left}");
        assert!(parts.iter().all(|it| left.contains(it)) && left.contains("REHEARSAL: "), "{mode}: {left}");
    }
}
