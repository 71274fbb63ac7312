//! The recorded answers, times and results of a log, returned in the recorded order.
use crate::clock::{Clock, Stamp};
use crate::error::Error;
use crate::replay::replayer::Replayer;
use crate::tools::{Call, Material, Tool, ToolOutput, Tools, runner};
use debate::event::{Answer, Grouper, Noted, PanelEvent, RoomEvent, Stop};
use debate::tool::Use;
use debate::{CallId, Envelope, Event, Name, Relation};
use formats::{LocalJudge, LocalTask, Recall};
use futures_util::future::{BoxFuture, ready};
use models::{Deltas, Failure, Model, Notes, Replay, Reply, Request, ToolCall};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// The recording, and the position of the replay.
pub(super) struct Recording {
    pub(super) events: Vec<Envelope>,
    answers: Replay,
    /// The position of each call's outcome in the log, and how long it took in milliseconds.
    positions: BTreeMap<CallId, (u64, u64)>,
    /// The notes on each call besides its answer.
    notes: BTreeMap<CallId, models::Noted>,
    /// The tool results of each request for tools.
    uses: BTreeMap<CallId, Vec<Use>>,
    /// The call that followed a request for tools.
    followed: BTreeMap<CallId, CallId>,
    /// The calls made so far.
    asked: Mutex<BTreeSet<CallId>>,
    pub(super) position: watch::Receiver<u64>,
}

/// The kind of a local task: a recall has the same id as the question that it serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Recall,
    LocalJudge,
}

impl Recording {
    pub(super) fn of(events: Vec<Envelope>, position: watch::Receiver<u64>) -> Recording {
        let mut answered = models::Recording::default();
        let (mut positions, mut uses, mut notes) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
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
                Event::Panel { what: PanelEvent::CruxesAnswered { call, answer, failed, took, .. } } => {
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
            answered.insert(call.to_string(), outcome);
            let own = before.take().filter(|(seq, of, _)| *of == call && seq + 1 == envelope.seq);
            positions.insert(call.clone(), (own.map_or(envelope.seq, |(seq, _, _)| seq), took));
            notes.extend(own.map(|(_, call, it)| (call.clone(), noted(it))));
        }
        let (answers, asked) = (Replay::new(answered), Mutex::default());
        Recording { events, answers, positions, notes, uses, followed, asked, position }
    }

    /// A person's input at this position of the recording: messages, texts, personas.
    pub(super) fn external_events(&self, seq: u64) -> Vec<Event> {
        let from = usize::try_from(seq).unwrap_or(usize::MAX);
        let events = self.events.get(from..).unwrap_or_default().iter().map(|it| &it.event);
        let is_external = |it: &&Event| {
            matches!(
                it,
                Event::DebateContinued { .. }
                    | Event::SourcesAttached { .. }
                    | Event::Panel { what: PanelEvent::PersonasSeated { .. } }
            )
        };
        events.take_while(is_external).cloned().collect()
    }

    /// Restores the notes on a call.
    fn restore(&self, call: &CallId, notes: &Notes) {
        self.notes.get(call).into_iter().for_each(|it| notes.restore(it));
    }

    fn position_of(&self, call: &CallId) -> Option<u64> {
        self.positions.get(call).map(|(seq, _)| *seq)
    }

    /// Whether the next recorded event answers a question that was asked, or is about to be.
    fn is_answering(&self, position: u64) -> bool {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let follows = |call: &CallId| self.position_of(self.followed.get(call)?);
        asked.iter().any(|call| self.position_of(call) == Some(position) || follows(call) == Some(position))
    }
}

/// The local task that an event may record. An event with a model's answer records none.
fn local_task_of(event: &Event) -> Option<(Kind, &CallId)> {
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

impl Tools for Recording {
    fn offered(&self, _material: &Material) -> Vec<Arc<dyn Tool>> {
        Vec::new()
    }

    /// The recorded outcome of the call.
    fn run<'a>(&'a self, _material: &'a Material, call: Call<'a>) -> BoxFuture<'a, ToolOutput> {
        let used = self.uses.get(call.asked).and_then(|it| it.get(call.index));
        Box::pin(ready(used.map(runner::outcome).unwrap_or_default()))
    }

    /// Recorded results were shortened for one question, so they are not shared between questions.
    fn key(&self, call: Call<'_>) -> String {
        format!("{} {}", call.asked, call.index)
    }
}

impl Model for Recording {
    /// Waits for this answer's recorded turn, since the answers of a batch arrive in any order.
    fn ask<'a>(
        &'a self,
        request: &'a Request,
        watcher: Option<&'a dyn Deltas>,
    ) -> BoxFuture<'a, Result<Reply, models::Error>> {
        Box::pin(async move {
            let call = CallId::from(request.call.as_str());
            let place = self.position_of(&call);
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

impl Replayer for Recording {
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
            let own = recorded.filter(|it| local_task_of(it) == Some((kind, call)));
            own.cloned().ok_or_else(|| Error::NotRecorded { call: call.clone() })
        };
        (position..).zip(local_tasks).map(done).collect()
    }
}

impl Clock for Recording {
    fn stamp(&self, seq: u64) -> Stamp {
        let recorded = usize::try_from(seq).ok().and_then(|it| self.events.get(it));
        recorded.map_or(Stamp { at: 0, elapsed: 0 }, |it| Stamp { at: it.at, elapsed: it.elapsed })
    }

    fn took(&self, call: &CallId, _measured: Duration) -> u64 {
        self.positions.get(call).map_or(0, |(_, took)| *took)
    }

    fn left(&self, _deadline_ms: u64) -> Option<Duration> {
        None
    }
}
