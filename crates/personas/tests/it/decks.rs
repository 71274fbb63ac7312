//! Decks: found in order, written whole, and shipped.
use crate::build::{Counting, Told, wait};
use debate::belief::{BeliefGraph, Node, NodeKind};
use debate::persona::Built;
use debate::{Chunk, Contract, Persona};
use personas::build::{build, corpora};
use personas::deck::{self, Deck, Decks, Place};
use personas::{check, shipped};
use std::fs;
use std::path::Path;

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

/// P-01: what is written is read back, by any spelling of a name, and the first folder wins.
#[test]
fn a_deck_is_found_where_it_is_first_looked_for() {
    let place = tempfile::tempdir().unwrap();
    let (project, user) = (place.path().join("project"), place.path().join("user"));
    let jay = persona("John Jay", "The union\nis one.");
    deck::save(&jay, &user.join("papers")).unwrap();
    deck::save(&persona("Publius", "Other union."), &user.join("other")).unwrap();
    // Texts that nobody has built yet are no deck.
    fs::create_dir_all(project.join("papers/jay")).unwrap();
    fs::write(project.join("papers/jay/persona.json"), "{}").unwrap();
    let decks = Decks::new([project.clone(), user.clone()]);
    assert_eq!(decks.load("papers").unwrap().persona("JOHN jay"), Some(&jay));
    let newer = persona("John Jay", "The union is many.");
    deck::save(&newer, &project.join("papers")).unwrap();
    assert_eq!(decks.load("papers").unwrap().persona("john jay"), Some(&newer));
    let listed: Vec<(String, Place)> = decks.list().unwrap().into_iter().map(|it| (it.name, it.place)).collect();
    let ours = |name: &str, folder: &std::path::Path| (name.to_owned(), Place::Folder(folder.join(name)));
    for expected in [ours("other", &user), ours("papers", &project)] {
        assert!(listed.contains(&expected), "{listed:?}");
    }
    let unknown = decks.load("paper").unwrap_err().to_string();
    assert!(unknown.starts_with("there is no deck `paper`; there are ") && unknown.contains("`papers`"), "{unknown}");
    assert!(decks.load("../user/papers").is_err(), "a name leads nowhere else");
}

/// P-01: a file that was damaged says which it is and what to do.
#[test]
fn a_damaged_deck_says_so() {
    let place = tempfile::tempdir().unwrap();
    let folder = deck::save(&persona("Jay", "Union."), &place.path().join("papers")).unwrap();
    fs::write(folder.join("chunks.jsonl"), "{\"id\":\"k1\"").unwrap();
    let error = Decks::new([place.path().to_owned()]).load("papers").unwrap_err().to_string();
    assert!(error.contains("chunks.jsonl` can't be read: ") && error.ends_with("build the persona again"), "{error}");
}

/// P-01: a deck that is packed for the program is the same deck, by the same bytes each time.
#[test]
fn a_packed_deck_is_the_same_deck() {
    let deck =
        Deck { name: "papers".to_owned(), personas: vec![persona("Jay", "Union."), persona("Madison", "Faction.")] };
    let bytes = shipped::packed(&deck).unwrap();
    assert_eq!(bytes, shipped::packed(&deck).unwrap());
    assert_eq!(shipped::unpacked("papers", &bytes).unwrap(), deck);
    assert!(shipped::unpacked("papers", &bytes[..20]).is_err());
}

/// P-01, P-02: every deck that comes with the program holds what its texts in the repository say, and nothing is wrong with it.
#[test]
fn the_decks_of_the_program_are_those_of_the_repository() {
    let place = tempfile::tempdir().unwrap();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../decks");
    for name in shipped::names() {
        for corpus in corpora(&sources.join(name), None).unwrap() {
            let maker = Counting::new(usize::MAX, Built::Extractive);
            wait(build(&corpus, &place.path().join(name), None, &maker, &Told::default())).unwrap();
        }
        let (kept, made) =
            (shipped::named(name).unwrap().unwrap(), Decks::new([place.path().to_owned()]).load(name).unwrap());
        assert_eq!(kept.personas.len(), made.personas.len(), "{name}: run `cargo xtask decks`");
        for (kept, made) in kept.personas.iter().zip(&made.personas) {
            assert_eq!(kept.chunks, made.chunks, "{name}: run `cargo xtask decks`");
            // What was found by patterns changes with the patterns; what a person wrote does not.
            assert!(made.built != Built::Hand || kept == made, "{name}: run `cargo xtask decks`");
            assert_eq!(check(kept), [], "{name}");
        }
    }
}
