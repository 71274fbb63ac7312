//! `cargo xtask check`: all that must hold before a change is done, in one command.
//!
//! The quick answers come first and the tests last, so that the runner's summary closes the output. Steps share their
//! builds: lints use one set of artefacts, tests and doc tests another, and no step sets flags that would make a third.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::files::{self, File};
use crate::{process, tidy};

type Step = (&'static str, &'static str, fn() -> Result<()>);

const STEPS: &[Step] = &[
    ("format", "cargo fmt", format),
    ("lints", "cargo clippy, a warning is an error", lints),
    ("tidy", "walls, sizes, names, prompts, documents, leftovers", tidy::run),
    ("deny", "licences, refused crates and sources of the dependencies", deny),
    ("doc tests", "of the crates that have any", doc_tests),
    ("tests", "of all crates, with all features", tests),
];

/// Runs the steps in order, and stops at the first that fails.
pub(crate) fn run() -> Result<()> {
    for (name, what, step) in STEPS {
        println!("==> {name} ({what})");
        step().with_context(|| format!("step `{name}` failed"))?;
    }
    println!("==> all steps passed");
    Ok(())
}

fn format() -> Result<()> {
    process::run(process::cargo(&["fmt", "--all", "--check"]))
}

fn lints() -> Result<()> {
    let arguments = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    process::run(process::cargo(&arguments))
}

/// The version that `deny.toml` was written for.
const CARGO_DENY: &str = "cargo-deny@0.20.2";
/// Where CI installs it: beside the builds, never in somebody's home.
const TOOLS: &str = "target/tools";

/// Asks cargo-deny, which CI installs and a desk may lack.
///
/// Advisories are left out: their database is a git repository, and not every machine can reach one.
fn deny() -> Result<()> {
    let on_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    if on_ci && cargo_deny().is_none() {
        println!("    installing {CARGO_DENY} into {TOOLS}");
        // Not optimised: it builds in less time, and is quick enough.
        process::run(process::cargo(&["install", CARGO_DENY, "--locked", "--debug", "--quiet", "--root", TOOLS]))?;
    }
    match cargo_deny() {
        Some(mut command) => {
            command.args(["check", "--hide-inclusion-graph", "bans", "licenses", "sources"]);
            process::run(command)
        }
        None => {
            println!(
                "    skipped: no cargo-deny here; `cargo install {CARGO_DENY} --locked` brings it, and CI runs it"
            );
            Ok(())
        }
    }
}

/// The one CI installed, or else the user's own.
fn cargo_deny() -> Option<Command> {
    let installed = process::root().join(TOOLS).join("bin/cargo-deny");
    if installed.is_file() {
        return Some(process::program(&installed.display().to_string(), &[]));
    }
    is_available("deny").then(|| process::cargo(&["deny"]))
}

fn is_available(subcommand: &str) -> bool {
    let mut command = process::cargo(&[subcommand, "--version"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// nextest runs no doc tests, and asking every crate for them costs a run of rustdoc each.
fn doc_tests() -> Result<()> {
    let files = files::read_all()?;
    let crates = crates_with_doc_tests(&files);
    if crates.is_empty() {
        println!("    none");
        return Ok(());
    }
    let packages = crates.iter().flat_map(|name| ["--package", name]);
    process::run(process::cargo(&["test", "--doc", "--all-features"].into_iter().chain(packages).collect::<Vec<_>>()))
}

/// Crates with a code block in a doc comment.
fn crates_with_doc_tests(files: &[File]) -> BTreeSet<&str> {
    let has_block = |file: &File| {
        let docs = file.text.lines().map(str::trim_start);
        docs.filter_map(|line| line.strip_prefix("///").or(line.strip_prefix("//!"))).any(|line| line.trim() == "```")
    };
    let sources = files.iter().filter(|file| file.is_rust() && has_block(file));
    sources.filter_map(|file| file.path.strip_prefix("crates/")?.split_once("/src/")).map(|(name, _)| name).collect()
}

fn tests() -> Result<()> {
    if is_available("nextest") {
        return process::run(process::cargo(&["nextest", "run", "--workspace", "--all-features"]));
    }
    println!("    no cargo-nextest here: running `cargo test` instead");
    process::run(process::cargo(&["test", "--workspace", "--all-features", "--lib", "--bins", "--tests", "--examples"]))
}

#[cfg(test)]
mod tests {
    use super::{STEPS, crates_with_doc_tests, is_available};
    use crate::files::sample;

    #[test]
    fn the_tests_come_last_so_that_their_summary_closes_the_output() {
        assert_eq!(STEPS.last().map(|(name, ..)| *name), Some("tests"));
    }

    #[test]
    fn crates_with_a_code_block_in_a_doc_comment_have_doc_tests() {
        let files = sample(&[
            ("crates/debate/src/lib.rs", "//! Debates.\n//!\n//! ```\n//! let a = 1;\n//! ```\n"),
            ("crates/models/src/lib.rs", "//! Models.\nconst A: &str = \"\n```\n\";\n"),
            ("crates/models/tests/it/main.rs", "/// ```\n"),
        ]);
        assert_eq!(crates_with_doc_tests(&files).into_iter().collect::<Vec<_>>(), ["debate"]);
    }

    #[test]
    fn a_subcommand_is_available_or_not() {
        assert!(is_available("tree"));
        assert!(!is_available("no-such-command-here"));
    }
}
