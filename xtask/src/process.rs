//! Runs other programs in the project's root.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// The folder that holds the workspace.
pub(crate) fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    Path::new(&manifest).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// Cargo, as if called from a shell.
///
/// `cargo run` sets variables that describe our package. Passed on, they look like a changed environment to build scripts that watch them
/// (ring's does), which would rebuild the same crate for each way of calling cargo.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")) {
            command.env_remove(name);
        }
    }
    command.args(arguments).current_dir(root());
    command
}

/// Another program.
pub(crate) fn program(name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root());
    command
}

/// Runs it with inherited output; fails if it fails.
pub(crate) fn run(mut command: Command) -> Result<()> {
    let status = command.status().with_context(|| format!("could not start `{}`", spelled(&command)))?;
    if !status.success() {
        bail!("`{}` failed: {status}", spelled(&command));
    }
    Ok(())
}

/// Runs it and returns its output.
pub(crate) fn read(mut command: Command) -> Result<String> {
    let output = command.output().with_context(|| format!("could not start `{}`", spelled(&command)))?;
    if !output.status.success() {
        bail!("`{}` failed: {}\n{}", spelled(&command), output.status, String::from_utf8_lossy(&output.stderr));
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{}` did not print text", spelled(&command)))
}

fn spelled(command: &Command) -> String {
    let name = Path::new(command.get_program()).file_name().unwrap_or_default();
    let mut words = vec![name.to_string_lossy()];
    words.extend(command.get_args().map(|word| word.to_string_lossy()));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{cargo, read, run};

    #[test]
    fn a_program_that_fails_is_an_error_that_spells_the_command() {
        let error = run(cargo(&["no-such-command-here", "--quiet"])).unwrap_err().to_string();
        assert!(error.contains("cargo no-such-command-here --quiet"), "{error}");
        assert!(read(cargo(&["--version"])).unwrap().starts_with("cargo "));
    }

    #[test]
    fn the_package_we_are_is_not_passed_on() {
        let removed = cargo(&[]).get_envs().any(|(name, value)| name == "CARGO_PKG_NAME" && value.is_none());
        assert!(removed);
    }
}
