//! Decks: folders of personas on one subject (P-01), on this machine, in a project and in the program itself.
//!
//! `DECKS/DECK/PERSONA/` contains a persona (`storage`). Not here: how one is built (`build`), and faults of its beliefs (`check`).
mod storage;

pub use storage::{Damage, PERSONA_FILE, save};
pub(crate) use storage::{handwritten, read_most, validate};

use crate::shipped;
use debate::persona::Built;
use debate::{Name, Persona};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use storage::read_persona;

/// Personas on one subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// Its personas, by name.
    pub personas: Vec<Persona>,
}

impl Deck {
    /// The persona with that name, ignoring case.
    pub fn persona(&self, name: &str) -> Option<&Persona> {
        self.personas.iter().find(|it| folded(it.name.as_str()) == folded(name))
    }
}

/// Why a deck can't be loaded or saved.
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    /// No deck has that name.
    #[error("there is no deck `{name}`; there {}", are(.there))]
    Unknown {
        /// The requested name.
        name: String,
        /// The names that exist.
        there: Vec<String>,
    },
    /// A name that could lead out of the folder of decks.
    #[error(
        "`{0}` is not a valid name for a deck or a persona: use letters, digits, `-`, `_`, `.` and spaces, a letter or digit first, no `.` last, and \
         nothing that is a device on some systems, as `con` is"
    )]
    Name(String),
    /// A file is damaged.
    #[error("`{}` can't be read: {why}; {}", .path.display(), remedy(.path))]
    Damaged {
        /// Its path.
        path: PathBuf,
        /// The damage.
        why: Damage,
    },
    /// A file can't be read or written.
    #[error("`{}`: {why}", .path.display())]
    Io {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        why: std::io::Error,
    },
    /// A deck in the program is damaged.
    #[error("the deck `{name}` of the program can't be read: {why}")]
    Shipped {
        /// Its name.
        name: String,
        /// The parser's error.
        why: serde_json::Error,
    },
}

/// How to repair it. A build never overwrites a `persona.json` that may be handwritten.
fn remedy(path: &Path) -> &'static str {
    if path.ends_with(PERSONA_FILE) {
        "correct it, or overwrite it by building the persona again"
    } else {
        "build the persona again"
    }
}

fn are(there: &[String]) -> String {
    match there {
        [] => "are none".to_owned(),
        [one] => format!("is `{one}`"),
        more => format!("are {}", more.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")),
    }
}

/// Where a deck is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeckLocation {
    /// In a folder.
    Folder(PathBuf),
    /// In the program itself.
    Program,
}

/// A summary of a persona.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PersonaSummary {
    /// Its name.
    pub name: Name,
    /// How it was built.
    pub built: Built,
    /// How many nodes, ends of edges among them.
    pub nodes: usize,
    /// How many of them are beliefs by themselves.
    pub theses: usize,
    /// How many edges.
    pub edges: usize,
}

/// A folder of a deck whose persona can't be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct DamagedPersona {
    /// Its path.
    pub folder: PathBuf,
    /// The damage and its remedy, on one line.
    pub why: String,
    /// Whether its `persona.json` is damaged, which may be handwritten: a build replaces it only if it is told to.
    pub needs_force: bool,
}

impl DamagedPersona {
    /// Whether a persona of that name would be in this folder.
    pub fn is_of(&self, name: &str) -> bool {
        is_folder_of(&self.folder, name)
    }
}

/// A summary of a deck.
#[derive(Clone, Debug, PartialEq)]
pub struct DeckSummary {
    /// Its name.
    pub name: String,
    /// Where it is stored.
    pub location: DeckLocation,
    /// Its personas.
    pub personas: Vec<PersonaSummary>,
    /// Damaged personas: the whole deck can't be loaded until they are repaired.
    pub damaged: Vec<DamagedPersona>,
}

/// The folders that are searched for decks, in order; the program's own come last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decks {
    folders: Vec<PathBuf>,
}

impl Decks {
    /// Searches these folders, in order.
    pub fn new(folders: impl IntoIterator<Item = PathBuf>) -> Decks {
        Decks { folders: folders.into_iter().collect() }
    }

    /// The first deck with that name, with all personas.
    pub fn load(&self, name: &str) -> Result<Deck, DeckError> {
        self.load_for(name, &[])
    }

    /// The deck with that name, restricted to the named personas, so that damage to others does not matter; all personas where none is named.
    pub fn load_for(&self, name: &str, named: &[&str]) -> Result<Deck, DeckError> {
        match self.folder(name)? {
            Some(folder) => load_for(name, &folder, named),
            None => self.shipped(name),
        }
    }

    /// Each persona of the deck with that name: a damaged one does not affect the others.
    pub fn each(&self, name: &str) -> Result<Vec<Result<Persona, DamagedPersona>>, DeckError> {
        let Some(deck) = self.folder(name)? else {
            return Ok(self.shipped(name)?.personas.into_iter().map(Ok).collect());
        };
        Ok(people(&deck)?.iter().map(|it| storage::read(it).map_err(|why| as_damaged(it, &why))).collect())
    }

    /// The folder of the deck with that name, if it has one.
    fn folder(&self, name: &str) -> Result<Option<PathBuf>, DeckError> {
        for folder in self.folders.iter().filter(|_| is_name(name)) {
            let path = folder.join(name);
            if !people(&path)?.is_empty() {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    fn shipped(&self, name: &str) -> Result<Deck, DeckError> {
        match shipped::named(name) {
            Some(deck) => deck,
            None => Err(DeckError::Unknown { name: name.to_owned(), there: self.names()? }),
        }
    }

    /// All decks by name; of several with the same name the first that is found. Damage to one does not affect the others.
    pub fn list(&self) -> Result<Vec<DeckSummary>, DeckError> {
        let mut found: Vec<DeckSummary> = Vec::new();
        for folder in &self.folders {
            for path in subfolders(folder)? {
                let name = file_name(&path);
                if is_name(&name) && found.iter().all(|it| it.name != name) {
                    found.extend(deck_summary(name, path));
                }
            }
        }
        for name in shipped::names().filter(|name| found.iter().all(|it| it.name != *name)).collect::<Vec<_>>() {
            if let Some(deck) = shipped::named(name) {
                let personas = deck?.personas.iter().map(persona_summary).collect();
                found.push(DeckSummary {
                    name: name.to_owned(),
                    location: DeckLocation::Program,
                    personas,
                    damaged: Vec::new(),
                });
            }
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    /// The names of all decks.
    pub fn names(&self) -> Result<Vec<String>, DeckError> {
        Ok(self.list()?.into_iter().map(|it| it.name).collect())
    }
}

/// The deck in a folder, if there is one.
fn deck_summary(name: String, path: PathBuf) -> Option<DeckSummary> {
    let (mut personas, mut damaged) = (Vec::new(), Vec::new());
    match people(&path) {
        Ok(people) => people.iter().for_each(|it| match read_persona(it) {
            Ok(persona) => personas.push(persona_summary(&persona)),
            Err(why) => damaged.push(as_damaged(it, &why)),
        }),
        Err(why) => damaged.push(as_damaged(&path, &why)),
    }
    let is_deck = !personas.is_empty() || !damaged.is_empty();
    is_deck.then_some(DeckSummary { name, location: DeckLocation::Folder(path), personas, damaged })
}

fn as_damaged(folder: &Path, why: &DeckError) -> DamagedPersona {
    let needs_force = matches!(why, DeckError::Damaged { path, .. } if path.ends_with(PERSONA_FILE));
    DamagedPersona { folder: folder.to_owned(), why: why.to_string(), needs_force }
}

fn persona_summary(persona: &Persona) -> PersonaSummary {
    let (nodes, edges) = (persona.beliefs.nodes.len(), persona.beliefs.edges.len());
    let theses = persona.beliefs.theses().count();
    PersonaSummary { name: persona.name.clone(), built: persona.built.clone(), nodes, theses, edges }
}

/// Reads the deck in a folder.
pub fn load(name: &str, folder: &Path) -> Result<Deck, DeckError> {
    load_for(name, folder, &[])
}

fn load_for(name: &str, folder: &Path, named: &[&str]) -> Result<Deck, DeckError> {
    let mut personas = Vec::new();
    for it in people(folder)? {
        match storage::read(&it) {
            Ok(persona) => personas.push(persona),
            Err(error) if named.is_empty() || named.iter().any(|name| is_folder_of(&it, name)) => return Err(error),
            Err(_) => {}
        }
    }
    personas.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Deck { name: name.to_owned(), personas })
}

/// The folder for a name: lower case, with `-` for white space.
pub fn folder_name(name: &str) -> Result<String, DeckError> {
    if !is_name(name) {
        return Err(DeckError::Name(name.to_owned()));
    }
    Ok(folded(name).split_whitespace().collect::<Vec<_>>().join("-"))
}

/// Whether a persona of that name would be in that folder.
fn is_folder_of(folder: &Path, name: &str) -> bool {
    folder_name(name).is_ok_and(|it| file_name(folder) == it)
}

/// Whether a text can name a deck or a persona: it becomes a folder, on any system.
pub fn is_name(name: &str) -> bool {
    let is_fit = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ' | '\'');
    let is_formed = name.len() <= 64 && name.starts_with(char::is_alphanumeric) && name.chars().all(is_fit);
    is_formed && !name.trim_end().ends_with('.') && !is_device(name)
}

/// Whether Windows treats a name as a device, whatever follows a full stop in it.
fn is_device(name: &str) -> bool {
    let stem = folded(name.split('.').next().unwrap_or_default());
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let is_port = port.is_some_and(|it| it.chars().count() == 1 && it.chars().all(char::is_numeric));
    is_port || matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
}

fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The folders of a deck that contain a persona, by name.
pub fn people(deck: &Path) -> Result<Vec<PathBuf>, DeckError> {
    Ok(subfolders(deck)?.into_iter().filter(|it| storage::is_built(it)).collect())
}

/// The folders in a folder, by name; empty where it does not exist.
fn subfolders(folder: &Path) -> Result<Vec<PathBuf>, DeckError> {
    let failed = |why| DeckError::Io { path: folder.to_owned(), why };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(error) => return Err(failed(error)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() && !file_name(&path).starts_with('.') {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-01: a name becomes a folder name that leads nowhere else.
    #[test]
    fn a_name_is_a_folder() {
        for (name, expected) in [
            ("Hamilton", Some("hamilton")),
            ("The  Platform Builder", Some("the-platform-builder")),
            ("v1.2", Some("v1.2")),
            ("Österreich", Some("österreich")),
            ("..", None),
            ("a/b", None),
            (".hidden", None),
            ("", None),
            ("-x", None),
            ("a.", None),
            ("a. ", None),
            ("con", None),
            ("NUL.d", None),
            ("Com1", None),
            ("lpt¹", None),
            ("com10", Some("com10")),
            ("Comte", Some("comte")),
            ("Conrad", Some("conrad")),
            ("console", Some("console")),
        ] {
            assert_eq!(folder_name(name).ok().as_deref(), expected, "{name}");
        }
    }
}
