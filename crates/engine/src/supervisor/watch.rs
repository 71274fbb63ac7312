//! Somebody who follows a debate: from any event, through pauses, whoever runs it. Every event comes once and in order.
//!
//! What a run here has told is read from its [`Feed`](super::feed::Feed), all else from the store; the slot of the next event is all that
//! is kept, so it makes no difference which. A watcher that never reads holds nobody up and keeps a page of events at the most.
use super::Supervisor;
use super::changes::ChangesOf;
use super::feed::{Listening, LoggedEvent};
use crate::bus::Signal;
use crate::error::Error;
use debate::{DebateId, Event};
use std::collections::VecDeque;
use std::time::Duration;

/// How soon the log of a debate is looked at again that does not run here. Ours: soon enough for a person, and two look-ups by index.
const LOOK: Duration = Duration::from_millis(500);

/// How late it is looked at if nothing comes: a thousand who watch debates at rest are then no load.
const LOOK_MOST: Duration = Duration::from_secs(2);

/// How many events are read from the store at a time. Ours: a turn is a few kilobytes, so a watcher keeps some hundred at the most.
const PAGE: u32 = 16;

/// Something heard by one who follows every word.
#[derive(Clone, Debug, PartialEq)]
pub enum Live {
    /// Something happened.
    Logged(LoggedEvent),
    /// Somebody is speaking.
    Signal(Signal),
}

/// Somebody who follows a debate.
pub struct Watcher {
    supervisor: Supervisor,
    id: DebateId,
    next: u64,
    read: VecDeque<LoggedEvent>,
    changed: ChangesOf,
    look: Duration,
    listening: Option<Listening>,
    /// Which line ends what it follows.
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

    /// The same through the times in which a debate waits for an answer: it is not over then.
    pub fn through_waits(self) -> Watcher {
        Watcher { ends, ..self }
    }

    /// The next event; waits for it. None when the debate is over, or waits for an answer, and all was told; asked again, it tells what
    /// came since. Nothing is lost if the future is dropped.
    pub async fn next(&mut self) -> Result<Option<LoggedEvent>, Error> {
        loop {
            // Before anything is looked at, so that no change after it is missed.
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

    /// The next event, or the next words of somebody who speaks, whichever comes first; words that come too fast are left out. No event
    /// is lost if the future is dropped.
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
                // Each run has a feed of its own.
                other => other.insert(feed.listen()),
            };
            tokio::select! {
                biased;
                () = feed.grown_past(self.next) => {}
                // What was too fast is left out.
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

    /// Whether nothing more will come unless somebody continues the debate.
    async fn is_over(&self) -> Result<bool, Error> {
        if self.supervisor.feed(&self.id).is_some() {
            return Ok(false);
        }
        // Whoever begins behind the end has not seen it.
        let last = self.supervisor.store().last_line(&self.id).await?;
        // One that was deleted is as over as can be.
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

/// Whether a line of a log ends its debate: one that waits for an answer is not over.
pub fn ends(line: &str) -> bool {
    closed(line).is_some_and(|question| question.is_none())
}

/// Whether a line of a log closes its debate, be it to wait for an answer.
pub(super) fn closes(line: &str) -> bool {
    closed(line).is_some()
}

/// The question of a line that closes a debate.
fn closed(line: &str) -> Option<Option<String>> {
    // Quotes in what somebody said are escaped, so few lines need to be read.
    let envelope = line.contains("\"debate_closed\"").then(|| debate::log::one(line).ok())??;
    if let Event::DebateClosed { question, .. } = envelope.event { Some(question) } else { None }
}
