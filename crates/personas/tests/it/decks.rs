//! Decks: search order, saving, and the shipped ones.
use crate::build::{Counting, Told, wait};
use debate::belief::{BeliefGraph, Node, NodeKind};
use debate::persona::Built;
use debate::{Chunk, Contract, Persona};
use personas::build::{BuildOptions, build, corpora};
use personas::deck::{self, Deck, DeckLocation, Decks};
use personas::{check, shipped};
use std::fs;
use std::path::Path;
use std::process::Command;

pub(crate) fn persona(name: &str, text: &str) -> Persona {
    let chunk = Chunk { id: "k1".into(), source: "a.txt".to_owned(), text: text.to_owned() };
    let node = Node {
        id: "b1".to_owned(),
        concept: "union".to_owned(),
        kind: NodeKind::CoreValue,
        held: 0.7,
        chunks: vec!["k1".into()],
    };
    Persona {
        name: name.into(),
        built: Built::Extractive,
        persuadability: 0.2,
        contract: Contract { identity: format!("{name}."), ..Contract::default() },
        beliefs: BeliefGraph { nodes: vec![node], edges: Vec::new() },
        chunks: vec![chunk],
    }
}

/// P-01: a saved deck is loaded by any spelling of its name, and the first folder wins.
#[test]
fn a_deck_is_found_where_it_is_first_looked_for() {
    let place = tempfile::tempdir().unwrap();
    let (project, user) = (place.path().join("project"), place.path().join("user"));
    let jay = persona("John Jay", "The union\nis one.");
    deck::save(&jay, &user.join("papers")).unwrap();
    deck::save(&persona("Publius", "Other union."), &user.join("other")).unwrap();
    // Texts that are not built yet are no deck.
    fs::create_dir_all(project.join("papers/jay")).unwrap();
    fs::write(project.join("papers/jay/persona.json"), "{}").unwrap();
    let decks = Decks::new([project.clone(), user.clone()]);
    assert_eq!(decks.load("papers").unwrap().persona("JOHN jay"), Some(&jay));
    let newer = persona("John Jay", "The union is many.");
    deck::save(&newer, &project.join("papers")).unwrap();
    assert_eq!(decks.load("papers").unwrap().persona("john jay"), Some(&newer));
    let listed: Vec<(String, DeckLocation)> =
        decks.list().unwrap().into_iter().map(|it| (it.name, it.location)).collect();
    let ours = |name: &str, folder: &std::path::Path| (name.to_owned(), DeckLocation::Folder(folder.join(name)));
    for expected in [ours("other", &user), ours("papers", &project)] {
        assert!(listed.contains(&expected), "{listed:?}");
    }
    let unknown = decks.load("paper").unwrap_err().to_string();
    assert!(unknown.starts_with("there is no deck `paper`; there are ") && unknown.contains("`papers`"), "{unknown}");
    assert!(decks.load("../user/papers").is_err(), "a name leads nowhere else");
}

/// The file of a persona's chunks.
pub(crate) fn chunks_file(folder: &Path) -> std::path::PathBuf {
    let mut paths = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    paths.find(|it| it.extension().is_some_and(|it| it == "jsonl")).unwrap()
}

/// P-01: the error for a damaged file says which it is and what to do.
#[test]
fn a_damaged_deck_says_so() {
    let place = tempfile::tempdir().unwrap();
    let folder = deck::save(&persona("Jay", "Union."), &place.path().join("papers")).unwrap();
    fs::write(chunks_file(&folder), "{\"id\":\"k1\"").unwrap();
    let error = Decks::new([place.path().to_owned()]).load("papers").unwrap_err().to_string();
    assert!(error.contains(".jsonl` can't be read: ") && error.ends_with("build the persona again"), "{error}");
}

/// A deck may come from anywhere: a file of chunks that is endless, blocks or is too large is refused without waiting.
#[test]
fn chunks_that_have_no_end_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let folder = deck::save(&persona("Jay", "Union."), &place.path().join("papers")).unwrap();
    let chunks = chunks_file(&folder);
    let no_file = "it is not a regular file; put the file itself there; build the persona again";
    let endless = || std::os::unix::fs::symlink("/dev/zero", &chunks).unwrap();
    let pipe = || assert!(Command::new("mkfifo").arg(&chunks).status().unwrap().success());
    // A sparse file.
    let large = || fs::File::create(&chunks).unwrap().set_len(1 << 30).unwrap();
    let cases: [(&dyn Fn(), &str); 3] =
        [(&endless, no_file), (&pipe, no_file), (&large, "it is larger than 262144 KiB; build the persona again")];
    for (make, expected) in cases {
        fs::remove_file(&chunks).unwrap();
        make();
        let error = Decks::new([place.path().to_owned()]).load("papers").unwrap_err().to_string();
        assert_eq!(error, format!("`{}` can't be read: {expected}", chunks.display()));
    }
}

/// P-01: a damaged persona is listed as damaged, and the others are listed too.
#[test]
fn a_damaged_persona_is_listed_as_damaged() {
    let place = tempfile::tempdir().unwrap();
    let papers = place.path().join("papers");
    deck::save(&persona("Jay", "Union."), &papers).unwrap();
    let broken = deck::save(&persona("Hamilton", "Union."), &papers).unwrap();
    deck::save(&persona("Publius", "Union."), &place.path().join("sound")).unwrap();
    fs::write(broken.join("persona.json"), "{").unwrap();
    let decks = Decks::new([place.path().to_owned()]);
    let listed = decks.list().unwrap();
    let found = |name: &str| listed.iter().find(|it| it.name == name).unwrap();
    let names = |name: &str| found(name).personas.iter().map(|it| it.name.to_string()).collect::<Vec<_>>();
    assert_eq!((names("papers"), names("sound")), (vec!["Jay".to_owned()], vec!["Publius".to_owned()]));
    let [damaged] = &found("papers").damaged[..] else { panic!("{listed:?}") };
    assert_eq!(damaged.folder, broken);
    assert!(damaged.why.contains("persona.json` can't be read: EOF"), "{}", damaged.why);
    assert_eq!(found("sound").damaged, []);
    assert_eq!(decks.load("sound").unwrap().personas.len(), 1);
    assert!(decks.load("papers").is_err());
    let each = decks.each("papers").unwrap();
    assert_eq!(
        each.iter().map(|it| it.as_ref().is_ok_and(|it| it.name.as_str() == "Jay")).collect::<Vec<_>>(),
        [false, true]
    );
    assert_eq!(decks.each("architects").unwrap().len(), 4);
}

/// P-01, P-02: a persona that names missing chunks is damaged, not unknown; others can still be loaded by name.
#[test]
fn a_persona_whose_chunks_are_gone_is_damaged() {
    let place = tempfile::tempdir().unwrap();
    let papers = place.path().join("papers");
    deck::save(&persona("Hamilton", "Union."), &papers).unwrap();
    let folder = deck::save(&persona("John Jay", "Union."), &papers).unwrap();
    fs::remove_file(chunks_file(&folder)).unwrap();
    let decks = Decks::new([place.path().to_owned()]);
    let listed = decks.list().unwrap();
    let found = listed.iter().find(|it| it.name == "papers").unwrap();
    assert_eq!(found.personas.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["Hamilton"]);
    assert_eq!(found.damaged.iter().map(|it| &it.folder).collect::<Vec<_>>(), [&folder]);
    assert!(found.damaged[0].is_of("john jay") && !found.damaged[0].is_of("Hamilton"));
    assert!(decks.each("papers").unwrap()[1].is_err());
    for named in [&[][..], &["JOHN jay"], &["hamilton", "John Jay"]] {
        let error = decks.load_for("papers", named).unwrap_err().to_string();
        assert!(error.ends_with(".jsonl` can't be read: it is not there; build the persona again"), "{error}");
    }
    for named in [&["Hamilton"][..], &["hamilton", "madison"]] {
        assert_eq!(decks.load_for("papers", named).unwrap().personas.len(), 1);
    }
}

/// P-01: a deck may come from anywhere: invalid names, ids with terminal controls and paths out of the folder are refused.
#[test]
fn a_deck_from_anywhere_is_looked_at() {
    for (file, from, to, expected) in [
        ("persona.json", "\"Jay\"", r#""../../jay""#, r#""../../jay" is not a valid name for a persona"#),
        ("persona.json", "\"Jay\"", r#""Jay\u001b[2J""#, r#""Jay\u{1b}[2J" is not a valid name for a persona"#),
        ("persona.json", "\"b1\"", r#""b\u001b[2J""#, r#"the id "b\u{1b}[2J" is empty, longer than 64 bytes or has"#),
        ("persona.json", "\"b1\"", "\"\"", r#"the id "" is empty"#),
        ("persona.json", "\"k1\"", r#""k\n1""#, r#"the id "k\n1" is"#),
        ("chunks", "\"k1\"", r#""k\n1""#, r#"the id "k\n1" is"#),
        ("persona.json", "chunks-", "../chunks-", "is not a valid name for the file of its chunks"),
    ] {
        let place = tempfile::tempdir().unwrap();
        let folder = deck::save(&persona("Jay", "Union."), &place.path().join("papers")).unwrap();
        let path = if file == "chunks" { chunks_file(&folder) } else { folder.join(file) };
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(&path, text.replace(from, to)).unwrap();
        let error = Decks::new([place.path().to_owned()]).load("papers").unwrap_err().to_string();
        let remedy =
            if file == "chunks" { "; build the persona again" } else { "overwrite it by building the persona again" };
        assert!(error.contains(expected) && error.ends_with(remedy), "{error}");
    }
    let mut long = persona("Jay", "Union.");
    long.beliefs.nodes[0].id = "b".repeat(65);
    let place = tempfile::tempdir().unwrap();
    assert!(deck::save(&long, place.path()).is_err(), "what could not be read is not written");
}

/// P-01: a packed deck unpacks to the same deck, and packing gives the same bytes each time.
#[test]
fn a_packed_deck_is_the_same_deck() {
    let deck =
        Deck { name: "papers".to_owned(), personas: vec![persona("Jay", "Union."), persona("Madison", "Faction.")] };
    let bytes = shipped::packed(&deck).unwrap();
    assert_eq!(bytes, shipped::packed(&deck).unwrap());
    assert_eq!(shipped::unpacked("papers", &bytes).unwrap(), deck);
    assert!(shipped::unpacked("papers", &bytes[..20]).is_err());
}

/// P-01, P-02: every shipped deck equals what its texts in the repository give, and has no faults.
#[test]
fn the_decks_of_the_program_are_those_of_the_repository() {
    let place = tempfile::tempdir().unwrap();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../decks");
    for name in shipped::names() {
        for corpus in corpora(&sources.join(name), None).unwrap().people {
            let maker = Counting::new(usize::MAX, Built::Extractive);
            wait(build(&corpus, &place.path().join(name), BuildOptions::default(), &maker, &Told::default())).unwrap();
        }
        let (kept, made) =
            (shipped::named(name).unwrap().unwrap(), Decks::new([place.path().to_owned()]).load(name).unwrap());
        assert_eq!(kept.personas.len(), made.personas.len(), "{name}: run `cargo xtask decks`");
        for (kept, made) in kept.personas.iter().zip(&made.personas) {
            assert_eq!(kept.chunks, made.chunks, "{name}: run `cargo xtask decks`");
            // Extracted personas change with the patterns; handwritten ones do not.
            assert!(made.built != Built::Hand || kept == made, "{name}: run `cargo xtask decks`");
            assert_eq!(check(kept), [], "{name}");
        }
    }
}
