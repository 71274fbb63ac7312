//! `models pull`, `list`, `rm` and `verify`, with sources that are missing, hang, or are killed with the program.
use crate::sandbox::{Ran, Sandbox};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Child;
use std::time::Duration;

const SMALL: &str = "smollm2-135m";
const FILE: &str = "SmolLM2-135M-Instruct.Q4_1.gguf";

/// No hub, no Python, no npm.
fn desert() -> Sandbox {
    let sandbox = Sandbox::new();
    let (path, cache) = (sandbox.path("bin").display().to_string(), sandbox.path("cache").display().to_string());
    std::fs::create_dir_all(&path).unwrap();
    sandbox.with("PATH", &path).with("XDG_CACHE_HOME", &cache).with("HF_ENDPOINT", "http://127.0.0.1:1/")
}

/// Waits for an effect of another process.
fn wait_until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn size_of(path: &Path) -> u64 {
    path.metadata().map(|it| it.len()).unwrap_or(0)
}

/// I-10, O-01: every row is listed with its size, its licence and whether it is installed; an empty result is reported.
#[test]
fn the_rows_are_listed() {
    let sandbox = desert();
    insta::assert_snapshot!("weights, list", sandbox.run(&["models", "list"]).shown(&sandbox));
    let json = sandbox.print(&["models", "list", "--json"]);
    let rows: Vec<serde_json::Value> = json.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[1]["name"], SMALL);
    assert_eq!(
        (&rows[1]["bytes"], &rows[1]["held"], &rows[1]["role"]),
        (&98_362_432.into(), &false.into(), &"chat".into())
    );
    assert!(rows[3]["licence"].is_null());
    insta::assert_snapshot!("weights, verify nothing", sandbox.run(&["models", "verify"]).shown(&sandbox));
    insta::assert_snapshot!("weights, rm nothing", sandbox.run(&["models", "rm", SMALL]).shown(&sandbox));
    assert!(!sandbox.path("cache").exists(), "to look makes nothing");
}

/// I-13, O-01: if no source can be reached, the error lists the sources and ends with the commands for a manual download.
#[test]
fn nothing_reachable_is_told() {
    let sandbox = desert();
    let ran = sandbox.run(&["models", "pull", SMALL, "--yes"]);
    let system_error = regex::Regex::new(r"(can't reach http://127.0.0.1:1: )[^\n]*").unwrap();
    insta::assert_snapshot!("weights, nothing reachable", system_error.replace_all(&ran.shown(&sandbox), "${1}[WHY]"));
    let unlicensed = sandbox.run(&["models", "pull", "policy-nli-xsmall", "--yes"]);
    assert_eq!(unlicensed.code, 2);
    assert!(unlicensed.stderr.contains("`policy-nli-xsmall` declares no licence"), "{}", unlicensed.stderr);
    // Without a name, weights with a licence are chosen; in a pipe there is no prompt.
    let chosen = sandbox.run(&["models", "pull", "--yes"]);
    assert_eq!(chosen.code, 2);
    assert!(chosen.stderr.contains("Apache-2.0"), "{}", chosen.stderr);
}

/// I-13: an unknown name, with the nearest known one.
#[test]
fn a_wrong_name_is_met_with_the_nearest() {
    let sandbox = desert();
    for words in [&["models", "pull", "smollm2"][..], &["models", "rm", "smollm2"], &["models", "verify", "smollm2"]] {
        let ran = sandbox.run(words);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert_eq!(ran.stderr, "error: there are no weights `smollm2`; did you mean `smollm2-135m`?\n");
    }
    for words in [&["models", "pull", SMALL, "--all"][..], &["models", "rm"], &["models", "--json", "list"]] {
        assert_eq!(sandbox.run(words).code, 1, "{words:?}");
    }
}

/// O-01, I-13: a file with a wrong hash does not count as installed; it is named with a remedy, and can be removed.
#[test]
fn a_wrong_file_is_found_and_removed() {
    let sandbox = desert();
    let weights = sandbox.path("own").display().to_string();
    let sandbox = sandbox.with("ROUNDTABLE_WEIGHTS", &weights);
    let directory = sandbox.path("own").join(SMALL);
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::write(directory.join(FILE), "half a file").unwrap();
    assert!(sandbox.print(&["models", "list"]).contains("not verified"));
    insta::assert_snapshot!("weights, wrong", sandbox.run(&["models", "verify"]).shown(&sandbox));
    let json = sandbox.run(&["models", "verify", SMALL, "--json"]);
    assert_eq!(
        (json.code, serde_json::from_str::<serde_json::Value>(&json.stdout).unwrap()["state"].as_str()),
        (2, Some("wrong"))
    );
    assert_eq!(sandbox.run(&["models", "rm", SMALL]).stderr, "removed `smollm2-135m`: 11 bytes freed\n");
    assert!(!directory.exists());
    let absent = sandbox.run(&["models", "verify", SMALL]);
    assert_eq!(absent.code, 2);
    assert!(absent.stderr.contains("download with `roundtable models pull smollm2-135m`"), "{}", absent.stderr);
}

/// I-13: a directory that can't be written is named.
#[test]
fn a_place_that_can_not_be_written_is_named() {
    let sandbox = desert();
    // Permissions do not bind root: use a file in place of the directory.
    std::fs::write(sandbox.path("cache"), "").unwrap();
    let ran = sandbox.run(&["models", "pull", SMALL, "--yes"]);
    assert_eq!(ran.code, 2);
    let last = sandbox.redact(ran.stderr.lines().last().unwrap());
    assert!(last.starts_with("error: can't write `[DIR]/cache/roundtable/weights/.partial/smollm2-135m`: "), "{last}");
    assert!(last.ends_with("or set `ROUNDTABLE_WEIGHTS` to another directory"), "{last}");
}

/// A hub that announces the file, sends so many bytes of it and then nothing.
fn stalling_hub(listener: &TcpListener, bytes: usize) -> (TcpStream, Option<String>) {
    let (mut stream, _) = listener.accept().unwrap();
    let head: Vec<String> = BufReader::new(stream.try_clone().unwrap())
        .lines()
        .map(Result::unwrap)
        .take_while(|it| !it.is_empty())
        .collect();
    let range = head.iter().find(|it| it.to_lowercase().starts_with("range:")).cloned();
    write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: 98362432\r\n\r\n").unwrap();
    stream.write_all(&vec![7; bytes]).unwrap();
    (stream, range)
}

/// O-01, O-22: a killed download leaves no file in place, and the next one continues it.
#[test]
fn killed_on_the_way_a_fetch_goes_on() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let sandbox = desert().with("HF_ENDPOINT", &format!("http://{}", listener.local_addr().unwrap()));
    let weights = sandbox.path("cache/roundtable/weights");
    let partial = weights.join(format!(".partial/{SMALL}/{FILE}.0"));
    let start = || sandbox.command(&["models", "pull", SMALL, "--yes"]).spawn().unwrap();

    let mut child = start();
    let (hub, range) = stalling_hub(&listener, 3_000_000);
    assert_eq!(range, None);
    wait_until(|| size_of(&partial) == 3_000_000);
    child.kill().unwrap();
    child.wait().unwrap();
    drop(hub);
    assert!(!weights.join(SMALL).exists());

    let child = start();
    let (_hub, range) = stalling_hub(&listener, 0);
    assert_eq!(range.unwrap().to_lowercase(), "range: bytes=3000000-");
    let ran = interrupted(child);
    assert_eq!(ran.code, 130, "{ran:?}");
    assert!(!weights.join(SMALL).exists());
}

fn interrupted(child: Child) -> Ran {
    kill_process(Pid::from_raw(child.id().try_into().unwrap()).unwrap(), Signal::INT).unwrap();
    Ran::of(child.wait_with_output().unwrap())
}

/// I-12: Ctrl-C ends the download client with the program, gives exit code 130 and the command that continues.
#[test]
fn interrupted_it_ends_its_client() {
    let sandbox = desert();
    let python = sandbox.path("bin/python3");
    let hangs = format!(
        "#!/bin/sh\necho $$ > {0}.new\n/bin/mv {0}.new {0}\nexec /bin/sleep 600\n",
        sandbox.path("pid").display()
    );
    std::fs::write(&python, hangs).unwrap();
    std::fs::set_permissions(&python, std::fs::Permissions::from_mode(0o755)).unwrap();
    let child = sandbox.command(&["models", "pull", SMALL, "--yes"]).spawn().unwrap();
    wait_until(|| sandbox.path("pid").exists());
    let client: i32 = std::fs::read_to_string(sandbox.path("pid")).unwrap().trim().parse().unwrap();
    let ran = interrupted(child);
    assert_eq!(ran.code, 130, "{ran:?}");
    let last = ran.stderr.lines().last().unwrap();
    let expected = "interrupted: complete parts are kept; continue with `roundtable models pull smollm2-135m`";
    assert_eq!(last, expected);
    // Reaping the orphan may take a moment.
    wait_until(|| {
        let stat = std::fs::read_to_string(format!("/proc/{client}/stat")).unwrap_or_default();
        stat.is_empty() || stat.contains(") Z ")
    });
}

/// Whether a text ends as a sentence: with a full stop behind a word that can be the last.
fn ends_as_a_sentence(text: &str) -> bool {
    const DANGLING: [&str; 14] =
        ["a", "an", "and", "as", "at", "by", "for", "in", "of", "or", "the", "to", "which", "with"];
    let words = text.trim_end_matches(['.', '!', '?', '"', '”', ')', ']']);
    let last = words.rsplit(' ').next().unwrap_or_default().to_lowercase();
    words.len() < text.len() && words.ends_with(char::is_alphanumeric) && !DANGLING.contains(&last.as_str())
}

/// O-01, O-05, I-11: with installed weights, a debate of embedded models needs no network, no client and no key, its sentences end as
/// sentences, and its record replays.
#[test]
fn weights_that_are_here_need_no_network() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let kept =
        std::env::var("ROUNDTABLE_TEST_WEIGHTS").unwrap_or_else(|_| root.join("target/weights").display().to_string());
    let nowhere = "http://127.0.0.1:1";
    let sandbox = desert().with("ROUNDTABLE_WEIGHTS", &kept).with("HF_ENDPOINT", nowhere);
    let sandbox = sandbox.with("HTTPS_PROXY", nowhere).with("HTTP_PROXY", nowhere).with("ROUNDTABLE_THREADS", "1");
    let seats = "local/smollm2-135m,Second=local/smollm2-135m";
    let ran = sandbox.run(&["debate", "Should we keep a rollback plan?", "--with", seats, "--rounds", "2", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let verdict: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(verdict["decision"]["label"].is_string(), "{verdict}");
    let log = sandbox.print(&["export", "latest", "--format", "log"]);
    let events = log.lines().map(|it| serde_json::from_str::<serde_json::Value>(it).unwrap());
    let turns: Vec<_> = events.filter(|it| it["type"] == "turn_taken").collect();
    let texts = turns.iter().flat_map(|it| [&it["turn"]["position"], &it["turn"]["reasoning"]]);
    let texts: Vec<&str> = texts.filter_map(serde_json::Value::as_str).collect();
    assert!(!texts.is_empty() && texts.iter().all(|it| ends_as_a_sentence(it)), "{texts:#?}");
    for torn in ["scalability,.", "easier to, in.", "one of the.", "half a wo"] {
        assert!(!ends_as_a_sentence(torn), "{torn}");
    }
    let replayed = sandbox.run(&["replay", "latest", "--quiet"]);
    assert_eq!(replayed.code, 0, "{replayed:?}");
}
