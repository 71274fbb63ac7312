//! `--attach`: texts that are read, skipped and refused.
use crate::sandbox::Sandbox;
use serde_json::Value;
use std::fmt::Write;
use std::os::unix::fs::symlink;

fn write(sandbox: &Sandbox, name: &str, bytes: &[u8]) {
    let path = sandbox.path("work").join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

/// The titles of the attached texts in a log, event by event.
fn attached(log: &str) -> Vec<(u64, Vec<String>)> {
    let events = log.lines().map(|it| serde_json::from_str::<Value>(it).unwrap());
    let titles = |it: &Value| {
        it["sources"].as_array().unwrap().iter().map(|it| it["title"].as_str().unwrap().to_owned()).collect()
    };
    events.filter(|it| it["type"] == "sources_attached").map(|it| (it["seq"].as_u64().unwrap(), titles(&it))).collect()
}

const DEBATE: [&str; 6] = ["debate", "Should we adopt gRPC?", "--with", "sim", "--rounds", "1"];

fn with(rest: &[&'static str]) -> Vec<&'static str> {
    DEBATE.iter().copied().chain(rest.iter().copied()).collect()
}

/// O-10: files, directories and standard input enter the log right after the opening; skipped files are reported; later commands need no file.
#[test]
fn what_is_attached_is_in_the_log() {
    let sandbox = Sandbox::new();
    write(&sandbox, "report.md", b"# Report\n\ngRPC halves the payload.\r\n");
    write(&sandbox, "docs/b.txt", b"second");
    write(&sandbox, "docs/a/deep.rst", b"first");
    write(&sandbox, "docs/.hidden", b"secret");
    write(&sandbox, "docs/image.png", b"\x89PNG\x00\x01");
    write(&sandbox, "docs/empty.md", b" \n");
    write(&sandbox, "docs/huge.txt", &vec![b'x'; (1 << 20) + 1]);
    write(&sandbox, "outside.txt", b"not yours");
    symlink(sandbox.path("work/outside.txt"), sandbox.path("work/docs/link.txt")).unwrap();
    symlink(sandbox.path("work"), sandbox.path("work/docs/round")).unwrap();
    let words =
        with(&["--attach", "report.md", "--attach", "docs", "--attach", "-", "--attach", "report.md", "--jsonl"]);
    let ran = sandbox.run_with(&words, b"typed \x1b[31mred");
    assert_eq!(ran.code, 0, "{ran:?}");
    let titles = ["report.md", "docs/a/deep.rst", "docs/b.txt", "standard input", "report.md (2)"];
    assert_eq!(attached(&ran.stdout), [(1, titles.map(str::to_owned).to_vec())]);
    assert!(!ran.stdout.contains("secret") && !ran.stdout.contains("not yours") && !ran.stdout.contains("\\u001b"));
    insta::assert_snapshot!("passed over", ran.stderr);

    for name in ["report.md", "docs/b.txt", "docs/a/deep.rst"] {
        std::fs::remove_file(sandbox.path("work").join(name)).unwrap();
    }
    let log = sandbox.print(&["export", "latest", "--format", "log"]);
    assert_eq!(log.trim_end(), ran.stdout.trim_end());
    sandbox.print(&["replay", "latest", "--quiet"]);
    assert!(sandbox.print(&["show", "latest"]).contains("Verdict:"));
}

/// O-10, O-23: `continue` and `fork` can attach more texts; a fork keeps the earlier ones.
#[test]
fn more_is_attached_to_a_debate_that_goes_on() {
    let sandbox = Sandbox::new();
    write(&sandbox, "one.md", b"one");
    write(&sandbox, "two.md", b"two");
    sandbox.print(&with(&["--attach", "one.md", "--quiet"]));
    let first = crate::sandbox::id_of(sandbox.print(&["export", "latest", "--format", "log"]).lines().next().unwrap());
    sandbox.print(&["fork", &first, "--attach", "two.md", "--rounds", "2", "--quiet"]);
    let forked = attached(&sandbox.print(&["export", "latest", "--format", "log"]));
    let titles: Vec<Vec<String>> = forked.into_iter().map(|(_, titles)| titles).collect();
    assert_eq!(titles, [["one.md".to_owned()], ["two.md".to_owned()]]);
    sandbox.print(&["replay", "latest", "--quiet"]);
    sandbox.print(&["continue", &first, "--attach", "two.md", "--say", "Read this too.", "--quiet"]);
    let log = sandbox.print(&["export", &first, "--format", "log"]);
    let titles: Vec<Vec<String>> = attached(&log).into_iter().map(|(_, titles)| titles).collect();
    assert_eq!(titles, [["one.md".to_owned()], ["two.md".to_owned()]]);
    sandbox.print(&["replay", &first, "--quiet"]);
    sandbox.print(&["fork", &first, "--at", "0", "--rounds", "1", "--quiet"]);
    assert_eq!(
        attached(&sandbox.print(&["export", "latest", "--format", "log"])).len(),
        1,
        "attached with the opening"
    );
}

/// O-10, I-13: a text that can't be attached is named, and no debate starts.
#[test]
fn what_can_not_be_attached_is_refused() {
    let sandbox = Sandbox::new();
    write(&sandbox, "binary.bin", b"a\x00b");
    write(&sandbox, "latin.txt", b"caf\xe9");
    write(&sandbox, "empty.md", b"");
    write(&sandbox, "huge.txt", &vec![b'x'; (1 << 20) + 1]);
    write(&sandbox, "nothing/.hidden", b"x");
    for number in 0..201 {
        write(&sandbox, &format!("many/{number:03}.txt"), b"x");
    }
    for number in 0..5 {
        write(&sandbox, &format!("heavy/{number}.txt"), &vec![b'x'; 1 << 20]);
    }
    let rows: [(&[&'static str], &[u8]); 13] = [
        (&["--attach", "missing.md"], b""),
        (&["--attach", ""], b""),
        (&["--attach", "binary.bin"], b""),
        (&["--attach", "latin.txt"], b""),
        (&["--attach", "empty.md"], b""),
        (&["--attach", "huge.txt"], b""),
        (&["--attach", "nothing"], b""),
        (&["--attach", "many"], b""),
        (&["--attach", "heavy"], b""),
        (&["--attach", "/dev/null"], b""),
        (&["--attach", "-", "--attach", "-"], b"text"),
        (&["--attach", "-"], b""),
        (&["--attach", "-"], b"a\x00b"),
    ];
    let mut seen = String::new();
    for (rest, input) in rows {
        let ran = sandbox.run_with(&with(rest), input);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{rest:?}: {ran:?}");
        writeln!(seen, "$ {}\n{}", rest.join(" "), sandbox.redact(&ran.stderr)).unwrap();
    }
    let ran = sandbox.run_with(&["debate", "-", "--with", "sim", "--attach", "-"], b"text");
    assert_eq!(ran.code, 1, "{ran:?}");
    writeln!(seen, "$ debate - --attach -\n{}", ran.stderr).unwrap();
    insta::assert_snapshot!("not attached", seen);
    assert!(!sandbox.store().exists(), "nothing was begun");
}

/// I-11: a plan names the texts that would be attached, and sends none of them.
#[test]
fn a_plan_names_what_is_attached() {
    let sandbox = Sandbox::new();
    write(&sandbox, "offers/alder.txt", b"Alder costs 4000 a month.");
    write(&sandbox, "offers/birch.txt", b"Birch costs 3000 a month.");
    let plan =
        ["debate", "Which vendor?", "--options", "Alder; Birch", "--attach", "offers", "--with", "sim", "--plan"];
    let text = sandbox.print(&plan);
    assert!(text.contains("attached   2 texts: offers/alder.txt, offers/birch.txt\n"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&sandbox.print(&[&plan[..], &["--json"]].concat())).unwrap();
    assert_eq!(json["attached"], serde_json::json!(["offers/alder.txt", "offers/birch.txt"]));
    assert_eq!(sandbox.print(&["list", "--json"]), "");
}
