//! Directory traversal in the order of names, confined to the directory: links out of it are not followed.
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Maximum depth. Ours: deeper directories are mistakes or loops.
pub const MAX_DEPTH: usize = 16;

/// An entry below a directory.
#[derive(Debug)]
pub struct Entry {
    /// Its path.
    pub path: PathBuf,
    /// Its path relative to the directory, with `/` as separator; empty for the directory itself.
    pub relative_path: String,
    /// Its kind.
    pub kind: EntryKind,
}

/// The kind of an entry. A directory that is traversed is not reported; its content is.
#[derive(Debug)]
pub enum EntryKind {
    /// A file.
    File,
    /// Its name begins with a dot; it is not read.
    Hidden,
    /// A link out of the directory.
    Outside,
    /// A link to a directory, which may form a loop.
    LinkToDirectory,
    /// A directory below [`MAX_DEPTH`] others.
    TooDeep,
    /// A directory that can't be listed.
    Unlisted(io::Error),
    /// An entry whose metadata can't be read.
    Unreadable(io::Error),
    /// Neither a file nor a directory.
    Other,
}

/// Calls `visit` for everything below a directory, until it returns an error.
pub fn walk<E>(root: &Path, visit: &mut impl FnMut(Entry) -> Result<(), E>) -> Result<(), E> {
    match fs::canonicalize(root) {
        Ok(canonical_root) => directory(&canonical_root, root, "", 0, visit),
        Err(error) => {
            visit(Entry { path: root.to_owned(), relative_path: String::new(), kind: EntryKind::Unlisted(error) })
        }
    }
}

fn directory<E>(
    canonical_root: &Path,
    at: &Path,
    under: &str,
    depth: usize,
    visit: &mut impl FnMut(Entry) -> Result<(), E>,
) -> Result<(), E> {
    let listed = fs::read_dir(at).and_then(|it| it.map(|it| Ok(it?.path())).collect::<io::Result<Vec<PathBuf>>>());
    let mut paths = match listed {
        Ok(paths) => paths,
        Err(error) => {
            return visit(Entry {
                path: at.to_owned(),
                relative_path: under.to_owned(),
                kind: EntryKind::Unlisted(error),
            });
        }
    };
    paths.sort();
    for path in paths {
        let Some(name) = path.file_name().map(|it| it.to_string_lossy().into_owned()) else { continue };
        let is_hidden = name.starts_with('.');
        let relative_path = if under.is_empty() { name } else { format!("{under}/{name}") };
        let is_within = fs::canonicalize(&path).is_ok_and(|it| it.starts_with(canonical_root));
        let is_link = fs::symlink_metadata(&path).is_ok_and(|it| it.is_symlink());
        let kind = match fs::metadata(&path) {
            _ if is_hidden => EntryKind::Hidden,
            Err(error) => EntryKind::Unreadable(error),
            Ok(_) if !is_within => EntryKind::Outside,
            Ok(it) if it.is_dir() && is_link => EntryKind::LinkToDirectory,
            Ok(it) if it.is_dir() && depth == MAX_DEPTH => EntryKind::TooDeep,
            Ok(it) if it.is_dir() => {
                directory(canonical_root, &path, &relative_path, depth + 1, visit)?;
                continue;
            }
            Ok(it) if it.is_file() => EntryKind::File,
            Ok(_) => EntryKind::Other,
        };
        visit(Entry { path, relative_path, kind })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(root: &Path) -> Vec<String> {
        let mut seen = Vec::new();
        let mut visit = |it: Entry| -> Result<(), ()> {
            let kind = format!("{:?}", it.kind);
            seen.push(format!("{} {}", it.relative_path, kind.split('(').next().unwrap()));
            Ok(())
        };
        walk(root, &mut visit).unwrap();
        seen
    }

    /// O-10: a directory is traversed in the order of names, and nothing outside of it is visited.
    #[cfg(unix)]
    #[test]
    fn a_directory_is_gone_through_in_order() {
        use std::os::unix::fs::symlink;
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("root");
        let deep = root.join(["d"; MAX_DEPTH + 1].join("/"));
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("unseen"), "").unwrap();
        fs::write(root.join("d/x.md"), "").unwrap();
        fs::write(root.join("b.md"), "").unwrap();
        fs::write(root.join(".hidden"), "").unwrap();
        fs::write(directory.path().join("out.md"), "").unwrap();
        symlink(directory.path().join("out.md"), root.join("out.md")).unwrap();
        symlink(&root, root.join("round")).unwrap();
        symlink(root.join("b.md"), root.join("same.md")).unwrap();
        symlink(root.join("nowhere"), root.join("torn")).unwrap();
        let too_deep = format!("{} TooDeep", ["d"; MAX_DEPTH + 1].join("/"));
        let expected = [
            ".hidden Hidden",
            "b.md File",
            &too_deep,
            "d/x.md File",
            "out.md Outside",
            "round LinkToDirectory",
            "same.md File",
            "torn Unreadable",
        ];
        assert_eq!(seen(&root), expected);
        assert_eq!(seen(&root.join("b.md")), [" Unlisted"]);
        assert_eq!(seen(&root.join("nowhere")), [" Unlisted"]);
    }

    #[test]
    fn who_looks_may_stop() {
        let directory = tempfile::tempdir().unwrap();
        for name in ["a", "b"] {
            fs::write(directory.path().join(name), "").unwrap();
        }
        let mut count = 0;
        let stopped = walk(directory.path(), &mut |_| {
            count += 1;
            Err("enough")
        });
        assert_eq!((stopped, count), (Err("enough"), 1));
    }
}
