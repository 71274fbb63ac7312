//! Replays a debate from its own log, without a network, and compares the events byte by byte (O-05).
//!
//! A log contains every answer as it was received, so it is its own recording. Answers are returned in the recorded order, events get the
//! recorded times, and each new event is compared with the recorded one.
use crate::bus::Bus;
use crate::clock::{Clock, Stamp};
use crate::error::Error;
use crate::replayer::Replayer;
use crate::run;
use crate::seating::models_of;
use crate::tools::{Call, Material, Outcome, Tool, Tools, using};
use crate::world::{Journal, World};
use debate::event::{Answer, Grouper, Noted, PanelEvent, Reason, RoomEvent, Stop};
use debate::tool::Use;
use debate::{CallId, Debate, DebateId, Envelope, Event, Name, Relation, Rules, log};
use formats::{LocalJudge, LocalTask, Recall};
use futures_util::future::{BoxFuture, ready};
use models::{Deltas, Failure, Model, Notes, Recording, Replay, Reply, Request, ToolCall};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// Replays a debate from its log. A call that the log lacks is an error that names it, never a live call; so is an event that differs.
pub async fn replay(recorded: Vec<Envelope>, bus: &Bus) -> Result<Debate, Error> {
    let debate = Debate::replay(&recorded)?;
    // Events that a fork copied belong to another debate: they are taken as they are.
    let mut given = debate.fork.map_or(1, |it| it.upto.saturating_add(1).min(recorded.len() as u64));
    recorded.iter().take_while(|it| it.seq < given).for_each(|it| bus.tell(it.clone()));
    // A stop comes from outside. The part before it is replayed like an interrupted debate, and published once it is verified.
    let stops = recorded.iter().filter(|it| it.seq >= given && is_stop(&it.event)).map(|it| it.seq);
    for stop in stops.collect::<Vec<_>>() {
        let before = recorded.iter().take_while(|it| it.seq < stop).cloned().collect();
        Box::pin(part(before, given, &Bus::silent())).await?;
        recorded.iter().filter(|it| (given..=stop).contains(&it.seq)).for_each(|it| bus.tell(it.clone()));
        given = stop + 1;
    }
    Box::pin(part(recorded, given, bus)).await
}

/// Whether an event is a person's stop.
fn is_stop(event: &Event) -> bool {
    matches!(event, Event::DebateClosed { why: Reason::Stopped, .. })
}

/// Replays the events after the first `given`, up to the end of the recording.
async fn part(recorded: Vec<Envelope>, given: u64, bus: &Bus) -> Result<Debate, Error> {
    let debate = Debate::replay(&recorded)?;
    let is_closed = debate.closed.is_some();
    let evaluators = recorded.iter().flat_map(|it| evaluators_of(&it.event));
    // Rules may have changed on the way, and with them the helper models.
    let rules = recorded.iter().filter_map(|it| rules_of(&it.event));
    let others = rules.flat_map(|it| models_of(&[], it, None)).chain(evaluators);
    let table: BTreeSet<String> = debate.participants.iter().map(|it| it.model.clone()).chain(others).collect();
    let (written, position) = watch::channel(given);
    let tape = Arc::new(Tape::of(recorded, position));
    let model: Arc<dyn Model> = tape.clone();
    let world = World {
        pause_flag: Default::default(),
        models: table.into_iter().map(|it| (it, model.clone())).collect(),
        journal: Arc::new(Proof { tape: tape.clone(), written }),
        clock: tape.clone(),
        analyst: None,
        tools: tape.clone(),
    };
    let outcome = again(&world, &tape, given, bus).await;
    let is_through = *tape.position.borrow() == tape.events.len() as u64;
    match outcome {
        // An interrupted debate is replayed as far as it went.
        Err(Error::NotRecorded { .. } | Error::RecordingEnds { .. }) if !is_closed && is_through => {
            Ok(Debate::replay(&tape.events)?)
        }
        Ok(_) if !is_through => Err(Error::RecordingGoesOn { seq: *tape.position.borrow() }),
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
async fn again(world: &World, tape: &Tape, given: u64, bus: &Bus) -> Result<Debate, Error> {
    let given = tape.events.get(..usize::try_from(given).unwrap_or(usize::MAX)).unwrap_or(&tape.events);
    let mut debate = Debate::replay(given)?;
    // Texts may be attached, and a fork continued, before anything else happens.
    if tape.brought(debate.next_seq).is_empty() {
        debate = carried(world, tape, debate, Vec::new(), bus).await?;
    }
    loop {
        let brought = tape.brought(debate.next_seq);
        if brought.is_empty() {
            return Ok(debate);
        }
        debate = carried(world, tape, debate, brought, bus).await?;
    }
}

/// Runs on after a person's input. Where a panel was interrupted within a batch, its rooms went on in another order than the rest of the
/// batch would have: the replay then restarts from the recorded position.
async fn carried(world: &World, tape: &Tape, debate: Debate, brought: Vec<Event>, bus: &Bus) -> Result<Debate, Error> {
    let mut from = *tape.position.borrow();
    let mut outcome = run::go_on(world, Some(tape), debate, brought, bus).await;
    loop {
        let at = *tape.position.borrow();
        let events = usize::try_from(at).ok().and_then(|it| tape.events.split_at_checked(it));
        outcome = match (outcome, events) {
            (Err(Error::NotRecorded { .. }), Some((before, [_, ..]))) if at > from => {
                from = at;
                run::run_loop(world, Some(tape), Debate::replay(before)?, Vec::new(), bus).await
            }
            (outcome, _) => return outcome,
        };
    }
}

/// The recording, and the position of the replay.
struct Tape {
    events: Vec<Envelope>,
    answers: Replay,
    /// The position of each call's outcome in the log, and how long it took in milliseconds.
    places: BTreeMap<CallId, (u64, u64)>,
    /// The notes on each call besides its answer.
    notes: BTreeMap<CallId, models::Noted>,
    /// The tool results of each request for tools.
    uses: BTreeMap<CallId, Vec<Use>>,
    /// The call that followed a request for tools.
    followed: BTreeMap<CallId, CallId>,
    /// The calls made so far.
    asked: Mutex<BTreeSet<CallId>>,
    position: watch::Receiver<u64>,
}

/// The kind of a local task: a recall has the same id as the question that it serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Recall,
    LocalJudge,
}

impl Tape {
    fn of(events: Vec<Envelope>, position: watch::Receiver<u64>) -> Tape {
        let mut recording = Recording::default();
        let (mut places, mut uses, mut notes) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        // A note that directly precedes the outcome of a call belongs to it.
        let mut before: Option<(u64, &CallId, &Noted)> = None;
        let (mut pending, mut followed) = (BTreeMap::<&Name, CallId>::new(), BTreeMap::new());
        for envelope in &events {
            let (call, outcome, took) = match &envelope.event {
                Event::TurnTaken { call, answer, .. } | Event::AnswerUnusable { call, answer, .. } => {
                    (call, Ok(reply(answer)), answer.took)
                }
                Event::TurnFailed { call, answer: Some(answer), took, .. } => (call, Ok(reply(answer)), *took),
                Event::TurnFailed { call, why, detail, answer: None, took, .. } => {
                    (call, Err(Failure { kind: why.as_str().to_owned(), message: detail.clone(), attempts: 0 }), *took)
                }
                Event::AnswerReviewed { call, answer: Some(answer), took, .. } => (call, Ok(reply(answer)), *took),
                Event::AnswerReviewed { call, reason, answer: None, took, .. } => {
                    (call, Err(lost(reason.clone())), *took)
                }
                Event::PositionsCompared { call, answer: Some(answer), took, .. } => (call, Ok(reply(answer)), *took),
                Event::PositionsCompared { call, failed, answer: None, took, .. } => {
                    let message = failed.clone().unwrap_or_default();
                    (call, Err(lost(message)), *took)
                }
                Event::BallotsGrouped { call, answer, failed, took, .. }
                | Event::RoundReviewed { call, answer, failed, took, .. } => {
                    (call, heard(answer.as_ref(), failed.as_ref()), *took)
                }
                Event::ToolsUsed { call, uses: used, answer, .. } => {
                    uses.insert(call.clone(), used.clone());
                    (call, Ok(Reply { calls: used.iter().map(called).collect(), ..reply(answer) }), answer.took)
                }
                Event::Panel { what: PanelEvent::AspectsSet { call: Some(call), answer, failed, took, .. } } => {
                    (call, heard(answer.as_ref(), failed.as_ref()), *took)
                }
                Event::Room { what: RoomEvent::TurnFailed { call, why, detail, answer: None, took, .. }, .. } => {
                    (call, Err(Failure { kind: why.as_str().to_owned(), message: detail.clone(), attempts: 0 }), *took)
                }
                Event::Room {
                    what: RoomEvent::Said { call, answer, .. } | RoomEvent::AnswerUnusable { call, answer, .. },
                    ..
                } => (call, Ok(reply(answer)), answer.took),
                Event::Room { what: RoomEvent::TurnFailed { call, answer, detail, took, .. }, .. } => {
                    (call, heard(answer.as_ref(), Some(detail)), *took)
                }
                Event::Room {
                    what:
                        RoomEvent::ClashJudged { call, answer, failed, took, .. }
                        | RoomEvent::CoresCompared { call, answer, failed, took, .. }
                        | RoomEvent::CardDrawn { call, answer, failed, took, .. },
                    ..
                } => (call, heard(answer.as_ref(), failed.as_ref()), *took),
                Event::CallNoted { call, noted } => {
                    before = Some((envelope.seq, call, noted));
                    continue;
                }
                Event::DebateOpened { .. }
                | Event::Panel { .. }
                | Event::Room {
                    what: RoomEvent::Opened { .. } | RoomEvent::Settled { .. } | RoomEvent::Left { .. },
                    ..
                }
                | Event::ModeChosen { .. }
                | Event::RoundOpened { .. }
                | Event::GroupthinkSeen { .. }
                | Event::WatchBegun { .. }
                | Event::WatchEnded { .. }
                | Event::SourcesAttached { .. }
                | Event::DebateContinued { .. }
                | Event::DebateClosed { .. } => continue,
            };
            if let Event::TurnTaken { by, .. }
            | Event::AnswerUnusable { by, .. }
            | Event::TurnFailed { by, .. }
            | Event::ToolsUsed { by, .. } = &envelope.event
            {
                followed.extend(pending.remove(by).map(|before| (before, call.clone())));
                if uses.contains_key(call) {
                    pending.insert(by, call.clone());
                }
            }
            recording.insert(call.to_string(), outcome);
            let own = before.take().filter(|(seq, of, _)| *of == call && seq + 1 == envelope.seq);
            places.insert(call.clone(), (own.map_or(envelope.seq, |(seq, _, _)| seq), took));
            notes.extend(own.map(|(_, call, it)| (call.clone(), noted(it))));
        }
        let (answers, asked) = (Replay::new(recording), Mutex::default());
        Tape { events, answers, places, notes, uses, followed, asked, position }
    }

    /// A person's input at this position of the recording: messages, texts, personas.
    fn brought(&self, seq: u64) -> Vec<Event> {
        let from = usize::try_from(seq).unwrap_or(usize::MAX);
        let events = self.events.get(from..).unwrap_or_default().iter().map(|it| &it.event);
        let is_brought = |it: &&Event| {
            matches!(
                it,
                Event::DebateContinued { .. }
                    | Event::SourcesAttached { .. }
                    | Event::Panel { what: PanelEvent::PersonasSeated { .. } }
            )
        };
        events.take_while(is_brought).cloned().collect()
    }

    /// Restores the notes on a call.
    fn restore(&self, call: &CallId, notes: &Notes) {
        self.notes.get(call).into_iter().for_each(|it| notes.restore(it));
    }

    fn place(&self, call: &CallId) -> Option<u64> {
        self.places.get(call).map(|(seq, _)| *seq)
    }

    /// Whether the next recorded event answers a question that was asked, or is about to be.
    fn is_answering(&self, position: u64) -> bool {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let follows = |call: &CallId| self.place(self.followed.get(call)?);
        asked.iter().any(|call| self.place(call) == Some(position) || follows(call) == Some(position))
    }
}

/// The local task that an event may record. An event with a model's answer records none.
fn errand_of(event: &Event) -> Option<(Kind, &CallId)> {
    if let Event::Panel { what: PanelEvent::BeliefsRecalled { call, .. } } = event {
        return Some((Kind::Recall, call));
    }
    let Event::Room { what, .. } = event else { return None };
    what.call().filter(|_| what.answer().is_none()).map(|call| (Kind::LocalJudge, call))
}

/// A model's answer, or why there is none.
fn heard(answer: Option<&Answer>, failed: Option<&String>) -> Result<Reply, Failure> {
    answer.map(reply).ok_or_else(|| lost(failed.cloned().unwrap_or_default()))
}

/// A failure of which only the message is recorded.
fn lost(message: String) -> Failure {
    Failure { kind: debate::event::Failure::Unavailable.as_str().to_owned(), message, attempts: 0 }
}

/// Converts recorded notes.
fn noted(Noted { usage, attempts, estimated, dropped }: &Noted) -> models::Noted {
    let dropped = dropped.iter().map(|it| models::Dropped { option: it.option.clone(), why: it.why.clone() });
    models::Noted { usage: used(*usage), attempts: *attempts, estimated: *estimated, dropped: dropped.collect() }
}

fn used(debate::Usage { input, cached, output, cost }: debate::Usage) -> models::Usage {
    models::Usage { input, cached, output, cost }
}

fn reply(answer: &Answer) -> Reply {
    let stop = match answer.stop {
        Stop::End => models::Stop::End,
        Stop::Length => models::Stop::Length,
        Stop::Refused => models::Stop::Refused,
    };
    let usage = used(answer.usage);
    Reply { text: answer.text.clone(), stop, usage, attempts: answer.attempts, calls: Vec::new() }
}

/// The tool call as the model made it.
fn called(it: &Use) -> ToolCall {
    ToolCall { id: it.id.clone(), name: it.tool.clone(), arguments: it.arguments.clone() }
}

impl Tools for Tape {
    fn offered(&self, _material: &Material) -> Vec<Arc<dyn Tool>> {
        Vec::new()
    }

    /// The recorded outcome of the call.
    fn run<'a>(&'a self, _material: &'a Material, call: Call<'a>) -> BoxFuture<'a, Outcome> {
        let used = self.uses.get(call.asked).and_then(|it| it.get(call.place));
        Box::pin(ready(used.map(using::outcome).unwrap_or_default()))
    }

    /// Recorded results were shortened for one question, so they are not shared between questions.
    fn key(&self, call: Call<'_>) -> String {
        format!("{} {}", call.asked, call.place)
    }
}

impl Model for Tape {
    /// Waits for this answer's recorded turn, since the answers of a batch arrive in any order.
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        watcher: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        Box::pin(async move {
            let call = CallId::from(request.call.as_str());
            let place = self.place(&call);
            self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(call);
            let mut position = self.position.clone();
            // Let the rest of the batch be asked first: the recording may end within it.
            tokio::task::yield_now().await;
            let is_due = |at: &u64| place.is_some_and(|seq| *at >= seq);
            // The sender lives as long as the world; without it nobody waits for this answer.
            let at = position.wait_for(|it| is_due(it) || !self.is_answering(*it)).await.map(|it| *it);
            if at.is_ok_and(|it| place.is_some() && !is_due(&it)) {
                return Err(models::Error::NotRecorded { call: request.call.clone() });
            }
            self.answers.ask(request, watcher).await
        })
    }

    /// Restores the recorded notes as well.
    fn ask_noting<'a>(
        &'a self,
        request: &'a Request,
        watcher: Option<&'a dyn Deltas>,
        notes: &'a Notes,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        Box::pin(async move {
            let outcome = self.ask(request, watcher).await;
            self.restore(&CallId::from(request.call.as_str()), notes);
            outcome
        })
    }
}

impl Replayer for Tape {
    /// The comparison recorded at this position; no other question is open at the same time.
    fn compared(&self) -> Result<Vec<Relation>, models::Error> {
        let seq = *self.position.borrow();
        let recorded = usize::try_from(seq).ok().and_then(|it| self.events.get(it)).map(|it| &it.event);
        match recorded {
            Some(Event::PositionsCompared { failed: None, pairs, .. }) => {
                Ok(pairs.iter().map(|it| it.relation).collect())
            }
            Some(Event::PositionsCompared { failed: Some(why), .. }) => Err(models::Error::Recorded(lost(why.clone()))),
            Some(_) | None => Err(models::Error::NotRecorded { call: format!("the comparison at event {seq}") }),
        }
    }

    /// The grouping recorded at this position, unless a model answered.
    fn grouped(&self, call: &CallId, notes: &Notes) -> Option<Event> {
        let from = usize::try_from(*self.position.borrow()).ok()?;
        let mut events = self.events.get(from..)?.iter().map(|it| &it.event);
        // The notes on the call precede it.
        let event = events.find(|it| !matches!(it, Event::CallNoted { .. }))?;
        let Event::BallotsGrouped { call: own, by, answer, .. } = event else { return None };
        let is_model = answer.is_some() && matches!(by, Grouper::Model(_));
        if own != call || is_model {
            return None;
        }
        self.restore(call, notes);
        Some(event.clone())
    }

    /// Takes the recorded events in order; an event of another kind means that the tasks were interrupted there.
    fn done(&self, local_tasks: &[LocalTask]) -> Vec<Result<Event, Error>> {
        let position = *self.position.borrow();
        let done = |(seq, task): (u64, &LocalTask)| {
            let (kind, call) = match task {
                LocalTask::Recall(Recall { call, .. }) => (Kind::Recall, call),
                LocalTask::Judge(LocalJudge { call, .. }) => (Kind::LocalJudge, call),
            };
            let recorded = usize::try_from(seq).ok().and_then(|it| self.events.get(it)).map(|it| &it.event);
            let own = recorded.filter(|it| errand_of(it) == Some((kind, call)));
            own.cloned().ok_or_else(|| Error::NotRecorded { call: call.clone() })
        };
        (position..).zip(local_tasks).map(done).collect()
    }
}

impl Clock for Tape {
    fn stamp(&self, seq: u64) -> Stamp {
        let recorded = usize::try_from(seq).ok().and_then(|it| self.events.get(it));
        recorded.map_or(Stamp { at: 0, elapsed: 0 }, |it| Stamp { at: it.at, elapsed: it.elapsed })
    }

    fn took(&self, call: &CallId, _measured: Duration) -> u64 {
        self.places.get(call).map_or(0, |(_, took)| *took)
    }

    fn left(&self, _deadline_ms: u64) -> Option<Duration> {
        None
    }
}

/// Writes nothing; compares every event with the recorded one.
struct Proof {
    tape: Arc<Tape>,
    written: watch::Sender<u64>,
}

impl Journal for Proof {
    fn write<'a>(&'a self, _debate: &'a DebateId, events: &'a [Envelope]) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(ready(events.iter().try_for_each(|it| self.compare(it))))
    }
}

impl Proof {
    fn compare(&self, envelope: &Envelope) -> Result<(), Error> {
        let line = |it: &Envelope| log::write(it).unwrap_or_default();
        let recorded = usize::try_from(envelope.seq).ok().and_then(|it| self.tape.events.get(it));
        let recorded = recorded.ok_or(Error::RecordingEnds { seq: envelope.seq })?;
        let (recorded, replayed) = (line(recorded), line(envelope));
        if recorded != replayed {
            return Err(Error::Diverged { seq: envelope.seq, recorded, replayed });
        }
        self.written.send_replace(envelope.seq + 1);
        Ok(())
    }
}
