//! Whole commands: their output and exit codes.
use crate::provider::Provider;
use crate::sandbox::{Ran, Sandbox, all_bytes, id_of};
use models::fake_provider::Behaviour;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::Command;

const DEBATE: [&str; 6] = ["debate", "Should we adopt gRPC?", "--with", "sim", "--rounds", "2"];

fn debate(rest: &[&str]) -> Vec<&'static str> {
    // Texts in tests are short.
    DEBATE.into_iter().chain(rest.iter().map(|it| &*it.to_string().leak())).collect()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// I-11, I-12, I-01, I-10: a debate in a pipe: seats and estimate on standard error, the debate and its verdict on standard output, as plain
/// lines. `--quiet`, `show` and `replay` print the same or less.
#[test]
fn a_debate_is_shown_as_plain_lines() {
    let sandbox = Sandbox::new();
    let ran = sandbox.run(&debate(&[]));
    insta::assert_snapshot!("debate", ran.shown(&sandbox));
    let whole = sandbox.redact(&ran.stdout);
    let verdict = &whole[whole.find("\nVerdict: ").unwrap()..];
    let rounds = &whole[whole.find("\nRound 1").unwrap()..];
    let shown = |words: &[&str]| sandbox.redact(&sandbox.print(words));
    // The topic counts: it may take a line from the rest.
    assert!(verdict.trim().lines().count() <= 15, "{verdict}");
    let first = shown(&["show", "latest"]);
    assert!(first.starts_with("Should we adopt gRPC?\nVerdict: ") && first.lines().count() <= 15, "{first}");
    let full = shown(&["show", "latest", "--full"]);
    assert!(["Participants", "Evidence", "Metadata"].iter().all(|it| full.contains(&format!("\n{it}\n"))), "{full}");
    assert_eq!(full.matches("BLOCKER: would not sign it").count(), 1, "{full}");
    let turns = &rounds[..rounds.find("\n\nVerdict: ").unwrap()];
    let shown_turns = shown(&["show", "latest", "--turns"]);
    // What the signs mean stands above the turns.
    let from = shown_turns.find("\nRound 1").unwrap();
    assert!(shown_turns[..from].starts_with("Should we adopt gRPC?\n\nsigns: "), "{shown_turns}");
    assert_eq!(shown_turns[from..].trim_end(), turns.trim_end());
    assert!(turns.contains("Rehearsed reasoning, made of stock phrases"), "the reasoning is there: {turns}");
    assert_eq!(shown(&["replay", "latest"]), whole);
    let quiet = sandbox.run(&debate(&["--quiet", "--no-color"]));
    assert_eq!((sandbox.redact(&quiet.stdout).as_str(), quiet.stderr.as_str()), (verdict, ""));
}

/// I-12, I-01: `--json` prints the verdict and nothing else, with its four layers; `show --json` prints the same.
#[test]
fn a_verdict_as_json() {
    let sandbox = Sandbox::new();
    let ran = sandbox.run(&debate(&["--json"]));
    assert_eq!((ran.code, ran.stderr.as_str(), ran.stdout.lines().count()), (0, "", 1), "{ran:?}");
    let verdict = json(&ran.stdout);
    for place in [
        "/decision/label",
        "/decision/next_step",
        "/decision/headline",
        "/decision/option/letter",
        "/plain_vote/held_by",
        "/participants/2/holds",
        "/evidence/warnings",
        "/metadata/usage/input",
    ] {
        assert!(verdict.pointer(place).is_some(), "{place}: {verdict}");
    }
    assert_eq!(json(&sandbox.print(&["show", "latest", "--json"])), verdict);
    let mut verdict = verdict;
    let screen = verdict.as_object_mut().unwrap().shift_remove("screen").unwrap();
    assert_eq!(screen["headline"], verdict["decision"]["headline"]);
    assert_eq!(json(&sandbox.print(&["export", "latest", "--format", "json"]))["verdict"], verdict);
    let fields: Vec<&String> = verdict.as_object().unwrap().keys().collect();
    insta::assert_snapshot!("fields of the verdict", format!("{fields:#?}"));
}

/// Q-21, I-04: `show --why` prints what a verdict rests on, as text and as JSON, without the transcript.
#[test]
fn what_a_verdict_hangs_on() {
    let sandbox = Sandbox::new();
    sandbox.rehearse();
    let text = sandbox.print(&["show", "latest", "--why"]);
    let why = json(&sandbox.print(&["show", "latest", "--why", "--json"]));
    for field in ["options", "favoured", "margin", "cruxes", "flips", "search"] {
        assert!(why.get(field).is_some(), "{field}: {why}");
    }
    let first = &why["cruxes"][0];
    // The question and the falsifier repeat the text: people are told what would settle it in a few words.
    for said in [first["text"].as_str().unwrap(), "settled by"] {
        let words: Vec<&str> = said.split_whitespace().collect();
        assert!(
            text.split_whitespace().collect::<Vec<_>>().windows(words.len()).any(|it| it == words),
            "{said}: {text}"
        );
    }
    assert!(["question", "falsifier"].iter().all(|it| first[it].is_string()), "{first}");
    let verdict = json(&sandbox.print(&["show", "latest", "--json"]));
    assert_eq!(verdict["changes"]["falsifiers"][0]["id"], first["id"]);
    let both = sandbox.print(&["show", "latest", "--why", "--turns"]);
    assert!(both.contains("\nRound 2") && both.contains("\nDecided ("), "{both}");
}

/// I-12, O-21: `--jsonl` prints every event as it is in the log.
#[test]
fn events_as_lines() {
    let sandbox = Sandbox::new();
    let ran = sandbox.run(&debate(&["--jsonl"]));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
    let kinds: Vec<String> = ran.stdout.lines().map(|it| json(it)["type"].as_str().unwrap().to_owned()).collect();
    assert_eq!((kinds.first().unwrap().as_str(), kinds.last().unwrap().as_str()), ("debate_opened", "debate_closed"));
    let id = id_of(ran.stdout.lines().next().unwrap());
    assert_eq!(sandbox.print(&["export", &id, "--format", "log"]), ran.stdout);
}

/// I-10: a stored debate can be shown, listed, searched and exported, by an id, the beginning of one, or `latest`.
#[test]
fn what_is_kept_can_be_looked_at() {
    let sandbox = Sandbox::new();
    insta::assert_snapshot!("list, empty", sandbox.run(&["list"]).shown(&sandbox));
    let id = sandbox.rehearse();
    let shown = |words: &[&str]| sandbox.run(words).shown(&sandbox);
    assert_eq!(shown(&["show", &id[..4]]), shown(&["show", "latest"]));
    insta::assert_snapshot!("list", shown(&["list"]));
    insta::assert_snapshot!("list, json", shown(&["list", "--json"]));
    insta::assert_snapshot!("search", shown(&["search", "grpc"]));
    insta::assert_snapshot!("search, json", shown(&["search", "deadl", "--limit", "1", "--json"]));
    insta::assert_snapshot!("search, nothing", shown(&["search", "unicorn"]));
    insta::assert_snapshot!("export, markdown", shown(&["export", &id]));
    let document = json(&sandbox.print(&["export", &id, "--format", "json"]));
    assert_eq!(document["rounds"][1]["turns"][2]["by"], "sim-3");
    assert_eq!(document["rules"]["rounds"], 2);

    let file = sandbox.path("debate.md").display().to_string();
    assert_eq!(sandbox.print(&["export", &id, "-o", &file]), "");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), sandbox.print(&["export", &id]));
    let nowhere = sandbox.run(&["export", &id, "-o", &sandbox.path("no/such/file").display().to_string()]);
    assert_eq!((nowhere.code, nowhere.stderr.lines().count()), (2, 1), "{nowhere:?}");
}

/// D-36: every round has a summary, as text and as JSON; each line names its participants.
#[test]
fn rounds_are_summed_up_for_people() {
    let sandbox = Sandbox::new();
    let id = sandbox.rehearse();
    let shown = sandbox.print(&["show", &id, "--rounds"]);
    let summaries = shown.split("\n\n").filter(|it| it.starts_with("Round ")).collect::<Vec<_>>().join("\n\n");
    insta::assert_snapshot!("rounds", summaries);
    let lines = sandbox.print(&["show", &id, "--rounds", "--json"]);
    let rounds: Vec<_> = lines.lines().map(json).collect();
    assert_eq!((rounds.len(), &rounds[1]["participants"][2]["from"]["by"]), (2, &"sim-3".into()));
}

/// O-05: a debate is replayed from the store or from a file, without network; a call that is missing is named.
#[test]
fn a_debate_is_replayed() {
    let sandbox = Sandbox::new();
    let id = sandbox.rehearse();
    let log = sandbox.print(&["export", &id, "--format", "log"]);
    let file = sandbox.path("debate.jsonl").display().to_string();
    std::fs::write(&file, &log).unwrap();
    for recording in [&id, &file] {
        let ran = sandbox.run(&["replay", recording, "--jsonl"]);
        assert_eq!((ran.code, &ran.stdout), (0, &log), "{recording}");
        assert_eq!(ran.stderr, "replayed: 12 events, the same to the byte, no call made\n");
    }

    std::fs::write(&file, log.replacen("\"seq\":3,", "\"seq\":3, ", 1)).unwrap();
    let ran = sandbox.run(&["replay", &file, "--quiet"]);
    assert_eq!(
        ran.stderr,
        "replayed: 12 events, the same events, though line 4 of the file is not written as roundtable writes it, no call made\n"
    );

    let kept: Vec<String> =
        log.lines().filter(|it| !it.contains("\"call\":\"r2/turn/sim-2\"")).map(str::to_owned).collect();
    let renumbered = kept.iter().enumerate().map(|(seq, line)| {
        let (_, rest) = line.split_once(',').unwrap();
        format!("{{\"seq\":{seq},{rest}\n")
    });
    std::fs::write(&file, renumbered.collect::<String>()).unwrap();
    let ran = sandbox.run(&["replay", &file, "--quiet"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert_eq!(
        ran.stderr,
        "error: `r2/turn/sim-2` is not in the recording: it was never asked, or its record is missing\n"
    );

    std::fs::write(&file, log.replace("0.", "0.0")).unwrap();
    let ran = sandbox.run(&["replay", &file, "--quiet"]);
    assert_eq!((ran.code, ran.stderr.lines().count()), (2, 3), "what parts is shown beside what was recorded: {ran:?}");
}

/// I-12: exit code 3 if a required consensus is missing; the verdict is printed all the same.
#[test]
fn a_required_consensus() {
    let agree =
        r#"{"position":"Adopt it.","ballot":{"choice":"yes","headline":null},"reasoning":"r","confidence":0.9}"#;
    let block = r#"{"position":"Leave it.","ballot":{"choice":"no","headline":null},"reasoning":"r","confidence":0.9,"others":[{"option":"A","stand":"blocker","why":"no need"}]}"#;
    for (second, code) in [(agree, 0), (block, 3)] {
        let provider =
            Provider::new(move |call, _| Some(Behaviour::answer(if call.ends_with("/b") { second } else { agree })));
        let sandbox = Sandbox::new();
        let words = [
            "debate",
            "Should we?",
            "--yes-no",
            "--with",
            "openai/a,openai/b",
            "--rounds",
            "2",
            "--require-consensus",
            "--quiet",
        ];
        let ran = Ran::of(at(&provider, sandbox.command(&words)).output().unwrap());
        assert_eq!(ran.code, code, "{ran:?}");
        assert!(ran.stdout.contains("Verdict: "), "{ran:?}");
        let complaint = "error: the debate ended as `dissensus`, not as a consensus\n";
        assert_eq!(ran.stderr, if code == 0 { "" } else { complaint });
        let again = sandbox.run(&["resume", "latest", "--quiet", "--require-consensus"]);
        assert_eq!(again.code, code, "{again:?}");
    }
}

const KEY: &str = "sk-wrong-9876543210";

fn at(provider: &Provider, mut command: Command) -> Command {
    command.env("OPENAI_BASE_URL", provider.base_url()).env("OPENAI_API_KEY", KEY);
    command
}

/// I-12, I-13, O-40: with a wrong key a debate fails: exit code 2 and one line that says why. The verdict is printed in the requested format,
/// and the key is neither in the output nor in the store.
#[test]
fn a_wrong_key_is_told_and_never_shown() {
    let provider = Provider::new(|_, received| {
        let sent = received.header("authorization").unwrap();
        Some(Behaviour::status(401, &format!("Incorrect API key provided: {sent}. Find yours in your account.")))
    });
    let sandbox = Sandbox::new();
    // Sequential, so that the record is reproducible.
    let table = ["--with", "openai/a,openai/b,openai/c", "--mode", "adversarial", "--set", "safety=false"];
    let words = [&["debate", "Should we?"][..], &table].concat();
    let mut printed = String::new();
    for form in ["--quiet", "--json", "--jsonl", "--no-color"] {
        let ran = Ran::of(at(&provider, sandbox.command(&[&words[..], &[form]].concat())).output().unwrap());
        assert_eq!(ran.code, 2, "{form}: {ran:?}");
        match form {
            "--json" => assert_eq!(json(&ran.stdout)["decision"]["label"], "insufficient"),
            "--jsonl" => assert!(ran.stdout.lines().all(|it| json(it).is_object())),
            _ => {
                assert!(ran.stdout.contains("Verdict: No decision: fewer than two ballots\n  insufficient"), "{ran:?}")
            }
        }
        // Receiving hosts are printed beside JSON too.
        match form {
            "--quiet" => assert_eq!(ran.stderr.lines().count(), 1, "{form}: {ran:?}"),
            "--json" | "--jsonl" => assert_eq!(ran.stderr.lines().count(), 2, "{form}: {ran:?}"),
            _ => {
                let url = provider.base_url();
                let host = url.trim_start_matches("http://").trim_end_matches("/v1");
                insta::assert_snapshot!("wrong key", ran.shown(&sandbox).replace(host, "[HOST]"));
            }
        }
        printed += &format!("{}{}", ran.stdout, ran.stderr);
    }
    for words in [&["show", "latest", "--turns"][..], &["export", "latest", "--format", "log"], &["export", "latest"]] {
        printed += &sandbox.print(words);
    }
    assert!(printed.contains("[key]"), "{printed}");
    assert!(!printed.contains(KEY), "{printed}");
    let kept = all_bytes(&sandbox.path(""));
    assert!(kept.len() > 10_000 && !kept.windows(KEY.len()).any(|it| it == KEY.as_bytes()), "the key is on the disk");

    let replayed = sandbox.run(&["replay", "latest", "--quiet"]);
    assert_eq!(replayed.code, 0, "the replay went well, though the debate did not: {replayed:?}");
}

/// I-12, I-32: no command prints control characters of participants.
#[test]
fn words_are_shown_without_what_a_terminal_would_obey() {
    let hostile = r#"{"position":"Yes \u001b[2J\u001b]0;title\u0007 adopt\u202e it.","reasoning":"\u001b[31mred","confidence":0.9,"ballot":{"choice":"depends","headline":"Only \u001b[31mif \u009b31m first"},"terms":["\u009b31m first"],"claims":[{"label":"FACT","text":"It is \u001b[5mfast [1]."}],"references":[{"number":1,"title":"A \u001b[1mreport","url":"https://example.org/\u001b[1m"}],"key_points":["\u001b]8;;http://x\u0007link"]}"#;
    let provider = Provider::new(move |_, _| Some(Behaviour::answer(hostile)));
    let sandbox = Sandbox::new();
    let topic = "Should we \u{1b}[31madopt\u{202e} gRPC?";
    let words = ["debate", topic, "--with", "openai/a,openai/b", "--rounds", "2"];
    let first = Ran::of(at(&provider, sandbox.command(&words)).output().unwrap());
    assert_eq!(first.code, 0, "{first:?}");
    let mut printed = first.stdout;
    for words in [
        &["show", "latest", "--turns"][..],
        &["export", "latest"],
        &["list"],
        &["search", "adopt"],
        &["replay", "latest"],
    ] {
        printed += &sandbox.print(words);
    }
    assert!(printed.contains("adopt"), "{printed}");
    let is_obeyed = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    assert!(!printed.contains(is_obeyed), "{printed:?}");
}

/// I-12: a closed pipe (`| head -1`) ends the program silently.
#[test]
fn a_reader_may_leave() {
    let sandbox = Sandbox::new();
    let id = sandbox.rehearse();
    let rows = [
        debate(&[]),
        debate(&["--jsonl"]),
        vec!["show", id.leak(), "--turns"],
        vec!["export", "latest"],
        vec!["list"],
        vec!["--help"],
        vec!["completions", "bash"],
    ];
    for words in rows {
        for lines in [0, 1] {
            let mut child = sandbox.command(&words).spawn().unwrap();
            let mut reader = BufReader::new(child.stdout.take().unwrap());
            (0..lines).for_each(|_| assert!(reader.read_line(&mut String::new()).unwrap() > 0));
            drop(reader);
            let mut stderr = String::new();
            child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
            let code = child.wait().unwrap().code();
            // A debate may finish before the closed pipe is noticed; otherwise it stops, because unread answers need not be paid for.
            let is_stopped = words.contains(&"debate") && code == Some(130) && stderr.contains("roundtable resume");
            assert!(code == Some(0) || is_stopped, "{words:?}: {code:?} {stderr}");
            assert!(!stderr.contains("error") && !stderr.contains("panicked"), "{words:?}: {stderr}");
        }
    }
}

/// I-10: help, version and completions go to standard output.
#[test]
fn help_and_version() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.print(&["--version"]), format!("roundtable {}\n", env!("CARGO_PKG_VERSION")));
    insta::assert_snapshot!("help", sandbox.run(&["--help"]).shown(&sandbox));
    let help = sandbox.print(&["debate", "--help"]);
    let algorithms = debate::Algorithm::ALL.map(debate::Algorithm::as_str);
    let words = ["--with", "--rounds", "--budget", "--require-consensus", "--parallel", "--set"];
    for word in formats::modes::names().into_iter().chain(algorithms).chain(words) {
        assert!(help.contains(word), "{word}: {help}");
    }
    assert!(sandbox.print(&["completions", "bash"]).contains("complete -o nospace"));
}

/// I-12, I-13, O-20: an unusable store is exit code 2 and one line that names the file and the reason; the file is not changed.
#[test]
fn a_store_that_can_not_be_used_is_told() {
    let sandbox = Sandbox::new();
    std::fs::write(sandbox.path("prose.db"), "Dear diary, today we debated. ".repeat(200)).unwrap();
    std::fs::create_dir(sandbox.path("folder.db")).unwrap();
    std::fs::write(sandbox.path("file"), "").unwrap();
    let mut seen = String::new();
    for store in ["prose.db", "folder.db", "file/below.db"] {
        let path = sandbox.path(store).display().to_string();
        let ran = sandbox.run(&debate(&["--quiet", "--store", &path]));
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.lines().count()), (2, "", 1), "{ran:?}");
        seen += &sandbox.redact(&ran.stderr);
    }
    assert!(std::fs::read_to_string(sandbox.path("prose.db")).unwrap().starts_with("Dear diary"));
    insta::assert_snapshot!("unusable stores", seen);
}

/// D-60: `none` on the command line lifts a limit of a file.
#[test]
fn a_limit_can_be_lifted() {
    let sandbox = Sandbox::new().with_settings(b"budget_tokens = 10\ndeadline = \"1s\"\nbudget = 0.5\n");
    let lifted = ["--budget-tokens", "none", "--budget", "none", "--deadline", "none", "--jsonl"];
    let log = sandbox.print(&debate(&lifted));
    let rules = &json(log.lines().next().unwrap())["rules"];
    assert!(rules.get("budget_tokens").or(rules.get("budget_usd")).or(rules.get("deadline_ms")).is_none(), "{rules}");
}

/// I-10, I-12: read-only commands create no store.
#[test]
fn reading_makes_nothing() {
    let sandbox = Sandbox::new();
    for (words, code) in [
        (&["list"][..], 0),
        (&["search", "grpc"], 0),
        (&["show", "latest"], 1),
        (&["show", "abcd"], 1),
        (&["export", "abcd"], 1),
        (&["replay", "abcd"], 1),
    ] {
        let ran = sandbox.run(words);
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.lines().count()), (code, "", 1), "{words:?}: {ran:?}");
        assert!(code == 0 || ran.stderr.contains("no debate"), "{ran:?}");
    }
    assert!(!sandbox.path("data").exists());
    sandbox.rehearse();
    let none = sandbox.run(&["list", "--limit", "0"]);
    assert_eq!((none.code, none.stdout.as_str(), none.stderr.as_str()), (0, "", ""));
}

/// O-22: a debate whose first event can't be written leaves nothing, not even its lock file, and no advice to resume it.
#[test]
fn a_debate_that_could_not_begin_leaves_no_mark() {
    use sqlx::ConnectOptions;
    let sandbox = Sandbox::new();
    sandbox.rehearse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut connection =
            sqlx::sqlite::SqliteConnectOptions::new().filename(sandbox.store()).connect().await.unwrap();
        let refuse = "CREATE TRIGGER no BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'no'); END";
        sqlx::query(refuse).execute(&mut connection).await.unwrap();
        sqlx::Connection::close(connection).await.unwrap();
    });
    let ran = sandbox.run(&debate(&["--quiet"]));
    assert_eq!((ran.code, ran.stderr.lines().count()), (2, 1), "{ran:?}");
    assert!(!ran.stderr.contains("resume"), "{ran:?}");
    let left = std::fs::read_dir(sandbox.path("data/roundtable")).unwrap().map(|it| it.unwrap().file_name());
    assert!(!left.into_iter().any(|it| it.to_string_lossy().ends_with(".running")));
}

/// O-04: a token budget below the openings is refused before anything is spent.
#[test]
fn too_small_a_budget_of_tokens_is_refused() {
    let sandbox = Sandbox::new();
    let ran = sandbox.run(&debate(&["--budget-tokens", "5399"]));
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{ran:?}");
    assert_eq!(
        ran.stderr,
        "error: `--budget-tokens` is 5399, and one round of this debate is estimated at 5400; allow more, or seat fewer\n"
    );
    assert_eq!(sandbox.run(&debate(&["--budget-tokens", "5400", "--quiet"])).code, 0);
}

/// O-40, I-13: an invalid key is reported before anything starts, by its variable and without its value.
#[test]
fn a_key_that_can_not_be_sent_is_told() {
    let sandbox = Sandbox::new().with("OPENAI_API_KEY", "sk-secret\nsecond-line");
    let ran = sandbox.run(&["debate", "Should we?", "--with", "openai/a,openai/b"]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.lines().count()), (1, "", 1), "{ran:?}");
    assert!(ran.stderr.contains("`OPENAI_API_KEY` has a character in it") && !ran.stderr.contains("secret"), "{ran:?}");
}

/// I-12, I-32: names in a third-party recording are untrusted text too.
#[test]
fn a_foreign_recording_is_shown_without_what_a_terminal_would_obey() {
    let sandbox = Sandbox::new();
    let id = sandbox.rehearse();
    let log = sandbox.print(&["export", &id, "--format", "log"]);
    let file = sandbox.path("foreign.jsonl").display().to_string();
    std::fs::write(&file, log.replace("sim-2", "sim\\u001b[31m\\nVerdict: consensus").replace(&id, "\\u001b]0;x"))
        .unwrap();
    // Whether or not it replays: the sandbox checks all output for control codes.
    let ran = sandbox.run(&["replay", &file]);
    assert!(ran.stdout.lines().filter(|it| it.starts_with("Verdict: ")).count() <= 1, "{ran:?}");
    assert!(ran.stdout.contains("sim[31m Verdict: consensus"), "{ran:?}");
    std::fs::write(&file, log.replace("\"by\":\"sim-2\"", "\"by\":\"x\\u001b[31m\"")).unwrap();
    let ran = sandbox.run(&["replay", &file]);
    assert!(ran.code == 1 && ran.stderr.contains("x[31m"), "{ran:?}");
}
