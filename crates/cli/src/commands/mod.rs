//! One file for each command; a folder for one that has subcommands or a part of its own.
mod analyze;
mod bench;
mod completions;
mod config;
mod continued;
pub(crate) mod cost;
mod debate;
mod doctor;
mod export;
mod fork;
mod help;
mod import;
mod lab;
mod learn;
mod list;
mod mcp;
mod models;
mod open;
mod outcome;
mod panel;
mod persona;
mod postmortem;
mod replay;
mod resume;
mod rm;
mod search;
mod serve;
mod show;
mod stop;

pub(crate) use completions::COMPLETE;
pub(crate) use help::print as short_help;

use crate::args::{Cli, Command, Mcp, Models};
use crate::context::Context;
use crate::exit::Exit;
use crate::outcomes;
use setup::settings::{self, Settings};
use tokio::signal::unix::{SignalKind, signal};

/// Runs the command.
pub(crate) fn run(cli: Cli) -> Result<(), Exit> {
    let env = settings::process;
    let cwd =
        std::env::current_dir().map_err(|error| Exit::failure(format!("there is no current directory: {error}")))?;
    outcomes::check_set_time()?;
    // Commands load settings themselves: a broken file must not block the commands that repair it.
    let context = || -> Result<Context, Exit> {
        let mut settings = Settings::load(&env, &cwd)?;
        settings.overrule("store", cli.store.as_ref().map(|it| it.display()))?;
        Ok(Context { settings, no_color: cli.no_color })
    };
    let Some(command) = &cli.command else { return help::print() };
    match command {
        Command::Debate(args) => wait(debate::run(args, context()?)),
        Command::Panel(args) => wait(panel::run(args, context()?, &cwd)),
        Command::Resume(args) => wait(resume::run(args, &context()?)),
        Command::Continue(args) => wait(continued::run(args, context()?)),
        Command::Fork(args) => wait(fork::run(args, context()?)),
        Command::Stop(args) => wait(stop::run(args, &context()?)),
        Command::Rm(args) => wait(rm::run(args, &context()?)),
        Command::Show(args) => wait(show::run(args, &context()?)),
        Command::List(args) => wait(list::run(args, &context()?)),
        Command::Search(args) => wait(search::run(args, &context()?)),
        Command::Export(args) => wait(export::run(args, &context()?)),
        Command::Open(args) => wait(open::run(args, &context()?)),
        Command::Cost(args) => wait(cost::run(args, &context()?)),
        Command::Import(args) => wait(import::run(args, &context()?)),
        Command::Outcome { what } => wait(outcome::run(what, &context()?)),
        Command::Postmortem(args) => wait(postmortem::run(args, &context()?)),
        Command::Learn { what } => wait(learn::run(what, &context()?)),
        Command::Replay(args) => wait(replay::run(args, &context()?)),
        Command::Serve(args) => wait_for_nobody(serve::run(args, context()?)),
        Command::Mcp(Mcp { action: Some(action), .. }) => mcp::act(action, cli.store.as_deref(), &env, &cwd),
        Command::Mcp(args) => wait_for_nobody(mcp::run(args, context()?)),
        Command::Config { action } => config::run(action, &env, &cwd),
        Command::Models(Models { action: Some(_), json: true }) => {
            Err(Exit::request("`--json` comes after the action: `roundtable models list --json`"))
        }
        Command::Models(Models { action: Some(action), json: false }) => {
            wait(models::weights::run(action, &context()?.settings, &env))
        }
        Command::Models(args) => wait(models::run(args, &context()?.settings, &env)),
        Command::Doctor(args) => wait(doctor::run(args, cli.store.as_deref(), &env, &cwd)),
        Command::Persona { action } => persona::run(action, &env, &cwd, context),
        Command::Analyze { what } => wait(analyze::run(what, context)),
        Command::Bench { what } => wait(bench::run(what, context)),
        Command::Lab { what } => wait(lab::run(what)),
        Command::Completions { shell } => completions::run(*shell),
    }
}

/// Runs a future on a new runtime.
fn wait(work: impl Future<Output = Result<(), Exit>>) -> Result<(), Exit> {
    runtime()?.block_on(async {
        // A file that may not grow (`ulimit -f`) is an error of the write, which names it, and no reason to be killed.
        let _kept = signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw()));
        work.await
    })
}

/// The same, but does not wait for blocking work that is still running at the end.
fn wait_for_nobody(work: impl Future<Output = Result<(), Exit>>) -> Result<(), Exit> {
    let runtime = runtime()?;
    let outcome = runtime.block_on(work);
    runtime.shutdown_background();
    outcome
}

fn runtime() -> Result<tokio::runtime::Runtime, Exit> {
    tokio::runtime::Runtime::new().map_err(|error| Exit::failure(format!("can't start: {error}")))
}
