//! One file for each command.
mod analyst;
mod analyze;
mod answers;
mod bench;
mod completions;
mod config;
mod continued;
mod debate;
mod delete;
mod doctor;
mod export;
mod fork;
mod holding;
mod import;
mod install;
mod list;
mod mcp;
mod models;
mod panel;
mod person;
mod persona;
mod plan;
mod replay;
mod resume;
mod review;
mod rules;
mod running;
mod search;
mod serve;
mod setup;
mod show;
mod stop;
mod typed;
mod weights;

use crate::args::{Cli, Command, Mcp, Models, Wanted};
use crate::exit::Exit;
use crate::render::style::Style;
use crate::settings::{self, Env, Settings};
use ::debate::{Debate, DebateId};
use engine::Status;
use server::filter::{self, Filter};
use std::io::IsTerminal;
use store::{Entry, Store};

/// What every command may need.
pub(crate) struct Context {
    pub(crate) settings: Settings,
    no_color: bool,
}

impl Context {
    /// Opens the store.
    pub(crate) async fn store(&self) -> Result<Store, Exit> {
        Ok(Store::open(&self.settings.store_path(&settings::process)?).await?)
    }

    /// Opens the store for a command that only reads: nothing is made where there is none.
    pub(crate) async fn store_to_read(&self) -> Result<Option<Store>, Exit> {
        Ok(Store::open_to_read(&self.settings.store_path(&settings::process)?).await?)
    }

    /// The same, to find the debate that a person means by `word`.
    pub(crate) async fn store_with(&self, word: &str) -> Result<Store, Exit> {
        let none = || {
            if word == LATEST { Exit::request(NONE_YET) } else { store::Error::Unknown { id: word.to_owned() }.into() }
        };
        self.store_to_read().await?.ok_or_else(none)
    }

    /// How text on standard output looks.
    pub(crate) fn style(&self) -> Style {
        let stdout = std::io::stdout();
        if !stdout.is_terminal() {
            return Style::plain();
        }
        let has_color = !self.no_color && may_color(&settings::process);
        Style::terminal(console::Term::stdout().size().1.into(), has_color)
    }
}

/// The newest debate, as an id.
const LATEST: &str = "latest";

const NONE_YET: &str = "there is no debate yet; start one with `roundtable debate \"TOPIC\"`";

/// Whether the environment lets a terminal have colours (<https://no-color.org>).
fn may_color(env: Env<'_>) -> bool {
    env("NO_COLOR").is_none_or(|it| it.is_empty()) && !is_dumb(env)
}

/// Whether the terminal obeys no codes at all.
fn is_dumb(env: Env<'_>) -> bool {
    env("TERM").is_some_and(|it| it == "dumb")
}

/// The debate that a person means by an id, the beginning of one, or `latest`.
pub(crate) async fn find(store: &Store, word: &str) -> Result<DebateId, Exit> {
    if word != LATEST {
        return Ok(store.find(word).await?);
    }
    let newest = store.list(1, 0).await?.into_iter().next();
    newest.map(|it| it.debate).ok_or_else(|| Exit::request(NONE_YET))
}

/// What a person wants to see of a list or a search.
pub(crate) fn wanted(args: &Wanted) -> Result<Filter, Exit> {
    let Wanted { state, from, to, mode } = args;
    let words =
        filter::Words { state: state.as_deref(), from: from.as_deref(), to: to.as_deref(), mode: mode.as_deref() };
    Filter::read(words).map_err(Exit::request)
}

/// How a debate of a list stands: whichever process runs it, it runs.
pub(crate) fn standing(store: &Store, entry: &Entry) -> Status {
    let status = Status::aside(entry, store.is_claimed(&entry.debate));
    if status == Status::RunningElsewhere { Status::Running } else { status }
}

/// A stored debate, folded.
pub(crate) async fn fold(store: &Store, word: &str) -> Result<Debate, Exit> {
    let id = find(store, word).await?;
    let log = store.log(&id).await?;
    Debate::replay(&log).map_err(|error| Exit::from(engine::Error::from(error)))
}

/// Does what was asked.
pub(crate) fn run(cli: Cli) -> Result<(), Exit> {
    let env = settings::process;
    let cwd =
        std::env::current_dir().map_err(|error| Exit::failure(format!("there is no current directory: {error}")))?;
    // Settings are loaded where they are needed: a broken file must not keep anyone from mending it.
    let context = || -> Result<Context, Exit> {
        let mut settings = Settings::load(&env, &cwd)?;
        settings.flag("store", cli.store.as_ref().map(|it| it.display()))?;
        Ok(Context { settings, no_color: cli.no_color })
    };
    match &cli.command {
        Command::Debate(args) => wait(debate::run(args, context()?)),
        Command::Panel(args) => wait(panel::run(args, context()?, &cwd)),
        Command::Resume(args) => wait(resume::run(args, &context()?)),
        Command::Continue(args) => wait(continued::run(args, context()?)),
        Command::Fork(args) => wait(fork::run(args, context()?)),
        Command::Stop(args) => wait(stop::run(args, &context()?)),
        Command::Delete(args) => wait(delete::run(args, &context()?)),
        Command::Show(args) => wait(show::run(args, &context()?)),
        Command::List(args) => wait(list::run(args, &context()?)),
        Command::Search(args) => wait(search::run(args, &context()?)),
        Command::Export(args) => wait(export::run(args, &context()?)),
        Command::Import(args) => wait(import::run(args, &context()?)),
        Command::Replay(args) => wait(replay::run(args, &context()?)),
        Command::Serve(args) => wait_for_nobody(serve::run(args, context()?)),
        Command::Mcp(Mcp { action: Some(action), .. }) => mcp::act(action, cli.store.as_deref(), &env, &cwd),
        Command::Mcp(args) => wait_for_nobody(mcp::run(args, context()?)),
        Command::Config { action } => config::run(action, &env, &cwd),
        Command::Models(Models { action: Some(_), json: true }) => {
            Err(Exit::request("`--json` comes after what to do: `roundtable models list --json`"))
        }
        Command::Models(Models { action: Some(action), json: false }) => {
            wait(weights::run(action, &context()?.settings, &env))
        }
        Command::Models(args) => wait(models::run(args, &context()?.settings, &env)),
        Command::Doctor(args) => wait(doctor::run(args, cli.store.as_deref(), &env, &cwd)),
        Command::Persona { action } => persona::run(action, &env, &cwd, context),
        Command::Analyze { what } => wait(analyze::run(what, context)),
        Command::Bench { what } => wait(bench::run(what, context)),
        Command::Completions { shell } => completions::run(*shell),
    }
}

/// Runs what waits for others.
fn wait(work: impl Future<Output = Result<(), Exit>>) -> Result<(), Exit> {
    runtime()?.block_on(work)
}

/// The same, but what is still being read or computed when it ends is not waited for, since nobody would hear of it.
fn wait_for_nobody(work: impl Future<Output = Result<(), Exit>>) -> Result<(), Exit> {
    let runtime = runtime()?;
    let outcome = runtime.block_on(work);
    runtime.shutdown_background();
    outcome
}

fn runtime() -> Result<tokio::runtime::Runtime, Exit> {
    tokio::runtime::Runtime::new().map_err(|error| Exit::failure(format!("can't start: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// I-12: no colour where the terminal or the person wants none.
    #[test]
    fn colours_are_for_those_who_want_them() {
        let rows = [("TERM", "xterm", true), ("TERM", "dumb", false), ("NO_COLOR", "1", false), ("NO_COLOR", "", true)];
        for (variable, value, expected) in rows {
            let env = |name: &str| (name == variable).then(|| value.to_owned());
            assert_eq!(may_color(&env), expected, "{variable}={value}");
        }
    }
}
