//! Relative links in documents lead to files of the project.
//!
//! Links to other sites are not followed: a check must not depend on the network.

use std::collections::BTreeSet;

use crate::files::File;
use crate::finding::Finding;

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let places = places(files);
    files
        .iter()
        .filter(|file| is_document(&file.path))
        .flat_map(|file| check_text(&file.path, &file.text, &places))
        .collect()
}

/// Documents for readers: those at the root, and all under `docs/`.
fn is_document(path: &str) -> bool {
    path.ends_with(".md") && (!path.contains('/') || path.starts_with("docs/"))
}

/// Every file and every folder.
pub(super) fn places(files: &[File]) -> BTreeSet<&str> {
    let folders =
        files.iter().flat_map(|file| file.path.match_indices('/').filter_map(|(end, _)| file.path.get(..end)));
    files.iter().map(|file| file.path.as_str()).chain(folders).chain([""]).collect()
}

fn check_text(path: &str, text: &str, places: &BTreeSet<&str>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut in_code = false;
    for (index, line) in text.lines().enumerate() {
        in_code ^= line.trim_start().starts_with("```");
        if in_code {
            continue;
        }
        for target in targets(line) {
            if !resolve(path, target).is_some_and(|place| places.contains(place.as_str())) {
                let message = format!("`{target}` leads nowhere: correct the link, or write the file");
                findings.push(Finding::new(path, index + 1, message));
            }
        }
    }
    findings
}

/// The files that a line links to: `[text](target)` and `[label]: target`.
fn targets(line: &str) -> Vec<&str> {
    // Text in backticks is not a link: skip every second part.
    let prose = line.split('`').step_by(2);
    let inline = prose.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split([')', ' ']).next());
    let label =
        line.strip_prefix('[').and_then(|rest| rest.split_once("]: ")).and_then(|(_, rest)| rest.split(' ').next());
    let files = inline.chain(label).map(|target| target.split('#').next().unwrap_or_default());
    files.filter(|target| !target.is_empty() && !target.contains(':')).collect()
}

/// The target's path in the tree; none if it is outside.
fn resolve(from: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    if target.starts_with('/') {
        return None;
    }
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::files::sample;
    use crate::finding::lines;

    fn check_document(path: &str, text: &str) -> String {
        lines(&check(&sample(&[(path, text), ("LICENSE-MIT", ""), ("docs/decisions/0001-log.md", "")])))
    }

    #[test]
    fn links_that_lead_somewhere_pass() {
        let text = "[a](docs/decisions/0001-log.md#why) [b](LICENSE-MIT) [c](docs/decisions/) [d](https://x.org/y.md) [e](#here)\n";
        assert_eq!(check_document("README.md", text), "");
        assert_eq!(
            check_document("docs/style.md", "[up](../LICENSE-MIT) [log](./decisions/0001-log.md \"Log\")\n"),
            ""
        );
        assert_eq!(check_document("README.md", "`[code](no.md)`\n```\n[code](no.md)\n```\n"), "");
        assert_eq!(check_document("crates/formats/prompts/a.md", "[1](no.md)"), "", "a prompt is no document");
    }

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let expected = "README.md:2: `docs/no.md` leads nowhere: correct the link, or write the file";
        assert_eq!(check_document("README.md", "# R\nSee [it](LICENSE-MIT) and [that](docs/no.md#part).\n"), expected);
        assert!(
            check_document("docs/style.md", "[up](../../LICENSE-MIT)").contains("leads nowhere"),
            "leaves the tree"
        );
        assert!(check_document("README.md", "[root](/LICENSE-MIT)").contains("leads nowhere"), "absolute");
        assert!(check_document("README.md", "[label]: no.md").contains("`no.md` leads nowhere"));
    }
}
