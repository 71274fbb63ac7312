//! `cargo xtask check`: runs every check that a change must pass.
//!
//! Quick steps come first and tests last, so that the test runner's summary closes the output. Steps share their builds: lints use one set of
//! artefacts, tests and doc tests another, and no step sets flags that would make a third.
//!
//! Not here: `local/llama-cpp`, a feature that takes minutes of C++ to build; `cargo xtask parity` builds it.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::files::{self, File};
use crate::{process, tidy, weights};

type Step = (&'static str, &'static str, fn() -> Result<()>);

const STEPS: &[Step] = &[
    ("format", "cargo fmt", format),
    ("lints", "cargo clippy, a warning is an error", lints),
    ("tidy", "crate rules, sizes, names, prompts, documents, leftovers", tidy::run),
    ("deny", "licences, refused crates, sources and advisories of the dependencies", deny),
    ("doc tests", "of the crates that have any", doc_tests),
    ("tests", "of all crates, with the features that are checked and the weights some need", tests),
];

/// The features that are checked, as `crate/feature`. A test fails when a manifest has a feature that is neither here nor in the exceptions.
const FEATURES: &[&str] = &["models/fake-provider", "server/simulated"];

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
    let features = FEATURES.join(",");
    let arguments = ["clippy", "--workspace", "--all-targets", "--features", &features, "--", "-D", "warnings"];
    process::run(process::cargo(&arguments))
}

/// The version that `deny.toml` was written for.
const CARGO_DENY: &str = "cargo-deny@0.20.2";
/// Where CI installs it: in the target directory, not in the home directory.
const TOOLS: &str = "target/tools";

/// Runs cargo-deny, which CI installs and a developer's machine may lack.
fn deny() -> Result<()> {
    let on_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    if on_ci && cargo_deny().is_none() {
        println!("    installing {CARGO_DENY} into {TOOLS}");
        // Not optimised: it builds faster, and is fast enough.
        process::run(process::cargo(&["install", CARGO_DENY, "--locked", "--debug", "--quiet", "--root", TOOLS]))?;
    }
    match cargo_deny() {
        Some(mut command) => {
            command.args(["check", "--hide-inclusion-graph", "bans", "licenses", "sources"]);
            process::run(command)?;
            let ask = |arguments: &[&str]| {
                let mut command = cargo_deny().context("cargo-deny has gone")?;
                command.args(arguments);
                process::run(command)
            };
            advisories(ask).map(|said| println!("    {said}"))
        }
        None => {
            println!(
                "    skipped: no cargo-deny here, so neither licences nor advisories are checked; `cargo install {CARGO_DENY} --locked` \
                 brings it, and CI runs it"
            );
            Ok(())
        }
    }
}

/// Checks the dependencies against RustSec's advisories, if their database (a git repository) can be reached. An advisory fails the check; a
/// missing network is reported and does not.
fn advisories(mut ask: impl FnMut(&[&str]) -> Result<()>) -> Result<&'static str> {
    if ask(&["fetch", "db"]).is_err() {
        return Ok(
            "advisories: SKIPPED, their database can't be reached from here; a machine that reaches it checks them",
        );
    }
    ask(&["check", "--disable-fetch", "--hide-inclusion-graph", "advisories"])?;
    Ok("advisories: checked, none is open")
}

/// The one that CI installed, else the user's.
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

/// Runs doc tests: nextest does not, and only crates that have any are worth a run of rustdoc.
fn doc_tests() -> Result<()> {
    let files = files::read_all()?;
    let crates = crates_with_doc_tests(&files);
    if crates.is_empty() {
        println!("    none");
        return Ok(());
    }
    let features = features_of(&crates).join(",");
    let packages = crates.iter().flat_map(|name| ["--package", name]);
    let arguments: Vec<&str> = ["test", "--doc", "--features", &features].into_iter().chain(packages).collect();
    process::run(process::cargo(&arguments))
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

/// The checked features of these crates: cargo refuses features of others.
fn features_of(crates: &BTreeSet<&str>) -> Vec<&'static str> {
    let is_theirs = |feature: &&&str| feature.split_once('/').is_some_and(|(name, _)| crates.contains(name));
    FEATURES.iter().filter(is_theirs).copied().collect()
}

/// Runs all tests; without the weights that some need, all others, and the last lines name the skipped ones.
fn tests() -> Result<()> {
    let features = FEATURES.join(",");
    let why = weights::fetch(&features)?;
    let left_out =
        if is_available("nextest") { nextest(&features, why.is_some()) } else { cargo_test(&features, why.is_some()) }?;
    if let Some(why) = why {
        println!("{}", weights::skipped(&left_out, &why));
    }
    Ok(())
}

fn nextest(features: &str, leave_out: bool) -> Result<Vec<String>> {
    let run = ["nextest", "run", "--workspace", "--features", features];
    if !leave_out {
        return process::run(process::cargo(&run)).map(|()| Vec::new());
    }
    let (those, others) = (format!("test({})", weights::MARK), format!("not test({})", weights::MARK));
    let list = ["nextest", "list", "--workspace", "--features", features, "--message-format", "oneline", "-E", &those];
    let left_out = weights::needing(&process::read(process::cargo(&list))?);
    process::run(process::cargo(&[&run[..], &["-E", &others]].concat()))?;
    Ok(left_out)
}

fn cargo_test(features: &str, leave_out: bool) -> Result<Vec<String>> {
    println!("    no cargo-nextest here: running `cargo test` instead");
    let run = ["test", "--workspace", "--features", features, "--lib", "--bins", "--tests", "--examples"];
    if !leave_out {
        return process::run(process::cargo(&run)).map(|()| Vec::new());
    }
    let list = process::cargo(&[&run[..], &["--", "--list", weights::MARK]].concat());
    let left_out = weights::needing(&process::read(list)?);
    process::run(process::cargo(&[&run[..], &["--", "--skip", weights::MARK]].concat()))?;
    Ok(left_out)
}

#[cfg(test)]
mod tests {
    use super::{FEATURES, STEPS, advisories, crates_with_doc_tests, features_of, is_available};
    use crate::files::{self, File, sample};

    /// Features that no step builds. llama.cpp takes minutes of C++, needs cmake and libclang, and is not a default.
    const UNCHECKED: &[&str] = &["cli/llama-cpp", "local/llama-cpp"];

    /// The features that the manifests declare, as `crate/feature`.
    fn features_in(files: &[File]) -> Vec<String> {
        let of = |file: &File| -> Option<Vec<String>> {
            let name = file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
            let lines = file.text.lines().skip_while(|line| *line != "[features]").skip(1);
            let features = lines.take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
            Some(features.filter_map(|line| Some(format!("{name}/{}", line.split_once(" =")?.0))).collect())
        };
        let mut features: Vec<String> = files.iter().filter_map(of).flatten().collect();
        features.sort();
        features
    }

    #[test]
    fn the_tests_come_last_so_that_their_summary_closes_the_output() {
        assert_eq!(STEPS.last().map(|(name, ..)| *name), Some("tests"));
    }

    /// O-44: advisories are checked if their database can be reached; otherwise that is reported, and is no failure.
    #[test]
    fn advisories_are_checked_where_their_database_can_be_had() {
        let outcome = |has_network: bool, is_clean: bool| {
            let mut asked = Vec::new();
            let said = advisories(|arguments| {
                asked.push(arguments.join(" "));
                let is_well = if arguments.starts_with(&["fetch"]) { has_network } else { is_clean };
                if is_well { Ok(()) } else { Err(anyhow::anyhow!("no")) }
            });
            (said.ok(), asked.len())
        };
        assert_eq!(outcome(true, true), (Some("advisories: checked, none is open"), 2));
        assert_eq!(outcome(true, false), (None, 2), "an open advisory fails the check");
        let (said, asked) = outcome(false, false);
        assert!(
            said.is_some_and(|it| it.contains("SKIPPED")) && asked == 1,
            "nothing is claimed of what was not checked"
        );
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

    /// Every new feature is checked, or listed as an exception.
    #[test]
    fn each_feature_is_checked_or_named_as_unchecked() {
        let files = files::read_all().unwrap();
        let mut known: Vec<&str> = FEATURES.iter().chain(UNCHECKED).copied().collect();
        known.sort_unstable();
        assert_eq!(features_in(&files), known);
    }

    #[test]
    fn features_are_read_from_manifests() {
        let files = sample(&[
            ("crates/a/Cargo.toml", "[features]\n# Why.\none = []\ntwo = [\"one\"]\n\n[dependencies]\nthree = \"1\"\n"),
            ("crates/b/Cargo.toml", "[dependencies]\n"),
        ]);
        assert_eq!(features_in(&files), ["a/one", "a/two"]);
    }

    #[test]
    fn doc_tests_have_the_features_of_their_crates() {
        assert_eq!(features_of(&["debate", "models"].into()), ["models/fake-provider"]);
        assert!(features_of(&["debate"].into()).is_empty());
    }

    #[test]
    fn a_subcommand_is_available_or_not() {
        assert!(is_available("tree"));
        assert!(!is_available("no-such-command-here"));
    }
}
