//! `bench`: what this machine makes of it, and what a way of debating makes of debates.
mod compare;
mod interval;
pub(super) mod load;
pub(super) mod local;
mod measure;
pub(super) mod path;
pub(super) mod personas;
pub(super) mod recorded;
mod report;
pub(super) mod run;
mod scenario;
pub(super) mod watchers;

use debate::{DebateId, Envelope};
use engine::{Journal, sim};
use futures_util::future::{BoxFuture, ready};
use models::{Deltas, Error, Model, Reply, Request};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Where a debate is written that is measured and then forgotten.
#[derive(Debug, Default)]
struct Pages(Mutex<Vec<Envelope>>);

impl Pages {
    fn read(&self) -> Vec<Envelope> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Journal for Pages {
    fn write<'a>(&'a self, _: &'a DebateId, events: &'a [Envelope]) -> BoxFuture<'a, Result<(), engine::Error>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(events);
        Box::pin(ready(Ok(())))
    }
}

/// A simulated participant that takes its time: without it, a comparison of latencies is one of this machine's own work.
struct Slow {
    inner: Arc<dyn Model>,
    answer: Duration,
}

impl Slow {
    /// Slows a model down, if it is simulated: others have a time of their own.
    fn down(name: &str, model: &mut Arc<dyn Model>, answer: Duration) {
        if name.split('/').next() == Some(sim::PROVIDER) {
            *model = Arc::new(Slow { inner: model.clone(), answer });
        }
    }
}

impl Model for Slow {
    fn ask<'a>(&'a self, request: &'a Request, watcher: Option<&'a dyn Deltas>) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(async move {
            tokio::time::sleep(self.answer).await;
            self.inner.ask(request, watcher).await
        })
    }

    fn reads_data(&self) -> bool {
        self.inner.reads_data()
    }
}

/// A time to the millisecond.
fn seconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e3).round() / 1e3
}

/// The processor time of this process so far; nothing where the system does not tell.
fn spent_cpu() -> Duration {
    // Fields 14 and 15 after the command's closing parenthesis: user and system time, in hundredths of a second on Linux.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map(|(_, rest)| rest).unwrap_or_default();
    let ticks: u64 = fields.split_whitespace().skip(11).take(2).filter_map(|it| it.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// The most memory this process has held, in megabytes; nothing where the system does not tell.
fn peak_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some((kilobytes / 102.4).round() / 10.0)
}
