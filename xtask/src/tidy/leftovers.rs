//! No unfinished or ignored code, no absolute paths of a machine, and unsafe code in one module only.

use crate::files::File;
use crate::finding::Finding;

// Built by `concat!`, so that this file does not match itself.
const IN_RUST: &[(&str, &str)] = &[
    (concat!("to", "do!("), "finish it, or return an error that says what is missing"),
    (concat!("unimple", "mented!("), "finish it, or return an error that says what is missing"),
    (concat!("#[ig", "nore"), "mend the test, or remove it"),
    (concat!("db", "g!("), "remove it"),
    (concat!("FIX", "ME"), "mend it now, or write down why it stays"),
];
const ANYWHERE: &[(&str, &str)] = &[
    (concat!("/wo", "rk/"), "a path of one machine: make it relative"),
    (concat!("/ro", "ot/"), "a path of one machine: make it relative"),
    (concat!("/fa", "rm/"), "a path of one machine: make it relative"),
];

/// The attribute that allows unsafe code; the compiler denies it everywhere else.
const UNSAFE: &str = concat!("expect(unsafe_", "code");
/// The only module that may have it.
const KERNELS: &str = "crates/local/src/kernel/x86.rs";

pub(super) fn check(file: &File) -> Vec<Finding> {
    if file.path.ends_with(".lock") {
        return vec![];
    }
    let in_rust = if file.is_rust() { IN_RUST } else { &[] };
    let mut findings = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        for (mark, mend) in in_rust.iter().chain(ANYWHERE).filter(|(mark, _)| line.contains(mark)) {
            findings.push(Finding::new(&file.path, index + 1, format!("`{mark}` is left behind: {mend}")));
        }
        let lets = line.contains(UNSAFE) || line.contains(concat!("allow(unsafe_", "code"));
        if file.is_rust() && lets && file.path != KERNELS {
            findings.push(Finding::new(&file.path, index + 1, format!("unsafe code stands in {KERNELS} alone")));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::{ANYWHERE, IN_RUST, KERNELS, UNSAFE, check};
    use crate::files::sample;
    use crate::finding::{Finding, lines};

    fn check_one(path: &str, text: &str) -> Vec<Finding> {
        sample(&[(path, text)]).iter().flat_map(check).collect()
    }

    #[test]
    fn every_leftover_is_found_with_its_line() {
        for (mark, mend) in IN_RUST.iter().chain(ANYWHERE) {
            let got = check_one("crates/a/src/a.rs", &format!("//! A.\n    {mark})\n"));
            assert_eq!(lines(&got), format!("crates/a/src/a.rs:2: `{mark}` is left behind: {mend}"));
        }
    }

    #[test]
    fn unsafe_code_has_one_place() {
        let text = format!("//! A.\n#![{UNSAFE}, reason = \"speed\")]\n");
        let expected = format!("crates/a/src/a.rs:2: unsafe code stands in {KERNELS} alone");
        assert_eq!(lines(&check_one("crates/a/src/a.rs", &text)), expected);
        assert_eq!(check_one(KERNELS, &text), []);
    }

    #[test]
    fn words_in_documents_and_lock_files_pass() {
        let [(code, _), ..] = IN_RUST else { return };
        let [(place, _), ..] = ANYWHERE else { return };
        assert_eq!(check_one("docs/style.md", &format!("Never write {code}) in code.\n")), []);
        assert_eq!(check_one("Cargo.lock", place), []);
        assert_eq!(check_one("docs/style.md", place).len(), 1);
        assert_eq!(check_one("crates/a/src/a.rs", "//! A.\nfn work() {}\n"), []);
    }
}
