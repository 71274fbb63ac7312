//! The binary: reads what was typed, the environment and the settings, and hands over.
mod args;
mod commands;
mod exit;
mod print;
mod render;
mod settings;
mod table;

use clap::Parser;
use clap::error::ErrorKind;
use std::process::ExitCode;

fn main() -> ExitCode {
    match args::Cli::try_parse() {
        Ok(cli) => match commands::run(cli) {
            Ok(()) => ExitCode::SUCCESS,
            Err(exit) => exit.report(),
        },
        Err(error) => refuse(&error),
    }
}

/// Help and version go out as they are; anything else that was typed wrong is one line and exit code 1.
fn refuse(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return if error.print().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    if matches!(error.kind(), ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand) {
        return exit::Exit::request("say what to do: `roundtable debate \"TOPIC\"`, or `roundtable --help`").report();
    }
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|it| !it.is_empty() && !it.starts_with("Usage:"));
    let line = lines.collect::<Vec<_>>().join(" ");
    exit::Exit::request(format!("{}; see `roundtable --help`", line.trim_start_matches("error: "))).report()
}
