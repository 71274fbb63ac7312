//! Source paths that documents name exist.
//!
//! Checks code spans that begin with a crate (`debate/src/event.rs`, `crates/debate/src/event.rs`). Names in capitals (`NAME.rs`), patterns
//! (`wire/*.rs`) and the recipe's mode (`sceptic`) are placeholders.

use std::collections::BTreeSet;

use super::links;
use crate::files::File;
use crate::finding::Finding;

/// The documents that are checked.
const DOCUMENTS: [&str; 3] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/glossary.md"];
/// The made-up mode of the recipe in CONTRIBUTING.md.
const MADE_UP: &str = "sceptic";

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let places = links::places(files);
    let documents = files.iter().filter(|file| DOCUMENTS.contains(&file.path.as_str()));
    documents.flat_map(|file| check_text(file, &places)).collect()
}

fn check_text(file: &File, places: &BTreeSet<&str>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        for span in line.split('`').skip(1).step_by(2).filter(|span| !stands_for_others(span)) {
            let Some(path) = in_the_tree(span, places) else { continue };
            if !places.contains(path.as_str()) {
                let message = format!("there is no `{span}`: say where it is now");
                findings.push(Finding::new(&file.path, index + 1, message));
            }
        }
    }
    findings
}

/// The path from the root; none if the span is not a path of a crate.
fn in_the_tree(span: &str, places: &BTreeSet<&str>) -> Option<String> {
    let path = span.strip_prefix("crates/").unwrap_or(span).trim_end_matches('/');
    let (name, _) = path.split_once('/')?;
    places.contains(format!("crates/{name}").as_str()).then(|| format!("crates/{path}"))
}

fn stands_for_others(span: &str) -> bool {
    let is_capital = |part: &str| {
        let stem = part.split('.').next().unwrap_or_default();
        !stem.is_empty() && stem.chars().all(|it| it.is_ascii_uppercase())
    };
    span.contains([' ', '*', '{']) || span.contains(MADE_UP) || span.split('/').any(is_capital)
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::files::sample;
    use crate::finding::lines;

    fn check_document(path: &str, text: &str) -> String {
        lines(&check(&sample(&[(path, text), ("crates/debate/src/event.rs", "")])))
    }

    #[test]
    fn paths_that_are_there_and_names_for_others_pass() {
        let text = "`debate/src/event.rs` `crates/debate/src/` `debate/src/NAME.rs` `debate/src/*.rs` `crates/debate/sceptic/` `provider/model` `cargo test`\n";
        assert_eq!(check_document("ARCHITECTURE.md", text), "");
        assert_eq!(check_document("docs/other.md", "`debate/src/gone.rs`"), "", "says how, not where");
    }

    /// A document that names a moved file is reported.
    #[test]
    fn paths_that_are_gone_are_found() {
        let expected = "CONTRIBUTING.md:2: there is no `crates/debate/src/gone.rs`: say where it is now";
        assert_eq!(check_document("CONTRIBUTING.md", "# C\n`crates/debate/src/gone.rs`\n"), expected);
        assert!(check_document("docs/glossary.md", "| a | `debate/gone/` |").contains("no `debate/gone/`"));
    }
}
