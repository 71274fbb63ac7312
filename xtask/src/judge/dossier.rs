//! `cargo xtask judge dossier`: opens dossiers in a browser with the network off.
//!
//! Covers every golden log and the logs of `exports`, the hostile one included, in light and dark, on wide and narrow screens. The checks are
//! in `xtask/judge/dossier.mjs`, which also makes the pictures in `docs/images`.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;

/// Packages from npm, with pinned versions.
const PACKAGES: [(&str, &str); 2] = [("playwright-core", "1.65.0"), ("axe-core", "4.14.0")];
/// The folders of the logs.
const LOGS: [&str; 2] = ["crates/engine/tests/golden", "crates/exports/tests/logs"];
/// Names of browser executables.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Runs the judge.
pub(crate) fn run() -> Result<()> {
    let node = found(&["node"]).context("no `node` on the PATH: install Node.js 20 or later")?;
    let npm = found(&["npm"]).context("no `npm` on the PATH: install Node.js 20 or later")?;
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let browser = named.or_else(|| found(&BROWSERS));
    let browser = browser.context("no Chromium on the PATH: install it, or set CHROMIUM to its path")?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| process::root().join("target"), PathBuf::from);
    let modules = target.join("judge");
    install(&npm, &modules)?;
    let pages = target.join("judge/dossier");
    write_pages(&target.join("debug/examples/dossier"), &pages)?;
    let mut judge = Command::new(node);
    judge.arg("xtask/judge/dossier.mjs").arg(modules).arg(browser).arg(pages).arg("docs/images");
    judge.current_dir(process::root());
    process::run(judge)
}

/// The first of these programs that is on the PATH.
fn found(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut places = names.iter().flat_map(|name| folders.iter().map(move |it| it.join(name)));
    places.find(|it| it.is_file())
}

/// Installs missing packages.
fn install(npm: &Path, modules: &Path) -> Result<()> {
    let is_there = |(name, version): &(&str, &str)| {
        let manifest = std::fs::read_to_string(modules.join(format!("node_modules/{name}/package.json")));
        manifest.is_ok_and(|it| it.contains(&format!("\"version\": \"{version}\"")))
    };
    if PACKAGES.iter().all(is_there) {
        return Ok(());
    }
    std::fs::create_dir_all(modules).with_context(|| format!("could not make `{}`", modules.display()))?;
    let mut command = Command::new(npm);
    command.args(["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"]).arg(modules);
    command.args(PACKAGES.iter().map(|(name, version)| format!("{name}@{version}")));
    process::run(command).context("the packages of the judge can't be had from npm")
}

/// Writes the page of every log.
fn write_pages(example: &Path, pages: &Path) -> Result<()> {
    process::run(process::cargo(&["build", "--quiet", "--package", "exports", "--example", "dossier"]))?;
    std::fs::create_dir_all(pages).with_context(|| format!("could not make `{}`", pages.display()))?;
    for folder in LOGS {
        let folder = process::root().join(folder);
        let entries = folder.read_dir().with_context(|| format!("could not read `{}`", folder.display()))?;
        for entry in entries {
            let log = entry?.path();
            let Some(name) = log.file_stem() else { continue };
            let page = process::read(process::program(&spelled(example)?, &[&spelled(&log)?]))?;
            let place = pages.join(name).with_extension("html");
            std::fs::write(&place, page).with_context(|| format!("could not write `{}`", place.display()))?;
        }
    }
    Ok(())
}

fn spelled(path: &Path) -> Result<String> {
    match path.to_str() {
        Some(path) => Ok(path.to_owned()),
        None => bail!("a path that is not UTF-8: `{}`", path.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::found;

    #[test]
    fn a_program_that_is_not_there_is_not_found() {
        assert_eq!(found(&["no-such-program-anywhere"]), None);
        assert!(found(&["no-such-program-anywhere", "git"]).is_some_and(|it| it.ends_with("git")));
    }
}
