//! `persona build`: builds personas from texts, prints the result and what to type next.
use super::plural;
use crate::args::PersonaBuild;
use crate::context::{Context, is_dumb};
use crate::exit::Exit;
use crate::fetch_models::fetched;
use crate::persona_errors::problem;
use crate::print;
use crate::render::building::{Building, NAME, PROBLEM};
use crate::running::Interruptions;
use debate::persona::Built;
use debate::text::clean;
use debate::{Analyst, Name};
use exports::wording::{money, one_line};
use models::Usage;
use personas::build::{
    BuildError, BuildOptions, Corpora, Corpus, Extractive, Maker, ManualEdits, Report, build, corpora, questions,
};
use personas::deck::{self, folder_name};
use personas::model::Reader;
use personas::shipped;
use setup::decks::users;
use setup::providers::ModelRegistry;
use setup::settings::Env;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::timeout;

/// How long an interrupted build may take to stop. Ours: a chunk takes less, and the delay is barely visible; longer work ends with the
/// process, and files stored by then are complete.
const PATIENCE: Duration = Duration::from_millis(300);

pub(super) async fn run(
    args: &PersonaBuild,
    env: Env<'_>,
    context: impl FnOnce() -> Result<Context, Exit>,
) -> Result<(), Exit> {
    let name = folder_name(&args.deck)?;
    if name != args.deck {
        return Err(Exit::request(format!("the name of a deck is in lower case without spaces: `--deck {name}`")));
    }
    let folder = match &args.place.decks {
        Some(folder) => folder.join(name),
        None => users(env)?.join(name),
    };
    let mut found = corpora(&args.directory, args.name.as_deref())?;
    if found.people.is_empty()
        && found.failed.len() == 1
        && let Some((_, error)) = found.failed.pop()
    {
        return Err(error.into());
    }
    found.passed_over.iter().for_each(|it| print::note(one_line(&problem(it), PROBLEM)));
    // Register signal handlers now, so that none is missed between two personas.
    let mut interruptions = Interruptions::listen();
    match &args.with {
        None => all(args, found, folder, Extractive, &mut interruptions, env).await,
        Some(with) => {
            let registry = ModelRegistry::new(&context()?.settings, env)?;
            let reader = reader(with, args.yes, &registry).await?;
            tokio::select! {
                biased;
                () = interruptions.next() => return Err(Exit::interrupted("no model was called")),
                told = announce(with, &found.people, &folder, args.column.as_deref(), &reader, &registry) => told?,
            }
            all(args, found, folder, reader, &mut interruptions, env).await
        }
    }
}

/// Opens the model that extracts beliefs.
async fn reader(with: &str, is_agreed: bool, registry: &ModelRegistry) -> Result<Reader, Exit> {
    let open = registry.open(std::iter::once(with))?;
    let brought = fetched(registry, open, &[with.to_owned()], &Analyst::Lexical, is_agreed).await?;
    let unknown = || Exit::request(format!("`{with}` can't find beliefs; `roundtable models` lists models that can"));
    let model = brought.models.get(with).cloned().ok_or_else(unknown)?;
    Ok(Reader::new(with, model, SEED))
}

/// Random seed of model calls. Ours: constant, so that a resumed build reads as it began.
const SEED: u64 = 0;

/// Prints the number of calls and their estimated cost before the first one (I-11).
async fn announce(
    with: &str,
    found: &[Corpus],
    folder: &Path,
    column: Option<&str>,
    reader: &Reader,
    registry: &ModelRegistry,
) -> Result<(), Exit> {
    let (mut left, mut kept) = (Vec::new(), 0);
    for corpus in found {
        let asked = match questions(corpus, folder, column, reader).await {
            // The build itself reports errors in the texts.
            Err(error) if error.is_theirs() => continue,
            asked => asked?,
        };
        kept += asked.kept;
        left.extend(asked.left);
    }
    let usd = left.iter().map(|it| registry.cost(with, it)).sum::<Option<f64>>();
    let cost = match usd {
        Some(0.0) => "no cost".to_owned(),
        Some(usd) => format!("about {}", money(Some(usd))),
        None => "cost unknown: set `[prices]` to have it estimated".to_owned(),
    };
    let before = if kept == 0 { String::new() } else { format!("; {kept} are answered already") };
    let most = if left.len() > 1 { "at most " } else { "" };
    let calls = plural(left.len(), "call");
    let time = if reader.is_here() { format!(", {}", minutes(&left)) } else { String::new() };
    print::note(format_args!("estimate: {most}{} {calls} to `{with}`, {cost}{time}{before}", left.len()));
    if reader.is_here() {
        print::note(format_args!("`{with}` is small and finds little: what rules find is added to it"));
    }
    if let Some((host, _)) = registry.host(with) {
        print::note(format_args!("sent to {host}: {with} (persona)"));
    }
    Ok(())
}

/// How long an embedded model takes for these questions. Ours: what a model of 1.5 billion parameters reads and writes in a second on two cores
/// (docs/performance.md); of a question's prompt nearly half is read before.
fn minutes(left: &[Usage]) -> String {
    const READ: f64 = 2.0 * 122.0;
    const WRITTEN: f64 = 18.0;
    let seconds: f64 = left.iter().map(|it| it.input as f64 / READ + it.output.min(MOST_HERE) as f64 / WRITTEN).sum();
    let minutes = (seconds / 60.0).ceil().max(1.0);
    format!("about {minutes:.0} {} on two cores", plural(1 + usize::from(minutes > 1.0), "minute"))
}

/// The usual output tokens of an embedded model for a question about a chunk, which is asked for a short form.
const MOST_HERE: u64 = 60;

/// Builds every persona found; one that fails does not stop the others.
async fn all<M: Maker + Send + 'static>(
    args: &PersonaBuild,
    found: Corpora,
    folder: PathBuf,
    maker: M,
    interruptions: &mut Interruptions,
    env: Env<'_>,
) -> Result<(), Exit> {
    let progress = Building::new(std::io::stderr().is_terminal() && !is_dumb(env), args.with.is_some());
    let manual_edits = if args.force { ManualEdits::Replace } else { ManualEdits::Keep };
    let job = Arc::new(Job { folder, column: args.column.clone(), manual_edits, maker, progress });
    let Corpora { people, mut failed, passed_over: _ } = found;
    let people: Vec<Arc<Corpus>> = people.into_iter().map(Arc::new).collect();
    let is_one = people.len() + failed.len() == 1;
    let mut names = Vec::new();
    for corpus in &people {
        let built = job.build(corpus, interruptions).await;
        job.progress.clear();
        let interrupted = || Exit::interrupted("the results so far are kept; run the same command to continue");
        let built = built.map_err(Exit::failure)?.ok_or_else(interrupted)?;
        match built {
            Ok(report) => {
                print::line(summary(&report))?;
                unread(&report).or_else(|| unlinked(&report)).into_iter().for_each(print::note);
                names.push(report.name);
            }
            Err(error) if error.is_theirs() && !is_one => failed.push((corpus.called().to_string(), error)),
            Err(error) => return Err(error.into()),
        }
    }
    let folder = job.folder.as_path();
    for (name, error) in &failed {
        let kept = if is_kept(folder, name) { "; its earlier build stays" } else { "" };
        print::note(clean(&format!("{}: {error}{kept}", one_line(name, NAME))).text);
    }
    let whole = std::fs::canonicalize(&args.directory).ok();
    // A deck may be built from several directories with one persona each: then none is missing.
    if people.iter().all(|it| whole.as_ref().is_some_and(|whole| it.root != *whole)) {
        left(args, folder, names.iter().map(Name::as_str).chain(failed.iter().map(|it| it.0.as_str())))?;
    }
    next(args, &names);
    if failed.is_empty() {
        return Ok(());
    }
    let who = failed.iter().map(|(name, _)| format!("`{}`", one_line(name, NAME))).collect::<Vec<_>>().join(", ");
    let all = names.len() + failed.len();
    Err(Exit::request(format!("{} of {all} could not be built: {who}; the lines above say why", failed.len())))
}

/// The inputs of a build besides the texts.
struct Job<M> {
    folder: PathBuf,
    column: Option<String>,
    manual_edits: ManualEdits,
    maker: M,
    progress: Building,
}

impl<M: Maker + Send + 'static> Job<M> {
    /// Builds one persona on a thread of its own, so that signals are handled meanwhile. None if it was interrupted.
    async fn build(
        self: &Arc<Self>,
        corpus: &Arc<Corpus>,
        interruptions: &mut Interruptions,
    ) -> Result<Option<Result<Report, BuildError>>, JoinError> {
        let (stop, stopped) = oneshot::channel::<()>();
        let (job, corpus) = (Arc::clone(self), Arc::clone(corpus));
        let mut building = spawn_blocking(move || {
            let options = BuildOptions { column: job.column.as_deref(), manual_edits: job.manual_edits };
            Handle::current().block_on(async {
                tokio::select! {
                    biased;
                    _ = stopped => None,
                    built = build(&corpus, &job.folder, options, &job.maker, &job.progress) => Some(built),
                }
            })
        });
        tokio::select! {
            biased;
            () = interruptions.next() => {}
            built = &mut building => return built,
        }
        drop(stop);
        // Report the interruption, whatever the result.
        let _ = timeout(PATIENCE, building).await;
        Ok(None)
    }
}

/// Prints what to type next, and whether the deck hides a built-in one.
fn next(args: &PersonaBuild, names: &[Name]) {
    let deck = &args.deck;
    let place = args.place.decks.as_ref().map(|it| format!(" --decks {}", it.display())).unwrap_or_default();
    match names {
        [] => return,
        [one] => print::note(format_args!("next: `roundtable persona show \"{one}\" --deck {deck}{place}`")),
        _ => print::note(format_args!("next: `roundtable persona check --deck {deck}{place}`")),
    }
    if shipped::names().any(|it| it == deck) {
        print::note(format_args!(
            "a deck `{deck}` comes with the program: from now on `--deck {deck}{place}` means your own"
        ));
    }
}

/// Prints the personas of the deck that the directory does not have.
fn left<'a>(args: &PersonaBuild, folder: &Path, there: impl Iterator<Item = &'a str>) -> Result<(), Exit> {
    let there: Vec<String> = there.filter_map(|it| folder_name(it).ok()).collect();
    let name = |it: &Path| it.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    for gone in deck::people(folder)?.iter().filter(|it| !there.contains(&name(it))) {
        let line = format!(
            "still in the deck and not in `{}`: `{}`; to remove it, delete `{}`",
            args.directory.display(),
            name(gone),
            gone.display()
        );
        print::note(one_line(&line, PROBLEM));
    }
    Ok(())
}

/// Whether the deck has a persona of that name.
fn is_kept(folder: &Path, name: &str) -> bool {
    folder_name(name).is_ok_and(|it| deck::people(folder).is_ok_and(|all| all.contains(&folder.join(it))))
}

/// Why a persona has no beliefs, if it has none.
fn unread(report: &Report) -> Option<String> {
    let Report { name, nodes: 0, tokens, built, .. } = report else { return None };
    let by_hand = "write their beliefs into a `persona.json` beside the texts";
    match built {
        Built::Extractive => Some(format!(
            "{name}: no beliefs were found in {tokens} tokens: rules read only the plainest English; its turns rest on what it wrote, which is \
             searched for each (`persona ask`); to have beliefs, build with a model that knows the language (`--with PROVIDER/MODEL`), or {by_hand}"
        )),
        Built::Model(model) => Some(format!(
            "{name}: no beliefs were found: `{model}` named none with words from the texts; build with another model, or {by_hand}"
        )),
        Built::Hand => None,
    }
}

/// That a persona has no belief graph, if it has none.
fn unlinked(report: &Report) -> Option<String> {
    let Report { name, edges: 0, built: Built::Extractive, .. } = report else { return None };
    Some(format!(
        "{name} has no belief graph: rules read only the plainest causes; its turns rest on what it wrote, which is searched for each \
         (`persona ask`), or build with a model (`--with PROVIDER/MODEL`)"
    ))
}

/// The result of a build in one line.
fn summary(report: &Report) -> String {
    let Report {
        name,
        built,
        files,
        problems,
        chunks,
        tokens,
        nodes: _,
        theses,
        edges,
        cycles,
        dropped,
        unread,
        folder,
    } = report;
    let some = |count: usize, word: &str| {
        if count == 0 { String::new() } else { format!(", {count} {}", plural(count, word)) }
    };
    let (missed, circles) = (some(*problems, "problem"), some(*cycles, "circle"));
    let untrue = match dropped {
        0 => String::new(),
        _ => format!("{} dropped as not supported by the texts", some(*dropped, "finding")),
    };
    let untrue = match unread {
        0 => untrue,
        _ => format!("{untrue}{} that could not be read", some(*unread, "answer")),
    };
    format!(
        "{name}: {files} {}{missed}, {chunks} {}, {tokens} tokens, {theses} {}, {edges} {}{circles}{untrue}; {built}; {}",
        plural(*files, "file"),
        plural(*chunks, "chunk"),
        plural(*theses, "thesis"),
        plural(*edges, "link"),
        folder.display()
    )
}
