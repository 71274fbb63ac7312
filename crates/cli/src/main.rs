//! The binary: parses the command line and runs the command.
mod answers;
mod args;
mod clients;
mod commands;
mod context;
mod debate_runner;
mod exit;
mod fetch_models;
mod flags;
mod jsonl;
mod print;
mod prompter;
mod render;
mod running;
mod stdin_arg;

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
