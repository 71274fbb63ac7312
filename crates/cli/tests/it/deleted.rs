//! `delete`, and filters by state, date and mode.
use crate::killed::{debate, silent_after};
use crate::mcp::newest;
use crate::sandbox::Sandbox;
use serde_json::Value;

/// I-10: a debate is deleted after confirmation, or with `--yes`; without a terminal there is no confirmation. Nothing of it is found or shown
/// afterwards, and its fork still opens.
#[test]
fn a_debate_is_deleted() {
    let sandbox = Sandbox::new();
    sandbox.print(&["debate", "Should the zeppelin fly?", "--with", "sim", "--rounds", "1"]);
    let id = newest(&sandbox);
    sandbox.print(&["fork", &id, "--rounds", "2"]);
    let fork = newest(&sandbox);
    assert_ne!(fork, id);

    let unasked = sandbox.run(&["delete", &id]);
    assert_eq!((unasked.code, unasked.stdout.as_str()), (1, ""), "{unasked:?}");
    assert!(unasked.stderr.contains(&format!("roundtable rm {id} --yes")), "{unasked:?}");
    assert_eq!(sandbox.run(&["show", &id]).code, 0, "nothing was deleted");

    let gone = sandbox.run(&["delete", &id, "--yes"]);
    assert_eq!((gone.code, gone.stderr), (0, format!("deleted {id}: Should the zeppelin fly?\n")));
    assert_eq!(sandbox.run(&["show", &id]).code, 1);
    assert_eq!(sandbox.run(&["delete", &id, "--yes"]).code, 1);
    assert!(!sandbox.print(&["search", "zeppelin", "--json"]).contains(&format!("\"debate\":\"{id}\"")));
    let listed = sandbox.print(&["list", "--json"]);
    assert!(listed.lines().count() == 1 && listed.contains(&fork), "{listed}");
    assert_eq!(sandbox.run(&["show", &fork]).code, 0);
    let files = std::fs::read_dir(sandbox.path("data/roundtable")).unwrap().map(|it| it.unwrap().file_name());
    assert!(!files.into_iter().any(|it| it.to_string_lossy().contains(&id)));
}

/// I-10: a running debate is not deleted; the error says how to stop it.
#[test]
fn a_running_debate_is_not_deleted() {
    let (sandbox, (provider, unanswered)) = (Sandbox::new(), silent_after(4));
    let mut child = debate(&sandbox, &provider, "collaborative").spawn().unwrap();
    unanswered.recv().unwrap();
    let id = newest(&sandbox);
    let refused = sandbox.run(&["delete", &id, "--yes"]);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{refused:?}");
    assert!(refused.stderr.contains("another process is running debate") && refused.stderr.contains("stop it"));
    let running = sandbox.print(&["list", "--state", "running", "--json"]);
    assert!(running.contains(&id), "{running}");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(sandbox.run(&["delete", &id, "--yes"]).code, 0);
    assert_eq!(sandbox.print(&["list", "--json"]), "");
}

/// I-10: lists and searches are filtered by state, date and mode, and print times in RFC 3339.
#[test]
fn debates_are_chosen() {
    let sandbox = Sandbox::new();
    for mode in ["delphi", "socratic"] {
        sandbox.print(&["debate", "Should the kite fly?", "--with", "sim", "--rounds", "1", "--mode", mode]);
    }
    let all: Vec<Value> =
        sandbox.print(&["list", "--json"]).lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let opened = all[1]["opened"].as_str().unwrap();
    assert!(opened.ends_with('Z') && opened.len() == "2026-11-18T08:15:30.123Z".len(), "{opened}");
    let (later, far) = (all[0]["opened"].as_str().unwrap(), "9999-01-01");
    for (words, count) in [
        (vec!["--mode", "delphi"], 1),
        (vec!["--mode", "socratic", "--state", "over"], 1),
        (vec!["--state", "paused"], 0),
        (vec!["--from", opened], 2),
        (vec!["--from", later, "--to", far], 1),
        (vec!["--to", later], 1),
        (vec!["--from", far], 0),
    ] {
        let list = sandbox.print(&[&["list", "--json"], words.as_slice()].concat());
        assert_eq!(list.lines().count(), count, "{words:?}: {list}");
        let hits = sandbox.print(&[&["search", "kite", "--limit", "99", "--json"], words.as_slice()].concat());
        let mut found: Vec<String> = hits
            .lines()
            .map(|it| serde_json::from_str::<Value>(it).unwrap()["debate"].as_str().unwrap().to_owned())
            .collect();
        found.sort();
        found.dedup();
        assert_eq!(found.len(), count, "{words:?}: {hits}");
    }
    let wrong = sandbox.run(&["list", "--state", "done"]);
    assert!(wrong.code == 1 && wrong.stderr.contains("`--state` is `done`"), "{wrong:?}");
}

/// I-10, O-21: a topic is found by any part of it where a script has no spaces between words, and operators of the database are words.
#[test]
fn a_topic_is_found_in_any_script() {
    let sandbox = Sandbox::new();
    for topic in ["我们应该把系统拆分成微服务吗？", "เราควรแยกระบบหรือไม่", "Is the café on Rue Émile open?"]
    {
        sandbox.print(&["debate", topic, "--with", "sim", "--rounds", "1", "--quiet"]);
    }
    for (words, expected) in [
        (&["拆分"][..], Some("«拆分»")),
        (&["拆"], Some("«拆»")),
        (&["ระบบ"], Some("«ระบบ»")),
        (&["emile"], Some("«Émile»")),
        (&["is", "the"], Some("«Is» «the»")),
        (&["\"拆分\"", "AND"], None),
        (&["分拆"], None),
    ] {
        let ran = sandbox.run(&[&["search"][..], words].concat());
        assert_eq!((ran.code, ran.stdout.is_empty()), (0, expected.is_none()), "{words:?}: {ran:?}");
        assert!(ran.stdout.contains(expected.unwrap_or_default()), "{words:?}: {ran:?}");
    }
}
