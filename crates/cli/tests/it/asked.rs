//! Debates whose participants request information (I-25).
use crate::sandbox::{Sandbox, id_of};
use serde_json::Value;

/// A rehearsal in which a participant requests information in the first round.
pub(crate) fn waiting(sandbox: &Sandbox) -> String {
    let rules = ["--seed", "3", "--rounds", "3", "--algorithm", "fixed_rounds", "--ask-context", "--jsonl"];
    let log = sandbox.print(&[&["debate", "Should we move?", "--with", "sim,sim,sim"][..], &rules].concat());
    id_of(log.lines().next().unwrap())
}

/// I-25, I-10, I-12, O-05: a debate waits for requested information and every output says so; it continues with text from the command line
/// or a file, which every later prompt quotes; the result replays.
#[test]
fn a_debate_waits_until_it_is_brought_what_it_asks_for() {
    let sandbox = Sandbox::new();
    let id = waiting(&sandbox);
    let shown = sandbox.print(&["show", &id, "--turns"]);
    for line in ["? asks for: rehearsed: the figures", "Waits: needs context"] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    let first = sandbox.print(&["show", &id]);
    for line in ["(waiting for context)", "answer: roundtable continue", "--answer N1=\"…\""] {
        assert!(first.contains(line), "{line}: {first}");
    }
    let resumed = sandbox.run(&["resume", &id]);
    assert!(resumed.stderr.contains("waits for an answer: provide it with `roundtable continue"), "{resumed:?}");
    for (words, expected) in [
        (&[][..], "waits for an answer to its question; provide it with"),
        (&["--answer", "N7=31 ms"], "nobody asked for `N7`; answer one of N1"),
        (&["--answer", "31 ms"], "`--answer 31 ms` names no request"),
    ] {
        let refused = sandbox.run(&[&["continue", &id][..], words].concat());
        assert!(refused.code != 0 && refused.stderr.contains(expected), "{words:?}: {refused:?}");
    }
    let brought = sandbox.run(&["continue", &id, "--answer", "N1=31 ms at the 95th percentile", "--quiet"]);
    assert_eq!(brought.code, 0, "{brought:?}");
    let verdict: Value = serde_json::from_str(&sandbox.print(&["show", &id, "--json"])).unwrap();
    assert_eq!(verdict["needs"][0]["sources"], serde_json::json!(["S1"]), "{verdict}");
    let markdown = sandbox.print(&["export", &id]);
    assert!(markdown.contains("## Asked for") && markdown.contains("(brought: S1)"), "{markdown}");
    let log = sandbox.print(&["export", &id, "--format", "log"]);
    assert!(log.contains("\"title\":\"N1: rehearsed: the figures"), "{log}");
    let replayed = sandbox.run(&["replay", &id, "--jsonl"]);
    assert_eq!((replayed.code, &replayed.stdout), (0, &log));
}

/// I-25: information that is not available is reported, and the debate continues without it.
#[test]
fn a_debate_goes_on_without_what_can_not_be_had() {
    let sandbox = Sandbox::new();
    let id = waiting(&sandbox);
    let ran = sandbox.run(&["continue", &id, "--answer", "N1=-", "--quiet"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let verdict: Value = serde_json::from_str(&sandbox.print(&["show", &id, "--json"])).unwrap();
    assert_eq!((&verdict["needs"][0]["answered"], &verdict["needs"][0]["sources"]), (&true.into(), &Value::Null));
    assert!(sandbox.print(&["show", &id, "--full"]).contains("(not available)"));
}
