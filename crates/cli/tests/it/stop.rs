//! `stop`: idle debates, and a running one.
use crate::killed::{command, debate, in_log, silent_after};
use crate::mcp::{Agent, newest};
use crate::sandbox::Sandbox;
use serde_json::Value;

/// I-10, O-22: an interrupted debate is closed with its current results and stays closed: it shows, replays, and no server resumes it. A running
/// one is not deleted.
#[test]
fn a_debate_that_nobody_runs_is_stopped() {
    let (sandbox, (provider, unanswered)) = (Sandbox::new(), silent_after(4));
    let mut child = debate(&sandbox, &provider, "collaborative").spawn().unwrap();
    unanswered.recv().unwrap();
    let id = newest(&sandbox);
    let refused = sandbox.run(&["rm", &id, "--yes"]);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{refused:?}");
    assert!(refused.stderr.contains("another process is running debate"), "{refused:?}");
    assert!(refused.stderr.contains("`roundtable stop "), "{refused:?}");
    child.kill().unwrap();
    child.wait().unwrap();

    let before = in_log(&sandbox, &id);
    let stopped = sandbox.run(&["stop", &id]);
    let expected = format!("stopped {id}; its verdict so far: `roundtable show {id}`\n");
    assert_eq!((stopped.code, stopped.stderr), (0, expected));
    let log = sandbox.print(&["export", &id, "--format", "log"]);
    let last: Value = serde_json::from_str(log.lines().last().unwrap()).unwrap();
    assert_eq!((&last["type"], &last["why"]), (&"debate_closed".into(), &"stopped".into()));
    assert_eq!(in_log(&sandbox, &id), before, "nobody was asked anything");
    let again = sandbox.run(&["stop", &id]);
    assert_eq!((again.code, again.stderr), (0, format!("{id} is over already: `roundtable show {id}`\n")));
    assert_eq!(sandbox.run(&["show", &id]).code, 0);
    assert_eq!(sandbox.run(&["stop", "nowhere"]).code, 1);

    let left = Agent::start(command(&sandbox, &provider, &["mcp"])).leave();
    assert_eq!((left.code, left.stderr.as_str()), (0, ""), "nothing goes on");
    let files = std::fs::read_dir(sandbox.path("data/roundtable")).unwrap().map(|it| it.unwrap().file_name());
    assert!(!files.into_iter().any(|it| it.to_string_lossy().ends_with(".running")));
}
