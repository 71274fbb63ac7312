//! Publishes a run to its subscribers. Events are published after they are written; text that is being streamed is published as it arrives
//! and never stored.
//!
//! No subscriber can slow or change a debate: events wait in an unbounded channel (a debate has few), signals in a bounded one that drops
//! what does not fit. Private reasoning in a room is not published (`room_stream_filter`).
mod room_stream_filter;

use debate::{CallId, Envelope, Name};
use models::Deltas;
use room_stream_filter::RoomStreamFilter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;

/// Something that is published and not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A participant is being asked.
    Asked {
        /// The id of the question.
        call: CallId,
        /// The participant.
        by: Name,
    },
    /// The next piece of its answer; in a room, only of the fields that the other participant is given.
    Said {
        /// The id of the question.
        call: CallId,
        /// The text.
        text: String,
    },
    /// The text streamed so far is void: the answer is requested again.
    Restarted {
        /// The id of the question.
        call: CallId,
    },
}

/// The capacity of the signal channel.
const SIGNALS: usize = 1_024;

/// The sending end.
#[derive(Clone, Debug, Default)]
pub struct Bus {
    events: Option<mpsc::UnboundedSender<Arc<Envelope>>>,
    signals: Option<mpsc::Sender<Signal>>,
    /// How many listeners want streamed text, where that changes while a debate runs.
    listeners: Option<Arc<AtomicUsize>>,
}

/// The receiving end.
#[derive(Debug)]
pub struct Subscriber {
    /// Events, in order.
    pub events: mpsc::UnboundedReceiver<Arc<Envelope>>,
    /// Streamed text, if subscribed to.
    pub signals: Option<mpsc::Receiver<Signal>>,
}

impl Bus {
    /// A bus without subscribers.
    pub fn silent() -> Bus {
        Bus::default()
    }

    /// A bus with a subscriber to events; answers need not be streamed.
    pub fn events() -> (Bus, Subscriber) {
        let (events, heard) = mpsc::unbounded_channel();
        (Bus { events: Some(events), signals: None, listeners: None }, Subscriber { events: heard, signals: None })
    }

    /// A bus with a subscriber to events and streamed text.
    pub fn live() -> (Bus, Subscriber) {
        let (bus, subscriber) = Bus::events();
        let (signals, heard) = mpsc::channel(SIGNALS);
        (Bus { signals: Some(signals), ..bus }, Subscriber { signals: Some(heard), ..subscriber })
    }

    /// A bus that streams text while `listeners` is above 0.
    pub(crate) fn with_listeners(listeners: Arc<AtomicUsize>) -> (Bus, Subscriber) {
        let (bus, subscriber) = Bus::live();
        (Bus { listeners: Some(listeners), ..bus }, subscriber)
    }

    pub(crate) fn publish(&self, envelope: Envelope) {
        if let Some(events) = &self.events {
            // A subscriber that has gone does not concern the debate.
            let _ = events.send(Arc::new(envelope));
        }
    }

    /// Announces a question whose answer is not streamed: a grouping, or a comparison.
    pub(crate) fn announce(&self, call: &CallId, by: &str) {
        if let Some(signals) = &self.signals {
            let _ = signals.try_send(Signal::Asked { call: call.clone(), by: Name::from(by) });
        }
    }

    /// A stream publisher for one call; `None` without listeners.
    pub(crate) fn stream(&self, call: &CallId, by: &Name) -> Option<StreamPublisher> {
        let signals = self.signals.clone()?;
        if self.listeners.as_ref().is_some_and(|it| it.load(Ordering::Relaxed) == 0) {
            return None;
        }
        let filter = call.room().map(|_| Mutex::default());
        let stream = StreamPublisher { call: call.clone(), signals, filter };
        stream.signal(Signal::Asked { call: call.clone(), by: by.clone() });
        Some(stream)
    }
}

/// Publishes the streamed text of one call.
pub(crate) struct StreamPublisher {
    call: CallId,
    signals: mpsc::Sender<Signal>,
    /// Set for calls in a room.
    filter: Option<Mutex<RoomStreamFilter>>,
}

impl StreamPublisher {
    fn signal(&self, signal: Signal) {
        let _ = self.signals.try_send(signal);
    }
}

impl Deltas for StreamPublisher {
    fn delta(&self, text: &str) {
        let text = match &self.filter {
            Some(filter) => filter.lock().unwrap_or_else(PoisonError::into_inner).through(text),
            None => text.to_owned(),
        };
        if !text.is_empty() {
            self.signal(Signal::Said { call: self.call.clone(), text });
        }
    }

    fn restart(&self) {
        if let Some(filter) = &self.filter {
            *filter.lock().unwrap_or_else(PoisonError::into_inner) = RoomStreamFilter::default();
        }
        self.signal(Signal::Restarted { call: self.call.clone() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-22: of an answer in a room only the public fields are passed on, also when it is requested again; of other answers, everything.
    #[test]
    fn thoughts_in_a_room_are_passed_on_to_nobody() {
        let (bus, subscriber) = Bus::live();
        let mut signals = subscriber.signals.unwrap();
        let mut heard = |call: &str| {
            let stream = bus.stream(&CallId::from(call), &Name::from("ann")).unwrap();
            ["{\"trace\":\"one\",\"say\":\"wrong", "\""].iter().for_each(|it| stream.delta(it));
            stream.restart();
            ["{\"trace\":\"two\",", "\"say\":\"right\"}"].iter().for_each(|it| stream.delta(it));
            let mut texts = Vec::new();
            while let Ok(signal) = signals.try_recv() {
                texts.extend(match signal {
                    Signal::Said { text, .. } => Some(text),
                    Signal::Asked { .. } | Signal::Restarted { .. } => None,
                });
            }
            texts
        };
        assert_eq!(heard("room-1/position/1/ann"), ["\"say\":\"wrong", "\"", "\"say\":\"right\""]);
        assert!(heard("r1/turn/ann").concat().contains("two"));
    }
}
