//! The program on a real terminal, its escape sequences interpreted: the live view at three widths, resized, interrupted, with a lost seat, and
//! the screen that a debate ends with.
//!
//! A provider that stops in the middle of an answer holds the screen still, so no test depends on time.
use crate::killed::{command, in_log};
use crate::provider::Provider;
use crate::pty::{self, Terminal};
use crate::sandbox::Sandbox;
use models::fake_provider::Behaviour;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) const WIDTHS: [u16; 3] = [60, 100, 160];
pub(crate) const ROWS: u16 = 40;

/// The beginning of a long answer.
const BEGUN: &str = r#"{"position": "No: the schema would be owned by nobody, \u201cfor now\u201d", "reasoning": "Two teams tried it last year. Each of them kept a second interface for its \u00e9clair clients, because no proxy in the way would pass the new one"#;

/// Seat `a` answers, `b` stops in the middle of its answer, `c` says nothing.
pub(crate) fn still() -> Provider {
    // By model: some modes hide names.
    Provider::new(|_, received| match received.body["model"].as_str() {
        Some("b") => Some(Behaviour::Stall { text: BEGUN.to_owned() }),
        Some("c") => Some(Behaviour::Hang),
        _ => None,
    })
}

pub(crate) fn debate(sandbox: &Sandbox, provider: &Provider, mode: &str) -> Command {
    let rest = ["--mode", mode, "--rounds", "3", "--algorithm", "fixed_rounds", "--set", "safety=false"];
    let words = ["debate", "Should we adopt gRPC?", "--with", "openai/a,openai/b,openai/c"];
    command(sandbox, provider, &[&words[..], &rest].concat())
}

/// The lines of the participants and the line below them.
pub(crate) fn region(screen: &str) -> Vec<&str> {
    let is_line = |it: &&str| it.starts_with(['*', '✓', '✗']) || it.starts_with("round ");
    screen.lines().filter(is_line).collect()
}

/// I-12: in every mode and at every width, a finished answer is readable while others speak; each seat has a line with its phase and readable
/// words, never JSON; Ctrl-C leaves the answers, no spinner and the cursor.
#[test]
fn every_mode_is_shown_live() {
    for mode in formats::modes::names() {
        for width in WIDTHS {
            let (sandbox, provider) = (Sandbox::new(), still());
            let mut terminal = Terminal::start(&debate(&sandbox, &provider, mode), ROWS, width);
            // All who were asked are where the provider leaves them.
            let is_still =
                |it: &str| it.contains("pass the new one") && !it.contains("* a ") && !it.contains("* Reader");
            let seen = terminal.until_seen("b in the middle of its answer", is_still);
            // What the provider says depends on the prompt, and that on the pseudonyms, which are dealt anew.
            let shown = if mode == "delphi" { region(&seen).join("\n") } else { seen.clone() };
            insta::assert_snapshot!(format!("{mode} at {width}"), shown);
            assert!(!seen.contains("{\"") && !seen.contains("\\u"), "{seen}");
            assert!(region(&seen).iter().all(|it| console::measure_text_width(it) < width.into()), "{seen}");
            if seen.contains("✓ a") {
                assert!(seen.contains("as a rehearsal: "), "its answer is there, too: {seen}");
            }
            terminal.press("\u{3}");
            let (code, left) = terminal.end();
            assert_eq!(code, 130, "{left}");
            assert_eq!(region(&left), Vec::<&str>::new(), "{left}");
            let last = left.replace('\n', " ");
            assert!(last.contains("interrupted: nothing is lost; go on with `roundtable resume"), "{left}");
            if mode == "collaborative" {
                insta::assert_snapshot!(format!("interrupted at {width}"), left);
            }
        }
    }
}

/// I-12: resized in mid-round, wider, narrower or lower, the screen shows the end of the text and each line of the round once; the debate goes
/// on.
#[test]
fn a_resized_terminal_stays_correct() {
    let (sandbox, provider) = (Sandbox::new(), still());
    let mut terminal = Terminal::start(&debate(&sandbox, &provider, "collaborative"), ROWS, 100);
    let words = ["✓ a", "pass the new one", "* c"];
    terminal.until(&words);
    for (rows, columns) in [(24, 60), (40, 160), (12, 40), (40, 100)] {
        terminal.resize(rows, columns);
        let is_drawn = |it: &str| {
            let region = region(it);
            let fits = |it: &&str| console::measure_text_width(it) < columns.into();
            // The footer is cut where the terminal is narrow.
            region.len() == 4 && region.iter().all(fits) && (columns < 100 || region[3].contains("goes on"))
        };
        let seen = terminal.until_seen(&format!("{columns} columns"), is_drawn);
        insta::assert_snapshot!(format!("resized to {rows}x{columns}"), seen);
    }
    terminal.press("\u{3}");
    let (code, left) = terminal.end();
    assert_eq!((code, region(&left).len()), (130, 0), "{left}");
}

/// D-21, I-12: a lost seat keeps a line that says why; an answer that can't be read is asked for again, and the line says so.
#[test]
fn a_lost_seat_is_shown() {
    for width in WIDTHS {
        // One after the other, so that the text is the same each time.
        let [second, third] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let (to_b, to_c) = (second.clone(), third.clone());
        let provider = Provider::new(move |call, _| match call {
            "r1/turn/a" => Some(Behaviour::status(400, "no such model")),
            "r1/turn/b" => Some(Behaviour::Gated { open: to_b.clone(), text: "I'd rather not say.".to_owned() }),
            "r1/again/b" => Some(Behaviour::Hang),
            "r1/turn/c" => Some(Behaviour::Gated { open: to_c.clone(), text: String::new() }),
            _ => None,
        });
        let sandbox = Sandbox::new();
        let mut terminal = Terminal::start(&debate(&sandbox, &provider, "collaborative"), ROWS, width);
        terminal.until(&["✗ a"]);
        second.store(true, Ordering::Release);
        terminal.until(&["asked again"]);
        third.store(true, Ordering::Release);
        let seen = terminal.until(&["✗ a", "asked again", "✓ c"]);
        insta::assert_snapshot!(format!("a lost seat at {width}"), seen);
        terminal.press("\u{3}");
        assert_eq!(terminal.end().0, 130);
    }
}

/// I-01: a debate ends with a screen that begins with the answer: at most fifteen lines, the id and the next commands included, at 60 columns
/// too, after a resize too.
#[test]
fn a_debate_ends_with_the_answer() {
    for width in WIDTHS {
        let (sandbox, provider) = (Sandbox::new(), Provider::new(|_, _| None));
        // In turn: the ids of claims follow the order of the answers.
        let (code, left) = Terminal::start(&debate(&sandbox, &provider, "adversarial"), 24, width).end();
        assert_eq!(code, 0, "{left}");
        insta::assert_snapshot!(format!("the end at {width}"), left);
        let screen = left.split_once("Verdict: ").unwrap().1;
        assert!(screen.lines().count() <= 15 && screen.contains("id [ID] · more: roundtable show"), "{screen}");
        assert_eq!(in_log(&sandbox, "latest").len(), 9);
    }
}

/// P-42, I-12: takes of a panel that are finished stand side by side while others speak, and the panel ends with its cruxes.
#[test]
fn a_panel_is_shown_live() {
    for width in WIDTHS {
        let sandbox = Sandbox::new();
        let words = ["panel", "Split the monolith?", "--deck", "architects", "--quote", "--aspects", "cost; testing"];
        let (code, left) = pty::run(&sandbox, &words, ROWS, width);
        assert_eq!(code, 0, "{left}");
        insta::assert_snapshot!(format!("the end of a panel at {width}"), left);
        let screen = left.split_once("What the panel found").unwrap().1;
        assert!(screen.lines().count() <= 15 && screen.contains("id [ID] · more: roundtable show"), "{screen}");
    }
    let sandbox = Sandbox::new();
    let words = ["panel", "Split the monolith?", "--deck", "architects", "--with", "sim", "--aspects", "cost"];
    let mut terminal = Terminal::start(&sandbox.command(&words), ROWS, 160);
    terminal.until_seen("a finished take beside a speaker", |it| {
        let is_beside = |it: &str| it.contains("as a rehearsal") || it.contains("lead");
        it.contains("✓ ") && it.contains("speaking") && it.lines().any(is_beside)
    });
    terminal.press("\u{3}");
    assert_eq!(terminal.end().0, 130);
}

/// I-01: what is longer than a screen goes through the user's pager on a terminal, unless it is told not to; a pager that is closed early, or
/// is not there, is no error; in a pipe there is none.
#[test]
fn long_output_goes_through_a_pager() {
    let sandbox = Sandbox::new().with("PAGER", "sed 's/^/> /'");
    sandbox.rehearse();
    let (code, paged) = pty::run(&sandbox, &["show", "latest", "--turns"], 200, 110);
    assert!(code == 0 && paged.lines().all(|it| it.starts_with('>')), "{paged}");
    assert!(paged.contains("> Round 1") && paged.contains("Rehearsed reasoning"), "{paged}");
    let (_, first) = pty::run(&sandbox, &["show", "latest"], 200, 110);
    assert!(first.contains("Verdict: ") && !first.contains('>'), "the first screen needs none: {first}");
    let (_, plain) = pty::run(&sandbox, &["show", "latest", "--turns", "--no-pager"], 200, 110);
    assert!(plain.contains("\nRound 1"), "{plain}");
    assert!(sandbox.print(&["show", "latest", "--turns"]).contains("\nRound 1"));
    for (pager, expected) in [("head -1", "Should we adopt gRPC?"), ("no-such-pager", "Round 1"), ("exit 0", "")] {
        let mut command = sandbox.command(&["show", "latest", "--turns"]);
        let (code, shown) = Terminal::start(command.env("PAGER", pager), 200, 110).end();
        assert!(code == 0 && shown.contains(expected), "{pager}: {shown}");
    }
}
