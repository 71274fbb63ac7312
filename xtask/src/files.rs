//! The files of the project: those that git tracks, and those it would track if added now.

use anyhow::{Context, Result};

use crate::process;

/// A text file, its path relative to the root with `/` between folders.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    /// The folders above the file, from the root down.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &str> {
        self.path.rsplit_once('/').map_or("", |(folders, _)| folders).split('/').filter(|name| !name.is_empty())
    }

    /// The last part of the path.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// Whether it is Rust source.
    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }
}

/// Reads all files. A file that is not text has an empty text: only its path is checked.
pub(crate) fn read_all() -> Result<Vec<File>> {
    let root = process::root();
    let listed = process::read(process::program("git", &["ls-files", "-z", "-co", "--exclude-standard"]))?;
    let mut files = Vec::new();
    for path in listed.split('\0').filter(|path| !path.is_empty()) {
        let place = root.join(path);
        if !place.is_file() {
            continue; // deleted but not yet committed, or a link to a folder
        }
        let bytes = std::fs::read(&place).with_context(|| format!("could not read `{path}`"))?;
        files.push(File { path: path.to_owned(), text: String::from_utf8(bytes).unwrap_or_default() });
    }
    Ok(files)
}

/// A made-up tree for the tests of the checks.
#[cfg(test)]
pub(crate) fn sample(files: &[(&str, &str)]) -> Vec<File> {
    files.iter().map(|(path, text)| File { path: (*path).to_owned(), text: (*text).to_owned() }).collect()
}

#[cfg(test)]
mod tests {
    use super::{read_all, sample};

    #[test]
    fn a_path_has_folders_and_a_name() {
        let [deep, top] = sample(&[("crates/debate/src/lib.rs", ""), ("README.md", "")]).try_into().unwrap();
        assert_eq!(deep.folders().collect::<Vec<_>>(), ["crates", "debate", "src"]);
        assert_eq!((deep.name(), deep.is_rust()), ("lib.rs", true));
        assert_eq!((top.folders().count(), top.name(), top.is_rust()), (0, "README.md", false));
    }

    #[test]
    fn this_file_is_among_them() {
        assert!(
            read_all().unwrap().iter().any(|file| file.path == "xtask/src/files.rs" && file.text.contains("fn this"))
        );
    }
}
