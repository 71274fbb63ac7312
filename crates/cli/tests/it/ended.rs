//! What a user has read when a debate is over, or waits: in every mode and at three widths, on a real terminal.
use crate::answered::NO;
use crate::asked::waiting;
use crate::continued::escalate;
use crate::killed::command;
use crate::provider::Provider;
use crate::pty::{self, Terminal};
use crate::sandbox::Sandbox;
use crate::terminal::{ROWS, WIDTHS, region};
use models::fake_provider::Behaviour;
use regex::Regex;

/// I-01, I-12: a whole debate in every mode, at every width: its rounds, their figures, and a verdict of at most fifteen lines. The terminal breaks
/// no line, and no line of a speaker is left.
#[test]
fn every_mode_ends_with_the_answer() {
    for mode in formats::modes::names() {
        for width in WIDTHS {
            let (sandbox, provider) = (Sandbox::new(), Provider::new(|_, _| None));
            let words = ["debate", "Should we adopt gRPC?", "--with", "openai/a,openai/b,openai/c", "--mode", mode];
            // One after the other: the ids of claims follow the order of the answers.
            let rules = ["--rounds", "2", "--algorithm", "fixed_rounds", "--set", "safety=false"];
            let order = ["--set", "parallel_enabled=false", "--seed", "1"];
            let debate = command(&sandbox, &provider, &[&words[..], &rules, &order].concat());
            let (code, screen) = Terminal::start(&debate, 400, width).last();
            let left = pty::text(&screen);
            assert_eq!(code, 0, "{left}");
            let wrapped: Vec<u16> = (0..400).filter(|row| screen.row_wrapped(*row)).collect();
            assert_eq!(wrapped, [0; 0], "{mode} at {width}: {left}");
            assert_eq!(region(&left), Vec::<&str>::new(), "{mode} at {width}: {left}");
            let (_, verdict) = left.split_once("\nVerdict: ").unwrap();
            assert!(verdict.lines().count() <= 15 && verdict.contains("id [ID] · more: roundtable show"), "{left}");
            // Pseudonyms, and the ids that follow from them, are dealt anew in each debate.
            if mode != "delphi" {
                let (_, end) = left.split_once("\nRound 2").unwrap_or_else(|| panic!("{mode}: {left}"));
                insta::assert_snapshot!(
                    format!("the end of {mode} at {width}"),
                    format!("Round 2{}", without_order(end))
                );
            } else {
                assert!(left.contains("(known as Participant "), "{left}");
            }
        }
    }
}

/// A text without the turns of the closing ballots, which come in any order.
fn without_order(text: &str) -> String {
    let Some((before, rest)) = text.split_once("\nRound 3: closing ballots, cast in secret\n") else {
        return text.to_owned();
    };
    let (turns, after) = rest.split_once("\n  agreement ").unwrap();
    let count = turns.lines().filter(|it| !it.starts_with(' ')).count();
    format!("{before}\nRound 3: closing ballots, cast in secret\n[{count} turns]\n  agreement {after}")
}

/// A text without its line breaks.
fn packed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Of a first screen, the rows with these titles, without their line breaks; each must be there and end with a whole word.
fn rows(seen: &str, titles: &[&str]) -> Vec<String> {
    let row = |title: &&str| {
        let start = format!("  {title}: ");
        let lines = seen.lines().skip_while(|it| !it.starts_with(&start));
        let mut lines = lines.enumerate().take_while(|(at, it)| *at == 0 || it.starts_with("     ")).map(|(_, it)| it);
        let text = packed(&lines.by_ref().collect::<Vec<_>>().join(" "));
        assert!(!text.is_empty() && !text.ends_with('…'), "{title}: {seen}");
        text
    };
    titles.iter().map(row).collect()
}

const QUESTION: &str = "How long is the rack rented, and who may end the contract before the migration of the last \
                        customer is done, should the budget of the second quarter not be granted?";

/// I-01, D-40, D-43, I-25: at 60 columns the question to the reader and the next step are whole, whatever else must be left out: where a debate
/// waits for a text, where it waits for an answer, and where a seat was lost; each names the command that is next, and it works.
#[test]
fn what_to_do_next_is_whole() {
    let again = Regex::new(r"again with Cyn: roundtable (fork [a-z2-9]{8} --at 0 --seat Cyn)=PROVIDER/MODEL").unwrap();
    for width in WIDTHS {
        let sandbox = Sandbox::new();
        let id = waiting(&sandbox);
        let (_, seen) = pty::run(&sandbox, &["show", &id], ROWS, width);
        let found = rows(&seen, &["Question", "Next step"]);
        assert!(found[0].ends_with("Can you bring it, or shall they go on without?"), "{seen}");
        assert!(found[1].ends_with("or say that it can't be had, and they go on"), "{seen}");
        assert!(seen.trim_end().lines().count() <= 15 && seen.contains("answer: roundtable continue"), "{seen}");

        let sandbox = Sandbox::new();
        let id = sandbox.rehearse();
        escalate(&sandbox.store(), &id, QUESTION);
        let (_, seen) = pty::run(&sandbox, &["show", &id], ROWS, width);
        let found = rows(&seen, &["Question", "Next step"]);
        assert_eq!(found[0], format!("Question: {}", packed(QUESTION)), "{seen}");
        assert!(found[1].ends_with("answer the question, and they go on"), "{seen}");
        assert!(seen.trim_end().lines().count() <= 15 && seen.contains("answer: roundtable continue"), "{seen}");

        let provider = Provider::new(|call, _| match call.ends_with("/Cyn") {
            true => Some(Behaviour::status(401, "wrong key")),
            false => Some(Behaviour::answer(NO)),
        });
        let with = ["debate", "Should we adopt gRPC?", "--with", "openai/a,openai/b,Cyn=openai/c", "--rounds", "2"];
        let rules = ["--algorithm", "fixed_rounds", "--set", "safety=false", "--quiet"];
        let lost = command(&sandbox, &provider, &[&with[..], &rules].concat());
        let (code, seen) = Terminal::start(&lost, ROWS, width).end();
        assert_eq!(code, 0, "{seen}");
        rows(&seen, &["Lost", "Next step"]);
        let whole = packed(&sandbox.print(&["show", "latest"]));
        let found = again.captures(&whole).unwrap_or_else(|| panic!("{whole}"))[1].to_owned();
        let typed = format!("{found}=openai/d");
        let words: Vec<&str> = typed.split(' ').chain(["--quiet", "--set", "safety=false"]).collect();
        let ran = command(&sandbox, &provider, &words).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    }
}

/// I-10, I-12: a list is cut to the terminal, between words, with an ellipsis.
#[test]
fn a_list_is_cut_between_words() {
    let sandbox = Sandbox::new();
    let topic = "Should a team of five split its product into microservices before the audit in May, or only after it?";
    sandbox.print(&["debate", topic, "--with", "sim", "--rounds", "1", "--json"]);
    for width in [40, 60, 100, 160] {
        let (code, screen) = Terminal::start(&sandbox.command(&["list"]), 24, width).last();
        assert!(code == 0 && (0..24).all(|row| !screen.row_wrapped(row)), "{}", screen.contents());
        let line = screen.rows(0, width).nth(1).unwrap();
        let (_, from) = line.split_once("Should ").unwrap_or_else(|| panic!("{line}"));
        let kept = from.trim_end().strip_suffix('…').unwrap_or_else(|| panic!("{line}"));
        let rest = topic.strip_prefix("Should ").unwrap().strip_prefix(kept).unwrap();
        assert!(rest.starts_with([' ', ',']), "{width}: {line}");
    }
}

/// P-18, I-01: all of what a panel found is told whole.
#[test]
fn a_panels_findings_are_whole() {
    let sandbox = Sandbox::new();
    let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    let logs = std::fs::read_dir(root).unwrap().map(|it| it.unwrap().path());
    let panels = logs.filter(|it| it.to_string_lossy().ends_with(".jsonl") && it.to_string_lossy().contains("panel"));
    let mut seen = 0;
    for log in panels {
        let id = sandbox.print(&["import", log.to_str().unwrap()]).trim().to_owned();
        let full = packed(&sandbox.print(&["show", &id, "--full"]));
        let json: serde_json::Value = serde_json::from_str(&sandbox.print(&["show", &id, "--json"])).unwrap();
        let texts = ["from", "to"]
            .iter()
            .flat_map(|key| json["moved"].as_array().unwrap().iter().map(move |it| it[key].as_str().unwrap()));
        for text in
            texts.chain(json["participants"].as_array().unwrap().iter().filter_map(|it| it["position"].as_str()))
        {
            assert!(full.contains(&packed(text)), "{text}: {full}");
            seen += usize::from(text.chars().count() > 240);
        }
    }
    assert!(seen > 0, "some are longer than a few lines");
}
