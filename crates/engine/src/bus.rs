//! Who is told. Events are told after they are written; tokens in flight are told as they come and are never kept.
//!
//! No listener can slow or change a debate: events wait in a channel without bound (a debate has few), signals in one that
//! drops what does not fit. What somebody thinks in a room before they speak is told to nobody (`veil`).
mod room_stream_filter;

use debate::{CallId, Envelope, Name};
use models::Deltas;
use room_stream_filter::RoomStreamFilter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;

/// Something that passes and is not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A participant is being asked.
    Asked {
        /// Which question.
        call: CallId,
        /// Who.
        by: Name,
    },
    /// The next piece of its answer; in a room, of what the other hears of it.
    Said {
        /// Which question.
        call: CallId,
        /// The words.
        text: String,
    },
    /// What was heard of this answer is void: it is asked for anew.
    Restarted {
        /// Which question.
        call: CallId,
    },
}

/// How many signals may wait for a listener.
const SIGNALS: usize = 1_024;

/// The speaking end.
#[derive(Clone, Debug, Default)]
pub struct Bus {
    events: Option<mpsc::UnboundedSender<Arc<Envelope>>>,
    signals: Option<mpsc::Sender<Signal>>,
    /// How many want to hear every word, where that changes while a debate runs.
    listeners: Option<Arc<AtomicUsize>>,
}

/// The listening end.
#[derive(Debug)]
pub struct Subscriber {
    /// What happened, in order.
    pub events: mpsc::UnboundedReceiver<Arc<Envelope>>,
    /// What is being said, if asked for.
    pub signals: Option<mpsc::Receiver<Signal>>,
}

impl Bus {
    /// Nobody listens.
    pub fn silent() -> Bus {
        Bus::default()
    }

    /// Somebody wants to hear what happened; answers need not be streamed.
    pub fn events() -> (Bus, Subscriber) {
        let (events, heard) = mpsc::unbounded_channel();
        (Bus { events: Some(events), signals: None, listeners: None }, Subscriber { events: heard, signals: None })
    }

    /// Somebody wants to hear every word as it comes.
    pub fn live() -> (Bus, Subscriber) {
        let (bus, subscriber) = Bus::events();
        let (signals, heard) = mpsc::channel(SIGNALS);
        (Bus { signals: Some(signals), ..bus }, Subscriber { signals: Some(heard), ..subscriber })
    }

    /// Somebody may want to hear every word, as long as `listeners` are not none.
    pub(crate) fn heard_by(listeners: Arc<AtomicUsize>) -> (Bus, Subscriber) {
        let (bus, subscriber) = Bus::live();
        (Bus { listeners: Some(listeners), ..bus }, subscriber)
    }

    pub(crate) fn tell(&self, envelope: Envelope) {
        if let Some(events) = &self.events {
            // A listener that has left is no concern of the debate's.
            let _ = events.send(Arc::new(envelope));
        }
    }

    /// A watcher for one call, if anybody listens.
    pub(crate) fn watch(&self, call: &CallId, by: &Name) -> Option<Watch> {
        let signals = self.signals.clone()?;
        if self.listeners.as_ref().is_some_and(|it| it.load(Ordering::Relaxed) == 0) {
            return None;
        }
        let veil = call.room().map(|_| Mutex::default());
        let watch = Watch { call: call.clone(), signals, veil };
        watch.signal(Signal::Asked { call: call.clone(), by: by.clone() });
        Some(watch)
    }
}

/// Passes the words of one call on.
pub(crate) struct Watch {
    call: CallId,
    signals: mpsc::Sender<Signal>,
    /// In a room.
    veil: Option<Mutex<RoomStreamFilter>>,
}

impl Watch {
    fn signal(&self, signal: Signal) {
        let _ = self.signals.try_send(signal);
    }
}

impl Deltas for Watch {
    fn delta(&self, text: &str) {
        let text = match &self.veil {
            Some(veil) => veil.lock().unwrap_or_else(PoisonError::into_inner).through(text),
            None => text.to_owned(),
        };
        if !text.is_empty() {
            self.signal(Signal::Said { call: self.call.clone(), text });
        }
    }

    fn restart(&self) {
        if let Some(veil) = &self.veil {
            *veil.lock().unwrap_or_else(PoisonError::into_inner) = RoomStreamFilter::default();
        }
        self.signal(Signal::Restarted { call: self.call.clone() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// P-22: what is passed on of an answer in a room is what is said in it, also when it is asked for anew; of others, all of it.
    #[test]
    fn thoughts_in_a_room_are_passed_on_to_nobody() {
        let (bus, subscriber) = Bus::live();
        let mut signals = subscriber.signals.unwrap();
        let mut heard = |call: &str| {
            let watch = bus.watch(&CallId::from(call), &Name::from("ann")).unwrap();
            ["{\"trace\":\"one\",\"say\":\"wrong", "\""].iter().for_each(|it| watch.delta(it));
            watch.restart();
            ["{\"trace\":\"two\",", "\"say\":\"right\"}"].iter().for_each(|it| watch.delta(it));
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
