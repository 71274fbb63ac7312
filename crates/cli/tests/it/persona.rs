//! Personas as commands: built, interrupted and resumed, listed, shown and checked.
use crate::provider::Provider;
use crate::sandbox::{Ran, Sandbox};
use models::fake_provider::Behaviour;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread::yield_now;

pub(crate) fn paper(seed: usize, sentences: usize) -> String {
    let sentence = |it: usize| format!("A firm union leads to peace; paper {seed}.{it} of the series is about that. ");
    (0..sentences).map(sentence).collect()
}

pub(crate) fn put(sandbox: &Sandbox, file: &str, text: impl AsRef<[u8]>) {
    let path = sandbox.path("work").join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn shown(sandbox: &Sandbox, words: &[&str]) -> String {
    sandbox.run(words).shown(sandbox)
}

/// P-01: a folder of folders is a deck; unreadable parts get a line each, and the last line says what to type next.
#[test]
fn a_deck_is_built_listed_shown_and_checked() {
    let sandbox = Sandbox::new();
    put(&sandbox, "papers/jay/1.txt", paper(1, 40));
    put(&sandbox, "papers/jay/2.md", "# On union\n\nA firm union is a good thing.");
    put(&sandbox, "papers/madison/10.txt", paper(10, 30));
    put(&sandbox, "papers/madison/empty.txt", "");
    put(&sandbox, "papers/madison/bad.txt", b"caf\xE9");
    put(&sandbox, "papers/madison/posts.csv", "when,what\n1,2\n");
    let built = sandbox.run(&["persona", "build", "papers", "--deck", "papers"]);
    assert_eq!(built.code, 0, "{built:?}");
    for expected in [
        "`empty.txt` has no words in it: nothing was read",
        "`bad.txt`, line 1: byte 3 is not UTF-8; save it as UTF-8, and build again",
        "`posts.csv` has no column `text`, `body`, `content`, `post` or `message`; there are `when`, `what`; name one with `--column`",
        "next: `roundtable persona check --deck papers`",
    ] {
        assert!(built.stderr.lines().any(|it| it == expected), "{expected}: {}", built.stderr);
    }
    let lines: Vec<&str> = built.stdout.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].starts_with("jay: 2 files, ") && lines[1].starts_with("madison: 4 files, 3 problems, "),
        "{lines:?}"
    );
    assert!(
        lines[0].contains("; extractive, without a model; ") && lines[0].ends_with("data/roundtable/decks/papers/jay"),
        "{lines:?}"
    );

    let listed = sandbox.print(&["persona", "list", "--deck", "papers", "--json"]);
    let names: Vec<String> =
        listed.lines().map(|it| serde_json::from_str::<serde_json::Value>(it).unwrap()["name"].to_string()).collect();
    assert_eq!(names, ["\"jay\"", "\"madison\""]);
    assert!(
        sandbox
            .print(&["persona", "show", "JAY", "--deck", "papers"])
            .starts_with("jay  papers; extractive, without a model\n")
    );
    let checked = sandbox.print(&["persona", "check", "--deck", "papers"]);
    assert!(checked.starts_with("2 personas: ") && checked.contains(" are supported by "), "{checked}");

    let chunks = fs::read_to_string(chunks_file(&sandbox.path("data/roundtable/decks/papers/jay"))).unwrap();
    let last: serde_json::Value = serde_json::from_str(chunks.lines().last().unwrap()).unwrap();
    let id = last["id"].as_str().unwrap();
    let chunk = sandbox.print(&["persona", "show", "jay", "--deck", "papers", "--chunk", id]);
    assert!(chunk.starts_with(&format!("{id}  2.md › On union\nA firm union is a good thing.\n")), "{chunk}");
    let told = sandbox.print(&["persona", "show", "jay", "--deck", "papers", "--chunk", id, "--json"]);
    assert!(told.contains("\"text\":\"A firm union is a good thing.\""), "{told}");
}

/// P-02: unsupported beliefs get a line each, and the exit code is 1.
#[test]
fn a_persona_that_is_not_borne_out_is_told() {
    let sandbox = Sandbox::new();
    put(&sandbox, "jay/1.txt", paper(1, 40));
    sandbox.print(&["persona", "build", "jay", "--deck", "mine"]);
    let file = sandbox.path("data/roundtable/decks/mine/jay/persona.json");
    let mut persona: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    persona["contract"]["anchors"] = serde_json::json!([{"text": "Nobody said so.", "chunk": "k0"}]);
    persona["persuadability"] = serde_json::json!(7);
    fs::write(&file, persona.to_string()).unwrap();
    let expected = "exit 1\n--- stdout\nmine/jay: the persuadability is 7, and must be from 0 to 1\nmine/jay: `Nobody said so.` names chunk `k0`, \
                    which is not there\n--- stderr\nerror: 2 faults; build them again, or correct the files\n";
    assert_eq!(shown(&sandbox, &["persona", "check", "jay", "--deck", "mine"]), expected);
}

/// P-01: a file beside the personas' folders needs `--name`; an unusable one is skipped with a line.
#[test]
fn a_stray_file_is_asked_about() {
    let sandbox = Sandbox::new();
    put(&sandbox, "papers/jay/1.txt", paper(1, 3));
    put(&sandbox, "papers/madison/1.txt", paper(2, 3));
    put(&sandbox, "papers/.DS_Store", "x");
    put(&sandbox, "papers/README.md", "What is here.");
    let build = ["persona", "build", "papers", "--deck", "mine"];
    let built = sandbox.run(&build);
    assert_eq!((built.code, built.stdout.lines().count()), (0, 2), "{built:?}");
    assert!(built.stderr.starts_with("`.DS_Store` was skipped: it is hidden\n`README.md` was skipped: "), "{built:?}");
    put(&sandbox, "papers/notes.txt", paper(3, 3));
    let expected = "exit 1\n--- stderr\nerror: `notes.txt` lies beside the folders of `papers`: move it into its author's folder, or read \
                    all of it as one person's with `--name NAME`\n";
    assert_eq!(shown(&sandbox, &build), expected);
    let one = sandbox.print(&["persona", "build", "papers", "--deck", "one", "--name", "Publius"]);
    assert!(one.starts_with("Publius: 4 files, "), "{one}");
}

/// P-01: a persona that can't be built keeps its earlier build and does not stop others; one that is no longer in the directory is named and stays.
#[test]
fn one_who_cant_be_built_costs_no_other() {
    let sandbox = Sandbox::new();
    ["hamilton", "jay", "madison"].iter().zip(1..).for_each(|(name, it)| {
        put(&sandbox, &format!("papers/{name}/1.txt"), paper(it, 3));
    });
    let build = ["persona", "build", "papers", "--deck", "mine"];
    assert_eq!(sandbox.run(&build).code, 0);
    let deck = sandbox.path("data/roundtable/decks/mine");
    let before = fs::read(deck.join("jay/persona.json")).unwrap();
    put(&sandbox, "papers/jay/1.txt", b"caf\xE9");
    put(&sandbox, "papers/a(b)/1.txt", paper(1, 3));
    put(&sandbox, "papers/madison/2.txt", paper(4, 3));
    fs::remove_dir_all(sandbox.path("work/papers/hamilton")).unwrap();
    let built = sandbox.run(&build);
    assert_eq!(built.code, 1, "{built:?}");
    assert!(built.stdout.starts_with("madison: 2 files, ") && built.stdout.lines().count() == 1, "{built:?}");
    let papers = sandbox.path("work/papers");
    for expected in [
        format!(
            "jay: no words could be read in `{}`: the lines above say why; its earlier build stays",
            papers.join("jay").display()
        ),
        format!(
            "still in the deck and not in `papers`: `hamilton`; to remove it, delete `{}`",
            deck.join("hamilton").display()
        ),
        "error: 2 of 3 could not be built: `a(b)`, `jay`; the lines above say why".to_owned(),
    ] {
        assert!(built.stderr.lines().any(|it| it == expected), "{expected}: {}", built.stderr);
    }
    assert!(built.stderr.contains("\na(b): `a(b)` is not a valid name for a deck or a persona: "), "{built:?}");
    assert_eq!(fs::read(deck.join("jay/persona.json")).unwrap(), before);
    assert!(deck.join("hamilton/persona.json").exists());
}

/// P-01: changes by the user are overwritten only with `--force`; a user's deck hides a built-in one of the same name, with a note.
#[test]
fn what_a_person_changed_is_kept() {
    let sandbox = Sandbox::new();
    put(&sandbox, "jay/1.txt", paper(1, 3));
    let build = ["persona", "build", "jay", "--deck", "federalist"];
    let built = sandbox.run(&build);
    let expected = "a deck `federalist` comes with the program: from now on `--deck federalist` means your own";
    assert!(built.code == 0 && built.stderr.lines().any(|it| it == expected), "{built:?}");
    let file = sandbox.path("data/roundtable/decks/federalist/jay/persona.json");
    let changed = fs::read_to_string(&file).unwrap().replace("\"persuadability\": 0.2", "\"persuadability\": 0.7");
    fs::write(&file, &changed).unwrap();
    let refused = sandbox.run(&build);
    let expected = format!("error: `{}` was written or changed by hand; a build would overwrite it: ", file.display());
    assert!(refused.code == 1 && refused.stderr.starts_with(&expected), "{refused:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), changed);
    assert_eq!(sandbox.run(&[&build[..], &["--force"]].concat()).code, 0);
    assert_ne!(fs::read_to_string(&file).unwrap(), changed);
}

/// P-01: a persona without beliefs is reported with the reason and a remedy.
#[test]
fn a_persona_without_beliefs_says_why() {
    let sandbox = Sandbox::new();
    put(
        &sandbox,
        "kant/1.txt",
        "Faulheit und Feigheit sind die Ursachen. Es ist so bequem, unmündig zu sein. ".repeat(9),
    );
    let built = sandbox.run(&["persona", "build", "kant", "--deck", "mine"]);
    let line = built.stderr.lines().find(|it| it.contains("no beliefs")).unwrap();
    assert_eq!(built.code, 0, "{built:?}");
    assert!(
        line.starts_with("kant: no beliefs were found in ") && line.contains("rules read only the plainest English"),
        "{line}"
    );
    assert!(line.contains("`--with PROVIDER/MODEL`") && line.contains("`persona.json`"), "{line}");
}

/// P-02: a check continues past damaged personas, finds changed words, and reports cycles, which are no fault.
#[test]
fn a_check_sees_everybody() {
    let sandbox = Sandbox::new();
    put(&sandbox, "papers/ann/1.txt", "Fear causes silence. Silence causes distrust. Distrust causes fear.");
    put(&sandbox, "papers/bob/1.txt", paper(1, 3));
    put(&sandbox, "papers/cyd/1.txt", paper(2, 3));
    let built = sandbox.print(&["persona", "build", "papers", "--deck", "mine"]);
    assert!(built.contains(" 3 links, 1 circle; extractive"), "{built}");
    let circle =
        "mine/ann: a cycle, which is kept: Fear causes silence; Silence causes distrust; Distrust causes fear\n";
    let checked = sandbox.print(&["persona", "check", "--deck", "mine"]);
    assert!(checked.starts_with(&format!("{circle}3 personas: ")), "{checked}");
    let deck = sandbox.path("data/roundtable/decks/mine");
    fs::write(deck.join("bob/persona.json"), "{").unwrap();
    let chunks = chunks_file(&deck.join("cyd"));
    fs::write(&chunks, fs::read_to_string(&chunks).unwrap().replace("A firm union", "A  firm union")).unwrap();
    let checked = sandbox.run(&["persona", "check"]);
    assert_eq!(checked.code, 1, "{checked:?}");
    assert!(checked.stdout.contains(circle) && checked.stdout.contains("\nmine: `"), "{checked:?}");
    assert!(checked.stdout.contains("mine/cyd: chunk `k") && checked.stdout.contains("` was changed: "), "{checked:?}");
    // Others are shown all the same.
    assert!(
        sandbox.print(&["persona", "show", "ann", "--beliefs"]).starts_with("e1    Fear causes silence (sure 0.90) [k")
    );
    let damaged = sandbox.run(&["persona", "show", "bob"]);
    assert!(damaged.code == 2 && damaged.stderr.contains("bob/persona.json` can't be read: EOF"), "{damaged:?}");
}

/// I-13: invalid arguments are reported in one line with a remedy.
#[test]
fn what_is_not_there_is_said() {
    let sandbox = Sandbox::new();
    put(&sandbox, "pictures/a.png", "x");
    put(&sandbox, "jay/1.txt", paper(1, 3));
    sandbox.print(&["persona", "build", "jay", "--deck", "mine"]);
    for (words, expected) in [
        (&["persona", "build", "absent", "--deck", "d"][..], "error: `absent` can't be read: "),
        (
            &["persona", "build", "pictures", "--deck", "d"],
            "error: there is nothing to read in `pictures`: put txt, md, ",
        ),
        (&["persona", "build", "jay", "--deck", "../d"], "error: `../d` is not a valid name for a deck or a persona: "),
        (
            &["persona", "build", "jay", "--deck", "My Deck"],
            "error: the name of a deck is in lower case without spaces: `--deck my-deck`",
        ),
        (&["persona", "show", "jai"], "error: there is no persona `jai`; did you mean `jay`?"),
        (
            &["persona", "show", "jay", "--deck", "none"],
            "error: there is no deck `none`; there are `architects`, `federalist`, `mine`; build ",
        ),
        (
            &["persona", "show", "jay", "--deck", "mine", "--chunk", "k9"],
            "error: `jay` has no chunk `k9`; there are 1, such as k",
        ),
        (&["persona", "check", "nobody", "--deck", "mine"], "error: there is no persona `nobody`"),
    ] {
        let ran = sandbox.run(words);
        assert_eq!((ran.code, ran.stderr.lines().count()), (1, 1), "{words:?}: {ran:?}");
        assert!(ran.stderr.starts_with(expected), "{words:?}: {}", ran.stderr);
    }
}

/// The chunks file of a persona.
pub(crate) fn chunks_file(folder: &Path) -> PathBuf {
    let mut paths = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    paths.find(|it| it.extension().is_some_and(|it| it == "jsonl")).unwrap()
}

/// Waits until results are on the disk, then kills the program.
fn kill_when_begun(mut child: Child, deck: &Path) -> Ran {
    let has_begun = || {
        let entries = fs::read_dir(deck).into_iter().flatten().flatten();
        let is_work = |it: &fs::DirEntry| it.path().extension().is_some_and(|it| it == "jsonl");
        entries.filter(is_work).any(|it| it.metadata().is_ok_and(|it| it.len() > 0))
    };
    while !has_begun() && child.try_wait().unwrap().is_none() {
        yield_now();
    }
    // A program that has already exited is checked by its output.
    let _ = child.kill();
    Ran::of(child.wait_with_output().unwrap())
}

/// P-01: a killed build resumes, and its result is the same to the byte.
#[test]
fn a_build_that_is_killed_goes_on_where_it_was() {
    let sandbox = Sandbox::new();
    (0..4).for_each(|it| put(&sandbox, &format!("jay/{it}.txt"), paper(it, 800)));
    let build = |decks: &str| sandbox.command(&["persona", "build", "jay", "--deck", "mine", "--decks", decks]);
    let whole = Ran::of(build("whole").output().unwrap());
    assert_eq!(whole.code, 0, "{whole:?}");
    let deck = sandbox.path("work/cut/mine");
    let killed = kill_when_begun(build("cut").spawn().unwrap(), &deck);
    assert_eq!(killed.code, -1, "{killed:?}");
    assert!(!deck.join("jay").exists(), "nothing half is written");
    let rest = Ran::of(build("cut").output().unwrap());
    assert_eq!(rest.code, 0, "{rest:?}");
    assert!(rest.stderr.contains(" of them already done"), "{}", rest.stderr);
    let built = |decks: &str| sandbox.path("work").join(decks).join("mine/jay");
    let read = |decks: &str| fs::read(built(decks).join("persona.json")).unwrap();
    assert!(read("cut") == read("whole"), "who they are");
    let read = |decks: &str| fs::read(chunks_file(&built(decks))).unwrap();
    assert!(read("cut") == read("whole"), "what they may quote");
    let left: Vec<_> = fs::read_dir(&deck).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left, ["jay"], "the work is done");
}

/// P-04: `persona ask` prints what a turn would be given, with scores and places, and says where nothing is near.
#[test]
fn what_would_be_found_is_printed() {
    let sandbox = Sandbox::new();
    put(
        &sandbox,
        "jay/1.md",
        "# On cars\n\nCars fill the old town from seven in the morning. Whoever lives there hears them.",
    );
    let built = sandbox.run(&["persona", "build", "jay", "--deck", "mine"]);
    assert!(built.code == 0 && built.stderr.contains("jay: no beliefs were found"), "{built:?}");
    assert!(sandbox.print(&["persona", "show", "jay", "--deck", "mine"]).contains("no belief graph: "));
    let ask = |question: &str, more: &[&str]| {
        let words = [&["persona", "ask", "jay", question, "--deck", "mine"], more].concat();
        sandbox.print(&words)
    };
    let told = ask("Should cars leave the town?", &[]);
    assert!(told.starts_with("jay  mine; by words\n1.00  \"Cars fill the old town") && told.contains("1.md"), "{told}");
    let value: serde_json::Value = serde_json::from_str(&ask("Should cars leave the town?", &["--json"])).unwrap();
    assert_eq!(value["passages"][0]["score"], json!(1.0));
    assert!(value["passages"][0]["chunk"].as_str().unwrap().starts_with('k') && value["beliefs"] == json!([]));
    assert!(ask("Which violin is best?", &[]).contains("nothing near the question"));
    assert_ne!(sandbox.run(&["persona", "ask", "nobody", "Why?", "--deck", "mine"]).code, 0);
}

/// P-01: `bench personas` measures a build of generated text, and leaves nothing behind.
#[test]
fn a_build_is_measured() {
    let sandbox = Sandbox::new();
    let ran = sandbox.print(&["bench", "personas", "--kilobytes", "60", "--files", "3", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&ran).unwrap();
    assert_eq!(told["files"], serde_json::json!(3));
    assert!(told["bytes"].as_u64().unwrap() > 59_000 && told["chunks"].as_u64().unwrap() > 30, "{told}");
}

/// A model that finds a relation in the first sentence it is asked about, and invents another.
fn reads(call: &str) -> Behaviour {
    let answer = match call {
        it if it.starts_with("persona/chunk/") => json!({
            "relations": [
                {"n": 1, "cause": "A firm union", "sign": 1, "effect": "peace", "condition": null},
                {"n": 1, "cause": "a loose union", "sign": -1, "effect": "peace", "condition": null},
            ],
            "theses": [],
        }),
        it if it.starts_with("persona/check/") => json!({
            "checks": [{"reading": 1, "says": true, "holds": true, "direction": true, "whole": true, "stands": true}],
        }),
        _ => json!({
            "identity": "You are for the union.", "bias": [], "stakes": [], "epistemology": [], "evidence": [],
            "horizon": [], "mind_changers": [], "patterns": [], "vocabulary": [], "forbidden": [], "examples": [],
            "anchors": [{"text": "Nobody said so.", "chunk": "k0"}, {"text": "Nor so.", "chunk": "k0"}],
        }),
    };
    Behaviour::answer(answer.to_string())
}

fn read_by(provider: &Provider, prices: &str) -> Sandbox {
    let settings = format!("[providers.fake]\ndialect = \"openai\"\nbase_url = \"{}\"\n{prices}", provider.base_url());
    Sandbox::new().with_settings(settings.as_bytes())
}

const READ: [&str; 7] = ["persona", "build", "jay", "--deck", "mine", "--with", "fake/a"];

/// P-01, I-11: with a model, calls and cost are announced first, invented statements are counted, and no call is repeated, the contract's
/// included.
#[test]
fn a_model_reads_and_no_answer_is_paid_for_twice() {
    let provider = Provider::new(|call, _| Some(reads(call)));
    let sandbox = read_by(&provider, "[prices]\n\"fake/a\" = { input = 1.0, output = 10.0 }\n");
    put(&sandbox, "jay/1.txt", paper(1, 40));
    let built = sandbox.run(&READ);
    assert_eq!(built.code, 0, "{built:?}");
    let calls = provider.asked();
    let chunks = calls.iter().filter(|it| it.starts_with("persona/chunk/")).count();
    assert!(
        chunks > 2 && calls.len() == 2 * chunks + 1 && calls.last().unwrap() == "persona/contract/jay",
        "{calls:?}"
    );
    let estimate = built.stderr.lines().next().unwrap();
    assert!(
        estimate.starts_with(&format!("estimate: at most {} calls to `fake/a`, about $0.0", calls.len())),
        "{estimate}"
    );
    // An invented relation of each chunk and both anchors; the other is in all of them.
    let dropped = format!(", {chunks} chunks, ");
    assert!(built.stdout.contains(&dropped), "{built:?}");
    let told = format!("1 link, {} findings dropped as not supported by the texts; ", chunks + 2);
    assert!(built.stdout.contains(&told), "{built:?}");
    assert!(sandbox.print(&["persona", "check", "--deck", "mine"]).starts_with("1 persona: "));

    let again = sandbox.run(&READ);
    assert_eq!((again.code, &again.stdout), (0, &built.stdout));
    let nothing = format!("estimate: 0 calls to `fake/a`, no cost; {} are answered already\n", chunks + 1);
    assert!(again.stderr.starts_with(&nothing), "{again:?}");
    assert_eq!(provider.asked().len(), calls.len());
}

/// P-01: interrupted during the contract's call, a build keeps every answer; the next run makes only that call.
#[test]
fn an_interrupted_reading_goes_on_where_it_was() {
    let is_first = std::sync::atomic::AtomicBool::new(true);
    let provider = Provider::new(move |call, _| {
        let hangs = call.starts_with("persona/contract") && is_first.swap(false, std::sync::atomic::Ordering::SeqCst);
        Some(if hangs { Behaviour::Hang } else { reads(call) })
    });
    let sandbox = read_by(&provider, "");
    put(&sandbox, "jay/1.txt", paper(1, 40));
    let mut child = sandbox.command(&READ).spawn().unwrap();
    let is_drawn_up = || provider.asked().iter().any(|it| it.starts_with("persona/contract"));
    while !is_drawn_up() && child.try_wait().unwrap().is_none() {
        yield_now();
    }
    let _ = kill_process(Pid::from_child(&child), Signal::INT);
    let ran = Ran::of(child.wait_with_output().unwrap());
    assert_eq!(ran.code, 130, "{ran:?}");
    let asked = provider.asked().len();
    let rest = sandbox.run(&READ);
    assert_eq!(rest.code, 0, "{rest:?}");
    let left = format!(
        "estimate: 1 call to `fake/a`, cost unknown: set `[prices]` to have it estimated; {} are answered already\n",
        (asked - 1) / 2
    );
    assert!(rest.stderr.starts_with(&left), "{rest:?}");
    assert_eq!(provider.asked().len(), asked + 1);
}

/// I-13: a rejected key is one line with a remedy, and earlier answers are kept.
#[test]
fn a_wrong_key_is_one_line_and_loses_nothing() {
    let provider = Provider::new(|call, received| {
        let is_right = received.header("authorization") == Some("Bearer sk-right-0123456789");
        Some(if is_right { reads(call) } else { Behaviour::status(401, "no such key") })
    });
    let sandbox = Sandbox::new();
    let run = |key: &str| {
        let mut command = sandbox.command(&[&READ[..6], &["openai/a"]].concat());
        command.env("OPENAI_BASE_URL", provider.base_url()).env("OPENAI_API_KEY", key);
        Ran::of(command.output().unwrap())
    };
    put(&sandbox, "jay/1.txt", paper(1, 40));
    assert_eq!(run("sk-right-0123456789").code, 0);
    let before = provider.asked().len();
    // Two more texts, and a wrong key.
    put(&sandbox, "jay/2.txt", paper(2, 40));
    let refused = run("sk-wrong-0123456789");
    let last = refused.stderr.lines().last().unwrap();
    assert_eq!(refused.code, 2, "{refused:?}");
    assert_eq!(refused.stderr.lines().filter(|it| it.starts_with("error: ")).count(), 1, "{refused:?}");
    assert!(
        last.contains(
            "`openai/a` could not be asked: `openai` refuses the key (401): set `OPENAI_API_KEY` to a valid one"
        ) && last.ends_with("the results so far are kept, and the same command continues from here"),
        "{last}"
    );
    let tried = provider.asked().len();
    assert!(tried - before <= 4, "who is refused is not asked again and again");
    let rest = run("sk-right-0123456789");
    assert_eq!(rest.code, 0, "{rest:?}");
    assert!(provider.asked().len() - tried <= before, "only the new text is read, and a contract drawn up");
    assert!(rest.stderr.contains(" are answered already\n"), "{rest:?}");
}
