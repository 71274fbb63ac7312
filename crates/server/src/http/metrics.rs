//! The metrics at `/metrics`, in the text format of Prometheus. No label names a debate, a tenant or a caller.
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Counters of the running server.
#[derive(Default)]
pub(super) struct Metrics {
    /// Responses, by declared route and status.
    requests: Mutex<BTreeMap<(String, u16), u64>>,
    /// Events sent to streams.
    pub(super) told: AtomicU64,
    /// Open streams.
    streams: AtomicU64,
    /// Connections closed because the client did not read.
    pub(super) unread: AtomicU64,
}

impl Metrics {
    /// Counts a response.
    pub(super) fn answered(&self, route: &str, status: u16) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.entry((route.to_owned(), status)).or_default() += 1;
    }

    /// Counts a stream until the returned guard is dropped.
    pub(super) fn stream(self: &Arc<Metrics>) -> Streaming {
        self.streams.fetch_add(1, Ordering::Relaxed);
        Streaming(self.clone())
    }

    /// All metrics as text.
    pub(super) fn text(&self, running: usize, begun: u64) -> String {
        let mut text = String::new();
        let load = |it: &AtomicU64| it.load(Ordering::Relaxed);
        let single = [
            ("roundtable_debates_running", "gauge", "Debates running in this process.", running as u64),
            ("roundtable_debates_started_total", "counter", "Debates begun in this process.", begun),
            ("roundtable_events_told_total", "counter", "Events sent to those who follow debates.", load(&self.told)),
            ("roundtable_streams_open", "gauge", "Open event streams.", load(&self.streams)),
            ("roundtable_unread_dropped_total", "counter", "Connections closed as unread.", load(&self.unread)),
        ];
        // Writing to a string can't fail.
        for (name, kind, help, value) in single {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
        let name = "roundtable_http_requests_total";
        let _ = writeln!(text, "# HELP {name} Requests answered, by route and status.\n# TYPE {name} counter");
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        for ((route, status), count) in requests.iter() {
            let _ = writeln!(text, "{name}{{route=\"{route}\",status=\"{status}\"}} {count}");
        }
        text
    }
}

/// Guard of an open stream.
pub(super) struct Streaming(Arc<Metrics>);

impl Drop for Streaming {
    fn drop(&mut self) {
        self.0.streams.fetch_sub(1, Ordering::Relaxed);
    }
}
