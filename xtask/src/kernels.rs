//! `cargo xtask kernels`: runs the tests of the kernels, the only unsafe code, with a memory checker.
//!
//! There are two. Valgrind's memcheck runs the ordinary test binary; it lacks AVX-512, so it covers the AVX2 kernels. AddressSanitizer comes
//! with rustc, covers both, and rebuilds all crates (`target/asan`). Miri supports neither the instructions nor candle's threads.
//!
//! Not part of `check`: the second takes minutes.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::process;

/// The tests that are run: those of `local/src/kernel`.
const TESTS: [&str; 7] = ["test", "--package", "local", "--lib", "--", "kernel::", "--test-threads=1"];

/// The memory checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watcher {
    Valgrind,
    Sanitizer,
}

/// Runs the tests with the requested checker; by default with Valgrind, or the sanitizer if Valgrind is not installed.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let host = host(&process::read(process::program("rustc", &["--version", "--verbose"]))?)?;
    for watcher in wanted(arguments, has_valgrind())? {
        println!("==> {}", watcher.what());
        process::run(watcher.command(&host))?;
    }
    println!("==> nothing was read or written out of bounds");
    Ok(())
}

/// The requested checker, else Valgrind, else the sanitizer.
fn wanted(arguments: &[&str], has_valgrind: bool) -> Result<Vec<Watcher>> {
    match arguments {
        ["valgrind"] if !has_valgrind => bail!("valgrind is not installed: your system's packages have it"),
        ["valgrind"] => Ok(vec![Watcher::Valgrind]),
        ["asan"] => Ok(vec![Watcher::Sanitizer]),
        ["all"] if has_valgrind => Ok(vec![Watcher::Valgrind, Watcher::Sanitizer]),
        [] if has_valgrind => Ok(vec![Watcher::Valgrind]),
        [] | ["all"] => {
            println!("    no valgrind here: AddressSanitizer alone");
            Ok(vec![Watcher::Sanitizer])
        }
        other => bail!("no watcher `{}`: `valgrind`, `asan` or `all`", other.join(" ")),
    }
}

fn has_valgrind() -> bool {
    let mut command = process::program("valgrind", &["--version"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The host triple, from rustc's version output.
fn host(version: &str) -> Result<String> {
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("`rustc --version --verbose` does not say what machine this is")
}

impl Watcher {
    fn what(self) -> &'static str {
        match self {
            Watcher::Valgrind => "valgrind: the AVX2 kernels, in the ordinary test binary",
            Watcher::Sanitizer => "AddressSanitizer: all kernels that this machine can run, in a build of their own",
        }
    }

    fn command(self, host: &str) -> Command {
        match self {
            Watcher::Valgrind => {
                let runner = format!("CARGO_TARGET_{}_RUNNER", host.to_uppercase().replace('-', "_"));
                let mut command = process::cargo(&TESTS);
                command.env(runner, "valgrind --quiet --error-exitcode=9");
                command
            }
            Watcher::Sanitizer => {
                let mut command = process::cargo(&TESTS[..1]);
                command.args(["--target", host, "--target-dir", "target/asan"]).args(&TESTS[1..]);
                // The runtime comes with every toolchain; the flag is unstable and must be enabled.
                command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
                command
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Watcher, host, wanted};

    /// O-44: a checker that is not installed is an error; an empty run does not pass.
    #[test]
    fn the_kernels_are_watched_by_what_there_is() {
        use Watcher::{Sanitizer, Valgrind};
        assert_eq!(wanted(&[], true).unwrap(), [Valgrind]);
        assert_eq!(wanted(&["all"], true).unwrap(), [Valgrind, Sanitizer]);
        assert_eq!(wanted(&[], false).unwrap(), [Sanitizer]);
        assert_eq!(wanted(&["asan"], false).unwrap(), [Sanitizer]);
        assert!(wanted(&["valgrind"], false).unwrap_err().to_string().contains("not installed"));
        assert!(wanted(&["miri"], true).unwrap_err().to_string().starts_with("no watcher `miri`"));
    }

    #[test]
    fn the_watched_tests_are_those_of_the_kernels() {
        let host = host("rustc 1.95.0\nhost: x86_64-unknown-linux-gnu\n").unwrap();
        for watcher in [Watcher::Valgrind, Watcher::Sanitizer] {
            let command = watcher.command(&host);
            let arguments: Vec<&str> = command.get_args().filter_map(|it| it.to_str()).collect();
            assert!(arguments.starts_with(&["test"]) && arguments.contains(&"kernel::"), "{arguments:?}");
        }
        let command = Watcher::Valgrind.command(&host);
        let is_runner = |name: &std::ffi::OsStr| name == "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER";
        assert!(command.get_envs().any(|(name, value)| is_runner(name) && value.is_some()));
    }
}
