//! The binary: reads what was typed, the environment and the settings, and hands over.
mod answers;
mod args;
mod bringing;
mod clients;
mod commands;
mod context;
mod exit;
mod flags;
mod holding;
mod lines;
mod person;
mod print;
mod render;
mod running;
mod typed;

use clap::Parser;
use std::process::ExitCode;

/// Many debates on few threads free what other threads allocated: glibc's allocator waits for locks there (docs/performance.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match args::Cli::try_parse() {
        Ok(cli) => match commands::run(cli) {
            Ok(()) => ExitCode::SUCCESS,
            Err(exit) => exit.report(),
        },
        Err(error) => exit::refuse(&error),
    }
}
