//! `roundtable` alone: prints the short help (exit code 0, like `-h`).
use crate::args::Cli;
use crate::exit::Exit;
use crate::print;
use clap::CommandFactory;

pub(crate) fn print() -> Result<(), Exit> {
    print::raw(Cli::command().render_help().to_string().as_bytes())
}
