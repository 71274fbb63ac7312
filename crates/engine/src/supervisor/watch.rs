//! Follows a debate from any event, through pauses, whichever process runs it. Every event is delivered once and in order.
//!
//! Events of a run in this process come from its [`Feed`](super::feed::Feed), all others from the store. The watcher keeps only the
//! position of the next event, so it can change between the two. A watcher that never reads delays nobody and holds at most one page of
//! events.
use super::Supervisor;
use super::changes::ChangesOf;
use super::feed::{Listening, LoggedEvent};
use crate::bus::Signal;
use crate::error::Error;
use debate::{DebateId, Event};
use std::collections::VecDeque;
use std::time::Duration;

/// The first interval for polling the log of a debate that does not run here. Ours: soon enough for a person; a poll is two look-ups by
/// index.
const LOOK: Duration = Duration::from_millis(500);

/// The longest interval, reached when nothing changes: a thousand watchers of paused debates are then no load.
const LOOK_MOST: Duration = Duration::from_secs(2);

/// How many events are read from the store at a time. Ours: a turn is a few kilobytes, so a watcher holds about a hundred kilobytes at
/// most.
const PAGE: u32 = 16;

/// An item of a live stream.
#[derive(Clone, Debug, PartialEq)]
pub enum Live {
    /// An event.
    Logged(LoggedEvent),
    /// Streamed text.
    Signal(Signal),
}

/// A follower of one debate.
pub struct Watcher {
    supervisor: Supervisor,
    id: DebateId,
    next: u64,
    read: VecDeque<LoggedEvent>,
    changed: ChangesOf,
    look: Duration,
    listening: Option<Listening>,
    /// Whether a line ends the stream.
    ends: fn(&str) -> bool,
}

impl Watcher {
    pub(super) fn new(supervisor: Supervisor, id: DebateId, from: u64) -> Watcher {
        let changed = supervisor.inner.slots.changes().of(&id);
        Watcher {
            supervisor,
            id,
            next: from,
            read: VecDeque::new(),
            changed,
            look: LOOK,
            listening: None,
            ends: closes,
        }
    }

    /// Keeps following while the debate waits for an answer, which does not count as its end.
    pub fn through_waits(self) -> Watcher {
        Watcher { ends, ..self }
    }

    /// Waits for the next event. `None` when the debate is closed or waits for an answer, and all events were delivered; a later call
    /// delivers what came since. Cancel safe.
    pub async fn next(&mut self) -> Result<Option<LoggedEvent>, Error> {
        loop {
            // Before any check, so that no later change is missed.
            self.changed.mark_unchanged();
            if let Some(told) = self.ready().await? {
                return Ok(Some(told));
            }
            if self.is_over().await? {
                return Ok(None);
            }
            self.wait().await;
        }
    }

    /// Waits for the next event or piece of streamed text. Text that arrives too fast is dropped. Cancel safe: no event is lost.
    pub async fn next_live(&mut self) -> Result<Option<Live>, Error> {
        loop {
            self.changed.mark_unchanged();
            if let Some(told) = self.ready().await? {
                return Ok(Some(Live::Logged(told)));
            }
            if self.is_over().await? {
                return Ok(None);
            }
            let Some(feed) = self.supervisor.feed(&self.id) else {
                self.listening = None;
                self.wait().await;
                continue;
            };
            let listening = match &mut self.listening {
                Some(listening) if listening.is_to(&feed) => listening,
                // Each run has its own feed.
                other => other.insert(feed.listen()),
            };
            tokio::select! {
                biased;
                () = feed.grown_past(self.next) => {}
                // Signals that a slow listener missed are skipped.
                signal = listening.signals.recv() => if let Ok(signal) = signal {
                    return Ok(Some(Live::Signal(signal)));
                },
            }
        }
    }

    /// The next event, if it has happened.
    async fn ready(&mut self) -> Result<Option<LoggedEvent>, Error> {
        if self.read.is_empty() {
            match self.supervisor.feed(&self.id).filter(|it| it.covers(self.next)) {
                Some(feed) => self.read.extend(feed.at(self.next)),
                None => {
                    let lines = self.supervisor.store().lines(&self.id, self.next, PAGE).await?;
                    self.read.extend(lines.into_iter().map(|(seq, line)| LoggedEvent { seq, line: line.into() }));
                }
            }
        }
        let told = self.read.pop_front();
        if let Some(told) = &told {
            self.next = told.seq + 1;
            self.look = LOOK;
        }
        Ok(told)
    }

    /// Whether nothing more will come unless the debate is continued.
    async fn is_over(&self) -> Result<bool, Error> {
        if self.supervisor.feed(&self.id).is_some() {
            return Ok(false);
        }
        // A watcher that starts behind the end has not seen the closing event.
        let last = self.supervisor.store().last_line(&self.id).await?;
        // A deleted debate is over.
        Ok(last.is_none_or(|(seq, line)| seq < self.next && (self.ends)(&line)))
    }

    /// Waits until there may be something new.
    async fn wait(&mut self) {
        match self.supervisor.feed(&self.id) {
            Some(feed) => feed.grown_past(self.next).await,
            None => {
                tokio::select! {
                    () = self.changed.changed() => {}
                    () = tokio::time::sleep(self.look) => self.look = (self.look * 2).min(LOOK_MOST),
                }
            }
        }
    }
}

/// Whether a line of a log ends its debate. One that waits for an answer has not ended.
pub fn ends(line: &str) -> bool {
    closed(line).is_some_and(|question| question.is_none())
}

/// Whether a line of a log closes its debate, possibly to wait for an answer.
pub(super) fn closes(line: &str) -> bool {
    closed(line).is_some()
}

/// The question of a line that closes a debate.
fn closed(line: &str) -> Option<Option<String>> {
    // Quotes within texts are escaped, so few lines need parsing.
    let envelope = line.contains("\"debate_closed\"").then(|| debate::log::one(line).ok())??;
    if let Event::DebateClosed { question, .. } = envelope.event { Some(question) } else { None }
}
