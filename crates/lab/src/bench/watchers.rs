//! Measures what watchers cost a debate (I-30).
//!
//! Debates run one after the other in a supervisor over a store in memory, alternately unwatched and watched by many, each of whom reads
//! every event. The figure is the processor time of the polls of the debate's own task: the loop, prompts, parsing answers, folding,
//! serializing events for the store, and the simulated answers. It excludes the store's writer, the task that serializes events for
//! watchers, and the watchers, which run beside it.
use super::{Seats, id, peak_mb};
use crate::Error;
use analysis::measure;
use debate::Debate;
use engine::{Limits, Owner, ResourceProvider, Resources, Supervisor};
use futures_util::future::BoxFuture;
use models::Model;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use store::Store;
use tokio::task::JoinSet;

/// The largest allowed ratio of the cost of a call with watchers. Ours, for the target: less than a tenth more.
const MOST_OVER: f64 = 1.10;

/// The cost of a debate.
struct Cost {
    /// Processor time of a call, in microseconds.
    a_call: f64,
    calls: u32,
    events: u64,
    /// Bytes of text that the supervisor kept for watchers.
    kept: u64,
}

/// The setup of the measurement.
pub struct Watchers {
    /// Participants, models and rules.
    pub seats: Seats,
    /// How many watch a watched debate.
    pub watchers: usize,
    /// How many debates are held each way.
    pub repeat: u32,
}

/// The result.
#[derive(Debug)]
pub struct Overhead {
    watchers: usize,
    repeat: u32,
    calls: u32,
    events: u64,
    /// Median processor time of a call, in microseconds.
    alone: f64,
    /// The same for watched debates.
    watched: f64,
    ratio: f64,
    kept: u64,
}

impl Watchers {
    /// Runs the debates, after one to warm up.
    pub async fn run(&self) -> Result<Overhead, Error> {
        self.hold(0).await?;
        let (mut alone, mut watched) = (Vec::new(), Vec::new());
        for _ in 0..self.repeat {
            alone.push(self.hold(0).await?);
            watched.push(self.hold(self.watchers).await?);
        }
        let (without, with) = (median(&alone), median(&watched));
        let (calls, events, kept) = watched.first().map_or((0, 0, 0), |it| (it.calls, it.events, it.kept));
        Ok(Overhead {
            watchers: self.watchers,
            repeat: self.repeat,
            calls,
            events,
            alone: without,
            watched: with,
            ratio: (with / without * 1e3).round() / 1e3,
            kept,
        })
    }

    /// Runs a debate with this many watchers; each must receive all events.
    async fn hold(&self, watchers: usize) -> Result<Cost, Error> {
        let store = Store::memory().await?;
        let spent = Arc::new(AtomicU64::new(0));
        let measured = spent.clone();
        let around = move |_: &debate::DebateId, task: BoxFuture<'static, ()>| metered(task, measured.clone());
        let terms = Limits { most: 1, most_of_one: 1, around: Some(Arc::new(around)) };
        let supervisor = Supervisor::on(store.clone(), Arc::new(FixedModels(self.seats.models.clone())), terms);
        let spec = self.seats.spec(id(), "collaborative")?;
        // Before anybody watches: a debate that is not in the store yet is over for its watchers.
        supervisor.open(&spec, Owner::default()).await?;
        let mut watching = JoinSet::new();
        for _ in 0..watchers {
            let mut watcher = supervisor.watch(&spec.id, 0);
            watching.spawn(async move {
                let (mut events, mut bytes) = (0_u64, 0_u64);
                while let Some(told) = watcher.next().await? {
                    // In order and once.
                    if told.seq != events {
                        return Ok((told.seq, 0));
                    }
                    events += 1;
                    bytes += told.line.len() as u64;
                }
                Ok::<_, engine::Error>((events, bytes))
            });
        }
        supervisor.until_rest(&spec.id).await;
        let log = store.log(&spec.id).await?;
        let (events, mut kept) = (log.len() as u64, 0);
        while let Some(heard) = watching.join_next().await {
            let (heard, bytes) = heard??;
            if heard != events {
                return Err(Error::Unheard { heard, events });
            }
            kept = bytes;
        }
        let calls = Debate::replay(&log).map_err(engine::Error::from)?.calls;
        store.close().await;
        let spent = Duration::from_nanos(spent.load(Ordering::Acquire));
        Ok(Cost { a_call: spent.as_secs_f64() * 1e6 / f64::from(calls.max(1)), calls, events, kept })
    }
}

impl Overhead {
    fn is_within(&self) -> bool {
        self.ratio < MOST_OVER
    }

    /// As a JSON object.
    pub fn json(&self) -> Value {
        json!({
            "watchers": self.watchers, "repeat": self.repeat, "calls": self.calls, "events": self.events,
            "cpu_us_per_call": {"alone": self.alone.round(), "watched": self.watched.round()}, "ratio": self.ratio,
            "kept_bytes": self.kept, "rss_peak_mb": peak_mb(), "within": self.is_within(),
        })
    }

    /// As lines of text.
    pub fn text(&self) -> String {
        let Overhead { watchers, calls, events, alone, watched, ratio, kept, .. } = self;
        let verdict = if self.is_within() { "within" } else { "over" };
        format!(
            "{calls} calls, {events} events: {alone:.0} µs of processor a call alone, {watched:.0} µs with {watchers} who watch, \
             {ratio:.3} times as much: {verdict} the {MOST_OVER} that is the target\n\
             {kept} bytes of text were kept once for all of them"
        )
    }
}

/// Provides the same models for every debate.
struct FixedModels(BTreeMap<String, Arc<dyn Model>>);

impl ResourceProvider for FixedModels {
    fn provide<'a>(&'a self, _: &'a Debate) -> BoxFuture<'a, Result<Resources, String>> {
        Box::pin(async move { Ok(Resources { models: self.0.clone(), analyst: None }) })
    }
}

/// Wraps a task to time its polls.
fn metered(mut task: BoxFuture<'static, ()>, spent: Arc<AtomicU64>) -> BoxFuture<'static, ()> {
    Box::pin(std::future::poll_fn(move |polled: &mut Context<'_>| -> Poll<()> {
        let before = on_this_thread();
        let outcome = task.as_mut().poll(polled);
        let nanos = u64::try_from(on_this_thread().saturating_sub(before).as_nanos()).unwrap_or(u64::MAX);
        spent.fetch_add(nanos, Ordering::AcqRel);
        outcome
    }))
}

/// The processor time of this thread so far.
fn on_this_thread() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

fn median(costs: &[Cost]) -> f64 {
    let all: Vec<f64> = costs.iter().map(|it| it.a_call).collect();
    measure::median(&all).unwrap_or_default()
}
