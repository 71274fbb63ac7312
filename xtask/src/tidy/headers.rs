//! Every source file begins with a module comment.

use crate::files::File;
use crate::finding::Finding;

pub(super) fn check(file: &File) -> Vec<Finding> {
    if !is_source(&file.path) || file.text.lines().next().is_some_and(|line| line.starts_with("//! ")) {
        return vec![];
    }
    vec![Finding::new(&file.path, 1, "does not say what it is: open it with a `//!` line, one sentence, present tense")]
}

fn is_source(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    path.ends_with(".rs") && matches!(parts.as_slice(), ["crates", _, "src", ..] | ["xtask", "src", ..])
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::files::sample;

    fn is_found(path: &str, text: &str) -> bool {
        sample(&[(path, text)]).iter().any(|file| !check(file).is_empty())
    }

    #[test]
    fn a_source_file_without_a_first_line_is_found() {
        assert!(is_found("crates/debate/src/ids.rs", "use std::fmt;\n"));
        assert!(is_found("crates/debate/src/ids.rs", "\n//! Late.\n"));
        assert!(is_found("crates/debate/src/ids.rs", "//!\n//! The first line is empty.\n"));
        assert!(is_found("xtask/src/main.rs", ""));
    }

    #[test]
    fn a_first_line_passes_and_other_places_need_none() {
        assert!(!is_found("crates/debate/src/state/apply.rs", "//! The fold.\n"));
        assert!(!is_found("crates/debate/tests/it/main.rs", "mod golden;\n"));
        assert!(!is_found("README.md", "# Roundtable\n"));
    }
}
