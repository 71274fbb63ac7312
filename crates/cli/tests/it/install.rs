//! `mcp install` as a command: output, written files, backups.
use crate::sandbox::Sandbox;
use serde_json::Value;
use std::process::Stdio;

const KEY: &str = "sk-secret-0123456789";

fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new().with("OPENAI_API_KEY", KEY);
    std::fs::create_dir_all(sandbox.path("home")).unwrap();
    sandbox
}

fn shown(sandbox: &Sandbox, words: &[&str]) -> String {
    let ran = sandbox.run(&[&["mcp", "install"][..], words].concat());
    let text = ran.shown(sandbox).replace(env!("CARGO_BIN_EXE_roundtable"), "[PROGRAM]");
    let text = text.replace("[DIR]/work", "[HERE]");
    assert!(!text.contains(KEY), "{text}");
    text
}

/// I-20, O-40: the configuration is printed with its file, and contains no key.
#[test]
fn the_configuration_is_printed() {
    let sandbox = sandbox();
    let rows: [&[&str]; 4] = [
        &["--client", "claude-code"],
        &["--client", "codex", "--name", "table", "--store", "mine.db"],
        &["--client", "windsurf", "--scope", "project"],
        &["--client", "cursor", "--name", "two words"],
    ];
    let seen: Vec<String> =
        rows.iter().map(|words| format!("== {}\n{}", words.join(" "), shown(&sandbox, words))).collect();
    insta::assert_snapshot!("printed", seen.join("\n"));
    assert_eq!(std::fs::read_dir(sandbox.path("home")).unwrap().count(), 0, "nothing is written");
}

/// I-20, O-40: writing keeps the other entries and a backup; a second run changes nothing; the written command starts the program.
#[test]
fn the_configuration_is_written() {
    let sandbox = sandbox();
    let file = sandbox.path("home/.cursor/mcp.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let before = "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }\n  }\n}\n";
    std::fs::write(&file, before).unwrap();
    let words = ["--client", "cursor", "--write"];
    let seen = [
        shown(&sandbox, &words),
        shown(&sandbox, &words),
        shown(&sandbox, &["--client", "cursor", "--write", "--name", "b"]),
    ];
    insta::assert_snapshot!("written", seen.join("\n"));
    let after = std::fs::read_to_string(&file).unwrap();
    assert!(after.contains("\"other\": { \"command\": \"x\" }"), "{after}");
    assert!(!after.contains(KEY));
    assert_eq!(std::fs::read_to_string(sandbox.path("home/.cursor/mcp.json.bak")).unwrap(), before);
    assert!(sandbox.path("home/.cursor/mcp.json.bak2").exists(), "an older copy is not lost");

    let written: Value = serde_json::from_str(&after).unwrap();
    let server = &written["mcpServers"]["roundtable"];
    let args: Vec<&str> = server["args"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert_eq!(server["command"], env!("CARGO_BIN_EXE_roundtable"));
    assert_eq!(sandbox.run(&args).code, 0);
}

/// I-13: a file with comments is not changed, and the message says what to do.
#[test]
fn a_file_with_comments_is_left_alone() {
    let sandbox = sandbox();
    let file = sandbox.path("config/zed/settings.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let before = "// Zed settings\n{\n  \"theme\": \"One Dark\",\n}\n";
    std::fs::write(&file, before).unwrap();
    insta::assert_snapshot!("left alone", shown(&sandbox, &["--client", "zed", "--write"]));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
    let names: Vec<_> = std::fs::read_dir(file.parent().unwrap()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(names, ["settings.json"], "nothing is left beside it");
}

/// I-10, I-13: the error for an unknown client lists the known ones; without a client it shows the usage.
#[test]
fn a_client_must_be_known() {
    let sandbox = sandbox();
    let unknown = sandbox.run(&["mcp", "install", "--client", "emacs"]);
    assert_eq!(unknown.code, 1);
    assert!(
        unknown.stderr.contains("claude-code, claude-desktop, cursor, vscode, codex, gemini, windsurf, zed"),
        "{unknown:?}"
    );
    let nothing = sandbox.command(&["mcp", "install"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(nothing.status.code(), Some(1));
}
