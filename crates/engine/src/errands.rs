//! What is done in this process before anybody is asked: recalling what of a persona matters (P-04), and weighing what was said in a room where
//! no model is asked (P-31).
use crate::analyst::{Analyst, Lexical, Texts};
use crate::error::Error;
use crate::world::World;
use debate::event::PanelEvent;
use debate::{Debate, Event, Relation};
use formats::{Errand, Recall, Weigh, panel};
use tokio::time::Instant;

/// Runs an errand, and gives the event that records it.
pub(crate) async fn run(world: &World, debate: &Debate, errand: &Errand) -> Result<Event, Error> {
    match errand {
        Errand::Recall(recall) => Ok(recalled(debate, recall)),
        Errand::Weigh(weigh) => weighed(world, debate, weigh).await,
    }
}

fn recalled(debate: &Debate, Recall { call, by, query, room }: &Recall) -> Event {
    let found =
        debate.panel.personas.get(by).map(|it| personas::recall::recall(it, query, None, *room)).unwrap_or_default();
    let (beliefs, chunks) = (found.beliefs, found.chunks);
    let (call, by, how) = (call.clone(), by.clone(), "words".to_owned());
    Event::Panel { what: PanelEvent::BeliefsRecalled { call, by, beliefs, chunks, how, took: 0 } }
}

async fn weighed(world: &World, debate: &Debate, weigh: &Weigh) -> Result<Event, Error> {
    let lexical = Lexical;
    let analyst: &dyn Analyst = match (&debate.rules.analyst, &world.analyst) {
        (debate::Analyst::Local, Some(analyst)) => analyst.as_ref(),
        (debate::Analyst::Local | debate::Analyst::Lexical | debate::Analyst::Model(_), _) => &lexical,
    };
    let topic = debate.topic.to_string();
    let texts: Vec<Texts<'_>> = weigh.pairs.iter().map(|(a, b)| Texts { topic: Some(topic.as_str()), a, b }).collect();
    let started = Instant::now();
    let made: Result<Vec<Relation>, String> = analyst.relate(&texts).await.map_err(|it| it.to_string());
    let took = world.clock.took(&weigh.call, started.elapsed());
    let event = panel::weighed(debate, weigh, analyst.name(), made, took);
    event.ok_or_else(|| Error::Stray { call: weigh.call.clone() })
}
