//! Personas from outside: built, cut off and built on, listed, shown and checked.
use crate::house::{House, Ran};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread::yield_now;

fn paper(seed: usize, sentences: usize) -> String {
    let sentence =
        |it: usize| format!("Paper {seed}.{it} says that a firm union leads to peace because it prevents faction. ");
    (0..sentences).map(sentence).collect()
}

fn put(house: &House, file: &str, text: impl AsRef<[u8]>) {
    let path = house.path("work").join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn shown(house: &House, words: &[&str]) -> String {
    house.run(words).shown(house)
}

/// P-01: a folder of folders is a deck; what can't be read is a line each, and the last line says what to type next.
#[test]
fn a_deck_is_built_listed_shown_and_checked() {
    let house = House::new();
    put(&house, "papers/jay/1.txt", paper(1, 40));
    put(&house, "papers/jay/2.md", "# On union\n\nA firm union is a good thing.");
    put(&house, "papers/madison/10.txt", paper(10, 30));
    put(&house, "papers/madison/empty.txt", "");
    put(&house, "papers/madison/bad.txt", b"caf\xE9");
    put(&house, "papers/madison/posts.csv", "when,what\n1,2\n");
    let built = house.run(&["persona", "build", "papers", "--deck", "papers"]);
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

    let listed = house.print(&["persona", "list", "--deck", "papers", "--json"]);
    let names: Vec<String> =
        listed.lines().map(|it| serde_json::from_str::<serde_json::Value>(it).unwrap()["name"].to_string()).collect();
    assert_eq!(names, ["\"jay\"", "\"madison\""]);
    assert!(
        house
            .print(&["persona", "show", "JAY", "--deck", "papers"])
            .starts_with("jay  papers; extractive, without a model\n")
    );
    let checked = house.print(&["persona", "check", "--deck", "papers"]);
    assert!(checked.starts_with("2 personas: ") && checked.contains(" are borne out by "), "{checked}");

    let chunks = fs::read_to_string(chunks_file(&house.path("data/roundtable/decks/papers/jay"))).unwrap();
    let last: serde_json::Value = serde_json::from_str(chunks.lines().last().unwrap()).unwrap();
    let id = last["id"].as_str().unwrap();
    let chunk = house.print(&["persona", "show", "jay", "--deck", "papers", "--chunk", id]);
    assert!(chunk.starts_with(&format!("{id}  2.md › On union\nA firm union is a good thing.\n")), "{chunk}");
    let told = house.print(&["persona", "show", "jay", "--deck", "papers", "--chunk", id, "--json"]);
    assert!(told.contains("\"text\":\"A firm union is a good thing.\""), "{told}");
}

/// P-02: what is not borne out is said, one line each, and the exit code is 1.
#[test]
fn a_persona_that_is_not_borne_out_is_told() {
    let house = House::new();
    put(&house, "jay/1.txt", paper(1, 40));
    house.print(&["persona", "build", "jay", "--deck", "mine"]);
    let file = house.path("data/roundtable/decks/mine/jay/persona.json");
    let mut persona: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    persona["contract"]["anchors"] = serde_json::json!([{"text": "Nobody said so.", "chunk": "k0"}]);
    persona["persuadability"] = serde_json::json!(7);
    fs::write(&file, persona.to_string()).unwrap();
    let expected = "exit 1\n--- stdout\nmine/jay: the persuadability is 7, and must be from 0 to 1\nmine/jay: `Nobody said so.` names chunk `k0`, \
                    which is not there\n--- stderr\nerror: 2 faults; build again, or mend the files\n";
    assert_eq!(shown(&house, &["persona", "check", "jay", "--deck", "mine"]), expected);
}

/// I-13: what was typed wrongly is said in one line that tells how to mend it.
#[test]
fn what_is_not_there_is_said() {
    let house = House::new();
    put(&house, "pictures/a.png", "x");
    put(&house, "jay/1.txt", paper(1, 3));
    house.print(&["persona", "build", "jay", "--deck", "mine"]);
    for (words, expected) in [
        (&["persona", "build", "absent", "--deck", "d"][..], "error: `absent` can't be read: "),
        (
            &["persona", "build", "pictures", "--deck", "d"],
            "error: there is nothing to read in `pictures`: put txt, md, ",
        ),
        (&["persona", "build", "jay", "--deck", "../d"], "error: `../d` is no name for a deck or a persona: "),
        (
            &["persona", "build", "jay", "--deck", "My Deck"],
            "error: a deck has a name in small letters without spaces: `--deck my-deck`",
        ),
        (&["persona", "show", "jai"], "error: there is nobody called `jai`; did you mean `jay`?"),
        (
            &["persona", "show", "jay", "--deck", "none"],
            "error: there is no deck `none`; there are `architects`, `federalist`, `mine`; build ",
        ),
        (
            &["persona", "show", "jay", "--deck", "mine", "--chunk", "k9"],
            "error: `jay` has no chunk `k9`; there are 1, such as k",
        ),
        (&["persona", "check", "nobody", "--deck", "mine"], "error: there is nobody called `nobody`"),
    ] {
        let ran = house.run(words);
        assert_eq!((ran.code, ran.stderr.lines().count()), (1, 1), "{words:?}: {ran:?}");
        assert!(ran.stderr.starts_with(expected), "{words:?}: {}", ran.stderr);
    }
}

/// The file of a persona with what it may quote.
fn chunks_file(folder: &Path) -> PathBuf {
    let mut paths = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    paths.find(|it| it.extension().is_some_and(|it| it == "jsonl")).unwrap()
}

/// Waits until something was found that is on the disk, and kills it then.
fn kill_when_begun(mut child: Child, deck: &Path) -> Ran {
    let has_begun = || {
        let entries = fs::read_dir(deck).into_iter().flatten().flatten();
        let is_work = |it: &fs::DirEntry| it.path().extension().is_some_and(|it| it == "jsonl");
        entries.filter(is_work).any(|it| it.metadata().is_ok_and(|it| it.len() > 0))
    };
    while !has_begun() && child.try_wait().unwrap().is_none() {
        yield_now();
    }
    // One that has ended already is found by what it has written.
    let _ = child.kill();
    Ran::of(child.wait_with_output().unwrap())
}

/// P-01: a build that is killed goes on where it was, and what it writes is the same to the byte.
#[test]
fn a_build_that_is_killed_goes_on_where_it_was() {
    let house = House::new();
    (0..4).for_each(|it| put(&house, &format!("jay/{it}.txt"), paper(it, 800)));
    let build = |decks: &str| house.command(&["persona", "build", "jay", "--deck", "mine", "--decks", decks]);
    let whole = Ran::of(build("whole").output().unwrap());
    assert_eq!(whole.code, 0, "{whole:?}");
    let deck = house.path("work/cut/mine");
    let killed = kill_when_begun(build("cut").spawn().unwrap(), &deck);
    assert_eq!(killed.code, -1, "{killed:?}");
    assert!(!deck.join("jay").exists(), "nothing half is written");
    let rest = Ran::of(build("cut").output().unwrap());
    assert_eq!(rest.code, 0, "{rest:?}");
    assert!(rest.stderr.contains(" of them already done"), "{}", rest.stderr);
    let built = |decks: &str| house.path("work").join(decks).join("mine/jay");
    let read = |decks: &str| fs::read(built(decks).join("persona.json")).unwrap();
    assert!(read("cut") == read("whole"), "who they are");
    let read = |decks: &str| fs::read(chunks_file(&built(decks))).unwrap();
    assert!(read("cut") == read("whole"), "what they may quote");
    let left: Vec<_> = fs::read_dir(&deck).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left, ["jay"], "the work is done");
}

/// P-01: what a build of generated text takes is measured, and nothing of it is left.
#[test]
fn a_build_is_measured() {
    let house = House::new();
    let ran = house.print(&["bench", "personas", "--kilobytes", "60", "--files", "3", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&ran).unwrap();
    assert_eq!(told["files"], serde_json::json!(3));
    assert!(told["bytes"].as_u64().unwrap() > 59_000 && told["chunks"].as_u64().unwrap() > 30, "{told}");
}
