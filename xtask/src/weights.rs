//! Weights that some tests need: fetched if they can be, or else those tests are left out by name.
//!
//! Such a test has `weights_` in its name, loads what `local`'s example `fetch` has brought, and fails without it. A machine without
//! any source for them still checks everything else, and the end of the output says what it did not check.

use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, bail};

use crate::process;

/// What the tests need.
const NAMES: [&str; 2] = ["smollm2-135m", "minilm-l6-v2"];
/// What such tests have in their names.
pub(crate) const MARK: &str = "weights_";
/// How the example says that something could not be had.
const ABSENT: i32 = 3;

/// Fetches them; gives the reason if that can't be done.
///
/// Built as the tests are, and run without cargo: asked for one package alone, cargo would choose other features and build all of its
/// dependencies again.
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

/// Why the first one that is absent is.
fn reason(printed: &str) -> String {
    let absent = printed.lines().find_map(|line| line.split_once(": absent: "));
    absent.map_or_else(|| "it was not said why".to_owned(), |(name, why)| format!("{name}: {why}"))
}

/// The tests in a list of nextest, or of cargo's own runner, that need weights.
pub(crate) fn needing(list: &str) -> Vec<String> {
    let names = list.lines().map(|line| line.trim().trim_end_matches(": test"));
    names.filter(|line| line.contains(MARK)).map(str::to_owned).collect()
}

/// What is said at the end about tests that were left out.
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
