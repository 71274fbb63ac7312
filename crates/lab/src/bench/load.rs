//! Runs many debates at once and measures their cost (O-30).
use super::{Seats, peak_mb, seconds, spent_cpu};
use debate::event::Reason;
use debate::state::Closed;
use engine::{Bus, Spec};
use futures_util::StreamExt;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::Store;

/// Debates to run at once.
pub struct Load {
    /// Participants, models and rules.
    pub seats: Seats,
    /// The debates.
    pub specs: Vec<Spec>,
    /// How many at once.
    pub concurrency: usize,
    /// Where they are written.
    pub store: Store,
}

/// Their cost.
#[derive(Debug, Serialize)]
pub struct Throughput {
    debates: usize,
    completed: usize,
    /// Debates that failed.
    pub failed: usize,
    calls: u64,
    wall_s: f64,
    cpu_s: f64,
    cpu_us_per_call: f64,
    rss_peak_mb: Option<f64>,
    p50_s: f64,
    p99_s: f64,
    /// Why the first of them failed.
    #[serde(skip)]
    pub first_error: Option<String>,
}

impl Load {
    /// Runs them all, and closes the store.
    pub async fn run(self) -> Throughput {
        let Load { seats, specs, concurrency, store } = self;
        let (wall, cpu, debates) = (Instant::now(), spent_cpu(), specs.len());
        let runs = specs.into_iter().map(|spec| {
            let world = seats.world(Arc::new(store.clone()));
            tokio::spawn(async move {
                let started = Instant::now();
                let outcome = engine::start(&world, &spec, &Bus::silent()).await;
                (outcome, started.elapsed())
            })
        });
        let mut outcomes = futures_util::stream::iter(runs).buffer_unordered(concurrency);
        let (mut calls, mut failed, mut times, mut first_error) = (0_u64, 0_usize, Vec::new(), None);
        while let Some(outcome) = outcomes.next().await {
            match outcome {
                Ok((Ok(debate), time)) => {
                    calls += u64::from(debate.calls);
                    match debate.closed {
                        Some(Closed { why: Reason::Insufficient, .. }) | None => {
                            failed += 1;
                            let lost = debate.rounds.iter().flat_map(|it| &it.failed).next();
                            first_error.get_or_insert(lost.map(|it| it.detail.clone()).unwrap_or_default());
                        }
                        Some(_) => times.push(time),
                    }
                }
                Ok((Err(error), _)) => {
                    failed += 1;
                    first_error.get_or_insert(error.to_string());
                }
                Err(error) => {
                    failed += 1;
                    first_error.get_or_insert(error.to_string());
                }
            }
        }
        let (wall, cpu) = (wall.elapsed(), spent_cpu().saturating_sub(cpu));
        store.close().await;
        times.sort_unstable();
        Throughput {
            debates,
            completed: times.len(),
            failed,
            calls,
            wall_s: seconds(wall),
            cpu_s: seconds(cpu),
            cpu_us_per_call: if calls == 0 { 0.0 } else { (cpu.as_secs_f64() * 1e6 / calls as f64).round() },
            rss_peak_mb: peak_mb(),
            p50_s: seconds(percentile(&times, 50)),
            p99_s: seconds(percentile(&times, 99)),
            first_error,
        }
    }
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let at = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(at).copied().unwrap_or_default()
}
