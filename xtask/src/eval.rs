//! `cargo xtask eval DIR`: measures comparison by meaning and belief extraction on public data that is not in the repository.
//!
//! The measurement is an example of `engine`, and of `personas` for beliefs, because xtask does not depend on the product.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::process;

pub(crate) fn run(words: &[&str]) -> Result<()> {
    if words.is_empty() {
        bail!("where is the data? `cargo xtask eval DIR`, and perhaps `--weights DIR`");
    }
    // The measurement runs in the project's root, wherever this was called.
    let from_here = |word: &&str| match word.starts_with('-') {
        true => Ok((*word).to_owned()),
        false => absolute(word),
    };
    let words: Vec<String> = words.iter().map(from_here).collect::<Result<_>>()?;
    // The argument after an option belongs to it.
    let before = std::iter::once("").chain(words.iter().map(String::as_str));
    let mut plain = before.zip(&words).filter(|(before, it)| !before.starts_with('-') && !it.starts_with('-'));
    let data = plain.next().map(|(_, it)| it.as_str());
    measure("personas", "measure", data)?;
    measure("engine", "eval", words.iter().map(String::as_str))
}

/// Runs an example of a crate.
fn measure<'a>(package: &'a str, example: &'a str, words: impl IntoIterator<Item = &'a str>) -> Result<()> {
    let command = ["run", "--release", "--quiet", "--package", package, "--example", example, "--"];
    let words: Vec<&str> = command.into_iter().chain(words).collect();
    process::run(process::cargo(&words))
}

fn absolute(path: &str) -> Result<String> {
    let absolute = std::path::absolute(Path::new(path)).with_context(|| format!("`{path}` is no path"))?;
    Ok(absolute.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::run;

    #[test]
    fn without_data_it_says_what_to_give() {
        assert!(run(&[]).unwrap_err().to_string().contains("eval DIR"));
    }
}
