//! What debates cost, the page that `open` shows, and several debates deleted at once.
use crate::killed::{command, in_log};
use crate::provider::Provider;
use crate::pty::{self, Terminal};
use crate::sandbox::{Ran, Sandbox};
use models::fake_provider::Behaviour;
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;

/// One answer of the second round is unusable.
fn provider() -> Provider {
    Provider::new(|call, _| (call == "r2/turn/b").then(|| Behaviour::answer("I'd rather not say.")))
}

const PRICES: &[u8] =
    b"[prices.\"openai/a\"]\ninput = 1\noutput = 2\n\n[prices.\"openai/b\"]\ninput = 1\noutput = 2\n\n\
                        [prices.\"openai/c\"]\ninput = 3\noutput = 5\n";

fn debate(sandbox: &Sandbox, provider: &Provider, topic: &str) {
    let words = ["debate", topic, "--with", "Ann=openai/a,b=openai/b,c=openai/c", "--rounds", "2", "--quiet"];
    let rules = ["--algorithm", "fixed_rounds", "--set", "safety=false"];
    let ran = Ran::of(command(sandbox, provider, &[&words[..], &rules].concat()).output().unwrap());
    assert_eq!(ran.code, 0, "{ran:?}");
}

/// I-10, O-04: `cost` adds up what every call of the logs cost, by day, debate, model, participant and purpose; each of these makes up the
/// whole, and a fork does not pay for what it copied.
#[test]
fn what_was_spent_is_told() {
    let (sandbox, provider) = (Sandbox::new().with_settings(PRICES), provider());
    let none = sandbox.run(&["cost"]);
    assert_eq!((none.code, none.stdout.as_str()), (0, ""), "{none:?}");
    assert!(none.stderr.contains("nothing was spent"), "{none:?}");
    debate(&sandbox, &provider, "Should we adopt gRPC?");
    debate(&sandbox, &provider, "Should we rotate the keys?");
    let spent: Value = serde_json::from_str(&sandbox.print(&["cost", "--json"])).unwrap();
    let number = |row: &Value, key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key}: {row}"));
    for part in ["days", "debates", "models", "participants", "purposes"] {
        for key in ["calls", "input", "output", "usd", "calls_without_price"] {
            let sum: f64 = spent[part].as_array().unwrap().iter().map(|it| number(it, key)).sum();
            let total = number(&spent["total"], key);
            assert!((sum - total).abs() < 1e-9, "{part} {key}: {sum} of {total}");
        }
    }
    let counts = |it: &str| in_log(&sandbox, it).len() as f64;
    let id = spent["debates"][0]["debate"].as_str().unwrap();
    assert!(number(&spent["total"], "usd") > 0.0 && number(&spent["debates"][0], "calls") > counts(id), "{spent}");
    let of = |part: &str, key: &str, name: &str| {
        let rows = spent[part].as_array().unwrap();
        rows.iter().find(|it| it[key] == name).unwrap_or_else(|| panic!("{name}: {spent}")).clone()
    };
    assert_eq!(number(&of("purposes", "purpose", "answers that could not be used"), "calls"), 2.0);
    assert_eq!(of("participants", "participant", "Ann")["model"], "openai/a");
    let (dear, cheap) = (of("models", "model", "openai/c"), of("models", "model", "openai/a"));
    assert!(number(&dear, "usd") > number(&cheap, "usd"), "{spent}");

    // The dollars of the verdict are those of the ledger.
    let verdict: Value = serde_json::from_str(&sandbox.print(&["show", id, "--json"])).unwrap();
    let one: Value = serde_json::from_str(&sandbox.print(&["cost", id, "--json"])).unwrap();
    assert_eq!(one["debates"].as_array().unwrap().len(), 1);
    assert!((number(&one["total"], "usd") - number(&verdict["metadata"]["usage"], "cost")).abs() < 1e-9, "{verdict}");

    let before = number(&spent["total"], "usd");
    let forked = ["fork", id, "--after-round", "1", "--rounds", "2", "--quiet"];
    let ran = Ran::of(command(&sandbox, &provider, &forked).output().unwrap());
    assert_eq!(ran.code, 0, "{ran:?}");
    let after: Value = serde_json::from_str(&sandbox.print(&["cost", "--json"])).unwrap();
    assert!(number(&after["total"], "usd") - before < number(&one["total"], "usd") * 0.8, "{after}");

    for width in [60, 100] {
        for words in [&["cost"][..], &["cost", id]] {
            let (code, seen) = pty::run(&sandbox, words, 60, width);
            assert!(code == 0 && seen.starts_with("in all") && seen.contains("BY PURPOSE"), "{seen}");
            assert!(seen.lines().all(|it| console::measure_text_width(it) <= width.into()), "{seen}");
            let title = if words.len() == 1 { "BY MODEL" } else { "BY PARTICIPANT" };
            assert!(seen.contains(title) && seen.contains("BY DAY") && seen.contains('$'), "{seen}");
        }
    }
    assert!(sandbox.run(&["cost", "--since", "9999-01-01"]).stderr.contains("nothing was spent"));
}

/// I-10, O-04: dollars are called the known part where a price is unknown, and where to set it is said.
#[test]
fn an_unknown_price_is_said() {
    let (sandbox, provider) = (Sandbox::new(), provider());
    debate(&sandbox, &provider, "Should we adopt gRPC?");
    let text = sandbox.print(&["cost"]);
    assert!(text.contains("cost unknown") && text.contains("roundtable config edit"), "{text}");
}

/// I-10, I-40: `open` writes the page and hands it to the system's program; `rm` deletes several debates, and their pages.
#[test]
fn a_page_is_opened_and_goes_with_its_debate() {
    let sandbox = Sandbox::new();
    let (first, second, kept) = (sandbox.rehearse(), sandbox.rehearse(), sandbox.rehearse());
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let (bin, seen) = (sandbox.path("bin"), sandbox.path("seen"));
    std::fs::create_dir_all(&bin).unwrap();
    std::fs::write(bin.join(opener), format!("#!/bin/sh\nprintf '%s' \"$1\" > '{}'\n", seen.display())).unwrap();
    std::fs::set_permissions(bin.join(opener), std::fs::Permissions::from_mode(0o755)).unwrap();
    let ran = Ran::of(sandbox.command(&["open", &first]).env("PATH", &bin).output().unwrap());
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
    let page = std::path::PathBuf::from(std::fs::read_to_string(&seen).unwrap());
    assert!(page.ends_with(format!("{first}.html")) && ran.stderr.contains(&page.display().to_string()), "{ran:?}");
    let mode = std::fs::metadata(page.parent().unwrap()).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "nobody else reads it: {mode:o}");
    assert!(std::fs::read_to_string(&page).unwrap().to_lowercase().starts_with("<!doctype html>"));
    let without = Ran::of(sandbox.command(&["open", "latest"]).env("PATH", "/nowhere").output().unwrap());
    assert!(without.code == 2 && without.stderr.contains("the file is written; open `"), "{without:?}");

    let refused = sandbox.run(&["rm", &first, "nobodys1", "--yes"]);
    assert!(refused.code == 1 && page.exists() && sandbox.run(&["show", &first]).code == 0, "{refused:?}");
    let unasked = sandbox.run(&["rm", &first, &second]);
    assert!(unasked.code == 1 && unasked.stderr.contains(&format!("roundtable rm {first} {second} --yes")));
    let mut asked = Terminal::start(&sandbox.command(&["rm", &first, &second]), 24, 100);
    asked.until(&["Delete these and everything stored for them?"]);
    asked.press("y\n");
    let (code, screen) = asked.end();
    assert!(code == 0 && screen.matches("deleted ").count() == 2, "{screen}");
    assert!(!page.exists(), "the page goes with its debate");
    let left = sandbox.print(&["list", "--json"]);
    assert!(left.lines().count() == 1 && left.contains(&kept), "{left}");
}

/// I-12: at the end of input a prompt's line is ended before anything else is printed.
#[test]
fn a_prompt_that_is_left_ends_its_line() {
    let sandbox = Sandbox::new();
    let id = sandbox.rehearse();
    for words in [&["rm", id.as_str()][..], &["models", "pull", "smollm2-135m"]] {
        let mut asked = Terminal::start(&sandbox.command(words), 24, 100);
        asked.until_seen("a prompt", |it| it.contains("[y/N]") || it.contains("[Y/n]"));
        asked.press("\u{4}");
        let (_, screen) = asked.end();
        let line = screen.lines().find(|it| it.contains("[y/N]") || it.contains("[Y/n]")).unwrap();
        assert!(line.ends_with("n]") || line.ends_with("N]"), "{screen}");
        assert!(screen.contains("\nnothing was deleted") || screen.contains("nothing was downloaded"), "{screen}");
    }
}

/// I-12: a command that reads standard input says so on a terminal.
#[test]
fn what_waits_for_text_says_so() {
    let sandbox = Sandbox::new();
    for words in [&["analyze", "relation", "--analyst", "lexical"][..], &["learn", "import", "-"], &["import", "-"]] {
        let mut waiting = Terminal::start(&sandbox.command(words), 24, 100);
        waiting.until(&["then end it with Ctrl-D"]);
        waiting.press("\u{3}");
        waiting.end();
    }
}
