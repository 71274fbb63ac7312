//! Exports in every format, and imports.
use crate::sandbox::{Sandbox, id_of};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The engine's golden logs.
fn golden() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/golden");
    let mut logs: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    logs.retain(|it| it.extension().is_some_and(|it| it == "jsonl"));
    logs.sort();
    assert!(!logs.is_empty());
    logs
}

/// I-40: a debate is exported in all formats, which `--help` lists.
#[test]
fn a_debate_is_written_out_in_every_form() {
    let sandbox = Sandbox::new();
    let id = sandbox.rehearse();
    let help = sandbox.print(&["export", "--help"]);
    for form in exports::Format::ALL {
        let file = sandbox.path(form.as_str()).display().to_string();
        assert_eq!(sandbox.print(&["export", &id, "--format", form.as_str(), "-o", &file]), "");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("Should we adopt gRPC?") || form == exports::Format::Csv, "{form}: {text}");
        assert!(help.contains(&format!("- {form}: ")) || help.contains(&format!("- {form}:")), "{form}: {help}");
        if form != exports::Format::Csv {
            assert_eq!(sandbox.print(&["export", &id, "--format", form.as_str()]), text);
        }
    }
}

/// I-40: a file is replaced atomically: a reader of the old one reads it to its end, and no temporary file is left.
#[cfg(unix)]
#[test]
fn a_file_is_replaced_as_a_whole() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let sandbox = Sandbox::new();
    let id = sandbox.rehearse();
    fs::create_dir(sandbox.path("out")).unwrap();
    let (file, old, link) = (sandbox.path("out/debate.md"), sandbox.path("old.md"), sandbox.path("link.md"));
    fs::write(&file, "what was there").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    fs::hard_link(&file, &old).unwrap();
    symlink(&file, &link).unwrap();
    sandbox.print(&["export", &id, "-o", &link.display().to_string()]);
    assert_eq!(fs::read_to_string(&old).unwrap(), "what was there");
    assert_eq!(fs::read_to_string(&file).unwrap(), sandbox.print(&["export", &id]));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_dir(sandbox.path("out")).unwrap().count(), 1);
    // A special file is written in place.
    let nowhere = sandbox.run(&["export", &id, "-o", &sandbox.path("out").display().to_string()]);
    assert_eq!((nowhere.code, nowhere.stderr.lines().count()), (2, 1), "{nowhere:?}");
}

/// I-40, O-24: every golden log imports: it exports to the same bytes, shows, replays, and a second import changes nothing.
#[test]
fn an_imported_log_is_a_debate_again() {
    for path in golden() {
        let sandbox = Sandbox::new();
        let file = path.display().to_string();
        let ran = sandbox.run(&["import", &file]);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, "test\n"), "{file}: {ran:?}");
        assert_eq!(sandbox.print(&["export", "test", "--format", "log"]), fs::read_to_string(&path).unwrap(), "{file}");
        let shown = sandbox.print(&["show", "latest"]);
        assert!(shown.contains("Verdict: ") || shown.contains("What the panel found"), "{file}: {shown}");
        assert!(sandbox.run(&["replay", "test"]).stderr.contains("the same to the byte, no call made"), "{file}");
        let again = sandbox.run(&["import", &file]);
        assert_eq!((again.code, again.stdout.as_str()), (0, "test\n"), "{file}: {again:?}");
        assert!(again.stderr.starts_with("test is already stored, with the same "), "{again:?}");
    }
}

/// I-40, O-22: an imported unfinished debate resumes; one with an incomplete last line resumes without it, on request.
#[test]
fn half_a_debate_goes_on() {
    let whole = Sandbox::new();
    let log = whole.print(&["export", &whole.rehearse(), "--format", "log"]);
    let id = id_of(log.lines().next().unwrap());
    let half: String = log.lines().take(4).map(|it| format!("{it}\n")).collect();
    let torn = log.get(..half.len() + 40).unwrap();
    let sandbox = Sandbox::new();
    let refused = sandbox.run_with(&["import", "-"], torn.as_bytes());
    assert_eq!((refused.code, refused.stdout.as_str()), (1, ""), "{refused:?}");
    assert!(refused.stderr.contains("can't import standard input: line 5, the last one, is incomplete"), "{refused:?}");
    assert_eq!(sandbox.print(&["list"]), "", "nothing is kept of what is refused");
    let ran = sandbox.run_with(&["import", "-", "--drop-torn"], torn.as_bytes());
    assert_eq!((ran.code, ran.stdout), (0, format!("{id}\n")), "{}", ran.stderr);
    assert_eq!(sandbox.print(&["export", &id, "--format", "log"]), half);
    sandbox.print(&["resume", &id, "--quiet"]);
    let after = sandbox.print(&["export", &id, "--format", "log"]);
    assert!(after.starts_with(&half) && after.lines().count() == log.lines().count(), "{after}");
}

/// I-40: an import error names the line, the reason and a remedy.
#[test]
fn what_is_not_imported_is_told() {
    let sandbox = Sandbox::new();
    let path = golden().into_iter().find(|it| it.ends_with("v2-collaborative.jsonl")).unwrap();
    let log = fs::read_to_string(path).unwrap();
    sandbox.run_with(&["import", "-"], log.as_bytes());
    let part = |lines: usize| log.lines().take(lines).map(|it| format!("{it}\n")).collect::<String>();
    let mut odd_letter = log.clone().into_bytes();
    let second = log.find('\n').unwrap() + 20;
    odd_letter[second] = 0xff;
    let cases: [(&str, &[&str], &[u8]); 13] = [
        ("it has gone on here", &[], part(4).as_bytes().to_vec().leak()),
        ("other events", &[], log.replace("1700000002000", "1700000002001").leak().as_bytes()),
        ("under another id", &["--as", "other"], log.as_bytes()),
        ("an id that is none", &["--as", "../x"], log.as_bytes()),
        ("a strange id", &[], log.replace("\"test\"", "\"a b\"").leak().as_bytes()),
        ("nothing", &[], b""),
        ("prose", &[], b"Should we?\nNo.\n"),
        ("another kind of log", &[], b"{\"level\":\"info\"}\n{\"level\":\"info\"}\n"),
        ("a record missing", &[], log.replacen("{\"seq\":1,", "{\"seq\":7,", 1).leak().as_bytes()),
        ("a damaged record", &[], log.replacen("\"turn_taken\"", "\"turn_token\"", 1).leak().as_bytes()),
        ("no text", &[], &odd_letter),
        ("a newer log", &[], log.replace("\"version\":2", "\"version\":3").leak().as_bytes()),
        ("a log of version 1", &[], log.replace("\"version\":2", "\"version\":1").leak().as_bytes()),
    ];
    let mut seen = String::new();
    for (what, more, text) in cases {
        let ran = sandbox.run_with(&[&["import", "-"], more].concat(), text);
        writeln!(seen, "{what}\n{}", ran.shown(&sandbox)).unwrap();
    }
    for file in ["missing.jsonl", "."] {
        writeln!(seen, "{file}\n{}", sandbox.run(&["import", file]).shown(&sandbox)).unwrap();
    }
    // The column is irrelevant here.
    let seen = regex::Regex::new(r"column \d+").unwrap().replace_all(&seen, "column [COLUMN]");
    insta::assert_snapshot!("not imported", seen);
    let kept = sandbox.print(&["list", "--json"]);
    assert_eq!(kept.lines().count(), 2, "{kept}");
}
