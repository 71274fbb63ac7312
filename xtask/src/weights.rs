//! Fetches the weights that some tests need; if that fails, those tests are skipped by name.
//!
//! Such a test has `weights_` in its name, loads what `local`'s example `fetch` downloaded, and fails without it. Without a source for weights
//! everything else is still checked, and the last lines name what was skipped.

use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::process;

/// The weights that tests need.
const NAMES: [&str; 2] = ["smollm2-135m", "minilm-l6-v2"];
/// The prefix in the names of such tests.
pub(crate) const MARK: &str = "weights_";
/// How the example reports that a download failed.
const ABSENT: i32 = 3;

/// Fetches them; returns the reason if that fails.
///
/// Built with the tests and run without cargo: for a single package cargo would choose other features and rebuild its dependencies.
pub(crate) fn fetch(features: &str) -> Result<Option<String>> {
    process::run(process::cargo(&["build", "--quiet", "--workspace", "--features", features, "--examples"]))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| process::root().join("target"), PathBuf::from);
    let mut command = process::program(&target.join("debug/examples/fetch").display().to_string(), &NAMES);
    let output = command.stderr(Stdio::null()).output().context("could not start the example `fetch`")?;
    match output.status.code() {
        Some(0) => Ok(None),
        Some(ABSENT) => Ok(Some(reason(&String::from_utf8_lossy(&output.stdout)))),
        _ => bail!("the example `fetch` failed: {}", output.status),
    }
}

/// Why the first missing one is missing.
fn reason(printed: &str) -> String {
    let absent = printed.lines().find_map(|line| line.split_once(": absent: "));
    absent.map_or_else(|| "it was not said why".to_owned(), |(name, why)| format!("{name}: {why}"))
}

/// The tests that need weights, from the list of nextest or cargo's own runner.
pub(crate) fn needing(list: &str) -> Vec<String> {
    let names = list.lines().map(|line| line.trim().trim_end_matches(": test"));
    names.filter(|line| line.contains(MARK)).map(str::to_owned).collect()
}

/// The closing message about skipped tests.
pub(crate) fn skipped(tests: &[String], why: &str) -> String {
    let mut lines =
        vec![format!("SKIPPED: {} tests that need the weights of {}: {why}", tests.len(), NAMES.join(", "))];
    lines.extend(tests.iter().map(|test| format!("    {test}")));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::{needing, reason, skipped};

    #[test]
    fn tests_that_need_weights_are_known_by_their_names() {
        let nextest = "local::it weights::killed::many_at_once_ask_for_each_package_once\nlocal::it weights::real::weights_are_whole\n";
        assert_eq!(needing(nextest), ["local::it weights::real::weights_are_whole"]);
        let cargo = "weights::real::weights_are_whole: test\n\n1 test, 0 benchmarks\n";
        assert_eq!(needing(cargo), ["weights::real::weights_are_whole"]);
    }

    #[test]
    fn what_is_left_out_is_said_with_its_reason() {
        let why = reason("smollm2-135m: target/weights\nminilm-l6-v2: absent: no network\n");
        assert_eq!(why, "minilm-l6-v2: no network");
        assert_eq!(
            skipped(&["a::weights_b".to_owned()], &why),
            "SKIPPED: 1 tests that need the weights of smollm2-135m, minilm-l6-v2: minilm-l6-v2: no network\n    a::weights_b"
        );
    }
}
