//! Opens the models of a debate for a terminal user: fetches weights with their consent, and names hosts before anything is sent.
use crate::context::is_dumb;
use crate::exit::Exit;
use crate::print;
use crate::prompter::{EmptyLine, Prompter};
use crate::render::fetching::Fetching;
use crate::running::interruption;
use debate::state::Watching;
use debate::{Analyst, Participant, Rules};
use engine::Resources;
use futures_util::future::BoxFuture;
use local::weights::{Cache, Tools, Weight, size};
use models::Model;
use server::server_planner::Operator;
use setup::plan::{MissingWeights, loaded};
use setup::providers::ModelRegistry;
use setup::settings::{self, Env};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::Arc;

/// Alternatives to the embedded model, shown to users who have only that one.
pub(crate) const BETTER: &str = "\
a hosted model, or a larger one on this machine, argues far better: set a key, as in
`export ANTHROPIC_API_KEY=…` or `export OPENAI_API_KEY=…`, or start Ollama (`ollama serve`), and run
the same command; or name the participants with `--with`";

/// Prints which hosts receive the debate's prompts, before any is sent.
pub(crate) fn announce_hosts(
    registry: &ModelRegistry,
    participants: &[Participant],
    rules: &Rules,
    watching: Option<&Watching>,
) {
    for it in registry.recipients(participants, rules, watching) {
        print::note(format_args!("sent to {it}"));
    }
}

/// Adds the seated models that run in this process; missing weights are fetched first (O-01).
pub(crate) async fn load_seated(
    registry: &ModelRegistry,
    open: BTreeMap<String, Arc<dyn Model>>,
    participants: &[Participant],
    is_agreed: bool,
) -> Result<BTreeMap<String, Arc<dyn Model>>, Exit> {
    let names: Vec<String> = participants.iter().map(|it| it.model.clone()).collect();
    Ok(fetched(registry, open, &names, &Analyst::Lexical, is_agreed).await?.models)
}

/// The same for any list of models, and for the analyst that compares positions.
pub(crate) async fn fetched(
    registry: &ModelRegistry,
    open: BTreeMap<String, Arc<dyn Model>>,
    names: &[String],
    compares: &Analyst,
    is_agreed: bool,
) -> Result<Resources, Exit> {
    fetch_for(registry, names, compares, is_agreed).await?;
    tokio::select! {
        biased;
        () = interruption() => Err(Exit::interrupted("nothing was begun")),
        loaded = loaded(registry, open, names, compares, |text| print::note(text)) => Ok(loaded?),
    }
}

/// Fetches missing weights of these models and of the analyst.
async fn fetch_for(
    registry: &ModelRegistry,
    names: &[String],
    compares: &Analyst,
    is_agreed: bool,
) -> Result<(), Exit> {
    let wanted = MissingWeights::of(registry, names, compares)?;
    if !wanted.all.is_empty() {
        let env = &settings::process;
        let or_rehearse = "or rehearse without any model: `--with sim`";
        agree(registry.weights(), &wanted.all, is_agreed).await.map_err(|exit| exit.and(or_rehearse))?;
        let fetched = download(registry.weights(), &wanted.all, Tools::of(env), env).await;
        // A debate can run without the embedding network; opening it reports that the network is missing (P-31).
        if let Err(exit) = fetched
            && (!wanted.is_enough(registry) || exit.is_interruption())
        {
            return Err(exit.and(or_rehearse));
        }
    }
    Ok(())
}

/// The terminal that a server was started from, which confirms downloads.
pub(crate) struct Terminal;

impl Operator for Terminal {
    fn fetch<'a>(&'a self, cache: &'a Cache, wanted: &'a [&'static Weight]) -> BoxFuture<'a, Result<(), String>> {
        let env = &settings::process;
        Box::pin(async { fetch(cache, wanted, true, Tools::of(env), env).await.map_err(|exit| exit.to_string()) })
    }

    fn note(&self, text: &str) {
        print::note(text);
    }
}

/// Downloads missing weights, with consent.
pub(crate) async fn fetch(
    cache: &Cache,
    wanted: &[&'static Weight],
    is_agreed: bool,
    tools: Tools,
    env: Env<'_>,
) -> Result<(), Exit> {
    agree(cache, wanted, is_agreed).await?;
    download(cache, wanted, tools, env).await
}

/// Prints what would be downloaded: name, size, licence and source. Asks on a terminal unless consent was given; without a terminal nothing is
/// downloaded.
async fn agree(cache: &Cache, wanted: &[&'static Weight], is_agreed: bool) -> Result<(), Exit> {
    let missing: Vec<&Weight> = wanted.iter().copied().filter(|it| cache.find(it).is_none()).collect();
    for weight in &missing {
        let licence = weight.licence.map_or_else(|| "no licence declared".to_owned(), |it| format!("licence {it}"));
        print::note(format_args!(
            "{}: {}, {}, {licence}, from {}",
            weight.name,
            weight.what,
            size(weight.bytes()),
            weight.sources()
        ));
        if weight.licence.is_none() {
            print::note(format_args!(
                "note: the publisher of `{}` declares no licence; check whether you may use it",
                weight.name
            ));
        }
    }
    if missing.is_empty() || is_agreed {
        return Ok(());
    }
    let bytes = missing.iter().map(|it| it.bytes()).sum();
    let undone = "nothing was downloaded";
    if let Some(prompter) = Prompter::on_terminal(undone).filter(|_| std::io::stdout().is_terminal()) {
        let question = format!("download {} into {}?", size(bytes), cache.directory().display());
        let is_agreed = prompter.agrees(&question, EmptyLine::Yes).await?.unwrap_or(false);
        return if is_agreed { Ok(()) } else { Err(Exit::request(undone)) };
    }
    let names = missing.iter().map(|it| it.name).collect::<Vec<_>>().join(" ");
    Err(Exit::request(format!(
        "nothing was downloaded: there is no terminal to ask on. To agree to {}, add `--yes`, or run `roundtable models pull {names} --yes` once",
        size(bytes)
    )))
}

async fn download(cache: &Cache, wanted: &[&'static Weight], tools: Tools, env: Env<'_>) -> Result<(), Exit> {
    let progress = Fetching::new(std::io::stderr().is_terminal() && !is_dumb(env));
    for weight in wanted {
        tokio::select! {
            // Register the signal handlers before the download starts.
            biased;
            () = interruption() => {
                let again = format!("roundtable models pull {}", weight.name);
                return Err(Exit::interrupted(format!("complete parts are kept; continue with `{again}`")));
            }
            held = cache.fetch(weight, &tools, &progress) => held?,
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::BETTER;

    /// I-11, I-13
    #[test]
    fn the_word_for_those_with_an_embedded_model_says_how_to_seat_a_better_one() {
        assert!(BETTER.lines().all(|line| line.chars().count() <= 100));
        for word in ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "ollama serve", "--with"] {
            assert!(BETTER.contains(word), "{word}");
        }
    }
}
