//! What a user reads during and after a debate: no sentence contradicts another, no line is cut or wider than the terminal, no key leaves a
//! trace, and every printed command works.
use crate::killed::command;
use crate::provider::Provider;
use crate::pty::Terminal;
use crate::sandbox::Sandbox;
use crate::terminal::{ROWS, debate, region, still};
use models::fake_provider::Behaviour;
use regex::Regex;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An answer that votes so.
fn votes(choice: &str) -> Behaviour {
    let answer = serde_json::json!({
        "position": format!("{choice}, for now."), "reasoning": "The team is small.", "confidence": 0.8,
        "ballot": {"choice": choice, "headline": null}, "claims": [], "references": [], "key_points": [], "moves": [],
        "others": [], "terms": [], "on_terms": [], "because": [], "confidence_change": null, "ranking": null, "needs": [],
    });
    Behaviour::answer(answer.to_string())
}

/// B-05, B-12, I-03: where a debate opens without sides and goes on with them, the ballots of round 1 are those of everybody: in the figures of the
/// round, in the plain vote, on the first screen, in the export.
#[test]
fn openings_before_sides_are_counted() {
    let sandbox = Sandbox::new();
    let topic = ["debate", "Should we?", "--yes-no", "--mode", "auto", "--with", "sim/3,sim/4,sim/5", "--rounds", "3"];
    // Whether an auto debate goes on with sides depends on its openings.
    let said = (1..=20).find_map(|seed: u64| {
        let said = sandbox.print(&[&topic[..], &["--seed", &seed.to_string()]].concat());
        said.contains("Goes on as devils-advocate").then_some(said)
    });
    let said = said.expect("an auto debate that goes on with sides");
    let first = said.split("Goes on as").next().unwrap();
    assert!(!first.contains("too few ballots") && !first.contains("the arguing"), "{first}");
    let verdict: Value = serde_json::from_str(&sandbox.print(&["show", "latest", "--json"])).unwrap();
    let vote = &verdict["plain_vote"];
    assert_eq!(vote["openings"], 3, "{vote}");
    assert!(vote["argued"].is_null(), "nobody argued a side in round 1: {vote}");
    assert!(vote["judge"].is_null(), "{vote}");
    let alone =
        verdict["screen"]["rows"].as_array().unwrap().iter().find(|it| it["title"] == "Alone they would have said");
    let alone = alone.unwrap()["text"].as_str().unwrap();
    assert!(alone.contains(" of 3") && !alone.contains("alone"), "{alone}");
    let markdown = sandbox.print(&["export", "latest"]);
    let opened = markdown.split("Round 2").next().unwrap();
    assert!(!opened.contains("argues a side that it was given"), "{opened}");
}

/// B-06, I-01: at one each nothing is said to lead, and nothing is said to be what a decision rests on.
#[test]
fn a_tie_is_no_decision() {
    let provider = Provider::new(|call, _| {
        Some(match call {
            "r2/turn/Bo" => Behaviour::status(400, "no such model"),
            it if it.ends_with("/Cy") => votes("Yes"),
            _ => votes("No"),
        })
    });
    let sandbox = Sandbox::new();
    let words = ["debate", "Should we adopt gRPC?", "--with", "Ada=openai/a,Bo=openai/b,Cy=openai/c", "--rounds", "2"];
    let rest = ["--algorithm", "fixed_rounds", "--set", "safety=false", "--quiet"];
    let ran = command(&sandbox, &provider, &[&words[..], &rest].concat()).output().unwrap();
    let seen = String::from_utf8(ran.stdout).unwrap();
    assert!(seen.contains("Verdict: No decision: Yes 1, No 1, 1 lost (openings: No, 2 of 3)"), "{seen}");
    assert!(!seen.contains("Rests on") && !seen.contains("Does not hold it") && !seen.contains(", pooled"), "{seen}");
    let why = sandbox.print(&["show", "latest", "--why"]);
    assert!(why.contains("Nothing decided (dissensus).") && !why.contains("Decided ("), "{why}");
}

/// I-12: keys that are typed in mid-round leave no trace: no echo, no line of a participant twice, at three widths; the program that follows does
/// not get them.
#[test]
fn typed_keys_leave_no_trace() {
    for width in [40, 60, 100] {
        let open = Arc::new(AtomicBool::new(false));
        let provider = Provider::new({
            let open = open.clone();
            move |call, _| match call {
                "r1/turn/b" | "r2/turn/a" => Some(Behaviour::Hang),
                "r1/turn/c" => Some(Behaviour::Gated { open: open.clone(), text: String::new() }),
                _ => None,
            }
        });
        let sandbox = Sandbox::new();
        let mut terminal = Terminal::start(&debate(&sandbox, &provider, "collaborative"), ROWS, width);
        terminal.until(&["✓ a", "* b", "* c"]);
        terminal.press("typed\n\nkeys");
        open.store(true, Ordering::Release);
        let seen = terminal.until(&["✓ a", "* b", "✓ c"]);
        assert!(!seen.contains("typed") && !seen.contains("keys"), "{seen}");
        assert_eq!(region(&seen).len(), 4, "{seen}");
        terminal.press("\u{3}");
        let (code, left) = terminal.end();
        assert_eq!((code, region(&left).len()), (130, 0), "{left}");
        assert!(!left.contains("^C") && !left.contains("typed"), "{left}");
    }
}

/// A shell that runs the program, and then reads a line and says what it got.
const THEN: &str = "\"$@\"; read line; echo \"got: $line\"; read line; echo \"then: $line\"";

/// I-12: after an interruption the terminal prints what is typed again, and what was typed before is not taken for a command.
#[test]
fn the_terminal_is_as_it_was() {
    let (sandbox, provider) = (Sandbox::new(), still());
    let program = debate(&sandbox, &provider, "collaborative");
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("trap : INT; {THEN}"), "sh"]).arg(program.get_program()).args(program.get_args());
    shell.current_dir(program.get_current_dir().unwrap());
    shell.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let mut terminal = Terminal::start(&shell, ROWS, 100);
    terminal.until(&["✓ a", "pass the new one"]);
    terminal.press("rm -r everything\n");
    terminal.press("\u{3}");
    terminal.until(&["interrupted: "]);
    terminal.press("hello\n");
    let seen = terminal.until(&["got: hello"]);
    assert_eq!(seen.matches("hello").count(), 2, "typed and got: {seen}");
    terminal.press("bye\n");
    assert!(terminal.end().1.contains("then: bye"));
}

/// I-12: a follower is told who is asked before anybody has answered, with the time of the debate and not of the viewer, at every width and after
/// a resize; Ctrl-C leaves nothing behind. Who asks for it meanwhile is told to wait, and not to resume.
#[test]
fn a_follower_sees_who_is_asked() {
    let provider = Provider::new(|call, _| call.starts_with("r1/turn/").then_some(Behaviour::Hang));
    let sandbox = Sandbox::new();
    let words = ["debate", "Should we adopt gRPC?", "--detach", "--with", "openai/a,openai/b", "--set", "safety=false"];
    assert_eq!(Terminal::start(&command(&sandbox, &provider, &words), 40, 160).end().0, 0);
    for width in [40, 60, 100, 160] {
        let mut terminal = Terminal::start(&sandbox.command(&["show", "latest", "--follow"]), ROWS, width);
        let seen = terminal.until(&["* a asked", "* b asked"]);
        assert!(region(&seen).iter().all(|it| console::measure_text_width(it) < width.into()), "{seen}");
        let footer = region(&seen).last().unwrap().to_string();
        assert!(footer.ends_with("Ctrl-C leaves") || footer.ends_with("the debate goes on"), "{footer}");
        if width == 100 {
            terminal.resize(24, 60);
            terminal.until_seen("two lines and a footer at 60", |it| {
                let region = region(it);
                region.len() == 3 && region.iter().all(|it| console::measure_text_width(it) < 60)
            });
        }
        terminal.press("\u{3}");
        let (code, left) = terminal.end();
        assert_eq!((code, region(&left).len()), (130, 0), "{left}");
        assert!(!left.contains("^C"), "{left}");
    }
    for words in [vec!["show", "latest"], vec!["show", "latest", "--full"]] {
        let shown = sandbox.print(&words);
        let step = shown.split_once("Next step: ").unwrap().1.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(step.starts_with("wait for its end, or follow it: `roundtable show "), "{step}");
        assert!(!shown.contains("roundtable resume"), "{shown}");
    }
    let removed = sandbox.run(&["rm", "latest", "--yes"]);
    assert!(removed.code == 2 && removed.stderr.contains("stop it with `roundtable stop "), "{removed:?}");
    let stopped = sandbox.run(&["stop", "latest"]);
    assert!(stopped.code == 0 && stopped.stderr.starts_with("stopped "), "{stopped:?}");
    let shown = sandbox.print(&["show", "latest", "--json"]);
    assert!(shown.contains("\"exit\":\"stopped\"") || shown.contains("stopped"), "{shown}");
    assert_eq!(sandbox.run(&["rm", "latest", "--yes"]).code, 0);
}

/// I-13: commands that are printed name the store of the run, and work as they stand.
#[test]
fn printed_commands_name_the_store() {
    let sandbox = Sandbox::new();
    let store = sandbox.path("my debates.db");
    let store = store.to_str().unwrap();
    let words = ["debate", "Should we?", "--with", "sim", "--rounds", "2", "--store", store];
    let said = sandbox.print(&words);
    let option = format!(" --store '{store}'");
    let id = Regex::new(r"\bid ([a-z2-9]{8}) · more: ").unwrap().captures(&said).unwrap()[1].to_owned();
    assert!(said.contains(&format!("more: roundtable show {id}{option} --full, --why")), "{said}");
    assert!(said.contains(&format!("reopen: roundtable continue {id} --say \"…\"{option}")), "{said}");
    let log = sandbox.print(&["export", &id, "--format", "log", "--store", store]);
    let half: String = log.lines().take(4).map(|it| format!("{it}\n")).collect();
    let ran = sandbox.run_with(&["import", "-", "--as", "half", "--store", store], half.as_bytes());
    assert_eq!(ran.code, 0, "{ran:?}");
    let shown = sandbox.run(&["show", "half", "--store", store]);
    let go_on = format!("roundtable resume half{option}");
    assert!(shown.stdout.contains(&format!("go on: {go_on}")), "{shown:?}");
    assert!(shown.stdout.split_whitespace().collect::<Vec<_>>().join(" ").contains(&format!("resume it: `{go_on}`")));
    let followed = sandbox.run(&["show", "half", "--follow", "--store", store]);
    assert!(followed.stderr.contains(&format!("`{go_on}`")), "{followed:?}");
    // As a shell runs it.
    let program = env!("CARGO_BIN_EXE_roundtable");
    let mut shell = Command::new("sh");
    shell.args(["-c", &go_on.replacen("roundtable", program, 1)]);
    let usual = sandbox.command(&[]);
    shell.current_dir(usual.get_current_dir().unwrap()).env_clear();
    shell.envs(usual.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let ran = shell.output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// I-13: where fewer than two could speak, the next command seats another model in the place of a lost one, and works.
#[test]
fn a_lost_seat_is_replaced_by_the_next_command() {
    let provider =
        Provider::new(|_, received| (received.body["model"] == "b").then(|| Behaviour::status(401, "wrong key")));
    let sandbox = Sandbox::new();
    let words = ["debate", "Should we?", "--with", "Ada=openai/a,Bo=openai/b", "--set", "safety=false", "--quiet"];
    let ran = command(&sandbox, &provider, &words).output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
    let shown = sandbox.print(&["show", "latest"]);
    let pattern = Regex::new(r"again with Bo: roundtable (fork [a-z2-9]{8} --at 0 --seat Bo)=PROVIDER/MODEL").unwrap();
    let found = pattern.captures(&shown).unwrap_or_else(|| panic!("{shown}"))[1].to_owned();
    assert!(!shown.contains("reopen: "), "{shown}");
    let typed = format!("{found}=openai/c");
    let words: Vec<&str> = typed.split(' ').chain(["--set", "safety=false", "--quiet"]).collect();
    let again = command(&sandbox, &provider, &words).output().unwrap();
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
}

/// The logs that come with the program and its tests.
fn logs() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    let logs = std::fs::read_dir(root).unwrap().map(|it| it.unwrap().path());
    let logs: Vec<PathBuf> = logs.filter(|it| it.extension().is_some_and(|it| it == "jsonl")).collect();
    assert!(!logs.is_empty());
    logs
}

/// I-12: no line is wider than the terminal, at 60 and 100 columns: the whole verdict, rounds, turns and reasons of a debate, a panel's findings,
/// lists and a plan.
#[test]
fn no_line_is_wider_than_the_terminal() {
    let sandbox = Sandbox::new();
    let mut all: Vec<Vec<String>> = Vec::new();
    let owned = |words: &[&str]| words.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    for log in logs() {
        let id = sandbox.print(&["import", log.to_str().unwrap()]).trim().to_owned();
        let is_panel = log.to_string_lossy().contains("panel");
        let parts: &[&str] = if is_panel {
            &["--full", "--turns", "--cruxes", "--matrix"]
        } else {
            &["--full", "--rounds", "--turns", "--why"]
        };
        all.push(owned(&["show", &id]));
        all.extend(parts.iter().map(|it| owned(&["show", &id, it, "--no-pager"])));
    }
    sandbox.rehearse();
    all.extend(["--full", "--rounds", "--turns"].map(|it| owned(&["show", "latest", it, "--no-pager"])));
    all.push(owned(&["list"]));
    all.push(owned(&["models"]));
    all.push(owned(&["models", "list"]));
    all.push(owned(&["lab", "list"]));
    all.push(owned(&["search", "gRPC"]));
    all.push(owned(&["cost"]));
    all.push(owned(&["cost", "latest"]));
    all.push(owned(&["persona", "list"]));
    all.push(owned(&["persona", "show", "economist", "--deck", "architects"]));
    all.push(owned(&["debate", "Should we adopt gRPC?", "--with", "sim", "--plan"]));
    all.push(owned(&["panel", "Split the monolith?", "--deck", "architects", "--with", "sim", "--plan"]));
    for words in &all {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for width in [60, 100] {
            let (code, screen) = Terminal::start(&sandbox.command(&words), 900, width).last();
            assert_eq!(code, 0, "{words:?}: {}", screen.contents());
            let lines: Vec<String> = screen.rows(0, width).collect();
            let wrapped = (0..900).find(|row| screen.row_wrapped(*row));
            assert_eq!(wrapped.map(|it| &lines[usize::from(it)]), None, "{words:?} at {width}");
        }
    }
}

/// Q-21, I-04: no screen says that a reason would turn a decision which the other arguments would still favour, nor that something was decided
/// where nothing was.
#[test]
fn no_sentence_contradicts_another() {
    let sandbox = Sandbox::new();
    let claim = Regex::new(r"^(C\d+) proves wrong").unwrap();
    for log in logs() {
        let id = sandbox.print(&["import", log.to_str().unwrap()]).trim().to_owned();
        let json: Value = serde_json::from_str(&sandbox.print(&["show", &id, "--json"])).unwrap();
        let Some(label) = json["decision"]["label"].as_str() else { continue };
        let why = sandbox.print(&["show", &id, "--why"]);
        let decided = matches!(label, "consensus" | "partial");
        assert_eq!((why.contains("Decided ("), why.contains("Nothing decided (")), (decided, !decided), "{why}");
        assert!(!why.contains("would still favour"), "{why}");
        let reasons: Value = serde_json::from_str(&sandbox.print(&["show", &id, "--why", "--json"])).unwrap();
        let flips =
            |id: &str| reasons["cruxes"].as_array().unwrap().iter().any(|it| it["id"] == id && it["flips"] == true);
        let lines = |of: &str| -> Vec<String> {
            let lines = json["decision"][of].as_array().cloned().unwrap_or_default();
            lines.iter().map(|it| it.as_str().unwrap().to_owned()).collect()
        };
        for line in lines("would_turn") {
            assert!(claim.captures(&line).is_none_or(|it| flips(&it[1])), "{line}");
        }
        for line in lines("assumptions") {
            assert!(!flips(&claim.captures(&line).unwrap()[1]), "{line}");
        }
    }
}

/// P-18, I-01: an interrupted panel claims no findings: its first screen says how far it came. Resized and interrupted, its screen stays correct.
#[test]
fn an_interrupted_panel_claims_nothing() {
    for width in [60, 100] {
        let provider = Provider::new(|call, _| (!call.ends_with("/economist")).then_some(Behaviour::Hang));
        let sandbox = Sandbox::new();
        let words = ["panel", "Split the monolith?", "--deck", "architects", "--model", "openai/a", "--clerk", "none"];
        let rest = ["--aspects", "cost", "--set", "safety=false"];
        let panel = command(&sandbox, &provider, &[&words[..], &rest].concat());
        let mut terminal = Terminal::start(&panel, ROWS, width);
        terminal.until(&["✓ economist", "* "]);
        terminal.resize(24, 80);
        terminal.until_seen("the lines at 80 columns", |it| it.contains("✓ economist") && region(it).len() > 2);
        terminal.press("\u{3}");
        let (code, left) = terminal.end();
        assert_eq!((code, region(&left).len()), (130, 0), "{left}");
        let shown = sandbox.print(&["show", "latest"]);
        assert!(shown.contains("1 of 4 have answered in round 1; disagreement was not looked for yet"), "{shown}");
        assert!(!shown.contains("No crux") && !shown.contains("All hold"), "{shown}");
        assert!(shown.contains("go on: roundtable resume "), "{shown}");
    }
}

/// I-11: a panel can be planned, which starts nothing and asks nobody, and run in the background.
#[test]
fn a_panel_is_planned_and_detached() {
    let sandbox = Sandbox::new();
    let words = ["panel", "Split the monolith?", "--deck", "architects", "--with", "sim", "--aspects", "cost"];
    let plan = sandbox.print(&[&words[..], &["--plan"]].concat());
    for expected in ["economist", "aspects: cost (yours)", "estimate: ", "nothing was started"] {
        assert!(plan.contains(expected), "{expected}: {plan}");
    }
    assert_eq!(sandbox.print(&["list"]), "");
    let id = sandbox.print(&[&words[..], &["--detach"]].concat()).trim().to_owned();
    let followed = sandbox.print(&["show", &id, "--follow"]);
    assert!(followed.contains("What the panel found"), "{followed}");
}

/// O-22: a file that may not grow is an error that is told, and the program is not killed.
#[test]
fn a_bounded_file_is_an_error() {
    let sandbox = Sandbox::new();
    sandbox.rehearse();
    let usual = sandbox.command(&["debate", "Should we?", "--with", "sim", "--rounds", "9", "--quiet"]);
    let mut shell = Command::new("sh");
    // In blocks of 512 or 1024 bytes: less than the database has.
    shell.args(["-c", "ulimit -f 8; exec \"$@\"", "sh"]).arg(usual.get_program()).args(usual.get_args());
    shell.current_dir(usual.get_current_dir().unwrap()).env_clear();
    shell.envs(usual.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let ran = shell.output().unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{said}");
    assert!(said.contains("error: "), "{said}");
}

/// I-13: a question without a command and without quotation marks is told to be quoted; `-h` is the short help.
#[test]
fn a_question_without_quotes_is_told_to_be_quoted() {
    let sandbox = Sandbox::new();
    let ran = sandbox.run(&["Should", "we", "adopt", "gRPC"]);
    let expected = "error: quote the question: `roundtable \"Should we adopt gRPC\"`; see `roundtable --help`\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (1, expected));
    let near = sandbox.run(&["debat", "Should", "we"]);
    assert!(near.code == 1 && near.stderr.contains("did you mean `debate`?"), "{near:?}");
    assert_eq!(sandbox.print(&["-h"]), sandbox.print(&[]));
    assert!(sandbox.print(&["-h"]).lines().count() < 24 && sandbox.print(&["--help"]).lines().count() > 24);
}
