//! Invalid arguments, settings and files: one line that says what, where and what to do instead, and exit code 1.
use crate::sandbox::{Ran, Sandbox};
use std::fmt::Write;
use std::path::Path;

/// One error line, nothing on standard output, exit code 1.
fn refused(sandbox: &Sandbox, words: &[&str], ran: &Ran) -> String {
    let place = format!("{words:?}: {ran:?}");
    assert_eq!(ran.code, 1, "{place}");
    assert_eq!(ran.stdout, "", "{place}");
    assert_eq!(ran.stderr.lines().count(), 1, "{place}");
    assert!(ran.stderr.starts_with("error: "), "{place}");
    let shown = |word: &&str| match word.len() {
        0 => "\"\"".to_owned(),
        1..80 => (*word).to_owned(),
        length => format!("[{length} bytes]"),
    };
    let typed = words.iter().map(shown).collect::<Vec<_>>().join(" ");
    sandbox.redact(&format!("$ roundtable {typed}\n{}\n", ran.stderr))
}

/// I-12, I-13: invalid arguments.
#[test]
fn a_wrong_word_is_named() {
    let sandbox = Sandbox::new();
    let long = "Should we? ".repeat(100_000 / 11);
    let fifty = ["sim"; 50].join(",");
    let debate = |rest: &[&str]| -> Vec<String> {
        ["debate", "Should we?"].iter().chain(rest).map(|it| (*it).to_owned()).collect()
    };
    let typed = |words: &[&str]| -> Vec<String> { words.iter().map(|it| (*it).to_owned()).collect() };
    let rows = [
        typed(&["debate", ""]),
        typed(&["debate", " \n\u{200b}\u{1b} "]),
        typed(&["debate", &long, "--with", "sim"]),
        debate(&["--with", "sim", "--mode", "freestyle"]),
        debate(&["--with", "sim", "--mode", ""]),
        debate(&["--with", "sim/1"]),
        debate(&["--with", &fifty]),
        debate(&["--with", "gpt-5.4"]),
        debate(&["--with", "opnai/gpt-5.4,sim"]),
        debate(&["--with", "openai/"]),
        debate(&["--with", "=sim"]),
        debate(&["--with", "sim/seven,sim"]),
        debate(&["--with", "openai/gpt-5.4,openai/gpt-5.4"]),
        debate(&["--with", "sim", "--rounds", "0"]),
        debate(&["--with", "sim", "--rounds", "-1"]),
        debate(&["--with", "sim", "--rounds=-1"]),
        debate(&["--with", "sim", "--rounds", "many"]),
        debate(&["--with", "sim", "--rounds", "101"]),
        debate(&["--with", "sim", "--algorithm", "dice"]),
        debate(&["--with", "sim", "--budget", "0"]),
        debate(&["--with", "sim", "--budget=-1"]),
        debate(&["--with", "sim", "--budget", "cheap"]),
        debate(&["--with", "sim", "--budget", "inf"]),
        debate(&["--with", "sim", "--budget-tokens", "0"]),
        debate(&["--with", "sim", "--deadline", "soon"]),
        debate(&["--with", "sim", "--deadline", "10"]),
        debate(&["--with", "sim", "--deadline", "0s"]),
        debate(&["--with", "sim", "--seed", "x"]),
        debate(&["--with", "sim", "--json", "--jsonl"]),
        debate(&["--with", "sim", "--set", "rounds"]),
        debate(&["--with", "sim", "--set", "ronds=3"]),
        debate(&["--with", "sim", "--set", "api_key=sk-secret"]),
        debate(&["--with", "sim", "--set", "parallel_level=some"]),
        debate(&["--with", "sim", "--parallel=some"]),
        debate(&["--with", "sim", "--set", "tool_min_calls=3", "--set", "tool_max_calls=2"]),
        debate(&["--with", "sim", "--set", "safety_model=openai/gpt-5.4"]),
        debate(&["--with", "sim", "--set", "light_model=nobody/x"]),
        debate(&["--with", "sim", "--options", ""]),
        debate(&["--with", "sim", "--options", "Straße; STRASSE"]),
        debate(&["--with", "sim", "--options", "Caf\u{e9}; cafe\u{301}"]),
        debate(&["--with", "sim", "--options", "Alder; none of these."]),
        debate(&["--with", "sim", "--options", &format!("Alder; {}", "b".repeat(200))]),
        debate(&["--with", "sim", "--estimate", &"d".repeat(200)]),
        debate(&["--with", "sim", "--estimate", "\u{1b}\u{7}"]),
        debate(&["--with", "sim", "--loud"]),
        debate(&["--with", "sim", "--store", "~/debates.db"]),
        typed(&["debate"]),
        typed(&["debat", "Should we?"]),
        typed(&["--loud"]),
        typed(&["config"]),
        typed(&["resume", "nosuch"]),
        typed(&["resume", "latest"]),
        typed(&["continue", "nosuch"]),
        typed(&["continue", "latest", "--say", "x"]),
        typed(&["fork", "nosuch"]),
        typed(&["fork", "latest"]),
        typed(&["config", "set-algorithm", "dice"]),
        typed(&["show", ""]),
        typed(&["show", "nosuch"]),
        typed(&["export", "nosuch"]),
        typed(&["export", "nosuch", "--format", "pdf"]),
        typed(&["replay", "missing.jsonl"]),
        typed(&["search"]),
        typed(&["list", "--limit", "all"]),
        typed(&["completions", "tcsh"]),
        typed(&["bench", "load", "--with", "sim", "--mode", "freestyle"]),
    ];
    let mut seen = String::new();
    for row in &rows {
        let words: Vec<&str> = row.iter().map(String::as_str).collect();
        writeln!(seen, "{}", refused(&sandbox, &words, &sandbox.run(&words))).unwrap();
    }
    insta::assert_snapshot!("wrong words", seen);
}

/// B-01, I-12: options and units are sanitized like a topic before they are shown.
#[test]
fn a_ballot_is_shown_without_control_characters() {
    let sandbox = Sandbox::new();
    let plan = |words: &[&str]| {
        let all: Vec<&str> =
            ["debate", "The colours", "--with", "sim", "--plan"].into_iter().chain(words.iter().copied()).collect();
        let ran = sandbox.run(&all);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(!ran.stdout.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{ran:?}");
        ran.stdout
    };
    assert!(plan(&["--options", "\u{1b}[31mRED; Gr\u{202e}een"]).contains("[31mRED · Green"));
    assert!(plan(&["--estimate", "da\u{7}ys"]).contains("an estimate in days"));
    assert!(plan(&["--options", "\u{1b}RED; G", "--json"]).contains("\"RED\""));
}

/// I-12, I-13: standard input is validated like arguments.
#[test]
fn a_wrong_topic_from_standard_input_is_named() {
    let sandbox = Sandbox::new();
    let words = ["debate", "-", "--with", "sim"];
    let mut seen = String::new();
    for input in ["", " \n", &"Should we? ".repeat(10_000), &"どうする？".repeat(7_000), &"x".repeat(2 << 20)] {
        let ran = sandbox.run_with(&words, input.as_bytes());
        writeln!(seen, "{} bytes of input\n{}", input.len(), refused(&sandbox, &words, &ran)).unwrap();
    }
    let ran = sandbox.run_with(&words, b"Should we \xff\xfe?");
    writeln!(seen, "bytes that are no text\n{}", refused(&sandbox, &words, &ran)).unwrap();
    insta::assert_snapshot!("wrong input", seen);
}

/// I-13, I-15: an invalid setting in the environment or a file is named with its place.
#[test]
fn a_wrong_setting_is_named_with_its_place() {
    let words = ["debate", "Should we?", "--with", "sim"];
    let mut seen = String::new();
    let variables = [
        ("ROUNDTABLE_ROUNDS", "many"),
        ("ROUNDTABLE_ROUNDS", ""),
        ("ROUNDTABLE_MODE", "freestyle"),
        ("ROUNDTABLE_BUDGET", "-3"),
        ("ROUNDTABLE_HIGH_STAKES", "yes"),
        ("ROUNDTABLE_DEADLINE", "1d"),
        ("ROUNDTABLE_TIMEOUT", "0s"),
        ("ROUNDTABLE_PARALLEL_ENABLED", "yes"),
        ("ROUNDTABLE_PARALLEL_LEVEL", "some"),
        ("ROUNDTABLE_PARALLEL_MODES", "adversarial"),
        ("ROUNDTABLE_TOOL_ENFORCEMENT", "lax"),
        ("ROUNDTABLE_TOOL_MIN_CALLS", "-1"),
        ("ROUNDTABLE_TOOL_MAX_CALLS", "21"),
        ("ROUNDTABLE_GROUPTHINK_ENABLED", "1"),
        ("ROUNDTABLE_GROUPTHINK_THRESHOLD", "90%"),
        ("ROUNDTABLE_EXIT_ENABLED", "on"),
        ("ROUNDTABLE_EXIT_CONSENSUS", "1.5"),
        ("ROUNDTABLE_EXIT_CONVERGENCE_ROUNDS", "0"),
        ("ROUNDTABLE_SAFETY_MODEL", "gpt"),
        ("ROUNDTABLE_DISCIPLINES", "technical,magic"),
    ];
    for (name, value) in variables {
        let sandbox = Sandbox::new().with(name, value);
        writeln!(seen, "{name}={value}\n{}", refused(&sandbox, &words, &sandbox.run(&words))).unwrap();
    }
    let files: [&[u8]; 13] = [
        b"rounds = 3\nmode = \"collaborative\nbudget = 1\n",
        b"rounds = 3\n\n[[[\n",
        b"rounds = \"many\"\n",
        b"# mine\n  rounds = 2.5\n",
        b"high_stakes = 1\n",
        b"table = \"sim\"\n",
        b"rounds = 3\nround = 3\n",
        b"[providers.mine]\nbase_url = 7\n",
        b"[providers.mine]\nkey = \"sk-secret-0123456789\"\n",
        b"rounds = 3\nrounds = 4\n",
        b"mode = \"\xff\"\n",
        b"parallel_enabled = \"yes\"\n",
        b"parallel_modes = [\"adversarial=some\"]\n",
    ];
    for file in files {
        let sandbox = Sandbox::new().with_settings(file);
        let text = String::from_utf8_lossy(file);
        let refusal = refused(&sandbox, &words, &sandbox.run(&words));
        assert!(!refusal.contains("sk-secret"), "{refusal}");
        writeln!(seen, "{}\n{refusal}", text.trim_end()).unwrap();
    }
    insta::assert_snapshot!("wrong settings", seen);
}

/// O-01, I-11, I-13: without other models the embedded one is seated; if its weights can't be fetched, the error says exactly what to do.
#[test]
fn with_nobody_to_seat_and_no_weights_it_says_what_to_do() {
    // Ignore other servers on this machine.
    let nowhere = ["ollama", "llamacpp", "lmstudio", "vllm"]
        .map(|it| format!("[providers.{it}]\nbase_url = \"http://127.0.0.1:1/v1\"\n"));
    let sandbox = Sandbox::new().with_settings(nowhere.concat().as_bytes());
    let sandbox = sandbox.with("HF_ENDPOINT", "http://127.0.0.1:1").with("PATH", "/nowhere");
    let ran = sandbox.run(&["debate", "Should we?", "--yes"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(!sandbox.store().exists(), "nothing is made for a debate that does not begin");
    // The suitable model depends on the machine.
    let shown = ran.shown(&sandbox);
    for word in
        ["local/", "export ANTHROPIC_API_KEY", "ollama serve", "pip download", "roundtable models verify", "--with sim"]
    {
        assert!(shown.contains(word), "{word} is missing: {shown}");
    }
}

/// O-22, I-13: the error for a truncated or damaged recording names the place.
#[test]
fn a_torn_recording_is_named_with_its_line() {
    let sandbox = Sandbox::new();
    let id = sandbox.rehearse();
    let log = sandbox.print(&["export", &id, "--format", "log"]);
    let lines: Vec<&str> = log.lines().collect();
    let last = lines.last().unwrap();
    let torn = format!("{}\n{}", lines[..lines.len() - 1].join("\n"), last.get(..last.len() / 2).unwrap());
    let damaged = log.replacen("\"turn_taken\"", "\"turn_token\"", 1);
    let files = [
        ("torn", torn.as_str()),
        ("damaged", &damaged),
        ("empty", ""),
        ("prose", "Should we?\nNo.\n"),
        ("headless", lines[1]),
    ];
    let mut seen = String::new();
    for (name, text) in files {
        let path = sandbox.path(name).display().to_string();
        std::fs::write(&path, text).unwrap();
        let words = ["replay", path.as_str()];
        writeln!(seen, "{}", refused(&sandbox, &words, &sandbox.run(&words))).unwrap();
    }
    // The column depends on the digits of its times.
    let seen = regex::Regex::new(r":3:\d+:").unwrap().replace(&seen, ":3:[COLUMN]:");
    insta::assert_snapshot!("bad recordings", seen);
}

/// O-22: a torn log loses only the unfinished record, reports that, and resumes on request; the rest is as in an undisturbed debate.
#[test]
fn a_torn_log_is_told_and_mended() {
    let sandbox = Sandbox::new();
    let id = sandbox.rehearse();
    let before: Vec<String> = sandbox.print(&["export", &id, "--format", "log"]).lines().map(str::to_owned).collect();
    let mut seen = String::new();
    for words in [["show", &id], ["resume", &id], ["replay", &id], ["export", &id]] {
        tear(&sandbox.store(), &id);
        writeln!(seen, "{}", refused(&sandbox, &words, &sandbox.run(&words)).replace(&id, "[ID]")).unwrap();
    }
    let mended = sandbox.run(&["resume", &id, "--drop-torn", "--quiet"]);
    assert_eq!(mended.code, 0, "{mended:?}");
    let notes: Vec<&str> = mended.stderr.lines().collect();
    writeln!(seen, "$ roundtable resume [ID] --drop-torn --quiet\n{}", notes.join("\n").replace(&id, "[ID]")).unwrap();
    insta::assert_snapshot!("torn log", seen);

    let after: Vec<String> = sandbox.print(&["export", &id, "--format", "log"]).lines().map(str::to_owned).collect();
    assert_eq!(after.len(), before.len());
    assert_eq!(after[..after.len() - 1], before[..before.len() - 1]);
    assert_eq!(sandbox.redact(&after[after.len() - 1]), sandbox.redact(&before[before.len() - 1]));
}

/// Truncates the last record of a log, as a crash of the machine might.
fn tear(store: &Path, id: &str) {
    use sqlx::ConnectOptions;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut connection = sqlx::sqlite::SqliteConnectOptions::new().filename(store).connect().await.unwrap();
        let torn =
            "UPDATE events SET body = substr(body, 1, 40) WHERE n = (SELECT max(n) FROM events WHERE debate = ?1)";
        let done = sqlx::query(torn).bind(id).execute(&mut connection).await.unwrap();
        assert_eq!(done.rows_affected(), 1);
        sqlx::Connection::close(connection).await.unwrap();
    });
}
