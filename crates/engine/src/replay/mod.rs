//! Replays a debate from its own log, without a network, and compares the events byte by byte (O-05).
//!
//! A log contains every answer as it was received, so it is its own recording. Answers are returned in the recorded order, events get the
//! recorded times, and each new event is compared with the recorded one.
mod recording;
pub(crate) mod replayer;

use crate::bus::Bus;
use crate::error::Error;
use crate::run;
use crate::seating::models_of;
use crate::world::{Journal, World};
use debate::event::Reason;
use debate::{Debate, DebateId, Envelope, Event, Rules, log};
use futures_util::future::{BoxFuture, ready};
use models::Model;
use recording::Recording;
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::watch;

/// Replays a debate from its log. A call that the log lacks is an error that names it, never a live call; so is an event that differs.
pub async fn replay(recorded: Vec<Envelope>, bus: &Bus) -> Result<Debate, Error> {
    let debate = Debate::replay(&recorded)?;
    // Events that a fork copied belong to another debate: they are taken as they are.
    let mut given = debate.fork.map_or(1, |it| it.upto.saturating_add(1).min(recorded.len() as u64));
    recorded.iter().take_while(|it| it.seq < given).for_each(|it| bus.publish(it.clone()));
    // A stop comes from outside. The part before it is replayed like an interrupted debate, and published once it is verified.
    let stops = recorded.iter().filter(|it| it.seq >= given && is_stop(&it.event)).map(|it| it.seq);
    for stop in stops.collect::<Vec<_>>() {
        let before = recorded.iter().take_while(|it| it.seq < stop).cloned().collect();
        Box::pin(replay_part(before, given, &Bus::silent())).await?;
        recorded.iter().filter(|it| (given..=stop).contains(&it.seq)).for_each(|it| bus.publish(it.clone()));
        given = stop + 1;
    }
    Box::pin(replay_part(recorded, given, bus)).await
}

/// Whether an event is a person's stop.
fn is_stop(event: &Event) -> bool {
    matches!(event, Event::DebateClosed { why: Reason::Stopped, .. })
}

/// Replays the events after the first `given`, up to the end of the recording.
async fn replay_part(recorded: Vec<Envelope>, given: u64, bus: &Bus) -> Result<Debate, Error> {
    let debate = Debate::replay(&recorded)?;
    let is_closed = debate.closed.is_some();
    let evaluators = recorded.iter().flat_map(|it| evaluators_of(&it.event));
    // Rules may have changed on the way, and with them the helper models.
    let rules = recorded.iter().filter_map(|it| rules_of(&it.event));
    let others = rules.flat_map(|it| models_of(&[], it, None)).chain(evaluators);
    let names: BTreeSet<String> = debate.participants.iter().map(|it| it.model.clone()).chain(others).collect();
    let (written, position) = watch::channel(given);
    let recording = Arc::new(Recording::of(recorded, position));
    let model: Arc<dyn Model> = recording.clone();
    let world = World {
        pause_flag: Default::default(),
        models: names.into_iter().map(|it| (it, model.clone())).collect(),
        journal: Arc::new(ReplayJournal { recording: recording.clone(), written }),
        clock: recording.clone(),
        analyst: None,
        tools: recording.clone(),
    };
    let outcome = replay_after(&world, &recording, given, bus).await;
    let is_through = *recording.position.borrow() == recording.events.len() as u64;
    match outcome {
        // An interrupted debate is replayed as far as it went.
        Err(Error::NotRecorded { .. } | Error::RecordingEnds { .. }) if !is_closed && is_through => {
            Ok(Debate::replay(&recording.events)?)
        }
        Ok(_) if !is_through => Err(Error::RecordingGoesOn { seq: *recording.position.borrow() }),
        other => other,
    }
}

/// The rules that an event brings.
fn rules_of(event: &Event) -> Option<&Rules> {
    if let Event::DebateOpened { rules, .. } | Event::DebateContinued { rules, .. } = event {
        Some(rules)
    } else {
        None
    }
}

/// The models that review answers for harm from an event on.
fn evaluators_of(event: &Event) -> Vec<String> {
    if let Event::WatchBegun { evaluator, second, .. } = event {
        evaluator.iter().chain(second).cloned().collect()
    } else {
        Vec::new()
    }
}

/// Replays the events after the first `given`, applying a person's recorded input at its position.
async fn replay_after(world: &World, recording: &Recording, given: u64, bus: &Bus) -> Result<Debate, Error> {
    let given = recording.events.get(..usize::try_from(given).unwrap_or(usize::MAX)).unwrap_or(&recording.events);
    let mut debate = Debate::replay(given)?;
    // Texts may be attached, and a fork continued, before anything else happens.
    if recording.external_events(debate.next_seq).is_empty() {
        debate = run_after(world, recording, debate, Vec::new(), bus).await?;
    }
    loop {
        let external = recording.external_events(debate.next_seq);
        if external.is_empty() {
            return Ok(debate);
        }
        debate = run_after(world, recording, debate, external, bus).await?;
    }
}

/// Runs on after a person's input. Where a panel was interrupted within a batch, its rooms went on in another order than the rest of the
/// batch would have: the replay then restarts from the recorded position.
async fn run_after(
    world: &World,
    recording: &Recording,
    debate: Debate,
    external: Vec<Event>,
    bus: &Bus,
) -> Result<Debate, Error> {
    let mut from = *recording.position.borrow();
    let mut outcome = run::go_on(world, Some(recording), debate, external, bus).await;
    loop {
        let at = *recording.position.borrow();
        let events = usize::try_from(at).ok().and_then(|it| recording.events.split_at_checked(it));
        outcome = match (outcome, events) {
            (Err(Error::NotRecorded { .. }), Some((before, [_, ..]))) if at > from => {
                from = at;
                run::run_loop(world, Some(recording), Debate::replay(before)?, Vec::new(), bus).await
            }
            (outcome, _) => return outcome,
        };
    }
}

/// Writes nothing; compares every event with the recorded one.
struct ReplayJournal {
    recording: Arc<Recording>,
    written: watch::Sender<u64>,
}

impl Journal for ReplayJournal {
    fn write<'a>(&'a self, _debate: &'a DebateId, events: &'a [Envelope]) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(ready(events.iter().try_for_each(|it| self.compare(it))))
    }
}

impl ReplayJournal {
    fn compare(&self, envelope: &Envelope) -> Result<(), Error> {
        let line = |it: &Envelope| log::write(it).unwrap_or_default();
        let recorded = usize::try_from(envelope.seq).ok().and_then(|it| self.recording.events.get(it));
        let recorded = recorded.ok_or(Error::RecordingEnds { seq: envelope.seq })?;
        let (recorded, replayed) = (line(recorded), line(envelope));
        if recorded != replayed {
            return Err(Error::Diverged { seq: envelope.seq, recorded, replayed });
        }
        self.written.send_replace(envelope.seq + 1);
        Ok(())
    }
}
