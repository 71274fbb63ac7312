//! Somebody who follows a debate: from any event, through pauses, whoever runs it. Every event comes once and in order.
use super::House;
use super::feed::{Listening, Told};
use crate::bus::Signal;
use crate::error::Error;
use debate::{DebateId, Envelope, Event};
use std::collections::VecDeque;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// How often the log of a debate is looked at that does not run here. Ours: soon enough for a person, and one look-up by index.
const LOOK: Duration = Duration::from_millis(500);

/// How many events are read from the store at a time.
const PAGE: u32 = 256;

/// Something heard by one who follows every word.
#[derive(Clone, Debug, PartialEq)]
pub enum Live {
    /// Something happened.
    Told(Told),
    /// Somebody is speaking.
    Signal(Signal),
}

/// Somebody who follows a debate.
pub struct Watcher {
    house: House,
    id: DebateId,
    next: u64,
    read: VecDeque<Told>,
    /// Whether what was told last ended the debate.
    is_at_end: bool,
    listening: Option<Listening>,
}

impl Watcher {
    pub(super) fn new(house: House, id: DebateId, from: u64) -> Watcher {
        Watcher { house, id, next: from, read: VecDeque::new(), is_at_end: false, listening: None }
    }

    /// The next event; waits for it. None when the debate is over and all was told.
    pub async fn next(&mut self) -> Result<Option<Told>, Error> {
        loop {
            if let Some(told) = self.ready().await? {
                return Ok(Some(told));
            }
            if self.is_over().await? {
                return Ok(None);
            }
            self.wait().await;
        }
    }

    /// The next event, or the next words of somebody who speaks, whichever comes first; words that come too fast are left out.
    pub async fn next_live(&mut self) -> Result<Option<Live>, Error> {
        loop {
            if let Some(told) = self.ready().await? {
                return Ok(Some(Live::Told(told)));
            }
            if self.is_over().await? {
                return Ok(None);
            }
            if self.listening.is_none() {
                self.listening = self.house.feed(&self.id).map(|it| it.listen());
            }
            let Some(mut listening) = self.listening.take() else {
                self.wait().await;
                continue;
            };
            tokio::select! {
                biased;
                () = self.wait() => self.listening = Some(listening),
                signal = listening.signals.recv() => match signal {
                    Ok(signal) => {
                        self.listening = Some(listening);
                        return Ok(Some(Live::Signal(signal)));
                    }
                    Err(RecvError::Lagged(_)) => self.listening = Some(listening),
                    // The run is over; another may begin.
                    Err(RecvError::Closed) => {}
                },
            }
        }
    }

    /// The next event, if it has happened.
    async fn ready(&mut self) -> Result<Option<Told>, Error> {
        let told = match self.read.pop_front() {
            Some(told) => Some(told),
            None => match self.house.feed(&self.id).filter(|it| it.covers(self.next)) {
                Some(feed) => feed.at(self.next),
                None => {
                    let lines = self.house.store().lines(&self.id, self.next, PAGE).await?;
                    self.read.extend(lines.into_iter().map(|(seq, line)| Told { seq, line: line.into() }));
                    self.read.pop_front()
                }
            },
        };
        if let Some(told) = &told {
            self.next = told.seq + 1;
            self.is_at_end = ends(&told.line);
        }
        Ok(told)
    }

    /// Whether nothing more will come unless somebody continues the debate.
    async fn is_over(&self) -> Result<bool, Error> {
        if self.house.feed(&self.id).is_some() {
            return Ok(false);
        }
        if self.is_at_end || self.next == 0 {
            return Ok(self.is_at_end);
        }
        // Whoever begins behind the end has not seen it.
        let last = self.house.store().lines(&self.id, self.next - 1, 1).await?;
        Ok(last.first().is_some_and(|(_, line)| ends(line)))
    }

    /// Waits until there may be something new.
    async fn wait(&self) {
        let mut changed = self.house.inner.changed.subscribe();
        match self.house.feed(&self.id) {
            Some(feed) => {
                let mut growth = feed.growth();
                let next = self.next;
                // A feed that goes leaves the rest to the store.
                let _ = growth.wait_for(|it| it.next > next || it.is_finished).await;
                if growth.borrow().is_finished && self.house.feed(&self.id).is_some() {
                    tokio::task::yield_now().await;
                }
            }
            None => {
                tokio::select! {
                    _ = changed.changed() => {}
                    () = tokio::time::sleep(LOOK) => {}
                }
            }
        }
    }
}

/// Whether a line of a log ends its debate.
fn ends(line: &str) -> bool {
    // Only a short line can: most need not be read.
    line.contains("\"debate_closed\"")
        && serde_json::from_str::<Envelope>(line).is_ok_and(|it| matches!(it.event, Event::DebateClosed { .. }))
}
