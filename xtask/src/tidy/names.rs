//! No crate, module or folder has a catch-all name such as `utils`.

use crate::files::File;
use crate::finding::Finding;

const EMPTY_NAMES: &[&str] = &["core", "common", "utils", "util", "helpers", "helper", "manager", "misc"];

pub(super) fn check(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    let stem = file.name().strip_suffix(".rs");
    for name in file.folders().chain(stem).filter(|name| EMPTY_NAMES.contains(name)) {
        findings.push(found(file, 0, name));
    }
    if file.is_rust() {
        let modules = file.text.lines().enumerate().filter_map(|(index, line)| Some((index, module_with_body(line)?)));
        findings.extend(
            modules.filter(|(_, name)| EMPTY_NAMES.contains(name)).map(|(index, name)| found(file, index, name)),
        );
    }
    findings
}

fn found(file: &File, index: usize, name: &str) -> Finding {
    Finding::new(&file.path, index + 1, format!("`{name}` says nothing: name it after what it is about"))
}

/// The name of an inline module; a module with a file is found by its path.
fn module_with_body(line: &str) -> Option<&str> {
    let line = line.trim().strip_suffix('{')?.trim_end();
    let (before, name) = line.rsplit_once(' ')?;
    (before == "mod" || before.ends_with(" mod")).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::files::sample;
    use crate::finding::lines;

    fn check_one(path: &str, text: &str) -> String {
        sample(&[(path, text)]).iter().map(|file| lines(&check(file))).collect()
    }

    #[test]
    fn a_name_that_says_nothing_is_found() {
        let expected = "crates/core/src/lib.rs:1: `core` says nothing: name it after what it is about";
        assert_eq!(check_one("crates/core/src/lib.rs", ""), expected);
        assert!(check_one("crates/debate/src/utils.rs", "").contains("`utils`"));
        assert!(check_one("web/src/helpers/a.ts", "").contains("`helpers`"));
        assert!(check_one("crates/debate/src/a.rs", "//! A.\npub(crate) mod misc {\n").contains("a.rs:2: `misc`"));
    }

    #[test]
    fn names_that_only_contain_one_pass() {
        assert_eq!(check_one("crates/debate/src/score.rs", "use core::fmt;\nmod tests {\n// a common mod\n"), "");
        assert_eq!(check_one("docs/misc.md", ""), "", "a document is no room");
    }
}
