//! The chores of the project, as `cargo xtask <command>`.
//!
//! What a compiler can't prove and a reviewer should not have to: walls between crates, sizes, names, documents, licences.
//! Nothing here is part of the product, and nothing of the product is used here.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a chore runner talks to its user")]

mod check;
mod decks;
mod eval;
mod files;
mod finding;
mod judge;
mod kernels;
mod parity;
mod process;
mod tidy;
mod tree;
mod walls;
mod weights;

use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <command>

  check   all that CI checks, in order: format, lints, tidy, deny, doc tests, tests
  tidy    walls between crates, sizes, names, prompts, documents, leftovers
  decks   the decks that come with the program, out of the texts in `decks/`
  eval    how well meaning is read: `eval DIR [--weights DIR]`, DIR with the pairs of `sick` and `sts_semeval`
  judge   what is made here, before programs of others: `dossier` (pages in Chromium; needs node, npm, chromium),
          `http` (schemathesis over the OpenAPI document; needs python3), `mcp` (the protocol's own suite; npm, python3)
  kernels the tests of the kernels under what sees a read or write out of bounds: `valgrind` (AVX2; where it is installed, what is
          run by itself), `asan` (AddressSanitizer: AVX2 and AVX-512, in a build of its own), `all`
  parity MODEL.gguf   the embedded model's own reading and reckoning beside llama.cpp's; builds llama.cpp, which takes
          minutes and needs cmake, libclang and a C++ compiler";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        ["check"] => check::run(),
        ["tidy"] => tidy::run(),
        ["decks"] => decks::run(),
        ["eval", rest @ ..] => eval::run(rest),
        ["judge", rest @ ..] => judge::run(rest),
        ["kernels", rest @ ..] => kernels::run(rest),
        ["parity", model] => parity::run(model),
        [] | ["help" | "-h" | "--help"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        unknown => {
            eprintln!("error: no command `{}`\n\n{USAGE}", unknown.join(" "));
            return ExitCode::FAILURE;
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
