//! What is built out of a directory: one persona of its files, or one of each folder in it.
use super::BuildError;
use crate::deck::{PERSONA_FILE, folder_name};
use crate::reading::{Problem, Walked, is_readable, walk};
use debate::Name;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What somebody wrote.
#[derive(Debug)]
pub struct Corpus {
    /// Who.
    pub name: Name,
    /// Where it is.
    pub root: PathBuf,
    /// The files, within it and in order.
    pub files: Vec<String>,
    /// What was passed over.
    pub problems: Vec<Problem>,
}

/// The corpora in a directory. With a name all of it is one persona's; else it is where a file of it can be read, and each of its folders is
/// where none can. A file that tells of the directory is none.
pub fn corpora(path: &Path, name: Option<&str>) -> Result<Vec<Corpus>, BuildError> {
    let unreadable = |why| BuildError::NoDirectory { path: path.to_owned(), why };
    let whole = fs::canonicalize(path).map_err(unreadable)?;
    let (mut folders, mut is_one) = (Vec::new(), name.is_some());
    for entry in fs::read_dir(&whole).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?.path();
        let file = file_name(&entry);
        if entry.is_dir() && !file.starts_with('.') {
            folders.push(entry);
        } else if is_readable(&file) && !file.starts_with('.') && !tells_of(&file) {
            is_one = true;
        }
    }
    if is_one || whole.join(PERSONA_FILE).is_file() {
        let name = name.map_or_else(|| file_name(&whole), str::to_owned);
        return Ok(vec![corpus(&name, &whole)?]);
    }
    folders.sort();
    let (mut found, mut names) = (Vec::new(), BTreeSet::new());
    for folder in &folders {
        match corpus(&file_name(folder), folder) {
            Ok(corpus) => {
                if !names.insert(folder_name(corpus.name.as_str())?) {
                    let name = corpus.name.to_string();
                    return Err(BuildError::SameName { path: path.to_owned(), name });
                }
                found.push(corpus);
            }
            // A folder of pictures beside those of personas.
            Err(BuildError::Nothing { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    if found.is_empty() { Err(BuildError::Nothing { path: path.to_owned() }) } else { Ok(found) }
}

fn corpus(name: &str, root: &Path) -> Result<Corpus, BuildError> {
    let failed = |why| BuildError::NoDirectory { path: root.to_owned(), why };
    let Walked { files, problems } = walk(root).map_err(failed)?;
    if files.is_empty() {
        return Err(BuildError::Nothing { path: root.to_owned() });
    }
    folder_name(name)?;
    Ok(Corpus { name: Name::from(name), root: root.to_owned(), files, problems })
}

/// Whether a file tells of the directory it is in.
fn tells_of(file: &str) -> bool {
    let stem = file.split('.').next().unwrap_or_default().to_lowercase();
    matches!(stem.as_str(), "readme" | "licence" | "license" | "copying" | "notice")
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}
