//! `panel` as a command: announcement, errors, output, stop and resume.
use crate::mcp::Agent;
use crate::sandbox::{Ran, Sandbox, id_of};
use debate::belief::{Edge, Node, NodeKind};
use debate::persona::{Built, Quote};
use debate::{BeliefGraph, Chunk, Contract, Persona, Polarity};
use personas::chunks::{UsedIds, cut};
use personas::readers::Passage;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::io::{BufRead, BufReader};

const TOPIC: &str = "Should the union keep a standing army?";

/// A persona that holds that an army furthers, or hinders, two things.
fn persona(name: &str, polarity: Polarity) -> Persona {
    let verb = polarity.verb("a standing army");
    let texts = [
        format!("A standing army {verb} the safety of the union. I have seen it in every campaign."),
        format!("A standing army {verb} the liberty of the people. The purse of the legislature is the test of it."),
        "A militia alone loses wars. Experience is the oracle of truth.".to_owned(),
    ];
    let mut taken = UsedIds::default();
    let mut chunk = |text: &String| cut(&Passage::new(format!("{name}.md"), text), &mut taken);
    let chunks: Vec<Chunk> = texts.iter().flat_map(&mut chunk).collect();
    let node = |id: &str, concept: &str, at: usize| Node {
        id: id.to_owned(),
        concept: concept.to_owned(),
        kind: NodeKind::FactualClaim,
        held: 0.9,
        chunks: vec![chunks[at].id.clone()],
    };
    let edge = |id: &str, effect: &str, at: usize| Edge {
        id: id.to_owned(),
        cause: "b1".to_owned(),
        effect: effect.to_owned(),
        polarity,
        confidence: 0.9,
        clause: None,
        chunks: vec![chunks[at].id.clone()],
    };
    let nodes = vec![
        node("b1", "A standing army", 0),
        node("b2", "the safety of the union", 0),
        node("b3", "the liberty of the people", 1),
    ];
    let anchors = vec![Quote { text: "A militia alone loses wars.".to_owned(), chunk: chunks[2].id.clone() }];
    Persona {
        name: name.into(),
        built: Built::Hand,
        persuadability: Persona::PERSUADABILITY,
        contract: Contract { identity: format!("{name} writes on armies."), anchors, ..Contract::default() },
        beliefs: BeliefGraph { nodes, edges: vec![edge("e1", "b2", 0), edge("e2", "b3", 1)] },
        chunks,
    }
}

/// A sandbox with a deck of so many personas.
fn sandbox(names: &[&str]) -> Sandbox {
    let sandbox = Sandbox::new();
    let deck = sandbox.path("data/roundtable/decks/armies");
    for (number, name) in names.iter().enumerate() {
        let polarity = if number % 2 == 0 { Polarity::Furthers } else { Polarity::Hinders };
        personas::deck::save(&persona(name, polarity), &deck).unwrap();
    }
    sandbox
}

fn panel(rest: &[&str]) -> Vec<String> {
    let words = ["panel", TOPIC, "--deck", "armies"];
    words.iter().chain(rest).map(|it| (*it).to_owned()).collect()
}

fn run(sandbox: &Sandbox, rest: &[&str]) -> Ran {
    let words = panel(rest);
    sandbox.run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// I-13, P-10, D-01: an error in a panel request is one line that says what to do, and no panel starts.
#[test]
fn what_is_no_panel_is_refused() {
    let sandbox = sandbox(&["brutus", "jay"]);
    let rows: [(&[&str], &str); 9] = [
        (&["--with", "madison,jay"], "there is no persona `madison` in the deck `armies`; there are: brutus, jay"),
        (&["--with", "jay"], "a panel needs at least 2 personas, and one is named"),
        (&["--with", "jay,jay"], "`jay` is named twice"),
        (&["--with", "sim", "--aspects", " ; "], "`--aspects` names none"),
        (&["--with", "sim", "--exchange", "9"], "`--exchange` is `9`; it must be a whole number from 2 to 8"),
        (&["--with", "sim", "--clash", "1"], "`--clash` is `1`; it must be a whole number from 2 to 4"),
        (&["--with", "sim", "--detection", "guess"], "`--detection` is `guess`; it must be vote or parts"),
        (&["--with", "sim", "--temperature-room", "3"], "`--temperature-room` is `3`; it must be a number from 0 to 2"),
        (&["--with", "sim", "--quote"], "`--quote` uses no model"),
    ];
    for (words, expected) in rows {
        let ran = run(&sandbox, words);
        assert!(ran.code == 1 && ran.stdout.is_empty(), "{words:?}: {ran:?}");
        assert!(ran.stderr.starts_with(&format!("error: {expected}")), "{words:?}: {}", ran.stderr);
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    }
    let unknown = sandbox.run(&["panel", TOPIC, "--deck", "navies"]);
    assert_eq!(unknown.code, 1);
    assert!(unknown.stderr.contains("there is no deck `navies`") && unknown.stderr.contains("`armies`"), "{unknown:?}");
    let as_mode = sandbox.run(&["debate", TOPIC, "--with", "sim", "--mode", "panel"]);
    assert!(as_mode.code == 1 && as_mode.stderr.contains("`--mode` is `panel`"), "{as_mode:?}");
    assert!(!sandbox.store().exists());
}

/// P-02, P-31: a persona with unsupported beliefs or quotations is not seated; faults of other personas don't matter.
#[test]
fn who_is_not_borne_out_is_not_seated() {
    let sandbox = sandbox(&["brutus", "jay", "madison"]);
    let deck = sandbox.path("data/roundtable/decks/armies");
    let change = |name: &str, from: &str, to: &str| {
        let folder = deck.join(name);
        for path in std::fs::read_dir(&folder).unwrap().map(|it| it.unwrap().path()) {
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(&path, text.replace(from, to)).unwrap();
        }
    };
    for (from, to, fault) in [
        ("A militia alone loses wars.", "A militia alone wins wars.", "chunk `k"),
        ("\"held\": 0.9", "\"held\": 7.0", "how firmly `b1` is held is 7, and must be from 0 to 1; "),
        ("\"effect\": \"b3\"", "\"effect\": \"b9\"", "`e2` has the end `b9`, which is not a node; "),
    ] {
        change("madison", from, to);
        for rest in [&["--quote"][..], &["--with", "sim"], &["--with", "madison=sim,jay=sim"]] {
            let ran = run(&sandbox, rest);
            let expected = format!("error: `madison` can't be seated: {fault}");
            assert!(ran.code == 1 && ran.stdout.is_empty() && ran.stderr.starts_with(&expected), "{rest:?}: {ran:?}");
            let remedy = "; `roundtable persona check --deck armies` lists every fault\n";
            assert!(ran.stderr.ends_with(remedy) && ran.stderr.lines().count() == 1, "{ran:?}");
        }
        change("madison", to, from);
    }
    change("madison", "\"held\": 0.9", "\"held\": 7.0");
    let mut agent = Agent::start(sandbox.command(&["mcp"]));
    let wish = |who: &[&str]| serde_json::json!({"topic": TOPIC, "deck": "armies", "quote": true, "personas": who});
    let refused = agent.complaint("start_panel", &wish(&[]));
    assert!(refused.contains("`madison` can't be seated: how firmly `b1` is held is 7"), "{refused}");
    assert!(refused.ends_with("name others with `personas`"), "in a caller's words: {refused}");
    std::fs::write(deck.join("madison/persona.json"), "{").unwrap();
    let failed = agent.complaint("start_panel", &wish(&["jay", "madison"]));
    assert!(failed.contains("a deck of the server can't be read") && !failed.contains("madison"), "{failed}");
    agent.call("start_panel", &wish(&["jay", "brutus"]));
    agent.leave();
    let others = ["--quote", "--with", "brutus,jay", "--candidates"];
    for rest in [&["--quote", "--candidates"][..], &["--quote", "--with", "Madison,jay"]] {
        let ran = run(&sandbox, rest);
        assert!(ran.code == 2 && ran.stderr.contains("madison/persona.json` can't be read: EOF"), "{ran:?}");
    }
    assert_eq!(run(&sandbox, &others).code, 0);
    let typo = run(&sandbox, &["--with", "brutus,jey"]);
    assert!(typo.code == 1 && typo.stderr.contains("no persona `jey`"), "{typo:?}");
}

/// Q-22, P-10: conflicts between personas are shown before the first turn, with the derived aspects, which the user can change.
#[test]
fn candidates_are_shown_and_nothing_is_begun() {
    let sandbox = sandbox(&["brutus", "jay"]);
    let ran = run(&sandbox, &["--with", "sim", "--clerk", "none", "--candidates"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
    insta::assert_snapshot!("panel, candidates", ran.stdout);
    let before = json(&run(&sandbox, &["--with", "sim", "--candidates", "--json", "--aspects", "cost; risk;"]).stdout);
    assert_eq!((&before["aspects"], &before["by"]), (&serde_json::json!(["cost", "risk"]), &Value::from("you")));
    assert!(!before["candidates"].as_array().unwrap().is_empty(), "{before}");
    assert!(!sandbox.store().exists());
}

/// Q-22, P-12, I-11: with a clerk, `--candidates` asks it once and says what it reads; without one it says that words alone decided. `--plan` says it
/// beforehand. Nothing is stored.
#[test]
fn the_clerk_is_asked_before_anybody_speaks() {
    let sandbox = sandbox(&["brutus", "jay"]);
    let asked = run(&sandbox, &["--with", "sim", "--candidates"]);
    assert!(asked.code == 0 && asked.stderr.contains("the clerk, once: it reads"), "{asked:?}");
    let json = json(&run(&sandbox, &["--with", "sim", "--candidates", "--json", "--aspects", "cost"]).stdout);
    assert!(json["read_by"].as_str().unwrap().starts_with("sim/") && json["read"].is_u64(), "{json}");
    assert_eq!(json["aspects"], serde_json::json!(["cost"]));
    let alone = run(&sandbox, &["--with", "sim", "--clerk", "none", "--candidates"]);
    assert!(alone.stderr.is_empty() && alone.stdout.contains("by words alone"), "{alone:?}");
    let plan = run(&sandbox, &["--with", "sim", "--plan"]);
    let told = plan.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("before anybody speaks it reads all") && told.contains("in 1 call"), "{told}");
    assert!(!sandbox.store().exists());
}

/// P-10, P-12, P-18, P-24, P-41, I-10, I-11, I-12: a rehearsed panel in a pipe, and every view of it afterwards.
#[test]
fn a_panel_is_held_and_shown() {
    let sandbox = sandbox(&["brutus", "jay", "madison"]);
    let ran = run(&sandbox, &["--with", "sim", "--aspects", "safety; liberty", "--analyst", "lexical"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    insta::assert_snapshot!("panel, said before", sandbox.redact(&ran.stderr));
    let whole = sandbox.redact(&ran.stdout);
    for part in ["Round 1: openings", "Aspect: safety", "Aspect: liberty", "What the panel found", "\n  Positions: "] {
        assert!(whole.contains(part), "{part}: {whole}");
    }
    let print = |words: &[&str]| sandbox.redact(&sandbox.print(words));
    assert_eq!(print(&["replay", "latest"]), whole);
    let turns = print(&["show", "latest", "--turns"]);
    let from = |text: &str| text[text.find("\nRound 1").unwrap()..].to_owned();
    let before = |text: &str| text.split("\nWhat the panel found").next().unwrap().trim_end().to_owned();
    assert_eq!(from(&turns).trim_end(), before(&from(&whole)));
    let (brief, full) = (print(&["show", "latest"]), print(&["show", "latest", "--full"]));
    assert!(brief.lines().count() <= 15 && brief.contains("\n  Positions: ") && brief.contains("id "), "{brief}");
    assert!(full.contains("What the panel found") && full.contains("To settle it: "), "{full}");
    assert!(!full.contains("Round 1") && !brief.contains("Round 1"), "{full}");
    let all = print(&["show", "latest", "--json"]);
    for text in [&whole, &brief, &full, &turns, &all] {
        for word in ["onsensus", "issensus", "erdict", "plain vote", "plain_vote", "option A", "Label", "no ballot"] {
            assert!(!text.contains(word), "{word}: {text}");
        }
    }
    assert!(json(&all)["all_hold"].is_array() && json(&all)["cruxes"].is_array(), "{all}");
    for flag in ["--why", "--rounds"] {
        let ran = sandbox.run(&["show", "latest", flag]);
        assert!(ran.code == 1 && ran.stderr.contains("nobody votes") && ran.stderr.contains("--cruxes"), "{ran:?}");
    }

    let refused = sandbox.run(&["postmortem", "latest"]);
    assert!(refused.code == 1 && refused.stderr.contains("decides nothing"), "{refused:?}");

    let log = sandbox.print(&["export", "latest", "--format", "log"]);
    let rooms = log.lines().filter(|it| it.contains(r#""type":"panel""#)).map(json);
    let rooms: usize = rooms.filter_map(|it| Some(it["disputes"].as_array()?.len())).sum();
    assert!(rooms > 0, "{whole}");
    let list = |args: &[&str]| json(&sandbox.print(args)).as_array().unwrap().clone();
    let cards = list(&["show", "latest", "--cruxes", "--json"]);
    assert_eq!(cards.len(), rooms);
    assert_eq!(cards[0]["room"], "room-1");
    let is_told = |it: &Value| ["card", "failed", "no_dispute_left", "left"].iter().any(|field| !it[field].is_null());
    assert!(cards.iter().all(is_told), "{cards:?}");
    assert!(print(&["show", "latest", "--cruxes"]).contains("room-1: "));
    let matrix = list(&["show", "latest", "--matrix", "--json"]);
    assert_eq!(matrix.len(), cards.iter().filter(|it| !it["card"].is_null()).count());
    assert!(!print(&["show", "latest", "--matrix"]).is_empty());
    assert!(print(&["show", "latest", "--graph", "dot"]).starts_with("digraph claims {"));
    assert!(json(&sandbox.print(&["show", "latest", "--graph", "json"]))["nodes"].is_array());
    // Nobody votes at a panel, so it has no label.
    let listed = sandbox.print(&["list", "--json"]);
    let newest = json(listed.lines().next().unwrap());
    assert!(print(&["list"]).contains("panel") && newest["label"].is_null(), "{listed}");
    assert_eq!(sandbox.run(&["show", "latest", "--cruxes", "--matrix"]).code, 1);
}

/// P-22: private reasoning is shown on request only.
#[test]
fn traces_are_shown_on_request() {
    let sandbox = sandbox(&["brutus", "jay"]);
    let ran = run(&sandbox, &["--with", "sim", "--aspects", "safety", "--quiet"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let log = sandbox.print(&["export", "latest", "--format", "log"]);
    let thought = log.lines().map(json).find_map(|it| {
        it["turn"]["trace"][0]["text"].as_str().map(|it| it.split_whitespace().take(3).collect::<Vec<_>>().join(" "))
    });
    assert!(thought.is_some(), "{log}");
    assert!(sandbox.print(&["show", "latest", "--trace"]).contains(" thinks, "));
    assert!(!sandbox.print(&["show", "latest", "--turns"]).contains(" thinks, "));
}

/// Only a panel has cards: for other debates the error names the alternative.
#[test]
fn a_debate_has_no_cards() {
    let sandbox = Sandbox::new();
    sandbox.rehearse();
    for flag in ["--cruxes", "--matrix", "--trace"] {
        let ran = sandbox.run(&["show", "latest", flag]);
        assert!(ran.code == 1 && ran.stderr.contains("is not a panel") && ran.stderr.contains("--why"), "{ran:?}");
    }
    assert!(sandbox.print(&["show", "latest", "--graph", "dot"]).starts_with("digraph claims {"));
}

/// P-31: without a model, participants quote their texts verbatim.
#[test]
fn a_panel_of_quotations_asks_nobody() {
    let sandbox = sandbox(&["brutus", "jay"]);
    let ran =
        run(&sandbox, &["--quote", "--aspects", "safety of the union; liberty", "--analyst", "lexical", "--jsonl"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let id = id_of(ran.stdout.lines().next().unwrap());
    let positions: Vec<String> =
        ran.stdout.lines().map(json).filter_map(|it| Some(it["turn"]["position"].as_str()?.to_owned())).collect();
    assert!(positions.len() >= 4, "{}", ran.stdout);
    let written: Vec<String> = [("brutus", Polarity::Furthers), ("jay", Polarity::Hinders)]
        .iter()
        .flat_map(|(name, polarity)| persona(name, *polarity).chunks.into_iter().map(|it| it.text))
        .collect();
    for position in positions {
        let words = position.split(" [").next().unwrap();
        assert!(written.iter().any(|it| it.contains(words)), "{position}");
    }
    assert!(sandbox.run(&["show", &id, "--full"]).stdout.contains("What the panel found"));
}

/// O-22, I-12: an interrupted panel says how to resume; resumed it finishes, and it can be stopped.
#[test]
fn an_interrupted_panel_goes_on() {
    let sandbox = sandbox(&["brutus", "jay"]);
    let words =
        panel(&["--with", "openai/a", "--clerk", "none", "--aspects", "safety", "--jsonl", "--set", "attempts=1"]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let place = format!("http://{}/v1", silent.local_addr().unwrap());
    let mut command = sandbox.command(&words);
    command.env("OPENAI_BASE_URL", &place).env("OPENAI_API_KEY", "sk-any-0123456789");
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let id = id_of(&lines.next().unwrap().unwrap());
    // All participants are called, and none answers.
    let _asked = silent.accept().unwrap();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let ended = Ran::of(child.wait_with_output().unwrap());
    assert_eq!(ended.code, 130, "{ended:?}");
    assert!(ended.stderr.contains(&format!("nothing is lost; go on with `roundtable resume {id}`")), "{ended:?}");
    let mut again = sandbox.command(&["resume", &id]);
    again.env("OPENAI_BASE_URL", "http://127.0.0.1:9/v1").env("OPENAI_API_KEY", "sk-any-0123456789");
    let resumed = Ran::of(again.output().unwrap());
    assert_eq!(resumed.code, 2, "{resumed:?}");
    assert!(resumed.stderr.contains("the panel could not be held"), "{resumed:?}");
    assert_eq!(sandbox.run(&["stop", &id]).code, 0);
}

/// D-43: a closed panel continues with a further aspect.
#[test]
fn a_panel_goes_on_with_another_aspect() {
    let sandbox = sandbox(&["brutus", "jay"]);
    assert_eq!(run(&sandbox, &["--with", "sim", "--aspects", "safety", "--quiet"]).code, 0);
    let ran = sandbox.run(&["continue", "latest", "--focus", "the cost of it"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("the cost of it") && ran.stdout.contains("What the panel found"), "{}", ran.stdout);
}

/// D-43: a panel can't be continued by rounds: the error names the alternative, and no call is made.
#[test]
fn a_panel_has_no_further_rounds() {
    let sandbox = sandbox(&["brutus", "jay"]);
    assert_eq!(run(&sandbox, &["--with", "sim", "--aspects", "safety", "--quiet"]).code, 0);
    let ran = sandbox.run(&["continue", "latest", "--rounds", "3"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("`--rounds` is for debates") && ran.stderr.contains("`--focus`"), "{ran:?}");
    assert_eq!(sandbox.run(&["continue", "latest", "--say", "Think of the purse."]).code, 0);
}
