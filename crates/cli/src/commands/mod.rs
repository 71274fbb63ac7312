//! One file for each command.
mod bench;
mod claim;
mod completions;
mod config;
mod debate;
mod doctor;
mod export;
mod list;
mod models;
mod replay;
mod resume;
mod running;
mod search;
mod show;

use crate::args::{Bench, Cli, Command};
use crate::exit::Exit;
use crate::render::style::Style;
use crate::settings::{self, Settings};
use ::debate::{Debate, DebateId};
use std::io::IsTerminal;
use store::Store;

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

    /// How text on standard output looks.
    pub(crate) fn style(&self) -> Style {
        let stdout = std::io::stdout();
        if !stdout.is_terminal() {
            return Style::plain();
        }
        let has_color = !self.no_color && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty());
        Style::terminal(console::Term::stdout().size().1.into(), has_color)
    }
}

/// The debate that a person means by an id, the beginning of one, or `latest`.
pub(crate) async fn find(store: &Store, word: &str) -> Result<DebateId, Exit> {
    if word != "latest" {
        return Ok(store.find(word).await?);
    }
    let newest = store.list(1, 0).await?.into_iter().next();
    newest
        .map(|it| it.debate)
        .ok_or_else(|| Exit::request("there is no debate yet; start one with `roundtable debate \"TOPIC\"`"))
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
        Command::Resume(args) => wait(resume::run(args, &context()?)),
        Command::Show(args) => wait(show::run(args, &context()?)),
        Command::List(args) => wait(list::run(args, &context()?)),
        Command::Search(args) => wait(search::run(args, &context()?)),
        Command::Export(args) => wait(export::run(args, &context()?)),
        Command::Replay(args) => wait(replay::run(args, &context()?)),
        Command::Config { action } => config::run(action, &env, &cwd),
        Command::Models(args) => wait(models::run(args, &context()?.settings, &env)),
        Command::Doctor(args) => wait(doctor::run(args, cli.store.as_deref(), &env, &cwd)),
        Command::Bench { what: Bench::Load(args) } => wait(bench::run(args, context()?)),
        Command::Completions { shell } => completions::run(*shell),
    }
}

/// Runs what waits for others.
fn wait(work: impl Future<Output = Result<(), Exit>>) -> Result<(), Exit> {
    let runtime = tokio::runtime::Runtime::new().map_err(|error| Exit::failure(format!("can't start: {error}")))?;
    runtime.block_on(work)
}
