//! A persona as files in a folder: `persona.json` with contract and beliefs, and the file of chunks that it names.
//!
//! The file of chunks is named after its digest, so renaming `persona.json` into place replaces both at once: a reader, or an interrupted build,
//! sees either the old persona or the new one, whole. A deck may come from anywhere, so files are validated before use. Not here: which decks
//! there are (`deck`), and whether beliefs have sources (`check`).
use super::{DeckError, file_name, folder_name, is_name};
use crate::chunks::hex;
use crate::readers::FILE_MOST;
use debate::persona::{Built, Quote};
use debate::{BeliefGraph, Chunk, ChunkId, Contract, Name, Persona};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// The file with contract and beliefs.
pub const PERSONA_FILE: &str = "persona.json";
/// The file of chunks, where a persona names none.
const CHUNKS_FILE: &str = "chunks.jsonl";
/// The largest `persona.json`, in bytes. Ours: a thousand times the size of a hundred beliefs with their contract.
const PERSONA_MOST: u64 = 32 << 20;
/// The largest file of chunks, in bytes. Ours: four of the largest files of a corpus.
const CHUNKS_MOST: u64 = 4 * FILE_MOST;
/// The longest id, in bytes. Ours: generated ids have a dozen; a person may write words.
const ID_MOST: usize = 64;
/// The hexadecimal digits of the digest in the name of the file of chunks. Ours: two stored side by side never collide.
const DIGITS: usize = 16;
/// The suffix of an unfinished file.
const UNFINISHED: &str = ".new";
/// How often to read a persona that is being rebuilt. Ours: builds take seconds, reading does not.
const TRIES: usize = 3;

/// The damage of a `persona.json`, or of its file of chunks.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// Invalid content.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// The file can't be read.
    #[error("{0}")]
    Unreadable(io::Error),
    /// The named file does not exist.
    #[error("it is not there")]
    Gone,
    /// The path is no regular file.
    #[error("it is not a regular file; put the file itself there")]
    NoFile,
    /// The file is too large.
    #[error("it is larger than {} KiB", .0 >> 10)]
    TooLarge(u64),
    /// The name is not valid.
    #[error("{:?} is not a valid name for a persona", shown(.0))]
    Name(String),
    /// An id is not valid.
    #[error("the id {:?} is empty, longer than {ID_MOST} bytes or has control characters", shown(.0))]
    Id(String),
    /// The name of the file of chunks is not valid.
    #[error("{:?} is not a valid name for the file of its chunks", shown(.0))]
    Chunks(String),
}

/// The beginning of a text, for messages.
fn shown(text: &str) -> String {
    text.chars().take(ID_MOST).collect()
}

/// The content of `persona.json`, in this order.
#[derive(Serialize)]
struct PersonaFile<'a> {
    name: &'a Name,
    built: &'a Built,
    persuadability: f64,
    contract: &'a Contract,
    beliefs: &'a BeliefGraph,
    chunks_file: &'a str,
    /// The digest of everything else, which reveals later edits by a person.
    made: &'a str,
}

/// The content of `persona.json` beside the persona.
#[derive(Deserialize)]
struct Metadata {
    #[serde(default)]
    built: Built,
    #[serde(default)]
    chunks_file: Option<String>,
    #[serde(default)]
    made: Option<String>,
}

/// Saves a persona into the folder of its deck and returns its path. The old one is replaced only once the new one is complete.
pub fn save(persona: &Persona, deck: &Path) -> Result<PathBuf, DeckError> {
    let folder = deck.join(folder_name(persona.name.as_str())?);
    validate(persona).map_err(|why| DeckError::Damaged { path: folder.join(PERSONA_FILE), why })?;
    fs::create_dir_all(&folder).map_err(|why| DeckError::Io { path: folder.clone(), why })?;
    let chunks = write_chunks(&persona.chunks, &folder)?;
    write_persona(persona, &chunks, &folder)?;
    // Files that can't be removed do no harm.
    let _ = remove_unused(&folder, &chunks);
    Ok(folder)
}

/// Writes the chunks, and returns the name of their file.
fn write_chunks(chunks: &[Chunk], folder: &Path) -> Result<String, DeckError> {
    let (mut digest, mut written) = (Sha256::new(), 0);
    let beside = write_temporary(&folder.join(CHUNKS_FILE), |out| {
        for chunk in chunks {
            let mut line = serde_json::to_vec(chunk)?;
            line.push(b'\n');
            written += line.len() as u64;
            // A file that would be too large to read again is not written.
            if written > CHUNKS_MOST {
                return Err(io::Error::other(Damage::TooLarge(CHUNKS_MOST)));
            }
            digest.update(&line);
            out.write_all(&line)?;
        }
        Ok(())
    })?;
    let name = format!("chunks-{}.jsonl", hex(&digest.finalize(), DIGITS));
    rename_into_place(&beside, &folder.join(&name))?;
    Ok(name)
}

/// Writes `persona.json` with the name of the file of chunks.
fn write_persona(persona: &Persona, chunks_file: &str, folder: &Path) -> Result<(), DeckError> {
    let Persona { name, built, persuadability, contract, beliefs, chunks: _ } = persona;
    let written = |made: &str| {
        let persuadability = *persuadability;
        serde_json::to_vec_pretty(&PersonaFile { name, built, persuadability, contract, beliefs, chunks_file, made })
    };
    let path = folder.join(PERSONA_FILE);
    let beside = write_temporary(&path, |out| {
        let made = hex(&Sha256::digest(written("")?), DIGITS);
        out.write_all(&written(&made)?)?;
        out.write_all(b"\n")
    })?;
    rename_into_place(&beside, &path)
}

/// The handwritten or hand-edited `persona.json` that a build would overwrite; `built` is how the new persona is built.
pub(crate) fn handwritten(deck: &Path, name: &Name, built: &Built) -> Result<Option<PathBuf>, DeckError> {
    let folder = deck.join(folder_name(name.as_str())?);
    let path = folder.join(PERSONA_FILE);
    if fs::symlink_metadata(&path).is_err_and(|it| it.kind() == io::ErrorKind::NotFound) {
        return Ok(None);
    }
    // A file that can't be parsed counts as a person's.
    let there = read_most(&path, PERSONA_MOST).ok().and_then(|it| String::from_utf8(it).ok());
    let metadata = there.as_deref().and_then(|it| serde_json::from_str::<Metadata>(it).ok());
    let is_handwritten = match (there.as_deref(), metadata) {
        (Some(text), Some(Metadata { built: was, made: Some(made), .. })) => {
            !is_as_made(text, &made) || (was == Built::Hand && *built != Built::Hand)
        }
        // From an earlier release, or written in the deck and never built.
        (_, Some(Metadata { built: was, made: None, .. })) => {
            was == Built::Hand && (*built != Built::Hand || !is_built(&folder))
        }
        (None, Some(_)) | (_, None) => true,
    };
    Ok(is_handwritten.then_some(path))
}

/// Whether a `persona.json` is unchanged since a build wrote it.
fn is_as_made(text: &str, made: &str) -> bool {
    let rest = text.trim_end().rsplit_once(made).map(|(before, behind)| format!("{before}{behind}"));
    !made.is_empty() && rest.is_some_and(|it| hex(&Sha256::digest(it), DIGITS) == made)
}

/// Writes a whole file under a temporary name beside `path` and returns that name. Concurrent writers use different names.
fn write_temporary(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<PathBuf, DeckError> {
    let beside = path.with_file_name(format!("{}.{}{UNFINISHED}", file_name(path), std::process::id()));
    let written = || -> io::Result<()> {
        let mut out = BufWriter::new(File::create(&beside)?);
        write(&mut out)?;
        out.flush()
    };
    written().map_err(|why| DeckError::Io { path: path.to_owned(), why })?;
    Ok(beside)
}

/// Renames a file into place, durably.
fn rename_into_place(beside: &Path, path: &Path) -> Result<(), DeckError> {
    files::persist(beside, path).map_err(|why| DeckError::Io { path: path.to_owned(), why })
}

/// Removes files of chunks that no persona names, and leftovers of interrupted builds.
fn remove_unused(folder: &Path, chunks: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = file_name(&path);
        if name != chunks && (is_chunks(&name) || name.ends_with(UNFINISHED)) {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Whether a folder contains a built persona: a handwritten one is beside texts, and neither has nor names chunks.
pub(super) fn is_built(folder: &Path) -> bool {
    let path = folder.join(PERSONA_FILE);
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut has_chunks = || entries.any(|it| is_chunks(&it.file_name().to_string_lossy()));
    let metadata = || serde_json::from_slice::<Metadata>(&read_most(&path, PERSONA_MOST).ok()?).ok();
    path.is_file() && (has_chunks() || metadata().is_some_and(|it| it.chunks_file.is_some()))
}

/// Whether a name is that of a file of chunks in the same folder.
fn is_chunks(name: &str) -> bool {
    let digest = name.strip_prefix("chunks-").and_then(|it| it.strip_suffix(".jsonl"));
    name == CHUNKS_FILE || digest.is_some_and(|it| it.len() == DIGITS && it.chars().all(|c| c.is_ascii_hexdigit()))
}

/// Reads a persona without its chunks, whose file must exist.
pub(super) fn read_persona(folder: &Path) -> Result<Persona, DeckError> {
    retry_if_replaced(|| {
        let (persona, chunks) = read_json(folder)?;
        let path = folder.join(chunks);
        if path.is_file() { Ok(persona) } else { Err(DeckError::Damaged { path, why: Damage::Gone }) }
    })
}

/// Reads a persona with its chunks.
pub(super) fn read(folder: &Path) -> Result<Persona, DeckError> {
    retry_if_replaced(|| {
        let (persona, chunks) = read_json(folder)?;
        Ok(Persona { chunks: read_chunks(&folder.join(chunks))?, ..persona })
    })
}

/// Reads again where the file of chunks is missing: a build replaced it between the two reads.
fn retry_if_replaced(read: impl Fn() -> Result<Persona, DeckError>) -> Result<Persona, DeckError> {
    let is_gone = |it: &Result<Persona, DeckError>| matches!(it, Err(DeckError::Damaged { why: Damage::Gone, .. }));
    let mut found = read();
    for _ in 1..TRIES {
        if !is_gone(&found) {
            break;
        }
        found = read();
    }
    found
}

/// The content of `persona.json`, and the name of the file of chunks.
fn read_json(folder: &Path) -> Result<(Persona, String), DeckError> {
    let path = folder.join(PERSONA_FILE);
    let read = || {
        let bytes = read_most(&path, PERSONA_MOST)?;
        let persona: Persona = serde_json::from_slice(&bytes)?;
        let chunks = serde_json::from_slice::<Metadata>(&bytes)?.chunks_file.unwrap_or_else(|| CHUNKS_FILE.to_owned());
        if !is_chunks(&chunks) {
            return Err(Damage::Chunks(chunks));
        }
        validate(&persona)?;
        Ok((persona, chunks))
    };
    read().map_err(|why| DeckError::Damaged { path: path.clone(), why })
}

fn read_chunks(path: &Path) -> Result<Vec<Chunk>, DeckError> {
    let read = || {
        let bytes = read_most(path, CHUNKS_MOST)?;
        let lines = bytes.split(|it| *it == b'\n').filter(|it| !it.is_empty());
        let chunks = lines.map(serde_json::from_slice).collect::<Result<Vec<Chunk>, _>>()?;
        chunks.iter().try_for_each(|it| id(it.id.as_str()))?;
        Ok(chunks)
    };
    read().map_err(|why| DeckError::Damaged { path: path.to_owned(), why })
}

/// The bytes of a file, if there are at most `most`. Pipes and devices are not opened, since reading them may never end.
pub(crate) fn read_most(path: &Path, most: u64) -> Result<Vec<u8>, Damage> {
    let failed =
        |why: io::Error| if why.kind() == io::ErrorKind::NotFound { Damage::Gone } else { Damage::Unreadable(why) };
    let found = fs::metadata(path).map_err(failed)?;
    if !found.is_file() {
        return Err(Damage::NoFile);
    }
    let too_large = || Damage::TooLarge(most);
    if found.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // It may have grown since.
    File::open(path).map_err(failed)?.take(most + 1).read_to_end(&mut bytes).map_err(Damage::Unreadable)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok(bytes) }
}

/// Checks that a persona can be stored and shown: its name and its ids are valid.
pub(crate) fn validate(persona: &Persona) -> Result<(), Damage> {
    let Persona { name, contract, beliefs, chunks, built: _, persuadability: _ } = persona;
    if !is_name(name.as_str()) {
        return Err(Damage::Name(name.to_string()));
    }
    let ids = |chunks: &[ChunkId]| chunks.iter().try_for_each(|it| id(it.as_str()));
    for node in &beliefs.nodes {
        id(&node.id)?;
        ids(&node.chunks)?;
    }
    for edge in &beliefs.edges {
        [&edge.id, &edge.cause, &edge.effect].into_iter().try_for_each(|it| id(it))?;
        ids(&edge.chunks)?;
    }
    let quoted = |it: &Quote| id(it.chunk.as_str());
    contract.anchors.iter().chain(&contract.voice.examples).try_for_each(quoted)?;
    chunks.iter().try_for_each(|it| id(it.id.as_str()))
}

fn id(text: &str) -> Result<(), Damage> {
    let is_id = !text.is_empty() && text.len() <= ID_MOST && !text.chars().any(char::is_control);
    if is_id { Ok(()) } else { Err(Damage::Id(text.to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn persona(text: &str) -> Persona {
        Persona {
            name: "Jay".into(),
            built: Built::Extractive,
            persuadability: 0.2,
            contract: Contract { identity: text.to_owned(), ..Contract::default() },
            beliefs: BeliefGraph::default(),
            chunks: vec![Chunk { id: "k1".into(), source: "a.txt".to_owned(), text: text.to_owned() }],
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(|it| file_name(&it.unwrap().path())).collect();
        names.sort();
        names
    }

    /// P-01: an interrupted rewrite leaves the old persona whole, and the next save removes all leftovers.
    #[test]
    fn a_persona_changes_in_one_moment() {
        let place = tempfile::tempdir().unwrap();
        let (old, new) = (persona("The union is one."), persona("The union is many."));
        let folder = save(&old, place.path()).unwrap();
        // Interrupted in the middle of a file, and between the two.
        fs::write(folder.join("persona.json.1.new"), "{\"name\":").unwrap();
        let chunks = write_chunks(&new.chunks, &folder).unwrap();
        assert_eq!(read(&folder).unwrap(), old);
        assert_eq!(names(&folder).len(), 4);
        // Interrupted before the old chunks are removed.
        write_persona(&new, &chunks, &folder).unwrap();
        assert_eq!(read(&folder).unwrap(), new);
        save(&new, place.path()).unwrap();
        assert_eq!(read(&folder).unwrap(), new);
        assert_eq!(names(&folder), [chunks.as_str(), PERSONA_FILE]);
    }

    /// P-01: a deck of an earlier release, whose chunks have a fixed file name, is read; saving it converts it.
    #[test]
    fn a_deck_of_before_is_read() {
        let place = tempfile::tempdir().unwrap();
        let old = persona("The union is one.");
        let folder = save(&old, place.path()).unwrap();
        let [chunks, _] = names(&folder).try_into().unwrap();
        fs::rename(folder.join(&chunks), folder.join(CHUNKS_FILE)).unwrap();
        let told = fs::read_to_string(folder.join(PERSONA_FILE)).unwrap();
        let line = format!(",\n  \"chunks_file\": \"{chunks}\"");
        assert!(told.contains(&line), "{told}");
        fs::write(folder.join(PERSONA_FILE), told.replace(&line, "")).unwrap();
        assert!(is_built(&folder));
        assert_eq!(read(&folder).unwrap(), old);
        save(&old, place.path()).unwrap();
        assert_eq!(names(&folder), [chunks.as_str(), PERSONA_FILE]);
    }

    /// A file that can't be read counts as a person's, and opening a pipe does not block.
    #[test]
    fn a_persona_file_that_is_a_pipe_is_not_waited_for() {
        let place = tempfile::tempdir().unwrap();
        let folder = save(&persona("The union is one."), place.path()).unwrap();
        let path = folder.join(PERSONA_FILE);
        fs::remove_file(&path).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert_eq!(handwritten(place.path(), &"Jay".into(), &Built::Extractive).unwrap(), Some(path));
    }

    /// P-01: a foreign `persona.json` can name no other file than one of chunks.
    #[test]
    fn the_file_of_the_chunks_leads_nowhere_else() {
        for (name, expected) in [
            ("chunks.jsonl", true),
            ("chunks-0123456789abcdef.jsonl", true),
            ("chunks-0123456789abcde.jsonl", false),
            ("chunks-../../../../aaa.jsonl", false),
            ("/etc/passwd", false),
            ("persona.json", false),
            ("", false),
        ] {
            assert_eq!(is_chunks(name), expected, "{name}");
        }
    }
}
