//! Development tasks, as `cargo xtask <command>`.
//!
//! Checks that the compiler can't make: dependencies between crates, sizes, names, documents, licences.
//! Nothing here is part of the product, and xtask does not depend on the product.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a chore runner talks to its user")]

mod check;
mod crate_rules;
mod decks;
mod eval;
mod files;
mod finding;
mod judge;
mod kernels;
mod parity;
mod picture;
mod process;
mod tidy;
mod tree;
mod weights;
mod year;

use std::process::ExitCode;

const USAGE: &str = include_str!("usage.txt");

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
        ["picture"] => picture::run(),
        ["parity", model] => parity::run(model),
        ["year"] => year::run(),
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
