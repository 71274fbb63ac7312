//! A mode's prompt has five files for each profile, and for each role where roles differ; none is empty, and none has branches.

use std::collections::BTreeMap;

use crate::files::File;
use crate::finding::Finding;

const PROMPTS: &str = "crates/formats/prompts/";
const LAYERS: &[&str] = &["1-role.md", "2-contract.md", "3-structure-first.md", "3-structure-later.md", "4-checks.md"];
/// The folders of each profile's five layers, below a mode or role (D-18).
const PROFILES: &[&str] = &["", "lean/"];
/// Folders that are not modes: shared texts, and formats with a course of their own.
const NOT_MODES: &[&str] = &[
    "shared",
    "perspectives",
    "disciplines",
    "roles",
    "compare",
    "group",
    "safety-review",
    "panel",
    "crux-room",
    "clerk",
    "postmortem",
];
const BRANCHES: &[&str] = &["{%", "{{#", "{{^", "{{/"];

pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let mut modes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut findings = Vec::new();
    for file in files {
        let Some(place) = file.path.strip_prefix(PROMPTS) else { continue };
        findings.extend(check_text(&file.path, &file.text));
        if let Some((mode, name)) = layer(place).filter(|(mode, _)| !NOT_MODES.contains(mode)) {
            modes.entry(mode).or_default().push(name);
        }
    }
    findings.extend(modes.iter().flat_map(|(mode, names)| check_mode(mode, names)));
    findings
}

/// The mode (and role) of a file and its layer: `delphi` and `lean/1-role.md`, or `devils-advocate/primary` and the same.
fn layer(place: &str) -> Option<(&str, &str)> {
    let (mode, name) = place.split_once('/')?;
    let role = name.split_once('/').filter(|(folder, _)| *folder != "lean" && !NOT_MODES.contains(&mode));
    match role {
        Some((folder, name)) => Some((place.get(..mode.len() + 1 + folder.len())?, name)),
        None => Some((mode, name)),
    }
}

fn check_text(path: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if text.trim().is_empty() {
        findings.push(Finding::new(path, 1, "an empty prompt: write it, or remove the file"));
    }
    for (index, line) in text.lines().enumerate() {
        if let Some(mark) = BRANCHES.iter().find(|mark| line.contains(**mark)) {
            let message = format!("a branch in a prompt (`{mark}`): make each case a file, and choose in code");
            findings.push(Finding::new(path, index + 1, message));
        }
    }
    findings
}

/// The files of a mode.
fn layers() -> impl Iterator<Item = String> {
    PROFILES.iter().flat_map(|profile| LAYERS.iter().map(move |layer| format!("{profile}{layer}")))
}

fn check_mode(mode: &str, names: &[&str]) -> Vec<Finding> {
    let wanted: Vec<String> = layers().collect();
    let missing = wanted.iter().filter(|layer| !names.contains(&layer.as_str())).map(|layer| {
        Finding::new(format!("{PROMPTS}{mode}/{layer}"), 1, format!("mode `{mode}` has no such layer: write it"))
    });
    let extra = names.iter().filter(|name| !wanted.iter().any(|layer| layer == *name)).map(|name| {
        let message = "none of the layers of a mode: move it, or list its folder in xtask/src/tidy/prompts.rs";
        Finding::new(format!("{PROMPTS}{mode}/{name}"), 1, message)
    });
    missing.chain(extra).collect()
}

#[cfg(test)]
mod tests {
    use super::{PROMPTS, check, layers};
    use crate::files::{File, sample};
    use crate::finding::lines;

    fn mode(name: &str) -> Vec<File> {
        layers()
            .map(|layer| File { path: format!("{PROMPTS}{name}/{layer}"), text: "You are {{role}}.\n".into() })
            .collect()
    }

    #[test]
    fn the_layers_of_both_profiles_and_shared_texts_pass() {
        let mut files = mode("delphi");
        files.extend(sample(&[("crates/formats/prompts/shared/safety.md", "Be safe.\n"), ("README.md", "{% if %}")]));
        assert_eq!(lines(&check(&files)), "");
    }

    #[test]
    fn each_role_of_a_mode_has_its_layers() {
        let mut files = mode("devils-advocate/primary");
        files.extend(mode("devils-advocate/evaluator"));
        files.extend(sample(&[("crates/formats/prompts/roles/lean/first/red.md", "It fails\n")]));
        assert_eq!(lines(&check(&files)), "");
        files.retain(|it| !it.path.ends_with("evaluator/lean/2-contract.md"));
        let got = lines(&check(&files));
        assert!(got.contains("evaluator/lean/2-contract.md:1: mode `devils-advocate/evaluator` has no such"), "{got}");
        assert_eq!(got.lines().count(), 1, "{got}");
    }

    #[test]
    fn a_missing_and_an_extra_layer_are_found() {
        let mut files = mode("delphi");
        files.remove(0);
        files.pop();
        files.extend(sample(&[
            ("crates/formats/prompts/delphi/5-more.md", "More.\n"),
            ("crates/formats/prompts/delphi/lean/5-more.md", "More.\n"),
        ]));
        let got = lines(&check(&files));
        assert!(got.contains("delphi/1-role.md:1: mode `delphi` has no such layer"), "{got}");
        assert!(got.contains("delphi/lean/4-checks.md:1: mode `delphi` has no such layer"), "{got}");
        assert!(got.contains("delphi/5-more.md:1: none of the layers"), "{got}");
        assert!(got.contains("delphi/lean/5-more.md:1: none of the layers"), "{got}");
    }

    #[test]
    fn an_empty_prompt_and_a_branch_are_found_in_any_folder() {
        let text = "Be safe.\n{{#if x}}\n{% else %}\n";
        let files =
            sample(&[("crates/formats/prompts/shared/a.md", " \n"), ("crates/formats/prompts/panel/b.md", text)]);
        let got = lines(&check(&files));
        assert!(got.contains("shared/a.md:1: an empty prompt"), "{got}");
        assert!(got.contains("panel/b.md:2: a branch in a prompt (`{{#`)"), "{got}");
        assert!(got.contains("panel/b.md:3: a branch in a prompt (`{%`)"), "{got}");
    }
}
