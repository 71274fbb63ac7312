//! Damaged decks, missing folders, interrupted builds, and a hand-written persona.
use crate::persona::{chunks_file, paper, put};
use crate::sandbox::{Ran, Sandbox};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::thread::yield_now;

/// P-01, P-02: missing chunks of a persona are reported, and a build restores them.
#[test]
fn a_persona_whose_chunks_are_gone_is_told() {
    let sandbox = Sandbox::new();
    put(&sandbox, "papers/jay/1.txt", paper(1, 40));
    put(&sandbox, "papers/madison/1.txt", paper(2, 40));
    let build = ["persona", "build", "papers", "--deck", "mine"];
    sandbox.print(&build);
    fs::remove_file(chunks_file(&sandbox.path("data/roundtable/decks/mine/jay"))).unwrap();
    let gone = ".jsonl` can't be read: it is not there; build the persona again";
    let checked = sandbox.run(&["persona", "check", "--deck", "mine"]);
    assert!(checked.code == 1 && checked.stdout.contains(gone), "{checked:?}");
    assert_eq!(checked.stderr, "error: 1 fault; build them again, or correct the files\n");
    assert_eq!(sandbox.run(&["persona", "check", "jay", "--deck", "mine"]).code, 1);
    for words in [&["persona", "list"][..], &["persona", "list", "--deck", "mine"]] {
        let listed = sandbox.print(words);
        assert!(listed.contains("  damaged: ") && listed.contains(gone) && listed.contains("madison"), "{listed}");
    }
    for (words, code) in [
        (&["persona", "show", "jay", "--deck", "mine"][..], 2),
        (&["panel", "Union?", "--deck", "mine", "--quote", "--with", "jay,madison"], 2),
    ] {
        let ran = sandbox.run(words);
        assert!(ran.code == code && ran.stderr.contains(gone), "{ran:?}");
    }
    sandbox.print(&build);
    sandbox.print(&["persona", "check", "--deck", "mine"]);
}

/// P-01: the advised command restores a damaged `persona.json`.
#[test]
fn a_damaged_persona_is_built_again_as_it_is_told() {
    let sandbox = Sandbox::new();
    put(&sandbox, "jay/1.txt", paper(1, 40));
    let build = ["persona", "build", "jay", "--deck", "mine"];
    sandbox.print(&build);
    fs::write(sandbox.path("data/roundtable/decks/mine/jay/persona.json"), "{").unwrap();
    let checked = sandbox.run(&["persona", "check", "--deck", "mine"]);
    let remedy = "; correct it, or overwrite it by building the persona again with `--force`\n";
    assert!(checked.code == 1 && checked.stdout.ends_with(remedy), "{checked:?}");
    assert_eq!(sandbox.run(&build).code, 1);
    sandbox.print(&[&build[..], &["--force"]].concat());
    sandbox.print(&["persona", "check", "--deck", "mine"]);
}

/// I-13: a missing deck folder is an error for commands that read it; a build creates it.
#[test]
fn a_place_that_is_not_there_is_refused() {
    let sandbox = Sandbox::new();
    put(&sandbox, "jay/1.txt", paper(1, 3));
    for words in [
        &["persona", "list"][..],
        &["persona", "show", "jay"],
        &["persona", "check"],
        &["panel", "Union?", "--deck", "federalist", "--candidates"],
    ] {
        let ran = sandbox.run(&[words, &["--decks", "absent"]].concat());
        let expected =
            "error: `--decks` is `absent`, which is not a directory; name one that has decks, or leave it out";
        assert!(ran.code == 1 && ran.stderr.starts_with(expected), "{words:?}: {ran:?}");
    }
    sandbox.print(&["persona", "build", "jay", "--deck", "mine", "--decks", "absent"]);
    sandbox.print(&["persona", "check", "--deck", "mine", "--decks", "absent"]);
}

/// P-01, I-12: Ctrl-C works during computation, also when all chunks of a persona are read, and results so far are kept.
#[test]
fn an_interrupted_build_ends_and_goes_on() {
    let sandbox = Sandbox::new();
    (1..).zip(["hamilton", "jay", "madison"]).for_each(|(it, name)| {
        put(&sandbox, &format!("papers/{name}/1.txt"), paper(it, 1_500));
    });
    let whole = sandbox.print(&["persona", "build", "papers", "--deck", "whole"]);
    let chunks: usize = whole.split(", ").find_map(|it| it.strip_suffix(" chunks")).unwrap().parse().unwrap();
    let build = ["persona", "build", "papers", "--deck", "mine"];
    let mut child = sandbox.command(&build).spawn().unwrap();
    let deck = sandbox.path("data/roundtable/decks/mine");
    let work = || {
        let mut entries = fs::read_dir(&deck).into_iter().flatten().flatten().map(|it| it.path());
        let work = entries.find(|it| it.extension().is_some_and(|it| it == "jsonl"));
        work.and_then(|it| fs::read_to_string(it).ok()).unwrap_or_default().lines().count()
    };
    // Then the contract is computed without a pause.
    while work() < chunks && child.try_wait().unwrap().is_none() {
        yield_now();
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let ran = Ran::of(child.wait_with_output().unwrap());
    assert_eq!(ran.code, 130, "{ran:?}");
    let told = "interrupted: the results so far are kept; run the same command to continue\n";
    assert!(ran.stderr.ends_with(told), "{ran:?}");
    assert!(!deck.join("madison").exists(), "{ran:?}");
    let rest = sandbox.run(&build);
    assert_eq!((rest.code, rest.stdout.replace("/decks/mine/", "/decks/whole/")), (0, whole), "{rest:?}");
    assert!(ran.stdout.contains("hamilton: ") || rest.stderr.contains(" of them already done\n"), "{rest:?}");
}

/// P-01: the persona in the documentation is valid as printed.
#[test]
fn the_persona_of_the_documentation_is_one() {
    let sandbox = Sandbox::new();
    let page = include_str!("../../../../docs/personas.md");
    for file in ["corpus/keeper/essay.md", "corpus/keeper/persona.json"] {
        let rest = page.split_once(&format!("`{file}`:\n\n```")).unwrap().1;
        let text = rest.split_once('\n').unwrap().1.split_once("\n```").unwrap().0;
        put(&sandbox, file, text);
    }
    let built = sandbox.print(&["persona", "build", "corpus", "--deck", "mine"]);
    assert!(built.contains(" 0 theses, 1 link; by hand; "), "{built}");
    let shown = sandbox.print(&["persona", "show", "keeper", "--deck", "mine", "--json"]);
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((&shown["built"], &shown["persuadability"]), (&"hand".into(), &0.2.into()));
    sandbox.print(&["persona", "check", "--deck", "mine"]);
}
