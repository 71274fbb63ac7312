//! `docs/conformance.md` lists every requirement once, with tests that exist; the tests that `docs/invariants.md` names exist too.
//!
//! A row is ``| D-01 | what, in short | `a_test`, `engine::another_test` — a remark |``, or `not yet` in place of the tests.
//! A test may be written with its path; if that starts with one of our crates, the test must be in that crate.
//! Whether a test shows what the row says is for a reader to judge.

use std::collections::{BTreeMap, BTreeSet};

use super::requirements;
use crate::files::File;
use crate::finding::Finding;

const PATH: &str = "docs/conformance.md";
/// The invariants, with the tests that show them.
const INVARIANTS: &str = "docs/invariants.md";
const NOT_YET: &str = "not yet";

/// The crate's folder and the name of a test in it.
type Tests<'a> = BTreeSet<(&'a str, &'a str)>;

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let tests = files.iter().filter(|file| file.is_rust()).flat_map(tests_of).collect();
    let document = |path: &str| files.iter().find(|file| file.path == path);
    let mut findings = document(PATH).map(|it| check_rows(&it.text, &tests)).unwrap_or_default();
    findings.extend(document(INVARIANTS).map(|it| check_invariants(&it.text, &tests)).unwrap_or_default());
    findings
}

/// Checks that each row of the invariants names tests, or a command, in its second cell.
fn check_invariants(text: &str, tests: &Tests<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some(inner) = line.trim().strip_prefix('|').and_then(|it| it.strip_suffix('|')) else { continue };
        let Some((_, shown)) = inner.rsplit_once('|').filter(|(_, shown)| shown.contains('`')) else { continue };
        let names = shown.split('`').skip(1).step_by(2).filter(|it| !it.starts_with("cargo "));
        for name in names.filter(|it| !exists(it, tests)) {
            let message = format!("no test `{name}` in the tree: name one that shows the invariant");
            findings.push(Finding::new(INVARIANTS, index + 1, message));
        }
    }
    findings
}

fn check_rows(text: &str, tests: &Tests<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut rows: BTreeMap<&str, usize> = BTreeMap::new();
    let known: BTreeSet<String> = requirements::ids().collect();
    for (index, line) in text.lines().enumerate() {
        let Some(cells) = row(line) else { continue };
        let mut found = |message: String| findings.push(Finding::new(PATH, index + 1, message));
        let (id, shown_by) = match cells.as_slice() {
            [id, what, shown_by] if !what.is_empty() => (*id, *shown_by),
            _ => {
                found("not a row of three: write `| id | what | shown by |`".to_owned());
                continue;
            }
        };
        if !known.contains(id) {
            found(format!("`{id}` is no requirement: correct it, or add it to xtask/src/tidy/requirements.rs"));
        }
        if let Some(first) = rows.insert(id, index + 1) {
            found(format!("`{id}` has a row at line {first} already: merge the two"));
        }
        check_shown_by(shown_by, tests).into_iter().for_each(found);
    }
    let missing = known.iter().filter(|id| !rows.contains_key(id.as_str()));
    findings
        .extend(missing.map(|id| Finding::new(PATH, 1, format!("`{id}` has no row: add `| {id} | … | {NOT_YET} |`"))));
    findings
}

/// The cells of a requirement's row.
fn row(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
    let (letter, number) = cells.first()?.split_once('-')?;
    let is_id = letter.len() == 1 && !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_id.then_some(cells)
}

fn check_shown_by(cell: &str, tests: &Tests<'_>) -> Vec<String> {
    let shown = cell.split_once(" — ").map_or(cell, |(shown, _remark)| shown).trim();
    if shown == NOT_YET {
        return vec![];
    }
    let names = shown.split(',').map(str::trim);
    names
        .filter_map(|quoted| match quoted.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
            Some(name) => {
                (!exists(name, tests)).then(|| format!("no test `{name}` in the tree: correct it, or say `{NOT_YET}`"))
            }
            None => Some(format!(
                "`{quoted}` is no test: write names in backticks with commas, or `{NOT_YET}`, then ` — remark`"
            )),
        })
        .collect()
}

fn exists(spelled: &str, tests: &Tests<'_>) -> bool {
    let (way, name) = spelled.rsplit_once("::").unwrap_or(("", spelled));
    let crate_named = way.split("::").next().filter(|first| tests.iter().any(|(folder, _)| folder == first));
    tests.iter().any(|(folder, test)| *test == name && crate_named.is_none_or(|first| first == *folder))
}

/// The tests of a file: functions with a test attribute.
fn tests_of(file: &File) -> Vec<(&str, &str)> {
    let folder = match file.folders().collect::<Vec<_>>().as_slice() {
        ["crates", name, ..] | [name, ..] => *name,
        [] => "",
    };
    let mut found = Vec::new();
    let mut is_test = false;
    for line in file.text.lines().map(str::trim_start) {
        if let Some(attribute) = line.strip_prefix("#[") {
            let path = attribute.split(['(', ']', ' ']).next().unwrap_or_default();
            is_test |= matches!(path.rsplit("::").next(), Some("test" | "rstest" | "test_case"));
        } else if let Some(name) = function_name(line) {
            found.extend(is_test.then_some((folder, name)));
            is_test = false;
        }
    }
    found
}

fn function_name(line: &str) -> Option<&str> {
    let line = line.strip_prefix("pub ").unwrap_or(line);
    let line = line.strip_prefix("async ").unwrap_or(line);
    line.strip_prefix("fn ")?.split(['(', '<']).next()
}

#[cfg(test)]
mod tests {
    use super::{NOT_YET, PATH, check, requirements};
    use crate::files::{File, sample};
    use crate::finding::lines;

    const ENGINE: &str = "\
/// D-31
#[tokio::test(start_paused = true)]
async fn budget_holds() {}

#[cfg(test)]
mod tests {
    fn budget_sample() {}
}
";

    /// A whole document, with `row` in place of that of D-31.
    fn check_row(row: &str) -> String {
        let rows = requirements::ids().map(|id| match id.as_str() {
            "D-31" => format!("{row}\n"),
            _ => format!("| {id} | something | {NOT_YET} — later |\n"),
        });
        let text = format!("# Conformance\n\n| id | what | shown by |\n|---|---|---|\n{}", rows.collect::<String>());
        let mut files =
            sample(&[("crates/engine/tests/it/turn.rs", ENGINE), ("xtask/src/a.rs", "#[test]\nfn other() {}\n")]);
        files.push(File { path: PATH.to_owned(), text });
        lines(&check(&files))
    }

    #[test]
    fn rows_with_tests_that_exist_pass() {
        for shown in
            ["not yet", "`budget_holds`", "`budget_holds`, `other` — in part", "`engine::it::turn::budget_holds`"]
        {
            assert_eq!(check_row(&format!("| D-31 | budgets | {shown} |")), "", "{shown}");
        }
    }

    #[test]
    fn a_test_that_is_not_there_is_found() {
        let got = check_row("| D-31 | budgets | `budget_holds`, `no_such` |");
        assert_eq!(got, "docs/conformance.md:41: no test `no_such` in the tree: correct it, or say `not yet`");
        assert!(
            check_row("| D-31 | budgets | `budget_sample` |").contains("no test `budget_sample`"),
            "a mere function"
        );
        assert!(check_row("| D-31 | budgets | `xtask::budget_holds` |").contains("no test"), "in another crate");
    }

    #[test]
    fn a_cell_that_says_neither_is_found() {
        assert!(check_row("| D-31 | budgets | see the tests |").contains("`see the tests` is no test"));
        assert!(check_row("| D-31 | budgets |  |").contains("is no test"));
    }

    #[test]
    fn a_missing_double_or_unknown_row_is_found() {
        let missing = "docs/conformance.md:1: `D-31` has no row: add `| D-31 | … | not yet |`";
        assert_eq!(check_row(""), missing);
        assert!(
            check_row("| D-31 | budgets | not yet |\n| D-31 | again | not yet |").contains("a row at line 41 already")
        );
        assert!(
            check_row("| D-31 | budgets | not yet |\n| D-99 | what | not yet |").contains("`D-99` is no requirement")
        );
        assert!(check_row("| D-31 | budgets, not yet |").contains("not a row of three"));
    }

    #[test]
    fn an_invariant_without_its_test_is_found() {
        let rows = "| invariant | shown by |\n|---|---|\n| it holds | `budget_holds`, `no_such` |\n| it too | `cargo xtask tidy` |\n";
        let files = sample(&[("crates/engine/tests/it/turn.rs", ENGINE), ("docs/invariants.md", rows)]);
        let got = lines(&check(&files));
        assert_eq!(got, "docs/invariants.md:3: no test `no_such` in the tree: name one that shows the invariant");
    }

    #[test]
    fn a_tree_without_the_document_passes() {
        assert_eq!(lines(&check(&sample(&[("README.md", "")]))), "");
    }
}
