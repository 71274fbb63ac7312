//! The binary: parses the command line and runs the command.
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

/// Many debates on few threads free memory that other threads allocated; glibc's allocator contends for locks there (docs/performance.md).
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
