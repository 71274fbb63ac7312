//! A debate in a process of its own, and those who follow it.
use crate::killed::{command, in_log};
use crate::provider::Provider;
use crate::pty::Terminal;
use crate::sandbox::Sandbox;
use models::fake_provider::Behaviour;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const DETACHED: [&str; 11] = [
    "debate",
    "Should we adopt gRPC?",
    "--detach",
    "--with",
    "openai/a,openai/b,openai/c",
    "--rounds",
    "2",
    "--algorithm",
    "fixed_rounds",
    "--set",
    "safety=false",
];

/// I-12: `debate --detach` prints the id, and the debate survives the end of its terminal; `show --follow` shows the answers so far and each
/// further one, on a terminal and in a pipe, and ends with the verdict. Ctrl-C ends the following, not the debate.
#[test]
fn a_detached_debate_is_followed() {
    let is_willing = Arc::new(AtomicBool::new(false));
    let provider = Provider::new({
        let is_willing = is_willing.clone();
        move |call, _| call.ends_with("/c").then(|| Behaviour::Gated { open: is_willing.clone(), text: String::new() })
    });
    let sandbox = Sandbox::new();
    // The program leads the terminal's session: the terminal is closed when it ends.
    let (code, said) = Terminal::start(&command(&sandbox, &provider, &DETACHED), 40, 160).end();
    assert!(code == 0 && said.contains("it runs in process"), "{said}");
    let words = ["show", "latest", "--follow"];
    let mut first = Terminal::start(&command(&sandbox, &provider, &words), 40, 100);
    first.until(&["a No", "b Yes", "Ctrl-C leaves"]);
    first.press("\u{3}");
    let (code, left) = first.end();
    assert!(code == 130 && left.contains("it continues in the background"), "{left}");

    let second = Terminal::start(&command(&sandbox, &provider, &words), 40, 100);
    second.until(&["a No", "b Yes"]);
    let shown = sandbox.print(&["show", "latest"]);
    assert!(shown.contains("\n  running\n") && shown.contains("follow: roundtable show "), "{shown}");
    assert!(sandbox.print(&["list", "--running"]).contains("  running  "));
    is_willing.store(true, Ordering::SeqCst);
    let (code, left) = second.end();
    assert!(code == 0 && left.contains("Verdict: "), "{left}");
    assert_eq!(in_log(&sandbox, "latest").len(), 6);
    let piped = sandbox.print(&words);
    assert!(piped.contains("\nRound 2\n") && piped.contains("\nVerdict: "), "{piped}");
}

/// I-13: a detached debate that can't begin says why at once; of an interrupted one, a follower says how to go on.
#[test]
fn nothing_is_followed_in_vain() {
    let sandbox = Sandbox::new();
    let ran = sandbox.run(&["debate", "Should we?", "--with", "openai/a,openai/b", "--detach"]);
    assert!(ran.code == 1 && ran.stderr.contains("OPENAI_API_KEY"), "{ran:?}");
    let id = sandbox.rehearse();
    let log = sandbox.print(&["export", &id, "--format", "log"]);
    let half: Vec<&str> = log.lines().take(3).collect();
    let ran = sandbox.run_with(&["import", "-", "--as", "half"], format!("{}\n", half.join("\n")).as_bytes());
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = sandbox.run(&["show", "half", "--follow"]);
    assert!(ran.code == 0 && ran.stderr.contains("nobody runs it now; go on with `roundtable resume half`"), "{ran:?}");
}
