//! Benchmarks as commands: comparisons, output, and the partial result after an interruption. Times are not checked.
use crate::provider::Provider;
use crate::sandbox::{Ran, Sandbox};
use models::fake_provider::Behaviour;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

const SCENARIO: &str = r#"
about = "short answers, against long ones"
topics = ["Should we adopt gRPC?", "Tabs or spaces?"]
modes = ["collaborative", "adversarial"]
with = ["sim", "sim", "sim"]
rounds = 2
repeat = 2
seed = 7
[baseline]
algorithm = "fixed_rounds"
max_tokens = 4096
[variant]
algorithm = "fixed_rounds"
max_tokens = 512
profile = "lean"
"#;

/// D-70: a scenario runs with both configurations, pair by pair, and its report has every group of figures, each mode's judgement and a
/// recommendation; everything except times is reproducible.
#[test]
fn a_scenario_is_held_both_ways() {
    let sandbox = Sandbox::new();
    std::fs::write(sandbox.path("work/mine.toml"), SCENARIO).unwrap();
    let run = |scenarios: &[&str]| {
        let words = [&["bench", "run", "--with", "sim", "--json", "--rounds", "2"][..], scenarios].concat();
        let ran = sandbox.run(&words);
        assert_eq!((ran.code, ran.stdout.lines().count()), (0, 1), "{ran:?}");
        read(&ran.stdout)
    };
    let both = run(&["mine.toml", "lean-prompts", "--repeat", "1"]);
    assert_eq!((both["scenarios"].as_array().unwrap().len(), &both["complete"]), (2, &json!(true)));
    assert_eq!(both["scenarios"][1]["simulated_answer_ms"], json!(50));
    let found = run(&["mine.toml"]);
    let mine = &found["scenarios"][0];
    for (place, expected) in [
        ("/pairs", json!(8)),
        ("/planned", json!(8)),
        ("/lost", json!([])),
        ("/simulated", json!(true)),
        ("/simulated_answer_ms", json!(null)),
        ("/variant", json!({"algorithm": "fixed_rounds", "max_tokens": "512", "profile": "lean"})),
        ("/by_mode/1/judgement/mode", json!("adversarial")),
        ("/by_mode/1/judgement/pairs", json!(4)),
    ] {
        assert_eq!(mine.pointer(place), Some(&expected), "{place}: {mine}");
    }
    assert!(mine["recommendation"]["advice"].is_string());
    let names = |it: &Value| {
        let rows = it["measures"].as_array().unwrap().iter();
        rows.map(|it| format!("{}: {}", it["group"].as_str().unwrap(), it["name"].as_str().unwrap()))
            .collect::<Vec<_>>()
    };
    insta::assert_snapshot!("bench, measures", names(mine).join("\n"));
    let timeless = |it: &Value| {
        let rows = it["measures"].as_array().unwrap().iter();
        rows.filter(|it| it["group"] != "latency").cloned().collect::<Vec<_>>()
    };
    let tokens = timeless(mine).into_iter().find(|it| it["name"] == "tokens").unwrap();
    assert!(tokens["difference"]["high"].as_f64().unwrap() < 0.0, "lean prompts are shorter: {tokens}");
    assert_eq!(timeless(mine), timeless(&run(&["mine.toml"])["scenarios"][0]));
    // Its debates are not stored.
    assert!(!sandbox.store().exists());
}

/// D-70, I-12: the text report says what is simulated and ends with a recommendation.
#[test]
fn a_report_for_people() {
    let sandbox = Sandbox::new();
    std::fs::write(sandbox.path("work/mine.toml"), SCENARIO.replace("seed", "answer_ms = 1\nseed")).unwrap();
    let ran = sandbox.run(&["bench", "run", "mine.toml", "--repeat", "1"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, "mine.toml: 8 debates\n"), "{ran:?}");
    for expected in [
        "mine.toml: short answers, against long ones\n4 of 4 pairs: 2 modes × 2 topics × 1 repetitions; 3 seats, 2 rounds, seed 7\n",
        "REHEARSAL: participants are simulated; each answer is held back 1 ms, so the latency is simulated too\n",
        "\nlatency\n  total, s ",
        "\ninteraction\n  cross-references a turn ",
    ] {
        assert!(ran.stdout.contains(expected), "{expected}: {}", ran.stdout);
    }
    assert!(ran.stdout.trim_end().lines().last().unwrap().starts_with("recommendation: "), "{}", ran.stdout);
    let list = sandbox.print(&["bench", "list"]);
    let names: Vec<&str> = list.lines().filter_map(|it| it.split_whitespace().next()).collect();
    assert_eq!(names, ["parallel-last-only", "parallel-full", "economy", "lean-prompts"]);
}

/// D-70, I-13: an invalid scenario is refused before the first call, with what is allowed.
#[test]
fn what_is_no_scenario_is_refused() {
    let sandbox = Sandbox::new();
    for (name, text) in [
        ("mode.toml", SCENARIO.replace("adversarial", "freestyle")),
        ("key.toml", SCENARIO.replace("max_tokens = 512", "max_token = 512")),
        ("value.toml", SCENARIO.replace("512", "\"many\"")),
        ("seats.toml", SCENARIO.replace("\"sim\", \"sim\", \"sim\"", "\"sim/1\"")),
    ] {
        std::fs::write(sandbox.path("work").join(name), text).unwrap();
    }
    let words = ["mode.toml", "key.toml", "value.toml", "seats.toml", "lean-prompt", "nothing.toml"];
    let mut said = String::new();
    for word in words {
        said += &format!("{word}\n{}", sandbox.run(&["bench", "run", word]).shown(&sandbox));
    }
    said += &sandbox.run(&["bench", "run", "lean-prompts", "--rounds", "0"]).shown(&sandbox);
    said += &sandbox.run(&["bench", "recorded", "."]).shown(&sandbox);
    said += &sandbox.run(&["bench", "recorded", ".", "--confidence", "2"]).shown(&sandbox);
    insta::assert_snapshot!("bench, refused", said);
}

/// D-70: after an interruption the partial result is printed.
#[test]
fn interrupted_it_says_what_was_measured() {
    // A pair is two debates of two seats and two rounds; later calls get no answer.
    let count = std::sync::atomic::AtomicUsize::new(0);
    let provider = Provider::new(move |_, _| {
        let asked = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        (asked >= 8).then_some(Behaviour::Hang)
    });
    let sandbox = Sandbox::new().with_settings(
        format!("[providers.fake]\ndialect = \"openai\"\nbase_url = \"{}\"\n", provider.base_url()).as_bytes(),
    );
    let scenario = SCENARIO.replace("profile = \"lean\"\n", "");
    std::fs::write(sandbox.path("work/mine.toml"), scenario).unwrap();
    let words = ["bench", "run", "mine.toml", "--with", "fake/a,fake/b", "--json"];
    let mut child = sandbox.command(&words).spawn().unwrap();
    while provider.asked().len() < 9 && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    let _ = kill_process(Pid::from_child(&child), Signal::INT);
    let ran = Ran::of(child.wait_with_output().unwrap());
    assert_eq!(ran.code, 130, "{ran:?}");
    assert!(ran.stderr.ends_with("interrupted: these are the measurements until then\n"), "{ran:?}");
    let found = read(&ran.stdout);
    assert_eq!((&found["complete"], &found["scenarios"][0]["pairs"]), (&json!(false), &json!(1)), "{found}");
    assert_eq!(found["scenarios"][0]["simulated"], json!(false));
}

/// D-02, D-60: every level of every mode is timed over real sockets, and calls each participant once a round.
#[test]
fn the_path_of_every_level_is_timed() {
    let provider = Provider::new(|_, _| None);
    let sandbox = Sandbox::new().with_settings(
        format!("[providers.fake]\ndialect = \"openai\"\nbase_url = \"{}\"\n", provider.base_url()).as_bytes(),
    );
    let words = ["bench", "path", "--with", "fake/a,fake/b", "--mode", "adversarial,collaborative", "--rounds", "2"];
    let found = read(&sandbox.print(&[&words[..], &["--answer-ms", "1", "--json"]].concat()));
    let debates = found["debates"].as_array().unwrap();
    let rows: Vec<String> = debates
        .iter()
        .map(|it| format!("{} {} {} {} {}", it["mode"], it["seats"], it["level"], it["calls"], it["least_s"]))
        .collect();
    insta::assert_snapshot!("bench, path", rows.join("\n").replace('"', ""));
    assert_eq!((found["over_sequential"].as_array().unwrap().len(), provider.asked().len()), (4, 96));
    assert!(!sandbox.store().exists());
}

/// D-40: recordings in a directory are read among other files, and a line in an unknown format is named.
#[test]
fn recordings_are_read_from_a_directory() {
    let sandbox = Sandbox::new();
    let row = |gold: &str, last: &str| {
        let round = |it: [&str; 2]| it.map(|it| json!({"text": "because", "answer": it}));
        let rounds = [round(["A", "B"]), round([last, last])];
        json!({"question": "Which? A) this B) that", "gold": gold, "model": "m", "peers_seen": true, "rounds": rounds})
    };
    std::fs::create_dir_all(sandbox.path("work/sets/quiz")).unwrap();
    std::fs::write(sandbox.path("work/sets/quiz/dev.jsonl"), format!("{}\n{}\n", row("A", "A"), row("B", "A")))
        .unwrap();
    std::fs::write(sandbox.path("work/sets/other.jsonl"), "{\"a\": 1}\n").unwrap();
    std::fs::write(sandbox.path("work/sets/README.md"), "words").unwrap();
    let ran = sandbox.run(&["bench", "recorded", "sets"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("quiz: 2 debates\n"), "{}", ran.stdout);
    let found = read(&sandbox.print(&["bench", "recorded", "sets/quiz", "--json"]));
    let rubric = &found["sets"][0]["algorithms"][0];
    assert_eq!(rubric["groupthink"], json!("ignored"));
    assert_eq!((&rubric["algorithm"], &rubric["consensus"]["count"]), (&json!("vote_rubric"), &json!(2)), "{found}");
    assert_eq!(rubric["consensus_wrong"], json!({"count": 1, "of": 2}));
    std::fs::write(sandbox.path("work/sets/quiz/dev.jsonl"), format!("{}\n{{}}\n", row("A", "A"))).unwrap();
    let ran = sandbox.run(&["bench", "recorded", "sets"]);
    assert!(ran.stderr.ends_with("dev.jsonl:2: this line does not have the format of the first line\n"), "{ran:?}");
}
