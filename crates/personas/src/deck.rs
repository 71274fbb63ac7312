//! Decks: folders of personas on one subject (P-01), on this machine, in a project and in the program itself.
//!
//! `DECKS/DECK/PERSONA/` has `persona.json`, who they are, and `chunks.jsonl`, what they may quote. Both are written whole or not at all.
//! Not here: how a persona is built (`build`), and what is wrong with one (`check`).
use crate::shipped;
use debate::persona::Built;
use debate::{Chunk, Name, Persona};
use serde::Serialize;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// The file that says who a persona is.
pub const PERSONA_FILE: &str = "persona.json";
/// The file with what it may quote.
pub const CHUNKS_FILE: &str = "chunks.jsonl";

/// Personas that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Deck {
    /// What it is called.
    pub name: String,
    /// Who is in it, by name.
    pub personas: Vec<Persona>,
}

impl Deck {
    /// The persona of that name, upper and lower case alike.
    pub fn persona(&self, name: &str) -> Option<&Persona> {
        self.personas.iter().find(|it| folded(it.name.as_str()) == folded(name))
    }
}

/// Why a deck can't be had.
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    /// There is none of that name.
    #[error("there is no deck `{name}`; there {}; build one with `roundtable persona build DIR --deck {name}`", are(.there))]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        there: Vec<String>,
    },
    /// Its name could lead out of the folder of decks.
    #[error(
        "`{0}` is no name for a deck or a persona: use letters, digits, `-`, `_`, `.` and spaces, a letter or digit first"
    )]
    Name(String),
    /// A file of it is not what it should be.
    #[error("`{}` can't be read: {why}; build the persona again", .path.display())]
    Damaged {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        why: serde_json::Error,
    },
    /// The system does not give or take a file.
    #[error("`{}`: {why}", .path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        why: std::io::Error,
    },
    /// A deck of the program is not what it should be.
    #[error("the deck `{name}` of the program can't be read: {why}")]
    Shipped {
        /// Which.
        name: String,
        /// What is wrong.
        why: serde_json::Error,
    },
}

fn are(there: &[String]) -> String {
    match there {
        [] => "are none".to_owned(),
        [one] => format!("is `{one}`"),
        more => format!("are {}", more.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")),
    }
}

/// Where a deck is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a folder.
    Folder(PathBuf),
    /// In the program.
    Program,
}

/// A persona of a deck, in brief.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Brief {
    /// What they are called.
    pub name: Name,
    /// How it was built.
    pub built: Built,
    /// How many beliefs there are: nodes and edges.
    pub nodes: usize,
    /// How many of them are edges.
    pub edges: usize,
}

/// A deck, in brief.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// What it is called.
    pub name: String,
    /// Where it is.
    pub place: Place,
    /// Who is in it.
    pub personas: Vec<Brief>,
}

/// Where decks are looked for, in this order; the program's own come last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decks {
    folders: Vec<PathBuf>,
}

impl Decks {
    /// Looks into these folders, the first one first.
    pub fn new(folders: impl IntoIterator<Item = PathBuf>) -> Decks {
        Decks { folders: folders.into_iter().collect() }
    }

    /// The deck of that name: the first that is found.
    pub fn load(&self, name: &str) -> Result<Deck, DeckError> {
        for folder in self.folders.iter().filter(|_| is_name(name)) {
            let path = folder.join(name);
            if !people(&path)?.is_empty() {
                return load(name, &path);
            }
        }
        match shipped::named(name) {
            Some(deck) => deck,
            None => Err(DeckError::Unknown { name: name.to_owned(), there: self.names()? }),
        }
    }

    /// Every deck that can be had, by name; of several with one name the first that is found.
    pub fn list(&self) -> Result<Vec<Listed>, DeckError> {
        let mut found: Vec<Listed> = Vec::new();
        for folder in &self.folders {
            for path in subfolders(folder)? {
                let name = file_name(&path);
                if is_name(&name) && found.iter().all(|it| it.name != name) {
                    let people = people(&path)?;
                    let briefs = people.iter().map(|it| Ok(brief(&read_persona(it)?)));
                    let personas = briefs.collect::<Result<Vec<Brief>, DeckError>>()?;
                    if !personas.is_empty() {
                        found.push(Listed { name, place: Place::Folder(path), personas });
                    }
                }
            }
        }
        for name in shipped::names().filter(|name| found.iter().all(|it| it.name != *name)).collect::<Vec<_>>() {
            if let Some(deck) = shipped::named(name) {
                let personas = deck?.personas.iter().map(brief).collect();
                found.push(Listed { name: name.to_owned(), place: Place::Program, personas });
            }
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    fn names(&self) -> Result<Vec<String>, DeckError> {
        Ok(self.list()?.into_iter().map(|it| it.name).collect())
    }
}

fn brief(persona: &Persona) -> Brief {
    let (nodes, edges) = (persona.beliefs.nodes.len(), persona.beliefs.edges.len());
    Brief { name: persona.name.clone(), built: persona.built.clone(), nodes, edges }
}

/// Reads the deck in a folder.
pub fn load(name: &str, folder: &Path) -> Result<Deck, DeckError> {
    let mut personas = Vec::new();
    for path in people(folder)? {
        let mut persona = read_persona(&path)?;
        persona.chunks = read_chunks(&path)?;
        personas.push(persona);
    }
    personas.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Deck { name: name.to_owned(), personas })
}

/// Writes a persona into the folder of its deck; where. What was there is there until all of the new is.
pub fn save(persona: &Persona, deck: &Path) -> Result<PathBuf, DeckError> {
    let folder = deck.join(folder_name(persona.name.as_str())?);
    fs::create_dir_all(&folder).map_err(|why| DeckError::Io { path: folder.clone(), why })?;
    // Chunks first: a persona never names one that is not there.
    write_whole(&folder.join(CHUNKS_FILE), |out| {
        persona.chunks.iter().try_for_each(|it| {
            serde_json::to_writer(&mut *out, it)?;
            out.write_all(b"\n")
        })
    })?;
    let without = Persona {
        name: persona.name.clone(),
        built: persona.built.clone(),
        persuadability: persona.persuadability,
        contract: persona.contract.clone(),
        beliefs: persona.beliefs.clone(),
        chunks: Vec::new(),
    };
    write_whole(&folder.join(PERSONA_FILE), |out| {
        serde_json::to_writer_pretty(&mut *out, &without)?;
        out.write_all(b"\n")
    })?;
    Ok(folder)
}

/// Writes a file beside its place and puts it there when it is whole.
fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<(), std::io::Error>) -> Result<(), DeckError> {
    let beside = path.with_extension("new");
    let written = || -> std::io::Result<()> {
        let mut out = std::io::BufWriter::new(fs::File::create(&beside)?);
        write(&mut out)?;
        let file = out.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    written().map_err(|why| DeckError::Io { path: path.to_owned(), why })
}

/// A name as a folder: small letters, and `-` for white space.
pub fn folder_name(name: &str) -> Result<String, DeckError> {
    if !is_name(name) {
        return Err(DeckError::Name(name.to_owned()));
    }
    Ok(folded(name).split_whitespace().collect::<Vec<_>>().join("-"))
}

/// Whether something can be the name of a deck or a persona: it becomes a folder, on any system.
pub fn is_name(name: &str) -> bool {
    let is_fit = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' ' | '\'');
    name.len() <= 64 && name.starts_with(char::is_alphanumeric) && name.chars().all(is_fit)
}

fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The folders of a deck that have a persona, by name.
fn people(deck: &Path) -> Result<Vec<PathBuf>, DeckError> {
    Ok(subfolders(deck)?
        .into_iter()
        .filter(|it| it.join(PERSONA_FILE).is_file() && it.join(CHUNKS_FILE).is_file())
        .collect())
}

/// The folders in a folder, by name; none where it is not there.
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

fn read_persona(folder: &Path) -> Result<Persona, DeckError> {
    let path = folder.join(PERSONA_FILE);
    let bytes = fs::read(&path).map_err(|why| DeckError::Io { path: path.clone(), why })?;
    serde_json::from_slice(&bytes).map_err(|why| DeckError::Damaged { path, why })
}

fn read_chunks(folder: &Path) -> Result<Vec<Chunk>, DeckError> {
    let path = folder.join(CHUNKS_FILE);
    let failed = |why| DeckError::Io { path: path.clone(), why };
    let lines = BufReader::new(fs::File::open(&path).map_err(failed)?).lines();
    let mut chunks = Vec::new();
    for line in lines {
        let line = line.map_err(failed)?;
        chunks.push(serde_json::from_str(&line).map_err(|why| DeckError::Damaged { path: path.clone(), why })?);
    }
    Ok(chunks)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-01: a name becomes a folder and never leads anywhere else.
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
        ] {
            assert_eq!(folder_name(name).ok().as_deref(), expected, "{name}");
        }
    }
}
