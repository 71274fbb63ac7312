//! What has happened in a debate that runs here, for as many as want to hear it: written as text once, kept while it runs.
//!
//! The debate tells one channel without bound and goes on; a task of its own turns events into text and wakes those who follow. So a
//! thousand of them cost the debate nothing, and one who is slow holds up nobody: each reads from the same list at its own pace.
use crate::bus::{Signal, Subscriber};
use debate::Envelope;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::{broadcast, watch};

/// How many signals a slow listener may be behind before it loses some.
const SIGNALS: usize = 256;

/// An event as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedEvent {
    /// Its position in the log.
    pub seq: u64,
    /// The event as the log has it: a line of JSON.
    pub line: Arc<str>,
}

/// The events of one run.
#[derive(Debug)]
pub(super) struct Feed {
    /// The position of the first.
    from: u64,
    told: RwLock<Vec<LoggedEvent>>,
    /// How many there are, and whether more can come.
    grown: watch::Sender<Growth>,
    signals: broadcast::Sender<Signal>,
    listeners: Arc<AtomicUsize>,
}

/// How far a feed has come.
#[derive(Clone, Copy, Debug)]
struct Growth {
    next: u64,
    is_finished: bool,
}

impl Feed {
    /// A feed that begins with event `from`.
    pub(super) fn from(from: u64) -> Feed {
        Feed {
            from,
            told: RwLock::default(),
            grown: watch::Sender::new(Growth { next: from, is_finished: false }),
            signals: broadcast::Sender::new(SIGNALS),
            listeners: Arc::default(),
        }
    }

    /// How many want to hear every word.
    pub(super) fn listeners(&self) -> Arc<AtomicUsize> {
        self.listeners.clone()
    }

    /// Hears a debate as far as it runs. What was told comes before what is being said.
    pub(super) async fn follow(self: Arc<Feed>, subscriber: Subscriber) {
        let Subscriber { mut events, signals } = subscriber;
        let Some(mut signals) = signals else { return };
        loop {
            tokio::select! {
                biased;
                event = events.recv() => match event {
                    Some(envelope) => self.tell(&envelope),
                    None => return,
                },
                Some(signal) = signals.recv() => {
                    // Nobody listening is no concern of ours.
                    let _ = self.signals.send(signal);
                }
            }
        }
    }

    fn tell(&self, envelope: &Envelope) {
        // What could not be written as text could not be stored either, and would not have been told.
        let Ok(line) = debate::log::write(envelope) else { return };
        let told = LoggedEvent { seq: envelope.seq, line: line.into() };
        self.told.write().unwrap_or_else(PoisonError::into_inner).push(told);
        self.grown.send_modify(|it| it.next = envelope.seq + 1);
    }

    /// Nothing more will come.
    pub(super) fn finish(&self) {
        self.grown.send_modify(|it| it.is_finished = true);
    }

    /// Waits until nothing more will come.
    pub(super) async fn finished(&self) {
        let _ = self.grown.subscribe().wait_for(|it| it.is_finished).await;
    }

    /// The event in this position, if it is one of this run's and has happened.
    pub(super) fn at(&self, seq: u64) -> Option<LoggedEvent> {
        let position = usize::try_from(seq.checked_sub(self.from)?).ok()?;
        self.told.read().unwrap_or_else(PoisonError::into_inner).get(position).cloned()
    }

    /// Whether events in this position are this run's to tell.
    pub(super) fn covers(&self, seq: u64) -> bool {
        seq >= self.from
    }

    /// Waits until there is an event in this position, or nothing more will come.
    pub(super) async fn grown_past(&self, seq: u64) {
        // The sender is ours: it is there as long as we wait.
        let _ = self.grown.subscribe().wait_for(|it| it.next > seq || it.is_finished).await;
    }

    /// Every word as it comes, from now on.
    pub(super) fn listen(self: &Arc<Feed>) -> Listening {
        self.listeners.fetch_add(1, Ordering::Relaxed);
        Listening { signals: self.signals.subscribe(), feed: self.clone() }
    }
}

/// Somebody who hears every word; counted while it does.
#[derive(Debug)]
pub(super) struct Listening {
    pub(super) signals: broadcast::Receiver<Signal>,
    feed: Arc<Feed>,
}

impl Listening {
    pub(super) fn is_to(&self, feed: &Arc<Feed>) -> bool {
        Arc::ptr_eq(&self.feed, feed)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.feed.listeners.fetch_sub(1, Ordering::Relaxed);
    }
}
