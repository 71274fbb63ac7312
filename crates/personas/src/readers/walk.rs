//! Lists the files of a corpus by name; nothing outside of its directory, wherever a link points.
use super::{Kind, Problem, is_readable};
use files::{Entry, EntryKind, MAX_DEPTH};
use std::path::Path;

/// The files of a directory.
#[derive(Debug, Default)]
pub struct Walked {
    /// Readable files, as relative paths with `/`.
    pub files: Vec<String>,
    /// Files that were skipped.
    pub problems: Vec<Problem>,
}

/// Lists the readable files of a directory. Hidden files and `persona.json` are no part of a corpus.
pub fn walk(root: &Path) -> std::io::Result<Walked> {
    let mut walked = Walked::default();
    files::walk(root, &mut |it| walked.add(it))?;
    walked.files.sort();
    walked.problems.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(walked)
}

impl Walked {
    fn add(&mut self, Entry { relative_path: file, kind, .. }: Entry) -> std::io::Result<()> {
        match kind {
            EntryKind::Hidden => {}
            _ if file.split('/').any(|it| it == crate::deck::PERSONA_FILE) => {}
            EntryKind::Unlisted(error) if file.is_empty() => return Err(error),
            EntryKind::Unlisted(error) | EntryKind::Unreadable(error) => self.skip(file, Kind::Unreadable(error)),
            EntryKind::Outside | EntryKind::LinkToDirectory => self.skip(file, Kind::Link),
            EntryKind::TooDeep => self.skip(file, Kind::Deep(MAX_DEPTH)),
            EntryKind::File if is_readable(&file) => self.files.push(file),
            EntryKind::File | EntryKind::Other => self.skip(file, Kind::NoReader),
        }
        Ok(())
    }

    fn skip(&mut self, file: String, kind: Kind) {
        self.problems.push(Problem { file, line: None, kind });
    }
}
