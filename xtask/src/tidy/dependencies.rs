//! `docs/dependencies.md` names every direct dependency with the crates that use it, as the manifests have them.
//!
//! The first table has the dependencies of the program, the second those of tests and of this crate. A dependency that tests use is named
//! there unless the program has a row for it. What a row says besides is for a reader to judge.

use std::collections::{BTreeMap, BTreeSet};

use crate::files::File;
use crate::finding::Finding;

const PATH: &str = "docs/dependencies.md";
/// The heading of the second table.
const IN_TESTS: &str = "## In tests and development tasks";
/// The heading after it.
const REJECTED: &str = "## Rejected";

/// The crates that use each dependency.
type Users<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let Some(document) = files.iter().find(|file| file.path == PATH) else { return vec![] };
    let manifests: Vec<(&str, &str)> = files.iter().filter_map(manifest).collect();
    let ours: BTreeSet<&str> = manifests.iter().map(|(name, _)| *name).collect();
    let (mut program, mut tests): (Users<'_>, Users<'_>) = Default::default();
    for (name, text) in &manifests {
        for (dependency, is_of_tests) in dependencies(text).filter(|(it, _)| !ours.contains(it)) {
            let users = if is_of_tests || *name == "xtask" { &mut tests } else { &mut program };
            users.entry(dependency).or_default().insert(name);
        }
    }
    let (first, rest) = document.text.split_once(IN_TESTS).unwrap_or((&document.text, ""));
    let second = rest.split_once(REJECTED).map_or(rest, |(second, _)| second);
    let (in_first, in_second) = (rows(first, &ours), rows(second, &ours));
    let mut findings = differences(&program, &in_first, "the program");
    // What the program has a row for needs none for tests.
    let unnamed = |it: &&str| in_first.contains_key(*it) && !in_second.contains_key(*it);
    let tests: Users<'_> = tests.into_iter().filter(|(it, _)| !unnamed(it)).collect();
    findings.extend(differences(&tests, &in_second, "tests and tasks"));
    findings
}

/// The crate's name and its manifest.
fn manifest(file: &File) -> Option<(&str, &str)> {
    match file.folders().collect::<Vec<_>>().as_slice() {
        ["crates", name] | [name @ "xtask"] if file.name() == "Cargo.toml" => Some((name, &file.text)),
        _ => None,
    }
}

/// The dependencies of a manifest, and whether they are of tests alone.
fn dependencies(manifest: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut section = "";
    manifest.lines().filter_map(move |line| {
        if let Some(name) = line.trim().strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            section = name;
            return None;
        }
        let (name, _) = line.split_once('=').filter(|_| section.ends_with("dependencies"))?;
        let name = name.trim().split('.').next().unwrap_or_default();
        (!name.is_empty() && !name.starts_with('#')).then_some((name, section.contains("dev-")))
    })
}

/// The rows of a table: each dependency with our crates that the second cell names.
fn rows<'a>(table: &'a str, ours: &BTreeSet<&'a str>) -> Users<'a> {
    let mut rows = Users::new();
    for line in table.lines().filter(|it| it.starts_with("| `")) {
        let mut cells = line.trim_matches('|').split('|');
        let (Some(names), Some(users)) = (cells.next(), cells.next()) else { continue };
        let words = users.split(|it: char| !it.is_alphanumeric() && it != '-' && it != '_');
        let users: BTreeSet<&str> = words.filter_map(|it| ours.get(it).copied()).collect();
        for name in names.split('`').skip(1).step_by(2) {
            rows.insert(name, users.clone());
        }
    }
    rows
}

fn differences(used: &Users<'_>, named: &Users<'_>, what: &str) -> Vec<Finding> {
    let all: BTreeSet<&str> = used.keys().chain(named.keys()).copied().collect();
    let none = BTreeSet::new();
    let joined = |it: &BTreeSet<&str>| it.iter().copied().collect::<Vec<_>>().join(", ");
    let difference = |name: &str| {
        let (is, says) = (used.get(name).unwrap_or(&none), named.get(name).unwrap_or(&none));
        (is != says).then(|| {
            let (is, says) = (joined(is), joined(says));
            format!("`{name}` is used by [{is}] in {what}, and the table says [{says}]: correct the row")
        })
    };
    all.into_iter().filter_map(difference).map(|it| Finding::new(PATH, 1, it)).collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::files::sample;
    use crate::finding::lines;

    const ENGINE: &str = "[package]\nname = \"engine\"\n\n[dependencies]\ndebate.workspace = true\nserde.workspace = true\n\n[dev-dependencies]\ninsta.workspace = true\n";
    const DEBATE: &str = "[dependencies]\nserde = { workspace = true, features = [\"derive\"] }\n";

    fn found(program: &str, tests: &str) -> String {
        let head = "| crate | used by | for | licence |\n|---|---|---|---|\n";
        let text = format!(
            "# Dependencies\n\n{head}{program}\n## In tests and development tasks\n\n{head}{tests}\n## Rejected\n"
        );
        lines(&check(&sample(&[
            ("crates/engine/Cargo.toml", ENGINE),
            ("crates/debate/Cargo.toml", DEBATE),
            ("docs/dependencies.md", &text),
        ])))
    }

    #[test]
    fn rows_that_say_who_uses_what_pass() {
        assert_eq!(
            found("| `serde` | debate, engine | data | MIT |\n", "| `insta` | engine | snapshots | MIT |\n"),
            ""
        );
    }

    #[test]
    fn a_wrong_missing_or_needless_row_is_found() {
        let wrong = found("| `serde` | debate | data | MIT |\n", "| `insta` | engine | snapshots | MIT |\n");
        assert!(
            wrong.contains("`serde` is used by [debate, engine] in the program, and the table says [debate]"),
            "{wrong}"
        );
        let missing = found("| `serde` | debate, engine | data | MIT |\n", "");
        assert!(missing.contains("`insta` is used by [engine] in tests and tasks, and the table says []"), "{missing}");
        let needless = found(
            "| `serde` | debate, engine | data | MIT |\n| `csv` | engine | tables | MIT |\n",
            "| `insta` | engine | snapshots | MIT |\n",
        );
        assert!(needless.contains("`csv` is used by [] in the program, and the table says [engine]"), "{needless}");
    }
}
