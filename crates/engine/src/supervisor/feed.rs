//! The events of a debate that runs here, for any number of followers: serialized once, kept in memory while it runs.
//!
//! The debate sends to one unbounded channel and goes on; a separate task serializes events and wakes the followers. So a thousand
//! followers cost the debate nothing, and a slow one delays nobody: each reads from the same list at its own pace.
use crate::bus::{Signal, Subscriber};
use debate::Envelope;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::{broadcast, watch};

/// How many signals a slow listener may be behind before it loses some.
const SIGNALS: usize = 256;

/// An event with its position and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedEvent {
    /// Its position in the log.
    pub seq: u64,
    /// The event as a line of JSON, as in the log.
    pub line: Arc<str>,
}

/// The events of one run.
#[derive(Debug)]
pub(super) struct Feed {
    /// The position of the first.
    from: u64,
    events: RwLock<Vec<LoggedEvent>>,
    /// The position of the next event, and whether more can come.
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
            events: RwLock::default(),
            grown: watch::Sender::new(Growth { next: from, is_finished: false }),
            signals: broadcast::Sender::new(SIGNALS),
            listeners: Arc::default(),
        }
    }

    /// The number of listeners to streamed text.
    pub(super) fn listeners(&self) -> Arc<AtomicUsize> {
        self.listeners.clone()
    }

    /// Forwards what the subscriber receives until the run ends. Events have precedence over signals.
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
                    // Sending fails without listeners, which is fine.
                    let _ = self.signals.send(signal);
                }
            }
        }
    }

    fn tell(&self, envelope: &Envelope) {
        // An event that can't be serialized could not have been stored, and would not have been published.
        let Ok(line) = debate::log::write(envelope) else { return };
        let event = LoggedEvent { seq: envelope.seq, line: line.into() };
        self.events.write().unwrap_or_else(PoisonError::into_inner).push(event);
        self.grown.send_modify(|it| it.next = envelope.seq + 1);
    }

    /// Marks the feed as complete.
    pub(super) fn finish(&self) {
        self.grown.send_modify(|it| it.is_finished = true);
    }

    /// Waits until the feed is complete.
    pub(super) async fn finished(&self) {
        let _ = self.grown.subscribe().wait_for(|it| it.is_finished).await;
    }

    /// The event at this position, if it belongs to this run and has happened.
    pub(super) fn at(&self, seq: u64) -> Option<LoggedEvent> {
        let position = usize::try_from(seq.checked_sub(self.from)?).ok()?;
        self.events.read().unwrap_or_else(PoisonError::into_inner).get(position).cloned()
    }

    /// Whether events at this position belong to this run.
    pub(super) fn covers(&self, seq: u64) -> bool {
        seq >= self.from
    }

    /// Waits until there is an event at this position, or the feed is complete.
    pub(super) async fn grown_past(&self, seq: u64) {
        // The sender is ours: it exists as long as we wait.
        let _ = self.grown.subscribe().wait_for(|it| it.next > seq || it.is_finished).await;
    }

    /// Subscribes to streamed text from now on.
    pub(super) fn listen(self: &Arc<Feed>) -> Listening {
        self.listeners.fetch_add(1, Ordering::Relaxed);
        Listening { signals: self.signals.subscribe(), feed: self.clone() }
    }
}

/// A listener to streamed text; counted until it is dropped.
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
