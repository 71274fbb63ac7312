//! `persona build`: reads what somebody wrote, and says what came of it and what to type next.
use super::plural;
use super::progress::Building;
use crate::args::PersonaBuild;
use crate::commands::debate::fetched;
use crate::commands::running::interruption;
use crate::commands::{Context, is_dumb};
use crate::decks::users;
use crate::exit::Exit;
use crate::print;
use crate::settings::Env;
use crate::table::Table;
use debate::Analyst;
use exports::wording::money;
use personas::build::{BuildError, Corpus, Extractive, Maker, Report, build, corpora, questions};
use personas::deck::folder_name;
use personas::model::Reader;
use std::io::IsTerminal;
use std::path::Path;

pub(super) async fn run(
    args: &PersonaBuild,
    env: Env<'_>,
    context: impl FnOnce() -> Result<Context, Exit>,
) -> Result<(), Exit> {
    let name = folder_name(&args.deck)?;
    if name != args.deck {
        return Err(Exit::request(format!("a deck has a name in small letters without spaces: `--deck {name}`")));
    }
    let folder = match &args.place.decks {
        Some(folder) => folder.join(name),
        None => users(env)?.join(name),
    };
    let found = corpora(&args.directory, args.name.as_deref())?;
    match &args.with {
        None => all(args, &found, &folder, &Extractive, env).await,
        Some(with) => {
            let table = Table::new(&context()?.settings, env)?;
            let reader = reader(with, args.yes, &table).await?;
            announce(with, &found, &folder, args.column.as_deref(), &reader, &table).await?;
            all(args, &found, &folder, &reader, env).await
        }
    }
}

/// The model that reads.
async fn reader(with: &str, is_agreed: bool, table: &Table) -> Result<Reader, Exit> {
    let open = table.open(std::iter::once(with))?;
    let brought = fetched(table, open, &[with.to_owned()], &Analyst::Lexical, is_agreed).await?;
    let unknown = || Exit::request(format!("`{with}` can't read for beliefs; `roundtable models` shows which can"));
    let model = brought.models.get(with).cloned().ok_or_else(unknown)?;
    Ok(Reader::new(with, model, SEED))
}

/// Where a model's chance begins. Ours: the same for all, so that a build that goes on reads as it began.
const SEED: u64 = 0;

/// Says how many questions there are and what they may cost, before the first is asked (I-11).
async fn announce(
    with: &str,
    found: &[Corpus],
    folder: &Path,
    column: Option<&str>,
    reader: &Reader,
    table: &Table,
) -> Result<(), Exit> {
    let (mut left, mut kept) = (Vec::new(), 0);
    for corpus in found {
        let asked = tokio::select! {
            biased;
            () = interruption() => return Err(Exit::interrupted("nobody was asked")),
            asked = questions(corpus, folder, column, reader) => asked?,
        };
        kept += asked.kept;
        left.extend(asked.left);
    }
    let usd = left.iter().map(|it| table.cost(with, it)).sum::<Option<f64>>();
    let cost = match usd {
        Some(0.0) => "no cost".to_owned(),
        Some(usd) => format!("about {}", money(Some(usd))),
        None => "cost unknown: set `[prices]` to have it estimated".to_owned(),
    };
    let before = if kept == 0 { String::new() } else { format!("; {kept} are answered already") };
    print::note(format_args!("estimate: {} {} to `{with}`, {cost}{before}", left.len(), plural(left.len(), "call")));
    Ok(())
}

/// Builds everybody who was found.
async fn all<M: Maker>(
    args: &PersonaBuild,
    found: &[Corpus],
    folder: &Path,
    maker: &M,
    env: Env<'_>,
) -> Result<(), Exit> {
    let progress = Building::new(std::io::stderr().is_terminal() && !is_dumb(env));
    let column = args.column.as_deref();
    let mut names = Vec::new();
    for corpus in found {
        let built = tokio::select! {
            // Listened for before anything is begun.
            biased;
            () = interruption() => {
                progress.clear();
                return Err(Exit::interrupted("what was found so far is kept; the same command goes on from here"));
            }
            built = build(corpus, folder, column, maker, &progress) => built,
        };
        progress.clear();
        let report = built?;
        print::line(summary(&report))?;
        names.push(report.name);
    }
    let deck = &args.deck;
    let place = args.place.decks.as_ref().map(|it| format!(" --decks {}", it.display())).unwrap_or_default();
    if let [one] = names.as_slice() {
        print::note(format_args!("next: `roundtable persona show \"{one}\" --deck {deck}{place}`"));
    } else {
        print::note(format_args!("next: `roundtable persona check --deck {deck}{place}`"));
    }
    Ok(())
}

/// What was built, in a line.
fn summary(report: &Report) -> String {
    let Report { name, built, files, problems, chunks, tokens, nodes, edges, dropped, folder } = report;
    let missed = if *problems == 0 { String::new() } else { format!(", {problems} {}", plural(*problems, "problem")) };
    let untrue = if *dropped == 0 {
        String::new()
    } else {
        format!(", {dropped} {} dropped that are not in the texts", plural(*dropped, "finding"))
    };
    format!(
        "{name}: {files} {}{missed}, {chunks} {}, {tokens} tokens, {nodes} {}, {edges} {}{untrue}; {built}; {}",
        plural(*files, "file"),
        plural(*chunks, "chunk"),
        plural(*nodes, "belief"),
        plural(*edges, "link"),
        folder.display()
    )
}

impl From<BuildError> for Exit {
    fn from(error: BuildError) -> Exit {
        match error {
            BuildError::NoDirectory { .. }
            | BuildError::Nothing { .. }
            | BuildError::NoWords { .. }
            | BuildError::SameName { .. }
            | BuildError::Links { .. }
            | BuildError::TooMuch { .. }
            | BuildError::Hand { .. }
            | BuildError::Anchor { .. }
            | BuildError::Faulty { .. } => Exit::request(error),
            BuildError::Busy { .. } | BuildError::Chunk { .. } | BuildError::Contract(_) => Exit::failure(error),
            BuildError::Deck(error) => Exit::from(error),
        }
    }
}
