//! What is built out of a directory: one persona of its files, or one of each folder in it.
//!
//! Nothing outside of the directory is read, wherever a link in it points. Not here: what is in a folder (`reading::walk`).
use super::{BuildError, hand};
use crate::deck::{PERSONA_FILE, folder_name};
use crate::reading::{Kind, Problem, Walked, is_readable, walk};
use debate::Name;
use std::collections::BTreeMap;
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
    let (mut folders, mut links, mut is_one) = (Vec::new(), Vec::new(), name.is_some());
    for entry in fs::read_dir(&whole).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?.path();
        let file = file_name(&entry);
        let is_link = fs::symlink_metadata(&entry).is_ok_and(|it| it.is_symlink());
        if file.starts_with('.') {
        } else if entry.is_dir() && is_link {
            links.push(Problem { file, line: None, kind: Kind::Link });
        } else if entry.is_dir() {
            folders.push(entry);
        } else if is_readable(&file) && !tells_of(&file) {
            is_one = true;
        }
    }
    if is_one || fs::symlink_metadata(whole.join(PERSONA_FILE)).is_ok_and(|it| !it.is_dir()) {
        let name = name.map_or_else(|| file_name(&whole), str::to_owned);
        return Ok(vec![corpus(&name, &whole)?]);
    }
    folders.sort();
    let (mut found, mut names) = (Vec::new(), BTreeMap::new());
    for folder in &folders {
        let file = file_name(folder);
        match corpus(&file, folder) {
            Ok(corpus) => {
                let name = called(&corpus);
                if let Some(other) = names.insert(folder_name(name.as_str())?, file.clone()) {
                    let (path, name) = (path.to_owned(), name.to_string());
                    return Err(BuildError::SameName { path, name, folders: [other, file] });
                }
                found.push(corpus);
            }
            // A folder of pictures beside those of personas.
            Err(BuildError::Nothing { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    links.sort_by(|a, b| a.file.cmp(&b.file));
    match found.first_mut() {
        // They are nobody's: the first who is built says so.
        Some(first) => first.problems.splice(..0, links).for_each(drop),
        None if links.is_empty() => return Err(BuildError::Nothing { path: path.to_owned() }),
        None => return Err(BuildError::Links { path: path.to_owned() }),
    }
    Ok(found)
}

/// Who a corpus makes: what a person wrote may say another name than its folder. What can't be read is said when it is built.
fn called(corpus: &Corpus) -> Name {
    let draft = hand::read(&corpus.root).ok().flatten();
    draft.map_or_else(|| corpus.name.clone(), |it| it.name)
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
