//! Who is told. Events are told after they are written; tokens in flight are told as they come and are never kept.
//!
//! No listener can slow or change a debate: events wait in a channel without bound (a debate has few), signals in one that
//! drops what does not fit.
use debate::{CallId, Envelope, Name};
use models::Deltas;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
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
    /// The next piece of its answer.
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
pub struct Ear {
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
    pub fn events() -> (Bus, Ear) {
        let (events, heard) = mpsc::unbounded_channel();
        (Bus { events: Some(events), signals: None, listeners: None }, Ear { events: heard, signals: None })
    }

    /// Somebody wants to hear every word as it comes.
    pub fn live() -> (Bus, Ear) {
        let (bus, ear) = Bus::events();
        let (signals, heard) = mpsc::channel(SIGNALS);
        (Bus { signals: Some(signals), ..bus }, Ear { signals: Some(heard), ..ear })
    }

    /// Somebody may want to hear every word, as long as `listeners` are not none.
    pub(crate) fn heard_by(listeners: Arc<AtomicUsize>) -> (Bus, Ear) {
        let (bus, ear) = Bus::live();
        (Bus { listeners: Some(listeners), ..bus }, ear)
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
        let watch = Watch { call: call.clone(), signals };
        watch.signal(Signal::Asked { call: call.clone(), by: by.clone() });
        Some(watch)
    }
}

/// Passes the words of one call on.
pub(crate) struct Watch {
    call: CallId,
    signals: mpsc::Sender<Signal>,
}

impl Watch {
    fn signal(&self, signal: Signal) {
        let _ = self.signals.try_send(signal);
    }
}

impl Deltas for Watch {
    fn delta(&self, text: &str) {
        self.signal(Signal::Said { call: self.call.clone(), text: text.to_owned() });
    }

    fn restart(&self) {
        self.signal(Signal::Restarted { call: self.call.clone() });
    }
}
