//! Checks the crate table of `ARCHITECTURE.md`: which crates each crate may depend on.
//!
//! A crate may name only those of ours that its row allows. It must not depend on forbidden crates at all, not even through another crate.

use anyhow::Result;

use crate::files::File;
use crate::finding::Finding;
use crate::tree::{self, Seen};

/// Which of our crates a crate may name in its manifest.
enum Own {
    Only(&'static [&'static str]),
    Any,
}

/// One row.
pub(crate) struct CrateRule {
    pub(crate) folder: &'static str,
    own: Own,
    never: &'static [&'static [&'static str]],
}

impl CrateRule {
    const fn new(folder: &'static str, own: Own, never: &'static [&'static [&'static str]]) -> Self {
        Self { folder, own, never }
    }

    /// Whether the crate is free of sockets, files, clocks and randomness.
    pub(crate) fn is_pure(&self) -> bool {
        self.never.contains(&RANDOMNESS)
    }

    fn may_use(&self, name: &str) -> bool {
        match self.own {
            Own::Only(names) => names.contains(&name),
            Own::Any => true,
        }
    }

    fn must_never_see(&self, name: &str) -> bool {
        self.never.iter().any(|names| names.contains(&name))
    }

    fn name(&self) -> &'static str {
        self.folder.rsplit('/').next().unwrap_or_default()
    }
}

const SOCKETS: &[&str] = &[
    "async-io",
    "async-net",
    "async-std",
    "axum",
    "curl",
    "h2",
    "hyper",
    "hyper-util",
    "isahc",
    "mio",
    "native-tls",
    "openssl",
    "polling",
    "quinn",
    "reqwest",
    "rustls",
    "smol",
    "socket2",
    "tokio",
    "tonic",
    "tungstenite",
    "ureq",
];
const FILES: &[&str] = &[
    "async-fs",
    "cap-std",
    "directories",
    "dirs",
    "fs-err",
    "glob",
    "ignore",
    "libsqlite3-sys",
    "memmap2",
    "notify",
    "rusqlite",
    "sqlx",
    "sqlx-core",
    "tempfile",
    "walkdir",
];
const CLOCK: &[&str] = &["chrono", "coarsetime", "instant", "jiff", "quanta", "time", "wasm-timer", "web-time"];
const RANDOMNESS: &[&str] = &["fastrand", "getrandom", "nanorand", "oorandom", "rand", "rand_chacha", "ring"];
const PURE: &[&[&str]] = &[SOCKETS, FILES, CLOCK, RANDOMNESS];

/// The table.
pub(crate) const CRATE_RULES: &[CrateRule] = &[
    CrateRule::new("crates/debate", Own::Only(&[]), PURE),
    CrateRule::new("crates/prose", Own::Only(&["debate"]), PURE),
    CrateRule::new("crates/analysis", Own::Only(&["debate", "prose"]), PURE),
    CrateRule::new("crates/formats", Own::Only(&["debate", "prose", "analysis"]), PURE),
    CrateRule::new(
        "crates/exports",
        Own::Only(&["debate", "analysis"]),
        &[SOCKETS, FILES, CLOCK, RANDOMNESS, &["formats"]],
    ),
    CrateRule::new("crates/files", Own::Only(&[]), &[SOCKETS, CLOCK]),
    CrateRule::new("crates/models", Own::Only(&[]), &[&["debate"]]),
    CrateRule::new("crates/local", Own::Only(&["files", "models"]), &[&["debate"]]),
    CrateRule::new("crates/store", Own::Only(&["debate"]), &[&["models"]]),
    CrateRule::new(
        "crates/personas",
        Own::Only(&["debate", "prose", "analysis", "files", "models"]),
        &[&["axum", "clap"]],
    ),
    CrateRule::new(
        "crates/engine",
        Own::Only(&["debate", "prose", "analysis", "formats", "models", "personas", "store"]),
        &[&["axum", "clap"]],
    ),
    CrateRule::new(
        "crates/lab",
        Own::Only(&["debate", "prose", "analysis", "formats", "models", "personas", "store", "engine"]),
        &[&["axum", "clap"]],
    ),
    CrateRule::new(
        "crates/setup",
        Own::Only(&[
            "debate", "prose", "analysis", "formats", "exports", "files", "models", "local", "personas", "store",
            "engine", "lab",
        ]),
        &[&["axum", "clap"]],
    ),
    // `lab` in tests alone: some call simulated participants directly.
    CrateRule::new(
        "crates/server",
        Own::Only(&[
            "debate", "analysis", "formats", "exports", "models", "personas", "store", "engine", "setup", "lab",
        ]),
        &[&["clap"]],
    ),
    CrateRule::new("crates/cli", Own::Any, &[]),
    CrateRule::new("xtask", Own::Only(&[]), &[]),
];

/// Checks all rules.
pub(crate) fn check(files: &[File]) -> Result<Vec<Finding>> {
    let folders = crate_folders(files);
    let mut findings = check_rows(&folders, CRATE_RULES);
    for rule in CRATE_RULES.iter().filter(|rule| folders.contains(&rule.folder)) {
        let manifest = format!("{}/Cargo.toml", rule.folder);
        if let Some(file) = files.iter().find(|file| file.path == manifest) {
            findings.extend(check_package_name(rule.name(), &file.path, &file.text));
            findings.extend(check_crate(rule, &tree::of(rule.folder)?, &file.path, &file.text));
        }
    }
    Ok(findings)
}

/// The folders that hold a crate of the workspace.
fn crate_folders(files: &[File]) -> Vec<&str> {
    let folders = files.iter().filter_map(|file| file.path.strip_suffix("/Cargo.toml"));
    let is_member =
        |folder: &&str| matches!(folder.split('/').collect::<Vec<_>>().as_slice(), ["crates", _] | ["xtask"]);
    folders.filter(is_member).collect()
}

/// Each crate has a row and each row a crate.
fn check_rows(folders: &[&str], rules: &[CrateRule]) -> Vec<Finding> {
    let table = "xtask/src/crate_rules.rs";
    let without_row = folders.iter().filter(|folder| !rules.iter().any(|rule| rule.folder == **folder)).map(|folder| {
        Finding::new(
            format!("{folder}/Cargo.toml"),
            1,
            format!("this crate has no rule: add a row to `CRATE_RULES` in {table}"),
        )
    });
    let without_crate = rules.iter().filter(|rule| !folders.contains(&rule.folder)).map(|rule| {
        Finding::new(table, 1, format!("`{}` has a row in `CRATE_RULES` but is no crate: remove the row", rule.folder))
    });
    without_row.chain(without_crate).collect()
}

/// The folder's name is the crate's name.
fn check_package_name(expected: &str, path: &str, text: &str) -> Option<Finding> {
    let quoted = format!("name = \"{expected}\"");
    let (line, found) = text.lines().enumerate().find(|(_, line)| line.starts_with("name"))?;
    (found.trim() != quoted)
        .then(|| Finding::new(path, line + 1, format!("the crate is not called like its folder: write `{quoted}`")))
}

/// The crate names and depends on only what its row allows.
fn check_crate(rule: &CrateRule, seen: &[Seen], path: &str, manifest: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for seen in seen.iter().filter(|seen| !is_reported_above(rule, seen)) {
        let (name, direct) = (seen.name(), seen.way.first().map_or("", String::as_str));
        let line = manifest.lines().position(|line| starts_with_key(line, direct)).map_or(1, |index| index + 1);
        if seen.ours && seen.way.len() == 1 && !rule.may_use(name) {
            let message = format!("`{}` may not use `{name}`: move the code to a crate that may", rule.name());
            findings.push(Finding::new(path, line, message));
        } else if rule.must_never_see(name) {
            let way = seen.way.join(" > ");
            let message = format!("`{}` must never see `{name}` (by {way}): drop or slim `{direct}`", rule.name());
            findings.push(Finding::new(path, line, message));
        }
    }
    findings
}

/// Whether a nearer dependency on the path is to blame: a crate forbidden here, or one of ours that forbids this dependency too.
fn is_reported_above(rule: &CrateRule, seen: &Seen) -> bool {
    let Some((name, above)) = seen.way.split_last() else { return false };
    let blames = |near: &CrateRule| near.must_never_see(name);
    above
        .iter()
        .any(|near| rule.must_never_see(near) || CRATE_RULES.iter().filter(|rule| rule.name() == near).any(blames))
}

fn starts_with_key(line: &str, key: &str) -> bool {
    line.strip_prefix(key).is_some_and(|rest| rest.starts_with(['.', ' ', '=']))
}

#[cfg(test)]
mod tests {
    use super::{CRATE_RULES, CrateRule, Own, PURE, RANDOMNESS, check_crate, check_package_name, check_rows};
    use crate::finding::lines;
    use crate::tree::Seen;

    const MANIFEST: &str =
        "[package]\nname = \"store\"\n\n[dependencies]\ndebate.workspace = true\nmodels.workspace = true\n";
    const STORE: CrateRule = CrateRule::new("crates/store", Own::Only(&["debate"]), &[&["models"], RANDOMNESS]);

    fn seen(way: &[&str], ours: bool) -> Seen {
        Seen { way: way.iter().map(|name| (*name).to_owned()).collect(), ours }
    }

    #[test]
    fn what_the_row_allows_passes() {
        let fine = [seen(&["debate"], true), seen(&["debate", "serde"], false), seen(&["sqlx"], false)];
        assert_eq!(lines(&check_crate(&STORE, &fine, "m", MANIFEST)), "");
        let far = [seen(&["debate", "deeper"], true)];
        assert_eq!(
            lines(&check_crate(&STORE, &far, "m", MANIFEST)),
            "",
            "only what a crate names itself is its own choice"
        );
    }

    #[test]
    fn one_of_ours_that_is_not_in_the_row_is_found() {
        let got = check_crate(&STORE, &[seen(&["analysis"], true)], "m", MANIFEST);
        assert_eq!(lines(&got), "m:1: `store` may not use `analysis`: move the code to a crate that may");
    }

    #[test]
    fn what_must_never_be_seen_is_found_at_any_depth_with_the_way_to_it() {
        let got = check_crate(&STORE, &[seen(&["sqlx", "uuid", "getrandom"], false)], "m", MANIFEST);
        let expected = "m:1: `store` must never see `getrandom` (by sqlx > uuid > getrandom): drop or slim `sqlx`";
        assert_eq!(lines(&got), expected);
        let got = check_crate(&STORE, &[seen(&["debate", "models"], true)], "m", MANIFEST);
        assert_eq!(lines(&got), "m:5: `store` must never see `models` (by debate > models): drop or slim `debate`");
    }

    #[test]
    fn the_nearest_to_blame_is_found_and_nothing_below_it() {
        let [debate, analysis, ..] = CRATE_RULES else { unreachable!("the table has rows") };
        let ways = [&["reqwest"][..], &["reqwest", "hyper"], &["reqwest", "hyper", "tokio"]];
        let got = check_crate(debate, &ways.map(|way| seen(way, false)), "m", "");
        assert_eq!(lines(&got), "m:1: `debate` must never see `reqwest` (by reqwest): drop or slim `reqwest`");
        let behind_a_crate = [seen(&["debate"], true), seen(&["debate", "tokio"], false)];
        assert_eq!(lines(&check_crate(analysis, &behind_a_crate, "m", "")), "", "the row of `debate` finds it");
    }

    #[test]
    fn a_crate_without_a_row_and_a_row_without_a_crate_are_found() {
        assert_eq!(lines(&check_rows(&["crates/store"], &[STORE])), "");
        let got = lines(&check_rows(&["crates/attic"], &[STORE]));
        assert!(got.contains("crates/attic/Cargo.toml:1: this crate has no rule: add a row"), "{got}");
        assert!(got.contains("`crates/store` has a row in `CRATE_RULES` but is no crate"), "{got}");
    }

    /// `lab` is not a surface, and the engine does not need it (0083).
    #[test]
    fn the_laboratory_stands_between_the_engine_and_the_surfaces() {
        let rule = |name: &str| CRATE_RULES.iter().find(|rule| rule.name() == name).unwrap();
        for surface in ["axum", "clap"] {
            let got = lines(&check_crate(rule("lab"), &[seen(&["other", surface], false)], "m", ""));
            assert_eq!(
                got,
                format!("m:1: `lab` must never see `{surface}` (by other > {surface}): drop or slim `other`")
            );
        }
        for (from, to) in [("engine", "lab"), ("lab", "server"), ("lab", "cli"), ("lab", "exports")] {
            let got = lines(&check_crate(rule(from), &[seen(&[to], true)], "m", ""));
            assert_eq!(got, format!("m:1: `{from}` may not use `{to}`: move the code to a crate that may"));
        }
        assert_eq!(lines(&check_crate(rule("lab"), &[seen(&["engine"], true)], "m", "")), "");
    }

    #[test]
    fn a_crate_is_called_like_its_folder() {
        assert_eq!(check_package_name("store", "m", MANIFEST), None);
        assert!(check_package_name("attic", "m", MANIFEST).is_some());
    }

    #[test]
    fn the_pure_rooms_are_those_that_decide_and_hand_over() {
        let pure: Vec<_> = CRATE_RULES.iter().filter(|rule| rule.is_pure()).map(CrateRule::name).collect();
        assert_eq!(pure, ["debate", "prose", "analysis", "formats", "exports"]);
        for name in
            ["tokio", "mio", "socket2", "reqwest", "sqlx", "notify", "chrono", "time", "jiff", "rand", "fastrand"]
        {
            assert!(PURE.iter().any(|names| names.contains(&name)), "{name}");
        }
    }
}
