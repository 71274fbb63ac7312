//! What is built out of a directory: one persona of its files, or one of each folder in it.
//!
//! Nothing outside of the directory is read, wherever a link in it points. Who can't be read costs nobody else; two who say one name are refused, for
//! nobody can tell which is meant. Not here: what is in a folder
//! (`reading::walk`).
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

/// What was found in a directory.
#[derive(Debug, Default)]
pub struct Corpora {
    /// Whom to build.
    pub people: Vec<Corpus>,
    /// The folders that make nobody, and why.
    pub failed: Vec<(String, BuildError)>,
    /// What lies beside the folders of people and was passed over.
    pub passed_over: Vec<Problem>,
}

/// The corpora in a directory. With a name all of it is one persona's, and so are files without folders; else each folder is somebody's. Files
/// beside folders could be anybody's: they are refused.
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
    let Beside { folders, strays, mut passed_over } = Beside::of(&whole).map_err(unreadable)?;
    let (mut people, mut failed) = (Vec::new(), Vec::new());
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for folder in &folders {
        let file = file_name(folder);
        match corpus(&file, folder) {
            Ok(corpus) => {
                let name = corpus.called();
                // A name that is none is said when it is built.
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

/// What a directory has, in order.
#[derive(Debug, Default)]
struct Beside {
    /// Perhaps people's.
    folders: Vec<PathBuf>,
    /// Files that can be read.
    strays: Vec<String>,
    /// What is neither.
    passed_over: Vec<Problem>,
}

impl Beside {
    fn of(whole: &Path) -> std::io::Result<Beside> {
        let mut beside = Beside::default();
        for entry in fs::read_dir(whole)? {
            let entry = entry?.path();
            let file = file_name(&entry);
            let is_link = fs::symlink_metadata(&entry).is_ok_and(|it| it.is_symlink());
            let skipped = match (entry.is_dir(), file.starts_with('.')) {
                (true, true) => continue,
                (false, true) => Kind::Hidden,
                (true, false) if is_link => Kind::Link,
                (true, false) => {
                    beside.folders.push(entry);
                    continue;
                }
                (false, false) if tells_of(&file) => Kind::Telling,
                (false, false) if !is_readable(&file) => Kind::NoReader,
                (false, false) => {
                    beside.strays.push(file);
                    continue;
                }
            };
            beside.passed_over.push(Problem { file, line: None, kind: skipped });
        }
        beside.folders.sort();
        beside.strays.sort();
        Ok(beside)
    }
}

impl Corpus {
    /// Who it makes: what a person wrote may say another name than its folder. What can't be read is said when it is built.
    pub fn called(&self) -> Name {
        let draft = hand::read(&self.root).ok().flatten();
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

/// Whether a file tells of the directory it is in.
fn tells_of(file: &str) -> bool {
    let stem = file.split('.').next().unwrap_or_default().to_lowercase();
    matches!(stem.as_str(), "readme" | "licence" | "license" | "copying" | "notice")
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}
