//! `lab`: experiments with simulated debates.
use crate::sandbox::{Ran, Sandbox};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

/// I-10, Q-10: experiments are listed; one is run as text, as JSON, and with its plot as SVG; the same seed prints the same page.
#[test]
fn experiments_are_listed_and_run() {
    let sandbox = Sandbox::new();
    let list = sandbox.print(&["lab", "list"]);
    let names: Vec<&str> = list.lines().filter_map(|it| it.split_whitespace().next()).collect();
    assert!(names.len() >= 15 && names.contains(&"default-rule") && names.contains(&"hidden-profiles"), "{list}");
    assert_eq!(sandbox.print(&["lab", "list", "--json"]).lines().count(), names.len());
    let words = ["lab", "run", "names", "--debates", "300", "--seed", "7", "--svg", "plot.svg"];
    let page = sandbox.print(&words);
    for expected in ["names: how far does it matter", "seed 7, 300 debates for each setting", " ± ", "\nSettings\n"] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    assert_eq!(sandbox.print(&words), page);
    let picture = std::fs::read_to_string(sandbox.path("work").join("plot.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("<circle") && !picture.contains("<polyline"), "{picture}");
    let found: Value =
        serde_json::from_str(&sandbox.print(&["lab", "run", "names", "--debates", "300", "--json"])).unwrap();
    assert_eq!((found["name"].as_str(), found["complete"].as_bool()), (Some("names"), Some(true)));
    assert!(found["tables"][0]["rows"][0][1][1]["mean"].is_number(), "{found}");
}

/// I-13, Q-10: an unknown name, and a file that is wrong, are refused with what is allowed; a right one is run.
#[test]
fn own_experiments_are_read_from_a_file() {
    let sandbox = Sandbox::new();
    let at = |name: &str| sandbox.path("work").join(name);
    std::fs::write(at("mine.toml"), "seats = 3\ndebates = 100\n[vary]\ndial = \"conformity\"\nvalues = [0, 1]\n")
        .unwrap();
    std::fs::write(at("wrong.toml"), "seats = 3\n[dials]\naccuracy = 2\n").unwrap();
    let page = sandbox.print(&["lab", "run", "mine.toml"]);
    assert!(page.contains("conformity 1") && page.contains("seed 1, 100 debates"), "{page}");
    for (word, expected) in [
        ("wrong.toml", "wrong.toml:3:12: `accuracy` is `2`; it must be a number from 0 to 1"),
        ("name", "`name` is neither an experiment nor a file that can be read; did you mean `names`?"),
    ] {
        let ran = sandbox.run(&["lab", "run", word]);
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

/// Q-10, I-13: an interrupted experiment prints what was measured until then, and says that it is not whole.
#[test]
fn an_interrupted_experiment_prints_what_it_has() {
    let sandbox = Sandbox::new();
    let words = ["lab", "run", "default-rule", "--debates", "100000000", "--json"];
    let mut child = sandbox.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap());
    let mut first = String::new();
    told.read_line(&mut first).unwrap();
    assert!(first.starts_with("default-rule: Ctrl-C ends it"), "{first}");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let ran = Ran::of(child.wait_with_output().unwrap());
    let mut rest = String::new();
    told.read_to_string(&mut rest).unwrap();
    assert!(ran.code == 130 && rest.contains("this is what was measured until then"), "{ran:?} {rest}");
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((found["complete"].as_bool(), found["tables"].as_array().map(Vec::len)), (Some(false), Some(3)));
}
