//! The files of a corpus, in the order of their names; nothing outside of its directory, wherever a link points.
use super::{Kind, Problem, is_readable};
use std::fs;
use std::path::Path;

/// How deep a directory is gone into. Ours: deeper ones are mistakes, or loops.
const DEEPEST: usize = 16;

/// What was found in a directory.
#[derive(Debug, Default)]
pub struct Walked {
    /// Files that can be read, as paths within the directory with `/` between folders.
    pub files: Vec<String>,
    /// What was passed over.
    pub problems: Vec<Problem>,
}

/// Finds what can be read in a directory. What is hidden, and a `persona.json`, is no part of a corpus.
pub fn walk(root: &Path) -> std::io::Result<Walked> {
    let mut walked = Walked::default();
    let whole = fs::canonicalize(root)?;
    walked.directory(&whole, &whole, "", 0)?;
    walked.files.sort();
    walked.problems.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(walked)
}

impl Walked {
    fn directory(&mut self, root: &Path, at: &Path, under: &str, depth: usize) -> std::io::Result<()> {
        for entry in fs::read_dir(at)? {
            let path = entry?.path();
            let Some(name) = path.file_name().map(|it| it.to_string_lossy().into_owned()) else { continue };
            if name.starts_with('.') || name == crate::deck::PERSONA_FILE {
                continue;
            }
            let file = if under.is_empty() { name } else { format!("{under}/{name}") };
            let is_link = fs::symlink_metadata(&path).is_ok_and(|it| it.is_symlink());
            let is_within = fs::canonicalize(&path).is_ok_and(|it| it.starts_with(root));
            match fs::metadata(&path) {
                Err(error) => self.skip(file, Kind::Unreadable(error)),
                Ok(found) if !is_within || (is_link && found.is_dir()) => self.skip(file, Kind::Link),
                Ok(found) if found.is_dir() && depth == DEEPEST => self.skip(file, Kind::Deep(DEEPEST)),
                Ok(found) if found.is_dir() => match self.directory(root, &path, &file, depth + 1) {
                    Ok(()) => {}
                    Err(error) => self.skip(file, Kind::Unreadable(error)),
                },
                Ok(found) if found.is_file() && is_readable(&file) => self.files.push(file),
                Ok(_) => self.skip(file, Kind::NoReader),
            }
        }
        Ok(())
    }

    fn skip(&mut self, file: String, kind: Kind) {
        self.problems.push(Problem { file, line: None, kind });
    }
}
