//! Work in this process that precedes a question: recalling the relevant beliefs of a persona (P-04), and judging rooms without a model
//! (P-31).
//!
//! A failure is recorded, and word overlap is used instead, so no debate fails or hangs because of it. Not here: when tasks are due
//! (`formats::panel`), and what follows from similarities and relations (`personas::recall`, `analysis::crux`).
use crate::comparison::PATIENCE;
use crate::comparison::analyst::{self, Analyst, Lexical, Texts};
use crate::error::Error;
use crate::world::World;
use debate::event::PanelEvent;
use debate::{Debate, Event, Persona, Relation, rules};
use formats::{LocalJudge, LocalTask, Recall, panel};
use futures_util::future::join_all;
use personas::recall::{self, Measure, Recalled, Similar};
use std::sync::Arc;
use std::time::Duration;
use store::{aside, weight_of_persona};
use tokio::time::{Instant, timeout};

/// Recorded name of a recall by words alone.
const WORDS: &str = "words";

/// Runs local tasks concurrently and returns the events that record them, in the order of the tasks.
pub(crate) async fn run(
    world: &World,
    debate: &Debate,
    local_tasks: &[LocalTask],
    left: Option<Duration>,
) -> Vec<Result<Event, Error>> {
    join_all(local_tasks.iter().map(|it| one(world, debate, it, left))).await
}

async fn one(world: &World, debate: &Debate, task: &LocalTask, left: Option<Duration>) -> Result<Event, Error> {
    let patience = left.map_or(PATIENCE, |it| it.min(PATIENCE));
    match task {
        LocalTask::Recall(recall) => Ok(recalled(world, debate, recall, patience).await),
        LocalTask::Judge(task) => judged(world, debate, task, patience).await,
    }
}

/// The analyst in this process, if the rules use one.
fn local<'a>(world: &'a World, debate: &Debate) -> Option<&'a dyn Analyst> {
    match &debate.rules.analyst {
        rules::Analyst::Local => world.analyst.as_deref(),
        rules::Analyst::Lexical | rules::Analyst::Model(_) => None,
    }
}

async fn recalled(world: &World, debate: &Debate, asked: &Recall, patience: Duration) -> Event {
    let Recall { call, by, query, room } = asked;
    let started = Instant::now();
    let (found, how) = match debate.panel.personas.get(by) {
        Some(persona) => {
            let weight = weight_of_persona(persona);
            let similar = similar(local(world, debate), persona, weight, query, patience).await;
            let (similar, how) = match similar {
                Ok(Some(similar)) => (similar, panel::MEANING.to_owned()),
                Ok(None) => (Similar::default(), WORDS.to_owned()),
                Err(why) => (Similar::default(), format!("{WORDS}; {why}")),
            };
            let (persona, query, room) = (persona.clone(), query.clone(), *room);
            (aside(weight, move || recall::recall(&persona, &query, &similar, room)).await, how)
        }
        None => (Recalled::default(), WORDS.to_owned()),
    };
    let Recalled { beliefs, chunks, passages } = found;
    // Rounded like every recorded comparison.
    let scores = passages.iter().map(|it| (it.near.score * 1e3).round() / 1e3).collect();
    let quotes = passages.into_iter().map(|it| it.quote).collect();
    let took = world.clock.took(call, started.elapsed());
    let (call, by) = (call.clone(), by.clone());
    Event::Panel { what: PanelEvent::BeliefsRecalled { call, by, beliefs, chunks, quotes, scores, how, took } }
}

/// The similarity of a persona's sentences and beliefs to a query. None without a measure; an error if measuring failed.
async fn similar(
    analyst: Option<&dyn Analyst>,
    persona: &Arc<Persona>,
    weight: usize,
    query: &str,
    patience: Duration,
) -> Result<Option<Similar>, String> {
    let Some(analyst) = analyst else { return Ok(None) };
    let (all, asked) = (persona.clone(), query.to_owned());
    let measure = aside(weight, move || Measure::of(&all, &asked)).await;
    match timeout(patience, analyst::similar(analyst, query, &measure)).await {
        Ok(Ok(near)) => Ok(near),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("measuring meaning took too long".to_owned()),
    }
}

async fn judged(world: &World, debate: &Debate, task: &LocalJudge, patience: Duration) -> Result<Event, Error> {
    let analyst = local(world, debate).unwrap_or(&Lexical);
    let mut judge = analyst.name().to_owned();
    let topic = debate.topic.to_string();
    let texts: Vec<Texts<'_>> = task.pairs.iter().map(|(a, b)| Texts { topic: Some(topic.as_str()), a, b }).collect();
    let started = Instant::now();
    let made = match timeout(patience, analyst.relate(&texts)).await {
        Ok(Ok(made)) if made.len() != texts.len() => Err("not all pairs were compared".to_owned()),
        // Rounded like every recorded comparison.
        Ok(Ok(made)) => Ok(made.into_iter().map(Relation::kept).collect()),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("it took too long".to_owned()),
    };
    // On failure words alone are compared, and the record says why (P-31).
    let made = match made {
        Ok(made) => Ok(made),
        Err(why) => {
            judge = format!("{}; {judge}: {why}", Lexical.name());
            let made = Lexical.relate(&texts).await.map_err(|it| it.to_string());
            made.map(|it| it.into_iter().map(Relation::kept).collect())
        }
    };
    let took = world.clock.took(&task.call, started.elapsed());
    let event = panel::judged_locally(debate, task, &judge, made, took);
    event.ok_or_else(|| Error::Stray { call: task.call.clone() })
}
