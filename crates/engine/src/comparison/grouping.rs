//! Groups the headlines of a round, and makes the event that records it (B-03, B-17).
//!
//! A failure is recorded: networks in this process replace a failed model, and literal equality replaces failed networks. Not here: when it
//! is due, its prompt, and how an answer is read (`formats::group`).
use crate::comparison::PATIENCE;
use crate::comparison::analyst::Texts;
use crate::error::Error;
use crate::run::turn;
use crate::world::World;
use debate::event::{Answer, Grouper};
use debate::{Debate, Event, Groups, Rules};
use formats::data;
use formats::group::{self, Group, GroupingResult, Groupings, Item, Material};
use models::{Notes, Request, Schema, ToolUse};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout};

/// Groups a round. Only a missing recording is an error.
pub(crate) async fn run(
    world: &World,
    debate: &Debate,
    asked: &Group,
    left: Option<Duration>,
    notes: &Notes,
) -> Result<Event, Error> {
    let started = Instant::now();
    let material = Material::of(debate);
    let (mut failed, mut said) = (None, None);
    if let Groups::Model(name) = &debate.rules.groups {
        match model(world, debate, &material, asked, (name, notes), left).await? {
            Ok((answer, Some(groupings))) => {
                let took = answer.took;
                let by = Grouper::Model(name.clone());
                let made = GroupingResult { groupings, by, failed: None, answer: Some(answer), took };
                return Ok(group::event(debate, asked.round, made));
            }
            Ok((answer, None)) => (failed, said) = (Some("the answer could not be read".to_owned()), Some(answer)),
            Err(why) => failed = Some(why),
        }
    }
    let (groupings, by) = match local(world, debate, &material, left).await {
        Some(Ok(groupings)) => (groupings, Grouper::Local),
        Some(Err(why)) => {
            failed = Some(failed.map_or(why.clone(), |it| format!("{it}; {why}")));
            (material.literal(), Grouper::Literal)
        }
        None => (material.literal(), Grouper::Literal),
    };
    let took = world.clock.took(&asked.call, started.elapsed());
    Ok(group::event(debate, asked.round, GroupingResult { groupings, by, failed, answer: said, took }))
}

/// Groups by a model: its answer, and the groups where they can be read.
async fn model(
    world: &World,
    debate: &Debate,
    material: &Material<'_>,
    asked: &Group,
    (name, notes): (&str, &Notes),
    left: Option<Duration>,
) -> Result<Result<(Answer, Option<Groupings>), String>, Error> {
    let Some(model) = world.models.get(name) else { return Ok(Err(format!("no model `{name}` is at hand"))) };
    let prompt = material.prompt(debate)?;
    let data = model.reads_data().then(|| serde_json::to_value(data::Grouping::of(material)).ok()).flatten();
    let request = Request {
        call: asked.call.to_string(),
        system: prompt.system,
        user: prompt.user,
        stable: prompt.stable,
        schema: Some(Arc::new(Schema::new(prompt.schema.name(), prompt.schema.to_json()))),
        max_tokens: model.limit(prompt.schema.max_tokens(u32::MAX), Rules::MAX_TOKENS),
        temperature: Some(group::TEMPERATURE),
        seed: Some(debate.rules.seed),
        tools: ToolUse::default(),
        data,
    };
    let started = Instant::now();
    let answer = match left {
        Some(left) => timeout(left, model.ask_noting(&request, None, notes)).await,
        None => Ok(model.ask_noting(&request, None, notes).await),
    };
    let took = world.clock.took(&asked.call, started.elapsed());
    Ok(match answer {
        Ok(Ok(reply)) => {
            let answer = turn::answer(reply, took).0;
            let groupings = material.read(&answer.text);
            Ok((answer, groupings))
        }
        Ok(Err(models::Error::NotRecorded { .. })) => return Err(Error::NotRecorded { call: asked.call.clone() }),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("it took too long".to_owned()),
    })
}

/// Groups by networks in this process; `None` without any.
async fn local(
    world: &World,
    debate: &Debate,
    material: &Material<'_>,
    left: Option<Duration>,
) -> Option<Result<Groupings, String>> {
    let analyst = world.analyst.as_ref()?;
    let pairs = material.pairs();
    let topic = debate.topic.as_str();
    let text = |(a, b): &(Item, Item)| (material.text(*a).to_owned(), material.text(*b).to_owned());
    let texts: Vec<(String, String)> = pairs.iter().map(text).collect();
    let texts: Vec<Texts<'_>> = texts.iter().map(|(a, b)| Texts { topic: Some(topic), a, b }).collect();
    let patience = left.map_or(PATIENCE, |it| it.min(PATIENCE));
    Some(match timeout(patience, analyst.relate(&texts)).await {
        Ok(Ok(relations)) if relations.len() == pairs.len() => {
            let same = |a: Item, b: Item| {
                let is_it = |(one, other): &(Item, Item)| (*one, *other) == (a, b) || (*one, *other) == (b, a);
                pairs.iter().position(is_it).and_then(|it| relations.get(it)).is_some_and(|it| it.same_point)
            };
            Ok(material.joined(same))
        }
        Ok(Ok(_)) => Err("not all pairs were compared".to_owned()),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("it took too long".to_owned()),
    })
}
