//! The binary: reads what was typed, the environment and the settings, and hands over.
mod args;
mod attach;
mod commands;
mod decks;
mod exit;
mod print;
mod render;
mod settings;
mod table;

use clap::Parser;
use clap::error::ErrorKind;
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
        Err(error) => refuse(&error),
    }
}

/// Help and version go out as they are; anything else that was typed wrong is one line and exit code 1.
fn refuse(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) if why.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(why) => exit::Exit::failure(format!("can't write to standard output: {why}")).report(),
        };
    }
    if matches!(error.kind(), ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand) {
        let typed = std::env::args().nth(1).filter(|it| !it.starts_with('-'));
        return exit::Exit::request(match typed {
            Some(command) => format!("say what to do: see `roundtable {command} --help`"),
            None => "say what to do: `roundtable debate \"TOPIC\"`, or `roundtable --help`".to_owned(),
        })
        .report();
    }
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim);
    let what =
        lines.by_ref().take_while(|it| !it.is_empty() && !it.starts_with("Usage:")).collect::<Vec<_>>().join(" ");
    let tip =
        lines.find_map(|it| it.strip_prefix("tip: ").filter(|it| it.contains("similar"))).map(|it| format!("; {it}"));
    let what = what.trim_start_matches("error: ");
    exit::Exit::request(format!("{what}{}; see `roundtable --help`", tip.unwrap_or_default())).report()
}
