//! What a shell completes: modes, rules, decks, debates, settings, models. Errors mean no candidates: completion must never print one.
use clap_complete::engine::CompletionCandidate;
use debate::rules::{Algorithm, Decide};
use exports::wording::one_line;
use setup::providers::aliases;
use setup::settings::{self, ROWS, Settings};
use setup::{decks as places, settings::process};
use store::Store;

/// How many debates are offered, newest first.
const DEBATES: u32 = 50;

/// A candidate with its description.
fn described(value: &str, about: &str) -> CompletionCandidate {
    CompletionCandidate::new(value).help(Some(one_line(about, 80).into()))
}

/// The modes of a debate.
pub(crate) fn modes() -> Vec<CompletionCandidate> {
    formats::modes::ALL.iter().map(|it| described(it.name(), it.summary())).collect()
}

/// The modes that a list can have.
pub(crate) fn listed_modes() -> Vec<CompletionCandidate> {
    modes().into_iter().chain([CompletionCandidate::new(formats::panel::NAME)]).collect()
}

/// The states of a listed debate.
pub(crate) fn states() -> Vec<CompletionCandidate> {
    crate::selection::STATES.into_iter().map(CompletionCandidate::new).collect()
}

/// The algorithms.
pub(crate) fn algorithms() -> Vec<CompletionCandidate> {
    Algorithm::ALL.into_iter().map(|it| CompletionCandidate::new(it.as_str())).collect()
}

/// The decision rules.
pub(crate) fn rules() -> Vec<CompletionCandidate> {
    Decide::ALL.into_iter().map(|it| CompletionCandidate::new(it.as_str())).collect()
}

/// The words that a setting allows.
pub(crate) fn of_setting(name: &str) -> Vec<CompletionCandidate> {
    let row = ROWS.iter().find(|row| row.name == name);
    let words = row.map(|row| if row.shape == settings::Shape::Flag { vec!["true", "false"] } else { row.words() });
    words.unwrap_or_default().into_iter().map(CompletionCandidate::new).collect()
}

/// The words that the setting named before allows, as in `config set mode`: a completion knows the words of the whole line.
pub(crate) fn of_named_setting() -> Vec<CompletionCandidate> {
    let words: Vec<String> = std::env::args().collect();
    let key = words.iter().skip_while(|it| *it != "set").nth(1);
    match key.map(String::as_str) {
        Some("mode") => modes(),
        Some(key) => of_setting(key),
        None => Vec::new(),
    }
}

/// The names of settings.
pub(crate) fn keys() -> Vec<CompletionCandidate> {
    ROWS.iter().map(|row| described(row.name, row.about())).collect()
}

/// The beginnings of `KEY=VALUE`, and with their values the keys that allow a list of words.
pub(crate) fn assignments() -> Vec<CompletionCandidate> {
    let keys = ROWS.iter().map(|row| described(&format!("{}=", row.name), row.about()));
    let modes = formats::modes::ALL.iter().map(|it| described(&format!("mode={}", it.name()), it.summary()));
    let words = ROWS.iter().filter(|row| row.name != "mode");
    let words =
        words.flat_map(|row| row.words().into_iter().map(|it| CompletionCandidate::new(format!("{}={it}", row.name))));
    keys.chain(modes).chain(words).collect()
}

/// Models: short names, and each provider's own suggestions.
pub(crate) fn models() -> Vec<CompletionCandidate> {
    let short = aliases().into_iter().map(|(alias, model)| described(&alias, &model));
    let sim = described(engine::sim::PROVIDER, "simulated participants, for a rehearsal");
    let suggested = models::builtin().into_iter().flat_map(|it| {
        it.suggested.iter().map(|model| CompletionCandidate::new(format!("{}/{model}", it.name))).collect::<Vec<_>>()
    });
    short.chain([sim]).chain(suggested).collect()
}

/// The weights of embedded models.
pub(crate) fn weights() -> Vec<CompletionCandidate> {
    local::weights::catalog::ALL.iter().map(|it| described(it.name, it.what)).collect()
}

/// The domains of which something is known.
pub(crate) fn domains() -> Vec<CompletionCandidate> {
    learned_domains().unwrap_or_default().into_iter().map(CompletionCandidate::new).collect()
}

fn learned_domains() -> Option<Vec<String>> {
    let log = read_store(async |store: Store| store.learned("").await.ok())?;
    let learned = analysis::learning::Learned::of(&log.events);
    Some(learned.domains().into_iter().map(str::to_owned).collect())
}

/// The decks.
pub(crate) fn decks() -> Vec<CompletionCandidate> {
    let Ok(cwd) = std::env::current_dir() else { return Vec::new() };
    let listed = places::usual(&process, &cwd).names().unwrap_or_default();
    listed.into_iter().map(CompletionCandidate::new).collect()
}

/// The personas of all decks.
pub(crate) fn personas() -> Vec<CompletionCandidate> {
    let Ok(cwd) = std::env::current_dir() else { return Vec::new() };
    let decks = places::usual(&process, &cwd);
    let named = decks.names().unwrap_or_default().into_iter().filter_map(|deck| {
        let people = decks.each(&deck).ok()?;
        Some(people.into_iter().flatten().map(|it| described(it.name.as_str(), &deck)).collect::<Vec<_>>())
    });
    named.flatten().collect()
}

/// The experiments of the laboratory.
pub(crate) fn experiments() -> Vec<CompletionCandidate> {
    lab::experiments::ALL.iter().map(|it| described(it.name, it.question)).collect()
}

/// The newest debates, with their topics.
pub(crate) fn debates() -> Vec<CompletionCandidate> {
    let latest = described("latest", "the newest debate");
    std::iter::once(latest).chain(stored().unwrap_or_default()).collect()
}

/// What is read from the store of this directory's settings, if there is one.
fn read_store<T>(read: impl AsyncFnOnce(Store) -> Option<T>) -> Option<T> {
    let cwd = std::env::current_dir().ok()?;
    let path = Settings::load(&process, &cwd).ok()?.store_path(&process).ok()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
    runtime.block_on(async { read(Store::open_to_read(&path).await.ok()??).await })
}

fn stored() -> Option<Vec<CompletionCandidate>> {
    let entries = read_store(async |store: Store| store.list(DEBATES, 0).await.ok())?;
    Some(entries.iter().map(|it| described(it.debate.as_str(), &it.topic)).collect())
}
