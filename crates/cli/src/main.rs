//! The binary: parses the command line and runs the command.
mod answers;
mod args;
mod candidates;
mod clients;
mod commands;
mod context;
mod debate_runner;
mod detached;
mod draft;
mod exit;
mod fetch_models;
mod field_names;
mod jsonl;
mod outcomes;
mod pager;
mod persona_errors;
mod print;
mod prompter;
mod render;
mod running;
mod selection;
mod stdin_arg;
mod suggest;

use clap::{CommandFactory, Parser};
use std::process::ExitCode;

/// Many debates on few threads free memory that other threads allocated; glibc's allocator contends for locks there (docs/performance.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Asked by a shell what may come next, it prints that and exits.
    clap_complete::CompleteEnv::with_factory(args::Cli::command).var(commands::COMPLETE).complete();
    // The short help is that of the program alone; `--help` has all commands.
    if std::env::args_os().skip(1).eq([std::ffi::OsString::from("-h")]) {
        return commands::short_help().map_or_else(exit::Exit::report, |()| ExitCode::SUCCESS);
    }
    match args::Cli::try_parse_from(args::typed(std::env::args_os())) {
        Ok(cli) => {
            suggest::remember(cli.store.as_deref());
            match commands::run(cli) {
                Ok(()) => ExitCode::SUCCESS,
                Err(exit) => exit.report(),
            }
        }
        Err(error) => exit::refuse(&error),
    }
}
