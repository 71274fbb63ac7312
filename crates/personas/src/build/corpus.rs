//! The corpora of a directory: one persona from all its files, or one from each folder.
//!
//! Nothing outside of the directory is read, wherever its links point. A folder that can't be read does not affect the others. Two folders with
//! the same name are refused, since the name would be ambiguous. Not here: the files of a folder (`readers::walk`).
use super::{BuildError, manual};
use crate::deck::{PERSONA_FILE, folder_name};
use crate::readers::{Kind, Problem, Walked, is_readable, walk};
use debate::Name;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The texts of one author.
#[derive(Debug)]
pub struct Corpus {
    /// The author's name.
    pub name: Name,
    /// The directory.
    pub root: PathBuf,
    /// The files, relative to `root` and sorted.
    pub files: Vec<String>,
    /// Files that were skipped.
    pub problems: Vec<Problem>,
}

/// The corpora of a directory.
#[derive(Debug, Default)]
pub struct Corpora {
    /// The corpora to build.
    pub people: Vec<Corpus>,
    /// The folders that can't be built, and why.
    pub failed: Vec<(String, BuildError)>,
    /// Files beside the authors' folders that were skipped.
    pub passed_over: Vec<Problem>,
}

/// The corpora of a directory. With a name, or where there are no folders, all files are one persona's; else each folder is a corpus. Files
/// beside folders are refused, since their author is unknown.
pub fn corpora(path: &Path, name: Option<&str>) -> Result<Corpora, BuildError> {
    let unreadable = |why| BuildError::NoDirectory { path: path.to_owned(), why };
    let whole = fs::canonicalize(path).map_err(unreadable)?;
    let one = |name: &str| Ok(Corpora { people: vec![corpus(name, &whole)?], ..Corpora::default() });
    if let Some(name) = name {
        return one(name);
    }
    if fs::symlink_metadata(whole.join(PERSONA_FILE)).is_ok_and(|it| !it.is_dir()) {
        return one(&file_name(&whole));
    }
    let Entries { folders, strays, mut passed_over } = Entries::of(&whole).map_err(unreadable)?;
    let (mut people, mut failed) = (Vec::new(), Vec::new());
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for folder in &folders {
        let file = file_name(folder);
        match corpus(&file, folder) {
            Ok(corpus) => {
                let name = corpus.called();
                // The build reports an invalid name.
                let key = folder_name(name.as_str()).unwrap_or_else(|_| file.clone());
                if let Some(other) = names.insert(key, file.clone()) {
                    let (path, name) = (path.to_owned(), name.to_string());
                    return Err(BuildError::SameName { path, name, folders: [other, file] });
                }
                people.push(corpus);
            }
            Err(BuildError::Nothing { .. }) => passed_over.push(Problem { file, line: None, kind: Kind::NoFiles }),
            Err(error) => failed.push((file, error)),
        }
    }
    let is_nobody = people.is_empty() && failed.is_empty();
    match strays.into_iter().next() {
        Some(_) if is_nobody => one(&file_name(&whole)),
        Some(file) => Err(BuildError::Stray { path: path.to_owned(), file }),
        None if !is_nobody => {
            passed_over.sort_by(|a, b| a.file.cmp(&b.file));
            Ok(Corpora { people, failed, passed_over })
        }
        None if passed_over.iter().any(|it| matches!(it.kind, Kind::Link)) => {
            Err(BuildError::Links { path: path.to_owned() })
        }
        None => Err(BuildError::Nothing { path: path.to_owned() }),
    }
}

/// The entries of a directory, sorted.
#[derive(Debug, Default)]
struct Entries {
    /// Folders, perhaps corpora.
    folders: Vec<PathBuf>,
    /// Readable files.
    strays: Vec<String>,
    /// All other entries.
    passed_over: Vec<Problem>,
}

impl Entries {
    fn of(whole: &Path) -> std::io::Result<Entries> {
        let mut entries = Entries::default();
        for entry in fs::read_dir(whole)? {
            let entry = entry?.path();
            let file = file_name(&entry);
            let is_link = fs::symlink_metadata(&entry).is_ok_and(|it| it.is_symlink());
            let skipped = match (entry.is_dir(), file.starts_with('.')) {
                (true, true) => continue,
                (false, true) => Kind::Hidden,
                (true, false) if is_link => Kind::Link,
                (true, false) => {
                    entries.folders.push(entry);
                    continue;
                }
                (false, false) if tells_of(&file) => Kind::Telling,
                (false, false) if !is_readable(&file) => Kind::NoReader,
                (false, false) => {
                    entries.strays.push(file);
                    continue;
                }
            };
            entries.passed_over.push(Problem { file, line: None, kind: skipped });
        }
        entries.folders.sort();
        entries.strays.sort();
        Ok(entries)
    }
}

impl Corpus {
    /// The persona's name: a handwritten persona may have another name than its folder. The build reports one that can't be read.
    pub fn called(&self) -> Name {
        let draft = manual::read(&self.root).ok().flatten();
        draft.map_or_else(|| self.name.clone(), |it| it.name)
    }
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

/// Whether a file describes its directory.
fn tells_of(file: &str) -> bool {
    let stem = file.split('.').next().unwrap_or_default().to_lowercase();
    matches!(stem.as_str(), "readme" | "licence" | "license" | "copying" | "notice")
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}
