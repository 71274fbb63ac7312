//! `cargo xtask parity MODEL.gguf`: compares the embedded model with llama.cpp.
//!
//! Not part of `check`: it needs weights and a build of llama.cpp. The comparison is the example `parity` of `local`.

use std::path::Path;

use anyhow::{Context, Result};

use crate::process;

/// Runs the comparison for one model.
pub(crate) fn run(model: &str) -> Result<()> {
    // Cargo runs in the project's root; resolve the file from the user's directory.
    let path = Path::new(model).canonicalize().with_context(|| format!("can't find the model `{model}`"))?;
    let path = path.display().to_string();
    let example = ["run", "--quiet", "--package", "local", "--features", "llama-cpp", "--example", "parity", "--"];
    process::run(process::cargo(&[&example[..], &[&path]].concat()))
}

#[cfg(test)]
mod tests {
    use super::run;

    #[test]
    fn a_model_that_is_not_there_is_named() {
        let error = run("no-such-model.gguf").unwrap_err().to_string();
        assert_eq!(error, "can't find the model `no-such-model.gguf`");
    }
}
